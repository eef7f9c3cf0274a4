#include "fuzz-bytes.h"
#include "fuzz.h"

#include "ull-sim.h"

#include <string.h>

/* Any bytes as a trace. Its requests come in the order of time, each with a token to compute and one to answer, and a pool
 * serves them for some steps; a fault is a sentence that names the file. */

#define MOST_STEPS 2000
#define MOST_REQUESTS 200

/* Every request's contents are asked for: ids that a trace borrows out are still there. */
static void
request_cb (const UllSimRequest *request, gpointer data)
{
  gint64 *before = data;

  g_assert_cmpint (request->request->prompt, >=, 1);
  g_assert_cmpint (request->request->output, >=, 1);
  g_assert_cmpint (request->request->arrival_ns, >=, 0);
  g_assert_cmpint (request->finish_ns, >=, request->request->arrival_ns);
  for (gint64 i = 0; i < 4; i++)
    *before ^= (gint64) ull_content_hash (&request->request->content, i);
}

static void
run_trace (gint64 block_tokens)
{
  UllSimOptions options = { .scheduler = { .blocks = 200, .block_tokens = block_tokens, .max_num_seqs = 8,
                                           .max_batched_tokens = 512, .max_model_len = 4096, .chunked_prefill = TRUE,
                                           .prefix_caching = TRUE, .check_every = 16 },
                            .time = { .base_ns = 8000000, .token_ps = 12000000, .context_fs = 2000 },
                            .max_steps = MOST_STEPS };
  gint64 seen = 0;
  UllSimWatch watch = { .request = request_cb, .data = &seen };
  g_autoptr (GError) error = NULL;
  g_autoptr (UllWorkload) source = ull_workload_new_trace (&fuzz_bytes_source, "trace", MOST_REQUESTS, 1, block_tokens, 1, &error);
  UllSimResult result;

  g_assert_true ((source == NULL) == (error != NULL));
  if (source == NULL)
    return;
  ull_scheduler_options_set_generation (&options.scheduler, ULL_GENERATION_MAIN);
  if (ull_sim_run (&options, source, &watch, &result, &error))
    g_assert_cmpint (result.answered + result.refused, <=, result.arrived);
  else
    g_assert_nonnull (strstr (error->message, "trace"));
  ull_sim_result_clear (&result);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  fuzz_bytes_set (data, size);
  run_trace (16);
  run_trace (48);
  return 0;
}
