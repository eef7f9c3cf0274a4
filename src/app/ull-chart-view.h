#pragma once

#include "ull-chart.h"
#include "ull-workspace.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ULL_TYPE_CHART_VIEW (ull_chart_view_get_type ())
G_DECLARE_FINAL_TYPE (UllChartView, ull_chart_view, ULL, CHART_VIEW, GtkWidget)

/* A chart of the workspace's disclosure. Properties: "workspace", "kind" (int, UllChartKind), "enlarge"
 * (double: larger text than the desktop's, for a room), "current-step" (int: the
 * step of the sum that the part under the pointer or cursor comes from, or -1; notified).
 * The curves' point and the vessel's load line can be moved, and the curves zoomed, by pointer, finger and keys.
 * The scene is laid out when it is drawn, at most once a frame: a hidden chart costs nothing. */
GtkWidget *ull_chart_view_new (UllChartKind kind);
UllChartKind ull_chart_view_get_kind (UllChartView *self);
/* The scene as it is drawn now; NULL where there is nothing to draw. */
const UllScene *ull_chart_view_get_scene (UllChartView *self);
/* The part under pointer or cursor, an index into the scene's spots, or -1. */
int ull_chart_view_get_spot (UllChartView *self);
/* The part of the plane that is shown; all 0: the whole. */
const UllExtent *ull_chart_view_get_extent (UllChartView *self);
/* How many scenes were laid out so far: for tests and benchmarks. */
guint ull_chart_view_get_n_builds (UllChartView *self);

G_END_DECLS
