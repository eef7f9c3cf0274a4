#pragma once

#include "ull-lever.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ULL_TYPE_SLIDER_ROW (ull_slider_row_get_type ())
G_DECLARE_DERIVABLE_TYPE (UllSliderRow, ull_slider_row, ULL, SLIDER_ROW, GtkWidget)

/**
 * UllSliderRowClass:
 * @move: the slider was let go or dragged to a position
 * @step: a key or the wheel asked for a step
 * @enter: text was entered; FALSE with a sentence where it is not a value
 * @refresh: put everything back to what holds
 * @begin: a drag, or a burst of keys, begins
 * @end: it is over
 *
 * A label, an exact entry and a slider below them. The row knows no values: a subclass says what a position means.
 */
struct _UllSliderRowClass
{
  GtkWidgetClass parent_class;

  void (*move) (UllSliderRow *self, double position);
  void (*step) (UllSliderRow *self, UllLeverStep step);
  gboolean (*enter) (UllSliderRow *self, const char *text, GError **error);
  void (*refresh) (UllSliderRow *self);
  void (*begin) (UllSliderRow *self);
  void (*end) (UllSliderRow *self);
};

void ull_slider_row_set_label (UllSliderRow *self, const char *label);
/* Ends, ticks and labels of the slider; without a stop there is none, and the entry is all. */
void ull_slider_row_set_scale (UllSliderRow *self, const UllLeverScale *scale);
void ull_slider_row_set_position (UllSliderRow *self, double position);
/* @unit_start: where a unit begins within the text, or -1. @unit: beside it. */
void ull_slider_row_set_text (UllSliderRow *self, const char *text, int unit_start, const char *unit);
void ull_slider_row_set_placeholder (UllSliderRow *self, const char *placeholder);
/* What a screen reader says of both slider and entry. */
void ull_slider_row_set_spoken (UllSliderRow *self, const char *value_text, const char *description);
/* What is said below the slider while nothing is faulty, or NULL. Where the row cannot @act, it is why, and both parts are
 * insensitive; @warns: with a mark. */
void ull_slider_row_set_note (UllSliderRow *self, const char *sentence, gboolean acts, gboolean warns);
/* Why the slider or the entry could not go there: shown and spoken until something else is done. NULL: it could. */
void ull_slider_row_set_fault (UllSliderRow *self, const char *sentence);
/* The values changed from elsewhere: the burst is over. */
void ull_slider_row_settle (UllSliderRow *self);

GtkWidget *ull_slider_row_get_scale (UllSliderRow *self); /* (transfer none): the GtkScale */
GtkWidget *ull_slider_row_get_entry (UllSliderRow *self); /* (transfer none): the GtkEntry */
/* The sentence that is shown below, or NULL. */
const char *ull_slider_row_get_message (UllSliderRow *self);

G_END_DECLS
