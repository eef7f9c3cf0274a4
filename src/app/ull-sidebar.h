#pragma once

#include "ull-workspace.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The model's and the card's row, and the levers below them. Property "workspace" (UllWorkspace). */
#define ULL_TYPE_SIDEBAR (ull_sidebar_get_type ())
G_DECLARE_FINAL_TYPE (UllSidebar, ull_sidebar, ULL, SIDEBAR, GtkWidget)

GtkWidget *ull_sidebar_new (UllWorkspace *workspace);

G_END_DECLS
