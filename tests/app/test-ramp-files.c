#include "test-util.h"

#include "ull-export-dialog.h"
#include "ull-ramp-table.h"
#include "ull-ramp-view.h"

#include <glib/gstdio.h>
#include <string.h>

/* Files that a ramp takes and makes, as a person brings and asks for them: a log as the load, by drop or at the start, wrong ones, which
 * are a sentence and leave the load as it was, a server's series, charts in each format, and the table of the same rows. */

#define WAIT 120000

static UllApplication *application;

typedef struct
{
  UllWindow *window;
  UllWorkspace *workspace;
  UllRampRun *run;
  char *folder;
  GPtrArray *paths;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  f->window = test_window_new (application);
  if (data == NULL)
    g_assert_true (ull_window_open_bundled (f->window, "llama-3.1-8b", "rtx-4090", &error));
  f->workspace = ull_window_get_workspace (f->window);
  f->run = ull_workspace_get_ramp_run (f->workspace);
  f->folder = g_dir_make_tmp ("ullage-log-XXXXXX", NULL);
  f->paths = g_ptr_array_new_with_free_func (g_free);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  test_window_end (f->window);
  for (guint i = 0; i < f->paths->len; i++)
    g_remove (f->paths->pdata[i]);
  g_rmdir (f->folder);
  g_ptr_array_unref (f->paths);
  g_free (f->folder);
}

static const char *
write_file (Fixture *f, const char *name, const char *text)
{
  char *path = g_build_filename (f->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_ptr_array_add (f->paths, path);
  return path;
}

static char *
log_text (void)
{
  GString *text = g_string_new ("TIMESTAMP,ContextTokens,GeneratedTokens\n");

  for (guint i = 0; i < 120; i++)
    g_string_append_printf (text, "%u,%u,%u\n", i / 4, 100 + i, 10 + i % 7);
  return g_string_free (text, FALSE);
}

static gboolean
is_log (gpointer data)
{
  Fixture *f = data;

  return ull_workspace_get_scenario (f->workspace) != NULL && ull_workspace_get_load (f->workspace)->kind == ULL_LOAD_TRACE;
}

static gboolean
has_notice (gpointer data)
{
  return ull_window_get_notice (data) != NULL;
}

static void
drop (Fixture *f, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GSList) files = g_slist_append (NULL, file);

  g_assert_true (ull_window_drop_files (f->window, files));
}

/* A log that is dropped is the load, at its own times; undo takes it back; the panel says which one it is. */
static void
test_drop (Fixture *f, gconstpointer data)
{
  g_autofree char *text = log_text ();
  const char *path = write_file (f, "mine.csv", text);
  GtkWidget *label;

  drop (f, path);
  g_assert_true (test_wait_until (is_log, f, WAIT));
  g_assert_cmpstr (ull_workspace_get_load (f->workspace)->trace, ==, path);
  g_assert_cmpint (ull_workspace_get_load (f->workspace)->arrivals, ==, ULL_ARRIVALS_TRACE);
  g_assert_true (test_wait_until (test_has_ramp, f->run, WAIT));
  g_assert_cmpint (ull_ramp_run_get_result (f->run)->ramp->log.requests, ==, 120);
  label = test_find (GTK_WIDGET (f->window), GTK_TYPE_LABEL, "log");
  g_assert_nonnull (label);
  g_assert_true (g_str_has_prefix (gtk_label_get_text (GTK_LABEL (label)), "mine.csv: the first 120 requests"));
  ull_workspace_undo (f->workspace);
  g_assert_cmpint (ull_workspace_get_load (f->workspace)->kind, ==, ULL_LOAD_SESSIONS);
}

