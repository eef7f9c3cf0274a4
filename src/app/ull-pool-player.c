#include "ull-pool-player.h"

#include "ull-pool-job.h"

#include <math.h>

/* Invariants
 *
 * - `tape` is a whole run and never changes; threads hold references to it.
 * - At most one task runs. `step` is where the person is; `picture` is of that step, or, while the task runs, of the one before.
 * - A picture is shown for TICK_MS at least, and one that takes longer is waited for. Meanwhile the clock goes on: a run takes the time
 *   that its pace says, with fewer pictures. By steps none is left out. */

#define TICK_MS 60

struct _UllPoolPlayer
{
  GObject parent_instance;

  /* Owned */
  UllScenario *scenario;
  UllPoolTape *tape;
  UllPoolPicture *picture;
  char *problem;
  GCancellable *cancellable; /* of the task */

  gint64 clients;
  gint64 followed;
  guint step;
  guint tick;
  UllPoolPace pace;
  gint64 moved; /* microseconds: when a tick last moved it */
  double time;  /* while it plays: seconds */
  gboolean busy;
  gboolean fresh; /* the tape is of the level that is asked for */
};

G_DEFINE_FINAL_TYPE (UllPoolPlayer, ull_pool_player, G_TYPE_OBJECT)

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
changed (UllPoolPlayer *self)
{
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void pump (UllPoolPlayer *self);

static guint
count_steps (UllPoolPlayer *self)
{
  guint n = 0;

  if (self->tape != NULL)
    ull_playback_get_steps (self->tape->playback, &n);
  return n;
}

static void
take_tape (UllPoolPlayer *self, UllPoolTape *taken, const GError *error)
{
  guint n;

  g_clear_pointer (&self->tape, ull_pool_tape_unref);
  g_clear_pointer (&self->picture, ull_pool_picture_free);
  g_clear_pointer (&self->problem, g_free);
  self->tape = taken;
  self->fresh = TRUE;
  if (taken == NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    self->problem = g_strdup (error->message);
  n = count_steps (self);
  self->step = n > 0 ? ull_playback_find_opening (taken->playback) : 0;
}

static void
tape_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (UllPoolPlayer) self = user_data;
  UllPoolJob *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  UllPoolTape *tape = g_task_propagate_pointer (G_TASK (result), &error);

  self->busy = FALSE;
  if (self->scenario != NULL && self->clients == job->clients && ull_scenario_equal (self->scenario, job->scenario))
    take_tape (self, tape, error);
  else
    g_clear_pointer (&tape, ull_pool_tape_unref);
  pump (self);
  changed (self);
}

static void
picture_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (UllPoolPlayer) self = user_data;
  UllPoolJob *job = g_task_get_task_data (G_TASK (result));
  UllPoolPicture *picture = g_task_propagate_pointer (G_TASK (result), NULL);

  self->busy = FALSE;
  if (picture != NULL && self->tape == job->tape)
    {
      g_clear_pointer (&self->picture, ull_pool_picture_free);
      self->picture = picture;
    }
  else
    g_clear_pointer (&picture, ull_pool_picture_free);
  pump (self);
  changed (self);
}

static void
start (UllPoolPlayer *self, UllPoolJob *job, GTaskThreadFunc worker, GAsyncReadyCallback callback)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, g_object_ref (self));

  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  job->cancellable = g_object_ref (self->cancellable);
  self->busy = TRUE;
  g_task_set_task_data (task, job, ull_pool_job_free);
  g_task_run_in_thread (task, worker);
}

/* The next thing to be done, if there is one. */
static void
pump (UllPoolPlayer *self)
{
  UllPoolJob *job;

  if (self->busy || self->scenario == NULL)
    return;
  if (!self->fresh)
    {
      job = g_new0 (UllPoolJob, 1);
      job->scenario = ull_scenario_ref (self->scenario);
      job->clients = self->clients;
      start (self, job, ull_pool_tape_worker, tape_cb);
      return;
    }
  if (self->tape == NULL || (self->picture != NULL && self->picture->step == self->step))
    return;
  job = g_new0 (UllPoolJob, 1);
  job->tape = g_atomic_rc_box_acquire (self->tape);
  job->step = self->step;
  start (self, job, ull_pool_picture_worker, picture_cb);
}

