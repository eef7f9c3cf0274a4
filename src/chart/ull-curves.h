#pragma once

#include "ull-chart-private.h"
#include "ull-scale.h"

G_BEGIN_DECLS

/* One curve per KV dtype: the most whole requests over their length. Every value is the layout's own answer. */

#define ULL_MAX_CURVES 4

typedef struct
{
  char name[32];    /* "bf16", or "q8_0/q4_0" where keys and values differ */
  char id[48];      /* "curve-bf16" */
  UllLayout layout;
} UllCurve;

typedef struct
{
  guint n;
  UllCurve curve[ULL_MAX_CURVES]; /* the present one first */
  gboolean ranged;                /* the pool is a range: */
  UllLayout low, high;            /* the present dtype at its ends */
  gint64 shortest, longest;       /* tokens: the x axis */
  double least, most;             /* requests: the y axis */
  UllExtent whole;                /* what the axes run over unless a part is shown */
  gboolean zoomed;
  gboolean any;                   /* at least one request of some length fits */
} UllCurves;

/* Below one request there is none, so the axis ends a little below one. */
#define ULL_CURVES_LEAST 0.7

void ull_curves_init (UllCurves *curves, const UllDisclosure *disclosure);
/* Shows a part alone. */
void ull_curves_zoom (UllCurves *curves, const UllExtent *extent);
/* The axes of a withheld chart: of no model. */
void ull_curves_init_withheld (UllCurves *curves);

typedef struct
{
  double x, y;
} UllCurvePoint;

#define ULL_MAX_BOXES 32

/* The plot in pixels and what stands in it already. */
typedef struct
{
  UllDraft *draft;
  UllCurves curves;
  UllScale x, y;
  UllBox plot;
  double x_title_y;  /* baselines; 0: no room */
  UllBox taken[ULL_MAX_BOXES];
  guint n_taken;
} UllCurvePlot;

/* Beyond the plot where a part is shown that it is not in. */
double ull_curve_y (const UllCurvePlot *plot, gint64 requests);
gboolean ull_curve_shows (const UllCurvePlot *plot, gint64 tokens, gint64 requests);
gint64 ull_curve_tokens_at (const UllCurvePlot *plot, double x);
/* Steps from left to right: (element-type UllCurvePoint) (transfer full) */
GArray *ull_curve_trace (const UllCurvePlot *plot, const UllLayout *layout);
/* The line in pieces that leave out what the taken boxes cover. */
void ull_curve_draw_line (const UllCurvePlot *plot, const char *id, const GArray *points, guint32 colour, double width,
                          const double *dash);
gboolean ull_curve_crosses (const UllCurvePlot *plot, const UllLayout *layout, const UllBox *box);

/* Where the plot lies, then its axes; the grid leaves out what is taken by then. */
void ull_curve_lay_axes (UllCurvePlot *plot);
void ull_curve_draw_axes (UllCurvePlot *plot);

/* Labels claim their boxes before the lines are drawn, which leave out what is taken. */
void ull_curve_place_labels (UllCurvePlot *plot);
void ull_curve_draw_point (UllCurvePlot *plot);
void ull_curve_add_spots (UllCurvePlot *plot);
void ull_curve_take (UllCurvePlot *plot, UllBox box);
/* Inside the plot and clear of every box that is taken. */
gboolean ull_curve_is_free (const UllCurvePlot *plot, const UllBox *box);
/* Whether a curve other than @except (-1: none) runs through the box. */
gboolean ull_curve_hits (const UllCurvePlot *plot, const UllBox *box, int except);

G_END_DECLS
