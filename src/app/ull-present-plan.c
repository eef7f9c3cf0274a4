#include "ull-present-window.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* What the question gives is what a plan gives while it is predicted: the terms below the pool. */

static char *
describe (const UllScenario *scenario)
{
  gint64 cards = MAX (scenario->value[ULL_FIELD_TP], 1) * MAX (scenario->value[ULL_FIELD_PP], 1);
  g_autofree char *many = cards > 1 ? g_strdup_printf ("%d" ULL_NBSP ULL_TIMES ULL_NBSP "%s", (int) cards, scenario->device->name)
                                    : g_strdup (scenario->device->name);
  g_autofree char *context = ull_unit_format (ULL_UNIT_TOKENS, scenario->value[ULL_FIELD_CONTEXT]);

  return g_strdup_printf (_("%s on %s, requests of %s"), scenario->model->name, many, context);
}

UllCourse *
ull_present_plan (UllScenario *scenario)
{
  g_autoptr (UllQuestion) question = ull_question_new (ULL_QUESTION_FIGURE, "plan");
  g_autofree char *place = describe (scenario);

  question->prompt = g_strdup (_("How many requests fit?"));
  question->scenario = ull_scenario_ref (scenario);
  question->target = ULL_STEP_RUNNING;
  question->unit = ULL_UNIT_REQUESTS;
  ull_given_add (&question->given, "terms");
  return ull_course_new_question (question, place);
}
