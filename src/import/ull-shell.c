#include "ull-shell-private.h"

#include "ull-shell-clean.h"

#include <string.h>

/* Words, commands, and holes as text. The lexer is in ull-shell-lexer.c, expansions in ull-shell-expand.c, lists of arguments in
 * ull-shell-list.c. */

static void
command_free (gpointer data)
{
  UllShellCommand *command = data;

  g_ptr_array_unref (command->words);
  g_free (command->array);
  g_free (command->image);
  g_free (command);
}

UllShellCommand *
ull_shell_command_new (GPtrArray *words, const char *array, const char *image)
{
  UllShellCommand *command = g_new0 (UllShellCommand, 1);

  command->words = g_ptr_array_ref (words);
  command->array = g_strdup (array);
  command->image = g_strdup (image);
  return command;
}

void
ull_shell_lexer_init (UllShellLexer *lexer, const char *text, GHashTable *fills)
{
  *lexer = (UllShellLexer) { .start = text, .p = text, .fills = fills };
  lexer->commands = g_ptr_array_new_with_free_func (command_free);
  lexer->words = g_ptr_array_new_with_free_func (g_free);
  lexer->word = g_string_new (NULL);
  lexer->variables = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  lexer->arrays = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
}

void
ull_shell_lexer_clear (UllShellLexer *lexer)
{
  g_clear_pointer (&lexer->commands, g_ptr_array_unref);
  g_clear_pointer (&lexer->words, g_ptr_array_unref);
  g_clear_pointer (&lexer->variables, g_hash_table_unref);
  g_clear_pointer (&lexer->arrays, g_hash_table_unref);
  g_clear_pointer (&lexer->array, g_free);
  g_string_free (lexer->word, TRUE);
}

void
ull_shell_append_text (UllShellLexer *lexer, const char *text, gsize length)
{
  g_string_append_len (lexer->word, text, (gssize) length);
  lexer->in_word = TRUE;
}

void
ull_shell_end_word (UllShellLexer *lexer)
{
  if (!lexer->in_word)
    return;
  /* A sign that the shell puts before a command is none of its words. */
  gboolean prompt = lexer->words->len == 0 && (g_str_equal (lexer->word->str, "$") || g_str_equal (lexer->word->str, "%"));

  if (!lexer->drop_word && !prompt)
    g_ptr_array_add (lexer->words, g_strdup (lexer->word->str));
  g_string_truncate (lexer->word, 0);
  lexer->in_word = lexer->drop_word = FALSE;
}

/* Words that a loop or a condition puts before a command. */
static gboolean
is_keyword (const char *word)
{
  static const char *const words[] = { "then", "do", "else", "{", "!", "if", "while", "time", NULL };

  return g_strv_contains (words, word);
}

void
ull_shell_find_place (const UllShellLexer *lexer, const char *at, guint *line, guint *column)
{
  const char *begin = lexer->start;

  *line = 1;
  for (const char *p = lexer->start; p < at; p++)
    if (*p == '\n')
      {
        begin = p + 1;
        *line += 1;
      }
  *column = (guint) g_utf8_strlen (begin, at - begin) + 1;
}

static UllShellCommand *
command_of (const UllShellLexer *lexer)
{
  UllShellCommand *command = ull_shell_command_new (lexer->words, lexer->array, NULL);

  if (lexer->open_quote != NULL)
    {
      command->open_quote = *lexer->open_quote;
      ull_shell_find_place (lexer, lexer->open_quote, &command->line, &command->column);
    }
  return command;
}

void
ull_shell_end_command (UllShellLexer *lexer)
{
  ull_shell_end_word (lexer);
  lexer->drop_word = FALSE;
  while (lexer->array == NULL && lexer->words->len > 0 && is_keyword (g_ptr_array_index (lexer->words, 0)))
    g_ptr_array_remove_index (lexer->words, 0);
  if (lexer->words->len == 0)
    {
      /* An array just opened has no words yet; one that closes without any has none. */
      if (lexer->p > lexer->start && lexer->p[-1] == ')')
        g_clear_pointer (&lexer->array, g_free);
      return;
    }
  if (lexer->array != NULL && g_hash_table_contains (lexer->arrays, lexer->array))
    g_hash_table_remove (lexer->arrays, lexer->array); /* filled twice: which words a run meets is not in the text */
  else if (lexer->array != NULL)
    g_hash_table_insert (lexer->arrays, g_strdup (lexer->array), g_ptr_array_ref (lexer->words));
  else
    ull_shell_note_variables (lexer, lexer->words);
  g_ptr_array_add (lexer->commands, command_of (lexer));
  lexer->open_quote = NULL;
  g_clear_pointer (&lexer->array, g_free);
  g_ptr_array_unref (lexer->words);
  lexer->words = g_ptr_array_new_with_free_func (g_free);
}

