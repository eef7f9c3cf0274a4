#include "ull-shell-private.h"

#include <string.h>

/* Arguments as container files list them: the parts of YAML that occur there, line by line, and no more. A key (command, args,
 * entrypoint) has a list in brackets, a list of lines with a hyphen, a block of text, or text on its line; text is a shell's, the
 * items of a list are words. A list without a key is one of arguments. An image beside them says which engine they are for. */

typedef struct
{
  char **lines;
  guint n_lines;
  guint at;
  GHashTable *fills;
  GPtrArray *commands;
  GPtrArray *words; /* of the keys of one container, in order */
  GPtrArray *env;   /* NAME=VALUE */
  char *image;
} ListReader;

static guint
indent_of (const char *line)
{
  guint n = 0;

  while (line[n] == ' ')
    n++;
  return n;
}

static gboolean
is_nothing (const char *line)
{
  const char *p = line + indent_of (line);

  return *p == 0 || *p == '#';
}

static gboolean
is_item (const char *line)
{
  const char *p = line + indent_of (line);

  return p[0] == '-' && (p[1] == ' ' || p[1] == 0);
}

/* Whether what an item holds begins as a flag does, in quotes or not. */
static gboolean
starts_flag (const char *item)
{
  item += strspn (item, " \"'");
  return item[0] == '-' && (item[1] == '-' || g_ascii_isalpha (item[1]));
}

/* The text of a scalar on one line, its quotes and the comment behind it taken off. (transfer full) */
static char *
dup_scalar (const char *text)
{
  g_autofree char *bare = g_strstrip (g_strdup (text));
  char quote = bare[0];
  char *comment;

  if (quote == '\'' || quote == '"')
    {
      GString *inner = g_string_new (NULL);

      for (const char *p = bare + 1; *p != 0; p++)
        {
          if (quote == '\'' && p[0] == '\'' && p[1] == '\'')
            p++;
          else if (quote == '"' && p[0] == '\\' && p[1] != 0)
            p++;
          else if (*p == quote)
            break;
          g_string_append_c (inner, *p);
        }
      return g_string_free (inner, FALSE);
    }
  comment = strstr (bare, " #");
  if (comment != NULL)
    *comment = 0;
  return g_strdup (g_strchomp (bare));
}

/* |, >- and their kin. */
static gboolean
is_block (const char *text)
{
  return (*text == '|' || *text == '>') && strspn (text + 1, "+-0123456789 ") == strlen (text + 1);
}

/* The lines below that are further in than @indent, as text. (transfer full) */
static char *
read_block (ListReader *reader, const char *mark, guint indent)
{
  char end = *mark == '>' ? ' ' : '\n'; /* folded lines are one */
  GString *text = g_string_new (NULL);

  for (; reader->at < reader->n_lines; reader->at++)
    {
      const char *line = reader->lines[reader->at];

      const char *rest = line + indent_of (line);

      if (*rest != 0 && indent_of (line) <= indent)
        break;
      g_string_append (text, rest);
      g_string_append_c (text, end);
    }
  return g_string_free (text, FALSE);
}

static void
add_word (ListReader *reader, const char *text)
{
  g_ptr_array_add (reader->words, ull_shell_mark_holes (text, reader->fills));
}

/* [ "sh", -c, '…' ], over as many lines as it takes. */
static void
read_flow (ListReader *reader, const char *first)
{
  g_autoptr (GString) text = g_string_new (first + 1);
  g_autoptr (GString) item = g_string_new (NULL);
  char quote = 0;

  for (const char *p = text->str;; p++)
    {
      if (*p == 0 && reader->at < reader->n_lines && text->len < 65536)
        {
          gsize offset = (gsize) (p - text->str);

          g_string_append_c (text, ' ');
          g_string_append (text, reader->lines[reader->at++]);
          p = text->str + offset;
        }
      if (*p == 0 || (quote == 0 && (*p == ',' || *p == ']')))
        {
          g_autofree char *word = dup_scalar (item->str);

          if (*word != 0 || item->len > 1)
            add_word (reader, word);
          g_string_truncate (item, 0);
          if (*p != ',')
            return;
          continue;
        }
      if (quote == 0 && (*p == '"' || *p == '\''))
        quote = *p;
      else if (*p == quote && !(quote == '"' && p[-1] == '\\'))
        quote = 0;
      g_string_append_c (item, *p);
    }
}

