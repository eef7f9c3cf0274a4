#include "test-util.h"

#include "ull-data-table.h"
#include "ull-learn-view.h"
#include "ull-record-store.h"
#include "ull-record-view.h"
#include "ull-sheet-dialog.h"
#include "ull-sum-view.h"
#include "ull-units.h"

#include <glib/gstdio.h>
#include <string.h>

/* Lessons and drills as a person plays them, by the widgets they have. Expected figures are the public ones of the lessons:
 * a 24 GB card at 0.90 less 16.06 and 1.8 GB is 3.74 GB, which holds 28,533 tokens of 131,072 bytes, or 57,067 where only K is
 * counted. */

static UllApplication *application;

typedef struct
{
  UllWindow *window;
  UllLearnView *view;
  UllLessonPlayer *player;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_assert_true (ull_record_store_erase (ull_record_store_get_default (), NULL));
  fixture->window = test_window_new (application);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.view", "s", "learn");
  fixture->view = ULL_LEARN_VIEW (test_find (GTK_WIDGET (fixture->window), ULL_TYPE_LEARN_VIEW, NULL));
  fixture->player = ull_learn_view_get_player (fixture->view);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  test_window_end (fixture->window);
}

static void
open_lesson (Fixture *fixture, const char *id)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->view), "learn.lesson", "s", id));
}

static UllQuestion *
question_of (Fixture *fixture)
{
  return ull_course_get_question (ull_lesson_player_get_course (fixture->player));
}

static gboolean
is_open (Fixture *fixture)
{
  return question_of (fixture) != NULL && ull_course_get_grade (ull_lesson_player_get_course (fixture->player)) == NULL;
}

static void
type (Fixture *fixture, const char *text)
{
  GtkWidget *entry = test_find (GTK_WIDGET (ull_lesson_player_get_question (fixture->player)), GTK_TYPE_ENTRY, NULL);

  g_assert_nonnull (entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
}

static void
choose (Fixture *fixture, guint index)
{
  GtkWidget *button = test_find (GTK_WIDGET (ull_lesson_player_get_question (fixture->player)), GTK_TYPE_CHECK_BUTTON, NULL);

  for (guint i = 0; i < index; i++)
    button = gtk_widget_get_next_sibling (button);
  g_assert_true (GTK_IS_CHECK_BUTTON (button));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (button), TRUE);
}

static void
commit (Fixture *fixture)
{
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.commit", NULL);
}

static const char *
headline (Fixture *fixture)
{
  return ull_verdict_card_get_headline (ull_lesson_player_get_verdict (fixture->player));
}

static const char *
detail (Fixture *fixture)
{
  return ull_verdict_card_get_detail (ull_lesson_player_get_verdict (fixture->player));
}

static UllVerdictState
state (Fixture *fixture)
{
  return ull_verdict_card_get_state (ull_lesson_player_get_verdict (fixture->player));
}

/* Of a lesson's questions, those that the record has. */
static guint
count_recorded (const char *lesson)
{
  const UllRecord *record = ull_record_store_get_record (ull_record_store_get_default ());
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < record->entries->len; i++)
    if (g_str_equal (g_array_index (record->entries, UllRecordEntry, i).source, lesson))
      g_hash_table_add (seen, g_array_index (record->entries, UllRecordEntry, i).question);
  return g_hash_table_size (seen);
}

/* What the lesson itself holds right. */
static void
answer_right (Fixture *fixture)
{
  UllQuestion *question = question_of (fixture);
  g_autoptr (GError) error = NULL;
  g_autoptr (UllKey) key = NULL;

  if (question->kind == ULL_QUESTION_OPEN)
    return;
  key = ull_question_solve (question, &error);
  g_assert_no_error (error);
  if (ull_question_is_number (question))
    {
      char buffer[G_ASCII_DTOSTR_BUF_SIZE];

      g_ascii_formatd (buffer, sizeof buffer, ull_question_is_factor (question) ? "%.4f" : "%.0f", key->truth);
      if (!ull_question_is_factor (question) && key->truth != (double) (gint64) key->truth)
        g_ascii_formatd (buffer, sizeof buffer, "%.6f", key->truth);
      type (fixture, buffer);
    }
  else
    choose (fixture, key->right);
}

