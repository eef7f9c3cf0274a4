#include "chart-models.h"

#include "ull-dtype.h"

#include <string.h>

/* Sizes are those of public models of each kind, so that pictures look like what people open. */

#define KV .per = 1, .k_format = ULL_DTYPE_KV, .v_format = ULL_DTYPE_KV

static const UllStore full = { .growth = ULL_GROWTH_TOKEN, .heads = 4, .k_dim = 256, .v_dim = 256, KV };
static const UllStore window = { .growth = ULL_GROWTH_CAPPED, .cap = 1024, .heads = 4, .k_dim = 256, .v_dim = 256, KV };
static const UllStore only_window = { .growth = ULL_GROWTH_CAPPED, .cap = 4096, .heads = 8, .k_dim = 128, .v_dim = 128, KV };
static const UllStore chunk = { .growth = ULL_GROWTH_CAPPED, .cap = 8192, .heads = 8, .k_dim = 128, .v_dim = 128, KV };
static const UllStore pair = { .growth = ULL_GROWTH_TOKEN, .heads = 2, .k_dim = 256, .v_dim = 256, KV };
static const UllStore state = { .growth = ULL_GROWTH_CONSTANT, .shard = ULL_SHARD_CHANNELS, .per = 1, .heads = 1, .k_dim = 24576,
                                .v_dim = 524288, .k_format = ULL_DTYPE_NATIVE, .v_format = ULL_DTYPE_STATE };
static const UllStore latent = { .growth = ULL_GROWTH_TOKEN, .shard = ULL_SHARD_REPLICATED, .heads = 1, .k_dim = 576, KV };
static const UllStore indexer = { .growth = ULL_GROWTH_TOKEN, .shard = ULL_SHARD_REPLICATED, .role = ULL_ROLE_INDEXER,
                                  .per = 1, .heads = 1, .k_dim = 128, .extra_bytes = 4, .k_format = ULL_DTYPE_FP8,
                                  .v_format = ULL_DTYPE_FP8 };
static const UllStore side = { .growth = ULL_GROWTH_SIDE, .cap = 1500, .heads = 20, .k_dim = 64, .v_dim = 64, KV };
static const UllStore packed = { .growth = ULL_GROWTH_TOKEN, .shard = ULL_SHARD_REPLICATED, .per = 4, .heads = 1, .k_dim = 512,
                                 .k_format = ULL_DTYPE_KV, .v_format = ULL_DTYPE_KV };

static UllRun
run_of (UllLayerKind kind, const UllStore *first, const UllStore *second)
{
  UllRun run = { .kind = kind };

  if (first != NULL)
    run.stores[run.n_stores++] = *first;
  if (second != NULL)
    run.stores[run.n_stores++] = *second;
  return run;
}

/* @order: the run of each layer, a digit each. */
static UllModel *
make (const char *name, const UllRun *runs, guint n_runs, const char *order, gint64 query_heads, gint64 positions)
{
  guint n = (guint) strlen (order);
  UllModel facts = { .name = g_strdup (name), .n_runs = n_runs, .n_layers = n, .query_heads = query_heads,
                     .hidden_size = -1, .parameters = -1, .weight_bytes = -1, .native_dtype = ULL_DTYPE_BF16,
                     .state_dtype = ULL_DTYPE_UNKNOWN, .max_positions = positions };
  g_autoptr (GError) error = NULL;
  UllModel *model;

  facts.runs = g_memdup2 (runs, n_runs * sizeof *runs);
  facts.layer_run = g_new (guint8, n);
  for (guint i = 0; i < n; i++)
    {
      facts.layer_run[i] = (guint8) (order[i] - '0');
      facts.runs[facts.layer_run[i]].count++;
    }
  model = ull_model_take (&facts, &error);
  g_assert_no_error (error);
  return model;
}

UllModel *
chart_model_windows (void)
{
  const UllRun runs[] = { run_of (ULL_LAYER_SLIDING, &window, NULL), run_of (ULL_LAYER_FULL, &full, NULL) };

  return make ("gemma-3-4b", runs, 2, "0000010000010000010000010000010000", 8, 131072);
}

