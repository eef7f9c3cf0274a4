#include "ull-vllm-budget.h"

#include "ull-error.h"
#include "ull-layout.h"
#include "ull-units.h"
#include "ull-vllm-activation.h"
#include "ull-vllm-lora.h"
#include "ull-weight-share.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* requested = ceil (allocatable * utilisation)
 * available = requested - (weights + activation peak + what the process takes besides its allocator) - estimated graphs
 *
 * What is gone before the start takes its first reading (the device's context, buffers of the cards' exchange, other
 * processes) is not in `requested`, and yet lowers what it finds free: it refuses to start where free < requested. Graphs
 * that are not estimated, and outside terms that `not given` has no room for, overlap it.
 *
 * A pipeline's stages differ: the terms are those of the stage whose pool holds the fewest blocks. */

typedef struct
{
  UllTermId term;
  UllFieldId field;
} Typed;

/* A figure that a person types stands for the rule's. */
static const Typed typed_terms[] = {
  { ULL_TERM_CONTEXT, ULL_FIELD_CONTEXT_BYTES }, { ULL_TERM_NON_TORCH, ULL_FIELD_NON_TORCH },
  { ULL_TERM_LORA, ULL_FIELD_LORA },             { ULL_TERM_DRAFT, ULL_FIELD_DRAFT_WEIGHTS },
  { ULL_TERM_ACTIVATION, ULL_FIELD_ACTIVATION }, { ULL_TERM_ENCODER, ULL_FIELD_ENCODER },
  { ULL_TERM_GRAPHS, ULL_FIELD_GRAPHS },         { ULL_TERM_COMMUNICATION, ULL_FIELD_COMMUNICATION },
};

static void
set_range (UllBudget *budget, UllTermId id, const UllVllmRange *range, UllSource source, gboolean inside)
{
  UllTerm term = { range->value, range->low, range->high, source, inside, TRUE };

  if (range->high > 0)
    ull_budget_set (budget, id, &term);
}

/* The fitted starts were all on one kind of card, whose exchange takes most of this. */
static gboolean
is_fitted_card (const UllScenario *scenario)
{
  const char *arch = scenario->device->arch;

  return arch == NULL || g_str_equal (arch, "Hopper");
}

static void
set_runtime (const UllScenario *scenario, UllBudget *budget)
{
  const UllVllmMemory *memory = ull_vllm_memory (scenario);
  UllSource source = memory->fitted ? ULL_SOURCE_FORMULA : ULL_SOURCE_GUESS;
  gint64 tp = scenario->value[ULL_FIELD_TP], pp = scenario->value[ULL_FIELD_PP];
  const UllVllmRange *taken = tp > 2 ? &memory->non_torch_more : tp == 2 ? &memory->non_torch_two
                              : pp > 1 ? &memory->non_torch_stage : &memory->non_torch;
  UllVllmRange buffers = memory->communication, besides = *taken;

  if (!is_fitted_card (scenario))
    {
      besides.low = MIN (besides.low, memory->least_non_torch);
      source = ULL_SOURCE_GUESS;
    }
  set_range (budget, ULL_TERM_CONTEXT, &memory->context, ULL_SOURCE_GUESS, FALSE);
  set_range (budget, ULL_TERM_NON_TORCH, &besides, source, TRUE);
  if (tp * pp < 2)
    return;
  if (scenario->model->anatomy.experts > 0 && tp > 1)
    {
      buffers.value += memory->exchange.value;
      buffers.low += memory->exchange.low;
      buffers.high += memory->exchange.high;
    }
  set_range (budget, ULL_TERM_COMMUNICATION, &buffers, source, FALSE);
}

/* Whether a typed overhead replaces the term: weights are none of it. */
static gboolean
is_overhead (UllTermId id)
{
  return id == ULL_TERM_CONTEXT || id == ULL_TERM_NON_TORCH || id == ULL_TERM_ACTIVATION || id == ULL_TERM_GRAPHS ||
         id == ULL_TERM_COMMUNICATION;
}

static void
forget_parts (UllBudget *budget, UllTermId id)
{
  guint kept = 0;

  for (guint i = 0; i < budget->n_parts; i++)
    if (budget->part[i].term != id)
      budget->part[kept++] = budget->part[i];
  budget->n_parts = kept;
}

static void
set_typed (const UllScenario *scenario, UllBudget *budget)
{
  gint64 overhead = scenario->value[ULL_FIELD_OVERHEAD];
  UllTerm term = { .source = ULL_SOURCE_TYPED, .inside = TRUE, .present = TRUE };

  for (guint i = 0; i < G_N_ELEMENTS (typed_terms); i++)
    {
      UllTermId id = typed_terms[i].term;
      gint64 value = scenario->value[typed_terms[i].field];

      if (value == ULL_UNSET && (overhead == ULL_UNSET || !is_overhead (id)))
        continue;
      forget_parts (budget, id);
      term.bytes = term.low = term.high = MAX (value, 0);
      term.inside = id == ULL_TERM_GRAPHS ? ull_vllm_estimates_graphs (scenario)
                                          : id != ULL_TERM_CONTEXT && id != ULL_TERM_COMMUNICATION;
      if (value != ULL_UNSET)
        ull_budget_set (budget, id, &term);
      else
        budget->term[id].present = FALSE;
    }
  if (overhead == ULL_UNSET)
    return;
  term.inside = TRUE;
  term.bytes = term.low = term.high = overhead;
  ull_budget_set (budget, ULL_TERM_RUNTIME, &term);
}

