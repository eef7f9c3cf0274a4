#pragma once

#include "ull-vllm-weights.h"

G_BEGIN_DECLS

/* What the dummy step of a start takes at its peak, on one card of a stage: the term, and the parts it is the sum of. */
void ull_vllm_activation (const UllScenario *scenario, const UllVllmStage *stage, UllBudget *budget);

/* Whether a start estimates what graphs will take, and leaves them room. */
gboolean ull_vllm_estimates_graphs (const UllScenario *scenario);
/* What captured graphs take on a stage, and whether the pool pays for it. */
void ull_vllm_graphs (const UllScenario *scenario, const UllVllmStage *stage, UllBudget *budget);

G_END_DECLS
