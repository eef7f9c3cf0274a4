#include "test-util.h"

#include "ull-hands.h"
#include "ull-learn-view.h"
#include "ull-present-window.h"

#include <string.h>

/* The room, by the actions that its keys run. The example is Llama-3.1-8B (2 x 32 layers x 8 heads x 128 x 2 B = 131,072 B a token)
 * on an RTX 4090: 24,210 MiB, floor (0.90 of them), less 1.8 GB and 16,060,522,496 B of weights is a pool of 2,377 blocks of 2 MiB,
 * and a request of 4,096 tokens holds 256 of them: 9 fit. */

static UllApplication *application;

typedef struct
{
  UllWindow *window;
  UllPresentWindow *room;
  const UllTalk *talk;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->window = test_window_new (application);
  g_assert_true (ull_window_open_bundled (fixture->window, NULL, NULL, NULL));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  if (fixture->room != NULL)
    gtk_window_destroy (GTK_WINDOW (fixture->room));
  test_window_end (fixture->window);
}

static void
enter_room (Fixture *fixture)
{
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.present", NULL);
  fixture->room = ULL_PRESENT_WINDOW (test_find_window (GTK_WINDOW (fixture->window), ULL_TYPE_PRESENT_WINDOW));
  g_assert_nonnull (fixture->room);
  fixture->talk = ull_present_window_get_talk (fixture->room);
}

static void
run (Fixture *fixture, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->room), action, NULL));
}

static gboolean
says (GtkWidget *widget, const char *text)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), text) != NULL)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (says (child, text))
      return TRUE;
  return FALSE;
}

static gboolean
shown (Fixture *fixture, const char *text)
{
  test_wait_frames (GTK_WIDGET (fixture->room), 2);
  return says (GTK_WIDGET (fixture->room), text);
}

static void
test_plan (Fixture *fixture, gconstpointer data)
{
  enter_room (fixture);
  g_assert_true (shown (fixture, "How many requests fit?"));
  g_assert_true (ull_talk_is_locked (fixture->talk));
  g_assert_null (ull_course_get_key (ull_talk_get_course (fixture->talk)));
  g_assert_null (ull_workspace_get_disclosure (ull_talk_get_workspace (fixture->talk))->plan);
  g_assert_false (shown (fixture, "131,072"));

  run (fixture, "present.next");
  g_assert_true (shown (fixture, "131,072"));
  g_assert_cmpuint (ull_talk_get_n_shown (fixture->talk), ==, 1);
  g_assert_false (shown (fixture, "2,377"));
  /* The picture waits for the whole of the sum, but for the pool, which it has once the sum does. */
  g_assert_null (ull_workspace_get_disclosure (ull_talk_get_workspace (fixture->talk))->plan);
  g_assert_cmpuint (ull_workspace_get_disclosure (ull_talk_get_workspace (fixture->talk))->n_figures, ==, 0);
  while (!shown (fixture, "4.64\302\240GiB"))
    run (fixture, "present.next");
  g_assert_false (ull_talk_is_whole (fixture->talk));
  g_assert_null (ull_workspace_get_disclosure (ull_talk_get_workspace (fixture->talk))->plan);
  g_assert_cmpuint (ull_workspace_get_disclosure (ull_talk_get_workspace (fixture->talk))->n_figures, ==, 1);

  run (fixture, "present.finish");
  g_assert_true (shown (fixture, "2,377"));
  g_assert_true (shown (fixture, "9\302\240requests"));
  g_assert_true (ull_talk_is_whole (fixture->talk));
  g_assert_nonnull (ull_workspace_get_disclosure (ull_talk_get_workspace (fixture->talk))->plan);
  run (fixture, "present.next");
  g_assert_true (ull_talk_is_whole (fixture->talk));
}

static void
test_back_and_restart (Fixture *fixture, gconstpointer data)
{
  enter_room (fixture);
  run (fixture, "present.next");
  run (fixture, "present.next");
  run (fixture, "present.back");
  g_assert_cmpuint (ull_talk_get_n_shown (fixture->talk), ==, 1);
  run (fixture, "present.back");
  g_assert_true (ull_talk_is_locked (fixture->talk));
  g_assert_null (ull_course_get_key (ull_talk_get_course (fixture->talk)));
  run (fixture, "present.back");
  g_assert_true (ull_talk_is_locked (fixture->talk));
  run (fixture, "present.finish");
  run (fixture, "present.restart");
  g_assert_true (ull_talk_is_locked (fixture->talk));
  g_assert_false (shown (fixture, "131,072"));
}

static void
hand (Fixture *fixture, const char *action, int counter)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->room), action, "i", counter));
}

static void
test_hands (Fixture *fixture, gconstpointer data)
{
  enter_room (fixture);
  g_assert_cmpuint (ull_talk_get_n_counters (fixture->talk), ==, 4);
  for (int i = 0; i < 12; i++)
    hand (fixture, "present.raise", 2);
  hand (fixture, "present.lower", 2);
  hand (fixture, "present.lower", 0);
  hand (fixture, "present.raise", 7);
  g_assert_cmpuint (ull_talk_get_count (fixture->talk, 0), ==, 0);
  g_assert_cmpuint (ull_talk_get_count (fixture->talk, 2), ==, 11);
  g_assert_cmpuint (ull_talk_get_count (fixture->talk, 7), ==, 0);
  g_assert_true (shown (fixture, "11"));

  /* Once the answer is there nobody can be counted for it, and the hands are as they were on the way back. */
  run (fixture, "present.next");
  hand (fixture, "present.raise", 2);
  g_assert_cmpuint (ull_talk_get_count (fixture->talk, 2), ==, 11);
  run (fixture, "present.back");
  g_assert_cmpuint (ull_talk_get_count (fixture->talk, 2), ==, 11);
  run (fixture, "present.restart");
  g_assert_cmpuint (ull_talk_get_count (fixture->talk, 2), ==, 0);
}

