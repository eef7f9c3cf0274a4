/* The reliability curve as a value, in words, as a table and as a file. Confidences are per cent in steps of ten, shares
 * from 0 to 1; the interval is Wilson's at 95 %, as the record makes it. Where nobody said how sure they were there is no
 * point, and the picture says so. */
#include "ull-calibration.h"

#include "ull-chart-private.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>

#define LEAST_EM 6

static int
find_latest (const UllCalibration *calibration, const UllRecord *record)
{
  for (guint i = record->entries->len; i > 0; i--)
    {
      int confidence = g_array_index (record->entries, UllRecordEntry, i - 1).confidence;

      if (confidence == ULL_NO_CONFIDENCE)
        continue;
      for (guint k = 0; k < calibration->n; k++)
        if (calibration->point[k].confidence == (confidence + 5) / 10 * 10)
          return (int) k;
    }
  return -1;
}

void
ull_calibration_init (UllCalibration *calibration, const UllRecord *record)
{
  *calibration = (UllCalibration) { .latest = -1 };
  calibration->n = ull_record_reliability (record, calibration->point);
  calibration->latest = find_latest (calibration, record);
}

static guint
count_answers (const UllCalibration *calibration)
{
  guint n = 0;

  for (guint i = 0; i < calibration->n; i++)
    n += calibration->point[i].n;
  return n;
}

char *
ull_calibration_describe (const UllCalibration *calibration)
{
  GString *out;

  if (calibration->n == 0)
    return g_strdup (_("No answer has a confidence yet."));
  out = g_string_new (_("Answers that were right, by how sure you were."));
  for (guint i = 0; i < calibration->n; i++)
    {
      g_autofree char *point = ull_calibration_describe_point (calibration, i);

      g_string_append_c (out, ' ');
      g_string_append (out, point);
    }
  return g_string_free (out, FALSE);
}

static char *
format_share (double share)
{
  return g_strdup_printf ("%.0f" ULL_NBSP "%%", 100 * share);
}

char *
ull_calibration_describe_point (const UllCalibration *calibration, guint i)
{
  const UllReliability *point = &calibration->point[i];
  g_autofree char *sure = format_share (point->confidence / 100.0), *share = format_share ((double) point->right / point->n);
  g_autofree char *low = format_share (point->low), *high = format_share (point->high);
  g_autofree char *text = g_strdup_printf (_("About %s sure: %u of %u right, %s; the interval is %s to %s."), sure, point->right,
                                           point->n, share, low, high);

  if (calibration->latest != (int) i)
    return g_steal_pointer (&text);
  return g_strconcat (text, " ", _("Your last answer is one of them."), NULL);
}

static char *
plain (double share)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.6f", share));
}

GPtrArray *
ull_calibration_table (const UllCalibration *calibration)
{
  GPtrArray *table = ull_rows_new ();

  ull_table_take_row (table, g_strdup (_("Confidence (per cent)")), g_strdup (_("Answers")), g_strdup (_("Right")),
                      g_strdup (_("Share right")), g_strdup (_("Low (interval at 95 %)")), g_strdup (_("High (interval at 95 %)")), NULL);
  for (guint i = 0; i < calibration->n; i++)
    {
      const UllReliability *point = &calibration->point[i];

      ull_table_take_row (table, g_strdup_printf ("%d", point->confidence), g_strdup_printf ("%u", point->n),
                          g_strdup_printf ("%u", point->right), plain ((double) point->right / point->n), plain (point->low),
                          plain (point->high), NULL);
    }
  return table;
}

static UllScene *
build (const UllCalibration *calibration, const UllChartSpec *spec, PangoContext *context, gboolean ground)
{
  UllDraft draft = ull_draft_start (NULL, spec, context, ull_draft_margin (ground));
  g_autofree char *description = ull_calibration_describe (calibration);
  guint n = count_answers (calibration);
  g_autofree char *caption = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u answer with a confidence. Bars are intervals at 95\302\240%% (Wilson); discs grow with the answers.",
                   "%u answers with a confidence. Bars are intervals at 95\302\240%% (Wilson); discs grow with the answers.", n),
      n);
  UllSurround frame = { _("How well you know what you know"), description, caption, LEAST_EM, ull_chart_draw_calibration };

  draft.calibration = calibration;
  return ull_draft_build (&draft, &frame, ground);
}

UllScene *
ull_calibration_build (const UllCalibration *calibration, const UllChartSpec *spec, PangoContext *context)
{
  return build (calibration, spec, context, FALSE);
}

GBytes *
ull_calibration_export (const UllCalibration *calibration,
                        const UllChartSpec *spec,
                        UllExportFormat format,
                        double scale,
                        GError **error)
{
  g_autoptr (GPtrArray) table = NULL;
  g_autoptr (UllScene) scene = NULL;
  PangoContext *context;
  GBytes *bytes;

  if (format == ULL_EXPORT_CSV)
    {
      table = ull_calibration_table (calibration);
      return ull_export_table (table);
    }
  if (!ull_export_check_size (spec, format, scale, error))
    return NULL;
  context = ull_chart_context_new ();
  scene = build (calibration, spec, context, TRUE);
  bytes = ull_export_scene (scene, context, format, scale, error);
  g_object_unref (context);
  return bytes;
}
