#pragma once

#include "ull-budget.h"

G_BEGIN_DECLS

/* The card as vLLM's start divides it, on the stage of the pipeline that binds. */
gboolean ull_vllm_budget_terms (const UllScenario *scenario, UllBudget *budget, GError **error);

G_END_DECLS
