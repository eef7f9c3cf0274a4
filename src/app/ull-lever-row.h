#pragma once

#include "ull-slider-row.h"
#include "ull-workspace.h"

G_BEGIN_DECLS

#define ULL_TYPE_LEVER_ROW (ull_lever_row_get_type ())
G_DECLARE_FINAL_TYPE (UllLeverRow, ull_lever_row, ULL, LEVER_ROW, UllSliderRow)

/* A lever of a workspace's scenario. Properties: "workspace" (UllWorkspace), "lever" (int, UllLeverId). */
GtkWidget *ull_lever_row_new (UllLeverId lever);
UllLeverId ull_lever_row_get_lever (UllLeverRow *self);
void ull_lever_row_set_lever (UllLeverRow *self, UllLeverId lever);

G_END_DECLS
