#include "ull-given-lengths.h"

#include "ull-files.h"
#include "ull-settings.h"

/* A request has one length or a distribution of them. What is wrong with the form is the option's fault, what is wrong in
 * a file is the file's, and is named by its row. Lengths that a .ullage file brings along give way to --context. */

#define DEFAULT_SEED 1

gboolean
ull_given_lengths (const UllArgs *args, UllScenario **scenario, GError **error)
{
  const char *spec = ull_args_get (args, "lengths");
  g_autoptr (UllLengths) lengths = NULL;
  g_autoptr (GError) fault = NULL;
  UllScenario *changed;

  if (spec == NULL)
    return TRUE;
  if (ull_args_has (args, "context"))
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
                   "--lengths: given beside --context; a request has one length or a distribution, give one of the two");
      return FALSE;
    }
  lengths = ull_lengths_new (spec, &ull_file_source, &fault);
  if (lengths == NULL)
    {
      if (g_error_matches (fault, ULL_ERROR, ULL_ERROR_USAGE))
        g_prefix_error (&fault, "--lengths: ");
      g_propagate_error (error, g_steal_pointer (&fault));
      return FALSE;
    }
  changed = ull_scenario_with_lengths (*scenario, lengths);
  ull_scenario_unref (*scenario);
  *scenario = changed;
  return TRUE;
}

gboolean
ull_given_seed (const UllArgs *args, const UllScenario *scenario, gint64 *seed, GError **error)
{
  const char *typed = ull_args_get (args, "seed");

  *seed = DEFAULT_SEED;
  if (typed == NULL)
    return TRUE;
  if (scenario->lengths != NULL)
    return ull_settings_parse ("seed", ULL_KIND_COUNT, 0, G_MAXINT64, typed, seed, error);
  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--seed: begins the draws of --lengths; give both");
  return FALSE;
}
