#include "test-util.h"

#include "ull-plan-view.h"
#include "ull-pool-player.h"
#include "ull-ramp-run.h"

#define PATIENCE_MS 5000

UllApplication *
test_start (int *argc, char ***argv)
{
  UllApplication *application;

  g_test_init (argc, argv, NULL);
  g_log_set_always_fatal (G_LOG_FATAL_MASK | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING);
  if (!gtk_init_check ())
    g_error ("no display: run the tests below xvfb-run");
  application = ull_application_new ();
  g_application_set_flags (G_APPLICATION (application), G_APPLICATION_NON_UNIQUE);
  g_assert_true (g_application_register (G_APPLICATION (application), NULL, NULL));
  return application;
}

static gboolean
over_cb (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

gboolean
test_wait_until (TestCondition condition, gpointer data, guint timeout_ms)
{
  gboolean over = FALSE;
  guint source = g_timeout_add (timeout_ms, over_cb, &over);

  while (!condition (data) && !over)
    g_main_context_iteration (NULL, TRUE);
  if (!over)
    g_source_remove (source);
  return condition (data);
}

void
test_settle (void)
{
  gboolean over = FALSE;

  g_timeout_add (50, over_cb, &over);
  while (!over)
    g_main_context_iteration (NULL, TRUE);
}

static void
after_paint_cb (GdkFrameClock *clock, guint *left)
{
  if (*left > 0)
    (*left)--;
}

static gboolean
none_left (gpointer data)
{
  return *(guint *) data == 0;
}

void
test_wait_frames (GtkWidget *widget, guint n)
{
  GtkWidget *native = GTK_WIDGET (gtk_widget_get_native (widget));
  GdkFrameClock *clock = gtk_widget_get_frame_clock (native);
  guint left = n;
  gulong handler;

  g_assert_nonnull (clock);
  handler = g_signal_connect (clock, "after-paint", G_CALLBACK (after_paint_cb), &left);
  for (guint i = 0; left > 0; i++)
    {
      g_assert_cmpuint (i, <, PATIENCE_MS / 20);
      gtk_widget_queue_draw (native); /* an idle clock paints nothing */
      test_wait_until (none_left, &left, 20);
    }
  g_signal_handler_disconnect (clock, handler);
}

GtkWidget *
test_find (GtkWidget *root, GType type, const char *id)
{
  if (g_type_is_a (G_OBJECT_TYPE (root), type)
      && (id == NULL || g_strcmp0 (gtk_buildable_get_buildable_id (GTK_BUILDABLE (root)), id) == 0))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = test_find (child, type, id);

      if (found != NULL)
        return found;
    }
  return NULL;
}

GtkWindow *
test_find_window (GtkWindow *parent, GType type)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (g_type_is_a (G_OBJECT_TYPE (window), type) && gtk_window_get_transient_for (window) == parent)
        return window;
    }
  return NULL;
}

static gboolean
has_text (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget) && gtk_label_get_text (GTK_LABEL (widget))[0] != '\0')
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    if (has_text (child))
      return TRUE;
  return FALSE;
}

static gboolean
has_label (GtkWidget *widget)
{
  return gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL);
}

static gboolean
is_control (GtkWidget *widget)
{
  return gtk_widget_get_mapped (widget) && gtk_widget_get_focusable (widget)
         && (GTK_IS_BUTTON (widget) || GTK_IS_RANGE (widget) || GTK_IS_EDITABLE (widget) || GTK_IS_SWITCH (widget));
}

static gboolean
is_named (GtkWidget *widget)
{
  GtkWidget *parent = gtk_widget_get_parent (widget);

  if (has_label (widget) || has_text (widget))
    return TRUE;
  /* The button inside a menu button, and the text inside an entry, go by their owner's name. */
  if (parent != NULL && (GTK_IS_MENU_BUTTON (parent) || GTK_IS_EDITABLE (parent)) && has_label (parent))
    return TRUE;
  /* A button is "labelled by" its child even where that is an image, which is no name. */
  return !GTK_IS_BUTTON (widget)
         && gtk_test_accessible_has_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
}

