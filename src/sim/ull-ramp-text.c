#include "ull-ramp-private.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* What a ramp comes to, in sentences. They say "simulated" where they name a rate: no figure of time stands beside one of
 * bytes. */

static const UllRampLevel *
level_at (const UllRamp *ramp, guint i)
{
  return &ramp->level[ULL_LINE_MAIN][i];
}

static gboolean
is_closed (const UllRamp *ramp)
{
  return ramp->load->arrivals == ULL_ARRIVALS_CLOSED;
}

static char *
dup_rate (const UllRampLevel *level)
{
  return ull_format_throughput (level->output_tokens_per_s);
}

/* At whatever level a request waits for ever, it does at the others too, were they to run for longer. */
static gboolean
comes_to_a_stand (const UllRamp *ramp)
{
  for (guint i = 0; i < ramp->n_levels; i++)
    if (level_at (ramp, i)->stuck)
      return TRUE;
  return FALSE;
}

static gboolean
answers_some (const UllRamp *ramp)
{
  for (guint i = 0; i < ramp->n_levels; i++)
    if (level_at (ramp, i)->answered > 0)
      return TRUE;
  return FALSE;
}

/* Where no level has a token, each of the others is why: where one has, its peak does. */
char *
ull_ramp_nothing_text (const UllRamp *ramp)
{
  const UllRampLevel *peak = level_at (ramp, ramp->peak);
  gboolean stuck = comes_to_a_stand (ramp);
  g_autofree char *blocks = ull_format_count (ramp->blocks), *tokens = ull_format_count (ramp->model_len);

  if (peak->output_tokens_per_s > 0 && !stuck)
    return NULL;
  if (stuck && answers_some (ramp))
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "A request that needs more than the pool’s %s block comes to the head of the queue and waits for ever, and all others behind it.",
                                         "A request that needs more than the pool’s %s blocks comes to the head of the queue and waits for ever, and all others behind it.",
                                         (gulong) ramp->blocks),
                            blocks);
  if (stuck)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "No request runs: the one at the head of the queue needs more than the pool’s %s block, and waits for ever.",
                                         "No request runs: the one at the head of the queue needs more than the pool’s %s blocks, and waits for ever.",
                                         (gulong) ramp->blocks),
                            blocks);
  if (peak->left > 0)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "No request runs: each client leaves before its own is answered from the pool’s %s block.",
                                         "No request runs: each client leaves before its own is answered from the pool’s %s blocks.", (gulong) ramp->blocks),
                            blocks);
  if (peak->refused > 0 && peak->refused == peak->sent)
    return g_strdup_printf (_("No request runs: each is refused, as the model length of %s tokens has no room for it and an answer."), tokens);
  return g_strdup (_("Nothing is measured: from the end of the warm-up to the last arrival no token is served. A load that goes on for longer, or clients "
                     "that send one request after another, would be right."));
}

gboolean
ull_ramp_operates (const UllRamp *ramp)
{
  g_autofree char *nothing = ull_ramp_nothing_text (ramp);

  return nothing == NULL && ramp->refusal == NULL && ramp->reason != ULL_OPERATE_OVERLOADED && ramp->reason != ULL_OPERATE_FIRST
         && ramp->reason != ULL_OPERATE_LEFT;
}

/* Refused or left, whoever came: else requests are answered, at a time that is not measured. */
static gboolean
answers_none (const UllRamp *ramp)
{
  const UllRampLevel *peak = level_at (ramp, ramp->peak);

  return peak->left > 0 || (peak->refused > 0 && peak->refused == peak->sent);
}

