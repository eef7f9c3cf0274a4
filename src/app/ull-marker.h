#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ULL_TYPE_MARKER (ull_marker_get_type ())
G_DECLARE_FINAL_TYPE (UllMarker, ull_marker, ULL, MARKER, GtkWidget)

/* A disc over what is spoken of, as large as the window that it lies on and never in the way of the pointer. */

void ull_marker_set_place (UllMarker *self, double x, double y);
void ull_marker_move (UllMarker *self, double dx, double dy);

G_END_DECLS
