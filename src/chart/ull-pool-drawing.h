#pragma once

#include "ull-block-grid.h"
#include "ull-playback.h"
#include "ull-pool-timeline.h"

G_BEGIN_DECLS

/* One level that is played, as the charts of its pool take it. */

/* The level that is offered first, an index: the one past the peak, where there is one. */
guint ull_ramp_find_played (const UllRamp *ramp);
/* Cells in the order they are drawn, and how many requests have blocks that others have too. (transfer full)
 * (element-type UllCellRun) */
GArray *ull_pool_runs (const UllPoolPicture *pool, gint64 *sharers);
/* (transfer full) (element-type UllPoolSample) */
GArray *ull_pool_samples (const UllPlayback *playback);
/* A row of what a server recorded: seconds, shares, preemptions so far, requests; NAN where it does not say. */
typedef enum
{
  ULL_ROW_TIME,
  ULL_ROW_USE,
  ULL_ROW_HIT_RATE,
  ULL_ROW_PREEMPTIONS,
  ULL_ROW_RUNNING,
  ULL_ROW_WAITING,
  ULL_N_RECORDED,
} UllRecordedRow;

/* From where its load begins on, @idle seconds after its first row. (transfer full) (element-type UllSeriesSample) */
GArray *ull_pool_recorded (double (*row)[ULL_N_RECORDED], guint n, double *idle);

/* "79.0 s · 21 running, 2 waiting"; NULL: there is no such step. (transfer full) */
char *ull_played_describe_step (const UllPlayback *playback, guint step);
/* The same behind a load as ull_ramp_describe_load() has it and the level that is played: for a file. @load: of which the arrivals say
 * what a level is. (transfer full) */
char *ull_played_describe_moment (const UllPlayback *playback, guint step, const UllLoad *load, gint64 level, const char *described);

G_END_DECLS
