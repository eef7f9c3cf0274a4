#pragma once

#include "ull-args.h"

#include "ull-chart.h"

G_BEGIN_DECLS

/* The chart that the options and the first operand describe; @scale: dots a pixel. Its kind is
 * ULL_N_CHARTS for the calibration, which is of a record. ULL_ERROR_USAGE. */
gboolean ull_chart_options_read (const UllArgs *args, UllChartSpec *spec, double *scale, GError **error);

G_END_DECLS
