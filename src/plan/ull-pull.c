#include "ull-pull-private.h"

#include "ull-units.h"

#include <math.h>

/* How a lever moves a scenario, and what two plans say of it. Most levers set their field; the others are below.
 *
 * A gain is told apart by what changed between the plans: the pool is what a subtraction leaves, bytes of a token or of
 * one more request are what the pool is divided by. */

static const UllFieldId fields[ULL_N_PULLS] = {
  [ULL_PULL_MAX_NUM_SEQS] = ULL_FIELD_MAX_NUM_SEQS, [ULL_PULL_MAX_MODEL_LEN] = ULL_FIELD_MAX_MODEL_LEN,
  [ULL_PULL_UTILIZATION] = ULL_FIELD_UTILIZATION,   [ULL_PULL_HEADROOM] = ULL_FIELD_HEADROOM,
  [ULL_PULL_OVERHEAD] = ULL_FIELD_OVERHEAD,         [ULL_PULL_V_DTYPE] = ULL_FIELD_V_DTYPE,
  [ULL_PULL_K_DTYPE] = ULL_FIELD_K_DTYPE,           [ULL_PULL_CONTEXT] = ULL_FIELD_CONTEXT,
  [ULL_PULL_CONCURRENCY] = ULL_FIELD_CONCURRENCY,   [ULL_PULL_TP] = ULL_FIELD_TP,
  [ULL_PULL_KV_HEADS] = ULL_FIELD_KV_HEADS,
};

gboolean
ull_pull_scales_weights (const UllScenario *scenario)
{
  return scenario->value[ULL_FIELD_WEIGHTS] != ULL_UNSET ||
         (scenario->value[ULL_FIELD_PARAMETERS] == ULL_UNSET && scenario->model->parameters < 0);
}

/* What the weights are in now, as far as anyone said. */
static UllDtype
weight_dtype (const UllScenario *scenario)
{
  if (scenario->value[ULL_FIELD_WEIGHT_DTYPE] != ULL_UNSET)
    return (UllDtype) scenario->value[ULL_FIELD_WEIGHT_DTYPE];
  return scenario->model->native_dtype == ULL_DTYPE_UNKNOWN ? ULL_DTYPE_BF16 : scenario->model->native_dtype;
}

gboolean
ull_pull_weights_at (const UllScenario *scenario, UllDtype dtype, gint64 *bytes)
{
  const UllDtypeInfo *to = ull_dtype_info (dtype), *from = ull_dtype_info (weight_dtype (scenario));
  gint64 parameters = scenario->value[ULL_FIELD_PARAMETERS], present;
  UllWeightSource source;

  if (!ull_pull_scales_weights (scenario))
    return ull_dtype_row_bytes (dtype, parameters != ULL_UNSET ? parameters : scenario->model->parameters, bytes);
  return ull_scenario_get_weights (scenario, &present, &source, NULL) && source != ULL_WEIGHTS_UNKNOWN &&
         ull_mul_div_ceil (present, to->block_bytes * from->block_elements, to->block_elements * from->block_bytes, bytes);
}

/* @taken with one field more: lets go of it. */
static UllScenario *
set_also (UllScenario *taken, UllFieldId field, gint64 value, GError **error)
{
  g_autoptr (UllScenario) scenario = taken;

  return scenario == NULL ? NULL : ull_scenario_with (scenario, field, value, NULL, error);
}

/* Where the format does not decide the size, both are set: the format then says what the size is in. */
static UllScenario *
apply_weight_dtype (const UllScenario *scenario, UllDtype dtype, GError **error)
{
  UllScenario *in_format = ull_scenario_with (scenario, ULL_FIELD_WEIGHT_DTYPE, dtype, NULL, error);
  gint64 bytes;

  if (in_format == NULL || !ull_pull_scales_weights (scenario) || !ull_pull_weights_at (scenario, dtype, &bytes))
    return in_format;
  return set_also (in_format, ULL_FIELD_WEIGHTS, bytes, error);
}

static UllScenario *
apply_memory (const UllScenario *scenario, gint64 bytes, GError **error)
{
  g_autoptr (UllDevice) device = NULL;

  if (scenario->value[ULL_FIELD_AVAILABLE] != ULL_UNSET)
    return ull_scenario_with (scenario, ULL_FIELD_AVAILABLE, bytes, NULL, error);
  device = ull_device_new_custom (bytes);
  return ull_scenario_with_device (scenario, device);
}

static UllScenario *
apply_prefix (const UllScenario *scenario, gint64 tokens, GError **error)
{
  UllScenario *shared = ull_scenario_with (scenario, ULL_FIELD_PREFIX_TOKENS, tokens, NULL, error);

  if (scenario->value[ULL_FIELD_PREFIX_REQUESTS] == ULL_UNSET)
    return shared;
  return set_also (shared, ULL_FIELD_PREFIX_REQUESTS, ULL_UNSET, error);
}

UllScenario *
ull_pull_apply (const UllPull *pull, const UllScenario *scenario, GError **error)
{
  g_return_val_if_fail ((guint) pull->id < ULL_N_PULLS, NULL);

  switch (pull->id)
    {
    case ULL_PULL_KV_DTYPE:
      return ull_scenario_with_kv_dtype (scenario, (UllDtype) pull->value);
    case ULL_PULL_WEIGHT_DTYPE:
      return apply_weight_dtype (scenario, (UllDtype) pull->value, error);
    case ULL_PULL_DEVICE:
      return ull_scenario_with_device (scenario, g_ptr_array_index (ull_device_catalogue (), pull->value));
    case ULL_PULL_MEMORY:
      return apply_memory (scenario, pull->value, error);
    case ULL_PULL_PREFIX:
      return apply_prefix (scenario, pull->value, error);
    case ULL_PULL_HOST:
      return ull_scenario_ref ((UllScenario *) scenario);
    default:
      return ull_scenario_with (scenario, fields[pull->id], pull->value, NULL, error);
    }
}

/* Bytes of one request more: what all share is there already. */
static gint64
next_request (const UllPlan *plan)
{
  return plan->request_bytes - plan->shared_bytes;
}

static gboolean
scales (const UllPlan *before, const UllPlan *after)
{
  return before->layout.per_token != after->layout.per_token || next_request (before) != next_request (after);
}

gboolean
ull_pull_moves (const UllPlan *before, const UllPlan *after)
{
  return before->budget.pool != after->budget.pool || before->budget.deficit != after->budget.deficit ||
         scales (before, after) || before->max_concurrency != after->max_concurrency ||
         before->layout.tokens != after->layout.tokens || before->fits != after->fits;
}

static UllGain
gain_of (const UllPlan *before, const UllPlan *after)
{
  if (!scales (before, after))
    return ULL_GAIN_ADDS;
  return before->budget.pool == after->budget.pool ? ULL_GAIN_SCALES : ULL_GAIN_BOTH;
}

void
ull_pull_row_fill (UllPullRow *row, const UllPlan *before, const UllPlan *after)
{
  row->tokens = after->layout.tokens;
  row->requests = after->max_concurrency;
  row->factor_tokens
      = before->layout.tokens > 0 && after->layout.tokens >= 0 ? (double) after->layout.tokens / (double) before->layout.tokens : NAN;
  row->max_context = after->max_context;
  row->copies = after->layout.kv_copies;
  row->gain_bytes = after->budget.pool - before->budget.pool;
  row->gain = gain_of (before, after);
}

void
ull_pull_row_clear (gpointer row)
{
  g_clear_pointer (&((UllPullRow *) row)->scenario, ull_scenario_unref);
}