static void
play_through (Fixture *fixture, const char *id)
{
  g_autoptr (UllLesson) lesson = ull_lesson_open_bundled (id, NULL, NULL);
  g_autoptr (GPtrArray) questions = ull_lesson_questions (lesson);
  GtkWidget *stack = test_find (GTK_WIDGET (fixture->player), GTK_TYPE_STACK, "stack");
  guint n = 0, n_answered, n_right, n_counted = 0;

  for (guint i = 0; i < questions->len; i++)
    n_counted += ((UllQuestion *) g_ptr_array_index (questions, i))->kind != ULL_QUESTION_OPEN;
  open_lesson (fixture, id);
  for (guint i = 0; g_strcmp0 (gtk_stack_get_visible_child_name (GTK_STACK (stack)), "end") != 0; i++)
    {
      g_assert_cmpuint (i, <, 200);
      if (is_open (fixture))
        {
          n++;
          g_assert_cmpint (state (fixture), ==, ULL_VERDICT_WITHHELD);
          answer_right (fixture);
          commit (fixture);
          g_assert_cmpint (state (fixture), ==, ULL_VERDICT_GOOD);
        }
      commit (fixture);
    }
  g_assert_cmpuint (n, ==, questions->len);
  ull_course_count (ull_lesson_player_get_course (fixture->player), &n_answered, &n_right);
  g_assert_cmpuint (n_answered, ==, n_counted);
  g_assert_cmpuint (n_right, ==, n_counted);
  g_assert_cmpuint (count_recorded (id), ==, n_counted);
  gtk_widget_activate_action (GTK_WIDGET (fixture->player), "lesson.leave", NULL);
}

static void
test_every_lesson (Fixture *fixture, gconstpointer data)
{
  const char *const *ids = ull_lesson_bundled ();

  for (guint i = 0; ids[i] != NULL; i++)
    play_through (fixture, ids[i]);
}

static const UllScene *
slips_of (Fixture *fixture)
{
  return ull_scene_chart_get_scene (ull_scene_card_get_chart (ull_lesson_player_get_slips (fixture->player)));
}

static void
test_slip (Fixture *fixture, gconstpointer data)
{
  g_autofree char *scene = NULL;

  open_lesson (fixture, "budget");
  g_assert_null (slips_of (fixture));
  type (fixture, "3.74 GB");
  commit (fixture);
  g_assert_cmpint (state (fixture), ==, ULL_VERDICT_GOOD);
  commit (fixture);
  type (fixture, "57067");
  commit (fixture);
  test_wait_frames (GTK_WIDGET (fixture->window), 3);
  g_assert_cmpint (state (fixture), ==, ULL_VERDICT_BAD);
  g_assert_cmpstr (headline (fixture), ==, "You said 57,067 at 50" ULL_NBSP "%. It is 28,533.");
  g_assert_nonnull (strstr (detail (fixture), "K alone, not K and V"));
  scene = ull_scene_to_text (slips_of (fixture));
  g_assert_nonnull (strstr (scene, "57,067, yours"));
  g_assert_nonnull (strstr (scene, "28,533, the answer"));
  g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (fixture->window)), ==, 0);
}

