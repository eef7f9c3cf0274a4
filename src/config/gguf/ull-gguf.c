#include "ull-gguf.h"

#include "ull-error.h"
#include "ull-units.h"
#include "ull-weight-file.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <string.h>

/* The form of a GGUF file, versions 1 to 3, in either order of bytes:
 *
 *   "GGUF"  version u32  tensors u64  entries u64
 *   entry:  key text, type u32, value; an array's value is its elements' type u32, their number u64, the elements
 *   tensor: name text, dimensions u32, that many u64, type u32, offset u64
 *   data, from the next multiple of general.alignment (32)
 *
 * A text is its length u64 and its bytes. Version 1 has 32 bits for counts, lengths and dimensions. A file in big-endian order
 * has the magic in the usual one, so the version tells: its low half is empty.
 *
 * Time and memory are bounded by the bounds below and not by what a file claims: a sparse file of a terabyte can hold any
 * count of empty things. Elements of fixed size are stepped over, so only texts are counted. Arrays of arrays, which no
 * writer makes, are refused rather than followed. */

#define MAX_ENTRIES 65536
#define MAX_TENSORS (1 << 18)
#define MAX_TEXTS (1 << 24)
#define MAX_KEY 65535
#define DEFAULT_ALIGNMENT 32
/* Of a file that may be another kind. */
#define SNIFFED ((gsize) 4096)

/* Bytes of a value; 0: not fixed. */
static const guint8 widths[ULL_N_GGUF_TYPES] = {
  [ULL_GGUF_UINT8] = 1,  [ULL_GGUF_INT8] = 1,  [ULL_GGUF_UINT16] = 2,  [ULL_GGUF_INT16] = 2,
  [ULL_GGUF_UINT32] = 4, [ULL_GGUF_INT32] = 4, [ULL_GGUF_FLOAT32] = 4, [ULL_GGUF_BOOL] = 1,
  [ULL_GGUF_UINT64] = 8, [ULL_GGUF_INT64] = 8, [ULL_GGUF_FLOAT64] = 8,
};

typedef struct
{
  UllGguf *file;
  UllGgufCursor cursor;
  guint64 texts; /* stepped over so far */
} Parser;

gboolean
ull_gguf_has_magic (const guint8 *bytes, gsize length)
{
  return length >= 4 && (memcmp (bytes, "GGUF", 4) == 0 || memcmp (bytes, "FUGG", 4) == 0);
}

void
ull_gguf_set_error (const UllGguf *file, const char *place, GError **error, int code, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (error, ULL_ERROR, code, "%s: %s: %s", file->name, place, message);
}

gboolean
ull_gguf_set_cut_off (const UllGguf *file, const UllGgufCursor *cursor, const char *what, GError **error)
{
  g_autofree char *offset = ull_format_count ((gint64) cursor->offset);
  g_autofree char *place = g_strdup_printf (_("byte %s"), offset);

  ull_gguf_set_error (file, place, error, ULL_ERROR_SYNTAX, _("the file ends inside %s; a whole GGUF file would be right"), what);
  return FALSE;
}

static gboolean G_GNUC_PRINTF (4, 5)
refuse_key (const Parser *parser, UllGgufText key, GError **error, const char *format, ...)
{
  g_autofree char *shown = ull_gguf_text_dup_shown (key);
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  ull_gguf_set_error (parser->file, shown, error, ULL_ERROR_SYNTAX, "%s", message);
  return FALSE;
}

static gboolean
check_version (Parser *parser, guint64 version, GError **error)
{
  UllGguf *file = parser->file;

  if ((version & 0xffff) == 0)
    {
      file->big_endian = parser->cursor.big_endian = TRUE;
      version = GUINT32_SWAP_LE_BE ((guint32) version);
    }
  file->version = (guint) version;
  parser->cursor.narrow = version == 1;
  if (version >= 1 && version <= 3)
    return TRUE;
  g_set_error (error, ULL_ERROR, ULL_ERROR_UNSUPPORTED,
               _("%s: version %u of the GGUF format is not known; 1, 2 or 3 would be right"), file->name, file->version);
  return FALSE;
}

