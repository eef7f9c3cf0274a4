#pragma once

#include "ull-chart.h"
#include "ull-record.h"

G_BEGIN_DECLS

/* How sure somebody was against how often they were right: a chart of a record, not of a plan. */

typedef struct
{
  guint n;
  UllReliability point[ULL_RELIABILITY_POINTS]; /* the least confident first */
  int latest; /* the point that the newest answer with a confidence is one of, or -1 */
} UllCalibration;

#define ULL_CALIBRATION_ID "calibration"

void ull_calibration_init (UllCalibration *calibration, const UllRecord *record);

/* As of ull_chart_build(); the kind of @spec is not looked at. */
UllScene *ull_calibration_build (const UllCalibration *calibration, const UllChartSpec *spec, PangoContext *context);
/* The header row first. (transfer full) (element-type GStrv) */
GPtrArray *ull_calibration_table (const UllCalibration *calibration);
/* The text alternative. (transfer full) */
char *ull_calibration_describe (const UllCalibration *calibration);
/* As of ull_chart_export(). */
GBytes *ull_calibration_export (const UllCalibration *calibration,
                                const UllChartSpec *spec,
                                UllExportFormat format,
                                double scale,
                                GError **error);

G_END_DECLS
