#include "ull-course-private.h"

#include <glib/gi18n-lib.h>

/* A lesson is a row of stops: each question, and each step that asks nothing. Drills have one stop, which is replaced. A key is
 * solved when its question is answered and not before, so there is nothing that a view could give away; and what is said of one answer
 * waits where it is what a later question asks, until that was answered: see ull_key_withhold(). */

static void
forget_answer (UllStop *stop)
{
  g_clear_pointer (&stop->key, ull_key_free);
  g_clear_pointer (&stop->grade, ull_grade_free);
  g_clear_pointer (&stop->answer, g_free);
}

static void
clear_stop (gpointer data)
{
  UllStop *stop = data;

  forget_answer (stop);
  g_clear_pointer (&stop->question, ull_question_unref);
}

static UllCourse *
course_alloc (const char *title)
{
  UllCourse *course = g_new0 (UllCourse, 1);

  course->title = g_strdup (title);
  course->stops = g_array_new (FALSE, TRUE, sizeof (UllStop));
  g_array_set_clear_func (course->stops, clear_stop);
  return course;
}

static void
take_stop (UllCourse *course, guint step, UllQuestion *question)
{
  UllStop stop = { .step = step, .question = question };

  g_array_append_val (course->stops, stop);
}

UllCourse *
ull_course_new_lesson (UllLesson *lesson)
{
  UllCourse *course = course_alloc (lesson->title);

  course->lesson = ull_lesson_ref (lesson);
  for (guint i = 0; i < lesson->steps->len; i++)
    {
      const UllLessonStep *step = g_ptr_array_index (lesson->steps, i);

      if (step->questions->len == 0)
        take_stop (course, i, NULL);
      for (guint j = 0; j < step->questions->len; j++)
        take_stop (course, i, ull_question_ref (g_ptr_array_index (step->questions, j)));
    }
  return course;
}

UllCourse *
ull_course_new_drills (UllDrills *drills, const char *title)
{
  UllCourse *course = course_alloc (title);

  course->drills = drills;
  take_stop (course, 0, ull_drills_next (drills));
  return course;
}

UllCourse *
ull_course_new_question (UllQuestion *question, const char *place)
{
  UllCourse *course = course_alloc (place);

  take_stop (course, 0, ull_question_ref (question));
  return course;
}

void
ull_course_free (UllCourse *course)
{
  g_clear_pointer (&course->stops, g_array_unref);
  g_clear_pointer (&course->lesson, ull_lesson_unref);
  g_clear_pointer (&course->drills, ull_drills_free);
  g_clear_pointer (&course->title, g_free);
  g_free (course);
}

UllStop *
ull_course_get_stop (const UllCourse *course, guint index)
{
  return &g_array_index (course->stops, UllStop, index);
}

const UllLessonStep *
ull_course_get_step (const UllCourse *course)
{
  return course->lesson != NULL ? g_ptr_array_index (course->lesson->steps, ull_course_get_stop (course, course->at)->step) : NULL;
}

UllLesson *
ull_course_get_lesson (const UllCourse *course)
{
  return course->lesson;
}

guint
ull_course_get_position (const UllCourse *course, guint *n)
{
  *n = course->stops->len;
  return course->at;
}

const char *
ull_course_get_source (const UllCourse *course)
{
  return course->lesson != NULL ? course->lesson->id : "drill";
}

/* Questions of the stops before @end. */
static guint
count_questions (const UllCourse *course, guint end)
{
  guint n = 0;

  for (guint i = 0; i < end; i++)
    n += ull_course_get_stop (course, i)->question != NULL ? 1 : 0;
  return n;
}

guint
ull_course_get_number (const UllCourse *course, guint *n)
{
  *n = count_questions (course, course->stops->len);
  return MIN (count_questions (course, course->at) + 1, *n);
}

/* (transfer full) (nullable) */
static char *
dup_number (const UllCourse *course)
{
  guint n, number = ull_course_get_number (course, &n);

  if (n == 0)
    return NULL;
  if (ull_course_get_question (course) != NULL)
    return g_strdup_printf (_("question %u of %u"), number, n);
  return g_strdup_printf (count_questions (course, course->at) < n ? _("before question %u of %u") : _("after question %u of %u"),
                          number, n);
}

char *
ull_course_dup_place (const UllCourse *course)
{
  g_autofree char *count = NULL, *title = NULL;

  if (course->lesson == NULL)
    return g_strdup (course->title);
  count = dup_number (course);
  if (course->lesson->number < 0)
    title = g_strdup (course->title);
  else
    title = g_strdup_printf (_("Lesson %d · %s"), (int) course->lesson->number, course->title);
  return count != NULL ? g_strdup_printf (_("%s · %s"), title, count) : g_steal_pointer (&title);
}

char *
ull_course_dup_text (const UllCourse *course)
{
  const UllLessonStep *step = ull_course_get_step (course);

  if (step != NULL)
    return g_strdup (step->text);
  return course->drills != NULL ? ull_drills_dup_reason (course->drills) : NULL;
}

UllQuestion *
ull_course_get_question (const UllCourse *course)
{
  return ull_course_get_stop (course, course->at)->question;
}

