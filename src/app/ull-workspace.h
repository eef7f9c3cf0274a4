#pragma once

#include "ull-disclosure.h"
#include "ull-fit-run.h"
#include "ull-pins.h"
#include "ull-ramp-run.h"
#include "ull-surge-run.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* The one observed object: the scenario, what may be shown of it, the history. */

#define ULL_TYPE_WORKSPACE (ull_workspace_get_type ())
G_DECLARE_FINAL_TYPE (UllWorkspace, ull_workspace, ULL, WORKSPACE, GObject)

typedef enum
{
  ULL_PREDICT_OFF,     /* everything is shown */
  ULL_PREDICT_PENDING, /* the answer is withheld until the person commits */
  ULL_PREDICT_REVEAL,  /* committed: the picture, then the sum a step at a time */
} UllPredictState;

/* What a person commits. */
typedef struct
{
  gboolean fits;
  int fits_confidence;     /* per cent, 50 to 100 */
  gint64 requests;         /* the most that fit */
  int requests_confidence; /* per cent, 0 to 100 */
} UllPrediction;

/* Properties, all read-only and notified: "disclosure" (UllDisclosure), "predict-state" (int), "can-undo", "can-redo",
 * "modified" (boolean: differs from what was opened or saved), "path" (string, the .ullage file or NULL).
 * A workspace starts empty: no scenario, disclosure NULL. */
UllWorkspace *ull_workspace_new (void);

UllScenario *ull_workspace_get_scenario (UllWorkspace *self);     /* (transfer none) (nullable) */
UllDisclosure *ull_workspace_get_disclosure (UllWorkspace *self); /* (transfer none) (nullable) */

/* A new document: history and prediction start again. @path, @text: of the .ullage file, or NULL for a model. */
void ull_workspace_open (UllWorkspace *self, UllScenario *scenario, const char *path, const char *text);
/* The scenario of a question, which nothing changes: withheld but for what the question gives, until
 * ull_workspace_set_predict () ends that. */
void ull_workspace_open_given (UllWorkspace *self, UllScenario *scenario, const UllGiven *given);
/* An undoable change. Between begin and end (a drag) all changes are one entry; calls nest. */
void ull_workspace_apply (UllWorkspace *self, UllScenario *scenario);
gboolean ull_workspace_set_field (UllWorkspace *self, UllFieldId field, gint64 value, const char *typed, GError **error);
void ull_workspace_begin_change (UllWorkspace *self);
void ull_workspace_end_change (UllWorkspace *self);
void ull_workspace_undo (UllWorkspace *self);
void ull_workspace_redo (UllWorkspace *self);
/* Every lever as it was when the document was opened; undoable. */
void ull_workspace_reset (UllWorkspace *self);

/* Atomic; keeps members of the opened file that this version does not know. On success @path becomes the document's. */
gboolean ull_workspace_save (UllWorkspace *self, const char *path, GError **error);
const char *ull_workspace_get_path (UllWorkspace *self);
gboolean ull_workspace_get_modified (UllWorkspace *self);

/* Scenarios to compare with; they stay when another document is opened. */
UllPins *ull_workspace_get_pins (UllWorkspace *self); /* (transfer none) */

/* The load of a ramp: the scenario's, or, where none was chosen, chat sessions. Setting one is an undoable change. */
UllLoad *ull_workspace_get_load (UllWorkspace *self); /* (transfer none) */
void ull_workspace_set_load (UllWorkspace *self, UllLoad *load);
/* The same load with another cap, where it may have one. */
void ull_workspace_set_cap (UllWorkspace *self, gint64 cap);
/* The ramp of the present scenario, once somebody looks at it; of nothing while a prediction is pending. */
UllRampRun *ull_workspace_get_ramp_run (UllWorkspace *self); /* (transfer none) */
UllSurgeRun *ull_workspace_get_surge_run (UllWorkspace *self); /* (transfer none) */
UllFitRun *ull_workspace_get_fit_run (UllWorkspace *self); /* (transfer none) */
/* Fits the load's step to the run at @path, which takes a while: one entry of the history when it is done. FALSE with a sentence
 * where there is nothing to fit on, or where it is withheld. */
gboolean ull_workspace_fit (UllWorkspace *self, const char *path, GError **error);

/* Prediction. While it is pending no plan is computed. A lever that moves after the reveal withholds again. */
void ull_workspace_set_predict (UllWorkspace *self, gboolean on);
UllPredictState ull_workspace_get_predict_state (UllWorkspace *self);
void ull_workspace_commit (UllWorkspace *self, const UllPrediction *prediction);
const UllPrediction *ull_workspace_get_prediction (UllWorkspace *self); /* (nullable): what was committed */
/* Shows one more step of the sum; FALSE when all are shown. */
gboolean ull_workspace_reveal_next (UllWorkspace *self);

G_END_DECLS
