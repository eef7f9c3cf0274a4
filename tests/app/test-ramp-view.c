#include "test-util.h"

#include "ull-block-grid.h"
#include "ull-export-dialog.h"
#include "ull-export-file.h"
#include "ull-ramp-view.h"
#include "ull-recorded-picture.h"
#include "ull-scene-chart.h"
#include "ull-units.h"

#include <glib/gstdio.h>
#include <string.h>
#include <time.h>

/* The ramp's view as a person uses it: it runs a load in a thread, follows the load, plays a level, and says nothing of the pool
 * while a prediction is pending. Loads are short, so that a ramp takes a second. */

#define WAIT 120000

static UllApplication *application;

static gboolean
is_busy (gpointer data)
{
  return ull_job_runner_get_busy (ULL_JOB_RUNNER (data));
}

static void
set_requests (UllWorkspace *workspace, gint64 requests)
{
  g_autoptr (UllLoad) load = ull_load_copy (ull_workspace_get_load (workspace));

  load->requests = requests;
  ull_workspace_set_load (workspace, load);
}

typedef struct
{
  UllWindow *window;
  UllWorkspace *workspace;
  UllRampRun *run;
  UllRampView *view;
} Fixture;

static void
show_ramp (Fixture *f)
{
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.view", "s", "ramp");
  test_settle ();
  f->view = ULL_RAMP_VIEW (test_find (GTK_WIDGET (f->window), ULL_TYPE_RAMP_VIEW, NULL));
  g_assert_nonnull (f->view);
}

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  f->window = test_window_new (application);
  g_assert_true (ull_window_open_bundled (f->window, "llama-3.1-8b", "rtx-4090", &error));
  g_assert_no_error (error);
  f->workspace = ull_window_get_workspace (f->window);
  f->run = ull_workspace_get_ramp_run (f->workspace);
  set_requests (f->workspace, 240);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  test_window_end (f->window);
}

/* Nothing is run for nobody; what the view says is what the ramp says. */
static void
test_runs (Fixture *f, gconstpointer data)
{
  g_autofree char *headline = NULL;
  const UllScene *scene;
  const UllSpot *spots;
  guint n, levels = 0;

  test_settle ();
  g_assert_false (ull_job_runner_get_busy (ULL_JOB_RUNNER (f->run)));
  g_assert_null (ull_ramp_run_get_result (f->run));
  show_ramp (f);
  g_assert_true (test_wait_until (test_has_ramp, f->run, WAIT));
  headline = ull_ramp_headline (ull_ramp_run_get_result (f->run)->ramp);
  g_assert_cmpstr (ull_ramp_view_get_headline (f->view), ==, headline);
  scene = ull_scene_chart_get_scene (ULL_SCENE_CHART (ull_ramp_view_get_chart (f->view)));
  spots = ull_scene_get_spots (scene, &n);
  for (guint i = 0; i < n; i++)
    levels += g_str_has_prefix (spots[i].id, "level-");
  g_assert_cmpuint (levels, ==, 2 * ull_ramp_run_get_result (f->run)->ramp->n_levels);
  g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (f->window)), ==, 0);
}

