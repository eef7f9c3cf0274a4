#pragma once

#include "ull-pool-timeline.h"

G_BEGIN_DECLS

/* What a server recorded over what was simulated, figure by figure on one axis of time. Figures that it did not record are left out.
 * The subject is the timeline's, and so is the table. */

#define ULL_RECORDED_CHART_ID "recorded"

UllScene *ull_recorded_chart_build (const UllTimelinePicture *picture, const UllChartSpec *spec, PangoContext *context);
/* Both means of each figure over the time that both have, and what is left out of the picture. (transfer full) */
char *ull_recorded_chart_describe (const UllTimelinePicture *picture);
GBytes *ull_recorded_chart_export (const UllTimelinePicture *picture, const UllChartSpec *spec, UllExportFormat format, double scale,
                                   GError **error);

G_END_DECLS