/* Lines with a hyphen, at @indent or further in. */
static void
read_items (ListReader *reader, guint indent)
{
  guint own = G_MAXUINT;

  for (; reader->at < reader->n_lines; reader->at++)
    {
      const char *line = reader->lines[reader->at];
      const char *item = line + indent_of (line);
      g_autofree char *scalar = NULL;

      if (is_nothing (line))
        continue;
      if (!is_item (line) || indent_of (line) < indent || (own != G_MAXUINT && indent_of (line) != own))
        return;
      own = indent_of (line);
      item += item[1] == 0 ? 1 : 2;
      scalar = g_strstrip (g_strdup (item));
      if (is_block (scalar))
        {
          g_autofree char *block = NULL;

          reader->at++;
          block = read_block (reader, scalar, own);
          reader->at--;
          g_ptr_array_add (reader->words, g_strdup (block));
          continue;
        }
      g_free (scalar);
      scalar = dup_scalar (item);
      add_word (reader, scalar);
    }
}

/* The container's arguments are complete: a command of them. */
static void
end_container (ListReader *reader)
{
  if (reader->words->len > 0)
    {
      for (guint i = reader->env->len; i > 0; i--)
        g_ptr_array_insert (reader->words, 0, g_strdup (g_ptr_array_index (reader->env, i - 1)));
      UllShellCommand *command = ull_shell_command_new (reader->words, NULL, reader->image);

      command->list = TRUE;
      g_ptr_array_add (reader->commands, command);
      g_ptr_array_unref (reader->words);
      reader->words = g_ptr_array_new_with_free_func (g_free);
      g_clear_pointer (&reader->image, g_free);
      g_ptr_array_set_size (reader->env, 0);
    }
}

/* Whether the last word is a shell's -c, whose text is one word. */
static gboolean
wants_text (GPtrArray *words)
{
  const char *last = words->len > 1 ? g_ptr_array_index (words, words->len - 1) : "";

  return last[0] == '-' && last[1] != '-' && g_str_has_suffix (last, "c");
}

/* Text that is a shell's: its words, or a word for the shell that stands before it. */
static void
take_text (ListReader *reader, const char *text)
{
  UllShellLexer lexer;

  if (wants_text (reader->words))
    {
      g_ptr_array_add (reader->words, g_strdup (text));
      return;
    }
  ull_shell_lexer_init (&lexer, text, reader->fills);
  ull_shell_lexer_run (&lexer);
  /* One command is the container's, whose arguments may follow; several are a script's. */
  if (lexer.commands->len == 1)
    {
      GPtrArray *words = ((UllShellCommand *) g_ptr_array_index (lexer.commands, 0))->words;

      for (guint i = 0; i < words->len; i++)
        g_ptr_array_add (reader->words, g_strdup (g_ptr_array_index (words, i)));
    }
  else
    g_ptr_array_add (reader->words, g_strdup (text));
  ull_shell_lexer_clear (&lexer);
}

static void
read_value (ListReader *reader, const char *value, guint indent)
{
  g_autofree char *bare = g_strstrip (g_strdup (value));
  g_autofree char *text = NULL;

  if (*bare == '[')
    {
      read_flow (reader, bare);
      return;
    }
  if (*bare == 0 || *bare == '#')
    {
      read_items (reader, indent);
      return;
    }
  text = is_block (bare) ? read_block (reader, bare, indent) : dup_scalar (bare);
  take_text (reader, text);
}

/* NAME: VALUE, - NAME=VALUE, or a name and a value in two lines. */
static void
read_environment (ListReader *reader, guint indent)
{
  g_autofree char *name = NULL;

  for (; reader->at < reader->n_lines; reader->at++)
    {
      const char *line = reader->lines[reader->at];
      const char *p = line + indent_of (line);
      g_autofree char *scalar = NULL, *value = NULL;
      char *colon;

      if (is_nothing (line))
        continue;
      if (indent_of (line) < indent || (indent_of (line) == indent && !is_item (line)))
        return;
      scalar = dup_scalar (is_item (line) ? p + 1 : p);
      colon = strstr (scalar, ":");
      if (colon == NULL && ull_shell_assigned_name (scalar) > 0)
        {
          g_ptr_array_add (reader->env, ull_shell_mark_holes (scalar, reader->fills));
          continue;
        }
      if (colon == NULL)
        continue;
      *colon = 0;
      value = dup_scalar (colon + 1);
      if (g_str_equal (scalar, "name"))
        {
          g_free (name);
          name = g_strdup (value);
        }
      else if (*value != 0)
        {
          g_autofree char *pair = g_strconcat (g_str_equal (scalar, "value") && name != NULL ? name : scalar, "=", value, NULL);

          if (ull_shell_assigned_name (pair) > 0)
            g_ptr_array_add (reader->env, ull_shell_mark_holes (pair, reader->fills));
        }
    }
}

/* CMD ["vllm", "serve"]: an image's file has a list behind a word in capitals. */
static gboolean
split_instruction (const char *line, char **key, const char **value)
{
  gsize length = strcspn (line, " ");
  gboolean own = g_str_has_prefix (line, "ENTRYPOINT ");

  if ((!own && !g_str_has_prefix (line, "CMD ")) || line[length + strspn (line + length, " ")] != '[')
    return FALSE;
  *key = g_strdup (own ? "entrypoint" : "args");
  *value = line + length;
  return TRUE;
}

