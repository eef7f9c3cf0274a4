#include "ull-engine-private.h"
#include "ull-error.h"

#include <glib/gi18n-lib.h>

/* The table of tables. A setting is looked up in the order in which it is decided: the person, the engine, the field. */

static const UllEngine *const engines[ULL_N_ENGINES] = {
  [ULL_ENGINE_IDEAL] = &ull_engine_ideal,
  [ULL_ENGINE_PAGED] = &ull_engine_paged,
  [ULL_ENGINE_VLLM] = &ull_engine_vllm,
};

const UllEngine *
ull_engine_get (UllEngineId id)
{
  g_return_val_if_fail ((guint) id < ULL_N_ENGINES, NULL);

  return engines[id];
}

gint64
ull_engine_get_setting (const UllScenario *scenario, UllFieldId field)
{
  const UllEngine *engine = engines[scenario->value[ULL_FIELD_ENGINE]];
  gint64 value = scenario->value[field];

  if (value == ULL_UNSET && engine->setting != NULL)
    value = engine->setting (scenario, field);
  return value != ULL_UNSET ? value : ull_scenario_get (scenario, field);
}

const UllDtype *
ull_engine_get_formats (UllEngineId id, guint *n_formats)
{
  static const UllDtype elements[] = { ULL_DTYPE_BF16, ULL_DTYPE_FP8, ULL_DTYPE_INT4, ULL_DTYPE_NVFP4 };

  g_return_val_if_fail ((guint) id < ULL_N_ENGINES, NULL);

  if (engines[id]->formats != NULL)
    return engines[id]->formats (n_formats);
  *n_formats = G_N_ELEMENTS (elements);
  return elements;
}

gboolean
ull_engine_check_format (const UllScenario *scenario, UllDtype dtype, GError **error)
{
  const UllEngine *engine = engines[scenario->value[ULL_FIELD_ENGINE]];

  return engine->check_format == NULL || engine->check_format (scenario, dtype, error);
}

gboolean
ull_engine_check_formats (const UllScenario *scenario, GError **error)
{
  gint64 k = scenario->value[ULL_FIELD_K_DTYPE], v = scenario->value[ULL_FIELD_V_DTYPE];
  UllEngineId id = (UllEngineId) scenario->value[ULL_FIELD_ENGINE];
  UllFormats formats;

  if ((k == ULL_UNSET && v == ULL_UNSET) || (engines[id]->check_format == NULL && !engines[id]->one_format))
    return TRUE;
  if ((k != ULL_UNSET && !ull_engine_check_format (scenario, (UllDtype) k, error)) ||
      (v != ULL_UNSET && !ull_engine_check_format (scenario, (UllDtype) v, error)))
    return FALSE;
  ull_scenario_get_formats (scenario, &formats);
  if (formats.k == formats.v || !engines[id]->one_format)
    return TRUE;
  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
               _("KV dtype: %s keeps keys and values in one format, not %s and %s; one of them for both would be right"),
               ull_engine_get_label (id), ull_dtype_info (formats.k)->id, ull_dtype_info (formats.v)->id);
  return FALSE;
}

gboolean
ull_engine_stage_budget (const UllScenario *scenario, gint64 index, UllBudget *budget)
{
  const UllEngine *engine = engines[scenario->value[ULL_FIELD_ENGINE]];

  if (engine->stage == NULL || index < 0 || index >= scenario->value[ULL_FIELD_PP])
    return FALSE;
  ull_budget_begin (scenario, budget);
  if (scenario->value[ULL_FIELD_AVAILABLE] == ULL_UNSET && !engine->stage (scenario, index, budget, NULL))
    return FALSE;
  ull_budget_close (budget);
  return TRUE;
}

void
ull_engine_report (const UllLayout *layout, UllEngineReport *report)
{
  *report = (UllEngineReport) { .starts = TRUE, .admits = TRUE };
  if (engines[layout->engine]->report != NULL)
    engines[layout->engine]->report (layout, report);
}
