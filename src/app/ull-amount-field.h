#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ULL_TYPE_AMOUNT_FIELD (ull_amount_field_get_type ())
G_DECLARE_FINAL_TYPE (UllAmountField, ull_amount_field, ULL, AMOUNT_FIELD, GtkWidget)

/* An entry for a number with its unit beside it. Properties: "label" (string: what a screen reader calls it), "unit",
 * "text". Signals: "changed", at every letter; "activate". Undo is off: Ctrl+Z is the lever's. */
const char *ull_amount_field_get_text (UllAmountField *self);
void ull_amount_field_set_text (UllAmountField *self, const char *text);
void ull_amount_field_set_unit (UllAmountField *self, const char *unit);
/* What is wrong with the text, a sentence; NULL: nothing. The owner shows it where there is room. */
void ull_amount_field_set_fault (UllAmountField *self, const char *sentence);

G_END_DECLS
