#include "ull-lesson-private.h"

#include "ull-error.h"
#include "ull-pull.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A question as a file has it. Members beside the common ones depend on the kind; what a question needs is asked for here, so
 * that a lesson which was read can be played. */

static const char *const members[] = { "id", "kind", "scenario", "prompt*", "hint*", "explain*", "given", "tolerance", "figure",
                                       "by", "levers", "lever", "fact", "config", "answer", "unit*", "slips", "choices", "model_answer*",
                                       NULL };

static gboolean
refuse (UllJsonRef ref, GError **error, const char *sentence)
{
  ull_json_set_error (ref, error, ULL_ERROR_INVALID, "%s", sentence);
  return FALSE;
}

static gboolean
read_given (UllQuestion *question, UllJsonRef object, GError **error)
{
  UllJsonRef list, child;

  if (!ull_json_get (object, "given", &list))
    return TRUE;
  if (ull_json_type (list) != ULL_JSON_ARRAY)
    return refuse (list, error, _("is no list; ids of terms and of steps that come before the answer would be right"));
  for (gboolean more = ull_json_first (list, &child); more; more = ull_json_next (&child))
    {
      g_autofree char *id = ull_json_read_string (child, error);

      if (id == NULL)
        return FALSE;
      if (!ull_given_add (&question->given, id))
        return refuse (child, error,
                       _("cannot be given; a term, “terms”, or a step before the requests (bytes_per_token, pool_bytes, …) would be right"));
    }
  return TRUE;
}

static gboolean
read_tolerance (UllQuestion *question, UllJsonRef object, GError **error)
{
  g_autofree char *text = ull_lesson_read_text (object, "tolerance", FALSE, error);
  g_autoptr (GError) fault = NULL;
  UllJsonRef member;

  if (text == NULL)
    return *error == NULL;
  if (ull_fraction_parse (text, &question->tolerance, &fault) && question->tolerance <= ULL_PPM_ONE / 5)
    return TRUE;
  ull_json_get (object, "tolerance", &member);
  return refuse (member, error, _("is no tolerance; a fraction from 0 to 20 % would be right"));
}

static gboolean
read_figure (UllQuestion *question, UllJsonRef object, GError **error)
{
  g_autofree char *id = ull_lesson_read_text (object, "figure", TRUE, error);
  UllJsonRef member;

  if (id == NULL)
    return FALSE;
  question->target = g_str_equal (id, "requests") ? ULL_STEP_RUNNING : ull_step_from_id (id);
  ull_json_get (object, "figure", &member);
  for (guint i = 0; i < question->given.n_steps; i++)
    if (question->given.step[i] == question->target)
      return refuse (member, error, _("is given; something that is not would be right"));
  if (question->target != ULL_N_STEP_IDS)
    {
      question->unit = ull_step_get_unit (question->target);
      return TRUE;
    }
  return refuse (member, error, _("is no figure of a sum; requests, bytes_per_token or another step would be right"));
}

static gboolean
read_by (UllQuestion *question, UllJsonRef object, GError **error)
{
  g_autofree char *by = ull_lesson_read_text (object, "by", TRUE, error);
  UllJsonRef member;

  if (by == NULL)
    return FALSE;
  question->by_requests = g_str_equal (by, "requests");
  if (question->by_requests || g_str_equal (by, "tokens"))
    return TRUE;
  ull_json_get (object, "by", &member);
  return refuse (member, error, _("is neither “requests” nor “tokens”; one of them would be right"));
}

static gboolean
read_levers (UllQuestion *question, UllJsonRef object, GError **error)
{
  UllJsonRef list, child;

  if (!read_by (question, object, error))
    return FALSE;
  if (!ull_json_get (object, "levers", &list) || ull_json_type (list) != ULL_JSON_ARRAY || ull_json_length (list) < 2)
    return refuse (object, error, _("has no “levers”; a list of two or more, such as kv_dtype=fp8, would be right"));
  for (gboolean more = ull_json_first (list, &child); more; more = ull_json_next (&child))
    {
      g_autofree char *id = ull_json_read_string (child, error), *label = NULL;
      g_autoptr (GError) fault = NULL;
      UllPull pull;

      if (id == NULL)
        return FALSE;
      if (!ull_pull_from_id (id, &pull, &fault))
        return refuse (child, error, fault->message);
      label = ull_pull_dup_label (&pull);
      ull_question_add_choice (question, id, label, NULL, FALSE);
    }
  return TRUE;
}

