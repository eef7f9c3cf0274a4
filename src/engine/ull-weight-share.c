#include "ull-weight-share.h"

#include <string.h>

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
  memcpy (budget->weight_part, parts, sizeof budget->weight_part);
  ull_weight_parts_scale (budget->weight_part, budget->term[ULL_TERM_WEIGHTS].bytes);
}
