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
/* A file that is written whole beside its place and has not taken it yet. */
typedef struct
{
  const char *path; /* Borrowed */
  char *target;
  char *temporary;
} UllStagedFile;

/* Refuses what cannot be replaced by a file: a folder, a device, a pipe. A link is followed, and the permissions of a file
 * that is there are kept. ULL_ERROR_IO; clear the file whatever comes back. */
gboolean ull_file_stage (UllStagedFile *file, const char *path, const char *data, gsize length, GError **error);
gboolean ull_file_commit (UllStagedFile *file, GError **error);
/* Takes back what was not committed. */
void ull_staged_file_clear (UllStagedFile *file);

/* Atomic: the file is the old one or the new one, never a part. ULL_ERROR_IO. */
gboolean ull_file_write (const char *path, const char *data, gsize length, GError **error);
/* FALSE where the stream took less than everything: closed, full, or a pipe that nobody reads. */
gboolean ull_file_write_all (int fd, const char *data, gsize length);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (UllStagedFile, ull_staged_file_clear)

G_END_DECLS
