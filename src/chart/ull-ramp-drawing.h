#pragma once

#include "ull-ramp.h"
#include "ull-ramp-picture.h"

G_BEGIN_DECLS

/* What was simulated, as the charts take it. */

typedef struct
{
  UllRampPicture picture;
  UllRampDot *dots[3 + ULL_N_BASELINES]; /* Owned */
  char *load;          /* Owned */
  char *nothing;       /* Owned (nullable) */
} UllRampDrawing;

/* The line of a ramp that a baseline is drawn from. */
UllRampLine ull_baseline_get_line (UllBaseline baseline);

/* All lines that @ramp has. @ramp is of @scenario. @before (nullable): an earlier ramp, called @before_name, which is borrowed. */
void ull_ramp_drawing_init (UllRampDrawing *drawing, const UllScenario *scenario, const UllRamp *ramp, const UllRamp *before,
                            const char *before_name);
/* Leaves of the baselines those in @lines, bits 1 << UllRampLine. */
void ull_ramp_drawing_limit (UllRampDrawing *drawing, guint lines);
void ull_ramp_drawing_clear (UllRampDrawing *drawing);

/* Model, card, pool and load in two sentences. (transfer full) */
char *ull_ramp_describe_load (const UllScenario *scenario, const UllRamp *ramp);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (UllRampDrawing, ull_ramp_drawing_clear)

G_END_DECLS
