#include "ull-engine-private.h"

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

void
ull_engine_report (const UllLayout *layout, UllEngineReport *report)
{
  *report = (UllEngineReport) { .starts = TRUE, .admits = TRUE };
  if (engines[layout->engine]->report != NULL)
    engines[layout->engine]->report (layout, report);
}
