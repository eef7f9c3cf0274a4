#pragma once

#include "ull-chart-private.h"

G_BEGIN_DECLS

/* What a picture's colours are, in a row or more above it. */

typedef struct
{
  const char *text; /* NULL: there is none of it */
  guint32 fill;
  double width, height; /* em: the swatch is as wide and as high as what it stands for looks in the plot */
} UllLegendEntry;

/* Takes what it needs from the draft's top. An entry that is wider than the picture is shortened. */
void ull_legend_draw (UllDraft *draft, const UllLegendEntry *entries, guint n);

G_END_DECLS
