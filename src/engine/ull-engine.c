#include "ull-engine.h"

/* What differs between engines is a table of theirs; everything else asks it here. */

gint64
ull_engine_get_setting (const UllScenario *scenario, UllFieldId field)
{
  return ull_scenario_get (scenario, field);
}
