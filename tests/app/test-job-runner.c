#include "ull-job-runner.h"

#include "ull-error.h"

/* Jobs that end when they are told to, or are no longer wanted: which answers arrive, and when the next begins, is then no matter
 * of time. What is asked for is a number, and the answer twice that; of a negative one there is none. */

#define TEST_TYPE_RUNNER (test_runner_get_type ())
G_DECLARE_FINAL_TYPE (TestRunner, test_runner, TEST, RUNNER, UllJobRunner)

struct _TestRunner
{
  UllJobRunner parent_instance;

  int asked, answer; /* 0: nothing, none */
};

G_DEFINE_FINAL_TYPE (TestRunner, test_runner, ULL_TYPE_JOB_RUNNER)

static int may_end, running; /* atomic */

static gboolean
test_runner_is_due (UllJobRunner *runner)
{
  TestRunner *self = TEST_RUNNER (runner);

  return self->asked != 0 && self->answer != 2 * self->asked;
}

static gpointer
test_runner_next (UllJobRunner *runner)
{
  return GINT_TO_POINTER (TEST_RUNNER (runner)->asked);
}

/* A dropped job has an answer, too, as one has that was done before it noticed. */
static gpointer
test_runner_run (UllJob *job, GError **error)
{
  int of = GPOINTER_TO_INT (ull_job_get_of (job));

  g_assert_cmpint (g_atomic_int_add (&running, 1), ==, 0);
  while (ull_job_go_on (job, 1, 4) && !g_atomic_int_get (&may_end))
    g_usleep (1000);
  g_atomic_int_add (&running, -1);
  if (of > 0)
    return GINT_TO_POINTER (2 * of);
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, "%d is negative; a number is positive", of);
  return NULL;
}

static void
test_runner_take (UllJobRunner *runner, gconstpointer of, gpointer answer)
{
  TEST_RUNNER (runner)->answer = GPOINTER_TO_INT (answer);
}

static void
test_runner_fail (UllJobRunner *runner, gconstpointer of, const char *sentence)
{
  ull_job_runner_set_problem (runner, sentence);
}

static void
free_nothing (gpointer data)
{
}

static void
test_runner_class_init (TestRunnerClass *klass)
{
  UllJobRunnerClass *runner_class = ULL_JOB_RUNNER_CLASS (klass);

  runner_class->is_due = test_runner_is_due;
  runner_class->next = test_runner_next;
  runner_class->run = test_runner_run;
  runner_class->take = test_runner_take;
  runner_class->fail = test_runner_fail;
  runner_class->free_of = free_nothing;
  runner_class->free_answer = free_nothing;
}

static void
test_runner_init (TestRunner *self)
{
}

static void
ask (UllJobRunner *runner, int of)
{
  TEST_RUNNER (runner)->asked = of;
  ull_job_runner_drop (runner);
  ull_job_runner_start (runner);
}

/* Until nothing runs any longer, whether it is wanted or not. */
static void
wait_idle (UllJobRunner *runner)
{
  while (ull_job_runner_get_of (runner) != NULL)
    g_main_context_iteration (NULL, TRUE);
}

static UllJobRunner *
runner_new (int of, gboolean end)
{
  UllJobRunner *runner = g_object_new (TEST_TYPE_RUNNER, NULL);

  g_atomic_int_set (&may_end, end);
  ask (runner, of);
  g_assert_null (ull_job_runner_get_of (runner));
  ull_job_runner_set_wanted (runner, TRUE);
  g_assert_true (ull_job_runner_get_busy (runner));
  return runner;
}

/* Asserts what it ends with, and that nothing holds it. */
static void
check_end (UllJobRunner *runner, int answer)
{
  wait_idle (runner);
  g_assert_false (ull_job_runner_get_busy (runner));
  g_assert_cmpint (TEST_RUNNER (runner)->answer, ==, answer);
  g_assert_finalize_object (runner);
}

static void
test_answer (void)
{
  check_end (runner_new (3, TRUE), 6);
}

static void
test_latest (void)
{
  UllJobRunner *runner = runner_new (3, FALSE);

  ask (runner, 4);
  ask (runner, 5);
  g_assert_cmpint (GPOINTER_TO_INT (ull_job_runner_get_of (runner)), ==, 3);
  g_assert_true (ull_job_runner_get_busy (runner));
  g_atomic_int_set (&may_end, TRUE);
  check_end (runner, 10);
}

static void
test_unwanted (void)
{
  UllJobRunner *runner = runner_new (3, FALSE);

  ull_job_runner_set_wanted (runner, FALSE);
  g_assert_false (ull_job_runner_get_busy (runner));
  check_end (runner, 0);
}

/* Cancelled, it begins by itself neither when the job has ended nor when something changes; started, it does. */
static void
test_cancel (void)
{
  UllJobRunner *runner = runner_new (3, FALSE);

  ull_job_runner_cancel (runner);
  g_assert_false (ull_job_runner_get_busy (runner));
  wait_idle (runner);
  ull_job_runner_update (runner);
  g_assert_null (ull_job_runner_get_of (runner));
  g_atomic_int_set (&may_end, TRUE);
  ull_job_runner_start (runner);
  check_end (runner, 6);
}

static void
stop_cb (UllJobRunner *runner)
{
  if (ull_job_runner_get_progress (runner) > 0)
    g_atomic_int_set (&may_end, TRUE);
}

/* It is asked for its progress while it runs: the first of four. */
static void
test_progress (void)
{
  UllJobRunner *runner = runner_new (3, FALSE);

  g_signal_connect (runner, "progress", G_CALLBACK (stop_cb), NULL);
  check_end (runner, 6);
}

static void
test_problem (void)
{
  UllJobRunner *runner = runner_new (-3, TRUE);

  wait_idle (runner);
  g_assert_cmpstr (ull_job_runner_get_problem (runner), ==, "-3 is negative; a number is positive");
  ull_job_runner_start (runner);
  g_assert_null (ull_job_runner_get_of (runner));
  ull_job_runner_set_problem (runner, NULL);
  ask (runner, 3);
  check_end (runner, 6);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/job-runner/answer", test_answer);
  g_test_add_func ("/job-runner/latest", test_latest);
  g_test_add_func ("/job-runner/unwanted", test_unwanted);
  g_test_add_func ("/job-runner/cancel", test_cancel);
  g_test_add_func ("/job-runner/progress", test_progress);
  g_test_add_func ("/job-runner/problem", test_problem);
  return g_test_run ();
}
