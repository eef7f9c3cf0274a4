#pragma once

#include "ull-ramp.h"

G_BEGIN_DECLS

/**
 * UllTrial:
 *
 * What a scenario's own load comes to on its pool: the one ramp that questions, explanations and pictures of a lesson read.
 * Immutable and reference-counted.
 */
typedef struct
{
  UllScenario *scenario;
  UllRamp *ramp;
} UllTrial;

/* Whether the scenario has a load that can be run without anything besides. */
gboolean ull_trial_has_load (const UllScenario *scenario, GError **error);
/* Takes a tenth of a second and more: call it from a thread. NULL with an error as of ull_ramp_new(), and where no request of
 * the load is answered at any level. (transfer full) */
UllTrial *ull_trial_new (UllScenario *scenario, UllRampWatch watch, gpointer data, GError **error);
UllTrial *ull_trial_ref (UllTrial *trial);
void ull_trial_unref (UllTrial *trial);

/* The level of most throughput of a line. */
const UllRampLevel *ull_trial_get_best (const UllTrial *trial, UllRampLine line);

/* The least and the most clients that the ramp does not tell from its peak, or from its operating point. FALSE: it tells none from
 * its peak. */
gboolean ull_trial_resolve (const UllTrial *trial, gboolean peak, double *least, double *most);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllTrial, ull_trial_unref)

G_END_DECLS
