#pragma once

#include "ull-workspace.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ULL_TYPE_LOAD_PANEL (ull_load_panel_get_type ())
G_DECLARE_FINAL_TYPE (UllLoadPanel, ull_load_panel, ULL, LOAD_PANEL, GtkWidget)

/* What a ramp is given: which requests come, how long they are, when, and what a step takes. Property: "workspace". */
GtkWidget *ull_load_panel_new (void);

G_END_DECLS
