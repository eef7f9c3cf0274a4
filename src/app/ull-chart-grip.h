#pragma once

#include "ull-chart-view.h"

G_BEGIN_DECLS

/* What can be taken hold of in a chart: with the pointer, a finger, or Enter. What it is moved to goes to the workspace at
 * once, and all of it is one entry of the history. */

typedef struct _UllChartGrip UllChartGrip;

/* Listens to @view, which must outlive it. */
UllChartGrip *ull_chart_grip_new (UllChartView *view);
void ull_chart_grip_free (UllChartGrip *grip);

/* Whether a press at the place takes hold. */
gboolean ull_chart_grip_hits (UllChartGrip *grip, double x, double y);
gboolean ull_chart_grip_is_held (UllChartGrip *grip);
gboolean ull_chart_grip_is_dragged (UllChartGrip *grip); /* held by pointer or finger */
/* The workspace changes because of it. */
gboolean ull_chart_grip_is_moving (UllChartGrip *grip);
/* The part of the plane that is shown while the pointer holds it, so that the axes do not move below the pointer; all 0
 * at other times. */
const UllExtent *ull_chart_grip_get_axes (UllChartGrip *grip);
gboolean ull_chart_grip_key (UllChartGrip *grip, guint keyval, GdkModifierType state);
/* Lets go, as it stands. */
void ull_chart_grip_drop (UllChartGrip *grip);

G_END_DECLS
