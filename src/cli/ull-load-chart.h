#pragma once

#include "ull-chart-options.h"

#include "ull-scenario.h"

G_BEGIN_DECLS

/* The charts of a load: what it comes to on the scenario's pool at ever more clients, and what a fit of its step leaves. */
gboolean ull_load_chart_write (
  const UllArgs *args, const UllScenario *scenario, const UllChartOptions *options, GString *out, GError **error);

G_END_DECLS
