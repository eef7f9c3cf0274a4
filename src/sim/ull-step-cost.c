#include "ull-step-cost.h"

#include "ull-dtype.h"
#include "ull-engine.h"
#include "ull-error.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* A roofline made linear. Of a step, weights are read once and every token is multiplied by them; the two overlap, so that the
 * step takes the longer of both. A line has no corner: this one is right at either end, of a step of few tokens, which reads
 * weights, and of a full one, which multiplies, and takes too long between them, at most twice as long where both are equal, at
 * some hundred tokens. It is a line because that is what can be fitted to a run. A prefill's attention grows with the square of
 * its length: it is not counted, and is what `high` is for. Coefficients that are fitted keep the corner, where both take as
 * long by the card's figures: below it a run shows no time of a token, and a line through both ends would spread that of the
 * prompts over the answers. Of an input embedding a step reads rows, not the matrix.
 *
 *   base    = weights of the card / (bandwidth * weights share) + step + layer * layers + 2 * layers * 30 us under TP
 *   token   = 2 * active parameters / cards / (FLOP/s * compute share) - weights' time / tokens of a full step, at least 0,
 *             + 2 * layers * 2 (g - 1) / g * hidden * 2 / link
 *   context = cache of a token on the card / (bandwidth * cache share), of windows and states what they hold of a sequence over its tokens
 *
 * Of a pipeline a step passes every stage, one after the other: weights and cache are those of all stages.
 *
 * An all-reduce takes two transfers a layer; 30 us of latency each, 8 to 12 where the engine has its own for small ones, is a
 * fit of Vidur's profiles. A card's link figure is both directions together. */

#define US_PER_S 1e6
/* Of an engine that says nothing: vLLM's API server on a small card. */
#define DEFAULT_STEP_TOKENS 2048
#define REDUCE_US 30.0
#define REDUCE_LOW_US 8.0
#define REDUCE_HIGH_US 60.0
#define BYTES_16_BIT 2.0
/* Of a link's figure, what an all-reduce gets: half is one direction, and of that Vidur's profiles have .9 on NVLink. */
#define LINK_SHARE 0.45
/* PCI Express 4.0 x16 through the host, where a card says nothing of a link; GB/s. */
#define HOST_LINK_GB_S 25.0

enum
{
  VALUE,
  LOW,
  HIGH,
};

static const char *const source_ids[] = { "formula", "typed", "fitted" };

const char *
ull_cost_source_get_id (UllCostSource source)
{
  g_return_val_if_fail ((guint) source < G_N_ELEMENTS (source_ids), NULL);

  return source_ids[source];
}

/* An input embedding that is not the output's too, of all parameters. */
static double
embedding_share (const UllModel *model)
{
  const UllAnatomy *a = &model->anatomy;

  if (a->embeddings < 2 || a->parameters <= 0)
    return 0;
  return CLAMP ((double) a->vocabulary * (double) model->hidden_size / (double) a->parameters, 0, 1);
}

/* Of the weights that a step reads, routed experts': by what the files have, else by the shapes; 0: not known. */
static double
expert_share (const UllModel *model)
{
  const UllAnatomy *a = &model->anatomy;
  const UllWeights *weights = &model->weights;
  double all = 0, routed;

  for (guint i = 0; i < ULL_N_WEIGHT_PARTS; i++)
    all += (double) weights->bytes[i];
  if (all > 0)
    return ((double) weights->bytes[ULL_WEIGHT_EXPERTS] - (double) weights->whole[ULL_WEIGHT_EXPERTS]) / all;
  routed = (double) a->expert_layers * (double) a->experts * (double) a->expert_width * (double) model->hidden_size
           * (double) (a->mlp_inputs + 1);
  /* More than there is are those of layers that have none: how many have is not known. */
  return routed < (double) a->parameters ? routed / (double) a->parameters : 0;
}

/* Of routed experts a token takes part in few; of an input embedding it takes a row, which is no product. */
static gint64
active_parameters (const UllModel *model)
{
  const UllAnatomy *a = &model->anatomy;
  double all = (double) (a->parameters > 0 ? a->parameters : MAX (model->parameters, 0));
  double routed, rows;

  if (a->parameters <= 0)
    return (gint64) all;
  routed = (double) a->expert_layers * (double) a->experts * (double) a->expert_width * (double) model->hidden_size
           * (double) (a->mlp_inputs + 1);
  if (a->experts > 0 && routed < all)
    all -= routed * (1 - (double) a->experts_used / (double) a->experts);
  rows = a->embeddings > 1 ? (double) a->vocabulary * (double) model->hidden_size : 0;
  return (gint64) MAX (all - rows - (double) a->tower_parameters, 0);
}

static gboolean
set_missing (GError **error, const char *who, const char *what)
{
  g_set_error (error, ULL_ERROR, ULL_ERROR_MISSING,
               _("%s: its %s is not known, and a step’s time hangs on it; a typed time of a step would be right"), who, what);
  return FALSE;
}

