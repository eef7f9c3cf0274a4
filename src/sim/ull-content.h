#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * UllContent:
 *
 * What a sequence's tokens are, block by block, as far as a prefix cache can tell: two sequences hold the same chain hash
 * for a block exactly where all their tokens up to its end are the same. Blocks are, in this order: those that a trace
 * lists, else those of a shared prefix, the sequence's own, and from `answer_block` on its answer's.
 */
typedef struct
{
  const guint64 *ids;    /* (nullable) Borrowed: chain ids that a trace gives, */
  gint64 id_tokens;      /* each for so many tokens and all before them, */
  gint64 block_tokens;   /* in blocks of so many, which need not divide them, */
  gint64 id_blocks;      /* of the first blocks */
  gint64 shared_blocks;  /* of the prefix */
  guint64 shared_seed;   /* equal seeds, equal tokens */
  guint64 seed;          /* of this request alone, or of the session whose history it is */
  gint64 answer_block;   /* G_MAXINT64: the answer goes on with `seed` */
  guint64 answer_seed;
} UllContent;

/* The chain hash of block @index, never 0. */
guint64 ull_content_hash (const UllContent *content, gint64 index);
/* How many of `ids` that asks for. */
guint ull_content_n_ids (const UllContent *content);

G_END_DECLS
