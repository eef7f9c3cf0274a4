#pragma once

#include "ull-vllm-weights.h"

G_BEGIN_DECLS

/* Bytes of each part of the model's weights on one card of a stage, as their files or shapes have them. FALSE where they are more
 * than can be counted. */
gboolean ull_vllm_parts (const UllScenario *scenario, const UllVllmStage *stage, gint64 *parts, gint64 *sum);

G_END_DECLS
