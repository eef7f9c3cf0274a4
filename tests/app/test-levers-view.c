#include "test-util.h"

#include "ull-plan-view.h"

#include <math.h>
#include <string.h>

/* The page of levers in the window: what its rows say, that one pull is one entry of the history and nothing else, and
 * that out of sight and while an answer is withheld nothing is computed. */

static UllApplication *application;

typedef struct
{
  int width;
  int percent;
} Size;

typedef struct
{
  UllWindow *window;
  UllWorkspace *workspace; /* borrowed */
  UllPlanView *plan;       /* borrowed */
  UllPageStack *pages;     /* borrowed */
  UllLeversView *view;     /* borrowed */
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
  fixture->pages = ull_plan_view_get_pages (fixture->plan);
  fixture->view = ull_page_stack_get_levers (fixture->pages);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  test_window_end (fixture->window);
  gtk_settings_reset_property (gtk_settings_get_default (), "gtk-xft-dpi");
}

static void
show_levers (Fixture *fixture)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->plan), "plan.page", "s", "levers"));
  test_wait_frames (GTK_WIDGET (fixture->window), 3);
}

static guint
count_rows (Fixture *fixture)
{
  guint n = 0;

  while (ull_levers_view_get_row (fixture->view, n) != NULL)
    n++;
  return n;
}

/* The rows are those of the table of the present scenario, in its order, and each says all of its row. */
static void
test_rows (Fixture *fixture, gconstpointer data)
{
  g_autoptr (UllLevers) levers = ull_levers_new (ull_workspace_get_scenario (fixture->workspace), NULL, NULL);

  g_assert_nonnull (levers);
  g_assert_cmpuint (count_rows (fixture), ==, 0);
  show_levers (fixture);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (fixture->view)));
  g_assert_cmpuint (count_rows (fixture), ==, levers->rows->len);
  for (guint i = 0; i < levers->rows->len; i++)
    {
      const UllPullRow *row = &g_array_index (levers->rows, UllPullRow, i);
      UllLeversRow *widget = ull_levers_view_get_row (fixture->view, i);
      g_autofree char *label = ull_pull_row_dup_label (row);
      g_autofree char *cost = ull_pull_row_dup_cost (row);
      const char *spoken = ull_levers_row_get_text (widget);

      gtk_test_accessible_assert_role (widget, GTK_ACCESSIBLE_ROLE_LIST_ITEM);
      gtk_test_accessible_assert_property (widget, GTK_ACCESSIBLE_PROPERTY_LABEL, spoken);
      g_assert_true (g_str_has_prefix (spoken, label));
      g_assert_nonnull (strstr (spoken, cost));
      g_assert_nonnull (strstr (spoken, ull_gain_get_label (row->gain)));
      g_assert_cmpint (gtk_list_box_row_get_activatable (GTK_LIST_BOX_ROW (widget)), ==, row->pull[0].id != ULL_PULL_HOST);
    }
  g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (fixture->window)), ==, 0);
}

/* Half the bytes of a token are twice the tokens; weights of half the bytes leave the other half to the pool. */
static void
test_words (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    UllPullId id;
    gint64 value;
    const char *gain;
  } cases[] = { { ULL_PULL_KV_DTYPE, ULL_DTYPE_FP8, ": gain tokens × 2.00, scales, " },
                { ULL_PULL_WEIGHT_DTYPE, ULL_DTYPE_FP8, "GiB, adds, " } };
  const UllLevers *levers;

  show_levers (fixture);
  levers = ull_levers_view_get_levers (fixture->view);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint n = 0;

      while (n < levers->rows->len && (g_array_index (levers->rows, UllPullRow, n).pull[0].id != cases[i].id
                                       || g_array_index (levers->rows, UllPullRow, n).pull[0].value != cases[i].value))
        n++;
      g_assert_cmpuint (n, <, levers->rows->len);
      g_assert_nonnull (strstr (ull_levers_row_get_text (ull_levers_view_get_row (fixture->view, n)), cases[i].gain));
    }
}