static gboolean
read_start (Parser *parser, guint64 *tensors, guint64 *entries, GError **error)
{
  UllGgufCursor *cursor = &parser->cursor;
  const guint8 *bytes = cursor->pages->bytes;
  const gsize start = MIN (parser->file->size, SNIFFED);
  UllWeightFile kind;
  guint64 version;

  if (!ull_gguf_pages_ensure (cursor->pages, 0, start) || !ull_gguf_has_magic (bytes, start))
    {
      kind = ull_weight_file_sniff (bytes, start, (gint64) parser->file->size);
      if (kind != ULL_WEIGHT_FILE_OTHER)
        return ull_weight_file_refuse (parser->file->name, kind, error);
      g_set_error (error, ULL_ERROR, ULL_ERROR_SYNTAX, _("%s: this is no GGUF file; one begins with the letters GGUF"),
                   parser->file->name);
      return FALSE;
    }
  if (bytes[0] != 'G')
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_UNSUPPORTED,
                   _("%s: the file begins with FUGG, as files of before the first version of the format did; GGUF would be right"),
                   parser->file->name);
      return FALSE;
    }
  ull_gguf_cursor_skip (cursor, 4);
  if (!ull_gguf_cursor_read (cursor, 4, &version))
    return ull_gguf_set_cut_off (parser->file, cursor, _("its first words"), error);
  if (!check_version (parser, version, error))
    return FALSE;
  if (!ull_gguf_cursor_read_count (cursor, tensors) || !ull_gguf_cursor_read_count (cursor, entries))
    return ull_gguf_set_cut_off (parser->file, cursor, _("its first words"), error);
  return TRUE;
}

static gboolean
check_count (const Parser *parser, guint64 count, guint64 most, const char *what, GError **error)
{
  g_autofree char *said = NULL, *limit = NULL;

  if (count <= most)
    return TRUE;
  said = ull_format_count ((gint64) MIN (count, (guint64) G_MAXINT64));
  limit = ull_format_count ((gint64) most);
  g_set_error (error, ULL_ERROR, ULL_ERROR_SYNTAX, _("%s: it says that it has %s %s; at most %s would be right"),
               parser->file->name, said, what, limit);
  return FALSE;
}

static gboolean
skip_texts (Parser *parser, const UllGgufEntry *entry, GError **error)
{
  guint64 least = parser->cursor.narrow ? 4 : 8;

  if (entry->count > ull_gguf_cursor_left (&parser->cursor) / least)
    return refuse_key (parser, entry->key, error, _("the list goes on past the file’s end; a whole GGUF file would be right"));
  if (entry->count > MAX_TEXTS - parser->texts)
    return refuse_key (parser, entry->key, error, _("no vocabulary has so many entries; at most 16 million would be right"));
  parser->texts += entry->count;
  return ull_gguf_cursor_skip_texts (&parser->cursor, entry->count) ||
         refuse_key (parser, entry->key, error, _("a text goes on past the file’s end; a whole GGUF file would be right"));
}

static gboolean
skip_value (Parser *parser, const UllGgufEntry *entry, GError **error)
{
  guint width = widths[entry->type];

  if (entry->type == ULL_GGUF_STRING)
    return skip_texts (parser, entry, error);
  return (entry->count <= ull_gguf_cursor_left (&parser->cursor) / width &&
          ull_gguf_cursor_skip (&parser->cursor, entry->count * width)) ||
         refuse_key (parser, entry->key, error, _("the value goes on past the file’s end; a whole GGUF file would be right"));
}

static gboolean
check_type (const Parser *parser, UllGgufText key, guint64 type, GError **error)
{
  if (type < ULL_N_GGUF_TYPES)
    return TRUE;
  return refuse_key (parser, key, error, _("values of type %u are not known; 0 to %d would be right"), (guint) type,
                     ULL_N_GGUF_TYPES - 1);
}

static gboolean
read_type (Parser *parser, UllGgufEntry *entry, GError **error)
{
  UllGgufCursor *cursor = &parser->cursor;
  guint64 type;

  if (!ull_gguf_cursor_read (cursor, 4, &type))
    return ull_gguf_set_cut_off (parser->file, cursor, _("its metadata"), error);
  if (!check_type (parser, entry->key, type, error))
    return FALSE;
  entry->array = type == ULL_GGUF_ARRAY;
  entry->count = 1;
  if (entry->array)
    {
      if (!ull_gguf_cursor_read (cursor, 4, &type) || !ull_gguf_cursor_read_count (cursor, &entry->count))
        return ull_gguf_set_cut_off (parser->file, cursor, _("its metadata"), error);
      if (!check_type (parser, entry->key, type, error))
        return FALSE;
      if (type == ULL_GGUF_ARRAY)
        return refuse_key (parser, entry->key, error, _("lists of lists are not read; a list of numbers or texts would be right"));
    }
  entry->type = (UllGgufType) type;
  entry->offset = cursor->offset;
  return TRUE;
}