/* Of this thread alone: what others compute on the machine does not count. */
static gint64
own_cpu_us (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (gint64) time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

/* While a ramp runs the main loop goes on, the earlier curve stays, and a slider that is dragged ends in the ramp of the last load
 * alone: at most one thread at a time. */
static void
test_drag_while_it_runs (Fixture *f, gconstpointer data)
{
  UllRampResult *first;
  gint64 longest = 0, before;

  show_ramp (f);
  g_assert_true (test_wait_until (test_has_ramp, f->run, WAIT));
  first = ull_ramp_result_ref (ull_ramp_run_get_result (f->run));
  set_requests (f->workspace, 3000);
  g_assert_true (ull_job_runner_get_busy (ULL_JOB_RUNNER (f->run)));
  g_assert_true (ull_ramp_run_get_result (f->run) == first);
  for (guint turns = 2; turns <= 9; turns++)
    {
      g_autoptr (UllLoad) load = ull_load_copy (ull_workspace_get_load (f->workspace));

      load->turns = turns;
      before = own_cpu_us ();
      ull_workspace_set_load (f->workspace, load);
      test_wait_frames (GTK_WIDGET (f->window), 1);
      longest = MAX (longest, own_cpu_us () - before);
      g_assert_true (ull_ramp_run_get_result (f->run) == first);
    }
  /* A ramp takes a second and more; a movement and its frame do not wait for it. */
  g_test_message ("the longest movement took %d ms of the main thread", (int) (longest / 1000));
  g_assert_cmpint (longest, <, 250000);
  set_requests (f->workspace, 240);
  g_assert_true (test_wait_until (test_has_ramp, f->run, WAIT));
  g_assert_cmpint (ull_ramp_run_get_result (f->run)->ramp->load->turns, ==, 9);
  g_assert_cmpint (ull_ramp_run_get_result (f->run)->ramp->load->requests, ==, 240);
  ull_ramp_result_unref (first);
}

/* A line that is asked for is run and drawn, and exported with the others; one that is not is in no file. */
static void
test_lines (Fixture *f, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("ullage-ramp-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "ramp.csv", NULL), *with = NULL, *without = NULL;
  GtkWidget *chart;

  show_ramp (f);
  g_assert_true (test_wait_until (test_has_ramp, f->run, WAIT));
  chart = ull_ramp_view_get_chart (f->view);
  g_assert_null (ull_ramp_run_get_result (f->run)->ramp->level[ULL_LINE_STATIC]);
  g_assert_true (gtk_widget_activate_action (chart, "lines.static", NULL));
  g_assert_true (ull_job_runner_get_busy (ULL_JOB_RUNNER (f->run)));
  g_assert_true (test_wait_until (test_has_ramp, f->run, WAIT));
  g_assert_nonnull (ull_ramp_run_get_result (f->run)->ramp->level[ULL_LINE_STATIC]);
  g_assert_null (ull_ramp_run_get_result (f->run)->ramp->level[ULL_LINE_RESERVED]);
  g_assert_nonnull (strstr (ull_scene_get_description (ull_scene_chart_get_scene (ULL_SCENE_CHART (chart))), "static batches: at most"));
  g_assert_true (ull_export_file_write_ramp (f->run, ULL_RAMP_ALL, ULL_LOOK_LIGHT, path, NULL));
  g_assert_true (g_file_get_contents (path, &with, NULL, NULL));
  g_assert_nonnull (strstr (with, "\nstatic batches,1,"));
  gtk_widget_activate_action (chart, "lines.static", NULL);
  g_assert_false (ull_job_runner_get_busy (ULL_JOB_RUNNER (f->run)));
  g_assert_null (strstr (ull_scene_get_description (ull_scene_chart_get_scene (ULL_SCENE_CHART (chart))), "static batches"));
  g_assert_true (ull_export_file_write_ramp (f->run, ULL_RAMP_ALL, ULL_LOOK_LIGHT, path, NULL));
  g_assert_true (g_file_get_contents (path, &without, NULL, NULL));
  g_assert_null (strstr (without, "static batches"));
  g_remove (path);
  g_rmdir (folder);
}

static gboolean
has_surge (gpointer data)
{
  UllSurgeRun *run = data;

  return ull_surge_run_get_surge (run) != NULL && !ull_surge_run_get_stale (run) && !ull_job_runner_get_busy (ULL_JOB_RUNNER (run));
}

/* A burst is run for who looks at its page, is kept until the ramp is another one, and is exported as it is seen; while a prediction
 * is pending there is none. Its caps are the ramp's own peak and operating point. */
static void
test_surge (Fixture *f, gconstpointer data)
{
  UllSurgeRun *run = ull_workspace_get_surge_run (f->workspace);
  g_autofree char *folder = g_dir_make_tmp ("ullage-ramp-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "surge.csv", NULL), *text = NULL;
  const UllSurge *surge;
  const UllRamp *ramp;
  UllSceneChart *chart;

  show_ramp (f);
  g_assert_true (test_wait_until (test_has_ramp, f->run, WAIT));
  test_settle ();
  g_assert_false (ull_job_runner_get_busy (ULL_JOB_RUNNER (run)));
  g_assert_null (ull_surge_run_get_surge (run));
  ull_ramp_view_set_page (f->view, ULL_RAMP_PAGE_SURGE);
  g_assert_true (ull_job_runner_get_busy (ULL_JOB_RUNNER (run)));
  g_assert_true (test_wait_until (has_surge, run, WAIT));
  surge = ull_surge_run_get_surge (run);
  ramp = ull_ramp_run_get_result (f->run)->ramp;
  g_assert_cmpint (surge->side[ULL_SURGE_PEAK].cap, ==, ramp->level[ULL_LINE_MAIN][ramp->peak].concurrency);
  g_assert_cmpint (surge->side[ULL_SURGE_OPERATING].cap, ==, ramp->level[ULL_LINE_MAIN][ramp->operating].concurrency);
  chart = ULL_SCENE_CHART (ull_ramp_view_get_chart (f->view));
  g_assert_nonnull (strstr (ull_scene_get_description (ull_scene_chart_get_scene (chart)), "Cap at the operating point, at most "));
  g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (f->window)), ==, 0);
  ull_ramp_view_set_page (f->view, ULL_RAMP_PAGE_POOL);
  ull_ramp_view_set_page (f->view, ULL_RAMP_PAGE_SURGE);
  g_assert_true (ull_surge_run_get_surge (run) == surge);
  g_assert_true (ull_export_file_write_surge (run, ULL_LOOK_LIGHT, path, NULL));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_true (g_str_has_prefix (text, "Cap at,Most running,"));
  set_requests (f->workspace, 200);
  g_assert_true (test_wait_until (test_has_ramp, f->run, WAIT));
  g_assert_true (test_wait_until (has_surge, run, WAIT));
  ull_workspace_set_predict (f->workspace, TRUE);
  g_assert_null (ull_surge_run_get_surge (run));
  g_assert_false (ull_job_runner_get_busy (ULL_JOB_RUNNER (run)));
  g_remove (path);
  g_rmdir (folder);
}

/* Cancel leaves no burst and begins none by itself; Run does. */
static void
test_cancel_surge (Fixture *f, gconstpointer data)
{
  UllSurgeRun *run = ull_workspace_get_surge_run (f->workspace);
  GtkWidget *chart;

  show_ramp (f);
  g_assert_true (test_wait_until (test_has_ramp, f->run, WAIT));
  chart = ull_ramp_view_get_chart (f->view);
  ull_ramp_view_set_page (f->view, ULL_RAMP_PAGE_SURGE);
  g_assert_true (ull_job_runner_get_busy (ULL_JOB_RUNNER (run)));
  gtk_widget_activate_action (chart, "ramp.cancel", NULL);
  g_assert_false (ull_job_runner_get_busy (ULL_JOB_RUNNER (run)));
  ull_ramp_run_keep (f->run, "before");
  test_settle ();
  g_assert_false (ull_job_runner_get_busy (ULL_JOB_RUNNER (run)));
  g_assert_null (ull_surge_run_get_surge (run));
  gtk_widget_activate_action (chart, "ramp.run", NULL);
  /* At once, with no event between: a burst this short may be over by the next. */
  g_assert_true (ull_job_runner_get_busy (ULL_JOB_RUNNER (run)));
  g_assert_true (test_wait_until (has_surge, run, WAIT));
}

static gboolean
is_fitted (gpointer data)
{
  Fixture *f = data;

  return ull_fit_run_is_of (ull_workspace_get_fit_run (f->workspace), ull_workspace_get_load (f->workspace));
}

static gboolean
has_notice (gpointer data)
{
  return ull_window_get_notice (data) != NULL;
}

/* Requests one after the other, @n of them: a step of 20 ms for each of 50 tokens, the first after a tenth of a second. */
static char *
write_run (const char *folder, const char *name, guint n)
{
  g_autoptr (GString) text = g_string_new ("arrival_s,prompt_tokens,output_tokens,first_token_s,finish_s\n");
  char *path = g_build_filename (folder, name, NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%u,100,50,%u.1,%u.08\n", 3 * i, 3 * i, 3 * i + 1);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  return path;
}

/* Alike, and far from each other in time; but a third takes a second, a third four and a third sixteen: no coefficients meet them. */
static char *
write_odd_run (const char *folder)
{
  g_autoptr (GString) text = g_string_new ("arrival_s,prompt_tokens,output_tokens,first_token_s,finish_s\n");
  char *path = g_build_filename (folder, "odd.csv", NULL);

  for (guint i = 0; i < 12; i++)
    g_string_append_printf (text, "%u,100,10,%u.1,%u\n", 100 * i, 100 * i, 100 * i + (1u << (2 * (i % 3))));
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  return path;
}

/* A run becomes the load's step in one entry of the history, named, with its residuals on a page of their own, those of a quarter that was
 * left out among them; undone, that page is gone. One request is refused with a sentence, and the load stays. */
static void
test_fit (Fixture *f, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("ullage-ramp-XXXXXX", NULL);
  g_autofree char *path = write_run (folder, "run.csv", 44), *one = write_run (folder, "one.csv", 1);
  g_autofree char *out = g_build_filename (folder, "residuals.csv", NULL), *text = NULL;
  UllFitRun *run = ull_workspace_get_fit_run (f->workspace);
  UllScenario *before;
  GtkWidget *page;

  show_ramp (f);
  g_assert_true (test_wait_until (test_has_ramp, f->run, WAIT));
  page = test_find (GTK_WIDGET (f->view), GTK_TYPE_TOGGLE_BUTTON, "show_fit");
  g_assert_false (gtk_widget_get_visible (page));
  before = ull_workspace_get_scenario (f->workspace);
  ull_window_fit_path (f->window, one);
  g_assert_true (ull_fit_run_get_busy (run));
  g_assert_true (test_wait_until (has_notice, f->window, WAIT));
  g_assert_nonnull (strstr (ull_window_get_notice (f->window), "one.csv"));
  g_assert_true (ull_workspace_get_scenario (f->workspace) == before);
  ull_window_fit_path (f->window, path);
  ull_fit_run_cancel (run);
  g_assert_false (ull_fit_run_get_busy (run));
  ull_window_fit_path (f->window, one);
  ull_window_fit_path (f->window, path);
  g_assert_true (test_wait_until (is_fitted, f, WAIT));
  g_assert_cmpstr (ull_workspace_get_load (f->workspace)->step_source, ==, "run.csv");
  g_assert_cmpuint (ull_fit_run_get_fit (run)->residuals->len, ==, 44);
  g_assert_true (gtk_widget_get_visible (page));
  ull_ramp_view_set_page (f->view, ULL_RAMP_PAGE_FIT);
  g_assert_nonnull (strstr (ull_scene_get_description (ull_scene_chart_get_scene (ULL_SCENE_CHART (ull_ramp_view_get_chart (f->view)))),
                            "Fitted to run.csv"));
  g_assert_nonnull (strstr (ull_scene_get_description (ull_scene_chart_get_scene (ULL_SCENE_CHART (ull_ramp_view_get_chart (f->view)))),
                            "Of 11 requests that it was not fitted to"));
  g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (f->window)), ==, 0);
  g_assert_true (ull_export_file_write_residuals (run, ULL_LOOK_LIGHT, out, NULL));
  g_assert_true (g_file_get_contents (out, &text, NULL, NULL));
  g_assert_true (g_str_has_prefix (text, "Request,Fitted to it,"));
  ull_workspace_undo (f->workspace);
  g_assert_true (ull_scenario_equal (ull_workspace_get_scenario (f->workspace), before));
  g_assert_false (gtk_widget_get_visible (page));
  g_assert_cmpint (ull_ramp_view_get_page (f->view), ==, ULL_RAMP_PAGE_POOL);
  ull_workspace_redo (f->workspace);
  g_assert_true (gtk_widget_get_visible (page));
  ull_workspace_set_predict (f->workspace, TRUE);
  g_assert_null (ull_fit_run_get_fit (run));
  g_assert_false (gtk_widget_get_visible (page));
  g_remove (path);
  g_remove (one);
  g_remove (out);
  g_rmdir (folder);
}

