#pragma once

#include "ull-fit.h"

/* A place of the search: logarithms of the coefficients, and what is left there. */
typedef struct
{
  double at[ULL_N_STEP_COEFFICIENTS];
  double loss;
} UllFitPoint;

/* Sets a point's loss. FALSE: the search is to end. */
typedef gboolean (*UllFitTry) (UllFitPoint *point, gpointer data);

/* The least loss that is found, wherever about @from it lies. FALSE: @try_point ended it. */
gboolean ull_fit_search (const double from[ULL_N_STEP_COEFFICIENTS], UllFitTry try_point, gpointer data, UllFitPoint *best);
