#pragma once

#include "ull-slip.h"

/* The table of slips: what is replaced, and by what. */

/* Which operands. */
typedef enum
{
  ULL_AT_NONE,
  ULL_AT_FACT,  /* of that UllFactId, wherever it stands */
  ULL_AT_FIELD, /* of that UllFieldId */
  ULL_AT_TERM,  /* of that UllTermId */
  ULL_AT_STEP,  /* that name a step of that UllStepId */
  ULL_AT_FIRST, /* the first operand of steps of that UllStepId */
  ULL_AT_SECOND,
} UllAt;

/* Of operands of a store: which stores. An operand of another step passes where it is divided for a store. */
typedef enum
{
  ULL_OF_ANY,
  ULL_OF_ATTENTION, /* keys and values that grow, or a side cache */
  ULL_OF_ENTRIES,   /* whatever is kept per token: not a state */
  ULL_OF_WINDOW,
  ULL_OF_STATE,
  ULL_OF_LATENT,    /* one vector for keys and values together */
  ULL_OF_GROWTH,    /* what grows per token, where only one store does */
} UllOf;

typedef struct
{
  const UllScenario *scenario;
  const UllPlan *plan;
} UllSlipView;

/* What stands in the operand's place; FALSE where there is no such thing. */
typedef gboolean (*UllInstead) (const UllSlipView *view,
                                const UllStep *step,
                                const UllOperand *operand,
                                gint64 argument,
                                gint64 *value);

typedef struct
{
  UllAt at;
  int ref;
  UllOf of;
  UllInstead instead;
  gint64 argument;
  gboolean optional; /* the form is one all the same where nothing stands there */
} UllReplacement;

#define ULL_MAX_REPLACEMENTS 3

/* A slip may have several forms: the same thought at another place of the sum. */
typedef struct
{
  UllSlipId slip;
  const char *name; /* (nullable): N_(), where forms of the slip come to different numbers of one figure */
  UllReplacement replacement[ULL_MAX_REPLACEMENTS];
} UllSlipForm;

/* Ended by a form of ULL_N_SLIPS. */
extern const UllSlipForm ull_slip_forms[];

gboolean ull_instead_value (const UllSlipView *, const UllStep *, const UllOperand *, gint64, gint64 *);
gboolean ull_instead_no_key (const UllSlipView *, const UllStep *, const UllOperand *, gint64, gint64 *);
gboolean ull_instead_times (const UllSlipView *, const UllStep *, const UllOperand *, gint64, gint64 *);
gboolean ull_instead_dtype (const UllSlipView *, const UllStep *, const UllOperand *, gint64, gint64 *);
gboolean ull_instead_query_heads (const UllSlipView *, const UllStep *, const UllOperand *, gint64, gint64 *);
gboolean ull_instead_head_dim (const UllSlipView *, const UllStep *, const UllOperand *, gint64, gint64 *);
gboolean ull_instead_key_dim (const UllSlipView *, const UllStep *, const UllOperand *, gint64, gint64 *);
gboolean ull_instead_all_layers (const UllSlipView *, const UllStep *, const UllOperand *, gint64, gint64 *);
gboolean ull_instead_decimal (const UllSlipView *, const UllStep *, const UllOperand *, gint64, gint64 *);
gboolean ull_instead_binary (const UllSlipView *, const UllStep *, const UllOperand *, gint64, gint64 *);
gboolean ull_instead_label (const UllSlipView *, const UllStep *, const UllOperand *, gint64, gint64 *);
gboolean ull_instead_reported (const UllSlipView *, const UllStep *, const UllOperand *, gint64, gint64 *);
gboolean ull_instead_over_tp (const UllSlipView *, const UllStep *, const UllOperand *, gint64, gint64 *);
gboolean ull_instead_times_tp (const UllSlipView *, const UllStep *, const UllOperand *, gint64, gint64 *);
gboolean ull_instead_head_part (const UllSlipView *, const UllStep *, const UllOperand *, gint64, gint64 *);
gboolean ull_instead_context (const UllSlipView *, const UllStep *, const UllOperand *, gint64, gint64 *);
gboolean ull_instead_contexts (const UllSlipView *, const UllStep *, const UllOperand *, gint64, gint64 *);
gboolean ull_instead_model_len (const UllSlipView *, const UllStep *, const UllOperand *, gint64, gint64 *);
gboolean ull_instead_exact_tokens (const UllSlipView *, const UllStep *, const UllOperand *, gint64, gint64 *);
gboolean ull_instead_per_token (const UllSlipView *, const UllStep *, const UllOperand *, gint64, gint64 *);
gboolean ull_instead_whole_part (const UllSlipView *, const UllStep *, const UllOperand *, gint64, gint64 *);
gboolean ull_instead_next_whole (const UllSlipView *, const UllStep *, const UllOperand *, gint64, gint64 *);
