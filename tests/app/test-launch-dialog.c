#include "test-util.h"

#include "ull-command-dialog.h"
#include "ull-launch-dialog.h"

#include <string.h>

/* A launch command through the real window, in and out: one entry of the history or a new document, holes as a person fills
 * them, and nothing of an answer while a prediction is pending. */

static UllApplication *application;

typedef struct
{
  UllWindow *window;
  UllWorkspace *workspace;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->window = test_window_new (application);
  fixture->workspace = ull_window_get_workspace (fixture->window);
  if (data != NULL)
    g_assert_true (ull_window_open_bundled (fixture->window, data, "h100-sxm", NULL));
  test_wait_frames (GTK_WIDGET (fixture->window), 2);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  test_window_end (fixture->window);
}

static gint64
value (Fixture *fixture, UllFieldId field)
{
  return ull_workspace_get_scenario (fixture->workspace)->value[field];
}

static gboolean
is_presented (gpointer data)
{
  return test_find_window (data, ULL_TYPE_LAUNCH_DIALOG) != NULL;
}

static UllLaunchDialog *
paste (Fixture *fixture, const char *text)
{
  UllLaunchDialog *dialog;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.paste-command", NULL));
  g_assert_true (test_wait_until (is_presented, fixture->window, 5000));
  dialog = ULL_LAUNCH_DIALOG (test_find_window (GTK_WINDOW (fixture->window), ULL_TYPE_LAUNCH_DIALOG));
  ull_launch_dialog_set_text (dialog, text);
  test_wait_frames (GTK_WIDGET (dialog), 2);
  return dialog;
}

static UllCommandDialog *
show_command (Fixture *fixture)
{
  UllCommandDialog *dialog;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.copy-command", NULL));
  dialog = ULL_COMMAND_DIALOG (test_find_window (GTK_WINDOW (fixture->window), ULL_TYPE_COMMAND_DIALOG));
  g_assert_nonnull (dialog);
  test_wait_frames (GTK_WIDGET (dialog), 2);
  return dialog;
}

/* One change, taken back by one undo; the load and the card stay. */
static void
test_change (Fixture *fixture, gconstpointer data)
{
  UllScenario *before = ull_workspace_get_scenario (fixture->workspace);
  UllLaunchDialog *dialog = paste (fixture, "vllm serve Qwen/Qwen3-8B --max-model-len 32k --gpu-memory-utilization 90 -tp 2 "
                                            "--kv-cache-dtype fp8 --max-num-seqs ${N:-256} --port 80 --xyzzy '<b>&'");

  g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (dialog)), ==, 0);
  g_assert_true (ull_launch_dialog_use (dialog));
  g_assert_cmpstr (ull_workspace_get_scenario (fixture->workspace)->model->name, ==, "Qwen3-8B");
  g_assert_cmpint (value (fixture, ULL_FIELD_ENGINE), ==, ULL_ENGINE_VLLM);
  g_assert_cmpint (value (fixture, ULL_FIELD_MAX_MODEL_LEN), ==, 32000);
  g_assert_cmpint (value (fixture, ULL_FIELD_TP), ==, 2);
  g_assert_cmpint (value (fixture, ULL_FIELD_K_DTYPE), ==, ULL_DTYPE_FP8);
  g_assert_cmpint (value (fixture, ULL_FIELD_V_DTYPE), ==, ULL_DTYPE_FP8);
  g_assert_cmpint (value (fixture, ULL_FIELD_MAX_NUM_SEQS), ==, ULL_UNSET);
  g_assert_cmpint (value (fixture, ULL_FIELD_UTILIZATION), ==, ULL_UNSET);
  g_assert_cmpint (value (fixture, ULL_FIELD_CONTEXT), ==, before->value[ULL_FIELD_CONTEXT]);
  g_assert_cmpstr (ull_workspace_get_scenario (fixture->workspace)->device->id, ==, "h100-sxm");
  ull_workspace_undo (fixture->workspace);
  g_assert_true (ull_workspace_get_scenario (fixture->workspace) == before);
}

