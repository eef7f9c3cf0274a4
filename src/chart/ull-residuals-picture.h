#pragma once

#include "ull-chart.h"
#include "ull-fit.h"
#include "ull-scenario.h"

G_BEGIN_DECLS

/* What is left of a fit: each request's simulated time over its measured one, end to end and to the first token. */

typedef struct
{
  const UllFit *fit; /* Borrowed (nullable): none was made */
  const char *name;  /* (nullable): of the run */
  const char *load;  /* (nullable): for the caption, translated */
} UllResidualsPicture;

#define ULL_RESIDUALS_CHART_ID "residuals"

/* As of ull_chart_build(); the kind of @spec is not looked at. Narrow: one below the other. */
UllScene *ull_residuals_build (const UllResidualsPicture *picture, const UllChartSpec *spec, PangoContext *context);
/* A row a request, the header row first. (transfer full) (element-type GStrv) */
GPtrArray *ull_residuals_table (const UllResidualsPicture *picture);
/* The text alternative, and what stands below the picture: how far off it is. (transfer full) */
char *ull_residuals_describe (const UllResidualsPicture *picture);
/* As of ull_chart_export(). */
GBytes *ull_residuals_export (const UllResidualsPicture *picture, const UllChartSpec *spec, UllExportFormat format, double scale, GError **error);

/* On what it was fitted, for the caption: model and card. (transfer full) */
char *ull_residuals_describe_load (const UllScenario *scenario);
/* Of one request: "Request 12: measured …". (transfer full) */
char *ull_residuals_describe_request (const UllFit *fit, guint i, gboolean first_token);

G_END_DECLS
