#include "ull-derivation.h"

#include "ull-units.h"

#include <string.h>

/* A step's value is always its operation applied to its operands, and an operand that names a step always stands behind
 * it, so that one pass from the first step to the last evaluates everything. */

static UllStore
store_of (const gint64 *value)
{
  return (UllStore) {
    .growth = (UllGrowth) value[ULL_STORE_GROWTH],
    .shard = ULL_SHARD_REPLICATED,
    .cap = value[ULL_STORE_CAP],
    .per = value[ULL_STORE_PER],
    .heads = value[ULL_STORE_HEADS],
    .k_dim = value[ULL_STORE_K_DIM],
    .v_dim = value[ULL_STORE_V_DIM],
    .extra_bytes = value[ULL_STORE_EXTRA],
    .k_format = (UllDtype) value[ULL_STORE_K_FORMAT],
    .v_format = (UllDtype) value[ULL_STORE_V_FORMAT],
  };
}

static gboolean
store_bytes (const gint64 *value, guint n, gint64 *result)
{
  UllFormats formats = { 0 };
  UllStore store;
  gint64 bytes;

  g_return_val_if_fail (n == ULL_N_STORE_OPERANDS, FALSE);

  store = store_of (value);
  return ull_store_bytes (&store, &formats, value[ULL_STORE_TOKENS], 1, &bytes, NULL) &&
         ull_mul (bytes, value[ULL_STORE_LAYERS], result);
}

static gboolean
fold (UllOp op, const gint64 *value, guint n, gint64 *result)
{
  gint64 sum = value[0];

  for (guint i = 1; i < n; i++)
    {
      if (op == ULL_OP_MULTIPLY ? !ull_mul (sum, value[i], &sum)
                                : !ull_add (sum, op == ULL_OP_ADD ? value[i] : -value[i], &sum))
        return FALSE;
    }
  *result = op == ULL_OP_REMAIN ? MAX (sum, 0) : sum;
  return TRUE;
}

static gboolean
divide (UllOp op, const gint64 *value, guint n, gint64 *result)
{
  gint64 divisor;

  if (!fold (ULL_OP_MULTIPLY, value + 1, n - 1, &divisor) || divisor <= 0)
    return FALSE;
  *result = op == ULL_OP_DIVIDE_UP ? ull_div_ceil (value[0], divisor) : value[0] / divisor;
  return TRUE;
}

static gboolean
ratio_down (const gint64 *value, gint64 *result)
{
  double product;

  if (value[1] <= 0)
    return FALSE;
  product = (double) value[0] / (double) value[1] * (double) value[2];
  if (!(product < 9e18))
    return FALSE;
  *result = (gint64) product;
  return TRUE;
}

static gboolean
round_up (const gint64 *value, gint64 *result)
{
  return value[0] >= 0 && value[1] > 0 && ull_mul (ull_div_ceil (value[0], value[1]), value[1], result);
}

static gboolean
scale_up (const gint64 *value, gint64 *result)
{
  return value[0] >= 0 && value[1] >= 0 && value[2] > 0 && ull_mul_div_ceil (value[0], value[1], value[2], result);
}

static gboolean
share_bytes (const gint64 *value, guint n, gint64 *result)
{
  g_return_val_if_fail (n == ULL_N_SHARE_OPERANDS, FALSE);

  if (value[ULL_SHARE_CARDS] < 1 || value[ULL_SHARE_KV_CARDS] < 1)
    return FALSE;
  *result = ull_div_ceil (value[ULL_SHARE_DIVIDED], value[ULL_SHARE_CARDS]);
  return ull_add (*result, ull_div_ceil (value[ULL_SHARE_KV], value[ULL_SHARE_KV_CARDS]), result)
         && ull_add (*result, value[ULL_SHARE_WHOLE], result) && ull_add (*result, value[ULL_SHARE_MADE], result);
}

