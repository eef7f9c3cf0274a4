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

int
main (int argc, char **argv)
{
  g_autoptr (UllModel) model = ull_model_new_dense ("dense", 32, 32, 8, 128, NULL);
  g_autoptr (UllDevice) device = ull_device_new_custom (24 * ULL_GIB);
  g_autoptr (UllScenario) base = ull_scenario_new (model, device);
  const char *const name[] = { "ideal", "paged" };

  setlocale (LC_CTYPE, "");
  for (int engine = 0; engine < ULL_N_ENGINES; engine++)
    {
      g_autoptr (UllScenario) with_engine = ull_scenario_with (base, ULL_FIELD_ENGINE, engine, NULL, NULL);
      UllScenario *scenario[64];
      double ns;

      /* Another context each time, as while a slider is dragged. */
      for (guint i = 0; i < G_N_ELEMENTS (scenario); i++)
        scenario[i] = ull_scenario_with (with_engine, ULL_FIELD_CONTEXT, 1024 + 512 * (gint64) i, NULL, NULL);
      ns = measure (scenario, G_N_ELEMENTS (scenario));
      g_print ("plan, %-8s %8.2f µs\n", name[engine], ns / 1000);
      for (guint i = 0; i < G_N_ELEMENTS (scenario); i++)
        ull_scenario_unref (scenario[i]);
    }
  return 0;
}
