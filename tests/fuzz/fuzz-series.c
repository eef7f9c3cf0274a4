#include "fuzz-bytes.h"
#include "fuzz.h"

#include "ull-error.h"
#include "ull-series.h"

#include <math.h>
#include <string.h>

/* Any bytes as a server's metrics over time. Times of what is read ascend from 0, no figure is endless, shares are at most one, and
 * a column that the file has not says nothing; what is refused is one sentence with the file's name. */

static void
check_row (const UllSeries *series, guint index)
{
  const UllSeriesRow *row = &g_array_index (series->rows, UllSeriesRow, index);
  const double *value = row->value;

  g_assert_true (isfinite (value[ULL_SERIES_TIME]));
  g_assert_true (value[ULL_SERIES_TIME] >= (index > 0 ? row[-1].value[ULL_SERIES_TIME] : 0));
  for (guint i = 0; i < ULL_N_SERIES_COLUMNS; i++)
    {
      g_assert_true (isnan (value[i]) || (isfinite (value[i]) && value[i] >= 0));
      if (i == ULL_SERIES_USE || i == ULL_SERIES_HIT_RATE)
        g_assert_false (value[i] > 1);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (UllSeries) series = NULL;
  g_autoptr (GError) error = NULL;

  fuzz_bytes_set (data, size);
  series = ull_series_read (&fuzz_bytes_source, "series", &error);
  g_assert_true ((series == NULL) == (error != NULL));
  if (series == NULL)
    {
      g_assert_true (error->domain == ULL_ERROR);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      g_assert_true (g_str_has_prefix (error->message, "series"));
      g_assert_null (strchr (error->message, '\n'));
      return 0;
    }
  for (guint i = 0; i < series->rows->len; i++)
    check_row (series, i);
  return 0;
}
