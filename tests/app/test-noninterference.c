#include "test-util.h"

#include "ull-compare-window.h"
#include "ull-data-table.h"
#include "ull-learn-view.h"
#include "ull-plan-view.h"
#include "ull-present-window.h"
#include "ull-units.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

/* With a prediction pending, two models that look the same and have different answers must be the same window: every
 * widget's type, place, size, state, text and accessible attributes, every scene, every export, byte for byte.
 *
 * The two models differ in bytes that a head keeps beside its keys and values, which nothing on screen states before an
 * answer does: 0 or 64 of 512, an eighth more cache for each token. */

static UllApplication *application;

static UllScenario *
make_scenario (gint64 extra_bytes, UllEngineId engine)
{
  g_autoptr (UllModel) model = NULL;
  g_autoptr (UllDevice) device = ull_device_new_custom (24 * ULL_GIB);
  g_autoptr (UllScenario) plain = NULL;
  UllRun run = { .count = 32, .kind = ULL_LAYER_FULL, .n_stores = 1 };
  UllModel facts = { .n_runs = 1, .n_layers = 32, .query_heads = 32, .hidden_size = 4096, .parameters = 8000000000,
                     .weight_bytes = 16000000000, .weight_source = ULL_WEIGHTS_ESTIMATE,
                     .native_dtype = ULL_DTYPE_BF16, .max_positions = 131072 };

  run.stores[0] = (UllStore) { .growth = ULL_GROWTH_TOKEN, .shard = ULL_SHARD_HEADS, .role = ULL_ROLE_CACHE, .per = 1,
                               .heads = 8, .k_dim = 128, .v_dim = 128, .extra_bytes = extra_bytes,
                               .k_format = ULL_DTYPE_KV, .v_format = ULL_DTYPE_KV };
  facts.name = g_strdup ("Twin");
  facts.family = g_strdup ("twin");
  facts.source = g_strdup ("twin.json");
  facts.runs = g_memdup2 (&run, sizeof run);
  facts.layer_run = g_new0 (guint8, 32);
  model = ull_model_take (&facts, NULL);
  g_assert_nonnull (model);
  plain = ull_scenario_new (model, device);
  return ull_scenario_with (plain, ULL_FIELD_ENGINE, engine, NULL, NULL);
}

static void
dump_property (GString *out, GtkWidget *widget, GtkAccessibleProperty property, const char *name)
{
  g_autofree char *value = NULL;

  if (!gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), property))
    return;
  if (property == GTK_ACCESSIBLE_PROPERTY_VALUE_NOW)
    value = gtk_test_accessible_check_property (GTK_ACCESSIBLE (widget), property, -1e300);
  else
    value = gtk_test_accessible_check_property (GTK_ACCESSIBLE (widget), property, "\001");
  g_string_append_printf (out, " %s=%s", name, value != NULL ? value : "");
}

static void
dump_state (GString *out, GtkWidget *widget, GtkAccessibleState state, const char *name)
{
  if (!gtk_test_accessible_has_state (GTK_ACCESSIBLE (widget), state))
    return;
  for (int value = 0; value <= 2; value++)
    {
      g_autofree char *differs = gtk_test_accessible_check_state (GTK_ACCESSIBLE (widget), state, value);

      if (differs == NULL)
        g_string_append_printf (out, " %s=%d", name, value);
    }
}

static void
dump_accessible (GString *out, GtkWidget *widget)
{
  g_string_append_printf (out, " role=%d", gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (widget)));
  dump_property (out, widget, GTK_ACCESSIBLE_PROPERTY_LABEL, "label");
  dump_property (out, widget, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "description");
  dump_property (out, widget, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, "value-text");
  dump_property (out, widget, GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, "value-now");
  dump_property (out, widget, GTK_ACCESSIBLE_PROPERTY_PLACEHOLDER, "placeholder");
  dump_state (out, widget, GTK_ACCESSIBLE_STATE_CHECKED, "checked");
  dump_state (out, widget, GTK_ACCESSIBLE_STATE_PRESSED, "pressed");
  dump_state (out, widget, GTK_ACCESSIBLE_STATE_EXPANDED, "expanded");
  dump_state (out, widget, GTK_ACCESSIBLE_STATE_INVALID, "invalid");
  dump_state (out, widget, GTK_ACCESSIBLE_STATE_DISABLED, "disabled");
  dump_state (out, widget, GTK_ACCESSIBLE_STATE_HIDDEN, "hidden");
}

