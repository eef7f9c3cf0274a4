#include "ull-window.h"

#include <locale.h>
#include <malloc.h>
#include <stdlib.h>
#include <time.h>

/* What one step of a slider costs in the real window, from the value to the painted frame: processor time of the whole
 * process, the median of many. And whether ten thousand movements leave anything behind: bytes in use on the heap. */

#define N_STEPS 201
#define N_MOVEMENTS 10000

static double
cpu_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

static int
compare_cb (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static void
painted_cb (GdkFrameClock *clock, gpointer user_data)
{
  *(gboolean *) user_data = TRUE;
}

/* Until a frame was painted that was asked for: by what changed, or else by us. */
static void
paint (GtkWidget *window, gboolean ask)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (window);
  gboolean painted = FALSE;
  gulong handler = g_signal_connect (clock, "after-paint", G_CALLBACK (painted_cb), &painted);

  if (ask)
    gtk_widget_queue_draw (window);
  while (!painted)
    g_main_context_iteration (NULL, TRUE);
  g_signal_handler_disconnect (clock, handler);
}

/* Lets everything that waits for an idle moment have it. */
static void
settle (GtkWidget *window)
{
  for (int i = 0; i < 5; i++)
    paint (window, TRUE);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* A slider's accessible name is its lever's; its place in the tree is not our business. */
static GtkRange *
find_scale (GtkWidget *widget, guint *skip)
{
  GtkRange *found = NULL;

  if (GTK_IS_SCALE (widget) && (*skip)-- == 0)
    return GTK_RANGE (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_scale (child, skip);
  return found;
}

/* As the arrow keys do it: ten round values up, ten down again, so that every step changes something. */
static void
measure_steps (GtkWidget *window, GtkRange *scale, const char *name)
{
  double cost[N_STEPS];

  for (int i = 0; i < N_STEPS; i++)
    {
      double begin;

      settle (window);
      begin = cpu_ms ();
      g_signal_emit_by_name (scale, "move-slider", i / 10 % 2 == 0 ? GTK_SCROLL_STEP_RIGHT : GTK_SCROLL_STEP_LEFT);
      paint (window, FALSE);
      cost[i] = cpu_ms () - begin;
    }
  qsort (cost, N_STEPS, sizeof cost[0], compare_cb);
  g_print ("%-12s median %5.2f ms, 95th percentile %5.2f ms\n", name, cost[N_STEPS / 2], cost[N_STEPS * 95 / 100]);
}

/* What a frame costs in which nothing changed: the part of a step that is the toolkit's. */
static void
measure_frame (GtkWidget *window)
{
  double cost[N_STEPS];

  for (int i = 0; i < N_STEPS; i++)
    {
      double begin = cpu_ms ();

      paint (window, TRUE);
      cost[i] = cpu_ms () - begin;
    }
  qsort (cost, N_STEPS, sizeof cost[0], compare_cb);
  g_print ("%-12s median %5.2f ms\n", "still frame", cost[N_STEPS / 2]);
}

static void
move (UllWorkspace *workspace, int from, int to)
{
  for (int i = from; i < to; i++)
    ull_workspace_set_field (workspace, ULL_FIELD_CONTEXT, 1024 + 16 * (gint64) (i % 4096), NULL, NULL);
}

static void
measure_memory (GtkWidget *window, UllWorkspace *workspace)
{
  gsize before;

  ull_workspace_begin_change (workspace);
  for (int i = 0; i < 10; i++)
    {
      move (workspace, 100 * i, 100 * i + 100);
      settle (window);
    }
  before = mallinfo2 ().uordblks;
  for (int i = 0; i < 100; i++)
    {
      move (workspace, i * N_MOVEMENTS / 100, (i + 1) * N_MOVEMENTS / 100);
      paint (window, TRUE);
    }
  settle (window);
  g_print ("%d movements: %+" G_GSSIZE_FORMAT " bytes on the heap\n", N_MOVEMENTS,
           (gssize) mallinfo2 ().uordblks - (gssize) before);
  ull_workspace_end_change (workspace);
}

int
main (int argc, char **argv)
{
  g_autoptr (AdwApplication) application = NULL;
  g_autoptr (GError) error = NULL;
  UllWindow *window;
  guint first = 0, second = 1;

  setlocale (LC_ALL, "");
  application = adw_application_new ("org.ullage.Bench", G_APPLICATION_NON_UNIQUE);
  if (!g_application_register (G_APPLICATION (application), NULL, &error))
    g_error ("%s", error->message);
  window = ull_window_new (GTK_APPLICATION (application));
  if (!ull_window_open_bundled (window, "llama-3.1-8b", "rtx-4090", &error))
    g_error ("%s", error->message);
  gtk_window_present (GTK_WINDOW (window));
  while (!gtk_widget_get_mapped (GTK_WIDGET (window)))
    g_main_context_iteration (NULL, TRUE);
  settle (GTK_WIDGET (window));

  measure_steps (GTK_WIDGET (window), find_scale (GTK_WIDGET (window), &first), "first lever");
  measure_steps (GTK_WIDGET (window), find_scale (GTK_WIDGET (window), &second), "second lever");
  measure_frame (GTK_WIDGET (window));
  measure_memory (GTK_WIDGET (window), ull_window_get_workspace (window));
  gtk_window_destroy (GTK_WINDOW (window));
  return 0;
}
