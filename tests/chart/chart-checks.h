#pragma once

#include "chart-fixtures.h"

G_BEGIN_DECLS

/* What holds for every scene: texts inside the picture and apart from each other, marks inside the picture. Ends the
 * test with @what and the offending marks otherwise. */
void chart_check_scene (const UllScene *scene, PangoContext *context, const char *what);

/* The parts of the vessel, as their spots lie: from the bottom to the rim without a hole, each to scale. */
void chart_check_parts (const UllScene *scene, const UllDisclosure *disclosure, const char *what);

/* The spot of that id, or NULL. (transfer none) (nullable) */
const UllSpot *chart_find_spot (const UllScene *scene, const char *id);

/* The scene is the text of tests/golden/@name.scene; ULLAGE_UPDATE_GOLDEN=1 makes it so. */
void chart_check_golden (const UllScene *scene, const char *name);

/* Anything a person may set, from g_test_rand. */
UllScenario *chart_random_scenario (void);
/* 280 to 1600 pixels wide, text at 1, 1.5 and 2. */
void chart_random_spec (UllChartSpec *spec);

G_END_DECLS