static char *
nothing_headline (const UllRamp *ramp)
{
  g_autofree char *nothing = ull_ramp_nothing_text (ramp);

  if (ramp->refusal != NULL)
    return g_strdup (_("Nothing to operate with this plan."));
  if (nothing == NULL && ramp->reason == ULL_OPERATE_LEFT)
    return g_strdup (_("Nothing to operate: clients leave at every level."));
  if (nothing == NULL && ramp->reason == ULL_OPERATE_FIRST)
    return g_strdup (_("Nothing to operate: no level holds."));
  if (nothing == NULL)
    return g_strdup (_("Nothing to operate: more arrives than is served."));
  if (comes_to_a_stand (ramp))
    return g_strdup (_("Nothing to operate: the queue comes to a stand."));
  return answers_none (ramp) ? g_strdup (_("Nothing to operate: no request is answered.")) : g_strdup (_("Nothing to operate: nothing is measured."));
}

char *
ull_ramp_headline (const UllRamp *ramp)
{
  const UllRampLevel *level = level_at (ramp, ramp->operating);
  g_autofree char *clients = ull_format_count (level->concurrency);
  g_autofree char *rate = dup_rate (level);

  if (!ull_ramp_operates (ramp))
    return nothing_headline (ramp);
  /* Nothing stands against more of them but that they were not simulated. */
  if (ramp->shape == ULL_SHAPE_RISING && ramp->reason == ULL_OPERATE_HOLDS)
    return g_strdup_printf (_("Operate at %s clients or more: %s tokens per second."), clients, rate);
  if (!is_closed (ramp))
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

  /* Clients that leave take their work with them; of those that stay a share of hits that is lost is what the fall is of, else preemptions are. */
  if (ull_ramp_level_loses (worst))
    return ull_ramp_left_detail (ramp);
  if (peak->hit_rate - worst->hit_rate > 0.1)
    return g_strdup_printf (_("Peak %s at %s. Past it the retained prefixes go: hit rate %.0f → %.0f\u00a0%%, throughput %s at %s. "
                              "Simulated."),
                            rate, at, peak->hit_rate * 100, worst->hit_rate * 100, after, where);
  return g_strdup_printf (_("Peak %s at %s. Past it running requests are preempted, %.0f times per 100 requests: throughput %s at %s. Simulated."),
                          rate, at, worst->preemptions_per_100, after, where);
}

static char *
unsure_detail (const UllRamp *ramp, const char *rate, const char *at)
{
  const UllRampLevel *worst = level_at (ramp, ramp->worst);
  g_autofree char *less = dup_rate (worst), *clients = ull_format_count (worst->concurrency);

  if (!isfinite (worst->high))
    return g_strdup_printf (_("%s at %s, and %s at %s: less, yet of too few answers for an interval; more requests a level would tell. Simulated."), rate, at,
                            less, clients);
  return g_strdup_printf (_("%s at %s, and %s at %s: less, yet within the intervals; more requests a level would tell. Simulated."), rate, at,
                          less, clients);
}

/* Whether requests that do not fit are what stands behind a plateau. */
static gboolean
some_wait (const UllRamp *ramp)
{
  return level_at (ramp, ramp->n_levels - 1)->waiting_mean >= 0.5;
}

/* Requests wait for their turn at the last level, and never for blocks. */
static gboolean
is_capped (const UllRamp *ramp)
{
  const UllRampLevel *last = level_at (ramp, ramp->n_levels - 1);

  return some_wait (ramp) && last->kv_use_max < 0.9 && last->running_mean > 0.95 * (double) ramp->cap;
}

/* Of clients: the last level is the best, and more of them would not run. */
static gboolean
ends_at_cap (const UllRamp *ramp)
{
  return is_closed (ramp) && ramp->shape == ULL_SHAPE_PLATEAU && ramp->peak == ramp->n_levels - 1 && ull_ramp_ends_at_cap (ramp);
}

/* Of what the first levels find in the cache the last one finds less than half, and throughput does not tell. */
static gboolean
loses_hits (const UllRamp *ramp)
{
  return is_closed (ramp) && ull_ramp_loses_hits (ramp, ramp->n_levels - 1);
}

