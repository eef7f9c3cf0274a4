#include "ull-launch-private.h"

#include "ull-json.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* From text to launch commands: the lexer makes words, the cut finds who starts an engine, a reader for each engine makes items.
 * Nothing of a command is dropped: what is not understood is an item that says so. */

static void
item_free (gpointer data)
{
  UllLaunchItem *item = data;

  g_free (item->flag);
  g_free (item->value);
  g_free (item->note);
  g_free (item->hole);
  g_free (item->fallback);
  g_free (item);
}

static void
launch_free (gpointer data)
{
  UllLaunch *launch = data;

  g_free (launch->text);
  g_free (launch->model);
  g_free (launch->model_hole);
  g_free (launch->image);
  g_free (launch->open_quote);
  g_ptr_array_unref (launch->items);
  g_free (launch);
}

UllLaunchItem *
ull_launch_add (UllLaunch *launch, UllLaunchState state, const char *flag, const char *value)
{
  UllLaunchItem *item = g_new0 (UllLaunchItem, 1);

  item->state = state;
  item->flag = ull_shell_dup_shown (flag);
  item->value = value != NULL ? ull_shell_dup_shown (value) : NULL;
  item->field = ULL_LAUNCH_NO_FIELD;
  item->number = ULL_UNSET;
  g_ptr_array_add (launch->items, item);
  return item;
}

void
ull_launch_set_wrong (UllLaunchItem *item, const char *note)
{
  item->state = ULL_LAUNCH_WRONG;
  g_free (item->note);
  item->note = g_strdup (note);
}

static char *
join_words (GPtrArray *words)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < words->len; i++)
    {
      g_autofree char *quoted = ull_shell_quote (g_ptr_array_index (words, i));

      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", quoted);
    }
  return g_string_free (text, FALSE);
}

/* NULL where every quote of the command has its end. (transfer full) */
static char *
dup_open_quote (const UllShellCommand *command)
{
  if (command == NULL || command->open_quote == 0)
    return NULL;
  return g_strdup_printf (_("line %u, column %u: the quote %c has no end; a second %c behind what it holds would be right"),
                          command->line, command->column, command->open_quote, command->open_quote);
}

static UllLaunch *
read_launch (const UllLaunchCut *cut)
{
  UllLaunch *launch = g_new0 (UllLaunch, 1);

  launch->engine = cut->engine;
  launch->text = join_words (cut->words);
  launch->image = cut->image != NULL ? ull_shell_dup_shown (cut->image) : NULL;
  launch->cards = -1;
  launch->items = g_ptr_array_new_with_free_func (item_free);
  if (cut->engine == ULL_LAUNCH_VLLM)
    ull_launch_read_vllm (launch, cut);
  else
    ull_launch_read_other (launch, cut);
  ull_launch_read_environment (launch, cut);
  launch->open_quote = dup_open_quote (cut->source);
  if (launch->open_quote != NULL)
    ull_launch_set_wrong (ull_launch_add (launch, ULL_LAUNCH_WRONG, "", NULL), launch->open_quote);
  return launch;
}

/* A quote that is open may hide the program's name. */
static void
set_missing (GError **error, GPtrArray *commands)
{
  for (guint i = 0; i < commands->len; i++)
    {
      g_autofree char *open_quote = dup_open_quote (g_ptr_array_index (commands, i));

      if (open_quote == NULL)
        continue;
      g_set_error_literal (error, ULL_ERROR, ULL_ERROR_SYNTAX, open_quote);
      return;
    }
  g_set_error (error, ULL_ERROR, ULL_ERROR_MISSING,
               _("the text holds no launch command; one such as “vllm serve MODEL --max-model-len N” would be right"));
}

GPtrArray *
ull_launch_parse (const char *text, gsize length, GHashTable *fills, GError **error)
{
  g_autoptr (GPtrArray) commands = ull_shell_parse (text, length, fills);
  g_autoptr (GPtrArray) cuts = ull_launch_cut (commands, fills);
  GPtrArray *launches;

  if (cuts->len == 0)
    {
      set_missing (error, commands);
      return NULL;
    }
  launches = g_ptr_array_new_with_free_func (launch_free);
  for (guint i = 0; i < cuts->len; i++)
    g_ptr_array_add (launches, read_launch (g_ptr_array_index (cuts, i)));
  return launches;
}

const UllLaunchItem *
ull_launch_find (const UllLaunch *launch, UllFieldId field)
{
  for (guint i = launch->items->len; i > 0; i--)
    {
      const UllLaunchItem *item = g_ptr_array_index (launch->items, i - 1);

      if (item->state == ULL_LAUNCH_COUNTED && item->field == (int) field)
        return item;
    }
  return NULL;
}

guint
ull_launch_count (const UllLaunch *launch, UllLaunchState state)
{
  guint n = 0;

  for (guint i = 0; i < launch->items->len; i++)
    n += ((const UllLaunchItem *) g_ptr_array_index (launch->items, i))->state == state;
  return n;
}

const char *
ull_launch_state_get_id (UllLaunchState state)
{
  static const char *const ids[] = { "understood", "neutral", "not_counted", "hole", "wrong" };

  g_return_val_if_fail ((guint) state < G_N_ELEMENTS (ids), NULL);

  return ids[state];
}
