#pragma once

#include "ull-vllm-spec.h"

G_BEGIN_DECLS

/* Whether layers keep one entry for several tokens: what they keep then is of many sizes, and is packed. */
gboolean ull_vllm_is_packed (const UllModel *model);
/* Specs of such a model; FALSE where a size overflows or there are too many. */
gboolean ull_vllm_packed_specs_init (UllVllmSpecs *specs, const UllLayout *layout, const UllScenario *scenario);
/* Puts them into tables and says what a block takes on the card that holds the most. */
gboolean ull_vllm_pack (UllVllmSpecs *specs, UllLayout *layout, const UllScenario *scenario);

G_END_DECLS
