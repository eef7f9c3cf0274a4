#include "ull-config.h"
#include "ull-fit.h"
#include "ull-ramp.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>

/* What the claims of time are worth: two real vLLM runs of 300 requests, replayed through the scheduler with their own arrivals,
 * contents and lengths. Once with nothing fitted (card and model alone), once with the coefficients fitted to the first 60 requests
 * and held to the other 240. Prints the table of HACKING.md, and how much hangs on where the search begins. Argument: the folder of
 * the runs. */

#define FIRST 60

/* Beginnings of the search: card and model's own coefficients so many times. */
static const double beginnings[][ULL_N_STEP_COEFFICIENTS]
  = { { 1, 1, 1 }, { 0.5, 1, 1 }, { 2, 1, 1 }, { 1, 0.5, 1 }, { 1, 2, 1 }, { 1, 1, 0.5 }, { 1, 1, 2 }, { 2, 0.5, 2 }, { 0.5, 2, 0.5 } };

static gpointer
open_cb (const char *path, GError **error)
{
  FILE *file = fopen (path, "rb");

  if (file == NULL)
    g_set_error (error, ULL_ERROR, ULL_ERROR_IO, "%s: cannot be read", path);
  return file;
}

static gssize
read_cb (gpointer file, char *buffer, gsize size, GError **error)
{
  return (gssize) fread (buffer, 1, size, file);
}

static void
close_cb (gpointer file)
{
  fclose (file);
}

static const UllFileSource source = { open_cb, read_cb, close_cb };

static void
print_row (const char *card, const char *how, const UllFit *fit, gboolean fitted, const char *which)
{
  UllFitErrors errors;

  ull_fit_get_errors (fit, fitted, &errors);
  printf ("| %s | %s, on %s (%u) | %.1f ms, %.0f µs, %.3f µs, %d | %+.1f %% | %+.1f %% | %.1f %% | %.1f %% | %+.1f %% | %+.1f %% |\n", card, how,
          which, errors.n, fit->us[0] / 1e3, fit->us[1], fit->us[2], (int) fit->hidden, errors.total_e2e * 100, errors.total_ttft * 100,
          errors.median_e2e * 100, errors.median_ttft * 100, errors.p99_e2e * 100, errors.p99_ttft * 100);
}

typedef struct
{
  double low;
  double high;
} Range;

static void
widen (Range *range, double value)
{
  range->low = MIN (range->low, value);
  range->high = MAX (range->high, value);
}

static void
print_spread (const char *card, const UllServerRun *run, const UllSchedulerOptions *options, const double us[ULL_N_STEP_COEFFICIENTS])
{
  Range e2e = { INFINITY, -INFINITY }, ttft = e2e, median_e2e = e2e, median_ttft = e2e, hidden = e2e, step[ULL_N_STEP_COEFFICIENTS] = { e2e, e2e, e2e };

  for (guint i = 0; i < G_N_ELEMENTS (beginnings); i++)
    {
      g_autoptr (UllFit) fit = NULL;
      double begin[ULL_N_STEP_COEFFICIENTS];
      UllFitErrors errors;

      for (guint k = 0; k < ULL_N_STEP_COEFFICIENTS; k++)
        begin[k] = us[k] * beginnings[i][k];
      fit = ull_fit_new (run, options, begin, FIRST, NULL, NULL, NULL);
      ull_fit_get_errors (fit, FALSE, &errors);
      for (guint k = 0; k < ULL_N_STEP_COEFFICIENTS; k++)
        widen (&step[k], fit->us[k]);
      widen (&hidden, (double) fit->hidden);
      widen (&e2e, errors.total_e2e * 100);
      widen (&ttft, errors.total_ttft * 100);
      widen (&median_e2e, errors.median_e2e * 100);
      widen (&median_ttft, errors.median_ttft * 100);
    }
  printf ("| %s | fitted from %u beginnings, on the rest | %.1f to %.1f ms, %.0f to %.0f µs, %.3f to %.3f µs, %.0f to %.0f | %+.1f to %+.1f %% | "
          "%+.1f to %+.1f %% | %.1f to %.1f %% | %.1f to %.1f %% | – | – |\n",
          card, (guint) G_N_ELEMENTS (beginnings), step[0].low / 1e3, step[0].high / 1e3, step[1].low, step[1].high, step[2].low,
          step[2].high, hidden.low, hidden.high, e2e.low, e2e.high, ttft.low, ttft.high, median_e2e.low, median_e2e.high, median_ttft.low,
          median_ttft.high);
}

static void
validate (const char *folder, const char *name, const char *card, gint64 blocks)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (UllServerRun) run = ull_server_run_read (&source, path, &error);
  g_autoptr (UllModel) model = ull_config_open_bundled ("llama-3.1-8b", NULL);
  g_autoptr (UllScenario) scenario = ull_scenario_new (model, ull_device_find (card));
  g_autoptr (UllPlan) plan = ull_plan_new (scenario, NULL);
  g_autoptr (UllFit) plain = NULL, fit = NULL;
  g_auto (UllStepCost) cost = { 0 };
  UllSchedulerOptions options = { .blocks = blocks, .block_tokens = 16, .max_num_seqs = 256, .max_batched_tokens = 2048,
                                  .max_model_len = 32768, .prefix_caching = TRUE, .chunked_prefill = TRUE };
  double us[ULL_N_STEP_COEFFICIENTS];

  if (run == NULL || !ull_step_cost_init (&cost, scenario, plan, NULL, 0, &error))
    g_error ("%s", error->message);
  /* Both are of vLLM 0.19, whose default it is; one of them says so. */
  run->ahead = TRUE;
  ull_scheduler_options_set_generation (&options, ULL_GENERATION_MAIN);
  ull_server_run_set_options (run, &options);
  for (guint i = 0; i < ULL_N_STEP_COEFFICIENTS; i++)
    us[i] = cost.coefficient[i].us;
  plain = ull_fit_try (run, &options, us, FIRST, &error);
  run->hidden = ull_step_cost_get_corner (&cost);
  fit = ull_fit_new (run, &options, us, FIRST, NULL, NULL, &error);
  if (plain == NULL || fit == NULL)
    g_error ("%s", error->message);
  print_row (card, "nothing fitted", plain, FALSE, "the rest");
  print_row (card, "fitted", fit, TRUE, "the first");
  print_row (card, "fitted", fit, FALSE, "the rest");
  print_spread (card, run, &options, us);
}

int
main (int argc, char *argv[])
{
  const char *folder = argc > 1 ? argv[1] : "../shared/corpus/traces";

  setlocale (LC_ALL, "C");
  printf ("| card | how | step, token, context, hidden tokens | e2e, sum | TTFT, sum | e2e, median | TTFT, median | e2e p99 | TTFT p99 |\n"
          "|---|---|---|---|---|---|---|---|---|\n");
  validate (folder, "real_vllm_rtx4090_llama31_8b.json", "rtx-4090", 2588);
  /* Its pool was not recorded and had no pressure: one that holds everything. */
  validate (folder, "real_vllm_rtxpro6000_llama31_8b.json", "rtx-pro-6000", 40000);
  return 0;
}
