#pragma once

#include "ull-derivation.h"

G_BEGIN_DECLS

/* Sums in a lesson: 32 * 7900, floor (tokens / 8192), fp8.tokens / tokens. */

/* What a name stands for. FALSE with an error where it is none. */
typedef gboolean (*UllFormulaLookup) (const char *name, double *value, UllUnit *unit, gpointer data, GError **error);

/* + − * / ( ), floor, ceil, round, min, max, numbers and names. @unit: the name's, where the sum is one name alone; else a
 * plain number. ULL_ERROR_INVALID with the sum and what is wrong in it. */
gboolean ull_formula_evaluate (const char *text,
                               UllFormulaLookup lookup,
                               gpointer data,
                               double *value,
                               UllUnit *unit,
                               GError **error);
/* A figure as text shows it; @format: NULL, or "n" plain, "gib", "mib", "gb", "bytes", "pct", or a number of decimals. (transfer
 * full), NULL for a format that is none. */
char *ull_formula_format (double value, UllUnit unit, const char *format);
/* @text with each {sum} or {sum:format} replaced by what it comes to; {{ is a brace. (transfer full) */
char *ull_formula_expand (const char *text, UllFormulaLookup lookup, gpointer data, GError **error);

G_END_DECLS
