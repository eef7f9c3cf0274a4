#pragma once

#include "ull-plan.h"

G_BEGIN_DECLS

/* The object that data/schema/plan.json describes. */
void ull_plan_report_json (const UllPlan *plan, const UllScenario *scenario, GString *out);
/* The verdict, then the memory, the cache and what to watch; with @explain the sum, step by step. */
void ull_plan_report_text (const UllPlan *plan, const UllScenario *scenario, gboolean explain, GString *out);

G_END_DECLS
