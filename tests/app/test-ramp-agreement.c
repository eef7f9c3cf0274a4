#include "test-util.h"

#include "ull-export-dialog.h"
#include "ull-pool-drawing.h"
#include "ull-ramp-view.h"

#include <glib/gstdio.h>
#include <math.h>

/* Agreement of a ramp's charts: what the window's export writes of a load, `ullage-cli chart` writes of the saved document, to the byte.
 * The program to ask is the first argument. */

#define WAIT 120000

static UllApplication *application;
static const char *cli;

typedef struct
{
  UllWindow *window;
  UllWorkspace *workspace; /* borrowed, as are the next two */
  UllPoolCard *card;
  UllPoolPlayer *player;
  char *folder;
  char *document;
  char *picture;
  char *other;
  char *run;    /* request times */
  char *series; /* a server's metrics */
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autoptr (UllLoad) load = ull_load_new_preset ("chat");
  g_autoptr (GError) error = NULL;

  f->folder = g_dir_make_tmp ("ullage-XXXXXX", NULL);
  f->document = g_build_filename (f->folder, "plan.ullage", NULL);
  f->picture = g_build_filename (f->folder, "window.svg", NULL);
  f->other = g_build_filename (f->folder, "shell.svg", NULL);
  f->run = g_build_filename (f->folder, "run.csv", NULL);
  f->series = g_build_filename (f->folder, "server.csv", NULL);
  f->window = test_window_new (application);
  g_assert_true (ull_window_open_bundled (f->window, "llama-3.1-8b", "rtx-4090", &error));
  f->workspace = ull_window_get_workspace (f->window);
  load->requests = 240;
  ull_workspace_set_load (f->workspace, load);
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.view", "s", "ramp");
  g_assert_true (test_wait_until (test_has_ramp, ull_workspace_get_ramp_run (f->workspace), WAIT));
  f->card = ULL_POOL_CARD (test_find (GTK_WIDGET (f->window), ULL_TYPE_POOL_CARD, NULL));
  f->player = ull_pool_card_get_player (f->card);
  g_assert_true (test_wait_until (test_has_pool_picture, f->player, WAIT));
  g_assert_true (ull_workspace_save (f->workspace, f->document, &error));
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  char *const paths[] = { f->document, f->picture, f->other, f->run, f->series };

  test_window_end (f->window);
  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_remove (paths[i]);
      g_free (paths[i]);
    }
  g_rmdir (f->folder);
  g_free (f->folder);
}

static char *
ask (const char *command, const char *const *options, const char *const *more)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) argv = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *complaint = NULL;
  char *out = NULL;
  int status;

  g_strv_builder_add_many (builder, cli, command, NULL);
  g_strv_builder_addv (builder, (const char **) options);
  g_strv_builder_addv (builder, (const char **) more);
  argv = g_strv_builder_end (builder);
  g_assert_true (g_spawn_sync (NULL, argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &out, &complaint, &status, &error));
  g_assert_cmpstr (complaint, ==, "");
  g_assert_true (g_spawn_check_wait_status (status, &error));
  return out;
}

/* @options: of the command, to a NULL. */
static void
check_same (Fixture *f, const char *chart, const char *look, const char *const *options)
{
  UllExportDialog *dialog = ull_export_dialog_new (GTK_WINDOW (f->window), f->workspace, f->card, chart);
  const char *const always[] = { chart, f->document, "-o", f->other, "--style", look, NULL };
  g_autofree char *window = NULL, *shell = NULL, *out = NULL;

  g_action_group_change_action_state (ull_export_dialog_get_choices (dialog), "look", g_variant_new_string (look));
  g_assert_true (ull_export_dialog_write (dialog, f->picture));
  test_settle ();
  out = ask ("chart", always, options);
  g_assert_true (g_file_get_contents (f->picture, &window, NULL, NULL));
  g_assert_true (g_file_get_contents (f->other, &shell, NULL, NULL));
  /* A whole picture as an assertion's text helps nobody. */
  if (!g_str_equal (window, shell))
    g_error ("%s: the window's file and the command's differ", chart);
  g_test_message ("%s, %s: the same", chart, look);
}

