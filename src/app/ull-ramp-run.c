#include "ull-ramp-run.h"

#include "ull-mixer.h"

/* Invariants
 *
 * - `result` is of `scenario` and has every line of `lines` unless `stale`. A line that is no longer wanted stays in it: it is not
 *   drawn.
 * - Where the scenario is NULL there is no result and none will come: a job that ends afterwards has been dropped. */

#define MOST_THREADS 4

/* What a job is of. */
typedef struct
{
  UllScenario *scenario;
  guint lines;
} Request;

struct _UllRampRun
{
  UllJobRunner parent_instance;

  /* Owned */
  UllScenario *scenario; /* what is asked for */
  UllRampResult *result;
  UllRampResult *kept;
  char *kept_name;

  guint lines; /* that are wanted beside those that every ramp has */
};

G_DEFINE_FINAL_TYPE (UllRampRun, ull_ramp_run, ULL_TYPE_JOB_RUNNER)

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
request_free (gpointer data)
{
  Request *request = data;

  g_clear_pointer (&request->scenario, ull_scenario_unref);
  g_free (request);
}

static gboolean
watch (guint done, guint all, gpointer job)
{
  return ull_job_go_on (job, done, all);
}

static gpointer
ull_ramp_run_run (UllJob *job, GError **error)
{
  const Request *request = ull_job_get_of (job);
  UllRampOptions options;
  UllRamp *ramp;

  ull_ramp_options_init (&options);
  options.threads = (guint) MIN (g_get_num_processors (), MOST_THREADS);
  options.files = ull_mixer_get_files ();
  options.lines |= request->lines;
  ramp = ull_ramp_new (request->scenario, request->scenario->load, &options, watch, job, error);
  return ramp != NULL ? result_new (request->scenario, ramp) : NULL;
}

static gboolean
ull_ramp_run_is_due (UllJobRunner *runner)
{
  UllRampRun *self = ULL_RAMP_RUN (runner);

  return self->scenario != NULL && ull_ramp_run_get_stale (self);
}

static gpointer
ull_ramp_run_next (UllJobRunner *runner)
{
  UllRampRun *self = ULL_RAMP_RUN (runner);
  Request *request = g_new0 (Request, 1);

  request->scenario = ull_scenario_ref (self->scenario);
  request->lines = self->lines;
  return request;
}

static void
ull_ramp_run_take (UllJobRunner *runner, gconstpointer of, gpointer answer)
{
  UllRampRun *self = ULL_RAMP_RUN (runner);

  g_clear_pointer (&self->result, ull_ramp_result_unref);
  self->result = answer;
}

/* What cannot be simulated has no ramp: another scenario's would be taken for it. */
static void
ull_ramp_run_fail (UllJobRunner *runner, gconstpointer of, const char *sentence)
{
  g_clear_pointer (&ULL_RAMP_RUN (runner)->result, ull_ramp_result_unref);
  ull_job_runner_set_problem (runner, sentence);
}

static void
ull_ramp_run_dispose (GObject *object)
{
  UllRampRun *self = ULL_RAMP_RUN (object);

  g_clear_pointer (&self->scenario, ull_scenario_unref);
  g_clear_pointer (&self->result, ull_ramp_result_unref);
  g_clear_pointer (&self->kept, ull_ramp_result_unref);
  g_clear_pointer (&self->kept_name, g_free);
  G_OBJECT_CLASS (ull_ramp_run_parent_class)->dispose (object);
}

static void
ull_ramp_run_class_init (UllRampRunClass *klass)
{
  UllJobRunnerClass *runner_class = ULL_JOB_RUNNER_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ull_ramp_run_dispose;
  runner_class->is_due = ull_ramp_run_is_due;
  runner_class->next = ull_ramp_run_next;
  runner_class->run = ull_ramp_run_run;
  runner_class->take = ull_ramp_run_take;
  runner_class->fail = ull_ramp_run_fail;
  runner_class->free_of = request_free;
  runner_class->free_answer = (GDestroyNotify) ull_ramp_result_unref;
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

/* What stands beside a ramp is of the same load, or its axis is another's; undone, it is that ramp itself. A fix may have changed the cap. */
static gboolean
is_beside (const UllScenario *kept, const UllScenario *scenario)
{
  g_autoptr (UllLoad) load = NULL;

  if (scenario == NULL || kept->load == NULL || scenario->load == NULL || same (kept, scenario))
    return FALSE;
  load = ull_load_copy (kept->load);
  load->cap = scenario->load->cap;
  return ull_load_equal (load, scenario->load);
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
  ull_job_runner_set_problem (ULL_JOB_RUNNER (self), NULL);
  ull_job_runner_drop (ULL_JOB_RUNNER (self));
  if (scenario == NULL)
    g_clear_pointer (&self->result, ull_ramp_result_unref);
  if (self->kept != NULL && !is_beside (self->kept->scenario, scenario))
    g_clear_pointer (&self->kept, ull_ramp_result_unref);
  ull_job_runner_start (ULL_JOB_RUNNER (self));
}

void
ull_ramp_run_set_lines (UllRampRun *self, guint lines)
{
  const Request *request;

  g_return_if_fail (ULL_IS_RAMP_RUN (self));

  if (self->lines == lines)
    return;
  self->lines = lines;
  request = ull_job_runner_get_of (ULL_JOB_RUNNER (self));
  if (request != NULL && (lines & ~request->lines) != 0)
    ull_job_runner_drop (ULL_JOB_RUNNER (self));
  ull_job_runner_start (ULL_JOB_RUNNER (self));
}

guint
ull_ramp_run_get_lines (UllRampRun *self)
{
  g_return_val_if_fail (ULL_IS_RAMP_RUN (self), 0);

  return self->lines;
}

UllRampResult *
ull_ramp_run_get_result (UllRampRun *self)
{
  g_return_val_if_fail (ULL_IS_RAMP_RUN (self), NULL);

  return self->result;
}

gboolean
ull_ramp_run_get_stale (UllRampRun *self)
{
  g_return_val_if_fail (ULL_IS_RAMP_RUN (self), FALSE);

  return self->result == NULL || !same (self->result->scenario, self->scenario) || !has_lines (self->result->ramp, self->lines);
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
  ull_job_runner_update (ULL_JOB_RUNNER (self));
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
  ull_job_runner_update (ULL_JOB_RUNNER (self));
}
