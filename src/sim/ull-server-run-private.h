#pragma once

#include "ull-json.h"
#include "ull-server-run.h"

/* The figures of a request in both forms: seconds and tokens. */
enum
{
  ULL_RUN_QUEUED,
  ULL_RUN_PROMPT,
  ULL_RUN_OUTPUT,
  ULL_RUN_FIRST,
  ULL_RUN_LAST,
  ULL_N_RUN_FIGURES,
};

/* As a CSV and JSON objects call them. */
extern const char *const ull_server_run_names[ULL_N_RUN_FIGURES];

/* @concurrency: 0 where it is not said. What is wrong with the request, translated; NULL: nothing. (transfer full) (nullable) */
char *ull_server_run_add (UllServerRun *run, const double figures[ULL_N_RUN_FIGURES], double concurrency, guint first_id);
gboolean ull_server_run_read_csv (UllServerRun *run, UllStream *stream, GError **error);
/* A list of objects with the CSV's names. */
gboolean ull_server_run_read_objects (UllServerRun *run, UllJsonRef list, GError **error);
/* What vLLM's own benchmark saves: a list of each figure. */
gboolean ull_server_run_read_bench (UllServerRun *run, UllJsonRef root, GError **error);
/* Whether an outcome that is said, "" where none is, is of a request that took nothing of the server; an error where nobody knows what it took:
 * %NULL, or the sentence, translated. (transfer full) */
char *ull_server_run_read_outcome (const char *outcome, gboolean *refused);
