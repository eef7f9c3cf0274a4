#include "ull-draw.h"

#include <math.h>

/* Inverse transform: the first cell whose cumulative weight is above a uniform draw. */

#define NS_PER_SECOND 1e9
/* A gap of more than 30 years is as good as none. */
#define MAX_GAP_NS 1e18

struct _UllDraw
{
  gsize n;
  double *up_to;  /* cumulative weight with this cell */
  gint64 *tokens;
};

UllDraw *
ull_draw_new (const UllLengths *lengths)
{
  UllDraw *draw = g_new0 (UllDraw, 1);
  g_autofree UllLengthCell *cells = ull_lengths_cells (lengths, 1, &draw->n);
  double sum = 0;

  draw->up_to = g_new (double, draw->n);
  draw->tokens = g_new (gint64, draw->n);
  for (gsize i = 0; i < draw->n; i++)
    {
      sum += cells[i].weight;
      draw->up_to[i] = sum;
      draw->tokens[i] = cells[i].tokens;
    }
  return draw;
}

/* A power of a ratio keeps order and median, and makes of a lognormal upper half one of so many times the deviation. */
UllDraw *
ull_draw_new_with_tail (const UllLengths *lengths, double tail, gint64 most)
{
  UllDraw *draw = ull_draw_new (lengths);
  double median = (double) MAX (ull_lengths_quantile (lengths, 500000), 1);

  for (gsize i = 0; tail > 1 && i < draw->n; i++)
    {
      double ratio = (double) draw->tokens[i] / median;

      if (ratio > 1)
        draw->tokens[i] = MAX ((gint64) MIN (median * pow (ratio, tail), (double) most), draw->tokens[i]);
    }
  return draw;
}

void
ull_draw_free (UllDraw *draw)
{
  if (draw == NULL)
    return;
  g_free (draw->up_to);
  g_free (draw->tokens);
  g_free (draw);
}

/* The last entry stands for all that rounding leaves above its sum. */
static gsize
find_above (const double *up_to, gsize n, double u)
{
  gsize low = 0, high = n - 1;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (up_to[middle] > u)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

gint64
ull_draw_next (const UllDraw *draw, UllRandom *random)
{
  return draw->tokens[find_above (draw->up_to, draw->n, ull_random_unit (random))];
}

static gint64
gap_of (double seconds)
{
  return (gint64) MIN (seconds * NS_PER_SECOND, MAX_GAP_NS);
}

gint64
ull_draw_exponential (UllRandom *random, double rate)
{
  return gap_of (-log1p (-ull_random_unit (random)) / rate);
}

/* The polar method; one of its two values is thrown away, so that a draw depends on nothing but the generator. */
static double
draw_normal (UllRandom *random)
{
  double x, y, square;

  do
    {
      x = 2 * ull_random_unit (random) - 1;
      y = 2 * ull_random_unit (random) - 1;
      square = x * x + y * y;
    }
  while (square >= 1 || square <= 0);
  return x * sqrt (-2 * log (square) / square);
}

/* Marsaglia and Tsang (2000), for a shape of at least 1. */
static double
draw_gamma_from (UllRandom *random, double shape)
{
  double d = shape - 1.0 / 3, c = 1 / sqrt (9 * d);

  for (;;)
    {
      double x = draw_normal (random), v = 1 + c * x, u;

      if (v <= 0)
        continue;
      v = v * v * v;
      u = 1 - ull_random_unit (random);
      if (log (u) < x * x / 2 + d - d * v + d * log (v))
        return d * v;
    }
}

/* Mean 1 / rate and coefficient cv: shape 1 / cv^2. A shape below 1 is drawn one higher and brought back by a power of a
 * uniform draw. */
gint64
ull_draw_gamma (UllRandom *random, double rate, double cv)
{
  double shape, value;

  if (cv <= 0)
    return gap_of (1 / rate);
  shape = 1 / (cv * cv);
  value = draw_gamma_from (random, shape < 1 ? shape + 1 : shape);
  if (shape < 1)
    value *= pow (1 - ull_random_unit (random), 1 / shape);
  return gap_of (value / (shape * rate));
}

struct _UllZipf
{
  guint n;
  double *up_to;
};

UllZipf *
ull_zipf_new (guint n, double exponent)
{
  UllZipf *zipf = g_new0 (UllZipf, 1);
  double sum = 0;

  zipf->n = MAX (n, 1);
  zipf->up_to = g_new (double, zipf->n);
  for (guint i = 0; i < zipf->n; i++)
    zipf->up_to[i] = sum += pow (i + 1, -exponent);
  for (guint i = 0; i < zipf->n; i++)
    zipf->up_to[i] /= sum;
  return zipf;
}

void
ull_zipf_free (UllZipf *zipf)
{
  if (zipf == NULL)
    return;
  g_free (zipf->up_to);
  g_free (zipf);
}

guint
ull_zipf_next (const UllZipf *zipf, UllRandom *random)
{
  return (guint) find_above (zipf->up_to, zipf->n, ull_random_unit (random));
}
