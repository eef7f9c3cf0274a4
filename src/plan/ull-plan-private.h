#pragma once

#include "ull-plan.h"

/* Writes the derivation of a plan whose budget and layout are made. FALSE where a value overflows. */
gboolean ull_plan_derive (UllPlan *plan, const UllScenario *scenario);
