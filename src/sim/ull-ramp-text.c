#include "ull-ramp.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* What a ramp comes to, in sentences. They say "simulated" where they name a rate: no figure of time stands beside one of
 * bytes. */

static const UllRampLevel *
level_at (const UllRamp *ramp, guint i)
{
  return &ramp->level[ULL_LINE_MAIN][i];
}

static char *
dup_rate (const UllRampLevel *level)
{
  return ull_format_count ((gint64) (level->output_tokens_per_s + 0.5));
}

/* Each of them is why no level has a token: where one has, its peak does. */
char *
ull_ramp_nothing_text (const UllRamp *ramp)
{
  const UllRampLevel *peak = level_at (ramp, ramp->peak);
  g_autofree char *blocks = ull_format_count (ramp->blocks), *tokens = ull_format_count (ramp->model_len);

  if (peak->output_tokens_per_s > 0)
    return NULL;
  if (peak->stuck)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "No request runs: the one at the head of the queue needs more than the pool’s %s block, and waits for ever.",
                                         "No request runs: the one at the head of the queue needs more than the pool’s %s blocks, and waits for ever.",
                                         (gulong) ramp->blocks),
                            blocks);
  if (peak->left > 0)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "No request runs: each client leaves before its own is answered from the pool’s %s block.",
                                         "No request runs: each client leaves before its own is answered from the pool’s %s blocks.", (gulong) ramp->blocks),
                            blocks);
  if (peak->refused > 0)
    return g_strdup_printf (_("No request runs: each is refused, as the model length of %s tokens has no room for it and an answer."), tokens);
  return g_strdup (_("No request runs in the time that is measured: the load has too few."));
}

char *
ull_ramp_headline (const UllRamp *ramp)
{
  const UllRampLevel *level = level_at (ramp, ramp->operating);
  g_autofree char *clients = ull_format_count (level->concurrency);
  g_autofree char *rate = dup_rate (level), *nothing = ull_ramp_nothing_text (ramp);

  if (nothing != NULL)
    return g_strdup (_("Nothing to operate: no request is answered."));
  /* Nothing stands against more of them but that they were not simulated. */
  if (ramp->shape == ULL_SHAPE_RISING && ramp->reason == ULL_OPERATE_HOLDS)
    return g_strdup_printf (ramp->load->arrivals == ULL_ARRIVALS_CLOSED ? _("Operate at %s clients or more: %s tokens per second.")
                                                                        : _("Operate with %s or more running: %s tokens per second."),
                            clients, rate);
  if (ramp->load->arrivals != ULL_ARRIVALS_CLOSED)
    return g_strdup_printf (_("Operate with at most %s running: %s tokens per second."), clients, rate);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Operate at %s client: %s tokens per second.",
                                       "Operate at %s clients: %s tokens per second.", (gulong) level->concurrency),
                          clients, rate);
}

static char *
cliff_detail (const UllRamp *ramp)
{
  const UllRampLevel *peak = level_at (ramp, ramp->peak), *worst = level_at (ramp, ramp->worst);
  g_autofree char *rate = dup_rate (peak), *at = ull_format_count (peak->concurrency);
  g_autofree char *after = dup_rate (worst), *where = ull_format_count (worst->concurrency);

  /* A share of hits that is lost is what the fall is of; else preemptions are. */
  if (peak->hit_rate - worst->hit_rate > 0.1)
    return g_strdup_printf (_("Peak %s at %s. Past it the retained prefixes go: hit rate %.0f → %.0f\u00a0%%, throughput %s at %s. "
                              "Simulated."),
                            rate, at, peak->hit_rate * 100, worst->hit_rate * 100, after, where);
  return g_strdup_printf (_("Peak %s at %s. Past it running requests are preempted, %.0f of 100: throughput %s at %s. Simulated."),
                          rate, at, worst->preemptions_per_100, after, where);
}

static char *
unsure_detail (const UllRamp *ramp, const char *rate, const char *at)
{
  const UllRampLevel *worst = level_at (ramp, ramp->worst);
  g_autofree char *less = dup_rate (worst), *clients = ull_format_count (worst->concurrency);

  return g_strdup_printf (_("%s at %s, and %s at %s: less, yet within the intervals; more requests a level would tell. Simulated."), rate, at,
                          less, clients);
}

