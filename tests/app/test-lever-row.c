#include "test-util.h"

#include "ull-isolate.h"
#include "ull-lever-panel.h"
#include "ull-units.h"

/* The rows in the real window, driven the way a person does: the keys' own signal, a position of the slider, text in the
 * entry. */

static UllApplication *application;

typedef struct
{
  UllWindow *window;
  UllWorkspace *workspace; /* borrowed */
  UllLeverPanel *panel;    /* borrowed */
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->window = test_window_new (application);
  g_assert_true (ull_window_open_bundled (fixture->window, "llama-3.1-8b", "rtx-4090", NULL));
  test_wait_frames (GTK_WIDGET (fixture->window), 2);
  fixture->workspace = ull_window_get_workspace (fixture->window);
  fixture->panel = ULL_LEVER_PANEL (test_find (GTK_WIDGET (fixture->window), ULL_TYPE_LEVER_PANEL, NULL));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  test_window_end (fixture->window);
}

static UllSliderRow *
row (Fixture *fixture, UllLeverId lever)
{
  return ULL_SLIDER_ROW (ull_lever_panel_get_row (fixture->panel, lever));
}

static void
press (UllSliderRow *self, GtkScrollType scroll)
{
  g_signal_emit_by_name (ull_slider_row_get_scale (self), "move-slider", scroll);
}

static void
type (UllSliderRow *self, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (ull_slider_row_get_entry (self)), text);
  g_signal_emit_by_name (ull_slider_row_get_entry (self), "activate");
}

static const char *
entry_text (UllSliderRow *self)
{
  return gtk_editable_get_text (GTK_EDITABLE (ull_slider_row_get_entry (self)));
}

static gint64
value (Fixture *fixture, UllLeverId lever)
{
  return ull_lever_get_value (lever, ull_workspace_get_scenario (fixture->workspace));
}

static void
test_keys (Fixture *fixture, gconstpointer data)
{
  UllSliderRow *context = row (fixture, ULL_LEVER_CONTEXT);
  UllSliderRow *concurrency = row (fixture, ULL_LEVER_CONCURRENCY);

  g_assert_cmpint (value (fixture, ULL_LEVER_CONTEXT), ==, 4096);
  press (context, GTK_SCROLL_STEP_RIGHT);
  g_assert_cmpint (value (fixture, ULL_LEVER_CONTEXT), ==, 4352);
  press (context, GTK_SCROLL_STEP_LEFT);
  press (context, GTK_SCROLL_STEP_LEFT);
  g_assert_cmpint (value (fixture, ULL_LEVER_CONTEXT), ==, 3968);
  press (context, GTK_SCROLL_PAGE_RIGHT);
  g_assert_cmpint (value (fixture, ULL_LEVER_CONTEXT), ==, 4096);
  press (context, GTK_SCROLL_END);
  g_assert_cmpint (value (fixture, ULL_LEVER_CONTEXT), ==, 131072);
  press (context, GTK_SCROLL_START);
  g_assert_cmpint (value (fixture, ULL_LEVER_CONTEXT), ==, 1024);
  press (concurrency, GTK_SCROLL_STEP_RIGHT);
  g_assert_cmpint (value (fixture, ULL_LEVER_CONCURRENCY), ==, 7);
  g_assert_cmpstr (entry_text (concurrency), ==, "7");
}

