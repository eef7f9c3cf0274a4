#include "ull-column-picker.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A row a column. The two columns of a trace of requests, where both are there, come first as one choice: their sum is what
 * a request holds. */

struct _UllColumnPicker
{
  AdwWindow parent_instance;

  /* Borrowed */
  GtkListBox *list;
};

G_DEFINE_FINAL_TYPE (UllColumnPicker, ull_column_picker, ADW_TYPE_WINDOW)

static guint picked_signal;
static GQuark column_quark;

static void
activated_cb (UllColumnPicker *self, GtkListBoxRow *row)
{
  g_autofree char *column = g_strdup (g_object_get_qdata (G_OBJECT (row), column_quark));

  g_signal_emit (self, picked_signal, 0, column);
  gtk_window_close (GTK_WINDOW (self));
}

static void
add_row (UllColumnPicker *self, const char *title, const char *subtitle, const char *column)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_qdata_full (G_OBJECT (row), column_quark, g_strdup (column), g_free);
  gtk_list_box_append (self->list, row);
}

/* A name goes into the description of the lengths only where it can be read back there. */
static gboolean
is_plain (const char *name, const char *const *columns)
{
  guint n = 0;

  for (guint i = 0; columns[i] != NULL; i++)
    n += g_str_equal (columns[i], name);
  return n == 1 && name[0] != '\0' && g_str_is_ascii (name) && strchr (name, ':') == NULL && strspn (name, "0123456789") < strlen (name)
         && g_utf8_strlen (name, -1) < 40;
}

static void
fill (UllColumnPicker *self, const char *const *columns)
{
  if (g_strv_contains (columns, "ContextTokens") && g_strv_contains (columns, "GeneratedTokens"))
    add_row (self, _("Prompt and answer together"), _("ContextTokens + GeneratedTokens"), "");
  for (guint i = 0; columns[i] != NULL; i++)
    {
      g_autofree char *number = g_strdup_printf ("%u", i + 1);
      g_autofree char *place = g_strdup_printf (_("Column %u"), i + 1);

      add_row (self, columns[i][0] != '\0' ? columns[i] : place, place, is_plain (columns[i], columns) ? columns[i] : number);
    }
}

static void
ull_column_picker_class_init (UllColumnPickerClass *klass)
{
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close", NULL);
  picked_signal = g_signal_new ("picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                G_TYPE_STRING);
  column_quark = g_quark_from_static_string ("ull-column-picker-column");
}

static void
ull_column_picker_init (UllColumnPicker *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *scroller = gtk_scrolled_window_new ();
  GtkWidget *bar = adw_header_bar_new ();

  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "boxed-list");
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "ull-columns");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Columns"), -1);
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (activated_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->list));
  gtk_box_append (GTK_BOX (box), bar);
  gtk_box_append (GTK_BOX (box), scroller);
  adw_window_set_content (ADW_WINDOW (self), box);
}

GtkWindow *
ull_column_picker_new (GtkWindow *parent, const char *path, const char *const *columns)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *title = g_strdup_printf (_("Tokens of a Request in %s"), name);
  UllColumnPicker *self = g_object_new (ULL_TYPE_COLUMN_PICKER, "transient-for", parent, "modal", TRUE, "title", title,
                                        "default-width", 360, "default-height", 420, NULL);

  fill (self, columns);
  return GTK_WINDOW (self);
}

GtkWidget *
ull_column_picker_get_row (UllColumnPicker *self, int n)
{
  g_return_val_if_fail (ULL_IS_COLUMN_PICKER (self), NULL);

  return GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, n));
}
