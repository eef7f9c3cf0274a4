#include "ull-levers.h"
#include "ull-reach.h"
#include "ull-units.h"

#include <locale.h>
#include <stdlib.h>
#include <time.h>

/* What the table of levers costs, and a search for what it would take. Processor time of this thread, the median of
 * batches, so that a busy machine changes little. */

#define N_BATCHES 41
#define BATCH 50

static double
cpu_us (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e6 + (double) now.tv_nsec / 1e3;
}

static int
compare_cb (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Six kinds of store in 48 layers, as the widest models of today have them. */
static UllModel *
mixed_model (void)
{
  static const UllStore full = { .growth = ULL_GROWTH_TOKEN, .per = 1, .heads = 8, .k_dim = 128, .v_dim = 128,
                                 .k_format = ULL_DTYPE_KV, .v_format = ULL_DTYPE_KV };
  UllModel facts = { .name = g_strdup ("mixed"), .query_heads = 32, .hidden_size = -1, .parameters = 8000000000,
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

/* The chapter's card and load, with something to gain from every lever. */
static UllScenario *
make_scenario (UllModel *model, UllEngineId engine)
{
  static const struct
  {
    UllFieldId field;
    gint64 value;
  } settings[] = { { ULL_FIELD_UTILIZATION, 900000 }, { ULL_FIELD_HEADROOM, 20000 }, { ULL_FIELD_WEIGHTS, 16060000000 },
                   { ULL_FIELD_OVERHEAD, 1800000000 }, { ULL_FIELD_MAX_NUM_SEQS, 2 },
                   { ULL_FIELD_CONCURRENCY, 6 } };
  g_autoptr (UllDevice) device = ull_device_new_custom (24 * ULL_GB);
  g_autoptr (UllScenario) fresh = ull_scenario_new (model, device);
  UllScenario *scenario = ull_scenario_with (fresh, ULL_FIELD_ENGINE, engine, NULL, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      UllScenario *next = ull_scenario_with (scenario, settings[i].field, settings[i].value, NULL, NULL);

      ull_scenario_unref (scenario);
      scenario = next;
    }
  return scenario;
}

static guint
run_levers (UllScenario *scenario)
{
  g_autoptr (UllLevers) levers = ull_levers_new (scenario, NULL, NULL);

  return levers->rows->len;
}

static guint
run_reach (UllScenario *scenario)
{
  g_autoptr (UllReach) reach = ull_reach_new (scenario, ULL_WANT_REQUESTS, 40, NULL);

  return reach->single->len + reach->pairs->len;
}

static void
measure (const char *name, UllScenario *scenario, guint (*run) (UllScenario *), guint runs)
{
  double batch[N_BATCHES];
  guint rows = 0;

  for (int b = 0; b < N_BATCHES; b++)
    {
      double begin = cpu_us ();

      for (guint i = 0; i < runs; i++)
        rows = run (scenario);
      batch[b] = (cpu_us () - begin) / runs;
    }
  qsort (batch, N_BATCHES, sizeof batch[0], compare_cb);
  g_print ("%s %9.1f µs, %u rows\n", name, batch[N_BATCHES / 2], rows);
}

int
main (int argc, char **argv)
{
  g_autoptr (UllModel) dense = ull_model_new_dense ("dense", 32, 32, 8, 128, NULL);
  g_autoptr (UllModel) mixed = mixed_model ();
  UllModel *models[] = { dense, mixed };

  setlocale (LC_CTYPE, "");
  for (gsize i = 0; i < G_N_ELEMENTS (models); i++)
    for (int engine = 0; engine < ULL_N_ENGINES; engine++)
      {
        g_autoptr (UllScenario) scenario = make_scenario (models[i], (UllEngineId) engine);
        g_autofree char *levers = g_strdup_printf ("levers, %-6s %-6s", models[i]->name, ull_engine_get_id ((UllEngineId) engine));
        g_autofree char *reach = g_strdup_printf ("reach,  %-6s %-6s", models[i]->name, ull_engine_get_id ((UllEngineId) engine));

        measure (levers, scenario, run_levers, BATCH);
        measure (reach, scenario, run_reach, 1);
      }
  return 0;
}
