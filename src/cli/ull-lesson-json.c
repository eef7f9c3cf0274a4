#include "ull-lesson-report.h"

#include "ull-members.h"

#include "ull-drill.h"

#include <math.h>

/* The objects that data/schema/lesson-show.json and lesson-grade.json describe. Without an answer's disclosure its members are
 * null. */

/* @asked: (nullable): the question that is still open and asks for it. */
static void
add_figure (JsonBuilder *builder, const char *id, const char *label, gint64 value, UllUnit unit, const UllQuestion *asked)
{
  json_builder_begin_object (builder);
  ull_member_text (builder, "id", id);
  ull_member_text (builder, "label", label);
  if (asked == NULL)
    ull_member_int (builder, "value", value);
  else
    ull_member_text (builder, "value", NULL);
  ull_member_text (builder, "unit", ull_unit_get_id (unit));
  json_builder_end_object (builder);
}

static void
add_given (JsonBuilder *builder, const UllQuestion *question, const GPtrArray *before)
{
  g_autoptr (UllDisclosure) disclosure = question->kind == ULL_QUESTION_CONFIG ? NULL : ull_question_disclose (question);

  ull_member_array (builder, "given");
  for (int id = 0; disclosure != NULL && id < ULL_N_TERMS; id++)
    if ((question->given.terms & 1u << id) != 0 && disclosure->given.term[id].present)
      add_figure (builder, ull_term_get_id ((UllTermId) id), ull_term_get_label ((UllTermId) id),
                  disclosure->given.term[id].bytes, ULL_UNIT_BYTES,
                  ull_given_find_asked (before, question, ULL_UNIT_BYTES, disclosure->given.term[id].bytes));
  for (guint i = 0; disclosure != NULL && i < disclosure->n_figures; i++)
    add_figure (builder, ull_step_get_id (disclosure->figure[i].id), ull_step_get_label (disclosure->figure[i].id),
                disclosure->figure[i].value, disclosure->figure[i].unit,
                ull_given_find_asked (before, question, disclosure->figure[i].unit, disclosure->figure[i].value));
  json_builder_end_array (builder);
}

