#include "ull-given-fit.h"

#include "ull-files.h"
#include "ull-fit-scenario.h"
#include "ull-settings.h"

/* The run's file and how many of its requests are fitted; what a fit is, is the simulator's. */

gboolean
ull_given_fit (const UllArgs *args,
               const UllScenario *scenario,
               UllLoad *load,
               UllGenerationId generation,
               UllFit **fit,
               GError **error)
{
  const char *path = ull_args_get (args, "fit"), *text = ull_args_get (args, "fit-first");
  g_autoptr (UllServerRun) run = NULL;
  gint64 first = 0;

  if (path == NULL && text == NULL)
    return TRUE;
  if (path == NULL)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--fit-first: is of a run; give --fit FILE");
      return FALSE;
    }
  if ((text != NULL && !ull_settings_parse ("fit-first", ULL_KIND_COUNT, ULL_FIT_LEAST_REQUESTS, 1000000, text, &first, error))
      || (run = ull_server_run_read (&ull_file_source, path, error)) == NULL)
    return FALSE;
  *fit = ull_fit_scenario (scenario, load, run, generation, (guint) first, NULL, NULL, error);
  if (*fit == NULL)
    return FALSE;
  ull_fit_set_load (*fit, run, load);
  return TRUE;
}
