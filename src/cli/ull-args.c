#include "ull-args.h"

#include "ull-command.h"
#include "ull-near.h"
#include "ull-settings.h"

#include <string.h>

/* Options are --name VALUE or --name=VALUE, switches --name, and a few have a letter (-o VALUE). Options and
 * operands mix in any order; "--" ends the options. GOptionContext is not used: it lets the last of two equal
 * options win and cannot say which known option a mistyped one is near to. */

struct _UllArgs
{
  GHashTable *values; /* option name (borrowed) -> GPtrArray of borrowed text, NULL-terminated */
  GPtrArray *operands;
  GPtrArray *kept; /* lists */
};

static const UllOption common_options[] = {
  { .name = "json", .help = "print one JSON object and nothing else", .group = "Output" },
  { .name = "help", .help = "print this help", .group = "Output", .letter = 'h' },
};

static void
append_options (GArray *options, const UllOption *rows)
{
  for (; rows->name != NULL; rows++)
    g_array_append_val (options, *rows);
}

static gboolean
has_option (const UllOption *rows, const char *name)
{
  for (; rows->name != NULL; rows++)
    if (g_str_equal (rows->name, name))
      return TRUE;
  return FALSE;
}

/* Where a command has an option of a scenario's name, it means that one. */
static void
append_scenario (GArray *options, const UllOption *own)
{
  guint first = options->len;

  ull_settings_append_options (options);
  for (guint i = options->len; i > first; i--)
    if (has_option (own, g_array_index (options, UllOption, i - 1).name))
      g_array_remove_index (options, i - 1);
}

GArray *
ull_args_options (const UllCommand *command)
{
  GArray *options = g_array_new (FALSE, FALSE, sizeof (UllOption));

  append_options (options, command->options);
  if (command->scenario)
    append_scenario (options, command->options);
  g_array_append_vals (options, common_options, G_N_ELEMENTS (common_options));
  return options;
}

static const UllOption *
find_option (GArray *options, const char *name, gsize length)
{
  for (guint i = 0; i < options->len; i++)
    {
      const UllOption *option = &g_array_index (options, UllOption, i);

      if (strlen (option->name) == length && strncmp (option->name, name, length) == 0)
        return option;
    }
  return NULL;
}

static const UllOption *
find_letter (GArray *options, char letter)
{
  for (guint i = 0; i < options->len; i++)
    {
      const UllOption *option = &g_array_index (options, UllOption, i);

      if (letter != '\0' && option->letter == letter)
        return option;
    }
  return NULL;
}

static void
set_unknown_error (GError **error, const UllCommand *command, GArray *options, const char *name)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const char *near;

  for (guint i = 0; i < options->len; i++)
    g_ptr_array_add (names, (gpointer) g_array_index (options, UllOption, i).name);
  g_ptr_array_add (names, NULL);

  near = ull_near_find (name, (const char *const *) names->pdata);
  if (near != NULL)
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--%s: unknown option; did you mean --%s?", name, near);
  else
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--%s: unknown option; ‘ullage-cli %s --help’ lists them",
                 name, command->name);
}

static gboolean
store_value (UllArgs *args, const UllOption *option, const char *value, GError **error)
{
  GPtrArray *values = g_hash_table_lookup (args->values, option->name);

  if (values != NULL && !option->many)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--%s: given twice; give it once", option->name);
      return FALSE;
    }
  if (values == NULL)
    {
      values = g_ptr_array_new ();
      g_hash_table_insert (args->values, (gpointer) option->name, values);
      g_ptr_array_add (values, NULL);
    }
  g_ptr_array_insert (values, (int) values->len - 1, (gpointer) value);
  return TRUE;
}

