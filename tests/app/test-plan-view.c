#include "test-util.h"

#include "ull-data-table.h"
#include "ull-lever-row.h"
#include "ull-look.h"
#include "ull-page-stack.h"
#include "ull-plan-view.h"

#include <string.h>

/* The content as a whole: where the cards stand at each width and text size, in which direction, and that they say what
 * the disclosure says. */

static UllApplication *application;

typedef struct
{
  int width;
  int percent;
  UllBoardMode mode;
} Size;

typedef struct
{
  UllWindow *window;
  UllWorkspace *workspace; /* borrowed */
  UllPlanView *plan;       /* borrowed */
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  const Size *size = data;

  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", size->percent * 96 * 1024 / 100, NULL);
  fixture->window = ull_window_new (GTK_APPLICATION (application));
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), size->width, 760);
  g_assert_true (ull_window_open_bundled (fixture->window, "llama-3.1-8b", "rtx-4090", NULL));
  gtk_window_present (GTK_WINDOW (fixture->window));
  test_wait_frames (GTK_WIDGET (fixture->window), 3);
  fixture->workspace = ull_window_get_workspace (fixture->window);
  fixture->plan = ULL_PLAN_VIEW (test_find (GTK_WIDGET (fixture->window), ULL_TYPE_PLAN_VIEW, NULL));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  test_window_end (fixture->window);
  gtk_settings_reset_property (gtk_settings_get_default (), "gtk-xft-dpi");
}

static graphene_rect_t
bounds (Fixture *fixture, gpointer widget)
{
  graphene_rect_t rect;

  g_assert_true (gtk_widget_compute_bounds (widget, GTK_WIDGET (fixture->plan), &rect));
  return rect;
}

static GtkWidget *
lever (Fixture *fixture)
{
  return test_find (GTK_WIDGET (fixture->plan), ULL_TYPE_LEVER_ROW, NULL);
}

static float
right_of (graphene_rect_t rect)
{
  return rect.origin.x + rect.size.width;
}

static float
below (graphene_rect_t rect)
{
  return rect.origin.y + rect.size.height;
}

static void
test_places (Fixture *fixture, gconstpointer data)
{
  const Size *size = data;
  UllChartView *memory = ull_plan_view_get_chart (fixture->plan, ULL_CHART_MEMORY);
  UllChartView *curves = ull_plan_view_get_chart (fixture->plan, ULL_CHART_CURVES);
  UllSumView *sum = ull_plan_view_get_sum (fixture->plan);
  int width = gtk_widget_get_width (GTK_WIDGET (fixture->plan));
  graphene_rect_t a = bounds (fixture, memory), b = bounds (fixture, curves), c = bounds (fixture, sum);

  g_assert_cmpint (ull_plan_board_mode (GTK_WIDGET (fixture->plan), width), ==, size->mode);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (memory)));
  g_assert_cmpint (gtk_widget_get_mapped (GTK_WIDGET (curves)), ==, size->mode != ULL_BOARD_NARROW);
  g_assert_cmpint (gtk_widget_get_mapped (GTK_WIDGET (sum)), ==, size->mode != ULL_BOARD_NARROW);
  g_assert_cmpint (gtk_widget_get_mapped (lever (fixture)), ==, size->mode == ULL_BOARD_NARROW);
  if (size->mode == ULL_BOARD_WIDE)
    {
      g_assert_cmpfloat (right_of (a), <, b.origin.x);
      g_assert_cmpfloat (below (b), <, c.origin.y);
      g_assert_cmpfloat (b.origin.y, <, below (a));
    }
  if (size->mode == ULL_BOARD_MEDIUM)
    {
      g_assert_cmpfloat (below (a), <, b.origin.y);
      g_assert_cmpfloat (below (b), <, c.origin.y);
    }
  g_assert_cmpfloat (a.origin.x, >=, 0);
  g_assert_cmpfloat (right_of (a), <=, width);
}

/* Right to left the vessel stands on the right. */
static void
test_mirrored (Fixture *fixture, gconstpointer data)
{
  graphene_rect_t a, b;

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  test_wait_frames (GTK_WIDGET (fixture->window), 3);
  a = bounds (fixture, ull_plan_view_get_chart (fixture->plan, ULL_CHART_MEMORY));
  b = bounds (fixture, ull_plan_view_get_chart (fixture->plan, ULL_CHART_CURVES));
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
  g_assert_cmpfloat (a.origin.x, >, right_of (b));
}

