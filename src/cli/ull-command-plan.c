#include "ull-command.h"
#include "ull-plan-report.h"
#include "ull-settings.h"

#include "ull-units.h"

const UllOption ull_command_plan_options[] = {
  { .name = "explain", .help = "print the sum, step by step", .group = "Answer" },
  { .name = "check", .help = "exit 3 where it does not fit", .group = "Answer" },
  { .name = "min-ullage",
    .value = "F",
    .help = "what --check wants to stay free, a fraction of the KV pool",
    .group = "Answer" },
  { .name = NULL },
};

/* Bytes that --min-ullage wants of @pool: what is demanded rounds up. */
static gboolean
read_margin (const UllArgs *args, gint64 pool, gint64 *margin, GError **error)
{
  const char *text = ull_args_get (args, "min-ullage");
  gint64 ppm;

  *margin = 0;
  if (text == NULL)
    return TRUE;
  if (!ull_args_has (args, "check"))
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--min-ullage: sets the margin of --check; give both");
      return FALSE;
    }
  return ull_settings_parse ("min-ullage", ULL_KIND_FRACTION, 0, ULL_PPM_ONE, text, &ppm, error)
         && ull_mul_div_ceil (pool, ppm, ULL_PPM_ONE, margin);
}

UllExit
ull_command_plan (const UllArgs *args, GString *out, GError **error)
{
  g_autoptr (UllScenario) scenario = ull_settings_scenario (args, 0, NULL, error);
  g_autoptr (UllPlan) plan = scenario != NULL ? ull_plan_new (scenario, error) : NULL;
  gint64 margin;

  if (plan == NULL || !read_margin (args, plan->budget.pool, &margin, error))
    return ULL_EXIT_INPUT;
  if (ull_args_has (args, "json"))
    ull_plan_report_json (plan, scenario, out);
  else
    ull_plan_report_text (plan, scenario, ull_args_has (args, "explain"), out);
  return ull_args_has (args, "check") && (!plan->fits || plan->ullage_bytes < margin) ? ULL_EXIT_CHECK
                                                                                      : ULL_EXIT_DONE;
}
