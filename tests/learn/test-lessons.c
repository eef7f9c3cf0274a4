#include "ull-lesson.h"

#include "ull-units.h"

#include <glib/gstdio.h>
#include <string.h>

/* The lessons that come with the program, played from start to end: right, and with each slip that they name. */

static UllLesson *
open_lesson (const char *id)
{
  g_autoptr (GError) error = NULL;
  UllLesson *lesson = ull_lesson_open_bundled (id, NULL, &error);

  g_assert_no_error (error);
  return lesson;
}

/* As a person would type it. */
static char *
typed (const UllQuestion *question, double number)
{
  return question->unit == ULL_UNIT_BYTES ? g_strdup_printf ("%.0f", number) : g_strdup_printf ("%.6f", number);
}

static UllGrade *
grade (const UllQuestion *question, const UllKey *key, const char *answer)
{
  g_autoptr (GError) error = NULL;
  UllGrade *made = ull_question_grade (question, key, answer, 80, &error);

  g_assert_no_error (error);
  return made;
}

static guint n_slips;

static void
play_number (const UllQuestion *question, const UllKey *key)
{
  g_autofree char *truth = typed (question, key->truth);
  g_autofree char *far = typed (question, key->truth * 1000 + 12345);
  g_autoptr (UllGrade) right = grade (question, key, truth);
  g_autoptr (UllGrade) unknown = grade (question, key, far);

  g_assert_true (right->right);
  g_assert_cmpint (right->result, ==, ULL_DIAGNOSIS_RIGHT);
  g_assert_null (right->slip);
  g_assert_false (unknown->right);
  g_assert_cmpint (unknown->result, ==, ULL_DIAGNOSIS_UNKNOWN);
  g_assert_nonnull (strstr (unknown->detail, "none of the usual slips"));
  for (guint i = 0; i < key->marks->len; i++)
    {
      const UllKeyMark *mark = &g_array_index (key->marks, UllKeyMark, i);
      g_autofree char *answer = typed (question, mark->value);
      g_autoptr (UllGrade) slip = grade (question, key, answer);

      g_assert_false (slip->right);
      g_assert_cmpint (slip->result, ==, ULL_DIAGNOSIS_SLIP);
      g_assert_nonnull (slip->slip);
      g_assert_cmpint (strlen (slip->detail), >, 20);
      n_slips++;
    }
}

static void
play_choice (const UllQuestion *question, const UllKey *key)
{
  for (guint i = 0; i < question->choices->len; i++)
    {
      const UllChoice *choice = &g_array_index (question->choices, UllChoice, i);
      g_autoptr (UllGrade) made = grade (question, key, choice->id);

      g_assert_true (made->right == (i == key->right));
      g_assert_cmpint (strlen (made->headline), >, 10);
    }
}

static void
play (const UllQuestion *question)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (UllKey) key = ull_question_solve (question, &error);
  g_autoptr (GError) refused = NULL;
  double number;
  guint choice;

  g_assert_no_error (error);
  g_assert_cmpint (strlen (key->explanation), >, 0);
  if (question->kind == ULL_QUESTION_OPEN)
    return;
  g_assert_false (ull_question_parse (question, "xyzzy", &number, &choice, &refused));
  g_assert_nonnull (strchr (refused->message, ';'));
  if (ull_question_is_number (question))
    play_number (question, key);
  else
    play_choice (question, key);
}

static void
test_play (gconstpointer data)
{
  g_autoptr (UllLesson) lesson = open_lesson (data);
  g_autoptr (GPtrArray) questions = ull_lesson_questions (lesson);
  g_autoptr (GError) error = NULL;

  g_assert_cmpstr (lesson->id, ==, data);
  ull_lesson_check (lesson, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (questions->len, >=, 3);
  n_slips = 0;
  for (guint i = 0; i < questions->len; i++)
    play (g_ptr_array_index (questions, i));
  g_test_message ("%u steps, %u questions, %u slips", lesson->steps->len, questions->len, n_slips);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (const char *const *id = ull_lesson_bundled (); *id != NULL; id++)
    {
      g_autofree char *path = g_strconcat ("/lessons/play/", *id, NULL);

      g_test_add_data_func (path, *id, test_play);
    }

  return g_test_run ();
}