/* Dense 16-bit arithmetic, or 8-bit where the weights are. */
static double
flops_of (const UllScenario *scenario)
{
  const UllDevice *device = scenario->device;
  gint64 dtype = scenario->value[ULL_FIELD_WEIGHT_DTYPE];
  gboolean fp8 = dtype == ULL_DTYPE_FP8 || (dtype == ULL_UNSET && scenario->model->native_dtype == ULL_DTYPE_FP8);

  return fp8 && device->fp8_tflops > 0 ? device->fp8_tflops : device->bf16_tflops;
}

/* From high shares come short times. */
static void
set_range (UllCost *cost, const double times[3])
{
  *cost = (UllCost) { .us = times[VALUE], .low = times[LOW], .high = times[HIGH], .source = ULL_COST_FORMULA };
}

static guint
share_for (guint end)
{
  return end == VALUE ? VALUE : (end == LOW ? HIGH : LOW);
}

static void
set_base (UllStepCost *cost, double bandwidth, double layers)
{
  const UllEfficiency *e = cost->efficiency;
  const double reduce[3] = { REDUCE_US, REDUCE_LOW_US, REDUCE_HIGH_US };
  double times[3];

  for (guint i = 0; i < 3; i++)
    {
      double weights = (double) cost->read_bytes / (bandwidth * e->weights[share_for (i)]) * US_PER_S;
      double overhead = e->step_us[i] + e->layer_us[i] * layers;
      double waits = cost->cards > 1 ? 2 * layers * reduce[i] : 0;

      times[i] = weights + overhead + waits;
      if (i != VALUE)
        continue;
      cost->weights_us = weights;
      cost->overhead_us = overhead;
      cost->collectives_us = waits;
    }
  set_range (&cost->coefficient[ULL_STEP_BASE], times);
}

static void
set_experts (UllStepCost *cost, const UllModel *model, double bandwidth)
{
  const UllAnatomy *a = &model->anatomy;

  if (a->experts <= 0 || a->experts_used <= 0 || a->experts_used >= a->experts || expert_share (model) <= 0)
    return;
  cost->experts = a->experts;
  cost->experts_used = a->experts_used;
  cost->experts_us = CLAMP ((double) cost->weight_bytes * expert_share (model), 0, (double) cost->read_bytes)
                     / (bandwidth * cost->efficiency->weights[VALUE]) * US_PER_S;
}

static gint64
step_tokens (const UllScenario *scenario)
{
  gint64 tokens = ull_engine_get_setting (scenario, ULL_FIELD_MAX_BATCHED_TOKENS);

  return tokens == ULL_UNSET ? DEFAULT_STEP_TOKENS : tokens;
}

static void
set_token (UllStepCost *cost, const UllScenario *scenario, double flops, double layers)
{
  double cards = (double) cost->cards;
  double link = scenario->device->link_gb_s > 0 ? scenario->device->link_gb_s * LINK_SHARE : HOST_LINK_GB_S;
  double sent = 2 * layers * 2 * (cards - 1) / cards * (double) MAX (scenario->model->hidden_size, 0) * BYTES_16_BIT;
  double overlap = cost->weights_us / (double) MAX (step_tokens (scenario), 1);
  double times[3];

  cost->link_us = sent / (link * 1e9) * US_PER_S;
  for (guint i = 0; i < 3; i++)
    {
      double products = 2 * (double) cost->active_parameters / cards / (flops * cost->efficiency->compute[share_for (i)]) * US_PER_S;

      times[i] = MAX (products - overlap, 0) + cost->link_us;
    }
  cost->compute_us = times[VALUE] - cost->link_us;
  cost->product_us = cost->compute_us > 0 ? cost->compute_us + overlap : 0;
  set_range (&cost->coefficient[ULL_STEP_TOKEN], times);
}

static void
set_context (UllStepCost *cost, double bandwidth)
{
  double times[3];

  for (guint i = 0; i < 3; i++)
    times[i] = cost->cache_bytes / (bandwidth * cost->efficiency->cache[share_for (i)]) * US_PER_S;
  set_range (&cost->coefficient[ULL_STEP_CONTEXT], times);
}

/* Where the pool was typed, the plan has no term for the weights: what the model says, divided by the cards. */
static gboolean
set_weights (UllStepCost *cost, const UllScenario *scenario, const UllPlan *plan, GError **error)
{
  gint64 bytes = plan->budget.term[ULL_TERM_WEIGHTS].bytes;
  UllWeightSource source;

  if (bytes == 0)
    {
      if (!ull_scenario_get_weights (scenario, &bytes, &source, error))
        return FALSE;
      cost->weight_bytes = bytes / cost->cards;
    }
  else if (!ull_mul (bytes, MAX (plan->layout.stages, 1), &cost->weight_bytes))
    cost->weight_bytes = 0;
  cost->read_bytes = (gint64) ((double) cost->weight_bytes * (1 - embedding_share (scenario->model)));
  return cost->weight_bytes > 0 || set_missing (error, scenario->model->name, _("weight size"));
}

/* Of a sequence a step reads all that it holds. What windows and states hold does not grow with it: a line through nothing has what a sequence
 * of the load's length holds, shared out among its tokens. */