/* A position that a screen reader's software sets, or a drag gives. */
static void
test_positions (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    UllLeverId lever;
    double position;
    gint64 value;
  } cases[] = {
    { ULL_LEVER_CONTEXT, 13, 8192 },           { ULL_LEVER_CONCURRENCY, 4, 16 },
    { ULL_LEVER_KV_DTYPE, 0.8, ULL_DTYPE_FP8 }, { ULL_LEVER_KV_HEADS, 5, 32 },
    { ULL_LEVER_MEMORY, 6.2, 80 * ULL_GIB },    { ULL_LEVER_UTILIZATION, 0.75, 750000 },
    { ULL_LEVER_WEIGHT_DTYPE, 2, ULL_DTYPE_INT4 }, { ULL_LEVER_OVERHEAD, 2, 2 * ULL_GIB },
    { ULL_LEVER_HEADROOM, 0.25, 250000 },       { ULL_LEVER_BLOCK_SIZE, 5, 32 },
    { ULL_LEVER_MAX_NUM_SEQS, 8, 256 },         { ULL_LEVER_MAX_MODEL_LEN, 15, 32768 },
    { ULL_LEVER_TP, 2.2, 4 },                   { ULL_LEVER_PREFIX_TOKENS, 10, 1024 },
    { ULL_LEVER_PREFIX_REQUESTS, 4, 16 },       { ULL_LEVER_PREFIX_TOKENS, 0, 0 },
    { ULL_LEVER_RETAIN, 12, 4096 },             { ULL_LEVER_RETAIN, 9.2, 0 },
    { ULL_LEVER_WEIGHTS, 34, 16 * ULL_GIB },    { ULL_LEVER_AVAILABLE, 29, 0 },
    { ULL_LEVER_V_DTYPE, 1, ULL_DTYPE_FP8 },    { ULL_LEVER_K_DTYPE, 2, ULL_DTYPE_INT4 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      UllSliderRow *self = row (fixture, cases[i].lever);
      GtkRange *scale = GTK_RANGE (ull_slider_row_get_scale (self));
      UllLeverScale stops;

      gtk_range_set_value (scale, cases[i].position);
      g_assert_cmpint (value (fixture, cases[i].lever), ==, cases[i].value);
      ull_lever_scale_init (&stops, cases[i].lever, ull_workspace_get_scenario (fixture->workspace));
      g_assert_cmpfloat_with_epsilon (gtk_range_get_value (scale),
                                      ull_lever_scale_position (&stops,
                                                                ull_workspace_get_scenario (fixture->workspace)),
                                      1e-9);
    }
}

static void
test_bad_entry (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    UllLeverId lever;
    const char *text;
  } cases[] = {
    { ULL_LEVER_CONTEXT, "-5" },     { ULL_LEVER_CONTEXT, "" },          { ULL_LEVER_CONTEXT, "99999999999999999999" },
    { ULL_LEVER_CONTEXT, "nan" },    { ULL_LEVER_CONCURRENCY, "0" },     { ULL_LEVER_KV_DTYPE, "fp9" },
    { ULL_LEVER_KV_HEADS, "5" },     { ULL_LEVER_MEMORY, "24 parsecs" }, { ULL_LEVER_MEMORY, "0" },
    { ULL_LEVER_UTILIZATION, "1.5" }, { ULL_LEVER_OVERHEAD, "inf" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      UllSliderRow *self = row (fixture, cases[i].lever);
      UllScenario *before = ull_workspace_get_scenario (fixture->workspace);
      g_autofree char *shown = g_strdup (entry_text (self));
      GtkWidget *entry = ull_slider_row_get_entry (self);

      type (self, cases[i].text);
      g_assert_true (ull_workspace_get_scenario (fixture->workspace) == before);
      g_assert_nonnull (ull_slider_row_get_message (self));
      g_assert_nonnull (strchr (ull_slider_row_get_message (self), ';'));
      g_assert_cmpstr (entry_text (self), ==, cases[i].text);
      gtk_test_accessible_assert_state (entry, GTK_ACCESSIBLE_STATE_INVALID, GTK_ACCESSIBLE_INVALID_TRUE);
      gtk_test_accessible_assert_property (entry, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                           ull_slider_row_get_message (self));
      /* Moving the lever makes the entry right again. */
      type (self, shown);
      g_assert_null (ull_slider_row_get_message (self));
      gtk_test_accessible_assert_state (entry, GTK_ACCESSIBLE_STATE_INVALID, GTK_ACCESSIBLE_INVALID_FALSE);
    }
  g_assert_false (ull_workspace_get_modified (fixture->workspace));
}

static void
press_escape (GtkWidget *entry)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (entry);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);
      gboolean handled;

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller)
          && gtk_event_controller_get_propagation_phase (GTK_EVENT_CONTROLLER (controller)) == GTK_PHASE_CAPTURE)
        g_signal_emit_by_name (controller, "key-pressed", GDK_KEY_Escape, 0, 0, &handled);
    }
}

