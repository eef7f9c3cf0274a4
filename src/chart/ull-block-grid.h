#pragma once

#include "ull-chart.h"

G_BEGIN_DECLS

/* The blocks of a pool at one moment: a cell a block, or so many blocks a cell where there is no room for each. */

typedef enum
{
  ULL_CELL_SHARED,   /* by two requests or more */
  ULL_CELL_OWNED,    /* one request's */
  ULL_CELL_RETAINED, /* nobody's, with a prefix in it */
  ULL_CELL_FREE,
  ULL_N_CELLS,
} UllCellKind;

/* Blocks that are alike and side by side. */
typedef struct
{
  UllCellKind kind;
  gint64 owner;  /* the request's number; -1: none */
  gint64 blocks;
} UllCellRun;

typedef struct
{
  const UllCellRun *run; /* Borrowed: shared ones, by request as admitted, retained in order of eviction, free */
  guint n;
  gint64 sharers;        /* requests that have shared blocks */
  gint64 followed;       /* a request's number, or -1 */
  const char *load;      /* (nullable): for the caption */
} UllBlockPicture;

#define ULL_BLOCKS_CHART_ID "blocks"

gint64 ull_block_grid_count (const UllBlockPicture *picture, UllCellKind kind);
UllScene *ull_block_grid_build (const UllBlockPicture *picture, const UllChartSpec *spec, PangoContext *context);
/* The run whose cell is at a place of its scene: its spot, the owner in it. (nullable) (transfer none) */
const UllSpot *ull_block_grid_find (const UllScene *scene, double x, double y);
/* ULL_N_CELLS: of no run. */
UllCellKind ull_block_grid_kind (const UllSpot *spot);
GPtrArray *ull_block_grid_table (const UllBlockPicture *picture);
char *ull_block_grid_describe (const UllBlockPicture *picture);
GBytes *ull_block_grid_export (const UllBlockPicture *picture, const UllChartSpec *spec, UllExportFormat format, double scale, GError **error);

G_END_DECLS
