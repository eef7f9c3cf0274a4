#include "ull-question.h"

#include "ull-error.h"
#include "ull-lesson-private.h"
#include "ull-pull.h"
#include "ull-question-private.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* The answer to each kind of question, out of the plan and the derivation; a lesson's own sums are evaluated, never stored. */

static void
clear_mark (gpointer data)
{
  UllKeyMark *mark = data;

  g_clear_pointer (&mark->id, g_free);
  g_clear_pointer (&mark->name, g_free);
  g_clear_pointer (&mark->why, g_free);
}

static void
clear_step (gpointer data)
{
  UllKeyStep *step = data;

  g_clear_pointer (&step->label, g_free);
  g_clear_pointer (&step->sum, g_free);
  g_clear_pointer (&step->value, g_free);
}

void
ull_key_free (UllKey *key)
{
  g_clear_pointer (&key->truth_text, g_free);
  g_clear_pointer (&key->slips, ull_slips_free);
  g_clear_pointer (&key->trial, ull_trial_unref);
  g_clear_pointer (&key->marks, g_array_unref);
  g_clear_pointer (&key->whys, g_ptr_array_unref);
  g_clear_pointer (&key->explanation, g_free);
  g_clear_pointer (&key->steps, g_array_unref);
  g_clear_pointer (&key->said, g_free);
  g_clear_pointer (&key->words, g_free);
  g_clear_pointer (&key->told, g_free);
  g_free (key);
}

static void
add_mark (const UllQuestion *question, UllKey *key, const char *id, const char *name, const char *why, double value)
{
  UllKeyMark mark = { g_strdup (id), g_strdup (name), g_strdup (why), value, value, value, FALSE };

  /* A slip that comes to the truth is right. */
  if (ull_key_accepts (question, key, value))
    clear_mark (&mark);
  else
    g_array_append_val (key->marks, mark);
}

void
ull_key_add_slip (const UllQuestion *question, UllKey *key, UllSlipId slip, double value, double least, double most)
{
  guint n = key->marks->len;

  add_mark (question, key, ull_slip_get_id (slip), ull_slip_get_name (slip), ull_slip_get_why (slip), value);
  if (key->marks->len == n)
    return;
  g_array_index (key->marks, UllKeyMark, n).least = least;
  g_array_index (key->marks, UllKeyMark, n).most = most;
}

static int
compare_marks_cb (const void *a, const void *b)
{
  const UllKeyMark *one = a, *other = b;

  return (one->value > other->value) - (one->value < other->value);
}

static gboolean
evaluate (const UllQuestion *question, const char *sum, double *value, UllUnit *unit, GError **error)
{
  UllStageView view = { question->stage, question->scenario, NULL, TRUE };

  return ull_formula_evaluate (sum, ull_stage_lookup, &view, value, unit, error);
}

static gboolean
add_own_slips (const UllQuestion *question, UllKey *key, GError **error)
{
  for (guint i = 0; i < question->own_slips->len; i++)
    {
      const UllOwnSlip *slip = &g_array_index (question->own_slips, UllOwnSlip, i);
      UllUnit unit;
      double value;

      if (!evaluate (question, slip->sum, &value, &unit, error))
        return FALSE;
      add_mark (question, key, "own", slip->name, slip->why, value);
    }
  return TRUE;
}

static gboolean
expand_whys (const UllQuestion *question, UllKey *key, GError **error)
{
  UllStageView view = { question->stage, question->scenario, NULL, TRUE };

  for (guint i = 0; i < question->choices->len; i++)
    {
      const char *why = g_array_index (question->choices, UllChoice, i).why;
      char *expanded = why != NULL ? ull_formula_expand (why, ull_stage_lookup, &view, error) : NULL;

      if (why != NULL && expanded == NULL)
        return FALSE;
      g_ptr_array_add (key->whys, expanded);
    }
  return TRUE;
}

