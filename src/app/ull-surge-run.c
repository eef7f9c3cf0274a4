#include "ull-surge-run.h"

#include "ull-mixer.h"

/* Invariants
 *
 * - At most one task runs; `job` is it. It is of `Job.result`; where the ramp run has another one by then it is cancelled, and the next
 *   begins when it has ended.
 * - `surge` and `of` are both there or both not. A ramp of an equal scenario has the same surge: peak and operating point are the same.
 * - Where the ramp run has no result there is no surge either: a withheld pool has no burst. */

#define POLL_MS 80

typedef struct
{
  UllRampResult *result;
  GCancellable *cancellable;
} Job;

struct _UllSurgeRun
{
  GObject parent_instance;

  /* Owned */
  UllRampRun *ramp;
  UllRampResult *seen;   /* that the ramp run had when it last changed */
  UllRampResult *of;
  UllSurge *surge;
  UllRampResult *failed; /* what `problem` is of */
  char *problem;
  GTask *job;

  guint poll;
  gboolean wanted;
  gboolean halted; /* a person has cancelled: nothing begins by itself until there is another ramp */
};

G_DEFINE_FINAL_TYPE (UllSurgeRun, ull_surge_run, G_TYPE_OBJECT)

enum
{
  SIGNAL_CHANGED,
  SIGNAL_PROGRESS,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
job_free (gpointer data)
{
  Job *job = data;

  ull_ramp_result_unref (job->result);
  g_clear_object (&job->cancellable);
  g_free (job);
}

static gboolean
go_on (gint64 finished, gpointer data)
{
  return !g_cancellable_is_cancelled (((Job *) data)->cancellable);
}

static void
surge_worker (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Job *job = task_data;
  GError *error = NULL;
  UllRampOptions options;
  UllSurge *surge;

  ull_ramp_options_init (&options);
  options.files = ull_mixer_get_files ();
  surge = ull_surge_new (job->result->scenario, job->result->ramp, &options, go_on, job, &error);
  if (surge != NULL)
    g_task_return_pointer (task, surge, (GDestroyNotify) ull_surge_free);
  else
    g_task_return_error (task, error);
}

static void
changed (UllSurgeRun *self)
{
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static gboolean
same (UllRampResult *a, UllRampResult *b)
{
  return a == b || (a != NULL && b != NULL && ull_scenario_equal (a->scenario, b->scenario));
}

static void
drop_problem (UllSurgeRun *self)
{
  g_clear_pointer (&self->failed, ull_ramp_result_unref);
  g_clear_pointer (&self->problem, g_free);
}

static void
drop_surge (UllSurgeRun *self)
{
  g_clear_pointer (&self->of, ull_ramp_result_unref);
  g_clear_pointer (&self->surge, ull_surge_free);
}

static void
set_problem (UllSurgeRun *self, UllRampResult *of, char *sentence)
{
  drop_surge (self);
  drop_problem (self);
  self->failed = ull_ramp_result_ref (of);
  self->problem = sentence;
}

static void begin (UllSurgeRun *self);

static void
done_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (UllSurgeRun) self = user_data;
  Job *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autoptr (UllSurge) surge = g_task_propagate_pointer (G_TASK (result), &error);
  /* One that was done before it noticed that it was cancelled is no more wanted than one that was not. */
  gboolean latest = same (ull_ramp_run_get_result (self->ramp), job->result) && !g_cancellable_is_cancelled (job->cancellable);

  if (latest && surge != NULL)
    {
      drop_surge (self);
      self->surge = g_steal_pointer (&surge);
      self->of = ull_ramp_result_ref (job->result);
    }
  else if (latest && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    set_problem (self, job->result, g_strdup (error->message));
  g_clear_object (&self->job);
  g_clear_handle_id (&self->poll, g_source_remove);
  begin (self);
  changed (self);
}

static gboolean
poll_cb (gpointer data)
{
  g_signal_emit (data, signals[SIGNAL_PROGRESS], 0);
  return G_SOURCE_CONTINUE;
}

static gboolean
is_due (UllSurgeRun *self)
{
  return self->job == NULL && self->wanted && !self->halted && !ull_ramp_run_get_stale (self->ramp) && ull_surge_run_get_stale (self)
         && self->problem == NULL;
}

static void
begin (UllSurgeRun *self)
{
  UllRampResult *result = ull_ramp_run_get_result (self->ramp);
  g_autofree char *nothing = NULL;
  Job *job;

  if (!is_due (self))
    return;
  nothing = ull_ramp_nothing_text (result->ramp);
  if (nothing != NULL)
    {
      set_problem (self, result, g_steal_pointer (&nothing));
      return;
    }
  job = g_new0 (Job, 1);
  job->result = ull_ramp_result_ref (result);
  job->cancellable = g_cancellable_new ();
  self->job = g_task_new (NULL, NULL, done_cb, g_object_ref (self));
  g_task_set_task_data (self->job, job, job_free);
  self->poll = g_timeout_add (POLL_MS, poll_cb, self);
  g_task_run_in_thread (self->job, surge_worker);
}

static void
stop_job (UllSurgeRun *self)
{
  if (self->job != NULL)
    g_cancellable_cancel (((Job *) g_task_get_task_data (self->job))->cancellable);
}

static void
ramp_cb (UllSurgeRun *self)
{
  UllRampResult *result = ull_ramp_run_get_result (self->ramp);
  Job *job = self->job != NULL ? g_task_get_task_data (self->job) : NULL;

  if (job != NULL && !same (job->result, result))
    stop_job (self);
  if (self->failed != NULL && !same (self->failed, result))
    drop_problem (self);
  if (result == NULL)
    drop_surge (self);
  if (!same (self->seen, result))
    self->halted = FALSE;
  g_clear_pointer (&self->seen, ull_ramp_result_unref);
  self->seen = result != NULL ? ull_ramp_result_ref (result) : NULL;
  begin (self);
  changed (self);
}

static void
ull_surge_run_dispose (GObject *object)
{
  UllSurgeRun *self = ULL_SURGE_RUN (object);

  stop_job (self);
  g_clear_handle_id (&self->poll, g_source_remove);
  g_clear_object (&self->job);
  drop_surge (self);
  drop_problem (self);
  g_clear_pointer (&self->seen, ull_ramp_result_unref);
  g_clear_object (&self->ramp);
  G_OBJECT_CLASS (ull_surge_run_parent_class)->dispose (object);
}

static void
ull_surge_run_class_init (UllSurgeRunClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ull_surge_run_dispose;
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_PROGRESS] = g_signal_new ("progress", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ull_surge_run_init (UllSurgeRun *self)
{
}

UllSurgeRun *
ull_surge_run_new (UllRampRun *ramp)
{
  UllSurgeRun *self = g_object_new (ULL_TYPE_SURGE_RUN, NULL);

  self->ramp = g_object_ref (ramp);
  g_signal_connect_object (ramp, "changed", G_CALLBACK (ramp_cb), self, G_CONNECT_SWAPPED);
  return self;
}

void
ull_surge_run_set_wanted (UllSurgeRun *self, gboolean wanted)
{
  g_return_if_fail (ULL_IS_SURGE_RUN (self));

  if (self->wanted == wanted)
    return;
  self->wanted = wanted;
  if (!wanted)
    stop_job (self);
  begin (self);
  changed (self);
}

void
ull_surge_run_cancel (UllSurgeRun *self)
{
  g_return_if_fail (ULL_IS_SURGE_RUN (self));

  self->halted = TRUE;
  stop_job (self);
  changed (self);
}

void
ull_surge_run_start (UllSurgeRun *self)
{
  g_return_if_fail (ULL_IS_SURGE_RUN (self));

  self->halted = FALSE;
  begin (self);
  changed (self);
}

const UllSurge *
ull_surge_run_get_surge (UllSurgeRun *self)
{
  g_return_val_if_fail (ULL_IS_SURGE_RUN (self), NULL);

  return self->surge;
}

UllRampResult *
ull_surge_run_get_ramp (UllSurgeRun *self)
{
  g_return_val_if_fail (ULL_IS_SURGE_RUN (self), NULL);

  return self->of;
}

gboolean
ull_surge_run_get_busy (UllSurgeRun *self)
{
  g_return_val_if_fail (ULL_IS_SURGE_RUN (self), FALSE);

  return self->job != NULL && !self->halted;
}

gboolean
ull_surge_run_get_stale (UllSurgeRun *self)
{
  UllRampResult *result;

  g_return_val_if_fail (ULL_IS_SURGE_RUN (self), FALSE);

  result = ull_ramp_run_get_result (self->ramp);
  return result != NULL && !same (self->of, result);
}

const char *
ull_surge_run_get_problem (UllSurgeRun *self)
{
  g_return_val_if_fail (ULL_IS_SURGE_RUN (self), NULL);

  return self->problem;
}
