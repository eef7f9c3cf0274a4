#pragma once

#include "ull-calibration.h"
#include "ull-chart-slips.h"
#include "ull-text.h"

G_BEGIN_DECLS

/* A chart being laid out: what it shows, how, and the box that is left for it. */
typedef struct
{
  const UllDisclosure *disclosure;   /* or */
  const UllCalibration *calibration; /* or */
  gconstpointer subject;             /* what a builder of its own knows */
  guint parts;                       /* of it: which are drawn */
  const UllAnswered *answered;
  const UllChartSpec *spec;
  PangoContext *context;
  UllScene *scene;
  double em;   /* pixels of the chart text's size */
  double text; /* points */
  double tick; /* points */
  double left, top, right, bottom;
} UllDraft;

/* Lines of a label stand this far apart, in em; two labels of two lines are 2.55 em apart. */
#define ULL_LINE_STEP 1.2
#define ULL_LABEL_GAP 0.15

typedef struct
{
  double x0, y0, x1, y1;
} UllBox;

/* Without a scene yet: enough to measure. @margin is left free on all sides. */
UllDraft ull_draft_start (const UllDisclosure *disclosure, const UllChartSpec *spec, PangoContext *context,
                          double margin);
guint32 ull_draft_ink (const UllDraft *draft, UllInk ink);
/* @alpha replaces the ink's own. */
guint32 ull_draft_ink_alpha (const UllDraft *draft, UllInk ink, guint alpha);
/* A dim sentence where there is nothing to draw, wrapped, in the middle of @box; the box it takes. */
UllBox ull_draft_note (UllDraft *draft, const char *sentence, UllBox box);

/* What stands around a chart and is said of it, whatever it shows. */
typedef struct
{
  const char *title;       /* translated */
  const char *description; /* the text alternative */
  const char *caption;
  double least;            /* em of height, below which nothing is drawn */
  void (*draw) (UllDraft *draft);
} UllSurround;

/* Lays the whole picture out. @ground: with a ground of its own, for files. (transfer full) */
UllScene *ull_draft_build (UllDraft *draft, const UllSurround *frame, gboolean ground);
/* Pixels left free around a chart: a widget has a margin of its own, a file has none. */
double ull_draft_margin (gboolean ground);

void ull_chart_draw_memory (UllDraft *draft);
void ull_chart_draw_curves (UllDraft *draft);
void ull_chart_draw_layers (UllDraft *draft);
void ull_chart_draw_lengths (UllDraft *draft);
void ull_chart_draw_levers (UllDraft *draft);
void ull_chart_draw_calibration (UllDraft *draft);
void ull_chart_draw_slips (UllDraft *draft);
char *ull_slips_describe (const UllAnswered *answered);
/* Of one point. (transfer full) */
char *ull_calibration_describe_point (const UllCalibration *calibration, guint i);
GPtrArray *ull_chart_memory_table (const UllDisclosure *disclosure);
GPtrArray *ull_chart_curves_table (const UllDisclosure *disclosure);
GPtrArray *ull_chart_layers_table (const UllDisclosure *disclosure);
GPtrArray *ull_chart_lengths_table (const UllDisclosure *disclosure);
GPtrArray *ull_chart_levers_table (const UllDisclosure *disclosure);
/* Text alternatives. (transfer full) */
char *ull_chart_describe_memory (const UllDisclosure *disclosure);
char *ull_chart_describe_curves (const UllDisclosure *disclosure);
char *ull_chart_describe_layers (const UllDisclosure *disclosure);
char *ull_chart_describe_lengths (const UllDisclosure *disclosure);
char *ull_chart_describe_levers (const UllDisclosure *disclosure);

/* What the figures follow from, clause by clause, without a full stop. (transfer full) */
char *ull_chart_assumptions (const UllDisclosure *disclosure);

/* As ull_chart_build(), on a ground of its own: for files. */
UllScene *ull_chart_build_picture (const UllDisclosure *disclosure, const UllChartSpec *spec, PangoContext *context);

/* Files in memory: any but CSV, and CSV. ull_export_check_size() comes before the scene is made. */
gboolean ull_export_check_size (const UllChartSpec *spec, UllExportFormat format, double scale, GError **error);
GBytes *ull_export_scene (const UllScene *scene, PangoContext *context, UllExportFormat format, double scale, GError **error);
GBytes *ull_export_table (GPtrArray *table);

/* (transfer full) (element-type GStrv) */
GPtrArray *ull_rows_new (void);
/* A row of a table from its cells, which it takes, up to a NULL. */
void ull_table_take_row (GPtrArray *table, ...) G_GNUC_NULL_TERMINATED;

G_END_DECLS