static void
add_choices (JsonBuilder *builder, const UllQuestion *question)
{
  ull_member_array (builder, "choices");
  for (guint i = 0; i < question->choices->len; i++)
    {
      const UllChoice *choice = &g_array_index (question->choices, UllChoice, i);

      json_builder_begin_object (builder);
      ull_member_text (builder, "id", choice->id);
      ull_member_text (builder, "text", choice->text);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_key (JsonBuilder *builder, const UllQuestion *question, const UllKey *key)
{
  gboolean number = ull_question_is_number (question);

  json_builder_set_member_name (builder, "answer");
  json_builder_begin_object (builder);
  ull_member_double (builder, "value", number ? key->truth : NAN);
  ull_member_text (builder, "choice",
                   question->choices->len > 0 ? g_array_index (question->choices, UllChoice, key->right).id : NULL);
  ull_member_text (builder, "explanation", key->explanation);
  ull_member_array (builder, "slips");
  for (guint i = 0; i < key->marks->len; i++)
    {
      const UllKeyMark *mark = &g_array_index (key->marks, UllKeyMark, i);

      json_builder_begin_object (builder);
      ull_member_text (builder, "id", mark->id);
      ull_member_text (builder, "name", mark->name);
      ull_member_double (builder, "value", mark->value);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

static gboolean
add_question (JsonBuilder *builder, const UllQuestion *question, const GPtrArray *before, gboolean reveal, GError **error)
{
  g_autofree char *unit = ull_question_is_number (question) ? ull_question_dup_unit (question) : NULL;
  g_autoptr (UllKey) key = reveal ? ull_question_solve (question, error) : NULL;

  if (reveal && key == NULL)
    return FALSE;
  json_builder_begin_object (builder);
  ull_member_text (builder, "id", question->id);
  ull_member_text (builder, "kind", ull_question_kind_get_id (question->kind));
  ull_member_text (builder, "prompt", question->prompt);
  ull_member_text (builder, "hint", question->hint);
  ull_member_text (builder, "unit", unit);
  ull_member_int (builder, "tolerance_ppm", question->tolerance);
  add_given (builder, question, before);
  add_choices (builder, question);
  ull_member_text (builder, "config", question->config);
  if (key != NULL)
    add_key (builder, question, key);
  else
    ull_member_text (builder, "answer", NULL);
  json_builder_end_object (builder);
  return TRUE;
}

static gboolean
add_step (JsonBuilder *builder, const UllLesson *lesson, guint index, gboolean reveal, GError **error)
{
  const UllLessonStep *step = g_ptr_array_index (lesson->steps, index);
  g_autoptr (GPtrArray) questions = ull_lesson_questions (lesson);
  g_autofree char *after = reveal && step->reveal != NULL ? ull_lesson_dup_reveal (lesson, index, error) : NULL;

  if (reveal && step->reveal != NULL && after == NULL)
    return FALSE;
  json_builder_begin_object (builder);
  ull_member_text (builder, "text", step->text);
  ull_member_text (builder, "view", ull_lesson_view_get_id (step->view));
  ull_member_array (builder, "questions");
  for (guint i = 0; i < step->questions->len; i++)
    if (!add_question (builder, g_ptr_array_index (step->questions, i), reveal ? NULL : questions, reveal, error))
      return FALSE;
  json_builder_end_array (builder);
  ull_member_text (builder, "reveal", after);
  json_builder_end_object (builder);
  return TRUE;
}

gboolean
ull_lesson_report_json (const UllLesson *lesson, gboolean reveal, GString *out, GError **error)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  ull_member_text (builder, "id", lesson->id);
  ull_member_known_int (builder, "number", lesson->number);
  ull_member_text (builder, "title", lesson->title);
  ull_member_text (builder, "summary", lesson->summary);
  ull_member_array (builder, "steps");
  for (guint i = 0; i < lesson->steps->len; i++)
    if (!add_step (builder, lesson, i, reveal, error))
      return FALSE;
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  ull_members_append_to (builder, out);
  return TRUE;
}

gboolean
ull_sheet_report_json (const GPtrArray *questions, guint level, guint64 seed, gboolean reveal, GString *out, GError **error)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, seed);
  g_autofree char *facts = ull_drill_dup_facts (((const UllQuestion *) g_ptr_array_index (questions, 0))->scenario);

  json_builder_begin_object (builder);
  ull_member_int (builder, "level", level);
  ull_member_text (builder, "seed", number);
  ull_member_text (builder, "facts", facts);
  ull_member_array (builder, "questions");
  for (guint i = 0; i < questions->len; i++)
    if (!add_question (builder, g_ptr_array_index (questions, i), NULL, reveal, error))
      return FALSE;
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  ull_members_append_to (builder, out);
  return TRUE;
}

static const char *
result_id (UllDiagnosisResult result)
{
  return result == ULL_DIAGNOSIS_RIGHT ? "right" : result == ULL_DIAGNOSIS_SLIP ? "slip" : "unknown";
}

static void
add_answer (JsonBuilder *builder, const UllLessonAnswer *answer)
{
  const UllGrade *grade = answer->grade;

  json_builder_begin_object (builder);
  ull_member_text (builder, "question", answer->question->id);
  ull_member_text (builder, "answer", answer->answer);
  ull_member_known_int (builder, "confidence", grade->confidence);
  ull_member_bool (builder, "counted", grade->counted);
  ull_member_bool (builder, "right", grade->right);
  ull_member_text (builder, "result", result_id (grade->result));
  ull_member_text (builder, "slip", grade->slip);
  ull_member_double (builder, "factor", grade->factor > 0 ? grade->factor : NAN);
  ull_member_text (builder, "headline", grade->headline);
  ull_member_text (builder, "detail", grade->detail);
  ull_member_text (builder, "explanation", answer->key->explanation);
  json_builder_end_object (builder);
}

void
ull_grade_report_json (const UllLesson *lesson, const GArray *answers, GString *out)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (GPtrArray) questions = ull_lesson_questions (lesson);
  gint64 right = 0, counted = 0;

  json_builder_begin_object (builder);
  ull_member_text (builder, "lesson", lesson->id);
  ull_member_array (builder, "answers");
  for (guint i = 0; i < answers->len; i++)
    {
      const UllLessonAnswer *answer = &g_array_index (answers, UllLessonAnswer, i);

      counted += answer->grade->counted ? 1 : 0;
      right += answer->grade->counted && answer->grade->right ? 1 : 0;
      add_answer (builder, answer);
    }
  json_builder_end_array (builder);
  ull_member_int (builder, "counted", counted);
  ull_member_int (builder, "right", right);
  ull_member_int (builder, "questions", questions->len);
  json_builder_end_object (builder);
  ull_members_append_to (builder, out);
}