/* A run that no coefficients meet is fitted, and the window says what that is worth. */
static void
test_fit_doubt (Fixture *f, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("ullage-ramp-XXXXXX", NULL);
  g_autofree char *path = write_odd_run (folder);

  show_ramp (f);
  g_assert_true (test_wait_until (test_has_ramp, f->run, WAIT));
  ull_window_fit_path (f->window, path);
  g_assert_true (test_wait_until (is_fitted, f, WAIT));
  g_assert_nonnull (strstr (ull_window_get_notice (f->window), "odd.csv: "));
  g_assert_nonnull (strstr (ull_window_get_notice (f->window), "Do not rely"));
  g_remove (path);
  g_rmdir (folder);
}

/* Cancel leaves what there was; Run goes on. */
static void
test_cancel (Fixture *f, gconstpointer data)
{
  UllRampResult *first;

  show_ramp (f);
  g_assert_true (test_wait_until (test_has_ramp, f->run, WAIT));
  first = ull_ramp_result_ref (ull_ramp_run_get_result (f->run));
  set_requests (f->workspace, 5000);
  g_assert_true (test_wait_until (is_busy, f->run, WAIT));
  gtk_widget_activate_action (ull_ramp_view_get_chart (f->view), "ramp.cancel", NULL);
  g_assert_false (ull_job_runner_get_busy (ULL_JOB_RUNNER (f->run)));
  test_settle ();
  g_assert_true (ull_ramp_run_get_result (f->run) == first);
  g_assert_true (ull_ramp_run_get_stale (f->run));
  /* What stands there is not what is set, and says so. */
  g_assert_cmpstr (ull_ramp_view_get_headline (f->view), ==, "Not run with what is set now.");
  set_requests (f->workspace, 200);
  g_assert_true (test_wait_until (test_has_ramp, f->run, WAIT));
  g_assert_true (ull_ramp_run_get_result (f->run) != first);
  ull_ramp_result_unref (first);
}

