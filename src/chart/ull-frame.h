#pragma once

#include "ull-scale.h"

G_BEGIN_DECLS

/* The plane of a chart, for whoever points into it: which values lie where, how much of the whole is shown, and what can
 * be taken hold of. Pixels are those of the scene. */

typedef struct
{
  double x_min, x_max, y_min, y_max; /* values; all 0: the whole */
} UllExtent;

typedef enum
{
  ULL_GRIP_NONE,
  ULL_GRIP_POINT, /* tokens across, requests upright */
  ULL_GRIP_LINE,  /* bytes upright */
} UllGripKind;

typedef struct
{
  double left, top, right, bottom; /* of the plot */
  UllScale x, y;
  UllExtent whole;                 /* what the axes run over unless zoomed; all 0: the chart does not zoom */
  UllGripKind grip;
  double grip_x, grip_y;           /* its middle: may lie outside of what is shown */
  double grip_from, grip_to;       /* x of the ends of a line */
} UllFrame;

static inline gboolean
ull_extent_is_whole (const UllExtent *extent)
{
  return extent->x_max <= extent->x_min || extent->y_max <= extent->y_min;
}

/* About a value, which stays where it is: a factor above 1 shows less. */
UllExtent ull_extent_zoom (const UllExtent *extent, const UllExtent *whole, double x, double y, double factor);
/* By shares of what is shown. */
UllExtent ull_extent_shift (const UllExtent *extent, const UllExtent *whole, double across, double up);
/* Moved as little as shows the value. */
UllExtent ull_extent_reveal (const UllExtent *extent, const UllExtent *whole, double x, double y);

G_END_DECLS
