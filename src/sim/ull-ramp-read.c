#include "ull-ramp-private.h"

#include <math.h>

/* What a ramp's levels say, by rules and not by eye.
 *
 * Cliff: past the best level another has less than 95 % of its throughput, and their intervals do not touch. Rising: the best
 * is the last level, more may run at once, and its interval lies above that of the level before it. All else is a plateau. It begins with the first level
 * that has 98 % of the best; or, since the best of several noisy ones is more than they are, with one before that which has 95 % of the mean of
 * the levels from there on (of those that have 95 % of the best) and is not less than it as far as the interval of their difference tells.
 *
 * Peak: of a cliff the best level; of a plateau, its beginning.
 *
 * Operating point: the highest level below the peak that holds. One holds where, with a heavier tail, at most one request of a
 * hundred is preempted, none waits for ever, half as many of the prompts' tokens at least are found in the cache as at any level below it, and the 99th percentiles of time to first token and between tokens grow by no more than twice as much
 * as they do at the first level, where nothing but the lengths themselves is longer.
 *
 * Where clients leave, a level at which more than 1 % of those that came did is no operating point, neither as it is nor with a heavier tail:
 * what leaves is not in the percentiles of what was answered, so that they look the better the more leave.
 *
 * Of open arrivals a level is a cap, and a cap below what arrives lets a queue grow without end. One carries the load where it has
 * 98 % of the best throughput, its queue does not grow, no more requests wait than run (by Little's law: none waits for longer than it is served, on average),
 * and the 99th percentile of time to first token is no more than twice the least. A plateau begins with the first that does, and
 * the operating point is the first of these that holds, by preemptions and by carrying the heavier tail too. */

#define CLIFF_SHARE 0.95
#define PLATEAU_SHARE 0.98
#define MOST_PREEMPTIONS 1.0 /* per 100 requests */
#define MOST_SLOWER 2.0
#define MOST_LATE 2.0
#define LEAST_HITS 0.5   /* of the most that a level below finds, */
#define WORTH_LOSING 0.1 /* where that is so much of the tokens */
#define MOST_LEFT 0.01 /* of those that are taken up */

static double
throughput (const UllRamp *ramp, UllRampLine line, guint i)
{
  return ramp->level[line][i].output_tokens_per_s;
}

guint
ull_ramp_get_best (const UllRamp *ramp, UllRampLine line)
{
  guint best = 0;

  for (guint i = 1; i < ramp->n_levels; i++)
    if (throughput (ramp, line, i) > throughput (ramp, line, best))
      best = i;
  return best;
}

double
ull_ramp_get_most_hits (const UllRamp *ramp, guint level)
{
  double most = 0;

  for (guint i = 0; i < level; i++)
    most = MAX (most, ramp->level[ULL_LINE_MAIN][i].hit_rate);
  return most;
}

gboolean
ull_ramp_loses_hits (const UllRamp *ramp, guint level)
{
  double most = ull_ramp_get_most_hits (ramp, level);

  return most >= WORTH_LOSING && ramp->level[ULL_LINE_MAIN][level].hit_rate < LEAST_HITS * most;
}

gboolean
ull_ramp_ends_at_cap (const UllRamp *ramp)
{
  return ramp->cap > 0 && ramp->level[ULL_LINE_MAIN][ramp->n_levels - 1].concurrency >= ramp->cap;
}

/* The mean stays that of the levels that are the plateau's without doubt, so that a slope does not creep down to its foot. */
static guint
begin_plateau (const UllRamp *ramp, guint first)
{
  const UllRampLevel *levels = ramp->level[ULL_LINE_MAIN];
  double least = CLIFF_SHARE * levels[ull_ramp_get_best (ramp, ULL_LINE_MAIN)].output_tokens_per_s;
  UllRampLevel mean = ull_ramp_mean_level (levels + first, ramp->n_levels - first, least);
  double low, high;

  /* One level alone may be the one before the next that is more. */
  if (first + 1 == ramp->n_levels)
    return first;
  for (guint i = 0; i < first; i++)
    if (levels[i].output_tokens_per_s >= CLIFF_SHARE * mean.output_tokens_per_s && ull_ramp_get_difference (&levels[i], &mean, &low, &high)
        && high >= 0)
      return i;
  return first;
}

