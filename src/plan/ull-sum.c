#include "ull-sum-private.h"

#include "ull-engine.h"

/* Operands take their values from where they stand for, so that a step never holds a number of its own. */

UllOperand
ull_sum_field (const UllSum *sum, UllFieldId id, UllUnit unit)
{
  return (UllOperand) { ULL_OPERAND_FIELD, id, ull_engine_get_setting (sum->scenario, id), unit };
}

UllOperand
ull_sum_fact (UllFactId id, gint64 value, UllUnit unit)
{
  return (UllOperand) { ULL_OPERAND_FACT, id, value, unit };
}

UllOperand
ull_sum_constant (gint64 value, UllUnit unit)
{
  return (UllOperand) { ULL_OPERAND_CONSTANT, 0, value, unit };
}

UllOperand
ull_sum_term (const UllSum *sum, UllTermId id)
{
  return (UllOperand) { ULL_OPERAND_TERM, id, sum->budget->term[id].bytes, ULL_UNIT_BYTES };
}

UllOperand
ull_sum_step (const UllSum *sum, int index)
{
  const UllStep *s = &sum->derivation->step[index];

  return (UllOperand) { ULL_OPERAND_STEP, (guint) index, s->value, s->unit };
}

gboolean
ull_sum_add (UllSum *sum,
             int *index,
             UllStepId id,
             UllOp op,
             UllUnit unit,
             const UllOperand *operands,
             guint n_operands)
{
  *index = ull_derivation_add (sum->derivation, id, op, unit, operands, n_operands);
  return *index >= 0;
}

gboolean
ull_sum_add_two (UllSum *sum, int *index, UllStepId id, UllOp op, UllUnit unit, UllOperand first, UllOperand second)
{
  const UllOperand operands[] = { first, second };

  return ull_sum_add (sum, index, id, op, unit, operands, 2);
}
