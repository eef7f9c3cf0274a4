#include "ull-scheduler-private.h"

#include "ull-units.h"

#include <string.h>

/* Blocks of a sequence: those of its table, a block for so many tokens, whose contents are cached; and those besides, of
 * which a sequence never holds fewer for more tokens. Where all layers have windows, the table's oldest blocks go back to the
 * pool, contents and all, as later ones come. */

void
ull_scheduler_reserve (UllSequence *sequence, guint32 blocks)
{
  if (blocks <= sequence->capacity)
    return;
  sequence->capacity = MAX (blocks, sequence->capacity * 2);
  sequence->table = g_renew (guint32, sequence->table, sequence->capacity);
}

gint64
ull_scheduler_blocks_for (const UllScheduler *self, gint64 tokens)
{
  return ull_div_ceil (tokens, self->options.block_tokens);
}

/* What a sequence holds besides its first @blocks: never less for more of them. */
guint32
ull_scheduler_extra_for (const UllScheduler *self, gint64 blocks)
{
  const UllSchedulerOptions *options = &self->options;

  if (options->n_extra == 0)
    return 0;
  if (blocks < options->n_extra)
    return options->extra[blocks];
  return options->extra[options->n_extra - 1] + (guint32) (blocks - options->n_extra + 1) * options->extra_slope;
}

/* Full blocks get their content when they are given out, not when they are computed: a sequence admitted later in the
 * same step finds them. */
void
ull_scheduler_publish (UllScheduler *self, UllSequence *sequence)
{
  gint64 full = (sequence->computed + sequence->scheduled) / self->options.block_tokens;

  sequence->published = MAX (sequence->published, MIN (sequence->dropped, (guint32) full));
  for (; sequence->published < full; sequence->published++)
    ull_block_pool_publish (self->pool, sequence->table[sequence->published],
                            ull_content_hash (&sequence->content, sequence->published));
  sequence->until_full = (full + 1) * self->options.block_tokens - sequence->computed;
}

static void
take_side (UllScheduler *self, UllSequence *sequence)
{
  guint32 wanted = ull_scheduler_extra_for (self, sequence->held);

  if (wanted <= sequence->n_side)
    return;
  sequence->side = g_renew (guint32, sequence->side, wanted);
  ull_block_pool_take (self->pool, sequence->side + sequence->n_side, wanted - sequence->n_side);
  sequence->n_side = wanted;
}

void
ull_scheduler_take (UllScheduler *self, UllSequence *sequence, gint64 n)
{
  gint64 fresh = ull_scheduler_make_place (self, sequence, n);

  ull_scheduler_reserve (sequence, sequence->held + (guint32) n);
  sequence->held += (guint32) n;
  sequence->dropped = sequence->held - (guint32) ull_scheduler_in_table (self, sequence->held - sequence->dropped);
  for (gint64 i = fresh; i < n; i++)
    sequence->table[sequence->held - i - 1] = 0;
  ull_block_pool_take (self->pool, sequence->table + sequence->held - fresh, (guint) fresh);
  sequence->room += n * self->options.block_tokens;
  if (self->options.n_extra > 0)
    take_side (self, sequence);
}

void
ull_scheduler_release (UllScheduler *self, UllSequence *sequence)
{
  ull_block_pool_release (self->pool, sequence->side, sequence->n_side);
  ull_block_pool_release (self->pool, sequence->table + sequence->dropped, sequence->held - sequence->dropped);
  sequence->held = sequence->dropped = sequence->published = sequence->n_side = 0;
  sequence->computed = sequence->room = 0;
  sequence->until_full = self->options.block_tokens;
}

gint64
ull_scheduler_in_table (const UllScheduler *self, gint64 blocks)
{
  return self->options.table_most > 0 ? MIN (blocks, self->options.table_most) : blocks;
}

/* A step longer than the window takes no block for what has left it by the step's end. */
gint64
ull_scheduler_make_place (UllScheduler *self, UllSequence *sequence, gint64 n)
{
  gint64 end = sequence->held + n, leave = end - ull_scheduler_in_table (self, end - sequence->dropped);
  guint32 gone = (guint32) MIN (leave, sequence->held);

  if (gone > sequence->dropped)
    {
      ull_block_pool_release (self->pool, sequence->table + sequence->dropped, gone - sequence->dropped);
      memset (sequence->table + sequence->dropped, 0, (gone - sequence->dropped) * sizeof *sequence->table);
    }
  sequence->dropped = MAX (sequence->dropped, gone);
  return end - MAX (leave, sequence->held);
}
