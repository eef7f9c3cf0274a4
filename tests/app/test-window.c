#include "test-util.h"

#include "ull-empty-view.h"
#include "ull-example.h"
#include "ull-model-picker.h"
#include "ull-notice.h"
#include "ull-plan-view.h"
#include "ull-sidebar.h"

/* The window's frame, driven in-process. Each test has a window of its own and ends by asserting that it is gone. */

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
run (Fixture *fixture, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), action, NULL));
}

static gboolean
is_enabled (Fixture *fixture, const char *action)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), action);
}

static gboolean
state_of (Fixture *fixture, const char *action)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (fixture->window), action);

  return g_variant_get_boolean (state);
}

static void
open_example (Fixture *fixture)
{
  run (fixture, "win.open-example");
  test_wait_frames (GTK_WIDGET (fixture->window), 2);
  g_assert_nonnull (ull_workspace_get_scenario (fixture->workspace));
}

static gint64
value (Fixture *fixture, UllFieldId field)
{
  return ull_workspace_get_scenario (fixture->workspace)->value[field];
}

static void
test_empty (Fixture *fixture, gconstpointer data)
{
  const char *const off[] = { "save", "save-as", "export", "undo", "redo", "reset", "predict", "show-sidebar",
                              "data-table", "commit", "set-model", "set-device", "replace-model" };

  g_assert_nonnull (test_find (GTK_WIDGET (fixture->window), ULL_TYPE_EMPTY_VIEW, NULL));
  g_assert_null (test_find (GTK_WIDGET (fixture->window), ULL_TYPE_PLAN_VIEW, NULL));
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (fixture->window)), ==, "Ullage");
  for (guint i = 0; i < G_N_ELEMENTS (off); i++)
    g_assert_false (is_enabled (fixture, off[i]));
  g_assert_true (is_enabled (fixture, "open"));
  g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (fixture->window)), ==, 0);
}

/* From the welcome a person comes to what is set first. */
static void
test_focus (Fixture *fixture, gconstpointer data)
{
  GtkWidget *sidebar;

  open_example (fixture);
  sidebar = test_find (GTK_WIDGET (fixture->window), ULL_TYPE_SIDEBAR, NULL);
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (fixture->window)) == test_find (sidebar, GTK_TYPE_BUTTON, "model_button"));
}

/* A button with a mnemonic is called what it reads, without the underscore. */
static void
test_mnemonics (Fixture *fixture, gconstpointer data)
{
  GtkWidget *open = test_find (GTK_WIDGET (fixture->window), GTK_TYPE_BUTTON, "open");

  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (open)), ==, "_Open…");
  gtk_test_accessible_assert_property (open, GTK_ACCESSIBLE_PROPERTY_LABEL, "Open…");
  g_assert_false (gtk_test_accessible_has_relation (GTK_ACCESSIBLE (open), GTK_ACCESSIBLE_RELATION_LABELLED_BY));
}

/* The first scenario as the program's description gives it: 6 requests of 4,096 tokens on an RTX 4090 at 0.90 with
 * 1.8 GB of overhead, in blocks. */
static void
test_example (Fixture *fixture, gconstpointer data)
{
  UllScenario *scenario;

  open_example (fixture);
  scenario = ull_workspace_get_scenario (fixture->workspace);
  g_assert_cmpstr (scenario->device->id, ==, "rtx-4090");
  g_assert_cmpstr (scenario->model->name, ==, "Llama-3.1-8B");
  g_assert_cmpint (value (fixture, ULL_FIELD_ENGINE), ==, ULL_ENGINE_PAGED);
  g_assert_cmpint (value (fixture, ULL_FIELD_CONTEXT), ==, 4096);
  g_assert_cmpint (value (fixture, ULL_FIELD_CONCURRENCY), ==, 6);
  g_assert_cmpint (value (fixture, ULL_FIELD_UTILIZATION), ==, 900000);
  g_assert_cmpint (value (fixture, ULL_FIELD_OVERHEAD), ==, 1800000000);
  g_assert_nonnull (test_find (GTK_WIDGET (fixture->window), ULL_TYPE_PLAN_VIEW, NULL));
  g_assert_null (test_find (GTK_WIDGET (fixture->window), ULL_TYPE_EMPTY_VIEW, NULL));
  g_assert_nonnull (test_find (GTK_WIDGET (fixture->window), ULL_TYPE_SIDEBAR, NULL));
  g_assert_true (g_str_has_prefix (gtk_window_get_title (GTK_WINDOW (fixture->window)), "Llama-3.1-8B"));
  g_assert_true (state_of (fixture, "show-sidebar"));
  g_assert_false (ull_workspace_get_modified (fixture->workspace));
  g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (fixture->window)), ==, 0);
}

