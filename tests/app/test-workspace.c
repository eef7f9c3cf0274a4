#include "ull-workspace.h"

#include "ull-document.h"
#include "ull-error.h"
#include "ull-history.h"
#include "ull-units.h"

#include <glib/gstdio.h>

/* History, prediction and saving of the workspace, without a display. The model is Llama-3.1-8B's shape by hand: 32
 * layers, 8 KV heads of 32, 128. */

typedef struct
{
  UllWorkspace *workspace;
  guint n_disclosures;
} Fixture;

static UllScenario *
make_scenario (const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (UllModel) model = ull_model_new_dense (name, 32, 32, 8, 128, &error);
  g_autoptr (UllDevice) device = ull_device_new_custom (24 * ULL_GIB);

  g_assert_no_error (error);
  return ull_scenario_new (model, device);
}

static void
count_cb (Fixture *fixture)
{
  fixture->n_disclosures++;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (UllScenario) scenario = make_scenario ("First");

  fixture->workspace = ull_workspace_new ();
  g_assert_null (ull_workspace_get_scenario (fixture->workspace));
  g_assert_null (ull_workspace_get_disclosure (fixture->workspace));
  ull_workspace_open (fixture->workspace, scenario, NULL, NULL);
  g_signal_connect_swapped (fixture->workspace, "notify::disclosure", G_CALLBACK (count_cb), fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_assert_finalize_object (fixture->workspace);
}

static gboolean
flag (Fixture *fixture, const char *property)
{
  gboolean value;

  g_object_get (fixture->workspace, property, &value, NULL);
  return value;
}

static gint64
context (Fixture *fixture)
{
  return ull_workspace_get_scenario (fixture->workspace)->value[ULL_FIELD_CONTEXT];
}

static void
set_context (Fixture *fixture, gint64 tokens)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONTEXT, tokens, NULL, &error));
  g_assert_no_error (error);
}

static void
test_open (Fixture *fixture, gconstpointer data)
{
  UllDisclosure *disclosure = ull_workspace_get_disclosure (fixture->workspace);

  g_assert_nonnull (disclosure->plan);
  g_assert_false (disclosure->withheld);
  g_assert_false (flag (fixture, "can-undo"));
  g_assert_false (flag (fixture, "can-redo"));
  g_assert_false (flag (fixture, "modified"));
  g_assert_null (ull_workspace_get_path (fixture->workspace));
}

static void
test_undo_redo (Fixture *fixture, gconstpointer data)
{
  const gint64 first = context (fixture);

  set_context (fixture, 5000);
  set_context (fixture, 6000);
  g_assert_true (flag (fixture, "can-undo"));
  g_assert_true (flag (fixture, "modified"));
  ull_workspace_undo (fixture->workspace);
  g_assert_cmpint (context (fixture), ==, 5000);
  g_assert_true (flag (fixture, "can-redo"));
  ull_workspace_undo (fixture->workspace);
  g_assert_cmpint (context (fixture), ==, first);
  g_assert_false (flag (fixture, "can-undo"));
  g_assert_false (flag (fixture, "modified"));
  ull_workspace_undo (fixture->workspace); /* nothing left: nothing happens */
  g_assert_cmpint (context (fixture), ==, first);
  ull_workspace_redo (fixture->workspace);
  ull_workspace_redo (fixture->workspace);
  g_assert_cmpint (context (fixture), ==, 6000);
  g_assert_false (flag (fixture, "can-redo"));
  ull_workspace_redo (fixture->workspace);
  g_assert_cmpint (context (fixture), ==, 6000);
}

static void
test_change_cuts_redo (Fixture *fixture, gconstpointer data)
{
  set_context (fixture, 5000);
  ull_workspace_undo (fixture->workspace);
  set_context (fixture, 7000);
  g_assert_false (flag (fixture, "can-redo"));
  ull_workspace_redo (fixture->workspace);
  g_assert_cmpint (context (fixture), ==, 7000);
}

