#pragma once

#include "ull-history.h"
#include "ull-workspace.h"

G_BEGIN_DECLS

/* What the files of the workspace share. */
struct _UllWorkspace
{
  GObject parent_instance;

  /* Owned */
  UllHistory history;
  UllPins *pins;
  UllRampRun *run;
  UllSurgeRun *surge;
  UllFitRun *fit;
  UllLoad *load; /* of a scenario that has none */
  UllScenario *initial;
  UllScenario *clean;
  UllDisclosure *disclosure;
  char *path;
  char *text;

  gboolean can_undo;
  gboolean can_redo;
  gboolean modified;
  UllPredictState predict_state;
  UllPrediction prediction;
  guint n_shown;
  UllGiven given;
  gboolean has_given; /* what a lesson's question gives, which is not what a prediction gives */
};

/* -load: what was fitted becomes the load's. */
void ull_workspace_add_fit (UllWorkspace *self);
/* -load: the run is of what is shown now. */
void ull_workspace_update_run (UllWorkspace *self);

G_END_DECLS
