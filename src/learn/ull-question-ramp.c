#include "ull-question-private.h"

#include "ull-stage-private.h"
#include "ull-error.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Questions about what a load comes to: their answers are read off the ramp of the question's scenario, with that scenario's load and
 * seed, and stand in no lesson.
 *
 * An explanation tells of what was asked and of no more, since the next question may be about the same ramp. */

/* Whether a sum or a text of the question has the name, and not as another scenario's. */
static gboolean
has_name (const char *text, const char *name)
{
  for (const char *at = text != NULL ? strstr (text, name) : NULL; at != NULL; at = strstr (at + 1, name))
    if (at == text || (at[-1] != '.' && at[-1] != '_' && !g_ascii_isalnum (at[-1])))
      return TRUE;
  return FALSE;
}

static gboolean
mentions (const UllQuestion *question, const char *name)
{
  if (has_name (question->explain, name) || has_name (question->sum, name))
    return TRUE;
  for (guint i = 0; i < question->choices->len; i++)
    if (has_name (g_array_index (question->choices, UllChoice, i).why, name))
      return TRUE;
  for (guint i = 0; i < question->own_slips->len; i++)
    if (has_name (g_array_index (question->own_slips, UllOwnSlip, i).sum, name))
      return TRUE;
  return FALSE;
}

static void
add_needed (GPtrArray *needed, UllStage *stage, UllScenario *scenario)
{
  g_autoptr (UllTrial) trial = ull_stage_find_trial (stage, scenario);

  if (trial == NULL && ull_trial_has_load (scenario, NULL))
    g_ptr_array_add (needed, scenario);
}

/* Scenarios whose load has not been run, and that the answer or what is said of it takes. */
static GPtrArray *
find_needed (const UllQuestion *question)
{
  GPtrArray *needed = g_ptr_array_new ();
  UllStage *stage = question->stage;

  if (stage == NULL)
    return needed;
  if (question->scenario != NULL && (ull_question_is_ramp (question) || mentions (question, ULL_RAMP_FIGURE)))
    add_needed (needed, stage, question->scenario);
  for (guint i = 0; i < stage->scenarios->len; i++)
    {
      const UllStageScenario *entry = &g_array_index (stage->scenarios, UllStageScenario, i);
      g_autofree char *name = g_strconcat (entry->name, ".", ULL_RAMP_FIGURE, NULL);

      if (mentions (question, name))
        add_needed (needed, stage, entry->scenario);
    }
  return needed;
}

gboolean
ull_question_is_run (const UllQuestion *question)
{
  g_autoptr (GPtrArray) needed = find_needed (question);

  return needed->len == 0;
}

gboolean
ull_question_run (const UllQuestion *question, UllRampWatch watch, gpointer data, GError **error)
{
  g_autoptr (GPtrArray) needed = find_needed (question);

  for (guint i = 0; i < needed->len; i++)
    {
      g_autoptr (UllTrial) trial = ull_trial_new (needed->pdata[i], watch, data, error);

      if (trial == NULL)
        return FALSE;
      ull_stage_add_trial (question->stage, trial);
    }
  return TRUE;
}

gboolean
ull_key_accepts (const UllQuestion *question, const UllKey *key, double number)
{
  double reach = (double) question->tolerance / (double) ULL_PPM_ONE;

  if (key->most > 0)
    return number >= key->least * (1 - reach) && number <= key->most * (1 + reach);
  return ull_within (number, key->truth, question->tolerance);
}

static const UllRampLevel *
level_at (const UllTrial *trial, guint i)
{
  return &trial->ramp->level[ULL_LINE_MAIN][i];
}

/* Those that bound the answer, and those between. */
static void
append_levels (GString *text, const UllKey *key)
{
  for (guint i = 0; i < key->trial->ramp->n_levels; i++)
    {
      const UllRampLevel *level = level_at (key->trial, i);
      g_autofree char *clients = ull_format_count (level->concurrency);
      g_autofree char *rate = ull_format_count ((gint64) round (level->output_tokens_per_s));

      if ((double) level->concurrency < key->least - 1 || (double) level->concurrency > key->most + 1)
        continue;
      if (isfinite (level->high))
        g_string_append_printf (text, _("At %s: %s tokens per second, between %.0f and %.0f."), clients, rate, level->low, level->high);
      else
        g_string_append_printf (text, _("At %s: %s tokens per second."), clients, rate);
      g_string_append_c (text, '\n');
    }
}

static void
append_bounds (GString *text, const UllKey *key)
{
  g_autofree char *least = ull_format_count ((gint64) key->least), *most = ull_format_count ((gint64) key->most);

  g_string_append_printf (text, _("%s to %s count as right: the levels tell it no better."), least, most);
}

static void
set_clients (const UllQuestion *question, UllKey *key, guint level)
{
  g_autofree char *count = ull_format_count (level_at (key->trial, level)->concurrency);
  g_autofree char *unit = ull_question_dup_unit (question);

  key->truth = (double) level_at (key->trial, level)->concurrency;
  key->truth_text = g_strconcat (count, ULL_NBSP, unit, NULL);
}

