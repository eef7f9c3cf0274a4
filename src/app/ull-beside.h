#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ULL_TYPE_BESIDE (ull_beside_get_type ())
G_DECLARE_FINAL_TYPE (UllBeside, ull_beside, ULL, BESIDE, GtkWidget)

/* Two parts side by side, or below each other where that would squeeze them. In a .ui file a child's type is "main" or
 * "side". A hidden side leaves the whole width to the main part. With the property "room" the side is a picture for a room to see:
 * it stands first, as high as the widget, and the main part scrolls by itself. */
GtkWidget *ull_beside_new (void);

G_END_DECLS
