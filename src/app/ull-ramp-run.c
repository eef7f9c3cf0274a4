#include "ull-ramp-run.h"

#include "ull-mixer.h"

/* Invariants
 *
 * - At most one task runs; `job` is it. A newer scenario cancels it, and the next begins when it has ended, so that no number of
 *   changes makes more than one thread busy.
 * - `result` is of `scenario` and has every line of `lines` unless `stale`. A line that is no longer wanted stays in it: it is not drawn. Where the scenario is NULL there is no result and none will come: a job that ends
 *   afterwards is dropped, since what it is of is no longer asked for.
 * - The thread reads immutable values and writes two counters, which the main loop looks at while it runs. */

#define POLL_MS 80
#define MOST_THREADS 4

typedef struct
{
  UllScenario *scenario;
  GCancellable *cancellable;
  guint lines;
  int done, all; /* atomic */
} Job;

struct _UllRampRun
{
  GObject parent_instance;

  /* Owned */
  UllScenario *scenario; /* what is asked for */
  UllRampResult *result;
  UllRampResult *kept;
  char *kept_name;
  char *problem;
  GTask *job;

  guint poll;
  guint lines; /* that are wanted beside those that every ramp has */
  gboolean wanted;
  gboolean halted; /* a person has cancelled: nothing begins by itself until the scenario changes */
};

G_DEFINE_FINAL_TYPE (UllRampRun, ull_ramp_run, G_TYPE_OBJECT)

enum
{
  SIGNAL_CHANGED,
  SIGNAL_PROGRESS,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
clear_result (gpointer data)
{
  UllRampResult *result = data;

  g_clear_pointer (&result->scenario, ull_scenario_unref);
  g_clear_pointer (&result->ramp, ull_ramp_free);
}

static UllRampResult *
result_new (UllScenario *scenario, UllRamp *taken)
{
  UllRampResult *result = g_atomic_rc_box_new0 (UllRampResult);

  result->scenario = ull_scenario_ref (scenario);
  result->ramp = taken;
  return result;
}

UllRampResult *
ull_ramp_result_ref (UllRampResult *result)
{
  return g_atomic_rc_box_acquire (result);
}

void
ull_ramp_result_unref (UllRampResult *result)
{
  g_atomic_rc_box_release_full (result, clear_result);
}

static void
job_free (gpointer data)
{
  Job *job = data;

  g_clear_pointer (&job->scenario, ull_scenario_unref);
  g_clear_object (&job->cancellable);
  g_free (job);
}

static gboolean
watch (guint done, guint all, gpointer data)
{
  Job *job = data;

  g_atomic_int_set (&job->all, (int) all);
  g_atomic_int_set (&job->done, (int) done);
  return !g_cancellable_is_cancelled (job->cancellable);
}

static void
ramp_worker (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Job *job = task_data;
  GError *error = NULL;
  UllRampOptions options;
  UllRamp *ramp;

  ull_ramp_options_init (&options);
  options.threads = (guint) MIN (g_get_num_processors (), MOST_THREADS);
  options.files = ull_mixer_get_files ();
  options.lines |= job->lines;
  ramp = ull_ramp_new (job->scenario, job->scenario->load, &options, watch, job, &error);
  if (ramp != NULL)
    g_task_return_pointer (task, result_new (job->scenario, ramp), (GDestroyNotify) ull_ramp_result_unref);
  else
    g_task_return_error (task, error);
}

static void
changed (UllRampRun *self)
{
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void begin (UllRampRun *self);

static void
take_result (UllRampRun *self, UllRampResult *taken, const GError *error)
{
  if (taken != NULL)
    {
      g_clear_pointer (&self->result, ull_ramp_result_unref);
      self->result = taken;
    }
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      /* What cannot be simulated has no ramp: another scenario's would be taken for it. */
      g_clear_pointer (&self->result, ull_ramp_result_unref);
      self->problem = g_strdup (error->message);
    }
}

static void
done_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (UllRampRun) self = user_data;
  Job *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  UllRampResult *ramp = g_task_propagate_pointer (G_TASK (result), &error);
  gboolean latest = self->scenario != NULL && ull_scenario_equal (self->scenario, job->scenario);

