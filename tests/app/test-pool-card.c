#include "test-util.h"

#include "ull-block-grid.h"
#include "ull-ramp-view.h"
#include "ull-scene-chart.h"

#include <string.h>

/* The card that plays a level, in its window: whose blocks are followed, how fast it goes, and what stays where it is meanwhile. */

#define WAIT 120000

static UllApplication *application;

typedef struct
{
  UllWindow *window;
  UllWorkspace *workspace;
  UllPoolCard *card;
  UllPoolPlayer *player;
  UllSceneChart *grid;
} Fixture;

static void
wait_pool (Fixture *f)
{
  g_assert_true (test_wait_until (test_has_ramp, ull_workspace_get_ramp_run (f->workspace), WAIT));
  test_settle ();
  g_assert_true (test_wait_until (test_has_pool_picture, f->player, WAIT));
  test_wait_frames (GTK_WIDGET (f->card), 2);
}

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autoptr (UllLoad) load = NULL;

  f->window = test_window_new_open (application);
  f->workspace = ull_window_get_workspace (f->window);
  load = ull_load_copy (ull_workspace_get_load (f->workspace));
  load->requests = 240;
  ull_workspace_set_load (f->workspace, load);
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.view", "s", "ramp");
  test_settle ();
  f->card = ull_ramp_view_get_pool (ULL_RAMP_VIEW (test_find (GTK_WIDGET (f->window), ULL_TYPE_RAMP_VIEW, NULL)));
  f->player = ull_pool_card_get_player (f->card);
  f->grid = ULL_SCENE_CHART (test_find (GTK_WIDGET (f->card), ULL_TYPE_SCENE_CHART, "grid"));
  wait_pool (f);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  test_window_end (f->window);
}

/* The first spot of that kind of block, or the first after it. (@after: an owner; -1: any) */
static const UllSpot *
find_spot (Fixture *f, UllCellKind kind, gint64 after)
{
  const UllSpot *spots;
  guint n;

  spots = ull_scene_get_spots (ull_scene_chart_get_scene (f->grid), &n);
  for (guint i = 0; i < n; i++)
    if (ull_block_grid_kind (&spots[i]) == kind && (after < 0 || spots[i].owner != after))
      return &spots[i];
  return NULL;
}

static void
click (Fixture *f, const UllSpot *spot)
{
  g_signal_emit_by_name (f->grid, "clicked", spot->x + 1, spot->y + 1);
}

static const char *
get_line (Fixture *f)
{
  return gtk_label_get_text (GTK_LABEL (test_find (GTK_WIDGET (f->card), GTK_TYPE_LABEL, "request")));
}

/* A block is its request, once more nobody; one of another request is that; one that is of nobody alone is nobody. */
static void
test_click (Fixture *f, gconstpointer data)
{
  const UllSpot *spot = find_spot (f, ULL_CELL_OWNED, -1);
  gint64 one = spot->owner, other;
  g_autofree char *number = g_strdup_printf ("Request %" G_GINT64_FORMAT ", ", one + 1);

  g_assert_nonnull (strstr (get_line (f), "A click on a block"));
  click (f, spot);
  g_assert_cmpint (ull_pool_player_get_followed (f->player), ==, one);
  g_assert_true (g_str_has_prefix (get_line (f), number));
  click (f, find_spot (f, ULL_CELL_OWNED, -1));
  g_assert_cmpint (ull_pool_player_get_followed (f->player), ==, -1);
  spot = find_spot (f, ULL_CELL_OWNED, one);
  other = spot->owner;
  click (f, spot);
  g_assert_cmpint (ull_pool_player_get_followed (f->player), ==, other);
  click (f, find_spot (f, ULL_CELL_SHARED, -1));
  g_assert_cmpint (ull_pool_player_get_followed (f->player), ==, -1);
  g_assert_nonnull (strstr (get_line (f), "have shared blocks"));
  click (f, find_spot (f, ULL_CELL_OWNED, -1));
  g_assert_cmpint (ull_pool_player_get_followed (f->player), ==, one);
  g_signal_emit_by_name (f->grid, "clicked", -5.0, -5.0);
  g_assert_cmpint (ull_pool_player_get_followed (f->player), ==, one);
}

/* From part to part by arrows, and Enter is a click: also in the chart over time, where it goes to the moment. */
static void
test_keys (Fixture *f, gconstpointer data)
{
  UllSceneChart *timeline = ULL_SCENE_CHART (test_find (GTK_WIDGET (f->card), ULL_TYPE_SCENE_CHART, "timeline"));
  const UllSpot *spots;
  gint64 owner;
  guint n;

  test_press (GTK_WIDGET (f->grid), GDK_KEY_Home, 0);
  spots = ull_scene_get_spots (ull_scene_chart_get_scene (f->grid), &n);
  for (guint i = 1; i < n && spots[ull_scene_chart_get_spot (f->grid)].owner < 0; i++)
    test_press (GTK_WIDGET (f->grid), GDK_KEY_Right, 0);
  owner = spots[ull_scene_chart_get_spot (f->grid)].owner;
  g_assert_cmpint (owner, >=, 0);
  g_assert_true (test_press (GTK_WIDGET (f->grid), GDK_KEY_Return, 0));
  g_assert_cmpint (ull_pool_player_get_followed (f->player), ==, owner);
  test_wait_frames (GTK_WIDGET (f->card), 2);
  g_assert_true (test_press (GTK_WIDGET (f->grid), GDK_KEY_KP_Enter, 0));
  g_assert_cmpint (ull_pool_player_get_followed (f->player), ==, -1);
  test_press (GTK_WIDGET (timeline), GDK_KEY_Home, 0);
  g_assert_true (test_press (GTK_WIDGET (timeline), GDK_KEY_Return, 0));
  g_assert_cmpfloat (ull_pool_player_get_time (f->player), <, ull_pool_player_get_end (f->player) / 24);
}

