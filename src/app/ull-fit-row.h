#pragma once

#include "ull-workspace.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ULL_TYPE_FIT_ROW (ull_fit_row_get_type ())
G_DECLARE_FINAL_TYPE (UllFitRow, ull_fit_row, ULL, FIT_ROW, GtkWidget)

/* Asks for a real run to fit a step's time to; while it is fitted, how far that is, and Cancel. Property: "workspace". */

G_END_DECLS
