#include "ull-shard-private.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* One tensor of a header:
 *
 *   bytes = data_offsets[1] − data_offsets[0] = product of the shape × bits of the format / 8
 *
 * and no byte of the file belongs to two, or to none. Tensors mostly stand in the order of their bytes, so what is kept of the
 * offsets is runs: one, for a file of any size. */

typedef enum
{
  HAS_FORMAT = 1 << 0,
  HAS_SHAPE = 1 << 1,
  HAS_OFFSETS = 1 << 2,
  HAS_ALL = HAS_FORMAT | HAS_SHAPE | HAS_OFFSETS,
} Members;

static gboolean G_GNUC_PRINTF (3, 4)
refuse (UllShardReader *reader, GError **error, const char *format, ...)
{
  g_autofree char *name = ull_json_text_dup_shown (&reader->tensor);
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  return ull_json_pull_refuse (reader->pull, error, ULL_ERROR_INVALID, "%s: %s", name, message);
}

static gboolean
read_format (UllShardReader *reader, UllShardTensor *tensor, GError **error)
{
  UllJsonText text;

  if (!ull_json_pull_string (reader->pull, &text, error))
    return FALSE;
  tensor->format = ull_tensor_format (text.text, text.length);
  if (tensor->format)
    return TRUE;
  g_autofree char *shown = ull_json_text_dup_shown (&text);
  return refuse (reader, error, _("dtype: “%s” is not known; one of safetensors’ formats, as BF16, would be right"), shown);
}

/* The format's own library takes no 4.0 for a 4, so that nothing else opens a file with one. */
static gboolean
read_digits (UllShardReader *reader, const char *member, gint64 *number, GError **error)
{
  gboolean plain;

  if (!ull_json_pull_digits (reader->pull, number, &plain, error))
    return FALSE;
  return plain || refuse (reader, error, _("%s: a number with a point or an exponent; a whole number’s digits would be right"), member);
}

static gboolean
read_shape (UllShardReader *reader, UllShardTensor *tensor, GError **error)
{
  gboolean more;
  gint64 side;

  tensor->elements = 1;
  if (!ull_json_pull_open (reader->pull, ULL_JSON_ARRAY, error))
    return FALSE;
  for (;;)
    {
      if (!ull_json_pull_element (reader->pull, &more, error))
        return FALSE;
      if (!more)
        return TRUE;
      if (!read_digits (reader, "shape", &side, error))
        return FALSE;
      if (side < 0 || !ull_mul (tensor->elements, side, &tensor->elements))
        return refuse (reader, error, _("shape: more elements than can be counted, or fewer than none; positive sides would be right"));
    }
}

