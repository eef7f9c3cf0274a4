#include "ull-choice.h"

/* The name lives as the drop-down does; its first child is the button that the focus is on. */

#define NAME_KEY "ull-choice-name"

static void
say (GtkDropDown *drop_down)
{
  GObject *item = gtk_drop_down_get_selected_item (drop_down);
  const char *name = g_object_get_data (G_OBJECT (drop_down), NAME_KEY);
  GtkWidget *button = gtk_widget_get_first_child (GTK_WIDGET (drop_down));
  g_autofree char *text = NULL;

  if (button == NULL)
    return;
  text = GTK_IS_STRING_OBJECT (item)
           ? g_strdup_printf ("%s: %s", name, gtk_string_object_get_string (GTK_STRING_OBJECT (item)))
           : g_strdup (name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

void
ull_choice_name (GtkDropDown *drop_down, const char *name)
{
  g_return_if_fail (GTK_IS_DROP_DOWN (drop_down));

  g_object_set_data_full (G_OBJECT (drop_down), NAME_KEY, g_strdup (name), g_free);
  g_signal_connect (drop_down, "notify::selected-item", G_CALLBACK (say), NULL);
  say (drop_down);
}