/* The steps that a step is made of, each once, the first first. */
static void
mark_needed (const UllDerivation *derivation, int step, gboolean *needed)
{
  const UllStep *s = &derivation->step[step];

  needed[step] = TRUE;
  for (guint i = 0; i < s->n_operands; i++)
    {
      const UllOperand *operand = &derivation->operand[s->first_operand + i];

      if (operand->kind == ULL_OPERAND_STEP && !needed[operand->ref])
        mark_needed (derivation, (int) operand->ref, needed);
    }
}

static void
add_step (UllKey *key, const UllDerivation *derivation, guint step)
{
  UllKeyStep added = { ull_derivation_step_label (derivation, step), ull_derivation_step_sum (derivation, step),
                       ull_derivation_step_value (derivation, step), derivation->step[step].id };

  g_array_append_val (key->steps, added);
}

static void
add_sum (UllKey *key, const UllDerivation *derivation, int step)
{
  gboolean needed[ULL_MAX_STEPS] = { FALSE };

  if (step >= 0)
    mark_needed (derivation, step, needed);
  for (guint i = 0; i < derivation->n_steps; i++)
    if (needed[i])
      add_step (key, derivation, i);
}

static gboolean
solve_figure (const UllQuestion *question, UllKey *key, GError **error)
{
  g_autoptr (UllPlan) plan = ull_plan_new (question->scenario, error);
  UllStepId target = question->target;

  if (plan == NULL)
    return FALSE;
  if (target == ULL_STEP_RUNNING)
    target = ull_slips_requests_step (plan);
  key->slips = ull_slips_new (question->scenario, target, question->tolerance, error);
  if (key->slips == NULL)
    return FALSE;
  key->truth = (double) key->slips->truth;
  key->truth_text = key->slips->unit == ULL_UNIT_BYTES && key->slips->truth >= ULL_GIB
                        ? ull_format_both (key->slips->truth)
                        : ull_formula_format (key->truth, key->slips->unit, NULL);
  for (guint i = 0; i < key->slips->marks->len; i++)
    {
      const UllSlipMark *mark = &g_array_index (key->slips->marks, UllSlipMark, i);

      add_mark (question, key, ull_slip_get_id (mark->id), ull_slip_mark_get_name (mark), ull_slip_get_why (mark->id),
                (double) mark->value);
    }
  add_sum (key, &plan->derivation, ull_derivation_find_last (&plan->derivation, target));
  return TRUE;
}

static gboolean
find_choice (const UllQuestion *question, const char *id, guint *index)
{
  for (*index = 0; *index < question->choices->len; ++*index)
    if (g_str_equal (g_array_index (question->choices, UllChoice, *index).id, id))
      return TRUE;
  return FALSE;
}

static gboolean
solve_verdict (const UllQuestion *question, UllKey *key, GError **error)
{
  g_autoptr (UllPlan) plan = ull_plan_new (question->scenario, error);
  g_autofree char *headline = NULL, *detail = NULL;
  const char *right;

  if (plan == NULL)
    return FALSE;
  right = question->kind == ULL_QUESTION_LIMIT ? ull_limit_get_id (plan->limit) : plan->fits ? "fits" : "exceeds";
  if (!find_choice (question, right, &key->right))
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, _("the right answer, “%s”, is none of the choices"), right);
      return FALSE;
    }
  headline = ull_plan_headline (plan);
  detail = ull_plan_detail (plan);
  add_sum (key, &plan->derivation, ull_derivation_find_last (&plan->derivation, ULL_STEP_ULLAGE));
  key->told = g_strdup_printf ("%s %s", headline, detail != NULL ? detail : "");
  return TRUE;
}

static double
gain_of (const UllQuestion *question, const UllPlan *plan)
{
  return (double) (question->by_requests ? plan->max_concurrency : plan->layout.tokens);
}

static UllPlan *
plan_pulled (const UllQuestion *question, const char *id, char **label, GError **error)
{
  g_autoptr (UllScenario) scenario = NULL;
  UllPull pull;

  if (!ull_pull_from_id (id, &pull, error))
    return NULL;
  scenario = ull_pull_apply (&pull, question->scenario, error);
  *label = ull_pull_dup_label (&pull);
  return scenario != NULL ? ull_plan_new (scenario, error) : NULL;
}

