#include "test-util.h"

#include "ull-plan-view.h"
#include "ull-units.h"

#include <math.h>

/* Taking hold of the curves' point and of the load line, in the real window: by pointer and by keys. Places are worked out
 * from the frame that the scene publishes; what they come to, from the levers' own values.
 *
 * Gestures are driven through their signals, as GTK emits them; tests/e2e drags with a real pointer. */

static UllApplication *application;

typedef TestCharts Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  test_charts_set_up (fixture, application);
}

static gint64
value (Fixture *fixture, UllFieldId field)
{
  return ull_workspace_get_scenario (fixture->workspace)->value[field];
}

static gboolean
can_undo (Fixture *fixture)
{
  gboolean can;

  g_object_get (fixture->workspace, "can-undo", &can, NULL);
  return can;
}

static void
frames (Fixture *fixture)
{
  test_wait_frames (GTK_WIDGET (fixture->window), 2);
}

static void
take (UllChartView *self)
{
  const UllFrame *frame = test_chart_frame (self);

  test_chart_drag (self, "drag-begin", frame->grip_x, frame->grip_y);
}

/* From the point to where it would stand at 8,192 tokens and 4 requests, and on to 2,048 and 12: one entry. */
static void
test_drag_point (Fixture *fixture, gconstpointer data)
{
  const gint64 stops[][2] = { { 8192, 4 }, { 2048, 12 } };
  gint64 context = value (fixture, ULL_FIELD_CONTEXT), requests = value (fixture, ULL_FIELD_CONCURRENCY);
  double x = test_chart_frame (fixture->curves)->grip_x, y = test_chart_frame (fixture->curves)->grip_y;

  take (fixture->curves);
  for (gsize i = 0; i < G_N_ELEMENTS (stops); i++)
    {
      const UllFrame *frame = test_chart_frame (fixture->curves);

      test_chart_drag (fixture->curves, "drag-update", ull_scale_map (&frame->x, (double) stops[i][0]) - x,
            ull_scale_map (&frame->y, (double) stops[i][1]) - y);
      frames (fixture);
      g_assert_cmpint (value (fixture, ULL_FIELD_CONTEXT), ==, stops[i][0]);
      g_assert_cmpint (value (fixture, ULL_FIELD_CONCURRENCY), ==, stops[i][1]);
    }
  test_chart_drag (fixture->curves, "drag-end", 0, 0);
  ull_workspace_undo (fixture->workspace);
  g_assert_cmpint (value (fixture, ULL_FIELD_CONTEXT), ==, context);
  g_assert_cmpint (value (fixture, ULL_FIELD_CONCURRENCY), ==, requests);
  g_assert_false (can_undo (fixture));
}

/* The point stays below the pointer, whatever the curves do: the axes do not move while it is held. */
static void
test_axes_stay (Fixture *fixture, gconstpointer data)
{
  const UllFrame before = *test_chart_frame (fixture->curves);
  const UllFrame *after;

  take (fixture->curves);
  test_chart_drag (fixture->curves, "drag-update", 10, before.top - before.grip_y - 500);
  frames (fixture);
  after = test_chart_frame (fixture->curves);
  g_assert_cmpfloat (after->x.max, ==, before.x.max);
  g_assert_cmpfloat (after->y.max, ==, before.y.max);
  /* Beyond the axes it stops at their end; from 128 to 256 requests every eighth is round. */
  g_assert_cmpfloat (before.y.max, >, 128);
  g_assert_cmpfloat (before.y.max, <, 256);
  g_assert_cmpint (value (fixture, ULL_FIELD_CONCURRENCY), <=, (gint64) floor (before.y.max));
  g_assert_cmpint (value (fixture, ULL_FIELD_CONCURRENCY), >, (gint64) floor (before.y.max) - 8);
  test_chart_drag (fixture->curves, "drag-update", -2000, 2000);
  g_assert_cmpint (value (fixture, ULL_FIELD_CONCURRENCY), ==, 1);
  g_assert_cmpint (value (fixture, ULL_FIELD_CONTEXT), ==, (gint64) ceil (before.x.min));
  test_chart_drag (fixture->curves, "drag-end", 0, 0);
}

