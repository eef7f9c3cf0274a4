#include "ull-lesson-options.h"

#include "ull-command.h"
#include "ull-settings.h"

/* The actions of lesson share one list of options, and each takes a part of it. A lesson brings its own models, cards and
 * settings: one that was typed beside it would change nothing, and a figure that answers another question than the one asked
 * is worse than a refusal. */

static const struct
{
  const char *action;
  const char *options[8]; /* of lesson's own */
  const char *instead;    /* what would be right */
  gboolean scenario;
  guint n_operands;       /* the action is one */
} actions[] = {
  { "list", { "language", NULL }, "‘lesson list’ takes --language and --json", FALSE, 1 },
  { "show", { "reveal", "language", NULL }, "‘lesson show ID’ takes --reveal, --language and --json", FALSE, 2 },
  { "grade", { "answer", "language", "output", NULL }, "‘lesson grade ID’ takes --answer, --language, --output and --json", FALSE, 2 },
  { "sheet",
    { "reveal", "seed", "level", "count", "output", NULL },
    "‘lesson sheet’ takes a scenario, --seed, --level, --count, --reveal, --output and --json",
    TRUE,
    2 },
};

static gboolean
is_taken (gsize row, const char *option)
{
  return g_strv_contains (actions[row].options, option);
}

/* Of options that were given, the first in the order of --help that the action has no use for. */
static const char *
find_other (const UllArgs *args, gsize row, gboolean *scenario)
{
  g_autoptr (GArray) options = g_array_new (FALSE, FALSE, sizeof (UllOption));
  guint n_own = 0;

  for (const UllOption *own = ull_command_lesson_options; own->name != NULL; own++, n_own++)
    g_array_append_val (options, *own);
  ull_settings_append_options (options);
  for (guint i = 0; i < options->len; i++)
    {
      const char *name = g_array_index (options, UllOption, i).name;

      *scenario = i >= n_own;
      if (ull_args_has (args, name) && !is_taken (row, name) && !(*scenario && actions[row].scenario))
        return name;
    }
  return NULL;
}

static gboolean
check_row (const UllArgs *args, gsize row, GError **error)
{
  const char *operand = ull_args_get_operand (args, actions[row].n_operands);
  gboolean scenario;
  const char *other = find_other (args, row, &scenario);

  if (operand != NULL)
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "%s: one operand too many; %s", operand, actions[row].instead);
  else if (other != NULL && scenario)
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--%s: is of no effect here, since a lesson brings its own models and cards; %s", other,
                 actions[row].instead);
  else if (other != NULL)
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--%s: is of no effect here; %s", other, actions[row].instead);
  return operand == NULL && other == NULL;
}

gboolean
ull_lesson_options_check (const UllArgs *args, const char *action, GError **error)
{
  for (gsize row = 0; row < G_N_ELEMENTS (actions); row++)
    if (g_strcmp0 (actions[row].action, action) == 0)
      return check_row (args, row, error);
  return TRUE;
}