static void
test_same_is_no_entry (Fixture *fixture, gconstpointer data)
{
  set_context (fixture, context (fixture));
  g_assert_false (flag (fixture, "can-undo"));
  g_assert_cmpuint (fixture->n_disclosures, ==, 0);
}

static void
test_drag_is_one_entry (Fixture *fixture, gconstpointer data)
{
  const gint64 first = context (fixture);

  ull_workspace_begin_change (fixture->workspace);
  for (gint64 tokens = 5000; tokens <= 9000; tokens += 100)
    set_context (fixture, tokens);
  ull_workspace_end_change (fixture->workspace);
  g_assert_cmpint (context (fixture), ==, 9000);
  set_context (fixture, 10000);
  ull_workspace_undo (fixture->workspace);
  g_assert_cmpint (context (fixture), ==, 9000);
  ull_workspace_undo (fixture->workspace);
  g_assert_cmpint (context (fixture), ==, first);
}

static void
test_drags_nest (Fixture *fixture, gconstpointer data)
{
  const gint64 first = context (fixture);

  ull_workspace_begin_change (fixture->workspace);
  ull_workspace_begin_change (fixture->workspace);
  set_context (fixture, 5000);
  ull_workspace_end_change (fixture->workspace);
  set_context (fixture, 6000);
  ull_workspace_end_change (fixture->workspace);
  ull_workspace_undo (fixture->workspace);
  g_assert_cmpint (context (fixture), ==, first);
}

static void
test_drag_back_is_no_entry (Fixture *fixture, gconstpointer data)
{
  const gint64 first = context (fixture);

  ull_workspace_begin_change (fixture->workspace);
  set_context (fixture, 5000);
  set_context (fixture, first);
  ull_workspace_end_change (fixture->workspace);
  g_assert_false (flag (fixture, "can-undo"));
}

static void
test_undo_during_drag (Fixture *fixture, gconstpointer data)
{
  const gint64 first = context (fixture);

  ull_workspace_begin_change (fixture->workspace);
  set_context (fixture, 5000);
  ull_workspace_undo (fixture->workspace);
  g_assert_cmpint (context (fixture), ==, first);
  set_context (fixture, 6000); /* the hand is still on the slider: a new entry, the first one is not overwritten */
  ull_workspace_end_change (fixture->workspace);
  ull_workspace_undo (fixture->workspace);
  g_assert_cmpint (context (fixture), ==, first);
}

static void
test_limit (Fixture *fixture, gconstpointer data)
{
  guint n_undone = 0;

  for (gint64 i = 0; i < 3 * ULL_HISTORY_LIMIT; i++)
    set_context (fixture, 5000 + i);
  while (flag (fixture, "can-undo"))
    {
      ull_workspace_undo (fixture->workspace);
      n_undone++;
    }
  g_assert_cmpuint (n_undone, ==, ULL_HISTORY_LIMIT - 1);
  g_assert_cmpint (context (fixture), ==, 5000 + 3 * ULL_HISTORY_LIMIT - ULL_HISTORY_LIMIT);
}

static void
test_reset (Fixture *fixture, gconstpointer data)
{
  const gint64 first = context (fixture);
  g_autoptr (UllDevice) other = ull_device_new_custom (48 * ULL_GIB);
  g_autoptr (UllScenario) moved = NULL;

  set_context (fixture, 5000);
  moved = ull_scenario_with_device (ull_workspace_get_scenario (fixture->workspace), other);
  ull_workspace_apply (fixture->workspace, moved);
  ull_workspace_reset (fixture->workspace);
  g_assert_cmpint (context (fixture), ==, first);
  g_assert_cmpint (ull_workspace_get_scenario (fixture->workspace)->device->reported, ==, 24 * ULL_GIB);
  g_assert_false (flag (fixture, "modified"));
  ull_workspace_undo (fixture->workspace);
  g_assert_cmpint (context (fixture), ==, 5000);
}

static void
test_refused_value (Fixture *fixture, gconstpointer data)
{
  const gint64 first = context (fixture);
  g_autoptr (GError) error = NULL;

  g_assert_false (ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONTEXT, -5, NULL, &error));
  g_assert_nonnull (error);
  g_assert_cmpint (context (fixture), ==, first);
  g_assert_false (flag (fixture, "can-undo"));
}

