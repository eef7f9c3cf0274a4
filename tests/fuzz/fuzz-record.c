#include "fuzz.h"

#include "ull-error.h"
#include "ull-record.h"

#include <math.h>
#include <string.h>

/* Any bytes as a record. One that is read says the same when it is written and read again, and its figures are figures; what is
 * refused is one sentence with the file's name. */

static void
check_figures (const UllRecord *record)
{
  UllReliability points[ULL_RELIABILITY_POINTS];
  guint n_points = ull_record_reliability (record, points), n = 0;
  UllRecordSummary summary;

  ull_record_summarize (record, &summary);
  g_assert_cmpuint (summary.n_answers, ==, record->entries->len);
  g_assert_cmpuint (summary.n_right, <=, summary.n_answers);
  g_assert_true (isnan (summary.brier) || (summary.brier >= 0 && summary.brier <= 1));
  g_assert_true (isnan (summary.median_factor) || summary.median_factor >= 1);
  for (guint i = 0; i < n_points; i++)
    {
      double share = (double) points[i].right / points[i].n;

      g_assert_true (points[i].low >= 0 && points[i].low <= share + 1e-9 && points[i].high >= share - 1e-9 && points[i].high <= 1);
      n += points[i].n;
    }
  g_assert_cmpuint (n, ==, summary.n_confident);
}

static void
check_again (const UllRecord *record)
{
  g_autofree char *text = ull_record_dup_text (record), *csv = ull_record_csv (record), *again = NULL;
  g_autoptr (UllRecord) same = ull_record_parse ("x", text, strlen (text), NULL);

  g_assert_nonnull (same);
  again = ull_record_dup_text (same);
  g_assert_cmpstr (text, ==, again);
  g_assert_true (g_str_has_prefix (csv, "time,"));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (UllRecord) record = ull_record_parse ("x", (const char *) data, size, &error);

  g_assert_true ((record == NULL) == (error != NULL));
  if (record == NULL)
    {
      g_assert_true (error->domain == ULL_ERROR);
      g_assert_true (g_str_has_prefix (error->message, "x: ") && strchr (error->message, '\n') == NULL);
      return 0;
    }
  check_figures (record);
  check_again (record);
  return 0;
}
