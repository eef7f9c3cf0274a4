#include "ull-shell-clean.h"

#include "ull-shell.h"

#include <string.h>

/* A command that went through a word processor or a chat has typographic quotes, and a dash where two hyphens stood. Neither means
 * anything to a shell or in JSON, so that both are taken back before anything is read. Controls but tab and newline go too:
 * they are no part of any command, and some of them mark holes. */

static gboolean
is_dash (gunichar c)
{
  return (c >= 0x2010 && c <= 0x2015) || c == 0x2212;
}

static gboolean
is_blank (gunichar c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == 0xa0 || c == 0;
}

static gboolean
is_invisible (gunichar c)
{
  return (c >= 0x200b && c <= 0x200f) || (c >= 0x202a && c <= 0x202e) || c == 0x2060 || c == 0xfeff || c == 0xad;
}

/* Letters of the flag's name that follow: a name of one or two letters has one hyphen. */
static guint
count_letters (const char *p)
{
  guint n = 0;

  while (g_ascii_isalnum (p[n]) || p[n] == '-' || p[n] == '_')
    n++;
  return n;
}

/* A dash at the start of a word: an em dash was two hyphens; a shorter one was two before a long name, and one before a
 * short name, a digit or a further dash. */
static const char *
append_dash (GString *clean, gunichar dash, gboolean at_start, const char *rest)
{
  gunichar next = g_utf8_get_char (rest);

  if (!at_start)
    {
      g_string_append_c (clean, '-');
      return rest;
    }
  if (is_dash (next) || next == '-')
    {
      g_string_append (clean, "--");
      return g_utf8_next_char (rest);
    }
  g_string_append (clean, g_ascii_isalpha (*rest) && (dash == 0x2014 || count_letters (rest) > 3) ? "--" : "-");
  return rest;
}

static void
append_plain (GString *clean, gunichar c)
{
  if (c == 0x2018 || c == 0x2019 || c == 0x201a || c == 0x201b)
    g_string_append_c (clean, '\'');
  else if (c >= 0x201c && c <= 0x201f)
    g_string_append_c (clean, '"');
  else if (c == 0xa0 || c == 0x202f || c == 0x3000)
    g_string_append_c (clean, ' ');
  else if (c >= 0x20 || c == '\t' || c == '\n')
    g_string_append_unichar (clean, c);
}

char *
ull_shell_clean (const char *text, gsize length)
{
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) MIN (length, ULL_SHELL_MAX_BYTES));
  GString *clean = g_string_sized_new (strlen (valid) + 1);
  gunichar before = 0;

  for (const char *p = valid; *p != 0;)
    {
      gunichar c = g_utf8_get_char (p);

      p = g_utf8_next_char (p);
      if (is_invisible (c))
        continue;
      if (c == '\r')
        {
          c = '\n';
          if (*p == '\n')
            p++;
        }
      if (is_dash (c))
        p = append_dash (clean, c, is_blank (before), p);
      else
        append_plain (clean, c);
      before = c;
    }
  return g_string_free (clean, FALSE);
}