static void
test_escape (Fixture *fixture, gconstpointer data)
{
  UllSliderRow *self = row (fixture, ULL_LEVER_CONTEXT);

  type (self, "many");
  g_assert_nonnull (ull_slider_row_get_message (self));
  press_escape (ull_slider_row_get_entry (self));
  g_assert_null (ull_slider_row_get_message (self));
  g_assert_cmpstr (entry_text (self), ==, "4,096");
}

/* A burst is one entry of the history; what another lever does is another. */
static void
test_undo (Fixture *fixture, gconstpointer data)
{
  UllSliderRow *context = row (fixture, ULL_LEVER_CONTEXT);
  UllSliderRow *concurrency = row (fixture, ULL_LEVER_CONCURRENCY);
  gboolean can_undo;

  for (int i = 0; i < 20; i++)
    press (context, GTK_SCROLL_STEP_RIGHT);
  ull_slider_row_settle (context);
  for (int i = 0; i < 5; i++)
    gtk_range_set_value (GTK_RANGE (ull_slider_row_get_scale (concurrency)), i);
  ull_slider_row_settle (concurrency);
  type (concurrency, "12");
  g_assert_cmpint (value (fixture, ULL_LEVER_CONCURRENCY), ==, 12);
  ull_workspace_undo (fixture->workspace);
  g_assert_cmpint (value (fixture, ULL_LEVER_CONCURRENCY), ==, 16);
  g_assert_cmpstr (entry_text (concurrency), ==, "16");
  ull_workspace_undo (fixture->workspace);
  g_assert_cmpint (value (fixture, ULL_LEVER_CONCURRENCY), ==, 6);
  ull_workspace_undo (fixture->workspace);
  g_assert_cmpint (value (fixture, ULL_LEVER_CONTEXT), ==, 4096);
  g_object_get (fixture->workspace, "can-undo", &can_undo, NULL);
  g_assert_false (can_undo);
}

/* Two values entered one straight after the other are two entries, and so is a value entered right after a step. */
static void
test_undo_entries (Fixture *fixture, gconstpointer data)
{
  UllSliderRow *self = row (fixture, ULL_LEVER_CONCURRENCY);

  press (self, GTK_SCROLL_STEP_RIGHT);
  type (self, "3");
  type (self, "40");
  g_assert_cmpint (value (fixture, ULL_LEVER_CONCURRENCY), ==, 40);
  ull_workspace_undo (fixture->workspace);
  g_assert_cmpint (value (fixture, ULL_LEVER_CONCURRENCY), ==, 3);
  ull_workspace_undo (fixture->workspace);
  g_assert_cmpint (value (fixture, ULL_LEVER_CONCURRENCY), ==, 7);
  ull_workspace_undo (fixture->workspace);
  g_assert_cmpint (value (fixture, ULL_LEVER_CONCURRENCY), ==, 6);
}

static gboolean
burst_is_over (gpointer data)
{
  UllWorkspace *workspace = data;
  gint64 context = ull_workspace_get_scenario (workspace)->value[ULL_FIELD_CONTEXT];

  /* Inside a burst an undo goes back to before all of it; after it only the next change. */
  return context == 4096;
}

static void
test_undo_within_burst (Fixture *fixture, gconstpointer data)
{
  UllSliderRow *context = row (fixture, ULL_LEVER_CONTEXT);

  press (context, GTK_SCROLL_STEP_RIGHT);
  press (context, GTK_SCROLL_STEP_RIGHT);
  ull_workspace_undo (fixture->workspace);
  g_assert_true (burst_is_over (fixture->workspace));
  press (context, GTK_SCROLL_STEP_RIGHT);
  g_assert_cmpint (value (fixture, ULL_LEVER_CONTEXT), ==, 4352);
  ull_workspace_undo (fixture->workspace);
  g_assert_true (burst_is_over (fixture->workspace));
}

