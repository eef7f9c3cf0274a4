#include "test-util.h"

#include "ull-json.h"
#include "ull-lever-panel.h"
#include "ull-plan-view.h"
#include "ull-slider-row.h"
#include "ull-units.h"

#include <glib/gstdio.h>
#include <math.h>

/* Agreement: random scenarios are typed into the levers of the real window and saved; the verdict, the memory chart's
 * words and the point of the curves must then say the numbers that the command line computes from the saved file. The
 * program to ask is the first argument. What a sentence must hold is made here from the command's numbers alone. */

#define N_SCENARIOS 200
#define SEED 20240817

static UllApplication *application;
static const char *cli;

typedef struct
{
  UllWindow *window;
  UllWorkspace *workspace; /* borrowed, like all below */
  UllPlanView *view;
  UllLeverPanel *panel;
  char *folder;
  char *path;
} Fixture;

/* What the command line answers. */
typedef struct
{
  gboolean fits;
  char *limit;
  gint64 pool_bytes;
  gint64 max_concurrency;
  gint64 ullage_bytes;
} Answer;

static void
clear_answer (Answer *answer)
{
  g_clear_pointer (&answer->limit, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Answer, clear_answer)

static void
type (Fixture *fixture, UllLeverId lever, const char *text)
{
  UllSliderRow *row = ULL_SLIDER_ROW (ull_lever_panel_get_row (fixture->panel, lever));
  GtkWidget *entry = ull_slider_row_get_entry (row);

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  g_signal_emit_by_name (entry, "activate");
  g_assert_cmpstr (ull_slider_row_get_message (row), ==, NULL);
}

static void
type_number (Fixture *fixture, UllLeverId lever, double number, const char *unit)
{
  g_autofree char *text = g_strdup_printf ("%g%s", number, unit);

  type (fixture, lever, text);
}

static const char *
choose (GRand *rand, const char *const *texts, int n_texts)
{
  return texts[g_rand_int_range (rand, 0, n_texts)];
}

/* Evenly over the orders of magnitude: small and large values alike. */
static double
log_uniform (GRand *rand, double low, double high)
{
  return floor (low * pow (high / low, g_rand_double (rand)));
}

static void
set_levers (Fixture *fixture, GRand *rand)
{
  const char *const kv[] = { "bf16", "fp8", "int4", "nvfp4", "q8_0" };
  const char *const vllm_kv[] = { "bf16", "fp8", "fp8_per_token_head", "int4_per_token_head", "turboquant_k8v4" };
  const char *const heads[] = { "1", "2", "4", "8", "16", "32" };
  const char *const weights[] = { "bf16", "fp8", "int4" };
  const char *const blocks[] = { "1", "8", "16", "32", "128" };

  UllEngineId engine = (UllEngineId) g_rand_int_range (rand, 0, ULL_N_ENGINES);

  ull_workspace_set_field (fixture->workspace, ULL_FIELD_ENGINE, engine, NULL, NULL);
  type_number (fixture, ULL_LEVER_CONTEXT, log_uniform (rand, 64, 131072), "");
  type_number (fixture, ULL_LEVER_CONCURRENCY, log_uniform (rand, 1, 300), "");
  type (fixture, ULL_LEVER_KV_DTYPE, choose (rand, engine == ULL_ENGINE_VLLM ? vllm_kv : kv, G_N_ELEMENTS (kv)));
  type (fixture, ULL_LEVER_KV_HEADS, choose (rand, heads, G_N_ELEMENTS (heads)));
  type_number (fixture, ULL_LEVER_MEMORY, g_rand_int_range (rand, 8, 64), "GiB");
  type_number (fixture, ULL_LEVER_UTILIZATION, g_rand_int_range (rand, 50, 101) / 100.0, "");
  type (fixture, ULL_LEVER_WEIGHT_DTYPE, choose (rand, weights, G_N_ELEMENTS (weights)));
  type_number (fixture, ULL_LEVER_OVERHEAD, g_rand_int_range (rand, 0, 40) / 10.0, "GB");
  type_number (fixture, ULL_LEVER_HEADROOM, g_rand_int_range (rand, 0, 30) / 100.0, "");
  type (fixture, ULL_LEVER_BLOCK_SIZE, choose (rand, blocks, G_N_ELEMENTS (blocks)));
}

static gint64
member (UllJsonRef root, const char *name)
{
  g_autoptr (GError) error = NULL;
  UllJsonRef ref;
  gint64 value;

  g_assert_true (ull_json_get (root, name, &ref));
  ull_json_read_int (ref, &value, &error);
  g_assert_no_error (error);
  return value;
}

static char *
member_text (UllJsonRef root, const char *name)
{
  UllJsonRef ref;

  g_assert_true (ull_json_get (root, name, &ref));
  return ull_json_read_string (ref, NULL);
}

static void
ask (Fixture *fixture, Answer *answer)
{
  const char *const argv[] = { cli, "plan", "--model", fixture->path, "--json", NULL };
  g_autofree char *out = NULL;
  g_autofree char *verdict = NULL;
  g_autoptr (UllJson) json = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  g_assert_true (ull_workspace_save (fixture->workspace, fixture->path, &error));
  g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &out, NULL, &status, &error));
  g_assert_true (g_spawn_check_wait_status (status, &error));
  json = ull_json_parse ("plan", out, strlen (out), ULL_JSON_STRICT, &error);
  g_assert_no_error (error);
  verdict = member_text (ull_json_root (json), "verdict");
  answer->fits = g_str_equal (verdict, "fits");
  answer->limit = member_text (ull_json_root (json), "limit");
  answer->pool_bytes = member (ull_json_root (json), "pool_bytes");
  answer->max_concurrency = member (ull_json_root (json), "max_concurrency");
  answer->ullage_bytes = member (ull_json_root (json), "ullage_bytes");
}

