#pragma once

#include "ull-scenario.h"

G_BEGIN_DECLS

/* What vLLM takes for a setting that nobody set; ULL_UNSET where it has nothing of its own. */
gint64 ull_vllm_get_default (const UllScenario *scenario, UllFieldId field);
/* The setting as it was set, else that default, else the table's. */
gint64 ull_vllm_get (const UllScenario *scenario, UllFieldId field);

/* Whether a layer of the model keeps recurrent state, and whether one keeps a latent. */
gboolean ull_vllm_has_state (const UllModel *model);
gboolean ull_vllm_has_latent (const UllModel *model);
/* Whether the model's own draft layers are at work. */
gboolean ull_vllm_has_draft (const UllScenario *scenario);
/* Whether the card is one of the data centre's Blackwell. */
gboolean ull_vllm_is_sm100 (const UllScenario *scenario);
/* Tokens that are scheduled and not yet settled, at most. */
gint64 ull_vllm_get_in_flight (const UllScenario *scenario);
/* Tokens of which a kernel takes a whole number at a time: blocks that are made to hold a state are multiples of it. */
gint64 ull_vllm_get_kernel_block (const UllScenario *scenario);

G_END_DECLS
