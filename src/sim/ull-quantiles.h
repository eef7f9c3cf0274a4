#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * UllQuantiles:
 *
 * Counts of non-negative whole values, however many, in memory that does not grow with them: below 256 each value by
 * itself, above in cells of a 128th of their power of two, so that a quantile is within 0.4 % of the value it stands for.
 * Count, sum, least and greatest are exact.
 */
typedef struct
{
  guint64 *cells; /* Owned */
  guint64 count;
  double sum;
  gint64 least;
  gint64 greatest;
} UllQuantiles;

void ull_quantiles_init (UllQuantiles *quantiles);
void ull_quantiles_clear (UllQuantiles *quantiles);
/* @n times @value; a negative one counts as 0. */
void ull_quantiles_add (UllQuantiles *quantiles, gint64 value, guint64 n);
/* The value that at least @ppm of all do not pass; 0 where there is none. */
gint64 ull_quantiles_quantile (const UllQuantiles *quantiles, gint64 ppm);

G_END_DECLS