static gboolean
read_factor (UllQuestion *question, UllJsonRef object, GError **error)
{
  g_autoptr (GError) fault = NULL;
  UllJsonRef member;
  UllPull pull;

  question->sum = ull_lesson_read_text (object, "lever", TRUE, error);
  if (question->sum == NULL || !read_by (question, object, error))
    return FALSE;
  if (ull_pull_from_id (question->sum, &pull, &fault))
    return TRUE;
  ull_json_get (object, "lever", &member);
  return refuse (member, error, fault->message);
}

static gboolean
read_choice (const UllLessonReader *reader, UllQuestion *question, UllJsonRef object, GError **error)
{
  static const char *const known[] = { "id", "text*", "why*", "right", NULL };
  UllStageView view = { reader->stage, question->scenario, &question->given, FALSE };
  g_autofree char *id = NULL, *text = NULL, *why = NULL;
  gboolean right = FALSE;
  UllJsonRef member;

  if (!ull_lesson_check_members (object, known, error) || (id = ull_lesson_read_text (object, "id", TRUE, error)) == NULL ||
      (text = ull_lesson_read_expanded (reader, object, "text", TRUE, &view, error)) == NULL)
    return FALSE;
  why = ull_lesson_read_words (reader, object, "why", FALSE, &member, error);
  if (ull_json_get (object, "right", &member) && !ull_json_read_bool (member, &right, error))
    return FALSE;
  ull_question_add_choice (question, id, text, why, right);
  return TRUE;
}

static gboolean
read_choices (const UllLessonReader *reader, UllQuestion *question, UllJsonRef object, GError **error)
{
  UllJsonRef list, child;
  guint n_right = 0;

  if (!ull_json_get (object, "choices", &list) || ull_json_type (list) != ULL_JSON_ARRAY || ull_json_length (list) < 2)
    return refuse (object, error, _("has no “choices”; a list of two or more would be right"));
  for (gboolean more = ull_json_first (list, &child); more; more = ull_json_next (&child))
    if (!read_choice (reader, question, child, error))
      return FALSE;
  for (guint i = 0; i < question->choices->len; i++)
    n_right += g_array_index (question->choices, UllChoice, i).right ? 1 : 0;
  return n_right == 1 || refuse (list, error, _("has not one right answer; exactly one with “right”: true would be right"));
}

static gboolean
read_own_slip (const UllLessonReader *reader, UllQuestion *question, UllJsonRef object, GError **error)
{
  static const char *const known[] = { "answer", "name*", "why*", NULL };
  UllJsonRef member;
  UllOwnSlip slip = { 0 };

  if (!ull_lesson_check_members (object, known, error))
    return FALSE;
  slip.sum = ull_lesson_read_text (object, "answer", TRUE, error);
  slip.name = slip.sum != NULL ? ull_lesson_read_words (reader, object, "name", TRUE, &member, error) : NULL;
  slip.why = slip.name != NULL ? ull_lesson_read_words (reader, object, "why", TRUE, &member, error) : NULL;
  g_array_append_val (question->own_slips, slip);
  return slip.why != NULL;
}

static gboolean
read_own_slips (const UllLessonReader *reader, UllQuestion *question, UllJsonRef object, GError **error)
{
  UllJsonRef list, child;

  if (!ull_json_get (object, "slips", &list))
    return TRUE;
  if (!ull_question_is_number (question) || ull_json_type (list) != ULL_JSON_ARRAY)
    return refuse (list, error, _("is no list of slips of a number; one would be right"));
  for (gboolean more = ull_json_first (list, &child); more; more = ull_json_next (&child))
    if (!read_own_slip (reader, question, child, error))
      return FALSE;
  return TRUE;
}

