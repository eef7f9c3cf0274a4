#include "test-util.h"

#include "ull-export-dialog.h"
#include "ull-export-file.h"
#include "ull-loader.h"

#include <glib/gstdio.h>
#include <sys/stat.h>

/* Opening, refusing, saving, exporting and dropping files, in a real window. */

static UllApplication *application;

static const char llama[]
  = "{\"model_type\": \"llama\", \"architectures\": [\"LlamaForCausalLM\"], \"hidden_size\": 4096,"
    " \"num_hidden_layers\": 32, \"num_attention_heads\": 32, \"num_key_value_heads\": 8, \"vocab_size\": 128256,"
    " \"intermediate_size\": 14336, \"max_position_embeddings\": 131072, \"torch_dtype\": \"bfloat16\"}";
static const char qwen[]
  = "{\"model_type\": \"qwen2\", \"architectures\": [\"Qwen2ForCausalLM\"], \"hidden_size\": 3584,"
    " \"num_hidden_layers\": 28, \"num_attention_heads\": 28, \"num_key_value_heads\": 4, \"vocab_size\": 152064,"
    " \"intermediate_size\": 18944, \"max_position_embeddings\": 32768, \"torch_dtype\": \"bfloat16\"}";
static const char unheard_of[]
  = "{\"model_type\": \"unheard_of\", \"architectures\": [\"UnheardOfForCausalLM\"], \"hidden_size\": 4096,"
    " \"num_hidden_layers\": 16, \"num_attention_heads\": 32, \"num_key_value_heads\": 8, \"vocab_size\": 128256,"
    " \"intermediate_size\": 14336, \"max_position_embeddings\": 131072, \"torch_dtype\": \"bfloat16\"}";

typedef struct
{
  UllWindow *window;
  UllWorkspace *workspace; /* borrowed */
  char *folder;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("ullage-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->window = test_window_new (application);
  fixture->workspace = ull_window_get_workspace (fixture->window);
}

static void
remove_folder (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_file_test (child, G_FILE_TEST_IS_DIR))
        remove_folder (child);
      else
        g_unlink (child);
    }
  g_assert_cmpint (g_rmdir (path), ==, 0);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  test_window_end (fixture->window);
  remove_folder (fixture->folder);
  g_clear_pointer (&fixture->folder, g_free);
}

