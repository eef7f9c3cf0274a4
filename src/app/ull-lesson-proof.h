#pragma once

#include "ull-lesson.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Reads a lesson and solves every question of it on a worker thread: what can be played, or what is wrong and where. */
void ull_lesson_proof_async (const char *name,
                             const char *text,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data);
/* (transfer full): NULL with an error, also where it was cancelled. */
UllLesson *ull_lesson_proof_finish (GAsyncResult *result, GError **error);

G_END_DECLS
