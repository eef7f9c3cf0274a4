#include "ull-question-private.h"

#include "ull-error.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* An answer as typed, placed among the truth and the usual mistakes. A size may be typed in any unit; a plain number is in the
 * question's own. */

void
ull_grade_free (UllGrade *grade)
{
  g_clear_pointer (&grade->slip, g_free);
  g_clear_pointer (&grade->headline, g_free);
  g_clear_pointer (&grade->detail, g_free);
  g_free (grade);
}

static gboolean
parse_choice (const UllQuestion *question, const char *answer, guint *choice, GError **error)
{
  g_autoptr (GString) ids = g_string_new (NULL);

  for (*choice = 0; *choice < question->choices->len; ++*choice)
    {
      const char *id = g_array_index (question->choices, UllChoice, *choice).id;

      if (g_ascii_strcasecmp (id, answer) == 0)
        return TRUE;
      g_string_append_printf (ids, "%s%s", ids->len > 0 ? ", " : "", id);
    }
  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, _("“%s”: is none of the answers; one of %s would be right"), answer, ids->str);
  return FALSE;
}

gboolean
ull_question_parse (const UllQuestion *question, const char *answer, double *number, guint *choice, GError **error)
{
  gint64 value;

  *number = 0;
  *choice = 0;
  if (question->kind == ULL_QUESTION_OPEN)
    return TRUE;
  if (!ull_question_is_number (question))
    return parse_choice (question, answer, choice, error);
  if (question->unit == ULL_UNIT_BYTES)
    {
      if (!ull_size_parse (answer, &value, error))
        return FALSE;
      *number = (double) value;
      return TRUE;
    }
  /* Millionths hold a factor, but not every count. */
  if (ull_count_parse (answer, &value, NULL))
    {
      *number = (double) value;
      return TRUE;
    }
  if (!ull_decimal_parse (answer, &value, error))
    return FALSE;
  *number = (double) value / 1e6;
  return TRUE;
}

static char *
said_number (const UllQuestion *question, double number)
{
  UllUnit unit = question->unit == ULL_UNIT_BYTES ? ULL_UNIT_BYTES : ULL_UNIT_COUNT;

  /* Who reckons in the other unit finds it, too. */
  if (unit == ULL_UNIT_BYTES && number >= ULL_GIB && number < 9e18)
    return ull_format_both ((gint64) number);
  return ull_formula_format (number, unit, ull_question_is_factor (question) ? "2" : NULL);
}

/* Of a number the truth without its unit, which stands in the question. */
static char *
headline (const UllQuestion *question, const UllKey *key, const UllGrade *grade)
{
  g_autofree char *said = NULL, *truth = NULL;
  gboolean number = ull_question_is_number (question);

  if (!grade->counted)
    return g_strdup (_("Compare yours with this answer."));
  said = number ? said_number (question, grade->number) : g_strdup (g_array_index (question->choices, UllChoice, grade->choice).text);
  truth = number ? said_number (question, key->truth) : g_strdup (g_array_index (question->choices, UllChoice, key->right).text);
  if (!number && question->kind == ULL_QUESTION_CHOICE)
    {
      if (grade->confidence == ULL_NO_CONFIDENCE)
        return g_strdup (grade->right ? _("Your answer is right.") : _("Your answer is not right."));
      return g_strdup_printf (grade->right ? _("Your answer is right, at %d\302\240%%.")
                                           : _("Your answer is not right, at %d\302\240%%."),
                              grade->confidence);
    }
  if (grade->confidence == ULL_NO_CONFIDENCE)
    return g_strdup_printf (number ? _("You said %s. It is %s.") : _("You said: %s. It is: %s."), said, truth);
  return g_strdup_printf (number ? _("You said %s at %d\302\240%%. It is %s.")
                                 : _("You said: %s, at %d\302\240%%. It is: %s."),
                          said, grade->confidence, truth);
}

/* The mark that the number is nearest to, of those within the tolerance. One of a ramp that a later question asks for is not recognised
 * before: a number near it counts there, and to be told so would be the answer. */
static const UllKeyMark *
nearest_mark (const UllQuestion *question, const UllKey *key, double number)
{
  const UllKeyMark *nearest = NULL;

  for (guint i = 0; i < key->marks->len; i++)
    {
      const UllKeyMark *mark = &g_array_index (key->marks, UllKeyMark, i);

      if (mark->waits && ull_question_is_ramp (question))
        continue;
      if ((number < mark->least || number > mark->most) && !ull_within (number, mark->value, question->tolerance))
        continue;
      if (nearest == NULL || fabs (number - mark->value) < fabs (number - nearest->value))
        nearest = mark;
    }
  return nearest;
}

static char *
own_sentence (const UllQuestion *question, double number, const UllKeyMark *mark)
{
  g_autofree char *said = said_number (question, number), *value = said_number (question, mark->value);
  g_autofree char *named = mark->most > mark->least && number != mark->value
                               ? g_strdup_printf (_("%s is about what you get with %s: %s."), said, mark->name, value)
                               : g_strdup_printf (_("%s is what you get with %s."), value, mark->name);

  return mark->why != NULL ? g_strdup_printf ("%s %s", named, mark->why) : g_steal_pointer (&named);
}