UllLessonView
ull_course_get_view (const UllCourse *course)
{
  const UllLessonStep *step = ull_course_get_step (course);

  return step != NULL ? step->view : ULL_LESSON_VIEW_MEMORY;
}

const UllKey *
ull_course_get_key (const UllCourse *course)
{
  return ull_course_get_stop (course, course->at)->key;
}

const UllGrade *
ull_course_get_grade (const UllCourse *course)
{
  return ull_course_get_stop (course, course->at)->grade;
}

/* What is read after the step's last question. */
char *
ull_course_dup_reveal (const UllCourse *course)
{
  const UllStop *stop = ull_course_get_stop (course, course->at);
  gboolean last = course->at + 1 == course->stops->len || ull_course_get_stop (course, course->at + 1)->step != stop->step;

  if (course->lesson == NULL || !last || (stop->question != NULL && stop->key == NULL))
    return NULL;
  return ull_lesson_dup_reveal (course->lesson, stop->step, NULL);
}

/* (transfer container) (element-type UllQuestion): those after it that are still to be answered. */
static GPtrArray *
find_later (const UllCourse *course, guint at)
{
  GPtrArray *later = g_ptr_array_new ();

  for (guint i = at + 1; i < course->stops->len; i++)
    {
      const UllStop *stop = ull_course_get_stop (course, i);

      if (stop->question != NULL && stop->key == NULL)
        g_ptr_array_add (later, stop->question);
    }
  return later;
}

void
ull_course_withhold (UllCourse *course, guint at)
{
  g_autoptr (GPtrArray) later = find_later (course, at);
  UllStop *stop = ull_course_get_stop (course, at);
  UllGrade *grade;

  ull_key_withhold (stop->key, stop->question, later);
  grade = stop->grade != NULL ? ull_question_grade (stop->question, stop->key, stop->answer, stop->grade->confidence, NULL) : NULL;
  if (grade == NULL)
    return;
  ull_grade_free (stop->grade);
  stop->grade = grade;
}

/* What was said of answers before is said anew when more, or less, of it may be. */
static void
withhold_before (UllCourse *course, gboolean answered)
{
  for (guint i = 0; i < course->at; i++)
    if (ull_course_get_stop (course, i)->key != NULL && (!answered || ull_key_waits (ull_course_get_stop (course, i)->key)))
      ull_course_withhold (course, i);
}

gboolean
ull_course_commit (UllCourse *course, const char *answer, int confidence, GError **error)
{
  UllStop *stop = ull_course_get_stop (course, course->at);
  g_autoptr (UllKey) key = NULL;
  UllGrade *grade;

  g_return_val_if_fail (stop->question != NULL && stop->grade == NULL, FALSE);

  key = ull_question_solve (stop->question, error);
  grade = key != NULL ? ull_question_grade (stop->question, key, answer, confidence, error) : NULL;
  if (grade == NULL)
    return FALSE;
  stop->key = g_steal_pointer (&key);
  stop->grade = grade;
  stop->answer = g_strdup (answer);
  ull_course_withhold (course, course->at);
  withhold_before (course, TRUE);
  if (course->drills != NULL)
    ull_drills_answered (course->drills, stop->grade);
  return TRUE;
}

gboolean
ull_course_reveal (UllCourse *course, GError **error)
{
  UllStop *stop = ull_course_get_stop (course, course->at);

  g_return_val_if_fail (stop->question != NULL, FALSE);

  if (stop->key == NULL)
    stop->key = ull_question_solve (stop->question, error);
  if (stop->key == NULL)
    return FALSE;
  ull_course_withhold (course, course->at);
  withhold_before (course, TRUE);
  return TRUE;
}

void
ull_course_again (UllCourse *course)
{
  UllStop *stop = ull_course_get_stop (course, course->at);

  if (stop->key == NULL)
    return;
  forget_answer (stop);
  withhold_before (course, FALSE);
}

gboolean
ull_course_next (UllCourse *course)
{
  if (course->drills != NULL)
    {
      g_array_set_size (course->stops, 0);
      take_stop (course, 0, ull_drills_next (course->drills));
      return TRUE;
    }
  if (course->at + 1 >= course->stops->len)
    return FALSE;
  course->at++;
  return TRUE;
}

gboolean
ull_course_can_go_back (const UllCourse *course)
{
  return course->at > 0;
}

void
ull_course_back (UllCourse *course)
{
  if (course->at > 0)
    course->at--;
}

const UllDrillBoxes *
ull_course_get_boxes (const UllCourse *course)
{
  return course->drills != NULL ? ull_drills_get_boxes (course->drills) : NULL;
}

void
ull_course_count (const UllCourse *course, guint *n_answered, guint *n_right)
{
  *n_answered = *n_right = 0;
  for (guint i = 0; i < course->stops->len; i++)
    {
      const UllGrade *grade = ull_course_get_stop (course, i)->grade;

      if (grade == NULL || !grade->counted)
        continue;
      ++*n_answered;
      *n_right += grade->right ? 1 : 0;
    }
}

gboolean
ull_course_is_begun (const UllCourse *course)
{
  for (guint i = 0; i < course->stops->len; i++)
    if (ull_course_get_stop (course, i)->grade != NULL)
      return TRUE;
  return course->at > 0;
}
