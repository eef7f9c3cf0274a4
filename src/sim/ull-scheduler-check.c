#include "ull-scheduler-private.h"

/* What must hold after every step, whatever the load: references are table entries; free and referred-to blocks make up
 * the pool; a block is in two tables only where its content is known; tokens computed have their place; nobody runs and
 * waits at once. */

static void
count_entries (const UllScheduler *self, guint32 *entries)
{
  for (guint i = 0; i < self->running->len; i++)
    {
      const UllSequence *sequence = self->running->pdata[i];

      for (guint32 k = sequence->dropped; k < sequence->held; k++)
        entries[sequence->table[k]]++;
      for (guint32 k = 0; k < sequence->n_side; k++)
        entries[sequence->side[k]]++;
    }
  for (guint i = 0; i < self->leaving->len; i++)
    {
      const UllLeaving *leaving = &g_array_index (self->leaving, UllLeaving, i);

      for (guint32 k = 0; k < leaving->n; k++)
        entries[leaving->blocks[k]]++;
    }
}

static char *
check_references (const UllScheduler *self, const guint32 *entries)
{
  gint64 n = ull_block_pool_get_n_blocks (self->pool), made = ull_block_pool_get_n_made (self->pool), used = 0;

  for (guint32 block = 1; block < made; block++)
    {
      used += entries[block] > 0;
      if (entries[block] != ull_block_pool_get_references (self->pool, block))
        return g_strdup_printf ("block %u stands in %u tables and has %u references", block, entries[block],
                                ull_block_pool_get_references (self->pool, block));
      if (entries[block] > 1 && ull_block_pool_get_hash (self->pool, block) == 0)
        return g_strdup_printf ("block %u is shared without a content", block);
    }
  if (used + ull_block_pool_get_n_free (self->pool) == n - 1)
    return NULL;
  return g_strdup_printf ("%" G_GINT64_FORMAT " blocks used and %" G_GINT64_FORMAT " free of %" G_GINT64_FORMAT, used,
                          ull_block_pool_get_n_free (self->pool), n - 1);
}

static char *
check_running (const UllScheduler *self)
{
  gint64 tokens = self->options.block_tokens;

  for (guint i = 0; i < self->running->len; i++)
    {
      const UllSequence *sequence = self->running->pdata[i];

      if (sequence->state != ULL_SEQUENCE_RUNNING)
        return g_strdup ("what runs is in another state");
      if (sequence->held * tokens - sequence->computed != sequence->room || sequence->room < 0)
        return g_strdup ("computed tokens are not what the blocks hold");
      if (sequence->computed > sequence->known)
        return g_strdup ("more tokens are computed than known");
    }
  return NULL;
}

static char *
check_waiting (const UllScheduler *self)
{
  guint n = 0;
  UllSequence *last = NULL;

  for (UllSequence *sequence = self->first; sequence != NULL; sequence = sequence->next)
    {
      n++;
      last = sequence;
      if (sequence->held != 0 || sequence->computed != 0 || sequence->state != ULL_SEQUENCE_WAITING)
        return g_strdup ("what waits holds blocks");
    }
  return n == self->n_waiting && last == self->last ? NULL : g_strdup ("the queue is not as long as counted");
}

gboolean
ull_scheduler_check (const UllScheduler *self, char **fault)
{
  g_autofree guint32 *entries = g_new0 (guint32, ull_block_pool_get_n_made (self->pool));

  if (!ull_block_pool_check (self->pool, fault))
    return FALSE;
  count_entries (self, entries);
  *fault = check_references (self, entries);
  if (*fault == NULL)
    *fault = check_running (self);
  if (*fault == NULL)
    *fault = check_waiting (self);
  return *fault == NULL;
}

void
ull_scheduler_assert (const UllScheduler *self)
{
  g_autofree char *fault = NULL;

  if (!ull_scheduler_check (self, &fault))
    g_error ("step %" G_GINT64_FORMAT ": %s", self->totals.steps, fault);
}
