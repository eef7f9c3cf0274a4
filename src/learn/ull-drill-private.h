#pragma once

#include "ull-drill.h"

/* One drill of a kind, made of a scenario and chance: NULL where the draw made none, and another may. */
UllQuestion *ull_drill_make (UllDrillKind kind, UllScenario *base, guint level, guint number, UllRandom *random);
/* Whether the kind can be asked at that level. */
gboolean ull_drill_is_of_level (UllDrillKind kind, guint level);
/* Three levers as the choices of the question, or one as what it asks about; FALSE where the draw made none. */
gboolean ull_drill_draw_levers (UllQuestion *question, UllRandom *random);
gboolean ull_drill_draw_factor (UllQuestion *question, UllRandom *random);
