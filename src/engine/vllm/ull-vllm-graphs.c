#include "ull-vllm-activation.h"

#include "ull-units.h"
#include "ull-vllm-settings.h"
#include "ull-vllm-version.h"

/* Captured graphs: a base, a sum for each layer of the stage, and one more where experts are routed. An engine that
 * estimates them by capturing two takes the estimate off the pool; the newer runner estimates nothing, and so do older
 * releases: their graphs stand beside what was given, and are the reason for starts that fail after the pool was told. */

#define BYTE ULL_PPM_ONE

static void
add (UllBudget *budget, UllPartId id, gint64 times, const UllVllmRange *range, UllTerm *term)
{
  if (times < 1 || range->high == 0)
    return;
  (void) !ull_budget_add_part (budget, ULL_TERM_GRAPHS, id, times, 1, 1, range->value * BYTE, &term->bytes);
  term->low += times * range->low;
  term->high += times * range->high;
}

gboolean
ull_vllm_estimates_graphs (const UllScenario *scenario)
{
  return ull_vllm_has (scenario, ULL_VLLM_GRAPH_ESTIMATE) &&
         ull_vllm_get (scenario, ULL_FIELD_MODEL_RUNNER) != ULL_RUNNER_V2;
}

void
ull_vllm_graphs (const UllScenario *scenario, const UllVllmStage *stage, UllBudget *budget)
{
  const UllVllmMemory *memory = ull_vllm_memory (scenario);
  UllTerm term = { .present = TRUE, .source = memory->fitted ? ULL_SOURCE_FORMULA : ULL_SOURCE_GUESS };

  if (scenario->value[ULL_FIELD_ENFORCE_EAGER] == 1)
    return;
  term.inside = ull_vllm_estimates_graphs (scenario);
  add (budget, ULL_PART_GRAPH_BASE, 1, &memory->graph_base, &term);
  add (budget, ULL_PART_GRAPHS, stage->layers, &memory->graph_layer, &term);
  add (budget, ULL_PART_GRAPH_EXPERTS, scenario->model->anatomy.experts > 0 ? 1 : 0, &memory->graph_experts, &term);
  ull_budget_set (budget, ULL_TERM_GRAPHS, &term);
}
