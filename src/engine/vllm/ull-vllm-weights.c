#include "ull-vllm-weights.h"

#include "ull-error.h"
#include "ull-units.h"
#include "ull-vllm-parts.h"
#include "ull-weight-share.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* What one card holds of the weights:
 *
 *   layers of the stage / tp, less what every card holds whole: norms, routers, latent projections
 *   + KV projections that are copied where there are more cards than KV heads
 *   + the input embedding on the first stage and the output's on the last, each of a vocabulary that is padded to a
 *     multiple of 64 and of the cards; a tied pair is one matrix on one stage, and two on two
 *   + an encoder's tower on the first stage
 *   + tables of rotary positions, whole on every card
 *   + a second, expanded copy of the latent's matrices
 *   + what padding adds to MXFP4 experts: to their elements of half a byte, not to the scales
 *
 * Doubles are enough: shares round to the byte far below what is not known of a model, and every figure is within 2^62. */

#define LATENT_COPY_BYTES 2

void
ull_vllm_stage (const UllScenario *scenario, gint64 index, UllVllmStage *stage)
{
  gint64 layers = ull_model_get_layers (scenario->model), pp = MAX (scenario->value[ULL_FIELD_PP], 1);
  gint64 rest = layers % pp;

  stage->index = index;
  stage->layers = layers / pp + (index < pp - 1 && index >= pp - 1 - rest ? 1 : 0);
  /* Of the stages before it, those at the end have one more. */
  stage->begin = index * (layers / pp) + MIN (MAX (index - (pp - 1 - rest), 0), rest);
  stage->first = index == 0;
  stage->last = index == pp - 1;
}

static double
element_bytes (UllDtype dtype)
{
  const UllDtypeInfo *info = ull_dtype_info (dtype);

  return (double) info->block_bytes / (double) info->block_elements;
}

/* As the files have them, unless the start quantises what they hold at full width. */
static double
quantised_bytes (const UllScenario *scenario, double native)
{
  gint64 dtype = scenario->value[ULL_FIELD_WEIGHT_DTYPE], bits = scenario->model->anatomy.bits;

  if (dtype != ULL_UNSET)
    return element_bytes ((UllDtype) dtype);
  return bits > 0 ? (double) bits / (8 * (double) ULL_PPM_ONE) : native;
}

static double
native_bytes (const UllScenario *scenario)
{
  UllDtype native = scenario->model->native_dtype;

  /* The engine serves a checkpoint of 32 bits at 16. */
  return element_bytes (native == ULL_DTYPE_UNKNOWN || native == ULL_DTYPE_F32 ? ULL_DTYPE_BF16 : native);
}

static gint64
pad (gint64 value, gint64 multiple)
{
  return multiple > 1 ? ull_div_ceil (value, multiple) * multiple : value;
}

static double
embedding_bytes (const UllScenario *scenario, double native)
{
  const UllModel *model = scenario->model;
  gint64 tp = scenario->value[ULL_FIELD_TP];

  return (double) ull_div_ceil (pad (model->anatomy.vocabulary, 64), tp) * (double) MAX (model->hidden_size, 0) * native;
}

static double
embeddings_on (const UllScenario *scenario, const UllVllmStage *stage, double native)
{
  double one = embedding_bytes (scenario, native);
  gboolean tied = scenario->model->anatomy.embeddings < 2;

  if (stage->first && stage->last)
    return tied ? one : 2 * one;
  return stage->first || stage->last ? one : 0;
}

/* KV projections beyond what division left: with more cards than heads, each card has one head. */
static double
copied_heads (const UllScenario *scenario, double each)
{
  const UllModel *model = scenario->model;
  gint64 heads = ull_model_get_kv_heads (model), dim = ull_model_get_head_dim (model), tp = scenario->value[ULL_FIELD_TP];

  if (heads < 1 || dim < 1 || tp <= heads || model->runs[0].kind == ULL_LAYER_LATENT)
    return 0;
  return 2 * (double) model->hidden_size * (double) dim * each * (1 - (double) heads / (double) tp);
}

double
ull_vllm_padded_experts (const UllScenario *scenario)
{
  const UllAnatomy *anatomy = &scenario->model->anatomy;
  const UllVllmMemory *memory = ull_vllm_memory (scenario);
  gint64 hidden = scenario->model->hidden_size, tp = scenario->value[ULL_FIELD_TP];
  double share;

  if (!anatomy->only_experts || anatomy->expert_layers < 1)
    return 0;
  share = (double) pad (ull_div_ceil (anatomy->expert_width, tp), memory->mxfp4_width) * (double) pad (hidden, memory->mxfp4_hidden)
          - (double) anatomy->expert_width / (double) tp * (double) hidden;
  return 3 * (double) anatomy->experts * share / 2;
}

/* Everything in one layer, as the average of all of them. */
static double
layer_bytes (const UllScenario *scenario, double native, double each)
{
  const UllAnatomy *anatomy = &scenario->model->anatomy;
  double layers = (double) ull_model_get_layers (scenario->model), tp = (double) scenario->value[ULL_FIELD_TP];
  double ends = (double) anatomy->embeddings * (double) anatomy->vocabulary * (double) scenario->model->hidden_size
                + (double) anatomy->tower_parameters;
  double kept = MAX ((double) anatomy->kept_parameters - ends, 0);
  double quantised = MAX ((double) anatomy->parameters - ends - kept, 0);
  double whole = MIN ((double) anatomy->whole_parameters, kept + quantised);
  double all = kept * native + quantised * each;
  double sparse = (double) anatomy->expert_layers / layers;

  return (all - whole * native) / layers / tp + whole * native / layers
         + (double) anatomy->latent_parameters * LATENT_COPY_BYTES / layers / tp + copied_heads (scenario, each)
         + ull_vllm_padded_experts (scenario) * sparse;
}

