#include "test-util.h"

#include "ull-own-cards.h"
#include "ull-plan-view.h"
#include "ull-units.h"

#include <glib/gstdio.h>
#include <string.h>

/* The page of targets in the window. The lab's model on 48 GiB: 28 layers, 4 KV heads of 28, 128 wide, 7.0e9 parameters at
 * 2 bytes, 2 GiB of overhead. A request of 8,192 tokens takes 448 MiB, and 48 − 15.04 = 32.96 GiB hold 75 of them. */

static UllApplication *application;

typedef struct
{
  int width;
  int percent;
} Size;

typedef struct
{
  UllWindow *window;
  UllWorkspace *workspace; /* borrowed, as are the others */
  UllPlanView *plan;
  UllPageStack *pages;
  UllReachView *reach;
  UllFleetView *fleet;
} Fixture;

static UllScenario *
with (UllScenario *scenario, UllFieldId field, gint64 value)
{
  g_autoptr (UllScenario) old = scenario;
  UllScenario *next = ull_scenario_with (old, field, value, NULL, NULL);

  g_assert_nonnull (next);
  return next;
}

static UllScenario *
lab_scenario (void)
{
  g_autoptr (UllModel) model = ull_model_new_dense ("lab", 28, 28, 4, 128, NULL);
  g_autoptr (UllDevice) device = ull_device_new_custom (48 * ULL_GIB);
  UllScenario *scenario = ull_scenario_new (model, device);

  scenario = with (scenario, ULL_FIELD_PARAMETERS, G_GINT64_CONSTANT (7000000000));
  scenario = with (scenario, ULL_FIELD_OVERHEAD, 2 * ULL_GIB);
  scenario = with (scenario, ULL_FIELD_CONCURRENCY, 30);
  return with (scenario, ULL_FIELD_CONTEXT, 8192);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  const Size *size = data;
  g_autoptr (UllScenario) scenario = lab_scenario ();
  UllTargetView *target;

  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", size->percent * 96 * 1024 / 100, NULL);
  fixture->window = ull_window_new (GTK_APPLICATION (application));
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), size->width, 760);
  fixture->workspace = ull_window_get_workspace (fixture->window);
  ull_workspace_open (fixture->workspace, scenario, NULL, NULL);
  gtk_window_present (GTK_WINDOW (fixture->window));
  test_wait_frames (GTK_WIDGET (fixture->window), 3);
  fixture->plan = ULL_PLAN_VIEW (test_find (GTK_WIDGET (fixture->window), ULL_TYPE_PLAN_VIEW, NULL));
  fixture->pages = ull_plan_view_get_pages (fixture->plan);
  target = ull_page_stack_get_target (fixture->pages);
  fixture->reach = ull_target_view_get_reach (target);
  fixture->fleet = ull_target_view_get_fleet (target);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  test_window_end (fixture->window);
  gtk_settings_reset_property (gtk_settings_get_default (), "gtk-xft-dpi");
}

static void
wait (Fixture *fixture)
{
  test_wait_frames (GTK_WIDGET (fixture->window), 3);
}

static void
show_target (Fixture *fixture)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->plan), "plan.page", "s", "target"));
  wait (fixture);
}

static const char *
text_of (Fixture *fixture, const char *id)
{
  return gtk_label_get_text (GTK_LABEL (test_find (GTK_WIDGET (fixture->pages), GTK_TYPE_LABEL, id)));
}

static void
use (Fixture *fixture)
{
  GtkWidget *chosen = test_find (GTK_WIDGET (fixture->pages), GTK_TYPE_BOX, "chosen");

  g_signal_emit_by_name (test_find (chosen, GTK_TYPE_BUTTON, NULL), "clicked");
}

static void
assert_can_undo (Fixture *fixture, gboolean expected)
{
  gboolean can_undo;

  g_object_get (fixture->workspace, "can-undo", &can_undo, NULL);
  g_assert_cmpint (can_undo, ==, expected);
}

static void
assert_same_scenario (const UllScenario *a, const UllScenario *b)
{
  for (int i = 0; i < ULL_N_FIELDS; i++)
    g_assert_cmpint (a->value[i], ==, b->value[i]);
  g_assert_true (ull_device_equal (a->device, b->device));
}

