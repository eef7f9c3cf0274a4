#include "ull-sim-private.h"

#include "ull-error.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* One loop: arrivals up to now, schedule, the step's time, update, and what came of it. A request lives from its arrival
 * to its last token in one allocation that is used again afterwards, so that memory is what is in flight, however long
 * the load. */

#define ASK_EVERY 256

static UllLive *
take_live (UllSimRun *run, guint n_parts)
{
  UllLive *live = run->spare;

  if (live == NULL || n_parts > 1)
    return g_malloc0 (sizeof (UllLive) + n_parts * sizeof (UllPart));
  run->spare = live->next;
  live->next = NULL;
  return live;
}

static void
give_live (UllSimRun *run, UllLive *live)
{
  if (live->n_parts > 1)
    {
      g_free (live);
      return;
    }
  live->next = run->spare;
  run->spare = live;
}

static void
report_request (UllSimRun *run, const UllLive *live)
{
  UllSimRequest report = { &live->request, live->number, live->first_ns, run->now, -1, 0, live->outcome };

  if (run->watch == NULL || run->watch->request == NULL)
    return;
  for (guint i = 0; i < live->n_parts; i++)
    report.preemptions += live->parts[i].sequence.preemptions;
  report.hit_tokens = live->parts[0].sequence.first_hit;
  run->watch->request (&report, run->watch->data);
}

/* Leaves the run: answered, given up or refused. */
static void
end_request (UllSimRun *run, UllLive *live)
{
  report_request (run, live);
  ull_workload_done (run->source, &live->request, run->now);
  if (live->request.patience_ns >= 0)
    g_queue_remove (&run->patient, live);
  give_live (run, live);
}

/* Each sequence has the request's prompt and an answer of its own. */
static void
fill_part (const UllSimRun *run, UllPart *part, UllLive *live, guint index)
{
  part->live = live;
  part->last_ns = -1;
  part->sequence.prompt = live->request.prompt;
  part->sequence.output = live->request.output;
  part->sequence.content = live->request.content;
  if (live->n_parts > 1)
    {
      part->sequence.content.answer_block = live->request.prompt / run->options->scheduler.block_tokens;
      part->sequence.content.answer_seed = live->request.content.seed + index + 1;
    }
}

static void
refuse (UllSimRun *run, UllLive *live)
{
  run->result->refused++;
  live->outcome = ULL_OUTCOME_REFUSED;
  for (guint i = 0; i < live->n_parts; i++)
    live->parts[i].sequence.first_hit = -1;
  end_request (run, live);
}

/* A request that is refused is gone at once: it is no part of warm-up or of what is measured. */
static gint64
count_taken (const UllSimRun *run)
{
  return run->result->arrived - run->result->refused;
}

/* When the next one comes; G_MAXINT64: none does; negative with an error. */
static gint64
peek_arrival (const UllSimRun *run, GError **error)
{
  if (run->options->most > 0 && count_taken (run) >= run->options->most)
    return G_MAXINT64;
  return ull_workload_peek (run->source, error);
}

static void
submit (UllSimRun *run, const UllRequest *request)
{
  UllLive *live = take_live (run, request->sequences);
  gint64 taken = count_taken (run);

  live->request = *request;
  live->request.left = FALSE;
  live->number = run->result->arrived++;
  live->first_ns = live->last_ns = -1;
  live->n_parts = live->left = request->sequences;
  live->outcome = ULL_OUTCOME_FINISHED;
  live->measured = taken >= run->options->warm_up && (run->options->cool_down == 0 || taken < run->options->cool_down);
  if (taken == run->options->warm_up)
    run->result->begin_ns = run->now;
  if (request->patience_ns >= 0)
    g_queue_push_tail (&run->patient, live);
  for (guint i = 0; i < live->n_parts; i++)
    {
      fill_part (run, &live->parts[i], live, i);
      /* All parts are alike: the first is refused or none. */
      if (!ull_scheduler_submit (run->scheduler, &live->parts[i].sequence, NULL))
        {
          refuse (run, live);
          return;
        }
      run->in_flight++;
    }
}

