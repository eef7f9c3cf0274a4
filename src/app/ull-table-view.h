#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ULL_TYPE_TABLE_VIEW (ull_table_view_get_type ())
G_DECLARE_FINAL_TYPE (UllTableView, ull_table_view, ULL, TABLE_VIEW, GtkWidget)

/* A table of texts: a row of headings, then rows of cells. Plain numbers are shown in groups of three digits; a column of
 * figures ends at one edge, its heading too. What is copied are the texts as they were given. */

/* @table: (element-type GStrv), the headings first. */
void ull_table_view_set (UllTableView *self, GPtrArray *table);
void ull_table_view_clear (UllTableView *self);
/* What the table is of, for a screen reader. */
void ull_table_view_set_label (UllTableView *self, const char *label);
guint ull_table_view_get_n_rows (UllTableView *self);
/* The text that is shown in a cell. (transfer full) (nullable) */
char *ull_table_view_dup_cell (UllTableView *self, guint row, guint column);
/* The selected rows, or all where none is, as CSV with its headings. (transfer full) */
char *ull_table_view_dup_csv (UllTableView *self);

G_END_DECLS
