#include "ull-figures.h"

#include "ull-plan-private.h"

#include "ull-error.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* A figure is a step of a derivation that ends with the part it belongs to. */

static gboolean
part_of (UllStepId id, UllPlanPart *part)
{
  switch (id)
    {
    case ULL_STEP_STORE:
    case ULL_STEP_STORE_RATE:
    case ULL_STEP_BYTES_PER_TOKEN:
    case ULL_STEP_REQUEST_BLOCKS:
    case ULL_STEP_REQUEST_TOKENS:
    case ULL_STEP_GROWTH:
    case ULL_STEP_PAGE:
    case ULL_STEP_REQUEST:
    case ULL_STEP_HEADS:
    case ULL_STEP_LAYER_PAGE:
    case ULL_STEP_KIND_PAGES:
    case ULL_STEP_GROUP_TOKENS:
    case ULL_STEP_GROUP_BLOCKS:
      *part = ULL_PART_REQUEST;
      return TRUE;
    case ULL_STEP_POOL:
      *part = ULL_PART_POOL;
      return TRUE;
    case ULL_STEP_BLOCKS:
    case ULL_STEP_TOKENS:
      *part = ULL_PART_TOKENS;
      return TRUE;
    default:
      return FALSE;
    }
}

gboolean
ull_figure_can_be_given (UllStepId id)
{
  UllPlanPart part;

  return part_of (id, &part);
}

/* A request's bytes are made by a layout of no pool. */
static gboolean
derive (const UllScenario *scenario, UllPlanPart part, UllDerivation *derivation, GError **error)
{
  UllBudget budget = { 0 };
  g_autofree UllLayout *layout = g_new0 (UllLayout, 1);

  if (part != ULL_PART_REQUEST)
    {
      if (!ull_budget_terms (scenario, &budget, error))
        return FALSE;
      ull_budget_close (&budget);
    }
  if (!ull_layout_init (layout, scenario, budget.pool, error))
    return FALSE;
  if (ull_plan_derive_part (derivation, scenario, &budget, layout, part))
    return TRUE;
  g_set_error (error, ULL_ERROR, ULL_ERROR_OVERFLOW,
               _("this many requests of this length are more bytes than can be counted; fewer would be right"));
  return FALSE;
}

gboolean
ull_figures_init (const UllScenario *scenario, const UllGiven *given, UllFigure *figures, guint *n_figures, GError **error)
{
  g_autofree UllDerivation *derivation = g_new (UllDerivation, 1);

  *n_figures = 0;
  for (guint i = 0; i < given->n_steps; i++)
    {
      UllPlanPart part;
      int step;

      if (!part_of (given->step[i], &part))
        continue;
      if (!derive (scenario, part, derivation, error))
        return FALSE;
      step = ull_derivation_find_last (derivation, given->step[i]);
      if (step >= 0)
        figures[(*n_figures)++] = (UllFigure) { given->step[i], derivation->step[step].unit, derivation->step[step].value };
    }
  return TRUE;
}

/* What is made of a term that is withheld goes with it. */
static void
withhold_term (UllBudget *budget, UllTermId id)
{
  guint n_parts = 0;

  if (id == ULL_TERM_HEADROOM)
    budget->line = budget->pool_low = budget->pool_high = budget->given;
  budget->term[id] = (UllTerm) { 0 };
  for (guint i = 0; i < budget->n_parts; i++)
    if (budget->part[i].term != id)
      budget->part[n_parts++] = budget->part[i];
  budget->n_parts = n_parts;
  budget->free = -1;
  budget->refused = 0;
}

gboolean
ull_given_terms (const UllScenario *scenario, const UllGiven *given, UllBudget *budget, GError **error)
{
  gboolean withheld = FALSE;

  if (!ull_budget_terms (scenario, budget, error))
    return FALSE;
  for (int id = 0; id < ULL_N_TERMS; id++)
    {
      if ((given->terms & 1u << id) != 0 || !budget->term[id].present)
        continue;
      withhold_term (budget, (UllTermId) id);
      if (id == ULL_TERM_WEIGHTS)
        memset (budget->weight_part, 0, sizeof budget->weight_part);
      withheld = TRUE;
    }
  if (!withheld || scenario->value[ULL_FIELD_AVAILABLE] != ULL_UNSET)
    return TRUE;
  /* The sums are those of what is left. */
  if (!ull_budget_add_up (budget, error))
    return FALSE;
  if ((given->terms & 1u << ULL_TERM_NOT_GIVEN) == 0)
    budget->term[ULL_TERM_NOT_GIVEN] = (UllTerm) { 0 };
  return TRUE;
}
