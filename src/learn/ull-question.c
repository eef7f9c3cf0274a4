#include "ull-question.h"

#include <glib/gi18n-lib.h>

/* What is asked and what is given. Nothing here plans anything. */

static const char *const kinds[ULL_N_QUESTION_KINDS] = {
  [ULL_QUESTION_FITS] = "fits",     [ULL_QUESTION_FIGURE] = "figure", [ULL_QUESTION_LEVER] = "lever",
  [ULL_QUESTION_FACTOR] = "factor", [ULL_QUESTION_LIMIT] = "limit",   [ULL_QUESTION_CONFIG] = "config",
  [ULL_QUESTION_NUMBER] = "number", [ULL_QUESTION_CHOICE] = "choice", [ULL_QUESTION_OPEN] = "open",
  [ULL_QUESTION_SHAPE] = "shape",   [ULL_QUESTION_PEAK] = "peak",     [ULL_QUESTION_OPERATING] = "operating",
  [ULL_QUESTION_RETENTION] = "retention",
};

/* In the order of UllRampShape. */
static const char *const shape_texts[] = {
  [ULL_SHAPE_PLATEAU] = N_("A plateau: it rises, then stays"),
  [ULL_SHAPE_CLIFF] = N_("A cliff: it rises to a peak, then falls"),
  [ULL_SHAPE_RISING] = N_("It rises as far as the ramp goes"),
};

static const char *const limit_texts[ULL_N_LIMITS] = {
  [ULL_LIMIT_KV_POOL] = N_("The KV pool"),
  [ULL_LIMIT_MAX_MODEL_LEN] = N_("The length that the engine accepts"),
  [ULL_LIMIT_MAX_NUM_SEQS] = N_("The number of sequences that it runs at once"),
  [ULL_LIMIT_POSITIONS] = N_("The positions that the model has"),
  [ULL_LIMIT_WEIGHTS] = N_("Weights and overhead: they leave no pool"),
  [ULL_LIMIT_STATE] = N_("The fixed state of each sequence"),
  [ULL_LIMIT_ONE_REQUEST] = N_("One request alone is too long for the pool"),
};

static void
clear_choice (gpointer data)
{
  UllChoice *choice = data;

  g_clear_pointer (&choice->id, g_free);
  g_clear_pointer (&choice->text, g_free);
  g_clear_pointer (&choice->why, g_free);
}

static void
clear_own_slip (gpointer data)
{
  UllOwnSlip *slip = data;

  g_clear_pointer (&slip->sum, g_free);
  g_clear_pointer (&slip->name, g_free);
  g_clear_pointer (&slip->why, g_free);
}

UllQuestion *
ull_question_new (UllQuestionKind kind, const char *id)
{
  UllQuestion *question = g_atomic_rc_box_new0 (UllQuestion);

  question->kind = kind;
  question->id = g_strdup (id);
  question->unit = kind == ULL_QUESTION_FITS ? ULL_UNIT_REQUESTS : ULL_UNIT_COUNT;
  question->choices = g_array_new (FALSE, FALSE, sizeof (UllChoice));
  question->own_slips = g_array_new (FALSE, FALSE, sizeof (UllOwnSlip));
  g_array_set_clear_func (question->choices, clear_choice);
  g_array_set_clear_func (question->own_slips, clear_own_slip);
  return question;
}

static void
question_clear (gpointer data)
{
  UllQuestion *question = data;

  g_clear_pointer (&question->id, g_free);
  g_clear_pointer (&question->place, g_free);
  g_clear_pointer (&question->prompt, g_free);
  g_clear_pointer (&question->hint, g_free);
  g_clear_pointer (&question->explain, g_free);
  g_clear_pointer (&question->config, g_free);
  g_clear_pointer (&question->unit_name, g_free);
  g_clear_pointer (&question->sum, g_free);
  g_clear_pointer (&question->scenario, ull_scenario_unref);
  g_clear_pointer (&question->stage, ull_stage_unref);
  g_clear_pointer (&question->choices, g_array_unref);
  g_clear_pointer (&question->own_slips, g_array_unref);
}

UllQuestion *
ull_question_ref (UllQuestion *question)
{
  return g_atomic_rc_box_acquire (question);
}

