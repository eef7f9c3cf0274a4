#pragma once

#include "ull-chart-private.h"

G_BEGIN_DECLS

/* The names of what found no place for one in its plot, above it: a piece of each line as it is drawn, then its name, in rows. */

#define ULL_MOST_LEGEND 8

typedef struct
{
  const char *id;   /* interned or static */
  const char *text; /* borrowed for as long as the chart is drawn */
  const char *brief; /* (nullable): where a row is too short for it */
  guint32 ink;       /* of the name */
  guint32 stroke;    /* of what it names, which may be fainter */
  double line_width; /* 0: a bar */
  double dash[4];
} UllLegendEntry;

typedef struct
{
  UllLegendEntry entry[ULL_MOST_LEGEND];
  guint n;
} UllLegend;

/* Of a line that is drawn in its name's ink. @dash: (nullable): solid. */
UllLegendEntry ull_legend_line (const char *id, const char *text, const char *brief, guint32 ink, double line_width, const double *dash);
/* An entry of that @id is in it. */
gboolean ull_legend_has (const UllLegend *legend, const char *id);
/* FALSE where it is full. */
gboolean ull_legend_add (UllLegend *legend, const UllLegendEntry *entry);
/* Pixels that its rows take between @left and @right; 0 of none. */
double ull_legend_height (const UllLegend *legend, const UllDraft *draft, double left, double right);
/* @y: the top. It runs from right to left where the draft does. */
void ull_legend_draw (const UllLegend *legend, UllDraft *draft, double left, double right, double y);

G_END_DECLS
