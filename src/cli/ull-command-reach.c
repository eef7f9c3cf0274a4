#include "ull-command.h"
#include "ull-pull-report.h"
#include "ull-settings.h"

#include "ull-units.h"

/* The options stand in the order of UllWant. */

const UllOption ull_command_reach_options[] = {
  { .name = "want-tokens", .value = "N", .help = "tokens in the pool", .group = "Wanted: one of" },
  { .name = "want-requests", .value = "N", .help = "requests of --context at once", .group = "Wanted: one of" },
  { .name = "want-context",
    .value = "N",
    .help = "tokens of a request, --concurrency of them at once",
    .group = "Wanted: one of" },
  { .name = NULL },
};

static gboolean
read_want (const UllArgs *args, UllWant *want, gint64 *amount, GError **error)
{
  const char *option = NULL;

  for (int i = 0; i < ULL_N_WANTS; i++)
    {
      if (!ull_args_has (args, ull_command_reach_options[i].name))
        continue;
      if (option != NULL)
        {
          g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--%s: given beside --%s; one thing is wanted at a time",
                       ull_command_reach_options[i].name, option);
          return FALSE;
        }
      option = ull_command_reach_options[i].name;
      *want = (UllWant) i;
    }
  if (option != NULL)
    {
      const UllField *field = ull_want_get_field (*want);

      if (field == NULL)
        field = ull_field_get (ULL_FIELD_CONTEXT);
      return ull_settings_parse (option, ULL_KIND_COUNT, field->min, field->max, ull_args_get (args, option), amount,
                                 error);
    }
  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
               "nothing is wanted; give --want-tokens, --want-requests or --want-context");
  return FALSE;
}

UllExit
ull_command_reach (const UllArgs *args, GString *out, GError **error)
{
  g_autoptr (UllScenario) scenario = NULL;
  g_autoptr (UllReach) reach = NULL;
  UllWant want;
  gint64 amount;

  if (!read_want (args, &want, &amount, error))
    return ULL_EXIT_USAGE;
  scenario = ull_settings_scenario (args, 0, NULL, error);
  reach = scenario != NULL ? ull_reach_new (scenario, want, amount, error) : NULL;
  if (reach == NULL)
    return ULL_EXIT_INPUT;
  if (ull_args_has (args, "json"))
    ull_reach_report_json (reach, out);
  else
    ull_reach_report_text (reach, out);
  return ULL_EXIT_DONE;
}
