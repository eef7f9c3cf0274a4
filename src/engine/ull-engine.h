#pragma once

#include "ull-scenario.h"

G_BEGIN_DECLS

/* What a setting comes to: as it was set, else as the scenario's engine has it, else what the table says. ULL_UNSET where
 * none of them says anything. */
gint64 ull_engine_get_setting (const UllScenario *scenario, UllFieldId field);

G_END_DECLS
