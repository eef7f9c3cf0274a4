#pragma once

#include "ull-server-run.h"
#include "ull-sim.h"

G_BEGIN_DECLS

/* Two times of each for three coefficients and the widths of two kinds of errors: fewer say less than chance does. */
#define ULL_FIT_LEAST_REQUESTS 10

/* A step's coefficients from a real run: those with which the scheduler, given the same requests at the same times, answers when
 * the server did. */

typedef struct
{
  double ttft; /* seconds, as measured, */
  double e2e;
  double simulated_ttft; /* and as simulated; NAN: not answered */
  double simulated_e2e;
  gboolean fitted;       /* the coefficients were fitted to it; else it is a test of them */
} UllResidual;

/* Errors of a part of the requests, as fractions of what was measured. */
typedef struct
{
  guint n;
  double total_e2e;  /* of the sum of all: simulated over measured, less 1; the mean's error, as is the next */
  double total_ttft;
  double median_e2e; /* of each request's error without its sign, the median, */
  double median_ttft;
  double mean_e2e;   /* and the mean */
  double mean_ttft;
  double p50_e2e;    /* of the medians of both, less 1 */
  double p50_ttft;
  double p99_e2e;
  double p99_ttft;
} UllFitErrors;

typedef struct
{
  double us[ULL_N_STEP_COEFFICIENTS];
  gint64 hidden;     /* tokens of a step that hide behind what it takes anyway: the run's, or 0 where a line is likelier */
  GArray *residuals; /* UllResidual, in the order of the run's requests */
  GArray *parts;     /* UllServerPart: the run's */
  double loss;       /* of the logarithms of the fitted requests' simulated over measured times, the mean sizes of first tokens'
                      * and of ends', and of both the geometric mean */
  guint tries;       /* simulations */
} UllFit;

/* @us: about where the search looks, each above 0. @first: requests that are fitted, from the beginning; 0: all; too few are
 * %ULL_ERROR_INVALID. @go_on (nullable)
 * is asked after each simulation: FALSE ends it with G_IO_ERROR_CANCELLED. (transfer full) */
UllFit *ull_fit_new (const UllServerRun *run,
                     const UllSchedulerOptions *options,
                     const double us[ULL_N_STEP_COEFFICIENTS],
                     guint first,
                     gboolean (*go_on) (gint64 tries, gpointer data),
                     gpointer data,
                     GError **error);
/* The same without a search: what these coefficients come to. */
UllFit *ull_fit_try (
  const UllServerRun *run, const UllSchedulerOptions *options, const double us[ULL_N_STEP_COEFFICIENTS], guint first, GError **error);
void ull_fit_free (UllFit *fit);
void ull_fit_get_errors (const UllFit *fit, gboolean fitted, UllFitErrors *errors);
/* (transfer full) (nullable), translated: where half of the requests that it was fitted to end more than a tenth off, the sentence that warns
 * of it. */
char *ull_fit_dup_doubt (const UllFit *fit);
/* (transfer full) (nullable), translated: of several runs in one file, which they are and that they were fitted as such. */
char *ull_fit_dup_parts (const UllFit *fit);
/* Requests to fit to where nobody says how many: three of four if what is left tests it, else all. */
guint ull_fit_usual_first (const UllServerRun *run);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllFit, ull_fit_free)

G_END_DECLS
