#include "ull-vllm-lora.h"

#include "ull-units.h"

/* Every slot holds the two matrices of each projection of every layer at the largest rank: A of rank x inputs, B of outputs x
 * rank. Joined projections (q, k, v; gate, up) have an A each. Tensor parallel divides what the projection divides: B's
 * outputs where it is by columns, A's inputs where it is by rows; the other matrix is whole on every card:
 *
 *   q, k, v    3 H + (Q + 2 KV) D / tp
 *   output     Q D / tp + H
 *   gate, up   inputs * (H + I / tp)
 *   down       I / tp + H
 *
 * Routed experts' own adapters are not counted: which there are is for the adapter to say, and is the high end. */

#define ELEMENT 2

static gint64
attention_sides (const UllScenario *scenario)
{
  const UllModel *model = scenario->model;
  gint64 dim = ull_model_get_head_dim (model), heads = ull_model_get_kv_heads (model), tp = scenario->value[ULL_FIELD_TP];
  gint64 hidden = model->hidden_size;

  if (dim < 1 || heads < 1 || model->query_heads < 1)
    return 4 * hidden + 2 * ull_div_ceil (hidden, tp);
  return 4 * hidden + ull_div_ceil (2 * model->query_heads * dim, tp) + 2 * MAX (heads / tp, 1) * dim;
}

static gint64
mlp_sides (const UllScenario *scenario)
{
  const UllAnatomy *anatomy = &scenario->model->anatomy;
  gint64 width = ull_div_ceil (anatomy->mlp_width, scenario->value[ULL_FIELD_TP]);

  return anatomy->mlp_width > 0 ? (anatomy->mlp_inputs + 1) * (scenario->model->hidden_size + width) : 0;
}

static gint64
expert_sides (const UllScenario *scenario)
{
  const UllAnatomy *anatomy = &scenario->model->anatomy;
  gint64 width = ull_div_ceil (anatomy->expert_width, scenario->value[ULL_FIELD_TP]);

  return 3 * anatomy->experts * (scenario->model->hidden_size + width);
}

void
ull_vllm_lora (const UllScenario *scenario, const UllVllmStage *stage, UllBudget *budget)
{
  gint64 slots = scenario->value[ULL_FIELD_MAX_LORAS], rank = scenario->value[ULL_FIELD_MAX_LORA_RANK];
  UllTerm term = { .inside = TRUE, .present = TRUE, .source = ULL_SOURCE_FORMULA };
  gint64 experts;

  if (slots < 1 || scenario->model->hidden_size < 1)
    return;
  if (!ull_budget_add_part (budget, ULL_TERM_LORA, ULL_PART_LORA, slots, rank * stage->layers,
                            attention_sides (scenario) + mlp_sides (scenario), ELEMENT * ULL_PPM_ONE, &term.bytes))
    return;
  term.low = term.high = term.bytes;
  if (ull_mul (slots * rank * ELEMENT, stage->layers * expert_sides (scenario), &experts))
    (void) !ull_add (term.high, experts, &term.high);
  ull_budget_set (budget, ULL_TERM_LORA, &term);
}
