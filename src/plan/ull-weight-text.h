#pragma once

#include "ull-derivation.h"

G_BEGIN_DECLS

/* "attention 2.50 GiB + MLP 10.50 GiB", each part by its name. (transfer full) */
char *ull_weight_text_sum (const UllDerivation *derivation, guint step);
/* Of one part on a card: "Attention on a card"; "16 layers: ⌈2.50 GiB ÷ 4⌉ + K, V ⌈0.25 GiB ÷ 2⌉ + 12 MiB on each card".
 * (transfer full) */
char *ull_weight_text_label (const UllStep *step);
char *ull_weight_text_share (const UllStep *step, const UllOperand *operands);
/* The sum, and of weights with routed experts that all of them are in memory; of an
 * estimate, its range. (transfer full) */
char *ull_weight_text_note (const UllStep *step, const char *sum);

G_END_DECLS
