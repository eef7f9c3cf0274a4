#include "ull-sum-private.h"

#include "ull-units.h"
#include "ull-weight-share.h"

/* The weights' steps. Of a plain convention they are all of them, divided by the cards. An engine with a rule of its own divides each
 * part in its way, and there each part that is not simply what its files say has a step: what tensor parallel divides, what
 * each card has whole, KV heads that are copied, rows that are padded, and of a pipeline the layers of the stage. */

static gboolean
has_experts (const UllScenario *scenario)
{
  return scenario->model->anatomy.experts > 0 || scenario->model->weights.bytes[ULL_WEIGHT_EXPERTS] > 0;
}

/* Weights that come from a parameter count are a step of their own; others are a term as it stands. */
static gboolean
derive_all_weights (UllSum *sum, gint64 whole)
{
  const UllScenario *scenario = sum->scenario;
  gint64 parameters = scenario->value[ULL_FIELD_PARAMETERS];
  gint64 dtype = scenario->value[ULL_FIELD_WEIGHT_DTYPE], bytes;
  UllOperand count, format;

  if (parameters == ULL_UNSET)
    parameters = scenario->model->parameters;
  if (dtype == ULL_UNSET)
    dtype = scenario->model->native_dtype == ULL_DTYPE_UNKNOWN ? ULL_DTYPE_BF16 : scenario->model->native_dtype;
  if (!sum->budget->term[ULL_TERM_WEIGHTS].present || scenario->value[ULL_FIELD_WEIGHTS] != ULL_UNSET ||
      parameters < 0 || !ull_dtype_row_bytes ((UllDtype) dtype, parameters, &bytes) ||
      bytes != whole)
    return TRUE;
  count = scenario->value[ULL_FIELD_PARAMETERS] == ULL_UNSET ? ull_sum_fact (ULL_FACT_PARAMETERS, parameters, ULL_UNIT_COUNT)
                                                             : ull_sum_field (sum, ULL_FIELD_PARAMETERS, ULL_UNIT_COUNT);
  format = (UllOperand) { ULL_OPERAND_FIELD, ULL_FIELD_WEIGHT_DTYPE, dtype, ULL_UNIT_DTYPE };
  if (!ull_sum_add_two (sum, &sum->weights, ULL_STEP_WEIGHTS, ULL_OP_DTYPE_BYTES, ULL_UNIT_BYTES, count, format))
    return FALSE;
  sum->derivation->step[sum->weights].experts = has_experts (scenario);
  return TRUE;
}

static UllOperand
part_fact (UllWeightPart part, gint64 bytes)
{
  return ull_sum_fact ((UllFactId) (ULL_FACT_WEIGHTS_EMBEDDING + part), bytes, ULL_UNIT_BYTES);
}

/* Rows of the vocabulary on a card: to a multiple first, then divided. The same for both ends. */
static gboolean
derive_rows (UllSum *sum, const UllWeightShare *share, UllOperand *rows)
{
  int index = ull_derivation_find_last (sum->derivation, ULL_STEP_VOCABULARY_EACH);
  gint64 padded = ull_div_ceil (share->rows, ULL_VOCABULARY_MULTIPLE) * ULL_VOCABULARY_MULTIPLE;

  *rows = ull_sum_fact (ULL_FACT_VOCABULARY, share->rows, ULL_UNIT_COUNT);
  if (index >= 0)
    {
      *rows = ull_sum_step (sum, index);
      return TRUE;
    }
  if (padded != share->rows)
    {
      if (!ull_sum_add_two (sum, &index, ULL_STEP_VOCABULARY, ULL_OP_ROUND_UP, ULL_UNIT_COUNT, *rows,
                            ull_sum_constant (ULL_VOCABULARY_MULTIPLE, ULL_UNIT_COUNT)))
        return FALSE;
      *rows = ull_sum_step (sum, index);
    }
  if (!ull_sum_add_two (sum, &index, ULL_STEP_VOCABULARY_EACH, ULL_OP_DIVIDE_UP, ULL_UNIT_COUNT, *rows,
                        ull_sum_field (sum, ULL_FIELD_TP, ULL_UNIT_COUNT)))
    return FALSE;
  *rows = ull_sum_step (sum, index);
  return TRUE;
}

static gboolean
derive_end (UllSum *sum, UllWeightPart part, const UllWeightShare *share, int *index)
{
  UllOperand operands[3] = { part_fact (part, share->divided) };

  operands[2] = ull_sum_fact (ULL_FACT_VOCABULARY, share->rows, ULL_UNIT_COUNT);
  return derive_rows (sum, share, &operands[1])
         && ull_sum_add (sum, index, ULL_STEP_WEIGHT_SHARE, ULL_OP_SCALE_UP, ULL_UNIT_BYTES, operands, 3);
}

