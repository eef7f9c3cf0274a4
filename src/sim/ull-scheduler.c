#include "ull-scheduler.h"

#include "ull-error.h"
#include "ull-scheduler-private.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* The engine's step, after vLLM's V1 scheduler (engine rules of 2025-10 and 2026-08):
 *
 * Running sequences first, in the order of their admission; each gets what it still has to compute, at most what is left
 * of the step's budget. Where the pool lacks blocks, the last running sequence is preempted: its blocks are freed, what it
 * computed is lost but for the contents that stay cached, and it goes to the front of the queue. Waiting sequences are
 * looked at only in a step without a preemption, in order, and the first that finds no room holds back the rest.
 *
 * The inner loop touches a sequence's block table only where a block is needed or becomes full: `room` and `until_full`
 * count down to that, so that no division stands in it. The last generated token never gets a place in the pool. */

static void
push_front (UllScheduler *self, UllSequence *sequence)
{
  sequence->state = ULL_SEQUENCE_WAITING;
  sequence->next = self->first;
  self->first = sequence;
  if (self->last == NULL)
    self->last = sequence;
  self->n_waiting++;
}

static void
preempt_last (UllScheduler *self, UllStepReport *report)
{
  UllSequence *victim = g_ptr_array_steal_index (self->running, self->running->len - 1);

  victim->reached = MAX (victim->reached, victim->computed);
  victim->preemptions++;
  ull_scheduler_release (self, victim);
  push_front (self, victim);
  report->preempted++;
}

/* Room for @n more tokens, at the cost of those behind it. FALSE: it had to go itself. */
static gboolean
make_room (UllScheduler *self, UllSequence *sequence, gint64 n, UllStepReport *report)
{
  gint64 need = ull_div_ceil (n - sequence->room, self->options.block_tokens);
  gint64 side = (gint64) ull_scheduler_extra_for (self, sequence->held + need) - sequence->n_side;
  gint64 fresh = ull_scheduler_make_place (self, sequence, need);

  while (fresh + MAX (side, 0) > ull_block_pool_get_n_free (self->pool))
    {
      gboolean itself = g_ptr_array_index (self->running, self->running->len - 1) == sequence;

      /* Alone, with all the pool to itself, and still short: it would run into this for ever. */
      report->stuck |= self->running->len == 1 && self->leaving->len == 0;
      preempt_last (self, report);
      if (itself)
        return FALSE;
    }
  ull_scheduler_take (self, sequence, need);
  return TRUE;
}

static void
add_scheduled (UllScheduler *self, UllSequence *sequence, gint64 n, UllStepReport *report)
{
  sequence->scheduled = n;
  if (self->options.prefix_caching && n >= sequence->until_full)
    ull_scheduler_publish (self, sequence);
  report->tokens += n;
  report->context += sequence->computed + n;
  self->scheduled[self->n_scheduled++] = sequence;
}

static gint64
wanted (const UllScheduler *self, const UllSequence *sequence, gint64 budget)
{
  gint64 n = MIN (sequence->known - sequence->computed, self->options.max_model_len - 1 - sequence->computed);

  if (self->options.long_prefill_tokens > 0)
    n = MIN (n, self->options.long_prefill_tokens);
  return MIN (n, budget);
}

static gint64
schedule_running (UllScheduler *self, UllStepReport *report)
{
  gint64 budget = self->options.max_batched_tokens;

  for (guint i = 0; i < self->running->len && budget > 0; i++)
    {
      UllSequence *sequence = g_ptr_array_index (self->running, i);
      gint64 n = wanted (self, sequence, budget);

      if (n <= 0)
        continue;
      if (n > sequence->room && !make_room (self, sequence, n, report))
        break;
      add_scheduled (self, sequence, n, report);
      budget -= n;
    }
  return budget;
}

/* What of a sequence's prefix is in the pool. */
typedef struct
{
  gint64 blocks; /* that need not be computed */
  gint64 live;   /* of those, the last, which are taken: all where there is no window */
  gint64 idle;   /* of these, the ones that nobody refers to */
} UllHits;

static guint32
find_block (const UllScheduler *self, const UllSequence *sequence, gint64 index)
{
  return ull_block_pool_find (self->pool, ull_content_hash (&sequence->content, index));
}

/* Where layers have windows, the last place before which a window's blocks are kept, or all of them from the start; sought from
 * the end on, as the engine does. */