/* Table and file of the slips say what the picture says, in every format, and go with the question. */
static void
test_slip_files (Fixture *fixture, gconstpointer data)
{
  static const char *const endings[] = { "png", "svg", "pdf", "csv" };
  g_autofree char *folder = g_dir_make_tmp ("ullage-slips-XXXXXX", NULL);
  UllSceneCard *card;
  g_autofree char *shown = NULL;
  GtkWindow *table;

  open_lesson (fixture, "budget");
  card = ull_lesson_player_get_slips (fixture->player);
  gtk_widget_activate_action (GTK_WIDGET (card), "scene.table", NULL);
  g_assert_null (test_find_window (GTK_WINDOW (fixture->window), ULL_TYPE_DATA_TABLE));
  type (fixture, "1GB");
  commit (fixture);
  gtk_widget_activate_action (GTK_WIDGET (card), "scene.table", NULL);
  table = test_find_window (GTK_WINDOW (fixture->window), ULL_TYPE_DATA_TABLE);
  g_assert_nonnull (table);
  shown = ull_data_table_dup_csv (ULL_DATA_TABLE (table));
  g_assert_nonnull (strstr (shown, "The answer,3740000000,1,"));
  g_assert_nonnull (strstr (shown, "Yours,1000000000,"));
  g_assert_nonnull (strstr (shown, "no weights,"));
  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *name = g_strconcat ("slips.", endings[i], NULL), *path = g_build_filename (folder, name, NULL);
      g_autofree char *text = NULL;
      gsize length;

      g_assert_true (ull_scene_card_write (card, path));
      g_assert_true (g_file_get_contents (path, &text, &length, NULL));
      g_assert_cmpuint (length, >, 300);
      g_assert_true (!g_str_equal (endings[i], "csv") || g_str_equal (text, shown));
      g_unlink (path);
    }
  commit (fixture);
  g_assert_null (test_find_window (GTK_WINDOW (fixture->window), ULL_TYPE_DATA_TABLE));
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_unknown (Fixture *fixture, gconstpointer data)
{
  open_lesson (fixture, "budget");
  type (fixture, "3.2GB");
  commit (fixture);
  g_assert_nonnull (strstr (detail (fixture), "none of the usual slips"));
}

/* The pool was answered; what the same card holds is still asked, so its picture stays locked. */
static void
test_later_question (Fixture *fixture, gconstpointer data)
{
  UllWorkspace *workspace;

  open_lesson (fixture, "budget");
  type (fixture, "3.74GB");
  commit (fixture);
  workspace = ull_lesson_player_get_workspace (fixture->player);
  g_assert_true (ull_workspace_get_disclosure (workspace)->withheld);
  g_assert_null (ull_workspace_get_disclosure (workspace)->plan);
  g_assert_null (test_find (GTK_WIDGET (fixture->player), ULL_TYPE_SUM_VIEW, NULL));
}

/* Nothing but the numbers of the file is asked, and every picture of the model would show them. */
static void
test_file (Fixture *fixture, gconstpointer data)
{
  open_lesson (fixture, "config");
  g_assert_cmpint (question_of (fixture)->kind, ==, ULL_QUESTION_CONFIG);
  g_assert_null (ull_lesson_player_get_workspace (fixture->player));
}

static void
test_bad_entry (Fixture *fixture, gconstpointer data)
{
  open_lesson (fixture, "budget");
  type (fixture, "many");
  g_assert_false (ull_question_panel_get_ready (ull_lesson_player_get_question (fixture->player)));
  commit (fixture);
  g_assert_true (is_open (fixture));
  type (fixture, "");
  g_assert_false (ull_question_panel_get_ready (ull_lesson_player_get_question (fixture->player)));
}

static void
test_back_and_again (Fixture *fixture, gconstpointer data)
{
  open_lesson (fixture, "budget");
  type (fixture, "1GB");
  commit (fixture);
  commit (fixture);
  g_assert_true (is_open (fixture));
  gtk_widget_activate_action (GTK_WIDGET (fixture->player), "lesson.back", NULL);
  g_assert_false (is_open (fixture));
  g_assert_cmpint (state (fixture), ==, ULL_VERDICT_BAD);
  gtk_widget_activate_action (GTK_WIDGET (fixture->player), "lesson.again", NULL);
  g_assert_true (is_open (fixture));
  g_assert_cmpint (state (fixture), ==, ULL_VERDICT_WITHHELD);
  g_assert_null (slips_of (fixture));
}

static gboolean
is_graded (gpointer data)
{
  Fixture *fixture = data;

  return ull_lesson_player_get_course (fixture->player) != NULL && !is_open (fixture);
}

/* For a thread that was asked to run a load. */
static void
wait_graded (Fixture *fixture)
{
  g_assert_true (test_wait_until (is_graded, fixture, 20000));
}

/* The first label below @root that has it. */
static GtkWidget *
find_label (GtkWidget *root, const char *part)
{
  if (GTK_IS_LABEL (root) && strstr (gtk_label_get_text (GTK_LABEL (root)), part) != NULL)
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *label = find_label (child, part);

      if (label != NULL)
        return label;
    }
  return NULL;
}

