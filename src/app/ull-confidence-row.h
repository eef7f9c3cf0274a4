#pragma once

#include "ull-slider-row.h"

G_BEGIN_DECLS

#define ULL_TYPE_CONFIDENCE_ROW (ull_confidence_row_get_type ())
G_DECLARE_FINAL_TYPE (UllConfidenceRow, ull_confidence_row, ULL, CONFIDENCE_ROW, UllSliderRow)

/* How sure a person is, in whole per cent. Property: "lower" (int, construct: 50 for one of two answers, 0 for a number). */
int ull_confidence_row_get_value (UllConfidenceRow *self);
void ull_confidence_row_set_value (UllConfidenceRow *self, int value);

G_END_DECLS