static void
assert_says (const char *text, const char *before, gint64 number, const char *after)
{
  g_autofree char *count = ull_format_count (number);
  g_autofree char *expected = g_strconcat (before, count, after, NULL);

  if (strstr (text, expected) == NULL)
    g_error ("“%s” is not in: %s", expected, text);
}

static void
check_verdict (Fixture *fixture, const Answer *answer)
{
  UllVerdictCard *card = ull_plan_view_get_verdict (fixture->view);
  const char *headline = ull_verdict_card_get_headline (card);
  gint64 asked = ull_workspace_get_scenario (fixture->workspace)->value[ULL_FIELD_CONCURRENCY];

  g_assert_cmpint (ull_verdict_card_get_state (card), ==, answer->fits ? ULL_VERDICT_GOOD : ULL_VERDICT_BAD);
  if (answer->fits && answer->max_concurrency > asked)
    assert_says (headline, "room for ", answer->max_concurrency - asked, " more");
  else if (answer->fits)
    g_assert_nonnull (strstr (headline, "not one more"));
  else if (g_str_equal (answer->limit, "kv_pool") && -answer->ullage_bytes >= ULL_GIB / 100)
    {
      g_autofree char *excess = ull_format_gib (-answer->ullage_bytes);

      g_assert_nonnull (strstr (headline, excess));
    }
}

static void
check_memory (Fixture *fixture, const Answer *answer)
{
  const UllScene *scene = ull_chart_view_get_scene (ull_plan_view_get_chart (fixture->view, ULL_CHART_MEMORY));
  const char *text = ull_scene_get_description (scene);

  assert_says (text, " ", answer->pool_bytes, " bytes.");
  assert_says (text, "Most requests: ", answer->max_concurrency, ".");
}

static const char *
find_spot (const UllScene *scene, const char *id)
{
  guint n_spots;
  const UllSpot *spots = ull_scene_get_spots (scene, &n_spots);

  for (guint i = 0; i < n_spots; i++)
    if (g_strcmp0 (spots[i].id, id) == 0)
      return spots[i].description;
  return NULL;
}

static void
check_curves (Fixture *fixture, const Answer *answer)
{
  UllScenario *scenario = ull_workspace_get_scenario (fixture->workspace);
  const UllScene *scene = ull_chart_view_get_scene (ull_plan_view_get_chart (fixture->view, ULL_CHART_CURVES));
  const char *now = find_spot (scene, "present");
  const char *most = find_spot (scene, "most");

  g_assert_nonnull (now);
  assert_says (now, "Now: ", scenario->value[ULL_FIELD_CONCURRENCY], " request");
  assert_says (now, " of ", scenario->value[ULL_FIELD_CONTEXT], " token");
  g_assert_true (g_str_has_suffix (now, answer->fits ? " Fits." : " Does not fit."));
  g_assert_true ((most != NULL) == (answer->max_concurrency > 0));
  if (most != NULL)
    assert_says (most, ": ", answer->max_concurrency, " request");
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("ullage-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "plan.ullage", NULL);
  fixture->window = test_window_new (application);
  fixture->workspace = ull_window_get_workspace (fixture->window);
  g_assert_true (ull_window_open_bundled (fixture->window, "llama-3.1-8b", NULL, NULL));
  fixture->view = ULL_PLAN_VIEW (test_find (GTK_WIDGET (fixture->window), ULL_TYPE_PLAN_VIEW, NULL));
  fixture->panel = ULL_LEVER_PANEL (test_find (GTK_WIDGET (fixture->window), ULL_TYPE_LEVER_PANEL, NULL));
  g_assert_nonnull (fixture->view);
  g_assert_nonnull (fixture->panel);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  test_window_end (fixture->window);
  g_unlink (fixture->path);
  g_rmdir (fixture->folder);
  g_clear_pointer (&fixture->path, g_free);
  g_clear_pointer (&fixture->folder, g_free);
}

static void
test_agreement (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);
  guint n_fits = 0;

  for (guint i = 0; i < N_SCENARIOS; i++)
    {
      g_auto (Answer) answer = { 0 };

      set_levers (fixture, rand);
      test_wait_frames (GTK_WIDGET (fixture->window), 1);
      ask (fixture, &answer);
      check_verdict (fixture, &answer);
      check_memory (fixture, &answer);
      check_curves (fixture, &answer);
      n_fits += answer.fits;
    }
  g_test_message ("%d scenarios agree, %u of them fit", N_SCENARIOS, n_fits);
  /* Both answers must have been compared often. */
  g_assert_cmpuint (n_fits, >, N_SCENARIOS / 5);
  g_assert_cmpuint (n_fits, <, N_SCENARIOS * 4 / 5);
}

int
main (int argc, char **argv)
{
  application = test_start (&argc, &argv);
  g_assert_cmpint (argc, >=, 2);
  cli = argv[1];
  g_test_add ("/agreement/window-and-command-line", Fixture, NULL, set_up, test_agreement, tear_down);
  return g_test_run ();
}
