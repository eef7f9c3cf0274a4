#pragma once

#include "ull-workspace.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ULL_TYPE_PIN_ROW (ull_pin_row_get_type ())
G_DECLARE_FINAL_TYPE (UllPinRow, ull_pin_row, ULL, PIN_ROW, GtkListBoxRow)

/* A pin of the workspace: shown or not, its name to be changed, to be restored, to be removed. */
GtkWidget *ull_pin_row_new (UllWorkspace *workspace, UllPin *pin);

G_END_DECLS
