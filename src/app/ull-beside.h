#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ULL_TYPE_BESIDE (ull_beside_get_type ())
G_DECLARE_FINAL_TYPE (UllBeside, ull_beside, ULL, BESIDE, GtkWidget)

/* Two parts side by side, or below each other where that would squeeze them. In a .ui file a child's type is "main" or
 * "side". A hidden side leaves the whole width to the main part. With the property "room" the side is a picture for a room to see:
 * it stands first, as high as the widget, and the main part scrolls by itself.
 *
 * With a child of type "switcher" a narrow widget shows one page at a time below it: a part, or what is added as "other". */

typedef enum
{
  ULL_BESIDE_MAIN,
  ULL_BESIDE_SIDE,
  ULL_BESIDE_OTHER,
  ULL_N_BESIDE_PAGES,
} UllBesidePage;

void ull_beside_set_page (UllBeside *self, UllBesidePage page);
/* (transfer floating): what is seen on a page of its own alone. */
void ull_beside_set_other (UllBeside *self, GtkWidget *other);

G_END_DECLS
