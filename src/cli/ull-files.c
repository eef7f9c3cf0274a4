#include "ull-files.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Reading never waits: a FIFO or a device is refused by its kind before the first byte. Writing goes to a new
 * file in the same folder, which then takes the name. GLib's g_file_set_contents() does that too, but its
 * messages name the temporary file. */

#define MAX_DOCUMENT_BYTES (16 << 20)

gboolean
ull_file_is_document (const char *path)
{
  g_autofree char *folded = g_ascii_strdown (path, -1);

  return g_str_has_suffix (folded, ".ullage");
}

static void
set_errno_error (GError **error, const char *path, const char *what)
{
  g_set_error (error, ULL_ERROR, ULL_ERROR_IO, "%s: %s: %s", path, what, g_strerror (errno));
}

static gboolean
check_regular (int fd, const char *path, const char *wanted, struct stat *status, GError **error)
{
  if (fstat (fd, status) != 0)
    {
      set_errno_error (error, path, "cannot be read");
      return FALSE;
    }
  if (S_ISREG (status->st_mode))
    return TRUE;
  g_set_error (error, ULL_ERROR, ULL_ERROR_IO, "%s: is no regular file; name %s", path, wanted);
  return FALSE;
}

static gboolean
check_document (int fd, const char *path, gsize *size, GError **error)
{
  struct stat status;

  if (!check_regular (fd, path, "a .ullage file", &status, error))
    return FALSE;
  if (status.st_size > MAX_DOCUMENT_BYTES)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_IO,
                   "%s: is larger than any .ullage file; at most %d MiB are read", path,
                   MAX_DOCUMENT_BYTES >> 20);
      return FALSE;
    }
  *size = (gsize) status.st_size;
  return TRUE;
}

static char *
read_all (int fd, const char *path, gsize size, gsize *length, GError **error)
{
  g_autofree char *text = g_malloc (size + 1);
  gsize n = 0;

  while (n < size)
    {
      gssize got = read (fd, text + n, size - n);

      if (got < 0 && errno == EINTR)
        continue;
      if (got < 0)
        {
          set_errno_error (error, path, "cannot be read");
          return NULL;
        }
      if (got == 0)
        break;
      n += (gsize) got;
    }
  text[n] = '\0';
  *length = n;
  return g_steal_pointer (&text);
}

char *
ull_file_read_document (const char *path, gsize *length, GError **error)
{
  int fd = g_open (path, O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0);
  char *text = NULL;
  gsize size;

  if (fd < 0)
    {
      set_errno_error (error, path, "cannot be read");
      return NULL;
    }
  if (check_document (fd, path, &size, error))
    text = read_all (fd, path, size, length, error);
  g_close (fd, NULL);
  return text;
}

typedef struct
{
  int fd;
  char *path;
} File;

static void
close_file (gpointer data)
{
  File *file = data;

  g_close (file->fd, NULL);
  g_clear_pointer (&file->path, g_free);
  g_free (file);
}

static gpointer
open_file (const char *path, GError **error)
{
  File *file;
  struct stat status;
  int fd = g_open (path, O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0);

  if (fd < 0)
    {
      set_errno_error (error, path, "cannot be read");
      return NULL;
    }
  file = g_new (File, 1);
  *file = (File) { fd, g_strdup (path) };
  if (check_regular (fd, path, "one", &status, error))
    return file;
  close_file (file);
  return NULL;
}

static gssize
read_file (gpointer data, char *buffer, gsize size, GError **error)
{
  File *file = data;
  gssize got;

  do
    got = read (file->fd, buffer, size);
  while (got < 0 && errno == EINTR);
  if (got < 0)
    set_errno_error (error, file->path, "cannot be read");
  return got;
}

const UllFileSource ull_file_source = { open_file, read_file, close_file };

gboolean
ull_file_write_all (int fd, const char *data, gsize length)
{
  while (length > 0)
    {
      gssize put = write (fd, data, length);

      if (put < 0 && errno == EINTR)
        continue;
      if (put < 0)
        return FALSE;
      data += put;
      length -= (gsize) put;
    }
  return TRUE;
}

/* Where @path leads, so that a link stays one; *mode is that of the file that is there, or -1. */
static char *
resolve_target (const char *path, int *mode, GError **error)
{
  struct stat status;
  char *real;

  *mode = -1;
  if (stat (path, &status) != 0)
    return g_strdup (path);
  if (!S_ISREG (status.st_mode))
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_IO,
                   S_ISDIR (status.st_mode) ? "%s: is a folder; name a file" : "%s: is no regular file; name one",
                   path);
      return NULL;
    }
  real = realpath (path, NULL);
  if (real == NULL)
    {
      set_errno_error (error, path, "cannot be written");
      return NULL;
    }
  *mode = (int) (status.st_mode & 07777);
  return real;
}

static gboolean
write_whole (int fd, const char *data, gsize length, int mode)
{
  return (mode == -1 || fchmod (fd, (mode_t) mode) == 0) && ull_file_write_all (fd, data, length) && fsync (fd) == 0;
}

gboolean
ull_file_stage (UllStagedFile *file, const char *path, const char *data, gsize length, GError **error)
{
  gboolean written;
  int fd, mode;

  file->path = path;
  file->target = resolve_target (path, &mode, error);
  if (file->target == NULL)
    return FALSE;
  file->temporary = g_strconcat (file->target, ".XXXXXX", NULL);
  fd = g_mkstemp_full (file->temporary, O_WRONLY | O_CLOEXEC, 0666);
  if (fd < 0)
    {
      set_errno_error (error, path, "cannot be written");
      g_clear_pointer (&file->temporary, g_free);
      return FALSE;
    }
  written = write_whole (fd, data, length, mode);
  if (close (fd) == 0 && written)
    return TRUE;
  set_errno_error (error, path, "cannot be written");
  return FALSE;
}

gboolean
ull_file_commit (UllStagedFile *file, GError **error)
{
  if (g_rename (file->temporary, file->target) != 0)
    {
      set_errno_error (error, file->path, "cannot be written");
      return FALSE;
    }
  g_clear_pointer (&file->temporary, g_free);
  return TRUE;
}

void
ull_staged_file_clear (UllStagedFile *file)
{
  if (file->temporary != NULL)
    g_unlink (file->temporary);
  g_clear_pointer (&file->temporary, g_free);
  g_clear_pointer (&file->target, g_free);
}

gboolean
ull_file_write (const char *path, const char *data, gsize length, GError **error)
{
  g_auto (UllStagedFile) file = { 0 };

  return ull_file_stage (&file, path, data, length, error) && ull_file_commit (&file, error);
}