static gboolean
has_label (Fixture *fixture, const char *part)
{
  GtkWidget *label = find_label (GTK_WIDGET (fixture->player), part);

  return label != NULL && gtk_widget_get_mapped (label);
}

/* Of the list's row that begins with this number. */
static const char *
progress_of (Fixture *fixture, const char *number)
{
  g_autofree char *begin = g_strconcat (number, " · ", NULL);
  GtkWidget *row = test_find (GTK_WIDGET (fixture->view), ADW_TYPE_ACTION_ROW, NULL);

  while (row != NULL && !g_str_has_prefix (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), begin))
    row = gtk_widget_get_next_sibling (row);
  g_assert_nonnull (row);
  return gtk_label_get_text (GTK_LABEL (find_label (gtk_widget_get_last_child (gtk_widget_get_first_child (row)), " of ")));
}

/* The answer is committed, then the load runs beside the window. Whoever leaves meanwhile finds it committed, and cannot give another. */
static void
test_ramp_runs (Fixture *fixture, gconstpointer data)
{
  GtkWidget *panel = GTK_WIDGET (ull_lesson_player_get_question (fixture->player));

  open_lesson (fixture, "cliff");
  choose (fixture, ULL_SHAPE_PLATEAU);
  commit (fixture);
  g_assert_true (is_open (fixture));
  g_assert_cmpint (state (fixture), ==, ULL_VERDICT_WITHHELD);
  g_assert_true (g_str_has_prefix (headline (fixture), "Committed."));
  g_assert_false (gtk_widget_get_sensitive (panel));
  /* Once more commits nothing more, and there is no way back to give another. */
  commit (fixture);
  gtk_widget_activate_action (GTK_WIDGET (fixture->player), "lesson.back", NULL);
  gtk_widget_activate_action (GTK_WIDGET (fixture->player), "lesson.begin", NULL);
  g_assert_false (gtk_widget_get_sensitive (panel));
  gtk_widget_activate_action (GTK_WIDGET (fixture->player), "lesson.leave", NULL);
  for (guint i = 0; i < 100; i++)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (5000);
    }
  g_assert_cmpuint (count_recorded ("cliff"), ==, 0);
  g_assert_cmpstr (progress_of (fixture, "12"), ==, "1 of 10");
  open_lesson (fixture, "cliff");
  wait_graded (fixture);
  g_assert_cmpint (state (fixture), ==, ULL_VERDICT_BAD);
  g_assert_cmpstr (detail (fixture), ==, ull_slip_get_why (ULL_SLIP_NO_LOSS));
  g_assert_cmpuint (count_recorded ("cliff"), ==, 1);
}

static UllTrialCard *
trial_of (Fixture *fixture)
{
  return ull_lesson_picture_get_trial (ull_lesson_player_get_picture (fixture->player));
}

static char *
ramp_scene (Fixture *fixture)
{
  test_wait_frames (GTK_WIDGET (fixture->window), 3);
  return ull_scene_to_text (ull_scene_chart_get_scene (ull_trial_card_get_chart (trial_of (fixture))));
}

/* The ramp is drawn after the last question about it, with what was said of it; what it is without sharing after that question. */
static void
test_ramp_shown (Fixture *fixture, gconstpointer data)
{
  static const char *const answers[] = { NULL, "9", "14", "2" };

  open_lesson (fixture, "cliff");
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      g_autofree char *before = ramp_scene (fixture), *after = NULL;

      g_assert_true ((strstr (before, "Withheld") != NULL) == (i < 3));
      if (answers[i] != NULL)
        type (fixture, answers[i]);
      else
        choose (fixture, ULL_SHAPE_CLIFF);
      commit (fixture);
      wait_graded (fixture);
      after = ramp_scene (fixture);
      g_assert_true ((strstr (after, "Withheld") != NULL) == (i < 2));
      g_assert_true ((strstr (after, "without sharing") != NULL) == (i == 3));
      g_assert_true ((strstr (after, "your peak: 9") != NULL) == (i >= 2));
      g_assert_true ((strstr (after, "your point: 14") != NULL) == (i >= 2));
      g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (fixture->window)), ==, 0);
      commit (fixture);
    }
  /* Asked once more, it is gone again. */
  for (guint i = 0; i < 2; i++)
    gtk_widget_activate_action (GTK_WIDGET (fixture->player), "lesson.back", NULL);
  gtk_widget_activate_action (GTK_WIDGET (fixture->player), "lesson.again", NULL);
  g_assert_true (is_open (fixture));
  {
    g_autofree char *again = ramp_scene (fixture);

    g_assert_nonnull (strstr (again, "Withheld"));
  }
}

