#include "ull-command.h"

#include "ull-batch.h"
#include "ull-given-lengths.h"
#include "ull-given-margin.h"
#include "ull-plan-report.h"
#include "ull-settings.h"

/* One plan; of several the table is made elsewhere. Nothing is printed before every option was read. */

const UllOption ull_command_plan_options[] = {
  { .name = "explain", .help = "print the sum, step by step", .group = "Answer" },
  { .name = "check", .help = "exit 3 where it does not fit", .group = "Answer" },
  { .name = "min-ullage",
    .value = "F",
    .help = "what --check wants to stay free, a fraction of the KV pool",
    .group = "Answer" },
  { .name = "seed", .value = "N", .help = "where the draws of the lengths’ overflow begin (default: 1)", .group = "Answer" },
  { .name = NULL },
};

UllExit
ull_command_plan (const UllArgs *args, GString *out, GError **error)
{
  g_autoptr (UllScenario) scenario = NULL;
  g_autoptr (UllPlan) plan = NULL;
  const UllLengths *lengths;
  gint64 margin, seed;
  UllMix mix;

  if (ull_batch_is_asked (args))
    return ull_batch_plan (args, out, error);
  scenario = ull_settings_scenario (args, 0, NULL, error);
  if (scenario == NULL || !ull_given_seed (args, scenario, &seed, error))
    return ULL_EXIT_INPUT;
  lengths = scenario->lengths;
  if (lengths != NULL && !ull_mix_init (&mix, scenario, lengths, (guint64) seed, error))
    return ULL_EXIT_INPUT;
  plan = ull_plan_new (scenario, error);
  if (plan == NULL || !ull_given_margin (args, plan->budget.pool, &margin, error))
    return ULL_EXIT_INPUT;
  if (ull_args_has (args, "json"))
    ull_plan_report_json (plan, scenario, lengths, &mix, out);
  else
    ull_plan_report_text (plan, scenario, lengths, &mix, ull_args_has (args, "explain"), out);
  return ull_args_has (args, "check") && !ull_margin_is_kept (plan, margin, lengths != NULL ? &mix : NULL)
           ? ULL_EXIT_CHECK
           : ULL_EXIT_DONE;
}
