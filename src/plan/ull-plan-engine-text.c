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

char *
ull_plan_engine_warning (const UllPlan *plan, const UllScenario *scenario, UllWarning warning)
{
  g_autofree char *length = ull_format_count (plan->model_len);

  if (warning == ULL_WARNING_COPIES)
    return ull_plan_copies_text (plan, scenario);
  if (warning == ULL_WARNING_STAGE)
    return ull_plan_stage_text (plan);
  return g_strdup_printf (_("The engine starts, yet never admits a request of the model length, %s tokens: one block is its own."),
                          length);
}