guint
test_count_unnamed (GtkWidget *root)
{
  guint n = 0;

  if (is_control (root) && !is_named (root))
    {
      g_test_message ("no name: %s %s (tooltip %s)", G_OBJECT_TYPE_NAME (root),
                      gtk_buildable_get_buildable_id (GTK_BUILDABLE (root)), gtk_widget_get_tooltip_text (root));
      n++;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (root); child; child = gtk_widget_get_next_sibling (child))
    n += test_count_unnamed (child);
  return n;
}

UllWindow *
test_window_new (UllApplication *application)
{
  UllWindow *window = ull_window_new (GTK_APPLICATION (application));

  gtk_window_present (GTK_WINDOW (window));
  test_wait_frames (GTK_WIDGET (window), 2);
  return window;
}

static gboolean
is_null (gpointer data)
{
  return *(gpointer *) data == NULL;
}

void
test_window_end (UllWindow *window)
{
  gpointer weak = window;

  g_object_add_weak_pointer (G_OBJECT (window), &weak);
  gtk_window_destroy (GTK_WINDOW (window));
  g_assert_true (test_wait_until (is_null, &weak, PATIENCE_MS));
}

static gboolean
has_loaded (gpointer data)
{
  return !ull_window_is_loading (data);
}

void
test_wait_loaded (UllWindow *window)
{
  g_assert_true (test_wait_until (has_loaded, window, PATIENCE_MS));
}

UllWindow *
test_window_new_open (UllApplication *application)
{
  UllWindow *window = test_window_new (application);
  g_autoptr (GError) error = NULL;

  g_assert_true (ull_window_open_bundled (window, "llama-3.1-8b", "rtx-4090", &error));
  g_assert_no_error (error);
  test_wait_frames (GTK_WIDGET (window), 2);
  return window;
}

void
test_charts_set_up (TestCharts *charts, UllApplication *application)
{
  UllPlanView *plan;

  charts->window = ull_window_new (GTK_APPLICATION (application));
  gtk_window_set_default_size (GTK_WINDOW (charts->window), 1280, 800);
  g_assert_true (ull_window_open_bundled (charts->window, "llama-3.1-8b", "rtx-4090", NULL));
  gtk_window_present (GTK_WINDOW (charts->window));
  test_wait_frames (GTK_WIDGET (charts->window), 3);
  charts->workspace = ull_window_get_workspace (charts->window);
  plan = ULL_PLAN_VIEW (test_find (GTK_WIDGET (charts->window), ULL_TYPE_PLAN_VIEW, NULL));
  charts->curves = ull_plan_view_get_chart (plan, ULL_CHART_CURVES);
  charts->memory = ull_plan_view_get_chart (plan, ULL_CHART_MEMORY);
}

void
test_charts_tear_down (TestCharts *charts, gconstpointer data)
{
  test_window_end (charts->window);
}

const UllFrame *
test_chart_frame (UllChartView *chart)
{
  return ull_scene_get_frame (ull_chart_view_get_scene (chart));
}

gboolean
test_press (GtkWidget *chart, guint keyval, GdkModifierType state)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (chart);
  gboolean handled = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", keyval, 0, state, &handled);
    }
  return handled;
}

void
test_chart_drag (UllChartView *chart, const char *signal, double x, double y)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (chart));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);

      if (!GTK_IS_GESTURE_DRAG (controller))
        continue;
      if (g_str_equal (signal, "cancel"))
        g_signal_emit_by_name (controller, "cancel", NULL);
      else
        g_signal_emit_by_name (controller, signal, x, y);
    }
}

gboolean
test_has_ramp (gpointer data)
{
  UllRampRun *run = data;

  return ull_ramp_run_get_result (run) != NULL && !ull_ramp_run_get_stale (run) && !ull_job_runner_get_busy (ULL_JOB_RUNNER (run));
}

gboolean
test_has_pool_picture (gpointer data)
{
  UllPoolPlayer *player = data;
  const UllPoolPicture *picture = ull_pool_player_get_picture (player);

  return picture != NULL && picture->step == ull_pool_player_get_step (player);
}