/* The rows are those of the search, each says all of its own, and what applies it has a name. */
static void
test_reach (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    UllWant want;
    const char *amount;
  } cases[] = { { ULL_WANT_REQUESTS, "150" }, { ULL_WANT_TOKENS, "1,000,000" }, { ULL_WANT_CONTEXT, "32Ki" } };

  show_target (fixture);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const UllReach *reach;
      UllFigureRow *row;
      guint n = 0;

      ull_reach_view_set_want (fixture->reach, cases[i].want, cases[i].amount);
      wait (fixture);
      reach = ull_reach_view_get_reach (fixture->reach);
      g_assert_nonnull (reach);
      g_assert_cmpint (reach->want, ==, cases[i].want);
      g_assert_false (reach->reached);
      for (; (row = ull_reach_view_get_row (fixture->reach, n)) != NULL; n++)
        {
          const UllPullRow *pulled = n < reach->single->len
                                       ? &g_array_index (reach->single, UllPullRow, n)
                                       : &g_array_index (reach->pairs, UllPullRow, n - reach->single->len);
          g_autofree char *label = ull_pull_row_dup_label (pulled), *cost = ull_pull_row_dup_cost (pulled);
          const char *spoken = ull_figure_row_get_text (row);

          g_assert_true (g_str_has_prefix (spoken, label));
          g_assert_nonnull (strstr (spoken, cost));
          g_assert_nonnull (strstr (spoken, pulled->reached ? ": enough" : ": not alone"));
          gtk_test_accessible_assert_property (row, GTK_ACCESSIBLE_PROPERTY_LABEL, spoken);
        }
      g_assert_cmpuint (n, ==, reach->single->len + MIN (reach->pairs->len, 1));
    }
  g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (fixture->window)), ==, 0);
}

/* Every row by turns, by its button and by the keyboard: the wanted load and that pull, and one undo takes both back. */
static void
test_apply (Fixture *fixture, gconstpointer data)
{
  g_autoptr (UllScenario) before = ull_scenario_ref (ull_workspace_get_scenario (fixture->workspace));
  guint n_reached = 0;

  show_target (fixture);
  ull_reach_view_set_want (fixture->reach, ULL_WANT_REQUESTS, "150");
  wait (fixture);
  for (guint i = 0; ull_reach_view_get_row (fixture->reach, i) != NULL; i++)
    {
      UllFigureRow *row = ull_reach_view_get_row (fixture->reach, i);
      gboolean enough = strstr (ull_figure_row_get_text (row), ": enough") != NULL;

      if (i % 2 == 0)
        g_signal_emit_by_name (ull_figure_row_get_button (row), "clicked");
      else
        gtk_widget_activate (GTK_WIDGET (row));
      g_assert_cmpint (ull_workspace_get_scenario (fixture->workspace)->value[ULL_FIELD_CONCURRENCY], ==, 150);
      g_assert_cmpint (ull_workspace_get_disclosure (fixture->workspace)->plan->fits, ==, enough);
      n_reached += enough;
      assert_can_undo (fixture, TRUE);
      ull_workspace_undo (fixture->workspace);
      assert_same_scenario (ull_workspace_get_scenario (fixture->workspace), before);
      assert_can_undo (fixture, FALSE);
      wait (fixture);
    }
  g_assert_cmpuint (n_reached, >, 2);
}

/* What is there as it is needs no lever; what is no number is said, and is no answer. */
static void
test_amounts (Fixture *fixture, gconstpointer data)
{
  show_target (fixture);
  ull_reach_view_set_want (fixture->reach, ULL_WANT_REQUESTS, "75");
  wait (fixture);
  g_assert_cmpstr (text_of (fixture, "answer"), ==, "That is there as it is.");
  g_assert_null (ull_reach_view_get_row (fixture->reach, 0));
  ull_reach_view_set_want (fixture->reach, ULL_WANT_REQUESTS, "76");
  wait (fixture);
  g_assert_cmpstr (text_of (fixture, "answer"), ==, "75 fit now.");
  g_assert_nonnull (ull_reach_view_get_row (fixture->reach, 0));
  for (guint i = 0; i < 3; i++)
    {
      static const char *const wrong[] = { "", "many", "-3" };

      ull_reach_view_set_want (fixture->reach, ULL_WANT_REQUESTS, wrong[i]);
      wait (fixture);
      g_assert_null (ull_reach_view_get_reach (fixture->reach));
      g_assert_null (ull_reach_view_get_row (fixture->reach, 0));
      g_assert_cmpstr (text_of (fixture, "fault"), !=, "");
    }
}

