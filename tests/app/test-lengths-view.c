#include "test-util.h"

#include "ull-column-picker.h"
#include "ull-document.h"
#include "ull-export-dialog.h"
#include "ull-lengths-view.h"
#include "ull-page-stack.h"
#include "ull-plan-view.h"
#include "ull-units.h"

#include <adwaita.h>
#include <glib/gstdio.h>
#include <string.h>

/* The page of lengths in the real window. */

static UllApplication *application;

#define CHAT "lognormal:6.6,0.9,64,8192"

typedef struct
{
  UllWindow *window;
  UllWorkspace *workspace; /* borrowed */
  UllPageStack *pages;     /* borrowed */
  UllLengthsView *view;    /* borrowed */
  char *folder;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->window = test_window_new (application);
  g_assert_true (ull_window_open_bundled (fixture->window, "llama-3.1-8b", "rtx-4090", NULL));
  fixture->workspace = ull_window_get_workspace (fixture->window);
  fixture->pages = ull_plan_view_get_pages (ULL_PLAN_VIEW (test_find (GTK_WIDGET (fixture->window), ULL_TYPE_PLAN_VIEW, NULL)));
  fixture->view = ull_page_stack_get_lengths (fixture->pages);
  ull_page_stack_set_page (fixture->pages, ULL_PAGE_LENGTHS);
  test_wait_frames (GTK_WIDGET (fixture->window), 2);
  fixture->folder = g_dir_make_tmp ("ullage-lengths-XXXXXX", NULL);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GDir) folder = g_dir_open (fixture->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (fixture->folder);
  g_clear_pointer (&fixture->folder, g_free);
  test_window_end (fixture->window);
}

static UllScenario *
scenario (Fixture *fixture)
{
  return ull_workspace_get_scenario (fixture->workspace);
}

static gboolean
is_drawn (gpointer data)
{
  UllLengthsView *view = data;
  const UllMix *mix = ull_lengths_view_get_mix (view);

  return mix != NULL && !ull_lengths_view_is_drawing (view);
}

static void
wait_drawn (Fixture *fixture)
{
  test_wait_frames (GTK_WIDGET (fixture->window), 2);
  g_assert_true (test_wait_until (is_drawn, fixture->view, 10000));
}

static char *
row (Fixture *fixture, guint n)
{
  return ull_lengths_answers_dup_row (ull_lengths_view_get_answers (fixture->view), n);
}

/* The chapter's lengths: 735 and 5,965. What fits of them is what a plan of that one length says. */
static void
test_chat (Fixture *fixture, gconstpointer data)
{
  g_autofree char *median = NULL, *p99 = NULL;
  UllMix mix;

  g_assert_null (ull_lengths_view_get_mix (fixture->view));
  gtk_widget_activate_action (GTK_WIDGET (fixture->view), "lengths.take", "s", CHAT);
  g_assert_cmpstr (ull_lengths_get_spec (scenario (fixture)->lengths), ==, CHAT);
  g_assert_cmpint (scenario (fixture)->value[ULL_FIELD_CONTEXT], ==, 1091);
  wait_drawn (fixture);
  g_assert_true (ull_mix_init (&mix, scenario (fixture), scenario (fixture)->lengths, 1, NULL));
  g_assert_cmpfloat (ull_lengths_view_get_mix (fixture->view)->monte_carlo, ==, mix.monte_carlo);
  g_assert_cmpfloat (ull_lengths_view_get_mix (fixture->view)->normal, ==, mix.normal);
  for (int i = 0; i < ULL_N_MIX_LENGTHS; i++)
    {
      g_autoptr (UllScenario) one = ull_scenario_with (scenario (fixture), ULL_FIELD_CONTEXT, mix.tokens[i], NULL, NULL);
      g_autoptr (UllPlan) plan = ull_plan_new (one, NULL);

      g_assert_cmpint (ull_lengths_view_get_mix (fixture->view)->concurrency[i], ==, plan->max_concurrency);
    }
  median = row (fixture, 0);
  p99 = row (fixture, 2);
  g_assert_true (g_str_has_prefix (median, "Median | 735" ));
  g_assert_true (g_str_has_prefix (p99, "99th percentile | 5,965"));
  ull_workspace_undo (fixture->workspace);
  g_assert_null (scenario (fixture)->lengths);
  g_assert_cmpint (scenario (fixture)->value[ULL_FIELD_CONTEXT], ==, 4096);
  g_assert_null (ull_lengths_view_get_mix (fixture->view));
  ull_workspace_redo (fixture->workspace);
  g_assert_cmpstr (ull_lengths_get_spec (scenario (fixture)->lengths), ==, CHAT);
}