UllModel *
chart_model_only_windows (void)
{
  const UllRun runs[] = { run_of (ULL_LAYER_SLIDING, &only_window, NULL) };

  return make ("Mistral-7B-v0.1", runs, 1, "00000000000000000000000000000000", 32, 32768);
}

UllModel *
chart_model_states (void)
{
  const UllRun runs[] = { run_of (ULL_LAYER_RECURRENT, &state, NULL), run_of (ULL_LAYER_FULL, &pair, NULL) };

  return make ("Qwen3-Next-80B-A3B", runs, 2, "000100010001000100010001000100010001000100010001", 16, 262144);
}

UllModel *
chart_model_only_states (void)
{
  const UllRun runs[] = { run_of (ULL_LAYER_RECURRENT, &state, NULL) };

  return make ("mamba-2.8b", runs, 1, "0000000000000000000000000000000000000000000000000000000000000000", -1, -1);
}

UllModel *
chart_model_latent (void)
{
  UllRun runs[] = { run_of (ULL_LAYER_LATENT, &latent, &indexer), run_of (ULL_LAYER_LATENT, &latent, NULL) };

  runs[1].draft = TRUE;
  return make ("DeepSeek-V3.2", runs, 2, "00000000000000000000000000000000000000000000000000000000000001", 128, 163840);
}

UllModel *
chart_model_every_kind (void)
{
  UllRun runs[] = { run_of (ULL_LAYER_FULL, &full, NULL),      run_of (ULL_LAYER_SLIDING, &window, NULL),
                    run_of (ULL_LAYER_CHUNKED, &chunk, NULL),  run_of (ULL_LAYER_LATENT, &latent, &packed),
                    run_of (ULL_LAYER_RECURRENT, &state, NULL), run_of (ULL_LAYER_CROSS, &full, &side),
                    run_of (ULL_LAYER_SHARED, NULL, NULL),     run_of (ULL_LAYER_NONE, NULL, NULL),
                    run_of (ULL_LAYER_FULL, &full, NULL) };

  runs[8].draft = TRUE;
  return make ("Every kind of layer", runs, 9, "0011223344556677012345678", 16, 65536);
}

UllModel *
chart_model_deep (void)
{
  UllRun dense = run_of (ULL_LAYER_FULL, &only_window, NULL);
  g_autofree char *order = g_strnfill (126, '0');

  dense.stores[0].growth = ULL_GROWTH_TOKEN;
  dense.stores[0].cap = 0;
  return make ("Llama-3.1-405B", &dense, 1, order, 128, 131072);
}

static UllModel *
random_layers (void)
{
  UllRun runs[] = { run_of (ULL_LAYER_FULL, &full, NULL),       run_of (ULL_LAYER_SLIDING, &window, NULL),
                    run_of (ULL_LAYER_CHUNKED, &chunk, NULL),   run_of (ULL_LAYER_LATENT, &latent, &packed),
                    run_of (ULL_LAYER_RECURRENT, &state, NULL), run_of (ULL_LAYER_FULL, &pair, &state),
                    run_of (ULL_LAYER_CROSS, &full, &side),     run_of (ULL_LAYER_SHARED, NULL, NULL) };
  guint n = (guint) g_test_rand_int_range (2, 300);
  guint any = (guint) g_test_rand_int_range (1, G_N_ELEMENTS (runs) + 1);
  guint n_runs = MIN (n, any);
  g_autofree char *order = g_strnfill (n, '0');

  /* Every run has a layer. */
  for (guint i = 0; i < n; i++)
    order[i] = (char) ('0' + (i < n_runs ? (int) i : g_test_rand_int_range (0, (gint) n_runs)));
  return make ("Random layers", runs, n_runs, order, 16, g_test_rand_bit () ? -1 : 131072);
}

UllModel *
chart_model_random (void)
{
  UllModel *(*const models[]) (void) = { chart_model_windows, chart_model_only_windows, chart_model_states,
                                         chart_model_only_states, chart_model_latent, chart_model_every_kind,
                                         chart_model_deep, random_layers, random_layers, random_layers };

  return models[g_test_rand_int_range (0, G_N_ELEMENTS (models))]();
}