/* 300 at once: four cards of 48 GiB in three splits, and before them one big card. 12.5 a second that stay 24 s are 300. */
static void
test_fleet (Fixture *fixture, gconstpointer data)
{
  UllLoadForm *form = ull_fleet_view_get_form (fixture->fleet);
  UllFleetList *list = ull_fleet_view_get_list (fixture->fleet);
  const char *spoken;

  show_target (fixture);
  for (guint i = 0; i < 2; i++)
    {
      ull_load_form_set_requests (form, "1");
      wait (fixture);
      if (i == 0)
        ull_load_form_set_requests (form, "300");
      else
        ull_load_form_set_arrivals (form, "12.5", "24");
      wait (fixture);
      g_assert_cmpstr (ull_load_form_get_law (form), ==,
                       i == 0 ? "" : "Little’s law, λ × W = L: 12.5 requests a second × 24 s = 300 at once");
      spoken = ull_figure_row_get_text (ULL_FIGURE_ROW (ull_fleet_list_get_row (list, "custom", 1)));
      g_assert_nonnull (strstr (spoken, "this card: 4 cards, 192.00" ULL_NBSP "GiB"));
      g_assert_nonnull (strstr (spoken, "4 replicas of 1 card, room for 75 requests each. KV memory binds."));
      spoken = ull_figure_row_get_text (ULL_FIGURE_ROW (ull_fleet_list_get_row (list, "custom", 4)));
      g_assert_nonnull (strstr (spoken, "1 replica of 4 cards, room for 390 requests."));
      spoken = ull_figure_row_get_text (ULL_FIGURE_ROW (ull_fleet_list_get_row (list, "mi300x", 1)));
      g_assert_nonnull (strstr (spoken, "1 card, 191.98" ULL_NBSP "GiB, 76" ULL_NBSP "% used"));
    }
  g_assert_cmpstr (text_of (fixture, "headline"), ==, "Fits, but not after the loss of one replica.");
  ull_load_form_set_spare (form, "1");
  wait (fixture);
  g_assert_cmpstr (text_of (fixture, "headline"), ==, "Fits, also after the loss of 1 replica.");
  spoken = ull_figure_row_get_text (ULL_FIGURE_ROW (ull_fleet_list_get_row (list, "custom", 1)));
  g_assert_nonnull (strstr (spoken, "this card: 5 cards"));
  g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (fixture->window)), ==, 0);
}

static void
choose (Fixture *fixture, const char *device, gint64 tp)
{
  UllFleetRow *row = ull_fleet_list_get_row (ull_fleet_view_get_list (fixture->fleet), device, tp);

  g_assert_nonnull (row);
  gtk_list_box_select_row (GTK_LIST_BOX (gtk_widget_get_parent (GTK_WIDGET (row))), GTK_LIST_BOX_ROW (row));
}

/* The chosen row's card and split are the scenario's, in one entry of the history; by the button, and by the row itself. */
static void
test_use (Fixture *fixture, gconstpointer data)
{
  const UllScenario *now;

  show_target (fixture);
  for (guint i = 0; i < 2; i++)
    {
      choose (fixture, "custom", 2);
      if (i == 0)
        use (fixture);
      else
        gtk_widget_activate (GTK_WIDGET (ull_fleet_list_get_row (ull_fleet_view_get_list (fixture->fleet), "custom", 2)));
      now = ull_workspace_get_scenario (fixture->workspace);
      g_assert_cmpint (now->value[ULL_FIELD_TP], ==, 2);
      ull_workspace_undo (fixture->workspace);
      assert_can_undo (fixture, FALSE);
      wait (fixture);
    }
  choose (fixture, "mi300x", 1);
  use (fixture);
  now = ull_workspace_get_scenario (fixture->workspace);
  g_assert_true (now->device == ull_device_find ("mi300x"));
  g_assert_cmpint (now->value[ULL_FIELD_TP], ==, 1);
  /* Its rows are now this card's. */
  wait (fixture);
  g_assert_nonnull (strstr (ull_figure_row_get_text (ULL_FIGURE_ROW (
                              ull_fleet_list_get_row (ull_fleet_view_get_list (fixture->fleet), "mi300x", 1))),
                            "this card"));
  ull_workspace_undo (fixture->workspace);
  assert_can_undo (fixture, FALSE);
}

