#include "test-util.h"

#include "ull-export-dialog.h"
#include "ull-plan-view.h"

#include <math.h>

/* How much of the curves is shown, in the real window: by keys, and by what the ground is dragged. The arithmetic of it is
 * tests/chart/test-frame.c. */

static UllApplication *application;

typedef TestCharts Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  test_charts_set_up (fixture, application);
}

static gboolean
is_whole (UllChartView *chart)
{
  return ull_extent_is_whole (ull_chart_view_get_extent (chart));
}

/* About the point, which stays where it is but for what the axis' figures take more or less of the width. */
static void
test_keys (Fixture *fixture, gconstpointer data)
{
  const UllFrame before = *test_chart_frame (fixture->curves);
  g_autofree char *whole = ull_scene_to_text (ull_chart_view_get_scene (fixture->curves)), *again = NULL;

  g_assert_true (test_press (GTK_WIDGET (fixture->curves), GDK_KEY_plus, GDK_SHIFT_MASK));
  g_assert_true (test_press (GTK_WIDGET (fixture->curves), GDK_KEY_KP_Add, 0));
  g_assert_false (is_whole (fixture->curves));
  g_assert_cmpfloat (fabs (test_chart_frame (fixture->curves)->grip_x - before.grip_x), <, 10);
  g_assert_cmpfloat (fabs (test_chart_frame (fixture->curves)->grip_y - before.grip_y), <, 2);
  g_assert_cmpfloat (test_chart_frame (fixture->curves)->x.max, <, before.x.max);
  g_assert_true (test_press (GTK_WIDGET (fixture->curves), GDK_KEY_minus, 0));
  g_assert_false (is_whole (fixture->curves));
  g_assert_true (test_press (GTK_WIDGET (fixture->curves), GDK_KEY_0, 0));
  g_assert_true (is_whole (fixture->curves));
  again = ull_scene_to_text (ull_chart_view_get_scene (fixture->curves));
  g_assert_cmpstr (whole, ==, again);
  /* A vessel is what it is. */
  g_assert_false (test_press (GTK_WIDGET (fixture->memory), GDK_KEY_plus, 0));
  g_assert_true (is_whole (fixture->memory));
}

/* The value below the pointer goes with it. */
static void
test_pan (Fixture *fixture, gconstpointer data)
{
  const double dx = -60, dy = 15;
  UllFrame before, after;
  double x, y;

  for (int i = 0; i < 4; i++)
    test_press (GTK_WIDGET (fixture->curves), GDK_KEY_plus, 0);
  before = *test_chart_frame (fixture->curves);
  x = before.grip_x + 80;
  y = before.grip_y + 10;
  test_chart_drag (fixture->curves, "drag-begin", x, y);
  test_chart_drag (fixture->curves, "drag-update", dx, dy);
  test_chart_drag (fixture->curves, "drag-end", dx, dy);
  after = *test_chart_frame (fixture->curves);
  g_assert_cmpfloat_with_epsilon (log (ull_scale_unmap (&before.x, x)), log (ull_scale_unmap (&after.x, x + dx)), 2e-3);
  g_assert_cmpfloat_with_epsilon (log (ull_scale_unmap (&before.y, y)), log (ull_scale_unmap (&after.y, y + dy)), 2e-3);
  g_assert_cmpfloat_with_epsilon (after.x.max / after.x.min, before.x.max / before.x.min, 1e-2);
  g_assert_true (test_press (GTK_WIDGET (fixture->curves), GDK_KEY_Left, GDK_SHIFT_MASK));
  g_assert_cmpfloat (test_chart_frame (fixture->curves)->x.min, <, after.x.min);
  /* The whole has nowhere to go. */
  test_press (GTK_WIDGET (fixture->curves), GDK_KEY_0, 0);
  test_chart_drag (fixture->curves, "drag-begin", x, y);
  test_chart_drag (fixture->curves, "drag-update", dx, dy);
  test_chart_drag (fixture->curves, "drag-end", dx, dy);
  g_assert_true (is_whole (fixture->curves));
}

/* What keys move out of the part that is shown takes it along. */
static void
test_follows (Fixture *fixture, gconstpointer data)
{
  const UllFrame *frame;

  for (int i = 0; i < 8; i++)
    test_press (GTK_WIDGET (fixture->curves), GDK_KEY_plus, 0);
  test_press (GTK_WIDGET (fixture->curves), GDK_KEY_Return, 0);
  for (int i = 0; i < 30; i++)
    {
      test_press (GTK_WIDGET (fixture->curves), GDK_KEY_Right, 0);
      test_wait_frames (GTK_WIDGET (fixture->window), 1);
      frame = test_chart_frame (fixture->curves);
      g_assert_cmpfloat (frame->grip_x, >=, frame->left);
      g_assert_cmpfloat (frame->grip_x, <=, frame->right);
    }
  test_press (GTK_WIDGET (fixture->curves), GDK_KEY_Return, 0);
}

/* A lever leaves the part as it is, another model is another plane. */
static void
test_kept (Fixture *fixture, gconstpointer data)
{
  UllExtent before;

  test_press (GTK_WIDGET (fixture->curves), GDK_KEY_plus, 0);
  before = *ull_chart_view_get_extent (fixture->curves);
  g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONCURRENCY, 40, NULL, NULL));
  test_wait_frames (GTK_WIDGET (fixture->window), 2);
  g_assert_cmpmem (&before, sizeof before, ull_chart_view_get_extent (fixture->curves), sizeof before);
  g_assert_true (ull_window_open_bundled (fixture->window, "qwen2.5-7b", "rtx-4090", NULL));
  test_wait_frames (GTK_WIDGET (fixture->window), 2);
  g_assert_true (is_whole (fixture->curves));
}

/* The menu's zoom is the keys', and its export is of the chart that it was opened on. */
static void
test_menu (Fixture *fixture, gconstpointer data)
{
  GtkWindow *dialog;
  g_autoptr (GVariant) chart = NULL;
  GActionGroup *choices;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->curves), "chart.zoom", "i", 1));
  g_assert_false (is_whole (fixture->curves));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->curves), "chart.zoom", "i", 0));
  g_assert_true (is_whole (fixture->curves));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->curves), "chart.export", NULL));
  dialog = test_find_window (GTK_WINDOW (fixture->window), ULL_TYPE_EXPORT_DIALOG);
  g_assert_nonnull (dialog);
  choices = ull_export_dialog_get_choices (ULL_EXPORT_DIALOG (dialog));
  chart = g_action_group_get_action_state (choices, "chart");
  g_assert_cmpstr (g_variant_get_string (chart, NULL), ==, "curves");
  gtk_window_destroy (dialog);
}

static void
add (const char *name, void (*test) (Fixture *, gconstpointer))
{
  g_autofree char *path = g_strconcat ("/chart-zoom/", name, NULL);

  g_test_add (path, Fixture, NULL, set_up, test, test_charts_tear_down);
}

int
main (int argc, char **argv)
{
  application = test_start (&argc, &argv);
  add ("keys", test_keys);
  add ("pan", test_pan);
  add ("follows", test_follows);
  add ("kept", test_kept);
  add ("menu", test_menu);
  return g_test_run ();
}
