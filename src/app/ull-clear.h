#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* For dispose: unparents every child. gtk_widget_dispose_template() of GTK 4.8 leaves those that the template did not
 * bind, and does not work for a subclass of the templated type. Bound pointers stay valid until finalisation. */
void ull_clear_children (GtkWidget *widget);

G_END_DECLS
