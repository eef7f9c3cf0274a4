#pragma once

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

/* @concurrency: 0 where it is not said. What is wrong with the request, translated; NULL: nothing. */
const char *ull_server_run_add (UllServerRun *run, const double figures[ULL_N_RUN_FIGURES], double concurrency, guint first_id);
gboolean ull_server_run_read_csv (UllServerRun *run, UllStream *stream, GError **error);
