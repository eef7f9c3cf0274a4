#include "ull-vllm-activation.h"

#include "ull-units.h"
#include "ull-vllm-settings.h"

/* The dummy step of a start: T = max batched tokens, of R = min (max sequences, T) requests, first through the layers and
 * then, on the last stage, once through the sampler. It frees what it took in between, so that the peak is the larger of
 *
 *   sampler   R * vocabulary * logits + T * hidden * kept
 *   layer     T * (inputs + 1) * width / tp * 2 + T * hidden * forward
 *
 * and in both stand what is allocated once and kept: the workspaces of routed experts, which turn k rows a token into two
 * widths and back, T * k * (max (2 w, hidden) + max (w, hidden)) * 2; what an encoder's profile leaves; and, in a pipeline, the
 * hidden state and its residual between stages, T * hidden * 2 * 2. MXFP4 experts have kernels without these workspaces.
 * Logits are gathered whole on every card, and so not divided by tensor parallel. A model whose vocabulary is not known is
 * taken to have one of the middle, of 32 thousand to 262 thousand. */

#define ELEMENT 2
#define BYTE ULL_PPM_ONE
#define MIDDLE_VOCABULARY 131072
#define LEAST_VOCABULARY 32768
#define MOST_VOCABULARY 262144

typedef struct
{
  gint64 tokens;
  gint64 rows;
  gint64 hidden;
  gint64 vocabulary;
  gint64 tp;
} Step;

static void
read_step (const UllScenario *scenario, Step *step)
{
  step->tokens = MAX (ull_vllm_get (scenario, ULL_FIELD_MAX_BATCHED_TOKENS), 1);
  step->rows = CLAMP (ull_vllm_get (scenario, ULL_FIELD_MAX_NUM_SEQS), 1, step->tokens);
  step->hidden = scenario->model->hidden_size;
  if (step->hidden < 1)
    step->hidden = MAX (scenario->model->query_heads, 1) * MAX (ull_model_get_head_dim (scenario->model), 1);
  step->vocabulary = scenario->model->anatomy.vocabulary;
  if (step->vocabulary < 1)
    step->vocabulary = MIDDLE_VOCABULARY;
  step->tp = scenario->value[ULL_FIELD_TP];
}

static void
add (UllBudget *budget, UllPartId id, gint64 first, gint64 second, gint64 third, gint64 rate, gint64 *sum)
{
  /* Whatever cannot be counted is far past every card: the sum stays at the most. */
  if (first > 0 && second > 0 && third > 0 && rate > 0 &&
      !ull_budget_add_part (budget, ULL_TERM_ACTIVATION, id, first, second, third, rate, sum))
    *sum = G_MAXINT64 / 4;
}

static void
add_kept (const UllScenario *scenario, const Step *step, UllBudget *budget, gint64 *sum)
{
  const UllAnatomy *anatomy = &scenario->model->anatomy;
  gint64 width = ull_div_ceil (anatomy->expert_width, step->tp);

  if (anatomy->experts > 0 && !anatomy->only_experts)
    add (budget, ULL_PART_EXPERTS, step->tokens, anatomy->experts_used,
         MAX (2 * width, step->hidden) + MAX (width, step->hidden), ELEMENT * BYTE, sum);
  if (anatomy->multimodal)
    add (budget, ULL_PART_ENCODER, 1, 1, 1, ull_vllm_memory (scenario)->encoder * BYTE, sum);
  if (scenario->value[ULL_FIELD_PP] > 1)
    add (budget, ULL_PART_STAGES, step->tokens, step->hidden, 1, 2 * ELEMENT * BYTE, sum);
}

static gint64
add_sampler (const UllScenario *scenario, const Step *step, gint64 logits, UllBudget *budget)
{
  gint64 sum = 0;

  add (budget, ULL_PART_LOGITS, step->rows, step->vocabulary, 1, logits, &sum);
  add (budget, ULL_PART_HIDDEN, step->tokens, step->hidden, 1, ull_vllm_memory (scenario)->kept_hidden, &sum);
  add_kept (scenario, step, budget, &sum);
  return sum;
}

static gint64
add_layer (const UllScenario *scenario, const Step *step, UllBudget *budget)
{
  const UllAnatomy *anatomy = &scenario->model->anatomy;
  gint64 sum = 0;

  add (budget, ULL_PART_MLP, step->tokens, ull_div_ceil (anatomy->mlp_width, step->tp), 1,
       (anatomy->mlp_inputs + 1) * ELEMENT * BYTE, &sum);
  add (budget, ULL_PART_HIDDEN, step->tokens, step->hidden, 1, ull_vllm_memory (scenario)->forward_hidden, &sum);
  add_kept (scenario, step, budget, &sum);
  return sum;
}

/* The larger of the two at this rate of the logits. Only the sums of one of them are the term's. */
static gint64
peak (const UllScenario *scenario, const Step *step, const UllVllmStage *stage, gint64 logits, UllBudget *budget)
{
  UllBudget trial = { 0 };
  gint64 layer = add_layer (scenario, step, &trial), sampler = 0;

  if (stage->last)
    {
      trial.n_parts = 0;
      sampler = add_sampler (scenario, step, logits, &trial);
    }
  if (sampler > layer)
    return budget ? add_sampler (scenario, step, logits, budget) : sampler;
  return budget ? add_layer (scenario, step, budget) : layer;
}

void
ull_vllm_activation (const UllScenario *scenario, const UllVllmStage *stage, UllBudget *budget)
{
  const UllVllmMemory *memory = ull_vllm_memory (scenario);
  const UllAnatomy *anatomy = &scenario->model->anatomy;
  gboolean known = anatomy->vocabulary > 0;
  UllTerm term = { .inside = TRUE, .present = TRUE, .source = known && memory->fitted ? ULL_SOURCE_FORMULA : ULL_SOURCE_GUESS };
  Step step;

  read_step (scenario, &step);
  term.bytes = peak (scenario, &step, stage, memory->logits.value, budget);
  step.vocabulary = known ? step.vocabulary : LEAST_VOCABULARY;
  term.low = MAX (peak (scenario, &step, stage, memory->logits.low, NULL) - memory->spread, 0);
  step.vocabulary = known ? step.vocabulary : MOST_VOCABULARY;
  term.high = peak (scenario, &step, stage, memory->logits.high, NULL) + memory->spread;
  ull_budget_set (budget, ULL_TERM_ACTIVATION, &term);
}
