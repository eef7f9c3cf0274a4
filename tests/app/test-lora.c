#include "test-util.h"

#include "ull-budget.h"
#include "ull-engine.h"

#include <glib/gstdio.h>
#include <string.h>

/* A folder that is a LoRA adapter's and no model's: named as such, offered as a term over an open model, refused where it does not
 * fit; the open document stays as it was until somebody says yes. */

static UllApplication *application;

typedef struct
{
  UllWindow *window;
  UllWorkspace *workspace; /* borrowed */
  char *folder;
  char *config;
  char *matrices;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("ullage-XXXXXX", NULL);
  fixture->config = g_build_filename (fixture->folder, "adapter_config.json", NULL);
  fixture->matrices = g_build_filename (fixture->folder, "adapter_model.safetensors", NULL);
  fixture->window = test_window_new_open (application);
  fixture->workspace = ull_window_get_workspace (fixture->window);
  g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_ENGINE, ULL_ENGINE_VLLM, NULL, NULL));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  test_window_end (fixture->window);
  g_unlink (fixture->config);
  g_unlink (fixture->matrices);
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->folder);
  g_free (fixture->config);
  g_free (fixture->matrices);
}

/* Of one layer, q's two matrices at 16 bits. */
static void
write_adapter (Fixture *fixture, int rank, int hidden, int layer)
{
  g_autofree char *config = g_strdup_printf ("{\"peft_type\": \"LORA\", \"r\": %d, \"base_model_name_or_path\": \"acme/Base-8B\"}", rank);
  g_autofree char *header = g_strdup_printf (
    "{\"base_model.model.model.layers.%d.self_attn.q_proj.lora_A.weight\": {\"dtype\": \"F16\", \"shape\": [%d, %d],"
    " \"data_offsets\": [0, %d]}}",
    layer, rank, hidden, 2 * rank * hidden);
  const guint64 length = GUINT64_TO_LE (strlen (header));
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  g_byte_array_append (bytes, (const guint8 *) &length, sizeof length);
  g_byte_array_append (bytes, (const guint8 *) header, (guint) strlen (header));
  g_byte_array_set_size (bytes, bytes->len + (guint) (2 * rank * hidden));
  g_assert_true (g_file_set_contents (fixture->config, config, -1, NULL));
  g_assert_true (g_file_set_contents (fixture->matrices, (const char *) bytes->data, bytes->len, NULL));
}

static UllScenario *
scenario (Fixture *fixture)
{
  return ull_workspace_get_scenario (fixture->workspace);
}

static AdwMessageDialog *
find_prompt (Fixture *fixture)
{
  GtkWindow *prompt = test_find_window (GTK_WINDOW (fixture->window), ADW_TYPE_MESSAGE_DIALOG);

  return prompt != NULL ? ADW_MESSAGE_DIALOG (prompt) : NULL;
}

static void
open_path (Fixture *fixture, const char *path)
{
  ull_window_open_path (fixture->window, path);
  test_wait_loaded (fixture->window);
}

static void
answer (Fixture *fixture, const char *response)
{
  AdwMessageDialog *prompt = find_prompt (fixture);

  g_assert_nonnull (prompt);
  test_wait_frames (GTK_WIDGET (prompt), 1);
  g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (prompt)), ==, 0);
  adw_message_dialog_response (prompt, response);
  gtk_window_destroy (GTK_WINDOW (prompt));
  test_settle ();
}

static gint64
lora_bytes (Fixture *fixture)
{
  g_autofree UllBudget *budget = g_new0 (UllBudget, 1);

  g_assert_true (ull_budget_terms (scenario (fixture), budget, NULL));
  return budget->term[ULL_TERM_LORA].present ? budget->term[ULL_TERM_LORA].bytes : 0;
}

