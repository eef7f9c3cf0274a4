#pragma once

#include "ull-plan.h"

G_BEGIN_DECLS

/* A derivation being written: indices of the steps that later ones build on, -1 where the convention has none. */
typedef struct
{
  UllDerivation *derivation;
  const UllScenario *scenario;
  const UllLayout *layout;
  const UllBudget *budget;
  int given, headroom, weights, pool;
  int per_token, blocks_each, tokens_each, page, request, blocks;
  int retained, shared, fit, demand;
  int term[ULL_N_TERMS]; /* the step that a term by formula is */
} UllSum;

UllOperand ull_sum_field (const UllSum *sum, UllFieldId id, UllUnit unit);
UllOperand ull_sum_fact (UllFactId id, gint64 value, UllUnit unit);
UllOperand ull_sum_constant (gint64 value, UllUnit unit);
UllOperand ull_sum_term (const UllSum *sum, UllTermId id);
UllOperand ull_sum_step (const UllSum *sum, int index);

/* Add a step and say where it stands: FALSE where its value overflows. */
gboolean ull_sum_add (UllSum *sum,
                      int *index,
                      UllStepId id,
                      UllOp op,
                      UllUnit unit,
                      const UllOperand *operands,
                      guint n_operands);
gboolean ull_sum_add_two (UllSum *sum,
                          int *index,
                          UllStepId id,
                          UllOp op,
                          UllUnit unit,
                          UllOperand first,
                          UllOperand second);

/* The bytes of @tokens in a part, on one card. */
gboolean ull_sum_add_store (UllSum *sum, int *index, UllStepId id, const UllLayoutPart *part, UllOperand tokens);

/* How many tokens and blocks the pool holds. */
gboolean ull_sum_derive_tokens (UllSum *sum);
/* Of a layout of groups: what a block takes, and a request; the pool in blocks, and the engine's tokens; bytes of a prefix of
 * @tokens, rounded by @round to whole granules, which the step @tokens_id says. */
gboolean ull_sum_derive_groups (UllSum *sum);
gboolean ull_sum_derive_group_pool (UllSum *sum);
gboolean ull_sum_derive_group_prefix (UllSum *sum,
                                      int *index,
                                      UllStepId tokens_id,
                                      UllStepId id,
                                      UllOp round,
                                      UllOperand tokens);

/* The weights' own, on one card. */
gboolean ull_sum_derive_weights (UllSum *sum);
/* The steps of terms that an engine's rules make. */
gboolean ull_sum_derive_terms (UllSum *sum);
/* The second half of a sum: what is retained and shared, how many fit, what is left. */
gboolean ull_sum_derive_fit (UllSum *sum);

G_END_DECLS