static void
test_open_starts_again (Fixture *fixture, gconstpointer data)
{
  g_autoptr (UllScenario) second = make_scenario ("Second");

  set_context (fixture, 5000);
  ull_workspace_open (fixture->workspace, second, "/a/b.ullage", "{}");
  g_assert_false (flag (fixture, "can-undo"));
  g_assert_false (flag (fixture, "modified"));
  g_assert_cmpstr (ull_workspace_get_path (fixture->workspace), ==, "/a/b.ullage");
  g_assert_cmpstr (ull_workspace_get_scenario (fixture->workspace)->model->name, ==, "Second");
}

/* What is withheld is not there: no plan, and no pool in the budget. */
static void
assert_withheld (Fixture *fixture)
{
  UllDisclosure *disclosure = ull_workspace_get_disclosure (fixture->workspace);

  g_assert_cmpint (ull_workspace_get_predict_state (fixture->workspace), ==, ULL_PREDICT_PENDING);
  g_assert_true (disclosure->withheld);
  g_assert_null (disclosure->plan);
  g_assert_false (disclosure->given.term[ULL_TERM_KV_POOL].present);
  g_assert_null (ull_workspace_get_prediction (fixture->workspace));
}

static void
test_predict (Fixture *fixture, gconstpointer data)
{
  const UllPrediction said = { .fits = TRUE, .fits_confidence = 80, .requests = 18, .requests_confidence = 60 };
  guint n_steps;
  guint n_shown = 0;

  ull_workspace_set_predict (fixture->workspace, TRUE);
  assert_withheld (fixture);
  set_context (fixture, 5000);
  assert_withheld (fixture);
  g_assert_false (ull_workspace_reveal_next (fixture->workspace));

  ull_workspace_commit (fixture->workspace, &said);
  g_assert_cmpint (ull_workspace_get_predict_state (fixture->workspace), ==, ULL_PREDICT_REVEAL);
  g_assert_cmpint (ull_workspace_get_prediction (fixture->workspace)->requests, ==, 18);
  g_assert_nonnull (ull_workspace_get_disclosure (fixture->workspace)->plan);
  g_assert_cmpuint (ull_workspace_get_disclosure (fixture->workspace)->n_steps, ==, 0);
  n_steps = ull_workspace_get_disclosure (fixture->workspace)->plan->derivation.n_steps;
  while (ull_workspace_reveal_next (fixture->workspace))
    {
      n_shown++;
      g_assert_cmpuint (ull_workspace_get_disclosure (fixture->workspace)->n_steps, ==, n_shown);
    }
  g_assert_cmpuint (n_shown, ==, n_steps);

  set_context (fixture, 6000);
  assert_withheld (fixture);
  ull_workspace_set_predict (fixture->workspace, FALSE);
  g_assert_nonnull (ull_workspace_get_disclosure (fixture->workspace)->plan);
  g_assert_cmpuint (ull_workspace_get_disclosure (fixture->workspace)->n_steps, ==, n_steps);
}

static void
test_predict_survives_opening (Fixture *fixture, gconstpointer data)
{
  const UllPrediction said = { .fits = TRUE, .fits_confidence = 80, .requests = 18, .requests_confidence = 60 };
  g_autoptr (UllScenario) second = make_scenario ("Second");

  ull_workspace_set_predict (fixture->workspace, TRUE);
  ull_workspace_commit (fixture->workspace, &said);
  ull_workspace_open (fixture->workspace, second, NULL, NULL);
  assert_withheld (fixture);
  ull_workspace_set_predict (fixture->workspace, FALSE);
  ull_workspace_commit (fixture->workspace, &said); /* nothing was asked */
  g_assert_cmpint (ull_workspace_get_predict_state (fixture->workspace), ==, ULL_PREDICT_OFF);
}