/* Why a number counts that is not the level which the ramp has. */
static char *
right_of_ramp (const UllQuestion *question, const UllKey *key, double number)
{
  g_autofree char *said = said_number (question, number), *truth = said_number (question, key->truth);
  g_autofree char *least = said_number (question, key->least), *most = said_number (question, key->most);

  if (g_str_equal (said, truth))
    return g_strdup (_("That is what the ramp shows."));
  if (key->most <= 0)
    return g_strdup_printf (_("%s counts as right: it is near enough to what the ramp shows."), said);
  if (question->kind == ULL_QUESTION_RETENTION)
    return g_strdup_printf (_("%s counts as right: both rates are known to within their intervals, so that the factor is one from %s to %s, "
                              "and what is near enough to those counts too."),
                            said, least, most);
  if (question->kind == ULL_QUESTION_OPERATING)
    return g_strdup_printf (_("%s counts as right: the ramp has a level at %s, and between that and the levels beside it nothing was run. "
                              "So all from %s to %s count."),
                            said, truth, least, most);
  return g_strdup_printf (_("%s counts as right: the ramp has a level at %s, but between two levels nothing was run, and where their "
                            "intervals overlap nobody can tell which does more. So all from %s to %s count."),
                          said, truth, least, most);
}

static void
grade_number (const UllQuestion *question, const UllKey *key, UllGrade *grade)
{
  const UllKeyMark *own = nearest_mark (question, key, grade->number);
  UllDiagnosis diagnosis = { .result = ULL_DIAGNOSIS_UNKNOWN };

  grade->right = ull_key_accepts (question, key, grade->number);
  grade->factor = grade->number > 0 && key->truth > 0 ? MAX (grade->number / key->truth, key->truth / grade->number) : 0;
  if (grade->right)
    {
      grade->result = ULL_DIAGNOSIS_RIGHT;
      grade->detail = key->trial != NULL ? right_of_ramp (question, key, grade->number) : g_strdup (_("That is what the sum gives."));
      return;
    }
  if (key->slips != NULL)
    ull_slips_diagnose (key->slips, grade->number, &diagnosis);
  if (diagnosis.result == ULL_DIAGNOSIS_SLIP && (own == NULL || !g_str_equal (own->id, "own")))
    {
      grade->result = ULL_DIAGNOSIS_SLIP;
      grade->slip = g_strdup (ull_slip_get_id (diagnosis.named[0].id));
      grade->detail = ull_slips_sentence (key->slips, grade->number, &diagnosis);
      return;
    }
  grade->result = own != NULL ? ULL_DIAGNOSIS_SLIP : ULL_DIAGNOSIS_UNKNOWN;
  grade->slip = own != NULL ? g_strdup (own->id) : NULL;
  if (own != NULL)
    grade->detail = own_sentence (question, grade->number, own);
  else if (key->trial != NULL && key->ramp_waits)
    grade->detail = g_strdup (_("Where yours stands on the ramp is shown once nothing more is asked about that."));
  else if (key->trial != NULL)
    grade->detail = g_strdup (_("It is none of the usual slips. Look where yours stands on the ramp."));
  else
    grade->detail = g_strdup (_("It is none of the usual slips. Follow the sum to see where yours goes another way."));
}

/* Of a shape the thought behind a wrong one is known. */
static void
name_shape (const UllKey *key, UllGrade *grade)
{
  UllSlipId slip = ull_slip_of_shape ((UllRampShape) grade->choice, (UllRampShape) key->right);

  if (grade->right)
    grade->detail = g_strdup (_("That is what the ramp shows."));
  if (slip == ULL_N_SLIPS)
    return;
  grade->result = ULL_DIAGNOSIS_SLIP;
  grade->slip = g_strdup (ull_slip_get_id (slip));
}

static void
grade_choice (const UllQuestion *question, const UllKey *key, UllGrade *grade)
{
  const char *why = g_ptr_array_index (key->whys, grade->choice);
  const char *right = g_ptr_array_index (key->whys, key->right);

  grade->right = grade->choice == key->right;
  grade->result = grade->right ? ULL_DIAGNOSIS_RIGHT : ULL_DIAGNOSIS_UNKNOWN;
  if (question->kind == ULL_QUESTION_SHAPE)
    name_shape (key, grade);
  if (grade->detail != NULL)
    return;
  if (!grade->right && why != NULL && right != NULL)
    grade->detail = g_strdup_printf ("%s %s", why, right);
  else
    grade->detail = g_strdup (why != NULL ? why : "");
}

UllGrade *
ull_question_grade (const UllQuestion *question, const UllKey *key, const char *answer, int confidence, GError **error)
{
  g_autoptr (UllGrade) grade = g_new0 (UllGrade, 1);

  if (!ull_question_parse (question, answer, &grade->number, &grade->choice, error))
    return NULL;
  grade->confidence = confidence;
  grade->counted = question->kind != ULL_QUESTION_OPEN;
  if (!grade->counted)
    grade->detail = g_strdup (key->explanation);
  else if (ull_question_is_number (question))
    grade_number (question, key, grade);
  else
    grade_choice (question, key, grade);
  grade->headline = headline (question, key, grade);
  return g_steal_pointer (&grade);
}
