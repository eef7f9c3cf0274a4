#include "ull-example.h"

/* What the window starts from is an example and stands here as data, as a person would type it; the core knows no such
 * numbers. Only a size keeps its text: the others read the same when they are written from their value. */

static const struct
{
  UllFieldId field;
  const char *typed;
} settings[] = {
  { ULL_FIELD_ENGINE, "paged" },
  { ULL_FIELD_CONTEXT, "4096" },
  { ULL_FIELD_CONCURRENCY, "6" },
  { ULL_FIELD_UTILIZATION, "0.90" },
  { ULL_FIELD_OVERHEAD, "1.8 GB" },
};

UllScenario *
ull_example_new (UllModel *model, UllDevice *device, GError **error)
{
  g_autoptr (UllScenario) scenario = ull_scenario_new (model, device);

  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      const UllField *field = ull_field_get (settings[i].field);
      g_autoptr (UllScenario) before = g_steal_pointer (&scenario);
      const char *typed = field->kind == ULL_KIND_SIZE ? settings[i].typed : NULL;
      gint64 value;

      if (!ull_field_parse (field, settings[i].typed, &value, error))
        return NULL;
      scenario = ull_scenario_with (before, field->id, value, typed, error);
      if (scenario == NULL)
        return NULL;
    }
  return g_steal_pointer (&scenario);
}
