#pragma once

#include "ull-reach.h"

G_BEGIN_DECLS

/* More stops than any lever has: the catalogue's cards. */
#define ULL_MAX_STOPS 128

/* The values of a lever that has only some, or that the table of levers tries, from the least pull on: their number, at
 * most @max. @plan: of the scenario. */
guint ull_pull_stops (UllPullId id, const UllScenario *scenario, const UllPlan *plan, gint64 *stops, guint max);
/* How many of them the table of levers shows. */
guint ull_pull_get_shown (UllPullId id);
/* The values of a lever that takes any, from the least pull to the end: FALSE for one that has stops, or cannot move.
 * @first may be above or below @last. */
gboolean ull_pull_range (UllPullId id, const UllScenario *scenario, gint64 *first, gint64 *last);
/* Whether the lever has to do with what is wanted. */
gboolean ull_pull_helps (UllPullId id, UllWant want);
/* Whether it takes any value of its range. */
gboolean ull_pull_is_continuous (UllPullId id);
/* Whether the two can be pulled together: not where they set the same thing. */
gboolean ull_pull_goes_with (UllPullId a, UllPullId b);

/* Bytes of the weights in another format; FALSE where they are not known. */
gboolean ull_pull_weights_at (const UllScenario *scenario, UllDtype dtype, gint64 *bytes);
/* Whether the figure is scaled from the present format, not counted from parameters. */
gboolean ull_pull_scales_weights (const UllScenario *scenario);

/* Whether anything that the row would say differs between the plans. */
gboolean ull_pull_moves (const UllPlan *before, const UllPlan *after);
/* What the plans say of a row whose pulls and scenario are set. */
void ull_pull_row_fill (UllPullRow *row, const UllPlan *before, const UllPlan *after);
void ull_pull_row_clear (gpointer row);

G_END_DECLS
