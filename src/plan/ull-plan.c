#include "ull-plan-private.h"

#include "ull-error.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* Budget, layout, demand, in that order; each answer is a comparison of two of them. Equality fits. The verdict compares
 * bytes as laid out (whole blocks in paged) with the capacity, which for blocks is the same as comparing blocks. */

static gboolean
set_overflow (GError **error)
{
  g_set_error (error, ULL_ERROR, ULL_ERROR_OVERFLOW,
               _("this many requests of this length are more bytes than can be counted; fewer would be right"));
  return FALSE;
}

/* The longest context that anyone accepts: typed, else the model's positions, less what images take of them; else no limit but
 * the field's. */
static gint64
accepted_tokens (const UllPlan *plan, const UllScenario *scenario)
{
  gint64 images = plan->layout.image_tokens;

  if (scenario->value[ULL_FIELD_MAX_MODEL_LEN] != ULL_UNSET)
    return MAX (scenario->value[ULL_FIELD_MAX_MODEL_LEN] - images, 0);
  if (scenario->model->max_positions > 0)
    return MAX (scenario->model->max_positions - images, 0);
  return ull_field_get (ULL_FIELD_CONTEXT)->max;
}

/* Where nothing grows and nobody ends it, a request that fits may be of any length. */
static gint64
longest_of (const UllPlan *plan, gint64 requests, gint64 accepted)
{
  gint64 tokens = ull_layout_max_tokens (&plan->layout, requests, accepted);

  return plan->layout.per_token == 0 && plan->layout.length_limit < 1 && tokens == accepted ? G_MAXINT64 : tokens;
}

static void
count_requests (UllPlan *plan, const UllScenario *scenario)
{
  gint64 most = ull_engine_get_setting (scenario, ULL_FIELD_MAX_NUM_SEQS);
  gint64 accepted = accepted_tokens (plan, scenario);

  plan->blocks_per_request
      = plan->layout.blocks >= 0 ? ull_layout_request_blocks (&plan->layout, plan->context) : -1;
  plan->memory_concurrency = ull_layout_max_requests (&plan->layout, plan->context);
  plan->max_concurrency = most == ULL_UNSET ? plan->memory_concurrency : MIN (most, plan->memory_concurrency);
  plan->max_context = longest_of (plan, plan->concurrency, accepted);
  plan->longest_request = plan->concurrency == 1 ? plan->max_context : longest_of (plan, 1, accepted);
}

static gint64
requests_in (const UllPlan *plan, gint64 pool, gint64 most)
{
  UllLayout layout = plan->layout;

  return ull_layout_set_pool (&layout, pool) ? MIN (ull_layout_max_requests (&layout, plan->context), most) : 0;
}

/* What fits at the ends of the pool's range. */
static void
count_range (UllPlan *plan, const UllScenario *scenario)
{
  gint64 most = ull_engine_get_setting (scenario, ULL_FIELD_MAX_NUM_SEQS);

  plan->max_concurrency_low = plan->max_concurrency_high = plan->max_concurrency;
  if (plan->budget.pool_low == plan->budget.pool_high)
    return;
  most = most == ULL_UNSET ? G_MAXINT64 : most;
  plan->max_concurrency_low = requests_in (plan, plan->budget.pool_low, most);
  plan->max_concurrency_high = requests_in (plan, plan->budget.pool_high, most);
}

/* The pool is what requests in flight fill, what is retained, what rounding wastes, and the ullage. */
static gboolean
count_bytes (UllPlan *plan)
{
  const UllLayout *layout = &plan->layout;
  gint64 rounding = layout->pool - layout->capacity - layout->retained, exact, all;

  if (!ull_layout_shared_bytes (layout, plan->context, &plan->shared_bytes) ||
      !ull_layout_exact_bytes (layout, plan->context, &exact) || !ull_mul (exact, plan->concurrency, &exact) ||
      !ull_mul (plan->request_bytes, plan->concurrency, &all) ||
      !ull_layout_demand_bytes (layout, plan->context, plan->concurrency, &plan->demand_bytes))
    return FALSE;
  plan->saved_bytes = all - plan->demand_bytes;
  plan->retained_bytes = layout->retained;
  plan->ullage_bytes = layout->capacity - plan->demand_bytes;
  plan->in_flight_bytes = MIN (exact - plan->saved_bytes, layout->pool - layout->retained);
  if (plan->ullage_bytes >= 0)
    plan->waste_bytes = all - exact + rounding;
  else
    plan->waste_bytes = layout->pool - layout->retained - plan->in_flight_bytes;
  return TRUE;
}

