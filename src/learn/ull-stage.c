#include "ull-stage.h"

#include "ull-stage-private.h"

#include "ull-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Names come in the order in which a person meets them: what the model and the card are, what was set, then what is computed.
 * While a question is open only the first two, and what it gives, can be looked up in its scenario: a text that names more is
 * refused when the lesson is read, not when it is shown. What a load came to is found and never run here: it is there once a
 * question about it was solved, and only a text that is read after an answer may name it. */

static void
clear_scenario (gpointer data)
{
  UllStageScenario *entry = data;

  g_clear_pointer (&entry->name, g_free);
  g_clear_pointer (&entry->scenario, ull_scenario_unref);
}

UllStage *
ull_stage_new (void)
{
  UllStage *stage = g_atomic_rc_box_new0 (UllStage);

  stage->scenarios = g_array_new (FALSE, FALSE, sizeof (UllStageScenario));
  g_array_set_clear_func (stage->scenarios, clear_scenario);
  stage->trials = g_ptr_array_new_with_free_func ((GDestroyNotify) ull_trial_unref);
  g_mutex_init (&stage->lock);
  return stage;
}

static void
stage_clear (gpointer data)
{
  UllStage *stage = data;

  g_clear_pointer (&stage->scenarios, g_array_unref);
  g_clear_pointer (&stage->trials, g_ptr_array_unref);
  g_mutex_clear (&stage->lock);
}

UllStage *
ull_stage_ref (UllStage *stage)
{
  return g_atomic_rc_box_acquire (stage);
}

void
ull_stage_unref (UllStage *stage)
{
  g_atomic_rc_box_release_full (stage, stage_clear);
}

void
ull_stage_add (UllStage *stage, const char *name, UllScenario *scenario)
{
  UllStageScenario entry = { g_strdup (name), ull_scenario_ref (scenario) };

  g_array_append_val (stage->scenarios, entry);
}

UllScenario *
ull_stage_find (const UllStage *stage, const char *name)
{
  for (guint i = 0; i < stage->scenarios->len; i++)
    {
      const UllStageScenario *entry = &g_array_index (stage->scenarios, UllStageScenario, i);

      if (g_strcmp0 (entry->name, name) == 0)
        return entry->scenario;
    }
  return NULL;
}

static UllTrial *
find_trial (const UllStage *stage, const UllScenario *scenario)
{
  for (guint i = 0; i < stage->trials->len; i++)
    {
      UllTrial *trial = g_ptr_array_index (stage->trials, i);

      if (trial->scenario == scenario || ull_scenario_equal (trial->scenario, scenario))
        return trial;
    }
  return NULL;
}

UllTrial *
ull_stage_find_trial (UllStage *stage, const UllScenario *scenario)
{
  UllTrial *trial;

  g_mutex_lock (&stage->lock);
  trial = find_trial (stage, scenario);
  if (trial != NULL)
    ull_trial_ref (trial);
  g_mutex_unlock (&stage->lock);
  return trial;
}

/* Two threads that ran the same have the same. */
void
ull_stage_add_trial (UllStage *stage, UllTrial *trial)
{
  g_mutex_lock (&stage->lock);
  if (find_trial (stage, trial->scenario) == NULL)
    g_ptr_array_add (stage->trials, ull_trial_ref (trial));
  g_mutex_unlock (&stage->lock);
}

void
ull_stage_forget_trials (UllStage *stage)
{
  g_mutex_lock (&stage->lock);
  g_ptr_array_set_size (stage->trials, 0);
  g_mutex_unlock (&stage->lock);
}

/* What the model is. */
static gboolean
find_fact (const UllScenario *scenario, const char *name, double *value, UllUnit *unit)
{
  const UllModel *model = scenario->model;
  const struct
  {
    const char *name;
    gint64 value;
    UllUnit unit;
  } facts[] = {
    { "layers", ull_model_get_layers (model), ULL_UNIT_COUNT },
    { "kv_heads", ull_scenario_get_kv_heads (scenario), ULL_UNIT_COUNT },
    { "query_heads", model->query_heads, ULL_UNIT_COUNT },
    { "head_dim", ull_model_get_head_dim (model), ULL_UNIT_COUNT },
    { "hidden_size", model->hidden_size, ULL_UNIT_COUNT },
    { "max_positions", model->max_positions, ULL_UNIT_TOKENS },
    { "parameters",
      scenario->value[ULL_FIELD_PARAMETERS] != ULL_UNSET ? scenario->value[ULL_FIELD_PARAMETERS] : model->parameters,
      ULL_UNIT_COUNT },
    { "card", scenario->device->reported, ULL_UNIT_BYTES },
    { "allocatable", scenario->device->allocatable, ULL_UNIT_BYTES },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (facts); i++)
    {
      if (!g_str_equal (facts[i].name, name) || facts[i].value < 0)
        continue;
      *value = (double) facts[i].value;
      *unit = facts[i].unit;
      return TRUE;
    }
  return FALSE;
}

static UllUnit
field_unit (const UllField *field)
{
  if (field->kind == ULL_KIND_SIZE)
    return ULL_UNIT_BYTES;
  if (field->kind == ULL_KIND_FRACTION)
    return ULL_UNIT_PPM;
  if (field->kind == ULL_KIND_DTYPE)
    return ULL_UNIT_DTYPE;
  if (g_strcmp0 (field->unit, "tokens") == 0)
    return ULL_UNIT_TOKENS;
  return g_strcmp0 (field->unit, "requests") == 0 ? ULL_UNIT_REQUESTS : ULL_UNIT_COUNT;
}

