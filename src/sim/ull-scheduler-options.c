#include "ull-error.h"
#include "ull-scheduler-private.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* Generations are switches, kept as data. Bounds: block indices and table lengths are 32 bits. */

/* A check looks at every block: of pools larger than this it is made so much more rarely. Where nobody asked for one, a build for
 * finding faults makes it so that it takes less than the steps themselves. */
#define CHECKED_BLOCKS 256
#define CHECKED_UNASKED 16

static const struct
{
  const char *id;
  gboolean full_sequence_gate;
  gboolean prepend_unhashed;
  gboolean skip_unfit;
} generations[ULL_N_GENERATIONS] = {
  [ULL_GENERATION_MAIN] = { "main", TRUE, TRUE, FALSE },
  [ULL_GENERATION_CLASSIC] = { "classic", FALSE, FALSE, TRUE },
};

const char *
ull_generation_get_id (UllGenerationId generation)
{
  g_return_val_if_fail ((guint) generation < ULL_N_GENERATIONS, NULL);

  return generations[generation].id;
}

void
ull_scheduler_options_set_generation (UllSchedulerOptions *options, UllGenerationId generation)
{
  g_return_if_fail ((guint) generation < ULL_N_GENERATIONS);

  options->full_sequence_gate = generations[generation].full_sequence_gate;
  options->prepend_unhashed = generations[generation].prepend_unhashed;
  options->skip_unfit = generations[generation].skip_unfit;
}

static gboolean
check_option (const char *name, gint64 value, gint64 min, gint64 max, GError **error)
{
  g_autofree char *shown = NULL, *low = NULL, *high = NULL;

  if (value >= min && value <= max)
    return TRUE;
  shown = ull_format_count (value);
  low = ull_format_count (min);
  high = ull_format_count (max);
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, _("%s: %s is out of range; %s to %s would be right"), name, shown, low,
               high);
  return FALSE;
}

static gboolean
check_options (const UllSchedulerOptions *options, GError **error)
{
  const gint64 most = ULL_POOL_MAX_BLOCKS;

  return check_option (_("blocks"), options->blocks, 1, most, error) &&
         check_option (_("block size"), options->block_tokens, 1, most, error) &&
         check_option (_("max sequences"), options->max_num_seqs, 1, most, error) &&
         check_option (_("max batched tokens"), options->max_batched_tokens, 1, most, error) &&
         check_option (_("model length"), options->max_model_len, 2, most, error) &&
         check_option (_("long prefill threshold"), options->long_prefill_tokens, 0, most, error) &&
         check_option (_("watermark"), options->watermark, 0, options->blocks, error) &&
         check_option (_("release lag"), options->release_lag, 0, most, error);
}

UllScheduler *
ull_scheduler_new (const UllSchedulerOptions *options, GError **error)
{
  UllScheduler *self;

  if (!check_options (options, error))
    return NULL;
  self = g_new0 (UllScheduler, 1);
  self->options = *options;
#ifdef ULL_DEBUG
  self->options.check_every = MAX (options->blocks / (options->check_every > 0 ? CHECKED_BLOCKS : CHECKED_UNASKED), 1);
#endif
  self->pool = ull_block_pool_new (options->blocks, options->prepend_unhashed);
  self->running = g_ptr_array_new ();
  self->finished = g_ptr_array_new ();
  self->leaving = g_array_new (FALSE, FALSE, sizeof (UllLeaving));
  self->hits = g_array_new (FALSE, FALSE, sizeof (guint32));
  return self;
}

static void
free_tables (UllSequence *sequence)
{
  g_clear_pointer (&sequence->table, g_free);
  g_clear_pointer (&sequence->side, g_free);
}

/* Sequences are the caller's, their tables the scheduler's. */
void
ull_scheduler_free (UllScheduler *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->running->len; i++)
    free_tables (self->running->pdata[i]);
  for (UllSequence *sequence = self->first; sequence != NULL; sequence = sequence->next)
    free_tables (sequence);
  for (guint i = 0; i < self->leaving->len; i++)
    g_free (g_array_index (self->leaving, UllLeaving, i).blocks);
  ull_block_pool_free (self->pool);
  g_ptr_array_unref (self->running);
  g_free (self->scheduled);
  g_free (self->served);
  g_ptr_array_unref (self->finished);
  g_array_unref (self->leaving);
  g_array_unref (self->hits);
  g_free (self);
}

UllSequence *const *
ull_scheduler_get_served (const UllScheduler *self, guint *n)
{
  *n = self->n_served;
  return self->served;
}

UllSequence *const *
ull_scheduler_get_finished (const UllScheduler *self, guint *n)
{
  *n = self->finished->len;
  return (UllSequence *const *) self->finished->pdata;
}

UllSequence *const *
ull_scheduler_get_running (const UllScheduler *self, guint *n)
{
  *n = self->running->len;
  return (UllSequence *const *) self->running->pdata;
}

UllSequence *
ull_scheduler_get_first_waiting (const UllScheduler *self)
{
  return self->first;
}

guint
ull_scheduler_get_n_waiting (const UllScheduler *self)
{
  return self->n_waiting;
}

guint
ull_scheduler_get_n_leaving (const UllScheduler *self)
{
  return self->leaving->len;
}

const UllSchedulerTotals *
ull_scheduler_get_totals (const UllScheduler *self)
{
  return &self->totals;
}

const UllBlockPool *
ull_scheduler_get_pool (const UllScheduler *self)
{
  return self->pool;
}
