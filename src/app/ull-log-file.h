#pragma once

#include "ull-series.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Files of rows that a ramp takes: a recorded log, which is a load, or a series of metrics, which is laid over a simulated one. */

typedef enum
{
  ULL_LOG_FILE_LOAD,
  ULL_LOG_FILE_SERIES,
} UllLogFileKind;

/* By its name alone: .csv, .jsonl, .ndjson. */
gboolean ull_log_file_may_be (const char *path);
/* What the file is, and that its first rows, as many as a level asks for, can be read. A thread's work: FALSE with what is wrong. */
gboolean ull_log_file_check (const char *path, UllLogFileKind *kind, GCancellable *cancellable, GError **error);

G_END_DECLS