/* A price is a card's: 4 of them at 6,000 come first by it, at every split, and the price stays while other rows are
 * chosen. */
static void
test_price (Fixture *fixture, gconstpointer data)
{
  UllFleetList *list = ull_fleet_view_get_list (fixture->fleet);
  GtkWidget *price;
  const UllFleet *fleet;

  show_target (fixture);
  choose (fixture, "custom", 1);
  price = test_find (test_find (GTK_WIDGET (fixture->pages), GTK_TYPE_BOX, "chosen"), GTK_TYPE_ENTRY, "entry");
  g_assert_nonnull (price);
  gtk_editable_set_text (GTK_EDITABLE (price), "six");
  wait (fixture);
  g_assert_cmpstr (text_of (fixture, "price_fault"), !=, "");
  g_assert_cmpint (g_array_index (ull_fleet_view_get_fleet (fixture->fleet)->options, UllFleetOption, 0).price, ==, -1);
  gtk_editable_set_text (GTK_EDITABLE (price), "6000");
  wait (fixture);
  fleet = ull_fleet_view_get_fleet (fixture->fleet);
  g_assert_cmpstr (g_array_index (fleet->options, UllFleetOption, 0).device->id, ==, "custom");
  g_assert_cmpint (g_array_index (fleet->options, UllFleetOption, 0).price, ==, 24000 * ULL_PPM_ONE);
  g_assert_nonnull (strstr (ull_figure_row_get_text (ULL_FIGURE_ROW (ull_fleet_list_get_row (list, "custom", 1))),
                            "4 cards, 24,000.00"));
  choose (fixture, "mi300x", 1);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (price)), ==, "");
  choose (fixture, "custom", 4);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (price)), ==, "6000");
}

/* With all rows shown and the last of them chosen, its price and button are there without scrolling. */
static void
test_chosen_in_view (Fixture *fixture, gconstpointer data)
{
  UllFleetList *list = ull_fleet_view_get_list (fixture->fleet);
  GtkWidget *more = test_find (GTK_WIDGET (list), GTK_TYPE_BUTTON, "more"), *rows, *chosen;
  graphene_rect_t box, page;

  show_target (fixture);
  for (int i = 0; i < 20 && gtk_widget_get_visible (more); i++)
    g_signal_emit_by_name (more, "clicked");
  rows = test_find (GTK_WIDGET (list), GTK_TYPE_LIST_BOX, "list");
  for (int i = 1; gtk_list_box_get_row_at_index (GTK_LIST_BOX (rows), i) != NULL; i++)
    gtk_list_box_select_row (GTK_LIST_BOX (rows), gtk_list_box_get_row_at_index (GTK_LIST_BOX (rows), i));
  wait (fixture);
  chosen = test_find (GTK_WIDGET (fixture->pages), GTK_TYPE_BOX, "chosen");
  g_assert_true (gtk_widget_get_mapped (chosen));
  g_assert_true (gtk_widget_compute_bounds (chosen, GTK_WIDGET (fixture->pages), &box));
  g_assert_true (gtk_widget_compute_bounds (GTK_WIDGET (fixture->pages), GTK_WIDGET (fixture->pages), &page));
  g_assert_cmpfloat (box.origin.y, >=, 0);
  g_assert_cmpfloat (box.origin.y + box.size.height, <=, page.size.height);
}

static gboolean
considers (const UllFleet *fleet, const char *id)
{
  for (guint i = 0; i < fleet->options->len; i++)
    if (g_str_equal (g_array_index (fleet->options, UllFleetOption, i).device->id, id))
      return TRUE;
  return FALSE;
}

