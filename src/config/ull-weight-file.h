#pragma once

#include "ull-error.h"

G_BEGIN_DECLS

/* Files that weights are in, or stand in their place. */

typedef enum
{
  ULL_WEIGHT_FILE_OTHER,
  ULL_WEIGHT_FILE_GGUF,
  ULL_WEIGHT_FILE_SHARD,   /* safetensors */
  ULL_WEIGHT_FILE_PICKLE,
  ULL_WEIGHT_FILE_POINTER, /* of Git LFS */
  ULL_WEIGHT_FILE_LINK,    /* a symbolic link that was checked out as a text */
} UllWeightFile;

/* A regular file, opened without waiting for anything; its descriptor, or -1 with an error. */
int ull_weight_file_open (const char *path, gint64 *size, GError **error);
/* By its first bytes, @n of them, and its size. */
UllWeightFile ull_weight_file_sniff (const guint8 *bytes, gsize n, gint64 size);
/* The size of what a Git LFS pointer stands for: FALSE where it is none. */
gboolean ull_weight_file_read_pointer (int fd, gint64 size, gint64 *bytes);
/* A sentence for what is no shard. FALSE. */
gboolean ull_weight_file_refuse (const char *name, UllWeightFile kind, GError **error);
/* At most @n bytes from @offset on: how many, or -1 with an error. */
gssize ull_weight_file_read (int fd, gpointer buffer, gsize n, gint64 offset, const char *name, GError **error);

G_END_DECLS