static void
test_bad (Fixture *fixture, gconstpointer data)
{
  static const char *const texts[] = { "lognormal", "uniform:9,8", "lognormal:nan,1,1,2", "csv:nowhere.csv:tokens", "trace:/dev/null", "csv:" };

  ull_lengths_view_enter (fixture->view, CHAT);
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      UllScenario *before = scenario (fixture);

      ull_lengths_view_enter (fixture->view, texts[i]);
      for (int k = 0; k < 200 && ull_lengths_view_get_message (fixture->view) == NULL; k++)
        {
          g_main_context_iteration (NULL, FALSE);
          g_usleep (5000);
        }
      g_test_message ("%s: %s", texts[i], ull_lengths_view_get_message (fixture->view));
      g_assert_nonnull (ull_lengths_view_get_message (fixture->view));
      g_assert_true (scenario (fixture) == before);
      ull_lengths_view_enter (fixture->view, CHAT);
      g_assert_null (ull_lengths_view_get_message (fixture->view));
    }
  ull_lengths_view_enter (fixture->view, "");
  g_assert_null (scenario (fixture)->lengths);
  g_assert_cmpint (scenario (fixture)->value[ULL_FIELD_CONTEXT], ==, 1091);
}

/* Lengths are given; what a plan makes of them is an answer. */
static void
test_withheld (Fixture *fixture, gconstpointer data)
{
  const UllScene *scene;
  guint n;

  ull_lengths_view_enter (fixture->view, CHAT);
  wait_drawn (fixture);
  ull_workspace_set_predict (fixture->workspace, TRUE);
  g_assert_null (ull_lengths_view_get_mix (fixture->view));
  g_assert_false (ull_lengths_view_is_drawing (fixture->view));
  for (guint i = 0; i < 12; i++)
    {
      g_autofree char *said = row (fixture, i);

      g_assert_cmpstr (said, ==, i < 5 ? " |  | " : " | ");
    }
  scene = ull_chart_view_get_scene (ull_lengths_view_get_chart (fixture->view));
  ull_scene_get_spots (scene, &n);
  g_assert_cmpuint (n, >, 0);
  ull_workspace_set_predict (fixture->workspace, FALSE);
  wait_drawn (fixture);
  g_assert_cmpint (ull_lengths_view_get_mix (fixture->view)->tokens[ULL_MIX_P50], ==, 735);
}

/* The draws of the last scenario win, and a page that is left draws no more. */
static void
test_latest (Fixture *fixture, gconstpointer data)
{
  ull_lengths_view_enter (fixture->view, CHAT);
  for (gint64 requests = 20; requests <= 40; requests++)
    {
      g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONCURRENCY, requests, NULL, NULL));
      test_wait_frames (GTK_WIDGET (fixture->window), 1);
    }
  wait_drawn (fixture);
  g_assert_cmpint (ull_lengths_view_get_mix (fixture->view)->requests, ==, 40);
  g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONCURRENCY, 41, NULL, NULL));
  ull_page_stack_set_page (fixture->pages, ULL_PAGE_SUM);
  test_wait_frames (GTK_WIDGET (fixture->window), 2);
  g_assert_false (ull_lengths_view_is_drawing (fixture->view));
  g_assert_null (ull_lengths_view_get_mix (fixture->view));
  ull_page_stack_set_page (fixture->pages, ULL_PAGE_LENGTHS);
  wait_drawn (fixture);
  g_assert_cmpint (ull_lengths_view_get_mix (fixture->view)->requests, ==, 41);
}

static gboolean
has_picker (gpointer data)
{
  g_autoptr (GListModel) windows = g_object_ref (gtk_window_get_toplevels ());
  UllColumnPicker **picker = data;

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GObject) window = g_list_model_get_item (windows, i);

      if (ULL_IS_COLUMN_PICKER (window))
        *picker = ULL_COLUMN_PICKER (window);
    }
  return *picker != NULL;
}

static gboolean
has_lengths (gpointer data)
{
  return ull_workspace_get_scenario (data)->lengths != NULL;
}