/* A file of own cards that cannot be read is said here too, and once it is mended its cards are there. */
static void
test_bad_cards (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = ull_own_cards_dup_path (), *folder = g_path_get_dirname (path);
  const char *wrong = "{\"devices\": [{\"id\": \"lab-1\", \"name\": \"x\", \"allocatable_mib\": -1}]}";
  const char *right = "{\"devices\": [{\"id\": \"lab-1\", \"name\": \"x\", \"label_gb\": 8000, \"reported_mib\": 8000000,"
                      " \"allocatable_mib\": 8000000}]}";

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, wrong, -1, NULL));
  show_target (fixture);
  g_assert_true (g_str_has_prefix (text_of (fixture, "cards_fault"), "Your own cards are left out. "));
  g_assert_nonnull (strstr (text_of (fixture, "cards_fault"), "devices.json"));
  g_assert_true (gtk_widget_get_mapped (test_find (GTK_WIDGET (fixture->pages), GTK_TYPE_LABEL, "cards_fault")));
  g_assert_true (g_file_set_contents (path, right, -1, NULL));
  g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONTEXT, 8000, NULL, NULL));
  wait (fixture);
  g_assert_cmpstr (text_of (fixture, "cards_fault"), ==, "");
  g_assert_true (considers (ull_fleet_view_get_fleet (fixture->fleet), "lab-1"));
  g_unlink (path);
}

/* A name leaves the cards of that name, and the rest can be had. */
static void
test_filter (Fixture *fixture, gconstpointer data)
{
  UllFleetList *list = ull_fleet_view_get_list (fixture->fleet);
  GtkWidget *filter = test_find (GTK_WIDGET (list), GTK_TYPE_SEARCH_ENTRY, "filter");
  GtkWidget *more = test_find (GTK_WIDGET (list), GTK_TYPE_BUTTON, "more");

  show_target (fixture);
  g_assert_null (ull_fleet_list_get_row (list, "l40s", 1));
  g_assert_true (gtk_widget_get_visible (more));
  gtk_editable_set_text (GTK_EDITABLE (filter), "L40S");
  g_signal_emit_by_name (filter, "search-changed");
  g_assert_nonnull (ull_fleet_list_get_row (list, "l40s", 1));
  g_assert_null (ull_fleet_list_get_row (list, "mi300x", 1));
  g_assert_false (gtk_widget_get_visible (more));
  gtk_editable_set_text (GTK_EDITABLE (filter), "");
  g_signal_emit_by_name (filter, "search-changed");
  g_assert_null (ull_fleet_list_get_row (list, "h100-sxm", 2));
  g_signal_emit_by_name (more, "clicked");
  g_assert_nonnull (ull_fleet_list_get_row (list, "h100-sxm", 2));
}

/* A load that is none is said and has no rows; so is a pool that was typed. */
static void
test_refused (Fixture *fixture, gconstpointer data)
{
  UllLoadForm *form = ull_fleet_view_get_form (fixture->fleet);

  show_target (fixture);
  ull_load_form_set_requests (form, "0");
  wait (fixture);
  g_assert_null (ull_fleet_view_get_fleet (fixture->fleet));
  g_assert_null (ull_fleet_list_get_row (ull_fleet_view_get_list (fixture->fleet), "mi300x", 1));
  ull_load_form_set_arrivals (form, "1000000", "1000000");
  wait (fixture);
  g_assert_null (ull_fleet_view_get_fleet (fixture->fleet));
  g_assert_cmpstr (ull_load_form_get_law (form), ==, "");
  ull_load_form_set_requests (form, "300");
  wait (fixture);
  g_assert_nonnull (ull_fleet_view_get_fleet (fixture->fleet));
  g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_AVAILABLE, 20 * ULL_GIB, NULL, NULL));
  wait (fixture);
  g_assert_null (ull_fleet_view_get_fleet (fixture->fleet));
  g_assert_nonnull (strstr (text_of (fixture, "headline"), "the pool of one card"));
}

/* A closed expander keeps its child out of the tree. */
static const char *
reasons (Fixture *fixture)
{
  GtkWidget *refused = test_find (GTK_WIDGET (fixture->fleet), GTK_TYPE_EXPANDER, "refused");

  return gtk_label_get_text (GTK_LABEL (gtk_expander_get_child (GTK_EXPANDER (refused))));
}

static void
assert_nothing (Fixture *fixture)
{
  g_assert_null (ull_reach_view_get_reach (fixture->reach));
  g_assert_null (ull_reach_view_get_row (fixture->reach, 0));
  g_assert_null (ull_fleet_view_get_fleet (fixture->fleet));
  g_assert_null (ull_fleet_list_get_row (ull_fleet_view_get_list (fixture->fleet), "custom", 1));
  g_assert_cmpstr (text_of (fixture, "answer"), ==, "");
  g_assert_cmpstr (text_of (fixture, "headline"), ==, "");
  g_assert_cmpstr (reasons (fixture), ==, "");
}