static void
read_shape (UllRamp *ramp)
{
  const UllRampLevel *levels = ramp->level[ULL_LINE_MAIN];
  guint best = ull_ramp_get_best (ramp, ULL_LINE_MAIN), last = ramp->n_levels - 1;

  ramp->peak = best;
  ramp->worst = last;
  ramp->shape = ULL_SHAPE_PLATEAU;
  if (best == last)
    {
      if (last > 0 && !ull_ramp_ends_at_cap (ramp) && levels[best].low > levels[last - 1].high
          && levels[last - 1].output_tokens_per_s < PLATEAU_SHARE * levels[best].output_tokens_per_s)
        ramp->shape = ULL_SHAPE_RISING;
    }
  else
    for (guint i = best + 1; i <= last; i++)
      if (throughput (ramp, ULL_LINE_MAIN, i) < throughput (ramp, ULL_LINE_MAIN, ramp->worst))
        ramp->worst = i;
  for (guint i = best + 1; i <= last; i++)
    if (levels[i].output_tokens_per_s < CLIFF_SHARE * levels[best].output_tokens_per_s && levels[i].high < levels[best].low)
      ramp->shape = ULL_SHAPE_CLIFF;
  if (ramp->shape != ULL_SHAPE_PLATEAU)
    return;
  for (guint i = best; i-- > 0;)
    if (levels[i].output_tokens_per_s >= PLATEAU_SHARE * levels[best].output_tokens_per_s)
      ramp->peak = i;
  ramp->peak = begin_plateau (ramp, ramp->peak);
}

gboolean
ull_ramp_is_unsure (const UllRamp *ramp)
{
  return ramp->shape == ULL_SHAPE_PLATEAU
         && throughput (ramp, ULL_LINE_MAIN, ramp->worst) < CLIFF_SHARE * throughput (ramp, ULL_LINE_MAIN, ramp->peak);
}

double
ull_ramp_get_slowdown (const UllRamp *ramp, guint i, gboolean first_token)
{
  const UllRampLevel *level = &ramp->level[ULL_LINE_MAIN][i], *heavier = &ramp->level[ULL_LINE_HEAVIER][i];
  double before = first_token ? level->ttft_p99 : level->itl_p99, after = first_token ? heavier->ttft_p99 : heavier->itl_p99;

  return before > 0 && isfinite (after) ? after / before : 1;
}

static gboolean
is_as_fast (const UllRamp *ramp, guint i, gboolean first_token)
{
  return ull_ramp_get_slowdown (ramp, i, first_token) <= MOST_SLOWER * MAX (ull_ramp_get_slowdown (ramp, 0, first_token), 1);
}

gboolean
ull_ramp_level_loses (const UllRampLevel *level)
{
  return (double) level->left > MOST_LEFT * (double) (level->sent - level->refused);
}

static gboolean
all_lose (const UllRamp *ramp)
{
  for (guint i = 0; i < ramp->n_levels; i++)
    if (!ull_ramp_level_loses (&ramp->level[ULL_LINE_MAIN][i]))
      return FALSE;
  return TRUE;
}

static gboolean
holds (const UllRamp *ramp, guint i, UllOperateReason *why)
{
  const UllRampLevel *heavier = &ramp->level[ULL_LINE_HEAVIER][i];

  *why = ULL_OPERATE_LEAVING;
  if (ull_ramp_level_loses (&ramp->level[ULL_LINE_MAIN][i]) || ull_ramp_level_loses (heavier))
    return FALSE;
  *why = ULL_OPERATE_PREEMPTIONS;
  if (heavier->preemptions_per_100 > MOST_PREEMPTIONS || heavier->stuck)
    return FALSE;
  *why = ULL_OPERATE_HITS;
  if (ull_ramp_loses_hits (ramp, i))
    return FALSE;
  *why = ULL_OPERATE_LATENCY;
  return is_as_fast (ramp, i, TRUE) && is_as_fast (ramp, i, FALSE);
}

