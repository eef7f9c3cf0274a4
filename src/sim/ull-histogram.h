#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * UllHistogram:
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
} UllHistogram;

void ull_histogram_init (UllHistogram *histogram);
void ull_histogram_clear (UllHistogram *histogram);
/* @n times @value; a negative one counts as 0. */
void ull_histogram_add (UllHistogram *histogram, gint64 value, guint64 n);
/* The value that at least @ppm of all do not pass; 0 where there is none. */
gint64 ull_histogram_quantile (const UllHistogram *histogram, gint64 ppm);
double ull_histogram_mean (const UllHistogram *histogram);

G_END_DECLS