static char *
write_file (Fixture *fixture, const char *name, const char *text)
{
  char *path = g_build_filename (fixture->folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  return path;
}

static UllScenario *
scenario (Fixture *fixture)
{
  return ull_workspace_get_scenario (fixture->workspace);
}

static void
open_path (Fixture *fixture, const char *path)
{
  ull_window_open_path (fixture->window, path);
  test_wait_loaded (fixture->window);
}

static AdwMessageDialog *
find_prompt (Fixture *fixture)
{
  GtkWindow *prompt = test_find_window (GTK_WINDOW (fixture->window), ADW_TYPE_MESSAGE_DIALOG);

  return prompt != NULL ? ADW_MESSAGE_DIALOG (prompt) : NULL;
}

static void
answer (Fixture *fixture, const char *response)
{
  AdwMessageDialog *prompt = find_prompt (fixture);

  g_assert_nonnull (prompt);
  test_wait_frames (GTK_WIDGET (prompt), 1);
  /* What a click does: the dialog answers and goes. */
  adw_message_dialog_response (prompt, response);
  gtk_window_destroy (GTK_WINDOW (prompt));
  test_settle ();
}

static void
test_open (Fixture *fixture, gconstpointer data)
{
  g_autofree char *file = write_file (fixture, "config.json", llama);

  open_path (fixture, file);
  g_assert_null (ull_window_get_notice (fixture->window));
  g_assert_cmpuint (scenario (fixture)->model->n_layers, ==, 32);
  g_assert_cmpint (ull_model_get_kv_heads (scenario (fixture)->model), ==, 8);
  g_assert_null (ull_workspace_get_path (fixture->workspace));
  /* The folder that holds it is the same model. */
  open_path (fixture, fixture->folder);
  g_assert_null (ull_window_get_notice (fixture->window));
  g_assert_cmpuint (scenario (fixture)->model->n_layers, ==, 32);
}

/* A GGUF file is known by its first letters, whatever it is called, and brings its weights with it. */
static void
test_open_gguf (Fixture *fixture, gconstpointer data)
{
  g_autofree char *file = g_test_build_filename (G_TEST_DIST, "fuzz", "seeds-gguf", "tensors", NULL);
  g_autofree char *again = g_build_filename (fixture->folder, "small.gguf", NULL);
  g_autoptr (GFile) from = g_file_new_for_path (file), to = g_file_new_for_path (again);

  open_path (fixture, file);
  g_assert_null (ull_window_get_notice (fixture->window));
  g_assert_cmpstr (scenario (fixture)->model->family, ==, "foo");
  g_assert_cmpint (scenario (fixture)->model->weight_source, ==, ULL_WEIGHTS_HEADERS);
  /* 128 elements in q8_0, 64 in f32, and 64 in q4_0. */
  g_assert_cmpint (scenario (fixture)->model->weight_bytes, ==, 136 + 256 + 36);
  g_assert_true (g_file_copy (from, to, G_FILE_COPY_NONE, NULL, NULL, NULL, NULL));
  open_path (fixture, again);
  g_assert_cmpstr (scenario (fixture)->model->source, ==, "small.gguf");
}

/* What the reader left aside is said where the plan is read. */
static void
test_open_warned (Fixture *fixture, gconstpointer data)
{
  g_free (write_file (fixture, "config.json", llama));
  g_free (write_file (fixture, "pytorch_model.bin", "PK"));
  open_path (fixture, fixture->folder);
  g_assert_cmpuint (scenario (fixture)->model->n_layers, ==, 32);
  g_assert_nonnull (ull_window_get_notice (fixture->window));
  g_assert_nonnull (strstr (ull_window_get_notice (fixture->window), "pickles"));
}

static void
assert_refused (Fixture *fixture, const char *path, const char *place)
{
  UllScenario *before = scenario (fixture);
  const char *title = gtk_window_get_title (GTK_WINDOW (fixture->window));

  g_test_message ("%s", path);
  open_path (fixture, path);
  g_assert_true (scenario (fixture) == before);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (fixture->window)), ==, title);
  g_assert_null (find_prompt (fixture));
  g_assert_nonnull (ull_window_get_notice (fixture->window));
  g_assert_nonnull (strstr (ull_window_get_notice (fixture->window), place));
}

static void
assert_all_refused (Fixture *fixture)
{
  g_autofree char *brackets = g_strnfill (100000, '[');
  g_autofree char *fifo = g_build_filename (fixture->folder, "fifo.ullage", NULL);
  g_autofree char *missing = g_build_filename (fixture->folder, "missing.json", NULL);
  g_autofree char *folder = g_build_filename (fixture->folder, "folder", NULL);
  const struct
  {
    const char *name;
    const char *text;
  } files[] = {
    { "truncated.json", "{\"model_type\": \"llama\", \"hidden_" },
    { "empty.json", "" },
    { "brackets.json", brackets },
    { "array.json", "[1, 2]" },
    { "mamba.json", "{\"model_type\": \"mamba\", \"num_hidden_layers\": 24, \"state_size\": 16, \"hidden_size\": 768}" },
    { "negative.json", "{\"model_type\": \"llama\", \"hidden_size\": 4096, \"num_hidden_layers\": -32,"
                       " \"num_attention_heads\": 32}" },
    { "text.gguf", "no weights at all" },
    { "cut.gguf", "GGUF\3" },
    { "empty.ullage", "" },
    { "truncated.ullage", "{\"ullage\": 1, \"model\": {" },
    { "future.ullage", "{\"ullage\": 999999}" },
    { "brackets.ullage", brackets },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = write_file (fixture, files[i].name, files[i].text);

      assert_refused (fixture, path, files[i].name);
      g_unlink (path);
    }
  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  assert_refused (fixture, fifo, "fifo.ullage");
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  assert_refused (fixture, folder, "folder");
  assert_refused (fixture, missing, "missing.json");
  g_unlink (fifo);
}

