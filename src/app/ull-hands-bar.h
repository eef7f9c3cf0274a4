#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ULL_TYPE_HANDS_BAR (ull_hands_bar_get_type ())
G_DECLARE_FINAL_TYPE (UllHandsBar, ull_hands_bar, ULL, HANDS_BAR, GtkWidget)

/* One bar, from where reading begins. */
GtkWidget *ull_hands_bar_new (void);
void ull_hands_bar_set (UllHandsBar *self, double share, gboolean right);

G_END_DECLS
