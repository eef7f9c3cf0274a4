#include "ull-json-pull-private.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Nothing recurses: open containers are bits of a word, so hostile nesting is an error. What is kept of the text is a window
 * of fixed size; a token that must be whole is moved to its beginning when the window ends inside it. Lines end between tokens
 * only, so they are counted where blanks are passed over. The grammar is that of the scanner's strict dialect, but for
 * duplicate members, which only a caller can know of. */

/* Characters of a number that is read; more say nothing. */
#define LONGEST_NUMBER 64

UllJsonPull *
ull_json_pull_new (const char *name, UllJsonRead read, gpointer data)
{
  UllJsonPull *pull = g_new0 (UllJsonPull, 1);

  pull->name = g_strdup (name);
  pull->read = read;
  pull->data = data;
  pull->window = g_malloc (ULL_JSON_PULL_WINDOW + ULL_JSON_PULL_ROOM);
  pull->at = pull->end = pull->window;
  *pull->end = '\0';
  pull->line = 1;
  pull->decoded = g_string_new (NULL);
  return pull;
}

void
ull_json_pull_free (UllJsonPull *pull)
{
  if (!pull)
    return;
  g_string_free (pull->decoded, TRUE);
  g_free (pull->window);
  g_free (pull->name);
  g_free (pull);
}

gboolean
ull_json_pull_refuse (UllJsonPull *pull, GError **error, UllError code, const char *format, ...)
{
  guint64 column = pull->before + (guint64) (pull->at - pull->window) - pull->line_start + 1;
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (error, ULL_ERROR, (int) code, _("%s: line %u, column %ld: %s"), pull->name, pull->line, (glong) column, message);
  return FALSE;
}

gboolean
ull_json_pull_refuse_here (UllJsonPull *pull, GError **error, const char *wanted)
{
  gunichar c;
  char found[7] = "";

  if (pull->at >= pull->end)
    return ull_json_pull_refuse (pull, error, ULL_ERROR_SYNTAX,
                                 _("the text ends here; %s should follow (is the file cut short?)"), wanted);
  c = *pull->at == '\0' ? 0 : g_utf8_get_char_validated (pull->at, pull->end - pull->at);
  if (c >= 0x110000)
    return ull_json_pull_refuse (pull, error, ULL_ERROR_SYNTAX, _("this is not UTF-8; JSON is UTF-8 text"));
  if (!g_unichar_isprint (c))
    return ull_json_pull_refuse (pull, error, ULL_ERROR_SYNTAX, _("the character U+%04X cannot stand here; %s should"), c, wanted);
  g_unichar_to_utf8 (c, found);
  return ull_json_pull_refuse (pull, error, ULL_ERROR_SYNTAX, _("“%s” cannot stand here; %s should"), found, wanted);
}

gboolean
ull_json_pull_fill (UllJsonPull *pull, char **keep, GError **error)
{
  gsize dropped = (gsize) (*keep - pull->window), kept = (gsize) (pull->end - *keep);
  gssize n;

  memmove (pull->window, *keep, kept);
  pull->before += dropped;
  pull->at -= dropped;
  *keep = pull->window;
  n = pull->read (pull->data, pull->window + kept, ULL_JSON_PULL_WINDOW - kept, error);
  pull->end = pull->window + kept + MAX (n, 0);
  *pull->end = '\0';
  pull->ended = n == 0;
  return n >= 0;
}

/* At the next byte that is no blank: 0 at the end. */
static gboolean
skip_all_blanks (UllJsonPull *pull, GError **error)
{
  for (;;)
    {
      char *at = pull->at;

      for (; *at == ' ' || *at == '\n' || *at == '\r' || *at == '\t'; at++)
        if (*at == '\n')
          {
            pull->line++;
            pull->line_start = pull->before + (guint64) (at - pull->window) + 1;
          }
      pull->at = at;
      if (at < pull->end || pull->ended)
        return TRUE;
      if (!ull_json_pull_fill (pull, &at, error))
        return FALSE;
    }
}