/* The key's name where the line is one of those that are read; what stands behind its colon. */
static gboolean
split_key (const char *line, char **key, const char **value, guint *indent)
{
  static const char *const keys[] = { "command", "args", "entrypoint", "image", "env", "environment", NULL };
  const char *p = line + indent_of (line);
  const char *colon;

  *indent = 0;
  if (split_instruction (line, key, value))
    return TRUE;
  if (is_item (line))
    p += p[1] == 0 ? 1 : 2;
  colon = strchr (p, ':');
  if (colon == NULL || (colon[1] != ' ' && colon[1] != 0))
    return FALSE;
  /* JSON has its keys in quotes. */
  *key = *p == '"' && colon > p + 1 && colon[-1] == '"' ? g_strndup (p + 1, (gsize) (colon - p - 2)) : g_strndup (p, (gsize) (colon - p));
  *value = colon + 1;
  *indent = (guint) (p - line);
  if (g_strv_contains (keys, *key))
    return TRUE;
  g_clear_pointer (key, g_free);
  return FALSE;
}

/* Each of a container's keys occurs once: one that occurs again is another's. */
static void
read_key (ListReader *reader, const char *key, const char *value, guint indent, guint *seen)
{
  guint bit = g_str_equal (key, "image") ? 1 : g_str_equal (key, "args") ? 2 : g_str_equal (key, "command") ? 4 : 8;

  if (g_str_has_prefix (key, "env"))
    {
      read_environment (reader, indent);
      return;
    }
  if ((*seen & bit) != 0)
    {
      end_container (reader);
      *seen = 0;
    }
  *seen |= bit;
  if (bit != 1)
    {
      read_value (reader, value, indent);
      return;
    }
  g_free (reader->image);
  reader->image = dup_scalar (value);
}

/* Whether the text is one list in brackets. A shell's test begins as one does, and a command stands behind it. */
static gboolean
is_flow (const ListReader *reader)
{
  const char *first = NULL, *last = NULL, *end;

  for (guint i = 0; i < reader->n_lines; i++)
    if (!is_nothing (reader->lines[i]))
      {
        first = first != NULL ? first : reader->lines[i] + indent_of (reader->lines[i]);
        last = reader->lines[i];
      }
  if (first == NULL || *first != '[')
    return FALSE;
  first += 1 + strspn (first + 1, " ");
  end = strrchr (last, ']');
  return (*first == 0 || strchr ("\"'-", *first) != NULL) && end != NULL && end[1 + strspn (end + 1, " ,")] == 0;
}

static void
read_lines (ListReader *reader)
{
  guint seen = 0;

  if (is_flow (reader))
    {
      while (is_nothing (reader->lines[reader->at]))
        reader->at++;
      reader->at++;
      read_flow (reader, reader->lines[reader->at - 1] + indent_of (reader->lines[reader->at - 1]));
      end_container (reader);
      return;
    }
  while (reader->at < reader->n_lines)
    {
      const char *line = reader->lines[reader->at];
      g_autofree char *key = NULL;
      const char *value;
      guint indent;

      if (split_key (line, &key, &value, &indent))
        {
          reader->at++;
          read_key (reader, key, value, indent, &seen);
        }
      else if (reader->commands->len == 0 && reader->words->len == 0 && is_item (line)
               && starts_flag (line + indent_of (line) + 1))
        read_items (reader, indent_of (line));
      else
        reader->at++;
    }
  end_container (reader);
}

/* Whether any word of a command is an argument, or text that may hold a command. */
static gboolean
holds_arguments (GPtrArray *commands)
{
  for (guint i = 0; i < commands->len; i++)
    {
      GPtrArray *words = ((UllShellCommand *) g_ptr_array_index (commands, i))->words;

      for (guint k = 0; k < words->len; k++)
        {
          const char *word = g_ptr_array_index (words, k);

          if (word[0] == '-' || strchr (word, ' ') != NULL || strstr (word, "serve") != NULL)
            return TRUE;
        }
    }
  return FALSE;
}

gboolean
ull_shell_read_lists (const char *text, GHashTable *fills, GPtrArray *commands)
{
  ListReader reader = { .fills = fills, .commands = commands };

  reader.lines = g_strsplit (text, "\n", -1);
  reader.n_lines = g_strv_length (reader.lines);
  reader.words = g_ptr_array_new_with_free_func (g_free);
  reader.env = g_ptr_array_new_with_free_func (g_free);
  read_lines (&reader);
  g_ptr_array_unref (reader.words);
  g_ptr_array_unref (reader.env);
  g_free (reader.image);
  g_strfreev (reader.lines);
  return holds_arguments (commands);
}