/* A file is read from its own left edge: the lesson's indentation is no part of it. It is what stands before the last brace. */
static char *
dedent (const char *text)
{
  const char *last = strrchr (text, '\n');
  gsize indent = last != NULL ? strspn (last + 1, " \t") : 0;
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 1; indent > 0 && lines[0] != NULL && lines[i] != NULL; i++)
    {
      gsize own = MIN (strspn (lines[i], " \t"), indent);

      memmove (lines[i], lines[i] + own, strlen (lines[i] + own) + 1);
    }
  return g_strjoinv ("\n", lines);
}

/* Whether the file says it: a latent is neither a head nor a number of them, and what depends on a card is in no file. */
static gboolean
check_fact (UllJsonRef object, const char *fact, const UllModel *model, GError **error)
{
  static const char *const facts[] = { "layers", "query_heads", "kv_heads", "head_dim", "hidden_size", "parameters", "max_positions", "bytes_per_token", NULL };
  gboolean of_heads = g_str_equal (fact, "kv_heads") || g_str_equal (fact, "head_dim");
  UllJsonRef member;

  ull_json_get (object, "fact", &member);
  if (!g_strv_contains (facts, fact))
    return refuse (member, error, _("is no fact of a file; layers, query_heads, kv_heads, head_dim, hidden_size, parameters, max_positions or bytes_per_token would be right"));
  return !of_heads || !ull_question_has_latent (model) ||
         refuse (member, error, _("is none that this file has: it keeps one latent for all heads; layers, query_heads, hidden_size or bytes_per_token would be right"));
}

/* The file stands in the question; any card will do for the scenario that its facts are looked up in. */
static gboolean
read_config (UllQuestion *question, UllJsonRef object, GError **error)
{
  g_autoptr (UllDevice) device = ull_device_new_custom (24 * ULL_GIB);
  g_autoptr (UllModel) model = NULL;
  g_autofree char *raw = NULL;
  UllJsonRef config;

  question->sum = ull_lesson_read_text (object, "fact", TRUE, error);
  if (question->sum == NULL)
    return FALSE;
  if (!ull_json_get (object, "config", &config))
    return refuse (object, error, _("has no “config”; the text of a config.json would be right"));
  model = ull_lesson_read_config (config, error);
  if (model == NULL || !check_fact (object, question->sum, model, error))
    return FALSE;
  raw = ull_json_dup_raw (config);
  question->config = dedent (raw);
  question->scenario = ull_scenario_new (model, device);
  return TRUE;
}

static gboolean
read_open (const UllLessonReader *reader, UllQuestion *question, UllJsonRef object, GError **error)
{
  UllJsonRef where;

  question->explain = ull_lesson_read_words (reader, object, "model_answer", TRUE, &where, error);
  return question->explain != NULL;
}

static gboolean
read_number (const UllLessonReader *reader, UllQuestion *question, UllJsonRef object, GError **error)
{
  UllJsonRef where;

  question->sum = ull_lesson_read_text (object, "answer", TRUE, error);
  question->unit_name = question->sum != NULL ? ull_lesson_read_words (reader, object, "unit", FALSE, &where, error) : NULL;
  return question->sum != NULL;
}

/* How near a number must be follows from the levels, of clients; a quotient may be taken more broadly. */
static gboolean
read_ramp (UllQuestion *question, UllJsonRef object, GError **error)
{
  g_autoptr (GError) fault = NULL;
  UllJsonRef member;

  if (ull_json_get (object, "tolerance", &member) && question->kind != ULL_QUESTION_RETENTION)
    return refuse (member, error, _("is not of a ramp, whose levels say what is near enough; none would be right"));
  if (!ull_trial_has_load (question->scenario, &fault))
    return refuse (object, error, fault->message);
  ull_question_add_usual_choices (question);
  return TRUE;
}