static gboolean
has_fleet (gpointer data)
{
  return ull_fleet_view_get_fleet (data) != NULL;
}

/* Of unlike lengths the fleet is found beside the main loop: the latest question is answered, one that is withheld never. */
static void
test_lengths (Fixture *fixture, gconstpointer data)
{
  g_autoptr (UllLengths) lengths = ull_lengths_new ("lognormal:6.6,0.9,64,8192", NULL, NULL);
  g_autoptr (UllScenario) scenario
    = ull_scenario_with_lengths (ull_workspace_get_scenario (fixture->workspace), lengths);
  UllLoadForm *form = ull_fleet_view_get_form (fixture->fleet);
  UllFleetRow *row;

  ull_workspace_apply (fixture->workspace, scenario);
  show_target (fixture);
  ull_load_form_set_requests (form, "200");
  wait (fixture);
  ull_load_form_set_requests (form, "2000");
  wait (fixture);
  g_assert_true (test_wait_until (has_fleet, fixture->fleet, 5000));
  test_settle ();
  row = ull_fleet_list_get_row (ull_fleet_view_get_list (fixture->fleet), "custom", 1);
  /* 75 fit of the longest, 565 of the mean's length: 5 replicas of more than 400 and less than 500 carry 2,000. */
  g_assert_nonnull (strstr (ull_figure_row_get_text (ULL_FIGURE_ROW (row)), "5 replicas of 1 card"));
  g_assert_nonnull (strstr (text_of (fixture, "length"), "lognormal:6.6,0.9,64,8192"));
  ull_load_form_set_requests (form, "3000");
  wait (fixture);
  ull_workspace_set_predict (fixture->workspace, TRUE);
  test_settle ();
  assert_nothing (fixture);
}

/* Out of sight nothing, in sight one for all that changes before a frame. */
static void
test_thrift (Fixture *fixture, gconstpointer data)
{
  guint n_reach, n_fleet;

  for (int i = 2; i < 8; i++)
    {
      g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONCURRENCY, i, NULL, NULL));
      test_wait_frames (GTK_WIDGET (fixture->window), 1);
    }
  g_assert_cmpuint (ull_reach_view_get_n_computed (fixture->reach), ==, 0);
  g_assert_cmpuint (ull_fleet_view_get_n_computed (fixture->fleet), ==, 0);
  show_target (fixture);
  n_reach = ull_reach_view_get_n_computed (fixture->reach);
  n_fleet = ull_fleet_view_get_n_computed (fixture->fleet);
  g_assert_cmpuint (n_reach, >=, 1);
  g_assert_cmpuint (n_fleet, >=, 1);
  for (int i = 2; i < 8; i++)
    g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONCURRENCY, i, NULL, NULL));
  wait (fixture);
  g_assert_cmpuint (ull_reach_view_get_n_computed (fixture->reach), ==, n_reach + 1);
  g_assert_cmpuint (ull_fleet_view_get_n_computed (fixture->fleet), ==, n_fleet + 1);
}

/* While an answer is withheld there is no page and nothing in it; when all is shown both are there again. */
static void
test_withheld (Fixture *fixture, gconstpointer data)
{
  GtkWidget *button = test_find (GTK_WIDGET (fixture->pages), GTK_TYPE_TOGGLE_BUTTON, "show_target");
  UllPrediction said = { .fits = TRUE, .fits_confidence = 90, .requests = 18, .requests_confidence = 80 };
  guint n_reach, n_fleet;

  show_target (fixture);
  g_assert_cmpstr (reasons (fixture), !=, "");
  n_reach = ull_reach_view_get_n_computed (fixture->reach);
  n_fleet = ull_fleet_view_get_n_computed (fixture->fleet);
  ull_workspace_set_predict (fixture->workspace, TRUE);
  assert_nothing (fixture);
  g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONTEXT, 16384, NULL, NULL));
  ull_load_form_set_requests (ull_fleet_view_get_form (fixture->fleet), "7");
  ull_reach_view_set_want (fixture->reach, ULL_WANT_TOKENS, "7");
  show_target (fixture);
  g_assert_false (gtk_widget_get_visible (button));
  assert_nothing (fixture);
  ull_workspace_commit (fixture->workspace, &said);
  show_target (fixture);
  g_assert_cmpint (ull_page_stack_get_page (fixture->pages), ==, ULL_PAGE_SUM);
  assert_nothing (fixture);
  g_assert_cmpuint (ull_reach_view_get_n_computed (fixture->reach), ==, n_reach);
  g_assert_cmpuint (ull_fleet_view_get_n_computed (fixture->fleet), ==, n_fleet);
  while (ull_workspace_reveal_next (fixture->workspace))
    ;
  show_target (fixture);
  g_assert_nonnull (ull_reach_view_get_reach (fixture->reach));
  g_assert_nonnull (ull_fleet_view_get_fleet (fixture->fleet));
}

