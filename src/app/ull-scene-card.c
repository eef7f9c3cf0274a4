#include "ull-scene-card.h"

#include "ull-clear.h"
#include "ull-data-table.h"
#include "ull-file-picker.h"
#include "ull-notice.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A table that is open belongs to its subject: it goes before the subject does. */

struct _UllSceneCard
{
  GtkWidget parent_instance;

  /* Template */
  GtkLabel *heading;
  UllNotice *notice;
  UllSceneChart *chart;

  /* Borrowed */
  const UllSceneKind *kind;
  gconstpointer subject; /* (nullable) */

  GtkWidget *table; /* weak */
};

G_DEFINE_FINAL_TYPE (UllSceneCard, ull_scene_card, GTK_TYPE_WIDGET)

static UllScene *
build_chart (gpointer owner, const UllChartSpec *spec, PangoContext *context)
{
  UllSceneCard *self = owner;

  return self->subject != NULL ? self->kind->build (self->subject, spec, context) : NULL;
}

static double
chart_height (gpointer owner, const UllChartSpec *spec, PangoContext *context)
{
  UllSceneCard *self = owner;

  return self->subject != NULL && self->kind->height != NULL ? self->kind->height (self->subject, spec, context) : 0;
}

static GtkWindow *
find_window (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);

  return GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL;
}

static void
close_table (UllSceneCard *self)
{
  GtkWidget *table = self->table;

  g_clear_weak_pointer (&self->table);
  if (table != NULL)
    gtk_window_destroy (GTK_WINDOW (table));
}

static void
table_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllSceneCard *self = ULL_SCENE_CARD (widget);
  g_autoptr (GPtrArray) table = NULL;

  if (self->subject == NULL || self->table != NULL)
    return;
  table = self->kind->table (self->subject);
  g_set_weak_pointer (&self->table, GTK_WIDGET (ull_data_table_new_of (find_window (widget), _(self->kind->title), table)));
  gtk_window_present (GTK_WINDOW (self->table));
}

static void
show_problem (UllSceneCard *self, const char *problem)
{
  if (problem != NULL)
    ull_notice_set_title (self->notice, problem);
  ull_notice_set_revealed (self->notice, problem != NULL);
}

static gboolean
write_file (UllSceneCard *self, const char *path, GError **error)
{
  UllExportFormat format;
  g_autoptr (GBytes) bytes = NULL;

  if (!ull_export_format_from_path (path, &format, error))
    return FALSE;
  bytes = self->kind->export (self->subject, format, error);
  return bytes != NULL &&
         g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), error);
}

gboolean
ull_scene_card_write (UllSceneCard *self, const char *path)
{
  g_autofree char *name = NULL, *full = NULL;
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (ULL_IS_SCENE_CARD (self) && self->subject != NULL, FALSE);

  name = g_path_get_basename (path);
  full = strchr (name, '.') != NULL ? g_strdup (path) : ull_file_picker_add_ending (path, "png", &error);
  if (full != NULL)
    write_file (self, full, &error);
  show_problem (self, error != NULL ? error->message : NULL);
  return error == NULL;
}

static void
picked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (UllSceneCard) self = user_data;
  g_autoptr (GFile) file = ull_file_picker_finish (ULL_FILE_PICKER (source), result, NULL);

  /* Another question may have come while the person looked for a folder. */
  if (file != NULL && g_file_peek_path (file) != NULL && self->subject != NULL)
    ull_scene_card_write (self, g_file_peek_path (file));
}

static void
export_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllSceneCard *self = ULL_SCENE_CARD (widget);
  g_autoptr (UllFilePicker) picker = NULL;
  g_autofree char *initial = NULL;

  if (self->subject == NULL)
    return;
  picker = ull_file_picker_new (_("Export Chart as .png, .svg, .pdf or .csv"));
  initial = g_strconcat (self->kind->id, ".png", NULL);
  ull_file_picker_set_initial_name (picker, initial);
  ull_file_picker_save (picker, find_window (widget), NULL, picked_cb, g_object_ref (self));
}

static void
ull_scene_card_dispose (GObject *object)
{
  UllSceneCard *self = ULL_SCENE_CARD (object);

  close_table (self);
  self->subject = NULL;
  if (self->chart != NULL)
    ull_scene_chart_set_builder (self->chart, NULL, NULL);
  ull_clear_children (GTK_WIDGET (object));
  G_OBJECT_CLASS (ull_scene_card_parent_class)->dispose (object);
}

static void
ull_scene_card_class_init (UllSceneCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ull_scene_card_dispose;
  g_type_ensure (ULL_TYPE_NOTICE);
  g_type_ensure (ULL_TYPE_SCENE_CHART);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-scene-card.ui");
  gtk_widget_class_bind_template_child (widget_class, UllSceneCard, heading);
  gtk_widget_class_bind_template_child (widget_class, UllSceneCard, notice);
  gtk_widget_class_bind_template_child (widget_class, UllSceneCard, chart);
  gtk_widget_class_install_action (widget_class, "scene.table", NULL, table_action);
  gtk_widget_class_install_action (widget_class, "scene.export", NULL, export_action);
}

static void
ull_scene_card_init (UllSceneCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ull_scene_chart_set_size (self->chart, 240, 200, 280);
  ull_scene_chart_set_height (self->chart, chart_height);
}

void
ull_scene_card_show (UllSceneCard *self, const UllSceneKind *kind, gconstpointer subject)
{
  g_return_if_fail (ULL_IS_SCENE_CARD (self));

  close_table (self);
  show_problem (self, NULL);
  self->kind = kind;
  self->subject = subject;
  gtk_label_set_text (self->heading, subject != NULL ? _(kind->title) : "");
  ull_scene_chart_set_builder (self->chart, build_chart, self);
  gtk_widget_set_visible (GTK_WIDGET (self), subject != NULL);
}

UllSceneChart *
ull_scene_card_get_chart (UllSceneCard *self)
{
  g_return_val_if_fail (ULL_IS_SCENE_CARD (self), NULL);

  return self->chart;
}

const char *
ull_scene_card_get_notice (UllSceneCard *self)
{
  g_return_val_if_fail (ULL_IS_SCENE_CARD (self), NULL);

  return ull_notice_get_revealed (self->notice) ? ull_notice_get_title (self->notice) : NULL;
}
