#include "ull-json-pull-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Strings of a text that is read through a window. Eight bytes are looked at together until one of them is a quote, a
 * backslash, a control or no ASCII; those are rare. A string that is asked for is kept whole in the window, and one that is
 * passed over is let go as it is read, so that its length costs nothing. */

#define ONES G_GUINT64_CONSTANT (0x0101010101010101)
#define HIGHS G_GUINT64_CONSTANT (0x8080808080808080)
/* The longest escape, and the longest character. */
#define LONGEST 12

static const char *const too_long = N_("a text is longer than any that is read; at most 65,536 bytes would be right");

/* Whether one of eight bytes is 0. */
static guint64
zeros (guint64 bytes)
{
  return (bytes - ONES) & ~bytes & HIGHS;
}

/* To the first byte that ends a string or needs a look, or to the end of the window. What the subtractions borrow marks bytes
 * behind the first one alone, and that is the lowest. */
static char *
skip_plain (char *at, const char *end)
{
  while (at < end)
    {
      guint64 bytes, stops;

      memcpy (&bytes, at, sizeof bytes);
      bytes = GUINT64_FROM_LE (bytes);
      stops = (bytes & HIGHS) | zeros (bytes ^ (ONES * '"')) | zeros (bytes ^ (ONES * '\\')) | ((bytes - ONES * 0x20) & HIGHS);
      if (stops)
        {
          at += __builtin_ctzll (stops) / 8;
          break;
        }
      at += sizeof bytes;
    }
  return MIN (at, (char *) end);
}

static gboolean
scan_escape (UllJsonPull *pull, char *at, gsize *length, GError **error)
{
  gunichar character;

  *length = 2;
  if (at + 1 >= pull->end)
    {
      pull->at = at + 1;
      return ull_json_pull_refuse_here (pull, error, _("the rest of a string"));
    }
  if (at[1] == 'u')
    *length = ull_json_read_escape (at, &character);
  else if (at[1] == '\0' || !strchr ("\"\\/bfnrt", at[1]))
    *length = 0;
  pull->at = at;
  return *length > 0 || ull_json_pull_refuse (pull, error, ULL_ERROR_SYNTAX,
                                              _("the escape is not one that JSON knows; a backslash itself is written \\\\"));
}

/* One that is no ASCII. */
static gboolean
scan_character (UllJsonPull *pull, char *at, gsize *length, GError **error)
{
  gunichar character = g_utf8_get_char_validated (at, pull->end - at);

  pull->at = at;
  if (character >= 0x110000)
    return ull_json_pull_refuse (pull, error, ULL_ERROR_SYNTAX, _("this is not UTF-8; JSON is UTF-8 text"));
  *length = (gsize) (g_utf8_next_char (at) - at);
  return TRUE;
}

/* The window is read to its end inside a string. @start: its opening quote, which stays where it is asked for. */
static gboolean
read_on (UllJsonPull *pull, char **at, char **start, gboolean asked, GError **error)
{
  gsize offset;

  if (!asked)
    *start = *at;
  offset = (gsize) (*at - *start);
  pull->at = *at;
  if (offset > ULL_JSON_PULL_MAX_TEXT)
    return ull_json_pull_refuse (pull, error, ULL_ERROR_UNSUPPORTED, "%s", _(too_long));
  if (!ull_json_pull_fill (pull, start, error))
    return FALSE;
  *at = *start + offset;
  return TRUE;
}

static void
decode (UllJsonPull *pull, const char *start, UllJsonText *text)
{
  g_autofree char *decoded = ull_json_decode (start);

  g_string_assign (pull->decoded, decoded);
  *text = (UllJsonText) { pull->decoded->str, pull->decoded->len };
}

/* At what skip_plain() stopped at, besides the closing quote. */
static gboolean
scan_odd (UllJsonPull *pull, char *at, gsize *length, GError **error)
{
  if (*at == '\\')
    return scan_escape (pull, at, length, error);
  if ((guchar) *at >= 0x80)
    return scan_character (pull, at, length, error);
  pull->at = at;
  return ull_json_pull_refuse_here (pull, error, _("the rest of a string (line ends and tabs are written \\n and \\t)"));
}

gboolean
ull_json_pull_scan_string (UllJsonPull *pull, UllJsonText *text, GError **error)
{
  char *start = pull->at, *at = pull->at + 1;
  gboolean escaped = FALSE;
  gsize length = 0;

  for (;;)
    {
      at = skip_plain (at, pull->end);
      if (at < pull->end && *at == '"')
        break;
      if (pull->end - at < LONGEST && !pull->ended)
        {
          if (!read_on (pull, &at, &start, text != NULL, error))
            return FALSE;
          continue;
        }
      if (!scan_odd (pull, at, &length, error))
        return FALSE;
      escaped |= *at == '\\';
      at += length;
    }
  pull->at = at + 1;
  if (text == NULL)
    return TRUE;
  if (at - start > ULL_JSON_PULL_MAX_TEXT)
    return ull_json_pull_refuse (pull, error, ULL_ERROR_UNSUPPORTED, "%s", _(too_long));
  *text = (UllJsonText) { start + 1, (gsize) (at - start - 1) };
  if (escaped)
    decode (pull, start, text);
  return TRUE;
}
