#include "ull-command.h"

#include "ull-batch.h"
#include "ull-given-lengths.h"
#include "ull-given-margin.h"
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
  { .name = "lengths",
    .value = "SPEC",
    .help = "lengths of requests as they are, in place of --context",
    .group = "Lengths" },
  { .name = "seed", .value = "N", .help = "where the draws of the overflow begin (default: 1)", .group = "Lengths" },
  { .name = NULL },
};

/* The scenario takes the mean length; @mix what the lengths make of it. */
static gboolean
take_lengths (UllScenario **scenario, const UllLengths *lengths, gint64 seed, UllMix *mix, GError **error)
{
  UllScenario *average;

  if (!ull_mix_init (mix, *scenario, lengths, (guint64) seed, error))
    return FALSE;
  average = ull_mix_scenario (*scenario, lengths, error);
  if (average == NULL)
    return FALSE;
  ull_scenario_unref (*scenario);
  *scenario = average;
  return TRUE;
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
  g_autoptr (UllScenario) scenario = NULL;
  g_autoptr (UllLengths) lengths = NULL;
  g_autoptr (UllPlan) plan = NULL;
  gint64 margin, seed;
  UllMix mix;

  if (ull_batch_is_asked (args))
    return ull_batch_plan (args, out, error);
  scenario = ull_settings_scenario (args, 0, NULL, error);
  if (scenario == NULL || !ull_given_lengths (args, &lengths, &seed, error)
      || (lengths != NULL && !take_lengths (&scenario, lengths, seed, &mix, error)))
    return ULL_EXIT_INPUT;
  plan = ull_plan_new (scenario, error);
  if (plan == NULL || !ull_given_margin (args, plan->budget.pool, &margin, error))
    return ULL_EXIT_INPUT;
  if (ull_args_has (args, "json"))
    ull_plan_report_json (plan, scenario, lengths, &mix, out);
  else
    ull_plan_report_text (plan, scenario, lengths, &mix, ull_args_has (args, "explain"), out);
  return ull_args_has (args, "check") && !is_kept (plan, margin, lengths != NULL ? &mix : NULL) ? ULL_EXIT_CHECK
                                                                                                : ULL_EXIT_DONE;
}
