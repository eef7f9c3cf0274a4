#include "ull-window-private.h"

#include "ull-error.h"
#include "ull-file-picker.h"

#include <glib/gi18n-lib.h>

/* A recorded log is the load of the open plan, at its own times to begin with; what else a load has, like the cap and a step's time,
 * stays. Where nothing is open the example is, since a log runs on something. The path is absolute while it is in memory. */

gboolean
ull_window_take_log (UllWindow *self, const char *path)
{
  g_autoptr (UllLoad) load = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *whole = g_canonicalize_filename (path, NULL), *name = g_path_get_basename (path), *text = NULL;

  if (ull_workspace_get_scenario (self->workspace) == NULL && !ull_window_open_bundled (self, NULL, NULL, &error))
    {
      ull_window_show_error (self, error);
      return FALSE;
    }
  load = ull_load_copy (ull_workspace_get_load (self->workspace));
  load->kind = ULL_LOAD_TRACE;
  load->arrivals = ULL_ARRIVALS_TRACE;
  g_clear_pointer (&load->preset, g_ref_string_release);
  ull_load_set_trace (load, whole);
  ull_window_hide_notice (self);
  ull_workspace_set_load (self->workspace, load);
  ull_window_show_view (self, "ramp");
  text = g_strdup_printf (_("The load is %s, at its own times"), name);
  ull_window_show_toast (self, text);
  return TRUE;
}

void
ull_window_take_series_file (UllWindow *self, const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (GError) error = NULL;

  if (ull_workspace_get_scenario (self->workspace) == NULL)
    {
      error = g_error_new (ULL_ERROR, ULL_ERROR_INVALID,
                           _("%s: is a recorded series, and there is no ramp to lay it over; a model, opened first, would be right"), name);
      ull_window_show_error (self, error);
      return;
    }
  ull_window_show_view (self, "ramp");
  ull_window_open_series (self, path);
}

static void
picked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (UllWindow) self = user_data;
  g_autoptr (GFile) file = ull_file_picker_finish (ULL_FILE_PICKER (source), result, NULL);

  if (file != NULL && g_file_peek_path (file) != NULL)
    ull_window_open_path (self, g_file_peek_path (file));
}

void
ull_window_choose_log (UllWindow *self)
{
  g_autoptr (UllFilePicker) picker = ull_file_picker_new (_("Run a Recorded Log"));

  ull_file_picker_add_filter (picker, _("Logs of requests"), (const char *const[]) { "*.csv", "*.jsonl", "*.ndjson", NULL });
  ull_file_picker_add_filter (picker, _("All files"), (const char *const[]) { "*", NULL });
  ull_file_picker_open (picker, GTK_WINDOW (self), NULL, picked_cb, g_object_ref (self));
}