static gint64
find_window (const UllScheduler *self, const UllSequence *sequence, gint64 most, gint64 *begin)
{
  gint64 run = 0, end = most;

  for (gint64 i = most - 1; i >= 0 && run < self->options.window_blocks; i--)
    {
      run = find_block (self, sequence, i) != 0 ? run + 1 : 0;
      if (run == 0)
        end = i;
    }
  *begin = end - run;
  return end;
}

/* The longest run of kept blocks from the start; the last known token is always computed. */
static UllHits
look_up (UllScheduler *self, const UllSequence *sequence)
{
  gint64 most = self->options.prefix_caching ? (sequence->known - 1) / self->options.block_tokens : 0, begin = 0;
  UllHits found = { 0 };

  g_array_set_size (self->hits, 0);
  if (most > 0 && self->options.window_blocks > 0)
    most = find_window (self, sequence, most, &begin);
  for (gint64 i = begin; i < most; i++)
    {
      guint32 block = find_block (self, sequence, i);

      if (block == 0)
        break;
      found.idle += ull_block_pool_is_free (self->pool, block);
      g_array_append_val (self->hits, block);
    }
  found.live = self->hits->len;
  found.blocks = found.live > 0 ? begin + found.live : 0;
  return found;
}

static void
add_running (UllScheduler *self, UllSequence *sequence)
{
  g_ptr_array_add (self->running, sequence);
  if (self->running->len <= self->capacity)
    return;
  self->capacity = MAX (64, self->capacity * 2);
  self->scheduled = g_renew (UllSequence *, self->scheduled, self->capacity);
  self->served = g_renew (UllSequence *, self->served, self->capacity);
}

static void
admit (UllScheduler *self, UllSequence *sequence, const UllHits *found, gint64 n)
{
  gint64 tokens = found->blocks * self->options.block_tokens;

  ull_scheduler_reserve (sequence, (guint32) found->blocks);
  sequence->held = sequence->published = (guint32) found->blocks;
  sequence->dropped = (guint32) (found->blocks - found->live);
  for (guint32 i = 0; i < sequence->held; i++)
    sequence->table[i] = i < sequence->dropped ? 0 : g_array_index (self->hits, guint32, i - sequence->dropped);
  for (guint32 i = sequence->dropped; i < sequence->held; i++)
    ull_block_pool_touch (self->pool, sequence->table[i]);
  sequence->computed = tokens;
  sequence->room = 0;
  sequence->until_full = self->options.block_tokens;
  ull_scheduler_take (self, sequence, ull_scheduler_blocks_for (self, n));
  sequence->state = ULL_SEQUENCE_RUNNING;
  add_running (self, sequence);
  self->totals.hit_tokens += tokens;
  if (sequence->first_hit >= 0)
    return;
  sequence->first_hit = tokens;
  self->totals.first_hit_tokens += tokens;
  self->totals.first_queries += sequence->known;
  self->totals.first_admissions++;
}

/* Whether the head of the queue finds room for @n tokens behind its @hits; those of the hits that are free count too. */
static gboolean
has_room (const UllScheduler *self, const UllSequence *sequence, const UllHits *found, gint64 n)
{
  gint64 spare = self->running->len > 0 ? self->options.watermark : 0;
  gint64 free_blocks = ull_block_pool_get_n_free (self->pool) - found->idle - spare;
  gint64 all = ull_scheduler_blocks_for (self, sequence->known), fresh = ull_scheduler_blocks_for (self, n);
  gint64 whole = ull_scheduler_in_table (self, all - found->blocks + found->live) - found->live + ull_scheduler_extra_for (self, all);

  if (self->options.full_sequence_gate && whole > free_blocks)
    return FALSE;
  return ull_scheduler_in_table (self, fresh) + ull_scheduler_extra_for (self, found->blocks + fresh) <= free_blocks;
}

/* Takes what follows @before (the head where that is NULL) out of the queue. */
static void
unlink_waiting (UllScheduler *self, UllSequence *before, UllSequence *sequence)
{
  if (before != NULL)
    before->next = sequence->next;
  else
    self->first = sequence->next;
  if (self->last == sequence)
    self->last = before;
  sequence->next = NULL;
  self->n_waiting--;
}

/* Those that were passed over come back to the head of the queue the last one first: so did the engine until 2026-01
 * (vLLM's pull request 32173), the only generation that passes any over. */
