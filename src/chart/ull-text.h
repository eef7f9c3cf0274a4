#pragma once

#include "ull-scene.h"

#include <cairo.h>
#include <pango/pango.h>

G_BEGIN_DECLS

/* Text as it will be painted. Sizes are points at 96 dpi whatever the context's resolution is, so that a scene means
 * the same on every surface. Shaped text is kept with the context: measuring, then painting, then painting again
 * shapes once. */

typedef struct
{
  double width;                /* advance */
  double ink_x, ink_width;     /* of what is inked, from the start of the text */
  double ink_top, ink_bottom;  /* from the baseline, downwards */
} UllTextExtents;

#define ULL_PX_PER_POINT (96.0 / 72.0)

void ull_text_measure (PangoContext *context, const char *text, double size, int weight, gboolean italic,
                       UllTextExtents *extents);
double ull_text_width (PangoContext *context, const char *text, double size, int weight);
/* Draws a text mark with the current source. */
void ull_text_show (PangoContext *context, cairo_t *cr, const UllMark *mark);

/* Where a text mark starts, given its width. */
double ull_text_left (const UllMark *mark, double width);

/* Breaks text into lines no wider than @width, at spaces; a word that is wider has its own line.
 * (transfer full) */
char **ull_text_wrap (PangoContext *context, const char *text, double size, int weight, double width);

G_END_DECLS