static void
test_spoken (Fixture *fixture, gconstpointer data)
{
  UllSliderRow *self = row (fixture, ULL_LEVER_KV_HEADS);
  GtkWidget *scale = ull_slider_row_get_scale (self);

  gtk_test_accessible_assert_role (scale, GTK_ACCESSIBLE_ROLE_SLIDER);
  gtk_test_accessible_assert_property (scale, GTK_ACCESSIBLE_PROPERTY_LABEL, "KV heads");
  gtk_test_accessible_assert_property (scale, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, "8" ULL_NBSP "of 32");
  gtk_test_accessible_assert_property (scale, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "8" ULL_NBSP "of 32, grouped-query attention, GQA: query heads share key and "
                                       "value heads. Key and value heads of a layer, a divisor of the query heads.");
  press (self, GTK_SCROLL_END);
  gtk_test_accessible_assert_property (scale, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, "32" ULL_NBSP "of 32");
}

static void
test_reason (Fixture *fixture, gconstpointer data)
{
  UllSliderRow *self = row (fixture, ULL_LEVER_WEIGHT_DTYPE);
  GtkWidget *field = gtk_widget_get_parent (ull_slider_row_get_entry (self));

  g_assert_null (ull_slider_row_get_message (self));
  type (self, "abc");
  g_assert_true (gtk_widget_has_css_class (field, "error"));
  g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_WEIGHTS, 14 * ULL_GIB, NULL, NULL));
  g_assert_false (gtk_widget_has_css_class (field, "error"));
  g_assert_false (gtk_widget_get_sensitive (ull_slider_row_get_scale (self)));
  g_assert_cmpstr (ull_slider_row_get_message (self), ==, "The size of the weights is set by hand.");
  ull_workspace_undo (fixture->workspace);
  g_assert_true (gtk_widget_get_sensitive (ull_slider_row_get_scale (self)));
  g_assert_null (ull_slider_row_get_message (self));
}

/* Right to left the field stands on the left, and in it the figure still stands before its unit. */
static void
test_mirrored (Fixture *fixture, gconstpointer data)
{
  UllSliderRow *self = row (fixture, ULL_LEVER_CONTEXT);
  GtkWidget *entry = ull_slider_row_get_entry (self), *field = gtk_widget_get_parent (entry);
  graphene_rect_t figure, unit, whole;

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  test_wait_frames (GTK_WIDGET (fixture->window), 3);
  g_assert_true (gtk_widget_compute_bounds (entry, GTK_WIDGET (self), &figure));
  g_assert_true (gtk_widget_compute_bounds (gtk_widget_get_last_child (field), GTK_WIDGET (self), &unit));
  g_assert_true (gtk_widget_compute_bounds (field, GTK_WIDGET (self), &whole));
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
  g_assert_cmpfloat (figure.origin.x, <, unit.origin.x);
  g_assert_cmpfloat (whole.origin.x, <, gtk_widget_get_width (GTK_WIDGET (self)) / 2.0);
  g_assert_true (ull_isolate_is_needed ("GiB") && ull_isolate_is_needed (""));
  g_assert_false (ull_isolate_is_needed ("رموز"));
}

/* Cards that buy no cache: said below the lever and by a screen reader, while nothing is faulty and no answer is withheld. */
static void
test_cards_note (Fixture *fixture, gconstpointer data)
{
  UllSliderRow *self;

  g_assert_true (ull_window_open_bundled (fixture->window, "deepseek-v2-lite", "h100-sxm", NULL));
  self = row (fixture, ULL_LEVER_TP);
  g_assert_nonnull (strstr (ull_slider_row_get_message (self), "does not divide this cache"));
  type (self, "2");
  g_assert_nonnull (strstr (ull_slider_row_get_message (self), "holds the same cache"));
  type (self, "no");
  g_assert_null (strstr (ull_slider_row_get_message (self), "holds the same cache"));
  press (self, GTK_SCROLL_STEP_LEFT);
  g_assert_nonnull (strstr (ull_slider_row_get_message (self), "does not divide this cache"));
  ull_workspace_set_predict (fixture->workspace, TRUE);
  g_assert_null (ull_slider_row_get_message (self));
}

