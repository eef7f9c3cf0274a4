#pragma once

#include "ull-layout.h"
#include "ull-lengths.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* How many requests of unlike lengths a layout holds, and how likely it is that it does not hold them: requests are drawn
 * independently, each at its full length. Bytes are the layout's own (whole granules, a shared prefix once). */

typedef struct _UllOverflow UllOverflow;

/* ULL_ERROR_OVERFLOW where the bytes of a length cannot be counted. @layout is borrowed. */
UllOverflow *ull_overflow_new (const UllLayout *layout, const UllLengths *lengths, GError **error);
void ull_overflow_free (UllOverflow *overflow);

/* Expected bytes of one request that shares nothing, and their standard deviation. */
double ull_overflow_get_mean (const UllOverflow *overflow);
double ull_overflow_get_deviation (const UllOverflow *overflow);
/* Requests whose expected bytes fill the pool: what fits on average; G_MAXINT64 where a request takes nothing. */
gint64 ull_overflow_expected_fit (const UllOverflow *overflow);

/* The probability that @requests overflow, their sum taken as normal; where all are of the same size, 0 or 1 exactly. */
double ull_overflow_normal (const UllOverflow *overflow, gint64 requests);
/* The most requests that overflow with a probability of at most @ppm, the same way. */
gint64 ull_overflow_normal_safe (const UllOverflow *overflow, gint64 ppm);

/* Draws requests one after the other until the pool is full, again and again: one set of draws answers for every number of
 * requests. */
typedef struct
{
  guint n_trials;   /* 0: more than a million requests fit, and nothing was drawn */
  gboolean certain; /* all requests take the same, and every trial is the same */
  gint64 most;      /* requests after which a trial ends */
  gint64 *fitted;   /* requests that fit in each trial, fewest first */
} UllTrials;

/* @cancellable may be NULL; what was drawn until it was cancelled says nothing. (transfer full) */
UllTrials *ull_overflow_draw (const UllOverflow *overflow, gint64 requests, guint64 seed, GCancellable *cancellable);
void ull_trials_free (UllTrials *trials);
/* The fraction of trials in which @requests overflow, and its standard error; FALSE where they cannot say. Where no trial
 * or every one overflows, and that is not certain, the error is that of one trial on the other side. */
gboolean ull_trials_overflow (const UllTrials *trials, gint64 requests, double *probability, double *standard_error);
/* The most requests that overflow in at most @ppm of the trials; -1 where nothing was drawn. */
gint64 ull_trials_safe (const UllTrials *trials, gint64 ppm);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllOverflow, ull_overflow_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllTrials, ull_trials_free)

G_END_DECLS