static void
test_history (Fixture *fixture, gconstpointer data)
{
  open_example (fixture);
  g_assert_false (is_enabled (fixture, "undo"));
  g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONCURRENCY, 7, NULL, NULL));
  g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONTEXT, 8192, NULL, NULL));
  g_assert_true (is_enabled (fixture, "undo"));
  run (fixture, "win.undo");
  g_assert_cmpint (value (fixture, ULL_FIELD_CONTEXT), ==, 4096);
  g_assert_true (is_enabled (fixture, "redo"));
  run (fixture, "win.redo");
  g_assert_cmpint (value (fixture, ULL_FIELD_CONTEXT), ==, 8192);
  g_assert_false (is_enabled (fixture, "redo"));
  run (fixture, "win.reset");
  g_assert_cmpint (value (fixture, ULL_FIELD_CONTEXT), ==, 4096);
  g_assert_cmpint (value (fixture, ULL_FIELD_CONCURRENCY), ==, 6);
  run (fixture, "win.undo");
  g_assert_cmpint (value (fixture, ULL_FIELD_CONTEXT), ==, 8192);
}

static void
test_title (Fixture *fixture, gconstpointer data)
{
  AdwWindowTitle *title = ADW_WINDOW_TITLE (test_find (GTK_WIDGET (fixture->window), ADW_TYPE_WINDOW_TITLE, "title"));

  open_example (fixture);
  g_assert_cmpstr (adw_window_title_get_title (title), ==, "Llama-3.1-8B");
  g_assert_false (g_str_has_prefix (adw_window_title_get_subtitle (title), "•"));
  ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONCURRENCY, 7, NULL, NULL);
  g_assert_true (g_str_has_prefix (adw_window_title_get_subtitle (title), "•"));
  run (fixture, "win.undo");
  g_assert_false (g_str_has_prefix (adw_window_title_get_subtitle (title), "•"));
}

static void
test_predict (Fixture *fixture, gconstpointer data)
{
  open_example (fixture);
  g_assert_false (is_enabled (fixture, "commit"));
  run (fixture, "win.predict");
  g_assert_true (state_of (fixture, "predict"));
  g_assert_cmpint (ull_workspace_get_predict_state (fixture->workspace), ==, ULL_PREDICT_PENDING);
  g_assert_true (is_enabled (fixture, "commit"));
  test_wait_frames (GTK_WIDGET (fixture->window), 1);
  g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (fixture->window)), ==, 0);
  ull_workspace_set_predict (fixture->workspace, FALSE);
  g_assert_false (state_of (fixture, "predict"));
}

static void
test_model_and_device (Fixture *fixture, gconstpointer data)
{
  GtkWidget *window = GTK_WIDGET (fixture->window);

  open_example (fixture);
  ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONTEXT, 8192, NULL, NULL);
  g_assert_true (gtk_widget_activate_action (window, "win.set-device", "s", "h100-sxm"));
  g_assert_cmpstr (ull_workspace_get_scenario (fixture->workspace)->device->id, ==, "h100-sxm");
  g_assert_true (gtk_widget_activate_action (window, "win.set-model", "s", "llama-3.2-1b"));
  g_assert_cmpstr (ull_workspace_get_scenario (fixture->workspace)->model->name, ==, "Llama-3.2-1B");
  g_assert_cmpint (value (fixture, ULL_FIELD_CONTEXT), ==, 8192);
  run (fixture, "win.undo");
  run (fixture, "win.undo");
  g_assert_cmpstr (ull_workspace_get_scenario (fixture->workspace)->model->name, ==, "Llama-3.1-8B");
  g_assert_cmpstr (ull_workspace_get_scenario (fixture->workspace)->device->id, ==, "rtx-4090");
  g_assert_true (gtk_widget_activate_action (window, "win.set-model", "s", "no-such-model"));
  g_assert_nonnull (ull_window_get_notice (fixture->window));
  g_assert_cmpstr (ull_workspace_get_scenario (fixture->workspace)->model->name, ==, "Llama-3.1-8B");
}

static gboolean
is_mapped (gpointer data)
{
  return gtk_widget_get_mapped (data);
}

