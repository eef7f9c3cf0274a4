#pragma once

#include "ull-args.h"

#include "ull-chart.h"

G_BEGIN_DECLS

/* What a chart is of. */
typedef enum
{
  ULL_CHARTED_PLAN, /* the spec's kind says which chart of it */
  ULL_CHARTED_CALIBRATION,
  ULL_CHARTED_RAMP,
  ULL_CHARTED_LATENCY,
  ULL_CHARTED_SURGE,
  ULL_CHARTED_BLOCKS,
  ULL_CHARTED_POOL,
  ULL_CHARTED_RECORDED,
  ULL_CHARTED_RESIDUALS,
  ULL_N_CHARTED,
} UllCharted;

typedef struct
{
  UllCharted charted;
  UllChartSpec spec;
  double scale; /* dots a pixel */
} UllChartOptions;

/* The chart that the options and the first operand describe. ULL_ERROR_USAGE, also of an option that is of other charts. */
gboolean ull_chart_options_read (const UllArgs *args, UllChartOptions *options, GError **error);

G_END_DECLS
