#include "ull-job-runner.h"

/* Invariants
 *
 * - At most one task runs; `task` is it. What is no longer asked for is cancelled, and the next begins when it has ended, so that no
 *   number of changes makes more than one thread busy.
 * - The answer of a cancelled task is dropped, also where it was there before the thread noticed: GTask looks itself.
 * - The thread reads immutable values and writes two counters, which the main loop looks at while it runs. */

#define POLL_MS 80

struct _UllJob
{
  const UllJobRunnerClass *klass;
  gpointer of;
  GCancellable *cancellable;
  int done, all; /* atomic */
};

typedef struct
{
  /* Owned */
  GTask *task;
  char *problem;

  guint poll;
  gboolean wanted;
  gboolean halted; /* a person has cancelled: nothing begins by itself until something else is asked for */
} UllJobRunnerPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (UllJobRunner, ull_job_runner, G_TYPE_OBJECT)

enum
{
  SIGNAL_CHANGED,
  SIGNAL_PROGRESS,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static UllJobRunnerPrivate *
get_private (UllJobRunner *self)
{
  return ull_job_runner_get_instance_private (self);
}

static UllJob *
get_job (UllJobRunner *self)
{
  GTask *task = get_private (self)->task;

  return task != NULL ? g_task_get_task_data (task) : NULL;
}

static void
job_free (gpointer data)
{
  UllJob *job = data;

  job->klass->free_of (job->of);
  g_clear_object (&job->cancellable);
  g_free (job);
}

gconstpointer
ull_job_get_of (const UllJob *job)
{
  return job->of;
}

gboolean
ull_job_go_on (UllJob *job, gint64 done, gint64 all)
{
  g_atomic_int_set (&job->all, (int) all);
  g_atomic_int_set (&job->done, (int) done);
  return !g_cancellable_is_cancelled (job->cancellable);
}

static void
run_worker (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  UllJob *job = task_data;
  GError *error = NULL;
  gpointer answer = job->klass->run (job, &error);

  if (answer != NULL)
    g_task_return_pointer (task, answer, job->klass->free_answer);
  else
    g_task_return_error (task, error);
}

static void
end_task (UllJobRunner *self)
{
  UllJobRunnerPrivate *priv = get_private (self);

  g_clear_object (&priv->task);
  g_clear_handle_id (&priv->poll, g_source_remove);
}

static void
done_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (UllJobRunner) self = user_data;
  g_autoptr (GError) error = NULL;
  UllJob *job = g_task_get_task_data (G_TASK (result));
  gpointer answer = g_task_propagate_pointer (G_TASK (result), &error);

  if (answer != NULL)
    job->klass->take (self, job->of, answer);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    job->klass->fail (self, job->of, error->message);
  end_task (self);
  ull_job_runner_update (self);
}

static gboolean
poll_cb (gpointer data)
{
  g_signal_emit (data, signals[SIGNAL_PROGRESS], 0);
  return G_SOURCE_CONTINUE;
}

static gboolean
is_due (UllJobRunner *self)
{
  UllJobRunnerPrivate *priv = get_private (self);

  return priv->wanted && !priv->halted && priv->problem == NULL && ULL_JOB_RUNNER_GET_CLASS (self)->is_due (self);
}

static void
begin (UllJobRunner *self)
{
  UllJobRunnerPrivate *priv = get_private (self);
  gpointer of = priv->task == NULL && is_due (self) ? ULL_JOB_RUNNER_GET_CLASS (self)->next (self) : NULL;
  UllJob *job;

  if (of == NULL)
    return;
  job = g_new0 (UllJob, 1);
  job->klass = ULL_JOB_RUNNER_GET_CLASS (self);
  job->of = of;
  job->cancellable = g_cancellable_new ();
  priv->task = g_task_new (NULL, job->cancellable, done_cb, g_object_ref (self));
  priv->poll = g_timeout_add (POLL_MS, poll_cb, self);
  g_task_set_task_data (priv->task, job, job_free);
  g_task_run_in_thread (priv->task, run_worker);
}

static void
ull_job_runner_dispose (GObject *object)
{
  UllJobRunner *self = ULL_JOB_RUNNER (object);

  ull_job_runner_drop (self);
  end_task (self);
  g_clear_pointer (&get_private (self)->problem, g_free);
  G_OBJECT_CLASS (ull_job_runner_parent_class)->dispose (object);
}

static void
ull_job_runner_class_init (UllJobRunnerClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ull_job_runner_dispose;
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_PROGRESS] = g_signal_new ("progress", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ull_job_runner_init (UllJobRunner *self)
{
}

void
ull_job_runner_set_wanted (UllJobRunner *self, gboolean wanted)
{
  g_return_if_fail (ULL_IS_JOB_RUNNER (self));

  if (get_private (self)->wanted == wanted)
    return;
  get_private (self)->wanted = wanted;
  if (!wanted)
    ull_job_runner_drop (self);
  ull_job_runner_update (self);
}

gboolean
ull_job_runner_get_wanted (UllJobRunner *self)
{
  g_return_val_if_fail (ULL_IS_JOB_RUNNER (self), FALSE);

  return get_private (self)->wanted;
}

void
ull_job_runner_cancel (UllJobRunner *self)
{
  g_return_if_fail (ULL_IS_JOB_RUNNER (self));

  get_private (self)->halted = TRUE;
  ull_job_runner_drop (self);
  ull_job_runner_update (self);
}

void
ull_job_runner_start (UllJobRunner *self)
{
  g_return_if_fail (ULL_IS_JOB_RUNNER (self));

  get_private (self)->halted = FALSE;
  ull_job_runner_update (self);
}

gboolean
ull_job_runner_get_busy (UllJobRunner *self)
{
  UllJob *job;

  g_return_val_if_fail (ULL_IS_JOB_RUNNER (self), FALSE);

  job = get_job (self);
  return job != NULL && (!g_cancellable_is_cancelled (job->cancellable) || is_due (self));
}

double
ull_job_runner_get_progress (UllJobRunner *self)
{
  UllJob *job;
  int all;

  g_return_val_if_fail (ULL_IS_JOB_RUNNER (self), 0);

  job = get_job (self);
  all = job != NULL ? g_atomic_int_get (&job->all) : 0;
  return all > 0 ? MIN ((double) g_atomic_int_get (&job->done) / all, 1) : 0;
}

const char *
ull_job_runner_get_problem (UllJobRunner *self)
{
  g_return_val_if_fail (ULL_IS_JOB_RUNNER (self), NULL);

  return get_private (self)->problem;
}

gconstpointer
ull_job_runner_get_of (UllJobRunner *self)
{
  UllJob *job = get_job (self);

  return job != NULL ? job->of : NULL;
}

void
ull_job_runner_drop (UllJobRunner *self)
{
  UllJob *job = get_job (self);

  if (job != NULL)
    g_cancellable_cancel (job->cancellable);
}

void
ull_job_runner_set_problem (UllJobRunner *self, const char *sentence)
{
  UllJobRunnerPrivate *priv = get_private (self);

  g_free (priv->problem);
  priv->problem = g_strdup (sentence);
}

void
ull_job_runner_update (UllJobRunner *self)
{
  begin (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}
