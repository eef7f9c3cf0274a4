#include "ull-gguf-cursor.h"

#include "ull-json.h"

#include <string.h>

/* Every length is compared with what is left, and never added to the offset first: a length of 2^64 - 1 cannot wrap
 * around. Numbers stand unaligned, so they are copied out. */

#define MAX_SHOWN 512

gsize
ull_gguf_cursor_left (const UllGgufCursor *cursor)
{
  return cursor->pages->size - cursor->offset;
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
  const guint8 *at = cursor->pages->bytes + cursor->offset;

  if (!ull_gguf_pages_ensure (cursor->pages, cursor->offset, width))
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
  text->text = (const char *) cursor->pages->bytes + cursor->offset;
  text->length = (gsize) length;
  if (length <= ull_gguf_cursor_left (cursor) && ull_gguf_pages_ensure (cursor->pages, cursor->offset, (gsize) length)
      && ull_gguf_cursor_skip (cursor, length))
    return TRUE;
  cursor->offset = start;
  return FALSE;
}

/* Bytes of a list of texts that are looked at together, and thrown away. */
#define WINDOW 65536

/* A vocabulary is a quarter of a million texts, so this is the one loop whose speed is felt: it keeps to the lengths, and
 * their form is known where it is compiled. Steps over texts that lie in the @n bytes at @at, *texts of them at most, and says how
 * many bytes they took; the last of them may end behind the others' end. */
static inline guint64
skip_some (const guint8 *at, gsize n, guint64 *texts, guint width, gboolean big_endian)
{
  guint64 place = 0, left = *texts;

  for (; left > 0 && place + width <= n; left--)
    {
      guint64 length;

      if (width == 4)
        {
          guint32 narrow;

          memcpy (&narrow, at + place, sizeof narrow);
          length = big_endian ? GUINT32_FROM_BE (narrow) : GUINT32_FROM_LE (narrow);
        }
      else
        {
          memcpy (&length, at + place, sizeof length);
          length = big_endian ? GUINT64_FROM_BE (length) : GUINT64_FROM_LE (length);
        }
      /* No file is so long; the sum stays below what would wrap. */
      place += width + MIN (length, (guint64) G_MAXINT64);
      if (place > G_MAXINT64)
        break;
    }
  *texts = left;
  return place;
}

static guint64
skip_by_form (const UllGgufCursor *cursor, const guint8 *at, gsize n, guint64 *texts)
{
  if (cursor->narrow)
    return cursor->big_endian ? skip_some (at, n, texts, 4, TRUE) : skip_some (at, n, texts, 4, FALSE);
  return cursor->big_endian ? skip_some (at, n, texts, 8, TRUE) : skip_some (at, n, texts, 8, FALSE);
}

gboolean
ull_gguf_cursor_skip_texts (UllGgufCursor *cursor, guint64 n)
{
  UllGgufPages *pages = cursor->pages;
  g_autofree guint8 *window = pages->whole ? NULL : g_malloc (WINDOW);
  gsize offset = cursor->offset;

  while (n > 0)
    {
      gsize left = pages->size - offset;
      gssize got = pages->whole ? (gssize) left : ull_gguf_pages_copy (pages, window, MIN (WINDOW, left), offset);
      const guint64 before = n;
      guint64 taken = got > 0 ? skip_by_form (cursor, window ? window : pages->bytes + offset, (gsize) got, &n) : 0;

      if (n == before || taken > left)
        return FALSE;
      offset += (gsize) taken;
    }
  cursor->offset = offset;
  return TRUE;
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
