#include "ull-sum-private.h"

#include "ull-units.h"

/* An engine's terms that follow from a rule: a step for each part that has factors, and one that adds them up where there
 * are several, or a constant beside them. Constants have no step: there is nothing to multiply. A term that was read or
 * typed has no parts, and stands in the pool's sum as it is. */

static const struct
{
  UllStepId step;
  guint n_factors; /* 0: a constant */
  UllFactId fact[3];
} parts[ULL_N_PARTS] = {
  [ULL_PART_LOGITS] = { ULL_STEP_TERM_LOGITS, 2, { ULL_FACT_STEP_REQUESTS, ULL_FACT_VOCABULARY } },
  [ULL_PART_HIDDEN] = { ULL_STEP_TERM_HIDDEN, 2, { ULL_FACT_STEP_TOKENS, ULL_FACT_HIDDEN } },
  [ULL_PART_MLP] = { ULL_STEP_TERM_MLP, 2, { ULL_FACT_STEP_TOKENS, ULL_FACT_WIDTH } },
  [ULL_PART_EXPERTS] = { ULL_STEP_TERM_EXPERTS, 3, { ULL_FACT_STEP_TOKENS, ULL_FACT_EXPERTS_USED, ULL_FACT_EXPERT_ROWS } },
  [ULL_PART_STAGES] = { ULL_STEP_TERM_STAGES, 2, { ULL_FACT_STEP_TOKENS, ULL_FACT_HIDDEN } },
  [ULL_PART_GRAPHS] = { ULL_STEP_TERM_GRAPHS, 1, { ULL_FACT_LAYERS } },
  [ULL_PART_LORA] = { ULL_STEP_TERM_LORA, 3, { ULL_FACT_SLOTS, ULL_FACT_RANKS, ULL_FACT_SIDES } },
};

static UllUnit
unit_of (UllFactId fact)
{
  return fact == ULL_FACT_STEP_TOKENS ? ULL_UNIT_TOKENS : fact == ULL_FACT_STEP_REQUESTS ? ULL_UNIT_REQUESTS : ULL_UNIT_COUNT;
}

static gboolean
add_part (UllSum *sum, const UllTermPart *part, UllOperand *operand)
{
  UllOperand operands[4];
  guint n = parts[part->id].n_factors;
  int index;

  *operand = ull_sum_constant (part->bytes, ULL_UNIT_BYTES);
  if (n == 0)
    return TRUE;
  for (guint i = 0; i < n; i++)
    operands[i] = ull_sum_fact (parts[part->id].fact[i], part->factor[i], unit_of (parts[part->id].fact[i]));
  /* Whole bytes are a factor like the others. */
  if (part->rate % ULL_PPM_ONE == 0)
    operands[n] = ull_sum_fact (ULL_FACT_RATE, part->rate / ULL_PPM_ONE, ULL_UNIT_BYTES);
  else
    operands[n] = ull_sum_fact (ULL_FACT_RATE, part->rate, ULL_UNIT_PPM);
  if (!ull_sum_add (sum, &index, parts[part->id].step, part->rate % ULL_PPM_ONE == 0 ? ULL_OP_MULTIPLY : ULL_OP_RATE_UP,
                    ULL_UNIT_BYTES, operands, n + 1))
    return FALSE;
  sum->derivation->step[index].term = part->term;
  *operand = ull_sum_step (sum, index);
  return TRUE;
}

static gboolean
add_up (UllSum *sum, UllTermId id)
{
  UllOperand operands[ULL_MAX_TERM_PARTS];
  const UllBudget *budget = sum->budget;
  guint n = 0;
  int index;

  for (guint i = 0; i < budget->n_parts; i++)
    if (budget->part[i].term == id && !add_part (sum, &budget->part[i], &operands[n++]))
      return FALSE;
  if (n == 0)
    return TRUE;
  if (n > 1)
    {
      if (!ull_sum_add (sum, &index, ULL_STEP_TERM_SUM, ULL_OP_ADD, ULL_UNIT_BYTES, operands, n))
        return FALSE;
      sum->derivation->step[index].term = id;
      sum->term[id] = index;
    }
  else if (operands[0].kind == ULL_OPERAND_STEP)
    sum->term[id] = (int) operands[0].ref;
  return TRUE;
}

gboolean
ull_sum_derive_terms (UllSum *sum)
{
  for (int id = 0; id < ULL_N_TERMS; id++)
    {
      sum->term[id] = -1;
      if (sum->budget->term[id].present && !add_up (sum, (UllTermId) id))
        return FALSE;
    }
  return TRUE;
}
