#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ULL_TYPE_HALL (ull_hall_get_type ())
G_DECLARE_FINAL_TYPE (UllHall, ull_hall, ULL, HALL, GtkWidget)

/* What a room sees: a picture as high as the hall and words beside it, or, where that would squeeze them, all of the words and
 * the picture below. In a .ui file a child's type is "picture" or "words". A hidden picture leaves its width to the words. */
GtkWidget *ull_hall_new (void);

G_END_DECLS
