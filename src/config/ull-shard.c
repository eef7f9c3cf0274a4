#include "ull-shard-private.h"

#include "ull-units.h"
#include "ull-weight-file.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

/* A header goes through a window of 128 KiB, whatever it is long: memory is what the tensors' offsets need, and time is the
 * header's length. The length that the first eight bytes tell is believed only up to what the format allows and the file has. */

#define PREFIX 8

static gssize
read_header (gpointer data, char *buffer, gsize size, GError **error)
{
  UllShardReader *reader = data;
  gsize wanted = (gsize) MIN ((gint64) size, reader->header_end - reader->at);
  gssize n = wanted > 0 ? ull_weight_file_read (reader->fd, buffer, wanted, reader->at, reader->file, error) : 0;

  reader->at += MAX (n, 0);
  return n;
}

/* Of a copy that was broken off within the header. */
static gboolean
refuse_short (const char *name, gint64 size, gint64 end, GError **error)
{
  g_autofree char *has = ull_format_count (size);
  g_autofree char *says = ull_format_count (end);

  g_set_error (error, ULL_ERROR, ULL_ERROR_UNSUPPORTED,
               _("%s: the file ends at byte %s, and its header alone goes on to byte %s; a whole file would be right (is it cut short?)"),
               name, has, says);
  return FALSE;
}

/* A length that cannot be: mostly the file is another one, whose text was read as a length. */
static gboolean
refuse_length (int fd, gint64 size, const char *name, guint64 length, GError **error)
{
  guint8 head[256];
  gssize n = ull_weight_file_read (fd, head, sizeof head, 0, name, error);
  UllWeightFile kind;

  if (n < 0)
    return FALSE;
  kind = ull_weight_file_sniff (head, (gsize) n, size);
  if (kind == ULL_WEIGHT_FILE_OTHER && n > PREFIX && head[PREFIX] == '{')
    kind = ULL_WEIGHT_FILE_SHARD;
  if (kind != ULL_WEIGHT_FILE_SHARD)
    return ull_weight_file_refuse (name, kind, error);
  if (length <= (guint64) ULL_SHARD_MAX_HEADER)
    return refuse_short (name, size, PREFIX + (gint64) length, error);
  g_autofree char *count = ull_format_count ((gint64) MIN (length, (guint64) G_MAXINT64));
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, _("%s: a header of %s bytes; at most 100,000,000 would be right"), name, count);
  return FALSE;
}

static gboolean
read_length (int fd, gint64 size, const char *name, gint64 *length, GError **error)
{
  guint64 little = 0;
  gssize n = ull_weight_file_read (fd, &little, PREFIX, 0, name, error);

  if (n < 0)
    return FALSE;
  little = GUINT64_FROM_LE (little);
  if (n < PREFIX || little > (guint64) ULL_SHARD_MAX_HEADER || (gint64) little > size - PREFIX)
    return refuse_length (fd, size, name, little, error);
  *length = (gint64) little;
  return TRUE;
}

static gboolean
read_metadata (UllShardReader *reader, GError **error)
{
  UllJsonType type;
  UllJsonText name;
  gboolean more;

  if (reader->metadata)
    return ull_json_pull_refuse (reader->pull, error, ULL_ERROR_INVALID,
                                 _("the member “%s” stands there twice; once would be right"), "__metadata__");
  reader->metadata = TRUE;
  if (!ull_json_pull_type (reader->pull, &type, error))
    return FALSE;
  if (type == ULL_JSON_NULL)
    return ull_json_pull_skip (reader->pull, error);
  if (!ull_json_pull_open (reader->pull, ULL_JSON_OBJECT, error))
    return FALSE;
  for (;;)
    {
      if (!ull_json_pull_member (reader->pull, &name, &more, error))
        return FALSE;
      if (!more)
        return TRUE;
      if (!ull_json_pull_type (reader->pull, &type, error))
        return FALSE;
      if (type != ULL_JSON_STRING)
        return ull_json_pull_refuse (reader->pull, error, ULL_ERROR_INVALID, _("__metadata__: texts alone would be right"));
      if (!ull_json_pull_skip (reader->pull, error))
        return FALSE;
    }
}

