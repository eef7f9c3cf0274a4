#pragma once

#include "ull-chart-private.h"

G_BEGIN_DECLS

/* The names of what found no place for one in its plot, above it: a piece of each line as it is drawn, then its name, in rows. */

#define ULL_MOST_LINE_NAMES 8

typedef struct
{
  const char *id;   /* interned or static */
  const char *text; /* borrowed for as long as the chart is drawn */
  const char *brief; /* (nullable): where a row is too short for it */
  guint32 ink;       /* of the name */
  guint32 stroke;    /* of what it names, which may be fainter */
  double line_width; /* 0: a bar */
  double dash[4];
} UllLineName;

typedef struct
{
  UllLineName entry[ULL_MOST_LINE_NAMES];
  guint n;
} UllLineNames;

/* Of a line that is drawn in its name's ink. @dash: (nullable): solid. */
UllLineName ull_line_name (const char *id, const char *text, const char *brief, guint32 ink, double line_width, const double *dash);
/* An entry of that @id is in it. */
gboolean ull_line_names_has (const UllLineNames *key, const char *id);
/* FALSE where it is full. */
gboolean ull_line_names_add (UllLineNames *key, const UllLineName *entry);
/* Pixels that its rows take between @left and @right; 0 of none. */
double ull_line_names_height (const UllLineNames *key, const UllDraft *draft, double left, double right);
/* @y: the top. It runs from right to left where the draft does. */
void ull_line_names_draw (const UllLineNames *key, UllDraft *draft, double left, double right, double y);

G_END_DECLS
