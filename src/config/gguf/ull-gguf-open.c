#include "ull-gguf-reader.h"

#include "ull-error.h"
#include "ull-units.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* GGUF files on the disk, of which only the header's pages are read, so that is what a file of 700 GB costs. A model
 * may be split over files "name-00001-of-00003.gguf" that lie side by side: split.count says over how many, split.no which one
 * this is, from 0, and split.tensors.count how many tensors all of them have together. The first has the metadata. Any of them
 * may be opened.
 *
 * What is compared with a file's size is the size when it was opened, and again when all has been read: a file that somebody
 * cut off in between is refused. */

#define MAX_PARTS 4096
#define ENDING "-00001-of-00001.gguf"

typedef struct
{
  gint64 count;
  gint64 number; /* from 0 */
  gint64 tensors; /* -1: not said */
} Split;

/* A file's name may hold what would break a message over two lines. */
static char *
dup_shown_name (const char *path)
{
  g_autofree char *name = g_filename_display_basename (path);

  return ull_format_plain (name);
}

static gboolean
set_io_error (const char *name, int code, GError **error)
{
  g_set_error (error, ULL_ERROR, ULL_ERROR_IO, _("%s: it cannot be read (%s); a GGUF file would be right"), name, g_strerror (code));
  return FALSE;
}

static gboolean
check_size (int fd, gsize size, const char *name, GError **error)
{
  struct stat status;

  if (fstat (fd, &status) != 0)
    return set_io_error (name, errno, error);
  if ((guint64) status.st_size >= size)
    return TRUE;
  g_set_error (error, ULL_ERROR, ULL_ERROR_IO, _("%s: it was cut off while it was read; a whole GGUF file would be right"), name);
  return FALSE;
}

/* A file that ends before it did when it was opened was refused for what it lacks; the reason is what to say. */
static UllGguf *
parse (int fd, const char *name, GError **error)
{
  g_autoptr (GError) fault = NULL, cut = NULL;
  g_autoptr (UllGguf) file = NULL;
  struct stat status;

  if (fstat (fd, &status) != 0)
    {
      set_io_error (name, errno, error);
      return NULL;
    }
  file = ull_gguf_parse_file (name, fd, &fault);
  if (!check_size (fd, (gsize) status.st_size, name, &cut))
    g_propagate_error (error, g_steal_pointer (&cut));
  else if (fault)
    g_propagate_error (error, g_steal_pointer (&fault));
  else
    return g_steal_pointer (&file);
  return NULL;
}

static int
open_regular (const char *path, const char *name, GError **error)
{
  struct stat status;
  int fd = g_open (path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0);

  if (fd < 0)
    {
      set_io_error (name, errno, error);
      return -1;
    }
  if (fstat (fd, &status) == 0 && S_ISREG (status.st_mode))
    return fd;
  close (fd);
  g_set_error (error, ULL_ERROR, ULL_ERROR_UNSUPPORTED, _("%s: this is no regular file; a GGUF file would be right"), name);
  return -1;
}

static gboolean
read_number (const UllGguf *file, const char *key, gint64 max, gint64 *value, GError **error)
{
  const UllGgufEntry *entry = ull_gguf_find (file, key);

  if (!entry || (!entry->array && ull_gguf_get_int (file, entry, 0, value) && *value >= 0 && *value <= max))
    return TRUE;
  ull_gguf_set_error (file, key, error, ULL_ERROR_INVALID, _("this is no count of a split model’s; a small whole number would be right"));
  return FALSE;
}

static gboolean
read_split (const UllGguf *file, Split *split, GError **error)
{
  *split = (Split) { .count = 1, .tensors = -1 };
  if (!read_number (file, "split.count", MAX_PARTS, &split->count, error) ||
      !read_number (file, "split.no", MAX_PARTS, &split->number, error) ||
      !read_number (file, "split.tensors.count", G_MAXINT32, &split->tensors, error))
    return FALSE;
  split->count = MAX (split->count, 1);
  if (split->number < split->count)
    return TRUE;
  ull_gguf_set_error (file, "split.no", error, ULL_ERROR_INVALID, _("there is no such part; one below split.count would be right"));
  return FALSE;
}

/* "name-00002-of-00003.gguf" of "name". */
static char *
dup_part_name (const char *stem, gint64 number, gint64 count)
{
  return g_strdup_printf ("%s-%05d-of-%05d.gguf", stem, (int) number + 1, (int) count);
}

