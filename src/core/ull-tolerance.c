#include "ull-tolerance.h"

#include <string.h>

/* Two decimals of GiB hide a range of a few MiB, and a range that is not seen passes for none. Its ends may be unlike: what is
 * said is the greater distance, so that both lie within it. */

#define PLUS_MINUS "\302\261"

char *
ull_format_tolerance (gint64 low, gint64 bytes, gint64 high)
{
  g_autofree char *from = ull_format_gib (low);
  g_autofree char *to = ull_format_gib (high);
  g_autofree char *size = NULL;

  if (low >= high || strcmp (from, to) != 0)
    return NULL;
  size = ull_format_size (MAX (bytes - low, high - bytes));
  return g_strdup_printf (PLUS_MINUS ULL_NBSP "%s", size);
}
