#pragma once

#include "ull-plan.h"

G_BEGIN_DECLS

/* The difference of two plans, term by term: the parts of a card's memory, then what fits in it. */

/* A value that one of the two does not have: a part that is absent, blocks where nothing grows. */
#define ULL_COMPARE_NONE G_MININT64
/* A value that nothing bounds. */
#define ULL_COMPARE_UNBOUNDED G_MAXINT64

typedef struct
{
  const char *id;      /* "kv_pool", "max_concurrency" */
  UllUnit unit;
  gint64 a, b;
  gboolean comparable; /* both are numbers: */
  gint64 difference;   /* b - a */
  double factor;       /* b / a; not a number where a is 0 or either is negative */
} UllCompareRow;

#define ULL_MAX_COMPARE_ROWS (ULL_N_TERMS + 16)

typedef struct
{
  guint n;
  UllCompareRow row[ULL_MAX_COMPARE_ROWS];
} UllComparison;

/* Rows that neither has are left out. */
void ull_comparison_init (UllComparison *comparison, const UllPlan *a, const UllPlan *b);
/* NULL where there is no such row. */
const UllCompareRow *ull_comparison_find (const UllComparison *comparison, const char *id);

const char *ull_compare_get_label (const char *id); /* translated: "KV pool" */
/* A value of a row; what is absent or without a bound is said so. (transfer full), translated, as the next two are. */
char *ull_compare_value_text (UllUnit unit, gint64 value);
/* "+1.24 GiB"; "" where the two cannot be subtracted, "same" where they are equal. */
char *ull_compare_difference_text (const UllCompareRow *row);
char *ull_compare_factor_text (const UllCompareRow *row); /* "×1.50", or "" */

/* For people: quantity, both, difference, factor. (transfer full) (element-type GStrv), the header first. */
GPtrArray *ull_comparison_table (const UllComparison *comparison, const char *name_a, const char *name_b);
/* For scripts: ids and plain numbers; what is absent or without a bound is empty. @ending: of a row. */
void ull_comparison_append_csv (const UllComparison *comparison, const char *name_a, const char *name_b, GString *out,
                                const char *ending);

/* The step of @other that is the same as @step of @derivation: the same id, and as many with that id before it; -1. */
int ull_compare_step (const UllDerivation *derivation, guint step, const UllDerivation *other);
/* How @value of @unit compares with the value @from: "+1.24 GiB", or NULL where they are equal. */
char *ull_compare_change_text (UllUnit unit, gint64 from, gint64 value);

G_END_DECLS