static char *
hits_detail (const UllRamp *ramp, const char *rate, const char *at)
{
  const UllRampLevel *first = level_at (ramp, 0), *last = level_at (ramp, ramp->n_levels - 1);
  g_autofree char *soon = ull_format_decimal (first->ttft_p99, 2), *late = ull_format_decimal (last->ttft_p99, 2);

  return g_strdup_printf (_("A plateau of %s from %s on, of throughput alone: the retained prefixes go, hit rate %.0f → %.0f\u00a0%%, and first tokens come late, "
                            "99th percentile %s → %s\u00a0s. Simulated."),
                          rate, at, ull_ramp_get_most_hits (ramp, ramp->n_levels - 1) * 100, last->hit_rate * 100, soon, late);
}

/* No level past the peak says that it ends there, and the interval does not say that it goes on. */
static gboolean
ends_unsure (const UllRamp *ramp)
{
  return ramp->shape == ULL_SHAPE_PLATEAU && ramp->peak == ramp->n_levels - 1 && ramp->reason != ULL_OPERATE_CARRIES && !ends_at_cap (ramp);
}

static char *
plateau_detail (const UllRamp *ramp, const char *rate, const char *at)
{
  if (ull_ramp_level_loses (level_at (ramp, ramp->n_levels - 1)))
    return g_strdup_printf (_("A plateau of %s from %s on: more clients come, and leave before they are answered. Simulated."), rate, at);
  if (loses_hits (ramp))
    return hits_detail (ramp, rate, at);
  if (is_closed (ramp) && some_wait (ramp))
    return g_strdup_printf (_("A plateau of %s from %s on: more clients wait, and nothing falls. Simulated."), rate, at);
  if (is_closed (ramp))
    return g_strdup_printf (_("A plateau of %s from %s on: more clients run, and nothing rises or falls. Simulated."), rate, at);
  if (ramp->reason == ULL_OPERATE_OVERLOADED)
    return g_strdup_printf (_("At most %s, with %s running: what arrives beyond that waits, and the queue grows as long as it does. Simulated."), rate, at);
  return g_strdup_printf (_("A plateau of %s from %s running on: that is all that arrives. Simulated."), rate, at);
}

static char *
shape_detail (const UllRamp *ramp)
{
  const UllRampLevel *peak = level_at (ramp, ramp->peak);
  g_autofree char *rate = dup_rate (peak), *at = ull_format_count (peak->concurrency);
  char *nothing = ull_ramp_nothing_text (ramp);

  if (nothing != NULL)
    return nothing;
  if (ramp->n_levels == 1)
    return g_strdup_printf (_("%s at %s, and no other level was measured. Simulated."), rate, at);
  if (ramp->shape == ULL_SHAPE_CLIFF)
    return cliff_detail (ramp);
  if (ramp->shape == ULL_SHAPE_RISING)
    return g_strdup_printf (_("The peak lies beyond the last level simulated: throughput still rises at %s, to %s. Simulated."), at, rate);
  if (ends_at_cap (ramp))
    return g_strdup_printf (_("%s at %s clients, as many as run at once: more would wait. Simulated."), rate, at);
  if (ends_unsure (ramp))
    return g_strdup_printf (_("%s at %s, the last level simulated: whether it still rises the intervals do not tell; more requests a level would. Simulated."),
                            rate, at);
  if (ull_ramp_is_unsure (ramp))
    return unsure_detail (ramp, rate, at);
  return plateau_detail (ramp, rate, at);
}

