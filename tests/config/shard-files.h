#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Weight files of our own making: a header as given, and behind it a hole of so many bytes, which no disk holds. */

typedef struct
{
  const char *name;
  const char *dtype;
  const char *shape; /* "[4,8]" */
  gint64 bytes;
} ShardTensor;

void shard_write (const char *folder, const char *file, const char *header, gint64 data_bytes);
/* @length: what the first eight bytes say. */
void shard_write_raw (const char *folder, const char *file, guint64 length, const char *header, gint64 size);
/* The tensors one behind the other. */
void shard_write_tensors (const char *folder, const char *file, const ShardTensor *tensors, gsize n);
void shard_put (const char *folder, const char *file, const char *text);
/* What Git LFS leaves in place of a file. */
void shard_write_pointer (const char *folder, const char *file, const char *oid, gint64 size);

/* Bytes that this process has read of files so far, as its kernel counts them. */
gint64 shard_count_read (void);

char *shard_make_folder (void);
void shard_remove_folder (char *folder);

G_END_DECLS
