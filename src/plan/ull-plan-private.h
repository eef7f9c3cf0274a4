#pragma once

#include "ull-plan.h"

/* Writes the derivation of a plan whose budget and layout are made. FALSE where a value overflows. */
gboolean ull_plan_derive (UllPlan *plan, const UllScenario *scenario);

/* Parts of the sum that stand for themselves, so that one can be given while what follows is not computed. */
typedef enum
{
  ULL_PART_REQUEST, /* bytes of a token and of a request: of no pool */
  ULL_PART_POOL,    /* the pool: of no request */
  ULL_PART_TOKENS,  /* both, and the tokens or blocks of the pool */
} UllPlanPart;

gboolean ull_plan_derive_part (UllDerivation *derivation,
                               const UllScenario *scenario,
                               const UllBudget *budget,
                               const UllLayout *layout,
                               UllPlanPart part);