/* Takes argv[*index], an option, and its value, which may be the next argument. */
static gboolean
take_option (
  UllArgs *args, const UllCommand *command, GArray *options, char **argv, guint *index, GError **error)
{
  const char *text = argv[*index];
  gboolean is_long = text[1] == '-';
  const char *name = text + (is_long ? 2 : 1);
  gsize length = is_long ? strcspn (name, "=") : 1;
  const char *inlined = is_long && name[length] == '=' ? name + length + 1 : NULL;
  const UllOption *option = is_long ? find_option (options, name, length) : find_letter (options, *name);

  if (!is_long && name[1] != '\0')
    inlined = name + 1;
  if (option == NULL && is_long)
    {
      g_autofree char *only = g_strndup (name, length);

      set_unknown_error (error, command, options, only);
      return FALSE;
    }
  if (option == NULL || (option->value == NULL && inlined != NULL))
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
                   option == NULL ? "%s: unknown option; ‘ullage-cli %s --help’ lists them"
                                  : "%s: the option takes no value; see ‘ullage-cli %s --help’",
                   text, command->name);
      return FALSE;
    }
  if (option->value == NULL)
    return store_value (args, option, "", error);
  if (inlined != NULL)
    return store_value (args, option, inlined, error);

  /* A single dash may begin a value: the number's own parser then says that it is negative. */
  if (argv[*index + 1] == NULL || g_str_has_prefix (argv[*index + 1], "--"))
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--%s: its value is missing; write --%s %s",
                   option->name, option->name, option->value);
      return FALSE;
    }
  *index += 1;
  return store_value (args, option, argv[*index], error);
}

UllArgs *
ull_args_parse (const UllCommand *command, char **argv, GError **error)
{
  g_autoptr (UllArgs) args = g_new0 (UllArgs, 1);
  g_autoptr (GArray) options = ull_args_options (command);
  gboolean ended = FALSE;

  args->values = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_ptr_array_unref);
  args->operands = g_ptr_array_new ();
  args->kept = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);

  for (guint i = 0; argv[i] != NULL; i++)
    {
      if (!ended && strcmp (argv[i], "--") == 0)
        ended = TRUE;
      else if (!ended && argv[i][0] == '-' && argv[i][1] != '\0')
        {
          if (!take_option (args, command, options, argv, &i, error))
            return NULL;
        }
      else
        g_ptr_array_add (args->operands, argv[i]);
    }

  if (args->operands->len > command->n_operands && !ull_args_has (args, "help"))
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "%s: one argument too many; write ‘ullage-cli %s%s%s’",
                   (const char *) g_ptr_array_index (args->operands, command->n_operands), command->name,
                   *command->operands != '\0' ? " " : "", command->operands);
      return NULL;
    }
  return g_steal_pointer (&args);
}

void
ull_args_free (UllArgs *args)
{
  g_clear_pointer (&args->values, g_hash_table_unref);
  g_clear_pointer (&args->operands, g_ptr_array_unref);
  g_clear_pointer (&args->kept, g_ptr_array_unref);
  g_free (args);
}

void
ull_args_keep (const UllArgs *args, GPtrArray *list)
{
  g_ptr_array_set_size (args->kept, 0);
  g_ptr_array_add (args->kept, g_ptr_array_ref (list));
}

GPtrArray *
ull_args_dup_kept (const UllArgs *args)
{
  return args->kept->len > 0 ? g_ptr_array_ref (g_ptr_array_index (args->kept, 0)) : NULL;
}

gboolean
ull_args_has (const UllArgs *args, const char *option)
{
  return g_hash_table_contains (args->values, option);
}

const char *
ull_args_get (const UllArgs *args, const char *option)
{
  const char *const *values = ull_args_get_all (args, option);

  return values[0];
}

const char *const *
ull_args_get_all (const UllArgs *args, const char *option)
{
  static const char *const none[] = { NULL };
  GPtrArray *values = g_hash_table_lookup (args->values, option);

  return values != NULL ? (const char *const *) values->pdata : none;
}

const char *
ull_args_get_operand (const UllArgs *args, guint index)
{
  return index < args->operands->len ? g_ptr_array_index (args->operands, index) : NULL;
}