/* As the command line opens files: where nothing is open, on the example. */
static void
test_start_with_it (Fixture *f, gconstpointer data)
{
  const char *path = write_file (f, "mine.jsonl",
                                 "{\"timestamp\":0,\"input_length\":100,\"output_length\":9,\"hash_ids\":[0]}\n"
                                 "{\"timestamp\":500,\"input_length\":200,\"output_length\":9,\"hash_ids\":[0]}\n"
                                 "{\"timestamp\":900,\"input_length\":300,\"output_length\":9,\"hash_ids\":[1]}\n");

  ull_window_open_path (f->window, path);
  g_assert_true (test_wait_until (is_log, f, WAIT));
  g_assert_true (test_wait_until (test_has_ramp, f->run, WAIT));
  g_assert_cmpint (ull_ramp_run_get_result (f->run)->ramp->log.requests, ==, 3);
}

/* What is wrong is told with file and place; the load and the ramp stay. */
static void
test_wrong (Fixture *f, gconstpointer data)
{
  static const struct
  {
    const char *name;
    const char *text;
    const char *place;
  } cases[] = {
    { "empty.csv", "", "empty.csv" },
    { "other.csv", "a,b,c\n1,2,3\n", "row 1" },
    { "short.csv", "TIMESTAMP,ContextTokens\n1,2\n", "GeneratedTokens" },
    { "word.csv", "TIMESTAMP,ContextTokens,GeneratedTokens\n1,2,3\n2,many,3\n", "row 3" },
    { "back.csv", "TIMESTAMP,ContextTokens,GeneratedTokens\n9,2,3\n2,3,3\n", "row 3" },
    { "none.csv", "TIMESTAMP,ContextTokens,GeneratedTokens\n", "none.csv" },
    { "broken.jsonl", "{\"timestamp\":0,\"input_length\":5}\n", "output_length" },
    { "cut.jsonl", "{\"timestamp\":0,\"inp", "row 1" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      drop (f, write_file (f, cases[i].name, cases[i].text));
      g_assert_true (test_wait_until (has_notice, f->window, WAIT));
      if (strstr (ull_window_get_notice (f->window), cases[i].place) == NULL)
        g_error ("%s: %s", cases[i].name, ull_window_get_notice (f->window));
      g_assert_nonnull (strstr (ull_window_get_notice (f->window), cases[i].name));
      g_assert_cmpint (ull_workspace_get_load (f->workspace)->kind, ==, ULL_LOAD_SESSIONS);
      ull_window_open_bundled (f->window, NULL, NULL, NULL);
      test_settle ();
      g_assert_null (ull_window_get_notice (f->window));
    }
}

/* A log that has gone since is named by the ramp, and another load is run again. */
static void
test_gone (Fixture *f, gconstpointer data)
{
  g_autoptr (UllLoad) load = ull_load_copy (ull_workspace_get_load (f->workspace)), chat = ull_load_new_preset ("chat");

  load->kind = ULL_LOAD_TRACE;
  load->arrivals = ULL_ARRIVALS_CLOSED;
  ull_load_set_trace (load, "/nowhere/log.csv");
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.view", "s", "ramp");
  ull_workspace_set_load (f->workspace, load);
  while (ull_job_runner_get_busy (ULL_JOB_RUNNER (f->run)) || ull_job_runner_get_problem (ULL_JOB_RUNNER (f->run)) == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_nonnull (strstr (ull_job_runner_get_problem (ULL_JOB_RUNNER (f->run)), "log.csv"));
  chat->requests = 200;
  ull_workspace_set_load (f->workspace, chat);
  g_assert_true (test_wait_until (test_has_ramp, f->run, WAIT));
}

/* A load that was fitted to a public log names the file; arrivals are those that a kind of load can have. */
static void
test_panel (Fixture *f, gconstpointer data)
{
  g_autoptr (UllLoad) code = ull_load_new_preset ("code");
  g_autofree char *text = log_text ();
  GtkWidget *label, *arrivals;

  code->requests = 200;
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.view", "s", "ramp");
  ull_workspace_set_load (f->workspace, code);
  test_settle ();
  label = test_find (GTK_WIDGET (f->window), GTK_TYPE_LABEL, "log");
  arrivals = test_find (GTK_WIDGET (f->window), GTK_TYPE_DROP_DOWN, "arrivals");
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (label)), "AzureLLMInferenceTrace_code.csv"));
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (GTK_DROP_DOWN (arrivals))), ==, ULL_N_ARRIVALS - 1);
  g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (f->window)), ==, 0);
  drop (f, write_file (f, "mine.csv", text));
  g_assert_true (test_wait_until (is_log, f, WAIT));
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (GTK_DROP_DOWN (arrivals))), ==, 2);
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (arrivals)), ==, 1);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (arrivals), 0);
  g_assert_cmpint (ull_workspace_get_load (f->workspace)->arrivals, ==, ULL_ARRIVALS_CLOSED);
}

