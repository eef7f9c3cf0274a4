#pragma once

#include "ull-ramp-run.h"
#include "ull-surge.h"

G_BEGIN_DECLS

#define ULL_TYPE_SURGE_RUN (ull_surge_run_get_type ())
G_DECLARE_FINAL_TYPE (UllSurgeRun, ull_surge_run, ULL, SURGE_RUN, UllJobRunner)

/* Runs the surge of the ramp that a run has; what was run stays until the ramp is another one's. */
UllSurgeRun *ull_surge_run_new (UllRampRun *ramp);

const UllSurge *ull_surge_run_get_surge (UllSurgeRun *self);      /* (nullable) */
/* What it is of; NULL where there is none. (transfer none) */
UllRampResult *ull_surge_run_get_ramp (UllSurgeRun *self);
gboolean ull_surge_run_get_stale (UllSurgeRun *self);             /* there is none of the present ramp */

G_END_DECLS
