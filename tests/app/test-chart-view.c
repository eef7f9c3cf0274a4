#include "test-util.h"

#include "ull-plan-view.h"

/* The chart widgets in the real window: what is built when, what the keyboard says, what is drawn. */

static UllApplication *application;

typedef struct
{
  UllWindow *window;
  UllWorkspace *workspace; /* borrowed */
  UllPlanView *plan;       /* borrowed */
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  int width = data != NULL ? GPOINTER_TO_INT (data) : 1280;

  fixture->window = ull_window_new (GTK_APPLICATION (application));
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), width, 800);
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
}

/* The histogram has a page of its own, and is there where there are lengths to draw. */
static void
show_lengths (Fixture *fixture)
{
  g_autoptr (UllLengths) lengths = ull_lengths_new ("uniform:1024,4096", NULL, NULL);
  g_autoptr (UllScenario) scenario
    = ull_scenario_with_lengths (ull_workspace_get_scenario (fixture->workspace), lengths);

  ull_workspace_apply (fixture->workspace, scenario);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->plan), "plan.page", "s", "lengths"));
  test_wait_frames (GTK_WIDGET (fixture->window), 2);
}

static UllChartView *
chart (Fixture *fixture, UllChartKind kind)
{
  if (kind == ULL_CHART_LENGTHS)
    show_lengths (fixture);
  return ull_plan_view_get_chart (fixture->plan, kind);
}

static void
point (UllChartView *self, double x, double y)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (self));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_MOTION (controller))
        g_signal_emit_by_name (controller, "motion", x, y);
    }
}

static void
test_accessible (Fixture *fixture, gconstpointer data)
{
  for (int kind = 0; kind <= ULL_CHART_LENGTHS; kind++)
    {
      UllChartView *self = chart (fixture, (UllChartKind) kind);
      const UllScene *scene = ull_chart_view_get_scene (self);

      g_assert_nonnull (scene);
      g_assert_true (gtk_widget_get_focusable (GTK_WIDGET (self)));
      gtk_test_accessible_assert_role (self, GTK_ACCESSIBLE_ROLE_IMG);
      gtk_test_accessible_assert_property (self, GTK_ACCESSIBLE_PROPERTY_LABEL, ull_scene_get_title (scene));
      gtk_test_accessible_assert_property (self, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                           ull_scene_get_description (scene));
    }
}

/* Many changes within a frame are one scene. */
static void
test_coalesced (Fixture *fixture, gconstpointer data)
{
  UllChartView *self = chart (fixture, ULL_CHART_MEMORY);
  guint before = ull_chart_view_get_n_builds (self);

  for (int i = 1; i <= 100; i++)
    g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONCURRENCY, 200 + i, NULL, NULL));
  g_assert_cmpuint (ull_chart_view_get_n_builds (self), ==, before);
  test_wait_frames (GTK_WIDGET (fixture->window), 2);
  g_assert_cmpuint (ull_chart_view_get_n_builds (self), ==, before + 1);
}

/* In a narrow window one page shows at a time: the other charts are neither laid out nor drawn, and say nothing. */
static void
test_hidden (Fixture *fixture, gconstpointer data)
{
  UllChartView *memory = chart (fixture, ULL_CHART_MEMORY), *curves = chart (fixture, ULL_CHART_CURVES);
  guint before = ull_chart_view_get_n_builds (curves);

  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (memory)));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (curves)));
  for (int i = 1; i <= 10; i++)
    {
      g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONCURRENCY, 20 + i, NULL, NULL));
      test_wait_frames (GTK_WIDGET (fixture->window), 1);
    }
  g_assert_cmpuint (ull_chart_view_get_n_builds (curves), ==, before);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->plan), "plan.page", "s", "curves"));
  test_wait_frames (GTK_WIDGET (fixture->window), 2);
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (memory)));
  g_assert_cmpuint (ull_chart_view_get_n_builds (curves), >, before);
  gtk_test_accessible_assert_property (memory, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "");
}

/* Of what can be taken hold of, that too. */
static void
assert_spoken (UllChartView *self, const UllSpot *spot)
{
  gboolean grips = g_str_equal (spot->id, "present") || g_str_equal (spot->id, "load-line");
  g_autofree char *said = g_strconcat (spot->description, grips ? " Enter takes hold of it." : "", NULL);

  gtk_test_accessible_assert_property (self, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, said);
}

static void
test_cursor (Fixture *fixture, gconstpointer data)
{
  for (int kind = 0; kind <= ULL_CHART_LENGTHS; kind++)
    {
      UllChartView *self = chart (fixture, (UllChartKind) kind);
      const UllScene *scene = ull_chart_view_get_scene (self);
      guint n;
      const UllSpot *spots = ull_scene_get_spots (scene, &n);

      /* The layers of a dense model are all of one kind. */
      g_assert_cmpuint (n, >, kind == ULL_CHART_LAYERS ? 0 : 2);
      g_assert_true (test_press (GTK_WIDGET (self), GDK_KEY_Home, 0));
      for (guint i = 0; i < n; i++)
        {
          int step;

          g_assert_cmpint (ull_chart_view_get_spot (self), ==, (int) i);
          assert_spoken (self, &spots[i]);
          g_object_get (self, "current-step", &step, NULL);
          g_assert_cmpint (step, ==, spots[i].step);
          g_assert_true (test_press (GTK_WIDGET (self), GDK_KEY_Up, 0));
        }
      g_assert_cmpint (ull_chart_view_get_spot (self), ==, (int) n - 1);
      g_assert_true (test_press (GTK_WIDGET (self), GDK_KEY_Escape, 0));
      g_assert_cmpint (ull_chart_view_get_spot (self), ==, -1);
      g_assert_false (test_press (GTK_WIDGET (self), GDK_KEY_Escape, 0));
      gtk_test_accessible_assert_property (self, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                           ull_scene_get_description (scene));
    }
}