static gboolean
read_kind (const UllLessonReader *reader, UllQuestion *question, UllJsonRef object, GError **error)
{
  switch (question->kind)
    {
    case ULL_QUESTION_FIGURE:
      return read_figure (question, object, error);
    case ULL_QUESTION_LEVER:
      return read_levers (question, object, error);
    case ULL_QUESTION_FACTOR:
      return read_factor (question, object, error);
    case ULL_QUESTION_CONFIG:
      return read_config (question, object, error);
    case ULL_QUESTION_NUMBER:
      return read_number (reader, question, object, error);
    case ULL_QUESTION_CHOICE:
      return read_choices (reader, question, object, error);
    case ULL_QUESTION_OPEN:
      return read_open (reader, question, object, error);
    case ULL_QUESTION_SHAPE:
    case ULL_QUESTION_PEAK:
    case ULL_QUESTION_OPERATING:
    case ULL_QUESTION_RETENTION:
      return read_ramp (question, object, error);
    case ULL_QUESTION_FITS:
    case ULL_QUESTION_LIMIT:
    case ULL_N_QUESTION_KINDS:
    default:
      ull_question_add_usual_choices (question);
      return TRUE;
    }
}

static UllQuestion *
begin_question (UllJsonRef object, GError **error)
{
  g_autofree char *id = NULL, *kind = NULL;
  UllJsonRef member;

  if (!ull_lesson_check_members (object, members, error) || (id = ull_lesson_read_text (object, "id", TRUE, error)) == NULL ||
      (kind = ull_lesson_read_text (object, "kind", TRUE, error)) == NULL)
    return NULL;
  if (ull_question_kind_from_id (kind) != ULL_N_QUESTION_KINDS)
    return ull_question_new (ull_question_kind_from_id (kind), id);
  ull_json_get (object, "kind", &member);
  refuse (member, error,
          _("is no kind of question; fits, figure, lever, factor, limit, shape, peak, operating, retention, config, number, choice or open would be right"));
  return NULL;
}

static gboolean
needs_scenario (const UllQuestion *question)
{
  return question->kind != ULL_QUESTION_CONFIG && question->kind != ULL_QUESTION_NUMBER && question->kind != ULL_QUESTION_CHOICE && question->kind != ULL_QUESTION_OPEN;
}

static gboolean
read_frame (const UllLessonReader *reader, UllQuestion *question, UllJsonRef object, UllScenario *scenario, GError **error)
{
  UllScenario *own = ull_lesson_read_scenario_name (reader, object, error);

  if (*error != NULL)
    return FALSE;
  scenario = own != NULL ? own : scenario;
  question->place = ull_lesson_dup_place (object);
  question->line = ull_json_get_line (object);
  question->column = ull_json_get_column (object);
  question->stage = ull_stage_ref (reader->stage);
  if (scenario == NULL && needs_scenario (question))
    return refuse (object, error, _("asks about a plan and has no “scenario”; one of “scenarios” would be right"));
  if (scenario != NULL && question->kind != ULL_QUESTION_CONFIG)
    question->scenario = ull_scenario_ref (scenario);
  return TRUE;
}

static gboolean
read_words (const UllLessonReader *reader, UllQuestion *question, UllJsonRef object, GError **error)
{
  UllStageView view = { reader->stage, question->scenario, &question->given, FALSE };
  UllJsonRef where;

  question->prompt = ull_lesson_read_expanded (reader, object, "prompt", TRUE, &view, error);
  if (question->prompt != NULL)
    question->hint = ull_lesson_read_expanded (reader, object, "hint", FALSE, &view, error);
  if (*error == NULL && question->explain == NULL)
    question->explain = ull_lesson_read_words (reader, object, "explain", FALSE, &where, error);
  return *error == NULL;
}

UllQuestion *
ull_lesson_read_question (const UllLessonReader *reader, UllJsonRef object, UllScenario *scenario, GError **error)
{
  g_autoptr (UllQuestion) question = begin_question (object, error);

  if (question == NULL || !read_frame (reader, question, object, scenario, error) ||
      !read_given (question, object, error) || !read_kind (reader, question, object, error) ||
      !read_tolerance (question, object, error) || !read_own_slips (reader, question, object, error) ||
      !read_words (reader, question, object, error))
    return NULL;
  return g_steal_pointer (&question);
}
