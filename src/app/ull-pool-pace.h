#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* How fast a level is played: the whole run in a time that does not depend on its length, as fast as it is, or step by step. */
typedef enum
{
  ULL_POOL_PACE_QUARTER,
  ULL_POOL_PACE_HALF,
  ULL_POOL_PACE_WHOLE, /* what a playback begins with */
  ULL_POOL_PACE_DOUBLE,
  ULL_POOL_PACE_FOURFOLD,
  ULL_POOL_PACE_REAL,
  ULL_POOL_PACE_STEPS,
  ULL_N_POOL_PACES,
} UllPoolPace;

/* For an action's target. */
const char *ull_pool_pace_id (UllPoolPace pace);
gboolean ull_pool_pace_from_id (const char *id, UllPoolPace *pace);
/* "2×" */
const char *ull_pool_pace_name (UllPoolPace pace);
/* "The whole run in 15 s" (transfer full) */
char *ull_pool_pace_describe (UllPoolPace pace);
/* Seconds of a run of @end seconds that go by in @elapsed seconds; 0 where it goes by steps. */
double ull_pool_pace_advance (UllPoolPace pace, double end, double elapsed);
/* Seconds for which each step is shown; 0: it goes by time. */
double ull_pool_pace_step_seconds (UllPoolPace pace);
/* Each pace as a radio item of @action. (transfer full) */
GMenuModel *ull_pool_pace_menu (const char *action);

G_END_DECLS
