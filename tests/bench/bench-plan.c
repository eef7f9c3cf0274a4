#include "ull-plan.h"
#include "ull-units.h"

#include <locale.h>
#include <stdlib.h>
#include <time.h>

/* What one plan costs: answers and typed derivation, no text. Processor time of this thread, the median of batches, so
 * that a busy machine changes little. */

#define N_BATCHES 41
#define BATCH 2000

static double
cpu_ns (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e9 + (double) now.tv_nsec;
}

static int
compare_cb (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
measure (UllScenario *const *scenario, guint n_scenarios)
{
  double batch[N_BATCHES];
  static UllPlan plan;
  gint64 sum = 0;

  for (int b = 0; b < N_BATCHES; b++)
    {
      double begin = cpu_ns ();

      for (guint i = 0; i < BATCH; i++)
        {
          if (!ull_plan_init (&plan, scenario[i % n_scenarios], NULL))
            g_error ("a scenario of the benchmark has no plan");
          sum += plan.max_concurrency;
        }
      batch[b] = (cpu_ns () - begin) / BATCH;
    }
  g_assert_cmpint (sum, >, 0);
  qsort (batch, N_BATCHES, sizeof batch[0], compare_cb);
  return batch[N_BATCHES / 2];
}

/* Six kinds of store in 48 layers, as the widest models of today have them: two that grow, two windows, a state, an
 * indexer. */
static UllModel *
mixed_model (void)
{
  static const UllStore full = { .growth = ULL_GROWTH_TOKEN, .per = 1, .heads = 8, .k_dim = 128, .v_dim = 128,
                                 .k_format = ULL_DTYPE_KV, .v_format = ULL_DTYPE_KV };
  UllModel facts = { .name = g_strdup ("mixed"), .query_heads = 32, .hidden_size = -1, .parameters = -1,
                     .weight_bytes = -1, .native_dtype = ULL_DTYPE_BF16, .state_dtype = ULL_DTYPE_UNKNOWN,
                     .max_positions = 131072, .n_runs = 6, .n_layers = 48 };

  facts.runs = g_new0 (UllRun, 6);
  facts.layer_run = g_new (guint8, 48);
  for (guint i = 0; i < 6; i++)
    facts.runs[i] = (UllRun) { .count = 8, .n_stores = 1, .stores = { full } };
  for (guint i = 0; i < 48; i++)
    facts.layer_run[i] = i % 6;
  facts.runs[1].stores[0].heads = 4;
  facts.runs[2].kind = facts.runs[3].kind = ULL_LAYER_SLIDING;
  facts.runs[2].stores[0].growth = facts.runs[3].stores[0].growth = ULL_GROWTH_CAPPED;
  facts.runs[2].stores[0].cap = 1024;
  facts.runs[3].stores[0].cap = 4096;
  facts.runs[4].kind = ULL_LAYER_RECURRENT;
  facts.runs[4].stores[0].growth = ULL_GROWTH_CONSTANT;
  facts.runs[5].kind = ULL_LAYER_LATENT;
  facts.runs[5].stores[0].shard = ULL_SHARD_REPLICATED;
  return ull_model_take (&facts, NULL);
}

static void
measure_model (const char *name, UllModel *model, UllEngineId engine)
{
  g_autoptr (UllDevice) device = ull_device_new_custom (24 * ULL_GIB);
  g_autoptr (UllScenario) base = ull_scenario_new (model, device);
  g_autoptr (UllScenario) with_engine = ull_scenario_with (base, ULL_FIELD_ENGINE, engine, NULL, NULL);
  UllScenario *scenario[64];

  /* Another context each time, as while a slider is dragged. */
  for (guint i = 0; i < G_N_ELEMENTS (scenario); i++)
    scenario[i] = ull_scenario_with (with_engine, ULL_FIELD_CONTEXT, 1024 + 512 * (gint64) i, NULL, NULL);
  g_print ("plan, %-6s %-8s %8.2f µs\n", name, ull_engine_get_id (engine), measure (scenario, G_N_ELEMENTS (scenario)) / 1000);
  for (guint i = 0; i < G_N_ELEMENTS (scenario); i++)
    ull_scenario_unref (scenario[i]);
}

int
main (int argc, char **argv)
{
  g_autoptr (UllModel) dense = ull_model_new_dense ("dense", 32, 32, 8, 128, NULL);
  g_autoptr (UllModel) mixed = mixed_model ();

  setlocale (LC_CTYPE, "");
  for (int engine = 0; engine < ULL_N_ENGINES; engine++)
    measure_model ("dense", dense, (UllEngineId) engine);
  for (int engine = 0; engine < ULL_N_ENGINES; engine++)
    measure_model ("mixed", mixed, (UllEngineId) engine);
  return 0;
}
