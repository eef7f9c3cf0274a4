#pragma once

#include "ull-error.h"
#include "ull-tensor.h"

G_BEGIN_DECLS

/* The header of a .safetensors file: eight bytes that say how long it is, and JSON that says of each tensor what it is called,
 * its format, its shape, and where it lies. Nothing behind the header is read. */

typedef struct
{
  const char *name; /* @length bytes, no NUL ends them */
  gsize length;
  const UllTensorFormat *format;
  gint64 elements;
  gint64 bytes;
} UllTensor;

typedef gboolean (*UllTensorFunc) (const UllTensor *tensor, gpointer data, GError **error);

/* What the format allows a header. */
#define ULL_SHARD_MAX_HEADER G_GINT64_CONSTANT (100000000)

/* Calls @func for each tensor. FALSE where it did, or where the header is not what the format asks for: members of another type,
 * sizes that are not the shapes', bytes that two tensors share, that none has, or that the file has not. */
gboolean ull_shard_read (const char *path, UllTensorFunc func, gpointer data, GError **error);
/* The same of an open file of @size bytes. */
gboolean ull_shard_read_fd (int fd, gint64 size, const char *name, UllTensorFunc func, gpointer data, GError **error);

G_END_DECLS
