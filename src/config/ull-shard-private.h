#pragma once

#include "ull-json-pull.h"
#include "ull-shard.h"

G_BEGIN_DECLS

/* A run of bytes that tensors which follow each other have. */
typedef struct
{
  gint64 begin;
  gint64 end;
} UllShardRun;

/* A header being read. */
typedef struct
{
  UllJsonPull *pull;
  int fd;
  const char *file;  /* its name, for messages */
  gint64 at;         /* of the file, what is read next */
  gint64 header_end;
  gint64 data_bytes; /* behind the header */
  GString *name;
  gboolean metadata; /* there was one */
  GArray *runs;
  UllTensorFunc func;
  gpointer user_data;
} UllShardReader;

/* At the value of the tensor that reader->name names. */
gboolean ull_shard_read_tensor (UllShardReader *reader, GError **error);
/* Whether every byte behind the header belongs to one tensor. */
gboolean ull_shard_check_runs (UllShardReader *reader, GError **error);

G_END_DECLS
