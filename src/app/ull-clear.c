#include "ull-clear.h"

/* One line, but one that every templated widget needs. */

void
ull_clear_children (GtkWidget *widget)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (widget)) != NULL)
    gtk_widget_unparent (child);
}
