#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What the window shows while nothing is open. */
#define ULL_TYPE_EMPTY_VIEW (ull_empty_view_get_type ())
G_DECLARE_FINAL_TYPE (UllEmptyView, ull_empty_view, ULL, EMPTY_VIEW, GtkWidget)

GtkWidget *ull_empty_view_new (void);

G_END_DECLS
