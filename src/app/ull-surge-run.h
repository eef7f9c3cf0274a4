#pragma once

#include "ull-ramp-run.h"
#include "ull-surge.h"

G_BEGIN_DECLS

#define ULL_TYPE_SURGE_RUN (ull_surge_run_get_type ())
G_DECLARE_FINAL_TYPE (UllSurgeRun, ull_surge_run, ULL, SURGE_RUN, GObject)

/* Runs the surge of the ramp that a run has, in a thread of its own, once somebody looks; what was run stays until the ramp is
 * another one's. Signals: "changed" (surge, busy, problem), "progress". */
UllSurgeRun *ull_surge_run_new (UllRampRun *ramp);
/* Whether somebody looks: nothing is run for nobody. */
void ull_surge_run_set_wanted (UllSurgeRun *self, gboolean wanted);
/* Ends what is under way and leaves the earlier surge; and goes on again. */
void ull_surge_run_cancel (UllSurgeRun *self);
void ull_surge_run_start (UllSurgeRun *self);

const UllSurge *ull_surge_run_get_surge (UllSurgeRun *self);      /* (nullable) */
/* What it is of; NULL where there is none. (transfer none) */
UllRampResult *ull_surge_run_get_ramp (UllSurgeRun *self);
gboolean ull_surge_run_get_busy (UllSurgeRun *self);
gboolean ull_surge_run_get_stale (UllSurgeRun *self);             /* there is none of the present ramp */
const char *ull_surge_run_get_problem (UllSurgeRun *self);        /* (nullable): why there is none */

G_END_DECLS
