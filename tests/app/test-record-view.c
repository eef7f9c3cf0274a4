#include "test-util.h"

#include "ull-data-table.h"
#include "ull-record-view.h"
#include "ull-scene-card.h"

#include <glib/gstdio.h>
#include <string.h>

/* The record's page: its figures, what it writes, that erasing asks first, and that a damaged file is a sentence. */

typedef struct
{
  GtkWidget *window;
  UllRecordView *view;
  UllRecord *record;
  guint n_erased;
} Fixture;

static void
add (UllRecord *record, const char *term, int confidence, gboolean right, const char *slip, double factor)
{
  UllRecordEntry entry = { 1764450000, g_strdup ("drill"), g_strdup ("d"), g_strdup ("figure"), g_strdup (term), confidence, right,
                           g_strdup (slip), factor };

  g_array_append_val (record->entries, entry);
}

static void
erase_cb (Fixture *fixture)
{
  fixture->n_erased++;
  g_array_set_size (fixture->record->entries, 0);
  ull_record_view_show (fixture->view, fixture->record, NULL);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->record = ull_record_new ();
  fixture->window = adw_window_new ();
  fixture->view = ULL_RECORD_VIEW (ull_record_view_new ());
  g_signal_connect_swapped (fixture->view, "erase", G_CALLBACK (erase_cb), fixture);
  adw_window_set_content (ADW_WINDOW (fixture->window), GTK_WIDGET (fixture->view));
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 360, 640);
  gtk_window_present (GTK_WINDOW (fixture->window));
  test_wait_frames (fixture->window, 2);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  test_settle ();
  g_clear_pointer (&fixture->record, ull_record_free);
}

static gboolean
says (GtkWidget *root, const char *text)
{
  if (GTK_IS_LABEL (root) && strstr (gtk_label_get_text (GTK_LABEL (root)), text) != NULL)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (says (child, text))
      return TRUE;
  return FALSE;
}

static gboolean
is_sensitive (Fixture *fixture, const char *id)
{
  return gtk_widget_get_sensitive (test_find (GTK_WIDGET (fixture->view), GTK_TYPE_BUTTON, id));
}

/* Of three: two right, 67 %; confidences 80, 90, 60 mean 77 (76.7); squares 0.64, 0.01, 0.16 mean 0.27; factors 2, 1, 1: 1. */
static void
fill (Fixture *fixture)
{
  add (fixture->record, "pool_bytes", 80, FALSE, "k_alone", 2);
  add (fixture->record, "tokens", 90, TRUE, NULL, 1);
  add (fixture->record, "tokens", 60, TRUE, NULL, 1);
  ull_record_view_show (fixture->view, fixture->record, NULL);
  test_wait_frames (fixture->window, 2);
}

static void
test_figures (Fixture *fixture, gconstpointer data)
{
  GtkWidget *view = GTK_WIDGET (fixture->view), *chart;
  guint n;

  fill (fixture);
  g_assert_true (says (view, "67\302\240%") && says (view, "77\302\240%") && says (view, "0.27"));
  g_assert_true (says (view, "\303\227\302\2401.0") && says (view, "KV pool") && says (view, "1 wrong answer"));
  g_assert_true (says (view, ull_slip_get_name (ULL_SLIP_K_ALONE)) && says (view, "sent nowhere"));
  chart = test_find (view, ULL_TYPE_SCENE_CHART, NULL);
  ull_scene_get_spots (ull_scene_chart_get_scene (ULL_SCENE_CHART (chart)), &n);
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpuint (test_count_unnamed (fixture->window), ==, 0);
  g_assert_true (is_sensitive (fixture, "export") && is_sensitive (fixture, "erase"));
}

static void
test_empty (Fixture *fixture, gconstpointer data)
{
  ull_record_view_show (fixture->view, fixture->record, NULL);
  test_wait_frames (fixture->window, 2);
  g_assert_null (ull_record_view_get_notice (fixture->view));
  g_assert_false (is_sensitive (fixture, "export") || is_sensitive (fixture, "erase"));
  g_assert_cmpuint (test_count_unnamed (fixture->window), ==, 0);
}

