#include "ull-weights.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Bytes of parts are exact where files tell them, and proportions of an estimate else; either way they sum to the whole. What
 * rounding leaves goes to the largest part, which it changes least. */

gboolean
ull_weights_known (const UllWeights *weights)
{
  for (int i = 0; i < ULL_N_WEIGHT_PARTS; i++)
    if (weights->bytes[i] > 0)
      return TRUE;
  return FALSE;
}

gboolean
ull_weights_sum (const UllWeights *weights, gint64 *bytes)
{
  gint64 sum = 0;

  for (int i = 0; i < ULL_N_WEIGHT_PARTS; i++)
    if (!ull_add (sum, weights->bytes[i], &sum))
      return FALSE;
  *bytes = sum;
  return TRUE;
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
ull_weights_scale (UllWeights *weights, gint64 bytes)
{
  gint64 sum, scaled = 0;
  int largest = 0;

  if (!ull_weights_sum (weights, &sum) || sum == 0 || sum == bytes)
    return;
  (void) !ull_mul_div_floor (weights->kv_bytes, bytes, sum, &weights->kv_bytes);
  for (int i = 0; i < ULL_N_WEIGHT_PARTS; i++)
    {
      (void) !ull_mul_div_floor (weights->bytes[i], bytes, sum, &weights->bytes[i]);
      (void) !ull_mul_div_floor (weights->whole[i], bytes, sum, &weights->whole[i]);
      scaled += weights->bytes[i];
      if (weights->bytes[i] > weights->bytes[largest])
        largest = i;
    }
  weights->bytes[largest] += bytes - scaled;
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
