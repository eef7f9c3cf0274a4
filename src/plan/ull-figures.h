#pragma once

#include "ull-plan.h"

G_BEGIN_DECLS

/* What a question gives away: terms of the budget, and figures of the sum that stand before what is asked. */

#define ULL_MAX_FIGURES 8

typedef struct
{
  guint terms; /* bits 1 << UllTermId */
  guint n_steps;
  UllStepId step[ULL_MAX_FIGURES];
  gboolean drawn; /* its terms stand in the picture too */
} UllGiven;

typedef struct
{
  UllStepId id;
  UllUnit unit;
  gint64 value;
} UllFigure;

/* Whether the figure can be computed without what comes after it in the sum. */
gboolean ull_figure_can_be_given (UllStepId id);
/* The figures that are given, in their order: those that this plan has. Nothing that follows them is computed: bytes of a
 * token and of a request are made without a pool, a pool without a request. */
gboolean ull_figures_init (const UllScenario *scenario,
                           const UllGiven *given,
                           UllFigure *figures,
                           guint *n_figures,
                           GError **error);
/* The budget's terms below the pool, those that are not given left out. */
gboolean ull_given_terms (const UllScenario *scenario, const UllGiven *given, UllBudget *budget, GError **error);

G_END_DECLS
