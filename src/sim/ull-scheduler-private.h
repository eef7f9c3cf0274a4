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
