#pragma once

#include "ull-block-grid.h"
#include "ull-plane.h"

G_BEGIN_DECLS

/* What the files of a pool's grid share: its cells (-grid) and what tells of them (-legend). */

typedef struct
{
  UllDraft *draft;
  const UllBlockPicture *picture;
  gint64 blocks;
  gint64 each;   /* blocks of a cell */
  gint64 cells;
  int columns, cell, cell_height;
  double x0, y0;
  double legend_y;
  gboolean two;  /* columns of the legend */
} UllBlockGrid;

/* -legend */
/* "shared by 20 requests" (transfer full) */
char *ull_block_legend_text (const UllBlockPicture *picture, UllCellKind kind);
/* Blocks of the request that stands out, those that are shared left out. */
gint64 ull_block_legend_count_followed (const UllBlockPicture *picture);
/* @turn: of two neighbours one is even. */
void ull_block_legend_style (const UllBlockGrid *grid, UllMark *mark, UllCellKind kind, guint turn, gboolean followed);
/* Chooses its columns and says what height it needs, whoever is followed. */
double ull_block_legend_lay_out (UllBlockGrid *grid);
void ull_block_legend_draw (const UllBlockGrid *grid);

G_END_DECLS
