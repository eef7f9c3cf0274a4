#pragma once

#include "ull-chart-private.h"
#include "ull-scale.h"

G_BEGIN_DECLS

/* A plot with two even or logarithmic axes of plain figures. */

typedef struct
{
  UllDraft *draft;
  UllBox plot;
  UllScale x, y;
} UllPlane;

/* A figure of an axis. (transfer full) */
typedef char *(*UllPlaneFormat) (double value);

/* Grid lines and figures at multiples of @step of an even axis, at decades of a logarithmic one. */
void ull_plane_draw_rows (const UllPlane *plane, double step, UllPlaneFormat format);
void ull_plane_draw_columns (const UllPlane *plane, double step, UllPlaneFormat format);
/* What an axis counts, in the middle below the plot, where it has room. */
void ull_plane_draw_unit (const UllPlane *plane, const char *text, double y);

char *ull_plane_format_per_cent (double value);
char *ull_plane_format_seconds (double value);
char *ull_plane_format_tokens (double value);

/* What every chart of a subject of its own does: a scene with heading, caption and @draw, and a file of it. */
typedef struct
{
  gconstpointer subject;
  const char *title;
  const char *caption;
  double least;
  char *(*describe) (gconstpointer subject);
  GPtrArray *(*table) (gconstpointer subject);
  void (*draw) (UllDraft *draft);
} UllOwnChart;

UllScene *ull_own_chart_build (const UllOwnChart *chart, const UllChartSpec *spec, PangoContext *context, gboolean ground);
GBytes *ull_own_chart_export (const UllOwnChart *chart, const UllChartSpec *spec, UllExportFormat format, double scale, GError **error);

G_END_DECLS
