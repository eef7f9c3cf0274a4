#include "ull-course.h"
#include "ull-record.h"

#include <string.h>

/* A lesson that is left goes on where it was left: what was said of each answer, what may be seen and what stays locked are as they
 * were, of every lesson that comes with the program and at each of its questions. What is expected is the course that nobody left. */

/* Every other one wrong, so that usual slips and their withholding are among them. */
static char *
make_answer (const UllQuestion *question, gboolean right)
{
  g_autoptr (UllKey) key = ull_question_solve (question, NULL);

  g_assert_nonnull (key);
  if (question->kind == ULL_QUESTION_OPEN)
    return g_strdup ("");
  if (!ull_question_is_number (question))
    {
      guint choice = right ? key->right : (key->right + 1) % question->choices->len;

      return g_strdup (g_array_index (question->choices, UllChoice, choice).id);
    }
  /* A factor is read with millionths, a count whole. */
  if (key->truth == (double) (gint64) key->truth)
    return g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) key->truth * (right ? 1 : 4));
  return g_strdup_printf ("%.6f", key->truth * (right ? 1 : 4));
}

static void
run_load (UllQuestion *question)
{
  if (!ull_question_is_run (question))
    g_assert_true (ull_question_run (question, NULL, NULL, NULL));
}

/* FALSE at the end. */
static gboolean
answer_next (UllCourse *course, guint *seed)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *answer = NULL;

  while (ull_course_get_question (course) == NULL || ull_course_get_grade (course) != NULL)
    if (!ull_course_next (course))
      return FALSE;
  run_load (ull_course_get_question (course));
  answer = make_answer (ull_course_get_question (course), ++*seed % 2 == 0);
  ull_course_commit (course, answer, 20 + (int) (*seed % 9) * 10, &error);
  g_assert_no_error (error);
  return TRUE;
}

static void
describe_sight (UllCourse *course, GString *text)
{
  g_autoptr (UllWorkspace) workspace = ull_course_make_workspace (course);
  UllCourseRamp ramp;
  gboolean any = ull_course_get_ramp (course, &ramp);

  g_string_append_printf (text, " picture: %s;", workspace == NULL ? "none" : ull_workspace_get_disclosure (workspace)->withheld
                                                                               ? "withheld" : "open");
  if (any)
    g_string_append_printf (text, " ramp: %s, %u said, %s;", ramp.trial != NULL ? "open" : "withheld", ramp.n_said,
                            ramp.unshared ? "unshared" : "alone");
}

static void
describe_stop (UllCourse *course, GString *text)
{
  const UllGrade *grade = ull_course_get_grade (course);
  const UllKey *key = ull_course_get_key (course);
  g_autofree char *place = ull_course_dup_place (course), *reveal = ull_course_dup_reveal (course);

  g_string_append_printf (text, "%s: %s |", place, grade != NULL ? "answered" : "open");
  if (grade != NULL)
    g_string_append_printf (text, " %d %s %s %s %s %s |", grade->confidence, grade->right ? "right" : "wrong", grade->slip,
                            grade->headline, grade->detail, key->explanation);
  g_string_append_printf (text, " %s", reveal);
  describe_sight (course, text);
  g_string_append_c (text, '\n');
}

/* Where it stands, and all that can be gone back to. */
static char *
describe (UllCourse *course)
{
  GString *text = g_string_new (NULL);
  guint n, at = ull_course_get_position (course, &n);

  for (gboolean more = TRUE; more; ull_course_back (course))
    {
      describe_stop (course, text);
      more = ull_course_can_go_back (course);
    }
  while (ull_course_get_position (course, &n) < at)
    ull_course_next (course);
  return g_string_free (text, FALSE);
}

/* Written and read again, as by another run of the program. */
static UllRecord *
put_away (UllBookmark *bookmark)
{
  g_autoptr (UllRecord) record = ull_record_new ();
  g_autofree char *text = NULL;
  UllRecord *read;

  ull_record_keep_bookmark (record, bookmark);
  text = ull_record_dup_text (record);
  read = ull_record_parse ("record.json", text, strlen (text), NULL);
  g_assert_nonnull (read);
  return read;
}

static void
run_waiting (UllCourse *course, const UllBookmark *bookmark)
{
  g_autoptr (GPtrArray) waiting = ull_course_find_waiting (course, bookmark);

  for (guint i = 0; i < waiting->len; i++)
    run_load (g_ptr_array_index (waiting, i));
}

static UllCourse *
go_on (const char *id, const UllRecord *record, gboolean *ended)
{
  g_autoptr (UllLesson) lesson = ull_lesson_open_bundled (id, NULL, NULL);
  const UllBookmark *bookmark = ull_record_find_bookmark (record, lesson);
  UllCourse *course = ull_course_new_lesson (lesson);

  g_assert_nonnull (bookmark);
  run_waiting (course, bookmark);
  *ended = ull_course_resume (course, bookmark);
  return course;
}

