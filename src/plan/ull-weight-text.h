#pragma once

#include "ull-derivation.h"

G_BEGIN_DECLS

/* "attention 2.50 GiB + MLP 10.50 GiB", each part by its name. (transfer full) */
char *ull_weight_text_sum (const UllStep *step, const UllOperand *operands);
/* The sum, and of weights with routed experts that all of them are in memory. (transfer full) */
char *ull_weight_text_note (const UllStep *step, const char *sum);

G_END_DECLS