static void
test_refused_when_empty (Fixture *fixture, gconstpointer data)
{
  assert_all_refused (fixture);
  g_assert_null (scenario (fixture));
}

static void
test_refused_when_open (Fixture *fixture, gconstpointer data)
{
  g_assert_true (ull_window_open_bundled (fixture->window, "llama-3.1-8b", NULL, NULL));
  ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONCURRENCY, 7, NULL, NULL);
  assert_all_refused (fixture);
  g_assert_true (ull_workspace_get_modified (fixture->workspace));
  /* What succeeds takes the sentence away. */
  ull_workspace_undo (fixture->workspace);
  g_assert_true (ull_window_open_bundled (fixture->window, "llama-3.2-1b", NULL, NULL));
  g_assert_null (ull_window_get_notice (fixture->window));
}

static void
test_latest_wins (Fixture *fixture, gconstpointer data)
{
  g_autofree char *first = write_file (fixture, "first.json", llama);
  g_autofree char *second = write_file (fixture, "second.json", qwen);

  for (guint i = 0; i < 20; i++)
    {
      ull_window_open_path (fixture->window, first);
      ull_window_open_path (fixture->window, second);
      test_wait_loaded (fixture->window);
      g_assert_cmpuint (scenario (fixture)->model->n_layers, ==, 28);
    }
  test_settle (); /* the worker of the one that lost ends too, and changes nothing */
  g_assert_cmpuint (scenario (fixture)->model->n_layers, ==, 28);
}

/* A log that is named after a plan runs on that plan; where the plan cannot be opened, it runs on none. */
static void
test_log_after (Fixture *fixture, gconstpointer data)
{
  g_autofree char *plan = write_file (fixture, "first.json", qwen), *broken = write_file (fixture, "broken.json", "{");
  g_autofree char *log = write_file (fixture, "log.csv", "TIMESTAMP,ContextTokens,GeneratedTokens\n0,100,10\n1,120,12\n2,90,9\n");
  UllWindow *other = test_window_new (application);

  ull_window_open_path (fixture->window, plan);
  ull_window_open_after (fixture->window, log);
  test_wait_loaded (fixture->window);
  g_assert_cmpuint (scenario (fixture)->model->n_layers, ==, 28);
  g_assert_cmpint (ull_workspace_get_load (fixture->workspace)->kind, ==, ULL_LOAD_TRACE);
  ull_window_open_path (other, broken);
  ull_window_open_after (other, log);
  test_wait_loaded (other);
  g_assert_null (ull_workspace_get_scenario (ull_window_get_workspace (other)));
  test_window_end (other);
}

static void
test_close_while_loading (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = write_file (fixture, "config.json", llama);
  UllWindow *second = test_window_new (application);

  ull_window_open_path (second, path);
  test_window_end (second);
}

static void
test_unknown_type_is_asked (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = write_file (fixture, "config.json", unheard_of);
  g_autofree char *few = write_file (fixture, "few.json", "{\"model_type\": \"nosuch\", \"num_hidden_layers\": 2}");
  g_autoptr (GError) error = NULL;

  open_path (fixture, path);
  g_assert_null (scenario (fixture));
  answer (fixture, "cancel");
  g_assert_null (scenario (fixture));
  open_path (fixture, path);
  answer (fixture, "read");
  g_assert_nonnull (scenario (fixture));
  g_assert_true (scenario (fixture)->model->as_plain);
  /* The window has no options of a command line to advise. */
  g_assert_null (ull_loader_read (few, NULL, &error));
  g_assert_nonnull (strstr (error->message, "“nosuch” is not a known family; "));
  g_assert_null (strstr (error->message, "--"));
}

