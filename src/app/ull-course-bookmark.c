#include "ull-course-private.h"

/* What was committed is graded again as it was the first time, at the place where it was left and no further: before the first question
 * that is open. So whoever comes back sees what they had seen, and neither can change an answer by it nor sees one. A question whose load
 * nobody has run yet is not solved here, since that takes a while: it stays open until it was run. */

UllBookmark *
ull_course_dup_bookmark (const UllCourse *course, gboolean ended)
{
  UllBookmark *bookmark;

  g_return_val_if_fail (course->lesson != NULL, NULL);

  bookmark = ull_bookmark_new (course->lesson);
  bookmark->at = ended ? course->stops->len : course->at;
  for (guint i = 0; i < course->stops->len; i++)
    {
      const UllStop *stop = ull_course_get_stop (course, i);

      if (stop->grade != NULL)
        ull_bookmark_add (bookmark, stop->question->id, stop->answer, stop->grade->confidence, TRUE);
    }
  return bookmark;
}

GPtrArray *
ull_course_find_waiting (const UllCourse *course, const UllBookmark *bookmark)
{
  GPtrArray *waiting = g_ptr_array_new_with_free_func ((GDestroyNotify) ull_question_unref);

  for (guint i = 0; i < course->stops->len; i++)
    {
      UllQuestion *question = ull_course_get_stop (course, i)->question;

      if (question != NULL && ull_bookmark_find (bookmark, question->id) != NULL && !ull_question_is_run (question))
        g_ptr_array_add (waiting, ull_question_ref (question));
    }
  return waiting;
}

static void
resume_answer (UllStop *stop, const UllBookmarkAnswer *answer)
{
  g_autoptr (UllKey) key = NULL;

  if (!answer->graded || !ull_question_is_run (stop->question))
    return;
  key = ull_question_solve (stop->question, NULL);
  stop->grade = key != NULL ? ull_question_grade (stop->question, key, answer->answer, answer->confidence, NULL) : NULL;
  if (stop->grade == NULL)
    return;
  stop->key = g_steal_pointer (&key);
  stop->answer = g_strdup (answer->answer);
}

static guint
find_open (const UllCourse *course)
{
  for (guint i = 0; i < course->stops->len; i++)
    {
      const UllStop *stop = ull_course_get_stop (course, i);

      if (stop->question != NULL && stop->grade == NULL)
        return i;
    }
  return course->stops->len;
}

gboolean
ull_course_resume (UllCourse *course, const UllBookmark *bookmark)
{
  guint at;

  for (guint i = 0; i < course->stops->len; i++)
    {
      UllStop *stop = ull_course_get_stop (course, i);
      const UllBookmarkAnswer *answer = stop->question != NULL ? ull_bookmark_find (bookmark, stop->question->id) : NULL;

      if (answer != NULL)
        resume_answer (stop, answer);
    }
  for (guint i = 0; i < course->stops->len; i++)
    if (ull_course_get_stop (course, i)->key != NULL)
      ull_course_withhold (course, i);
  at = MIN (bookmark->at, find_open (course));
  course->at = MIN (at, course->stops->len - 1);
  return at == course->stops->len;
}
