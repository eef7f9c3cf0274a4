/* The bars of a histogram are lengths from one whole token to another, so that every request is in one of them and the
 * shares sum to 1. Their edges are powers of two and equal steps between; few lengths have a bar each. */
#include "ull-histogram.h"

#include "ull-scale.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static const struct
{
  const char *name;
  const char *short_name;
  gint64 ppm;
} marks[ULL_N_MARKS] = {
  [ULL_MARK_P50] = { N_("Median"), N_("p50"), 500000 },
  [ULL_MARK_P95] = { N_("95th percentile"), N_("p95"), 950000 },
  [ULL_MARK_P99] = { N_("99th percentile"), N_("p99"), 990000 },
  [ULL_MARK_MAX] = { N_("Longest"), N_("longest"), ULL_PPM_ONE },
};

const char *
ull_histogram_get_name (guint mark)
{
  g_return_val_if_fail (mark < ULL_N_MARKS, NULL);

  return _(marks[mark].name);
}

const char *
ull_histogram_get_short_name (guint mark)
{
  g_return_val_if_fail (mark < ULL_N_MARKS, NULL);

  return _(marks[mark].short_name);
}

gint64
ull_histogram_find_mark (const UllLengths *lengths, guint mark)
{
  g_return_val_if_fail (mark < ULL_N_MARKS, -1);

  return ull_lengths_quantile (lengths, marks[mark].ppm);
}

static void
add_bar (UllHistogram *histogram, const UllLengths *lengths, gint64 from, gint64 to)
{
  double share = ull_lengths_at_most (lengths, to) - ull_lengths_at_most (lengths, from - 1);

  histogram->bar[histogram->n_bars++] = (UllBar) { from, to, share };
  histogram->most = MAX (histogram->most, share);
}

static guint
steps_an_octave (guint octaves, guint max_bars)
{
  guint steps = 8;

  while (steps > 1 && octaves * steps > MIN (max_bars, ULL_MAX_BARS))
    steps /= 2;
  return steps;
}

void
ull_histogram_init (UllHistogram *histogram, const UllLengths *lengths, guint max_bars)
{
  guint octaves = 0, steps;
  gint64 from;

  *histogram = (UllHistogram) { .shortest = ull_scale_pow2_floor (ull_lengths_quantile (lengths, 0)) };
  for (guint i = 0; i < ULL_N_MARKS; i++)
    histogram->mark[i] = ull_histogram_find_mark (lengths, i);
  histogram->longest = MAX (ull_scale_pow2_ceil (histogram->mark[ULL_MARK_MAX]), 2 * histogram->shortest);
  while (histogram->shortest << octaves < histogram->longest)
    octaves++;
  if (histogram->longest - histogram->shortest < MIN (max_bars, ULL_MAX_BARS))
    {
      for (gint64 tokens = histogram->shortest; tokens <= histogram->longest; tokens++)
        add_bar (histogram, lengths, tokens, tokens);
      return;
    }
  steps = steps_an_octave (octaves, max_bars);
  from = histogram->shortest;
  for (guint i = 1; i <= octaves * steps; i++)
    {
      gint64 edge = (gint64) llround ((double) histogram->shortest * exp2 ((double) i / steps));
      /* The axis ends with its last length, which is in the last bar. */
      gint64 to = i == octaves * steps ? histogram->longest : edge - 1;

      if (to < from || histogram->n_bars == ULL_MAX_BARS)
        continue;
      add_bar (histogram, lengths, from, to);
      from = to + 1;
    }
}
