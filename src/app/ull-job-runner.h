#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define ULL_TYPE_JOB_RUNNER (ull_job_runner_get_type ())
G_DECLARE_DERIVABLE_TYPE (UllJobRunner, ull_job_runner, ULL, JOB_RUNNER, GObject)

/* What a thread works on. */
typedef struct _UllJob UllJob;

/* What it is of: immutable. (transfer none) */
gconstpointer ull_job_get_of (const UllJob *job);
/* Told by the thread as often as it can be; FALSE where it is to end. @all is 0 where nobody knows. */
gboolean ull_job_go_on (UllJob *job, gint64 done, gint64 all);

struct _UllJobRunnerClass
{
  GObjectClass parent_class;

  /* Whether what is asked for is not there, and can be run. */
  gboolean (*is_due) (UllJobRunner *self);
  /* What is due; NULL where a look at it tells what would come of it. (transfer full) (nullable) */
  gpointer (*next) (UllJobRunner *self);
  /* In the thread: the answer, or NULL with an error. (transfer full) */
  gpointer (*run) (UllJob *job, GError **error);
  /* What came of it. @answer: (transfer full) */
  void (*take) (UllJobRunner *self, gconstpointer of, gpointer answer);
  void (*fail) (UllJobRunner *self, gconstpointer of, const char *sentence);

  GDestroyNotify free_of;
  GDestroyNotify free_answer;
};

/* Runs what a class has to run, in a thread: one job at a time, and always the latest that was asked for. Signals: "changed",
 * "progress". */

/* Whether somebody looks: nothing is run for nobody. */
void ull_job_runner_set_wanted (UllJobRunner *self, gboolean wanted);
gboolean ull_job_runner_get_wanted (UllJobRunner *self);
/* Ends what is under way and leaves what there is; and goes on again. */
void ull_job_runner_cancel (UllJobRunner *self);
void ull_job_runner_start (UllJobRunner *self);
/* Under way, or as soon as an earlier job has ended. */
gboolean ull_job_runner_get_busy (UllJobRunner *self);
double ull_job_runner_get_progress (UllJobRunner *self);     /* 0 to 1 */
const char *ull_job_runner_get_problem (UllJobRunner *self); /* (nullable): why there is no answer */

/* For a class: what is under way, which may have been dropped (NULL: nothing is); drops it; a problem, which nothing is run beside;
 * begins what is due by now and says that something has changed. */
gconstpointer ull_job_runner_get_of (UllJobRunner *self);
void ull_job_runner_drop (UllJobRunner *self);
void ull_job_runner_set_problem (UllJobRunner *self, const char *sentence);
void ull_job_runner_update (UllJobRunner *self);

G_END_DECLS