/* As each comes without anything chosen. */
static void
test_as_offered (Fixture *f, gconstpointer data)
{
  check_same (f, "ramp", "light", (const char *const[]) { "--width", "960", "--height", "1080", NULL });
  check_same (f, "latency", "dark", (const char *const[]) { NULL });
  check_same (f, "blocks", "light", (const char *const[]) { NULL });
  check_same (f, "pool", "print", (const char *const[]) { NULL });
}

/* The time that is shown of a step, typed, is that step's. */
static void
check_moments (Fixture *f)
{
  const UllPlayback *playback = ull_pool_player_get_playback (f->player);
  guint n;

  ull_playback_get_steps (playback, &n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *said = ull_played_describe_step (playback, i);

      g_assert_cmpuint (ull_playback_find (playback, (gint64) llround (g_ascii_strtod (said, NULL) * 1e9)), ==, i);
    }
}

static gboolean
has_series (gpointer data)
{
  return ull_pool_card_has_series (data);
}

/* Of another level, at another moment, with a request that is followed. */
static void
test_as_chosen (Fixture *f, gconstpointer data)
{
  GtkDropDown *levels = GTK_DROP_DOWN (test_find (GTK_WIDGET (f->card), GTK_TYPE_DROP_DOWN, "level"));
  g_autofree char *level = NULL, *at = NULL, *followed = NULL;
  const UllPlaybackStep *steps;
  guint n, step;

  gtk_drop_down_set_selected (levels, 2);
  test_settle ();
  g_assert_true (test_wait_until (test_has_pool_picture, f->player, WAIT));
  check_moments (f);
  steps = ull_playback_get_steps (ull_pool_player_get_playback (f->player), &n);
  ull_pool_player_seek (f->player, 2 * n / 3);
  g_assert_true (test_wait_until (test_has_pool_picture, f->player, WAIT));
  gtk_widget_activate_action (GTK_WIDGET (f->card), "pool.follow-next", NULL);
  step = ull_pool_player_get_step (f->player);
  level = g_strdup_printf ("%" G_GINT64_FORMAT, ull_pool_player_get_clients (f->player));
  /* In the middle of the step, so that no rounding leaves it. */
  at = g_strdup_printf ("%.6f", (double) (steps[step].start_ns + steps[step].end_ns) / 2e9);
  followed = g_strdup_printf ("%" G_GINT64_FORMAT, ull_pool_player_get_followed (f->player) + 1);
  check_same (f, "blocks", "dark", (const char *const[]) { "--level", level, "--at", at, "--follow", followed, NULL });
  check_same (f, "pool", "light", (const char *const[]) { "--level", level, "--at", at, NULL });
  g_assert_true (g_file_set_contents (f->series, "time,use,running,preemptions\n0,0,0,7\n5,0.25,3,7\n60,0.75,9,8\n", -1, NULL));
  ull_window_open_series (f->window, f->series);
  g_assert_true (test_wait_until (has_series, f->card, WAIT));
  check_same (f, "recorded", "dark", (const char *const[]) { "--level", level, "--at", at, "--series", f->series, NULL });
  check_same (f, "pool", "dark", (const char *const[]) { "--level", level, "--at", at, "--series", f->series, NULL });
}

static gboolean
has_surge (gpointer data)
{
  return ull_surge_run_get_surge (data) != NULL && !ull_job_runner_get_busy (data);
}

static gboolean
is_sensitive (gpointer widget)
{
  return gtk_widget_is_sensitive (widget);
}

