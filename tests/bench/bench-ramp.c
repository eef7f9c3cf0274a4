#include "ull-config.h"
#include "ull-ramp.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* A ramp of 14 levels of 1,000 requests each, statistics and the reading of its shape included: the chapter's own load on 2,355
 * blocks, without and with a prefix cache, on one thread, in processor time, medians. A ramp is two lines at least, the load's own and
 * the one with a heavier tail; with what is shared left out it is three. The first line alone is what is held to the limits. */

#define RUNS 7

static double
cpu_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

static int
compare_cb (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

typedef struct
{
  double first; /* milliseconds when the first line was done */
  double begin;
} Clock;

static gboolean
watch_cb (guint done, guint all, gpointer data)
{
  Clock *now = data;

  if (done >= 14 && now->first == 0)
    now->first = cpu_ms () - now->begin;
  return TRUE;
}

static double
run_once (const UllScenario *scenario, UllLoad *load, double *first)
{
  static const gint64 levels[] = { 1, 2, 4, 8, 12, 16, 24, 32, 40, 48, 64, 96, 128, 256 };
  g_autoptr (UllRamp) ramp = NULL;
  UllRampOptions options;
  Clock now = { 0, cpu_ms () };

  ull_ramp_options_init (&options);
  options.levels = levels;
  options.n_levels = G_N_ELEMENTS (levels);
  ramp = ull_ramp_new (scenario, load, &options, watch_cb, &now, NULL);
  if (ramp == NULL)
    g_error ("the benchmark's ramp was refused");
  *first = now.first;
  return cpu_ms () - now.begin;
}

static void
measure (const char *preset, gboolean caching)
{
  g_autoptr (UllModel) model = ull_config_open_bundled ("llama-3.1-8b", NULL);
  g_autoptr (UllScenario) plain = ull_scenario_new (model, ull_device_find ("rtx-4090"));
  g_autoptr (UllScenario) engine = ull_scenario_with (plain, ULL_FIELD_ENGINE, ULL_ENGINE_VLLM, NULL, NULL);
  g_autoptr (UllScenario) length = ull_scenario_with (engine, ULL_FIELD_MAX_MODEL_LEN, 16384, NULL, NULL);
  g_autoptr (UllScenario) pool = ull_scenario_with (length, ULL_FIELD_AVAILABLE, 2356 * (G_GINT64_CONSTANT (2) << 20), NULL, NULL);
  g_autoptr (UllScenario) scenario = ull_scenario_with (pool, ULL_FIELD_ENABLE_PREFIX_CACHING, caching, NULL, NULL);
  g_autoptr (UllLoad) load = ull_load_new_preset (preset);
  double all[RUNS], first[RUNS];

  for (guint i = 0; i < RUNS; i++)
    all[i] = run_once (scenario, load, &first[i]);
  qsort (all, RUNS, sizeof *all, compare_cb);
  qsort (first, RUNS, sizeof *first, compare_cb);
  printf ("%s, prefix cache %s: 14 levels %.0f ms, with the other lines %.0f ms\n", preset, caching ? "on" : "off", first[RUNS / 2],
          all[RUNS / 2]);
}

int
main (int argc, char *argv[])
{
  setlocale (LC_ALL, "C");
  measure ("chapter", FALSE);
  measure ("chapter", TRUE);
  measure ("chat", TRUE);
  return 0;
}
