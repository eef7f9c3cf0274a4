#pragma once

#include "ull-plan.h"

G_BEGIN_DECLS

/* What an engine's own check adds to the verdict. (transfer full), translated. */
char *ull_plan_headline_start (const UllPlan *plan);
char *ull_plan_detail_start (const UllPlan *plan);
char *ull_plan_headline_not_admitted (void);
char *ull_plan_engine_warning (const UllPlan *plan, const UllScenario *scenario, UllWarning warning);

G_END_DECLS
