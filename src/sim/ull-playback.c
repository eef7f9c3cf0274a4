#include "ull-playback-private.h"

#include "ull-error.h"

#include <gio/gio.h>
#include <math.h>

/* Steps are kept, pools are not: a pool at a step is what the same run comes to once more. What a playback needs for that it
 * owns, so that it goes on when the window's scenario has changed. */

#define NS_PER_S 1e9
#define RECENT_REQUESTS 1000 /* of the engine's metric */

static void
step_cb (const UllSimStep *step, const UllScheduler *scheduler, gpointer data)
{
  UllPlayback *self = data;
  const UllSchedulerTotals *totals = ull_scheduler_get_totals (scheduler);
  gint64 blocks = self->setting.pool.scheduler.blocks - 1;
  gint64 retained = ull_block_pool_get_n_retained (ull_scheduler_get_pool (scheduler));
  UllPlaybackStep kept = {
    .start_ns = step->start_ns,
    .end_ns = step->end_ns,
    .running = step->report.running,
    .waiting = step->report.waiting,
    .used = (guint32) (blocks - step->report.free_after),
    .retained = (guint32) retained,
    .unused = (guint32) (step->report.free_after - retained),
    .preempted = step->report.preempted,
    .tokens = (guint32) MIN (step->report.tokens, G_MAXUINT32),
    .admitted = (guint32) totals->first_admissions,
    .asked = totals->first_queries,
    .hit = totals->first_hit_tokens,
  };

  g_array_append_val (self->steps, kept);
}

static gboolean
go_on_cb (gint64 finished, gpointer data)
{
  UllPlayback *self = data;

  return self->go_on == NULL || self->go_on (finished, self->data);
}

gboolean
ull_playback_run (
  const UllPlayback *self, const UllSimWatch *watch, gint64 max_steps, gboolean *ended, GError **error)
{
  g_autoptr (UllWorkload) source = NULL;
  UllSimOptions options;
  UllSimResult result;
  UllLoadView view = { .go_on = self->go_on, .data = self->data };
  gboolean done;

  ull_ramp_prepare (&self->setting, ULL_LINE_MAIN, self->concurrency, &options, &view);
  options.max_steps = max_steps;
  source = ull_load_open (self->load, &view, error);
  if (source == NULL)
    return FALSE;
  done = ull_sim_run (&options, source, watch, &result, error);
  *ended = result.ended_early;
  ull_sim_result_clear (&result);
  return done;
}

static gboolean
record (UllPlayback *self, GError **error)
{
  UllSimWatch watch = { .step = step_cb, .go_on = go_on_cb, .data = self };
  gboolean ended;

  if (!ull_playback_run (self, &watch, ULL_PLAYBACK_MAX_STEPS, &ended, error))
    return FALSE;
  if (!ended || self->steps->len == ULL_PLAYBACK_MAX_STEPS)
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "ended");
  return FALSE;
}

UllPlayback *
ull_playback_new (const UllScenario *scenario,
                  UllLoad *load,
                  const UllRampOptions *options,
                  gint64 concurrency,
                  gboolean (*go_on) (gint64 finished, gpointer data),
                  gpointer data,
                  GError **error)
{
  g_autoptr (UllPlayback) self = g_new0 (UllPlayback, 1);
  g_autoptr (UllPlan) plan = NULL;

  self->scenario = ull_scenario_ref ((UllScenario *) scenario);
  self->load = ull_load_ref (load);
  self->steps = g_array_new (FALSE, FALSE, sizeof (UllPlaybackStep));
  self->concurrency = MAX (concurrency, 1);
  self->go_on = go_on;
  self->data = data;
  if (!ull_ramp_setting_init (&self->setting, NULL, self->scenario, self->load, options, error))
    return NULL;
  plan = ull_plan_new (self->scenario, error);
  if (plan == NULL || !record (self, error))
    return NULL;
  self->block_bytes = plan->layout.n_groups > 0 ? plan->layout.block_bytes : plan->layout.page_bytes;
  return g_steal_pointer (&self);
}

void
ull_playback_free (UllPlayback *self)
{
  if (self == NULL)
    return;
  ull_ramp_setting_clear (&self->setting);
  g_array_unref (self->steps);
  ull_load_unref (self->load);
  ull_scenario_unref (self->scenario);
  g_free (self);
}

const UllPlaybackStep *
ull_playback_get_steps (const UllPlayback *self, guint *n)
{
  *n = self->steps->len;
  return (const UllPlaybackStep *) (gpointer) self->steps->data;
}

gint64
ull_playback_get_blocks (const UllPlayback *self)
{
  return self->setting.pool.scheduler.blocks - 1;
}

gint64
ull_playback_get_block_bytes (const UllPlayback *self)
{
  return self->block_bytes;
}

guint
ull_playback_find (const UllPlayback *self, gint64 ns)
{
  guint low = 0, high = self->steps->len;

  while (low + 1 < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->steps, UllPlaybackStep, middle).start_ns <= ns)
        low = middle;
      else
        high = middle;
    }
  return low;
}

/* Where the pool is fullest is what there is to see: three eighths of the run. */
guint
ull_playback_find_opening (const UllPlayback *self)
{
  return ull_playback_find (self, (gint64) (ull_playback_get_end (self) * NS_PER_S * 3 / 8));
}

double
ull_playback_get_time (const UllPlayback *self, guint step)
{
  return step < self->steps->len ? (double) g_array_index (self->steps, UllPlaybackStep, step).start_ns / NS_PER_S : 0;
}

double
ull_playback_get_end (const UllPlayback *self)
{
  guint n = self->steps->len;

  return n > 0 ? (double) g_array_index (self->steps, UllPlaybackStep, n - 1).end_ns / NS_PER_S : 0;
}

/* vLLM's metric counts hits and queries in tokens, each request once, and lets whole steps go until no more than so many requests are
 * left. */
double
ull_playback_get_hit_rate (const UllPlayback *self, guint step)
{
  const UllPlaybackStep *steps = (const UllPlaybackStep *) (gpointer) self->steps->data, *now;
  guint low = 0, high = step;
  gint64 hit = 0, asked = 0;

  if (step >= self->steps->len)
    return NAN;
  now = &steps[step];
  /* The first step such that what was admitted after it is no more than that. */
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (now->admitted - steps[middle].admitted <= RECENT_REQUESTS)
        high = middle;
      else
        low = middle + 1;
    }
  if (now->admitted > RECENT_REQUESTS)
    hit = steps[low].hit, asked = steps[low].asked;
  return now->asked > asked ? (double) (now->hit - hit) / (double) (now->asked - asked) : NAN;
}