static gboolean
find_setting (const UllScenario *scenario, const char *name, double *value, UllUnit *unit)
{
  const UllField *field = ull_field_by_name (name);

  if (field == NULL || scenario->value[field->id] == ULL_UNSET)
    return FALSE;
  *value = (double) scenario->value[field->id];
  *unit = field_unit (field);
  return TRUE;
}

static gboolean
find_term (const UllBudget *budget, const char *name, double *value, UllUnit *unit)
{
  for (int id = 0; id < ULL_N_TERMS; id++)
    {
      if (!g_str_equal (ull_term_get_id ((UllTermId) id), name) || !budget->term[id].present)
        continue;
      *value = (double) budget->term[id].bytes;
      *unit = ULL_UNIT_BYTES;
      return TRUE;
    }
  return FALSE;
}

static gboolean
find_answer (const UllPlan *plan, const char *name, double *value, UllUnit *unit)
{
  UllStepId id = ull_step_from_id (name);
  int step = id == ULL_N_STEP_IDS ? -1 : ull_derivation_find_last (&plan->derivation, id);

  if (step >= 0)
    {
      *value = (double) plan->derivation.step[step].value;
      *unit = plan->derivation.step[step].unit;
      return TRUE;
    }
  *unit = ULL_UNIT_TOKENS;
  if (g_str_equal (name, "max_concurrency"))
    {
      *value = (double) plan->max_concurrency;
      *unit = ULL_UNIT_REQUESTS;
    }
  else if (g_str_equal (name, "max_context"))
    *value = (double) plan->max_context;
  else if (g_str_equal (name, "longest_request"))
    *value = (double) plan->longest_request;
  else if (g_str_equal (name, "concurrency_x"))
    {
      *value = plan->concurrency_x;
      *unit = ULL_UNIT_COUNT;
    }
  else
    return find_term (&plan->budget, name, value, unit);
  return TRUE;
}

static gboolean
find_simulated (const UllStageView *view, const UllScenario *scenario, const char *name, double *value, UllUnit *unit, GError **error)
{
  g_autoptr (UllTrial) trial = view->answered && view->stage != NULL ? ull_stage_find_trial (view->stage, scenario) : NULL;

  if (trial != NULL && ull_stage_find_ramp_figure (trial, name, value, unit))
    return TRUE;
  if (trial != NULL)
    g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
                 _("“%s”: is no figure of a ramp; ramp_peak, ramp_operating, ramp_worst_rate, ramp_peak_hits or ramp_retention would be right"),
                 name);
  else
    g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
                 _("“%s”: is simulated, and known once a question about that ramp was answered; an explanation or a reveal after one would be right"),
                 name);
  return FALSE;
}

static gboolean
find_given (const UllScenario *scenario, const UllGiven *given, const char *name, double *value, UllUnit *unit, GError **error)
{
  UllFigure figures[ULL_MAX_FIGURES];
  UllBudget budget;
  guint n_figures;

  if (!ull_given_terms (scenario, given, &budget, error) || !ull_figures_init (scenario, given, figures, &n_figures, error))
    return FALSE;
  if (find_term (&budget, name, value, unit))
    return TRUE;
  for (guint i = 0; i < n_figures; i++)
    {
      if (!g_str_equal (ull_step_get_id (figures[i].id), name))
        continue;
      *value = (double) figures[i].value;
      *unit = figures[i].unit;
      return TRUE;
    }
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
               _("“%s”: is not given while the question is open; a setting, a fact of the model or what “given” lists would be right"),
               name);
  return FALSE;
}

static gboolean
find_planned (const UllScenario *scenario, const char *name, double *value, UllUnit *unit, GError **error)
{
  g_autoptr (UllPlan) plan = ull_plan_new (scenario, error);

  if (plan == NULL)
    return FALSE;
  if (find_answer (plan, name, value, unit))
    return TRUE;
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
               _("“%s”: is no figure of this scenario; a step of its sum, a term, a setting or a fact of the model would be right"), name);
  return FALSE;
}

gboolean
ull_stage_lookup (const char *name, double *value, UllUnit *unit, gpointer data, GError **error)
{
  const UllStageView *view = data;
  const char *dot = strchr (name, '.');
  g_autofree char *other = dot != NULL ? g_strndup (name, (gsize) (dot - name)) : NULL;
  UllScenario *scenario = other != NULL ? ull_stage_find (view->stage, other) : view->scenario;

  if (scenario == NULL)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, _("“%s”: there is no such scenario; one of “scenarios” would be right"),
                   other != NULL ? other : name);
      return FALSE;
    }
  if (dot != NULL)
    name = dot + 1;
  if (find_fact (scenario, name, value, unit) || find_setting (scenario, name, value, unit)
      || ull_stage_find_load_figure (scenario->load, name, value, unit))
    return TRUE;
  if (g_str_has_prefix (name, ULL_RAMP_FIGURE))
    return find_simulated (view, scenario, name, value, unit, error);
  if (view->given != NULL && scenario == view->scenario)
    return find_given (scenario, view->given, name, value, unit, error);
  return find_planned (scenario, name, value, unit, error);
}

gboolean
ull_given_add (UllGiven *given, const char *id)
{
  UllStepId step = ull_step_from_id (id);

  if (step != ULL_N_STEP_IDS && ull_figure_can_be_given (step) && given->n_steps < ULL_MAX_FIGURES)
    {
      given->step[given->n_steps++] = step;
      return TRUE;
    }
  for (int term = 0; term < ULL_N_TERMS; term++)
    if (g_strcmp0 (ull_term_get_id ((UllTermId) term), id) == 0 && term != ULL_TERM_KV_POOL)
      {
        given->terms |= 1u << term;
        return TRUE;
      }
  if (g_strcmp0 (id, "terms") != 0)
    return FALSE;
  given->terms = ~0u & ~(1u << ULL_TERM_KV_POOL);
  return TRUE;
}
