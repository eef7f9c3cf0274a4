#include "ull-file-picker.h"

#include "ull-error.h"

#include <glib/gi18n-lib.h>

/* A GtkFileChooserNative is not a widget: nobody holds it but us, so the task of the running choice owns it until the
 * response, and the response ends both. */

struct _UllFilePicker
{
  GObject parent_instance;

  /* Owned */
  char *title;
  char *initial_name;
  GPtrArray *filters;
};

G_DEFINE_FINAL_TYPE (UllFilePicker, ull_file_picker, G_TYPE_OBJECT)

static void
ull_file_picker_finalize (GObject *object)
{
  UllFilePicker *self = ULL_FILE_PICKER (object);

  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->initial_name, g_free);
  g_clear_pointer (&self->filters, g_ptr_array_unref);
  G_OBJECT_CLASS (ull_file_picker_parent_class)->finalize (object);
}

static void
ull_file_picker_class_init (UllFilePickerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ull_file_picker_finalize;
}

static void
ull_file_picker_init (UllFilePicker *self)
{
  self->filters = g_ptr_array_new_with_free_func (g_object_unref);
}

UllFilePicker *
ull_file_picker_new (const char *title)
{
  UllFilePicker *self = g_object_new (ULL_TYPE_FILE_PICKER, NULL);

  self->title = g_strdup (title);
  return self;
}

void
ull_file_picker_add_filter (UllFilePicker *self, const char *name, const char *const *patterns)
{
  GtkFileFilter *filter;

  g_return_if_fail (ULL_IS_FILE_PICKER (self));

  filter = gtk_file_filter_new ();
  gtk_file_filter_set_name (filter, name);
  for (guint i = 0; patterns[i] != NULL; i++)
    gtk_file_filter_add_pattern (filter, patterns[i]);
  g_ptr_array_add (self->filters, filter);
}

void
ull_file_picker_set_initial_name (UllFilePicker *self, const char *name)
{
  g_autofree char *old = NULL;

  g_return_if_fail (ULL_IS_FILE_PICKER (self));

  old = g_steal_pointer (&self->initial_name);
  self->initial_name = g_strdup (name);
}

static void
response_cb (GtkNativeDialog *native, int response, GTask *task)
{
  g_autoptr (GTask) owned = task;

  g_signal_handlers_disconnect_by_data (native, task);
  gtk_native_dialog_hide (native);
  if (response == GTK_RESPONSE_ACCEPT)
    g_task_return_pointer (owned, gtk_file_chooser_get_file (GTK_FILE_CHOOSER (native)), g_object_unref);
  else
    g_task_return_new_error (owned, G_IO_ERROR, G_IO_ERROR_CANCELLED, "%s", _("No file was chosen"));
}

static void
choose (UllFilePicker *self,
        GtkFileChooserAction action,
        const char *accept,
        GtkWindow *parent,
        GCancellable *cancellable,
        GAsyncReadyCallback callback,
        gpointer user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  GtkFileChooserNative *native = gtk_file_chooser_native_new (self->title, parent, action, accept, NULL);

  for (guint i = 0; i < self->filters->len; i++)
    gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (native), g_ptr_array_index (self->filters, i));
  if (action == GTK_FILE_CHOOSER_ACTION_SAVE && self->initial_name != NULL)
    gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (native), self->initial_name);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (native), TRUE);
  g_task_set_task_data (task, native, g_object_unref);
  g_signal_connect (native, "response", G_CALLBACK (response_cb), task);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (native));
}

void
ull_file_picker_open (UllFilePicker *self,
                      GtkWindow *parent,
                      GCancellable *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer user_data)
{
  g_return_if_fail (ULL_IS_FILE_PICKER (self));

  choose (self, GTK_FILE_CHOOSER_ACTION_OPEN, _("_Open"), parent, cancellable, callback, user_data);
}

void
ull_file_picker_select_folder (UllFilePicker *self,
                               GtkWindow *parent,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  g_return_if_fail (ULL_IS_FILE_PICKER (self));

  choose (self, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _("_Open"), parent, cancellable, callback, user_data);
}

void
ull_file_picker_save (UllFilePicker *self,
                      GtkWindow *parent,
                      GCancellable *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer user_data)
{
  g_return_if_fail (ULL_IS_FILE_PICKER (self));

  choose (self, GTK_FILE_CHOOSER_ACTION_SAVE, _("_Save"), parent, cancellable, callback, user_data);
}

GFile *
ull_file_picker_finish (UllFilePicker *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

char *
ull_file_picker_add_ending (const char *path, const char *ending, GError **error)
{
  g_autofree char *full = g_strconcat (path, ".", ending, NULL);
  g_autofree char *name = g_path_get_basename (full);

  if (!g_file_test (full, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&full);
  g_set_error (error, ULL_ERROR, ULL_ERROR_IO, _("%s: exists already; its full name would replace it"), name);
  return NULL;
}
