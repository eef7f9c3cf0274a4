#include "ull-fit-run.h"

#include "ull-fit-scenario.h"
#include "ull-mixer.h"

#include <glib/gi18n-lib.h>

/* Invariants
 *
 * - `job` is the task whose answer counts. An earlier one has been cancelled and ends within a simulation; its answer is dropped.
 * - `fit`, `run` and `of` are all there or none is.
 * - The thread reads immutable values and writes one counter. A run's file may be on a slow disk: it is read there, too. */

#define POLL_MS 80

typedef struct
{
  UllScenario *scenario;
  char *path;
  GCancellable *cancellable;
  int tries; /* atomic */
} Job;

typedef struct
{
  UllServerRun *run;
  UllFit *fit;
} Answer;

struct _UllFitRun
{
  GObject parent_instance;

  /* Owned */
  UllFit *fit;
  UllServerRun *run;
  UllScenario *of;
  GTask *job;
  char *file; /* of `job` */

  guint poll;
};

G_DEFINE_FINAL_TYPE (UllFitRun, ull_fit_run, G_TYPE_OBJECT)

enum
{
  SIGNAL_CHANGED,
  SIGNAL_PROGRESS,
  SIGNAL_FITTED,
  SIGNAL_PROBLEM,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
job_free (gpointer data)
{
  Job *job = data;

  g_clear_pointer (&job->scenario, ull_scenario_unref);
  g_clear_object (&job->cancellable);
  g_free (job->path);
  g_free (job);
}

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  g_clear_pointer (&answer->fit, ull_fit_free);
  g_clear_pointer (&answer->run, ull_server_run_free);
  g_free (answer);
}

static gboolean
go_on (gint64 tries, gpointer data)
{
  Job *job = data;

  g_atomic_int_set (&job->tries, (int) tries);
  return !g_cancellable_is_cancelled (job->cancellable);
}

static void
fit_worker (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Job *job = task_data;
  GError *error = NULL;
  g_autoptr (UllServerRun) run = ull_server_run_read (ull_mixer_get_files (), job->path, &error);
  UllFit *fit = NULL;
  Answer *answer;

  if (run != NULL)
    fit = ull_fit_scenario (job->scenario, job->scenario->load, run, ULL_GENERATION_MAIN, ull_fit_usual_first (run), go_on, job, &error);
  if (fit == NULL)
    {
      /* What is wrong with a file that could be read is told of it, too. */
      if (run != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        g_prefix_error (&error, "%s: ", run->name);
      g_task_return_error (task, error);
      return;
    }
  answer = g_new0 (Answer, 1);
  answer->fit = fit;
  answer->run = g_steal_pointer (&run);
  g_task_return_pointer (task, answer, answer_free);
}

static void
drop_fit (UllFitRun *self)
{
  g_clear_pointer (&self->fit, ull_fit_free);
  g_clear_pointer (&self->run, ull_server_run_free);
  g_clear_pointer (&self->of, ull_scenario_unref);
}

static void
drop_job (UllFitRun *self)
{
  if (self->job != NULL)
    g_cancellable_cancel (((Job *) g_task_get_task_data (self->job))->cancellable);
  g_clear_object (&self->job);
  g_clear_pointer (&self->file, g_free);
  g_clear_handle_id (&self->poll, g_source_remove);
}

static void
take_answer (UllFitRun *self, Answer *answer, UllScenario *of)
{
  g_autoptr (UllLoad) load = ull_load_copy (of->load);
  g_autofree char *doubt = ull_fit_dup_doubt (answer->fit);

  drop_fit (self);
  self->fit = g_steal_pointer (&answer->fit);
  self->run = g_steal_pointer (&answer->run);
  self->of = ull_scenario_ref (of);
  ull_fit_set_load (self->fit, self->run, load);
  g_signal_emit (self, signals[SIGNAL_FITTED], 0, load);
  if (doubt != NULL)
    {
      g_autofree char *sentence = g_strdup_printf ("%s: %s", self->run->name, doubt);

      g_signal_emit (self, signals[SIGNAL_PROBLEM], 0, sentence);
    }
}

static void
done_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (UllFitRun) self = user_data;
  g_autoptr (GTask) task = g_object_ref (G_TASK (result));
  g_autoptr (GError) error = NULL;
  Answer *answer = g_task_propagate_pointer (task, &error);

  if (self->job == task)
    {
      drop_job (self);
      if (answer != NULL)
        take_answer (self, answer, ((Job *) g_task_get_task_data (task))->scenario);
      else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        g_signal_emit (self, signals[SIGNAL_PROBLEM], 0, error->message);
      g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
    }
  g_clear_pointer (&answer, answer_free);
}