/* A press moves nothing, neither does one beside the point; the target is 24 pixels at least. */
static void
test_target (Fixture *fixture, gconstpointer data)
{
  const UllFrame *frame = test_chart_frame (fixture->curves);
  UllScenario *before = ull_workspace_get_scenario (fixture->workspace);

  test_chart_drag (fixture->curves, "drag-begin", frame->grip_x + 11.5, frame->grip_y - 11.5);
  test_chart_drag (fixture->curves, "drag-update", 0, 0);
  g_assert_true (ull_workspace_get_scenario (fixture->workspace) == before);
  test_chart_drag (fixture->curves, "drag-update", 60, 0);
  g_assert_cmpint (value (fixture, ULL_FIELD_CONTEXT), >, before->value[ULL_FIELD_CONTEXT]);
  test_chart_drag (fixture->curves, "cancel", 0, 0);
  g_assert_true (ull_scenario_equal (ull_workspace_get_scenario (fixture->workspace), before));
  g_assert_false (can_undo (fixture));

  frames (fixture);
  frame = test_chart_frame (fixture->curves);
  test_chart_drag (fixture->curves, "drag-begin", frame->grip_x + 40, frame->grip_y);
  test_chart_drag (fixture->curves, "drag-update", 60, 0);
  test_chart_drag (fixture->curves, "drag-end", 60, 0);
  g_assert_false (can_undo (fixture));
}

static void
test_escape_drag (Fixture *fixture, gconstpointer data)
{
  UllScenario *before = ull_scenario_ref (ull_workspace_get_scenario (fixture->workspace));

  take (fixture->curves);
  test_chart_drag (fixture->curves, "drag-update", 50, -20);
  g_assert_false (ull_scenario_equal (ull_workspace_get_scenario (fixture->workspace), before));
  g_assert_true (test_press (GTK_WIDGET (fixture->curves), GDK_KEY_Escape, 0));
  g_assert_true (ull_scenario_equal (ull_workspace_get_scenario (fixture->workspace), before));
  /* What the pointer does before the button goes up is nobody's business any more. */
  test_chart_drag (fixture->curves, "drag-update", 80, -20);
  test_chart_drag (fixture->curves, "drag-end", 80, -20);
  g_assert_true (ull_scenario_equal (ull_workspace_get_scenario (fixture->workspace), before));
  g_assert_false (can_undo (fixture));
  ull_scenario_unref (before);
}

/* 4,096 tokens lie in steps of 256, 6 requests in ones. */
static void
test_keys_point (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    guint key;
    GdkModifierType state;
    gint64 context, requests;
  } steps[] = {
    { GDK_KEY_Right, 0, 4352, 6 },
    { GDK_KEY_Up, 0, 4352, 7 },
    { GDK_KEY_Up, GDK_SHIFT_MASK, 4352, 17 },
    { GDK_KEY_Down, 0, 4352, 16 },
    { GDK_KEY_Left, GDK_SHIFT_MASK, 2944, 16 }, /* 4,096, then nine of 128 */
    { GDK_KEY_Right, GDK_CONTROL_MASK, 2945, 16 },
    { GDK_KEY_KP_Left, GDK_CONTROL_MASK | GDK_SHIFT_MASK, 2935, 16 },
  };

  g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONTEXT, 4096, NULL, NULL));
  g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONCURRENCY, 6, NULL, NULL));
  frames (fixture);
  g_assert_true (test_press (GTK_WIDGET (fixture->curves), GDK_KEY_Return, 0));
  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_assert_true (test_press (GTK_WIDGET (fixture->curves), steps[i].key, steps[i].state));
      frames (fixture);
      g_assert_cmpint (value (fixture, ULL_FIELD_CONTEXT), ==, steps[i].context);
      g_assert_cmpint (value (fixture, ULL_FIELD_CONCURRENCY), ==, steps[i].requests);
    }
  g_assert_true (test_press (GTK_WIDGET (fixture->curves), GDK_KEY_Return, 0));
  /* Dropped: arrows are the cursor's again. */
  g_assert_true (test_press (GTK_WIDGET (fixture->curves), GDK_KEY_Right, 0));
  g_assert_cmpint (value (fixture, ULL_FIELD_CONTEXT), ==, 2935);
  ull_workspace_undo (fixture->workspace);
  g_assert_cmpint (value (fixture, ULL_FIELD_CONTEXT), ==, 4096);
  g_assert_cmpint (value (fixture, ULL_FIELD_CONCURRENCY), ==, 6);
}

