#include "ull-ramp-private.h"

#include <math.h>

/* Intervals of throughput, tokens a second, of 95 %. They are of batch means: the measured time in ten parts of equally many answers, their
 * ratio of tokens to time, and Student's 97.5 % quantile of nine degrees.
 *
 * Two levels of one seed serve the same requests, so that a tenth with long answers is one of both: what their rates differ by varies less than
 * either does. So each level keeps how far its tenths were off, and the difference of two levels has the interval of the differences of
 * their tenths. Where they have nothing in common that is as wide as that of two independent ones, and no narrower than it should be. */

#define STUDENT_9 2.262157
#define S_PER_NS 1e-9

static double
half_width (const double off[ULL_RAMP_BATCHES])
{
  double square = 0;

  for (guint i = 0; i < ULL_RAMP_BATCHES; i++)
    square += off[i] * off[i];
  return STUDENT_9 * sqrt (square / (ULL_RAMP_BATCHES * (ULL_RAMP_BATCHES - 1)));
}

/* A ratio of sums, and what its batches say of its error. */
void
ull_ramp_set_interval (UllRampLevel *level, const GArray *pieces)
{
  UllRampPiece batch[ULL_RAMP_BATCHES] = { 0 };
  double mean_s = 0, rate = level->output_tokens_per_s, half;

  level->low = 0;
  level->high = INFINITY;
  if (pieces->len < 2 * ULL_RAMP_BATCHES)
    return;
  for (guint i = 0; i < pieces->len; i++)
    {
      guint part = (guint) ((guint64) i * ULL_RAMP_BATCHES / pieces->len);

      batch[part].ns += g_array_index (pieces, UllRampPiece, i).ns;
      batch[part].tokens += g_array_index (pieces, UllRampPiece, i).tokens;
    }
  for (guint i = 0; i < ULL_RAMP_BATCHES; i++)
    mean_s += (double) batch[i].ns * S_PER_NS / ULL_RAMP_BATCHES;
  if (mean_s <= 0)
    return;
  for (guint i = 0; i < ULL_RAMP_BATCHES; i++)
    level->off[i] = ((double) batch[i].tokens - rate * S_PER_NS * (double) batch[i].ns) / mean_s;
  half = half_width (level->off);
  level->low = MAX (rate - half, 0);
  level->high = rate + half;
}

gboolean
ull_ramp_get_difference (const UllRampLevel *a, const UllRampLevel *b, double *low, double *high)
{
  double off[ULL_RAMP_BATCHES], difference = a->output_tokens_per_s - b->output_tokens_per_s, half;

  if (!isfinite (a->high) || !isfinite (b->high))
    return FALSE;
  for (guint i = 0; i < ULL_RAMP_BATCHES; i++)
    off[i] = a->off[i] - b->off[i];
  half = half_width (off);
  *low = difference - half;
  *high = difference + half;
  return TRUE;
}

UllRampLevel
ull_ramp_mean_level (const UllRampLevel *levels, guint n, double least)
{
  UllRampLevel mean = { .high = 0 };
  guint of = 0;

  for (guint i = 0; i < n; i++)
    of += levels[i].output_tokens_per_s >= least;
  for (guint i = 0; i < n; i++)
    {
      if (levels[i].output_tokens_per_s < least)
        continue;
      mean.output_tokens_per_s += levels[i].output_tokens_per_s / of;
      /* Without bounds where one of them is. */
      mean.high = MAX (mean.high, levels[i].high);
      for (guint k = 0; k < ULL_RAMP_BATCHES; k++)
        mean.off[k] += levels[i].off[k] / of;
    }
  return mean;
}
