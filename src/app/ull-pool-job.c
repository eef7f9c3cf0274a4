#include "ull-pool-job.h"

#include "ull-mixer.h"

/* A job owns what its thread reads, and nothing of it changes: the player may have gone on to another level, or be gone. */

static void
tape_clear (gpointer data)
{
  g_clear_pointer (&((UllPoolTape *) data)->playback, ull_playback_free);
}

void
ull_pool_tape_unref (gpointer tape)
{
  g_atomic_rc_box_release_full (tape, tape_clear);
}

void
ull_pool_job_free (gpointer data)
{
  UllPoolJob *job = data;

  g_clear_pointer (&job->scenario, ull_scenario_unref);
  g_clear_pointer (&job->tape, ull_pool_tape_unref);
  g_clear_object (&job->cancellable);
  g_free (job);
}

static gboolean
go_on (gint64 finished, gpointer data)
{
  return !g_cancellable_is_cancelled (data);
}

void
ull_pool_tape_worker (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  UllPoolJob *job = task_data;
  GError *error = NULL;
  UllRampOptions options;
  UllPlayback *playback;
  UllPoolTape *tape;

  ull_ramp_options_init (&options);
  options.files = ull_mixer_get_files ();
  playback = ull_playback_new (job->scenario, job->scenario->load, &options, job->clients, go_on, job->cancellable, &error);
  if (playback == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  tape = g_atomic_rc_box_new0 (UllPoolTape);
  tape->playback = playback;
  g_task_return_pointer (task, tape, ull_pool_tape_unref);
}

static void
picture_free (gpointer picture)
{
  ull_pool_picture_free (picture);
}

void
ull_pool_picture_worker (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  UllPoolJob *job = task_data;

  g_task_return_pointer (task, ull_playback_picture (job->tape->playback, job->step), picture_free);
}
