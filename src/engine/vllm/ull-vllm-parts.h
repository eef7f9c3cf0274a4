#pragma once

#include "ull-vllm-weights.h"

G_BEGIN_DECLS

/* What one card of a stage has of each part of the model's weights, as their files or shapes have them, and the rule that makes it
 * so. FALSE where they are more than can be counted. */
gboolean ull_vllm_parts (const UllScenario *scenario, const UllVllmStage *stage, UllWeightShare *shares, gint64 *sum);

G_END_DECLS
