#include "ull-lesson-proof.h"

#include <string.h>

/* The worker has a copy of the text, and gives back a lesson that nobody else holds. */

typedef struct
{
  char *name;
  char *text;
} Proof;

static void
proof_free (gpointer data)
{
  Proof *proof = data;

  g_free (proof->name);
  g_free (proof->text);
  g_free (proof);
}

static gboolean
watch (guint done, guint all, gpointer data)
{
  return !g_cancellable_is_cancelled (data);
}

static void
proof_worker (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Proof *proof = task_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (UllLesson) lesson = ull_lesson_parse (proof->name, proof->text, strlen (proof->text), g_get_language_names (), &error);

  if (lesson != NULL && ull_lesson_check (lesson, watch, cancellable, &error))
    g_task_return_pointer (task, g_steal_pointer (&lesson), (GDestroyNotify) ull_lesson_unref);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

void
ull_lesson_proof_async (const char *name,
                        const char *text,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Proof *proof = g_new0 (Proof, 1);

  proof->name = g_strdup (name);
  proof->text = g_strdup (text);
  g_task_set_task_data (task, proof, proof_free);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, proof_worker);
}

UllLesson *
ull_lesson_proof_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
