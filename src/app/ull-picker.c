#include "ull-picker.h"

#include "ull-mnemonic.h"

/* Keyboard: the search entry has the focus when it opens; typing filters by title, subtitle and group, Down goes into
 * the list, Enter takes the first row that is left, Escape closes. */

struct _UllPicker
{
  GtkPopover parent_instance;

  /* Template */
  GtkSearchEntry *search;
  GtkListBox *list;
  GtkBox *buttons;

  UllPickerFill fill;
};

G_DEFINE_FINAL_TYPE (UllPicker, ull_picker, GTK_TYPE_POPOVER)

enum
{
  SIGNAL_PICKED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];
static GQuark id_quark;
static GQuark group_quark;
static GQuark words_quark;

static const char *
row_data (GtkListBoxRow *row, GQuark quark)
{
  return g_object_get_qdata (G_OBJECT (row), quark);
}

static void
row_activated_cb (UllPicker *self, GtkListBoxRow *row)
{
  g_autofree char *id = g_strdup (row_data (row, id_quark));

  gtk_popover_popdown (GTK_POPOVER (self));
  g_signal_emit (self, signals[SIGNAL_PICKED], 0, id);
}

static gboolean
row_matches (GtkListBoxRow *row, gpointer user_data)
{
  UllPicker *self = ULL_PICKER (user_data);
  g_autofree char *wanted = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);

  return strstr (row_data (row, words_quark), g_strstrip (wanted)) != NULL;
}

static void
search_changed_cb (UllPicker *self)
{
  gtk_list_box_invalidate_filter (self->list);
  gtk_list_box_invalidate_headers (self->list);
}

static GtkListBoxRow *
first_match (UllPicker *self)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    if (row_matches (row, self))
      return row;
  return NULL;
}

static void
search_activate_cb (UllPicker *self)
{
  GtkListBoxRow *row = first_match (self);

  if (row != NULL)
    row_activated_cb (self, row);
}

/* The entry keeps Escape for itself, for a search that could be left without the list. */
static void
stop_search_cb (UllPicker *self)
{
  gtk_popover_popdown (GTK_POPOVER (self));
}

static gboolean
search_key_cb (UllPicker *self, guint keyval)
{
  GtkListBoxRow *row = first_match (self);

  if (keyval != GDK_KEY_Down || row == NULL)
    return GDK_EVENT_PROPAGATE;
  return gtk_widget_grab_focus (GTK_WIDGET (row)) ? GDK_EVENT_STOP : GDK_EVENT_PROPAGATE;
}

static void
update_header (GtkListBoxRow *row, GtkListBoxRow *before, gpointer user_data)
{
  const char *group = row_data (row, group_quark);
  GtkWidget *header;

  if (group == NULL || (before != NULL && g_strcmp0 (group, row_data (before, group_quark)) == 0))
    {
      gtk_list_box_row_set_header (row, NULL);
      return;
    }
  header = gtk_label_new (group);
  gtk_label_set_xalign (GTK_LABEL (header), 0);
  gtk_widget_add_css_class (header, "ull-picker-group");
  gtk_list_box_row_set_header (row, header);
}

static void
ull_picker_show (GtkWidget *widget)
{
  UllPicker *self = ULL_PICKER (widget);

  if (self->list == NULL)
    {
      gtk_widget_init_template (widget);
      gtk_list_box_set_filter_func (self->list, row_matches, self, NULL);
      gtk_list_box_set_header_func (self->list, update_header, NULL, NULL);
      self->fill (self);
    }
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  GTK_WIDGET_CLASS (ull_picker_parent_class)->show (widget);
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

static void
ull_picker_dispose (GObject *object)
{
  if (ULL_PICKER (object)->list != NULL)
    gtk_widget_dispose_template (GTK_WIDGET (object), ULL_TYPE_PICKER);
  G_OBJECT_CLASS (ull_picker_parent_class)->dispose (object);
}

static void
ull_picker_class_init (UllPickerClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ull_picker_dispose;
  widget_class->show = ull_picker_show;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-picker.ui");
  gtk_widget_class_bind_template_child (widget_class, UllPicker, search);
  gtk_widget_class_bind_template_child (widget_class, UllPicker, list);
  gtk_widget_class_bind_template_child (widget_class, UllPicker, buttons);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, stop_search_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_key_cb);

  signals[SIGNAL_PICKED] = g_signal_new ("picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 1, G_TYPE_STRING);
  id_quark = g_quark_from_static_string ("ull-picker-id");
  group_quark = g_quark_from_static_string ("ull-picker-group");
  words_quark = g_quark_from_static_string ("ull-picker-words");
}

static void
ull_picker_init (UllPicker *self)
{
}

GtkWidget *
ull_picker_new (UllPickerFill fill)
{
  UllPicker *self = g_object_new (ULL_TYPE_PICKER, NULL);

  self->fill = fill;
  return GTK_WIDGET (self);
}

static GtkWidget *
make_label (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

void
ull_picker_add (UllPicker *self, const char *id, const char *title, const char *subtitle, const char *group)
{
  GtkWidget *row, *box;
  g_autofree char *words = NULL;

  g_return_if_fail (ULL_IS_PICKER (self));

  words = g_strjoin ("\n", id, title, subtitle, group, NULL);
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (box), make_label (title, NULL));
  gtk_box_append (GTK_BOX (box), make_label (subtitle, "caption"));
  gtk_widget_add_css_class (gtk_widget_get_last_child (box), "dim-label");
  row = gtk_list_box_row_new ();
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, subtitle, -1);
  g_object_set_qdata_full (G_OBJECT (row), id_quark, g_strdup (id), g_free);
  g_object_set_qdata_full (G_OBJECT (row), group_quark, g_strdup (group), g_free);
  g_object_set_qdata_full (G_OBJECT (row), words_quark, g_utf8_casefold (words, -1), g_free);
  gtk_list_box_append (self->list, row);
}

static void
button_clicked_cb (UllPicker *self)
{
  gtk_popover_popdown (GTK_POPOVER (self));
}

void
ull_picker_add_button (UllPicker *self, const char *label, const char *action)
{
  GtkWidget *button;

  g_return_if_fail (ULL_IS_PICKER (self));

  button = gtk_button_new_with_mnemonic (label);
  ull_mnemonic_name_buttons (button);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  g_signal_connect_object (button, "clicked", G_CALLBACK (button_clicked_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (self->buttons, button);
  gtk_widget_set_visible (GTK_WIDGET (self->buttons), TRUE);
}

void
ull_picker_set_names (UllPicker *self, const char *search, const char *list)
{
  g_return_if_fail (ULL_IS_PICKER (self));

  g_object_set (self->search, "placeholder-text", search, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL, search, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, list, -1);
}
