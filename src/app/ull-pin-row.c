#include "ull-pin-row.h"

#include <glib/gi18n-lib.h>

/* The row says nothing that a pending prediction withholds: a name, and what may be done. */

struct _UllPinRow
{
  GtkListBoxRow parent_instance;

  /* Template */
  GtkToggleButton *show;
  GtkEditable *name;
  GtkWidget *restore;
  GtkWidget *remove;

  /* Owned */
  UllWorkspace *workspace;
  UllPin *pin;
};

G_DEFINE_FINAL_TYPE (UllPinRow, ull_pin_row, GTK_TYPE_LIST_BOX_ROW)

static void
take_label (gpointer widget, char *label)
{
  g_autofree char *owned = label;

  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, owned, -1);
}

/* Rows are many and their buttons alike: each is called after its pin. */
static void
update (UllPinRow *self)
{
  const char *name = ull_pin_get_name (self->pin);

  if (g_strcmp0 (gtk_editable_get_text (self->name), name) != 0)
    gtk_editable_set_text (self->name, name);
  take_label (self->show, g_strdup_printf (_("Show %s beside the present plan"), name));
  take_label (self->name, g_strdup_printf (_("Name of %s"), name));
  take_label (self->restore, g_strdup_printf (_("Restore %s"), name));
  take_label (self->remove, g_strdup_printf (_("Remove %s"), name));
  if (gtk_toggle_button_get_active (self->show) != ull_pin_get_shown (self->pin))
    gtk_toggle_button_set_active (self->show, ull_pin_get_shown (self->pin));
}

static void
show_toggled_cb (UllPinRow *self)
{
  UllPins *pins = ull_workspace_get_pins (self->workspace);
  gboolean active = gtk_toggle_button_get_active (self->show);

  if (active != ull_pin_get_shown (self->pin))
    ull_pins_show (pins, active ? self->pin : NULL);
}

/* An empty name is no name: the old one stays. */
static void
name_done_cb (UllPinRow *self)
{
  ull_pin_set_name (self->pin, gtk_editable_get_text (self->name));
  update (self);
}

static void
restore_cb (UllPinRow *self)
{
  ull_workspace_apply (self->workspace, ull_pin_get_scenario (self->pin));
}

static void
remove_cb (UllPinRow *self)
{
  g_autoptr (UllPin) pin = g_object_ref (self->pin);

  ull_pins_remove (ull_workspace_get_pins (self->workspace), pin);
}

static void
ull_pin_row_dispose (GObject *object)
{
  UllPinRow *self = ULL_PIN_ROW (object);

  gtk_widget_dispose_template (GTK_WIDGET (object), ULL_TYPE_PIN_ROW);
  g_clear_object (&self->workspace);
  g_clear_object (&self->pin);
  G_OBJECT_CLASS (ull_pin_row_parent_class)->dispose (object);
}

static void
ull_pin_row_class_init (UllPinRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ull_pin_row_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-pin-row.ui");
  gtk_widget_class_bind_template_child (widget_class, UllPinRow, show);
  gtk_widget_class_bind_template_child (widget_class, UllPinRow, name);
  gtk_widget_class_bind_template_child (widget_class, UllPinRow, restore);
  gtk_widget_class_bind_template_child (widget_class, UllPinRow, remove);
  gtk_widget_class_bind_template_callback (widget_class, show_toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, name_done_cb);
  gtk_widget_class_bind_template_callback (widget_class, restore_cb);
  gtk_widget_class_bind_template_callback (widget_class, remove_cb);
}

static void
ull_pin_row_init (UllPinRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ull_pin_row_new (UllWorkspace *workspace, UllPin *pin)
{
  UllPinRow *self = g_object_new (ULL_TYPE_PIN_ROW, NULL);

  self->workspace = g_object_ref (workspace);
  self->pin = g_object_ref (pin);
  g_signal_connect_object (pin, "notify", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}