static gboolean
read_entry (Parser *parser, GError **error)
{
  UllGgufEntry entry = { 0 };

  if (!ull_gguf_cursor_read_text (&parser->cursor, &entry.key))
    return ull_gguf_set_cut_off (parser->file, &parser->cursor, _("its metadata"), error);
  if (entry.key.length > MAX_KEY)
    return refuse_key (parser, entry.key, error, _("a key of so many letters is none; at most 65,535 would be right"));
  if (!read_type (parser, &entry, error) || !skip_value (parser, &entry, error))
    return FALSE;
  g_array_append_val (parser->file->entries, entry);
  return TRUE;
}

static gboolean
read_alignment (UllGguf *file, GError **error)
{
  const UllGgufEntry *entry = ull_gguf_find (file, "general.alignment");

  file->alignment = DEFAULT_ALIGNMENT;
  if (!entry)
    return TRUE;
  if (ull_gguf_get_int (file, entry, 0, &file->alignment) && file->alignment >= 1 && file->alignment <= G_MAXINT32 &&
      (file->alignment & (file->alignment - 1)) == 0)
    return TRUE;
  ull_gguf_set_error (file, "general.alignment", error, ULL_ERROR_INVALID,
                      _("tensors cannot stand at multiples of this; a power of two like 32 would be right"));
  return FALSE;
}

static gboolean
read_all (Parser *parser, GError **error)
{
  guint64 tensors, entries;

  if (!read_start (parser, &tensors, &entries, error))
    return FALSE;
  if (!check_count (parser, entries, MAX_ENTRIES, _("entries"), error))
    return FALSE;
  for (guint64 i = 0; i < entries; i++)
    if (!read_entry (parser, error))
      return FALSE;
  return read_alignment (parser->file, error) &&
         check_count (parser, tensors, MAX_TENSORS, _("tensors"), error) &&
         ull_gguf_read_tensors (parser->file, &parser->cursor, tensors, error);
}

/* What could not be read looks like a file that ends; this is what to say of it. */
static void
set_fault (const char *name, int code, GError **error)
{
  g_clear_error (error);
  if (code == EFBIG)
    g_set_error (error, ULL_ERROR, ULL_ERROR_UNSUPPORTED, _("%s: its metadata is longer than any model’s; at most %d MiB are read"), name,
                 (int) (ULL_GGUF_MOST_TAKEN >> 20));
  else
    g_set_error (error, ULL_ERROR, ULL_ERROR_IO, _("%s: it cannot be read (%s); a GGUF file would be right"), name, g_strerror (code));
}

static UllGguf *
parse (const char *name, UllGgufPages *pages, GError **error)
{
  g_autoptr (UllGguf) file = g_new0 (UllGguf, 1);
  Parser parser = { .file = file, .cursor = { .pages = pages } };

  file->name = g_strdup (name);
  file->pages = pages;
  file->size = pages->size;
  file->entries = g_array_new (FALSE, FALSE, sizeof (UllGgufEntry));
  file->tensors = g_array_new (FALSE, FALSE, sizeof (UllGgufTensor));
  if (read_all (&parser, error))
    return g_steal_pointer (&file);
  if (pages->fault != 0)
    set_fault (name, pages->fault, error);
  return NULL;
}

UllGguf *
ull_gguf_parse (const char *name, GBytes *bytes, GError **error)
{
  return parse (name, ull_gguf_pages_new (bytes), error);
}

UllGguf *
ull_gguf_parse_file (const char *name, int fd, GError **error)
{
  UllGgufPages *pages = ull_gguf_pages_new_file (fd, name, error);

  return pages ? parse (name, pages, error) : NULL;
}

void
ull_gguf_free (UllGguf *file)
{
  g_clear_pointer (&file->name, g_free);
  g_clear_pointer (&file->entries, g_array_unref);
  g_clear_pointer (&file->tensors, g_array_unref);
  g_clear_pointer (&file->pages, ull_gguf_pages_free);
  g_free (file);
}
