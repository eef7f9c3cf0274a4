#include "ull-gguf-reader.h"

#include "ull-error.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Values by the architecture's own prefix, and sentences that name the whole key. */

static char *
whole_key (const UllGgufReader *reader, const char *key)
{
  return g_strconcat (reader->arch, ".", key, NULL);
}

const UllGgufEntry *
ull_gguf_reader_find (const UllGgufReader *reader, const char *key)
{
  g_autofree char *whole = whole_key (reader, key);

  return ull_gguf_find (reader->file, whole);
}

void
ull_gguf_reader_set_error (const UllGgufReader *reader, const char *key, GError **error, int code, const char *format, ...)
{
  g_autofree char *whole = whole_key (reader, key);
  g_autofree char *place = ull_gguf_text_dup_shown ((UllGgufText) { whole, strlen (whole) });
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  ull_gguf_set_error (reader->file, place, error, code, "%s", message);
}

gboolean
ull_gguf_reader_set_missing (const UllGgufReader *reader, const char *key, GError **error)
{
  ull_gguf_reader_set_error (reader, key, error, ULL_ERROR_MISSING,
                             _("the file does not have it, and what the layers keep hangs on it; a file with it would be right"));
  return FALSE;
}

void
ull_gguf_reader_warn (UllGgufReader *reader, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_ptr_array_add (reader->warnings, g_strdup_vprintf (format, args));
  va_end (args);
}

static gboolean
take_number (const UllGgufReader *reader,
             const UllGgufEntry *entry,
             const char *key,
             guint64 i,
             gint64 min,
             gint64 max,
             gint64 *value,
             GError **error)
{
  g_autofree char *least = NULL, *most = NULL;

  if (ull_gguf_get_int (reader->file, entry, i, value) && *value >= min && *value <= max)
    return TRUE;
  least = ull_format_count (min);
  most = ull_format_count (max);
  ull_gguf_reader_set_error (reader, key, error, ULL_ERROR_INVALID, _("this is out of range; a whole number from %s to %s would be right"),
                             least, most);
  return FALSE;
}

gboolean
ull_gguf_reader_read (const UllGgufReader *reader, const char *key, gint64 min, gint64 max, gint64 *value, GError **error)
{
  const UllGgufEntry *entry = ull_gguf_reader_find (reader, key);

  if (!entry)
    return TRUE;
  if (!entry->array)
    return take_number (reader, entry, key, 0, min, max, value, error);
  ull_gguf_reader_set_error (reader, key, error, ULL_ERROR_UNSUPPORTED, _("a list is not read here; one number would be right"));
  return FALSE;
}

gboolean
ull_gguf_reader_need (const UllGgufReader *reader, const char *key, gint64 min, gint64 max, gint64 *value, GError **error)
{
  if (!ull_gguf_reader_find (reader, key))
    return ull_gguf_reader_set_missing (reader, key, error);
  return ull_gguf_reader_read (reader, key, min, max, value, error);
}

gboolean
ull_gguf_reader_read_each (const UllGgufReader *reader, const char *key, gint64 min, gint64 max, gint64 *values, GError **error)
{
  const UllGgufEntry *entry = ull_gguf_reader_find (reader, key);

  if (!entry)
    return TRUE;
  if (entry->array && entry->count < (guint64) reader->layers)
    {
      g_autofree char *given = ull_format_count ((gint64) entry->count);
      g_autofree char *layers = ull_format_count (reader->layers);

      ull_gguf_reader_set_error (reader, key, error, ULL_ERROR_INVALID,
                                 _("a list of %s does not name every layer; one of %s would be right"), given, layers);
      return FALSE;
    }
  for (gint64 i = 0; i < reader->layers + reader->drafts; i++)
    {
      guint64 place = entry->array ? MIN ((guint64) i, entry->count - 1) : 0;

      if (!take_number (reader, entry, key, place, min, max, &values[i], error))
        return FALSE;
    }
  return TRUE;
}

gboolean
ull_gguf_reader_is_list (const UllGgufReader *reader, const char *key)
{
  const UllGgufEntry *entry = ull_gguf_reader_find (reader, key);

  return entry && entry->array;
}

char *
ull_gguf_reader_dup_text (const UllGgufReader *reader, const char *key)
{
  const UllGgufEntry *entry = ull_gguf_find (reader->file, key);
  UllGgufText text;

  if (!entry || !ull_gguf_get_text (reader->file, entry, &text) || text.length == 0)
    return NULL;
  return ull_gguf_text_dup_shown (text);
}
