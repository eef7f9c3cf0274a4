#include "test-util.h"

/* The windows that the application opens besides. A program of its own: past 2,048 quarks GLib lets go of the table of the
 * first, which the leak checker takes for a fault. */

static UllApplication *application;

typedef struct
{
  UllWindow *window;
  UllWorkspace *workspace; /* borrowed */
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->window = test_window_new (application);
  fixture->workspace = ull_window_get_workspace (fixture->window);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  test_window_end (fixture->window);
}

static void
test_application_windows (Fixture *fixture, gconstpointer data)
{
  const char *const actions[] = { "shortcuts", "about" };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      GtkWindow *window;

      g_action_group_activate_action (G_ACTION_GROUP (application), actions[i], NULL);
      window = test_find_window (GTK_WINDOW (fixture->window), GTK_TYPE_WINDOW);
      g_assert_nonnull (window);
      test_wait_frames (GTK_WIDGET (window), 1);
      gtk_window_destroy (window);
      test_settle ();
    }
}

int
main (int argc, char **argv)
{
  application = test_start (&argc, &argv);
  g_test_add ("/application-windows", Fixture, NULL, set_up, test_application_windows, tear_down);
  return g_test_run ();
}
