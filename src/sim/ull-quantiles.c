#include "ull-quantiles.h"

/* Cell of a value v of 2^e <= v < 2^(e+1), e >= 8: its top eight bits, 128 cells a power of two. */

#define EXACT 256
#define SUB_BITS 7
#define SUB (1 << SUB_BITS)
#define N_CELLS (EXACT + (63 - 8) * SUB)

void
ull_quantiles_init (UllQuantiles *quantiles)
{
  *quantiles = (UllQuantiles) { .cells = g_new0 (guint64, N_CELLS), .least = G_MAXINT64 };
}

void
ull_quantiles_clear (UllQuantiles *quantiles)
{
  g_clear_pointer (&quantiles->cells, g_free);
}

static guint
cell_of (gint64 value)
{
  guint e;

  if (value < EXACT)
    return (guint) value;
  e = 63 - (guint) __builtin_clzll ((guint64) value);
  return EXACT + (e - 8) * SUB + ((guint) (value >> (e - SUB_BITS)) - SUB);
}

/* The middle of a cell. */
static gint64
value_of (guint cell)
{
  guint e, sub;

  if (cell < EXACT)
    return cell;
  e = (cell - EXACT) / SUB + 8;
  sub = (cell - EXACT) % SUB + SUB;
  return ((gint64) sub << (e - SUB_BITS)) + ((gint64) 1 << (e - SUB_BITS)) / 2;
}

void
ull_quantiles_add (UllQuantiles *quantiles, gint64 value, guint64 n)
{
  value = MAX (value, 0);
  quantiles->cells[cell_of (value)] += n;
  quantiles->count += n;
  quantiles->sum += (double) value * (double) n;
  quantiles->least = MIN (quantiles->least, value);
  quantiles->greatest = MAX (quantiles->greatest, value);
}

gint64
ull_quantiles_quantile (const UllQuantiles *quantiles, gint64 ppm)
{
  guint64 wanted, seen = 0;

  if (quantiles->count == 0)
    return 0;
  wanted = (guint64) (((__uint128_t) quantiles->count * (guint64) ppm + 999999) / 1000000);
  for (guint cell = 0; cell < N_CELLS; cell++)
    {
      seen += quantiles->cells[cell];
      if (seen >= wanted && seen > 0)
        return CLAMP (value_of (cell), quantiles->least, quantiles->greatest);
    }
  return quantiles->greatest;
}