static void
leave (Fixture *fixture)
{
  gtk_widget_activate_action (GTK_WIDGET (fixture->player), "lesson.leave", NULL);
}

/* Lesson 12, of ten questions: four are answered, it is left and opened. */
static void
test_left (Fixture *fixture, gconstpointer data)
{
  static const char *const answers[] = { NULL, "9", "14", "2" };
  g_autofree char *before = NULL, *after = NULL, *said = NULL, *told = NULL;

  open_lesson (fixture, "cliff");
  g_assert_true (has_label (fixture, "question 1 of 10"));
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      if (i > 0)
        commit (fixture);
      if (answers[i] != NULL)
        type (fixture, answers[i]);
      else
        choose (fixture, ULL_SHAPE_CLIFF);
      commit (fixture);
      wait_graded (fixture);
    }
  g_assert_true (has_label (fixture, "question 4 of 10"));
  said = g_strdup (headline (fixture));
  told = g_strdup (detail (fixture));
  before = ramp_scene (fixture);
  leave (fixture);
  g_assert_cmpstr (progress_of (fixture, "12"), ==, "4 of 10");
  open_lesson (fixture, "cliff");
  wait_graded (fixture);
  after = ramp_scene (fixture);
  g_assert_true (has_label (fixture, "question 4 of 10"));
  g_assert_cmpstr (headline (fixture), ==, said);
  g_assert_cmpstr (detail (fixture), ==, told);
  g_assert_cmpstr (after, ==, before);
  g_assert_cmpuint (count_recorded ("cliff"), ==, 4);
  commit (fixture);
  g_assert_true (is_open (fixture) && has_label (fixture, "question 5 of 10"));
  g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (fixture->window)), ==, 0);
}

/* The text before the first question of lesson 0, then its first; a number and a choice. */
static void
test_left_early (Fixture *fixture, gconstpointer data)
{
  open_lesson (fixture, "cache");
  g_assert_true (has_label (fixture, "before question 1 of 4"));
  leave (fixture);
  g_assert_cmpstr (progress_of (fixture, "0"), ==, "0 of 4");
  open_lesson (fixture, "cache");
  g_assert_true (has_label (fixture, "before question 1 of 4"));
  commit (fixture);
  answer_right (fixture);
  commit (fixture);
  commit (fixture);
  choose (fixture, 0);
  leave (fixture);
  g_assert_cmpstr (progress_of (fixture, "0"), ==, "1 of 4");
  open_lesson (fixture, "cache");
  /* What was chosen and not committed is not. */
  g_assert_true (is_open (fixture) && has_label (fixture, "question 2 of 4"));
  g_assert_false (ull_question_panel_get_ready (ull_lesson_player_get_question (fixture->player)));
  g_assert_null (find_label (GTK_WIDGET (fixture->player), "question 3"));
}

