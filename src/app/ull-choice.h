#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A drop-down that a screen reader can name: "@name: what is chosen". In GTK 4.8 the keyboard is on a button inside it, which
 * has neither the drop-down's name nor its value. */
void ull_choice_name (GtkDropDown *drop_down, const char *name);

G_END_DECLS