static gboolean
carries (const UllRamp *ramp, UllRampLine line, guint i)
{
  const UllRampLevel *levels = ramp->level[line];
  double least = levels[i].ttft_p99;

  for (guint k = 0; k < ramp->n_levels; k++)
    if (throughput (ramp, line, k) >= PLATEAU_SHARE * throughput (ramp, line, ull_ramp_get_best (ramp, line)))
      least = MIN (least, levels[k].ttft_p99);
  return throughput (ramp, line, i) >= PLATEAU_SHARE * throughput (ramp, line, ull_ramp_get_best (ramp, line))
         && !levels[i].growing && !ull_ramp_level_loses (&levels[i]) && levels[i].waiting_mean <= levels[i].running_mean && levels[i].ttft_p99 <= MOST_LATE * least;
}

static gboolean
holds_open (const UllRamp *ramp, guint i)
{
  const UllRampLevel *heavier = &ramp->level[ULL_LINE_HEAVIER][i];

  return heavier->preemptions_per_100 <= MOST_PREEMPTIONS && !heavier->stuck && carries (ramp, ULL_LINE_HEAVIER, i);
}

static void
read_operating_open (UllRamp *ramp)
{
  /* What serves all that arrives does not rise. */
  if (ramp->shape == ULL_SHAPE_RISING && carries (ramp, ULL_LINE_MAIN, ramp->n_levels - 1))
    ramp->shape = ULL_SHAPE_PLATEAU;
  ramp->operating = ramp->peak;
  ramp->reason = all_lose (ramp) ? ULL_OPERATE_LEFT : ULL_OPERATE_OVERLOADED;
  for (guint i = 0; ramp->reason != ULL_OPERATE_LEFT && i < ramp->n_levels; i++)
    {
      if (!carries (ramp, ULL_LINE_MAIN, i))
        continue;
      if (ramp->reason == ULL_OPERATE_OVERLOADED)
        {
          ramp->operating = i;
          ramp->reason = ULL_OPERATE_STRAINED;
          if (ramp->shape == ULL_SHAPE_PLATEAU)
            ramp->peak = i;
        }
      if (!holds_open (ramp, i))
        continue;
      ramp->operating = i;
      ramp->reason = ULL_OPERATE_CARRIES;
      return;
    }
}

static void
read_operating (UllRamp *ramp)
{
  UllOperateReason why;

  ramp->operating = 0;
  ramp->reason = ramp->peak == 0 && holds (ramp, 0, &why) ? ULL_OPERATE_PEAK : ULL_OPERATE_FIRST;
  for (guint i = ramp->peak; i-- > 0;)
    {
      if (holds (ramp, i, &why))
        {
          ramp->operating = i;
          if (i + 1 == ramp->peak)
            ramp->reason = ULL_OPERATE_HOLDS;
          return;
        }
      ramp->reason = i > 0 ? why : ULL_OPERATE_FIRST;
    }
  if (ull_ramp_level_loses (&ramp->level[ULL_LINE_MAIN][0]))
    ramp->reason = ULL_OPERATE_LEFT;
}

void
ull_ramp_read (UllRamp *ramp)
{
  const UllRampLevel *with, *without;
  double low, high;

  read_shape (ramp);
  if (ramp->load->arrivals == ULL_ARRIVALS_CLOSED)
    read_operating (ramp);
  else
    read_operating_open (ramp);
  ramp->retention_gain = ramp->retention_low = ramp->retention_high = NAN;
  if (ramp->level[ULL_LINE_UNSHARED] == NULL || ramp->uncached)
    return;
  with = &ramp->level[ULL_LINE_MAIN][ull_ramp_get_best (ramp, ULL_LINE_MAIN)];
  without = &ramp->level[ULL_LINE_UNSHARED][ull_ramp_get_best (ramp, ULL_LINE_UNSHARED)];
  if (without->output_tokens_per_s <= 0)
    return;
  ramp->retention_gain = with->output_tokens_per_s / without->output_tokens_per_s - 1;
  if (!ull_ramp_get_difference (with, without, &low, &high))
    return;
  ramp->retention_low = low / without->output_tokens_per_s;
  ramp->retention_high = high / without->output_tokens_per_s;
}
