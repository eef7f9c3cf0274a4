#pragma once

#include "ull-disclosure.h"
#include "ull-frame.h"

G_BEGIN_DECLS

/* What moving the grip of a chart means: the curves' point is Context and Concurrency, the load line is Utilisation. */

/* The scenario in which the grip stands nearest to the place, at round values within the axes as they are drawn. (transfer
 * full) (nullable): NULL where that is the present one, or where there is no grip. */
UllScenario *ull_chart_move_to (const UllDisclosure *disclosure, const UllFrame *frame, double x, double y);
/* The same by steps across and up, of round values or of the least there is. A line moves up only. */
UllScenario *ull_chart_move_by (const UllDisclosure *disclosure, const UllFrame *frame, int across, int up,
                                gboolean exact);

G_END_DECLS
