/* Scales map values to pixels and back; ticks are round numbers only. Counts of tokens are marked at powers of two,
 * counts of requests at 1-2-5, memory at whichever of both comes first. */
#include "ull-scale.h"

#include <math.h>

double
ull_scale_map (const UllScale *scale, double value)
{
  double share;

  if (scale->log)
    share = log (value / scale->min) / log (scale->max / scale->min);
  else
    share = (value - scale->min) / (scale->max - scale->min);
  return scale->from + share * (scale->to - scale->from);
}

double
ull_scale_unmap (const UllScale *scale, double pixel)
{
  double share = (pixel - scale->from) / (scale->to - scale->from);

  if (scale->log)
    return scale->min * pow (scale->max / scale->min, share);
  return scale->min + share * (scale->max - scale->min);
}

double
ull_scale_time_step (double range, guint intervals)
{
  double least = range / intervals, step = pow (10, floor (log10 (least)));

  if (step >= least)
    return step;
  return 2 * step >= least ? 2 * step : 5 * step >= least ? 5 * step : 10 * step;
}

double
ull_scale_memory_step (double range, guint intervals)
{
  static const double small[] = { 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, /* below 2 GiB */
                                  1, 2, 4, 5, 8, 10, 16, 20, 32, 50, 64 };
  double step;

  for (guint i = range < 2 ? 0 : 9; i < G_N_ELEMENTS (small); i++)
    if (small[i] * intervals >= range)
      return small[i];

  step = 100;
  for (guint i = 0; step * intervals < range; i++)
    step *= i % 3 == 1 ? 2.5 : 2;
  return step;
}

guint
ull_scale_log_ticks (double min, double max, guint max_ticks, double ticks[ULL_MAX_TICKS])
{
  static const double mantissas[] = { 1, 2, 5 };
  double decades = log10 (max / min);
  gboolean thin = decades * 3 + 1 > max_ticks;
  int every = thin ? MAX (1, (int) ceil ((decades + 1) / MAX (1u, max_ticks))) : 1;
  guint n = 0;

  for (int exponent = (int) floor (log10 (min)); exponent <= (int) ceil (log10 (max)); exponent++)
    for (guint m = 0; m < (thin ? 1 : G_N_ELEMENTS (mantissas)); m++)
      {
        double value = mantissas[m] * pow (10, exponent);

        if (exponent % every == 0 && value >= min && value <= max && n < ULL_MAX_TICKS)
          ticks[n++] = value;
      }
  return n;
}

guint
ull_scale_token_ticks (gint64 min, gint64 max, guint max_ticks, double ticks[ULL_MAX_TICKS])
{
  guint first = (guint) g_bit_nth_msf ((gulong) MAX (1, min), -1);
  guint last = (guint) g_bit_nth_msf ((gulong) MAX (1, max), -1);
  guint every = 1;
  guint n = 0;

  if ((G_GINT64_CONSTANT (1) << first) < min)
    first++;
  while (last >= first && (last - first) / every + 1 > MAX (2u, max_ticks))
    every++;
  for (guint bit = first; bit <= last && n < ULL_MAX_TICKS; bit += every)
    ticks[n++] = (double) (G_GINT64_CONSTANT (1) << bit);
  return n;
}

/* From here on a count of tokens is written in whole thousands of 1,024. */
#define IN_THOUSANDS 2048
#define THOUSAND 1024

guint
ull_scale_even_ticks (double min, double max, guint max_ticks, gboolean binary, double ticks[ULL_MAX_TICKS])
{
  double step = binary && min >= IN_THOUSANDS ? THOUSAND : 1;
  guint most = CLAMP (max_ticks, 2, ULL_MAX_TICKS);
  guint n = 0;

  for (guint i = 0; floor (max / step) - ceil (min / step) + 1 > most; i++)
    step *= binary || i % 3 != 1 ? 2 : 2.5;
  for (double value = ceil (min / step) * step; value <= max && n < ULL_MAX_TICKS; value += step)
    ticks[n++] = value;
  return n;
}

gint64
ull_scale_pow2_floor (gint64 value)
{
  gint64 power = 1;

  while (power <= value / 2)
    power *= 2;
  return power;
}

gint64
ull_scale_pow2_ceil (gint64 value)
{
  gint64 power = ull_scale_pow2_floor (value);

  return power < value && power <= G_MAXINT64 / 2 ? power * 2 : power;
}
