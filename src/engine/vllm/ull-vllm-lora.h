#pragma once

#include "ull-budget.h"
#include "ull-vllm-weights.h"

G_BEGIN_DECLS

/* Slots for adapters, allocated at the start whether or not they are filled. */
void ull_vllm_lora (const UllScenario *scenario, const UllVllmStage *stage, UllBudget *budget);

G_END_DECLS
