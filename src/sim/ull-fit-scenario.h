#pragma once

#include "ull-fit.h"
#include "ull-scenario.h"

G_BEGIN_DECLS

/* A fit on a scenario's pool: what the run recorded of its own scheduler goes over it. The search begins at what card and model come
 * to, or at what @load types. @run: is told how many tokens of a step hide behind the weights. As of ull_fit_new(). (transfer full) */
UllFit *ull_fit_scenario (const UllScenario *scenario,
                          const UllLoad *load,
                          UllServerRun *run,
                          UllGenerationId generation,
                          guint first,
                          gboolean (*go_on) (gint64 tries, gpointer data),
                          gpointer data,
                          GError **error);
/* The fitted coefficients as a load's, and where they are from. */
void ull_fit_set_load (const UllFit *fit, const UllServerRun *run, UllLoad *load);

G_END_DECLS