/* The lever that was moved last is the one at hand. */
static void
test_docked_lever (Fixture *fixture, gconstpointer data)
{
  UllLeverRow *row = ULL_LEVER_ROW (lever (fixture));
  UllScenario *scenario;
  g_autoptr (UllScenario) fp8 = NULL;

  g_assert_cmpint (ull_lever_row_get_lever (row), ==, ULL_LEVER_CONTEXT);
  g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONCURRENCY, 9, NULL, NULL));
  g_assert_cmpint (ull_lever_row_get_lever (row), ==, ULL_LEVER_CONCURRENCY);
  scenario = ull_workspace_get_scenario (fixture->workspace);
  fp8 = ull_scenario_with_kv_dtype (scenario, ULL_DTYPE_FP8);
  ull_workspace_apply (fixture->workspace, fp8);
  g_assert_cmpint (ull_lever_row_get_lever (row), ==, ULL_LEVER_KV_DTYPE);
  gtk_range_set_value (GTK_RANGE (ull_slider_row_get_scale (ULL_SLIDER_ROW (row))), 0);
  g_assert_cmpint (ull_lever_get_value (ULL_LEVER_KV_DTYPE, ull_workspace_get_scenario (fixture->workspace)), ==,
                   ULL_DTYPE_BF16);
}

static void
test_verdict (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    gint64 concurrency;
    UllVerdictState state;
  } cases[] = { { 1, ULL_VERDICT_GOOD }, { 4000, ULL_VERDICT_BAD } };
  UllVerdictCard *card = ull_plan_view_get_verdict (fixture->plan);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const UllPlan *plan;
      g_autofree char *headline = NULL, *detail = NULL;

      g_assert_true (
        ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONCURRENCY, cases[i].concurrency, NULL, NULL));
      plan = ull_workspace_get_disclosure (fixture->workspace)->plan;
      headline = ull_plan_headline (plan);
      detail = ull_plan_detail (plan);
      g_assert_cmpint (ull_verdict_card_get_state (card), ==, cases[i].state);
      g_assert_cmpstr (ull_verdict_card_get_headline (card), ==, headline);
      g_assert_cmpstr (ull_verdict_card_get_detail (card), ==, detail);
    }
}

static void
test_sum (Fixture *fixture, gconstpointer data)
{
  UllSumView *sum = ull_plan_view_get_sum (fixture->plan);
  const UllDerivation *derivation = &ull_workspace_get_disclosure (fixture->workspace)->plan->derivation;

  for (guint i = 0; i < derivation->n_steps; i++)
    {
      UllSumRow *row = ull_sum_view_get_row (sum, i);
      g_autofree char *label = ull_derivation_step_label (derivation, i);
      g_autofree char *text = ull_derivation_step_sum (derivation, i);
      g_autofree char *value = ull_derivation_step_value (derivation, i);
      g_autofree char *spoken = g_strdup_printf ("%u. %s: %s = %s", i + 1, label, text, value);

      gtk_test_accessible_assert_role (row, GTK_ACCESSIBLE_ROLE_LIST_ITEM);
      g_assert_cmpstr (ull_sum_row_get_text (row), ==, spoken);
    }
  g_assert_null (ull_sum_view_get_row (sum, derivation->n_steps));
}

/* The table is the chart's own, follows the levers, and copies as CSV. */
static void
test_data_table (Fixture *fixture, gconstpointer data)
{
  UllDataTable *table;
  g_autofree char *before = NULL, *after = NULL;
  gpointer weak;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.data-table", NULL));
  table = ULL_DATA_TABLE (test_find_window (GTK_WINDOW (fixture->window), ULL_TYPE_DATA_TABLE));
  g_assert_nonnull (table);
  test_wait_frames (GTK_WIDGET (table), 2);
  before = ull_data_table_dup_csv (table);
  g_assert_nonnull (strstr (before, "\r\n"));
  g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONCURRENCY, 2, NULL, NULL));
  after = ull_data_table_dup_csv (table);
  g_assert_cmpstr (before, !=, after);
  ull_data_table_set_kind (table, ULL_CHART_CURVES);
  test_wait_frames (GTK_WIDGET (table), 2);
  g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (table)), ==, 0);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (table), "table.copy", NULL));
  weak = table;
  g_object_add_weak_pointer (G_OBJECT (table), &weak);
  gtk_window_destroy (GTK_WINDOW (table));
  test_settle ();
  g_assert_null (weak);
}

static void
test_names (Fixture *fixture, gconstpointer data)
{
  g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (fixture->window)), ==, 0);
}

