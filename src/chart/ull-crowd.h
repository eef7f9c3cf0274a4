#pragma once

#include "ull-chart-private.h"

G_BEGIN_DECLS

/* Who stands where in a plot: texts keep clear of each other, of dots and of lines. A text that finds no place is left out;
 * what it says stands in the description, too. */

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
} UllCrowd;

void ull_crowd_init (UllCrowd *crowd, UllDraft *draft, UllBox inside);
void ull_crowd_clear (UllCrowd *crowd);
void ull_crowd_take (UllCrowd *crowd, UllBox box);
void ull_crowd_take_line (UllCrowd *crowd, double x0, double y0, double x1, double y1);
/* Neither a box nor, where @lines, a line is in it. */
gboolean ull_crowd_is_free (const UllCrowd *crowd, const UllBox *box, gboolean lines);

typedef struct
{
  const char *id; /* interned or static */
  const char *text;
  const char *detail; /* (nullable): below it, dim */
  int weight;
  guint32 ink;
} UllName;

/* Beside a place: above, below, right and left of it, clear of everything where that is possible, across lines where it is not.
 * @reach: pixels kept free about the place. FALSE where there is no room. */
gboolean ull_crowd_name_place (UllCrowd *crowd, const UllName *name, double x, double y, double reach);
/* Along a line of @n points (pairs): as near its end as there is room, above or below it. */
gboolean ull_crowd_name_line (UllCrowd *crowd, const UllName *name, const double *points, guint n);

G_END_DECLS
