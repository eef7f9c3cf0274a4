#include "test-util.h"

#include "ull-lever-panel.h"
#include "ull-plan-view.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What a slider's step costs from value to painted, in the real window of 1280 × 800: CPU time of the whole process, so
 * that a busy machine does not count. Then whether movements leave memory behind, and that hidden charts cost nothing.
 * A first run of movements fills the history and every cache; only what comes after it counts as growth. */

#define N_STEPS 300
#define N_MOVES 10000
#define LIMIT_MS 6.0
#define LIMIT_POINT_MS 7.0 /* two levers at once */

static double
cpu_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

static long
resident_kib (void)
{
  g_autofree char *status = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/self/status", &status, NULL, NULL))
    return -1;
  line = strstr (status, "VmRSS:");
  return line != NULL ? strtol (line + 6, NULL, 10) : -1;
}

static void
after_paint_cb (GdkFrameClock *clock, gboolean *painted)
{
  *painted = TRUE;
}

static void
wait_painted (UllWindow *window)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (window));
  gboolean painted = FALSE;
  gulong handler = g_signal_connect (clock, "after-paint", G_CALLBACK (after_paint_cb), &painted);

  while (!painted)
    g_main_context_iteration (NULL, TRUE);
  g_signal_handler_disconnect (clock, handler);
}

static UllWindow *
open_window (UllApplication *application, int width)
{
  UllWindow *window = ull_window_new (GTK_APPLICATION (application));

  gtk_window_set_default_size (GTK_WINDOW (window), width, 800);
  g_assert_true (ull_window_open_bundled (window, "llama-3.1-8b", "rtx-4090", NULL));
  gtk_window_present (GTK_WINDOW (window));
  test_wait_frames (GTK_WIDGET (window), 5);
  return window;
}

static UllSliderRow *
find_row (UllWindow *window, UllLeverId lever)
{
  GtkWidget *panel = test_find (GTK_WIDGET (window), ULL_TYPE_LEVER_PANEL, NULL);

  return ULL_SLIDER_ROW (ull_lever_panel_get_row (ULL_LEVER_PANEL (panel), lever));
}

/* A key's step to the right, from the end back to the start: every one is another value. */
static void
move (UllSliderRow *row)
{
  GtkRange *scale = GTK_RANGE (ull_slider_row_get_scale (row));
  gboolean at_end = gtk_range_get_value (scale) >= gtk_adjustment_get_upper (gtk_range_get_adjustment (scale));

  g_signal_emit_by_name (scale, "move-slider", at_end ? GTK_SCROLL_START : GTK_SCROLL_STEP_RIGHT);
}

static double
measure_steps (UllWindow *window, UllLeverId lever)
{
  UllSliderRow *row = find_row (window, lever);
  double start;

  for (int i = 0; i < 60; i++)
    {
      move (row);
      wait_painted (window);
    }
  start = cpu_ms ();
  for (int i = 0; i < N_STEPS; i++)
    {
      move (row);
      wait_painted (window);
    }
  return (cpu_ms () - start) / N_STEPS;
}

/* To every gesture of that kind, as one press reaches them all. */
static void
drag (UllChartView *chart, const char *signal, double x, double y)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (chart));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_DRAG (controller))
        g_signal_emit_by_name (controller, signal, x, y);
    }
}

/* One movement of the pointer after the other, from side to side and up and down. One that comes to the same round value
 * paints nothing, so that a frame is asked for. */