static void
set_cache (UllStepCost *cost, const UllScenario *scenario, const UllPlan *plan, gint64 tokens)
{
  gint64 stages = MAX (plan->layout.stages, 1), bytes;
  double growing = (double) plan->layout.per_token * (double) stages;

  if (tokens <= 0)
    tokens = MAX (scenario->value[ULL_FIELD_CONTEXT], 1);
  cost->cache_bytes = growing;
  if (!ull_layout_exact_bytes (&plan->layout, tokens, &bytes))
    return;
  cost->cache_bytes = (double) bytes * (double) stages / (double) tokens;
  cost->cache_tokens = fabs (cost->cache_bytes - growing) > 0.5 ? tokens : 0;
}

static gboolean
set_formulas (UllStepCost *cost, const UllScenario *scenario, const UllPlan *plan, gint64 tokens, GError **error)
{
  const UllDevice *device = scenario->device;
  double bandwidth = device->bandwidth_gb_s * 1e9 / (double) device->dies;
  double flops = flops_of (scenario) * 1e12 / (double) device->dies;
  double layers = (double) ull_model_get_layers (scenario->model);

  cost->efficiency = ull_efficiency_find (device->arch);
  cost->cards = MAX (plan->layout.tp, 1);
  cost->active_parameters = active_parameters (scenario->model);
  set_cache (cost, scenario, plan, tokens);
  if (device->bandwidth_gb_s <= 0)
    return set_missing (error, device->name, _("memory bandwidth"));
  if (flops <= 0)
    return set_missing (error, device->name, _("arithmetic"));
  if (!set_weights (cost, scenario, plan, error))
    return FALSE;
  if (cost->active_parameters <= 0)
    cost->active_parameters = (gint64) ((double) cost->weight_bytes * (double) cost->cards / BYTES_16_BIT);
  set_base (cost, bandwidth, layers);
  set_experts (cost, scenario->model, bandwidth);
  set_token (cost, scenario, flops, layers);
  set_context (cost, bandwidth);
  return TRUE;
}

/* Where all are typed, no figure of the card is needed. */
static gboolean
is_typed (const UllLoad *load, UllStepCoefficient coefficient)
{
  return load != NULL && !isnan (load->step_us[coefficient]);
}

gboolean
ull_step_cost_init (
  UllStepCost *cost, const UllScenario *scenario, const UllPlan *plan, const UllLoad *load, gint64 tokens, GError **error)
{
  guint typed = 0;

  *cost = (UllStepCost) { 0 };
  for (guint i = 0; i < ULL_N_STEP_COEFFICIENTS; i++)
    typed += is_typed (load, (UllStepCoefficient) i);
  if (typed < ULL_N_STEP_COEFFICIENTS && !set_formulas (cost, scenario, plan, tokens, error))
    return FALSE;
  for (guint i = 0; i < ULL_N_STEP_COEFFICIENTS; i++)
    if (is_typed (load, (UllStepCoefficient) i))
      cost->coefficient[i] = (UllCost) { load->step_us[i], load->step_us[i], load->step_us[i],
                                         load->step_fitted ? ULL_COST_FITTED : ULL_COST_TYPED };
  if (load != NULL && load->step_fitted && typed == ULL_N_STEP_COEFFICIENTS)
    cost->hidden = load->step_hidden;
  if (typed > 0)
    cost->step_source = g_strdup (load->step_source);
  return TRUE;
}

void
ull_step_cost_clear (UllStepCost *cost)
{
  g_clear_pointer (&cost->step_source, g_free);
}

gint64
ull_step_cost_get_corner (const UllStepCost *cost)
{
  return cost->product_us > 0 ? llround (cost->weights_us / cost->product_us) : 0;
}

double
ull_step_cost_get_saved (const UllStepCost *cost)
{
  return cost->experts > 0 ? cost->experts_us * (1 - (double) cost->experts_used / (double) cost->experts) : 0;
}

/* Up to where less than a microsecond is saved. */
static void
set_saved (const UllStepCost *cost, UllStepTime *time)
{
  double left = 1 - (double) cost->experts_used / (double) cost->experts;

  for (double saved = cost->experts_us * left; saved >= 1 && time->n_saved < ULL_MAX_SAVED; saved *= left)
    time->saved_ns[time->n_saved++] = MIN (llround (saved * 1e3), time->base_ns);
}

void
ull_step_cost_get_time (const UllStepCost *cost, UllStepTime *time)
{
  time->base_ns = llround (cost->coefficient[ULL_STEP_BASE].us * 1e3);
  time->token_ps = llround (cost->coefficient[ULL_STEP_TOKEN].us * 1e6);
  time->context_fs = llround (cost->coefficient[ULL_STEP_CONTEXT].us * 1e9);
  time->hidden = cost->hidden;
  time->n_saved = 0;
  if (cost->experts > 0 && cost->coefficient[ULL_STEP_BASE].source == ULL_COST_FORMULA)
    set_saved (cost, time);
}