/* The bar is of the factor that the row says: twice the tokens of half the bytes; a tier of the host has none. */
static void
test_bars (Fixture *fixture, gconstpointer data)
{
  const UllLevers *levers;
  guint n_bars = 0;

  show_levers (fixture);
  levers = ull_levers_view_get_levers (fixture->view);
  for (guint i = 0; i < levers->rows->len; i++)
    {
      const UllPullRow *row = &g_array_index (levers->rows, UllPullRow, i);
      UllLeversRow *widget = ull_levers_view_get_row (fixture->view, i);
      double factor = ull_levers_row_get_factor (widget);
      g_autofree char *words = g_strdup_printf (" × %.2f, ", factor);
      gboolean says = strstr (ull_levers_row_get_text (widget), " × ") != NULL;

      if (row->pull[0].id == ULL_PULL_HOST)
        {
          g_assert_true (isnan (factor));
          continue;
        }
      if (row->pull[0].id == ULL_PULL_KV_DTYPE && row->pull[0].value == ULL_DTYPE_FP8)
        g_assert_cmpfloat_with_epsilon (factor, 2, 0.001);
      g_assert_true (!says || strstr (ull_levers_row_get_text (widget), words) != NULL);
      n_bars += !isnan (factor);
    }
  g_assert_cmpuint (n_bars, >, 3);
}

static void
assert_same_scenario (const UllScenario *a, const UllScenario *b)
{
  for (int i = 0; i < ULL_N_FIELDS; i++)
    g_assert_cmpint (a->value[i], ==, b->value[i]);
  g_assert_true (a->device == b->device);
}

/* Every row by turns, by its button and by the keyboard: exactly that lever, and one undo takes it back. */
static void
test_apply (Fixture *fixture, gconstpointer data)
{
  g_autoptr (UllScenario) before = ull_scenario_ref (ull_workspace_get_scenario (fixture->workspace));
  guint n;

  show_levers (fixture);
  n = count_rows (fixture);
  g_assert_cmpuint (n, >, 0);
  for (guint i = 0; i < n; i++)
    {
      const UllPullRow *row = &g_array_index (ull_levers_view_get_levers (fixture->view)->rows, UllPullRow, i);
      g_autoptr (UllScenario) pulled = ull_scenario_ref (row->scenario);
      UllLeversRow *widget = ull_levers_view_get_row (fixture->view, i);
      gboolean can_undo;

      if (row->pull[0].id == ULL_PULL_HOST)
        continue;
      if (i % 2 == 0)
        g_signal_emit_by_name (ull_levers_row_get_button (widget), "clicked");
      else
        gtk_widget_activate (GTK_WIDGET (widget));
      assert_same_scenario (ull_workspace_get_scenario (fixture->workspace), pulled);
      ull_workspace_undo (fixture->workspace);
      assert_same_scenario (ull_workspace_get_scenario (fixture->workspace), before);
      g_object_get (fixture->workspace, "can-undo", &can_undo, NULL);
      g_assert_false (can_undo);
      test_wait_frames (GTK_WIDGET (fixture->window), 2);
    }
}

/* A row that is older than the scenario pulls its lever, and takes nothing back. */
static void
test_stale (Fixture *fixture, gconstpointer data)
{
  const UllScenario *now;

  show_levers (fixture);
  g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONCURRENCY, 3, NULL, NULL));
  gtk_widget_activate (GTK_WIDGET (ull_levers_view_get_row (fixture->view, 0)));
  now = ull_workspace_get_scenario (fixture->workspace);
  g_assert_cmpint (now->value[ULL_FIELD_CONCURRENCY], ==, 3);
}

/* Out of sight none, in sight one for all that changes before a frame. */
static void
test_thrift (Fixture *fixture, gconstpointer data)
{
  guint shown;

  for (int i = 2; i < 12; i++)
    {
      g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONCURRENCY, i, NULL, NULL));
      test_wait_frames (GTK_WIDGET (fixture->window), 1);
    }
  g_assert_cmpuint (ull_levers_view_get_n_computed (fixture->view), ==, 0);
  show_levers (fixture);
  shown = ull_levers_view_get_n_computed (fixture->view);
  g_assert_cmpuint (shown, ==, 1);
  for (int i = 2; i < 12; i++)
    g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONCURRENCY, i, NULL, NULL));
  test_wait_frames (GTK_WIDGET (fixture->window), 3);
  g_assert_cmpuint (ull_levers_view_get_n_computed (fixture->view), ==, shown + 1);
}