static double
shaped_weights (const UllScenario *scenario, const UllVllmStage *stage)
{
  const UllAnatomy *anatomy = &scenario->model->anatomy;
  double native = native_bytes (scenario), each = quantised_bytes (scenario, native);
  double tp = (double) scenario->value[ULL_FIELD_TP], sum;

  sum = (double) stage->layers * layer_bytes (scenario, native, each) + embeddings_on (scenario, stage, native);
  if (stage->first)
    sum += (double) anatomy->tower_parameters * native / tp;
  return sum + (double) anatomy->position_rows * (double) anatomy->position_dim * (double) anatomy->position_bytes;
}

/* What the files say in all, in place of what the shapes do, keeps the shapes' proportions. */
static double
scaled_to_file (const UllScenario *scenario, double share)
{
  const UllModel *model = scenario->model;
  UllScenario whole = *scenario;
  UllVllmStage all = { 0, 0, ull_model_get_layers (model), TRUE, TRUE };
  double shapes;

  whole.value[ULL_FIELD_TP] = 1;
  shapes = shaped_weights (&whole, &all);
  return shapes > 0 ? share / shapes * (double) model->weight_bytes : share;
}

static gboolean
refuse_sum (GError **error)
{
  g_set_error (error, ULL_ERROR, ULL_ERROR_OVERFLOW,
               _("Weights: more bytes than can be counted; fewer parameters would be right"));
  return FALSE;
}

static gboolean
divide (const UllScenario *scenario, UllTerm *term, GError **error)
{
  gint64 cards = scenario->value[ULL_FIELD_TP] * MAX (scenario->value[ULL_FIELD_PP], 1), bytes;
  UllWeightSource source;

  if (!ull_scenario_get_weights (scenario, &bytes, &source, error))
    return FALSE;
  term->bytes = term->low = term->high = ull_div_ceil (bytes, cards);
  term->present = source != ULL_WEIGHTS_UNKNOWN;
  term->source = source == ULL_WEIGHTS_TYPED ? ULL_SOURCE_TYPED
                 : source == ULL_WEIGHTS_ESTIMATE ? ULL_SOURCE_FORMULA
                                                  : ULL_SOURCE_FILE;
  return TRUE;
}

static gboolean
are_shaped (const UllScenario *scenario)
{
  const UllModel *model = scenario->model;

  return scenario->value[ULL_FIELD_WEIGHTS] == ULL_UNSET && scenario->value[ULL_FIELD_PARAMETERS] == ULL_UNSET &&
         model->anatomy.parameters > 0 && model->anatomy.vocabulary > 0 && model->hidden_size > 0 &&
         (model->anatomy.bits >= 0 || scenario->value[ULL_FIELD_WEIGHT_DTYPE] != ULL_UNSET);
}

/* Of a file, or of shapes whose parts are not known each. */
static gboolean
set_shaped (const UllScenario *scenario, const UllVllmStage *stage, gboolean from_file, UllTerm *term, GError **error)
{
  double bytes = shaped_weights (scenario, stage);

  if (from_file && scenario->value[ULL_FIELD_WEIGHT_DTYPE] == ULL_UNSET)
    bytes = scaled_to_file (scenario, bytes);
  if (!(bytes < 0x1p60))
    return refuse_sum (error);
  term->bytes = (gint64) ceil (bytes);
  return TRUE;
}

/* An estimate's range is its proportion of what a card has. */
static void
set_ends (const UllScenario *scenario, UllTerm *term)
{
  const UllModel *model = scenario->model;

  term->low = term->high = term->bytes;
  if (model->weight_high <= 0 || model->weight_bytes <= 0 || !ull_weight_share_is_known (scenario))
    return;
  if (!ull_mul_div_floor (term->bytes, model->weight_low, model->weight_bytes, &term->low) ||
      !ull_mul_div_ceil (term->bytes, model->weight_high, model->weight_bytes, &term->high))
    term->low = term->high = term->bytes;
}

gboolean
ull_vllm_weights (const UllScenario *scenario,
                  const UllVllmStage *stage,
                  UllTerm *term,
                  UllWeightShare *shares,
                  gboolean *shared,
                  GError **error)
{
  const UllModel *model = scenario->model;
  gboolean from_file = model->weight_source == ULL_WEIGHTS_HEADERS || model->weight_source == ULL_WEIGHTS_INDEX;
  gboolean known = ull_weight_share_is_known (scenario);

  *term = (UllTerm) { .inside = TRUE, .present = TRUE, .source = from_file ? ULL_SOURCE_FILE : ULL_SOURCE_FORMULA };
  memset (shares, 0, ULL_N_WEIGHT_PARTS * sizeof *shares);
  /* Headers say what is divided and what is not, whatever the shapes. */
  *shared = (known && model->weight_source == ULL_WEIGHTS_HEADERS) || are_shaped (scenario);
  if (!*shared)
    return divide (scenario, term, error);
  if (known && !ull_vllm_parts (scenario, stage, shares, &term->bytes))
    return refuse_sum (error);
  if (!known && !set_shaped (scenario, stage, from_file, term, error))
    return FALSE;
  set_ends (scenario, term);
  return TRUE;
}