/* The page makes the window no wider than its other pages do, at any size of the text. */
static void
test_places (Fixture *fixture, gconstpointer data)
{
  int before, after;

  gtk_widget_measure (GTK_WIDGET (fixture->window), GTK_ORIENTATION_HORIZONTAL, -1, &before, NULL, NULL, NULL);
  show_target (fixture);
  ull_load_form_set_arrivals (ull_fleet_view_get_form (fixture->fleet), "12.5", "24");
  wait (fixture);
  choose (fixture, "custom", 1);
  wait (fixture);
  gtk_widget_measure (GTK_WIDGET (fixture->window), GTK_ORIENTATION_HORIZONTAL, -1, &after, NULL, NULL, NULL);
  g_assert_cmpint (after, ==, before);
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (fixture->fleet)), <=,
                   gtk_widget_get_width (GTK_WIDGET (fixture->pages)));
}

/* The templates alone let go of all they made. */
static void
test_alone (void)
{
  GtkWidget *target = g_object_ref_sink (ull_target_view_new ());
  GtkWidget *form = g_object_ref_sink (ull_load_form_new ());
  GtkWidget *list = g_object_ref_sink (ull_fleet_list_new ());
  gint64 load, spare;

  g_assert_true (ull_load_form_read (ULL_LOAD_FORM (form), &load, &spare));
  g_assert_cmpint (load, ==, 300);
  g_assert_cmpint (spare, ==, 0);
  g_assert_finalize_object (target);
  g_assert_finalize_object (form);
  g_assert_finalize_object (list);
}

static void
add (const char *name, const Size *size, void (*test) (Fixture *, gconstpointer))
{
  g_autofree char *path = g_strdup_printf ("/target-view/%s/%d-%d", name, size->width, size->percent);

  g_test_add (path, Fixture, size, set_up, test, tear_down);
}

int
main (int argc, char **argv)
{
  static const Size sizes[] = { { 1280, 100 }, { 360, 100 }, { 1000, 100 }, { 1280, 200 }, { 360, 200 } };

  g_autofree char *folder = g_dir_make_tmp ("ullage-target-XXXXXX", NULL);
  g_autofree char *path = NULL, *inner = NULL;
  int status;

  g_setenv ("XDG_DATA_HOME", folder, TRUE);
  application = test_start (&argc, &argv);
  g_test_add_func ("/target-view/alone", test_alone);
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      add ("fleet", &sizes[i], test_fleet);
      add ("places", &sizes[i], test_places);
      add ("withheld", &sizes[i], test_withheld);
    }
  add ("reach", &sizes[0], test_reach);
  add ("apply", &sizes[0], test_apply);
  add ("amounts", &sizes[0], test_amounts);
  add ("use", &sizes[0], test_use);
  add ("price", &sizes[0], test_price);
  add ("filter", &sizes[0], test_filter);
  add ("chosen-in-view", &sizes[0], test_chosen_in_view);
  add ("bad-cards", &sizes[0], test_bad_cards);
  add ("refused", &sizes[0], test_refused);
  add ("lengths", &sizes[0], test_lengths);
  add ("thrift", &sizes[0], test_thrift);
  status = g_test_run ();
  path = ull_own_cards_dup_path ();
  inner = g_path_get_dirname (path);
  g_rmdir (inner);
  g_rmdir (folder);
  return status;
}
