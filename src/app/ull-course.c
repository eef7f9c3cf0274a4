#include "ull-course.h"

#include <glib/gi18n-lib.h>

/* A lesson is a row of stops: each question, and each step that asks nothing. Drills have one stop, which is replaced. A key is
 * solved when its question is answered and not before, so there is nothing that a view could give away; and what is said of one answer
 * waits where it is what a later question asks, until that was answered: see ull_key_withhold(). */

typedef struct
{
  guint step;
  UllQuestion *question; /* (nullable) */
  UllKey *key;           /* (nullable), as the next */
  UllGrade *grade;
  char *answer;          /* as it was typed, where there is a grade */
} Stop;

struct _UllCourse
{
  UllLesson *lesson; /* NULL of drills and of a question alone */
  UllDrills *drills; /* NULL of a lesson and of a question alone */
  char *title;
  GArray *stops; /* Stop */
  guint at;
};

static void
forget_answer (Stop *stop)
{
  g_clear_pointer (&stop->key, ull_key_free);
  g_clear_pointer (&stop->grade, ull_grade_free);
  g_clear_pointer (&stop->answer, g_free);
}

static void
clear_stop (gpointer data)
{
  Stop *stop = data;

  forget_answer (stop);
  g_clear_pointer (&stop->question, ull_question_unref);
}

static UllCourse *
course_alloc (const char *title)
{
  UllCourse *course = g_new0 (UllCourse, 1);

  course->title = g_strdup (title);
  course->stops = g_array_new (FALSE, TRUE, sizeof (Stop));
  g_array_set_clear_func (course->stops, clear_stop);
  return course;
}

