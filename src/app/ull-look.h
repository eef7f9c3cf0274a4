#pragma once

#include "ull-palette.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* How the person has the desktop set: which palette, how big text is. */
UllLook ull_look_current (void);
GdkRGBA ull_look_ink (UllInk which);     /* of that palette */
double ull_text_scale (GtkWidget *widget); /* 1; 2 at 200 % text */
/* What a chart on the screen measures its texts with. (transfer full) */
PangoContext *ull_look_chart_context (void);
/* Calls @changed (@widget) whenever either changes, for as long as the widget lives. */
void ull_look_watch (GtkWidget *widget, GCallback changed);

/* In snapshot: the whole widget counts as changed, as one rectangle. Texts that change here and there would make a region
 * of dozens, and every shape that is painted through it costs that much more. */
void ull_look_damage (GtkWidget *widget, GtkSnapshot *snapshot);

G_END_DECLS
