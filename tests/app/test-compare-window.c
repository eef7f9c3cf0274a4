#include "test-util.h"

#include "ull-compare-window.h"
#include "ull-data-table.h"
#include "ull-pin-row.h"
#include "ull-plan-view.h"
#include "ull-table-view.h"

#include <glib/gstdio.h>
#include <string.h>

/* The comparison through the real window: the keys' actions, the table, what is copied and written, and that all of it is
 * empty while a prediction is pending. */

static UllApplication *application;

typedef struct
{
  UllWindow *window;
  UllWorkspace *workspace;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->window = test_window_new_open (application);
  fixture->workspace = ull_window_get_workspace (fixture->window);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  test_window_end (fixture->window);
}

static UllCompareWindow *
compare (Fixture *fixture)
{
  UllCompareWindow *compare;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.compare", NULL));
  compare = ULL_COMPARE_WINDOW (test_find_window (GTK_WINDOW (fixture->window), ULL_TYPE_COMPARE_WINDOW));
  g_assert_nonnull (compare);
  test_wait_frames (GTK_WIDGET (compare), 2);
  return compare;
}

static void
pin_and_double (Fixture *fixture)
{
  gint64 context = ull_workspace_get_scenario (fixture->workspace)->value[ULL_FIELD_CONTEXT];

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.pin", NULL));
  g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONTEXT, 2 * context, NULL, NULL));
}

static UllTableView *
table_of (UllCompareWindow *window)
{
  return ULL_TABLE_VIEW (test_find (GTK_WIDGET (window), ULL_TYPE_TABLE_VIEW, NULL));
}

static void
test_nothing_pinned (Fixture *fixture, gconstpointer data)
{
  UllCompareWindow *window = compare (fixture);

  g_assert_null (ull_compare_window_dup_csv (window));
  g_assert_cmpuint (ull_table_view_get_n_rows (table_of (window)), ==, 0);
  g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (window)), ==, 0);
  /* Asked for again it is the same window. */
  g_assert_true (compare (fixture) == window);
}

/* Numbers are the plans'. */
static void
test_tables (Fixture *fixture, gconstpointer data)
{
  UllCompareWindow *window;
  const UllPlan *now, *pinned;
  g_autofree char *csv = NULL, *difference = NULL, *expected = NULL, *row = NULL;

  pin_and_double (fixture);
  window = compare (fixture);
  now = ull_workspace_get_disclosure (fixture->workspace)->plan;
  pinned = ull_workspace_get_disclosure (fixture->workspace)->ghost->plan;
  csv = ull_compare_window_dup_csv (window);
  g_assert_true (g_str_has_prefix (csv, "name,model,"));
  expected = g_strdup_printf (",%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT "\r\n", pinned->demand_bytes, pinned->ullage_bytes);
  g_assert_nonnull (strstr (csv, expected));
  g_assert_cmpuint (ull_table_view_get_n_rows (table_of (window)), >, 8);
  ull_compare_window_set_difference (window, TRUE);
  difference = ull_compare_window_dup_csv (window);
  row = g_strdup_printf ("kv_bytes_per_request,bytes,%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT ",2\r\n",
                         pinned->request_bytes, now->request_bytes, now->request_bytes - pinned->request_bytes);
  g_assert_nonnull (strstr (difference, row));
  test_wait_frames (GTK_WIDGET (window), 2);
  g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (window)), ==, 0);
}

static void
test_pin_row (Fixture *fixture, gconstpointer data)
{
  UllPins *pins = ull_workspace_get_pins (fixture->workspace);
  UllCompareWindow *window;
  GtkWidget *row, *name;

  pin_and_double (fixture);
  window = compare (fixture);
  row = test_find (GTK_WIDGET (window), ULL_TYPE_PIN_ROW, NULL);
  name = test_find (row, GTK_TYPE_ENTRY, NULL);
  gtk_editable_set_text (GTK_EDITABLE (name), "short");
  g_signal_emit_by_name (name, "activate");
  g_assert_cmpstr (ull_pin_get_name (ull_pins_get (pins, 0)), ==, "short");
  gtk_editable_set_text (GTK_EDITABLE (name), "");
  g_signal_emit_by_name (name, "activate");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (name)), ==, "short");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (test_find (row, GTK_TYPE_TOGGLE_BUTTON, "show")), FALSE);
  g_assert_null (ull_pins_get_shown (pins));
  g_signal_emit_by_name (test_find (row, GTK_TYPE_BUTTON, "restore"), "clicked");
  g_assert_true (ull_workspace_get_scenario (fixture->workspace) == ull_pin_get_scenario (ull_pins_get (pins, 0)));
  g_signal_emit_by_name (test_find (row, GTK_TYPE_BUTTON, "remove"), "clicked");
  g_assert_cmpuint (ull_pins_get_n (pins), ==, 0);
  test_wait_frames (GTK_WIDGET (window), 2);
  g_assert_null (test_find (GTK_WIDGET (window), ULL_TYPE_PIN_ROW, NULL));
}