static void
test_counted (Fixture *fixture, gconstpointer data)
{
  UllScenario *before = scenario (fixture);

  write_adapter (fixture, 12, 4096, 31);
  open_path (fixture, fixture->folder);
  g_assert_true (scenario (fixture) == before);
  g_assert_nonnull (strstr (adw_message_dialog_get_body (find_prompt (fixture)), "rank 12 for acme/Base-8B"));
  answer (fixture, "cancel");
  g_assert_true (scenario (fixture) == before);
  /* The file of its matrices says the same. */
  open_path (fixture, fixture->matrices);
  answer (fixture, "count");
  g_assert_cmpint (scenario (fixture)->value[ULL_FIELD_MAX_LORAS], ==, 1);
  /* An engine's ranks are 8, 16, 32 and so on. */
  g_assert_cmpint (scenario (fixture)->value[ULL_FIELD_MAX_LORA_RANK], ==, 16);
  /* 32 layers × 16 × 2 bytes × (q, k, v: 3 × 4,096 + 6,144; o: 2 × 4,096; gate, up: 2 × 18,432; down: 18,432). */
  g_assert_cmpint (lora_bytes (fixture), ==, G_GINT64_CONSTANT (32) * 16 * 2 * (18432 + 8192 + 36864 + 18432));
  /* A second one: a slot more, as wide as the widest. */
  write_adapter (fixture, 8, 4096, 0);
  open_path (fixture, fixture->config);
  answer (fixture, "count");
  g_assert_cmpint (scenario (fixture)->value[ULL_FIELD_MAX_LORAS], ==, 2);
  g_assert_cmpint (scenario (fixture)->value[ULL_FIELD_MAX_LORA_RANK], ==, 16);
  /* Each is one step back. */
  ull_workspace_undo (fixture->workspace);
  ull_workspace_undo (fixture->workspace);
  g_assert_true (scenario (fixture) == before);
}

static void
assert_refused (Fixture *fixture, const char *says)
{
  UllScenario *before = scenario (fixture);

  open_path (fixture, fixture->folder);
  g_assert_null (find_prompt (fixture));
  g_assert_true (scenario (fixture) == before);
  g_assert_nonnull (ull_window_get_notice (fixture->window));
  if (strstr (ull_window_get_notice (fixture->window), says) == NULL)
    g_error ("“%s” should say “%s”", ull_window_get_notice (fixture->window), says);
}

static void
test_refused (Fixture *fixture, gconstpointer data)
{
  write_adapter (fixture, 16, 2048, 0);
  assert_refused (fixture, "made for a hidden size of 2,048, and Llama-3.1-8B has 4,096");
  write_adapter (fixture, 16, 4096, 32);
  assert_refused (fixture, "has matrices of 33 layers, and Llama-3.1-8B has 32");
  write_adapter (fixture, 16, 4096, 0);
  g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_ENGINE, ULL_ENGINE_PAGED, NULL, NULL));
  assert_refused (fixture, "with the engine vLLM it can be counted");
  /* A rank that no adapter has: then it is named, as without a rank. */
  write_adapter (fixture, 5000, 8, 0);
  assert_refused (fixture, "a LoRA adapter of acme/Base-8B");
}

static void
test_nothing_open (Fixture *fixture, gconstpointer data)
{
  UllWindow *empty = test_window_new (application);

  write_adapter (fixture, 16, 4096, 0);
  ull_window_open_path (empty, fixture->folder);
  test_wait_loaded (empty);
  g_assert_nonnull (strstr (ull_window_get_notice (empty), "a LoRA adapter and no model; with its model open, it can be counted"));
  test_window_end (empty);
}

int
main (int argc, char *argv[])
{
  application = test_start (&argc, &argv);
  g_test_add ("/lora/counted", Fixture, NULL, set_up, test_counted, tear_down);
  g_test_add ("/lora/refused", Fixture, NULL, set_up, test_refused, tear_down);
  g_test_add ("/lora/nothing-open", Fixture, NULL, set_up, test_nothing_open, tear_down);
  return g_test_run ();
}