GPtrArray *
ull_shell_parse (const char *text, gsize length, GHashTable *fills)
{
  g_autofree char *clean = ull_shell_clean (text, length);
  GPtrArray *commands = g_ptr_array_new_with_free_func (command_free);
  UllShellLexer lexer;

  if (ull_shell_read_lists (clean, fills, commands))
    return commands;
  g_ptr_array_unref (commands);
  ull_shell_lexer_init (&lexer, clean, fills);
  ull_shell_lexer_run (&lexer);
  commands = g_steal_pointer (&lexer.commands);
  ull_shell_lexer_clear (&lexer);
  return commands;
}

char *
ull_shell_mark_holes (const char *text, GHashTable *fills)
{
  UllShellLexer lexer;
  char *marked;

  ull_shell_lexer_init (&lexer, text, fills);
  while (*lexer.p != 0)
    {
      const char *at = lexer.p;

      /* Composed files write two for one. */
      if (at[0] == '$' && at[1] == '$')
        lexer.p++;
      if ((*lexer.p == '$' && ull_shell_read_dollar (&lexer, TRUE)) || (*lexer.p == '<' && ull_shell_read_placeholder (&lexer)))
        continue;
      ull_shell_append_text (&lexer, lexer.p, 1);
      lexer.p++;
    }
  marked = g_strdup (lexer.word->str);
  ull_shell_lexer_clear (&lexer);
  return marked;
}

gboolean
ull_shell_has_hole (const char *word)
{
  return strchr (word, ULL_HOLE_BEGIN) != NULL;
}

char *
ull_shell_dup_hole (const char *word, char **fallback)
{
  const char *begin = strchr (word, ULL_HOLE_BEGIN);
  const char *end = begin != NULL ? strchr (begin, ULL_HOLE_END) : NULL;
  const char *middle;

  if (fallback != NULL)
    *fallback = NULL;
  if (end == NULL)
    return NULL;
  middle = memchr (begin, ULL_HOLE_DEFAULT, (gsize) (end - begin));
  if (middle != NULL && fallback != NULL)
    *fallback = g_strndup (middle + 1, (gsize) (end - middle - 1));
  return g_strndup (begin + 1, (gsize) ((middle != NULL ? middle : end) - begin - 1));
}

static void
append_shown (GString *shown, const char *word, gboolean escape)
{
  for (const char *p = word; *p != 0; p++)
    switch (*p)
      {
      case ULL_HOLE_BEGIN:
        g_string_append (shown, "${");
        break;
      case ULL_HOLE_DEFAULT:
        g_string_append (shown, ":-");
        break;
      case ULL_HOLE_END:
        g_string_append_c (shown, '}');
        break;
      default:
        if (escape && strchr ("\\\"$`", *p) != NULL)
          g_string_append_c (shown, '\\');
        g_string_append_c (shown, *p);
        break;
      }
}

char *
ull_shell_dup_shown (const char *word)
{
  GString *shown = g_string_new (NULL);

  append_shown (shown, word, FALSE);
  return g_string_free (shown, FALSE);
}

char *
ull_shell_quote (const char *word)
{
  GString *quoted = g_string_new ("\"");

  if (ull_shell_has_hole (word))
    {
      append_shown (quoted, word, TRUE);
      g_string_append_c (quoted, '"');
      return g_string_free (quoted, FALSE);
    }
  g_string_free (quoted, TRUE);
  for (const char *p = word; *p != 0; p++)
    if (!g_ascii_isalnum (*p) && strchr ("-_./:=,+@%", *p) == NULL)
      return g_shell_quote (word);
  return *word != 0 ? g_strdup (word) : g_shell_quote (word);
}
