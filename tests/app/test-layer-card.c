#include "test-util.h"

#include "ull-data-table.h"
#include "ull-layer-card.h"
#include "ull-plan-view.h"

#include <string.h>

/* The layer strip in the window: where it stands, how high it is, and what it says while the answer is withheld. */

static UllApplication *application;

typedef struct
{
  int width;
  UllBoardMode mode;
} Size;

typedef struct
{
  UllWindow *window;
  UllWorkspace *workspace; /* borrowed */
  UllPlanView *plan;       /* borrowed */
  UllLayerCard *card;      /* borrowed */
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  const Size *size = data;

  fixture->window = ull_window_new (GTK_APPLICATION (application));
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), size->width, 760);
  g_assert_true (ull_window_open_bundled (fixture->window, "llama-3.1-8b", "rtx-4090", NULL));
  gtk_window_present (GTK_WINDOW (fixture->window));
  test_wait_frames (GTK_WIDGET (fixture->window), 3);
  fixture->workspace = ull_window_get_workspace (fixture->window);
  fixture->plan = ULL_PLAN_VIEW (test_find (GTK_WIDGET (fixture->window), ULL_TYPE_PLAN_VIEW, NULL));
  fixture->card = ULL_LAYER_CARD (test_find (GTK_WIDGET (fixture->plan), ULL_TYPE_LAYER_CARD, NULL));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  test_window_end (fixture->window);
}

/* Two kinds by turns, 200 layers: more rows than one. */
static UllModel *
tall_model (void)
{
  UllModel facts = { .name = g_strdup ("Tall"), .query_heads = 32, .hidden_size = -1, .parameters = -1,
                     .weight_bytes = -1, .native_dtype = ULL_DTYPE_BF16, .state_dtype = ULL_DTYPE_UNKNOWN,
                     .max_positions = 131072, .n_runs = 2, .n_layers = 200 };
  UllStore full = { .growth = ULL_GROWTH_TOKEN, .per = 1, .heads = 8, .k_dim = 128, .v_dim = 128,
                    .k_format = ULL_DTYPE_KV, .v_format = ULL_DTYPE_KV };
  UllStore window = full;

  window.growth = ULL_GROWTH_CAPPED;
  window.cap = 1024;
  facts.runs = g_new0 (UllRun, 2);
  facts.runs[0] = (UllRun) { .count = 100, .kind = ULL_LAYER_FULL, .n_stores = 1, .stores = { full } };
  facts.runs[1] = (UllRun) { .count = 100, .kind = ULL_LAYER_SLIDING, .n_stores = 1, .stores = { window } };
  facts.layer_run = g_new (guint8, 200);
  for (guint i = 0; i < 200; i++)
    facts.layer_run[i] = i % 2;
  return ull_model_take (&facts, NULL);
}

static void
open_tall (Fixture *fixture)
{
  g_autoptr (UllModel) model = tall_model ();
  g_autoptr (UllScenario) scenario = NULL;

  g_assert_nonnull (model);
  scenario = ull_scenario_with_model (ull_workspace_get_scenario (fixture->workspace), model);
  ull_workspace_apply (fixture->workspace, scenario);
  test_wait_frames (GTK_WIDGET (fixture->window), 3);
}

static graphene_rect_t
bounds (Fixture *fixture, gpointer widget)
{
  graphene_rect_t rect;

  g_assert_true (gtk_widget_compute_bounds (widget, GTK_WIDGET (fixture->plan), &rect));
  return rect;
}

/* Below the other cards; in a narrow view a page of its own. */
static void
test_place (Fixture *fixture, gconstpointer data)
{
  const Size *size = data;
  UllChartView *chart = ull_layer_card_get_chart (fixture->card);

  g_assert_true (ull_plan_view_get_chart (fixture->plan, ULL_CHART_LAYERS) == chart);
  g_assert_cmpint (gtk_widget_get_mapped (GTK_WIDGET (chart)), ==, size->mode != ULL_BOARD_NARROW);
  if (size->mode == ULL_BOARD_NARROW)
    {
      gtk_widget_activate_action (GTK_WIDGET (fixture->plan), "plan.page", "s", "layers");
      test_wait_frames (GTK_WIDGET (fixture->window), 3);
      g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (chart)));
      g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (ull_plan_view_get_sum (fixture->plan))));
    }
  else
    {
      graphene_rect_t sum = bounds (fixture, ull_plan_view_get_sum (fixture->plan));
      graphene_rect_t card = bounds (fixture, fixture->card);

      g_assert_cmpfloat (sum.origin.y + sum.size.height, <, card.origin.y);
    }
  gtk_test_accessible_assert_property (chart, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       ull_scene_get_description (ull_chart_view_get_scene (chart)));
}

