#include "ull-json-private.h"

#include "ull-units.h"

#include <string.h>

/* What strings and numbers stand for. All of it walks over text that was scanned or that a NUL ends, so no
 * function here needs to know where the text ends. */

/* Characters of a file's own text that a message repeats. */
#define MAX_SHOWN 48

/* The four digits of a \u escape, or -1. */
static int
hex4 (const char *at)
{
  int code = 0;
  for (int i = 0; i < 4; i++)
    {
      int digit = g_ascii_xdigit_value (at[i]);
      if (digit < 0)
        return -1;
      code = code * 16 + digit;
    }
  return code;
}

gsize
ull_json_read_escape (const char *at, gunichar *character)
{
  int code = hex4 (at + 2);
  if (code <= 0 || (code >= 0xDC00 && code <= 0xDFFF))
    return 0;

  *character = (gunichar) code;
  if (code < 0xD800 || code > 0xDBFF)
    return 6;

  if (at[6] != '\\' || at[7] != 'u')
    return 0;
  int low = hex4 (at + 8);
  if (low < 0xDC00 || low > 0xDFFF)
    return 0;

  *character = 0x10000 + (gunichar) ((code - 0xD800) << 10) + (gunichar) (low - 0xDC00);
  return 12;
}

char *
ull_json_decode (const char *quote)
{
  const char *at = quote + 1;
  GString *text = g_string_new (NULL);

  for (;;)
    {
      gsize plain = strcspn (at, "\"\\");
      g_string_append_len (text, at, (gssize) plain);
      at += plain;
      if (*at == '"')
        return g_string_free (text, FALSE);

      if (at[1] == 'u')
        {
          gunichar character = 0;
          at += ull_json_read_escape (at, &character);
          g_string_append_unichar (text, character);
          continue;
        }
      static const char escapes[] = "\"\"\\\\//b\bf\fn\nr\rt\t";
      for (const char *escape = escapes; *escape; escape += 2)
        if (escape[0] == at[1])
          g_string_append_c (text, escape[1]);
      at += 2;
    }
}

char *
ull_json_dup_shown (const char *text)
{
  glong length = g_utf8_strlen (text, -1);
  g_autofree char *head = g_utf8_substring (text, 0, MIN (length, MAX_SHOWN));
  g_autofree char *plain = ull_format_plain (head);

  return g_strconcat (plain, length > MAX_SHOWN ? "…" : NULL, NULL);
}

/* Saturates far beyond any number of digits a text can have. */
static gint64
read_exponent (const char *at, const char *end)
{
  const gint64 limit = G_GINT64_CONSTANT (1) << 40;
  gint64 exponent = 0;
  gboolean negative = FALSE;

  for (; at < end; at++)
    if (*at == '-')
      negative = TRUE;
    else if (g_ascii_isdigit (*at) && exponent < limit)
      exponent = exponent * 10 + (*at - '0');
  return negative ? -exponent : exponent;
}

/* Decimal digits and a point that the exponent moves: whole if every digit behind the point is 0. Through
 * a double, 9007199254740993.0 would come out one less. */
gboolean
ull_json_number_to_int (const char *start, const char *end, gint64 *value)
{
  gboolean negative = *start == '-';
  const char *digits = start + negative;
  const char *exponent = digits;
  while (exponent < end && *exponent != 'e' && *exponent != 'E')
    exponent++;
  const char *dot = memchr (digits, '.', (gsize) (exponent - digits));

  gint64 point = (dot ? dot : exponent) - digits + read_exponent (exponent, end);
  guint64 number = 0;
  gint64 i = 0;
  for (const char *c = digits; c < exponent; c++)
    {
      if (c == dot)
        continue;
      guint64 digit = (guint64) (*c - '0');
      if (i++ >= point && digit != 0)
        return FALSE;
      if (i <= point
          && (!g_uint64_checked_mul (&number, number, 10) || !g_uint64_checked_add (&number, number, digit)))
        return FALSE;
    }
  for (; number != 0 && i < point; i++)
    if (!g_uint64_checked_mul (&number, number, 10))
      return FALSE;

  if (number > (guint64) G_MAXINT64 + negative)
    return FALSE;
  *value = negative ? (gint64) (0 - number) : (gint64) number;
  return TRUE;
}