/* Undo covers the load, a drag is one entry, and the file keeps it. */
static void
test_undo_and_file (Fixture *f, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("ullage-ramp-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "load.ullage", NULL);
  UllSceneChart *chart;
  UllWindow *other;
  gint64 before;
  g_autoptr (GError) error = NULL;

  show_ramp (f);
  g_assert_true (test_wait_until (test_has_ramp, f->run, WAIT));
  chart = ULL_SCENE_CHART (ull_ramp_view_get_chart (f->view));
  before = ull_workspace_get_load (f->workspace)->cap;
  ull_scene_chart_get_scene (chart);
  g_signal_emit_by_name (chart, "grabbed", "cap");
  g_signal_emit_by_name (chart, "dragged", "cap", ull_scene_get_frame (ull_scene_chart_get_scene (chart))->left + 100, 0.0);
  g_signal_emit_by_name (chart, "stepped", "cap", 1, 0);
  g_signal_emit_by_name (chart, "released", "cap", TRUE);
  g_assert_cmpint (ull_workspace_get_load (f->workspace)->cap, !=, before);
  ull_workspace_undo (f->workspace);
  g_assert_cmpint (ull_workspace_get_load (f->workspace)->cap, ==, before);
  ull_workspace_redo (f->workspace);
  g_assert_cmpint (ull_workspace_get_load (f->workspace)->cap, !=, before);
  g_assert_true (ull_workspace_save (f->workspace, path, &error));
  g_assert_no_error (error);
  other = test_window_new (application);
  ull_window_open_path (other, path);
  test_wait_loaded (other);
  g_assert_true (ull_load_equal (ull_workspace_get_load (ull_window_get_workspace (other)), ull_workspace_get_load (f->workspace)));
  test_window_end (other);
  g_remove (path);
  g_rmdir (folder);
}

/* Escape puts the cap back and leaves no entry. */
static void
test_put_back (Fixture *f, gconstpointer data)
{
  UllSceneChart *chart;
  UllScenario *before;

  show_ramp (f);
  g_assert_true (test_wait_until (test_has_ramp, f->run, WAIT));
  chart = ULL_SCENE_CHART (ull_ramp_view_get_chart (f->view));
  before = ull_workspace_get_scenario (f->workspace);
  g_signal_emit_by_name (chart, "grabbed", "cap");
  g_signal_emit_by_name (chart, "stepped", "cap", -10, 0);
  g_signal_emit_by_name (chart, "released", "cap", FALSE);
  g_assert_true (ull_scenario_equal (ull_workspace_get_scenario (f->workspace), before));
}

/* The ramp before a fix stays beside the new one. */
static void
test_fix (Fixture *f, gconstpointer data)
{
  g_autoptr (UllLoad) other = ull_load_new_preset ("long-outputs");
  const UllDevice *device;
  UllRampResult *first;

  show_ramp (f);
  g_assert_true (test_wait_until (test_has_ramp, f->run, WAIT));
  first = ull_ramp_result_ref (ull_ramp_run_get_result (f->run));
  gtk_widget_activate_action (GTK_WIDGET (f->view), "ramp.fix", "s", "fp8");
  g_assert_true (ull_ramp_run_get_kept (f->run) == first);
  g_assert_cmpstr (ull_ramp_run_get_kept_name (f->run), ==, "before: bf16");
  g_assert_true (test_wait_until (test_has_ramp, f->run, WAIT));
  /* Half the bytes a token: twice the blocks, but for the rounding of each. */
  g_assert_cmpint (ull_ramp_run_get_result (f->run)->ramp->blocks, >=, 2 * first->ramp->blocks - 1);
  gtk_widget_activate_action (GTK_WIDGET (f->view), "ramp.drop-kept", NULL);
  g_assert_null (ull_ramp_run_get_kept (f->run));
  /* Undone, the ramp that stood beside it is the ramp; and of another load it is none that could. */
  ull_workspace_undo (f->workspace);
  g_assert_true (test_wait_until (test_has_ramp, f->run, WAIT));
  gtk_widget_activate_action (GTK_WIDGET (f->view), "ramp.fix", "s", "fp8");
  g_assert_nonnull (ull_ramp_run_get_kept (f->run));
  ull_workspace_undo (f->workspace);
  g_assert_null (ull_ramp_run_get_kept (f->run));
  g_assert_true (test_wait_until (test_has_ramp, f->run, WAIT));
  gtk_widget_activate_action (GTK_WIDGET (f->view), "ramp.fix", "s", "fp8");
  ull_workspace_set_load (f->workspace, other);
  g_assert_null (ull_ramp_run_get_kept (f->run));
  ull_workspace_undo (f->workspace);
  ull_workspace_undo (f->workspace);
  g_assert_true (test_wait_until (test_has_ramp, f->run, WAIT));
  /* More memory of the same maker, a quarter at least: a card that is larger by a trifle is no fix. */
  gtk_widget_activate_action (GTK_WIDGET (f->view), "ramp.fix", "s", "card");
  device = ull_workspace_get_scenario (f->workspace)->device;
  g_assert_cmpint (device->allocatable, >=, first->scenario->device->allocatable / 4 * 5);
  g_assert_cmpstr (device->vendor, ==, first->scenario->device->vendor);
  ull_ramp_result_unref (first);
}

/* A fix that gains nothing says so, and why: half a model length bounds what is refused, and of the preset nothing is so long as to be. */
static void
test_fix_for_nothing (Fixture *f, gconstpointer data)
{
  GtkWidget *change;

  show_ramp (f);
  g_assert_true (test_wait_until (test_has_ramp, f->run, WAIT));
  change = test_find (GTK_WIDGET (f->view), GTK_TYPE_LABEL, "beside_change");
  g_assert_false (gtk_widget_is_visible (change));
  gtk_widget_activate_action (GTK_WIDGET (f->view), "ramp.fix", "s", "length");
  g_assert_true (test_wait_until (test_has_ramp, f->run, WAIT));
  test_settle ();
  g_assert_true (gtk_widget_is_visible (change));
  g_test_message ("%s", gtk_label_get_text (GTK_LABEL (change)));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (change)), "his changes nothing: the pool has"));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (change)), "A model length only bounds what is refused"));
}

