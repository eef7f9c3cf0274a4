#pragma once

#include "ull-budget.h"

G_BEGIN_DECLS

/* The stage of a pipeline whose pool holds the fewest blocks, the first of equals. @bytes: of a block, on each of them. */
gint64 ull_vllm_binding_stage (const UllScenario *scenario, const gint64 *bytes);
/* Whether each stage's pool is as many bytes as said of it. */
gboolean ull_vllm_stages_hold (const UllScenario *scenario, const gint64 *bytes);
/* A card of one stage, from 0, of a budget that was begun. */
gboolean ull_vllm_stage_terms (const UllScenario *scenario, gint64 index, UllBudget *budget, GError **error);
/* The card as vLLM's start divides it, on the stage of the pipeline that binds. */
gboolean ull_vllm_budget_terms (const UllScenario *scenario, UllBudget *budget, GError **error);

G_END_DECLS
