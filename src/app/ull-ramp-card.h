#pragma once

#include "ull-workspace.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ULL_TYPE_RAMP_CARD (ull_ramp_card_get_type ())
G_DECLARE_FINAL_TYPE (UllRampCard, ull_ramp_card, ULL, RAMP_CARD, GtkWidget)

/* The graphs of a ramp, a page of them at a time, and what stands beside it. Property: "workspace". */
GtkWidget *ull_ramp_card_get_chart (UllRampCard *self); /* an UllSceneChart */

G_END_DECLS
