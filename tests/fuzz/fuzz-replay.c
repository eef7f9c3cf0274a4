#include "fuzz-bytes.h"
#include "fuzz.h"

#include "ull-replay.h"

/* Any bytes as a recorded load. What is read is run for some steps, with all that must hold checked after each: rows are
 * within what the file's settings allow, and a fault is a sentence with a place. */

#define MOST_STEPS 2000

typedef struct
{
  const UllReplay *replay;
  guint steps;
} Run;

static gboolean
row_cb (const UllReplayRow *row, gpointer data)
{
  Run *run = data;
  const UllSchedulerOptions *options = &run->replay->options;

  g_assert_cmpint (row->column[ULL_ROW_RUNNING], <=, options->max_num_seqs);
  g_assert_cmpint (row->column[ULL_ROW_RUNNING] + row->column[ULL_ROW_WAITING], <=, run->replay->requests->len);
  g_assert_cmpint (row->column[ULL_ROW_FREE_SCHEDULED], <=, row->column[ULL_ROW_FREE_UPDATED]);
  g_assert_cmpint (row->column[ULL_ROW_FREE_UPDATED], <, options->blocks);
  g_assert_cmpint (row->column[ULL_ROW_TOKENS], <=, options->max_batched_tokens);
  g_assert_cmpint (row->column[ULL_ROW_PUBLISHED], <, options->blocks);
  return ++run->steps < MOST_STEPS;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (UllReplay) replay = NULL;
  g_autoptr (GError) error = NULL;
  UllReplayResult result;
  Run run = { 0 };

  fuzz_bytes_set (data, size);
  replay = ull_replay_read (&fuzz_bytes_source, "replay", &error);
  g_assert_true ((replay == NULL) == (error != NULL));
  if (replay == NULL)
    return 0;
  run.replay = replay;
  replay->options.check_every = replay->options.blocks <= 4096 ? 1 : 64;
  if (!ull_replay_run (replay, row_cb, &run, &result, &error))
    g_assert_nonnull (error);
  else if (result.stuck)
    g_assert_cmpint (result.stuck_request, >=, 0);
  return 0;
}