/* Whether a sequence's fixed state, not its length, is the larger part of a request. */
static gboolean
state_binds (const UllPlan *plan)
{
  return plan->layout.constant > plan->request_bytes / 2;
}

static UllLimit
limit_of (const UllPlan *plan, const UllScenario *scenario)
{
  gint64 most = ull_engine_get_setting (scenario, ULL_FIELD_MAX_NUM_SEQS);
  UllLimit memory = state_binds (plan) ? ULL_LIMIT_STATE : ULL_LIMIT_KV_POOL;

  if (plan->budget.refused > 0 || plan->budget.deficit > 0 || (plan->budget.pool == 0 && plan->budget.fixed > 0 && plan->request_bytes > 0))
    return ULL_LIMIT_WEIGHTS;
  if (plan->context > accepted_tokens (plan, scenario))
    return scenario->value[ULL_FIELD_MAX_MODEL_LEN] != ULL_UNSET ? ULL_LIMIT_MAX_MODEL_LEN : ULL_LIMIT_POSITIONS;
  /* An engine that does not start at its model length serves nothing. */
  if (!plan->report.starts)
    return ULL_LIMIT_MAX_MODEL_LEN;
  if (plan->memory_concurrency == 0)
    return ULL_LIMIT_ONE_REQUEST;
  return most != ULL_UNSET && most < plan->memory_concurrency ? ULL_LIMIT_MAX_NUM_SEQS : memory;
}

/* Of two defaults the engine lowers one; of two that are set it lowers neither. */
static gboolean
lacks_tokens (const UllScenario *scenario)
{
  gint64 sequences = scenario->value[ULL_FIELD_MAX_NUM_SEQS], tokens = scenario->value[ULL_FIELD_MAX_BATCHED_TOKENS];

  return ull_field_is_read_by (ull_field_get (ULL_FIELD_MAX_BATCHED_TOKENS), (UllEngineId) scenario->value[ULL_FIELD_ENGINE])
         && sequences != ULL_UNSET && tokens != ULL_UNSET && tokens < sequences;
}

static guint
warnings_of (const UllPlan *plan, const UllScenario *scenario)
{
  const UllModel *model = scenario->model;
  gboolean known_length = scenario->value[ULL_FIELD_MAX_MODEL_LEN] != ULL_UNSET || model->max_positions > 0;
  gboolean weights_matter = scenario->value[ULL_FIELD_AVAILABLE] == ULL_UNSET;
  gboolean from_file = model->source != NULL;
  guint warnings = 0;

  /* Where nothing fits at all, the verdict has said so already. */
  if (known_length && !plan->report.known && plan->limit != ULL_LIMIT_WEIGHTS && plan->model_len >= plan->context && ull_layout_max_requests (&plan->layout, plan->model_len) == 0)
    warnings |= 1u << ULL_WARNING_MODEL_LEN;
  if (weights_matter && from_file && !plan->budget.term[ULL_TERM_WEIGHTS].present)
    warnings |= 1u << ULL_WARNING_WEIGHTS_UNKNOWN;
  if (from_file && model->native_dtype == ULL_DTYPE_UNKNOWN)
    warnings |= 1u << ULL_WARNING_NATIVE_DTYPE;
  if (model->as_plain)
    warnings |= 1u << ULL_WARNING_AS_PLAIN;
  if (plan->report.known && plan->report.starts && !plan->report.admits && plan->limit != ULL_LIMIT_ONE_REQUEST)
    warnings |= 1u << ULL_WARNING_NOT_ADMITTED;
  if (plan->layout.kv_copies > 1)
    warnings |= 1u << ULL_WARNING_COPIES;
  if (plan->layout.stages > 1 && (weights_matter || plan->layout.stage_layers * plan->layout.stages > plan->layout.layers))
    warnings |= 1u << ULL_WARNING_STAGE;
  if (weights_matter && plan->budget.free >= 0 && g_strcmp0 (scenario->device->memory, "unified") == 0)
    warnings |= 1u << ULL_WARNING_UNIFIED_MEMORY;
  if (plan->budget.divided_evenly && plan->layout.tp * scenario->value[ULL_FIELD_PP] > 1)
    warnings |= 1u << ULL_WARNING_WEIGHTS_DIVIDED;
  if (weights_matter && scenario->device->dies > 1)
    warnings |= 1u << ULL_WARNING_DIES;
  if (model->max_positions > 0 && scenario->value[ULL_FIELD_MAX_MODEL_LEN] > model->max_positions)
    warnings |= 1u << ULL_WARNING_POSITIONS;
  if (plan->layout.sharers > 1 && plan->layout.shared_tokens >= plan->context)
    warnings |= 1u << ULL_WARNING_PREFIX;
  if (ull_plan_is_replica (scenario))
    warnings |= 1u << ULL_WARNING_REPLICA;
  if (plan->report.strict && plan->limit == ULL_LIMIT_MAX_MODEL_LEN)
    warnings |= 1u << ULL_WARNING_STRICT_CHECK;
  if (!ull_engine_check_formats (scenario, NULL))
    warnings |= 1u << ULL_WARNING_KV_FORMAT;
  if (lacks_tokens (scenario))
    warnings |= 1u << ULL_WARNING_STEP_TOKENS;
  return warnings;
}

