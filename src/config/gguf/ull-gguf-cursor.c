#include "ull-gguf-cursor.h"

#include "ull-json.h"

#include <string.h>

/* Every length is compared with what is left, and never added to the offset first: a length of 2^64 - 1 cannot wrap
 * around. Numbers stand unaligned, so they are copied out. */

#define MAX_SHOWN 512

gsize
ull_gguf_cursor_left (const UllGgufCursor *cursor)
{
  return cursor->size - cursor->offset;
}

gboolean
ull_gguf_cursor_skip (UllGgufCursor *cursor, guint64 bytes)
{
  if (bytes > ull_gguf_cursor_left (cursor))
    return FALSE;
  cursor->offset += (gsize) bytes;
  return TRUE;
}

static guint64
load_64 (const UllGgufCursor *cursor, const guint8 *at)
{
  guint64 value;

  memcpy (&value, at, sizeof value);
  return cursor->big_endian ? GUINT64_FROM_BE (value) : GUINT64_FROM_LE (value);
}

static guint64
load_32 (const UllGgufCursor *cursor, const guint8 *at)
{
  guint32 value;

  memcpy (&value, at, sizeof value);
  return cursor->big_endian ? GUINT32_FROM_BE (value) : GUINT32_FROM_LE (value);
}

static guint64
load_16 (const UllGgufCursor *cursor, const guint8 *at)
{
  guint16 value;

  memcpy (&value, at, sizeof value);
  return cursor->big_endian ? GUINT16_FROM_BE (value) : GUINT16_FROM_LE (value);
}

gboolean
ull_gguf_cursor_read (UllGgufCursor *cursor, guint width, guint64 *value)
{
  const guint8 *at = cursor->bytes + cursor->offset;

  if (width > ull_gguf_cursor_left (cursor))
    return FALSE;
  *value = width == 8 ? load_64 (cursor, at) : width == 4 ? load_32 (cursor, at) : width == 2 ? load_16 (cursor, at) : *at;
  cursor->offset += width;
  return TRUE;
}

gboolean
ull_gguf_cursor_read_count (UllGgufCursor *cursor, guint64 *count)
{
  return ull_gguf_cursor_read (cursor, cursor->narrow ? 4 : 8, count);
}

gboolean
ull_gguf_cursor_read_text (UllGgufCursor *cursor, UllGgufText *text)
{
  const gsize start = cursor->offset;
  guint64 length;

  if (!ull_gguf_cursor_read_count (cursor, &length))
    return FALSE;
  text->text = (const char *) cursor->bytes + cursor->offset;
  text->length = (gsize) length;
  if (ull_gguf_cursor_skip (cursor, length))
    return TRUE;
  cursor->offset = start;
  return FALSE;
}

/* A vocabulary is a quarter of a million texts, so this is the one loop whose speed is felt: it keeps to the lengths, and
 * their form is known where it is compiled. */
static inline gboolean
skip_texts (UllGgufCursor *cursor, guint64 n, guint width, gboolean big_endian)
{
  const guint8 *at = cursor->bytes + cursor->offset;
  gsize left = ull_gguf_cursor_left (cursor);

  for (; n > 0; n--)
    {
      guint64 length;

      if (left < width)
        return FALSE;
      if (width == 4)
        length = load_32 (cursor, at);
      else
        {
          memcpy (&length, at, sizeof length);
          length = big_endian ? GUINT64_FROM_BE (length) : GUINT64_FROM_LE (length);
        }
      left -= width;
      if (length > left)
        return FALSE;
      left -= (gsize) length;
      at += width + (gsize) length;
    }
  cursor->offset = cursor->size - left;
  return TRUE;
}

gboolean
ull_gguf_cursor_skip_texts (UllGgufCursor *cursor, guint64 n)
{
  if (cursor->narrow)
    return skip_texts (cursor, n, 4, cursor->big_endian);
  return cursor->big_endian ? skip_texts (cursor, n, 8, TRUE) : skip_texts (cursor, n, 8, FALSE);
}

gboolean
ull_gguf_text_equal (UllGgufText text, const char *other)
{
  return text.length == strlen (other) && memcmp (text.text, other, text.length) == 0;
}

char *
ull_gguf_text_dup_shown (UllGgufText text)
{
  g_autofree char *valid = g_utf8_make_valid (text.text, (gssize) MIN (text.length, MAX_SHOWN));

  return ull_json_dup_shown (valid);
}
