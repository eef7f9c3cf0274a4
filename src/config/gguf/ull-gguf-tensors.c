#include "ull-gguf.h"

#include "ull-error.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Tensor infos: name, dimensions, type and place. Bytes of a tensor = elements / elements of a block × bytes of a block,
 * where a row, the first dimension, is whole blocks. Tensors lie within the file and not on each other; the file may end where
 * the last one does, without what would pad it. */

static gboolean G_GNUC_PRINTF (5, 6)
refuse (const UllGguf *file, UllGgufText name, GError **error, int code, const char *format, ...)
{
  g_autofree char *shown = ull_gguf_text_dup_shown (name);
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  ull_gguf_set_error (file, shown, error, code, "%s", message);
  return FALSE;
}

static gboolean
read_dims (const UllGguf *file, UllGgufCursor *cursor, UllGgufTensor *tensor, GError **error)
{
  guint64 n, dim;

  if (!ull_gguf_cursor_read (cursor, 4, &n))
    return ull_gguf_set_cut_off (file, cursor, _("its list of tensors"), error);
  if (n > ULL_GGUF_MAX_DIMS)
    return refuse (file, tensor->name, error, ULL_ERROR_INVALID,
                   _("a tensor of %u dimensions is not known; at most %d would be right"), (guint) n, ULL_GGUF_MAX_DIMS);
  tensor->n_dims = (guint) n;
  tensor->elements = 1;
  for (guint i = 0; i < ULL_GGUF_MAX_DIMS; i++)
    {
      dim = 1;
      if (i < n && !ull_gguf_cursor_read_count (cursor, &dim))
        return ull_gguf_set_cut_off (file, cursor, _("its list of tensors"), error);
      if (dim > G_MAXINT64 || !ull_mul (tensor->elements, (gint64) dim, &tensor->elements))
        return refuse (file, tensor->name, error, ULL_ERROR_OVERFLOW,
                       _("its dimensions are more elements than can be counted; fewer would be right"));
      tensor->dims[i] = (gint64) dim;
    }
  return TRUE;
}

static gboolean
read_packing (const UllGguf *file, UllGgufCursor *cursor, UllGgufTensor *tensor, GError **error)
{
  const UllGgufPacking *packing;
  guint64 type;

  if (!ull_gguf_cursor_read (cursor, 4, &type))
    return ull_gguf_set_cut_off (file, cursor, _("its list of tensors"), error);
  packing = tensor->packing = ull_gguf_packing (type);
  if (!packing)
    return refuse (file, tensor->name, error, ULL_ERROR_UNSUPPORTED,
                   _("tensors of type %u are not known, so their size is not either; a type of a released ggml would be right"),
                   (guint) type);
  if (tensor->dims[0] % packing->elements != 0)
    {
      g_autofree char *row = ull_format_count (tensor->dims[0]);

      return refuse (file, tensor->name, error, ULL_ERROR_INVALID,
                     _("a row of %s elements is no whole number of blocks of %s; a multiple of %u would be right"), row,
                     packing->name, packing->elements);
    }
  return ull_mul (tensor->elements / packing->elements, packing->bytes, &tensor->bytes) ||
         refuse (file, tensor->name, error, ULL_ERROR_OVERFLOW,
                 _("its dimensions are more bytes than can be counted; fewer would be right"));
}

static gboolean
read_place (const UllGguf *file, UllGgufCursor *cursor, UllGgufTensor *tensor, GError **error)
{
  guint64 offset;

  if (!ull_gguf_cursor_read (cursor, 8, &offset))
    return ull_gguf_set_cut_off (file, cursor, _("its list of tensors"), error);
  if (offset > G_MAXINT64 || offset % (guint64) file->alignment != 0)
    return refuse (file, tensor->name, error, ULL_ERROR_INVALID,
                   _("it does not begin at a multiple of the file’s alignment; one of %d bytes would be right"),
                   (int) file->alignment);
  tensor->offset = (gint64) offset;
  return TRUE;
}