static guint
count_visible_rows (GtkWidget *list)
{
  guint n = 0;

  for (GtkWidget *row = gtk_widget_get_first_child (list); row != NULL; row = gtk_widget_get_next_sibling (row))
    n += GTK_IS_LIST_BOX_ROW (row) && gtk_widget_get_child_visible (row);
  return n;
}

static void
test_pickers (Fixture *fixture, gconstpointer data)
{
  const struct
  {
    const char *button;
    const char *words;
  } rows[] = { { "model_button", "qwen2.5-7b" }, { "device_button", "h200-sxm" } };

  open_example (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      GtkWidget *button = test_find (GTK_WIDGET (fixture->window), GTK_TYPE_BUTTON, rows[i].button);
      GtkWidget *popover, *search, *list;

      g_assert_null (test_find (button, GTK_TYPE_POPOVER, NULL)); /* not made before it is asked for */
      g_signal_emit_by_name (button, "clicked");
      popover = test_find (button, GTK_TYPE_POPOVER, NULL);
      g_assert_true (test_wait_until (is_mapped, popover, 2000));
      g_assert_cmpuint (test_count_unnamed (popover), ==, 0);
      search = test_find (popover, GTK_TYPE_SEARCH_ENTRY, "search");
      list = test_find (popover, GTK_TYPE_LIST_BOX, "list");
      g_assert_cmpuint (count_visible_rows (list), >=, 10);
      g_signal_emit_by_name (search, "stop-search"); /* what Escape does in the entry */
      test_settle ();
      g_assert_false (gtk_widget_get_mapped (popover));
      g_signal_emit_by_name (button, "clicked");
      g_assert_true (test_wait_until (is_mapped, popover, 2000));
      gtk_editable_set_text (GTK_EDITABLE (search), rows[i].words);
      g_signal_emit_by_name (search, "search-changed"); /* what it does itself after a pause in typing */
      g_assert_cmpuint (count_visible_rows (list), ==, 1);
      g_signal_emit_by_name (search, "activate");
      test_settle ();
      g_assert_false (gtk_widget_get_mapped (popover));
    }
  g_assert_cmpstr (ull_workspace_get_scenario (fixture->workspace)->model->name, ==, "Qwen2.5-7B");
  g_assert_cmpstr (ull_workspace_get_scenario (fixture->workspace)->device->id, ==, "h200-sxm");
}

static void
test_notice (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, "config.json: it is <not> right");
  GtkWidget *notice = test_find (GTK_WIDGET (fixture->window), ULL_TYPE_NOTICE, NULL);
  GtkWidget *dismiss = test_find (notice, GTK_TYPE_BUTTON, "dismiss");

  g_assert_null (ull_window_get_notice (fixture->window));
  ull_window_show_error (fixture->window, error);
  g_assert_cmpstr (ull_window_get_notice (fixture->window), ==, "config.json: it is <not> right");
  gtk_test_accessible_assert_role (notice, GTK_ACCESSIBLE_ROLE_ALERT);
  gtk_test_accessible_assert_property (notice, GTK_ACCESSIBLE_PROPERTY_LABEL, "config.json: it is <not> right");
  test_wait_frames (notice, 1);
  g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (fixture->window)), ==, 0);
  g_signal_emit_by_name (dismiss, "clicked");
  g_assert_null (ull_window_get_notice (fixture->window));
}

static void
test_sidebar (Fixture *fixture, gconstpointer data)
{
  AdwFlap *flap = ADW_FLAP (test_find (GTK_WIDGET (fixture->window), ADW_TYPE_FLAP, "flap"));
  g_autofree char *sentence = g_strnfill (400, 'a');
  g_autoptr (GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, sentence);

  open_example (fixture);
  g_assert_false (adw_flap_get_folded (flap));
  g_assert_true (adw_flap_get_reveal_flap (flap));
  run (fixture, "win.show-sidebar");
  g_assert_false (adw_flap_get_reveal_flap (flap));
  run (fixture, "win.show-sidebar");
  g_assert_true (adw_flap_get_reveal_flap (flap));
  /* A long sentence takes no room from it. */
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1000, 700);
  ull_window_show_error (fixture->window, error);
  test_wait_frames (GTK_WIDGET (fixture->window), 3);
  test_settle ();
  g_assert_false (adw_flap_get_folded (flap));
}

