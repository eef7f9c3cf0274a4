#pragma once

#include "ull-budget.h"

G_BEGIN_DECLS

/* Whether the weights are the model's own, whose parts are known, and nothing that was typed changes them. */
gboolean ull_weight_share_is_known (const UllScenario *scenario);
/* The weights term's parts, in these proportions: they sum to it. */
void ull_weight_share_set (UllBudget *budget, const gint64 *parts);

G_END_DECLS