static void
test_keys_escape (Fixture *fixture, gconstpointer data)
{
  UllScenario *before = ull_workspace_get_scenario (fixture->workspace);
  guint entries = can_undo (fixture);

  g_assert_true (test_press (GTK_WIDGET (fixture->curves), GDK_KEY_Return, 0));
  for (int i = 0; i < 5; i++)
    g_assert_true (test_press (GTK_WIDGET (fixture->curves), GDK_KEY_Up, 0));
  g_assert_true (test_press (GTK_WIDGET (fixture->curves), GDK_KEY_Escape, 0));
  g_assert_true (ull_scenario_equal (ull_workspace_get_scenario (fixture->workspace), before));
  g_assert_cmpuint (can_undo (fixture), ==, entries);
}

static char *
said (UllChartView *chart)
{
  const UllSpot *spots;
  guint n;
  int spot = ull_chart_view_get_spot (chart);

  spots = ull_scene_get_spots (ull_chart_view_get_scene (chart), &n);
  g_assert_cmpint (spot, >=, 0);
  return g_strdup (spots[spot].description);
}

/* What is held is spoken at every step, and so is what can be done with it. */
static void
test_spoken (Fixture *fixture, gconstpointer data)
{
  g_autofree char *before = NULL, *held = NULL, *after = NULL, *moved = NULL;

  g_assert_true (test_press (GTK_WIDGET (fixture->curves), GDK_KEY_Home, 0));
  before = said (fixture->curves);
  held = g_strconcat (before, " Enter takes hold of it.", NULL);
  gtk_test_accessible_assert_property (fixture->curves, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, held);
  g_assert_true (test_press (GTK_WIDGET (fixture->curves), GDK_KEY_Return, 0));
  g_assert_true (test_press (GTK_WIDGET (fixture->curves), GDK_KEY_Up, 0));
  frames (fixture);
  after = said (fixture->curves);
  g_assert_cmpstr (before, !=, after);
  moved = g_strconcat (after, " Held: arrow keys move it, with Shift ten times as far. Enter drops it, Escape puts it back.",
                       NULL);
  gtk_test_accessible_assert_property (fixture->curves, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, moved);
  test_press (GTK_WIDGET (fixture->curves), GDK_KEY_Escape, 0);
}

/* The line at utilisation u of the card's 23.99 GiB stands u * allocatable above what the driver keeps. */
static void
test_drag_line (Fixture *fixture, gconstpointer data)
{
  const UllDevice *device = ull_workspace_get_scenario (fixture->workspace)->device;
  static const gint64 targets[] = { 750000, 500000, 970000 };
  gint64 before = value (fixture, ULL_FIELD_UTILIZATION);
  double y = test_chart_frame (fixture->memory)->grip_y;

  take (fixture->memory);
  for (gsize i = 0; i < G_N_ELEMENTS (targets); i++)
    {
      UllFrame frame = *test_chart_frame (fixture->memory);
      double level = (double) (device->reported - device->allocatable)
                     + (double) device->allocatable * (double) targets[i] / ULL_PPM_ONE;

      test_chart_drag (fixture->memory, "drag-update", 0, ull_scale_map (&frame.y, level) - y);
      frames (fixture);
      g_assert_cmpint (value (fixture, ULL_FIELD_UTILIZATION), ==, targets[i]);
      /* The verdict may have taken more lines, and the vessel less height. */
      frame = *test_chart_frame (fixture->memory);
      g_assert_cmpfloat (fabs (frame.grip_y - ull_scale_map (&frame.y, level)), <, 1);
    }
  test_chart_drag (fixture->memory, "drag-update", 0, -4000);
  g_assert_cmpint (value (fixture, ULL_FIELD_UTILIZATION), ==, ULL_PPM_ONE);
  test_chart_drag (fixture->memory, "drag-update", 0, 4000);
  g_assert_cmpint (value (fixture, ULL_FIELD_UTILIZATION), ==, ULL_PPM_ONE / 100);
  test_chart_drag (fixture->memory, "drag-end", 0, 0);
  ull_workspace_undo (fixture->workspace);
  g_assert_cmpint (value (fixture, ULL_FIELD_UTILIZATION), ==, before);
  g_assert_false (can_undo (fixture));
}

