#include "ull-help.h"

#include "ull-table.h"

/* Everything is made from the command and option tables, so help cannot name an option that the parser does
 * not take. */

void
ull_help_append_program (GString *out)
{
  g_autoptr (UllTable) table = ull_table_new ("ll");

  g_string_append (out, "Usage: ullage-cli COMMAND [OPTION…]\n\n"
                        "How much memory is left for a language model’s KV cache, and what fits in it.\n\n");
  for (const UllCommand *command = ull_commands (); command->name != NULL; command++)
    {
      g_autofree char *name = g_strconcat ("  ", command->name, NULL);

      ull_table_add (table, (const char *[]){ name, command->summary });
    }
  ull_table_append_to (table, out);
  g_string_append (
    out,
    "\n‘ullage-cli COMMAND --help’ lists a command’s options; --version prints the version.\n"
    "Exit: 0 done, 1 an input could not be used, 2 usage, 3 a --check failed.\n\n"
    "Example:\n"
    "  ullage-cli plan llama-3.1-8b --device rtx-4090 --utilization 0.9 --context 4Ki --concurrency 8\n");
}

/* The help of a field is a sentence's start; here it is a line of a list. */
static char *
option_help (const UllOption *option)
{
  g_autofree char *first = g_utf8_strdown (option->help, 1);
  g_autofree char *initial = NULL;

  gint64 value = ULL_UNSET;

  if (option->field != NULL)
    value = option->field->initial != ULL_UNSET ? option->field->initial : option->field->fallback;
  if (value == ULL_UNSET)
    return g_strconcat (first, option->help + 1, NULL);
  initial = ull_field_format (option->field, value);
  return g_strdup_printf ("%s%s (default: %s)", first, option->help + 1, initial);
}

static void
add_option (UllTable *table, const UllOption *option)
{
  g_autofree char *letter
    = option->letter != '\0' ? g_strdup_printf ("-%c, ", option->letter) : g_strdup ("");
  g_autofree char *left
    = g_strdup_printf ("  %s--%s%s%s", letter, option->name, option->value != NULL ? " " : "",
                       option->value != NULL ? option->value : "");
  g_autofree char *help = option_help (option);

  ull_table_add (table, (const char *[]){ left, help });
}

static gboolean
takes_sizes (GArray *options)
{
  for (guint i = 0; i < options->len; i++)
    if (g_strcmp0 (g_array_index (options, UllOption, i).value, "SIZE") == 0)
      return TRUE;
  return FALSE;
}

void
ull_help_append_command (GString *out, const UllCommand *command)
{
  g_autoptr (GArray) options = ull_args_options (command);
  const char *group = NULL;

  g_string_append_printf (out, "Usage: ullage-cli %s %s [OPTION…]\n\n%s %s.\n%s", command->name,
                          command->operands, command->verb, command->summary, command->notes);
  for (guint i = 0; i < options->len;)
    {
      g_autoptr (UllTable) table = ull_table_new ("ll");

      group = g_array_index (options, UllOption, i).group;
      g_string_append_printf (out, "\n%s:\n", group);
      for (; i < options->len && g_str_equal (g_array_index (options, UllOption, i).group, group); i++)
        add_option (table, &g_array_index (options, UllOption, i));
      ull_table_append_to (table, out);
    }
  if (takes_sizes (options))
    g_string_append (out, "\nSizes: 24GiB, 24GB, 24576MiB, 1.8GB or plain bytes. Fractions: 15% or 0.15. "
                          "Counts may end in k (1000)\n"
                          "or Ki (1024). Formats: ‘ullage-cli list formats’.\n");
}
