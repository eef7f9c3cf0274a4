#include "ull-question-runner.h"

/* A question is immutable, and what is run for it is kept where its lesson's other questions find it, behind a lock. */

static gboolean
watch (guint done, guint all, gpointer data)
{
  return !g_cancellable_is_cancelled (data);
}

static void
run_worker (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  GError *error = NULL;

  if (ull_question_run (task_data, watch, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
ull_question_run_async (UllQuestion *question, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_task_data (task, ull_question_ref (question), (GDestroyNotify) ull_question_unref);
  g_task_run_in_thread (task, run_worker);
}

gboolean
ull_question_run_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

GCancellable *
ull_question_run_get_cancellable (GAsyncResult *result)
{
  return g_task_get_cancellable (G_TASK (result));
}