static void
test_unsaved_is_asked (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = write_file (fixture, "config.json", qwen);
  UllScenario *moved;

  g_assert_true (ull_window_open_bundled (fixture->window, "llama-3.1-8b", NULL, NULL));
  ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONCURRENCY, 7, NULL, NULL);
  moved = scenario (fixture);
  open_path (fixture, path);
  answer (fixture, "cancel");
  g_assert_true (scenario (fixture) == moved);
  open_path (fixture, path);
  answer (fixture, "discard");
  g_assert_cmpuint (scenario (fixture)->model->n_layers, ==, 28);
  g_assert_false (ull_workspace_get_modified (fixture->workspace));
}

static void
test_close_asks (Fixture *fixture, gconstpointer data)
{
  UllWindow *second = test_window_new (application);
  gpointer weak = second;
  g_autoptr (AdwMessageDialog) held = NULL;
  Fixture other = { second, ull_window_get_workspace (second), NULL };

  g_object_add_weak_pointer (G_OBJECT (second), &weak);
  g_assert_true (ull_window_open_bundled (second, "llama-3.1-8b", NULL, NULL));
  ull_workspace_set_field (other.workspace, ULL_FIELD_CONCURRENCY, 7, NULL, NULL);
  gtk_window_close (GTK_WINDOW (second));
  answer (&other, "cancel");
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (second)));
  gtk_window_close (GTK_WINDOW (second));
  /* A pressed button keeps its dialog for as long as its gesture goes on, which is past the window's end. */
  held = g_object_ref (find_prompt (&other));
  answer (&other, "discard");
  test_settle ();
  g_assert_null (weak);
}

static void
test_save_and_open (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "plan.ullage", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (ull_window_open_bundled (fixture->window, "llama-3.1-8b", "h100-sxm", &error));
  g_assert_no_error (error);
  ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONTEXT, 12345, NULL, NULL);
  g_assert_true (ull_workspace_save (fixture->workspace, path, &error));
  g_assert_no_error (error);
  /* With a path, saving asks nothing. */
  ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONCURRENCY, 11, NULL, NULL);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.save", NULL));
  g_assert_false (ull_workspace_get_modified (fixture->workspace));
  g_assert_true (ull_window_open_bundled (fixture->window, "llama-3.2-1b", NULL, NULL));
  open_path (fixture, path);
  g_assert_null (ull_window_get_notice (fixture->window));
  g_assert_cmpstr (scenario (fixture)->model->name, ==, "Llama-3.1-8B");
  g_assert_cmpstr (scenario (fixture)->device->id, ==, "h100-sxm");
  g_assert_cmpint (scenario (fixture)->value[ULL_FIELD_CONTEXT], ==, 12345);
  g_assert_cmpint (scenario (fixture)->value[ULL_FIELD_CONCURRENCY], ==, 11);
  g_assert_cmpstr (ull_workspace_get_path (fixture->workspace), ==, path);
}

static void
test_failed_save_keeps (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = g_build_filename (fixture->folder, "gone", NULL);
  g_autofree char *path = g_build_filename (folder, "plan.ullage", NULL);

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  g_assert_true (ull_window_open_bundled (fixture->window, "llama-3.1-8b", NULL, NULL));
  g_assert_true (ull_workspace_save (fixture->workspace, path, NULL));
  ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONTEXT, 12345, NULL, NULL);
  remove_folder (folder);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.save", NULL));
  g_assert_nonnull (ull_window_get_notice (fixture->window));
  g_assert_true (ull_workspace_get_modified (fixture->workspace));
  g_assert_cmpint (scenario (fixture)->value[ULL_FIELD_CONTEXT], ==, 12345);
}