static void
test_narrow (Fixture *fixture, gconstpointer data)
{
  AdwFlap *flap = ADW_FLAP (test_find (GTK_WIDGET (fixture->window), ADW_TYPE_FLAP, "flap"));
  int minimum;

  open_example (fixture);
  gtk_widget_measure (GTK_WIDGET (fixture->window), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  g_assert_cmpint (minimum, <=, 360);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 360, 640);
  test_settle ();
  test_wait_frames (GTK_WIDGET (fixture->window), 2);
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (fixture->window)), <=, 360);
  g_assert_true (adw_flap_get_folded (flap));
  g_assert_false (adw_flap_get_reveal_flap (flap));
  g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (fixture->window)), ==, 0);
}

/* The actions that the frame hands on must exist where it hands them. */
static void
test_inner_actions (Fixture *fixture, gconstpointer data)
{
  GtkWidget *view;

  open_example (fixture);
  view = test_find (GTK_WIDGET (fixture->window), ULL_TYPE_PLAN_VIEW, NULL);
  g_assert_true (gtk_widget_activate_action (view, "plan.data-table", NULL));
  run (fixture, "win.predict");
  g_assert_true (gtk_widget_activate_action (view, "plan.commit", NULL));
}

static void
test_size_is_kept (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GSettings) settings = g_settings_new ("org.ullage.Ullage");
  UllWindow *second = test_window_new (application);
  g_autoptr (GVariant) untouched = g_settings_get_user_value (settings, "window-width");
  int width, height;

  g_assert_null (untouched); /* a start writes nothing */
  gtk_window_set_default_size (GTK_WINDOW (second), 1000, 700);
  test_wait_frames (GTK_WIDGET (second), 2);
  gtk_window_close (GTK_WINDOW (second));
  g_assert_cmpint (g_settings_get_int (settings, "window-width"), ==, 1000);
  g_assert_cmpint (g_settings_get_int (settings, "window-height"), ==, 700);
  second = test_window_new (application);
  gtk_window_get_default_size (GTK_WINDOW (second), &width, &height);
  g_assert_cmpint (width, ==, 1000);
  g_assert_cmpint (height, ==, 700);
  test_window_end (second);
  g_settings_reset (settings, "window-width");
  g_settings_reset (settings, "window-height");
}

static void
test_accels (Fixture *fixture, gconstpointer data)
{
  g_auto (GStrv) actions = gtk_application_list_action_descriptions (GTK_APPLICATION (application));
  guint n = 0;

  /* A shortcut to an action that does not exist is a key that does nothing. */
  for (guint i = 0; actions[i] != NULL; i++)
    {
      g_autofree char *group = g_strndup (actions[i], (gsize) (strchr (actions[i], '.') - actions[i]));
      g_auto (GStrv) parts = g_strsplit (strchr (actions[i], '.') + 1, "::", 2);
      const char *name = parts[0];

      n++;
      if (g_str_equal (group, "win"))
        g_assert_true (g_action_group_has_action (G_ACTION_GROUP (fixture->window), name));
      else if (g_str_equal (group, "app"))
        g_assert_true (g_action_group_has_action (G_ACTION_GROUP (application), name));
    }
  g_assert_cmpuint (n, >=, 14);
}

/* Alone, so that a template that only works inside the window shows. */
static void
test_templates (void)
{
  g_autoptr (UllWorkspace) workspace = ull_workspace_new ();
  GtkWidget *const widgets[] = { ull_empty_view_new (), ull_notice_new (), ull_sidebar_new (workspace),
                                 ull_model_picker_new ("win.open") };

  for (guint i = 0; i < G_N_ELEMENTS (widgets); i++)
    {
      g_object_ref_sink (widgets[i]);
      g_assert_finalize_object (widgets[i]);
    }
}

static const struct
{
  const char *path;
  void (*test) (Fixture *fixture, gconstpointer data);
} tests[] = {
  { "/window/empty", test_empty },
  { "/window/example", test_example },
  { "/window/focus", test_focus },
  { "/window/mnemonics", test_mnemonics },
  { "/window/history", test_history },
  { "/window/title", test_title },
  { "/window/predict", test_predict },
  { "/window/model-and-device", test_model_and_device },
  { "/window/pickers", test_pickers },
  { "/window/notice", test_notice },
  { "/window/sidebar", test_sidebar },
  { "/window/narrow", test_narrow },
  { "/window/inner-actions", test_inner_actions },
  { "/window/size-is-kept", test_size_is_kept },
  { "/window/accels", test_accels },
};

int
main (int argc, char **argv)
{
  application = test_start (&argc, &argv);
  g_test_add_func ("/window/templates", test_templates);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