static void
dump_scene (GString *out, const UllScene *scene)
{
  const UllSpot *spots;
  g_autofree char *text = NULL;
  guint n;

  if (scene == NULL)
    return;
  text = ull_scene_to_text (scene);
  g_string_append_printf (out, "\n%s\n%s\n", ull_scene_get_description (scene), text);
  spots = ull_scene_get_spots (scene, &n);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (out, "%s %.1f %.1f %.1f %.1f %d %s\n", spots[i].id, spots[i].x, spots[i].y, spots[i].width,
                            spots[i].height, spots[i].step, spots[i].description);
}

static void
dump_chart (GString *out, UllChartView *chart)
{
  dump_scene (out, gtk_widget_get_mapped (GTK_WIDGET (chart)) ? ull_chart_view_get_scene (chart) : NULL);
}

/* What a small chart's own buttons write. */
static void
dump_files (GString *out, UllSceneCard *card)
{
  static const char *const endings[] = { "svg", "csv" };
  g_autofree char *folder = g_dir_make_tmp ("ullage-twins-XXXXXX", NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *name = g_strconcat ("chart.", endings[i], NULL), *path = g_build_filename (folder, name, NULL), *text = NULL;

      g_assert_true (ull_scene_card_write (card, path));
      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      g_string_append_printf (out, "%s\n%s\n", name, text);
      g_unlink (path);
    }
  g_rmdir (folder);
}

