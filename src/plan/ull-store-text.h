#pragma once

#include "ull-derivation.h"

G_BEGIN_DECLS

/* "32 layers", by the untranslated words for one and for many. (transfer full) */
char *ull_store_text_count (gint64 value, const char *one, const char *many);
/* Of a step of ULL_OP_STORE_BYTES, whose operands are @value. (transfer full) */
char *ull_store_text_sum (const UllOperand *value);
char *ull_store_text_label (const UllStep *step, UllGrowth growth);

G_END_DECLS
