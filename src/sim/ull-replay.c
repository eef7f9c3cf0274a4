#include "ull-replay.h"

#include "ull-error.h"
#include "ull-units.h"

/* The loop that the recordings were made with: arrivals, schedule, update, and so on until nothing is in flight. A step's
 * time is base + token * scheduled tokens, in whole microseconds. Where nothing is in flight, steps tick by unrecorded,
 * and time jumps to the next arrival. */

typedef struct
{
  const UllReplay *replay;
  UllScheduler *scheduler;
  UllSequence *sequences; /* one for each request */
  guint next;             /* the request that arrives next */
  guint in_flight;
  gint64 step;
  gint64 t_us;
} Run;

static const UllReplayRequest *
get_request (const Run *run, guint index)
{
  return &g_array_index (run->replay->requests, UllReplayRequest, index);
}

static gboolean
has_arrived (const Run *run)
{
  const UllReplay *replay = run->replay;

  if (run->next == replay->requests->len)
    return FALSE;
  switch (replay->mode)
    {
    case ULL_ARRIVAL_STEP:
      return get_request (run, run->next)->arrival <= run->step;
    case ULL_ARRIVAL_TIME:
      return get_request (run, run->next)->arrival <= run->t_us;
    case ULL_ARRIVAL_CLOSED:
    default:
      return run->in_flight < replay->clients;
    }
}

static gboolean
submit_arrived (Run *run, GError **error)
{
  for (; has_arrived (run); run->next++, run->in_flight++)
    {
      const UllReplayRequest *request = get_request (run, run->next);
      UllSequence *sequence = &run->sequences[run->next];

      sequence->prompt = request->prompt;
      sequence->output = request->output;
      sequence->content = (UllContent) {
        .ids = request->n_ids > 0 ? &g_array_index (run->replay->ids, guint64, request->first_id) : NULL,
        .id_blocks = request->n_ids,
        .blocks_per_id = 1,
        .seed = G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) * (run->next + 1),
        .answer_block = G_MAXINT64,
      };
      if (ull_scheduler_submit (run->scheduler, sequence, error))
        continue;
      g_prefix_error (error, "request %u: ", run->next + 1);
      return FALSE;
    }
  return TRUE;
}

/* With nothing in flight: on to the next arrival. */
static void
skip_idle (Run *run)
{
  gint64 arrival = get_request (run, run->next)->arrival;

  if (run->replay->mode == ULL_ARRIVAL_STEP)
    run->step = MAX (run->step, arrival);
  else
    run->t_us = MAX (run->t_us, arrival);
}

static gboolean
take_step (Run *run, UllReplayRow *row, gboolean *stuck)
{
  UllStepReport report;
  gint64 time;
  guint n;

  ull_scheduler_schedule (run->scheduler, &report);
  *stuck = report.stuck;
  if (report.stuck && report.tokens == 0)
    return TRUE;
  ull_scheduler_update (run->scheduler, &report);
  ull_scheduler_get_finished (run->scheduler, &n);
  run->in_flight -= n;
  run->step++;
  *row = (UllReplayRow) { { report.running, report.waiting, report.free_blocks, report.free_after, report.tokens,
                            report.published } };
  return ull_mul (report.tokens, run->replay->token_us, &time) && ull_add (time, run->replay->base_us, &time) &&
         ull_add (run->t_us, time, &run->t_us);
}

/* What is left can only wait: the engine would, for ever. */
static gint64
find_stuck (const Run *run)
{
  const UllSequence *first = ull_scheduler_get_first_waiting (run->scheduler);

  return first != NULL ? first - run->sequences : -1;
}

static gboolean
run_steps (Run *run, UllReplayRowFunc row_func, gpointer data, UllReplayResult *result, GError **error)
{
  for (;;)
    {
      UllReplayRow row;

      if (!submit_arrived (run, error))
        return FALSE;
      if (run->in_flight == 0 && run->next == run->replay->requests->len)
        return TRUE;
      if (run->in_flight == 0)
        {
          skip_idle (run);
          continue;
        }
      if (!take_step (run, &row, &result->stuck))
        {
          g_set_error (error, ULL_ERROR, ULL_ERROR_OVERFLOW, "step %" G_GINT64_FORMAT ": the time is more than can be counted",
                       run->step);
          return FALSE;
        }
      if (result->stuck)
        {
          result->stuck_request = find_stuck (run);
          return TRUE;
        }
      if (row_func != NULL && !row_func (&row, data))
        return TRUE;
    }
}

gboolean
ull_replay_run (const UllReplay *replay, UllReplayRowFunc row_func, gpointer data, UllReplayResult *result, GError **error)
{
  g_autoptr (UllScheduler) scheduler = ull_scheduler_new (&replay->options, error);
  g_autofree UllSequence *sequences = g_new0 (UllSequence, MAX (replay->requests->len, 1));
  Run run = { .replay = replay, .scheduler = scheduler, .sequences = sequences };

  *result = (UllReplayResult) { .stuck_request = -1 };
  if (scheduler == NULL || !run_steps (&run, row_func, data, result, error))
    return FALSE;
  result->totals = *ull_scheduler_get_totals (scheduler);
  result->t_us = run.t_us;
  return TRUE;
}
