#include "ull-vllm-parts.h"

#include "ull-units.h"

#include <math.h>

/* What a card of a stage holds of each part:
 *
 *   embedding, head   on the first and the last stage; a tied pair is one matrix, and two on two stages. The vocabulary is padded
 *                     to a multiple of 64, and divided by the cards
 *   attention         its stage's layers: what is not whole, divided by the cards; keys' and values' projections by the KV heads at
 *                     most, since a card has one head at least; and what is whole
 *   MLP, experts      the same; norms and what is not known are whole
 *   images and sound  on the first stage, divided
 *   drafts            not loaded with the model
 *
 * Where the files' headers say what each layer has, a stage has that of its own layers, the last one the norm behind them and every
 * one what is of no layer and not known; else layers are alike to the average. A checkpoint of 32 bits is served at 16. Tables of
 * rotary positions, and the second copy of a latent's matrices, are made of no file: they come on top, with other weights and with
 * attention.
 *
 * In whole bytes: what does not divide evenly is rounded up, since a card has whole elements. */

#define COPY_BYTES 2

typedef struct
{
  const UllModel *model;
  const UllVllmStage *stage;
  gint64 tp;
  gint64 layers;    /* of the model */
  gint64 kv;        /* of attention's bytes in all layers, projections to KV heads */
  gint64 served;    /* of `stored` bytes, what is in memory */
  gint64 stored;
  gboolean counted; /* what the stage's layers have is known by the layer, */
  UllLayerWeights own; /* and is this, */
  UllLayerWeights all; /* and of all layers this */
} Share;

/* Served at 16 bits, what is stored at 32 takes half. */
static void
set_served (Share *share)
{
  const UllModel *model = share->model;
  gint64 wide = 0, all = 0;

  share->served = share->stored = 1;
  if (model->anatomy.bits == 0 && model->weights.n_formats == 0 && model->native_dtype == ULL_DTYPE_F32)
    share->stored = 2;
  if (model->anatomy.bits != 0)
    return;
  for (guint i = 0; i < model->weights.n_formats; i++)
    {
      const UllWeightFormat *format = &model->weights.format[i];

      if (!ull_add (all, format->bytes, &all))
        return;
      if (g_str_equal (format->name, "F32"))
        wide += format->bytes;
    }
  if (wide == 0 || all > G_MAXINT64 / 2)
    return;
  share->served = 2 * all - wide;
  share->stored = 2 * all;
}

static gboolean
to_memory (const Share *share, gint64 *bytes)
{
  return share->served == share->stored || ull_mul_div_ceil (*bytes, share->served, share->stored, bytes);
}

/* Of projections to keys and values, where the files do not have them apart: as many of q's and o's as there are KV heads. */
static gint64
kv_bytes (const UllModel *model)
{
  gint64 heads = ull_model_get_kv_heads (model), bytes = 0;
  gint64 divided = model->weights.bytes[ULL_WEIGHT_ATTENTION] - model->weights.whole[ULL_WEIGHT_ATTENTION];

  if (model->runs[0].kind == ULL_LAYER_LATENT || heads < 1 || model->query_heads < 1)
    return 0;
  if (model->weights.kv_bytes > 0)
    return MIN (model->weights.kv_bytes, divided);
  (void) !ull_mul_div_floor (divided, heads, heads + model->query_heads, &bytes);
  return bytes;
}

static void
share_init (Share *share, const UllScenario *scenario, const UllVllmStage *stage)
{
  const UllWeights *weights = &scenario->model->weights;

  /* What is not counted by layers is nothing, and not what stood in its place. */
  *share = (Share) { .model = scenario->model, .stage = stage, .tp = scenario->value[ULL_FIELD_TP] };
  share->layers = MAX (ull_model_get_layers (scenario->model), 1);
  share->kv = kv_bytes (scenario->model);
  share->counted = (gint64) weights->n_layers == share->layers
                   && ull_weights_sum_layers (weights, stage->begin, stage->layers, &share->own)
                   && ull_weights_sum_layers (weights, 0, share->layers, &share->all);
  set_served (share);
  if (!share->counted || weights->kv_bytes > 0)
    return;
  /* Where they cannot be told apart in all layers, they are each one's part of them. */
  share->all.kv_bytes = share->kv;
  (void) !ull_mul_div_floor (share->kv, share->own.bytes[ULL_WEIGHT_ATTENTION], MAX (share->all.bytes[ULL_WEIGHT_ATTENTION], 1),
                             &share->own.kv_bytes);
}

/* What the stage has of bytes of all layers: @own and @all by the layer, else its part of them. */
static gboolean
on_stage (const Share *share, gint64 bytes, gint64 own, gint64 all, gboolean outside, gint64 *result)
{
  if (!share->counted)
    return ull_mul_div_ceil (bytes, share->stage->layers, share->layers, result);
  *result = own + (outside ? bytes - all : 0);
  return TRUE;
}

