#include "ull-window-private.h"

#include "ull-file-picker.h"
#include "ull-mixer.h"
#include "ull-pool-drawing.h"
#include "ull-ramp-view.h"
#include "ull-recorded-picture.h"
#include "ull-residuals-picture.h"
#include "ull-series.h"
#include "ull-surge-picture.h"

#include <glib/gi18n-lib.h>

/* The ramp's view is made when it is first looked at; until then nothing of it is computed. A recorded series is read in a thread:
 * it may be long, and its disk slow. */

static void
problem_cb (UllWindow *self, const char *sentence)
{
  ull_notice_set_title (self->notice, sentence);
  ull_notice_set_revealed (self->notice, TRUE);
}

void
ull_window_make_ramp_view (UllWindow *self)
{
  if (self->ramp_view != NULL)
    return;
  self->ramp_view = ull_ramp_view_new (self->workspace);
  g_signal_connect_object (self->ramp_view, "problem", G_CALLBACK (problem_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ull_workspace_get_fit_run (self->workspace), "problem", G_CALLBACK (ull_window_fit_problem_cb), self,
                           G_CONNECT_SWAPPED);
  adw_bin_set_child (self->ramp_page, self->ramp_view);
}

gboolean
ull_window_has_ramp (UllWindow *self)
{
  return ull_window_is_ramping (self) && ull_ramp_run_get_result (ull_workspace_get_ramp_run (self->workspace)) != NULL;
}

const char *
ull_window_get_ramp_chart (UllWindow *self)
{
  UllSurgeRun *surge = ull_workspace_get_surge_run (self->workspace);
  const char *played = ull_pool_card_get_chart (ull_ramp_view_get_pool (ULL_RAMP_VIEW (self->ramp_view)));

  if (!g_str_equal (played, ULL_RAMP_CHART_ID))
    return played;

  if (ull_ramp_view_get_page (ULL_RAMP_VIEW (self->ramp_view)) == ULL_RAMP_PAGE_FIT)
    return ULL_RESIDUALS_CHART_ID;
  if (ull_ramp_view_get_page (ULL_RAMP_VIEW (self->ramp_view)) == ULL_RAMP_PAGE_RECORDED)
    return ULL_RECORDED_CHART_ID;
  return ull_ramp_view_get_page (ULL_RAMP_VIEW (self->ramp_view)) == ULL_RAMP_PAGE_SURGE && ull_surge_run_get_surge (surge) != NULL
           ? ULL_SURGE_CHART_ID
           : ULL_RAMP_CHART_ID;
}

static void
series_worker (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  GError *error = NULL;
  UllSeries *series = ull_series_read (ull_mixer_get_files (), task_data, &error);

  if (series != NULL)
    g_task_return_pointer (task, series, (GDestroyNotify) ull_series_free);
  else
    g_task_return_error (task, error);
}

/* Its page is what whoever opens it wants to see. */
static void
show_series (UllWindow *self, const UllSeries *series)
{
  UllRampView *view = ULL_RAMP_VIEW (self->ramp_view);
  double idle;
  GArray *samples = ull_pool_recorded (&g_array_index (series->rows, UllSeriesRow, 0).value, series->rows->len, &idle);

  ull_pool_card_take_series (ull_ramp_view_get_pool (view), samples, idle, series->name);
  ull_ramp_view_set_page (view, ULL_RAMP_PAGE_RECORDED);
  gtk_widget_grab_focus (ull_ramp_view_get_chart (view));
  /* What was wrong with a file before it is not wrong with this one. */
  ull_notice_set_revealed (self->notice, FALSE);
}

static void
series_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  UllWindow *self = ULL_WINDOW (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (UllSeries) series = g_task_propagate_pointer (G_TASK (result), &error);

  if (series == NULL)
    ull_window_show_error (self, error);
  else if (self->ramp_view != NULL)
    show_series (self, series);
}

void
ull_window_open_series (UllWindow *self, const char *path)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, series_cb, NULL);

  g_task_set_task_data (task, g_strdup (path), g_free);
  g_task_run_in_thread (task, series_worker);
}

static void
picked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (UllWindow) self = user_data;
  g_autoptr (GFile) file = ull_file_picker_finish (ULL_FILE_PICKER (source), result, NULL);

  if (file != NULL && g_file_peek_path (file) != NULL)
    ull_window_open_series (self, g_file_peek_path (file));
}

void
ull_window_choose_series (UllWindow *self)
{
  g_autoptr (UllFilePicker) picker = ull_file_picker_new (_("Compare with a Recorded Series"));

  ull_file_picker_add_filter (picker, _("Series"), (const char *const[]) { "*.csv", NULL });
  ull_file_picker_add_filter (picker, _("All files"), (const char *const[]) { "*", NULL });
  ull_file_picker_open (picker, GTK_WINDOW (self), NULL, picked_cb, g_object_ref (self));
}
