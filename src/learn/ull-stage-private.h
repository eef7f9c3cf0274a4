#pragma once

#include "ull-stage.h"

/* Names of what a load is and of what it came to. */

#define ULL_RAMP_FIGURE "ramp_"

/* FALSE where it is no such name, or the load (nullable) has no such figure. */
gboolean ull_stage_find_load_figure (const UllLoad *load, const char *name, double *value, UllUnit *unit);
/* ramp_ and a level: first, operating, peak, worst, last, best (of most throughput); alone its clients, or with _rate, _hits, _use,
 * _preempted (of 100 requests) or _running. */
gboolean ull_stage_find_ramp_figure (const UllTrial *trial, const char *name, double *value, UllUnit *unit);
