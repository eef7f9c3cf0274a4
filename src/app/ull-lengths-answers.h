#pragma once

#include "ull-mix.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ULL_TYPE_LENGTHS_ANSWERS (ull_lengths_answers_get_type ())
G_DECLARE_FINAL_TYPE (UllLengthsAnswers, ull_lengths_answers, ULL, LENGTHS_ANSWERS, GtkWidget)

/* A list of what lengths mean for a plan: what a request takes, how likely so many of them overflow. */

/* How many of each length fit, side by side: a widget of its own, to be put where it belongs. (transfer none) */
GtkWidget *ull_lengths_answers_get_marks (UllLengthsAnswers *self);
/* @mix: NULL empties the list. @drawing: the draws are not there yet. */
void ull_lengths_answers_set (UllLengthsAnswers *self, const UllMix *mix, gboolean drawing);

/* What a row says, name and value; NULL past the last. (transfer full) For tests. */
char *ull_lengths_answers_dup_row (UllLengthsAnswers *self, guint n);

G_END_DECLS