static int
y_of (Fixture *f, GType type, const char *id)
{
  double x, y;

  g_assert_true (gtk_widget_translate_coordinates (test_find (GTK_WIDGET (f->card), type, id), GTK_WIDGET (f->card), 0, 0, &x, &y));
  return (int) y;
}

/* What is said of a request has its room before it is said: neither chart moves, and no cell. */
static void
test_nothing_moves (Fixture *f, gconstpointer data)
{
  int height = gtk_widget_get_height (GTK_WIDGET (f->grid)), timeline = y_of (f, ULL_TYPE_SCENE_CHART, "timeline");
  int play = y_of (f, GTK_TYPE_BUTTON, "play");
  UllSpot before = *find_spot (f, ULL_CELL_RETAINED, -1);
  const UllSpot *after;

  before.description = NULL;
  click (f, find_spot (f, ULL_CELL_OWNED, -1));
  test_wait_frames (GTK_WIDGET (f->card), 3);
  g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (f->grid)), ==, height);
  g_assert_cmpint (y_of (f, ULL_TYPE_SCENE_CHART, "timeline"), ==, timeline);
  g_assert_cmpint (y_of (f, GTK_TYPE_BUTTON, "play"), ==, play);
  after = find_spot (f, ULL_CELL_RETAINED, -1);
  g_assert_cmpfloat (after->x, ==, before.x);
  g_assert_cmpfloat (after->y, ==, before.y);
  g_assert_cmpfloat (after->width, ==, before.width);
  g_assert_cmpfloat (after->height, ==, before.height);
}

/* Another run has a request of the same number: it is followed on, and where it is not at the step that is shown, the line says so. */
static void
test_followed_on (Fixture *f, gconstpointer data)
{
  g_autoptr (UllScenario) narrow = ull_scenario_with_kv_dtype (ull_workspace_get_scenario (f->workspace), ULL_DTYPE_FP8);
  gint64 followed;
  g_autofree char *number = NULL;

  click (f, find_spot (f, ULL_CELL_OWNED, -1));
  followed = ull_pool_player_get_followed (f->player);
  number = g_strdup_printf ("Request %" G_GINT64_FORMAT, followed + 1);
  ull_workspace_apply (f->workspace, narrow);
  wait_pool (f);
  g_assert_cmpint (ull_pool_player_get_followed (f->player), ==, followed);
  g_assert_true (g_str_has_prefix (get_line (f), number));
  ull_pool_player_follow (f->player, 1000000);
  g_assert_cmpstr (get_line (f), ==, "Request 1,000,001 is not here at this step.");
}

/* The menu's choice is the player's pace, is said beside the buttons, and outlasts another run. */
static void
test_speed (Fixture *f, gconstpointer data)
{
  GtkWidget *button = test_find (GTK_WIDGET (f->card), GTK_TYPE_MENU_BUTTON, "speed");
  GtkLabel *pace = GTK_LABEL (test_find (GTK_WIDGET (f->card), GTK_TYPE_LABEL, "pace"));
  g_autoptr (UllScenario) narrow = ull_scenario_with_kv_dtype (ull_workspace_get_scenario (f->workspace), ULL_DTYPE_FP8);

  g_assert_cmpstr (gtk_label_get_text (pace), ==, "1×");
  g_assert_true (gtk_widget_activate_action (button, "speed.pace", "s", "fourfold"));
  g_assert_cmpint (ull_pool_player_get_pace (f->player), ==, ULL_POOL_PACE_FOURFOLD);
  g_assert_cmpstr (gtk_label_get_text (pace), ==, "4×");
  g_assert_cmpstr (gtk_widget_get_tooltip_text (button), ==, "Speed: The whole run in 7.5" "\u00a0" "s");
  ull_workspace_apply (f->workspace, narrow);
  wait_pool (f);
  g_assert_cmpint (ull_pool_player_get_pace (f->player), ==, ULL_POOL_PACE_FOURFOLD);
  gtk_widget_activate_action (button, "speed.pace", "s", "no such pace");
  g_assert_cmpint (ull_pool_player_get_pace (f->player), ==, ULL_POOL_PACE_FOURFOLD);
  g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (f->card)), ==, 0);
}

/* Time does not mirror, and what moves in it stands as its axis does. */
static void
test_direction (Fixture *f, gconstpointer data)
{
  static const char *const ids[] = { "first", "back", "play", "forward" };
  double before = -1;

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  gtk_widget_queue_resize (GTK_WIDGET (f->card));
  test_wait_frames (GTK_WIDGET (f->card), 3);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      GtkWidget *button = test_find (GTK_WIDGET (f->card), GTK_TYPE_BUTTON, ids[i]);
      double x, y;

      g_assert_true (gtk_widget_translate_coordinates (button, GTK_WIDGET (f->card), 0, 0, &x, &y));
      g_assert_cmpfloat (x, >, before);
      g_assert_cmpint (gtk_widget_get_direction (gtk_widget_get_first_child (button)), ==, GTK_TEXT_DIR_LTR);
      before = x;
    }
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

#define ADD(name, function) g_test_add ("/pool-card/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char *argv[])
{
  application = test_start (&argc, &argv);
  ADD ("click", test_click);
  ADD ("keys", test_keys);
  ADD ("nothing-moves", test_nothing_moves);
  ADD ("followed-on", test_followed_on);
  ADD ("speed", test_speed);
  ADD ("direction", test_direction);
  return g_test_run ();
}
