#include "ull-glossary-window.h"

#include "ull-meaning.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The rows are made once, in the order of the glossary; the search hides those that do not hold every word of it. What is
 * looked for is compared in folded case. */

struct _UllGlossaryWindow
{
  AdwWindow parent_instance;

  /* Template */
  GtkSearchEntry *search;
  GtkListBox *list;

  /* Owned */
  char **words; /* of the search, folded */
};

G_DEFINE_FINAL_TYPE (UllGlossaryWindow, ull_glossary_window, ADW_TYPE_WINDOW)

#define ENTRY_KEY "ull-glossary-folded"

static gboolean
filter_cb (GtkListBoxRow *row, gpointer data)
{
  UllGlossaryWindow *self = data;
  const char *folded = g_object_get_data (G_OBJECT (row), ENTRY_KEY);

  for (guint i = 0; self->words != NULL && self->words[i] != NULL; i++)
    if (strstr (folded, self->words[i]) == NULL)
      return FALSE;
  return TRUE;
}

static void
search_cb (UllGlossaryWindow *self)
{
  g_autofree char *folded = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);

  g_clear_pointer (&self->words, g_strfreev);
  self->words = g_strsplit (folded, " ", -1);
  gtk_list_box_invalidate_filter (self->list);
}

/* Escape empties the search, and then closes the window. */
static void
stop_cb (UllGlossaryWindow *self)
{
  if (*gtk_editable_get_text (GTK_EDITABLE (self->search)) != 0)
    ull_glossary_window_search (self, "");
  else
    gtk_window_close (GTK_WINDOW (self));
}

static void
add_entry (UllGlossaryWindow *self, const UllGlossaryEntry *entry)
{
  GtkWidget *row = gtk_list_box_row_new ();
  g_autofree char *all = g_strjoin (" ", entry->term, entry->text, entry->source, NULL);

  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), ull_meaning_box_new (entry));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, entry->term,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, entry->text, -1);
  g_object_set_data_full (G_OBJECT (row), ENTRY_KEY, g_utf8_casefold (all, -1), g_free);
  gtk_list_box_append (self->list, row);
}

static void
ull_glossary_window_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), ULL_TYPE_GLOSSARY_WINDOW);
  G_OBJECT_CLASS (ull_glossary_window_parent_class)->dispose (object);
}

static void
ull_glossary_window_finalize (GObject *object)
{
  g_clear_pointer (&ULL_GLOSSARY_WINDOW (object)->words, g_strfreev);
  G_OBJECT_CLASS (ull_glossary_window_parent_class)->finalize (object);
}

static void
ull_glossary_window_class_init (UllGlossaryWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = ull_glossary_window_dispose;
  object_class->finalize = ull_glossary_window_finalize;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-glossary-window.ui");
  gtk_widget_class_bind_template_child (widget_class, UllGlossaryWindow, search);
  gtk_widget_class_bind_template_child (widget_class, UllGlossaryWindow, list);
  gtk_widget_class_bind_template_callback (widget_class, search_cb);
  gtk_widget_class_bind_template_callback (widget_class, stop_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ull_glossary_window_init (UllGlossaryWindow *self)
{
  const UllGlossary *glossary = ull_meaning_get_glossary ();

  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < ull_glossary_get_length (glossary); i++)
    add_entry (self, ull_glossary_get (glossary, i));
  gtk_list_box_set_filter_func (self->list, filter_cb, self, NULL);
  gtk_search_entry_set_key_capture_widget (self->search, GTK_WIDGET (self));
}

UllGlossaryWindow *
ull_glossary_window_new (GtkWindow *parent)
{
  return g_object_new (ULL_TYPE_GLOSSARY_WINDOW, "transient-for", parent, NULL);
}

void
ull_glossary_window_search (UllGlossaryWindow *self, const char *text)
{
  g_return_if_fail (ULL_IS_GLOSSARY_WINDOW (self));

  gtk_editable_set_text (GTK_EDITABLE (self->search), text);
  /* The entry waits for more to be typed. */
  search_cb (self);
}

guint
ull_glossary_window_get_n_shown (UllGlossaryWindow *self)
{
  guint n = 0;

  g_return_val_if_fail (ULL_IS_GLOSSARY_WINDOW (self), 0);

  for (int i = 0; gtk_list_box_get_row_at_index (self->list, i) != NULL; i++)
    n += gtk_widget_get_child_visible (GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, i)));
  return n;
}
