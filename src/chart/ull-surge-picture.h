#pragma once

#include "ull-chart.h"
#include "ull-surge.h"

G_BEGIN_DECLS

/* One burst on two caps, side by side on equal axes: what runs and waits, and what it takes between two tokens of those that were
 * there before. */

typedef struct
{
  const UllSurge *surge; /* Borrowed (nullable): none was run */
  const char *load;      /* (nullable): for the caption, translated */
} UllSurgePicture;

#define ULL_SURGE_CHART_ID "surge"

/* As of ull_chart_build(); the kind of @spec is not looked at. Narrow: one below the other. */
UllScene *ull_surge_chart_build (const UllSurgePicture *picture, const UllChartSpec *spec, PangoContext *context);
/* A row a step of either side, the header row first. (transfer full) (element-type GStrv) */
GPtrArray *ull_surge_chart_table (const UllSurgePicture *picture);
/* The text alternative: what came, and both sums. (transfer full) */
char *ull_surge_chart_describe (const UllSurgePicture *picture);
/* As of ull_chart_export(). */
GBytes *ull_surge_chart_export (const UllSurgePicture *picture, const UllChartSpec *spec, UllExportFormat format, double scale, GError **error);

/* "19 requests come at once, while 16 clients are served." (transfer full) */
char *ull_surge_dup_what (const UllSurge *surge);
/* "At most 24 running: between the clients' tokens 26 ms …" (transfer full) */
char *ull_surge_dup_sum (const UllSurge *surge, UllSurgeCap cap);

G_END_DECLS
