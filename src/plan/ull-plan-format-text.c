#include "ull-plan.h"

#include <glib/gi18n-lib.h>

/* What the cache is kept in, which is not always what the KV dtype says: packed kernels know one form alone, and recurrent layers
 * keep no keys and values. */

static char *
as_set (const UllFormats *formats)
{
  if (formats->k == formats->v)
    return g_strdup (ull_dtype_info (formats->k)->id);
  return g_strdup_printf ("%s/%s", ull_dtype_info (formats->k)->id, ull_dtype_info (formats->v)->id);
}

char *
ull_plan_kv_format (const UllPlan *plan, const UllScenario *scenario)
{
  UllFormats formats;
  int found = ULL_DTYPE_UNKNOWN;

  ull_scenario_get_formats (scenario, &formats);
  if (plan == NULL)
    return as_set (&formats);
  for (guint i = 0; i < plan->layout.n_parts; i++)
    {
      const UllStore *store = &plan->layout.part[i].store;

      if (store->growth == ULL_GROWTH_CONSTANT || store->role != ULL_ROLE_CACHE)
        continue;
      /* One that follows the lever speaks for all. */
      if (store->k_format == ULL_DTYPE_KV)
        return as_set (&formats);
      if (found < 0)
        found = store->k_format;
    }
  if (found == ULL_DTYPE_UNKNOWN)
    return NULL;
  /* Translators: an element format with other figures between its elements. */
  return found >= 0 ? g_strdup_printf (_("packed %s"), ull_dtype_info ((UllDtype) found)->id) : as_set (&formats);
}