static void
test_keys_line (Fixture *fixture, gconstpointer data)
{
  g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_UTILIZATION, 900000, NULL, NULL));
  frames (fixture);
  g_assert_true (test_press (GTK_WIDGET (fixture->memory), GDK_KEY_Return, 0));
  test_press (GTK_WIDGET (fixture->memory), GDK_KEY_Down, 0);
  g_assert_cmpint (value (fixture, ULL_FIELD_UTILIZATION), ==, 890000);
  test_press (GTK_WIDGET (fixture->memory), GDK_KEY_Down, GDK_SHIFT_MASK);
  g_assert_cmpint (value (fixture, ULL_FIELD_UTILIZATION), ==, 790000);
  test_press (GTK_WIDGET (fixture->memory), GDK_KEY_Up, GDK_CONTROL_MASK);
  g_assert_cmpint (value (fixture, ULL_FIELD_UTILIZATION), ==, 791000);
  test_press (GTK_WIDGET (fixture->memory), GDK_KEY_Escape, 0);
  g_assert_cmpint (value (fixture, ULL_FIELD_UTILIZATION), ==, 900000);
}

/* A lever that moves otherwise lets go: what was dragged until then stays, as an entry of its own. */
static void
test_other_change (Fixture *fixture, gconstpointer data)
{
  gint64 context = value (fixture, ULL_FIELD_CONTEXT), moved;

  take (fixture->curves);
  test_chart_drag (fixture->curves, "drag-update", 50, 0);
  moved = value (fixture, ULL_FIELD_CONTEXT);
  g_assert_cmpint (moved, !=, context);
  g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONCURRENCY, 3, NULL, NULL));
  test_chart_drag (fixture->curves, "drag-update", 90, 0);
  g_assert_cmpint (value (fixture, ULL_FIELD_CONTEXT), ==, moved);
  test_chart_drag (fixture->curves, "drag-end", 0, 0);
}

/* After a reveal the first movement asks anew: there is no point to go on with, and the line goes on. */
static void
test_question (Fixture *fixture, gconstpointer data)
{
  UllPrediction prediction = { .fits = TRUE, .requests = 3, .fits_confidence = 80, .requests_confidence = 50 };

  ull_workspace_set_predict (fixture->workspace, TRUE);
  ull_workspace_commit (fixture->workspace, &prediction);
  frames (fixture);
  take (fixture->curves);
  test_chart_drag (fixture->curves, "drag-update", 60, 0);
  g_assert_cmpint (ull_workspace_get_predict_state (fixture->workspace), ==, ULL_PREDICT_PENDING);
  frames (fixture);
  test_chart_drag (fixture->curves, "drag-update", 90, 0);
  test_chart_drag (fixture->curves, "drag-end", 90, 0);
  take (fixture->memory);
  test_chart_drag (fixture->memory, "drag-update", 0, 60);
  frames (fixture);
  g_assert_cmpint (value (fixture, ULL_FIELD_UTILIZATION), <, ULL_PPM_ONE);
  test_chart_drag (fixture->memory, "drag-end", 0, 60);
}

/* With the pool itself given, there is no card that a part of is given. */
static void
test_no_line (Fixture *fixture, gconstpointer data)
{
  g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_AVAILABLE, 4 * ULL_GIB, NULL, NULL));
  frames (fixture);
  g_assert_cmpint (test_chart_frame (fixture->memory)->grip, ==, ULL_GRIP_NONE);
  g_assert_false (test_press (GTK_WIDGET (fixture->memory), GDK_KEY_Return, 0));
}

static void
add (const char *name, void (*test) (Fixture *, gconstpointer))
{
  g_autofree char *path = g_strconcat ("/chart-grip/", name, NULL);

  g_test_add (path, Fixture, NULL, set_up, test, test_charts_tear_down);
}

int
main (int argc, char **argv)
{
  application = test_start (&argc, &argv);
  add ("drag-point", test_drag_point);
  add ("axes-stay", test_axes_stay);
  add ("target", test_target);
  add ("escape-drag", test_escape_drag);
  add ("keys-point", test_keys_point);
  add ("keys-escape", test_keys_escape);
  add ("spoken", test_spoken);
  add ("drag-line", test_drag_line);
  add ("keys-line", test_keys_line);
  add ("other-change", test_other_change);
  add ("question", test_question);
  add ("no-line", test_no_line);
  return g_test_run ();
}