/* The step that is shown, its blocks, and one request's. */
static void
test_playback (Fixture *f, gconstpointer data)
{
  UllPoolCard *card;
  UllPoolPlayer *player;
  UllBlockPicture blocks;
  gint64 sum = 0;
  guint step;

  show_ramp (f);
  g_assert_true (test_wait_until (test_has_ramp, f->run, WAIT));
  card = ull_ramp_view_get_pool (f->view);
  player = ull_pool_card_get_player (card);
  g_assert_true (test_wait_until (test_has_pool_picture, player, WAIT));
  ull_pool_card_get_blocks (card, &blocks);
  for (guint kind = 0; kind < ULL_N_CELLS; kind++)
    sum += ull_block_grid_count (&blocks, (UllCellKind) kind);
  g_assert_cmpint (sum, ==, ull_playback_get_blocks (ull_pool_player_get_playback (player)));
  step = ull_pool_player_get_step (player);
  ull_pool_player_step_by (player, 1);
  g_assert_true (test_wait_until (test_has_pool_picture, player, WAIT));
  g_assert_cmpuint (ull_pool_player_get_step (player), ==, step + 1);
  gtk_widget_activate_action (GTK_WIDGET (card), "pool.follow-next", NULL);
  g_assert_cmpint (ull_pool_player_get_followed (player), ==, ull_pool_player_get_picture (player)->requests[0].number);
  ull_pool_player_set_playing (player, TRUE);
  g_assert_true (ull_pool_player_get_playing (player));
  ull_pool_player_seek_time (player, 1e9);
  ull_pool_player_set_playing (player, FALSE);
}