gboolean
ull_plan_init (UllPlan *plan, const UllScenario *scenario, GError **error)
{
  plan->context = scenario->value[ULL_FIELD_CONTEXT];
  plan->concurrency = scenario->value[ULL_FIELD_CONCURRENCY];
  plan->model_len = ull_scenario_get_model_len (scenario);
  if (!ull_budget_terms (scenario, &plan->budget, error))
    return FALSE;
  ull_budget_close (&plan->budget);
  if (!ull_layout_init (&plan->layout, scenario, plan->budget.pool, error))
    return FALSE;
  if (!ull_layout_request_bytes (&plan->layout, plan->context, &plan->request_bytes))
    return set_overflow (error);
  count_requests (plan, scenario);
  count_range (plan, scenario);
  plan->concurrency_x = ull_layout_concurrency (&plan->layout);
  ull_engine_report (&plan->layout, &plan->report);
  if (!count_bytes (plan))
    return set_overflow (error);
  plan->limit = limit_of (plan, scenario);
  plan->fits = plan->limit != ULL_LIMIT_WEIGHTS && plan->report.starts &&
               plan->context <= accepted_tokens (plan, scenario) &&
               plan->concurrency <= plan->max_concurrency;
  plan->warnings = warnings_of (plan, scenario);
  return ull_plan_derive (plan, scenario) || set_overflow (error);
}

gboolean
ull_plan_is_replica (const UllScenario *scenario)
{
  return ull_field_is_read_by (ull_field_get (ULL_FIELD_DP), (UllEngineId) scenario->value[ULL_FIELD_ENGINE])
         && scenario->value[ULL_FIELD_DP] > 1;
}

gboolean
ull_plan_is_undecided (const UllPlan *plan)
{
  return plan->budget.refused == 0 && plan->limit != ULL_LIMIT_POSITIONS && plan->limit != ULL_LIMIT_MAX_MODEL_LEN &&
         plan->max_concurrency_low < plan->concurrency && plan->concurrency <= plan->max_concurrency_high;
}

UllPlan *
ull_plan_new (const UllScenario *scenario, GError **error)
{
  g_autoptr (UllPlan) plan = g_new (UllPlan, 1);

  if (!ull_plan_init (plan, scenario, error))
    return NULL;
  return g_steal_pointer (&plan);
}

void
ull_plan_free (UllPlan *plan)
{
  g_free (plan);
}

const char *
ull_limit_get_id (UllLimit limit)
{
  static const char *const ids[ULL_N_LIMITS] = { "kv_pool", "max_model_len", "max_num_seqs", "positions",
                                                 "weights", "state",         "one_request" };

  g_return_val_if_fail ((guint) limit < ULL_N_LIMITS, NULL);

  return ids[limit];
}

const char *
ull_warning_get_id (UllWarning warning)
{
  static const char *const ids[ULL_N_WARNINGS] = { "model_len", "weights_unknown", "native_dtype", "as_plain",
                                                   "not_admitted", "copies", "stage",
                                                   "unified_memory", "weights_divided", "dies", "positions", "prefix",
                                                   "replica", "strict_check", "kv_format", "step_tokens" };

  g_return_val_if_fail ((guint) warning < ULL_N_WARNINGS, NULL);

  return ids[warning];
}
