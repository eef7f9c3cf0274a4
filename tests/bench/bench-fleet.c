#include "ull-fleet.h"
#include "ull-units.h"

#include <locale.h>
#include <stdlib.h>
#include <time.h>

/* What a fleet over the whole catalogue costs, and reading that catalogue: processor time of this thread. */

#define N_RUNS 101

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

/* Four kinds of store in 48 layers: two that grow and two windows. */
static UllModel *
mixed_model (void)
{
  static const UllStore full = { .growth = ULL_GROWTH_TOKEN, .per = 1, .heads = 16, .k_dim = 128, .v_dim = 128,
                                 .k_format = ULL_DTYPE_KV, .v_format = ULL_DTYPE_KV };
  UllModel facts = { .name = g_strdup ("mixed"), .query_heads = 32, .hidden_size = -1, .parameters = -1,
                     .weight_bytes = -1, .native_dtype = ULL_DTYPE_BF16, .state_dtype = ULL_DTYPE_UNKNOWN,
                     .max_positions = 131072, .n_runs = 4, .n_layers = 48 };

  facts.runs = g_new0 (UllRun, 4);
  facts.layer_run = g_new (guint8, 48);
  for (guint i = 0; i < 4; i++)
    facts.runs[i] = (UllRun) { .count = 12, .n_stores = 1, .stores = { full } };
  for (guint i = 0; i < 48; i++)
    facts.layer_run[i] = i % 4;
  facts.runs[1].stores[0].heads = 8;
  facts.runs[2].stores[0].growth = facts.runs[3].stores[0].growth = ULL_GROWTH_CAPPED;
  facts.runs[2].stores[0].cap = 1024;
  facts.runs[3].stores[0].cap = 4096;
  return ull_model_take (&facts, NULL);
}

static void
measure (const char *name, UllModel *model, gint64 weights, gint64 prefix)
{
  g_autoptr (UllScenario) base = ull_scenario_new (model, ull_device_find ("rtx-4090"));
  g_autoptr (UllScenario) weighed = ull_scenario_with (base, ULL_FIELD_WEIGHTS, weights, NULL, NULL);
  g_autoptr (UllScenario) longer = ull_scenario_with (weighed, ULL_FIELD_CONTEXT, 8192, NULL, NULL);
  g_autoptr (UllScenario) scenario = ull_scenario_with (longer, ULL_FIELD_PREFIX_TOKENS, prefix, NULL, NULL);
  UllFleetQuery query = { .target = 300, .devices = ull_device_catalogue () };
  double run[N_RUNS];
  guint n_options = 0;

  for (int i = 0; i < N_RUNS; i++)
    {
      double begin = cpu_ns ();
      g_autoptr (UllFleet) fleet = ull_fleet_new (scenario, &query, NULL);

      run[i] = cpu_ns () - begin;
      n_options = fleet->options->len;
    }
  qsort (run, N_RUNS, sizeof run[0], compare_cb);
  g_print ("fleet, %-20s %4u options %8.3f ms\n", name, n_options, run[N_RUNS / 2] / 1e6);
}

int
main (int argc, char **argv)
{
  double begin, read;
  g_autoptr (UllModel) dense = ull_model_new_dense ("dense", 28, 32, 4, 128, NULL);
  g_autoptr (UllModel) mixed = mixed_model ();

  setlocale (LC_CTYPE, "");
  begin = cpu_ns ();
  (void) ull_device_catalogue ();
  read = cpu_ns () - begin;
  g_print ("catalogue, %u cards, read once %18.3f ms\n", ull_device_catalogue ()->len, read / 1e6);
  measure ("dense, 14 GB", dense, 14 * ULL_GB, 0);
  measure ("dense, all share", dense, 14 * ULL_GB, 1000);
  measure ("dense, too big", dense, 4000 * ULL_GB, 0);
  measure ("mixed, 14 GB", mixed, 14 * ULL_GB, 0);
  measure ("mixed, all share", mixed, 14 * ULL_GB, 1000);
  return 0;
}
