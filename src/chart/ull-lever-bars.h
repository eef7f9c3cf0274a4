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

G_END_DECLS