/* Another lesson meanwhile; and beginning again, which the record outlives. */
static void
test_begin_again (Fixture *fixture, gconstpointer data)
{
  GtkWidget *begin;

  open_lesson (fixture, "formula");
  begin = test_find (GTK_WIDGET (fixture->player), GTK_TYPE_BUTTON, "begin");
  g_assert_false (gtk_widget_get_visible (begin));
  type (fixture, "524288");
  commit (fixture);
  g_assert_true (gtk_widget_get_visible (begin));
  open_lesson (fixture, "budget");
  g_assert_false (gtk_widget_get_visible (begin));
  type (fixture, "3.74GB");
  commit (fixture);
  open_lesson (fixture, "formula");
  g_assert_cmpstr (headline (fixture), ==, "You said 524,288" ULL_NBSP "B at 50" ULL_NBSP "%. It is 131,072" ULL_NBSP "B.");
  commit (fixture);
  g_assert_true (is_open (fixture) && has_label (fixture, "question 2 of 4"));
  gtk_widget_activate_action (GTK_WIDGET (fixture->player), "lesson.begin", NULL);
  g_assert_true (is_open (fixture) && has_label (fixture, "question 1 of 4"));
  g_assert_cmpstr (progress_of (fixture, "1"), ==, "0 of 4");
  g_assert_cmpuint (count_recorded ("formula"), ==, 1);
  leave (fixture);
  open_lesson (fixture, "formula");
  g_assert_true (is_open (fixture) && has_label (fixture, "question 1 of 4"));
  g_assert_cmpstr (progress_of (fixture, "3"), ==, "1 of 5");
}

/* Its end is where it is opened, and begins again from there; an answer in words is one. */
static void
test_left_at_end (Fixture *fixture, gconstpointer data)
{
  GtkStack *stack = GTK_STACK (test_find (GTK_WIDGET (fixture->player), GTK_TYPE_STACK, "stack"));

  play_through (fixture, "check");
  g_assert_cmpstr (progress_of (fixture, "10"), ==, "11 of 11");
  open_lesson (fixture, "check");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "end");
  g_assert_true (has_label (fixture, "11 questions answered; of 8 that are graded, 8 right."));
  gtk_widget_activate_action (GTK_WIDGET (fixture->player), "lesson.begin", NULL);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "question");
  g_assert_true (is_open (fixture));
  g_assert_cmpstr (progress_of (fixture, "10"), ==, "0 of 11");
}

static void
problem_cb (gpointer view, const char *message, char **problem)
{
  g_free (*problem);
  *problem = g_strdup (message);
}

static UllLesson *
make_own (const char *title, const char *sum)
{
  g_autofree char *text = g_strdup_printf ("{\"ullage_lesson\": 1, \"id\": \"mine\", \"title\": \"%s\", \"summary\": \"S\", \"steps\":"
                                           "[{\"text\": \"t\", \"questions\": [{\"id\": \"a\", \"kind\": \"number\", \"prompt\": \"p\","
                                           "\"answer\": \"%s\"}, {\"id\": \"b\", \"kind\": \"number\", \"prompt\": \"p\", \"answer\": \"7\"}]}]}",
                                           title, sum);
  UllLesson *lesson = ull_lesson_parse ("mine.json", text, strlen (text), NULL, NULL);

  g_assert_nonnull (lesson);
  return lesson;
}

/* One's own goes on too; one that asks something else by now begins, and says so; another of the same id is another. */
static void
test_own_changed (Fixture *fixture, gconstpointer data)
{
  g_autoptr (UllLesson) lesson = make_own ("One", "1 + 1"), other = make_own ("Two", "2 + 2"), changed = make_own ("One", "1 + 2");
  g_autofree char *problem = NULL;

  g_signal_connect (fixture->view, "problem", G_CALLBACK (problem_cb), &problem);
  ull_learn_view_play (fixture->view, lesson);
  type (fixture, "2");
  commit (fixture);
  ull_learn_view_play (fixture->view, other);
  g_assert_true (is_open (fixture));
  g_assert_null (problem);
  ull_learn_view_play (fixture->view, lesson);
  g_assert_cmpint (state (fixture), ==, ULL_VERDICT_GOOD);
  g_assert_null (problem);
  ull_learn_view_play (fixture->view, changed);
  g_assert_true (is_open (fixture));
  g_assert_true (problem != NULL && g_str_has_prefix (problem, "The questions of this lesson have changed"));
}

static void
test_drills (Fixture *fixture, gconstpointer data)
{
  for (int level = 1; level <= 3; level++)
    {
      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->view), "learn.drill", "i", level));
      for (guint i = 0; i < 40; i++)
        {
          g_assert_true (is_open (fixture));
          answer_right (fixture);
          commit (fixture);
          g_assert_cmpint (state (fixture), ==, ULL_VERDICT_GOOD);
          commit (fixture);
        }
      gtk_widget_activate_action (GTK_WIDGET (fixture->player), "lesson.leave", NULL);
    }
  g_assert_cmpuint (ull_record_store_get_record (ull_record_store_get_default ())->entries->len, ==, 120);
}

