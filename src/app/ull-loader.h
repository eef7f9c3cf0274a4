#pragma once

#include "ull-adapter.h"
#include "ull-lesson.h"
#include "ull-scenario.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Reads a model file, a model's folder, a .ullage file, a lesson or a log on a worker thread. */

typedef struct
{
  char *path;
  UllModel *model;       /* of a model file, else NULL */
  UllScenario *scenario; /* of a .ullage file, else NULL */
  char *text;            /* of a .ullage file */
  UllLesson *lesson;     /* of a lesson, else NULL */
  gboolean is_log;       /* a log of requests, whose first rows can be read; it is not kept, */
  gboolean is_series;    /* or a series of metrics, likewise */
  UllAdapter *adapter;   /* of a LoRA adapter, which is no model; else NULL */
  char *doubt;           /* (nullable): the model was only read because it was taken as plain attention; this is what
                          * it would have been refused for: ask before using it */
} UllLoaded;

void ull_loader_read_async (const char *path,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data);
/* (transfer full): NULL with an error, also where it was cancelled. */
UllLoaded *ull_loader_read_finish (GAsyncResult *result, GError **error);
void ull_loaded_free (UllLoaded *loaded);

/* The same on the calling thread. @cancellable (nullable) ends the reading of a log. */
UllLoaded *ull_loader_read (const char *path, GCancellable *cancellable, GError **error);
/* The text of a file that people write, at most 16 MiB and valid UTF-8. */
char *ull_loader_read_text (const char *path, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllLoaded, ull_loaded_free)

G_END_DECLS
