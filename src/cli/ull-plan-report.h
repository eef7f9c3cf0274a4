#pragma once

#include "ull-mix.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* The object that data/schema/plan.json describes. @lengths: NULL, or what @mix is of. */
void ull_plan_report_json (const UllPlan *plan,
                           const UllScenario *scenario,
                           const UllLengths *lengths,
                           const UllMix *mix,
                           GString *out);
/* Its members without the lengths, into an object that was begun. */
void ull_plan_report_members (const UllPlan *plan, const UllScenario *scenario, JsonBuilder *builder);
/* The verdict, then the memory, the cache, the lengths and what to watch; with @explain the sum, step by step. */
void ull_plan_report_text (const UllPlan *plan,
                           const UllScenario *scenario,
                           const UllLengths *lengths,
                           const UllMix *mix,
                           gboolean explain,
                           GString *out);

G_END_DECLS
