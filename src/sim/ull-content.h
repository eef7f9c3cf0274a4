#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * UllContent:
 *
 * What a sequence's tokens are, block by block, as far as a prefix cache can tell: two sequences hold the same chain hash
 * for a block exactly where all their tokens up to its end are the same. The first blocks may be listed, or be of a prefix
 * that others share; the rest are the sequence's own.
 */
typedef struct
{
  const guint64 *ids;   /* (nullable) Borrowed: chain ids that a trace gives, */
  gint64 n_ids;
  gint64 blocks_per_id; /* each for so many blocks */
  guint64 shared_seed;  /* the prefix: equal seeds, equal tokens */
  gint64 shared_blocks;
  guint64 seed;         /* the rest: of this sequence alone, or of the session whose history it is */
} UllContent;

/* The chain hash of block @index, never 0. */
guint64 ull_content_hash (const UllContent *content, gint64 index);

G_END_DECLS
