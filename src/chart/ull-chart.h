#pragma once

#include "ull-disclosure.h"
#include "ull-palette.h"
#include "ull-scene.h"

#include <pango/pango.h>

G_BEGIN_DECLS

typedef enum
{
  ULL_CHART_MEMORY,
  ULL_CHART_CURVES,
  ULL_CHART_LAYERS,
  ULL_CHART_LENGTHS,
  ULL_CHART_LEVERS,
  ULL_N_CHARTS,
} UllChartKind;

typedef enum
{
  ULL_EXPORT_PNG,
  ULL_EXPORT_SVG,
  ULL_EXPORT_PDF,
  ULL_EXPORT_CSV,
  ULL_N_EXPORTS,
} UllExportFormat;

/* How to draw: all but the numbers. */
typedef struct
{
  UllChartKind kind;
  double width;
  double height;
  UllLook look;
  double text_scale; /* 1; 2 at 200 % text */
  gboolean rtl;      /* layout mirrors; axes of numbers do not */
  gboolean title;    /* draw the heading inside the picture (exports) */
  gboolean caption;  /* and the assumptions below it (exports) */
  UllExtent extent;  /* of the curves: the part that is shown, within the whole or beside it */
  gboolean narrow;   /* little room: shorter labels, labels dropped by rank */
} UllChartSpec;

/* A context whose text measures the same everywhere: hinting off, 96 dpi. (transfer full) */
PangoContext *ull_chart_context_new (void);

/* Lays the chart out. While the disclosure is withheld only what it gives is drawn. */
UllScene *ull_chart_build (const UllDisclosure *disclosure, const UllChartSpec *spec, PangoContext *context);

/* Whether both are certain to make the same picture: most levers leave the layers as they are. */
gboolean ull_chart_same (UllChartKind kind, const UllDisclosure *one, const UllDisclosure *other);

/* Pixels that the layer strip needs at the width, text size and direction of @spec. */
double ull_chart_layers_height (const UllDisclosure *disclosure, const UllChartSpec *spec, PangoContext *context);

/* The same data as a table: the header row first, rows of cells; for the table beside a chart and for CSV.
 * (transfer full) (element-type GStrv) */
GPtrArray *ull_chart_table (const UllDisclosure *disclosure, UllChartKind kind);

/* Whole file in memory. @scale: of PNG pixels. NULL with an error where the surface failed. */
GBytes *ull_chart_export (const UllDisclosure *disclosure,
                          const UllChartSpec *spec,
                          UllExportFormat format,
                          double scale,
                          GError **error);
/* From the file name's ending; ULL_ERROR_USAGE names the four that are written. */
gboolean ull_export_format_from_path (const char *path, UllExportFormat *format, GError **error);
const char *ull_chart_kind_get_id (UllChartKind kind); /* "memory" */

/* One sentence of the assumptions: model, card, engine, dtype, utilisation, overhead… (transfer full) */
char *ull_chart_caption (const UllDisclosure *disclosure);

G_END_DECLS
