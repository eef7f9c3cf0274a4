#pragma once

#include "ull-workspace.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* The model's and the card's row, and the levers below them. Property "workspace" (UllWorkspace). */
#define ULL_TYPE_SIDEBAR (ull_sidebar_get_type ())
G_DECLARE_FINAL_TYPE (UllSidebar, ull_sidebar, ULL, SIDEBAR, AdwBin)

/* The load of a ramp instead of the levers; model and card stay. */
void ull_sidebar_show_load (UllSidebar *self, gboolean load);
GtkWidget *ull_sidebar_new (UllWorkspace *workspace);

G_END_DECLS
