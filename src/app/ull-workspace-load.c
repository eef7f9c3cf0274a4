#include "ull-workspace-private.h"

#include "ull-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The load is part of the scenario, so that undo and file have it. A scenario without one is run with chat sessions: a load whose
 * throughput turns back says more of a pool than one that does not. */

#define FIRST_LOAD "chat"

/* What is withheld is not simulated either: the run forgets what it has. */
void
ull_workspace_update_run (UllWorkspace *self)
{
  UllScenario *scenario = ull_workspace_get_scenario (self);
  g_autoptr (UllScenario) loaded = NULL;

  if (scenario != NULL && self->predict_state != ULL_PREDICT_PENDING && !self->has_given)
    loaded = ull_scenario_with_load (scenario, ull_workspace_get_load (self));
  ull_ramp_run_set_scenario (self->run, loaded);
  if (loaded == NULL)
    ull_fit_run_forget (self->fit);
}

/* What else the load has become meanwhile stays. */
static void
fitted_cb (UllWorkspace *self, UllLoad *fitted)
{
  g_autoptr (UllLoad) changed = ull_load_copy (ull_workspace_get_load (self));

  memcpy (changed->step_us, fitted->step_us, sizeof changed->step_us);
  changed->step_fitted = fitted->step_fitted;
  changed->step_hidden = fitted->step_hidden;
  ull_load_set_step_source (changed, fitted->step_source);
  ull_workspace_set_load (self, changed);
}

void
ull_workspace_add_fit (UllWorkspace *self)
{
  self->fit = ull_fit_run_new ();
  g_signal_connect_object (self->fit, "fitted", G_CALLBACK (fitted_cb), self, G_CONNECT_SWAPPED);
}

UllFitRun *
ull_workspace_get_fit_run (UllWorkspace *self)
{
  g_return_val_if_fail (ULL_IS_WORKSPACE (self), NULL);

  return self->fit;
}

gboolean
ull_workspace_fit (UllWorkspace *self, const char *path, GError **error)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (UllScenario) loaded = NULL;
  UllScenario *scenario;

  g_return_val_if_fail (ULL_IS_WORKSPACE (self), FALSE);

  scenario = ull_workspace_get_scenario (self);
  if (scenario == NULL || self->predict_state == ULL_PREDICT_PENDING || self->has_given)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
                   scenario == NULL ? _("%s: a run is fitted on a model and a card, and none is open; open the model that was served")
                                    : _("%s: a run is fitted on the pool that is to be predicted; predict first"),
                   name);
      return FALSE;
    }
  loaded = ull_scenario_with_load (scenario, ull_workspace_get_load (self));
  ull_fit_run_start (self->fit, loaded, path);
  return TRUE;
}

UllLoad *
ull_workspace_get_load (UllWorkspace *self)
{
  UllScenario *scenario;

  g_return_val_if_fail (ULL_IS_WORKSPACE (self), NULL);

  scenario = ull_workspace_get_scenario (self);
  if (scenario != NULL && scenario->load != NULL)
    return scenario->load;
  if (self->load == NULL)
    self->load = ull_load_new_preset (FIRST_LOAD);
  return self->load;
}

void
ull_workspace_set_load (UllWorkspace *self, UllLoad *load)
{
  UllScenario *scenario;
  g_autoptr (UllScenario) changed = NULL;

  g_return_if_fail (ULL_IS_WORKSPACE (self));

  scenario = ull_workspace_get_scenario (self);
  if (scenario == NULL)
    return;
  changed = ull_scenario_with_load (scenario, load);
  ull_workspace_apply (self, changed);
}

void
ull_workspace_set_cap (UllWorkspace *self, gint64 cap)
{
  g_autoptr (UllLoad) changed = NULL;
  UllLoad *load;

  g_return_if_fail (ULL_IS_WORKSPACE (self));

  load = ull_workspace_get_load (self);
  if (load->cap == cap)
    return;
  changed = ull_load_copy (load);
  changed->cap = cap;
  if (ull_load_check (changed, NULL))
    ull_workspace_set_load (self, changed);
}

UllSurgeRun *
ull_workspace_get_surge_run (UllWorkspace *self)
{
  g_return_val_if_fail (ULL_IS_WORKSPACE (self), NULL);

  return self->surge;
}

UllRampRun *
ull_workspace_get_ramp_run (UllWorkspace *self)
{
  g_return_val_if_fail (ULL_IS_WORKSPACE (self), NULL);

  return self->run;
}