static void
turn_passed (UllScheduler *self, guint passed)
{
  UllSequence *first = self->first, *turned = NULL, *sequence = first;

  if (passed < 2)
    return;
  for (; passed > 0; passed--)
    {
      UllSequence *next = sequence->next;

      sequence->next = turned;
      turned = sequence;
      sequence = next;
    }
  first->next = sequence;
  self->first = turned;
  if (sequence == NULL)
    self->last = first;
}

/* What of a waiting sequence would be computed in a step without a budget. */
static gint64
first_chunk (const UllScheduler *self, const UllSequence *sequence, gint64 hits)
{
  gint64 n = sequence->known - hits * self->options.block_tokens;

  return self->options.long_prefill_tokens > 0 ? MIN (n, self->options.long_prefill_tokens) : n;
}

static void
schedule_waiting (UllScheduler *self, gint64 budget, UllStepReport *report)
{
  UllSequence *before = NULL, *sequence = self->first;
  guint passed = 0;

  while (sequence != NULL && budget > 0 && self->running->len < self->options.max_num_seqs)
    {
      UllHits found = look_up (self, sequence);
      gint64 n = first_chunk (self, sequence, found.blocks);

      if (!self->options.chunked_prefill && n > budget)
        {
          if (!self->options.skip_unfit)
            break;
          passed++;
          before = sequence;
          sequence = sequence->next;
          continue;
        }
      n = MIN (n, budget);
      if (!has_room (self, sequence, &found, n))
        break;
      unlink_waiting (self, before, sequence);
      admit (self, sequence, &found, n);
      add_scheduled (self, sequence, n, report);
      budget -= n;
      sequence = before != NULL ? before->next : self->first;
    }
  turn_passed (self, passed);
}

void
ull_scheduler_schedule (UllScheduler *self, UllStepReport *report)
{
  gint64 budget;

  *report = (UllStepReport) { 0 };
  self->n_scheduled = 0;
  budget = schedule_running (self, report);
  if (report->preempted == 0)
    schedule_waiting (self, budget, report);
  report->running = self->running->len;
  report->waiting = self->n_waiting;
  report->free_blocks = ull_block_pool_get_n_free (self->pool);
  report->stuck |= report->tokens == 0 && report->preempted == 0 && report->running == 0 && report->waiting > 0 &&
                   self->leaving->len == 0;
  self->totals.preemptions += report->preempted;
  self->totals.peak_running = MAX (self->totals.peak_running, report->running);
}

/* One token for @sequence, whose known tokens are all computed. TRUE: it was the last. */
static gboolean
serve (UllScheduler *self, UllSequence *sequence)
{
  sequence->known++;
  self->totals.generated++;
  self->served[self->n_served++] = sequence;
  return sequence->known - sequence->prompt >= sequence->output || sequence->known >= self->options.max_model_len;
}

static void
drop_done (UllScheduler *self)
{
  guint kept = 0;

  for (guint i = 0; i < self->running->len; i++)
    {
      UllSequence *sequence = g_ptr_array_index (self->running, i);

      if (sequence->state == ULL_SEQUENCE_RUNNING)
        self->running->pdata[kept++] = sequence;
    }
  g_ptr_array_set_size (self->running, (int) kept);
}

static void
finish (UllSequence *sequence)
{
  sequence->state = ULL_SEQUENCE_DONE;
  g_clear_pointer (&sequence->table, g_free);
  g_clear_pointer (&sequence->side, g_free);
  sequence->capacity = 0;
}

static void
release_leaving (UllScheduler *self)
{
  guint kept = 0;

  for (guint i = 0; i < self->leaving->len; i++)
    {
      UllLeaving leaving = g_array_index (self->leaving, UllLeaving, i);

      if (--leaving.lag > 0)
        {
          g_array_index (self->leaving, UllLeaving, kept++) = leaving;
          continue;
        }
      ull_block_pool_release (self->pool, leaving.blocks, leaving.n);
      g_free (leaving.blocks);
    }
  g_array_set_size (self->leaving, kept);
}

/* Where a preemption took what was computed, it is computed again in the step that does so and not before: a stretch of
 * steps, cut anywhere, never has more tokens computed again than it has tokens. */
static gint64
again (const UllSequence *sequence, gint64 n)
{
  return MIN (n, MAX (sequence->reached - sequence->computed, 0));
}

