#pragma once

#include "ull-calibration.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ULL_TYPE_CALIBRATION_VIEW (ull_calibration_view_get_type ())
G_DECLARE_FINAL_TYPE (UllCalibrationView, ull_calibration_view, ULL, CALIBRATION_VIEW, GtkWidget)

/* The calibration chart: each of its points answers to the pointer and to the arrow keys. */
void ull_calibration_view_set (UllCalibrationView *self, const UllCalibration *calibration);
const UllScene *ull_calibration_view_get_scene (UllCalibrationView *self); /* (nullable) */
int ull_calibration_view_get_spot (UllCalibrationView *self);              /* the point that is named, or -1 */

G_END_DECLS
