#include "ull-command.h"
#include "ull-given-fit.h"
#include "ull-given-load.h"
#include "ull-progress.h"
#include "ull-ramp-report.h"
#include "ull-settings.h"

/* One load at ever more clients. Time is simulated and is told apart from what is counted in bytes. */

const UllOption ull_command_ramp_options[] = {
  { .name = "preset", .value = "ID", .help = "a load to begin with: see list presets (default: the file’s, else chapter)", .group = "Load" },
  { .name = "levels", .value = "N,N…|auto", .help = "clients, or the most that run at once of open arrivals (default: auto)", .group = "Load" },
  { .name = "requests", .value = "N", .help = "of each level, at least four a client (default: 1000)", .group = "Load" },
  { .name = "outputs", .value = "SPEC", .help = "tokens of an answer, in the forms of --lengths", .group = "Load" },
  { .name = "prompts", .value = "SPEC", .help = "tokens of a prompt, in place of --lengths: the answer comes on top", .group = "Load" },
  { .name = "sessions", .value = "SPEC", .help = "tokens of a question: clients go on with their history", .group = "Load" },
  { .name = "turns", .value = "N", .help = "questions of a session (default: 10)", .group = "Load" },
  { .name = "think", .value = "F", .help = "seconds between an answer and the next question", .group = "Load" },
  { .name = "patience", .value = "F", .help = "seconds after which a client leaves (default: never)", .group = "Load" },
  { .name = "trace", .value = "FILE", .help = "a recorded log: its requests, and its times unless --arrivals says otherwise", .group = "Load" },
  { .name = "arrivals", .value = "HOW", .help = "closed, poisson:RATE, gamma:RATE,CV, onoff:RATE,SECONDS,PAUSE or trace", .group = "Load" },
  { .name = "shared-prefix", .value = "N", .help = "tokens with which requests begin; of sessions, the system prompt", .group = "Load" },
  { .name = "shared-fraction", .value = "F", .help = "of the requests, those that begin so", .group = "Load" },
  { .name = "cap", .value = "N", .help = "sequences that run at once (default: the engine’s max sequences)", .group = "Load" },
  { .name = "seed", .value = "N", .help = "where the draws begin (default: 1)", .group = "Load" },
  { .name = "generation", .value = "main|classic", .help = "of the scheduler: 2026-08 or 2025-10 (default: main)", .group = "Simulation" },
  { .name = "step", .value = "A,B,C", .help = "microseconds of a step, a token, a token of context (default: from card and model)", .group = "Simulation" },
  { .name = "fit", .value = "FILE", .help = "fit what a step takes to a real run’s request times", .group = "Simulation" },
  { .name = "fit-first", .value = "N", .help = "requests of the run to fit to; the others test it (default: all)", .group = "Simulation" },
  { .name = "baselines", .help = "static batches, full-length reservation and requests of 2,000 tokens beside it", .group = "Simulation" },
  { .name = "surge", .help = "a burst with the cap at the peak and at the operating point, beside it", .group = "Simulation" },
  { .name = "beside", .value = "FILE.ullage", .help = "an earlier plan’s ramp beside it: what has changed", .group = "Simulation" },
  { .name = "threads", .value = "N", .help = "that compute levels; the result does not depend on them", .group = "Simulation" },
  { .name = "csv", .help = "a row a level as CSV in place of text", .group = "Output" },
  { .name = "per-request", .help = "a row a request of each level as CSV", .group = "Output" },
  { .name = NULL },
};

static void
request_cb (const UllRampRequest *request, gpointer data)
{
  const UllRequestRows *rows = data;

  ull_ramp_report_request (rows, request);
}

static gboolean
append_requests (const UllRamp *ramp, const UllScenario *scenario, const UllRampOptions *options, GString *out, GError **error)
{
  UllRequestRows rows = { .out = out };

  ull_ramp_report_request_header (out);
  for (guint i = 0; i < ramp->n_levels; i++)
    {
      rows.concurrency = ramp->level[ULL_LINE_MAIN][i].concurrency;
      if (!ull_ramp_each_request (scenario, ramp->load, options, rows.concurrency, request_cb, &rows, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_output (const UllArgs *args, GError **error)
{
  guint forms = ull_args_has (args, "json") + ull_args_has (args, "csv") + ull_args_has (args, "per-request");

  if (forms <= 1)
    return TRUE;
  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--json, --csv, --per-request: one form is printed; give one of them");
  return FALSE;
}

UllExit
ull_command_ramp (const UllArgs *args, GString *out, GError **error)
{
  g_autoptr (UllScenario) scenario = ull_settings_scenario (args, 0, NULL, error);
  g_autoptr (GArray) levels = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (UllLoad) load = NULL;
  g_autoptr (UllFit) fit = NULL;
  g_autoptr (UllSurge) surge = NULL;
  g_autoptr (UllRamp) ramp = NULL;
  g_auto (UllGivenBeside) beside = { .ramp = NULL };
  g_auto (UllProgress) progress = { .shows = FALSE };
  g_autofree char *nothing = NULL;
  UllRampOptions options;

  if (scenario == NULL || !check_output (args, error) || (load = ull_given_load (args, scenario, error)) == NULL
      || !ull_given_ramp (args, &options, levels, error) || !ull_given_fit (args, scenario, load, options.generation, &fit, error))
    return ULL_EXIT_INPUT;
  ull_progress_init (&progress);
  ramp = ull_ramp_new (scenario, load, &options, ull_progress_watch_cb, &progress, error);
  ull_progress_clear (&progress);
  if (ramp == NULL || !ull_given_beside (args, scenario, &options, &beside, error))
    return ULL_EXIT_INPUT;
  nothing = ull_ramp_nothing_text (ramp);
  /* Without a peak there is no cap to hold a burst to, and the ramp says why. */
  if (ull_args_has (args, "surge") && nothing == NULL && (surge = ull_surge_new (scenario, ramp, &options, NULL, NULL, error)) == NULL)
    return ULL_EXIT_INPUT;
  if (ull_args_has (args, "json"))
    ull_ramp_report_json (ramp, &(UllRampExtras){ fit, surge, &beside }, out);
  else if (ull_args_has (args, "csv"))
    ull_ramp_report_csv (ramp, out);
  else if (ull_args_has (args, "per-request"))
    return append_requests (ramp, scenario, &options, out, error) ? ULL_EXIT_DONE : ULL_EXIT_INPUT;
  else
    ull_ramp_report_text (ramp, &(UllRampExtras){ fit, surge, &beside }, out);
  return ULL_EXIT_DONE;
}