static gboolean
derive_layers (UllSum *sum, UllWeightPart part, const UllWeightShare *share, int *index)
{
  const UllOperand operands[ULL_N_SHARE_OPERANDS] = {
    [ULL_SHARE_DIVIDED] = part_fact (part, share->divided),
    [ULL_SHARE_CARDS] = ull_sum_field (sum, ULL_FIELD_TP, ULL_UNIT_COUNT),
    [ULL_SHARE_KV] = ull_sum_fact (ULL_FACT_WEIGHTS_KV, share->kv, ULL_UNIT_BYTES),
    [ULL_SHARE_KV_CARDS] = ull_sum_fact (ULL_FACT_KV_CARDS, MAX (share->kv_cards, 1), ULL_UNIT_COUNT),
    [ULL_SHARE_WHOLE] = ull_sum_fact (ULL_FACT_WEIGHTS_WHOLE, share->whole, ULL_UNIT_BYTES),
    [ULL_SHARE_MADE] = ull_sum_fact (ULL_FACT_WEIGHTS_MADE, share->made, ULL_UNIT_BYTES),
  };

  return ull_sum_add (sum, index, ULL_STEP_WEIGHT_SHARE, ULL_OP_SHARE_BYTES, ULL_UNIT_BYTES, operands, ULL_N_SHARE_OPERANDS);
}

/* A step where the card's bytes are not just those that are stored. */
static gboolean
derive_share (UllSum *sum, UllWeightPart part, const UllWeightShare *share, UllOperand *operand)
{
  gboolean alone = ull_engine_get_setting (sum->scenario, ULL_FIELD_TP) == 1
                   && MAX (ull_engine_get_setting (sum->scenario, ULL_FIELD_PP), 1) == 1;
  UllStep *step;
  int index;

  *operand = part_fact (part, share->bytes);
  if (alone && share->made == 0 && share->rows_each == share->rows)
    return TRUE;
  if (!(share->rows > 0 ? derive_end (sum, part, share, &index) : derive_layers (sum, part, share, &index)))
    return FALSE;
  step = &sum->derivation->step[index];
  step->part = part;
  step->layers = share->rows > 0 || part == ULL_WEIGHT_VISION ? 0 : sum->budget->stage_layers;
  *operand = ull_sum_step (sum, index);
  return TRUE;
}

/* Weights whose files say what they are for are the sum of that. */
static gboolean
add_parts (UllSum *sum, const UllOperand *operands, guint n, gint64 low, gint64 high)
{
  gboolean exact;
  UllStep *step;

  if (n == 0)
    return TRUE;
  if (!ull_sum_add (sum, &sum->weights, ULL_STEP_WEIGHT_PARTS, ULL_OP_ADD, ULL_UNIT_BYTES, operands, n))
    return FALSE;
  step = &sum->derivation->step[sum->weights];
  step->experts = has_experts (sum->scenario);
  /* Headers leave nothing open. */
  exact = sum->scenario->model->weight_source == ULL_WEIGHTS_HEADERS;
  if (high > low || exact)
    {
      step->low = exact ? step->value : low;
      step->high = exact ? step->value : high;
    }
  return TRUE;
}

static gboolean
derive_parts (UllSum *sum, const gint64 *parts)
{
  UllOperand operands[ULL_N_WEIGHT_PARTS];
  guint n = 0;

  for (int i = 0; i < ULL_N_WEIGHT_PARTS; i++)
    if (parts[i] > 0)
      operands[n++] = part_fact ((UllWeightPart) i, parts[i]);
  return add_parts (sum, operands, n, sum->scenario->model->weight_low, sum->scenario->model->weight_high);
}

/* An engine whose own rule did not make the term has it stand as it is. */
static gboolean
derive_shares (UllSum *sum)
{
  UllOperand operands[ULL_N_WEIGHT_PARTS];
  guint n = 0;

  for (int i = 0; i < ULL_N_WEIGHT_PARTS; i++)
    if (sum->budget->weight_share[i].bytes > 0
        && !derive_share (sum, (UllWeightPart) i, &sum->budget->weight_share[i], &operands[n++]))
      return FALSE;
  return add_parts (sum, operands, n, sum->budget->term[ULL_TERM_WEIGHTS].low, sum->budget->term[ULL_TERM_WEIGHTS].high);
}

static gboolean
are_from_headers (const UllSum *sum)
{
  return sum->scenario->model->weight_source == ULL_WEIGHTS_HEADERS && ull_weight_share_is_known (sum->scenario);
}

gboolean
ull_sum_derive_weights (UllSum *sum)
{
  UllWeightSource source;
  UllOperand all;
  gint64 whole;

  if (ull_engine_get (sum->layout->engine)->budget != NULL)
    return derive_shares (sum);
  if (!ull_scenario_get_weights (sum->scenario, &whole, &source, NULL) ||
      (!are_from_headers (sum) && !derive_all_weights (sum, whole)))
    return FALSE;
  if (sum->weights < 0 && ull_weight_share_is_known (sum->scenario) && !derive_parts (sum, sum->scenario->model->weights.bytes))
    return FALSE;
  if (sum->layout->tp == 1 || !sum->budget->term[ULL_TERM_WEIGHTS].present)
    return TRUE;
  all = sum->weights >= 0 ? ull_sum_step (sum, sum->weights) : ull_sum_field (sum, ULL_FIELD_WEIGHTS, ULL_UNIT_BYTES);
  all.value = whole;
  return ull_sum_add_two (sum, &sum->weights, ULL_STEP_WEIGHTS_EACH, ULL_OP_DIVIDE_UP, ULL_UNIT_BYTES, all,
                          ull_sum_field (sum, ULL_FIELD_TP, ULL_UNIT_COUNT));
}
