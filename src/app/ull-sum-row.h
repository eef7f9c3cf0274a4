#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ULL_TYPE_SUM_ROW (ull_sum_row_get_type ())
G_DECLARE_FINAL_TYPE (UllSumRow, ull_sum_row, ULL, SUM_ROW, GtkListBoxRow)

/* A step of the sum: number, name, expression, value with its unit. The expression wraps; where there is little room it
 * takes a line of its own. */
GtkWidget *ull_sum_row_new (void);
/* @sum NULL: a step that is not shown yet; @value then says after which one. */
void ull_sum_row_set (UllSumRow *self, guint number, const char *label, const char *sum, const char *value);
/* What a pinned scenario has in its place, on a line below; NULL: nothing to compare. */
void ull_sum_row_set_pinned (UllSumRow *self, const char *pinned);
void ull_sum_row_set_lit (UllSumRow *self, gboolean lit);
const char *ull_sum_row_get_text (UllSumRow *self); /* what a screen reader says of the step */
const char *ull_sum_row_get_pinned (UllSumRow *self); /* (nullable) */

G_END_DECLS
