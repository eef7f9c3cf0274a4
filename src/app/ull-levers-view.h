#pragma once

#include "ull-levers-row.h"
#include "ull-workspace.h"

G_BEGIN_DECLS

#define ULL_TYPE_LEVERS_VIEW (ull_levers_view_get_type ())
G_DECLARE_FINAL_TYPE (UllLeversView, ull_levers_view, ULL, LEVERS_VIEW, GtkWidget)

/* Every lever alone from the present scenario, each a row that pulls it. Property: "workspace". Computes only while it is
 * on screen, at most once a frame. */
GtkWidget *ull_levers_view_new (void);
/* Whether there is an answer, all of which is shown. @disclosure: (nullable). */
gboolean ull_levers_view_may_show (const UllDisclosure *disclosure);
/* The n-th row, NULL past the last. (transfer none) */
UllLeversRow *ull_levers_view_get_row (UllLeversView *self, guint n);
/* What the rows say, NULL while there are none. (transfer none) */
const UllLevers *ull_levers_view_get_levers (UllLeversView *self);
guint ull_levers_view_get_n_computed (UllLeversView *self); /* how often, so far */

G_END_DECLS
