#include "ull-overflow-private.h"

#include "ull-random.h"
#include "ull-units.h"

#include <math.h>
#include <stdlib.h>

/* Monte Carlo in whole bytes: equality fits. A trial draws requests until one does not fit, so that k requests overflow in
 * just those trials in which fewer than k fitted, for every k at once. The number of trials is set beforehand, so that no
 * trial is favoured for being short. */

#define MAX_REQUESTS (1 << 20)
#define MAX_TRIALS 20000
#define MIN_TRIALS 256
#define DRAWS (1 << 24)
/* Above the expected number, where only the rarest trials get to. */
#define SLACK 64

static const UllOverflowCell *
draw_cell (const UllOverflow *overflow, UllRandom *random)
{
  double u = ull_random_unit (random);
  const UllOverflowCell *cell = &overflow->cell[overflow->guide[(gsize) (u * (double) overflow->n)]];

  while (u >= cell->up_to)
    cell++;
  return cell;
}

static gint64
draw_trial (const UllOverflow *overflow, UllRandom *random, gint64 most)
{
  gint64 left = overflow->layout->capacity, prefix = 0, n;
  gint64 sharers = overflow->shared > 0 ? overflow->layout->sharers : 0;

  for (n = 0; n < most; n++)
    {
      const UllOverflowCell *cell = draw_cell (overflow, random);
      gint64 bytes = cell->each;

      /* The prefix is held once, as long as the longest of its sharers has it. */
      if (n < sharers)
        {
          bytes -= MIN (cell->shared, prefix);
          prefix = MAX (prefix, cell->shared);
        }
      if (bytes > left)
        break;
      left -= bytes;
    }
  return n;
}

static int
compare (const void *a, const void *b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

UllTrials *
ull_overflow_draw (const UllOverflow *overflow, gint64 requests, guint64 seed, GCancellable *cancellable)
{
  UllTrials *trials = g_new0 (UllTrials, 1);
  gint64 expected = ull_overflow_expected_fit (overflow);
  UllRandom random;

  if (expected > MAX_REQUESTS)
    return trials;
  ull_random_init (&random, seed);
  trials->n_trials = (guint) CLAMP (DRAWS / (expected + 1), MIN_TRIALS, MAX_TRIALS);
  trials->certain = overflow->alike;
  trials->most = MIN (MAX (requests, 2 * expected + SLACK), 2 * MAX_REQUESTS + SLACK);
  trials->fitted = g_new0 (gint64, trials->n_trials);
  for (guint i = 0; i < trials->n_trials && !g_cancellable_is_cancelled (cancellable); i++)
    trials->fitted[i] = draw_trial (overflow, &random, trials->most);
  qsort (trials->fitted, trials->n_trials, sizeof *trials->fitted, compare);
  return trials;
}

void
ull_trials_free (UllTrials *trials)
{
  g_clear_pointer (&trials->fitted, g_free);
  g_free (trials);
}

/* Trials in which fewer than @requests fitted. */
static guint
count_overflows (const UllTrials *trials, gint64 requests)
{
  guint low = 0, high = trials->n_trials;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (trials->fitted[middle] < requests)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

gboolean
ull_trials_overflow (const UllTrials *trials, gint64 requests, double *probability, double *standard_error)
{
  double n = trials->n_trials, overflows, p;

  /* A trial that was ended early does not say what more requests would have done. */
  if (trials->n_trials == 0 || (requests > trials->most && trials->fitted[trials->n_trials - 1] == trials->most))
    return FALSE;
  overflows = count_overflows (trials, requests);
  *probability = overflows / n;
  p = CLAMP (overflows, 1, n - 1) / n;
  *standard_error = trials->certain ? 0 : sqrt (p * (1 - p) / n);
  return TRUE;
}

gint64
ull_trials_safe (const UllTrials *trials, gint64 ppm)
{
  if (trials->n_trials == 0)
    return -1;
  return trials->fitted[(gsize) ((gint64) trials->n_trials * ppm / ULL_PPM_ONE)];
}
