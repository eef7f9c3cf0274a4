#include "ull-weight-file.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What lies in a model's folder besides configurations. Reading is by offset, so that no byte is read that was not asked for.
 * What PyTorch saves is a program that makes its tensors; it is neither run nor looked into. */

/* Of a Git LFS pointer, and of a path. */
#define MAX_TEXT 4096
#define POINTER "version https://git-lfs"

int
ull_weight_file_open (const char *path, gint64 *size, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  struct stat status;
  int fd = g_open (path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0);

  if (fd < 0 || fstat (fd, &status) != 0)
    g_set_error (error, ULL_ERROR, ULL_ERROR_IO, _("%s: it cannot be read (%s); a file of weights would be right"), name,
                 g_strerror (errno));
  else if (!S_ISREG (status.st_mode))
    g_set_error (error, ULL_ERROR, ULL_ERROR_UNSUPPORTED, _("%s: this is no regular file; a file of weights would be right"), name);
  else
    {
      *size = status.st_size;
      return fd;
    }
  if (fd >= 0)
    close (fd);
  return -1;
}

gssize
ull_weight_file_read (int fd, gpointer buffer, gsize n, gint64 offset, const char *name, GError **error)
{
  gssize got;

  /* Whoever waits for a file that is far away can stop waiting for it. */
  if (g_cancellable_set_error_if_cancelled (g_cancellable_get_current (), error))
    return -1;
  do
    got = pread (fd, buffer, n, offset);
  while (got < 0 && errno == EINTR);
  if (got < 0)
    g_set_error (error, ULL_ERROR, ULL_ERROR_IO, _("%s: it cannot be read (%s); a file of weights would be right"), name,
                 g_strerror (errno));
  return got;
}

/* One line of printable characters that has a slash in it, and is no page that was saved in the file's place. */
static gboolean
is_path (const guint8 *bytes, gsize n, gint64 size)
{
  if (size > MAX_TEXT || n == 0 || !memchr (bytes, '/', n) || bytes[0] == '<')
    return FALSE;
  for (gsize i = 0; i < n; i++)
    if (bytes[i] < 0x20 && !(bytes[i] == '\n' && i == n - 1))
      return FALSE;
  return TRUE;
}

UllWeightFile
ull_weight_file_sniff (const guint8 *bytes, gsize n, gint64 size)
{
  if (n >= 4 && (memcmp (bytes, "GGUF", 4) == 0 || memcmp (bytes, "FUGG", 4) == 0))
    return ULL_WEIGHT_FILE_GGUF;
  if (n >= 9 && bytes[8] == '{' && memchr (bytes, '\0', 8))
    return ULL_WEIGHT_FILE_SHARD;
  if (n >= 4 && (memcmp (bytes, "PK\003\004", 4) == 0 || (bytes[0] == 0x80 && bytes[1] >= 2 && bytes[1] <= 5)))
    return ULL_WEIGHT_FILE_PICKLE;
  if (size <= MAX_TEXT && n >= strlen (POINTER) && memcmp (bytes, POINTER, strlen (POINTER)) == 0)
    return ULL_WEIGHT_FILE_POINTER;
  return is_path (bytes, n, size) && bytes[0] != '{' && bytes[0] != '[' ? ULL_WEIGHT_FILE_LINK : ULL_WEIGHT_FILE_OTHER;
}

gboolean
ull_weight_file_read_pointer (int fd, gint64 size, gint64 *bytes)
{
  char text[MAX_TEXT + 1];
  const char *line;
  guint64 number;
  gssize n;

  if (size > MAX_TEXT || size < (gint64) strlen (POINTER))
    return FALSE;
  n = ull_weight_file_read (fd, text, MAX_TEXT, 0, "", NULL);
  if (n < 0)
    return FALSE;
  text[n] = '\0';
  line = g_str_has_prefix (text, POINTER) ? strstr (text, "\nsize ") : NULL;
  if (!line)
    return FALSE;
  g_auto (GStrv) words = g_strsplit_set (line + strlen ("\nsize "), "\r\n", 2);
  if (!g_ascii_string_to_unsigned (words[0], 10, 0, G_MAXINT64, &number, NULL))
    return FALSE;
  *bytes = (gint64) number;
  return TRUE;
}

gboolean
ull_weight_file_refuse (const char *name, UllWeightFile kind, GError **error)
{
  static const char *const sentences[] = {
    [ULL_WEIGHT_FILE_OTHER] = N_("this is no safetensors file; its first eight bytes would be the length of a header"),
    [ULL_WEIGHT_FILE_GGUF] = N_("this is a GGUF file; a .safetensors file would be right here"),
    [ULL_WEIGHT_FILE_SHARD] = N_("the header is longer than the file; a whole file would be right (is it cut short?)"),
    [ULL_WEIGHT_FILE_PICKLE]
    = N_("this is a pickle of PyTorch, a program that makes its tensors when it is run; it is not opened: the same weights as "
         ".safetensors, or the config.json beside it, would be right"),
    [ULL_WEIGHT_FILE_POINTER] = N_("this is a Git LFS pointer and not the file itself; “git lfs pull” would fetch it"),
    [ULL_WEIGHT_FILE_LINK] = N_("this is a symbolic link that was checked out as a text; the file that it names would be right"),
  };

  g_set_error (error, ULL_ERROR, ULL_ERROR_UNSUPPORTED, "%s: %s", name, _(sentences[kind]));
  return FALSE;
}