static gboolean
read_tensors (UllShardReader *reader, GError **error)
{
  UllShardTensor tensor;
  UllJsonText name;
  gboolean more, metadata;

  if (!ull_json_pull_open (reader->pull, ULL_JSON_OBJECT, error))
    return FALSE;
  for (;;)
    {
      if (!ull_json_pull_member (reader->pull, &name, &more, error))
        return FALSE;
      if (!more)
        return ull_json_pull_end (reader->pull, error);
      /* Nothing was read since the name, which is therefore where it was. */
      reader->tensor = name;
      metadata = ull_json_text_equal (&name, "__metadata__");
      if (!metadata && ull_shard_take_plain (reader, &tensor))
        {
          if (!ull_shard_add_tensor (reader, &tensor, error))
            return FALSE;
          continue;
        }
      g_string_truncate (reader->name, 0);
      g_string_append_len (reader->name, name.text, (gssize) name.length);
      reader->tensor = (UllJsonText) { reader->name->str, reader->name->len };
      if (!(metadata ? read_metadata (reader, error) : ull_shard_read_tensor (reader, error)))
        return FALSE;
    }
}

static void
clear (UllShardReader *reader)
{
  ull_json_pull_free (reader->pull);
  g_array_unref (reader->runs);
  g_string_free (reader->name, TRUE);
}

static void
init (UllShardReader *reader)
{
  reader->name = g_string_new (NULL);
  reader->runs = g_array_new (FALSE, FALSE, sizeof (UllShardRun));
  reader->pull = ull_json_pull_new (reader->file, read_header, reader);
}

/* What is kept of the offsets has no names, so the header is read once more for those that have the byte. */
static gboolean
refuse_overlap (const UllShardReader *first, gint64 byte, GError **error)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  UllShardReader reader = { .fd = first->fd, .file = first->file, .at = PREFIX, .header_end = first->header_end, .data_bytes = first->data_bytes,
                            .sought = byte, .found = found };
  g_autofree char *place = ull_format_count (byte);
  gboolean ok;

  init (&reader);
  ok = read_tensors (&reader, error);
  clear (&reader);
  if (!ok)
    return FALSE;
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
               _("%s: the tensors “%s” and “%s” both have byte %s behind the header; each byte of one tensor would be right"), reader.file,
               found->len > 0 ? (char *) found->pdata[0] : "", found->len > 1 ? (char *) found->pdata[1] : "", place);
  return FALSE;
}

gboolean
ull_shard_read_fd (int fd, gint64 size, const char *name, UllTensorFunc func, gpointer data, GError **error)
{
  UllShardReader reader = { .fd = fd, .file = name, .at = PREFIX, .sought = -1, .func = func, .user_data = data };
  gint64 length = 0, overlap = -1;
  gboolean ok;

  if (!read_length (fd, size, name, &length, error))
    return FALSE;
  reader.header_end = PREFIX + length;
  reader.data_bytes = size - reader.header_end;
  init (&reader);
  ok = read_tensors (&reader, error) && ull_shard_check_runs (&reader, &overlap, error);
  clear (&reader);
  return ok || (overlap >= 0 && refuse_overlap (&reader, overlap, error));
}

gboolean
ull_shard_read (const char *path, UllTensorFunc func, gpointer data, GError **error)
{
  g_autofree char *name = g_filename_display_basename (path);
  gint64 size;
  int fd = ull_weight_file_open (path, &size, error);
  gboolean ok;

  if (fd < 0)
    return FALSE;
  ok = ull_shard_read_fd (fd, size, name, func, data, error);
  close (fd);
  return ok;
}
