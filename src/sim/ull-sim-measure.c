#include "ull-sim-private.h"

/* What is measured of a run. Inter-token latency is counted gap by gap: the mean of a request hides the one gap in which a
 * preemption or a long prefill held it up. Most sequences of a step have waited for just that step, and are counted at once. */

void
ull_sim_measure_answer (UllSimRun *run, const UllLive *live)
{
  UllSimResult *result = run->result;
  /* What came, which the model length may have cut short of what was asked for; all parts are alike. */
  gint64 output = live->parts[0].sequence.known - live->parts[0].sequence.prompt;
  gint64 further = output - 1;

  result->measured++;
  result->output_tokens += output * live->n_parts;
  ull_quantiles_add (&result->ttft, live->first_ns - live->request.arrival_ns, 1);
  ull_quantiles_add (&result->e2e, run->now - live->request.arrival_ns, 1);
  if (further > 0)
    ull_quantiles_add (&result->tpot, (run->now - live->first_ns) / further, 1);
}

/* Served sequences in turn; gaps that are equal one after another are counted at once. */
guint
ull_sim_measure_tokens (UllSimRun *run)
{
  guint n;
  UllSequence *const *served = ull_scheduler_get_served (run->scheduler, &n);
  gint64 gap = -1;
  guint64 equal = 0;

  for (guint i = 0; i < n; i++)
    {
      UllPart *part = (UllPart *) served[i];
      UllLive *live = part->live;
      gint64 waited = run->now - part->last_ns;

      if (part->last_ns < 0)
        {
          if (live->first_ns < 0)
            live->first_ns = run->now;
        }
      else if (live->measured && waited == gap)
        equal++;
      else if (live->measured)
        {
          if (equal > 0)
            ull_quantiles_add (&run->result->itl, gap, equal);
          gap = waited;
          equal = 1;
        }
      part->last_ns = run->now;
    }
  if (equal > 0)
    ull_quantiles_add (&run->result->itl, gap, equal);
  return n;
}

/* From the first measured arrival on, and as long as no more are taken up than that. */
static gboolean
measures (const UllSimRun *run)
{
  gint64 taken = run->result->arrived - run->result->refused;

  return taken > run->options->warm_up && (run->options->measure_until == 0 || taken < run->options->measure_until);
}

/* Use and queue weigh as long as they last. */
void
ull_sim_measure_step (UllSimRun *run, UllSimStep *step, gint64 ns)
{
  const UllStepReport *report = &step->report;
  gint64 usable = run->options->scheduler.blocks - 1;
  double use = usable > 0 ? 1 - (double) report->free_blocks / (double) usable : 0;

  step->retained = ull_block_pool_get_n_retained (ull_scheduler_get_pool (run->scheduler));
  step->measured = measures (run);
  if (!step->measured)
    return;
  run->weighed += ns;
  run->use_sum += use * (double) ns;
  run->retained_sum += usable > 0 ? (double) step->retained / (double) usable * (double) ns : 0;
  run->waiting_sum += (double) report->waiting * (double) ns;
  run->running_sum += (double) report->running * (double) ns;
  run->result->use_max = MAX (run->result->use_max, use);
}

/* Time in which nothing runs is time too: blocks are free, and those that wait do. */
void
ull_sim_measure_idle (UllSimRun *run, gint64 until)
{
  gint64 ns = MAX (until - run->now, 0);

  if (!measures (run))
    return;
  run->weighed += ns;
  run->waiting_sum += (double) ull_scheduler_get_n_waiting (run->scheduler) * (double) ns;
}

void
ull_sim_sum_up (UllSimRun *run)
{
  UllSimResult *result = run->result;

  result->totals = *ull_scheduler_get_totals (run->scheduler);
  result->end_ns = run->now;
  result->measured_ns = run->weighed;
  if (run->weighed == 0)
    return;
  result->retained_mean = run->retained_sum / (double) run->weighed;
  result->use_mean = run->use_sum / (double) run->weighed;
  result->waiting_mean = run->waiting_sum / (double) run->weighed;
  result->running_mean = run->running_sum / (double) run->weighed;
}
