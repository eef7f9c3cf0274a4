#pragma once

#include "ull-scenario.h"

G_BEGIN_DECLS

/* The formats that the levers show: as they are set; where nothing is, those that the engine keeps the cache in. */
void ull_lever_get_formats (const UllScenario *scenario, UllFormats *formats);

G_END_DECLS