static void
test_sheet (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("ullage-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "sheet", NULL), *written = g_strconcat (path, ".pdf", NULL);
  g_autofree char *bytes = NULL;
  UllSheetDialog *dialog;

  gtk_widget_activate_action (GTK_WIDGET (fixture->view), "learn.sheet", NULL);
  dialog = ULL_SHEET_DIALOG (test_find_window (GTK_WINDOW (fixture->window), ULL_TYPE_SHEET_DIALOG));
  g_assert_nonnull (dialog);
  g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (dialog)), ==, 0);
  g_assert_false (ull_sheet_dialog_write (dialog, "/nowhere/at/all.pdf"));
  g_assert_true (ull_sheet_dialog_write (dialog, path));
  g_assert_true (g_file_get_contents (written, &bytes, NULL, NULL));
  g_assert_true (g_str_has_prefix (bytes, "%PDF"));
  g_unlink (written);
  g_rmdir (folder);
}

/* The record is a page of its own, and the way back leads to the lessons. */
static void
test_record (Fixture *fixture, gconstpointer data)
{
  GtkStack *stack = GTK_STACK (test_find (GTK_WIDGET (fixture->view), GTK_TYPE_STACK, NULL));

  gtk_widget_activate_action (GTK_WIDGET (fixture->view), "learn.record", NULL);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "record");
  g_assert_nonnull (test_find (GTK_WIDGET (fixture->view), ULL_TYPE_RECORD_VIEW, NULL));
  g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (fixture->view)), ==, 0);
  gtk_widget_activate_action (GTK_WIDGET (fixture->view), "learn.home", NULL);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "home");
}

/* From the welcome, with nothing open; and back, where the levers are again as they were. */
static void
test_views (Fixture *fixture, gconstpointer data)
{
  GtkWidget *window = GTK_WIDGET (fixture->window);
  AdwFlap *flap = ADW_FLAP (test_find (window, ADW_TYPE_FLAP, "flap"));

  gtk_widget_activate_action (window, "win.view", "s", "plan");
  gtk_widget_activate_action (window, "win.first-lesson", NULL);
  g_assert_cmpstr (ull_course_get_source (ull_lesson_player_get_course (fixture->player)), ==, ull_lesson_bundled ()[0]);
  gtk_widget_activate_action (window, "win.view", "s", "plan");
  gtk_widget_activate_action (window, "win.open-example", NULL);
  g_assert_true (adw_flap_get_reveal_flap (flap));
  gtk_widget_activate_action (window, "win.view", "s", "learn");
  g_assert_false (adw_flap_get_reveal_flap (flap));
  gtk_widget_activate_action (window, "win.view", "s", "plan");
  g_assert_true (adw_flap_get_reveal_flap (flap));
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*run) (Fixture *fixture, gconstpointer data);
  } tests[] = {
    { "/learn-view/every-lesson", test_every_lesson },   { "/learn-view/slip", test_slip },
    { "/learn-view/slip-files", test_slip_files },
    { "/learn-view/unknown", test_unknown },             { "/learn-view/later-question", test_later_question },
    { "/learn-view/file", test_file },                   { "/learn-view/bad-entry", test_bad_entry },
    { "/learn-view/ramp-runs", test_ramp_runs },         { "/learn-view/ramp-shown", test_ramp_shown },
    { "/learn-view/left", test_left },                   { "/learn-view/left-early", test_left_early },
    { "/learn-view/begin-again", test_begin_again },     { "/learn-view/left-at-end", test_left_at_end },
    { "/learn-view/own-changed", test_own_changed },
    { "/learn-view/back-and-again", test_back_and_again }, { "/learn-view/drills", test_drills },
    { "/learn-view/sheet", test_sheet },                 { "/learn-view/views", test_views },
    { "/learn-view/record", test_record },
  };

  application = test_start (&argc, &argv);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].run, tear_down);
  return g_test_run ();
}
