#pragma once

#include "ull-chart-view.h"
#include "ull-page-stack.h"
#include "ull-plan-board.h"
#include "ull-predict-panel.h"
#include "ull-verdict-card.h"

G_BEGIN_DECLS

#define ULL_TYPE_PLAN_VIEW (ull_plan_view_get_type ())
G_DECLARE_FINAL_TYPE (UllPlanView, ull_plan_view, ULL, PLAN_VIEW, GtkWidget)

/* The whole content beside the levers. Property: "workspace". Actions: "plan.data-table", "plan.commit" (enabled while a
 * prediction can be committed), "plan.page" (string: "memory", "curves", "layers" of a narrow view; "sum",
 * "levers" of any). */

UllChartView *ull_plan_view_get_chart (UllPlanView *self, UllChartKind kind);
UllVerdictCard *ull_plan_view_get_verdict (UllPlanView *self);
UllSumView *ull_plan_view_get_sum (UllPlanView *self);
UllPageStack *ull_plan_view_get_pages (UllPlanView *self); /* what the sum and the levers are pages of */
UllPredictPanel *ull_plan_view_get_predict (UllPlanView *self); /* (nullable): not asked yet */

G_END_DECLS
