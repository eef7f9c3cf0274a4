#include "ull-record.h"

#include "ull-csv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a record says. The Brier score is the mean of (confidence − outcome)², with the outcome 1 or 0; the interval is that of
 * Wilson (1927) at 95 %, which is one for small numbers too. */

#define Z 1.959963984540054

void
ull_wilson (guint right, guint n, double *low, double *high)
{
  double k = right, count = n, z2 = Z * Z;
  double middle = (k + z2 / 2) / (count + z2);
  double reach = n > 0 ? Z / (count + z2) * sqrt (k * (count - k) / count + z2 / 4) : 0.5;

  *low = MAX (n > 0 ? middle - reach : 0, 0);
  *high = MIN (n > 0 ? middle + reach : 1, 1);
}

static const UllRecordEntry *
entry_at (const UllRecord *record, guint i)
{
  return &g_array_index (record->entries, UllRecordEntry, i);
}

guint
ull_record_reliability (const UllRecord *record, UllReliability points[ULL_RELIABILITY_POINTS])
{
  guint n[ULL_RELIABILITY_POINTS] = { 0 }, right[ULL_RELIABILITY_POINTS] = { 0 }, n_points = 0;

  for (guint i = 0; i < record->entries->len; i++)
    {
      const UllRecordEntry *entry = entry_at (record, i);
      int bin = (entry->confidence + 5) / 10;

      if (entry->confidence == ULL_NO_CONFIDENCE)
        continue;
      n[bin]++;
      right[bin] += entry->right ? 1 : 0;
    }
  for (int bin = 0; bin < ULL_RELIABILITY_POINTS; bin++)
    {
      if (n[bin] == 0)
        continue;
      points[n_points] = (UllReliability) { .confidence = 10 * bin, .n = n[bin], .right = right[bin] };
      ull_wilson (right[bin], n[bin], &points[n_points].low, &points[n_points].high);
      n_points++;
    }
  return n_points;
}

static int
compare (const void *a, const void *b)
{
  double one = *(const double *) a, other = *(const double *) b;

  return (one > other) - (one < other);
}

static double
median_factor (const UllRecord *record)
{
  g_autofree double *factors = g_new (double, record->entries->len + 1);
  guint n = 0;

  for (guint i = 0; i < record->entries->len; i++)
    if (entry_at (record, i)->factor >= 1)
      factors[n++] = entry_at (record, i)->factor;
  if (n == 0)
    return NAN;
  qsort (factors, n, sizeof *factors, compare);
  return n % 2 == 1 ? factors[n / 2] : (factors[n / 2 - 1] + factors[n / 2]) / 2;
}

/* Of equals, the one that got there first. */
static void
find_missed (const UllRecord *record, UllRecordSummary *summary)
{
  g_autoptr (GHashTable) terms = g_hash_table_new (g_str_hash, g_str_equal);
  guint slips[ULL_N_SLIPS] = { 0 }, most = 0;

  for (guint i = 0; i < record->entries->len; i++)
    {
      const UllRecordEntry *entry = entry_at (record, i);
      UllSlipId slip = ull_slip_from_id (entry->slip);
      guint wrong;

      if (entry->right)
        continue;
      if (slip != ULL_N_SLIPS && ++slips[slip] > most)
        {
          most = slips[slip];
          summary->missed_slip = slip;
        }
      wrong = GPOINTER_TO_UINT (g_hash_table_lookup (terms, entry->term)) + 1;
      g_hash_table_insert (terms, entry->term, GUINT_TO_POINTER (wrong));
      if (wrong > summary->n_missed)
        {
          summary->n_missed = wrong;
          summary->missed_term = entry->term;
        }
    }
}

void
ull_record_summarize (const UllRecord *record, UllRecordSummary *summary)
{
  double sum = 0, squares = 0;

  *summary = (UllRecordSummary) { .missed_slip = ULL_N_SLIPS };
  summary->n_answers = record->entries->len;
  for (guint i = 0; i < record->entries->len; i++)
    {
      const UllRecordEntry *entry = entry_at (record, i);
      double miss = entry->confidence / 100.0 - (entry->right ? 1 : 0);

      summary->n_right += entry->right ? 1 : 0;
      if (entry->confidence == ULL_NO_CONFIDENCE)
        continue;
      summary->n_confident++;
      sum += entry->confidence;
      squares += miss * miss;
    }
  summary->mean_confidence = summary->n_confident > 0 ? sum / summary->n_confident : NAN;
  summary->brier = summary->n_confident > 0 ? squares / summary->n_confident : NAN;
  summary->median_factor = median_factor (record);
  find_missed (record, summary);
}

char *
ull_record_csv (const UllRecord *record)
{
  static const char *const header[] = { "time", "source", "question", "kind", "term", "confidence", "right", "slip", "factor", NULL };
  GString *text = g_string_new (NULL);

  ull_csv_append_row (text, header, ULL_CSV_CRLF);
  for (guint i = 0; i < record->entries->len; i++)
    {
      const UllRecordEntry *entry = entry_at (record, i);
      gboolean said = entry->confidence != ULL_NO_CONFIDENCE;
      g_autofree char *time = g_strdup_printf ("%" G_GINT64_FORMAT, entry->time);
      g_autofree char *confidence = said ? g_strdup_printf ("%d", entry->confidence) : g_strdup ("");
      char factor[G_ASCII_DTOSTR_BUF_SIZE] = "";

      if (entry->factor > 0)
        g_ascii_formatd (factor, sizeof factor, "%.6g", entry->factor);
      ull_csv_append_row (text,
                          (const char *const[]){ time, entry->source, entry->question, entry->kind, entry->term, confidence,
                                                 entry->right ? "true" : "false", entry->slip != NULL ? entry->slip : "", factor, NULL },
                          ULL_CSV_CRLF);
    }
  return g_string_free (text, FALSE);
}
