#include "ull-slip-private.h"

#include "ull-units.h"

/* What a person puts in an operand's place. Each knows the operand, the step it stands in and the scenario, and makes one
 * number of them; none knows the figure that is asked for. */

static const UllOperand *
operands_of (const UllSlipView *view, const UllStep *step)
{
  return &view->plan->derivation.operand[step->first_operand];
}

gboolean
ull_instead_value (const UllSlipView *view, const UllStep *step, const UllOperand *operand, gint64 argument, gint64 *value)
{
  *value = argument;
  return TRUE;
}

/* Where keys and values are alike, V alone is K alone by another name. */
gboolean
ull_instead_no_key (const UllSlipView *view, const UllStep *step, const UllOperand *operand, gint64 argument, gint64 *value)
{
  const UllOperand *operands = operands_of (view, step);

  *value = 0;
  return operand->value != operands[ULL_STORE_V_DIM].value ||
         operands[ULL_STORE_K_FORMAT].value != operands[ULL_STORE_V_FORMAT].value;
}

gboolean
ull_instead_times (const UllSlipView *view, const UllStep *step, const UllOperand *operand, gint64 argument, gint64 *value)
{
  return ull_mul (operand->value, argument, value);
}

/* Only a format of another width is a mistake of width. */
gboolean
ull_instead_dtype (const UllSlipView *view, const UllStep *step, const UllOperand *operand, gint64 argument, gint64 *value)
{
  *value = argument;
  return operand->unit == ULL_UNIT_DTYPE;
}

gboolean
ull_instead_query_heads (const UllSlipView *view, const UllStep *step, const UllOperand *operand, gint64 argument, gint64 *value)
{
  *value = view->scenario->model->query_heads;
  return *value > operand->value;
}

/* Hidden size over query heads, where the model says another head size. */
gboolean
ull_instead_head_dim (const UllSlipView *view, const UllStep *step, const UllOperand *operand, gint64 argument, gint64 *value)
{
  const UllModel *model = view->scenario->model;

  if (model->hidden_size <= 0 || model->query_heads <= 0 || operand->value == 0)
    return FALSE;
  *value = model->hidden_size / model->query_heads;
  return *value > 0;
}

gboolean
ull_instead_key_dim (const UllSlipView *view, const UllStep *step, const UllOperand *operand, gint64 argument, gint64 *value)
{
  *value = operands_of (view, step)[ULL_STORE_K_DIM].value;
  return TRUE;
}

gboolean
ull_instead_all_layers (const UllSlipView *view, const UllStep *step, const UllOperand *operand, gint64 argument, gint64 *value)
{
  *value = ull_model_get_layers (view->scenario->model);
  return *value > operand->value;
}

/* Whether sizes are binary here: what was typed in GB is a multiple of 10^6 bytes, and hardly one of 2^20. */
static gboolean
is_binary (const UllSlipView *view)
{
  gint64 available = view->scenario->value[ULL_FIELD_AVAILABLE];

  return (available != ULL_UNSET ? available : view->plan->budget.allocatable) % ULL_MIB == 0;
}

gboolean
ull_instead_decimal (const UllSlipView *view, const UllStep *step, const UllOperand *operand, gint64 argument, gint64 *value)
{
  return is_binary (view) && ull_mul_div_floor (operand->value, ULL_GB, ULL_GIB, value);
}

gboolean
ull_instead_binary (const UllSlipView *view, const UllStep *step, const UllOperand *operand, gint64 argument, gint64 *value)
{
  return !is_binary (view) && ull_mul_div_floor (operand->value, ULL_GIB, ULL_GB, value);
}

/* @argument: what a GB of the label is taken for. */
gboolean
ull_instead_label (const UllSlipView *view, const UllStep *step, const UllOperand *operand, gint64 argument, gint64 *value)
{
  gint64 label = view->scenario->device->label_gb;

  return label > 0 && ull_mul (label, argument, value);
}

gboolean
ull_instead_reported (const UllSlipView *view, const UllStep *step, const UllOperand *operand, gint64 argument, gint64 *value)
{
  *value = view->scenario->device->reported;
  return *value > operand->value && !view->scenario->device->reported_guess;
}

gboolean
ull_instead_over_tp (const UllSlipView *view, const UllStep *step, const UllOperand *operand, gint64 argument, gint64 *value)
{
  *value = operand->value / view->plan->layout.tp;
  return *value > 0;
}

gboolean
ull_instead_times_tp (const UllSlipView *view, const UllStep *step, const UllOperand *operand, gint64 argument, gint64 *value)
{
  return view->plan->layout.tp > 1 && ull_mul (operand->value, view->plan->layout.tp, value);
}

/* A head that every card holds whole, divided all the same: its part of the dims. */
gboolean
ull_instead_head_part (const UllSlipView *view, const UllStep *step, const UllOperand *operand, gint64 argument, gint64 *value)
{
  const UllOperand *heads = &operands_of (view, step)[ULL_STORE_HEADS];
  const UllDerivation *derivation = &view->plan->derivation;
  gint64 all, tp = view->plan->layout.tp;

  if (heads->kind != ULL_OPERAND_STEP || heads->value != 1)
    return FALSE;
  all = derivation->operand[derivation->step[heads->ref].first_operand].value;
  *value = operand->value * all / tp;
  return all < tp && *value > 0;
}

gboolean
ull_instead_context (const UllSlipView *view, const UllStep *step, const UllOperand *operand, gint64 argument, gint64 *value)
{
  *value = view->plan->context;
  return TRUE;
}

/* The tokens of all requests. */
gboolean
ull_instead_contexts (const UllSlipView *view, const UllStep *step, const UllOperand *operand, gint64 argument, gint64 *value)
{
  return ull_mul (operand->value, view->plan->concurrency, value);
}

gboolean
ull_instead_model_len (const UllSlipView *view, const UllStep *step, const UllOperand *operand, gint64 argument, gint64 *value)
{
  *value = view->plan->model_len;
  return TRUE;
}

/* Tokens that the pool's bytes would hold, were they not handed out in blocks. */
gboolean
ull_instead_exact_tokens (const UllSlipView *view, const UllStep *step, const UllOperand *operand, gint64 argument, gint64 *value)
{
  const UllLayout *layout = &view->plan->layout;

  *value = layout->per_token > 0 ? layout->pool / layout->per_token : 0;
  return layout->granule > 1 && *value > 0;
}

gboolean
ull_instead_per_token (const UllSlipView *view, const UllStep *step, const UllOperand *operand, gint64 argument, gint64 *value)
{
  *value = view->plan->layout.per_token;
  return view->plan->layout.granule > 1 && *value > 0;
}

/* The part of the dividend that the divisor goes into: a quotient rounded down where it is rounded up. */
gboolean
ull_instead_whole_part (const UllSlipView *view, const UllStep *step, const UllOperand *operand, gint64 argument, gint64 *value)
{
  gint64 divisor = operands_of (view, step)[1].value;

  if (step->op != ULL_OP_DIVIDE_UP || step->n_operands != 2 || divisor <= 0)
    return FALSE;
  *value = operand->value / divisor * divisor;
  return *value > 0;
}

/* And up where it is rounded down. */
gboolean
ull_instead_next_whole (const UllSlipView *view, const UllStep *step, const UllOperand *operand, gint64 argument, gint64 *value)
{
  gint64 divisor = operands_of (view, step)[1].value;

  return step->op == ULL_OP_DIVIDE_DOWN && step->n_operands == 2 && divisor > 0 &&
         ull_add (operand->value, divisor - 1, value);
}