/* FALSE: an error, or the end. */
static gboolean
submit_arrived (UllSimRun *run, GError **error)
{
  for (;;)
    {
      UllRequest request;
      gint64 arrival = peek_arrival (run, error);

      if (arrival < 0)
        return FALSE;
      if (arrival > run->decided)
        return TRUE;
      ull_workload_take (run->source, &request);
      submit (run, &request);
      if (run->in_flight > 0 || run->result->refused % ASK_EVERY != 0)
        continue;
      /* A load of nothing but requests that are refused takes no step in which to ask. */
      if (run->watch == NULL || run->watch->go_on == NULL || run->watch->go_on (0, run->watch->data))
        continue;
      run->result->ended_early = TRUE;
      return FALSE;
    }
}

static gint64
leaves_at (const UllLive *live)
{
  gint64 ns;

  return ull_add (live->request.arrival_ns, live->request.patience_ns, &ns) ? ns : G_MAXINT64;
}

/* Patience is one figure for a whole load, so that the first that came is the first to leave. */
static void
cancel_impatient (UllSimRun *run)
{
  UllLive *live;

  while ((live = g_queue_peek_head (&run->patient)) != NULL && leaves_at (live) <= run->now)
    {
      for (guint i = 0; i < live->n_parts; i++)
        {
          UllSequence *sequence = &live->parts[i].sequence;

          if (sequence->state == ULL_SEQUENCE_DONE)
            continue;
          run->in_flight--;
          ull_scheduler_cancel (run->scheduler, sequence);
        }
      live->outcome = ULL_OUTCOME_CANCELLED;
      live->request.left = TRUE;
      run->result->cancelled++;
      end_request (run, live);
    }
}

static void
end_finished (UllSimRun *run)
{
  guint n;
  UllSequence *const *finished = ull_scheduler_get_finished (run->scheduler, &n);

  for (guint i = 0; i < n; i++)
    {
      UllLive *live = ((UllPart *) finished[i])->live;

      run->in_flight--;
      if (--live->left > 0)
        continue;
      run->result->answered++;
      if (live->measured)
        ull_sim_measure_answer (run, live);
      end_request (run, live);
    }
}

static gboolean
step_ns (const UllStepTime *time, const UllStepReport *report, gint64 *ns)
{
  gint64 tokens, context;

  return ull_mul (MAX (report->tokens - time->hidden, 0), time->token_ps, &tokens) && ull_mul (report->context, time->context_fs, &context) &&
         ull_add (time->base_ns, tokens / 1000 + context / 1000000, ns);
}

/* Nothing can run. Where clients leave, the first that does makes way; else the engine waits for ever. */
static gboolean
wait_for_leaver (UllSimRun *run)
{
  const UllLive *live = g_queue_peek_head (&run->patient);
  gint64 then = live != NULL ? leaves_at (live) : G_MAXINT64;

  run->result->stuck = then == G_MAXINT64;
  if (run->result->stuck)
    return FALSE;
  ull_sim_measure_idle (run, then);
  run->now = run->decided = MAX (run->now, then);
  return TRUE;
}

/* FALSE: an error, or the end. */
static gboolean
take_step (UllSimRun *run, GError **error)
{
  UllSimStep step = { .start_ns = run->now };
  gint64 ns;

  ull_scheduler_schedule (run->scheduler, &step.report);
  if (step.report.stuck)
    return wait_for_leaver (run);
  if (!step_ns (&run->options->time, &step.report, &ns) || !ull_add (run->now, ns, &run->now))
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_OVERFLOW,
                   _("the time of the simulation is more than can be counted; a shorter load would be right"));
      return FALSE;
    }
  step.end_ns = run->now;
  run->decided = run->options->ahead ? step.start_ns : run->now;
  ull_sim_measure_step (run, &step, ns);
  ull_scheduler_update (run->scheduler, &step.report);
  step.served = ull_sim_measure_tokens (run);
  if (step.measured)
    run->result->served += step.served;
  end_finished (run);
  step.answered = run->result->answered;
  step.finished = step.answered + run->result->cancelled;
  if (run->watch != NULL && run->watch->step != NULL)
    run->watch->step (&step, run->scheduler, run->watch->data);
  return TRUE;
}