static void
check_left (UllCourse *course, const char *id)
{
  g_autoptr (UllRecord) record = put_away (ull_course_dup_bookmark (course, FALSE));
  g_autofree char *before = describe (course), *after = NULL;
  g_autoptr (UllCourse) same = NULL;
  gboolean ended;

  same = go_on (id, record, &ended);
  g_assert_false (ended);
  after = describe (same);
  g_assert_cmpstr (after, ==, before);
}

/* Ramps take a while: those lessons are left where something opens, the others everywhere. */
static gboolean
is_left_at (const char *id, guint answered)
{
  return !g_str_equal (id, "cliff") || answered == 1 || answered == 3 || answered == 4 || answered == 8;
}

static void
test_lessons (void)
{
  const char *const *ids = ull_lesson_bundled ();
  guint n_left = 0, seed = 0;

  for (guint i = 0; ids[i] != NULL; i++)
    {
      g_autoptr (UllLesson) lesson = ull_lesson_open_bundled (ids[i], NULL, NULL);
      g_autoptr (UllCourse) course = ull_course_new_lesson (lesson);

      for (guint answered = 1; answer_next (course, &seed); answered++)
        {
          if (!is_left_at (ids[i], answered))
            continue;
          check_left (course, ids[i]);
          n_left++;
          if (ull_course_next (course))
            check_left (course, ids[i]);
        }
    }
  g_test_message ("left at %u answers", n_left);
  g_assert_cmpuint (n_left, >, 80);
}

/* Past the last question it is at its end; the way back is there. */
static void
test_end (void)
{
  g_autoptr (UllLesson) lesson = ull_lesson_open_bundled ("cache", NULL, NULL);
  g_autoptr (UllCourse) course = ull_course_new_lesson (lesson), same = NULL;
  g_autoptr (UllRecord) record = NULL;
  gboolean ended;
  guint seed = 0, n, n_answered, n_right;

  while (answer_next (course, &seed))
    continue;
  record = put_away (ull_course_dup_bookmark (course, TRUE));
  same = go_on ("cache", record, &ended);
  g_assert_true (ended);
  ull_course_count (same, &n_answered, &n_right);
  g_assert_cmpuint (n_answered, ==, 4);
  g_assert_cmpuint (ull_course_get_position (same, &n), ==, n - 1);
  g_assert_cmpuint (ull_course_get_number (same, &n), ==, 4);
}

/* A file that says more than its answers do opens nothing: what is open is asked first. */
static void
test_open_first (void)
{
  g_autoptr (UllLesson) lesson = ull_lesson_open_bundled ("budget", NULL, NULL);
  g_autoptr (UllCourse) course = ull_course_new_lesson (lesson), other = ull_course_new_lesson (lesson);
  g_autoptr (UllBookmark) bookmark = ull_bookmark_new (lesson);
  g_autoptr (GPtrArray) questions = ull_lesson_questions (lesson);
  guint n;

  bookmark->at = 4;
  ull_bookmark_add (bookmark, "nowhere", "1", 50, TRUE);
  ull_bookmark_add (bookmark, ((const UllQuestion *) questions->pdata[0])->id, "a number of no kind", 50, TRUE);
  ull_bookmark_add (bookmark, ((const UllQuestion *) questions->pdata[1])->id, "57067", 50, TRUE);
  g_assert_false (ull_course_resume (course, bookmark));
  g_assert_cmpuint (ull_course_get_position (course, &n), ==, 0);
  g_assert_null (ull_course_get_key (course));
  bookmark->at = G_MAXUINT;
  g_assert_false (ull_course_resume (other, bookmark));
  g_assert_cmpuint (ull_course_get_position (other, &n), ==, 0);
}

/* What was committed before its load had been run has no grade yet, and nothing that was not run is solved. */
static void
test_not_graded (void)
{
  g_autoptr (UllLesson) lesson = ull_lesson_open_bundled ("cliff", NULL, NULL);
  g_autoptr (UllCourse) course = ull_course_new_lesson (lesson);
  g_autoptr (UllBookmark) bookmark = ull_bookmark_new (lesson);
  g_autoptr (GPtrArray) waiting = NULL;

  ull_bookmark_add (bookmark, "shape", "cliff", 70, FALSE);
  waiting = ull_course_find_waiting (course, bookmark);
  g_assert_cmpuint (waiting->len, ==, 1);
  ull_course_resume (course, bookmark);
  g_assert_null (ull_course_get_key (course));
  run_load (waiting->pdata[0]);
  ull_course_resume (course, bookmark);
  g_assert_null (ull_course_get_key (course));
  g_assert_false (ull_course_is_begun (course));
}