static GtkDropTarget *
find_drop_target (GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DROP_TARGET (controller))
        return GTK_DROP_TARGET (controller);
    }
  g_return_val_if_reached (NULL);
}

/* What GTK emits when files are dragged over the window and let go there. */
static void
test_drag (Fixture *fixture, gconstpointer data)
{
  GtkDropTarget *target = find_drop_target (GTK_WIDGET (fixture->window));
  GtkWidget *highlight = test_find (GTK_WIDGET (fixture->window), GTK_TYPE_WIDGET, "drop_highlight");
  g_autofree char *path = write_file (fixture, "config.json", llama);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GSList) files = g_slist_append (NULL, file);
  g_auto (GValue) value = G_VALUE_INIT;
  GdkDragAction action = 0;
  gboolean taken = FALSE;

  g_assert_true (gtk_drop_target_get_gtypes (target, NULL)[0] == GDK_TYPE_FILE_LIST);
  g_assert_false (gtk_widget_get_visible (highlight));
  g_signal_emit_by_name (target, "enter", 10.0, 10.0, &action);
  g_assert_cmpint (action, ==, GDK_ACTION_COPY);
  g_assert_true (gtk_widget_get_visible (highlight));
  test_wait_frames (highlight, 1);
  g_signal_emit_by_name (target, "leave");
  g_assert_false (gtk_widget_get_visible (highlight));
  g_signal_emit_by_name (target, "enter", 10.0, 10.0, &action);
  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_set_boxed (&value, files);
  g_signal_emit_by_name (target, "drop", &value, 10.0, 10.0, &taken);
  g_assert_true (taken);
  g_assert_false (gtk_widget_get_visible (highlight));
  test_wait_loaded (fixture->window);
  g_assert_cmpuint (scenario (fixture)->model->n_layers, ==, 32);
}

static void
test_drop (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = write_file (fixture, "config.json", llama);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) remote = g_file_new_for_uri ("http://example.org/config.json");
  g_autoptr (GSList) none = g_slist_append (NULL, remote);
  g_autoptr (GSList) both = g_slist_append (g_slist_append (NULL, remote), file);

  g_assert_false (ull_window_drop_files (fixture->window, none));
  g_assert_true (ull_window_drop_files (fixture->window, both));
  test_wait_loaded (fixture->window);
  g_assert_cmpuint (scenario (fixture)->model->n_layers, ==, 32);
}

static void
test_export (Fixture *fixture, gconstpointer data)
{
  const char *const starts[][2]
    = { { "x.png", "\211PNG" }, { "x.svg", "<" }, { "x.pdf", "%PDF" }, { "x.csv", "" } };
  UllExportDialog *dialog;
  g_autofree char *refused = g_build_filename (fixture->folder, "x.gif", NULL);
  g_autofree char *bare = g_build_filename (fixture->folder, "Llama-3.1-8B", NULL);
  g_autofree char *ended = g_strconcat (bare, ".png", NULL);
  g_autofree char *kept = NULL;

  g_assert_true (ull_window_open_bundled (fixture->window, "llama-3.1-8b", NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (starts) * ULL_N_CHARTS; i++)
    {
      g_autofree char *path = g_build_filename (fixture->folder, starts[i / ULL_N_CHARTS][0], NULL);
      g_autofree char *text = NULL;
      g_autoptr (GError) error = NULL;

      g_assert_true (ull_export_file_write (ull_workspace_get_disclosure (fixture->workspace), i % ULL_N_CHARTS,
                                            ULL_LOOK_LIGHT, path, &error));
      g_assert_no_error (error);
      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      g_assert_true (g_str_has_prefix (text, starts[i / ULL_N_CHARTS][1]));
    }

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.export", NULL));
  dialog = ULL_EXPORT_DIALOG (test_find_window (GTK_WINDOW (fixture->window), ULL_TYPE_EXPORT_DIALOG));
  test_wait_frames (GTK_WIDGET (dialog), 1);
  g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (dialog)), ==, 0);
  g_assert_false (ull_export_dialog_write (dialog, refused));
  g_assert_false (g_file_test (refused, G_FILE_TEST_EXISTS));
  g_assert_false (ull_export_dialog_write (dialog, "/nonexistent-folder/x.png"));
  /* The picker asked about the name without the ending: what has that ending is not replaced. */
  g_assert_true (g_file_set_contents (ended, "precious", -1, NULL));
  g_assert_false (ull_export_dialog_write (dialog, bare));
  g_assert_true (g_file_get_contents (ended, &kept, NULL, NULL));
  g_assert_cmpstr (kept, ==, "precious");
  g_unlink (ended);
  g_assert_true (ull_export_dialog_write (dialog, bare));
  g_assert_true (g_file_test (ended, G_FILE_TEST_EXISTS));
  test_settle ();
  g_assert_null (test_find_window (GTK_WINDOW (fixture->window), ULL_TYPE_EXPORT_DIALOG));
}

