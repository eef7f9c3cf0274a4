#include "ull-course-private.h"

#include <glib/gi18n-lib.h>

/* What may be seen beside the present question: no more than what it, and every question that is still to come about the same, gives. */

/* A later open question about the same scenario, which what is shown now must not answer. */
static const UllStop *
find_pending (const UllCourse *course, UllScenario *scenario)
{
  for (guint i = course->at + 1; i < course->stops->len; i++)
    {
      const UllStop *stop = ull_course_get_stop (course, i);

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
  const UllStop *present = ull_course_get_stop (course, course->at);

  for (guint i = course->at; i < course->stops->len; i++)
    {
      const UllStop *stop = ull_course_get_stop (course, i);

      if (stop->step == present->step && stop->key == NULL && is_read_off (stop->question))
        return TRUE;
    }
  return FALSE;
}

UllWorkspace *
ull_course_make_workspace (const UllCourse *course)
{
  const UllStop *stop = ull_course_get_stop (course, course->at), *pending;
  const UllLessonStep *step = ull_course_get_step (course);
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
  const UllStop *stop = ull_course_get_stop (course, course->at);
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
is_about (const UllStop *stop, const UllScenario *scenario)
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
      const UllStop *stop = ull_course_get_stop (course, i);

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
      const UllStop *stop = ull_course_get_stop (course, i);
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
  const UllLessonStep *step = ull_course_get_step (course);
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
