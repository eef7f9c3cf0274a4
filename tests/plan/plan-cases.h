#pragma once

#include "ull-plan.h"

/* Scenarios that several test programs plan. */

/* A setting as it is typed on the command line; a list ends with no option. */
typedef struct
{
  const char *option;
  const char *text;
} Setting;

/* A copy of @taken with the settings: lets go of it. */
UllScenario *case_with (UllScenario *taken, const Setting *settings);
/* The chapter: 32 layers, 32 query and 8 KV heads of 128, a card of 24 GB, 0.90 of it given, 16.06 GB of weights, 1.8 GB of
 * overhead. */
UllScenario *case_chapter (void);
/* Any model and card, any convention: layers of every kind in dims of whole blocks of every format, some weights, a typed
 * overhead, a load, at times a prefix. */
UllScenario *case_random (GRand *rand);
/* Of a scenario that has one. */
UllPlan *case_plan (const UllScenario *scenario);
