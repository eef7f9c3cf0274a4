#pragma once

#include "ull-lever-group.h"

G_BEGIN_DECLS

#define ULL_TYPE_LEVER_PANEL (ull_lever_panel_get_type ())
G_DECLARE_FINAL_TYPE (UllLeverPanel, ull_lever_panel, ULL, LEVER_PANEL, GtkWidget)

/* The cards of levers. Property: "workspace". */

/* The row of a lever, whose section is unfolded. (transfer none) */
UllLeverRow *ull_lever_panel_get_row (UllLeverPanel *self, UllLeverId lever);
UllLeverGroup *ull_lever_panel_get_group (UllLeverPanel *self, UllSection section); /* (transfer none) */

G_END_DECLS