static void
test_write (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("ullage-compare-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "plans", NULL);
  g_autofree char *written = g_strconcat (path, ".csv", NULL);
  g_autofree char *nowhere = g_build_filename (folder, "no", "plans.csv", NULL);
  g_autofree char *csv = NULL, *text = NULL;
  UllCompareWindow *window;

  pin_and_double (fixture);
  window = compare (fixture);
  csv = ull_compare_window_dup_csv (window);
  g_assert_true (ull_compare_window_write (window, path));
  g_assert_true (g_file_get_contents (written, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, csv);
  g_assert_false (ull_compare_window_write (window, nowhere));
  ull_workspace_set_predict (fixture->workspace, TRUE);
  g_unlink (written);
  g_assert_false (ull_compare_window_write (window, path));
  g_assert_false (g_file_test (written, G_FILE_TEST_EXISTS));
  g_rmdir (folder);
}

/* At once, before a frame is painted. */
static void
test_withheld (Fixture *fixture, gconstpointer data)
{
  const UllPrediction said = { .fits = TRUE, .fits_confidence = 90, .requests = 9, .requests_confidence = 50 };
  UllCompareWindow *window;

  pin_and_double (fixture);
  window = compare (fixture);
  g_assert_cmpuint (ull_table_view_get_n_rows (table_of (window)), >, 0);
  ull_workspace_set_predict (fixture->workspace, TRUE);
  g_assert_cmpuint (ull_table_view_get_n_rows (table_of (window)), ==, 0);
  g_assert_null (ull_compare_window_dup_csv (window));
  ull_workspace_commit (fixture->workspace, &said);
  g_assert_cmpuint (ull_table_view_get_n_rows (table_of (window)), ==, 0);
  while (ull_workspace_reveal_next (fixture->workspace))
    continue;
  g_assert_cmpuint (ull_table_view_get_n_rows (table_of (window)), >, 0);
}

/* A row of the sum has the pinned value where it differs, and only as far as the sum is shown. */
static void
test_sum (Fixture *fixture, gconstpointer data)
{
  UllPlanView *plan = ULL_PLAN_VIEW (test_find (GTK_WIDGET (fixture->window), ULL_TYPE_PLAN_VIEW, NULL));
  const UllPrediction said = { .fits = TRUE, .fits_confidence = 90, .requests = 9, .requests_confidence = 50 };
  UllSumView *sum = ull_plan_view_get_sum (plan);
  const UllDerivation *derivation;
  guint differing = 0;

  pin_and_double (fixture);
  derivation = &ull_workspace_get_disclosure (fixture->workspace)->plan->derivation;
  for (guint i = 0; i < derivation->n_steps; i++)
    {
      const UllDerivation *pinned = &ull_workspace_get_disclosure (fixture->workspace)->ghost->plan->derivation;
      gboolean differs = pinned->step[i].value != derivation->step[i].value;

      g_assert_cmpint (pinned->step[i].id, ==, derivation->step[i].id);
      g_assert_cmpint (ull_sum_row_get_pinned (ull_sum_view_get_row (sum, i)) != NULL, ==, differs);
      differing += differs;
    }
  g_assert_cmpuint (differing, >, 2);
  ull_workspace_set_predict (fixture->workspace, TRUE);
  g_assert_null (ull_sum_view_get_row (sum, 0));
  ull_workspace_commit (fixture->workspace, &said);
  derivation = &ull_workspace_get_disclosure (fixture->workspace)->plan->derivation;
  for (guint i = 0; i < derivation->n_steps; i++)
    g_assert_null (ull_sum_row_get_pinned (ull_sum_view_get_row (sum, i)));
}

/* The data table has the pinned series, and shows numbers in groups. */
static void
test_data_table (Fixture *fixture, gconstpointer data)
{
  UllDataTable *table;
  g_autofree char *before = NULL, *after = NULL, *cell = NULL;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.data-table", NULL));
  table = ULL_DATA_TABLE (test_find_window (GTK_WINDOW (fixture->window), ULL_TYPE_DATA_TABLE));
  test_wait_frames (GTK_WIDGET (table), 2);
  before = ull_data_table_dup_csv (table);
  g_assert_null (strstr (before, "pinned"));
  /* 24,564 MiB are reported. */
  cell = ull_table_view_dup_cell (ULL_TABLE_VIEW (test_find (GTK_WIDGET (table), ULL_TYPE_TABLE_VIEW, NULL)), 0, 1);
  g_assert_cmpstr (cell, ==, "25,757,220,864");
  pin_and_double (fixture);
  after = ull_data_table_dup_csv (table);
  g_assert_nonnull (strstr (after, "pinned"));
}

/* It stays within a phone's screen at twice the text size, with nothing pinned and beside a pin. */
static void
test_width (Fixture *fixture, gconstpointer data)
{
  UllCompareWindow *window;
  int least;

  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 2 * 96 * 1024, NULL);
  window = compare (fixture);
  gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  g_assert_cmpint (least, <=, 360);
  pin_and_double (fixture);
  test_wait_frames (GTK_WIDGET (window), 3);
  gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  g_assert_cmpint (least, <=, 360);
  gtk_settings_reset_property (gtk_settings_get_default (), "gtk-xft-dpi");
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *fixture, gconstpointer data);
  } tests[] = {
    { "/compare-window/nothing-pinned", test_nothing_pinned },
    { "/compare-window/tables", test_tables },
    { "/compare-window/pin-row", test_pin_row },
    { "/compare-window/write", test_write },
    { "/compare-window/withheld", test_withheld },
    { "/compare-window/sum", test_sum },
    { "/compare-window/width", test_width },
    { "/compare-window/data-table", test_data_table },
  };

  application = test_start (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