static void
set_others (const UllScenario *scenario, UllBudget *budget)
{
  UllTerm term = { .source = ULL_SOURCE_TYPED, .present = TRUE };
  gint64 share = 0;

  (void) !ull_mul_div_ceil (budget->allocatable, scenario->value[ULL_FIELD_OTHER_INSTANCES], ULL_PPM_ONE, &share);
  if (!ull_add (share, MAX (scenario->value[ULL_FIELD_OTHER_BYTES], 0), &term.bytes) || term.bytes == 0)
    return;
  term.bytes = term.low = term.high = MIN (term.bytes, budget->card);
  ull_budget_set (budget, ULL_TERM_OTHERS, &term);
}

static gint64
least_bytes (const UllBudget *budget, UllTermId id)
{
  return budget->term[id].present ? budget->term[id].low : 0;
}

/* Refused is what would be with the least that may be gone, so that an estimate alone never refuses. */
static void
check_start (UllBudget *budget)
{
  gint64 gone = least_bytes (budget, ULL_TERM_CONTEXT) + least_bytes (budget, ULL_TERM_COMMUNICATION) +
                least_bytes (budget, ULL_TERM_OTHERS);

  budget->free = MAX (budget->allocatable - gone, 0);
  budget->refused = MAX (budget->given - budget->free, 0);
}

/* The term is their sum, or they are its proportions. */
static void
set_weight_parts (const UllScenario *scenario, UllBudget *budget)
{
  gint64 parts[ULL_N_WEIGHT_PARTS], sum = 0;

  for (int i = 0; i < ULL_N_WEIGHT_PARTS; i++)
    sum += parts[i] = budget->weight_share[i].bytes;
  if (sum > 0)
    memcpy (budget->weight_part, parts, sizeof parts);
  else if (ull_weight_share_is_known (scenario))
    ull_weight_share_set (budget, scenario->model->weights.bytes);
}

gboolean
ull_vllm_stage_terms (const UllScenario *scenario, gint64 index, UllBudget *budget, GError **error)
{
  UllVllmStage stage;
  UllTerm weights;
  gboolean shared;

  ull_vllm_stage (scenario, index, &stage);
  if (!ull_vllm_weights (scenario, &stage, &weights, budget->weight_share, &shared, error))
    return FALSE;
  budget->stage = index;
  budget->stage_layers = stage.layers;
  budget->divided_evenly = !shared && scenario->value[ULL_FIELD_WEIGHTS] == ULL_UNSET && weights.present;
  if (weights.present)
    {
      ull_budget_set (budget, ULL_TERM_WEIGHTS, &weights);
      set_weight_parts (scenario, budget);
    }
  ull_vllm_lora (scenario, &stage, budget);
  set_runtime (scenario, budget);
  ull_vllm_activation (scenario, &stage, budget);
  ull_vllm_graphs (scenario, &stage, budget);
  set_typed (scenario, budget);
  set_others (scenario, budget);
  if (!ull_budget_add_up (budget, error))
    return FALSE;
  check_start (budget);
  return TRUE;
}

/* Whether the one holds fewer blocks than the other, or where neither holds any, lacks more. */
static gboolean
binds (gint64 left, gint64 bytes, gint64 other_left, gint64 other_bytes)
{
  if (left <= 0 || other_left <= 0)
    return left < other_left;
  return bytes > 0 && (other_bytes == 0 || left / bytes < other_left / other_bytes);
}

gint64
ull_vllm_binding_stage (const UllScenario *scenario, const gint64 *bytes)
{
  gint64 found = 0, least = 0;
  UllBudget card;

  ull_budget_begin (scenario, &card);
  for (gint64 i = 0; i < scenario->value[ULL_FIELD_PP]; i++)
    {
      UllBudget stage = card;

      /* What cannot be counted is said where the terms are. */
      if (!ull_vllm_stage_terms (scenario, i, &stage, NULL))
        return found;
      if (i > 0 && !binds (stage.line - stage.fixed, bytes[i], least, bytes[found]))
        continue;
      found = i;
      least = stage.line - stage.fixed;
    }
  return found;
}

gboolean
ull_vllm_stages_hold (const UllScenario *scenario, const gint64 *bytes)
{
  gint64 pool = scenario->value[ULL_FIELD_AVAILABLE];
  UllBudget card;

  ull_budget_begin (scenario, &card);
  for (gint64 i = 0; i < scenario->value[ULL_FIELD_PP]; i++)
    {
      UllBudget stage = card;

      if (pool == ULL_UNSET && !ull_vllm_stage_terms (scenario, i, &stage, NULL))
        return FALSE;
      if (bytes[i] > (pool == ULL_UNSET ? stage.line - stage.fixed : pool))
        return FALSE;
    }
  return TRUE;
}

gboolean
ull_vllm_budget_terms (const UllScenario *scenario, UllBudget *budget, GError **error)
{
  g_autofree UllLayout *layout = NULL;

  if (scenario->value[ULL_FIELD_PP] < 2)
    return ull_vllm_stage_terms (scenario, 0, budget, error);
  layout = g_new (UllLayout, 1);
  return ull_layout_init (layout, scenario, 0, error) && ull_vllm_stage_terms (scenario, layout->stage - 1, budget, error);
}
