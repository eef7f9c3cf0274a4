#pragma once

#include "ull-fit.h"

/* A place of the search: logarithms of the coefficients, the tokens of a step that hide, and what is left there. */
typedef struct
{
  double at[ULL_N_STEP_COEFFICIENTS];
  gint64 hidden;
  double loss;
} UllFitPoint;

/* What is searched. */
typedef struct
{
  /* Sets a point's loss, or leaves it without bounds. FALSE: the search is to end. */
  gboolean (*try_point) (UllFitPoint *point, gpointer data);
  /* Moves the point that was tried last to where the loss would be least, had the schedule stayed: see ull_fit_line_solve(). */
  void (*move_point) (UllFitPoint *point, gboolean from_pause, gpointer data);
  gpointer data;
  gint64 corner; /* tokens that may hide; or none do */
  double exact;  /* a loss that chance does not come to */
} UllFitSpace;

/* The least loss that is found, wherever about @from it lies. FALSE: try_point() ended it. */
gboolean ull_fit_search (const double from[ULL_N_STEP_COEFFICIENTS], const UllFitSpace *space, UllFitPoint *best);

/* What the steps of a simulation counted, one after the other: the array (transfer full), and each step's. */
GArray *ull_fit_line_new (void);
void ull_fit_line_add (GArray *line, const UllSimStep *step, gint64 hidden);
/* The coefficients with the least loss on that schedule, of the first of @run; a line a part. @us: those that it came of; one that nothing tells stays as
 * it is. @step_s: as the loss has it. @from_pause: see the module. */
void ull_fit_line_solve (const GPtrArray *lines,
                         const UllServerRun *run,
                         const GArray *residuals,
                         guint first,
                         double step_s,
                         gboolean from_pause,
                         double us[ULL_N_STEP_COEFFICIENTS]);