static guint
name_hash (gconstpointer data)
{
  const UllGgufText *text = data;
  guint32 hash = 5381;

  for (gsize i = 0; i < text->length; i++)
    hash = hash * 33 + (guchar) text->text[i];
  return hash;
}

static gboolean
name_equal (gconstpointer a, gconstpointer b)
{
  const UllGgufText *one = a, *other = b;

  return one->length == other->length && memcmp (one->text, other->text, one->length) == 0;
}

/* Counted twice it would be weights that are not there. */
static gboolean
check_names (const UllGguf *file, GError **error)
{
  g_autoptr (GHashTable) names = g_hash_table_new (name_hash, name_equal);

  for (guint i = 0; i < file->tensors->len; i++)
    {
      UllGgufTensor *tensor = &g_array_index (file->tensors, UllGgufTensor, i);

      if (tensor->name.length == 0)
        return refuse (file, tensor->name, error, ULL_ERROR_INVALID, _("a tensor has no name; one like output.weight would be right"));
      if (!g_hash_table_add (names, &tensor->name))
        return refuse (file, tensor->name, error, ULL_ERROR_INVALID, _("two tensors have this name; one would be right"));
    }
  return TRUE;
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const UllGgufTensor *one = *(const UllGgufTensor *const *) a, *other = *(const UllGgufTensor *const *) b;

  return one->offset < other->offset ? -1 : one->offset > other->offset;
}

static gboolean
check_places (const UllGguf *file, GError **error)
{
  g_autoptr (GPtrArray) order = g_ptr_array_new ();
  gint64 end = 0;

  for (guint i = 0; i < file->tensors->len; i++)
    g_ptr_array_add (order, &g_array_index (file->tensors, UllGgufTensor, i));
  g_ptr_array_sort (order, compare_places);
  for (guint i = 0; i < order->len; i++)
    {
      const UllGgufTensor *tensor = order->pdata[i];
      gint64 whole;

      if (tensor->offset < end)
        return refuse (file, tensor->name, error, ULL_ERROR_INVALID,
                       _("it begins inside another tensor; tensors one behind the other would be right"));
      if (!ull_add (tensor->offset, tensor->bytes, &end) || !ull_add (end, (gint64) file->data_start, &whole) ||
          (guint64) whole > file->size)
        {
          g_autofree char *size = ull_format_count ((gint64) file->size);

          return refuse (file, tensor->name, error, ULL_ERROR_INVALID,
                         _("it goes on past the file’s end at %s bytes; a file that was copied whole would be right"), size);
        }
    }
  return TRUE;
}

gboolean
ull_gguf_read_tensors (UllGguf *file, UllGgufCursor *cursor, guint64 n, GError **error)
{
  gint64 end;

  for (guint64 i = 0; i < n; i++)
    {
      UllGgufTensor tensor = { 0 };

      if (!ull_gguf_cursor_read_text (cursor, &tensor.name))
        return ull_gguf_set_cut_off (file, cursor, _("its list of tensors"), error);
      if (!read_dims (file, cursor, &tensor, error) || !read_packing (file, cursor, &tensor, error) ||
          !read_place (file, cursor, &tensor, error))
        return FALSE;
      if (!ull_add (file->tensor_bytes, tensor.bytes, &file->tensor_bytes))
        return refuse (file, tensor.name, error, ULL_ERROR_OVERFLOW,
                       _("the tensors are more bytes than can be counted; fewer would be right"));
      g_array_append_val (file->tensors, tensor);
    }
  file->header_end = cursor->offset;
  if (!ull_mul (ull_div_ceil ((gint64) cursor->offset, file->alignment), file->alignment, &end))
    return ull_gguf_set_cut_off (file, cursor, _("its list of tensors"), error);
  file->data_start = (gsize) end;
  return check_names (file, error) && check_places (file, error);
}
