#pragma once

#include "ull-plan.h"

G_BEGIN_DECLS

/* Usual mistakes. Each is the derivation of a plan with operands replaced, so that it exists for every model, card and
 * engine whose sum has these operands, and says in figures where the sum went another way. */

typedef enum
{
  ULL_SLIP_K_ALONE,
  ULL_SLIP_V_ALONE,
  ULL_SLIP_QUERY_HEADS,
  ULL_SLIP_HEAD_DIM,
  ULL_SLIP_HIDDEN_SIZE,
  ULL_SLIP_ONE_HEAD,
  ULL_SLIP_ONE_LAYER,
  ULL_SLIP_EVERY_LAYER,
  ULL_SLIP_DECIMAL,
  ULL_SLIP_BINARY,
  ULL_SLIP_LABEL,
  ULL_SLIP_REPORTED,
  ULL_SLIP_UTILIZATION,
  ULL_SLIP_WEIGHTS,
  ULL_SLIP_WEIGHT_BYTES,
  ULL_SLIP_ACTIVATION,
  ULL_SLIP_OVERHEAD,
  ULL_SLIP_HEADROOM,
  ULL_SLIP_BITS,
  ULL_SLIP_FOUR_BYTES,
  ULL_SLIP_TWO_BYTES,
  ULL_SLIP_ONE_BYTE,
  ULL_SLIP_HALF_BYTE,
  ULL_SLIP_ROUNDING,
  ULL_SLIP_ROUNDED_UP,
  ULL_SLIP_ONE_FOR_ALL,
  ULL_SLIP_ALL_FOR_ONE,
  ULL_SLIP_MODEL_LEN,
  ULL_SLIP_WINDOW_FULL,
  ULL_SLIP_NO_WINDOW,
  ULL_SLIP_NO_STATE,
  ULL_SLIP_LATENT_PAIR,
  ULL_SLIP_LATENT_HEADS,
  ULL_SLIP_LATENT_TP,
  ULL_SLIP_REPLICATED,
  ULL_SLIP_TP,
  ULL_SLIP_CARDS_ADDED,
  ULL_SLIP_PREFIX,
  ULL_SLIP_RETAINED,
  ULL_SLIP_RESERVED,
  ULL_SLIP_MAX_SEQS,
  /* Of a ramp: these are no operands of a sum, see ull-slip-ramp.c. */
  ULL_SLIP_FULL_POOL,
  ULL_SLIP_NO_LOSS,
  ULL_SLIP_NO_END,
  ULL_SLIP_WHOLE,
  ULL_SLIP_ONE_TURN,
  ULL_SLIP_CAP,
  ULL_SLIP_LOG_LINE,
  ULL_SLIP_PEAK,
  ULL_SLIP_OPERATING,
  ULL_SLIP_HIT_RATE,
  ULL_SLIP_GAIN,
  ULL_N_SLIPS,
} UllSlipId;

/* What one slip comes to. */
typedef struct
{
  UllSlipId id;
  const char *name;  /* (nullable): not translated: of one of several forms, see ull_slip_mark_get_name() */
  gint64 value;      /* of the target */
  int step;          /* the first step of the sum that a person would name and that it changes, or -1: the target alone */
  gint64 step_value; /* what that becomes */
} UllSlipMark;

/**
 * UllSlips:
 *
 * The usual mistakes about one figure of a plan: immutable. A slip that gives the truth, or is within the tolerance of it,
 * is no mark, since a number there is right; nor is one that the sum has no operand for.
 */
typedef struct
{
  UllPlan *plan;    /* Owned */
  UllStepId target;
  UllUnit unit;
  gint64 truth;
  gint64 tolerance; /* ppm of the truth, or of a slip's value */
  GArray *marks;    /* UllSlipMark, the least value first, then in the order of the slips */
} UllSlips;

/* (transfer full), or NULL where the plan has no such step. */
UllSlips *ull_slips_new (const UllScenario *scenario, UllStepId target, gint64 tolerance, GError **error);
void ull_slips_free (UllSlips *slips);

/* The one figure that answers how many requests run at once. */
UllStepId ull_slips_requests_step (const UllPlan *plan);

typedef enum
{
  ULL_DIAGNOSIS_RIGHT,
  ULL_DIAGNOSIS_SLIP,
  ULL_DIAGNOSIS_UNKNOWN,
} UllDiagnosisResult;

#define ULL_MAX_NAMED 4

typedef struct
{
  UllDiagnosisResult result;
  guint n_named;
  UllSlipMark named[ULL_MAX_NAMED]; /* the nearest first: several where they come to the same */
} UllDiagnosis;

/* Whether @number is within @tolerance (ppm) of @value; a tolerance of 0 is equality. */
gboolean ull_within (double number, double value, gint64 tolerance);
/* Places a number among them. */
void ull_slips_diagnose (const UllSlips *slips, double number, UllDiagnosis *diagnosis);

const char *ull_slip_get_id (UllSlipId id);   /* "k_alone" */
const char *ull_slip_get_name (UllSlipId id); /* translated, of the slip in all its forms: "K alone, not K and V" */
/* Translated, a mark's label: marks of one slip at different places are told apart by what they say of it. */
const char *ull_slip_mark_get_name (const UllSlipMark *mark);
const char *ull_slip_get_why (UllSlipId id);  /* translated: a sentence that says what is right */
UllSlipId ull_slip_from_id (const char *id);  /* ULL_N_SLIPS where there is none */

/* (transfer full) translated sentences: which slip it is, in figures, and what is right; or that it is none of them. */
char *ull_slips_sentence (const UllSlips *slips, double number, const UllDiagnosis *diagnosis);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllSlips, ull_slips_free)

G_END_DECLS
