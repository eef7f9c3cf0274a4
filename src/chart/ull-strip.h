#pragma once

#include "ull-chart-private.h"
#include "ull-layers.h"

G_BEGIN_DECLS

/* Where the parts of the layer strip lie. Wide: words to the left of the cells; else heading, cells and key below each
 * other. */

typedef struct
{
  char *text;
  double width; /* with its swatch */
  double size;
  int weight;
  UllInk ink;
  int key;      /* whose swatch stands before it, or -1 */
  double inset; /* of the text, where there are swatches */
  gboolean starts; /* the first line of an entry */
} UllStripLine;

typedef struct
{
  UllDraft *draft;
  UllLayers layers;
  gboolean stacked;
  GArray *heading; /* UllStripLine */
  GArray *keys;
  double x0, y0;   /* of the first cell */
  guint columns, rows;
  double pitch;    /* from cell to cell */
  double cell_width, cell_height;
  double above;    /* of a cell: the margin of its ground, and marks of draft layers */
  double row_step;
  gboolean numbered;
} UllStrip;

#define ULL_STRIP_GAP 3.0
#define ULL_STRIP_MARGIN 3.0 /* of the ground around the cells */

void ull_strip_init (UllStrip *strip, UllDraft *draft, const UllDisclosure *disclosure);
void ull_strip_clear (UllStrip *strip);
/* What it would take at the draft's width. */
double ull_strip_height (UllStrip *strip);
/* Into the draft's box: FALSE where there is no room for the cells. */
gboolean ull_strip_lay (UllStrip *strip);
double ull_strip_lines_height (const GArray *lines);
double ull_strip_line_step (const UllStripLine *line);

G_END_DECLS
