#pragma once

#include "ull-chart-options.h"

G_BEGIN_DECLS

typedef GBytes *(*UllChartExport) (
  gconstpointer subject, const UllChartSpec *spec, UllExportFormat format, double scale, GError **error);

/* Writes @subject to every file that the options name, and with --json appends which. A fault leaves none. */
gboolean ull_chart_file_write (const UllArgs *args,
                               const UllChartOptions *options,
                               UllChartExport export,
                               gconstpointer subject,
                               GString *out,
                               GError **error);

G_END_DECLS
