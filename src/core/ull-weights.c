#include "ull-weights.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Bytes of parts are exact where files tell them, and proportions of an estimate else; either way they sum to the whole. What
 * rounding leaves goes to the largest part, which it changes least.
 *
 * Layers of a model are of few kinds, so a layer is the number of its kind; only headers tell them. */

gboolean
ull_weights_known (const UllWeights *weights)
{
  for (int i = 0; i < ULL_N_WEIGHT_PARTS; i++)
    if (weights->bytes[i] > 0)
      return TRUE;
  return FALSE;
}

static gboolean
sum_parts (const gint64 *parts, gint64 *sum)
{
  *sum = 0;
  for (int i = 0; i < ULL_N_WEIGHT_PARTS; i++)
    if (!ull_add (*sum, parts[i], sum))
      return FALSE;
  return TRUE;
}

gboolean
ull_weights_sum (const UllWeights *weights, gint64 *bytes)
{
  return sum_parts (weights->bytes, bytes);
}

gboolean
ull_weights_add (UllWeights *weights, UllWeightPart part, gint64 bytes, gint64 whole)
{
  return ull_add (weights->bytes[part], bytes, &weights->bytes[part])
         && ull_add (weights->whole[part], whole, &weights->whole[part]);
}

gboolean
ull_weights_add_format (UllWeights *weights, const char *name, gint64 bytes)
{
  guint i = 0;

  while (i < weights->n_formats && strcmp (weights->format[i].name, name) != 0)
    i++;
  if (i == ULL_MAX_WEIGHT_FORMATS)
    return FALSE;
  if (i == weights->n_formats)
    {
      weights->format[i] = (UllWeightFormat) { .bytes = 0 };
      g_strlcpy (weights->format[i].name, name, sizeof weights->format[i].name);
      weights->n_formats++;
    }
  return ull_add (weights->format[i].bytes, bytes, &weights->format[i].bytes);
}

void
ull_weight_parts_scale (gint64 *parts, gint64 bytes)
{
  gint64 sum, scaled = 0;
  int largest = 0;

  if (!sum_parts (parts, &sum) || sum == 0 || sum == bytes)
    return;
  for (int i = 0; i < ULL_N_WEIGHT_PARTS; i++)
    {
      (void) !ull_mul_div_floor (parts[i], bytes, sum, &parts[i]);
      scaled += parts[i];
      if (parts[i] > parts[largest])
        largest = i;
    }
  parts[largest] += bytes - scaled;
}

void
ull_weights_scale (UllWeights *weights, gint64 bytes)
{
  gint64 sum;

  if (!ull_weights_sum (weights, &sum) || sum == 0 || sum == bytes)
    return;
  (void) !ull_mul_div_floor (weights->kv_bytes, bytes, sum, &weights->kv_bytes);
  for (int i = 0; i < ULL_N_WEIGHT_PARTS; i++)
    (void) !ull_mul_div_floor (weights->whole[i], bytes, sum, &weights->whole[i]);
  ull_weight_parts_scale (weights->bytes, bytes);
  ull_weights_forget_layers (weights);
}

void
ull_weights_forget_layers (UllWeights *weights)
{
  weights->n_layers = weights->n_layer_kinds = 0;
}

static gboolean
same_layer (const UllLayerWeights *one, const UllLayerWeights *other)
{
  return memcmp (one->bytes, other->bytes, sizeof one->bytes) == 0 && memcmp (one->whole, other->whole, sizeof one->whole) == 0
         && one->kv_bytes == other->kv_bytes;
}

gboolean
ull_weights_add_layer (UllWeights *weights, const UllLayerWeights *layer)
{
  guint kind = 0;

  while (kind < weights->n_layer_kinds && !same_layer (&weights->layer_kind[kind], layer))
    kind++;
  if (kind == ULL_MAX_LAYER_KINDS || weights->n_layers == ULL_MAX_WEIGHT_LAYERS)
    {
      ull_weights_forget_layers (weights);
      return FALSE;
    }
  if (kind == weights->n_layer_kinds)
    weights->layer_kind[weights->n_layer_kinds++] = *layer;
  weights->layer[weights->n_layers++] = (guint8) kind;
  return TRUE;
}

static gboolean
add_times (gint64 *sum, gint64 bytes, gint64 times)
{
  gint64 product;

  return ull_mul (bytes, times, &product) && ull_add (*sum, product, sum);
}

static gboolean
add_layers (UllLayerWeights *sum, const UllLayerWeights *layer, gint64 times)
{
  for (int i = 0; i < ULL_N_WEIGHT_PARTS; i++)
    if (!add_times (&sum->bytes[i], layer->bytes[i], times) || !add_times (&sum->whole[i], layer->whole[i], times))
      return FALSE;
  return add_times (&sum->kv_bytes, layer->kv_bytes, times);
}

gboolean
ull_weights_sum_layers (const UllWeights *weights, gint64 first, gint64 n, UllLayerWeights *sum)
{
  gint64 times[ULL_MAX_LAYER_KINDS] = { 0 };

  if (first < 0 || n < 0 || weights->n_layers == 0 || first + n > (gint64) weights->n_layers)
    return FALSE;
  *sum = (UllLayerWeights) { .kv_bytes = 0 };
  for (gint64 i = first; i < first + n; i++)
    times[weights->layer[i]]++;
  for (guint kind = 0; kind < weights->n_layer_kinds; kind++)
    if (times[kind] > 0 && !add_layers (sum, &weights->layer_kind[kind], times[kind]))
      return FALSE;
  return TRUE;
}

static const struct
{
  const char *id;
  const char *label;
} parts[ULL_N_WEIGHT_PARTS] = {
  [ULL_WEIGHT_EMBEDDING] = { "embedding", N_("Embedding") },
  [ULL_WEIGHT_ATTENTION] = { "attention", N_("Attention") },
  [ULL_WEIGHT_MLP] = { "mlp", N_("MLP") },
  [ULL_WEIGHT_EXPERTS] = { "experts", N_("Experts") },
  [ULL_WEIGHT_NORMS] = { "norms", N_("Norms") },
  [ULL_WEIGHT_HEAD] = { "head", N_("Output head") },
  [ULL_WEIGHT_DRAFT] = { "draft", N_("Draft layers") },
  [ULL_WEIGHT_VISION] = { "vision", N_("Image and sound") },
  [ULL_WEIGHT_OTHER] = { "other", N_("Other weights") },
};

const char *
ull_weight_part_get_id (UllWeightPart part)
{
  g_return_val_if_fail ((guint) part < ULL_N_WEIGHT_PARTS, NULL);

  return parts[part].id;
}

const char *
ull_weight_part_get_label (UllWeightPart part)
{
  g_return_val_if_fail ((guint) part < ULL_N_WEIGHT_PARTS, NULL);

  return _(parts[part].label);
}
