#pragma once

#include "ull-sum-row.h"
#include "ull-workspace.h"

G_BEGIN_DECLS

#define ULL_TYPE_SUM_VIEW (ull_sum_view_get_type ())
G_DECLARE_FINAL_TYPE (UllSumView, ull_sum_view, ULL, SUM_VIEW, GtkWidget)

/* The sum, step by step, as far as the disclosure shows it. Properties: "workspace", "current-step" (int, lit; -1: none). */
GtkWidget *ull_sum_view_new (void);
void ull_sum_view_set_current_step (UllSumView *self, int step);
/* Gives the keyboard to the button that shows the next step, where there is one. */
void ull_sum_view_focus_next (UllSumView *self);
/* The row of a step, NULL past the last. (transfer none) */
UllSumRow *ull_sum_view_get_row (UllSumView *self, guint step);

G_END_DECLS
