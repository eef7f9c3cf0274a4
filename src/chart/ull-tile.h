#pragma once

#include "ull-scene.h"

G_BEGIN_DECLS

/* One period of a pattern: line segments and dots on a tile of whole pixels that repeats without a seam. The cairo
 * painter and the SVG writer draw the same tile. */

typedef struct
{
  double x1, y1, x2, y2;
} UllTileLine;

typedef struct
{
  double x, y, radius;
} UllTileDot;

typedef struct
{
  const char *id;
  double width, height;
  double line_width;
  const UllTileLine *lines;
  guint n_lines;
  const UllTileDot *dots;
  guint n_dots;
} UllTile;

/* NULL for a pattern that does not repeat. */
const UllTile *ull_tile_get (UllPattern pattern);
const char *ull_pattern_get_id (UllPattern pattern);

/* Thick open lines end round: the lips of the vessel, not the steps of a curve. */
static inline gboolean
ull_mark_has_round_ends (const UllMark *mark)
{
  return mark->line_width >= 3 && !mark->closed && mark->dash[0] <= 0;
}

G_END_DECLS
