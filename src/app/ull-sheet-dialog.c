#include "ull-sheet-dialog.h"

#include "ull-drill.h"
#include "ull-error.h"
#include "ull-file-picker.h"
#include "ull-notice.h"
#include "ull-sheet.h"

#include <glib/gi18n-lib.h>

/* The same seed, level and number of questions make the same sheet, so a class can be given one by telling it the seed. */

struct _UllSheetDialog
{
  AdwWindow parent_instance;

  /* Template */
  UllNotice *notice;
  GtkWidget *save;
  GtkSpinButton *seed;
  GtkSpinButton *level;
  GtkSpinButton *count;

  /* Owned */
  UllScenario *scenario;
};

G_DEFINE_FINAL_TYPE (UllSheetDialog, ull_sheet_dialog, ADW_TYPE_WINDOW)

static GBytes *
make_sheet (UllSheetDialog *self, GError **error)
{
  int seed = gtk_spin_button_get_value_as_int (self->seed), level = gtk_spin_button_get_value_as_int (self->level);
  int count = gtk_spin_button_get_value_as_int (self->count);
  g_autofree char *title = g_strdup_printf (_("Sheet %d, level %d"), seed, level);
  g_autoptr (GPtrArray) questions = ull_drills_sheet (self->scenario, (guint) level, (guint64) seed, (guint) count, error);

  return questions != NULL ? ull_sheet_export (questions, title, error) : NULL;
}

static gboolean
write_sheet (UllSheetDialog *self, const char *path, GError **error)
{
  g_autoptr (GBytes) bytes = make_sheet (self, error);
  g_autoptr (GError) local_error = NULL;

  if (bytes == NULL)
    return FALSE;
  if (g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), &local_error))
    return TRUE;
  g_set_error_literal (error, ULL_ERROR, ULL_ERROR_IO, local_error->message);
  return FALSE;
}

gboolean
ull_sheet_dialog_write (UllSheetDialog *self, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *full = NULL;

  g_return_val_if_fail (ULL_IS_SHEET_DIALOG (self), FALSE);

  full = g_str_has_suffix (path, ".pdf") ? g_strdup (path) : ull_file_picker_add_ending (path, "pdf", &error);
  if (full == NULL || !write_sheet (self, full, &error))
    {
      ull_notice_set_title (self->notice, error->message);
      ull_notice_set_revealed (self->notice, TRUE);
      return FALSE;
    }
  gtk_window_close (GTK_WINDOW (self));
  return TRUE;
}

static void
picked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (UllSheetDialog) self = user_data;
  g_autoptr (GFile) file = ull_file_picker_finish (ULL_FILE_PICKER (source), result, NULL);

  if (file != NULL && g_file_peek_path (file) != NULL)
    ull_sheet_dialog_write (self, g_file_peek_path (file));
}

static void
save_cb (UllSheetDialog *self)
{
  g_autoptr (UllFilePicker) picker = ull_file_picker_new (_("Save Sheet"));
  g_autofree char *name = g_strdup_printf (_("sheet-%d.pdf"), gtk_spin_button_get_value_as_int (self->seed));

  ull_file_picker_set_initial_name (picker, name);
  ull_file_picker_save (picker, GTK_WINDOW (self), NULL, picked_cb, g_object_ref (self));
}

static void
ull_sheet_dialog_dispose (GObject *object)
{
  UllSheetDialog *self = ULL_SHEET_DIALOG (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), ULL_TYPE_SHEET_DIALOG);
  g_clear_pointer (&self->scenario, ull_scenario_unref);
  G_OBJECT_CLASS (ull_sheet_dialog_parent_class)->dispose (object);
}

static void
ull_sheet_dialog_class_init (UllSheetDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ull_sheet_dialog_dispose;
  g_type_ensure (ULL_TYPE_NOTICE);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-sheet-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, UllSheetDialog, notice);
  gtk_widget_class_bind_template_child (widget_class, UllSheetDialog, save);
  gtk_widget_class_bind_template_child (widget_class, UllSheetDialog, seed);
  gtk_widget_class_bind_template_child (widget_class, UllSheetDialog, level);
  gtk_widget_class_bind_template_child (widget_class, UllSheetDialog, count);
  gtk_widget_class_bind_template_callback (widget_class, save_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ull_sheet_dialog_init (UllSheetDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

UllSheetDialog *
ull_sheet_dialog_new (GtkWindow *parent, UllScenario *scenario)
{
  UllSheetDialog *self = g_object_new (ULL_TYPE_SHEET_DIALOG, "transient-for", parent, "modal", TRUE, NULL);

  self->scenario = ull_scenario_ref (scenario);
  gtk_window_set_focus (GTK_WINDOW (self), GTK_WIDGET (self->seed));
  return self;
}
