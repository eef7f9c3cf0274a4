#pragma once

#include "ull-chart.h"
#include "ull-question.h"

G_BEGIN_DECLS

/* Where a number that was given as an answer lies among the truth and the usual mistakes. Nothing of it exists before an
 * answer is committed: it is made from the key. */
typedef struct
{
  const UllQuestion *question;
  const UllKey *key;
  const UllGrade *grade;
} UllAnswered;

/* Whether there is an axis to show it on: a number above nothing. */
gboolean ull_slips_chart_may_show (const UllAnswered *answered);
/* Pixels that all names need at the width and text size of @spec. */
double ull_slips_chart_height (const UllAnswered *answered, const UllChartSpec *spec, PangoContext *context);
/* The kind of @spec is not read. Names that find no room are left out, the person's own mistake last. */
UllScene *ull_slips_chart_build (const UllAnswered *answered, const UllChartSpec *spec, PangoContext *context);

/* The header row first; the answer, the person's number and every usual mistake. (transfer full) (element-type GStrv) */
GPtrArray *ull_slips_chart_table (const UllAnswered *answered);
/* A picture for a page: with heading and question, as wide as a column and as high as the names need. */
void ull_slips_chart_page (const UllAnswered *answered, UllChartSpec *spec);
/* As of ull_chart_export(). */
GBytes *ull_slips_chart_export (const UllAnswered *answered,
                                const UllChartSpec *spec,
                                UllExportFormat format,
                                double scale,
                                GError **error);

G_END_DECLS