static gboolean
refuse_rising (GError **error)
{
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
               _("throughput still rises at the last level of the ramp; a load that fills the pool would be right"));
  return FALSE;
}

static gboolean
solve_peak (const UllQuestion *question, UllKey *key, GError **error)
{
  const UllRamp *ramp = key->trial->ramp;
  g_autoptr (GString) text = g_string_new (NULL);

  if (ramp->shape == ULL_SHAPE_RISING)
    return refuse_rising (error);
  set_clients (question, key, ramp->peak);
  if (!ull_trial_resolve (key->trial, TRUE, &key->least, &key->most))
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
                   _("the intervals of the ramp tell no level from its peak; more requests in the load would be right"));
      return FALSE;
    }
  append_levels (text, key);
  append_bounds (text, key);
  key->told = g_string_free (g_steal_pointer (&text), FALSE);
  ull_key_add_ramp_slips (question, key);
  return TRUE;
}

static gboolean
solve_operating (const UllQuestion *question, UllKey *key, GError **error)
{
  const UllRamp *ramp = key->trial->ramp;
  g_autofree char *reason = ull_ramp_reason_text (ramp);
  g_autoptr (GString) text = g_string_new (reason);

  /* The ramp's end is no reason. */
  if (ramp->shape == ULL_SHAPE_RISING && ramp->reason == ULL_OPERATE_HOLDS)
    return refuse_rising (error);
  set_clients (question, key, ramp->operating);
  ull_trial_resolve (key->trial, FALSE, &key->least, &key->most);
  g_string_append_c (text, '\n');
  append_bounds (text, key);
  key->told = g_string_free (g_steal_pointer (&text), FALSE);
  ull_key_add_ramp_slips (question, key);
  return TRUE;
}

/* Of a plateau the best level is seldom its first: the intervals tell neither from the other. */
static char *
tell_retention (const UllKey *key, const UllRampLevel *with, const UllRampLevel *without)
{
  const UllRamp *ramp = key->trial->ramp;
  const UllRampLevel *first = level_at (key->trial, ramp->peak);
  g_autofree char *rate = ull_format_count ((gint64) round (with->output_tokens_per_s)), *at = ull_format_count (with->concurrency);
  g_autofree char *other = ull_format_count ((gint64) round (without->output_tokens_per_s)), *there = ull_format_count (without->concurrency);
  g_autofree char *begins = ull_format_count (first->concurrency), *already = ull_format_count ((gint64) round (first->output_tokens_per_s));
  g_autofree char *text
    = g_strdup_printf (_("At its best, %s tokens per second at %s clients with what is kept, and %s at %s if nothing were: %s times. Simulated."),
                       rate, at, other, there, key->truth_text);

  if (ramp->shape != ULL_SHAPE_PLATEAU || first == with)
    return g_steal_pointer (&text);
  return g_strdup_printf (_("%s\nThe plateau begins at %s clients with %s tokens per second; past that, up and down is chance."), text, begins,
                          already);
}

static gboolean
solve_retention (const UllQuestion *question, UllKey *key, GError **error)
{
  const UllRampLevel *with = ull_trial_get_best (key->trial, ULL_LINE_MAIN);
  const UllRampLevel *without = ull_trial_get_best (key->trial, ULL_LINE_UNSHARED);

  key->truth = key->trial->ramp->retention_gain + 1;
  key->truth_text = ull_formula_format (key->truth, ULL_UNIT_COUNT, "2");
  if (without->low > 0 && isfinite (without->high) && isfinite (with->high))
    {
      key->least = with->low / without->high;
      key->most = with->high / without->low;
    }
  key->told = tell_retention (key, with, without);
  ull_key_add_ramp_slips (question, key);
  return TRUE;
}

/* A wrong answer has its reason; what is seen stands in the explanation. */
static void
solve_shape (UllKey *key)
{
  UllRampShape truth = key->trial->ramp->shape;

  key->right = truth;
  key->told = ull_ramp_shape_text (key->trial->ramp);
  for (guint i = 0; i < key->whys->len; i++)
    {
      UllSlipId slip = ull_slip_of_shape ((UllRampShape) i, truth);

      g_free (key->whys->pdata[i]);
      key->whys->pdata[i] = g_strdup (slip != ULL_N_SLIPS ? ull_slip_get_why (slip) : NULL);
    }
}

gboolean
ull_question_solve_ramp (const UllQuestion *question, UllKey *key, GError **error)
{
  key->trial = question->stage != NULL ? ull_stage_find_trial (question->stage, question->scenario) : NULL;
  if (key->trial == NULL)
    key->trial = ull_trial_new (question->scenario, NULL, NULL, error);
  if (key->trial == NULL)
    return FALSE;
  if (question->kind == ULL_QUESTION_PEAK)
    return solve_peak (question, key, error);
  if (question->kind == ULL_QUESTION_OPERATING)
    return solve_operating (question, key, error);
  if (question->kind == ULL_QUESTION_RETENTION)
    return solve_retention (question, key, error);
  solve_shape (key);
  return TRUE;
}
