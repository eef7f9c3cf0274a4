#include "ull-command.h"
#include "ull-given-lengths.h"
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
  { .name = "seed", .value = "N", .help = "where the draws of the lengths' overflow begin (default: 1)", .group = "Answer" },
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

/* Where the lengths are known, a load that fits on average but overflows more often than 1 % is not one to run. */
static gboolean
is_kept (const UllPlan *plan, gint64 margin, const UllMix *mix)
{
  return plan->fits && plan->ullage_bytes >= margin && (mix == NULL || mix->requests <= mix->safe);
}

UllExit
ull_command_plan (const UllArgs *args, GString *out, GError **error)
{
  g_autoptr (UllScenario) scenario = ull_settings_scenario (args, 0, NULL, error);
  g_autoptr (UllPlan) plan = NULL;
  const UllLengths *lengths;
  gint64 margin, seed;
  UllMix mix;

  if (scenario == NULL || !ull_given_seed (args, scenario, &seed, error))
    return ULL_EXIT_INPUT;
  lengths = scenario->lengths;
  if (lengths != NULL && !ull_mix_init (&mix, scenario, lengths, (guint64) seed, error))
    return ULL_EXIT_INPUT;
  plan = ull_plan_new (scenario, error);
  if (plan == NULL || !read_margin (args, plan->budget.pool, &margin, error))
    return ULL_EXIT_INPUT;
  if (ull_args_has (args, "json"))
    ull_plan_report_json (plan, scenario, lengths, &mix, out);
  else
    ull_plan_report_text (plan, scenario, lengths, &mix, ull_args_has (args, "explain"), out);
  return ull_args_has (args, "check") && !is_kept (plan, margin, lengths != NULL ? &mix : NULL) ? ULL_EXIT_CHECK
                                                                                                : ULL_EXIT_DONE;
}