static void
take_stop (UllCourse *course, guint step, UllQuestion *question)
{
  Stop stop = { .step = step, .question = question };

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

static Stop *
get_stop (const UllCourse *course, guint index)
{
  return &g_array_index (course->stops, Stop, index);
}

static const UllLessonStep *
get_step (const UllCourse *course)
{
  return course->lesson != NULL ? g_ptr_array_index (course->lesson->steps, get_stop (course, course->at)->step) : NULL;
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

char *
ull_course_dup_place (const UllCourse *course)
{
  if (course->lesson == NULL)
    return g_strdup (course->title);
  if (course->lesson->number < 0)
    return g_strdup_printf (_("%s · %u of %u"), course->title, course->at + 1, course->stops->len);
  return g_strdup_printf (_("Lesson %d · %s · %u of %u"), (int) course->lesson->number, course->title, course->at + 1,
                          course->stops->len);
}

char *
ull_course_dup_text (const UllCourse *course)
{
  const UllLessonStep *step = get_step (course);

  if (step != NULL)
    return g_strdup (step->text);
  return course->drills != NULL ? ull_drills_dup_reason (course->drills) : NULL;
}

UllQuestion *
ull_course_get_question (const UllCourse *course)
{
  return get_stop (course, course->at)->question;
}

UllLessonView
ull_course_get_view (const UllCourse *course)
{
  const UllLessonStep *step = get_step (course);

  return step != NULL ? step->view : ULL_LESSON_VIEW_MEMORY;
}

const UllKey *
ull_course_get_key (const UllCourse *course)
{
  return get_stop (course, course->at)->key;
}

const UllGrade *
ull_course_get_grade (const UllCourse *course)
{
  return get_stop (course, course->at)->grade;
}

/* What is read after the step's last question. */
char *
ull_course_dup_reveal (const UllCourse *course)
{
  const Stop *stop = get_stop (course, course->at);
  gboolean last = course->at + 1 == course->stops->len || get_stop (course, course->at + 1)->step != stop->step;

  if (course->lesson == NULL || !last || (stop->question != NULL && stop->key == NULL))
    return NULL;
  return ull_lesson_dup_reveal (course->lesson, stop->step, NULL);
}

/* A later open question about the same scenario, which what is shown now must not answer. */
static const Stop *
find_pending (const UllCourse *course, UllScenario *scenario)
{
  for (guint i = course->at + 1; i < course->stops->len; i++)
    {
      const Stop *stop = get_stop (course, i);

      if (stop->question != NULL && stop->key == NULL && stop->question->scenario != NULL
          && ull_scenario_equal (stop->question->scenario, scenario))
        return stop;
    }
  return NULL;
}

/* A file is asked about by its numbers, and any picture of its model shows them. */
static gboolean
is_read_off (const UllQuestion *question)
{
  return question != NULL && question->kind == ULL_QUESTION_CONFIG;
}

static gboolean
asks_of_file (const UllCourse *course)
{
  const Stop *present = get_stop (course, course->at);

  for (guint i = course->at; i < course->stops->len; i++)
    {
      const Stop *stop = get_stop (course, i);

      if (stop->step == present->step && stop->key == NULL && is_read_off (stop->question))
        return TRUE;
    }
  return FALSE;
}

UllWorkspace *
ull_course_make_workspace (const UllCourse *course)
{
  const Stop *stop = get_stop (course, course->at), *pending;
  const UllLessonStep *step = get_step (course);
  UllScenario *scenario = stop->question != NULL ? stop->question->scenario : step != NULL ? step->scenario : NULL;
  const UllGiven nothing = { 0 };
  UllWorkspace *workspace;

  if (scenario == NULL || asks_of_file (course))
    return NULL;
  pending = stop->question != NULL && stop->key == NULL ? stop : find_pending (course, scenario);
  workspace = ull_workspace_new ();
  ull_workspace_open_given (workspace, scenario, pending != NULL ? &pending->question->given : &nothing);
  if (pending == NULL)
    ull_workspace_set_predict (workspace, FALSE);
  return workspace;
}

UllWorkspace *
ull_course_make_room (const UllCourse *course, guint n_shown)
{
  const Stop *stop = get_stop (course, course->at);
  UllWorkspace *workspace;
  UllGiven given;

  if (stop->question == NULL || stop->question->scenario == NULL || asks_of_file (course))
    return ull_course_make_workspace (course);
  given = stop->question->given;
  given.drawn = TRUE;
  for (guint i = 0; stop->key != NULL && i < MIN (n_shown, stop->key->steps->len); i++)
    if (g_array_index (stop->key->steps, UllKeyStep, i).id == ULL_STEP_POOL && given.n_steps < ULL_MAX_FIGURES)
      given.step[given.n_steps++] = ULL_STEP_POOL;
  workspace = ull_workspace_new ();
  ull_workspace_open_given (workspace, stop->question->scenario, &given);
  return workspace;
}

static gboolean
is_about (const Stop *stop, const UllScenario *scenario)
{
  return stop->question != NULL && ull_question_is_ramp (stop->question) && ull_scenario_equal (stop->question->scenario, scenario);
}

/* What is still asked of it, here or later. */
static void
find_asked (const UllCourse *course, const UllScenario *scenario, gboolean *ramp, gboolean *retention)
{
  *ramp = *retention = FALSE;
  for (guint i = course->at; i < course->stops->len; i++)
    {
      const Stop *stop = get_stop (course, i);

      if (stop->key != NULL || !is_about (stop, scenario))
        continue;
      if (stop->question->kind == ULL_QUESTION_RETENTION)
        *retention = TRUE;
      else
        *ramp = TRUE;
    }
}

/* The ramp is one that an answered question was read off: nobody runs one for the picture. */
static void
find_answers (const UllCourse *course, const UllScenario *scenario, UllCourseRamp *ramp)
{
  for (guint i = 0; i < course->stops->len; i++)
    {
      const Stop *stop = get_stop (course, i);
      gboolean peak = stop->question != NULL && stop->question->kind == ULL_QUESTION_PEAK;

      if (stop->key == NULL || !is_about (stop, scenario))
        continue;
      ramp->trial = stop->key->trial;
      if (stop->grade == NULL || !(peak || stop->question->kind == ULL_QUESTION_OPERATING) || ramp->n_said == ULL_MAX_SAID)
        continue;
      ramp->said[ramp->n_said++] = (UllRampSaid) { stop->grade->number, peak ? _("your peak") : _("your point"),
                                                   stop->grade->right };
    }
}

gboolean
ull_course_get_ramp (const UllCourse *course, UllCourseRamp *ramp)
{
  const UllLessonStep *step = get_step (course);
  gboolean asked, retention;

  *ramp = (UllCourseRamp) { .trial = NULL };
  if (step == NULL || step->view != ULL_LESSON_VIEW_RAMP || step->scenario == NULL)
    return FALSE;
  find_asked (course, step->scenario, &asked, &retention);
  if (!asked)
    find_answers (course, step->scenario, ramp);
  ramp->unshared = ramp->trial != NULL && !retention;
  return TRUE;
}

/* (transfer container) (element-type UllQuestion): those after it that are still to be answered. */
static GPtrArray *
find_later (const UllCourse *course, guint at)
{
  GPtrArray *later = g_ptr_array_new ();

  for (guint i = at + 1; i < course->stops->len; i++)
    {
      const Stop *stop = get_stop (course, i);

      if (stop->question != NULL && stop->key == NULL)
        g_ptr_array_add (later, stop->question);
    }
  return later;
}

static void
withhold (UllCourse *course, guint at)
{
  g_autoptr (GPtrArray) later = find_later (course, at);
  Stop *stop = get_stop (course, at);
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
    if (get_stop (course, i)->key != NULL && (!answered || ull_key_waits (get_stop (course, i)->key)))
      withhold (course, i);
}

gboolean
ull_course_commit (UllCourse *course, const char *answer, int confidence, GError **error)
{
  Stop *stop = get_stop (course, course->at);
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
  withhold (course, course->at);
  withhold_before (course, TRUE);
  if (course->drills != NULL)
    ull_drills_answered (course->drills, stop->grade);
  return TRUE;
}

gboolean
ull_course_reveal (UllCourse *course, GError **error)
{
  Stop *stop = get_stop (course, course->at);

  g_return_val_if_fail (stop->question != NULL, FALSE);

  if (stop->key == NULL)
    stop->key = ull_question_solve (stop->question, error);
  if (stop->key == NULL)
    return FALSE;
  withhold (course, course->at);
  withhold_before (course, TRUE);
  return TRUE;
}

void
ull_course_again (UllCourse *course)
{
  Stop *stop = get_stop (course, course->at);

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
      const UllGrade *grade = get_stop (course, i)->grade;

      if (grade == NULL || !grade->counted)
        continue;
      ++*n_answered;
      *n_right += grade->right ? 1 : 0;
    }
}