/* What of the load the figures are not of, and what those of waiting are not. */
static void
append_unserved (const UllRamp *ramp, GString *text)
{
  g_autofree char *growth = ull_ramp_growth_text (ramp);
  const UllRampLevel *peak = level_at (ramp, ramp->peak);
  g_autofree char *refused = ull_format_count (peak->refused), *sent = ull_format_count (peak->sent);
  g_autofree char *tokens = ull_format_count (ramp->model_len), *at = ull_format_count (peak->concurrency);

  if (peak->refused > 0 && peak->refused < peak->sent)
    {
      g_string_append_c (text, ' ');
      g_string_append_printf (text, g_dngettext (GETTEXT_PACKAGE, "At %s, %s of %s requests is refused: the model length of %s tokens has no room for it.",
                                                 "At %s, %s of %s requests are refused: the model length of %s tokens has no room for them.",
                                                 (gulong) peak->refused),
                              at, refused, sent, tokens);
    }
  if (peak->left > 0 && peak->left < peak->sent)
    {
      g_autofree char *left = ull_format_count (peak->left);

      g_string_append_c (text, ' ');
      g_string_append_printf (text, g_dngettext (GETTEXT_PACKAGE, "At %s, of %s requests %s is given up: its client left.",
                                                 "At %s, of %s requests %s are given up: their clients left.", (gulong) peak->left),
                              at, sent, left);
    }
  if (growth != NULL)
    g_string_append_printf (text, " %s", growth);
  if (ramp->unmeasured->len == 0)
    return;
  g_string_append_c (text, ' ');
  g_string_append (text, _("Left out, as no time passed in which they could be measured:"));
  for (guint i = 0; i < ramp->unmeasured->len; i++)
    {
      g_autofree char *level = ull_format_count (g_array_index (ramp->unmeasured, gint64, i));

      g_string_append_printf (text, "%s %s", i > 0 ? "," : "", level);
    }
  g_string_append_c (text, '.');
}

char *
ull_ramp_detail (const UllRamp *ramp)
{
  g_autofree char *shape = shape_detail (ramp);
  g_autoptr (GString) text = g_string_new (ramp->refusal);

  if (ramp->refusal != NULL && ramp->blocks > 0)
    {
      g_string_append_c (text, ' ');
      g_string_append_printf (text, _("Were it to start: %s"), shape);
    }
  else if (ramp->refusal == NULL)
    g_string_append (text, shape);
  append_unserved (ramp, text);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
preemptions_reason (const UllRamp *ramp, const UllRampLevel *heavier, const char *at)
{
  g_autofree char *blocks = ull_format_count (ramp->blocks);

  if (heavier->stuck)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "At %s a heavier tail of lengths brings a request that needs more than the pool’s %s block, and waits for ever.",
                                         "At %s a heavier tail of lengths brings a request that needs more than the pool’s %s blocks, and waits for ever.",
                                         (gulong) ramp->blocks),
                            at, blocks);
  return g_strdup_printf (_("At %s a heavier tail of lengths brings %.1f preemptions per 100 requests; at most 1 holds."), at,
                          heavier->preemptions_per_100);
}