static void
ull_pool_player_dispose (GObject *object)
{
  UllPoolPlayer *self = ULL_POOL_PLAYER (object);

  ull_pool_player_set_level (self, NULL, 0);
  g_clear_handle_id (&self->tick, g_source_remove);
  g_clear_object (&self->cancellable);
  G_OBJECT_CLASS (ull_pool_player_parent_class)->dispose (object);
}

static void
ull_pool_player_class_init (UllPoolPlayerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ull_pool_player_dispose;
  signals[SIGNAL_CHANGED]
    = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ull_pool_player_init (UllPoolPlayer *self)
{
  self->followed = -1;
  self->pace = ULL_POOL_PACE_WHOLE;
}

UllPoolPlayer *
ull_pool_player_new (void)
{
  return g_object_new (ULL_TYPE_POOL_PLAYER, NULL);
}

static void
forget (UllPoolPlayer *self)
{
  g_clear_handle_id (&self->tick, g_source_remove);
  g_clear_pointer (&self->tape, ull_pool_tape_unref);
  g_clear_pointer (&self->picture, ull_pool_picture_free);
  g_clear_pointer (&self->problem, g_free);
  self->step = 0;
}

void
ull_pool_player_set_level (UllPoolPlayer *self, UllScenario *scenario, gint64 clients)
{
  g_return_if_fail (ULL_IS_POOL_PLAYER (self));

  if (self->scenario == scenario && self->clients == clients)
    return;
  if (self->scenario != NULL && scenario != NULL && self->clients == clients && ull_scenario_equal (self->scenario, scenario))
    return;
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  if (scenario != NULL)
    ull_scenario_ref (scenario);
  g_clear_pointer (&self->scenario, ull_scenario_unref);
  self->scenario = scenario;
  self->clients = clients;
  self->fresh = FALSE;
  forget (self);
  pump (self);
  changed (self);
}

gint64
ull_pool_player_get_clients (UllPoolPlayer *self)
{
  g_return_val_if_fail (ULL_IS_POOL_PLAYER (self), 0);

  return self->clients;
}

const UllPlayback *
ull_pool_player_get_playback (UllPoolPlayer *self)
{
  g_return_val_if_fail (ULL_IS_POOL_PLAYER (self), NULL);

  return self->tape != NULL ? self->tape->playback : NULL;
}

const UllPoolPicture *
ull_pool_player_get_picture (UllPoolPlayer *self)
{
  g_return_val_if_fail (ULL_IS_POOL_PLAYER (self), NULL);

  return self->picture;
}

const char *
ull_pool_player_get_problem (UllPoolPlayer *self)
{
  g_return_val_if_fail (ULL_IS_POOL_PLAYER (self), NULL);

  return self->problem;
}

guint
ull_pool_player_get_step (UllPoolPlayer *self)
{
  g_return_val_if_fail (ULL_IS_POOL_PLAYER (self), 0);

  return self->step;
}

double
ull_pool_player_get_time (UllPoolPlayer *self)
{
  g_return_val_if_fail (ULL_IS_POOL_PLAYER (self), 0);

  return self->tape != NULL ? ull_playback_get_time (self->tape->playback, self->step) : 0;
}

double
ull_pool_player_get_end (UllPoolPlayer *self)
{
  g_return_val_if_fail (ULL_IS_POOL_PLAYER (self), 0);

  return self->tape != NULL ? ull_playback_get_end (self->tape->playback) : 0;
}

static void
go_to (UllPoolPlayer *self, guint step)
{
  guint n = count_steps (self);

  if (n == 0 || MIN (step, n - 1) == self->step)
    return;
  self->step = MIN (step, n - 1);
  pump (self);
  changed (self);
}

void
ull_pool_player_seek (UllPoolPlayer *self, guint step)
{
  g_return_if_fail (ULL_IS_POOL_PLAYER (self));

  go_to (self, step);
  self->time = ull_pool_player_get_time (self);
}

void
ull_pool_player_seek_time (UllPoolPlayer *self, double seconds)
{
  g_return_if_fail (ULL_IS_POOL_PLAYER (self));

  self->time = seconds;
  if (self->tape != NULL)
    go_to (self, ull_playback_find (self->tape->playback, (gint64) (MAX (seconds, 0) * 1e9)));
}

void
ull_pool_player_step_by (UllPoolPlayer *self, int by)
{
  g_return_if_fail (ULL_IS_POOL_PLAYER (self));

  ull_pool_player_set_playing (self, FALSE);
  ull_pool_player_seek (self, by < 0 && self->step < (guint) -by ? 0 : self->step + (guint) by);
}

void
ull_pool_player_leap (UllPoolPlayer *self, double share)
{
  guint before, last = MAX (count_steps (self), 1) - 1;

  g_return_if_fail (ULL_IS_POOL_PLAYER (self));

  ull_pool_player_set_playing (self, FALSE);
  before = self->step;
  if (fabs (share) >= 1)
    ull_pool_player_seek (self, share > 0 ? last : 0);
  else
    ull_pool_player_seek_time (self, ull_pool_player_get_time (self) + share * ull_pool_player_get_end (self));
  if (self->step == before)
    ull_pool_player_step_by (self, share > 0 ? 1 : -1);
}

/* FALSE: it is at its end. */
static gboolean
advance (UllPoolPlayer *self, double elapsed)
{
  double end = ull_pool_player_get_end (self);

  if (ull_pool_pace_step_seconds (self->pace) > 0)
    {
      ull_pool_player_seek (self, self->step + 1);
      return self->step + 1 < count_steps (self);
    }
  ull_pool_player_seek_time (self, MIN (self->time + ull_pool_pace_advance (self->pace, end, elapsed), end));
  return self->time < end;
}

static gboolean
tick_cb (gpointer data)
{
  UllPoolPlayer *self = data;
  gint64 now = g_get_monotonic_time ();
  double elapsed = (double) (now - self->moved) / G_USEC_PER_SEC;

  if (self->busy || elapsed < ull_pool_pace_step_seconds (self->pace))
    return G_SOURCE_CONTINUE;
  self->moved = now;
  if (advance (self, elapsed))
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  changed (self);
  return G_SOURCE_REMOVE;
}

void
ull_pool_player_set_playing (UllPoolPlayer *self, gboolean playing)
{
  g_return_if_fail (ULL_IS_POOL_PLAYER (self));

  if (playing == (self->tick != 0) || (playing && self->tape == NULL))
    return;
  g_clear_handle_id (&self->tick, g_source_remove);
  if (playing)
    {
      self->time = self->step + 1 >= count_steps (self) ? 0 : ull_pool_player_get_time (self);
      self->moved = g_get_monotonic_time ();
      self->tick = g_timeout_add (TICK_MS, tick_cb, self);
    }
  changed (self);
}

gboolean
ull_pool_player_get_playing (UllPoolPlayer *self)
{
  g_return_val_if_fail (ULL_IS_POOL_PLAYER (self), FALSE);

  return self->tick != 0;
}

void
ull_pool_player_set_pace (UllPoolPlayer *self, UllPoolPace pace)
{
  g_return_if_fail (ULL_IS_POOL_PLAYER (self) && pace < ULL_N_POOL_PACES);

  if (self->pace == pace)
    return;
  self->pace = pace;
  changed (self);
}

UllPoolPace
ull_pool_player_get_pace (UllPoolPlayer *self)
{
  g_return_val_if_fail (ULL_IS_POOL_PLAYER (self), ULL_POOL_PACE_WHOLE);

  return self->pace;
}

void
ull_pool_player_follow (UllPoolPlayer *self, gint64 request)
{
  g_return_if_fail (ULL_IS_POOL_PLAYER (self));

  if (self->followed == request)
    return;
  self->followed = request;
  changed (self);
}

gint64
ull_pool_player_get_followed (UllPoolPlayer *self)
{
  g_return_val_if_fail (ULL_IS_POOL_PLAYER (self), -1);

  return self->followed;
}
