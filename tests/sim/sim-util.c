#include "sim-util.h"

/* What the tests of the simulator share: a load of the usual kind, and an engine that it fits into. */

UllLengths *
sim_lengths_of (const char *spec)
{
  UllLengths *lengths = ull_lengths_new (spec, NULL, NULL);

  g_assert_nonnull (lengths);
  return lengths;
}

UllRandomLoad
sim_load_of (const UllLengths *lengths, const UllLengths *outputs)
{
  return (UllRandomLoad) { .arrivals = ULL_ARRIVALS_POISSON, .requests = 400, .seed = 3, .rate = 4, .clients = 16, .cv = 1,
                           .lengths = lengths, .outputs = outputs, .prefixes = 1, .sequences = 1, .patience_ns = -1,
                           .block_tokens = 16 };
}

UllSimOptions
sim_options_of (gint64 blocks, gboolean caching)
{
  UllSimOptions options = { .scheduler = { .blocks = blocks, .block_tokens = 16, .max_num_seqs = 64,
                                           .max_batched_tokens = 2048, .max_model_len = 1 << 20, .chunked_prefill = TRUE,
                                           .prefix_caching = caching },
                            .time = { .base_ns = 8000000, .token_ps = 12000000, .context_fs = 2000 } };

  ull_scheduler_options_set_generation (&options.scheduler, ULL_GENERATION_MAIN);
  return options;
}

gboolean
sim_stop_cb (gint64 finished, gpointer data)
{
  return FALSE;
}
