#pragma once

#include "ull-chart-view.h"

G_BEGIN_DECLS

/* How much of a chart is shown: Ctrl and the wheel about the pointer, two fingers, keys; and, of a part, where it lies. */

typedef struct _UllChartZoom UllChartZoom;

/* Listens to @view, which must outlive it. */
UllChartZoom *ull_chart_zoom_new (UllChartView *view);
void ull_chart_zoom_free (UllChartZoom *zoom);

const UllExtent *ull_chart_zoom_get_extent (UllChartZoom *zoom);
void ull_chart_zoom_set_extent (UllChartZoom *zoom, const UllExtent *extent);
gboolean ull_chart_zoom_key (UllChartZoom *zoom, guint keyval, GdkModifierType state);
/* By steps: above 0 nearer; 0 the whole. About the spot under the cursor, else the point, else the middle. */
void ull_chart_zoom_by (UllChartZoom *zoom, int steps);

G_END_DECLS
