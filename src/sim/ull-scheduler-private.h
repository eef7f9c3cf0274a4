#pragma once

#include "ull-scheduler.h"

struct _UllScheduler
{
  UllSchedulerOptions options;
  UllBlockPool *pool;
  GPtrArray *running;   /* in order of admission */
  GPtrArray *scheduled; /* in this step, in its order */
  GPtrArray *served;
  GPtrArray *finished;
  GPtrArray *leaving;
  GArray *hits;         /* of the last look-up */
  UllSequence *first;   /* of those that wait */
  UllSequence *last;
  guint n_waiting;
  UllSchedulerTotals totals;
};

/* Ends the program where ull_scheduler_check() finds a fault. */
void ull_scheduler_assert (const UllScheduler *scheduler);
