#pragma once

#include "ull-question.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Runs what an answer is read off in a thread of its own, so that solving the question afterwards waits for nothing. */
void ull_question_run_async (UllQuestion *question, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
/* FALSE with an error: %G_IO_ERROR_CANCELLED, or why there is nothing to read it off. */
gboolean ull_question_run_finish (GAsyncResult *result, GError **error);
/* Whose run it was. (transfer none) (nullable) */
GCancellable *ull_question_run_get_cancellable (GAsyncResult *result);

G_END_DECLS