static gboolean
read_offsets (UllShardReader *reader, UllShardTensor *tensor, GError **error)
{
  gboolean more;

  if (!ull_json_pull_open (reader->pull, ULL_JSON_ARRAY, error))
    return FALSE;
  for (int i = 0; i < 3; i++)
    {
      if (!ull_json_pull_element (reader->pull, &more, error))
        return FALSE;
      if (more != (i < 2))
        return refuse (reader, error, _("data_offsets: a begin and an end would be right"));
      if (i < 2 && !read_digits (reader, "data_offsets", &tensor->offset[i], error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
note_member (UllShardReader *reader, Members member, const char *name, guint *members, GError **error)
{
  if (*members & member)
    return refuse (reader, error, _("the member “%s” stands there twice; once would be right"), name);
  *members |= member;
  return TRUE;
}

static gboolean
read_member (UllShardReader *reader, const UllJsonText *name, UllShardTensor *tensor, guint *members, GError **error)
{
  if (ull_json_text_equal (name, "dtype"))
    return note_member (reader, HAS_FORMAT, "dtype", members, error) && read_format (reader, tensor, error);
  if (ull_json_text_equal (name, "shape"))
    return note_member (reader, HAS_SHAPE, "shape", members, error) && read_shape (reader, tensor, error);
  if (ull_json_text_equal (name, "data_offsets"))
    return note_member (reader, HAS_OFFSETS, "data_offsets", members, error) && read_offsets (reader, tensor, error);
  return ull_json_pull_skip (reader->pull, error);
}

static gboolean
check_size (UllShardReader *reader, const UllShardTensor *tensor, GError **error)
{
  gint64 bytes = tensor->offset[1] - tensor->offset[0], bits;

  if (tensor->offset[0] < 0 || bytes < 0)
    return refuse (reader, error, _("data_offsets: it ends before it begins; a begin and an end would be right"));
  if (ull_mul (tensor->elements, (gint64) tensor->format->bits, &bits) && bits % 8 == 0 && bits / 8 == bytes)
    return TRUE;
  g_autofree char *has = ull_format_count (bytes);
  g_autofree char *elements = ull_format_count (tensor->elements);
  return refuse (reader, error, _("data_offsets: %s bytes are not those of %s elements at %s; shape and size that agree would be right"),
                 has, elements, tensor->format->name);
}

/* On the way through a header again, for a byte that two tensors have. */
static void
seek (UllShardReader *reader, const UllShardTensor *tensor)
{
  if (reader->sought >= tensor->offset[0] && reader->sought < tensor->offset[1] && reader->found->len < 2)
    g_ptr_array_add (reader->found, ull_json_text_dup_shown (&reader->tensor));
}

static void
add_run (UllShardReader *reader, gint64 begin, gint64 end)
{
  const UllShardRun run = { begin, end };
  UllShardRun *last = reader->runs->len > 0 ? &g_array_index (reader->runs, UllShardRun, reader->runs->len - 1) : NULL;

  if (begin == end)
    return;
  if (last && last->end == begin)
    last->end = end;
  else if (last && last->begin == end)
    last->begin = begin;
  else
    g_array_append_val (reader->runs, run);
}

gboolean
ull_shard_read_tensor (UllShardReader *reader, GError **error)
{
  UllShardTensor tensor = { 0 };
  UllJsonText name;
  guint members = 0;
  gboolean more;

  if (!ull_json_pull_open (reader->pull, ULL_JSON_OBJECT, error))
    return FALSE;
  for (;;)
    {
      if (!ull_json_pull_member (reader->pull, &name, &more, error))
        return FALSE;
      if (!more)
        break;
      if (!read_member (reader, &name, &tensor, &members, error))
        return FALSE;
    }
  if (members != HAS_ALL)
    return refuse (reader, error, _("it lacks dtype, shape or data_offsets; all three would be right"));
  return ull_shard_add_tensor (reader, &tensor, error);
}

gboolean
ull_shard_add_tensor (UllShardReader *reader, const UllShardTensor *tensor, GError **error)
{
  if (!check_size (reader, tensor, error))
    return FALSE;
  if (reader->sought >= 0)
    {
      seek (reader, tensor);
      return TRUE;
    }
  reader->end = MAX (reader->end, tensor->offset[1]);
  add_run (reader, tensor->offset[0], tensor->offset[1]);
  const UllTensor whole = { .name = reader->tensor.text,
                            .length = reader->tensor.length,
                            .format = tensor->format,
                            .elements = tensor->elements,
                            .bytes = tensor->offset[1] - tensor->offset[0] };
  return reader->func (&whole, reader->user_data, error);
}

static int
compare_runs (gconstpointer a, gconstpointer b)
{
  const UllShardRun *one = a, *other = b;

  return (one->begin > other->begin) - (one->begin < other->begin);
}

/* Of a copy that was broken off. */
static gboolean
refuse_short (const UllShardReader *reader, GError **error)
{
  gint64 end = G_MAXINT64;

  (void) !ull_add (reader->header_end, reader->end, &end);
  g_autofree char *has = ull_format_count (reader->header_end + reader->data_bytes);
  g_autofree char *says = ull_format_count (end);
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
               _("%s: the file ends at byte %s, and by its header it goes on to byte %s; a whole file would be right (is it cut short?)"),
               reader->file, has, says);
  return FALSE;
}

gboolean
ull_shard_check_runs (UllShardReader *reader, gint64 *overlap, GError **error)
{
  gint64 end = 0;

  *overlap = -1;
  if (reader->end > reader->data_bytes)
    return refuse_short (reader, error);
  g_array_sort (reader->runs, compare_runs);
  for (guint i = 0; i <= reader->runs->len; i++)
    {
      gboolean last = i == reader->runs->len;
      gint64 begin = last ? reader->data_bytes : g_array_index (reader->runs, UllShardRun, i).begin;

      if (begin < end)
        {
          *overlap = begin;
          return FALSE;
        }
      if (begin > end)
        {
          g_autofree char *place = ull_format_count (end);

          g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, _("%s: no tensor has byte %s; each byte of one tensor would be right"),
                       reader->file, place);
          return FALSE;
        }
      if (!last)
        end = g_array_index (reader->runs, UllShardRun, i).end;
    }
  return TRUE;
}
