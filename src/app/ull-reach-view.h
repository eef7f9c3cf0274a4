#pragma once

#include "ull-reach-row.h"
#include "ull-workspace.h"

G_BEGIN_DECLS

#define ULL_TYPE_REACH_VIEW (ull_reach_view_get_type ())
G_DECLARE_FINAL_TYPE (UllReachView, ull_reach_view, ULL, REACH_VIEW, GtkWidget)

/* What would it take? Tokens, requests or a context are typed, and every lever says how far it must go for them, then the
 * cheapest pair. Property: "workspace". Computes only while it is on screen, at most once a frame. */

/* What is wanted, as if it were chosen and typed. */
void ull_reach_view_set_want (UllReachView *self, UllWant want, const char *amount);
/* What the rows say, NULL while there are none. (transfer none) */
const UllReach *ull_reach_view_get_reach (UllReachView *self);
/* The n-th row: levers alone, then the pair; NULL past the last. (transfer none) */
UllFigureRow *ull_reach_view_get_row (UllReachView *self, guint n);
guint ull_reach_view_get_n_computed (UllReachView *self); /* how often, so far */

G_END_DECLS
