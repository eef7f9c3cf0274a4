#pragma once

#include "ull-scene.h"

#include <cairo.h>
#include <pango/pango.h>

G_BEGIN_DECLS

/* The only place that draws: paints a scene on any cairo surface (widget, PNG, PDF, print). */
void ull_painter_paint (const UllScene *scene, cairo_t *cr, PangoContext *context);
/* The same as SVG in which text stays text. (transfer full) */
char *ull_svg_write (const UllScene *scene);

G_END_DECLS
