#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ULL_TYPE_DOTS (ull_dots_get_type ())
G_DECLARE_FINAL_TYPE (UllDots, ull_dots, ULL, DOTS, GtkWidget)

/* How far one is: a disc for each step, the present one larger. */

/* @n 0: none. */
void ull_dots_set (UllDots *self, guint at, guint n);

G_END_DECLS
