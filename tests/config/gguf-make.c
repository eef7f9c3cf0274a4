#include "gguf-make.h"

#include <string.h>

/* The form is written from its description and not from the reader: magic, version, counts; entries; tensor infos; data from
 * the next multiple of the alignment on, each tensor at one. */

static const guint8 widths[ULL_N_GGUF_TYPES] = { 1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8 };

GgufMake *
gguf_make_new (guint version, gboolean big_endian)
{
  GgufMake *make = g_new0 (GgufMake, 1);

  make->version = version;
  make->big_endian = big_endian;
  make->alignment = 32;
  make->entries = g_byte_array_new ();
  make->tensors = g_byte_array_new ();
  return make;
}

void
gguf_make_number (const GgufMake *make, GByteArray *bytes, guint width, guint64 value)
{
  for (guint i = 0; i < width; i++)
    {
      guint8 byte = (guint8) (value >> 8 * (make->big_endian ? width - 1 - i : i));

      g_byte_array_append (bytes, &byte, 1);
    }
}

static void
put_count (const GgufMake *make, GByteArray *bytes, guint64 count)
{
  gguf_make_number (make, bytes, make->version == 1 ? 4 : 8, count);
}

void
gguf_make_put_text (const GgufMake *make, GByteArray *bytes, const char *text)
{
  put_count (make, bytes, strlen (text));
  g_byte_array_append (bytes, (const guint8 *) text, (guint) strlen (text));
}

static void
begin (GgufMake *make, const char *key, UllGgufType type)
{
  gguf_make_put_text (make, make->entries, key);
  gguf_make_number (make, make->entries, 4, type);
  make->n_entries++;
}

void
gguf_make_int (GgufMake *make, const char *key, UllGgufType type, gint64 value)
{
  begin (make, key, type);
  gguf_make_number (make, make->entries, widths[type], (guint64) value);
  if (g_str_equal (key, "general.alignment"))
    make->alignment = value;
}

void
gguf_make_text (GgufMake *make, const char *key, const char *text)
{
  begin (make, key, ULL_GGUF_STRING);
  gguf_make_put_text (make, make->entries, text);
}

void
gguf_make_list (GgufMake *make, const char *key, UllGgufType type, const gint64 *values, guint n)
{
  begin (make, key, ULL_GGUF_ARRAY);
  gguf_make_number (make, make->entries, 4, type);
  put_count (make, make->entries, n);
  for (guint i = 0; i < n; i++)
    gguf_make_number (make, make->entries, widths[type], (guint64) values[i]);
}

void
gguf_make_words (GgufMake *make, const char *key, guint n)
{
  begin (make, key, ULL_GGUF_ARRAY);
  gguf_make_number (make, make->entries, 4, ULL_GGUF_STRING);
  put_count (make, make->entries, n);
  for (guint i = 0; i < n; i++)
    {
      char word[16];

      g_snprintf (word, sizeof word, "w%u", i);
      gguf_make_put_text (make, make->entries, word);
    }
}

static void
add_list (GgufMake *make, const char *key, const char *text)
{
  g_auto (GStrv) halves = g_strsplit (text, "*", 2);
  g_auto (GStrv) words = g_strsplit (halves[0], ",", -1);
  guint n_words = g_strv_length (words);
  guint n = halves[1] ? (guint) g_ascii_strtoull (halves[1], NULL, 10) : n_words;
  g_autofree gint64 *values = g_new (gint64, n);

  for (guint i = 0; i < n; i++)
    values[i] = g_ascii_strtoll (words[i % n_words], NULL, 10);
  gguf_make_list (make, key, ULL_GGUF_INT32, values, n);
}

void
gguf_make_keys (GgufMake *make, const char *arch, const char *keys)
{
  g_auto (GStrv) pairs = g_strsplit (keys, " ", -1);

  gguf_make_text (make, "general.architecture", arch);
  for (char **pair = pairs; *pair; pair++)
    {
      g_auto (GStrv) sides = g_strsplit (*pair, "=", 2);
      g_autofree char *key = g_strconcat (arch, ".", sides[0], NULL);

      if (sides[0] == NULL || sides[1] == NULL)
        continue;
      if (strpbrk (sides[1], ",*"))
        add_list (make, key, sides[1]);
      else if (g_str_equal (sides[1], "true") || g_str_equal (sides[1], "false"))
        gguf_make_int (make, key, ULL_GGUF_BOOL, sides[1][0] == 't');
      else
        gguf_make_int (make, key, ULL_GGUF_UINT32, g_ascii_strtoll (sides[1], NULL, 10));
    }
}

static guint64
pad (const GgufMake *make, guint64 bytes)
{
  guint64 alignment = (guint64) MAX (make->alignment, 1);

  return (bytes + alignment - 1) / alignment * alignment;
}

void
gguf_make_tensor (GgufMake *make, const char *name, guint type, gint64 a, gint64 b, gint64 c)
{
  const gint64 dims[] = { a, b, c };
  const UllGgufPacking *packing = ull_gguf_packing (type);
  guint64 elements = 1;
  guint n = 0;

  while (n < G_N_ELEMENTS (dims) && dims[n] != 0)
    elements *= (guint64) dims[n++];
  gguf_make_put_text (make, make->tensors, name);
  gguf_make_number (make, make->tensors, 4, n);
  for (guint i = 0; i < n; i++)
    put_count (make, make->tensors, (guint64) dims[i]);
  gguf_make_number (make, make->tensors, 4, type);
  gguf_make_number (make, make->tensors, 8, make->data);
  make->n_tensors++;
  if (packing)
    make->data = pad (make, make->data + elements / packing->elements * packing->bytes);
}

GBytes *
gguf_make_end (GgufMake *make)
{
  GByteArray *bytes = g_byte_array_new ();
  guint64 start;

  g_byte_array_append (bytes, (const guint8 *) "GGUF", 4);
  gguf_make_number (make, bytes, 4, make->version);
  put_count (make, bytes, make->n_tensors);
  put_count (make, bytes, make->n_entries);
  g_byte_array_append (bytes, make->entries->data, make->entries->len);
  g_byte_array_append (bytes, make->tensors->data, make->tensors->len);
  if (make->n_tensors > 0)
    {
      start = bytes->len;
      g_byte_array_set_size (bytes, (guint) (pad (make, start) + make->data));
      memset (bytes->data + start, 0, bytes->len - start);
    }
  g_byte_array_unref (make->entries);
  g_byte_array_unref (make->tensors);
  g_free (make);
  return g_byte_array_free_to_bytes (bytes);
}
