#pragma once

#include "ull-scenario.h"

G_BEGIN_DECLS

/* The levers as a table without widgets: which setting each one moves, what its slider runs over, what is said about
 * it. A lever reads and makes scenarios; it holds no number of its own. */

/* A lever of one field has the field's number; two levers move more than a field. Which of them there are, and where they
 * stand, is in ull-lever-section.h. */
typedef enum
{
  ULL_LEVER_CONTEXT = ULL_FIELD_CONTEXT,
  ULL_LEVER_CONCURRENCY = ULL_FIELD_CONCURRENCY,
  ULL_LEVER_K_DTYPE = ULL_FIELD_K_DTYPE,
  ULL_LEVER_V_DTYPE = ULL_FIELD_V_DTYPE,
  ULL_LEVER_STATE_DTYPE = ULL_FIELD_STATE_DTYPE,
  ULL_LEVER_KV_HEADS = ULL_FIELD_KV_HEADS,
  ULL_LEVER_BLOCK_SIZE = ULL_FIELD_BLOCK_SIZE,
  ULL_LEVER_WEIGHTS = ULL_FIELD_WEIGHTS,
  ULL_LEVER_WEIGHT_DTYPE = ULL_FIELD_WEIGHT_DTYPE,
  ULL_LEVER_UTILIZATION = ULL_FIELD_UTILIZATION,
  ULL_LEVER_OVERHEAD = ULL_FIELD_OVERHEAD,
  ULL_LEVER_HEADROOM = ULL_FIELD_HEADROOM,
  ULL_LEVER_AVAILABLE = ULL_FIELD_AVAILABLE,
  ULL_LEVER_MAX_MODEL_LEN = ULL_FIELD_MAX_MODEL_LEN,
  ULL_LEVER_MAX_NUM_SEQS = ULL_FIELD_MAX_NUM_SEQS,
  ULL_LEVER_TP = ULL_FIELD_TP,
  ULL_LEVER_PREFIX_TOKENS = ULL_FIELD_PREFIX_TOKENS,
  ULL_LEVER_PREFIX_REQUESTS = ULL_FIELD_PREFIX_REQUESTS,
  ULL_LEVER_RETAIN = ULL_FIELD_RETAIN,
  ULL_LEVER_KV_DTYPE = ULL_N_FIELDS,
  ULL_LEVER_MEMORY,
  ULL_N_LEVERS,
  ULL_LEVER_NONE = -1,
} UllLeverId;

typedef enum
{
  ULL_STEP_LESS,
  ULL_STEP_MORE,
  ULL_STEP_STOP_BEFORE, /* Page Down: the round stop before */
  ULL_STEP_STOP_AFTER,
  ULL_STEP_FIRST,
  ULL_STEP_LAST,
} UllLeverStep;

typedef struct
{
  double position;
  gint64 value;
  char label[24]; /* empty: a tick alone */
  gboolean hollow; /* there for the eye: it cannot be had, and setting it says why */
} UllLeverStop;

#define ULL_MAX_STOPS 48

/* What a slider runs over; depends on the lever and the model, and of KV dtype on the engine, its version and the card too. */
typedef struct
{
  UllLeverId id;
  double lower;
  double upper;
  guint n_stops;
  UllLeverStop stop[ULL_MAX_STOPS];
  gint64 least; /* of a logarithmic slider that begins with 0: the value beside it; else 0 */
} UllLeverScale;

void ull_lever_scale_init (UllLeverScale *scale, UllLeverId id, const UllScenario *scenario);
/* Whether both have the same stops. */
gboolean ull_lever_scale_equal (const UllLeverScale *a, const UllLeverScale *b);
/* Where the scenario's value stands, within the slider's ends. */
double ull_lever_scale_position (const UllLeverScale *scale, const UllScenario *scenario);
/* The value that a slider let go at @position means: the nearest round one. */
gint64 ull_lever_scale_value (const UllLeverScale *scale, double position);
/* The value one step on from the scenario's. */
gint64 ull_lever_scale_step (const UllLeverScale *scale, const UllScenario *scenario, UllLeverStep step);

/* Of a lever whose values are counts or fractions, beyond its slider's ends too: the nearest round value, and the next one
 * up (@direction above 0) or down. */
gint64 ull_lever_round (UllLeverId id, gint64 value);
gint64 ull_lever_round_next (UllLeverId id, gint64 value, int direction);

const char *ull_lever_get_label (UllLeverId id);
/* The lever's value; where the setting is unset, what it comes to. */
gint64 ull_lever_get_value (UllLeverId id, const UllScenario *scenario);
/* What the entry shows: a text that ull_lever_enter() reads back. @unit_start: the byte at which a unit that belongs
 * to the text begins, or -1. (transfer full) */
char *ull_lever_dup_text (UllLeverId id, const UllScenario *scenario, int *unit_start);
/* The unit that stands beside the text, not in it; "" for none. (transfer full) */
char *ull_lever_dup_unit (UllLeverId id, const UllScenario *scenario);
/* "4,096 tokens" and what that means, in sentences. (transfer full) */
char *ull_lever_dup_value_text (UllLeverId id, const UllScenario *scenario);
char *ull_lever_dup_description (UllLeverId id, const UllScenario *scenario);
/* Shown in an empty entry: what an unset setting means. */
const char *ull_lever_get_placeholder (UllLeverId id, const UllModel *model);
/* Whether the scenario's engine has such a setting: where it has not, the lever is not shown. */
gboolean ull_lever_is_read (UllLeverId id, const UllScenario *scenario);
/* Why the lever cannot act on this scenario: a translated sentence, or NULL where it does. */
const char *ull_lever_get_reason (UllLeverId id, const UllScenario *scenario);

/* A scenario with the lever moved. (transfer full) */
UllScenario *ull_lever_set (UllLeverId id, const UllScenario *scenario, gint64 value, const char *typed, GError **error);
/* The same from typed text; empty text unsets what can be unset. */
UllScenario *ull_lever_enter (UllLeverId id, const UllScenario *scenario, const char *text, GError **error);

/* The lever in which two scenarios of one model differ: ULL_LEVER_NONE where none or no lever does. */
UllLeverId ull_lever_changed (const UllScenario *before, const UllScenario *after);

G_END_DECLS