static void
dump_widget (GString *out, GtkWidget *widget, int depth)
{
  GtkAllocation place;
  g_auto (GStrv) classes = gtk_widget_get_css_classes (widget);
  g_autofree char *joined = g_strjoinv (".", classes);

  /* GTK's own, which comes and goes with the pointer; what a tooltip says stands with its widget below. */
  if (g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkTooltipWindow"))
    return;
  gtk_widget_get_allocation (widget, &place);
  g_string_append_printf (out, "%*s%s %d,%d %dx%d%s%s%s %s", depth, "", G_OBJECT_TYPE_NAME (widget), place.x, place.y,
                          place.width, place.height, gtk_widget_get_visible (widget) ? " visible" : "",
                          gtk_widget_get_mapped (widget) ? " mapped" : "",
                          gtk_widget_is_sensitive (widget) ? "" : " insensitive", joined);
  dump_accessible (out, widget);
  if (GTK_IS_LABEL (widget))
    g_string_append_printf (out, " text=%s", gtk_label_get_text (GTK_LABEL (widget)));
  if (GTK_IS_EDITABLE (widget))
    g_string_append_printf (out, " text=%s", gtk_editable_get_text (GTK_EDITABLE (widget)));
  if (gtk_widget_get_tooltip_text (widget) != NULL)
    g_string_append_printf (out, " tooltip=%s", gtk_widget_get_tooltip_text (widget));
  if (ULL_IS_CHART_VIEW (widget))
    dump_chart (out, ULL_CHART_VIEW (widget));
  if (ULL_IS_SCENE_CHART (widget))
    dump_scene (out, gtk_widget_get_mapped (widget) ? ull_scene_chart_get_scene (ULL_SCENE_CHART (widget)) : NULL);
  if (ULL_IS_SCENE_CARD (widget) && gtk_widget_get_mapped (widget))
    dump_files (out, ULL_SCENE_CARD (widget));
  g_string_append_c (out, '\n');
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    dump_widget (out, child, depth + 1);
}

static int
compare (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
dump_actions (GString *out, GActionGroup *group)
{
  g_auto (GStrv) names = g_action_group_list_actions (group);

  qsort (names, g_strv_length (names), sizeof *names, compare);
  for (guint i = 0; names[i] != NULL; i++)
    g_string_append_printf (out, "%s %d\n", names[i], g_action_group_get_action_enabled (group, names[i]));
}

static void
dump_exports (GString *out, UllDisclosure *disclosure)
{
  for (int kind = 0; kind < ULL_N_CHARTS; kind++)
    for (int format = 0; format < ULL_N_EXPORTS; format++)
      {
        UllChartSpec spec = { .kind = (UllChartKind) kind, .width = 600, .height = 400, .look = ULL_LOOK_LIGHT,
                              .text_scale = 1, .title = TRUE, .caption = TRUE };
        g_autoptr (GError) error = NULL;
        g_autoptr (GBytes) bytes = ull_chart_export (disclosure, &spec, (UllExportFormat) format, 1, &error);
        g_autofree char *digest = NULL;

        g_assert_no_error (error);
        digest = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
        g_string_append_printf (out, "export %d %d %s\n", kind, format, digest);
      }
}

static void
dump_windows (GString *out, UllWindow *window)
{
  GtkWindow *compare = test_find_window (GTK_WINDOW (window), ULL_TYPE_COMPARE_WINDOW);
  GtkWindow *table = test_find_window (GTK_WINDOW (window), ULL_TYPE_DATA_TABLE);
  g_autofree char *csv = NULL, *data = NULL;

  if (compare == NULL || table == NULL)
    return;
  csv = ull_compare_window_dup_csv (ULL_COMPARE_WINDOW (compare));
  data = ull_data_table_dup_csv (ULL_DATA_TABLE (table));
  g_string_append_printf (out, "compared %s\n%s\n", csv != NULL ? csv : "nothing", data);
  dump_widget (out, GTK_WIDGET (compare), 0);
  dump_widget (out, GTK_WIDGET (table), 0);
}

static char *
dump (UllWindow *window)
{
  GString *out = g_string_new (NULL);

  g_string_append_printf (out, "%s\n", gtk_window_get_title (GTK_WINDOW (window)));
  dump_widget (out, GTK_WIDGET (window), 0);
  dump_actions (out, G_ACTION_GROUP (window));
  dump_exports (out, ull_workspace_get_disclosure (ull_window_get_workspace (window)));
  dump_windows (out, window);
  return g_string_free (out, FALSE);
}

/* What a screen reader could ask for before the next frame. */
static char *
dump_spoken (UllWindow *window)
{
  GString *out = g_string_new (NULL);
  UllPlanView *plan = ULL_PLAN_VIEW (test_find (GTK_WIDGET (window), ULL_TYPE_PLAN_VIEW, NULL));

  for (int kind = 0; kind <= ULL_CHART_LENGTHS; kind++)
    dump_accessible (out, GTK_WIDGET (ull_plan_view_get_chart (plan, (UllChartKind) kind)));
  g_assert_null (ull_sum_view_get_row (ull_plan_view_get_sum (plan), 0));
  g_assert_null (ull_levers_view_get_row (ull_page_stack_get_levers (ull_plan_view_get_pages (plan)), 0));
  g_assert_null (ull_levers_view_get_levers (ull_page_stack_get_levers (ull_plan_view_get_pages (plan))));
  g_string_append (out, ull_verdict_card_get_headline (ull_plan_view_get_verdict (plan)));
  g_string_append (out, ull_verdict_card_get_detail (ull_plan_view_get_verdict (plan)));
  return g_string_free (out, FALSE);
}

typedef struct
{
  int width;
  UllEngineId engine;
  gboolean levers; /* their page was open */
  gboolean pinned; /* the plan was pinned, then changed, and both are being compared */
} Case;

typedef enum
{
  AT_ONCE,   /* before any frame: what was on screen must be gone already */
  PAINTED,
  MOVED,     /* after levers were moved while it was pending */
  COMMITTED, /* the control: here the two must differ */
  N_MOMENTS,
} Moment;

/* The pinned plan is near to the one in question: whatever is said of it answers. */
static void
pin_and_compare (UllWindow *window)
{
  gtk_widget_activate_action (GTK_WIDGET (window), "win.pin", NULL);
  g_assert_true (ull_workspace_set_field (ull_window_get_workspace (window), ULL_FIELD_CONCURRENCY, 3, NULL, NULL));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.compare", NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.data-table", NULL);
  test_wait_frames (GTK_WIDGET (window), 4);
}

static void
run (const Case *c, gint64 extra_bytes, char *dumps[N_MOMENTS])
{
  UllWindow *window = ull_window_new (GTK_APPLICATION (application));
  UllWorkspace *workspace = ull_window_get_workspace (window);
  g_autoptr (UllScenario) scenario = make_scenario (extra_bytes, c->engine);
  UllPrediction said = { .fits = TRUE, .fits_confidence = 90, .requests = 18, .requests_confidence = 80 };

  gtk_window_set_default_size (GTK_WINDOW (window), c->width, 800);
  ull_workspace_open (workspace, scenario, NULL, NULL);
  gtk_window_present (GTK_WINDOW (window));
  test_wait_frames (GTK_WIDGET (window), 3);
  if (c->levers)
    gtk_widget_activate_action (test_find (GTK_WIDGET (window), ULL_TYPE_PLAN_VIEW, NULL), "plan.page", "s", "levers");
  test_wait_frames (GTK_WIDGET (window), 2);
  if (c->pinned)
    pin_and_compare (window);
  ull_workspace_set_predict (workspace, TRUE);
  dumps[AT_ONCE] = dump_spoken (window);
  test_wait_frames (GTK_WIDGET (window), 4);
  dumps[PAINTED] = dump (window);
  g_assert_true (ull_workspace_set_field (workspace, ULL_FIELD_CONTEXT, 16384, NULL, NULL));
  g_assert_true (ull_workspace_set_field (workspace, ULL_FIELD_CONCURRENCY, 40, NULL, NULL));
  test_wait_frames (GTK_WIDGET (window), 4);
  dumps[MOVED] = dump (window);
  ull_workspace_commit (workspace, &said);
  test_wait_frames (GTK_WIDGET (window), 4);
  dumps[COMMITTED] = dump (window);
  test_window_end (window);
}

/* The first line in which they differ says more than both texts. */
static void
assert_same (const char *a, const char *b)
{
  g_auto (GStrv) lines_a = g_strsplit (a, "\n", -1);
  g_auto (GStrv) lines_b = g_strsplit (b, "\n", -1);

  for (guint i = 0; lines_a[i] != NULL && lines_b[i] != NULL; i++)
    g_assert_cmpstr (lines_a[i], ==, lines_b[i]);
  g_assert_cmpuint (strlen (a), ==, strlen (b));
}

static void
test_same (gconstpointer data)
{
  char *a[N_MOMENTS], *b[N_MOMENTS];

  run (data, 0, a);
  run (data, 64, b);
  for (int i = 0; i < N_MOMENTS; i++)
    {
      if (i == COMMITTED)
        g_assert_cmpstr (a[i], !=, b[i]);
      else
        assert_same (a[i], b[i]);
      g_free (a[i]);
      g_free (b[i]);
    }
}

/* A question of a lesson about either of the two: its picture, its table and what could be exported of it. */
typedef struct
{
  int width;
  const char *view;
} LessonCase;

static UllCourse *
make_course (const char *view, gint64 extra_bytes)
{
  g_autofree char *text
    = g_strdup_printf ("{\"ullage_lesson\": 1, \"id\": \"twin\", \"number\": 1, \"title\": \"Twin\", \"summary\": \"Twins.\","
                       " \"scenarios\": {\"a\": {\"model\": \"llama-3.1-8b\", \"memory\": \"24GB\"}}, \"steps\": [{\"text\":"
                       " \"A card.\", \"view\": \"%s\", \"scenario\": \"a\", \"questions\": [{\"id\": \"q\", \"kind\": \"figure\","
                       " \"figure\": \"tokens\", \"given\": [\"weights\"], \"prompt\": \"How many tokens?\"}]}]}",
                       view);
  g_autoptr (GError) error = NULL;
  g_autoptr (UllLesson) lesson = ull_lesson_parse ("twin.json", text, strlen (text), NULL, &error);
  UllQuestion *question;

  g_assert_no_error (error);
  question = ull_lesson_find (lesson, "q");
  ull_scenario_unref (question->scenario);
  question->scenario = make_scenario (extra_bytes, ULL_ENGINE_PAGED);
  return ull_course_new_lesson (lesson);
}

static char *
dump_lesson (UllWindow *window, UllLessonPlayer *player)
{
  GString *out = g_string_new (NULL);
  GtkWindow *table;
  g_autofree char *csv = NULL;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.data-table", NULL);
  table = test_find_window (GTK_WINDOW (window), ULL_TYPE_DATA_TABLE);
  g_assert_nonnull (table);
  test_wait_frames (GTK_WIDGET (window), 4);
  csv = ull_data_table_dup_csv (ULL_DATA_TABLE (table));
  g_string_append (out, csv);
  dump_widget (out, GTK_WIDGET (window), 0);
  dump_widget (out, GTK_WIDGET (table), 0);
  dump_exports (out, ull_workspace_get_disclosure (ull_lesson_player_get_workspace (player)));
  return g_string_free (out, FALSE);
}

static void
run_lesson (const LessonCase *c, gint64 extra_bytes, char **locked, char **revealed)
{
  UllWindow *window = ull_window_new (GTK_APPLICATION (application));
  UllLessonPlayer *player;

  gtk_window_set_default_size (GTK_WINDOW (window), c->width, 800);
  gtk_window_present (GTK_WINDOW (window));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.first-lesson", NULL);
  player = ULL_LESSON_PLAYER (test_find (GTK_WIDGET (window), ULL_TYPE_LESSON_PLAYER, NULL));
  ull_lesson_player_play (player, make_course (c->view, extra_bytes));
  test_wait_frames (GTK_WIDGET (window), 4);
  *locked = dump_lesson (window, player);
  gtk_editable_set_text (GTK_EDITABLE (test_find (GTK_WIDGET (ull_lesson_player_get_question (player)), GTK_TYPE_ENTRY, NULL)), "1");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.commit", NULL);
  test_wait_frames (GTK_WIDGET (window), 4);
  *revealed = dump_lesson (window, player);
  test_window_end (window);
}

static void
test_lesson (gconstpointer data)
{
  g_autofree char *locked = NULL, *other = NULL, *revealed = NULL, *other_revealed = NULL;

  run_lesson (data, 0, &locked, &revealed);
  run_lesson (data, 64, &other, &other_revealed);
  assert_same (locked, other);
  g_assert_cmpstr (revealed, !=, other_revealed);
}

/* The same question before a room, with hands counted, then with its sum. */
static void
run_room (const LessonCase *c, gint64 extra_bytes, char **locked, char **revealed)
{
  UllPresentWindow *room = ull_present_window_new (NULL, make_course (c->view, extra_bytes));
  const UllTalk *talk = ull_present_window_get_talk (room);
  GString *out[2] = { g_string_new (NULL), g_string_new (NULL) };

  gtk_window_set_default_size (GTK_WINDOW (room), c->width, 768);
  gtk_window_present (GTK_WINDOW (room));
  gtk_widget_activate_action (GTK_WIDGET (room), "present.raise", "i", 1);
  test_wait_frames (GTK_WIDGET (room), 4);
  dump_widget (out[0], GTK_WIDGET (room), 0);
  dump_exports (out[0], ull_workspace_get_disclosure (ull_talk_get_workspace (talk)));
  gtk_widget_activate_action (GTK_WIDGET (room), "present.finish", NULL);
  test_wait_frames (GTK_WIDGET (room), 4);
  dump_widget (out[1], GTK_WIDGET (room), 0);
  /* Gone back to, it is the locked question of before. */
  while (!ull_talk_is_locked (talk))
    gtk_widget_activate_action (GTK_WIDGET (room), "present.back", NULL);
  test_wait_frames (GTK_WIDGET (room), 4);
  dump_widget (out[0], GTK_WIDGET (room), 0);
  *locked = g_string_free (out[0], FALSE);
  *revealed = g_string_free (out[1], FALSE);
  gtk_window_destroy (GTK_WINDOW (room));
}

static void
test_room (gconstpointer data)
{
  g_autofree char *locked = NULL, *other = NULL, *revealed = NULL, *other_revealed = NULL;

  run_room (data, 0, &locked, &revealed);
  run_room (data, 64, &other, &other_revealed);
  assert_same (locked, other);
  g_assert_cmpstr (revealed, !=, other_revealed);
}

/* Questions about what a load comes to, on one of two pools: 1,783 blocks and 2,700 have peaks of about 14 and 22 chats, or no cliff at
 * all where the load is another. Both are asked of a ramp that is not there: shape, peak and operating point are withheld until the
 * last of them is answered, and what it would be without sharing until that is. */
typedef struct
{
  int width;
  const char *load, *available;             /* of one */
  const char *other_load, *other_available; /* and of the other */
  gboolean room;
} RampCase;

static UllCourse *
make_ramp_course (const char *load, const char *available)
{
  g_autofree char *text
    = g_strdup_printf ("{\"ullage_lesson\": 1, \"id\": \"twin\", \"number\": 1, \"title\": \"Twin\", \"summary\": \"Twins.\","
                       " \"scenarios\": {\"a\": {\"model\": \"llama-3.1-8b\", \"device\": \"rtx-4090\", \"load\": \"%s\","
                       " \"settings\": {\"available\": \"%s\"}}}, \"steps\": [{\"text\": \"A card.\", \"view\": \"ramp\","
                       " \"scenario\": \"a\", \"questions\": [{\"id\": \"shape\", \"kind\": \"shape\", \"prompt\": \"Shape?\"},"
                       " {\"id\": \"peak\", \"kind\": \"peak\", \"prompt\": \"Peak?\"}, {\"id\": \"operating\", \"kind\":"
                       " \"operating\", \"prompt\": \"Operate?\"}, {\"id\": \"retention\", \"kind\": \"retention\","
                       " \"prompt\": \"Worth?\"}], \"reveal\": \"{ramp_peak}\"}]}",
                       load, available);
  g_autoptr (GError) error = NULL;
  g_autoptr (UllLesson) lesson = ull_lesson_parse ("twin.json", text, strlen (text), NULL, &error);

  g_assert_no_error (error);
  return ull_course_new_lesson (lesson);
}

static char *
dump_ramp_lesson (UllWindow *window)
{
  GString *out = g_string_new (NULL);
  GtkWindow *table;
  g_autofree char *csv = NULL;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.data-table", NULL);
  table = test_find_window (GTK_WINDOW (window), ULL_TYPE_DATA_TABLE);
  g_assert_nonnull (table);
  test_wait_frames (GTK_WIDGET (window), 4);
  csv = ull_data_table_dup_csv (ULL_DATA_TABLE (table));
  g_string_append (out, csv);
  dump_widget (out, GTK_WIDGET (window), 0);
  dump_widget (out, GTK_WIDGET (table), 0);
  gtk_window_destroy (table);
  return g_string_free (out, FALSE);
}

static void
wait_graded (UllLessonPlayer *player)
{
  for (guint i = 0; i < 2000 && ull_course_get_grade (ull_lesson_player_get_course (player)) == NULL; i++)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (5000);
    }
  g_assert_nonnull (ull_course_get_grade (ull_lesson_player_get_course (player)));
}

