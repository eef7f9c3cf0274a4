#include "ull-lesson-private.h"

#include "ull-document.h"

/* What a lesson asks, whatever it says about it: its questions in order, what each gives, and all that their answers hang on. A
 * wording that was mended, or another language, makes it no other lesson; another card does. Members are ended by a byte that no text
 * has, so that two lessons do not run together into one. */

static void
add_text (GChecksum *sum, const char *text)
{
  if (text != NULL)
    g_checksum_update (sum, (const guchar *) text, -1);
  g_checksum_update (sum, (const guchar *) "", 1);
}

static void
add_number (GChecksum *sum, gint64 number)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, number);

  add_text (sum, text);
}

static void
add_choices (GChecksum *sum, const UllQuestion *question)
{
  add_number (sum, question->choices->len);
  for (guint i = 0; i < question->choices->len; i++)
    {
      const UllChoice *choice = &g_array_index (question->choices, UllChoice, i);

      add_text (sum, choice->id);
      add_number (sum, choice->right);
    }
}

static void
add_question (GChecksum *sum, const UllQuestion *question)
{
  add_text (sum, question->id);
  add_text (sum, ull_question_kind_get_id (question->kind));
  add_text (sum, question->kind == ULL_QUESTION_FIGURE ? ull_step_get_id (question->target) : NULL);
  add_text (sum, question->config);
  add_text (sum, question->sum);
  add_number (sum, question->unit);
  add_number (sum, question->tolerance);
  add_number (sum, question->by_requests);
  add_number (sum, question->given.terms);
  add_number (sum, question->given.n_steps);
  for (guint i = 0; i < question->given.n_steps; i++)
    add_text (sum, ull_step_get_id (question->given.step[i]));
  add_choices (sum, question);
}

/* Once each, by the place among them. */
static void
add_scenarios (GChecksum *sum, const UllStage *stage)
{
  add_number (sum, stage->scenarios->len);
  for (guint i = 0; i < stage->scenarios->len; i++)
    {
      const UllStageScenario *one = &g_array_index (stage->scenarios, UllStageScenario, i);
      g_autofree char *text = ull_document_write (one->scenario, NULL);

      add_text (sum, one->name);
      add_text (sum, text);
    }
}

static void
add_scenario (GChecksum *sum, const UllStage *stage, const UllScenario *scenario)
{
  for (guint i = 0; i < stage->scenarios->len; i++)
    if (g_array_index (stage->scenarios, UllStageScenario, i).scenario == scenario)
      add_number (sum, i);
  add_text (sum, NULL);
}

char *
ull_lesson_dup_digest (const UllLesson *lesson)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  add_scenarios (sum, lesson->stage);
  for (guint i = 0; i < lesson->steps->len; i++)
    {
      const UllLessonStep *step = g_ptr_array_index (lesson->steps, i);

      add_number (sum, step->questions->len);
      for (guint k = 0; k < step->questions->len; k++)
        {
          const UllQuestion *question = g_ptr_array_index (step->questions, k);

          add_question (sum, question);
          add_scenario (sum, lesson->stage, question->scenario);
        }
    }
  return g_strdup (g_checksum_get_string (sum));
}
