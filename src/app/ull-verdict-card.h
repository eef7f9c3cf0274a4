#pragma once

#include "ull-verdict-mark.h"
#include "ull-workspace.h"

G_BEGIN_DECLS

#define ULL_TYPE_VERDICT_CARD (ull_verdict_card_get_type ())
G_DECLARE_FINAL_TYPE (UllVerdictCard, ull_verdict_card, ULL, VERDICT_CARD, GtkWidget)

/* The answer in a sentence: mark, headline, what binds, warnings. Property: "workspace". While a prediction is pending
 * it says that the answer is withheld, after it what was predicted and what holds. */

const char *ull_verdict_card_get_headline (UllVerdictCard *self);
const char *ull_verdict_card_get_detail (UllVerdictCard *self);
UllVerdictState ull_verdict_card_get_state (UllVerdictCard *self);

/* Of a card without a workspace: what is said by somebody else, and what may be done. */
void ull_verdict_card_add_action (UllVerdictCard *self, GtkWidget *action);
void ull_verdict_card_show (UllVerdictCard *self, UllVerdictState state, const char *headline, const char *detail);

G_END_DECLS
