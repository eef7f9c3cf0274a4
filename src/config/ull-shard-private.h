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

/* What a header says of one tensor. */
typedef struct
{
  const UllTensorFormat *format;
  gint64 elements;
  gint64 offset[2];
} UllShardTensor;

/* Digits of a number that is not looked at with more care. */
#define ULL_SHARD_DIGITS 18

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
  UllJsonText tensor; /* the name of the present one: in the window, or in what is above */
  gboolean metadata; /* there was one */
  GArray *runs;
  gint64 end;        /* of the last tensor's bytes, behind the header */
  gint64 sought;     /* a byte whose tensors are wanted, or -1 */
  GPtrArray *found;  /* of char *: their names, no more than two */
  char last_end[ULL_SHARD_DIGITS]; /* where the tensor before ended, as it was written: mostly this one begins there */
  guint last_digits;
  gint64 last_offset;
  UllTensorFunc func;
  gpointer user_data;
} UllShardReader;

/* At the value of the tensor that reader->tensor names. */
gboolean ull_shard_read_tensor (UllShardReader *reader, GError **error);
/* Past the value of a tensor if it stands as the format's own library writes it, whole and at hand: TRUE. What does not is for the
 * function above, from the same place. */
gboolean ull_shard_take_plain (UllShardReader *reader, UllShardTensor *tensor);
/* What the two come to: sizes that agree, and the tensor handed on. */
gboolean ull_shard_add_tensor (UllShardReader *reader, const UllShardTensor *tensor, GError **error);
/* Whether every byte behind the header belongs to one tensor. In *overlap, the first that belongs to two, or -1. */
gboolean ull_shard_check_runs (UllShardReader *reader, gint64 *overlap, GError **error);

G_END_DECLS