static gboolean
poll_cb (gpointer data)
{
  g_signal_emit (data, signals[SIGNAL_PROGRESS], 0);
  return G_SOURCE_CONTINUE;
}

static void
ull_fit_run_dispose (GObject *object)
{
  UllFitRun *self = ULL_FIT_RUN (object);

  drop_job (self);
  drop_fit (self);
  G_OBJECT_CLASS (ull_fit_run_parent_class)->dispose (object);
}

static void
ull_fit_run_class_init (UllFitRunClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ull_fit_run_dispose;
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_PROGRESS] = g_signal_new ("progress", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_FITTED] = g_signal_new ("fitted", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  signals[SIGNAL_PROBLEM] = g_signal_new ("problem", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
ull_fit_run_init (UllFitRun *self)
{
}

UllFitRun *
ull_fit_run_new (void)
{
  return g_object_new (ULL_TYPE_FIT_RUN, NULL);
}

void
ull_fit_run_start (UllFitRun *self, UllScenario *scenario, const char *path)
{
  Job *job;

  g_return_if_fail (ULL_IS_FIT_RUN (self) && scenario->load != NULL);

  drop_job (self);
  job = g_new0 (Job, 1);
  job->scenario = ull_scenario_ref (scenario);
  job->path = g_strdup (path);
  job->cancellable = g_cancellable_new ();
  self->job = g_task_new (NULL, NULL, done_cb, g_object_ref (self));
  self->file = g_path_get_basename (path);
  self->poll = g_timeout_add (POLL_MS, poll_cb, self);
  g_task_set_task_data (self->job, job, job_free);
  g_task_run_in_thread (self->job, fit_worker);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

void
ull_fit_run_cancel (UllFitRun *self)
{
  g_return_if_fail (ULL_IS_FIT_RUN (self));

  drop_job (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

void
ull_fit_run_forget (UllFitRun *self)
{
  g_return_if_fail (ULL_IS_FIT_RUN (self));

  if (self->job == NULL && self->fit == NULL)
    return;
  drop_job (self);
  drop_fit (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

gboolean
ull_fit_run_get_busy (UllFitRun *self)
{
  g_return_val_if_fail (ULL_IS_FIT_RUN (self), FALSE);

  return self->job != NULL;
}

int
ull_fit_run_get_tries (UllFitRun *self)
{
  g_return_val_if_fail (ULL_IS_FIT_RUN (self), 0);

  return self->job != NULL ? g_atomic_int_get (&((Job *) g_task_get_task_data (self->job))->tries) : 0;
}

const char *
ull_fit_run_get_file (UllFitRun *self)
{
  g_return_val_if_fail (ULL_IS_FIT_RUN (self), NULL);

  return self->file;
}

const UllFit *
ull_fit_run_get_fit (UllFitRun *self)
{
  g_return_val_if_fail (ULL_IS_FIT_RUN (self), NULL);

  return self->fit;
}

const char *
ull_fit_run_get_name (UllFitRun *self)
{
  g_return_val_if_fail (ULL_IS_FIT_RUN (self), NULL);

  return self->run != NULL ? self->run->name : NULL;
}

UllScenario *
ull_fit_run_get_scenario (UllFitRun *self)
{
  g_return_val_if_fail (ULL_IS_FIT_RUN (self), NULL);

  return self->of;
}

gboolean
ull_fit_run_is_of (UllFitRun *self, const UllLoad *load)
{
  g_return_val_if_fail (ULL_IS_FIT_RUN (self), FALSE);

  if (self->fit == NULL || load == NULL || !load->step_fitted)
    return FALSE;
  for (guint i = 0; i < ULL_N_STEP_COEFFICIENTS; i++)
    if (load->step_us[i] != self->fit->us[i])
      return FALSE;
  return TRUE;
}