static void
test_holes (Fixture *fixture, gconstpointer data)
{
  UllLaunchDialog *dialog = paste (fixture, "vllm serve $MODEL -tp ${TP} --max-model-len ${LEN:-4096}");
  GtkWidget *row = test_find (GTK_WIDGET (dialog), ADW_TYPE_ENTRY_ROW, NULL);

  g_assert_nonnull (row);
  gtk_editable_set_text (GTK_EDITABLE (row), "4");
  g_assert_true (test_find (GTK_WIDGET (dialog), ADW_TYPE_ENTRY_ROW, NULL) == row);
  ull_launch_dialog_fill (dialog, "LEN", "8192");
  g_assert_true (ull_launch_dialog_use (dialog));
  g_assert_cmpint (value (fixture, ULL_FIELD_TP), ==, 4);
  g_assert_cmpint (value (fixture, ULL_FIELD_MAX_MODEL_LEN), ==, 8192);
  g_assert_cmpstr (ull_workspace_get_scenario (fixture->workspace)->model->name, ==, "Llama-3.1-8B");
}

/* Without a document, a model that is known makes one, and one that is not has to be chosen. */
static void
test_new (Fixture *fixture, gconstpointer data)
{
  UllLaunchDialog *dialog = paste (fixture, "vllm serve nobody/nothing -tp 2");

  g_assert_false (gtk_widget_get_sensitive (test_find (GTK_WIDGET (dialog), GTK_TYPE_BUTTON, "use")));
  g_assert_false (ull_launch_dialog_use (dialog));
  ull_launch_dialog_set_text (dialog, "what is this?");
  g_assert_false (ull_launch_dialog_use (dialog));
  ull_launch_dialog_set_text (dialog, "llama-server -m x -c 4096");
  g_assert_false (ull_launch_dialog_use (dialog));
  ull_launch_dialog_set_text (dialog, "CUDA_VISIBLE_DEVICES=0 ollama serve &\nvllm serve openai/gpt-oss-20b --block-size 32");
  g_assert_true (ull_launch_dialog_use (dialog));
  g_assert_cmpstr (ull_workspace_get_scenario (fixture->workspace)->model->name, ==, "gpt-oss-20b");
  g_assert_cmpint (value (fixture, ULL_FIELD_BLOCK_SIZE), ==, 32);
  g_assert_cmpint (value (fixture, ULL_FIELD_OVERHEAD), ==, ULL_UNSET);
}

static void
test_command (Fixture *fixture, gconstpointer data)
{
  UllCommandDialog *dialog;

  ull_launch_dialog_use (paste (fixture, "vllm serve meta-llama/Llama-3.1-8B --block-size 32 -tp 2"));
  dialog = show_command (fixture);
  g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (dialog)), ==, 0);
  g_assert_cmpstr (ull_command_dialog_get_text (dialog), ==,
                   "vllm serve meta-llama/Llama-3.1-8B \\\n  --block-size 32 \\\n  --tensor-parallel-size 2");
  ull_command_dialog_set_suggested (dialog, TRUE);
  g_assert_nonnull (strstr (ull_command_dialog_get_text (dialog), "--max-num-seqs "));
}

/* How many fit is what a person is asked to predict. */
static void
test_withheld (Fixture *fixture, gconstpointer data)
{
  UllCommandDialog *dialog;

  ull_launch_dialog_use (paste (fixture, "vllm serve meta-llama/Llama-3.1-8B --block-size 32"));
  ull_workspace_set_predict (fixture->workspace, TRUE);
  dialog = show_command (fixture);
  ull_command_dialog_set_suggested (dialog, TRUE);
  g_assert_cmpstr (ull_command_dialog_get_text (dialog), ==, "vllm serve meta-llama/Llama-3.1-8B \\\n  --block-size 32");
  g_assert_false (gtk_widget_get_visible (test_find (GTK_WIDGET (dialog), ADW_TYPE_PREFERENCES_GROUP, "suggestions")));
}

/* What is no server has no command. */
static void
test_convention (Fixture *fixture, gconstpointer data)
{
  g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_ENGINE, ULL_ENGINE_PAGED, NULL, NULL));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.copy-command", NULL));
  g_assert_null (test_find_window (GTK_WINDOW (fixture->window), ULL_TYPE_COMMAND_DIALOG));
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    const char *model;
    void (*test) (Fixture *fixture, gconstpointer data);
  } tests[] = {
    { "/launch-dialog/change", "llama-3.1-8b", test_change },     { "/launch-dialog/holes", "llama-3.1-8b", test_holes },
    { "/launch-dialog/new", NULL, test_new },                     { "/launch-dialog/command", "llama-3.1-8b", test_command },
    { "/launch-dialog/withheld", "llama-3.1-8b", test_withheld }, { "/launch-dialog/convention", "llama-3.1-8b", test_convention },
  };

  application = test_start (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, tests[i].model, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