static double
measure_drag (UllWindow *window, UllChartKind kind)
{
  GtkWidget *plan = test_find (GTK_WIDGET (window), ULL_TYPE_PLAN_VIEW, NULL);
  UllChartView *chart = ull_plan_view_get_chart (ULL_PLAN_VIEW (plan), kind);
  const UllFrame *frame = ull_scene_get_frame (ull_chart_view_get_scene (chart));
  double start = 0;

  drag (chart, "drag-begin", frame->grip_x, frame->grip_y);
  for (int k = 0; k < 60 + N_STEPS; k++)
    {
      if (k == 60)
        start = cpu_ms ();
      drag (chart, "drag-update", (k % 40 - 20) * 6.0, k % 20 * 6.0);
      gtk_widget_queue_draw (GTK_WIDGET (chart));
      wait_painted (window);
    }
  start = cpu_ms () - start;
  drag (chart, "drag-end", 0, 0);
  return start / N_STEPS;
}

static gboolean
report_drags (UllWindow *window)
{
  static const struct
  {
    UllChartKind kind;
    const char *what;
    double limit;
  } drags[] = { { ULL_CHART_CURVES, "the curves' point", LIMIT_POINT_MS },
                { ULL_CHART_MEMORY, "the load line", LIMIT_MS } };
  gboolean good = TRUE;

  for (gsize i = 0; i < G_N_ELEMENTS (drags); i++)
    {
      double ms = measure_drag (window, drags[i].kind);

      printf ("a movement of %s, pointer to painted: %.2f ms of CPU (at most %.0f)\n", drags[i].what, ms,
              drags[i].limit);
      good = good && ms <= drags[i].limit;
    }
  return good;
}

static void
make_moves (UllWindow *window, int n)
{
  UllSliderRow *row = find_row (window, ULL_LEVER_CONTEXT);

  for (int i = 0; i < n; i++)
    {
      move (row);
      if (i % 10 == 0)
        ull_slider_row_settle (row);
      if (i % 10 == 0)
        wait_painted (window);
    }
}

static void
measure_memory (UllWindow *window)
{
  struct mallinfo2 before, after;
  long resident;

  make_moves (window, N_MOVES);
  before = mallinfo2 ();
  resident = resident_kib ();
  make_moves (window, N_MOVES);
  after = mallinfo2 ();
  printf ("%d movements: heap %+.1f KiB (%.1f before), resident %+ld KiB (%ld before)\n", N_MOVES,
          ((double) after.uordblks - (double) before.uordblks) / 1024, (double) before.uordblks / 1024,
          resident_kib () - resident, resident);
}

static void
measure_hidden (UllApplication *application)
{
  UllWindow *window = open_window (application, 400);
  GtkWidget *plan = test_find (GTK_WIDGET (window), ULL_TYPE_PLAN_VIEW, NULL);
  UllChartView *curves = ull_plan_view_get_chart (ULL_PLAN_VIEW (plan), ULL_CHART_CURVES);
  UllChartView *memory = ull_plan_view_get_chart (ULL_PLAN_VIEW (plan), ULL_CHART_MEMORY);
  guint hidden = ull_chart_view_get_n_builds (curves), shown = ull_chart_view_get_n_builds (memory);

  make_moves (window, 200);
  printf ("200 movements with the curves on another page: %u scenes of the curves, %u of the vessel\n",
          ull_chart_view_get_n_builds (curves) - hidden, ull_chart_view_get_n_builds (memory) - shown);
  test_window_end (window);
}

int
main (int argc, char **argv)
{
  static const UllLeverId levers[] = { ULL_LEVER_CONTEXT, ULL_LEVER_CONCURRENCY, ULL_LEVER_UTILIZATION };
  UllApplication *application = test_start (&argc, &argv);
  UllWindow *window = open_window (application, 1280);
  gboolean good = TRUE;

  for (gsize i = 0; i < G_N_ELEMENTS (levers); i++)
    {
      double ms = measure_steps (window, levers[i]);

      printf ("a step of %s, value to painted: %.2f ms of CPU (at most %.0f)\n", ull_lever_get_label (levers[i]), ms,
              LIMIT_MS);
      good = good && ms <= LIMIT_MS;
    }
  good = report_drags (window) && good;
  measure_memory (window);
  test_window_end (window);
  measure_hidden (application);
  return good ? 0 : 1;
}