static void
append_pulled (GString *text, const char *label, const UllQuestion *question, double gain)
{
  g_autofree char *count = ull_unit_format (question->by_requests ? ULL_UNIT_REQUESTS : ULL_UNIT_TOKENS, (gint64) gain);

  g_string_append_printf (text, "%s%s: %s", text->len > 0 ? "\n" : "", label, count);
}

static gboolean
solve_lever (const UllQuestion *question, UllKey *key, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean tie = FALSE;
  double best = -1;

  for (guint i = 0; i < question->choices->len; i++)
    {
      g_autofree char *label = NULL;
      g_autoptr (UllPlan) plan = plan_pulled (question, g_array_index (question->choices, UllChoice, i).id, &label, error);
      double gain;

      if (plan == NULL)
        return FALSE;
      gain = gain_of (question, plan);
      append_pulled (text, label, question, gain);
      tie = gain == best || (tie && gain < best);
      if (gain > best)
        key->right = i;
      best = MAX (gain, best);
    }
  if (tie)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, _("two levers gain the same; levers of which one gains most would be right"));
      return FALSE;
    }
  key->told = g_string_free (g_steal_pointer (&text), FALSE);
  return TRUE;
}

static gboolean
solve_factor (const UllQuestion *question, UllKey *key, GError **error)
{
  g_autoptr (UllPlan) before = ull_plan_new (question->scenario, error);
  g_autofree char *label = NULL;
  g_autoptr (UllPlan) after = before != NULL ? plan_pulled (question, question->sum, &label, error) : NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  if (after == NULL)
    return FALSE;
  if (gain_of (question, before) <= 0)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, _("nothing fits before the lever is moved; a factor needs a number above 0"));
      return FALSE;
    }
  key->truth = gain_of (question, after) / gain_of (question, before);
  key->truth_text = ull_formula_format (key->truth, ULL_UNIT_COUNT, "2");
  append_pulled (text, _("Before"), question, gain_of (question, before));
  append_pulled (text, label, question, gain_of (question, after));
  key->told = g_string_free (g_steal_pointer (&text), FALSE);
  return TRUE;
}

gboolean
ull_question_has_latent (const UllModel *model)
{
  for (guint r = 0; r < model->n_runs; r++)
    for (guint s = 0; s < model->runs[r].n_stores; s++)
      if (model->runs[r].stores[s].role == ULL_ROLE_CACHE && model->runs[r].stores[s].growth == ULL_GROWTH_TOKEN
          && model->runs[r].stores[s].v_dim == 0)
        return TRUE;
  return FALSE;
}

/* Other figures of the same file are what it is mistaken for. */
static gboolean
add_other_facts (const UllQuestion *question, UllKey *key, GError **error)
{
  static const struct
  {
    const char *fact;
    const char *name;
    gboolean of_heads;
  } facts[] = {
    { "layers", N_("the number of layers"), FALSE },
    { "kv_heads", N_("the number of KV heads"), TRUE },
    { "query_heads", N_("the number of query heads"), FALSE },
    { "head_dim", N_("the head size"), TRUE },
    { "hidden_size", N_("the hidden size"), FALSE },
  };

  /* A latent is no head of a size. */
  gboolean latent = ull_question_has_latent (question->scenario->model);

  for (gsize i = 0; i < G_N_ELEMENTS (facts); i++)
    {
      UllUnit unit;
      double value;

      if (!(latent && facts[i].of_heads) && evaluate (question, facts[i].fact, &value, &unit, NULL))
        add_mark (question, key, facts[i].fact, _(facts[i].name), NULL, value);
    }
  /* Nobody has both: then it is no slip. */
  if (g_str_equal (question->sum, "head_dim") && question->scenario->model->query_heads > 0 &&
      question->scenario->model->hidden_size > 0)
    add_mark (question, key, ull_slip_get_id (ULL_SLIP_HEAD_DIM), ull_slip_get_name (ULL_SLIP_HEAD_DIM),
              ull_slip_get_why (ULL_SLIP_HEAD_DIM),
              (double) question->scenario->model->hidden_size / (double) question->scenario->model->query_heads);
  return TRUE;
}

