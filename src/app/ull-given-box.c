#include "ull-given-box.h"

/* A flow box keeps the focus even where no child of it takes it, so neither it nor its children are on the keyboard's way. */

void
ull_given_box_clear (GtkFlowBox *box)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (box))) != NULL)
    gtk_flow_box_remove (box, child);
}

void
ull_given_box_add (GtkFlowBox *box, const char *label, const char *value)
{
  GtkWidget *pair = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *name = gtk_label_new (label), *figure = gtk_label_new (value);

  gtk_widget_add_css_class (name, "dim-label");
  gtk_widget_add_css_class (name, "caption");
  gtk_widget_add_css_class (figure, "heading");
  gtk_widget_add_css_class (figure, "numeric");
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_xalign (GTK_LABEL (figure), 0);
  gtk_box_append (GTK_BOX (pair), name);
  gtk_box_append (GTK_BOX (pair), figure);
  gtk_flow_box_append (box, pair);
  gtk_widget_set_focusable (gtk_widget_get_parent (pair), FALSE);
}
