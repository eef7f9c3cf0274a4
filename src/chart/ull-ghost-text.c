#include "ull-ghost.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* What is said of a pinned scenario: its name, its pool and what fits in it. */

char *
ull_ghost_detail (const UllDisclosure *disclosure, gboolean narrow)
{
  const UllPlan *plan = disclosure->ghost->plan;
  g_autofree char *pool = ull_stack_format (plan->budget.pool);
  g_autofree char *count = ull_format_count (plan->max_concurrency);
  g_autofree char *fit = NULL;

  if (narrow)
    return g_steal_pointer (&pool);
  if (plan->max_concurrency == G_MAXINT64)
    return g_strdup_printf (_("pinned · %s"), pool);
  fit = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s fits", "%s fit", (gulong) plan->max_concurrency), count);
  return g_strdup_printf (_("pinned · %s · %s"), pool, fit);
}

char *
ull_ghost_describe (const UllDisclosure *disclosure)
{
  g_autofree char *headline = NULL;
  g_autofree char *pool = NULL;

  if (!ull_disclosure_has_ghost (disclosure))
    return NULL;
  headline = ull_plan_headline (disclosure->ghost->plan);
  pool = ull_format_both (disclosure->ghost->plan->budget.pool);
  return g_strdup_printf (_("Pinned, %s: %s KV pool %s."), disclosure->ghost_name, headline, pool);
}

char *
ull_ghost_caption (const UllDisclosure *disclosure)
{
  g_autofree char *clauses = NULL;

  if (!ull_disclosure_has_ghost (disclosure))
    return NULL;
  clauses = ull_chart_assumptions (disclosure->ghost);
  return g_strdup_printf (_("Pinned as “%s”: %s."), disclosure->ghost_name, clauses);
}
