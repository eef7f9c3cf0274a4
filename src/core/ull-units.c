#include "ull-units.h"

#include "ull-error.h"

#include <string.h>

/* Every quantity is a non-negative gint64. Products are taken in 128 bits before they are divided, so that a ppm of a
 * card or a floor of a pool is exact. Text is parsed digit by digit and never through a double: "0.1" is 100,000 ppm
 * and "1.8 GB" is 1,800,000,000 bytes, not the nearest binary fraction. */

static gboolean
narrow (UllWide wide, gint64 *out)
{
  if (wide > (UllWide) G_MAXINT64)
    return FALSE;
  *out = (gint64) wide;
  return TRUE;
}

gboolean
ull_mul_div_floor (gint64 a, gint64 b, gint64 c, gint64 *out)
{
  g_return_val_if_fail (a >= 0 && b >= 0 && c > 0, FALSE);

  return narrow ((UllWide) a * (UllWide) b / (UllWide) c, out);
}

gboolean
ull_mul_div_ceil (gint64 a, gint64 b, gint64 c, gint64 *out)
{
  g_return_val_if_fail (a >= 0 && b >= 0 && c > 0, FALSE);

  return narrow (((UllWide) a * (UllWide) b + (UllWide) c - 1) / (UllWide) c, out);
}

gint64
ull_common_divisor (gint64 a, gint64 b)
{
  while (b > 0)
    {
      gint64 rest = a % b;

      a = b;
      b = rest;
    }
  return a;
}

gboolean
ull_common_multiple (gint64 a, gint64 b, gint64 *multiple)
{
  return ull_mul (a / ull_common_divisor (a, b), b, multiple);
}
