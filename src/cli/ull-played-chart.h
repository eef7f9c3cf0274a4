#pragma once

#include "ull-chart-options.h"

#include "ull-ramp.h"

G_BEGIN_DECLS

/* The charts of one level's pool: its blocks at a moment, or what of it was in use over time. @how: with which @ramp was run. */
gboolean ull_played_chart_write (const UllArgs *args,
                                 const UllScenario *scenario,
                                 const UllRamp *ramp,
                                 const UllRampOptions *how,
                                 const UllChartOptions *options,
                                 GString *out,
                                 GError **error);

G_END_DECLS