/* The same answer whatever is right: the first choice, or a number that is right of neither. */
static void
answer_ramp (UllWindow *window, UllLessonPlayer *player)
{
  GtkWidget *panel = GTK_WIDGET (ull_lesson_player_get_question (player));
  GtkWidget *entry = test_find (panel, GTK_TYPE_ENTRY, NULL), *choice = test_find (panel, GTK_TYPE_CHECK_BUTTON, NULL);

  if (ull_question_is_number (ull_course_get_question (ull_lesson_player_get_course (player))))
    gtk_editable_set_text (GTK_EDITABLE (entry), "777");
  else
    gtk_check_button_set_active (GTK_CHECK_BUTTON (choice), TRUE);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.commit", NULL);
}

typedef enum
{
  RAMP_LOCKED,  /* the first is open */
  RAMP_RUNNING, /* it is committed, and its load runs */
  RAMP_NEXT,    /* it is answered, and the next is open: the ramp is known by now, and not shown */
  RAMP_LAST,    /* the control: all are answered */
  N_RAMP_MOMENTS,
} RampMoment;

static void
run_ramp (int width, const char *load, const char *available, char *dumps[N_RAMP_MOMENTS])
{
  UllWindow *window = ull_window_new (GTK_APPLICATION (application));
  GString *running = g_string_new (NULL);
  UllLessonPlayer *player;

  gtk_window_set_default_size (GTK_WINDOW (window), width, 800);
  gtk_window_present (GTK_WINDOW (window));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.first-lesson", NULL);
  player = ULL_LESSON_PLAYER (test_find (GTK_WIDGET (window), ULL_TYPE_LESSON_PLAYER, NULL));
  ull_lesson_player_play (player, make_ramp_course (load, available));
  test_wait_frames (GTK_WIDGET (window), 4);
  dumps[RAMP_LOCKED] = dump_ramp_lesson (window);
  answer_ramp (window, player);
  g_assert_null (ull_course_get_key (ull_lesson_player_get_course (player)));
  dump_widget (running, GTK_WIDGET (window), 0);
  dumps[RAMP_RUNNING] = g_string_free (running, FALSE);
  wait_graded (player);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.commit", NULL);
  test_wait_frames (GTK_WIDGET (window), 4);
  dumps[RAMP_NEXT] = dump_ramp_lesson (window);
  for (guint i = 0; i < 3; i++)
    {
      answer_ramp (window, player);
      wait_graded (player);
      if (i < 2)
        gtk_widget_activate_action (GTK_WIDGET (window), "win.commit", NULL);
    }
  test_wait_frames (GTK_WIDGET (window), 4);
  dumps[RAMP_LAST] = dump_ramp_lesson (window);
  test_window_end (window);
}

