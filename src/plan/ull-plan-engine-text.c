#include "ull-plan-text-private.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* What an engine's own check makes of a plan, in words: it refuses to start, or starts and can never admit. */

static char *
exact (gint64 bytes)
{
  g_autofree char *count = ull_format_count (bytes);

  return g_strconcat (count, ULL_NBSP "B", NULL);
}

/* Where two decimals are the same, bytes tell them apart. */
char *
ull_plan_headline_start (const UllPlan *plan)
{
  gint64 needed = plan->report.needed_bytes, available = plan->report.available_bytes;
  gboolean close = needed - available < ULL_GIB / 50;
  g_autofree char *asked = close ? exact (needed) : ull_format_gib (needed);
  g_autofree char *free = close ? exact (available) : ull_format_gib (available);

  return g_strdup_printf (_("The engine would not start: it asks for %s and %s is free."), asked, free);
}

char *
ull_plan_detail_start (const UllPlan *plan)
{
  g_autofree char *length = ull_format_count (plan->model_len);
  g_autofree char *longest = ull_format_count (plan->report.estimated_len);

  if (plan->report.estimated_len < 1)
    return g_strdup_printf (_("That is for one request of the model length, %s tokens; not even one token fits."), length);
  return g_strdup_printf (_("That is for one request of the model length, %s tokens; at most %s would be right."), length,
                          longest);
}

char *
ull_plan_headline_not_admitted (void)
{
  return g_strdup (_("The engine starts, yet never admits a full-length request: one block is its own."));
}

/* Copies of the engine share the requests among them, and no memory. */
static char *
replica_text (const UllScenario *scenario)
{
  g_autofree char *copies = ull_format_count (scenario->value[ULL_FIELD_DP]);

  return g_strdup_printf (_("All figures are of one replica: each of the %s of data parallel has cards and a pool of its own, and "
                            "nothing is multiplied."),
                          copies);
}

/* The check takes a request's blocks of all groups of layers on every stage, whichever of them the stage has. */
static char *
strict_text (const UllPlan *plan)
{
  g_autofree char *stage = ull_format_count (plan->layout.stage), *asked = ull_format_gib (plan->report.needed_bytes);
  g_autofree char *own = ull_format_gib (plan->layout.own_bytes);

  return g_strdup_printf (_("The engine’s check is too strict for a pipeline: of stage %s it asks %s, blocks of every group of layers, "
                            "where the stage’s own layers would fill %s. Each stage’s memory would hold its part."),
                          stage, asked, own);
}

char *
ull_plan_step_tokens_text (void)
{
  return g_strdup (_("The engine would not start: a step is set to fewer tokens than sequences may run, and each takes one at least. Max sequences "
                     "of at most the tokens of a step would be right."));
}

char *
ull_plan_engine_warning (const UllPlan *plan, const UllScenario *scenario, UllWarning warning)
{
  g_autofree char *length = ull_format_count (plan->model_len);

  if (warning == ULL_WARNING_COPIES)
    return ull_plan_copies_text (plan, scenario);
  if (warning == ULL_WARNING_STAGE)
    return ull_plan_stage_text (plan);
  if (warning == ULL_WARNING_REPLICA)
    return replica_text (scenario);
  if (warning == ULL_WARNING_STRICT_CHECK)
    return strict_text (plan);
  if (warning == ULL_WARNING_STEP_TOKENS)
    return ull_plan_step_tokens_text ();
  return g_strdup_printf (_("The engine starts, yet never admits a request of the model length, %s tokens: one block is its own."),
                          length);
}