/* A question that is tried again is open again wherever the lesson goes on. */
static void
test_again (void)
{
  g_autoptr (UllLesson) lesson = ull_lesson_open_bundled ("formula", NULL, NULL);
  g_autoptr (UllCourse) course = ull_course_new_lesson (lesson), same = NULL;
  g_autoptr (UllRecord) record = NULL;
  gboolean ended;
  guint seed = 0, n;

  for (guint i = 0; i < 3; i++)
    g_assert_true (answer_next (course, &seed));
  ull_course_back (course);
  ull_course_again (course);
  record = put_away (ull_course_dup_bookmark (course, FALSE));
  same = go_on ("formula", record, &ended);
  g_assert_cmpuint (ull_course_get_position (same, &n), ==, 1);
  g_assert_null (ull_course_get_key (same));
  g_assert_true (ull_course_next (same));
  g_assert_nonnull (ull_course_get_grade (same));
}

/* A text before the first question, one between two, and one after the last: the count is of questions. */
static void
test_places (void)
{
  static const char text[] = "{\"ullage_lesson\": 1, \"id\": \"x\", \"title\": \"X\", \"summary\": \"S\", \"steps\": ["
                             "{\"text\": \"a\"}, {\"text\": \"b\", \"questions\": [{\"id\": \"one\", \"kind\": \"number\", \"prompt\": \"p\","
                             "\"answer\": \"1 + 1\"}]}, {\"text\": \"c\"}, {\"text\": \"d\", \"questions\": [{\"id\": \"two\", \"kind\": \"number\","
                             "\"prompt\": \"p\", \"answer\": \"1 + 2\"}]}, {\"text\": \"e\"}]}";
  static const char *const places[] = { "X · before question 1 of 2", "X · question 1 of 2", "X · before question 2 of 2",
                                        "X · question 2 of 2", "X · after question 2 of 2" };
  g_autoptr (GError) error = NULL;
  g_autoptr (UllLesson) lesson = ull_lesson_parse ("x.json", text, strlen (text), NULL, &error);
  g_autoptr (UllCourse) course = NULL;

  g_assert_no_error (error);
  course = ull_course_new_lesson (lesson);
  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *place = ull_course_dup_place (course);

      g_assert_cmpstr (place, ==, places[i]);
      g_assert_true (ull_course_next (course) == (i + 1 < G_N_ELEMENTS (places)));
    }
}

/* Of the bundled lesson with @from replaced. (transfer full) */
static char *
dup_digest (const char *id, const char *from, const char *to, const char *language)
{
  const char *const languages[] = { language, NULL };
  g_autoptr (GBytes) bytes = ull_lesson_bundled_text (id, NULL);
  g_autoptr (GString) text = g_string_new_len (g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes));
  g_autoptr (GError) error = NULL;
  g_autoptr (UllLesson) lesson = NULL;

  g_assert_true (from == NULL || g_string_replace (text, from, to, 1) == 1);
  lesson = ull_lesson_parse ("lesson.json", text->str, text->len, languages, &error);
  g_assert_no_error (error);
  return g_strdup (lesson->digest);
}

/* What it asks, in every language: no two lessons ask the same. */
static void
test_digests (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (const char *const *id = ull_lesson_bundled (); *id != NULL; id++)
    {
      g_autofree char *english = dup_digest (*id, NULL, NULL, "en"), *german = dup_digest (*id, NULL, NULL, "de");

      g_assert_cmpstr (english, ==, german);
      g_assert_true (g_hash_table_add (seen, g_steal_pointer (&english)));
    }
}

static void
test_changed (void)
{
  static const struct
  {
    const char *from, *to;
    gboolean same;
  } cases[] = {
    { "\"title\": \"Find the cliff\"", "\"title\": \"The cliff\"", TRUE },
    { "As before: what the levels", "What the levels", TRUE },
    { "\"available\": \"3.74GB\"", "\"available\": \"3.75GB\"", FALSE },
    { "\"load\": \"chapter\"", "\"load\": \"code\"", FALSE },
    { "\"tolerance\": \"10%\"", "\"tolerance\": \"20%\"", FALSE },
    { "\"id\": \"chapter-peak\"", "\"id\": \"second-peak\"", FALSE },
    { "\"id\": \"falls\"", "\"id\": \"sinks\"", FALSE },
  };
  g_autofree char *before = dup_digest ("cliff", NULL, NULL, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *after = dup_digest ("cliff", cases[i].from, cases[i].to, NULL);

      g_assert_true (g_str_equal (after, before) == cases[i].same);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/course/lessons", test_lessons);
  g_test_add_func ("/course/end", test_end);
  g_test_add_func ("/course/open-first", test_open_first);
  g_test_add_func ("/course/not-graded", test_not_graded);
  g_test_add_func ("/course/again", test_again);
  g_test_add_func ("/course/places", test_places);
  g_test_add_func ("/course/digests", test_digests);
  g_test_add_func ("/course/changed", test_changed);
  return g_test_run ();
}