static void
open_lesson (Fixture *fixture, const char *id)
{
  GtkWidget *view;

  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.view", "s", "learn");
  view = test_find (GTK_WIDGET (fixture->window), ULL_TYPE_LEARN_VIEW, NULL);
  g_assert_true (gtk_widget_activate_action (view, "learn.lesson", "s", id));
}

/* From its first question to its last, each locked before it is opened; none of it is written down. */
static void
test_every_lesson (Fixture *fixture, gconstpointer data)
{
  const char *const *ids = ull_lesson_bundled ();
  guint n_questions = 0;

  for (guint i = 0; ids[i] != NULL; i++)
    {
      gboolean more = TRUE;

      open_lesson (fixture, ids[i]);
      enter_room (fixture);
      for (guint steps = 0; more; steps++)
        {
          const UllCourse *course = ull_talk_get_course (fixture->talk);
          guint n, before = ull_course_get_position (course, &n), shown_before = ull_talk_get_n_shown (fixture->talk);
          gboolean whole = ull_talk_is_whole (fixture->talk);
          /* The load of a ramp's question is run in a thread before it opens. */
          gboolean waits = ull_talk_is_locked (fixture->talk) && !ull_talk_is_run (fixture->talk);

          g_assert_cmpuint (steps, <, 2000);
          n_questions += ull_talk_is_locked (fixture->talk) && ull_course_get_question (course) != NULL;
          if (ull_talk_is_locked (fixture->talk))
            g_assert_null (ull_course_get_key (course));
          g_assert_null (ull_course_get_grade (course));
          g_assert_null (ull_talk_get_problem (fixture->talk));
          run (fixture, "present.next");
          while (waits && ull_talk_is_locked (fixture->talk))
            g_main_context_iteration (NULL, TRUE);
          more = before + 1 < n || !whole;
          g_assert_true (!more || ull_course_get_position (course, &n) != before || ull_talk_get_n_shown (fixture->talk) != shown_before
                         || ull_talk_is_whole (fixture->talk) != whole);
        }
      gtk_window_destroy (GTK_WINDOW (fixture->room));
      fixture->room = NULL;
    }
  g_assert_cmpuint (n_questions, >=, 40);
}

/* A lesson goes on in the room where it is in the window, and stays there. */
static void
test_place_of_lesson (Fixture *fixture, gconstpointer data)
{
  UllLessonPlayer *player;
  guint n;

  open_lesson (fixture, ull_lesson_bundled ()[0]);
  player = ULL_LESSON_PLAYER (test_find (GTK_WIDGET (fixture->window), ULL_TYPE_LESSON_PLAYER, NULL));
  gtk_widget_activate_action (GTK_WIDGET (player), "lesson.next", NULL);
  enter_room (fixture);
  g_assert_cmpuint (ull_course_get_position (ull_talk_get_course (fixture->talk), &n), ==, 1);
  run (fixture, "present.finish");
  run (fixture, "present.next");
  g_assert_cmpuint (ull_course_get_position (ull_lesson_player_get_course (player), &n), ==, 1);
  g_assert_null (ull_course_get_key (ull_lesson_player_get_course (player)));
}

/* The right one among the question's own answers is ticked, and the others are not. */
static void
test_right_answer (Fixture *fixture, gconstpointer data)
{
  open_lesson (fixture, ull_lesson_bundled ()[0]);
  enter_room (fixture);
  while (ull_course_get_question (ull_talk_get_course (fixture->talk)) == NULL
         || ull_question_is_number (ull_course_get_question (ull_talk_get_course (fixture->talk))))
    run (fixture, "present.next");
  g_assert_true (ull_talk_is_locked (fixture->talk));
  g_assert_false (shown (fixture, "✓"));
  run (fixture, "present.finish");
  g_assert_true (shown (fixture, "✓"));
}

static void
test_accessible (Fixture *fixture, gconstpointer data)
{
  enter_room (fixture);
  test_wait_frames (GTK_WIDGET (fixture->room), 2);
  g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (fixture->room)), ==, 0);
  run (fixture, "present.marker");
  run (fixture, "present.finish");
  test_wait_frames (GTK_WIDGET (fixture->room), 2);
  g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (fixture->room)), ==, 0);
}

/* With nothing to present there is no room. */
static void
test_nothing (void)
{
  UllWindow *window = test_window_new (application);

  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (window), "present"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.view", "s", "learn");
  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (window), "present"));
  test_window_end (window);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*run) (Fixture *, gconstpointer);
  } tests[] = {
    { "/present/plan", test_plan },
    { "/present/back-and-restart", test_back_and_restart },
    { "/present/hands", test_hands },
    { "/present/every-lesson", test_every_lesson },
    { "/present/place-of-lesson", test_place_of_lesson },
    { "/present/right-answer", test_right_answer },
    { "/present/accessible", test_accessible },
  };

  application = test_start (&argc, &argv);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].run, tear_down);
  g_test_add_func ("/present/nothing", test_nothing);
  return g_test_run ();
}
