#pragma once

#include "ull-fleet.h"

G_BEGIN_DECLS

/* The object that data/schema/fleet.json describes. */
void ull_fleet_report_json (
  const UllFleet *fleet, const UllFleetQuery *query, const UllScenario *scenario, GString *out);
/* @load: a sentence about what is asked. @all: every option, not only the first. */
void ull_fleet_report_text (const UllFleet *fleet,
                            const UllFleetQuery *query,
                            const UllScenario *scenario,
                            const char *load,
                            gboolean all,
                            GString *out);

G_END_DECLS
