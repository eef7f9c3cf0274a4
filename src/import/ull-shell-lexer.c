#include "ull-shell-private.h"

#include <string.h>

/* A shell's rules of quoting, and where people do not keep to them, what they meant: a backslash with blanks or a comment behind
 * it continues the line; a line that begins with a flag belongs to the command above it; a quote without its end is a
 * character. Every step moves forward, so that a text of any kind is read in time linear in its length. */

static gboolean
is_name (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* Behind a continuation at @p (a backslash, or what other shells have in its place), the start of the next line; NULL where @p
 * begins none. */
static const char *
skip_continuation (const char *p)
{
  const char *q = p + 1;

  if (*p != '\\' && *p != '^' && *p != '`')
    return NULL;
  while (*q == ' ' || *q == '\t')
    q++;
  if (*p == '\\' && *q == '#' && q > p + 1)
    while (*q != 0 && *q != '\n')
      q++;
  return *q == '\n' ? q + 1 : NULL;
}

/* Whether the line at @p, or the one below comments there, begins with a flag. */
static gboolean
begins_with_flag (const char *p)
{
  for (;;)
    {
      while (*p == ' ' || *p == '\t')
        p++;
      if (*p != '#')
        break;
      while (*p != 0 && *p != '\n')
        p++;
      if (*p == '\n')
        p++;
    }
  return p[0] == '-' && (g_ascii_isalpha (p[1]) || (p[1] == '-' && g_ascii_isalpha (p[2])));
}

static void
read_newline (UllShellLexer *lexer)
{
  lexer->p++;
  ull_shell_end_word (lexer);
  lexer->drop_word = FALSE;
  if (lexer->array == NULL && !(lexer->words->len > 0 && begins_with_flag (lexer->p)))
    ull_shell_end_command (lexer);
}

static void
read_continuation (UllShellLexer *lexer, const char *next)
{
  /* Nothing between the backslash and the next flag: a shell would join the two, which nobody means. */
  if (*next == '-')
    ull_shell_end_word (lexer);
  lexer->p = next;
}

static void
skip_comment (UllShellLexer *lexer)
{
  while (*lexer->p != 0 && *lexer->p != '\n')
    lexer->p++;
}

/* It’s, don’t: no quote opens between two letters. */
static gboolean
is_apostrophe (const UllShellLexer *lexer)
{
  return lexer->in_word && lexer->p > lexer->start && g_ascii_isalpha (lexer->p[-1]) && g_ascii_isalpha (lexer->p[1]);
}

static void
append_char (UllShellLexer *lexer)
{
  const char *next = g_utf8_next_char (lexer->p);

  ull_shell_append_text (lexer, lexer->p, (gsize) (next - lexer->p));
  lexer->p = next;
}

static void
read_single (UllShellLexer *lexer)
{
  const char *end = lexer->broken_single || is_apostrophe (lexer) ? NULL : strchr (lexer->p + 1, '\'');

  if (end == NULL)
    {
      if (!lexer->broken_single && lexer->open_quote == NULL && !is_apostrophe (lexer))
        lexer->open_quote = lexer->p;
      lexer->broken_single |= !is_apostrophe (lexer);
      append_char (lexer);
      return;
    }
  ull_shell_append_text (lexer, lexer->p + 1, (gsize) (end - lexer->p - 1));
  lexer->p = end + 1;
}

/* $'…': the escapes of C that occur in commands. */
static void
read_ansi (UllShellLexer *lexer)
{
  static const char from[] = "ntr\\'\"", to[] = "\nt\r\\'\"";
  const char *p = lexer->p + 2;

  lexer->in_word = TRUE;
  for (; *p != 0 && *p != '\''; p++)
    {
      const char *escape = *p == '\\' && p[1] != 0 ? strchr (from, p[1]) : NULL;

      if (escape == NULL)
        {
          ull_shell_append_text (lexer, p, 1);
          continue;
        }
      p++;
      ull_shell_append_text (lexer, *p == 't' ? "\t" : &to[escape - from], 1);
    }
  lexer->p = *p == '\'' ? p + 1 : p;
}

/* One step inside double quotes. */
static void
read_double_char (UllShellLexer *lexer)
{
  const char *next = skip_continuation (lexer->p);

  if (*lexer->p == '\\' && next != NULL)
    lexer->p = next;
  else if (*lexer->p == '\\' && lexer->p[1] != 0 && strchr ("\\\"$`", lexer->p[1]) != NULL)
    {
      ull_shell_append_text (lexer, lexer->p + 1, 1);
      lexer->p += 2;
    }
  else if (*lexer->p == '$' && ull_shell_read_dollar (lexer, TRUE))
    return;
  else if (*lexer->p == '`' && ull_shell_read_ticks (lexer))
    return;
  else if (*lexer->p == '<' && ull_shell_read_placeholder (lexer))
    return;
  else
    append_char (lexer);
}

static void
read_double (UllShellLexer *lexer)
{
  const char *begin = lexer->p;
  gsize length = lexer->word->len;
  guint words = lexer->words->len;

  if (lexer->broken_double)
    {
      append_char (lexer);
      return;
    }
  lexer->in_word = TRUE;
  lexer->p++;
  while (*lexer->p != 0 && *lexer->p != '"')
    read_double_char (lexer);
  if (*lexer->p == '"')
    {
      lexer->p++;
      return;
    }
  /* No end: the quote is a character, and so is every one behind it. */
  lexer->broken_double = TRUE;
  if (lexer->open_quote == NULL)
    lexer->open_quote = begin;
  if (lexer->words->len == words)
    g_string_truncate (lexer->word, length);
  lexer->p = begin;
  append_char (lexer);
}

static void
read_backslash (UllShellLexer *lexer)
{
  char next = lexer->p[1];

  /* A folder of Windows; a shell would drop the backslash, which leaves a path that is nowhere. */
  if (next == 0 || is_name (next) || next == '.')
    append_char (lexer);
  else if (next == '$')
    lexer->p++; /* a variable that a text inside a text means */
  else
    {
      lexer->p++;
      append_char (lexer);
    }
}

/* > and <, with what stands before and behind: the file's name is no word of the command. */
static void
read_redirection (UllShellLexer *lexer)
{
  gboolean at_line = lexer->p == lexer->start || lexer->p[-1] == '\n';

  if (*lexer->p == '<' && ull_shell_read_placeholder (lexer))
    return;
  /* The sign that a shell puts before a continued line. */
  if (at_line && lexer->p[1] == ' ' && begins_with_flag (lexer->p + 1))
    {
      lexer->p++;
      return;
    }
  if (lexer->in_word && strspn (lexer->word->str, "0123456789") == lexer->word->len)
    {
      g_string_truncate (lexer->word, 0);
      lexer->in_word = FALSE;
    }
  ull_shell_end_word (lexer);
  while (*lexer->p == '>' || *lexer->p == '<' || *lexer->p == '-')
    lexer->p++;
  if (*lexer->p == '&' || *lexer->p == '|')
    lexer->p++;
  lexer->drop_word = TRUE;
}

/* NAME=( … ): the words of an array, which may be a command's. */
static gboolean
read_array (UllShellLexer *lexer)
{
  gsize name = ull_shell_assigned_name (lexer->word->str);

  if (!lexer->in_word || lexer->array != NULL || name == 0 || lexer->word->str[lexer->word->len - 1] != '=')
    return FALSE;
  g_autofree char *array = g_strndup (lexer->word->str, name);

  g_string_truncate (lexer->word, 0);
  lexer->in_word = FALSE;
  ull_shell_end_command (lexer);
  lexer->array = g_steal_pointer (&array);
  lexer->p++;
  return TRUE;
}

/* A fence of Markdown, and ticks around a whole command, are not part of it. */
static void
read_tick (UllShellLexer *lexer)
{
  const char *next = skip_continuation (lexer->p);

  if (g_str_has_prefix (lexer->p, "```"))
    skip_comment (lexer);
  else if (next != NULL)
    read_continuation (lexer, next);
  else if ((lexer->words->len == 0 && !lexer->in_word) || !ull_shell_read_ticks (lexer))
    lexer->p++;
}

static void
read_operator (UllShellLexer *lexer)
{
  if (*lexer->p == '(' && read_array (lexer))
    return;
  /* &> file: a redirection. */
  if (*lexer->p == '&' && lexer->p[1] == '>')
    {
      lexer->p++;
      read_redirection (lexer);
      return;
    }
  lexer->p++;
  if (lexer->array != NULL && lexer->p[-1] != ')')
    return;
  ull_shell_end_command (lexer);
}

static void
read_char (UllShellLexer *lexer)
{
  const char *next = *lexer->p == '\\' || *lexer->p == '^' ? skip_continuation (lexer->p) : NULL;

  if (next != NULL)
    read_continuation (lexer, next);
  else if (*lexer->p == '\\')
    read_backslash (lexer);
  else if (*lexer->p == '{' && ull_shell_read_placeholder (lexer))
    return;
  else
    append_char (lexer);
}

static void
read_one (UllShellLexer *lexer)
{
  switch (*lexer->p)
    {
    case ' ':
    case '\t':
      lexer->p++;
      ull_shell_end_word (lexer);
      break;
    case '\n':
      read_newline (lexer);
      break;
    case '#':
      if (lexer->in_word)
        append_char (lexer);
      else
        skip_comment (lexer);
      break;
    case ';':
    case '&':
    case '|':
    case '(':
    case ')':
      read_operator (lexer);
      break;
    case '<':
    case '>':
      read_redirection (lexer);
      break;
    case '\'':
      read_single (lexer);
      break;
    case '"':
      read_double (lexer);
      break;
    case '`':
      read_tick (lexer);
      break;
    case '$':
      if (lexer->p[1] == '\'')
        read_ansi (lexer);
      else if (!ull_shell_read_dollar (lexer, FALSE))
        append_char (lexer);
      break;
    default:
      read_char (lexer);
      break;
    }
}

void
ull_shell_lexer_run (UllShellLexer *lexer)
{
  while (*lexer->p != 0)
    read_one (lexer);
  ull_shell_end_command (lexer);
}