/* The name before its part's number; NULL where the name does not go with what the file says. */
static char *
dup_stem (const char *base, const Split *split)
{
  const gsize length = strlen (base), ending = strlen (ENDING);
  g_autofree char *stem = length > ending ? g_strndup (base, length - ending) : NULL;
  g_autofree char *whole = stem ? dup_part_name (stem, split->number, split->count) : NULL;

  return whole && strcmp (whole, base) == 0 ? g_steal_pointer (&stem) : NULL;
}

static UllGguf *
open_part (const char *folder, const char *base, GError **error)
{
  g_autofree char *path = g_build_filename (folder, base, NULL);
  g_autofree char *name = dup_shown_name (base);
  UllGguf *file;
  int fd;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_MISSING,
                   _("%s: this part of the model is missing; all parts in one folder would be right"), name);
      return NULL;
    }
  fd = open_regular (path, name, error);
  if (fd < 0)
    return NULL;
  file = parse (fd, name, error);
  close (fd);
  return file;
}

static gboolean
check_part (const UllGguf *part, const Split *whole, gint64 number, GError **error)
{
  Split split;

  if (!read_split (part, &split, error))
    return FALSE;
  if (split.count == whole->count && split.number == number)
    return TRUE;
  ull_gguf_set_error (part, "split.no", error, ULL_ERROR_INVALID,
                      _("the file says that it is another part than its name does; the files as they were published would be right"));
  return FALSE;
}

static gboolean
check_tensors (const GPtrArray *parts, const Split *split, GError **error)
{
  gint64 tensors = 0;

  for (guint i = 0; i < parts->len; i++)
    tensors += ((const UllGguf *) parts->pdata[i])->tensors->len;
  if (split->tensors < 0 || split->tensors == tensors)
    return TRUE;
  g_autofree char *said = ull_format_count (split->tensors);
  g_autofree char *found = ull_format_count (tensors);
  ull_gguf_set_error (parts->pdata[0], "split.tensors.count", error, ULL_ERROR_INVALID,
                      _("the parts have %s tensors together; %s would be right"), found, said);
  return FALSE;
}

/* The part that was opened first is not opened again. */
static gboolean
open_parts (const char *folder, const char *stem, const Split *split, UllGguf *first, GPtrArray *parts, GError **error)
{
  for (gint64 i = 0; i < split->count; i++)
    {
      g_autofree char *base = dup_part_name (stem, i, split->count);
      UllGguf *part = i == split->number ? first : open_part (folder, base, error);

      if (part)
        g_ptr_array_add (parts, part);
      if (!part || !check_part (part, split, i, error))
        {
          /* What has come to the array is freed with it. */
          if (i < split->number)
            ull_gguf_free (first);
          return FALSE;
        }
    }
  return check_tensors (parts, split, error);
}

static UllModel *
read_split_model (const char *path, const Split *split, UllGguf *first, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *stem = dup_stem (base, split);
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) ull_gguf_free);
  g_autofree char *title = NULL;

  if (!stem)
    {
      g_autofree char *right = dup_part_name ("model", split->number, split->count);

      ull_gguf_set_error (first, "split.count", error, ULL_ERROR_INVALID,
                          _("the file is one of several and its name does not say so, so the others are not found; one like %s would be right"),
                          right);
      ull_gguf_free (first);
      return NULL;
    }
  title = g_filename_display_name (stem);
  return open_parts (folder, stem, split, first, parts, error) ? ull_gguf_read_model (parts, title, error) : NULL;
}

static char *
dup_title (const char *name)
{
  return g_str_has_suffix (name, ".gguf") ? g_strndup (name, strlen (name) - strlen (".gguf")) : g_strdup (name);
}

static UllModel *
read_whole_model (UllGguf *file, GError **error)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) ull_gguf_free);
  g_autofree char *title = dup_title (file->name);

  g_ptr_array_add (parts, file);
  return ull_gguf_read_model (parts, title, error);
}

UllModel *
ull_gguf_read (const char *name, GBytes *bytes, GError **error)
{
  g_autoptr (UllGguf) file = ull_gguf_parse (name, bytes, error);
  Split split;

  if (!file || !read_split (file, &split, error))
    return NULL;
  return read_whole_model (g_steal_pointer (&file), error);
}

UllModel *
ull_gguf_open (const char *path, int fd, GError **error)
{
  g_autofree char *name = dup_shown_name (path);
  g_autoptr (UllGguf) file = parse (fd, name, error);
  Split split;

  if (!file || !read_split (file, &split, error))
    return NULL;
  return split.count > 1 ? read_split_model (path, &split, g_steal_pointer (&file), error)
                         : read_whole_model (g_steal_pointer (&file), error);
}