static void
test_withheld (Fixture *fixture, gconstpointer data)
{
  GtkWidget *button = test_find (GTK_WIDGET (fixture->pages), GTK_TYPE_TOGGLE_BUTTON, "show_levers");
  UllPrediction said = { .fits = TRUE, .fits_confidence = 90, .requests = 18, .requests_confidence = 80 };
  guint shown;

  show_levers (fixture);
  shown = ull_levers_view_get_n_computed (fixture->view);
  ull_workspace_set_predict (fixture->workspace, TRUE);
  g_assert_cmpuint (count_rows (fixture), ==, 0);
  g_assert_null (ull_levers_view_get_levers (fixture->view));
  g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONTEXT, 16384, NULL, NULL));
  show_levers (fixture);
  g_assert_false (gtk_widget_get_visible (button));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (fixture->view)));
  ull_workspace_commit (fixture->workspace, &said);
  show_levers (fixture);
  g_assert_cmpint (ull_page_stack_get_page (fixture->pages), ==, ULL_PAGE_SUM);
  g_assert_cmpuint (ull_levers_view_get_n_computed (fixture->view), ==, shown);
  g_assert_cmpuint (count_rows (fixture), ==, 0);
  while (ull_workspace_reveal_next (fixture->workspace))
    ;
  g_assert_true (gtk_widget_get_visible (button));
  show_levers (fixture);
  g_assert_cmpuint (count_rows (fixture), >, 0);
}

/* Nothing stands outside its card, at any size of the text. */
static void
test_places (Fixture *fixture, gconstpointer data)
{
  GtkWidget *list;

  show_levers (fixture);
  list = gtk_widget_get_parent (GTK_WIDGET (ull_levers_view_get_row (fixture->view, 0)));
  for (guint i = 0; i < count_rows (fixture); i++)
    {
      UllLeversRow *row = ull_levers_view_get_row (fixture->view, i);
      graphene_rect_t a, b;

      g_assert_true (gtk_widget_compute_bounds (GTK_WIDGET (row), list, &a));
      g_assert_cmpfloat (a.origin.x, >=, 0);
      g_assert_cmpfloat (a.origin.x + a.size.width, <=, (float) gtk_widget_get_width (list));
      if (!gtk_widget_get_mapped (ull_levers_row_get_button (row)))
        continue;
      g_assert_true (gtk_widget_compute_bounds (ull_levers_row_get_button (row), GTK_WIDGET (row), &b));
      g_assert_cmpfloat (b.origin.y, >=, 0);
      g_assert_cmpfloat (b.origin.y + b.size.height, <=, a.size.height);
      g_assert_cmpfloat (b.origin.x + b.size.width, <=, a.size.width);
    }
}

/* The template alone, with nothing to show, lets go of all it made. */
static void
test_alone (void)
{
  GtkWidget *view = g_object_ref_sink (ull_levers_view_new ());
  GtkWidget *pages = g_object_ref_sink (ull_page_stack_new ());

  g_assert_null (ull_levers_view_get_row (ULL_LEVERS_VIEW (view), 0));
  ull_page_stack_set_page (ULL_PAGE_STACK (pages), ULL_PAGE_LEVERS);
  g_assert_cmpint (ull_page_stack_get_page (ULL_PAGE_STACK (pages)), ==, ULL_PAGE_SUM);
  g_assert_finalize_object (view);
  g_assert_finalize_object (pages);
}

static void
add (const char *name, const Size *size, void (*test) (Fixture *, gconstpointer))
{
  g_autofree char *path = g_strdup_printf ("/levers-view/%s/%d-%d", name, size->width, size->percent);

  g_test_add (path, Fixture, size, set_up, test, tear_down);
}

int
main (int argc, char **argv)
{
  static const Size sizes[] = { { 1280, 100 }, { 360, 100 }, { 1000, 100 }, { 1280, 200 }, { 360, 200 } };

  application = test_start (&argc, &argv);
  g_test_add_func ("/levers-view/alone", test_alone);
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      add ("rows", &sizes[i], test_rows);
      add ("places", &sizes[i], test_places);
      add ("withheld", &sizes[i], test_withheld);
    }
  add ("words", &sizes[0], test_words);
  add ("bars", &sizes[0], test_bars);
  add ("apply", &sizes[0], test_apply);
  add ("stale", &sizes[0], test_stale);
  add ("thrift", &sizes[0], test_thrift);
  return g_test_run ();
}