/* The pointer in the middle of a part names that part, or one that lies on it. */
static void
test_hover (Fixture *fixture, gconstpointer data)
{
  UllChartView *self = chart (fixture, ULL_CHART_MEMORY);
  guint n;
  const UllSpot *spots = ull_scene_get_spots (ull_chart_view_get_scene (self), &n);

  for (guint i = 0; i < n; i++)
    {
      double x = spots[i].x + spots[i].width / 2, y = spots[i].y + spots[i].height / 2;
      const UllSpot *named;

      point (self, x, y);
      g_assert_cmpint (ull_chart_view_get_spot (self), >=, 0);
      named = &spots[ull_chart_view_get_spot (self)];
      g_assert_true (named->x <= x && x <= named->x + named->width && named->y <= y && y <= named->y + named->height);
      test_wait_frames (GTK_WIDGET (fixture->window), 1);
    }
}

/* A pointer that rests on the chart is told of at each new layout, and takes nothing from the keys until it moves. */
static void
test_resting_pointer (Fixture *fixture, gconstpointer data)
{
  UllChartView *self = chart (fixture, ULL_CHART_MEMORY);
  guint n;
  const UllSpot *spots = ull_scene_get_spots (ull_chart_view_get_scene (self), &n);
  double x = spots[0].x + spots[0].width / 2, y = spots[0].y + spots[0].height / 2;
  int pointed;

  point (self, x, y);
  pointed = ull_chart_view_get_spot (self);
  g_assert_true (test_press (GTK_WIDGET (self), GDK_KEY_End, 0));
  g_assert_cmpint (ull_chart_view_get_spot (self), ==, (int) n - 1);
  point (self, x, y);
  g_assert_cmpint (ull_chart_view_get_spot (self), ==, (int) n - 1);
  point (self, x + 1, y);
  g_assert_cmpint (ull_chart_view_get_spot (self), ==, pointed);
}

/* The step of the part under the cursor is lit in the sum. */
static void
test_lights_sum (Fixture *fixture, gconstpointer data)
{
  UllChartView *self = chart (fixture, ULL_CHART_MEMORY);
  UllSumView *sum = ull_plan_view_get_sum (fixture->plan);
  guint n, n_lit = 0;
  const UllSpot *spots = ull_scene_get_spots (ull_chart_view_get_scene (self), &n);

  test_press (GTK_WIDGET (self), GDK_KEY_Home, 0);
  for (guint i = 0; i < n; i++)
    {
      int step;

      g_object_get (sum, "current-step", &step, NULL);
      g_assert_cmpint (step, ==, spots[i].step);
      if (step >= 0)
        {
          g_assert_true (
            gtk_widget_has_css_class (GTK_WIDGET (ull_sum_view_get_row (sum, (guint) step)), "lit"));
          n_lit++;
        }
      test_press (GTK_WIDGET (self), GDK_KEY_Up, 0);
    }
  g_assert_cmpuint (n_lit, >, 0);
}

/* Dark is another scene in other colours. */
static void
test_look (Fixture *fixture, gconstpointer data)
{
  UllChartView *self = chart (fixture, ULL_CHART_MEMORY);
  g_autofree char *light = ull_scene_to_text (ull_chart_view_get_scene (self));
  g_autofree char *dark = NULL, *again = NULL;
  AdwStyleManager *manager = adw_style_manager_get_default ();

  adw_style_manager_set_color_scheme (manager, ADW_COLOR_SCHEME_FORCE_DARK);
  test_wait_frames (GTK_WIDGET (fixture->window), 2);
  dark = ull_scene_to_text (ull_chart_view_get_scene (self));
  adw_style_manager_set_color_scheme (manager, ADW_COLOR_SCHEME_DEFAULT);
  test_wait_frames (GTK_WIDGET (fixture->window), 2);
  again = ull_scene_to_text (ull_chart_view_get_scene (self));
  g_assert_cmpstr (light, !=, dark);
  g_assert_cmpstr (light, ==, again);
}

static void
test_menu (Fixture *fixture, gconstpointer data)
{
  UllChartView *self = chart (fixture, ULL_CHART_CURVES);

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self), "chart.menu", NULL));
  test_settle ();
  g_assert_nonnull (test_find (GTK_WIDGET (self), GTK_TYPE_POPOVER_MENU, NULL));
}

static void
add (const char *name, int width, void (*test) (Fixture *, gconstpointer))
{
  g_autofree char *path = g_strconcat ("/chart-view/", name, NULL);

  g_test_add (path, Fixture, GINT_TO_POINTER (width), set_up, test, tear_down);
}

int
main (int argc, char **argv)
{
  application = test_start (&argc, &argv);
  add ("accessible", 1280, test_accessible);
  add ("coalesced", 1280, test_coalesced);
  add ("hidden", 400, test_hidden);
  add ("cursor", 1280, test_cursor);
  add ("hover", 1280, test_hover);
  add ("resting-pointer", 1280, test_resting_pointer);
  add ("lights-sum", 1280, test_lights_sum);
  add ("look", 1280, test_look);
  add ("menu", 1280, test_menu);
  return g_test_run ();
}
