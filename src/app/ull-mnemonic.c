#include "ull-mnemonic.h"

/* The label's text is without the underscore, and it is there as soon as the template is. */

static gboolean
has_mnemonic (GtkWidget *widget)
{
  if (GTK_IS_BUTTON (widget))
    return gtk_button_get_use_underline (GTK_BUTTON (widget));
  return GTK_IS_CHECK_BUTTON (widget) && gtk_check_button_get_use_underline (GTK_CHECK_BUTTON (widget));
}

static GtkLabel *
find_label (GtkWidget *widget)
{
  GtkWidget *child = gtk_widget_get_first_child (widget);

  while (child != NULL && !GTK_IS_LABEL (child))
    child = gtk_widget_get_next_sibling (child);
  return child != NULL ? GTK_LABEL (child) : NULL;
}

static void
name_button (GtkWidget *widget)
{
  GtkLabel *label = find_label (widget);

  if (label == NULL)
    return;
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, gtk_label_get_text (label), -1);
}

void
ull_mnemonic_name_buttons (GtkWidget *widget)
{
  g_return_if_fail (GTK_IS_WIDGET (widget));

  if (has_mnemonic (widget))
    name_button (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    ull_mnemonic_name_buttons (child);
}