/* Where the verdict would fill the window its reason waits to be asked for; elsewhere it stands with it. */
static void
test_short_verdict (Fixture *fixture, gconstpointer data)
{
  const Size *size = data;
  GtkWidget *verdict = test_find (GTK_WIDGET (fixture->plan), ULL_TYPE_VERDICT_CARD, NULL);
  GtkWidget *why = test_find (verdict, GTK_TYPE_TOGGLE_BUTTON, "why"), *reason = test_find (verdict, GTK_TYPE_BOX, "reason");
  gboolean narrow = size->width == 360 && size->percent == 200;

  test_wait_frames (verdict, 3);
  g_assert_cmpint (gtk_widget_get_visible (why), ==, narrow);
  g_assert_cmpint (gtk_widget_get_mapped (reason), ==, !narrow);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (why), TRUE);
  test_wait_frames (verdict, 3);
  g_assert_true (gtk_widget_get_mapped (reason));
}

static void
add (const char *name, const Size *size, void (*test) (Fixture *, gconstpointer))
{
  g_autofree char *path = g_strdup_printf ("/plan-view/%s/%d-%d", name, size->width, size->percent);

  g_test_add (path, Fixture, size, set_up, test, tear_down);
}

/* Every page and the levers stay within a phone's screen, at twice the text size too. */
static void
test_width (Fixture *fixture, gconstpointer data)
{
  static const char *const pages[] = { "page_memory", "page_curves", "page_layers", "page_sum",
                                       "show_levers", "show_target", "show_lengths", "show_sum" };
  const Size *size = data;
  int least;

  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.show-sidebar", NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      GtkWidget *button = test_find (GTK_WIDGET (fixture->plan), GTK_TYPE_TOGGLE_BUTTON, pages[i]);
      GtkWidget *pages_card = test_find (GTK_WIDGET (fixture->plan), ULL_TYPE_PAGE_STACK, NULL);

      g_assert_nonnull (button);
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), TRUE);
      test_wait_frames (GTK_WIDGET (fixture->window), 3);
      gtk_widget_measure (GTK_WIDGET (fixture->window), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
      g_test_message ("%s: at least %d wide", pages[i], least);
      g_assert_cmpint (least, <=, size->width);
      gtk_widget_measure (pages_card, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
      g_assert_true (!gtk_widget_get_mapped (pages_card) || least <= gtk_widget_get_width (pages_card));
    }
}

/* 32 layers on three stages are 10 and two of 11, and the last has the sampler: whichever binds is the card that is drawn. */
static void
test_card (Fixture *fixture, gconstpointer data)
{
  GtkLabel *heading = GTK_LABEL (test_find (GTK_WIDGET (fixture->plan), GTK_TYPE_LABEL, "memory_heading"));
  g_autofree char *named = NULL;

  g_assert_cmpstr (gtk_label_get_label (heading), ==, "Memory of one card");
  g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_ENGINE, ULL_ENGINE_VLLM, NULL, NULL));
  g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_PP, 3, NULL, NULL));
  test_wait_frames (GTK_WIDGET (fixture->window), 3);
  named = g_strdup_printf ("Memory of one card of stage %d",
                           (int) ull_workspace_get_disclosure (fixture->workspace)->plan->layout.stage);
  g_assert_cmpstr (gtk_label_get_label (heading), ==, named);
}

int
main (int argc, char **argv)
{
  static const Size sizes[] = {
    { 360, 100, ULL_BOARD_NARROW }, { 560, 100, ULL_BOARD_NARROW }, { 1000, 100, ULL_BOARD_MEDIUM },
    { 1280, 100, ULL_BOARD_WIDE },  { 1900, 100, ULL_BOARD_WIDE },  { 1280, 200, ULL_BOARD_MEDIUM },
    { 360, 200, ULL_BOARD_NARROW },
  };

  application = test_start (&argc, &argv);
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      add ("places", &sizes[i], test_places);
      add ("names", &sizes[i], test_names);
      add ("short-verdict", &sizes[i], test_short_verdict);
    }
  add ("width", &sizes[0], test_width);
  add ("width", &sizes[6], test_width);
  add ("mirrored", &sizes[3], test_mirrored);
  add ("docked-lever", &sizes[0], test_docked_lever);
  add ("card", &sizes[3], test_card);
  add ("verdict", &sizes[3], test_verdict);
  add ("sum", &sizes[3], test_sum);
  add ("data-table", &sizes[3], test_data_table);
  return g_test_run ();
}