static char *
dup_spoken (UllSceneChart *timeline)
{
  const UllSpot *spots;
  guint n;

  spots = ull_scene_get_spots (ull_scene_chart_get_scene (timeline), &n);
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpstr (spots[n - 1].id, ==, "playhead");
  return g_strdup (spots[n - 1].description);
}

/* The playhead by keys: each arrow is a step and says so, Shift a hundredth, Escape puts it back where it was taken, playing if it
 * played; a click goes to its place. */
static void
test_playhead (Fixture *f, gconstpointer data)
{
  UllPoolPlayer *player;
  UllSceneChart *timeline;
  const UllFrame *frame;
  guint before, step;

  show_ramp (f);
  g_assert_true (test_wait_until (test_has_ramp, f->run, WAIT));
  player = ull_pool_card_get_player (ull_ramp_view_get_pool (f->view));
  timeline = ULL_SCENE_CHART (test_find (GTK_WIDGET (f->view), ULL_TYPE_SCENE_CHART, "timeline"));
  g_assert_true (test_wait_until (test_has_pool_picture, player, WAIT));
  before = ull_pool_player_get_step (player);
  g_signal_emit_by_name (timeline, "grabbed", "playhead");
  for (guint i = 0; i < 5; i++)
    {
      g_autofree char *said = dup_spoken (timeline), *then = NULL;

      g_signal_emit_by_name (timeline, "stepped", "playhead", 1, 0);
      then = dup_spoken (timeline);
      g_assert_cmpstr (said, !=, then);
    }
  g_assert_cmpuint (ull_pool_player_get_step (player), ==, before + 5);
  g_signal_emit_by_name (timeline, "stepped", "playhead", 10, 0);
  g_assert_cmpuint (ull_pool_player_get_step (player), >, before + 5);
  g_signal_emit_by_name (timeline, "leapt", "playhead", -1.0);
  g_assert_cmpuint (ull_pool_player_get_step (player), ==, 0);
  g_signal_emit_by_name (timeline, "released", "playhead", FALSE);
  g_assert_cmpuint (ull_pool_player_get_step (player), ==, before);
  g_assert_false (ull_pool_player_get_playing (player));
  frame = ull_scene_get_frame (ull_scene_chart_get_scene (timeline));
  g_signal_emit_by_name (timeline, "clicked", frame->left, (frame->top + frame->bottom) / 2);
  g_assert_cmpuint (ull_pool_player_get_step (player), ==, 0);
  ull_pool_player_set_playing (player, TRUE);
  g_signal_emit_by_name (timeline, "grabbed", "playhead");
  step = ull_pool_player_get_step (player);
  g_signal_emit_by_name (timeline, "leapt", "playhead", 1.0);
  g_assert_cmpuint (ull_pool_player_get_step (player), >, step);
  g_signal_emit_by_name (timeline, "released", "playhead", FALSE);
  g_assert_cmpuint (ull_pool_player_get_step (player), ==, step);
  g_assert_true (ull_pool_player_get_playing (player));
  ull_pool_player_set_playing (player, FALSE);
}

