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
 * Layers are alike to the average. A checkpoint of 32 bits is served at 16. Tables of rotary positions, and the second copy of a
 * latent's matrices, are made of no file: they come on top, with other weights and with attention. */

#define VOCABULARY_MULTIPLE 64
#define COPY_BYTES 2

/* Served at 16 bits, what is stored at 32 takes half. */
static double
served (const UllModel *model)
{
  double wide = 0, all = 0;

  if (model->anatomy.bits != 0 || model->weights.n_formats == 0)
    return model->anatomy.bits == 0 && model->native_dtype == ULL_DTYPE_F32 ? 0.5 : 1;
  for (guint i = 0; i < model->weights.n_formats; i++)
    {
      all += (double) model->weights.format[i].bytes;
      if (g_str_equal (model->weights.format[i].name, "F32"))
        wide += (double) model->weights.format[i].bytes;
    }
  return all > 0 ? 1 - wide / all / 2 : 1;
}

static double
padded (const UllModel *model, gint64 tp)
{
  gint64 rows = model->anatomy.vocabulary;

  if (rows < 1)
    return 1 / (double) tp;
  return (double) ull_div_ceil (ull_div_ceil (rows, VOCABULARY_MULTIPLE) * VOCABULARY_MULTIPLE, tp) / (double) rows;
}

/* Of projections to keys and values, where the files do not have them apart: as many of q's and o's as there are KV heads. */
static double
kv_bytes (const UllModel *model)
{
  gint64 heads = ull_model_get_kv_heads (model);
  double divided = (double) (model->weights.bytes[ULL_WEIGHT_ATTENTION] - model->weights.whole[ULL_WEIGHT_ATTENTION]);

  if (model->runs[0].kind == ULL_LAYER_LATENT || heads < 1 || model->query_heads < 1)
    return 0;
  if (model->weights.kv_bytes > 0)
    return (double) model->weights.kv_bytes;
  return divided * (double) heads / (double) (heads + model->query_heads);
}

static double
attention_bytes (const UllModel *model, gint64 tp)
{
  const UllWeights *weights = &model->weights;
  double kv = kv_bytes (model), whole = (double) weights->whole[ULL_WEIGHT_ATTENTION];
  double divided = (double) weights->bytes[ULL_WEIGHT_ATTENTION] - whole - kv;

  return whole + divided / (double) tp + kv / (double) MIN (tp, MAX (ull_model_get_kv_heads (model), 1));
}

static double
divided_bytes (const UllModel *model, UllWeightPart part, gint64 tp)
{
  double whole = (double) model->weights.whole[part];

  return whole + ((double) model->weights.bytes[part] - whole) / (double) tp;
}

static void
set_layers (const UllModel *model, gint64 tp, double share, double *parts)
{
  parts[ULL_WEIGHT_ATTENTION] = share * attention_bytes (model, tp);
  parts[ULL_WEIGHT_MLP] = share * divided_bytes (model, ULL_WEIGHT_MLP, tp);
  parts[ULL_WEIGHT_EXPERTS] = share * divided_bytes (model, ULL_WEIGHT_EXPERTS, tp);
  parts[ULL_WEIGHT_NORMS] = share * divided_bytes (model, ULL_WEIGHT_NORMS, tp);
  parts[ULL_WEIGHT_OTHER] = share * divided_bytes (model, ULL_WEIGHT_OTHER, tp);
}

static void
set_ends (const UllModel *model, const UllVllmStage *stage, gint64 tp, double *parts)
{
  const gint64 *bytes = model->weights.bytes;
  gboolean tied = bytes[ULL_WEIGHT_HEAD] == 0;
  double rows = padded (model, tp);

  if (stage->first || (stage->last && tied))
    parts[ULL_WEIGHT_EMBEDDING] = rows * (double) bytes[ULL_WEIGHT_EMBEDDING];
  if (stage->last)
    parts[ULL_WEIGHT_HEAD] = rows * (double) bytes[ULL_WEIGHT_HEAD];
  if (stage->first)
    parts[ULL_WEIGHT_VISION] = divided_bytes (model, ULL_WEIGHT_VISION, tp);
}

gboolean
ull_vllm_parts (const UllScenario *scenario, const UllVllmStage *stage, gint64 *parts, gint64 *sum)
{
  const UllModel *model = scenario->model;
  const UllAnatomy *anatomy = &model->anatomy;
  double bytes[ULL_N_WEIGHT_PARTS] = { 0 }, scale = served (model);
  double share = (double) stage->layers / (double) MAX (ull_model_get_layers (model), 1);
  gint64 tp = scenario->value[ULL_FIELD_TP];

  set_layers (model, tp, share, bytes);
  set_ends (model, stage, tp, bytes);
  *sum = 0;
  for (int i = 0; i < ULL_N_WEIGHT_PARTS; i++)
    {
      bytes[i] *= scale;
      if (i == ULL_WEIGHT_OTHER)
        bytes[i] += (double) anatomy->position_rows * (double) anatomy->position_dim * (double) anatomy->position_bytes;
      if (i == ULL_WEIGHT_ATTENTION)
        bytes[i] += share * (double) anatomy->latent_parameters * COPY_BYTES / (double) tp;
      if (i == ULL_WEIGHT_EXPERTS)
        bytes[i] += share * ull_vllm_padded_experts (scenario) * (double) anatomy->expert_layers;
      if (!(bytes[i] >= 0 && bytes[i] < 0x1p60))
        return FALSE;
      parts[i] = (gint64) ceil (bytes[i]);
      if (!ull_add (*sum, parts[i], sum))
        return FALSE;
    }
  return TRUE;
}
