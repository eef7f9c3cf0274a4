#pragma once

#include "ull-ramp.h"
#include "ull-job-runner.h"

G_BEGIN_DECLS

#define ULL_TYPE_RAMP_RUN (ull_ramp_run_get_type ())
G_DECLARE_FINAL_TYPE (UllRampRun, ull_ramp_run, ULL, RAMP_RUN, UllJobRunner)

/* A ramp and what it is of. Immutable, reference-counted. */
typedef struct
{
  UllScenario *scenario;
  UllRamp *ramp;
} UllRampResult;

UllRampResult *ull_ramp_result_ref (UllRampResult *result);
void ull_ramp_result_unref (UllRampResult *result);

/* Runs ramps; what was run before stays until the next is there. */
UllRampRun *ull_ramp_run_new (void);
/* What the ramp is to be of: begins at once where somebody looks. NULL: of nothing, and what was run is forgotten, too. */
void ull_ramp_run_set_scenario (UllRampRun *self, UllScenario *scenario);
/* Lines that are run beside those that every ramp has, bits 1 << UllRampLine: one more is run at once, one less only not drawn. */
void ull_ramp_run_set_lines (UllRampRun *self, guint lines);
guint ull_ramp_run_get_lines (UllRampRun *self);

UllRampResult *ull_ramp_run_get_result (UllRampRun *self); /* (transfer none) (nullable) */
gboolean ull_ramp_run_get_stale (UllRampRun *self);        /* the result is of an earlier scenario, or lacks a line */

/* The present result, kept beside the next ones; NULL where there is none. */
void ull_ramp_run_keep (UllRampRun *self, const char *name);
UllRampResult *ull_ramp_run_get_kept (UllRampRun *self);   /* (transfer none) (nullable) */
const char *ull_ramp_run_get_kept_name (UllRampRun *self); /* (nullable) */
void ull_ramp_run_drop_kept (UllRampRun *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllRampResult, ull_ramp_result_unref)

G_END_DECLS
