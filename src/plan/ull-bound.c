#include "ull-bound.h"

#include "ull-overflow-private.h"
#include "ull-units.h"

#include <math.h>

/* Chernoff's bound. For the bytes X of one request let K (t) = log E exp (t X). The probability that k independent ones are
 * more than C is at most exp (k K (t) − t C) for every t > 0, hence at most p where
 *     k <= (t C − log (1 / p)) / K (t),
 * and whichever t of a table gives the most may be taken. Where s of them share a prefix of B bytes and keep X' of their own,
 *     B t + s K' (t) + (k − s) K (t) <= t C − log (1 / p).
 * Besides, as many as fit at the longest never overflow.
 *
 * t is in units of 1 / longest request, half an octave apart: the best of them is within 2 % of the reserve that the best of
 * all would keep. */

#define LEAST_EXPONENT (-28)
#define N_POINTS 41

typedef struct
{
  double t;   /* 1 / bytes */
  double all; /* K (t) of a request that shares nothing */
  double own; /* the same without the prefix */
} Point;

struct _UllBound
{
  Point point[N_POINTS];
  double mean, own_mean; /* bytes */
  double shared;         /* bytes of the prefix as the longest request shares it */
  gint64 longest;        /* tokens */
};

/* log Σ w exp (t x), of weights that sum to 1; @most: the largest x. Small t would lose all digits in the sum. */
static double
cumulant (const UllOverflow *overflow, const UllLengthCell *cells, double t, gboolean own, double most)
{
  double sum = 0;
  gboolean small = t * most < 1;

  for (gsize i = 0; i < overflow->n; i++)
    {
      double bytes = (double) (overflow->cell[i].each - (own ? overflow->cell[i].shared : 0));

      sum += cells[i].weight * (small ? expm1 (t * bytes) : exp (t * (bytes - most)));
    }
  return small ? log1p (sum) : t * most + log (sum);
}

UllBound *
ull_bound_new (const UllLayout *layout, const UllLengths *lengths, GError **error)
{
  g_autoptr (UllOverflow) overflow = ull_overflow_new (layout, lengths, error);
  g_autofree UllLengthCell *cells = NULL;
  UllBound *bound;
  double most;
  gsize n;

  if (overflow == NULL)
    return NULL;
  cells = ull_lengths_cells (lengths, layout->granule, &n);
  bound = g_new0 (UllBound, 1);
  bound->longest = overflow->longest;
  bound->shared = (double) overflow->shared;
  bound->mean = overflow->mean;
  bound->own_mean = overflow->own_mean;
  most = MAX ((double) overflow->cell[n - 1].each, 1);
  for (int i = 0; i < N_POINTS; i++)
    {
      Point *point = &bound->point[i];

      point->t = exp2 ((LEAST_EXPONENT + i) / 2.0) / most;
      point->all = cumulant (overflow, cells, point->t, FALSE, most);
      point->own = overflow->shared > 0 ? cumulant (overflow, cells, point->t, TRUE, most) : point->all;
    }
  return bound;
}

void
ull_bound_free (UllBound *bound)
{
  g_free (bound);
}

/* Requests whose @each together are at most @budget. */
static double
whole_of (double budget, double each)
{
  if (budget < 0)
    return 0;
  return each > 0 ? floor (budget / each) : HUGE_VAL;
}

static double
safe_at (const UllBound *bound, const Point *point, double capacity, double sharers, double reserve)
{
  double budget = point->t * (capacity - (sharers > 0 ? bound->shared : 0)) - reserve;
  double sharing = sharers > 0 ? MIN (whole_of (budget, point->own), sharers) : 0;

  if (sharing < sharers)
    return sharing;
  return sharers + whole_of (budget - sharers * point->own, point->all);
}

static gint64
sharers_of (const UllBound *bound, const UllLayout *layout)
{
  return bound->shared > 0 ? layout->sharers : 0;
}

gint64
ull_bound_safe (const UllBound *bound, const UllLayout *layout, gint64 ppm)
{
  double reserve = log ((double) ULL_PPM_ONE / (double) ppm), most = 0;
  double sharers = (double) sharers_of (bound, layout);

  for (int i = 0; i < N_POINTS; i++)
    most = MAX (most, safe_at (bound, &bound->point[i], (double) layout->capacity, sharers, reserve));
  return MAX (most < 0x1p62 ? (gint64) most : G_MAXINT64, ull_layout_max_requests (layout, bound->longest));
}

gboolean
ull_bound_expected_bytes (const UllBound *bound, const UllLayout *layout, gint64 requests, gint64 *bytes)
{
  double sharing = (double) MIN (sharers_of (bound, layout), requests);
  double sum = (sharing > 0 ? bound->shared : 0) + sharing * bound->own_mean
               + ((double) requests - sharing) * bound->mean;

  if (sum >= 0x1p62)
    return FALSE;
  *bytes = (gint64) ceil (sum * (1 - 1e-12));
  return TRUE;
}