/* In a lesson, which has no pages, nothing is left above the strip. */
static void
test_alone (Fixture *fixture, gconstpointer data)
{
  GtkWidget *page = g_object_ref_sink (ull_layer_card_new ()), *alone = g_object_ref_sink (ull_layer_card_new_alone ());
  int page_height, height, wide;

  g_object_set (page, "workspace", fixture->workspace, NULL);
  g_object_set (alone, "workspace", fixture->workspace, NULL);
  gtk_widget_measure (page, GTK_ORIENTATION_VERTICAL, 376, &page_height, NULL, NULL, NULL);
  gtk_widget_measure (alone, GTK_ORIENTATION_VERTICAL, 376, &height, NULL, NULL, NULL);
  gtk_widget_measure (page, GTK_ORIENTATION_VERTICAL, 600, &wide, NULL, NULL, NULL);
  /* A row of switches is 40 pixels high. */
  g_assert_cmpint (page_height - height, ==, 40);
  g_assert_cmpint (height, >=, wide);
  g_object_unref (page);
  g_object_unref (alone);
}

/* One row is as high as the design has it; more rows make the card higher, and every layer has its cell. */
static void
test_height (Fixture *fixture, gconstpointer data)
{
  const UllScene *scene;
  const UllMark *marks;
  guint n, cells = 0;

  g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (fixture->card)), ==, 66);
  open_tall (fixture);
  g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (fixture->card)), >, 120);
  scene = ull_chart_view_get_scene (ull_layer_card_get_chart (fixture->card));
  marks = ull_scene_get_marks (scene, &n);
  for (guint i = 0; i < n; i++)
    cells += g_strcmp0 (marks[i].id, "full") == 0 || g_strcmp0 (marks[i].id, "sliding") == 0;
  /* And a swatch a kind. */
  g_assert_cmpuint (cells, ==, 200 + 2);
}

/* A pending prediction leaves the kinds, and nothing in bytes. */
static void
test_withheld (Fixture *fixture, gconstpointer data)
{
  UllChartView *chart = ull_layer_card_get_chart (fixture->card);

  open_tall (fixture);
  g_assert_nonnull (strstr (ull_scene_get_description (ull_chart_view_get_scene (chart)), "per token"));
  ull_workspace_set_predict (fixture->workspace, TRUE);
  test_wait_frames (GTK_WIDGET (fixture->window), 3);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (chart)));
  g_assert_nonnull (strstr (ull_scene_get_description (ull_chart_view_get_scene (chart)), "100\302\240sliding"));
  g_assert_null (strstr (ull_scene_get_description (ull_chart_view_get_scene (chart)), "per token"));
  g_assert_null (strstr (ull_scene_get_description (ull_chart_view_get_scene (chart)), "1,024"));
}

/* Ctrl+T at the strip opens its table: a row a run. */
static void
test_table (Fixture *fixture, gconstpointer data)
{
  g_autofree char *csv = NULL;
  g_auto (GStrv) lines = NULL;
  UllDataTable *table;

  open_tall (fixture);
  gtk_widget_grab_focus (GTK_WIDGET (ull_layer_card_get_chart (fixture->card)));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.data-table", NULL));
  table = ULL_DATA_TABLE (test_find_window (GTK_WINDOW (fixture->window), ULL_TYPE_DATA_TABLE));
  g_assert_nonnull (table);
  test_wait_frames (GTK_WIDGET (table), 2);
  csv = ull_data_table_dup_csv (table);
  lines = g_strsplit (csv, "\r\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 1 + 2 + 1);
  /* 100 layers × 2 × 8 × 128 × 2 B = 409,600 B a token. */
  g_assert_nonnull (strstr (lines[1], ",full attention,,by token,8,128,128,,409600,,"));
  gtk_window_destroy (GTK_WINDOW (table));
  test_settle ();
}

int
main (int argc, char **argv)
{
  static const Size sizes[] = { { 360, ULL_BOARD_NARROW }, { 1000, ULL_BOARD_MEDIUM }, { 1280, ULL_BOARD_WIDE } };

  application = test_start (&argc, &argv);
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *path = g_strdup_printf ("/layer-card/place/%d", sizes[i].width);

      g_test_add (path, Fixture, &sizes[i], set_up, test_place, tear_down);
    }
  g_test_add ("/layer-card/alone", Fixture, &sizes[2], set_up, test_alone, tear_down);
  g_test_add ("/layer-card/height", Fixture, &sizes[2], set_up, test_height, tear_down);
  g_test_add ("/layer-card/withheld", Fixture, &sizes[2], set_up, test_withheld, tear_down);
  g_test_add ("/layer-card/table", Fixture, &sizes[2], set_up, test_table, tear_down);
  return g_test_run ();
}