static gboolean
may_go_on (UllSimRun *run)
{
  const UllSchedulerTotals *totals = ull_scheduler_get_totals (run->scheduler);

  if (run->options->max_steps > 0 && totals->steps >= run->options->max_steps)
    return FALSE;
  return run->watch == NULL || run->watch->go_on == NULL || totals->steps % ASK_EVERY != 0 ||
         run->watch->go_on (totals->finished, run->watch->data);
}

static gboolean
run_load (UllSimRun *run, GError **error)
{
  g_autoptr (GError) fault = NULL;

  while (submit_arrived (run, &fault))
    {
      if (!g_queue_is_empty (&run->patient))
        cancel_impatient (run);
      if (run->in_flight == 0)
        {
          gint64 arrival = peek_arrival (run, &fault);

          if (arrival == G_MAXINT64)
            return TRUE;
          ull_sim_measure_idle (run, arrival);
          run->now = run->decided = MAX (run->now, arrival);
          continue;
        }
      if (!may_go_on (run))
        {
          run->result->ended_early = TRUE;
          return TRUE;
        }
      if (!take_step (run, &fault))
        break;
    }
  if (fault == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&fault));
  return FALSE;
}

static void
drop_sequence (UllSimRun *run, UllSequence *sequence)
{
  UllLive *live = ((UllPart *) sequence)->live;

  ull_scheduler_cancel (run->scheduler, sequence);
  if (--live->left > 0)
    return;
  live->outcome = ULL_OUTCOME_UNFINISHED;
  /* Of a run that somebody ended nobody wants to hear more. */
  if (run->result->stuck)
    report_request (run, live);
  ull_workload_done (run->source, &live->request, run->now);
  give_live (run, live);
}

/* What an ended run leaves in flight. */
static void
clear_run (UllSimRun *run)
{
  UllSequence *sequence;
  UllSequence *const *running;
  guint n;

  g_queue_clear (&run->patient);
  while ((sequence = ull_scheduler_get_first_waiting (run->scheduler)) != NULL)
    drop_sequence (run, sequence);
  for (running = ull_scheduler_get_running (run->scheduler, &n); n > 0;
       running = ull_scheduler_get_running (run->scheduler, &n))
    drop_sequence (run, running[n - 1]);
  while (run->spare != NULL)
    {
      UllLive *live = run->spare;

      run->spare = live->next;
      g_free (live);
    }
}

/* Time that goes back has no order of events. */
static gboolean
check_times (const UllStepTime *time, GError **error)
{
  if (time->base_ns >= 0 && time->token_ps >= 0 && time->context_fs >= 0 && time->hidden >= 0)
    return TRUE;
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, _("time of a step: no negative figure would be right"));
  return FALSE;
}

gboolean
ull_sim_run (const UllSimOptions *options, UllWorkload *source, const UllSimWatch *watch, UllSimResult *result, GError **error)
{
  g_autoptr (UllScheduler) scheduler = ull_scheduler_new (&options->scheduler, error);
  UllSimRun run = { .options = options, .source = source, .watch = watch, .result = result, .scheduler = scheduler };
  gboolean done;

  *result = (UllSimResult) { 0 };
  ull_quantiles_init (&result->ttft);
  ull_quantiles_init (&result->tpot);
  ull_quantiles_init (&result->itl);
  ull_quantiles_init (&result->e2e);
  if (scheduler == NULL || !check_times (&options->time, error))
    return FALSE;
  g_queue_init (&run.patient);
  done = run_load (&run, error);
  ull_sim_sum_up (&run);
  clear_run (&run);
  return done;
}

void
ull_sim_result_clear (UllSimResult *result)
{
  ull_quantiles_clear (&result->ttft);
  ull_quantiles_clear (&result->tpot);
  ull_quantiles_clear (&result->itl);
  ull_quantiles_clear (&result->e2e);
}

const UllRequest *
ull_sim_get_request (const UllSequence *sequence, gint64 *number)
{
  const UllLive *live = ((const UllPart *) sequence)->live;

  *number = live->number;
  return &live->request;
}
