#include "ull-window-private.h"

#include "ull-file-picker.h"

#include <glib/gi18n-lib.h>

/* A real run is chosen here and fitted by the workspace; what is wrong with it is told by the window, like every other file's fault. */

void
ull_window_fit_problem_cb (UllWindow *self, const char *sentence)
{
  ull_notice_set_title (self->notice, sentence);
  ull_notice_set_revealed (self->notice, TRUE);
}

void
ull_window_fit_path (UllWindow *self, const char *path)
{
  g_autoptr (GError) error = NULL;

  if (ull_workspace_fit (self->workspace, path, &error))
    ull_window_hide_notice (self);
  else
    ull_window_show_error (self, error);
}

static void
picked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (UllWindow) self = user_data;
  g_autoptr (GFile) file = ull_file_picker_finish (ULL_FILE_PICKER (source), result, NULL);

  if (file != NULL && g_file_peek_path (file) != NULL)
    ull_window_fit_path (self, g_file_peek_path (file));
}

void
ull_window_choose_run (UllWindow *self)
{
  g_autoptr (UllFilePicker) picker = ull_file_picker_new (_("Fit to a Run"));

  ull_file_picker_add_filter (picker, _("Request times of a run"), (const char *const[]) { "*.json", "*.csv", NULL });
  ull_file_picker_add_filter (picker, _("All files"), (const char *const[]) { "*", NULL });
  ull_file_picker_open (picker, GTK_WINDOW (self), NULL, picked_cb, g_object_ref (self));
}
