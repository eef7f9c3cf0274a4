#pragma once

#include "ull-vllm-spec.h"

G_BEGIN_DECLS

/* Puts the layers into groups and says what a block of the pool takes on the card that holds the most. FALSE where a size
 * overflows. */
gboolean ull_vllm_group (UllVllmSpecs *specs, UllLayout *layout, const UllScenario *scenario);

/* What the layers of one kind hold, but for the groups that they are put into. */
gboolean ull_vllm_fill_group (UllLayoutGroup *group, const UllVllmSpecs *specs, guint i, const UllScenario *scenario);

/* Blocks that a request of @tokens holds in one group of the kind. */
gint64 ull_vllm_group_blocks (const UllLayoutGroup *group, gint64 tokens);

/* Sets block bytes to those of the poorest stage, and which it is. @shared: all layers have one table of blocks. */
gboolean ull_vllm_find_poorest (const UllVllmSpecs *specs, UllLayout *layout, const UllScenario *scenario, gboolean shared);

/* The stage of a pipeline that holds the fewest blocks, by what one takes on each. */
gint64 ull_vllm_find_stage (const UllScenario *scenario, const gint64 *bytes, gint64 stages);
/* What a draft model keeps of a block. */
gboolean ull_vllm_draft_of_block (const UllVllmSpecs *specs, const UllLayout *layout, const UllScenario *scenario, gint64 *draft);

G_END_DECLS
