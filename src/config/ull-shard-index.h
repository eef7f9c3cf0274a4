#pragma once

#include "ull-error.h"

G_BEGIN_DECLS

/* A model.safetensors.index.json: which tensor is in which shard, and what they sum to. */

typedef struct
{
  char *file;
  gint64 tensors;
  guint64 names; /* the sum of their names' hashes */
} UllIndexShard;

typedef struct
{
  char *name;        /* its own file's */
  GPtrArray *shards; /* of UllIndexShard *, in the order of their first mention */
  gint64 tensors;
  gint64 total_size;       /* -1: it does not say */
  gint64 total_parameters; /* -1 */
  gboolean packed;         /* names are those of quantised matrices */
} UllShardIndex;

/* Larger ones are of no model. */
#define ULL_SHARD_INDEX_MAX_BYTES (G_GINT64_CONSTANT (256) << 20)

UllShardIndex *ull_shard_index_read (const char *path, GError **error);
/* The same of an open file of @size bytes. */
UllShardIndex *ull_shard_index_read_fd (int fd, gint64 size, const char *name, GError **error);
void ull_shard_index_free (UllShardIndex *index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllShardIndex, ull_shard_index_free)

G_END_DECLS
