#pragma once

#include "ull-chart-view.h"
#include "ull-meaning.h"

G_BEGIN_DECLS

/* Which entries of the glossary a place of a chart has: the part that is meant, else the axes. @spot_id: (nullable). Returns
 * how many. */
guint ull_chart_meaning_find (UllChartKind kind, const char *spot_id, const UllGlossaryEntry *entries[ULL_MAX_MEANINGS]);
/* Opens them beside the part of that id, or in the middle. */
void ull_chart_meaning_show (UllChartView *self, const char *spot_id);

G_END_DECLS