static UllPoolCard *
play (Fixture *f)
{
  g_autoptr (UllLoad) load = ull_load_copy (ull_workspace_get_load (f->workspace));
  UllPoolCard *card;

  load->requests = 240;
  ull_workspace_set_load (f->workspace, load);
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.view", "s", "ramp");
  g_assert_true (test_wait_until (test_has_ramp, f->run, WAIT));
  card = ULL_POOL_CARD (test_find (GTK_WIDGET (f->window), ULL_TYPE_POOL_CARD, NULL));
  g_assert_true (test_wait_until (test_has_pool_picture, ull_pool_card_get_player (card), WAIT));
  return card;
}

static char *
export_as (Fixture *f, UllPoolCard *card, const char *chart, const char *format)
{
  g_autofree char *name = g_strdup_printf ("%s.%s", chart, format);
  UllExportDialog *dialog = ull_export_dialog_new (GTK_WINDOW (f->window), f->workspace, card, chart);
  const char *path = write_file (f, name, "");
  char *text;
  gsize length;

  g_assert_true (ull_export_dialog_write (dialog, path));
  test_settle ();
  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  g_assert_cmpuint (length, >, 100);
  return text;
}

static guint
count_lines (const char *text)
{
  guint n = 0;

  for (; *text != '\0'; text++)
    n += *text == '\n';
  return n;
}

/* Each of the ramp's charts in each format; an SVG's words are text, and a CSV is what the table shows. */
static void
test_exports (Fixture *f, gconstpointer data)
{
  static const char *const charts[] = { "ramp", "latency", "blocks", "pool" };
  static const char *const words[] = { "Throughput", "time to first token", "in use, by owner", "Block pool over time" };
  UllPoolCard *card = play (f);
  UllRampTable *table = ull_ramp_table_new (GTK_WINDOW (f->window), f->workspace, card);

  for (gsize i = 0; i < G_N_ELEMENTS (charts); i++)
    {
      g_autofree char *png = export_as (f, card, charts[i], "png"), *pdf = export_as (f, card, charts[i], "pdf");
      g_autofree char *svg = export_as (f, card, charts[i], "svg"), *csv = export_as (f, card, charts[i], "csv"), *rows = NULL;

      g_assert_true (memcmp (png, "\211PNG", 4) == 0);
      g_assert_true (g_str_has_prefix (pdf, "%PDF"));
      if (strstr (svg, words[i]) == NULL)
        g_error ("%s has no “%s”", charts[i], words[i]);
      g_assert_nonnull (strstr (svg, "Chat sessions"));
      if (g_str_equal (charts[i], "latency"))
        continue;
      ull_ramp_table_set_chart (table, charts[i]);
      rows = ull_ramp_table_dup_csv (table);
      g_assert_cmpstr (rows, ==, csv);
    }
  gtk_window_destroy (GTK_WINDOW (table));
}

