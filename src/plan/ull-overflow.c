#include "ull-overflow-private.h"

#include "ull-error.h"
#include "ull-normal.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Of k independent requests, s = min (k, sharers) share a prefix. Their bytes have the mean
 *     shared + s * mean (own) + (k - s) * mean (all)
 * and the variance s * var (own) + (k - s) * var (all), where `own` is a request without the prefix and `shared` the prefix
 * as the longest request holds it, once. The sum of many is nearly normal; the difference to what is drawn is shown. */

static gboolean
set_overflow (GError **error)
{
  g_set_error (error, ULL_ERROR, ULL_ERROR_OVERFLOW,
               _("requests of these lengths are more bytes than can be counted; shorter ones would be right"));
  return FALSE;
}

static gboolean
measure_cells (UllOverflow *overflow, const UllLayout *layout, const UllLengthCell *cells, GError **error)
{
  for (gsize i = 0; i < overflow->n; i++)
    {
      UllOverflowCell *cell = &overflow->cell[i];

      if (!ull_layout_request_bytes (layout, cells[i].tokens, &cell->each)
          || !ull_layout_shared_bytes (layout, cells[i].tokens, &cell->shared))
        return set_overflow (error);
      overflow->mean += cells[i].weight * (double) cell->each;
      overflow->own_mean += cells[i].weight * (double) (cell->each - cell->shared);
      overflow->shared = MAX (overflow->shared, cell->shared);
    }
  for (gsize i = 0; i < overflow->n; i++)
    {
      const UllOverflowCell *cell = &overflow->cell[i];
      double off = (double) cell->each - overflow->mean;
      double own_off = (double) (cell->each - cell->shared) - overflow->own_mean;

      overflow->variance += cells[i].weight * off * off;
      overflow->own_variance += cells[i].weight * own_off * own_off;
      overflow->alike &= cell->each == overflow->cell[0].each && cell->shared == overflow->cell[0].shared;
    }
  return TRUE;
}

/* The cell of a number u in [0, 1) is the first whose upper end is above u; the guide says where to begin looking. */
static void
make_guide (UllOverflow *overflow, const UllLengthCell *cells)
{
  double up_to = 0;
  gsize slot = 0;

  for (gsize i = 0; i < overflow->n; i++)
    {
      up_to += cells[i].weight;
      overflow->cell[i].up_to = i + 1 < overflow->n ? MIN (up_to, 1) : 1;
      for (; slot < overflow->n && (double) slot < overflow->cell[i].up_to * (double) overflow->n; slot++)
        overflow->guide[slot] = (guint32) i;
    }
}

UllOverflow *
ull_overflow_new (const UllLayout *layout, const UllLengths *lengths, GError **error)
{
  g_autoptr (UllOverflow) overflow = g_new0 (UllOverflow, 1);
  g_autofree UllLengthCell *cells = ull_lengths_cells (lengths, layout->granule, &overflow->n);

  overflow->layout = layout;
  overflow->longest = ull_lengths_quantile (lengths, ULL_PPM_ONE);
  overflow->alike = TRUE;
  overflow->cell = g_new (UllOverflowCell, overflow->n);
  overflow->guide = g_new (guint32, overflow->n);
  if (!measure_cells (overflow, layout, cells, error))
    return NULL;
  make_guide (overflow, cells);
  return g_steal_pointer (&overflow);
}

void
ull_overflow_free (UllOverflow *overflow)
{
  g_clear_pointer (&overflow->cell, g_free);
  g_clear_pointer (&overflow->guide, g_free);
  g_free (overflow);
}

double
ull_overflow_get_mean (const UllOverflow *overflow)
{
  return overflow->mean;
}

double
ull_overflow_get_deviation (const UllOverflow *overflow)
{
  return sqrt (overflow->variance);
}

static gint64
whole (double requests)
{
  return requests < 0x1p62 ? (gint64) requests : G_MAXINT64;
}

gint64
ull_overflow_expected_fit (const UllOverflow *overflow)
{
  double left = (double) overflow->layout->capacity - (double) overflow->shared, sharers;

  if (overflow->alike)
    return ull_layout_max_requests (overflow->layout, overflow->longest);
  sharers = MIN (floor (MAX (left, 0) / overflow->own_mean), (double) overflow->layout->sharers);
  if (overflow->shared == 0)
    return whole ((double) overflow->layout->capacity / overflow->mean);
  return whole (sharers + floor (MAX (left - sharers * overflow->own_mean, 0) / overflow->mean));
}

double
ull_overflow_normal (const UllOverflow *overflow, gint64 requests)
{
  double sharers = (double) MIN (requests, overflow->shared > 0 ? overflow->layout->sharers : 0);
  double others = (double) requests - sharers;
  double mean = sharers * overflow->own_mean + others * overflow->mean + (sharers > 0 ? (double) overflow->shared : 0);
  double variance = sharers * overflow->own_variance + others * overflow->variance;

  if (overflow->alike || requests == 0)
    return requests > ull_layout_max_requests (overflow->layout, overflow->longest) ? 1 : 0;
  return ull_normal_beyond (((double) overflow->layout->capacity - mean) / sqrt (variance));
}

/* The probability grows with the requests as long as it is below a half, hence up to the expected number. */
gint64
ull_overflow_normal_safe (const UllOverflow *overflow, gint64 ppm)
{
  double wanted = (double) ppm / (double) ULL_PPM_ONE;
  gint64 low = 0, high = ull_overflow_expected_fit (overflow);

  while (low < high)
    {
      gint64 middle = low + (high - low + 1) / 2;

      if (ull_overflow_normal (overflow, middle) <= wanted)
        low = middle;
      else
        high = middle - 1;
    }
  return low;
}
