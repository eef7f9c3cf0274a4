#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Names every button of @widget that has a mnemonic by its label alone. GTK 4.8 names one "_Commit Commit": by its property,
 * underscore and all, and once more by the label inside, which calls itself the button's. */
void ull_mnemonic_name_buttons (GtkWidget *widget);

G_END_DECLS
