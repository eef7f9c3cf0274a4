#include "ull-gguf.h"

#include <string.h>

/* Values at the places where parsing found them. Keys are few (a hundred at most in files that are met), so they are searched
 * in order; the first of two that are alike counts, as it does for the library that the format belongs to. */

const UllGgufEntry *
ull_gguf_find (const UllGguf *file, const char *key)
{
  const gsize length = strlen (key);

  for (guint i = 0; i < file->entries->len; i++)
    {
      const UllGgufEntry *entry = &g_array_index (file->entries, UllGgufEntry, i);

      if (entry->key.length == length && memcmp (entry->key.text, key, length) == 0)
        return entry;
    }
  return NULL;
}

/* Sign and width of the types that are whole numbers; a width of 0: it is none. */
static const struct
{
  guint8 width;
  gboolean is_signed;
} numbers[ULL_N_GGUF_TYPES] = {
  [ULL_GGUF_UINT8] = { 1, FALSE },  [ULL_GGUF_INT8] = { 1, TRUE },   [ULL_GGUF_UINT16] = { 2, FALSE },
  [ULL_GGUF_INT16] = { 2, TRUE },   [ULL_GGUF_UINT32] = { 4, FALSE }, [ULL_GGUF_INT32] = { 4, TRUE },
  [ULL_GGUF_BOOL] = { 1, FALSE },   [ULL_GGUF_UINT64] = { 8, FALSE }, [ULL_GGUF_INT64] = { 8, TRUE },
};

static gint64
extend (guint64 raw, guint width)
{
  switch (width)
    {
    case 1:
      return (gint8) raw;
    case 2:
      return (gint16) raw;
    case 4:
      return (gint32) raw;
    default:
      return (gint64) raw;
    }
}

static UllGgufCursor
cursor_at (const UllGguf *file, gsize offset)
{
  return (UllGgufCursor) { .pages = file->pages, .offset = offset, .big_endian = file->big_endian, .narrow = file->version == 1 };
}

gboolean
ull_gguf_get_int (const UllGguf *file, const UllGgufEntry *entry, guint64 i, gint64 *value)
{
  guint width = numbers[entry->type].width;
  UllGgufCursor cursor;
  guint64 raw;

  if (width == 0 || i >= entry->count)
    return FALSE;
  cursor = cursor_at (file, entry->offset + (gsize) i * width);
  if (!ull_gguf_cursor_read (&cursor, width, &raw) || (!numbers[entry->type].is_signed && raw > G_MAXINT64))
    return FALSE;
  *value = numbers[entry->type].is_signed ? extend (raw, width) : (gint64) raw;
  return TRUE;
}

gboolean
ull_gguf_get_text (const UllGguf *file, const UllGgufEntry *entry, UllGgufText *text)
{
  UllGgufCursor cursor = cursor_at (file, entry->offset);

  return entry->type == ULL_GGUF_STRING && !entry->array && ull_gguf_cursor_read_text (&cursor, text);
}

const UllGgufTensor *
ull_gguf_find_tensor (const UllGguf *file, const char *name)
{
  const gsize length = strlen (name);

  for (guint i = 0; i < file->tensors->len; i++)
    {
      const UllGgufTensor *tensor = &g_array_index (file->tensors, UllGgufTensor, i);

      if (tensor->name.length == length && memcmp (tensor->name.text, name, length) == 0)
        return tensor;
    }
  return NULL;
}
