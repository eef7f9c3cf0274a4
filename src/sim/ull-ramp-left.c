#include "ull-ramp-private.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* What is said of clients that leave. Who left was given a part of the tokens and is in no percentile: so each sentence has how many they are. */

/* "641 of 1,000". */
static char *
dup_left (const UllRampLevel *level)
{
  g_autofree char *left = ull_format_count (level->left), *came = ull_format_count (level->sent - level->refused);

  return g_strdup_printf (_("%s of %s"), left, came);
}

char *
ull_ramp_left_detail (const UllRamp *ramp)
{
  const UllRampLevel *peak = &ramp->level[ULL_LINE_MAIN][ramp->peak], *worst = &ramp->level[ULL_LINE_MAIN][ramp->worst];
  g_autofree char *rate = ull_format_throughput (peak->output_tokens_per_s);
  g_autofree char *less = ull_format_throughput (worst->output_tokens_per_s);
  g_autofree char *at = ull_format_count (peak->concurrency), *where = ull_format_count (worst->concurrency);
  g_autofree char *before = dup_left (peak), *after = dup_left (worst);

  return g_strdup_printf (_("Peak %s at %s. Past it clients leave before they are answered, and what was computed for them is lost: %s requests given up at the peak, %s "
                            "at %s, throughput %s there. Simulated."),
                          rate, at, before, after, where, less);
}

char *
ull_ramp_left_reason (const UllRamp *ramp, guint i)
{
  const UllRampLevel *level = &ramp->level[ULL_LINE_MAIN][i], *heavier = &ramp->level[ULL_LINE_HEAVIER][i];
  gboolean loses = ull_ramp_level_loses (level);
  const UllRampLevel *first = &ramp->level[ULL_LINE_MAIN][0];
  g_autofree char *at = ull_format_count (level->concurrency), *left = dup_left (loses ? level : heavier);
  g_autofree char *begin = ull_format_count (first->concurrency), *begun = dup_left (first);

  if (ramp->reason == ULL_OPERATE_LEFT)
    return g_strdup_printf (_("Already at %s %s requests are given up: their clients left; at most 1 of 100 holds."), begin, begun);
  if (loses)
    return g_strdup_printf (_("At %s %s requests are given up: their clients left; at most 1 of 100 holds."), at, left);
  return g_strdup_printf (_("At %s a heavier tail of lengths makes the clients of %s requests leave; at most 1 of 100 holds."), at, left);
}
