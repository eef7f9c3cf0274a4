#pragma once

#include "ull-chart-private.h"

G_BEGIN_DECLS

/* Who stands where in a plot: texts keep clear of each other, of dots and of lines, and where they can of the grid. A line whose
 * name finds no place is named in a key above the plot. */

typedef struct
{
  double x0, y0, x1, y1;
} UllStroke;

typedef struct
{
  UllDraft *draft;
  UllBox inside; /* where texts may be */
  GArray *boxes;   /* Owned: UllBox */
  GArray *strokes; /* Owned: UllStroke */
  GArray *rows;    /* Owned: double, y of the grid */
} UllCrowd;

void ull_crowd_init (UllCrowd *crowd, UllDraft *draft, UllBox inside);
void ull_crowd_clear (UllCrowd *crowd);
void ull_crowd_take (UllCrowd *crowd, UllBox box);
void ull_crowd_take_line (UllCrowd *crowd, double x0, double y0, double x1, double y1);
/* A row of the grid, from one side of the plot to the other. */
void ull_crowd_take_row (UllCrowd *crowd, double y);

typedef struct
{
  const char *id; /* interned or static */
  const char *text;
  const char *detail; /* (nullable): below it, dim */
  int weight;
  guint32 ink;
} UllName;

/* Beside a place: right and left of it, above and below, then farther off. @reach: pixels kept free about the place. FALSE where
 * there is no room that is clear of lines. */
gboolean ull_crowd_name_place (UllCrowd *crowd, const UllName *name, double x, double y, double reach);
/* Then across lines: of what has no place but in the plot. */
gboolean ull_crowd_name_place_across (UllCrowd *crowd, const UllName *name, double x, double y, double reach);
/* Along a line of @n points (pairs): as near its end as there is room, above or below it. */
gboolean ull_crowd_name_line (UllCrowd *crowd, const UllName *name, const double *points, guint n);

G_END_DECLS