static void
append_widget (GString *out, GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    g_string_append_printf (out, "%s\n", gtk_label_get_text (GTK_LABEL (widget)));
  if (ULL_IS_SCENE_CHART (widget))
    {
      const UllScene *scene = ull_scene_chart_get_scene (ULL_SCENE_CHART (widget));
      g_autofree char *text = scene != NULL ? ull_scene_to_text (scene) : g_strdup ("");

      g_string_append_printf (out, "%s\n%s\n", text, scene != NULL ? ull_scene_get_description (scene) : "");
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    append_widget (out, child);
}

static char *
dump_withheld (Fixture *f, UllDtype dtype)
{
  g_autoptr (UllScenario) scenario = ull_scenario_with_kv_dtype (ull_workspace_get_scenario (f->workspace), dtype);
  GString *out = g_string_new (NULL);

  ull_workspace_set_predict (f->workspace, FALSE);
  ull_workspace_apply (f->workspace, scenario);
  test_settle ();
  ull_workspace_set_predict (f->workspace, TRUE);
  test_settle ();
  append_widget (out, GTK_WIDGET (f->view));
  return g_string_free (out, FALSE);
}

/* With a prediction pending nothing is run and nothing is kept, and two pools that differ are the same picture, word for word. */
static void
test_withheld (Fixture *f, gconstpointer data)
{
  g_autofree char *one = NULL, *other = NULL;
  UllPoolPlayer *player;

  show_ramp (f);
  g_assert_true (test_wait_until (test_has_ramp, f->run, WAIT));
  player = ull_pool_card_get_player (ull_ramp_view_get_pool (f->view));
  ull_ramp_run_keep (f->run, "before");
  ull_workspace_set_predict (f->workspace, TRUE);
  g_assert_null (ull_ramp_run_get_result (f->run));
  g_assert_null (ull_ramp_run_get_kept (f->run));
  g_assert_false (ull_job_runner_get_busy (ULL_JOB_RUNNER (f->run)));
  g_assert_null (ull_pool_player_get_playback (player));
  g_assert_null (ull_pool_player_get_picture (player));
  g_assert_nonnull (strstr (ull_ramp_view_get_headline (f->view), "withheld"));
  one = dump_withheld (f, ULL_DTYPE_BF16);
  other = dump_withheld (f, ULL_DTYPE_FP8);
  g_assert_cmpstr (one, ==, other);
  ull_job_runner_start (ULL_JOB_RUNNER (f->run));
  g_assert_false (ull_job_runner_get_busy (ULL_JOB_RUNNER (f->run)));
}

/* Where no request fits into the pool there is no rate to operate at. */
static void
test_stuck (Fixture *f, gconstpointer data)
{
  g_autoptr (UllScenario) tiny = ull_scenario_with (ull_workspace_get_scenario (f->workspace), ULL_FIELD_AVAILABLE, 1, NULL, NULL);

  show_ramp (f);
  ull_workspace_apply (f->workspace, tiny);
  g_assert_true (test_wait_until (test_has_ramp, f->run, WAIT));
  g_assert_cmpstr (ull_ramp_view_get_headline (f->view), ==, "Nothing to operate: the queue comes to a stand.");
}

/* What cannot be simulated, steps that take no time, is a sentence, and no other ramp stands beside it. */
static void
test_problem (Fixture *f, gconstpointer data)
{
  g_autoptr (UllLoad) timeless = ull_load_copy (ull_workspace_get_load (f->workspace));

  for (guint i = 0; i < ULL_N_STEP_COEFFICIENTS; i++)
    timeless->step_us[i] = 0;
  show_ramp (f);
  g_assert_true (test_wait_until (test_has_ramp, f->run, WAIT));
  ull_workspace_set_load (f->workspace, timeless);
  while (ull_job_runner_get_busy (ULL_JOB_RUNNER (f->run)))
    g_main_context_iteration (NULL, TRUE);
  g_assert_null (ull_ramp_run_get_result (f->run));
  g_assert_nonnull (ull_job_runner_get_problem (ULL_JOB_RUNNER (f->run)));
  g_assert_cmpstr (ull_ramp_view_get_headline (f->view), ==, "No ramp.");
}

/* What is exported is the ramp that is seen; while a prediction is pending there is none to choose. */
static void
test_export (Fixture *f, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("ullage-ramp-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "ramp.csv", NULL), *text = NULL;
  UllExportDialog *dialog;
  GtkWidget *choice;

  show_ramp (f);
  g_assert_true (test_wait_until (test_has_ramp, f->run, WAIT));
  dialog = ull_export_dialog_new (GTK_WINDOW (f->window), f->workspace, NULL, "ramp");
  choice = test_find (GTK_WIDGET (dialog), GTK_TYPE_TOGGLE_BUTTON, "ramp");
  g_assert_true (gtk_widget_get_visible (gtk_widget_get_ancestor (choice, ADW_TYPE_ACTION_ROW)));
  g_assert_true (ull_export_dialog_write (dialog, path));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "With sharing"));
  ull_workspace_set_predict (f->workspace, TRUE);
  dialog = ull_export_dialog_new (GTK_WINDOW (f->window), f->workspace, NULL, "memory");
  choice = test_find (GTK_WIDGET (dialog), GTK_TYPE_TOGGLE_BUTTON, "ramp");
  g_assert_true (choice == NULL || !gtk_widget_is_visible (choice));
  gtk_window_destroy (GTK_WINDOW (dialog));
  test_settle ();
  g_remove (path);
  g_rmdir (folder);
}