static gboolean
set_layers (const Share *share, UllWeightPart part, UllWeightShare *result)
{
  const UllWeights *weights = &share->model->weights;
  const UllLayerWeights *own = &share->own, *all = &share->all;
  gboolean outside = part != ULL_WEIGHT_NORMS || share->stage->last, attention = part == ULL_WEIGHT_ATTENTION && share->kv > 0;
  gint64 kv = attention ? share->kv : 0, own_kv = attention ? own->kv_bytes : 0, all_kv = attention ? all->kv_bytes : 0;

  result->kv_cards = MIN (share->tp, MAX (ull_model_get_kv_heads (share->model), 1));
  return on_stage (share, kv, own_kv, all_kv, outside, &result->kv)
         && on_stage (share, weights->whole[part], own->whole[part], all->whole[part], outside, &result->whole)
         && on_stage (share, weights->bytes[part] - weights->whole[part] - kv, own->bytes[part] - own->whole[part] - own_kv,
                      all->bytes[part] - all->whole[part] - all_kv, outside, &result->divided)
         && to_memory (share, &result->divided) && to_memory (share, &result->kv) && to_memory (share, &result->whole);
}

static gboolean
set_rows (const Share *share, UllWeightPart part, UllWeightShare *result)
{
  gint64 rows = share->model->anatomy.vocabulary;

  result->divided = share->model->weights.bytes[part];
  if (rows > 0 && result->divided > 0)
    {
      result->rows = rows;
      result->rows_each = ull_div_ceil (ull_div_ceil (rows, ULL_VOCABULARY_MULTIPLE) * ULL_VOCABULARY_MULTIPLE, share->tp);
    }
  return to_memory (share, &result->divided);
}

static gboolean
set_stored (const Share *share, UllWeightPart part, UllWeightShare *result)
{
  const gint64 *bytes = share->model->weights.bytes, *whole = share->model->weights.whole;
  const UllVllmStage *stage = share->stage;

  switch (part)
    {
    case ULL_WEIGHT_EMBEDDING:
      return !(stage->first || (stage->last && bytes[ULL_WEIGHT_HEAD] == 0)) || set_rows (share, part, result);
    case ULL_WEIGHT_HEAD:
      return !stage->last || set_rows (share, part, result);
    case ULL_WEIGHT_VISION:
      if (!stage->first)
        return TRUE;
      result->whole = whole[part];
      result->divided = bytes[part] - whole[part];
      return to_memory (share, &result->whole) && to_memory (share, &result->divided);
    case ULL_WEIGHT_DRAFT:
      return TRUE;
    default:
      return set_layers (share, part, result);
    }
}

static gboolean
set_made (const Share *share, const UllScenario *scenario, UllWeightPart part, gint64 *made)
{
  const UllAnatomy *anatomy = &share->model->anatomy;
  double padding;

  switch (part)
    {
    case ULL_WEIGHT_OTHER:
      return ull_mul (anatomy->position_rows, anatomy->position_dim, made) && ull_mul (*made, anatomy->position_bytes, made);
    case ULL_WEIGHT_ATTENTION:
      return ull_mul (anatomy->latent_parameters, COPY_BYTES, made)
             && ull_mul_div_ceil (*made, share->stage->layers, share->layers * share->tp, made);
    case ULL_WEIGHT_EXPERTS:
      padding = ull_vllm_padded_experts (scenario) * (double) anatomy->expert_layers * (double) share->stage->layers
                / (double) share->layers;
      *made = padding < 0x1p60 ? (gint64) ceil (padding) : 0;
      return padding < 0x1p60;
    default:
      return TRUE;
    }
}

static gboolean
come_to (UllWeightShare *share, gint64 tp)
{
  if (share->rows > 0)
    return ull_mul_div_ceil (share->divided, share->rows_each, share->rows, &share->bytes);
  share->bytes = ull_div_ceil (share->divided, tp);
  return ull_add (share->bytes, ull_div_ceil (share->kv, MAX (share->kv_cards, 1)), &share->bytes)
         && ull_add (share->bytes, share->whole, &share->bytes) && ull_add (share->bytes, share->made, &share->bytes);
}

gboolean
ull_vllm_parts (const UllScenario *scenario, const UllVllmStage *stage, UllWeightShare *shares, gint64 *sum)
{
  Share share;

  share_init (&share, scenario, stage);
  *sum = 0;
  for (int i = 0; i < ULL_N_WEIGHT_PARTS; i++)
    {
      shares[i] = (UllWeightShare) { .bytes = 0 };
      if (!set_stored (&share, (UllWeightPart) i, &shares[i]) || !set_made (&share, scenario, (UllWeightPart) i, &shares[i].made)
          || !come_to (&shares[i], share.tp) || !ull_add (*sum, shares[i].bytes, sum))
        return FALSE;
    }
  return TRUE;
}