void
ull_question_unref (UllQuestion *question)
{
  g_atomic_rc_box_release_full (question, question_clear);
}

void
ull_question_add_choice (UllQuestion *question, const char *id, const char *text, const char *why, gboolean right)
{
  UllChoice choice = { g_strdup (id), g_strdup (text), g_strdup (why), right };

  g_array_append_val (question->choices, choice);
}

void
ull_question_add_usual_choices (UllQuestion *question)
{
  if (question->kind == ULL_QUESTION_FITS)
    {
      ull_question_add_choice (question, "fits", _("Fit, equality included"), NULL, FALSE);
      ull_question_add_choice (question, "exceeds", _("Exceed the pool"), NULL, FALSE);
    }
  if (question->kind == ULL_QUESTION_LIMIT)
    for (int limit = 0; limit < ULL_N_LIMITS; limit++)
      ull_question_add_choice (question, ull_limit_get_id ((UllLimit) limit), _(limit_texts[limit]), NULL, FALSE);
  for (guint shape = 0; question->kind == ULL_QUESTION_SHAPE && shape < G_N_ELEMENTS (shape_texts); shape++)
    ull_question_add_choice (question, ull_shape_get_id ((UllRampShape) shape), _(shape_texts[shape]), NULL, FALSE);
}

gboolean
ull_question_is_number (const UllQuestion *question)
{
  return question->kind == ULL_QUESTION_FIGURE || question->kind == ULL_QUESTION_CONFIG || question->kind == ULL_QUESTION_NUMBER ||
         question->kind == ULL_QUESTION_PEAK || question->kind == ULL_QUESTION_OPERATING || ull_question_is_factor (question);
}

gboolean
ull_question_is_factor (const UllQuestion *question)
{
  return question->kind == ULL_QUESTION_FACTOR || question->kind == ULL_QUESTION_RETENTION;
}

gboolean
ull_question_is_ramp (const UllQuestion *question)
{
  return question->kind == ULL_QUESTION_SHAPE || question->kind == ULL_QUESTION_PEAK || question->kind == ULL_QUESTION_OPERATING ||
         question->kind == ULL_QUESTION_RETENTION;
}

guint
ull_question_get_floor (const UllQuestion *question)
{
  return question->choices->len > 0 ? 100 / question->choices->len : 0;
}

const char *
ull_question_kind_get_id (UllQuestionKind kind)
{
  g_return_val_if_fail ((guint) kind < ULL_N_QUESTION_KINDS, NULL);

  return kinds[kind];
}

UllQuestionKind
ull_question_kind_from_id (const char *id)
{
  for (int i = 0; i < ULL_N_QUESTION_KINDS; i++)
    if (g_strcmp0 (kinds[i], id) == 0)
      return (UllQuestionKind) i;
  return ULL_N_QUESTION_KINDS;
}

/* Of a load that comes by itself a level is how many run at once at most. */
static gboolean
counts_clients (const UllQuestion *question)
{
  const UllScenario *scenario = question->scenario;

  return scenario == NULL || scenario->load == NULL || scenario->load->arrivals == ULL_ARRIVALS_CLOSED;
}

char *
ull_question_dup_unit (const UllQuestion *question)
{
  static const char *const names[] = {
    [ULL_UNIT_BYTES] = N_("bytes"), [ULL_UNIT_TOKENS] = N_("tokens"), [ULL_UNIT_BLOCKS] = N_("blocks"),
    [ULL_UNIT_REQUESTS] = N_("requests"),
  };

  if (question->unit_name != NULL)
    return g_strdup (question->unit_name);
  if (ull_question_is_factor (question))
    return g_strdup (_("times"));
  if (question->kind == ULL_QUESTION_PEAK || question->kind == ULL_QUESTION_OPERATING)
    return g_strdup (counts_clients (question) ? _("clients") : _("at once"));
  return (guint) question->unit < G_N_ELEMENTS (names) ? g_strdup (_(names[question->unit])) : NULL;
}

UllDisclosure *
ull_question_disclose (const UllQuestion *question)
{
  return question->scenario != NULL ? ull_disclosure_new_given (question->scenario, &question->given) : NULL;
}
