#include "ull-config-folder.h"
#include "ull-gguf-reader.h"
#include "ull-weight-file.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Reading the disk. A path may be anything that a person drops: it is opened without blocking and looked
 * at before a byte is read, so that a pipe or a device is a sentence and not a hang; the size is bounded
 * while reading, since what fstat() says need not hold. */

static void
set_io_error (const char *path, int code, GError **error)
{
  g_autofree char *shown = g_filename_display_name (path);
  g_set_error (error, ULL_ERROR, ULL_ERROR_IO,
               _("%s: it cannot be read (%s); a config.json or a folder with one would be right"), shown,
               g_strerror (code));
}

static gboolean G_GNUC_PRINTF (3, 4)
refuse (const char *path, GError **error, const char *format, ...)
{
  g_autofree char *shown = g_filename_display_name (path);
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (error, ULL_ERROR, ULL_ERROR_UNSUPPORTED, "%s: %s", shown, message);
  return FALSE;
}

/* Weights are what people open first. */
static gboolean
check_magic (const char *path, const GByteArray *bytes, GError **error)
{
  g_autofree char *shown = g_filename_display_name (path);
  UllWeightFile kind = ull_weight_file_sniff (bytes->data, bytes->len, bytes->len);

  if (kind == ULL_WEIGHT_FILE_SHARD)
    return refuse (path, error, _("this is a safetensors file; the config.json beside it would be right"));
  return kind == ULL_WEIGHT_FILE_OTHER || ull_weight_file_refuse (shown, kind, error);
}

static gboolean
read_all (int fd, const char *path, GByteArray *bytes, GError **error)
{
  guint8 chunk[65536];

  for (;;)
    {
      if (g_cancellable_set_error_if_cancelled (g_cancellable_get_current (), error))
        return FALSE;

      gssize n = read (fd, chunk, sizeof chunk);
      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        {
          set_io_error (path, errno, error);
          return FALSE;
        }
      if (n == 0)
        break;

      gboolean first = bytes->len == 0;
      g_byte_array_append (bytes, chunk, (guint) n);
      if (first && !check_magic (path, bytes, error))
        return FALSE;
      if (bytes->len > ULL_CONFIG_MAX_BYTES)
        return refuse (path, error, _("the file is too large for a configuration; at most 16 MiB are read"));
    }
  return bytes->len > 0 || refuse (path, error, _("the file is empty; a config.json would be right"));
}

/* A regular file's descriptor, or -1. */
static int
open_regular (const char *path, GError **error)
{
  struct stat status;
  /* Opening a pipe for reading would wait for its other end. */
  int fd = g_open (path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0);

  if (fd < 0 || fstat (fd, &status) != 0)
    set_io_error (path, errno, error);
  else if (S_ISREG (status.st_mode) || refuse (path, error, _("this is no regular file; a config.json would be right")))
    return fd;
  if (fd >= 0)
    close (fd);
  return -1;
}

static gboolean
is_gguf (int fd)
{
  guint8 magic[4];
  gssize n;

  do
    n = pread (fd, magic, sizeof magic, 0);
  while (n < 0 && errno == EINTR);
  return n > 0 && ull_gguf_has_magic (magic, (gsize) n);
}

static UllModel *
read_config (int fd, const UllConfigPlace *place, UllConfigFlags flags, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  if (!read_all (fd, place->config, bytes, error))
    return NULL;
  g_autoptr (UllModel) model = ull_config_parse_beside (place, (const char *) bytes->data, bytes->len, flags, error);
  return model ? ull_config_add_weights (model, place, error) : NULL;
}

UllModel *
ull_config_open (const char *path, UllConfigFlags flags, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  g_auto (UllConfigPlace) place = { .config = NULL };
  if (!ull_config_find_place (&place, path, error))
    return NULL;

  int fd = open_regular (place.config, error);
  if (fd < 0)
    return NULL;
  gboolean gguf = is_gguf (fd) || g_str_has_suffix (place.config, ".gguf");
  UllModel *model = gguf ? ull_gguf_open (place.config, fd, error) : read_config (fd, &place, flags, error);
  close (fd);
  return model;
}