/* Phi-4 keeps 10 KV heads of 40 query heads: 4 cards divide neither 10 nor are divided by it. */
static void
test_hollow (Fixture *fixture, gconstpointer data)
{
  UllSliderRow *self;
  UllLeverScale scale;

  g_assert_true (ull_window_open_bundled (fixture->window, "phi-4", "rtx-4090", NULL));
  self = row (fixture, ULL_LEVER_TP);
  ull_lever_scale_init (&scale, ULL_LEVER_TP, ull_workspace_get_scenario (fixture->workspace));
  for (guint i = 0; i < scale.n_stops; i++)
    g_assert_cmpint (scale.stop[i].hollow, ==, scale.stop[i].value > 2);
  press (self, GTK_SCROLL_STEP_RIGHT);
  g_assert_cmpint (value (fixture, ULL_LEVER_TP), ==, 2);
  /* Keys pass over what cannot be; a drag onto it comes back and says why, and so does the entry. */
  press (self, GTK_SCROLL_STEP_RIGHT);
  g_assert_cmpint (value (fixture, ULL_LEVER_TP), ==, 2);
  gtk_range_set_value (GTK_RANGE (ull_slider_row_get_scale (self)), 2);
  g_assert_cmpint (value (fixture, ULL_LEVER_TP), ==, 2);
  g_assert_cmpfloat (gtk_range_get_value (GTK_RANGE (ull_slider_row_get_scale (self))), ==, 1);
  g_assert_nonnull (strstr (ull_slider_row_get_message (self), "10"));
  press (self, GTK_SCROLL_STEP_LEFT);
  g_assert_null (ull_slider_row_get_message (self));
  type (self, "16");
  g_assert_nonnull (strstr (ull_slider_row_get_message (self), "40 query heads"));
  type (self, "5");
  g_assert_cmpint (value (fixture, ULL_LEVER_TP), ==, 5);
}

/* Closed, a section says what in it is set otherwise than in a new document; it is not unfolded for that. */
static void
test_summary (Fixture *fixture, gconstpointer data)
{
  UllLeverGroup *load = ull_lever_panel_get_group (fixture->panel, ULL_SECTION_LOAD);
  UllLeverGroup *cards = ull_lever_panel_get_group (fixture->panel, ULL_SECTION_CARD);
  UllLeverGroup *formats = ull_lever_panel_get_group (fixture->panel, ULL_SECTION_CACHE);

  g_assert_cmpstr (ull_lever_group_get_summary (load), ==, "3");
  g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_PREFIX_TOKENS, 1024, NULL, NULL));
  g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_TP, 2, NULL, NULL));
  g_assert_cmpstr (ull_lever_group_get_summary (load), ==, "Shared prefix" ULL_NBSP "1,024" ULL_NBSP "tokens");
  g_assert_true (g_str_has_prefix (ull_lever_group_get_summary (cards),
                                   "Tensor parallel" ULL_NBSP "2" ULL_NBSP "cards · Overhead"));
  ull_workspace_undo (fixture->workspace);
  ull_workspace_undo (fixture->workspace);
  g_assert_cmpstr (ull_lever_group_get_summary (load), ==, "3");
  /* Keys and values alike are the business of the lever of both. */
  g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_K_DTYPE, ULL_DTYPE_FP8, NULL, NULL));
  g_assert_cmpstr (ull_lever_group_get_summary (formats), ==, "Key dtype" ULL_NBSP "fp8");
  g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_V_DTYPE, ULL_DTYPE_FP8, NULL, NULL));
  g_assert_cmpstr (ull_lever_group_get_summary (formats), ==, "3");
}

static void
test_clear (Fixture *fixture, gconstpointer data)
{
  UllSliderRow *self = row (fixture, ULL_LEVER_OVERHEAD);

  g_assert_cmpstr (entry_text (self), !=, "");
  type (self, "");
  g_assert_cmpint (ull_workspace_get_scenario (fixture->workspace)->value[ULL_FIELD_OVERHEAD], ==, ULL_UNSET);
  g_assert_cmpstr (gtk_entry_get_placeholder_text (GTK_ENTRY (ull_slider_row_get_entry (self))), ==, "not set");
}

