#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ULL_TYPE_WRAP_LAYOUT (ull_wrap_layout_get_type ())
G_DECLARE_FINAL_TYPE (UllWrapLayout, ull_wrap_layout, ULL, WRAP_LAYOUT, GtkLayoutManager)

/* Children side by side at their own widths, ending where the row ends; those that do not fit go on below. */

G_END_DECLS
