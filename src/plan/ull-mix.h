#pragma once

#include "ull-lengths.h"
#include "ull-plan.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* What requests of unlike lengths mean for a plan. A maximum is not a plan: that every request is the longest at once is as
 * good as impossible, and that all are of the mean's length says nothing about how often they are not.
 *
 * Requests are independent draws, each at its full length, prompt and answer. Where long requests also stay longer, more of
 * those at work are long than of those in the log. */

typedef enum
{
  ULL_MIX_P50,
  ULL_MIX_P95,
  ULL_MIX_P99,
  ULL_MIX_MAX,
  ULL_N_MIX_LENGTHS,
} UllMixLength;

/* The overflow that the safe number of requests allows. */
#define ULL_MIX_SAFE_PPM 10000

typedef struct
{
  gint64 tokens[ULL_N_MIX_LENGTHS];
  gint64 concurrency[ULL_N_MIX_LENGTHS]; /* max_concurrency of a plan of requests of that length */
  double mean;                           /* tokens */
  gint64 context;                        /* the mean, rounded up: what the plan takes for its request */
  gint64 expected_bytes;                 /* of a request as laid out, rounded up */
  gint64 deviation_bytes;                /* standard deviation, the same */
  gint64 expected_tokens;                /* of a request in whole granules, rounded up */
  gint64 expected_fit;                   /* requests that fit on average, whatever the max sequences */
  double beyond;                         /* fraction of requests longer than the engine accepts; 0 where it is not known */
  gint64 model_len;                      /* that length: typed, else the model's, else the longest request */
  gint64 max_num_seqs;                   /* typed, or ULL_UNSET */
  gint64 product_tokens;                 /* of the two, -1 where one is not set or it cannot be counted */
  gint64 product_bytes;
  gint64 requests;                       /* asked for */
  double normal;                         /* probability that they overflow the pool */
  gboolean drawn;                        /* whether the next two are known */
  double monte_carlo;
  double standard_error;
  guint n_trials;
  guint64 seed;
  gint64 safe;        /* most requests that overflow with 1 %: drawn, else normal; at most the max sequences */
  gint64 safe_normal; /* the same by the normal approximation */
} UllMix;

/* The same scenario with the mean length, rounded up, for its context. (transfer full) */
UllScenario *ull_mix_scenario (const UllScenario *scenario, const UllLengths *lengths, GError **error);
/* Everything but the draws, which take a hundred times as long: @drawn is FALSE, and the safe number is the normal one. */
gboolean ull_mix_init_normal (UllMix *mix, const UllScenario *scenario, const UllLengths *lengths, GError **error);
/* Draws of the same scenario and lengths. @cancellable may be NULL; where it is cancelled @mix stays as it was, and the
 * error is G_IO_ERROR_CANCELLED. */
gboolean ull_mix_draw (UllMix *mix,
                       const UllScenario *scenario,
                       const UllLengths *lengths,
                       guint64 seed,
                       GCancellable *cancellable,
                       GError **error);
/* Both. */
gboolean ull_mix_init (
  UllMix *mix, const UllScenario *scenario, const UllLengths *lengths, guint64 seed, GError **error);

G_END_DECLS