/* Before a room: locked, then opened by a thread, then gone back to. */
static void
run_ramp_room (int width, const char *load, const char *available, char *dumps[N_RAMP_MOMENTS])
{
  UllPresentWindow *room = ull_present_window_new (NULL, make_ramp_course (load, available));
  const UllTalk *talk = ull_present_window_get_talk (room);
  GString *out[N_RAMP_MOMENTS];

  for (guint i = 0; i < N_RAMP_MOMENTS; i++)
    out[i] = g_string_new (NULL);
  gtk_window_set_default_size (GTK_WINDOW (room), width, 768);
  gtk_window_present (GTK_WINDOW (room));
  test_wait_frames (GTK_WIDGET (room), 4);
  dump_widget (out[RAMP_LOCKED], GTK_WIDGET (room), 0);
  gtk_widget_activate_action (GTK_WIDGET (room), "present.next", NULL);
  g_assert_true (ull_talk_is_locked (talk));
  test_wait_frames (GTK_WIDGET (room), 1);
  if (ull_talk_is_locked (talk))
    dump_widget (out[RAMP_RUNNING], GTK_WIDGET (room), 0);
  for (guint i = 0; i < 2000 && ull_talk_is_locked (talk); i++)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (5000);
    }
  g_assert_true (ull_talk_is_whole (talk));
  gtk_widget_activate_action (GTK_WIDGET (room), "present.next", NULL);
  test_wait_frames (GTK_WIDGET (room), 4);
  dump_widget (out[RAMP_NEXT], GTK_WIDGET (room), 0);
  for (guint i = 0; i < 5; i++)
    gtk_widget_activate_action (GTK_WIDGET (room), "present.next", NULL);
  g_assert_true (ull_talk_is_whole (talk));
  test_wait_frames (GTK_WIDGET (room), 4);
  dump_widget (out[RAMP_LAST], GTK_WIDGET (room), 0);
  for (guint i = 0; i < N_RAMP_MOMENTS; i++)
    dumps[i] = g_string_free (out[i], FALSE);
  gtk_window_destroy (GTK_WINDOW (room));
}

