#include "ull-given-beside.h"

#include "ull-given.h"
#include "ull-given-load.h"
#include "ull-ramp-beside.h"

#include "ull-error.h"

/* A document is as it was saved: what describes a plan on the command line is of the other ramp, what describes a load of both. */

gboolean
ull_given_beside (const UllArgs *args, const UllScenario *scenario, const UllRampOptions *options, UllGivenBeside *beside, GError **error)
{
  const char *path = ull_args_get (args, "beside");
  g_autoptr (UllModel) model = NULL;
  g_autoptr (UllLoad) load = NULL;

  *beside = (UllGivenBeside) { .ramp = NULL };
  if (path == NULL)
    return TRUE;
  model = ull_given_open (args, path, &beside->scenario, error);
  if (model == NULL)
    {
      g_prefix_error (error, "--beside: ");
      return FALSE;
    }
  if (beside->scenario == NULL)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, "--beside: %s is a model and no plan; a .ullage file would be right", path);
      return FALSE;
    }
  load = ull_given_load (args, beside->scenario, error);
  if (load == NULL)
    return FALSE;
  beside->ramp = ull_ramp_new (beside->scenario, load, options, NULL, NULL, error);
  if (beside->ramp == NULL)
    {
      g_prefix_error (error, "--beside: %s: ", path);
      return FALSE;
    }
  beside->name = ull_ramp_describe_before (beside->scenario, scenario);
  return TRUE;
}

void
ull_given_beside_clear (UllGivenBeside *beside)
{
  g_clear_pointer (&beside->scenario, ull_scenario_unref);
  g_clear_pointer (&beside->ramp, ull_ramp_free);
  g_clear_pointer (&beside->name, g_free);
}
