#pragma once

#include "ull-lever-row.h"

G_BEGIN_DECLS

#define ULL_TYPE_LEVER_PANEL (ull_lever_panel_get_type ())
G_DECLARE_FINAL_TYPE (UllLeverPanel, ull_lever_panel, ULL, LEVER_PANEL, GtkWidget)

/* The cards of levers. Property: "workspace". The rarer levers are built when they are first unfolded. */
GtkWidget *ull_lever_panel_new (void);
/* The row of a lever; unfolds the rarer ones. (transfer none) */
UllLeverRow *ull_lever_panel_get_row (UllLeverPanel *self, UllLeverId lever);

G_END_DECLS