static gboolean
apply (UllOp op, const gint64 *value, guint n, gint64 *result)
{
  switch (op)
    {
    case ULL_OP_STORE_BYTES:
      return store_bytes (value, n, result);
    case ULL_OP_ADD:
    case ULL_OP_SUBTRACT:
    case ULL_OP_REMAIN:
    case ULL_OP_MULTIPLY:
      return fold (op, value, n, result);
    case ULL_OP_MINIMUM:
      *result = MIN (value[0], value[1]);
      return TRUE;
    case ULL_OP_DIVIDE_DOWN:
    case ULL_OP_DIVIDE_UP:
      return divide (op, value, n, result);
    case ULL_OP_FRACTION_DOWN:
      return ull_mul_div_floor (value[0], value[1], ULL_PPM_ONE, result);
    case ULL_OP_FRACTION_UP:
      return ull_mul_div_ceil (value[0], value[1], ULL_PPM_ONE, result);
    case ULL_OP_RATIO_DOWN:
      return ratio_down (value, result);
    case ULL_OP_RATE_UP:
      return fold (ULL_OP_MULTIPLY, value, n - 1, result) && ull_mul_div_ceil (*result, value[n - 1], ULL_PPM_ONE, result);
    case ULL_OP_DTYPE_BYTES:
      return ull_dtype_row_bytes ((UllDtype) value[1], value[0], result);
    case ULL_OP_ROUND_UP:
      return round_up (value, result);
    case ULL_OP_SCALE_UP:
      return scale_up (value, result);
    case ULL_OP_SHARE_BYTES:
      return share_bytes (value, n, result);
    default:
      g_return_val_if_reached (FALSE);
    }
}

/* @patch moves on as operands are met: patches stand in the order of what they replace. */
static gboolean
evaluate (const UllDerivation *derivation, guint step, const gint64 *step_values, const UllPatch **patch, const UllPatch *end,
          gint64 *result)
{
  const UllStep *s = &derivation->step[step];
  gint64 value[ULL_MAX_STEPS];

  for (guint i = 0; i < s->n_operands; i++)
    {
      const UllOperand *operand = &derivation->operand[s->first_operand + i];

      value[i] = operand->kind == ULL_OPERAND_STEP ? step_values[operand->ref] : operand->value;
      if (*patch < end && (*patch)->operand == s->first_operand + i)
        value[i] = (*patch)++->value;
    }
  return apply (s->op, value, s->n_operands, result);
}

int
ull_derivation_add (UllDerivation *derivation,
                    UllStepId id,
                    UllOp op,
                    UllUnit unit,
                    const UllOperand *operands,
                    guint n_operands)
{
  UllStep *step = &derivation->step[derivation->n_steps];
  gint64 value[ULL_MAX_STEPS];

  g_return_val_if_fail (derivation->n_steps < ULL_MAX_STEPS && n_operands > 0 && n_operands <= ULL_MAX_STEPS, -1);
  g_return_val_if_fail (derivation->n_operands + n_operands <= ULL_MAX_OPERANDS, -1);

  *step = (UllStep) {
    .id = id, .op = op, .unit = unit, .first_operand = derivation->n_operands, .n_operands = n_operands
  };
  memcpy (&derivation->operand[derivation->n_operands], operands, n_operands * sizeof *operands);
  for (guint i = 0; i < n_operands; i++)
    value[i] = operands[i].value;
  if (!apply (op, value, n_operands, &step->value))
    return -1;
  derivation->n_operands += n_operands;
  return (int) derivation->n_steps++;
}

int
ull_derivation_find (const UllDerivation *derivation, UllStepId id)
{
  for (guint i = 0; i < derivation->n_steps; i++)
    if (derivation->step[i].id == id)
      return (int) i;
  return -1;
}

int
ull_derivation_find_last (const UllDerivation *derivation, UllStepId id)
{
  for (guint i = derivation->n_steps; i > 0; i--)
    if (derivation->step[i - 1].id == id)
      return (int) i - 1;
  return -1;
}

gint64
ull_derivation_value (const UllDerivation *derivation, UllStepId id)
{
  int step = ull_derivation_find (derivation, id);

  g_return_val_if_fail (step >= 0, 0);

  return derivation->step[step].value;
}

gboolean
ull_derivation_evaluate (const UllDerivation *derivation, const UllPatch *patches, guint n_patches, gint64 *values)
{
  const UllPatch *patch = patches, *end = patches + n_patches;

  for (guint i = 0; i < derivation->n_steps; i++)
    if (!evaluate (derivation, i, values, &patch, end, &values[i]))
      return FALSE;
  return TRUE;
}

gboolean
ull_derivation_patched (const UllDerivation *derivation, guint operand, gint64 value, UllStepId target, gint64 *result)
{
  const UllPatch patch = { operand, value };
  gint64 values[ULL_MAX_STEPS];
  int step = ull_derivation_find_last (derivation, target);

  if (step < 0 || !ull_derivation_evaluate (derivation, &patch, 1, values))
    return FALSE;
  *result = values[step];
  return TRUE;
}