/* A sum of numbers as a person writes it; one that names figures is explained by the lesson's own words. */
static char *
sum_text (const char *sum, const char *figure)
{
  g_autoptr (GString) text = g_string_new (sum);

  for (const char *at = sum; *at != 0; at++)
    if (g_ascii_isalpha (*at))
      return NULL;
  g_string_replace (text, "*", ULL_TIMES, 0);
  g_string_replace (text, "/", "\303\267", 0);
  g_string_replace (text, "-", ULL_MINUS, 0);
  g_string_append_printf (text, " = %s", figure);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static gboolean
solve_sum (const UllQuestion *question, UllKey *key, GError **error)
{
  g_autofree char *figure = NULL;
  UllUnit unit;

  if (!evaluate (question, question->sum, &key->truth, &unit, error))
    return FALSE;
  figure = ull_formula_format (key->truth, question->unit, NULL);
  key->truth_text = question->unit_name != NULL ? g_strconcat (figure, ULL_NBSP, question->unit_name, NULL) : g_strdup (figure);
  if (question->kind == ULL_QUESTION_NUMBER)
    key->told = sum_text (question->sum, figure);
  return question->kind == ULL_QUESTION_NUMBER || add_other_facts (question, key, error);
}

static gboolean
solve_choice (const UllQuestion *question, UllKey *key, GError **error)
{
  for (guint i = 0; i < question->choices->len; i++)
    if (g_array_index (question->choices, UllChoice, i).right)
      key->right = i;
  if (question->kind == ULL_QUESTION_CHOICE)
    key->told = g_strdup (g_ptr_array_index (key->whys, key->right));
  return TRUE;
}

static gboolean
solve (const UllQuestion *question, UllKey *key, GError **error)
{
  switch (question->kind)
    {
    case ULL_QUESTION_FITS:
    case ULL_QUESTION_LIMIT:
      return solve_verdict (question, key, error);
    case ULL_QUESTION_FIGURE:
      return solve_figure (question, key, error);
    case ULL_QUESTION_LEVER:
      return solve_lever (question, key, error);
    case ULL_QUESTION_FACTOR:
      return solve_factor (question, key, error);
    case ULL_QUESTION_SHAPE:
    case ULL_QUESTION_PEAK:
    case ULL_QUESTION_OPERATING:
    case ULL_QUESTION_RETENTION:
      return ull_question_solve_ramp (question, key, error);
    case ULL_QUESTION_CONFIG:
    case ULL_QUESTION_NUMBER:
      return solve_sum (question, key, error);
    case ULL_QUESTION_CHOICE:
    case ULL_QUESTION_OPEN:
    case ULL_N_QUESTION_KINDS:
    default:
      return solve_choice (question, key, error);
    }
}

/* What the lesson says stands before the sum. */
static gboolean
explain (const UllQuestion *question, UllKey *key, GError **error)
{
  UllStageView view = { question->stage, question->scenario, NULL, TRUE };

  if (question->explain != NULL)
    key->words = ull_formula_expand (question->explain, ull_stage_lookup, &view, error);
  if (question->explain != NULL && key->words == NULL)
    return FALSE;
  ull_key_compose (key);
  return TRUE;
}

UllKey *
ull_question_solve (const UllQuestion *question, GError **error)
{
  g_autoptr (UllKey) key = g_new0 (UllKey, 1);

  key->marks = g_array_new (FALSE, FALSE, sizeof (UllKeyMark));
  g_array_set_clear_func (key->marks, clear_mark);
  key->whys = g_ptr_array_new_with_free_func (g_free);
  key->steps = g_array_new (FALSE, FALSE, sizeof (UllKeyStep));
  g_array_set_clear_func (key->steps, clear_step);
  /* The ramp's own figures may stand in what is said of choices. */
  if (!ull_question_run (question, NULL, NULL, error) || !expand_whys (question, key, error) || !solve (question, key, error) || !add_own_slips (question, key, error) || !explain (question, key, error))
    return NULL;
  g_array_sort (key->marks, compare_marks_cb);
  return g_steal_pointer (&key);
}
