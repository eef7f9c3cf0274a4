#pragma once

#include "ull-ramp-drawing.h"
#include "ull-ramp-run.h"

G_BEGIN_DECLS

/* What a run has, as charts take it; made anew only where the run has something else. Zeroed to begin with. */
typedef struct
{
  UllRampDrawing drawing; /* of the next two */
  UllRampResult *result;  /* Owned (nullable) */
  UllRampResult *before;  /* Owned (nullable) */
  guint lines;            /* of the baselines, those that stand beside it */
} UllRampShown;

void ull_ramp_shown_update (UllRampShown *shown, UllRampRun *run);
void ull_ramp_shown_clear (UllRampShown *shown);
/* (nullable): where nothing was run, or is withheld. */
const UllRampPicture *ull_ramp_shown_get (const UllRampShown *shown);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (UllRampShown, ull_ramp_shown_clear)

G_END_DECLS