/* What is no record is said, kept under another name, and can be erased. */
static void
test_damaged (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("ullage-record-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "record.json", NULL), *problem = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, "{\"ullage_record\": 1, \"answers\": [3]}", -1, NULL));
  g_clear_pointer (&fixture->record, ull_record_free);
  fixture->record = ull_record_load (path, &problem);
  g_assert_nonnull (problem);
  ull_record_view_show (fixture->view, fixture->record, problem);
  test_wait_frames (fixture->window, 2);
  g_assert_cmpstr (ull_record_view_get_notice (fixture->view), ==, problem);
  g_assert_true (is_sensitive (fixture, "erase"));
  g_assert_true (ull_record_erase (fixture->record, path, &error));
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_write (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("ullage-record-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "mine", NULL), *written = g_strconcat (path, ".csv", NULL);
  g_autofree char *nowhere = g_build_filename (folder, "none", "mine.csv", NULL);
  g_autofree char *csv = NULL, *text = NULL;

  fill (fixture);
  csv = ull_record_csv (fixture->record);
  g_assert_true (ull_record_view_write (fixture->view, path));
  g_assert_true (g_file_get_contents (written, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, csv);
  g_assert_false (ull_record_view_write (fixture->view, nowhere));
  g_assert_nonnull (ull_record_view_get_notice (fixture->view));
  /* Nobody agreed that the longer name is replaced. */
  g_assert_false (ull_record_view_write (fixture->view, path));
  g_assert_true (ull_record_view_write (fixture->view, written));
  g_assert_null (ull_record_view_get_notice (fixture->view));
  g_unlink (written);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
answer (Fixture *fixture, const char *response)
{
  GtkWindow *dialog;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->view), "record.erase", NULL));
  dialog = test_find_window (GTK_WINDOW (fixture->window), ADW_TYPE_MESSAGE_DIALOG);
  g_assert_nonnull (dialog);
  g_assert_cmpuint (fixture->n_erased, ==, 0);
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), response);
  gtk_window_destroy (dialog);
  test_settle ();
}

static void
test_erase (Fixture *fixture, gconstpointer data)
{
  fill (fixture);
  answer (fixture, "cancel");
  g_assert_cmpuint (fixture->n_erased, ==, 0);
  answer (fixture, "erase");
  g_assert_cmpuint (fixture->n_erased, ==, 1);
  g_assert_false (is_sensitive (fixture, "erase"));
}

/* The arrow keys go from point to point, and each is said. */
static void
test_keys (Fixture *fixture, gconstpointer data)
{
  GtkWidget *chart;
  GListModel *controllers;

  fill (fixture);
  chart = test_find (GTK_WIDGET (fixture->view), ULL_TYPE_SCENE_CHART, NULL);
  controllers = gtk_widget_observe_controllers (chart);
  g_assert_cmpint (ull_scene_chart_get_spot (ULL_SCENE_CHART (chart)), ==, -1);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
      gboolean taken = FALSE;

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", GDK_KEY_End, 0, 0, &taken);
    }
  g_assert_cmpint (ull_scene_chart_get_spot (ULL_SCENE_CHART (chart)), ==, 2);
  g_object_unref (controllers);
}

/* The chart's data as a table and as a file, as any chart's. */
static void
test_chart (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("ullage-chart-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "mine.csv", NULL), *odd = g_build_filename (folder, "mine.xyz", NULL);
  g_autofree char *text = NULL, *shown = NULL;
  UllSceneCard *card;
  GtkWindow *table;

  fill (fixture);
  card = ULL_SCENE_CARD (test_find (GTK_WIDGET (fixture->view), ULL_TYPE_SCENE_CARD, NULL));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (card), "scene.table", NULL));
  table = test_find_window (GTK_WINDOW (fixture->window), ULL_TYPE_DATA_TABLE);
  g_assert_nonnull (table);
  shown = ull_data_table_dup_csv (ULL_DATA_TABLE (table));
  g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (table)), ==, 0);
  g_assert_true (ull_scene_card_write (card, path));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, shown);
  g_assert_true (g_str_has_prefix (text, "Confidence (per cent),"));
  g_assert_false (ull_scene_card_write (card, odd));
  g_assert_nonnull (strstr (ull_scene_card_get_notice (card), ".png, .svg, .pdf or .csv"));
  /* Another record is another chart: its table goes. */
  ull_record_view_show (fixture->view, fixture->record, NULL);
  g_assert_null (test_find_window (GTK_WINDOW (fixture->window), ULL_TYPE_DATA_TABLE));
  g_assert_null (ull_scene_card_get_notice (card));
  g_unlink (path);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int argc, char **argv)
{
  test_start (&argc, &argv);
  g_test_add ("/record-view/figures", Fixture, NULL, set_up, test_figures, tear_down);
  g_test_add ("/record-view/empty", Fixture, NULL, set_up, test_empty, tear_down);
  g_test_add ("/record-view/damaged", Fixture, NULL, set_up, test_damaged, tear_down);
  g_test_add ("/record-view/write", Fixture, NULL, set_up, test_write, tear_down);
  g_test_add ("/record-view/erase", Fixture, NULL, set_up, test_erase, tear_down);
  g_test_add ("/record-view/chart", Fixture, NULL, set_up, test_chart, tear_down);
  g_test_add ("/record-view/keys", Fixture, NULL, set_up, test_keys, tear_down);
  return g_test_run ();
}
