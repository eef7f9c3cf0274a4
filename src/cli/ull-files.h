#pragma once

#include "ull-stream.h"

G_BEGIN_DECLS

/* A .ullage file is told from a model's by its ending. */
gboolean ull_file_is_document (const char *path);
/* The whole text of a .ullage file (transfer full); refuses what is no regular file or too big. ULL_ERROR_IO.
 */
char *ull_file_read_document (const char *path, gsize *length, GError **error);
/* Files of any size, read as they stream by; refuses what is no regular file. */
extern const UllFileSource ull_file_source;
/* Atomic: the file is the old one or the new one, never a part. ULL_ERROR_IO. */
gboolean ull_file_write (const char *path, const char *data, gsize length, GError **error);
/* FALSE where the stream took less than everything: closed, full, or a pipe that nobody reads. */
gboolean ull_file_write_all (int fd, const char *data, gsize length);

G_END_DECLS
