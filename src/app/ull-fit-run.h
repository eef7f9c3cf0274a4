#pragma once

#include "ull-fit.h"
#include "ull-scenario.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define ULL_TYPE_FIT_RUN (ull_fit_run_get_type ())
G_DECLARE_FINAL_TYPE (UllFitRun, ull_fit_run, ULL, FIT_RUN, GObject)

/* Fits what a step takes to a real run's request times, in a thread of its own: the latest that was asked for. What was fitted before
 * stays until the next is there. Where there are enough requests, the last of them are left out as a test. Signals: "changed", "progress", "fitted" (a load whose step is the fitted one, otherwise as it was),
 * "problem" (a sentence: no fit, or one that is not to be relied on). */
UllFitRun *ull_fit_run_new (void);
/* @scenario has a load. */
void ull_fit_run_start (UllFitRun *self, UllScenario *scenario, const char *path);
/* Ends what is under way and leaves the earlier fit. */
void ull_fit_run_cancel (UllFitRun *self);
/* Ends it and leaves none: what it is of is withheld, or gone. */
void ull_fit_run_forget (UllFitRun *self);

gboolean ull_fit_run_get_busy (UllFitRun *self);
int ull_fit_run_get_tries (UllFitRun *self);              /* simulations, of what is under way */
const char *ull_fit_run_get_file (UllFitRun *self);       /* (nullable): the name of the file that is being fitted */
const UllFit *ull_fit_run_get_fit (UllFitRun *self);      /* (nullable) */
const char *ull_fit_run_get_name (UllFitRun *self);       /* (nullable): of the run that @fit is of */
UllScenario *ull_fit_run_get_scenario (UllFitRun *self);  /* (nullable) (transfer none): the same */
/* Whether a load's step is what was fitted. */
gboolean ull_fit_run_is_of (UllFitRun *self, const UllLoad *load);

G_END_DECLS
