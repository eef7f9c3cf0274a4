#pragma once

#include "ull-chart-private.h"
#include "ull-levers.h"
#include "ull-scale.h"

G_BEGIN_DECLS

/* The levers as they are drawn: one list for the picture, its text alternative, its spots and its table. */

typedef struct
{
  const char *id;    /* interned: "kv_dtype=fp8" */
  char *name;        /* translated */
  char *figures;     /* "tokens × 2.00 · scales" */
  char *description;
  const char *reason; /* why it cannot move: translated; else NULL */
  UllGain gain;
  double factor;     /* of what it is drawn by; not a number where there is none */
} UllLeverBar;

typedef struct
{
  UllLevers *levers;
  GArray *rows;      /* UllLeverBar */
  char *title;       /* what the axis is of */
  gboolean any;      /* a factor; then the axis runs */
  double least, most;
  guint n_left;      /* rows that only the table has */
} UllLeverBars;

/* FALSE where there is nothing to show: then @note says why. */
gboolean ull_lever_bars_init (UllLeverBars *bars, const UllDisclosure *disclosure, char **note);
void ull_lever_bars_clear (UllLeverBars *bars);

/* What a row of the table is drawn by, as a multiple of @now; not a number where there is nothing to be a multiple of. */
double ull_lever_bar_get_factor (const UllPullRow *row, const UllPlan *now);
/* The ends of the axis on which all rows of a table stand. */
void ull_lever_bars_get_range (const UllLevers *levers, double *least, double *most);
/* Gives a bar the look of its kind: filled scales, outlined and hatched adds, filled and ruled does both. */
void ull_lever_bar_dress (UllMark *mark, UllGain gain, UllLook look);

G_END_DECLS