/* A log of one's own: its column is asked for, and the document then stands alone. */
static void
test_log (Fixture *fixture, gconstpointer data)
{
  g_autofree char *log = g_build_filename (fixture->folder, "log.csv", NULL);
  g_autofree char *document = g_build_filename (fixture->folder, "a.ullage", NULL), *text = NULL;
  g_autoptr (UllScenario) read = NULL;
  UllColumnPicker *picker = NULL;
  GtkWidget *second;

  g_assert_true (g_file_set_contents (log, "when,\"a:b\",tokens\n1,7,100\n2,8,300\n3,9,200\n", -1, NULL));
  ull_lengths_view_open_log (fixture->view, log);
  g_assert_true (test_wait_until (has_picker, &picker, 10000));
  second = ull_column_picker_get_row (picker, 2);
  g_assert_cmpstr (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (second)), ==, "tokens");
  gtk_widget_activate (second);
  g_assert_true (test_wait_until (has_lengths, fixture->workspace, 10000));
  g_assert_cmpstr (ull_lengths_get_spec (scenario (fixture)->lengths), ==, "csv:log.csv:tokens");
  g_assert_cmpint (scenario (fixture)->value[ULL_FIELD_CONTEXT], ==, 200);
  g_unlink (log);
  g_assert_true (ull_workspace_save (fixture->workspace, document, NULL));
  g_assert_true (g_file_get_contents (document, &text, NULL, NULL));
  read = ull_document_parse ("a.ullage", text, strlen (text), NULL);
  g_assert_true (ull_lengths_equal (read->lengths, scenario (fixture)->lengths));
  g_assert_false (ull_workspace_get_modified (fixture->workspace));
}

/* A name that would not be read back from a description is passed as its number; a trace is one choice. */
static void
test_columns (Fixture *fixture, gconstpointer data)
{
  g_autofree char *log = g_build_filename (fixture->folder, "log.csv", NULL);
  UllColumnPicker *picker = NULL;

  g_assert_true (g_file_set_contents (log, "ContextTokens,GeneratedTokens,a:b\n100,50,7\n", -1, NULL));
  ull_lengths_view_open_log (fixture->view, log);
  g_assert_true (test_wait_until (has_picker, &picker, 10000));
  gtk_widget_activate (ull_column_picker_get_row (picker, 3));
  g_assert_true (test_wait_until (has_lengths, fixture->workspace, 10000));
  g_assert_cmpstr (ull_lengths_get_spec (scenario (fixture)->lengths), ==, "csv:log.csv:3");
  ull_lengths_view_enter (fixture->view, "");
  picker = NULL;
  test_wait_frames (GTK_WIDGET (fixture->window), 2);
  ull_lengths_view_open_log (fixture->view, log);
  g_assert_true (test_wait_until (has_picker, &picker, 10000));
  gtk_widget_activate (ull_column_picker_get_row (picker, 0));
  g_assert_true (test_wait_until (has_lengths, fixture->workspace, 10000));
  g_assert_cmpint (ull_lengths_quantile (scenario (fixture)->lengths, ULL_PPM_ONE), ==, 150);
}

/* The chart's own export is of that chart, and its button is there only with lengths. */
static void
test_export (Fixture *fixture, gconstpointer data)
{
  for (int i = 0; i < 2; i++)
    {
      g_autoptr (GVariant) chart = NULL;
      GtkWindow *dialog;
      GActionGroup *choices;

      if (i == 1)
        gtk_widget_activate_action (GTK_WIDGET (fixture->view), "lengths.take", "s", CHAT);
      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.export-chart", "s", "lengths"));
      dialog = test_find_window (GTK_WINDOW (fixture->window), ULL_TYPE_EXPORT_DIALOG);
      choices = ull_export_dialog_get_choices (ULL_EXPORT_DIALOG (dialog));
      chart = g_action_group_get_action_state (choices, "chart");
      g_assert_cmpint (gtk_widget_get_visible (test_find (GTK_WIDGET (dialog), GTK_TYPE_TOGGLE_BUTTON, "lengths")), ==, i == 1);
      if (i == 1)
        g_assert_cmpstr (g_variant_get_string (chart, NULL), ==, "lengths");
      gtk_window_destroy (dialog);
    }
}

static void
add (const char *name, void (*test) (Fixture *, gconstpointer))
{
  g_autofree char *path = g_strconcat ("/lengths-view/", name, NULL);

  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

int
main (int argc, char **argv)
{
  application = test_start (&argc, &argv);
  add ("chat", test_chat);
  add ("bad", test_bad);
  add ("withheld", test_withheld);
  add ("latest", test_latest);
  add ("log", test_log);
  add ("columns", test_columns);
  add ("export", test_export);
  return g_test_run ();
}