static void
test_ramp (gconstpointer data)
{
  const RampCase *c = data;
  char *a[N_RAMP_MOMENTS], *b[N_RAMP_MOMENTS];

  (c->room ? run_ramp_room : run_ramp) (c->width, c->load, c->available, a);
  (c->room ? run_ramp_room : run_ramp) (c->width, c->other_load, c->other_available, b);
  for (guint i = 0; i < N_RAMP_MOMENTS; i++)
    {
      if (i == RAMP_LAST)
        g_assert_cmpstr (a[i], !=, b[i]);
      else if (i != RAMP_RUNNING || (a[i][0] != 0 && b[i][0] != 0))
        assert_same (a[i], b[i]);
      g_free (a[i]);
      g_free (b[i]);
    }
}

int
main (int argc, char **argv)
{
  static const RampCase ramps[] = {
    { 1280, "chat", "3.74GB", "chat", "5.66GB", FALSE },  { 1280, "chat", "3.74GB", "chapter", "3.74GB", FALSE },
    { 360, "chat", "3.74GB", "chapter", "5.66GB", FALSE }, { 1280, "chat", "3.74GB", "chapter", "3.74GB", TRUE },
  };
  static const LessonCase lessons[] = {
    { 1280, "memory" }, { 1280, "curves" }, { 1280, "layers" }, { 1280, "sum" }, { 1280, "levers" }, { 360, "memory" },
  };
  static const Case cases[] = {
    { 1280, ULL_ENGINE_IDEAL, FALSE, FALSE }, { 1280, ULL_ENGINE_PAGED, FALSE, FALSE },
    { 1000, ULL_ENGINE_PAGED, FALSE, FALSE }, { 360, ULL_ENGINE_PAGED, FALSE, FALSE },
    { 1280, ULL_ENGINE_PAGED, TRUE, FALSE }, { 360, ULL_ENGINE_PAGED, TRUE, FALSE },
    { 1280, ULL_ENGINE_PAGED, FALSE, TRUE }, { 360, ULL_ENGINE_IDEAL, FALSE, TRUE },
  };

  application = test_start (&argc, &argv);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/noninterference/%d-%s%s%s", cases[i].width,
                                               ull_engine_get_id (cases[i].engine), cases[i].levers ? "-levers" : "",
                                               cases[i].pinned ? "-pinned" : "");

      g_test_add_data_func (path, &cases[i], test_same);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (lessons); i++)
    {
      g_autofree char *path = g_strdup_printf ("/noninterference/lesson-%d-%s", lessons[i].width, lessons[i].view);
      g_autofree char *room = g_strdup_printf ("/noninterference/room-%d-%s", lessons[i].width, lessons[i].view);

      g_test_add_data_func (path, &lessons[i], test_lesson);
      g_test_add_data_func (room, &lessons[i], test_room);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (ramps); i++)
    {
      g_autofree char *path = g_strdup_printf ("/noninterference/%s-%d-%s-%s", ramps[i].room ? "room-ramp" : "ramp", ramps[i].width,
                                               ramps[i].other_load, ramps[i].other_available);

      g_test_add_data_func (path, &ramps[i], test_ramp);
    }
  return g_test_run ();
}