static gboolean
has_series (gpointer data)
{
  UllTimelinePicture picture;

  ull_pool_card_get_over_time (data, &picture);
  return picture.n_recorded > 0;
}

/* A server's own figures over the simulated ones; a file that is none is a sentence. */
static void
test_series (Fixture *f, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("ullage-ramp-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "run.csv", NULL), *other = g_build_filename (folder, "none.csv", NULL);
  g_autofree char *said = NULL;
  UllTimelinePicture picture;
  UllPoolCard *card;

  g_assert_true (g_file_set_contents (path, "time,use,running\n0,0.1,1\n10,0.5,4\n20,0.75,5\n", -1, NULL));
  g_assert_true (g_file_set_contents (other, "nothing\n1\n", -1, NULL));
  show_ramp (f);
  g_assert_true (test_wait_until (test_has_ramp, f->run, WAIT));
  card = ull_ramp_view_get_pool (f->view);
  g_assert_true (test_wait_until (test_has_pool_picture, ull_pool_card_get_player (card), WAIT));
  ull_window_open_series (f->window, path);
  g_assert_true (test_wait_until (has_series, card, WAIT));
  ull_pool_card_get_over_time (card, &picture);
  g_assert_cmpuint (picture.n_recorded, ==, 3);
  g_assert_cmpfloat (picture.recorded[2].use, ==, 0.75);
  /* Its page is shown, the mean of what was used is known, 10 s of 0.1 and 10 of 0.5. */
  g_assert_cmpint (ull_ramp_view_get_page (f->view), ==, ULL_RAMP_PAGE_RECORDED);
  said = ull_recorded_chart_describe (&picture);
  g_assert_nonnull (strstr (said, "KV use: 30" ULL_NBSP "% recorded, "));
  g_assert_nonnull (strstr (said, "Running: 2.50 recorded, "));
  g_assert_null (strstr (said, "Preemptions"));
  ull_window_open_series (f->window, other);
  g_assert_true (test_wait_until (has_notice, f->window, WAIT));
  gtk_widget_activate_action (GTK_WIDGET (card), "pool.drop-series", NULL);
  g_assert_cmpint (ull_ramp_view_get_page (f->view), ==, ULL_RAMP_PAGE_POOL);
  g_remove (path);
  g_remove (other);
  g_rmdir (folder);
}

#define ADD(name, function) g_test_add ("/ramp-view/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char *argv[])
{
  application = test_start (&argc, &argv);
  ADD ("runs", test_runs);
  ADD ("drag-while-it-runs", test_drag_while_it_runs);
  ADD ("lines", test_lines);
  ADD ("surge", test_surge);
  ADD ("cancel-surge", test_cancel_surge);
  ADD ("fit-a-run", test_fit);
  ADD ("fit-a-run-that-is-not-met", test_fit_doubt);
  ADD ("cancel", test_cancel);
  ADD ("undo-and-file", test_undo_and_file);
  ADD ("put-back", test_put_back);
  ADD ("fix", test_fix);
  ADD ("fix-for-nothing", test_fix_for_nothing);
  ADD ("playback", test_playback);
  ADD ("playhead", test_playhead);
  ADD ("withheld", test_withheld);
  ADD ("export", test_export);
  ADD ("series", test_series);
  ADD ("stuck", test_stuck);
  ADD ("problem", test_problem);
  return g_test_run ();
}
