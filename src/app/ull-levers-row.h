#pragma once

#include "ull-figure-row.h"

#include "ull-levers.h"

G_BEGIN_DECLS

#define ULL_TYPE_LEVERS_ROW (ull_levers_row_get_type ())
G_DECLARE_FINAL_TYPE (UllLeversRow, ull_levers_row, ULL, LEVERS_ROW, UllFigureRow)

/* One lever alone: its words, what is gained, of which kind, how many fit then, what it costs, a bar as in the chart of the levers, and a button
 * that activates the row. Where there is little room the figures take a line of their own. */
GtkWidget *ull_levers_row_new (void);
/* @before: the plan that the row is compared with. @least, @most: the ends of the axis that all bars of the list share. */
void ull_levers_row_set (UllLeversRow *self, const UllPullRow *row, const UllPlan *before, double least, double most);
/* Says what the columns are; no lever. */
void ull_levers_row_set_head (UllLeversRow *self);
const char *ull_levers_row_get_text (UllLeversRow *self); /* what a screen reader says */
double ull_levers_row_get_factor (UllLeversRow *self);      /* of its bar; not a number where it has none */
GtkWidget *ull_levers_row_get_button (UllLeversRow *self);

G_END_DECLS