/* Ctrl+Z in an entry is the window's: the entry keeps no history of its own. */
static void
test_no_entry_undo (Fixture *fixture, gconstpointer data)
{
  for (int section = 0; section < ULL_N_SECTIONS; section++)
    {
      UllLeverId levers[ULL_N_LEVERS];
      guint n = ull_section_list ((UllSection) section, NULL, levers);

      for (guint i = 0; i < n; i++)
        g_assert_false (gtk_editable_get_enable_undo (GTK_EDITABLE (ull_slider_row_get_entry (row (fixture, levers[i])))));
    }
}

static gboolean
wheel (GtkWidget *scale)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (scale);
  gboolean handled = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !handled; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_SCROLL (controller)
          && gtk_event_controller_get_propagation_phase (controller) != GTK_PHASE_NONE)
        g_signal_emit_by_name (controller, "scroll", 0.0, -1.0, &handled);
    }
  return handled;
}

static void
test_wheel (Fixture *fixture, gconstpointer data)
{
  GtkWidget *scale = ull_slider_row_get_scale (row (fixture, ULL_LEVER_CONTEXT));

  gtk_widget_grab_focus (ull_slider_row_get_scale (row (fixture, ULL_LEVER_CONCURRENCY)));
  g_assert_false (wheel (scale));
  g_assert_cmpint (value (fixture, ULL_LEVER_CONTEXT), ==, 4096);
  gtk_widget_grab_focus (scale);
  g_assert_true (wheel (scale));
  g_assert_cmpint (value (fixture, ULL_LEVER_CONTEXT), ==, 4352);
}

static void
test_engine (Fixture *fixture, gconstpointer data)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->panel), "lever.engine", "i", ULL_ENGINE_IDEAL));
  g_assert_cmpint (ull_workspace_get_scenario (fixture->workspace)->value[ULL_FIELD_ENGINE], ==, ULL_ENGINE_IDEAL);
}

/* At twice the text, too: below its name where both have no room in a row. */
static void
test_field_is_not_cut (Fixture *fixture, gconstpointer data)
{
  static const UllLeverId levers[] = { ULL_LEVER_CONTEXT, ULL_LEVER_CONCURRENCY, ULL_LEVER_MEMORY, ULL_LEVER_UTILIZATION };

  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 2 * 96 * 1024, NULL);
  test_wait_frames (GTK_WIDGET (fixture->window), 4);
  for (guint i = 0; i < G_N_ELEMENTS (levers); i++)
    {
      GtkWidget *entry = ull_slider_row_get_entry (row (fixture, levers[i])), *unit = gtk_widget_get_next_sibling (entry);
      g_autoptr (PangoLayout) text = gtk_widget_create_pango_layout (entry, entry_text (row (fixture, levers[i])));
      int width, wished;

      pango_layout_get_pixel_size (text, &width, NULL);
      g_assert_cmpint (gtk_widget_get_width (entry), >=, width);
      gtk_widget_measure (unit, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &wished, NULL, NULL);
      if (gtk_widget_get_visible (unit))
        g_assert_cmpint (gtk_widget_get_width (unit), >=, wished);
    }
  gtk_settings_reset_property (gtk_settings_get_default (), "gtk-xft-dpi");
}

static void
add (const char *name, void (*test) (Fixture *, gconstpointer))
{
  g_autofree char *path = g_strconcat ("/lever-row/", name, NULL);

  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

int
main (int argc, char **argv)
{
  application = test_start (&argc, &argv);
  add ("keys", test_keys);
  add ("positions", test_positions);
  add ("bad-entry", test_bad_entry);
  add ("escape", test_escape);
  add ("undo", test_undo);
  add ("undo-entries", test_undo_entries);
  add ("undo-within-burst", test_undo_within_burst);
  add ("spoken", test_spoken);
  add ("reason", test_reason);
  add ("mirrored", test_mirrored);
  add ("hollow", test_hollow);
  add ("cards-note", test_cards_note);
  add ("summary", test_summary);
  add ("clear", test_clear);
  add ("no-entry-undo", test_no_entry_undo);
  add ("wheel", test_wheel);
  add ("field-is-not-cut", test_field_is_not_cut);
  add ("engine", test_engine);
  return g_test_run ();
}
