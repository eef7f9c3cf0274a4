#include "ull-shell-private.h"

#include <string.h>

/* Expansions. What the text itself assigns, once, is known; everything else is a hole with a name: a default behind ":-" is what
 * the person may take, not what is taken for them. A substitution's name is its text. */

#define MAX_NAME 200

static gboolean
is_name (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

gsize
ull_shell_assigned_name (const char *text)
{
  gsize n = 0;

  if (g_ascii_isdigit (*text))
    return 0;
  while (is_name (text[n]))
    n++;
  if (text[n] == '=' || (text[n] == '+' && text[n + 1] == '='))
    return n;
  return 0;
}

static void
append_hole (GString *out, const char *name, gsize length, const char *fallback)
{
  gboolean blank = FALSE;

  g_string_append_c (out, ULL_HOLE_BEGIN);
  for (const char *p = name; p < name + length; p = g_utf8_next_char (p))
    {
      /* A substitution over several lines has a name of one. */
      gboolean space = g_ascii_isspace (*p);

      if (!space && p < name + MAX_NAME)
        {
          if (blank)
            g_string_append_c (out, ' ');
          g_string_append_len (out, p, g_utf8_next_char (p) - p);
        }
      blank = space && out->str[out->len - 1] != ULL_HOLE_BEGIN;
    }
  if (fallback != NULL && !ull_shell_has_hole (fallback))
    {
      g_string_append_c (out, ULL_HOLE_DEFAULT);
      g_string_append (out, fallback);
    }
  g_string_append_c (out, ULL_HOLE_END);
}

/* A value in place of its name: without quotes around it, its blanks part words. */
static void
append_value (UllShellLexer *lexer, const char *value, gboolean quoted)
{
  if (quoted)
    {
      ull_shell_append_text (lexer, value, strlen (value));
      return;
    }
  for (const char *p = value; *p != 0; p++)
    if (*p == ' ' || *p == '\t' || *p == '\n')
      ull_shell_end_word (lexer);
    else
      ull_shell_append_text (lexer, p, 1);
}

/* What is known of the name; NULL: a hole. */
static const char *
look_up (const UllShellLexer *lexer, const char *name)
{
  const char *fill = lexer->fills != NULL ? g_hash_table_lookup (lexer->fills, name) : NULL;

  return fill != NULL && *fill != 0 ? fill : g_hash_table_lookup (lexer->variables, name);
}

static void
expand (UllShellLexer *lexer, const char *name, gsize length, const char *fallback, gboolean quoted)
{
  g_autofree char *key = g_strndup (name, length);
  const char *value = look_up (lexer, key);
  g_autoptr (GString) hole = NULL;

  if (value != NULL)
    {
      append_value (lexer, value, quoted);
      return;
    }
  hole = g_string_new (NULL);
  append_hole (hole, name, length, fallback);
  ull_shell_append_text (lexer, hole->str, hole->len);
}

/* "${NAME[@]}" of an array that the text fills: its words. */
static gboolean
expand_array (UllShellLexer *lexer, const char *inner, gsize length)
{
  g_autofree char *name = NULL;
  GPtrArray *words;

  if (length < 4 || inner[length - 1] != ']' || inner[length - 3] != '[')
    return FALSE;
  name = g_strndup (inner, length - 3);
  words = g_hash_table_lookup (lexer->arrays, name);
  if (words == NULL)
    return FALSE;
  for (guint i = 0; i < words->len; i++)
    {
      const char *word = g_ptr_array_index (words, i);

      ull_shell_append_text (lexer, word, strlen (word));
      if (i + 1 < words->len)
        ull_shell_end_word (lexer);
    }
  return TRUE;
}

/* The end of what @open begins at @p, brackets inside it counted; NULL where it has none on the next lines. */
static const char *
find_end (const char *p, char open, char close)
{
  const char *limit = p + 4096;
  guint depth = 0;

  for (; *p != 0 && p < limit; p++)
    {
      depth += *p == open;
      if (*p == close && --depth == 0)
        return p;
    }
  return NULL;
}

/* What stands behind ":-" or "-", with holes of its own marked. */
static char *
dup_fallback (UllShellLexer *lexer, const char *p, gsize length)
{
  g_autofree char *text = NULL;

  if (length > 1 && p[0] == ':' && (p[1] == '-' || p[1] == '='))
    text = g_strndup (p + 2, length - 2);
  else if (length > 0 && p[0] == '-')
    text = g_strndup (p + 1, length - 1);
  else
    return NULL;
  if (strchr (text, '$') != NULL || strchr (text, ULL_HOLE_BEGIN) != NULL)
    return NULL;
  return g_shell_unquote (text, NULL);
}

static gboolean
read_braces (UllShellLexer *lexer, gboolean quoted)
{
  const char *end = find_end (lexer->p + 1, '{', '}');
  const char *inner = lexer->p + 2;
  g_autofree char *fallback = NULL;
  gsize length, name = 0;

  if (end == NULL)
    return FALSE;
  length = (gsize) (end - inner);
  lexer->p = end + 1;
  if (expand_array (lexer, inner, length))
    return TRUE;
  while (name < length && is_name (inner[name]))
    name++;
  fallback = dup_fallback (lexer, inner + name, length - name);
  /* What is done to a value besides has no name but its text. */
  expand (lexer, inner, fallback != NULL ? name : length, fallback, quoted);
  return TRUE;
}

static gboolean
read_parentheses (UllShellLexer *lexer)
{
  const char *end = find_end (lexer->p + 1, '(', ')');
  const char *begin = lexer->p + 2;

  if (end == NULL)
    return FALSE;
  lexer->p = end + 1;
  while (begin < end && *begin == '(' && end[-1] == ')')
    begin++, end--;
  expand (lexer, begin, (gsize) (end - begin), NULL, TRUE);
  return TRUE;
}

gboolean
ull_shell_read_dollar (UllShellLexer *lexer, gboolean quoted)
{
  const char *name = lexer->p + 1;
  gsize length = 0;

  if (*name == '{')
    return read_braces (lexer, quoted);
  if (*name == '(')
    return read_parentheses (lexer);
  if (g_str_has_prefix (name, "env:")) /* PowerShell */
    name += strlen ("env:");
  while (is_name (name[length]) && !(length == 1 && g_ascii_isdigit (*name)))
    length++;
  if (length == 0 && *name != 0 && strchr ("@*?#!$", *name) != NULL)
    length = 1;
  if (length == 0)
    return FALSE;
  lexer->p = name + length;
  expand (lexer, name, length, NULL, quoted);
  return TRUE;
}

gboolean
ull_shell_read_ticks (UllShellLexer *lexer)
{
  const char *end = strchr (lexer->p + 1, '`');

  if (end == NULL || end - lexer->p > 4096)
    return FALSE;
  expand (lexer, lexer->p + 1, (gsize) (end - lexer->p - 1), NULL, TRUE);
  lexer->p = end + 1;
  return TRUE;
}

/* <model path>, {your model directory}: words of prose between brackets, on one line. */
gboolean
ull_shell_read_placeholder (UllShellLexer *lexer)
{
  char close = *lexer->p == '<' ? '>' : '}';
  const char *name = lexer->p + 1;
  const char *end;

  if (g_ascii_isspace (*name) || *name == close || g_ascii_isdigit (*name))
    return FALSE;
  for (end = name; *end != 0 && *end != close && end - name < MAX_NAME; end++)
    if (strchr ("\n|&;\"'$`(){}<>=:\\", *end) != NULL || (close == '}' && *end == ','))
      return FALSE;
  if (*end != close || g_ascii_isspace (end[-1]))
    return FALSE;
  lexer->p = end + 1;
  expand (lexer, name, (gsize) (end - name), NULL, TRUE);
  return TRUE;
}

static gboolean
is_assigner (const char *word)
{
  static const char *const words[] = { "export", "local", "declare", "readonly", "typeset", "set", "env", NULL };

  return g_strv_contains (words, word);
}

static void
note_variable (UllShellLexer *lexer, const char *word, gsize name)
{
  g_autofree char *key = g_strndup (word, name);
  const char *value = word + name + 1;
  gpointer known;

  /* A second value makes it unknown: which of them a run meets is not in the text. */
  if (word[name] == '+')
    g_hash_table_insert (lexer->variables, g_steal_pointer (&key), NULL);
  else if (g_hash_table_lookup_extended (lexer->variables, key, NULL, &known) && g_strcmp0 (known, value) != 0)
    g_hash_table_insert (lexer->variables, g_steal_pointer (&key), NULL);
  else
    g_hash_table_insert (lexer->variables, g_steal_pointer (&key), g_strdup (value));
}

void
ull_shell_note_variables (UllShellLexer *lexer, GPtrArray *words)
{
  guint first = words->len > 0 && is_assigner (g_ptr_array_index (words, 0)) ? 1 : 0;

  for (guint i = first; i < words->len; i++)
    if (ull_shell_assigned_name (g_ptr_array_index (words, i)) == 0)
      return; /* a command with an environment of its own, which its words do not see */
  for (guint i = first; i < words->len; i++)
    {
      const char *word = g_ptr_array_index (words, i);

      note_variable (lexer, word, ull_shell_assigned_name (word));
    }
}
