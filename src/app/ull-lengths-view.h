#pragma once

#include "ull-chart-view.h"
#include "ull-lengths-answers.h"
#include "ull-workspace.h"

G_BEGIN_DECLS

#define ULL_TYPE_LENGTHS_VIEW (ull_lengths_view_get_type ())
G_DECLARE_FINAL_TYPE (UllLengthsView, ull_lengths_view, ULL, LENGTHS_VIEW, GtkWidget)

/* Lengths of requests as they are: typed, taken from a list or from a log, drawn, and what the plan makes of them. Property:
 * "workspace". Computes only while it is on screen. */

/* A file of lengths as the person picked it: asks for its column where there is a choice. */
void ull_lengths_view_open_log (UllLengthsView *self, const char *path);
/* The entry's text as if it had been entered. */
void ull_lengths_view_enter (UllLengthsView *self, const char *spec);

/* For tests. */
UllChartView *ull_lengths_view_get_chart (UllLengthsView *self);
UllLengthsAnswers *ull_lengths_view_get_answers (UllLengthsView *self);
const char *ull_lengths_view_get_message (UllLengthsView *self); /* (nullable) */
/* What the rows say; NULL while there is nothing to say. */
const UllMix *ull_lengths_view_get_mix (UllLengthsView *self);
gboolean ull_lengths_view_is_drawing (UllLengthsView *self);

G_END_DECLS
