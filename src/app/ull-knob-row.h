#pragma once

#include "ull-knob.h"
#include "ull-slider-row.h"
#include "ull-workspace.h"

G_BEGIN_DECLS

#define ULL_TYPE_KNOB_ROW (ull_knob_row_get_type ())
G_DECLARE_FINAL_TYPE (UllKnobRow, ull_knob_row, ULL, KNOB_ROW, UllSliderRow)

/* A figure of the workspace's load. Property: "workspace". */
GtkWidget *ull_knob_row_new (UllKnob knob);

G_END_DECLS
