#include "ull-surge-run.h"

#include "ull-mixer.h"

/* Invariants
 *
 * - A job is of the ramp run's result; where that has another one the job is dropped.
 * - `surge` and `of` are both there or both not. A ramp of an equal scenario has the same surge: peak and operating point are the same.
 * - Where the ramp run has no result there is no surge either: a withheld pool has no burst. */

struct _UllSurgeRun
{
  UllJobRunner parent_instance;

  /* Owned */
  UllRampRun *ramp;
  UllRampResult *seen;   /* that the ramp run had when it last changed */
  UllRampResult *of;
  UllSurge *surge;
  UllRampResult *failed; /* what the problem is of */
};

G_DEFINE_FINAL_TYPE (UllSurgeRun, ull_surge_run, ULL_TYPE_JOB_RUNNER)

static gboolean
go_on (gint64 finished, gpointer job)
{
  return ull_job_go_on (job, finished, 0);
}

static gpointer
ull_surge_run_run (UllJob *job, GError **error)
{
  const UllRampResult *result = ull_job_get_of (job);
  UllRampOptions options;

  ull_ramp_options_init (&options);
  options.files = ull_mixer_get_files ();
  return ull_surge_new (result->scenario, result->ramp, &options, go_on, job, error);
}

static gboolean
same (const UllRampResult *a, const UllRampResult *b)
{
  return a == b || (a != NULL && b != NULL && ull_scenario_equal (a->scenario, b->scenario));
}

static void
set_result (UllRampResult **held, const UllRampResult *result)
{
  g_clear_pointer (held, ull_ramp_result_unref);
  *held = result != NULL ? ull_ramp_result_ref ((UllRampResult *) result) : NULL;
}

static void
drop_problem (UllSurgeRun *self)
{
  set_result (&self->failed, NULL);
  ull_job_runner_set_problem (ULL_JOB_RUNNER (self), NULL);
}

static void
drop_surge (UllSurgeRun *self)
{
  set_result (&self->of, NULL);
  g_clear_pointer (&self->surge, ull_surge_free);
}

static gboolean
ull_surge_run_is_due (UllJobRunner *runner)
{
  UllSurgeRun *self = ULL_SURGE_RUN (runner);

  return !ull_ramp_run_get_stale (self->ramp) && ull_surge_run_get_stale (self);
}

static void
ull_surge_run_take (UllJobRunner *runner, gconstpointer of, gpointer answer)
{
  UllSurgeRun *self = ULL_SURGE_RUN (runner);

  drop_surge (self);
  self->surge = answer;
  set_result (&self->of, of);
}

static void
ull_surge_run_fail (UllJobRunner *runner, gconstpointer of, const char *sentence)
{
  UllSurgeRun *self = ULL_SURGE_RUN (runner);

  drop_surge (self);
  set_result (&self->failed, of);
  ull_job_runner_set_problem (runner, sentence);
}

static gpointer
ull_surge_run_next (UllJobRunner *runner)
{
  UllRampResult *result = ull_ramp_run_get_result (ULL_SURGE_RUN (runner)->ramp);
  g_autofree char *nothing = ull_ramp_nothing_text (result->ramp);

  if (nothing == NULL)
    return ull_ramp_result_ref (result);
  ull_surge_run_fail (runner, result, nothing);
  return NULL;
}

static void
ramp_cb (UllSurgeRun *self)
{
  UllRampResult *result = ull_ramp_run_get_result (self->ramp);
  gboolean another = !same (self->seen, result);

  if (!same (ull_job_runner_get_of (ULL_JOB_RUNNER (self)), result))
    ull_job_runner_drop (ULL_JOB_RUNNER (self));
  if (self->failed != NULL && !same (self->failed, result))
    drop_problem (self);
  if (result == NULL)
    drop_surge (self);
  set_result (&self->seen, result);
  if (another)
    ull_job_runner_start (ULL_JOB_RUNNER (self));
  else
    ull_job_runner_update (ULL_JOB_RUNNER (self));
}

static void
ull_surge_run_dispose (GObject *object)
{
  UllSurgeRun *self = ULL_SURGE_RUN (object);

  drop_surge (self);
  drop_problem (self);
  set_result (&self->seen, NULL);
  g_clear_object (&self->ramp);
  G_OBJECT_CLASS (ull_surge_run_parent_class)->dispose (object);
}

static void
ull_surge_run_class_init (UllSurgeRunClass *klass)
{
  UllJobRunnerClass *runner_class = ULL_JOB_RUNNER_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ull_surge_run_dispose;
  runner_class->is_due = ull_surge_run_is_due;
  runner_class->next = ull_surge_run_next;
  runner_class->run = ull_surge_run_run;
  runner_class->take = ull_surge_run_take;
  runner_class->fail = ull_surge_run_fail;
  runner_class->free_of = (GDestroyNotify) ull_ramp_result_unref;
  runner_class->free_answer = (GDestroyNotify) ull_surge_free;
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
ull_surge_run_get_stale (UllSurgeRun *self)
{
  UllRampResult *result;

  g_return_val_if_fail (ULL_IS_SURGE_RUN (self), FALSE);

  result = ull_ramp_run_get_result (self->ramp);
  return result != NULL && !same (self->of, result);
}