char *
ull_ramp_detail (const UllRamp *ramp)
{
  const UllRampLevel *peak = level_at (ramp, ramp->peak);
  g_autofree char *rate = dup_rate (peak), *at = ull_format_count (peak->concurrency);
  char *nothing = ull_ramp_nothing_text (ramp);

  if (nothing != NULL)
    return nothing;
  if (ramp->shape == ULL_SHAPE_CLIFF)
    return cliff_detail (ramp);
  if (ramp->shape == ULL_SHAPE_RISING)
    return g_strdup_printf (_("The peak lies beyond the last level simulated: throughput still rises at %s, to %s. Simulated."), at, rate);
  if (ull_ramp_is_unsure (ramp))
    return unsure_detail (ramp, rate, at);
  return g_strdup_printf (_("A plateau of %s from %s on: more clients wait, and nothing falls. Simulated."), rate, at);
}

char *
ull_ramp_reason_text (const UllRamp *ramp)
{
  guint next = MIN (ramp->operating + 1, ramp->n_levels - 1);
  const UllRampLevel *level = level_at (ramp, next), *heavier = &ramp->level[ULL_LINE_HEAVIER][next];
  g_autofree char *at = ull_format_count (level->concurrency);
  char *nothing = ull_ramp_nothing_text (ramp);

  if (nothing != NULL)
    return nothing;
  switch (ramp->reason)
    {
    case ULL_OPERATE_HOLDS:
      if (ramp->shape == ULL_SHAPE_RISING)
        return g_strdup (_("The level below the last one simulated, and the peak lies beyond that: with a heavier tail of lengths no more than "
                           "1 of 100 requests is preempted, and the 99th percentiles hold."));
      return g_strdup (_("The level below the peak: with a heavier tail of lengths no more than 1 of 100 requests is preempted, and "
                         "the 99th percentiles hold."));
    case ULL_OPERATE_PREEMPTIONS:
      return g_strdup_printf (_("At %s a heavier tail of lengths brings %.1f preemptions per 100 requests; at most 1 holds."), at,
                              heavier->preemptions_per_100);
    case ULL_OPERATE_LATENCY:
      return g_strdup_printf (_("At %s a heavier tail of lengths makes the 99th percentile of the first token %.1f and of the gap between "
                                "tokens %.1f times what it is; at the first level %.1f and %.1f times, and at most twice that holds."),
                              at, ull_ramp_get_slowdown (ramp, next, TRUE), ull_ramp_get_slowdown (ramp, next, FALSE),
                              ull_ramp_get_slowdown (ramp, 0, TRUE), ull_ramp_get_slowdown (ramp, 0, FALSE));
    case ULL_OPERATE_FIRST:
    default:
      return g_strdup (_("Not even the first level holds with a heavier tail of lengths."));
    }
}

char *
ull_ramp_shape_text (const UllRamp *ramp)
{
  char *nothing = ull_ramp_nothing_text (ramp);

  if (nothing != NULL)
    return nothing;
  if (ramp->shape == ULL_SHAPE_CLIFF)
    return g_strdup (_("A cliff: past the peak throughput falls by more than 5\u00a0%, and by more than the intervals."));
  if (ramp->shape == ULL_SHAPE_RISING)
    return g_strdup (_("Still rising: the peak lies beyond the last level simulated; more clients would be needed to see where it ends."));
  if (ull_ramp_is_unsure (ramp))
    return g_strdup (_("A plateau as far as the intervals tell: past it throughput falls by more than 5\u00a0%, yet by less than they are wide."));
  /* A model without attention keeps no prefix, whatever requests share. */
  if (ramp->load->kind == ULL_LOAD_RANDOM && ramp->load->prefix_tokens > 0 && ramp->caching && level_at (ramp, ramp->peak)->hit_rate > 0)
    return g_strdup (_("A plateau: requests that do not fit wait, and a shared prefix is pinned as long as one that begins with it "
                       "runs, so that the hit rate stays."));
  return g_strdup (_("A plateau: requests that do not fit wait, first come, first served, and that costs those that run nothing."));
}
