#include "ull-lesson-report.h"

#include "ull-drill.h"
#include "ull-units.h"

/* A lesson as it is read: paragraphs, then questions with what they give. Lines are as long as their texts: a terminal wraps
 * them as it likes. */

static void
append_asked (const char *label, const UllQuestion *asked, GString *out)
{
  g_string_append_printf (out, "    given: %s, which “%s” asks for\n", label, asked->id);
}

/* @before: (nullable): the lesson’s questions, whose answers are not told. */
static void
append_given (const UllQuestion *question, const GPtrArray *before, GString *out)
{
  g_autoptr (UllDisclosure) disclosure = ull_question_disclose (question);
  const UllQuestion *asked;

  if (disclosure == NULL || question->kind == ULL_QUESTION_CONFIG)
    return;
  for (int id = 0; id < ULL_N_TERMS; id++)
    {
      g_autofree char *size = ull_format_both (disclosure->given.term[id].bytes);

      if ((question->given.terms & 1u << id) == 0 || !disclosure->given.term[id].present)
        continue;
      asked = ull_given_find_asked (before, question, ULL_UNIT_BYTES, disclosure->given.term[id].bytes);
      if (asked != NULL)
        append_asked (ull_term_get_label ((UllTermId) id), asked, out);
      else
        g_string_append_printf (out, "    given: %s %s\n", ull_term_get_label ((UllTermId) id), size);
    }
  for (guint i = 0; i < disclosure->n_figures; i++)
    {
      const UllFigure *figure = &disclosure->figure[i];
      g_autofree char *value = ull_formula_format ((double) figure->value, figure->unit, NULL);

      asked = ull_given_find_asked (before, question, figure->unit, figure->value);
      if (asked != NULL)
        append_asked (ull_step_get_label (figure->id), asked, out);
      else
        g_string_append_printf (out, "    given: %s %s\n", ull_step_get_label (figure->id), value);
    }
}

static void
append_marks (const UllQuestion *question, const UllKey *key, GString *out)
{
  UllUnit unit = question->unit == ULL_UNIT_BYTES ? ULL_UNIT_BYTES : ULL_UNIT_COUNT;

  for (guint i = 0; i < key->marks->len; i++)
    {
      const UllKeyMark *mark = &g_array_index (key->marks, UllKeyMark, i);
      g_autofree char *value = ull_formula_format (mark->value, unit, NULL);

      g_string_append_printf (out, "    slip: %s, %s\n", value, mark->name);
    }
}

/* Every line of a text is indented alike. */
static void
append_indented (GString *out, const char *label, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    g_string_append_printf (out, "    %s%s\n", i == 0 ? label : "", lines[i]);
}

static gboolean
append_key (const UllQuestion *question, GString *out, GError **error)
{
  g_autoptr (UllKey) key = ull_question_solve (question, error);

  if (key == NULL)
    return FALSE;
  if (key->truth_text != NULL)
    g_string_append_printf (out, "    answer: %s\n", key->truth_text);
  else if (question->choices->len > 0)
    g_string_append_printf (out, "    answer: %s\n", g_array_index (question->choices, UllChoice, key->right).id);
  append_indented (out, "because: ", key->explanation);
  append_marks (question, key, out);
  return TRUE;
}

static void
append_tolerance (const UllQuestion *question, GString *out)
{
  if (question->tolerance > 0)
    g_string_append_printf (out, ", %g" ULL_NBSP "%% either way counts as right", (double) question->tolerance / 1e4);
}

static gboolean
append_question (const UllQuestion *question, const GPtrArray *before, gboolean reveal, GString *out, GError **error)
{
  g_autofree char *unit = ull_question_is_number (question) ? ull_question_dup_unit (question) : NULL;

  g_string_append_printf (out, "\n  %s: %s", question->id, question->prompt);
  if (unit != NULL)
    g_string_append_printf (out, " (%s", unit);
  append_tolerance (question, out);
  g_string_append (out, unit != NULL ? ")\n" : "\n");
  append_given (question, before, out);
  for (guint i = 0; i < question->choices->len; i++)
    {
      const UllChoice *choice = &g_array_index (question->choices, UllChoice, i);

      g_string_append_printf (out, "    %s = %s\n", choice->id, choice->text);
    }
  if (question->config != NULL)
    append_indented (out, "", question->config);
  if (question->hint != NULL && reveal)
    g_string_append_printf (out, "    hint: %s\n", question->hint);
  return !reveal || append_key (question, out, error);
}

gboolean
ull_lesson_report_text (const UllLesson *lesson, gboolean reveal, GString *out, GError **error)
{
  g_autoptr (GPtrArray) questions = ull_lesson_questions (lesson);

  g_string_append_printf (out, "%s\n%s\n%u questions\n", lesson->title, lesson->summary, questions->len);
  for (guint i = 0; i < lesson->steps->len; i++)
    {
      const UllLessonStep *step = g_ptr_array_index (lesson->steps, i);
      g_autofree char *after = NULL;

      g_string_append_printf (out, "\n%u. %s\n", i + 1, step->text);
      for (guint k = 0; k < step->questions->len; k++)
        if (!append_question (g_ptr_array_index (step->questions, k), reveal ? NULL : questions, reveal, out, error))
          return FALSE;
      if (!reveal || step->reveal == NULL)
        continue;
      after = ull_lesson_dup_reveal (lesson, i, error);
      if (after == NULL)
        return FALSE;
      g_string_append_printf (out, "\n  %s\n", after);
    }
  return TRUE;
}

gboolean
ull_sheet_report_text (const GPtrArray *questions, const char *title, gboolean reveal, GString *out, GError **error)
{
  g_autofree char *facts = ull_drill_dup_facts (((const UllQuestion *) g_ptr_array_index (questions, 0))->scenario);

  g_string_append_printf (out, "%s\n\n%s\n", title, facts);
  for (guint i = 0; i < questions->len; i++)
    if (!append_question (g_ptr_array_index (questions, i), NULL, FALSE, out, error))
      return FALSE;
  if (reveal)
    g_string_append (out, "\nAnswers\n");
  for (guint i = 0; reveal && i < questions->len; i++)
    {
      const UllQuestion *question = g_ptr_array_index (questions, i);

      g_string_append_printf (out, "\n  %s\n", question->id);
      if (!append_key (question, out, error))
        return FALSE;
    }
  return TRUE;
}

void
ull_lesson_answer_clear (UllLessonAnswer *answer)
{
  g_clear_pointer (&answer->answer, g_free);
  g_clear_pointer (&answer->key, ull_key_free);
  g_clear_pointer (&answer->grade, ull_grade_free);
}

void
ull_grade_report_text (const UllLesson *lesson, const GArray *answers, GString *out)
{
  g_autoptr (GPtrArray) questions = ull_lesson_questions (lesson);
  guint right = 0, counted = 0;

  for (guint i = 0; i < answers->len; i++)
    {
      const UllLessonAnswer *answer = &g_array_index (answers, UllLessonAnswer, i);

      counted += answer->grade->counted ? 1 : 0;
      right += answer->grade->counted && answer->grade->right ? 1 : 0;
      g_string_append_printf (out, "%s: %s\n", answer->question->id, answer->grade->headline);
      if (*answer->grade->detail != 0)
        append_indented (out, "", answer->grade->detail);
      if (answer->grade->counted && !answer->grade->right && answer->question->kind != ULL_QUESTION_CHOICE)
        append_indented (out, "", answer->key->explanation);
    }
  g_string_append_printf (out, "\n%u of %u right; %u questions in the lesson\n", right, counted, questions->len);
}
