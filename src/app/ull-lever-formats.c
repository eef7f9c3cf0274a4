#include "ull-lever-formats.h"

#include "ull-engine.h"
#include "ull-plan.h"

/* A kernel that packs latent entries knows one form of them, whatever the model's own dtype is: a lever that nobody has set would
 * show a format that nothing is kept in. Conventions pack nothing, so that only engines are asked. */

static int
find_kept (const UllPlan *plan)
{
  int found = ULL_DTYPE_UNKNOWN;

  for (guint i = 0; i < plan->layout.n_parts; i++)
    {
      const UllStore *store = &plan->layout.part[i].store;

      if (store->growth == ULL_GROWTH_CONSTANT || store->role != ULL_ROLE_CACHE)
        continue;
      if (store->k_format == ULL_DTYPE_KV)
        return ULL_DTYPE_UNKNOWN;
      if (found < 0)
        found = store->k_format;
    }
  return found;
}

void
ull_lever_get_formats (const UllScenario *scenario, UllFormats *formats)
{
  g_autoptr (UllPlan) plan = NULL;
  int kept;

  ull_scenario_get_formats (scenario, formats);
  if (scenario->value[ULL_FIELD_K_DTYPE] != ULL_UNSET || scenario->value[ULL_FIELD_V_DTYPE] != ULL_UNSET
      || !ull_engine_get ((UllEngineId) scenario->value[ULL_FIELD_ENGINE])->one_format)
    return;
  plan = ull_plan_new (scenario, NULL);
  kept = plan != NULL ? find_kept (plan) : ULL_DTYPE_UNKNOWN;
  if (kept >= 0)
    formats->k = formats->v = (UllDtype) kept;
}
