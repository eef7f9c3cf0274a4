#include "fuzz.h"

#include "ull-error.h"
#include "ull-lesson.h"

#include <string.h>

/* Any bytes as a lesson, in English and in German. One that is read is played: each question is answered right, wrong and with
 * nonsense. What is refused is one sentence with the file's name. */

static void
grade (const UllQuestion *question, const UllKey *key, const char *answer)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (UllGrade) made = ull_question_grade (question, key, answer, 80, &error);

  g_assert_true ((made == NULL) == (error != NULL));
  g_assert_true (made == NULL || (made->headline != NULL && made->detail != NULL));
}

static void
play (const UllQuestion *question)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (UllDisclosure) locked = ull_question_disclose (question);
  g_autoptr (UllKey) key = ull_question_solve (question, &error);

  g_assert_true ((key == NULL) == (error != NULL));
  g_assert_true (locked == NULL || locked->plan == NULL);
  if (key == NULL)
    return;
  g_assert_nonnull (key->explanation);
  grade (question, key, "1");
  grade (question, key, "24 GiB");
  grade (question, key, "");
  if (question->choices->len > 0)
    grade (question, key, g_array_index (question->choices, UllChoice, key->right).id);
}

static void
try_language (const char *text, gsize size, const char *language)
{
  const char *const languages[] = { language, NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (UllLesson) lesson = ull_lesson_parse ("x", text, size, languages, &error);
  g_autoptr (GPtrArray) questions = NULL;

  g_assert_true ((lesson == NULL) == (error != NULL));
  if (lesson == NULL)
    {
      g_assert_true (error->domain == ULL_ERROR);
      g_assert_true (g_str_has_prefix (error->message, "x: "));
      return;
    }
  questions = ull_lesson_questions (lesson);
  for (guint i = 0; i < questions->len; i++)
    play (g_ptr_array_index (questions, i));
  for (guint i = 0; i < lesson->steps->len; i++)
    {
      g_autoptr (GError) unsaid = NULL;
      g_autofree char *reveal = ull_lesson_dup_reveal (lesson, i, &unsaid);

      g_assert_true (reveal == NULL || unsaid == NULL);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  try_language ((const char *) data, size, "en");
  try_language ((const char *) data, size, "de");
  return 0;
}