void
ull_scheduler_update (UllScheduler *self, UllStepReport *report)
{
  self->n_served = 0;
  g_ptr_array_set_size (self->finished, 0);
  for (guint i = 0; i < self->n_scheduled; i++)
    {
      UllSequence *sequence = self->scheduled[i];
      gint64 n = sequence->scheduled;

      sequence->scheduled = 0;
      self->totals.recomputed += again (sequence, n);
      sequence->computed += n;
      sequence->room -= n;
      sequence->until_full -= n;
      if (sequence->computed < sequence->known || !serve (self, sequence))
        continue;
      ull_scheduler_release (self, sequence);
      finish (sequence);
      g_ptr_array_add (self->finished, sequence);
    }
  if (self->finished->len > 0)
    drop_done (self);
  if (self->leaving->len > 0)
    release_leaving (self);
  report->free_after = ull_block_pool_get_n_free (self->pool);
  report->published = ull_block_pool_get_n_published (self->pool);
  self->totals.steps++;
  self->totals.tokens += report->tokens;
  self->totals.finished += self->finished->len;
  if (self->options.check_every > 0 && self->totals.steps % self->options.check_every == 0)
    ull_scheduler_assert (self);
}

gboolean
ull_scheduler_submit (UllScheduler *self, UllSequence *sequence, GError **error)
{
  if (sequence->prompt < 1 || sequence->output < 1 || sequence->prompt >= self->options.max_model_len)
    {
      g_autofree char *prompt = g_strdup_printf ("%" G_GINT64_FORMAT, sequence->prompt);
      g_autofree char *output = g_strdup_printf ("%" G_GINT64_FORMAT, sequence->output);
      g_autofree char *most = g_strdup_printf ("%" G_GINT64_FORMAT, self->options.max_model_len - 1);

      g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
                   _("a request of %s tokens that asks for %s is refused by the engine; a prompt of 1 to %s and an answer of "
                     "at least 1 would be right"),
                   prompt, output, most);
      return FALSE;
    }
  sequence->state = ULL_SEQUENCE_WAITING;
  sequence->known = sequence->prompt;
  sequence->computed = sequence->reached = sequence->scheduled = sequence->room = 0;
  sequence->until_full = self->options.block_tokens;
  sequence->held = sequence->dropped = sequence->published = sequence->capacity = sequence->n_side = 0;
  sequence->preemptions = 0;
  sequence->first_hit = -1;
  sequence->table = sequence->side = NULL;
  sequence->next = NULL;
  if (self->last != NULL)
    self->last->next = sequence;
  else
    self->first = sequence;
  self->last = sequence;
  self->n_waiting++;
  return TRUE;
}

static void
cancel_waiting (UllScheduler *self, UllSequence *sequence)
{
  UllSequence *before = NULL;

  for (UllSequence *at = self->first; at != sequence; at = at->next)
    before = at;
  unlink_waiting (self, before, sequence);
  finish (sequence);
}

static void
add_leaving (UllScheduler *self, guint32 *blocks, guint32 n)
{
  UllLeaving leaving = { blocks, n, self->options.release_lag };

  if (blocks != NULL)
    g_array_append_val (self->leaving, leaving);
}

/* What is in it now. */
static guint32 *
dup_table (const UllSequence *sequence)
{
  guint32 n = sequence->held - sequence->dropped;

  return n > 0 ? g_memdup2 (sequence->table + sequence->dropped, n * sizeof *sequence->table) : NULL;
}

void
ull_scheduler_cancel (UllScheduler *self, UllSequence *sequence)
{
  if (sequence->state == ULL_SEQUENCE_WAITING)
    {
      cancel_waiting (self, sequence);
      return;
    }
  if (sequence->state != ULL_SEQUENCE_RUNNING)
    return;
  sequence->state = ULL_SEQUENCE_DONE;
  drop_done (self);
  if (self->options.release_lag > 0)
    {
      add_leaving (self, g_steal_pointer (&sequence->side), sequence->n_side);
      add_leaving (self, dup_table (sequence), sequence->held - sequence->dropped);
      g_clear_pointer (&sequence->table, g_free);
      sequence->held = sequence->dropped = sequence->capacity = sequence->n_side = 0;
      return;
    }
  ull_scheduler_release (self, sequence);
  finish (sequence);
}