/* Two lines a level and the head; a row a step; and the blocks sum to the pool. */
static void
test_table (Fixture *f, gconstpointer data)
{
  UllPoolCard *card = play (f);
  UllPoolPlayer *player = ull_pool_card_get_player (card);
  UllRampTable *table = ull_ramp_table_new (GTK_WINDOW (f->window), f->workspace, card);
  g_autofree char *levels = ull_ramp_table_dup_csv (table), *steps = NULL, *blocks = NULL, *withheld = NULL;
  g_auto (GStrv) lines = NULL;
  gint64 sum = 0;
  guint n;

  g_assert_cmpuint (count_lines (levels), ==, 1 + 2 * ull_ramp_run_get_result (f->run)->ramp->n_levels);
  ull_ramp_table_set_chart (table, "pool");
  steps = ull_ramp_table_dup_csv (table);
  ull_playback_get_steps (ull_pool_player_get_playback (player), &n);
  g_assert_cmpuint (count_lines (steps), ==, 1 + n);
  ull_ramp_table_set_chart (table, "blocks");
  blocks = ull_ramp_table_dup_csv (table);
  lines = g_strsplit (blocks, "\n", -1);
  for (guint i = 1; lines[i] != NULL; i++)
    sum += g_ascii_strtoll (lines[i], NULL, 10);
  g_assert_cmpint (sum, ==, ull_playback_get_blocks (ull_pool_player_get_playback (player)));
  g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (table)), ==, 0);
  /* What is withheld is in no row. */
  ull_workspace_set_predict (f->workspace, TRUE);
  test_settle ();
  withheld = ull_ramp_table_dup_csv (table);
  g_assert_cmpuint (count_lines (withheld), ==, 1);
  ull_ramp_table_set_chart (table, "ramp");
  g_free (withheld);
  withheld = ull_ramp_table_dup_csv (table);
  g_assert_cmpuint (count_lines (withheld), ==, 1);
  gtk_window_destroy (GTK_WINDOW (table));
}

static gboolean
has_series (gpointer data)
{
  return ull_pool_card_has_series (data);
}

/* A series that is dropped lies over the pool and stands in the table under its name, and can be taken away again. */
static void
test_series (Fixture *f, gconstpointer data)
{
  UllPoolCard *card = play (f);
  UllRampTable *table = ull_ramp_table_new (GTK_WINDOW (f->window), f->workspace, card);
  g_autofree char *rows = NULL, *after = NULL;

  ull_ramp_table_set_chart (table, "pool");
  drop (f, write_file (f, "server.csv", "time,vllm:kv_cache_usage_perc,vllm:num_requests_running,preemptions\n0,0.10,1,5\n10,0.5,,5\n20,0.75,9,8\n"));
  g_assert_true (test_wait_until (has_series, card, WAIT));
  test_settle ();
  rows = ull_ramp_table_dup_csv (table);
  g_assert_nonnull (strstr (rows, "server.csv,20.000000,0.750000,,3.000000,9.000000,,"));
  g_assert_nonnull (strstr (rows, "server.csv,10.000000,0.500000,,0.000000,,,"));
  gtk_widget_activate_action (GTK_WIDGET (card), "pool.drop-series", NULL);
  g_assert_false (ull_pool_card_has_series (card));
  after = ull_ramp_table_dup_csv (table);
  g_assert_null (strstr (after, "server.csv"));
  gtk_window_destroy (GTK_WINDOW (table));
}

/* Ctrl+T over the ramp is the ramp's table. */
static void
test_data_table_key (Fixture *f, gconstpointer data)
{
  g_autoptr (GListModel) windows = g_object_ref (gtk_window_get_toplevels ());
  guint before, after;

  play (f);
  before = g_list_model_get_n_items (windows);
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.data-table", NULL);
  after = g_list_model_get_n_items (windows);
  g_assert_cmpuint (after, ==, before + 1);
}

#define ADD(name, function) g_test_add ("/ramp-files/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char *argv[])
{
  application = test_start (&argc, &argv);
  ADD ("drop", test_drop);
  g_test_add ("/ramp-files/start-with-it", Fixture, "empty", set_up, test_start_with_it, tear_down);
  ADD ("wrong", test_wrong);
  ADD ("gone", test_gone);
  ADD ("panel", test_panel);
  ADD ("exports", test_exports);
  ADD ("table", test_table);
  ADD ("series", test_series);
  ADD ("data-table-key", test_data_table_key);
  return g_test_run ();
}