/* Of the two that which is further from holding. */
static char *
latency_reason (const UllRamp *ramp, guint level, const char *at)
{
  double first = ull_ramp_get_slowdown (ramp, level, TRUE), first_before = MAX (ull_ramp_get_slowdown (ramp, 0, TRUE), 1);
  double gap = ull_ramp_get_slowdown (ramp, level, FALSE), gap_before = MAX (ull_ramp_get_slowdown (ramp, 0, FALSE), 1);

  if (first / first_before >= gap / gap_before)
    return g_strdup_printf (_("At %s a heavier tail of lengths makes the 99th percentile of the first token %.1f times what it is; at the first level %.1f times, and at most "
                              "twice that holds."),
                            at, first, first_before);
  return g_strdup_printf (_("At %s a heavier tail of lengths makes the 99th percentile of the gap between tokens %.1f times what it is; at the first level %.1f times, and at "
                            "most twice that holds."),
                          at, gap, gap_before);
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
  if (ramp->refusal != NULL)
    return g_strdup (ramp->refusal);
  switch (ramp->reason)
    {
    case ULL_OPERATE_HOLDS:
      if (ramp->shape == ULL_SHAPE_RISING)
        return g_strdup (_("The level below the last one simulated, and the peak lies beyond that: with a heavier tail of lengths no more than "
                           "1 of 100 requests is preempted, and the 99th percentiles hold."));
      return g_strdup (_("The level below the peak: with a heavier tail of lengths no more than 1 of 100 requests is preempted, and "
                         "the 99th percentiles hold."));
    case ULL_OPERATE_PREEMPTIONS:
      return preemptions_reason (ramp, heavier, at);
    case ULL_OPERATE_LATENCY:
      return latency_reason (ramp, next, at);
    case ULL_OPERATE_HITS:
      return g_strdup_printf (_("At %s the retained prefixes go: %.0f\u00a0%% of the prompts’ tokens are found in the cache, and with fewer clients %.0f\u00a0%%; at least half "
                                "of that holds."),
                              at, level->hit_rate * 100, ull_ramp_get_most_hits (ramp, next) * 100);
    case ULL_OPERATE_CARRIES:
      return g_strdup (_("The lowest level that serves what arrives, with a heavier tail of lengths too."));
    case ULL_OPERATE_STRAINED:
      return g_strdup (_("The lowest level that serves what arrives; with a heavier tail of lengths no level does and holds."));
    case ULL_OPERATE_LEAVING:
    case ULL_OPERATE_LEFT:
      return ull_ramp_left_reason (ramp, next);
    case ULL_OPERATE_OVERLOADED:
      return g_strdup (_("More arrives than any level serves: the queue grows."));
    case ULL_OPERATE_PEAK:
      return g_strdup (_("The first level is the peak, and it holds with a heavier tail of lengths; none below it was simulated."));
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
  if (ramp->n_levels == 1)
    return g_strdup (_("One level has no shape."));
  if (ramp->shape == ULL_SHAPE_CLIFF)
    return g_strdup (_("A cliff: past the peak throughput falls by more than 5\u00a0%, and by more than the intervals."));
  if (ramp->shape == ULL_SHAPE_RISING)
    return g_strdup (_("Still rising: the peak lies beyond the last level simulated; more clients would be needed to see where it ends."));
  if (ull_ramp_is_unsure (ramp) && !isfinite (level_at (ramp, ramp->worst)->high))
    return g_strdup (_("A plateau as far as one can tell: past it throughput falls by more than 5\u00a0%, yet of too few answers for an interval."));
  if (ull_ramp_is_unsure (ramp))
    return g_strdup (_("A plateau as far as the intervals tell: past it throughput falls by more than 5\u00a0%, yet by less than they are wide."));
  if (ends_at_cap (ramp))
    {
      g_autofree char *cap = ull_format_count (ramp->cap);

      return g_strdup_printf (_("A plateau from %s clients on: no more run at once, and others would wait."), cap);
    }
  if (ends_unsure (ramp))
    return g_strdup (_("A plateau as far as the intervals tell: the best level is the last one simulated, and they do not tell whether it still rises."));
  if (ull_ramp_level_loses (level_at (ramp, ramp->n_levels - 1)))
    return g_strdup (_("A plateau: clients leave before they are answered, and those that stay have what they leave."));
  if (!is_closed (ramp))
    return g_strdup (ramp->reason == ULL_OPERATE_OVERLOADED ? _("A plateau: more at once serve no more, and the others wait.")
                                                            : _("A plateau: what arrives is served, and more at once would not be there to run."));
  if (loses_hits (ramp))
    return g_strdup (_("A plateau of throughput alone: past it what is kept for one client goes to another before it comes back, and its history is computed again."));
  if (is_capped (ramp))
    {
      g_autofree char *cap = ull_format_count (ramp->cap);

      return g_strdup_printf (_("A plateau: the cap of %s binds and not the pool; others wait, first come, first served, and that costs those that run nothing."), cap);
    }
  if (!some_wait (ramp))
    return g_strdup (_("A plateau: all run at once, and each one more takes from the others what it is given."));
  /* A model without attention keeps no prefix, whatever requests share. */
  if (ramp->load->kind == ULL_LOAD_RANDOM && ramp->load->prefix_tokens > 0 && ramp->caching && level_at (ramp, ramp->peak)->hit_rate > 0)
    return g_strdup (_("A plateau: requests that do not fit wait, and a shared prefix is pinned as long as one that begins with it "
                       "runs, so that the hit rate stays."));
  return g_strdup (_("A plateau: requests that do not fit wait, first come, first served, and that costs those that run nothing."));
}
