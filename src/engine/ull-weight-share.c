#include "ull-weight-share.h"

/* What one card holds of each part of the weights. The term is what was counted; its parts are brought to it, so that they sum to
 * it to the byte. Parts are of the model's own files or shapes: of typed weights nothing is known but their size. */

gboolean
ull_weight_share_is_known (const UllScenario *scenario)
{
  const gint64 *value = scenario->value;

  return value[ULL_FIELD_WEIGHTS] == ULL_UNSET && value[ULL_FIELD_PARAMETERS] == ULL_UNSET &&
         value[ULL_FIELD_WEIGHT_DTYPE] == ULL_UNSET && scenario->model->weight_bytes > 0 &&
         ull_weights_known (&scenario->model->weights);
}

void
ull_weight_share_set (UllBudget *budget, const gint64 *parts)
{
  UllWeights share = { .n_formats = 0 };

  for (int i = 0; i < ULL_N_WEIGHT_PARTS; i++)
    share.bytes[i] = parts[i];
  ull_weights_scale (&share, budget->term[ULL_TERM_WEIGHTS].bytes);
  for (int i = 0; i < ULL_N_WEIGHT_PARTS; i++)
    budget->weight_part[i] = share.bytes[i];
}
