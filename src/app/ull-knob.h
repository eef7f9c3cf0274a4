#pragma once

#include "ull-lever.h"
#include "ull-load.h"

G_BEGIN_DECLS

/* The figures of a load as a table without widgets: what each is called, what its slider runs over, how it is written. As a lever
 * is of a scenario, a knob is of its load. */
typedef enum
{
  ULL_KNOB_RATE,
  ULL_KNOB_CV,
  ULL_KNOB_ON,
  ULL_KNOB_OFF,
  ULL_KNOB_SPEED,
  ULL_KNOB_PREFIX_TOKENS,
  ULL_KNOB_PREFIX_FRACTION,
  ULL_KNOB_PREFIXES,
  ULL_KNOB_TURNS,
  ULL_KNOB_THINK,
  ULL_KNOB_CAP,
  ULL_KNOB_REQUESTS,
  ULL_KNOB_SEED,
  ULL_KNOB_STEP_BASE,
  ULL_KNOB_STEP_TOKEN,
  ULL_KNOB_STEP_CONTEXT,
  ULL_N_KNOBS,
} UllKnob;

const char *ull_knob_get_label (UllKnob knob);
const char *ull_knob_get_unit (UllKnob knob);
const char *ull_knob_get_placeholder (UllKnob knob); /* in an empty entry: what an unset figure means */
/* Whether a load of this kind has such a figure. */
gboolean ull_knob_is_read (UllKnob knob, const UllLoad *load);
/* NAN: unset. */
double ull_knob_get (UllKnob knob, const UllLoad *load);
/* No stop: the knob is typed. */
void ull_knob_scale_init (UllLeverScale *scale, UllKnob knob);
double ull_knob_position (UllKnob knob, double value);
/* The round figure that a slider means at @position; the next one from @value. */
double ull_knob_value (UllKnob knob, double position);
double ull_knob_step (UllKnob knob, double value, UllLeverStep step);
/* (transfer full) */
char *ull_knob_dup_text (UllKnob knob, const UllLoad *load);
/* A load with the knob turned. NULL with an error where that cannot be. (transfer full) */
UllLoad *ull_knob_set (UllKnob knob, const UllLoad *load, double value, GError **error);
UllLoad *ull_knob_enter (UllKnob knob, const UllLoad *load, const char *text, GError **error);

G_END_DECLS