/* Mostly there are none. */
static inline gboolean
skip_blanks (UllJsonPull *pull, GError **error)
{
  return (guchar) *pull->at > ' ' || skip_all_blanks (pull, error);
}

/* So many bytes at hand, if the text has them. */
static gboolean
ensure (UllJsonPull *pull, gssize n, GError **error)
{
  while (pull->end - pull->at < n && !pull->ended)
    {
      char *at = pull->at;

      if (!ull_json_pull_fill (pull, &at, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_in_object (const UllJsonPull *pull)
{
  return pull->depth > 0 && (pull->objects >> (pull->depth - 1) & 1) != 0;
}

gboolean
ull_json_pull_type (UllJsonPull *pull, UllJsonType *type, GError **error)
{
  if (!skip_blanks (pull, error))
    return FALSE;
  switch (*pull->at)
    {
    case '{':
      *type = ULL_JSON_OBJECT;
      return TRUE;
    case '[':
      *type = ULL_JSON_ARRAY;
      return TRUE;
    case '"':
      *type = ULL_JSON_STRING;
      return TRUE;
    case 't':
    case 'f':
      *type = ULL_JSON_BOOLEAN;
      return TRUE;
    case 'n':
      *type = ULL_JSON_NULL;
      return TRUE;
    default:
      *type = ULL_JSON_REAL;
      return *pull->at == '-' || g_ascii_isdigit (*pull->at) || ull_json_pull_refuse_here (pull, error, _("a value"));
    }
}

gboolean
ull_json_pull_open (UllJsonPull *pull, UllJsonType type, GError **error)
{
  guint64 bit;

  g_return_val_if_fail (type == ULL_JSON_ARRAY || type == ULL_JSON_OBJECT, FALSE);

  if (!skip_blanks (pull, error))
    return FALSE;
  if (*pull->at != (type == ULL_JSON_OBJECT ? '{' : '['))
    return ull_json_pull_refuse_here (pull, error, type == ULL_JSON_OBJECT ? _("an object") : _("a list"));
  if (pull->depth == ULL_JSON_MAX_DEPTH)
    return ull_json_pull_refuse (pull, error, ULL_ERROR_SYNTAX,
                                 _("lists and objects are nested too deeply; at most %d levels are read"), ULL_JSON_MAX_DEPTH);
  bit = G_GUINT64_CONSTANT (1) << pull->depth++;
  pull->objects = type == ULL_JSON_OBJECT ? pull->objects | bit : pull->objects & ~bit;
  pull->begun &= ~bit;
  pull->at++;
  return TRUE;
}

/* Over the comma before a child, or over the closing bracket. */
static gboolean
step (UllJsonPull *pull, char closing, gboolean *more, GError **error)
{
  guint64 bit = G_GUINT64_CONSTANT (1) << (pull->depth - 1);

  if (!skip_blanks (pull, error))
    return FALSE;
  *more = *pull->at != closing;
  if (!*more)
    {
      pull->at++;
      pull->depth--;
      return TRUE;
    }
  if ((pull->begun & bit) == 0)
    {
      pull->begun |= bit;
      return TRUE;
    }
  if (*pull->at != ',')
    return ull_json_pull_refuse_here (pull, error, closing == '}' ? _("“,” or “}”") : _("“,” or “]”"));
  pull->at++;
  return skip_blanks (pull, error);
}

gboolean
ull_json_pull_element (UllJsonPull *pull, gboolean *more, GError **error)
{
  g_return_val_if_fail (pull->depth > 0 && !is_in_object (pull), FALSE);

  return step (pull, ']', more, error);
}

static gboolean
next_member (UllJsonPull *pull, UllJsonText *name, gboolean *more, GError **error)
{
  g_return_val_if_fail (is_in_object (pull), FALSE);

  if (!step (pull, '}', more, error))
    return FALSE;
  if (!*more)
    return TRUE;
  if (*pull->at != '"')
    return ull_json_pull_refuse_here (pull, error, _("a member’s name in quotes"));
  return ull_json_pull_scan_string (pull, name, error);
}

/* The name is kept in the window while the colon is looked for: only where the window ends there is it moved. */
gboolean
ull_json_pull_member (UllJsonPull *pull, UllJsonText *name, gboolean *more, GError **error)
{
  if (!next_member (pull, name, more, error))
    return FALSE;
  if (!*more)
    return TRUE;
  if (*pull->at != ':' || pull->at == pull->end)
    {
      if (name != NULL && name->text != pull->decoded->str)
        {
          g_string_truncate (pull->decoded, 0);
          g_string_append_len (pull->decoded, name->text, (gssize) name->length);
          name->text = pull->decoded->str;
        }
      if (!skip_blanks (pull, error))
        return FALSE;
      if (*pull->at != ':')
        return ull_json_pull_refuse_here (pull, error, _("“:”"));
    }
  pull->at++;
  return TRUE;
}

gboolean
ull_json_pull_string (UllJsonPull *pull, UllJsonText *text, GError **error)
{
  if (!skip_blanks (pull, error))
    return FALSE;
  if (*pull->at != '"')
    return ull_json_pull_refuse_here (pull, error, _("a text in quotes"));
  return ull_json_pull_scan_string (pull, text, error);
}

static const char *
skip_digits (const char *at)
{
  while (g_ascii_isdigit (*at))
    at++;
  return at;
}

/* *@end: behind the number. */
static gboolean
scan_number (UllJsonPull *pull, const char **end, GError **error)
{
  const char *at;

  if (!ensure (pull, LONGEST_NUMBER, error))
    return FALSE;
  at = pull->at + (*pull->at == '-');
  if (!g_ascii_isdigit (*at))
    return ull_json_pull_refuse_here (pull, error, _("a number"));
  if (*at == '0' && g_ascii_isdigit (at[1]))
    return ull_json_pull_refuse (pull, error, ULL_ERROR_SYNTAX, _("the number starts with a needless 0; write it without"));
  at = skip_digits (at);
  if (*at == '.' && g_ascii_isdigit (at[1]))
    at = skip_digits (at + 1);
  if (*at == 'e' || *at == 'E')
    {
      const char *digits = at + 1 + (at[1] == '+' || at[1] == '-');

      at = g_ascii_isdigit (*digits) ? skip_digits (digits) : at;
    }
  if (at - pull->at >= LONGEST_NUMBER)
    return ull_json_pull_refuse (pull, error, ULL_ERROR_SYNTAX,
                                 _("the number does not fit 64 bits; the largest that does is 9223372036854775807"));
  *end = at;
  return TRUE;
}

/* Eight digits at once: pairs of them to numbers below 100, those to numbers below 10,000, and those to the number. The bytes'
 * order is told, so that the first is the lowest. */
static inline gboolean
read_eight (const char *at, gint64 *number)
{
  const guint64 each = G_GUINT64_CONSTANT (0x0101010101010101);
  guint64 bytes;

  memcpy (&bytes, at, sizeof bytes);
  bytes = GUINT64_FROM_LE (bytes) ^ each * '0';
  /* A digit is at most 9 now; with 6 more, still below 16. */
  if (((bytes | (bytes + each * 6)) & each * 0xf0) != 0)
    return FALSE;
  bytes = (bytes * 10 + (bytes >> 8)) & G_GUINT64_CONSTANT (0x00ff00ff00ff00ff);
  bytes = (bytes * 100 + (bytes >> 16)) & G_GUINT64_CONSTANT (0x0000ffff0000ffff);
  *number = (gint64) ((bytes * 10000 + (bytes >> 32)) & G_MAXUINT32);
  return TRUE;
}

/* @plain: (nullable): whether it was written in digits alone; where somebody asks, what was not is no number to refuse. */
static gboolean
pull_number (UllJsonPull *pull, gint64 *value, gboolean *plain, GError **error)
{
  const char *end;
  gint64 number = 0;

  if (!skip_blanks (pull, error))
    return FALSE;
  /* Eighteen digits fit. The window has room behind its end, and no digit there. */
  end = pull->at;
  if (read_eight (end, &number))
    end += 8;
  for (; g_ascii_isdigit (*end) && end - pull->at < 18; end++)
    number = number * 10 + (*end - '0');
  if (end > pull->at && (*end == ',' || *end == ']') && (*pull->at != '0' || end == pull->at + 1))
    {
      *value = number;
      pull->at = (char *) end;
      return TRUE;
    }
  if (!scan_number (pull, &end, error))
    return FALSE;
  if (plain != NULL)
    *plain = skip_digits (pull->at + (*pull->at == '-')) == end;
  if ((plain == NULL || *plain) && !ull_json_number_to_int (pull->at, end, value))
    return ull_json_pull_refuse (pull, error, ULL_ERROR_INVALID, _("this is no whole number of 64 bits; one would be right"));
  pull->at += end - pull->at;
  return TRUE;
}

gboolean
ull_json_pull_int (UllJsonPull *pull, gint64 *value, GError **error)
{
  return pull_number (pull, value, NULL, error);
}

gboolean
ull_json_pull_digits (UllJsonPull *pull, gint64 *value, gboolean *plain, GError **error)
{
  *value = 0;
  *plain = TRUE;
  return pull_number (pull, value, plain, error);
}

static gboolean
skip_word (UllJsonPull *pull, GError **error)
{
  static const char *const words[] = { "null", "true", "false" };

  if (!ensure (pull, 8, error))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_has_prefix (pull->at, words[i]))
      {
        pull->at += strlen (words[i]);
        return TRUE;
      }
  return ull_json_pull_refuse_here (pull, error, _("a value"));
}

static gboolean
skip_scalar (UllJsonPull *pull, UllJsonType type, GError **error)
{
  const char *end;

  if (type == ULL_JSON_STRING)
    return ull_json_pull_scan_string (pull, NULL, error);
  if (type != ULL_JSON_REAL)
    return skip_word (pull, error);
  if (!scan_number (pull, &end, error))
    return FALSE;
  pull->at += end - pull->at;
  return TRUE;
}

gboolean
ull_json_pull_skip (UllJsonPull *pull, GError **error)
{
  guint depth = pull->depth;
  UllJsonText name;

  do
    {
      gboolean more = TRUE;
      UllJsonType type;

      if (!ull_json_pull_type (pull, &type, error))
        return FALSE;
      if (type != ULL_JSON_OBJECT && type != ULL_JSON_ARRAY)
        {
          if (!skip_scalar (pull, type, error))
            return FALSE;
        }
      else if (!ull_json_pull_open (pull, type, error))
        return FALSE;
      /* Out of what ends here, to the next value. */
      for (gboolean closed = TRUE; closed && pull->depth > depth; closed = !more)
        if (!(is_in_object (pull) ? ull_json_pull_member (pull, &name, &more, error)
                                  : ull_json_pull_element (pull, &more, error)))
          return FALSE;
    }
  while (pull->depth > depth);
  return TRUE;
}

const char *
ull_json_pull_peek (const UllJsonPull *pull, gsize *n)
{
  *n = (gsize) (pull->end - pull->at);
  return pull->at;
}

void
ull_json_pull_pass (UllJsonPull *pull, gsize n)
{
  g_return_if_fail (n <= (gsize) (pull->end - pull->at));

  pull->at += n;
}

gboolean
ull_json_pull_end (UllJsonPull *pull, GError **error)
{
  g_return_val_if_fail (pull->depth == 0, FALSE);

  return skip_blanks (pull, error)
         && (pull->at == pull->end || ull_json_pull_refuse_here (pull, error, _("the end of the text")));
}

char *
ull_json_text_dup_shown (const UllJsonText *text)
{
  g_autofree char *copy = g_strndup (text->text, text->length);

  return ull_json_dup_shown (copy);
}