static void
test_predict_undo_withholds (Fixture *fixture, gconstpointer data)
{
  const UllPrediction said = { .fits = FALSE, .fits_confidence = 50, .requests = 0, .requests_confidence = 0 };

  set_context (fixture, 5000);
  ull_workspace_set_predict (fixture->workspace, TRUE);
  ull_workspace_commit (fixture->workspace, &said);
  ull_workspace_undo (fixture->workspace);
  assert_withheld (fixture);
}

static void
test_save (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("ullage-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "plan.ullage", NULL);
  g_autofree char *text = NULL;
  g_autofree char *written = NULL;
  g_autoptr (UllScenario) read = NULL;
  gsize length;

  g_assert_no_error (error);
  set_context (fixture, 5000);
  g_assert_true (ull_workspace_save (fixture->workspace, path, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (ull_workspace_get_path (fixture->workspace), ==, path);
  g_assert_false (flag (fixture, "modified"));
  g_assert_true (flag (fixture, "can-undo"));
  g_assert_true (g_file_get_contents (path, &text, &length, &error));
  read = ull_document_parse ("plan.ullage", text, length, &error);
  g_assert_no_error (error);
  written = ull_document_write (ull_workspace_get_scenario (fixture->workspace), NULL);
  g_assert_cmpstr (text, ==, written);
  g_assert_cmpint (read->value[ULL_FIELD_CONTEXT], ==, 5000);
  ull_workspace_undo (fixture->workspace);
  g_assert_true (flag (fixture, "modified"));
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_save_keeps_unknown (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("ullage-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "plan.ullage", NULL);
  g_autofree char *written = ull_document_write (ull_workspace_get_scenario (fixture->workspace), NULL);
  g_autofree char *foreign = NULL;
  g_autoptr (UllScenario) scenario = NULL;
  char *brace = strchr (written, '{');

  g_assert_nonnull (brace);
  foreign = g_strdup_printf ("{\"from_a_later_version\": [1, 2],%s", brace + 1);
  scenario = ull_document_parse ("plan.ullage", foreign, strlen (foreign), &error);
  g_assert_no_error (error);
  ull_workspace_open (fixture->workspace, scenario, path, foreign);
  for (gint64 tokens = 5000; tokens < 5002; tokens++)
    {
      g_autofree char *text = NULL;

      set_context (fixture, tokens);
      g_assert_true (ull_workspace_save (fixture->workspace, path, &error));
      g_assert_true (g_file_get_contents (path, &text, NULL, &error));
      g_assert_nonnull (strstr (text, "from_a_later_version"));
    }
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_save_fails (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  set_context (fixture, 5000);
  g_assert_false (ull_workspace_save (fixture->workspace, "/nonexistent-folder/plan.ullage", &error));
  g_assert_error (error, ULL_ERROR, ULL_ERROR_IO);
  g_assert_null (ull_workspace_get_path (fixture->workspace));
  g_assert_true (flag (fixture, "modified"));
  g_assert_cmpint (context (fixture), ==, 5000);
}

static const struct
{
  const char *path;
  void (*test) (Fixture *fixture, gconstpointer data);
} tests[] = {
  { "/workspace/open", test_open },
  { "/workspace/undo-redo", test_undo_redo },
  { "/workspace/change-cuts-redo", test_change_cuts_redo },
  { "/workspace/same-is-no-entry", test_same_is_no_entry },
  { "/workspace/drag-is-one-entry", test_drag_is_one_entry },
  { "/workspace/drags-nest", test_drags_nest },
  { "/workspace/drag-back-is-no-entry", test_drag_back_is_no_entry },
  { "/workspace/undo-during-drag", test_undo_during_drag },
  { "/workspace/limit", test_limit },
  { "/workspace/reset", test_reset },
  { "/workspace/refused-value", test_refused_value },
  { "/workspace/open-starts-again", test_open_starts_again },
  { "/workspace/predict", test_predict },
  { "/workspace/predict-survives-opening", test_predict_survives_opening },
  { "/workspace/predict-undo-withholds", test_predict_undo_withholds },
  { "/workspace/save", test_save },
  { "/workspace/save-keeps-unknown", test_save_keeps_unknown },
  { "/workspace/save-fails", test_save_fails },
};

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