/* What is exported is what is shown: with a prediction pending two cards with the same visible inputs would differ only
 * in what is withheld, so the file of a withheld disclosure and of the whole one must not be the same. */
static void
test_export_is_what_is_shown (Fixture *fixture, gconstpointer data)
{
  g_autofree char *whole = g_build_filename (fixture->folder, "whole.csv", NULL);
  g_autofree char *pending = g_build_filename (fixture->folder, "pending.csv", NULL);
  g_autofree char *whole_text = NULL;
  g_autofree char *pending_text = NULL;
  g_autofree char *pool = NULL;
  UllDisclosure *disclosure;

  g_assert_true (ull_window_open_bundled (fixture->window, "llama-3.1-8b", NULL, NULL));
  disclosure = ull_workspace_get_disclosure (fixture->workspace);
  pool = g_strdup_printf ("%" G_GINT64_FORMAT, disclosure->plan->budget.pool);
  g_assert_true (ull_export_file_write (disclosure, ULL_CHART_MEMORY, ULL_LOOK_LIGHT, whole, NULL));
  ull_workspace_set_predict (fixture->workspace, TRUE);
  disclosure = ull_workspace_get_disclosure (fixture->workspace);
  g_assert_true (ull_export_file_write (disclosure, ULL_CHART_MEMORY, ULL_LOOK_LIGHT, pending, NULL));
  g_assert_true (g_file_get_contents (whole, &whole_text, NULL, NULL));
  g_assert_true (g_file_get_contents (pending, &pending_text, NULL, NULL));
  g_assert_cmpstr (whole_text, !=, pending_text);
  g_assert_null (strstr (pending_text, pool));
}

static const struct
{
  const char *path;
  void (*test) (Fixture *fixture, gconstpointer data);
} tests[] = {
  { "/files/open", test_open },
  { "/files/open-gguf", test_open_gguf },
  { "/files/open-warned", test_open_warned },
  { "/files/refused-when-empty", test_refused_when_empty },
  { "/files/refused-when-open", test_refused_when_open },
  { "/files/latest-wins", test_latest_wins },
  { "/files/log-after", test_log_after },
  { "/files/close-while-loading", test_close_while_loading },
  { "/files/unknown-type-is-asked", test_unknown_type_is_asked },
  { "/files/unsaved-is-asked", test_unsaved_is_asked },
  { "/files/close-asks", test_close_asks },
  { "/files/save-and-open", test_save_and_open },
  { "/files/failed-save-keeps", test_failed_save_keeps },
  { "/files/drag", test_drag },
  { "/files/drop", test_drop },
  { "/files/export", test_export },
  { "/files/export-is-what-is-shown", test_export_is_what_is_shown },
};

int
main (int argc, char **argv)
{
  application = test_start (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
