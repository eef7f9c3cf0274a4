#pragma once

#include "ull-plan.h"

G_BEGIN_DECLS

/* What an engine's own check adds to the verdict. (transfer full), translated. */
char *ull_plan_headline_start (const UllPlan *plan);
char *ull_plan_detail_start (const UllPlan *plan);
char *ull_plan_headline_not_admitted (void);
char *ull_plan_step_tokens_text (void);
/* Cards that hold the same cache, and a stage of a pipeline that binds for what it holds: what fits on them, and why no more. */
gboolean ull_plan_has_copies (const UllPlan *plan);
gboolean ull_plan_has_fuller_stage (const UllPlan *plan);
char *ull_plan_headline_cards (const UllPlan *plan);
char *ull_plan_detail_cards (const UllPlan *plan);
char *ull_plan_copies_text (const UllPlan *plan, const UllScenario *scenario);
char *ull_plan_stage_text (const UllPlan *plan);
char *ull_plan_engine_warning (const UllPlan *plan, const UllScenario *scenario, UllWarning warning);

G_END_DECLS
