#include "ull-question-private.h"

/* What is said of an answer, and what of that has to wait. A lesson asks one thing after another of the same scenario, and what
 * explains one answer may be the next: a usual mistake that comes to it, the levels of the ramp that is still asked about, how many
 * requests fit beside whether some do. Such a thing is withheld while the question that asks for it is open, as its picture is.
 *
 * A mistake waits where its figure would be right there. Of a ramp it waits where it is named after what is asked, whatever the ramp
 * comes to: so what is said, and what is not, is the same for every answer to come. */

static char *
join (const char *one, const char *other)
{
  if (one == NULL || other == NULL)
    return g_strdup (one != NULL ? one : other != NULL ? other : "");
  return g_strdup_printf ("%s\n%s", one, other);
}

void
ull_key_compose (UllKey *key)
{
  const char *told = key->told_waits ? NULL : key->told;
  g_autoptr (GString) sum = g_string_new (NULL);

  for (guint i = 0; i < key->steps->len; i++)
    {
      const UllKeyStep *step = &g_array_index (key->steps, UllKeyStep, i);

      g_string_append_printf (sum, "%s%s: %s = %s", i > 0 ? "\n" : "", step->label, step->sum, step->value);
    }
  g_free (key->said);
  g_free (key->explanation);
  key->said = join (key->words, told);
  key->explanation = join (key->words != NULL || told != NULL ? key->said : NULL, sum->len > 0 ? sum->str : NULL);
}

static gboolean
is_of_same (const UllQuestion *question, const UllQuestion *other)
{
  return question->scenario != NULL && other->scenario != NULL
         && (question->scenario == other->scenario || ull_scenario_equal (question->scenario, other->scenario));
}

/* What a ramp comes to; what it would be without sharing says nothing of it. */
static gboolean
asks_of_ramp (const UllQuestion *question, const UllQuestion *later)
{
  return is_of_same (question, later) && ull_question_is_ramp (later) && later->kind != ULL_QUESTION_RETENTION;
}

/* The words for a shape have no figures. */
static gboolean
told_waits (const UllQuestion *question, const UllQuestion *later)
{
  if (ull_question_is_ramp (question))
    return question->kind != ULL_QUESTION_SHAPE && asks_of_ramp (question, later);
  return (question->kind == ULL_QUESTION_FITS || question->kind == ULL_QUESTION_LIMIT) && later->kind == ULL_QUESTION_FIGURE
         && is_of_same (question, later);
}

/* How far numbers are taken for the peak is a matter of the shape. */
static gboolean
is_named_after (const UllKeyMark *mark, const UllQuestion *question, const UllQuestion *later)
{
  gboolean peak = g_str_equal (mark->id, ull_slip_get_id (ULL_SLIP_PEAK));
  gboolean operating = g_str_equal (mark->id, ull_slip_get_id (ULL_SLIP_OPERATING));

  if (!asks_of_ramp (question, later))
    return FALSE;
  return (peak && later->kind != ULL_QUESTION_OPERATING) || (operating && later->kind != ULL_QUESTION_PEAK);
}

/* (transfer full) (nullable): the answer to @later, where a figure of @question may be that. No ramp is run here. */
static UllKey *
solve_later (const UllQuestion *question, const UllQuestion *later)
{
  if (!ull_question_is_number (question) || !ull_question_is_number (later) || later->unit != question->unit
      || ull_question_is_ramp (question) || !ull_question_is_run (later))
    return NULL;
  return ull_question_solve (later, NULL);
}

static void
withhold_for (UllKey *key, const UllQuestion *question, const UllQuestion *later)
{
  g_autoptr (UllKey) answer = key->marks->len > 0 ? solve_later (question, later) : NULL;

  key->told_waits |= told_waits (question, later);
  key->ramp_waits |= ull_question_is_ramp (question) && asks_of_ramp (question, later);
  for (guint i = 0; i < key->marks->len; i++)
    {
      UllKeyMark *mark = &g_array_index (key->marks, UllKeyMark, i);

      mark->waits |= is_named_after (mark, question, later) || (answer != NULL && ull_key_accepts (later, answer, mark->value));
    }
}

void
ull_key_withhold (UllKey *key, const UllQuestion *question, const GPtrArray *later)
{
  key->told_waits = key->ramp_waits = FALSE;
  for (guint i = 0; i < key->marks->len; i++)
    g_array_index (key->marks, UllKeyMark, i).waits = FALSE;
  for (guint i = 0; i < later->len; i++)
    withhold_for (key, question, g_ptr_array_index (later, i));
  ull_key_compose (key);
}

gboolean
ull_key_waits (const UllKey *key)
{
  for (guint i = 0; i < key->marks->len; i++)
    if (g_array_index (key->marks, UllKeyMark, i).waits)
      return TRUE;
  return key->told_waits || key->ramp_waits;
}

gboolean
ull_key_may_name (const UllQuestion *question, const UllGrade *grade, const UllKeyMark *mark)
{
  return !mark->waits || ull_grade_is_mark (question, grade, mark);
}

gboolean
ull_grade_is_mark (const UllQuestion *question, const UllGrade *grade, const UllKeyMark *mark)
{
  return g_strcmp0 (grade->slip, mark->id) == 0 && ull_within (grade->number, mark->value, question->tolerance);
}
