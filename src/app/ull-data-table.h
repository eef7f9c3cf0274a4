#pragma once

#include "ull-chart.h"
#include "ull-workspace.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define ULL_TYPE_DATA_TABLE (ull_data_table_get_type ())
G_DECLARE_FINAL_TYPE (UllDataTable, ull_data_table, ULL, DATA_TABLE, AdwWindow)

/* A window with the data of a chart as a table, which follows the levers; rows can be selected and copied as CSV. */
UllDataTable *ull_data_table_new (GtkWindow *parent, UllWorkspace *workspace, UllChartKind kind);
/* One of a table that stays as it is, under a title: (element-type GStrv), the headings first. */
UllDataTable *ull_data_table_new_of (GtkWindow *parent, const char *title, GPtrArray *table);
void ull_data_table_set_kind (UllDataTable *self, UllChartKind kind);
/* What copying puts on the clipboard: the selected rows, or all where none is, under the header. (transfer full) */
char *ull_data_table_dup_csv (UllDataTable *self);

G_END_DECLS