/* The burst, whose page nobody has looked at: it is offered, is run for who asks, and for nobody afterwards. */
static void
test_surge (Fixture *f, gconstpointer data)
{
  UllSurgeRun *run = ull_workspace_get_surge_run (f->workspace);
  UllExportDialog *dialog = ull_export_dialog_new (GTK_WINDOW (f->window), f->workspace, f->card, "ramp");
  GtkWidget *choice = test_find (GTK_WIDGET (dialog), GTK_TYPE_TOGGLE_BUTTON, "surge");

  g_assert_true (gtk_widget_get_visible (choice));
  g_assert_false (gtk_widget_is_sensitive (choice));
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (choice)), ==, "Surge, being run");
  g_assert_true (test_wait_until (is_sensitive, choice, WAIT));
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (choice)), ==, "Surge");
  gtk_window_destroy (GTK_WINDOW (dialog));
  test_settle ();
  g_assert_false (ull_job_runner_get_wanted (ULL_JOB_RUNNER (run)));
  g_assert_true (has_surge (run));
  check_same (f, "surge", "light", (const char *const[]) { "--width", "960", "--height", "720", NULL });
}

/* The ramp before a fix beside the one with it, of the document of before and that of now. */
static void
test_beside (Fixture *f, gconstpointer data)
{
  GtkWidget *view = test_find (GTK_WIDGET (f->window), ULL_TYPE_RAMP_VIEW, NULL);
  g_autofree char *now = g_build_filename (f->folder, "now.ullage", NULL), *before = g_steal_pointer (&f->document);
  g_autoptr (GError) error = NULL;

  gtk_widget_activate_action (view, "ramp.fix", "s", "fp8");
  g_assert_true (test_wait_until (test_has_ramp, ull_workspace_get_ramp_run (f->workspace), WAIT));
  g_assert_true (ull_workspace_save (f->workspace, now, &error));
  f->document = now;
  check_same (f, "ramp", "light", (const char *const[]) { "--width", "960", "--height", "1080", "--beside", before, NULL });
  check_same (f, "latency", "dark", (const char *const[]) { "--beside", before, NULL });
  f->document = g_steal_pointer (&before);
  g_remove (now);
}

static gboolean
is_fitted (gpointer data)
{
  UllFitRun *run = data;

  return ull_fit_run_get_fit (run) != NULL && !ull_fit_run_get_busy (run);
}

/* What a fit leaves, and then the ramp with the fitted step, of the document of before. */
static void
test_fitted (Fixture *f, gconstpointer data)
{
  UllFitRun *fit = ull_workspace_get_fit_run (f->workspace);
  const char *const run[] = { f->document, "--levels", "8", "--requests", "40", "--step", "15000,80,0.2", "--per-request", NULL };
  g_autofree char *rows = ask ("ramp", run, (const char *const[]) { NULL });
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (f->run, rows, -1, &error));
  ull_fit_run_start (fit, ull_workspace_get_scenario (f->workspace), f->run);
  g_assert_true (test_wait_until (is_fitted, fit, WAIT));
  /* The window leaves out the last quarter of so many: 40 of 160. */
  check_same (f, "residuals", "light", (const char *const[]) { "--fit", f->run, "--fit-first", "120", NULL });
  g_assert_true (test_wait_until (test_has_ramp, ull_workspace_get_ramp_run (f->workspace), WAIT));
  check_same (f, "latency", "light", (const char *const[]) { "--fit", f->run, "--fit-first", "120", NULL });
}

int
main (int argc, char **argv)
{
  application = test_start (&argc, &argv);
  g_assert_cmpint (argc, >=, 2);
  cli = argv[1];
  g_test_add ("/ramp-agreement/as-offered", Fixture, NULL, set_up, test_as_offered, tear_down);
  g_test_add ("/ramp-agreement/as-chosen", Fixture, NULL, set_up, test_as_chosen, tear_down);
  g_test_add ("/ramp-agreement/surge", Fixture, NULL, set_up, test_surge, tear_down);
  g_test_add ("/ramp-agreement/beside", Fixture, NULL, set_up, test_beside, tear_down);
  g_test_add ("/ramp-agreement/fitted", Fixture, NULL, set_up, test_fitted, tear_down);
  return g_test_run ();
}
