#pragma once

#include "ull-scheduler.h"

/* Blocks of a cancelled sequence that are not yet free. */
typedef struct
{
  guint32 *blocks; /* Owned */
  guint32 n;
  gint64 lag;
} UllLeaving;

struct _UllScheduler
{
  UllSchedulerOptions options;
  UllBlockPool *pool;
  GPtrArray *running;   /* in order of admission */
  GPtrArray *finished;
  /* Room for all that run: an append in the inner loop is a store. */
  UllSequence **scheduled; /* in this step, in its order */
  UllSequence **served;
  guint n_scheduled;
  guint n_served;
  guint capacity; /* of both */
  GArray *leaving;      /* UllLeaving */
  GArray *hits;         /* of the last look-up */
  UllSequence *first;   /* of those that wait */
  UllSequence *last;
  guint n_waiting;
  UllSchedulerTotals totals;
};

/* Ends the program where ull_scheduler_check() finds a fault. */
void ull_scheduler_assert (const UllScheduler *scheduler);

/* Room in the table for @blocks. */
void ull_scheduler_reserve (UllSequence *sequence, guint32 blocks);
gint64 ull_scheduler_blocks_for (const UllScheduler *scheduler, gint64 tokens);
/* What a sequence holds besides its first @blocks. */
guint32 ull_scheduler_extra_for (const UllScheduler *scheduler, gint64 blocks);
/* The most of its first @blocks that a sequence holds at once. */
gint64 ull_scheduler_in_table (const UllScheduler *scheduler, gint64 blocks);
/* Gives back what leaves the table where it grows by @n, and says how many blocks that takes. */
gint64 ull_scheduler_make_place (UllScheduler *scheduler, UllSequence *sequence, gint64 n);
/* Gives the blocks that are full after this step their contents. */
void ull_scheduler_publish (UllScheduler *scheduler, UllSequence *sequence);
/* @n more blocks for the table, and what goes with them; the pool has as many. */
void ull_scheduler_take (UllScheduler *scheduler, UllSequence *sequence, gint64 n);
/* All blocks, and with them all that was computed. */
void ull_scheduler_release (UllScheduler *scheduler, UllSequence *sequence);