  g_clear_object (&self->job);
  g_clear_handle_id (&self->poll, g_source_remove);
  if (latest)
    take_result (self, ramp, error);
  else
    g_clear_pointer (&ramp, ull_ramp_result_unref);
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
is_due (UllRampRun *self)
{
  return self->job == NULL && self->wanted && !self->halted && self->scenario != NULL && self->problem == NULL
         && ull_ramp_run_get_stale (self);
}

static void
begin (UllRampRun *self)
{
  Job *job;

  if (!is_due (self))
    return;
  job = g_new0 (Job, 1);
  job->scenario = ull_scenario_ref (self->scenario);
  job->lines = self->lines;
  job->cancellable = g_cancellable_new ();
  self->job = g_task_new (NULL, NULL, done_cb, g_object_ref (self));
  g_task_set_task_data (self->job, job, job_free);
  self->poll = g_timeout_add (POLL_MS, poll_cb, self);
  g_task_run_in_thread (self->job, ramp_worker);
}

static void
stop_job (UllRampRun *self)
{
  if (self->job != NULL)
    g_cancellable_cancel (((Job *) g_task_get_task_data (self->job))->cancellable);
}

static void
ull_ramp_run_dispose (GObject *object)
{
  UllRampRun *self = ULL_RAMP_RUN (object);

  stop_job (self);
  g_clear_handle_id (&self->poll, g_source_remove);
  g_clear_object (&self->job);
  g_clear_pointer (&self->scenario, ull_scenario_unref);
  g_clear_pointer (&self->result, ull_ramp_result_unref);
  g_clear_pointer (&self->kept, ull_ramp_result_unref);
  g_clear_pointer (&self->kept_name, g_free);
  g_clear_pointer (&self->problem, g_free);
  G_OBJECT_CLASS (ull_ramp_run_parent_class)->dispose (object);
}

static void
ull_ramp_run_class_init (UllRampRunClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ull_ramp_run_dispose;
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_PROGRESS] = g_signal_new ("progress", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ull_ramp_run_init (UllRampRun *self)
{
}

UllRampRun *
ull_ramp_run_new (void)
{
  return g_object_new (ULL_TYPE_RAMP_RUN, NULL);
}

static gboolean
has_lines (const UllRamp *ramp, guint lines)
{
  for (guint i = 0; i < ULL_N_LINES; i++)
    if ((lines & (1u << i)) != 0 && ramp->level[i] == NULL)
      return FALSE;
  return TRUE;
}

static gboolean
same (const UllScenario *a, const UllScenario *b)
{
  return a == b || (a != NULL && b != NULL && ull_scenario_equal (a, b));
}

void
ull_ramp_run_set_scenario (UllRampRun *self, UllScenario *scenario)
{
  g_return_if_fail (ULL_IS_RAMP_RUN (self));

  if (same (self->scenario, scenario))
    return;
  if (scenario != NULL)
    ull_scenario_ref (scenario);
  g_clear_pointer (&self->scenario, ull_scenario_unref);
  self->scenario = scenario;
  g_clear_pointer (&self->problem, g_free);
  self->halted = FALSE;
  stop_job (self);
  if (scenario == NULL)
    {
      g_clear_pointer (&self->result, ull_ramp_result_unref);
      g_clear_pointer (&self->kept, ull_ramp_result_unref);
    }
  begin (self);
  changed (self);
}

void
ull_ramp_run_set_lines (UllRampRun *self, guint lines)
{
  g_return_if_fail (ULL_IS_RAMP_RUN (self));

  if (self->lines == lines)
    return;
  self->lines = lines;
  self->halted = FALSE;
  if (self->job != NULL && (lines & ~((Job *) g_task_get_task_data (self->job))->lines) != 0)
    stop_job (self);
  begin (self);
  changed (self);
}

guint
ull_ramp_run_get_lines (UllRampRun *self)
{
  g_return_val_if_fail (ULL_IS_RAMP_RUN (self), 0);

  return self->lines;
}

void
ull_ramp_run_set_wanted (UllRampRun *self, gboolean wanted)
{
  g_return_if_fail (ULL_IS_RAMP_RUN (self));

  if (self->wanted == wanted)
    return;
  self->wanted = wanted;
  if (!wanted)
    stop_job (self);
  begin (self);
  changed (self);
}

void
ull_ramp_run_cancel (UllRampRun *self)
{
  g_return_if_fail (ULL_IS_RAMP_RUN (self));

  self->halted = TRUE;
  stop_job (self);
  changed (self);
}

void
ull_ramp_run_start (UllRampRun *self)
{
  g_return_if_fail (ULL_IS_RAMP_RUN (self));

  self->halted = FALSE;
  begin (self);
  changed (self);
}

UllRampResult *
ull_ramp_run_get_result (UllRampRun *self)
{
  g_return_val_if_fail (ULL_IS_RAMP_RUN (self), NULL);

  return self->result;
}

gboolean
ull_ramp_run_get_busy (UllRampRun *self)
{
  g_return_val_if_fail (ULL_IS_RAMP_RUN (self), FALSE);

  return self->job != NULL && !self->halted && self->scenario != NULL;
}

double
ull_ramp_run_get_progress (UllRampRun *self)
{
  Job *job;
  int all;

  g_return_val_if_fail (ULL_IS_RAMP_RUN (self), 0);

  if (self->job == NULL)
    return 0;
  job = g_task_get_task_data (self->job);
  all = g_atomic_int_get (&job->all);
  return all > 0 ? MIN ((double) g_atomic_int_get (&job->done) / all, 1) : 0;
}

gboolean
ull_ramp_run_get_stale (UllRampRun *self)
{
  g_return_val_if_fail (ULL_IS_RAMP_RUN (self), FALSE);

  return self->result == NULL || !same (self->result->scenario, self->scenario) || !has_lines (self->result->ramp, self->lines);
}

const char *
ull_ramp_run_get_problem (UllRampRun *self)
{
  g_return_val_if_fail (ULL_IS_RAMP_RUN (self), NULL);

  return self->problem;
}

void
ull_ramp_run_keep (UllRampRun *self, const char *name)
{
  g_return_if_fail (ULL_IS_RAMP_RUN (self));

  if (self->result == NULL)
    return;
  g_clear_pointer (&self->kept, ull_ramp_result_unref);
  g_clear_pointer (&self->kept_name, g_free);
  self->kept = ull_ramp_result_ref (self->result);
  self->kept_name = g_strdup (name);
  changed (self);
}

UllRampResult *
ull_ramp_run_get_kept (UllRampRun *self)
{
  g_return_val_if_fail (ULL_IS_RAMP_RUN (self), NULL);

  return self->kept;
}

const char *
ull_ramp_run_get_kept_name (UllRampRun *self)
{
  g_return_val_if_fail (ULL_IS_RAMP_RUN (self), NULL);

  return self->kept != NULL ? self->kept_name : NULL;
}

void
ull_ramp_run_drop_kept (UllRampRun *self)
{
  g_return_if_fail (ULL_IS_RAMP_RUN (self));

  g_clear_pointer (&self->kept, ull_ramp_result_unref);
  changed (self);
}
