/* A pool as a grid. Cells are of whole pixels, nearly square, the largest at which all have room, so that the grid takes the height that
 * there is; below LEAST_CELL pixels a cell stands for more blocks, which the legend says. Runs are painted as rectangles and parted by lines in the ground's colour, so that the
 * scene grows with the requests and not with the blocks. Rows are read as text is: right to left they begin at the right. */
#include "ull-block-grid-private.h"

#include "ull-ramp-plot.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define LEAST_EM 8
#define LEAST_CELL 4
#define MOST_CELL 14
#define MOST_ASPECT 1.5 /* of a cell's longer side to the other */

/* Of marks and spots. */
static const char *const ids[ULL_N_CELLS] = { "shared", "owned", "retained", "free" };

gint64
ull_block_grid_count (const UllBlockPicture *picture, UllCellKind kind)
{
  gint64 blocks = 0;

  for (guint i = 0; i < picture->n; i++)
    if (picture->run[i].kind == kind)
      blocks += picture->run[i].blocks;
  return blocks;
}

static gint64
count_all (const UllBlockPicture *picture)
{
  gint64 blocks = 0;

  for (guint i = 0; i < picture->n; i++)
    blocks += picture->run[i].blocks;
  return blocks;
}

static gint64
cells_of (const UllBlockGrid *grid, gint64 each)
{
  return (grid->blocks + each - 1) / each;
}

/* The height of the cells of one width at which so many have room; 0: there is none. */
static int
fit_height (gint64 cells, int cell, double width, double height)
{
  gint64 columns = MAX ((gint64) (width / cell), 1), rows = MAX ((cells + columns - 1) / columns, 1);
  int high = (int) MIN (floor (height / (double) rows), MIN (MOST_CELL, floor (cell * MOST_ASPECT)));

  return high >= LEAST_CELL && high * MOST_ASPECT >= cell ? high : 0;
}

/* The largest cell at which all have room, of two as large the one that is wider: rows are read along. */
static gboolean
fit_cells (UllBlockGrid *grid, double width, double height)
{
  grid->cells = cells_of (grid, grid->each);
  grid->cell = grid->cell_height = 0;
  for (int cell = MOST_CELL; cell >= LEAST_CELL; cell--)
    {
      int high = fit_height (grid->cells, cell, width, height);

      if (cell * high > grid->cell * grid->cell_height)
        {
          grid->cell = cell;
          grid->cell_height = high;
        }
    }
  grid->columns = MAX ((int) (width / MAX (grid->cell, LEAST_CELL)), 1);
  return grid->cell > 0;
}

/* A block a cell, else twice as many, and so on. One cell that has no room is drawn all the same. */
static void
fit (UllBlockGrid *grid, double width, double height)
{
  for (grid->each = 1; !fit_cells (grid, width, height) && grid->cells > 1; grid->each *= 2)
    ;
  if (grid->cell == 0)
    grid->cell = grid->cell_height = LEAST_CELL;
}

static void
lay_out (UllBlockGrid *grid)
{
  UllDraft *draft = grid->draft;
  double legend = ull_block_legend_lay_out (grid);

  grid->x0 = floor (draft->left);
  grid->y0 = ceil (draft->top);
  fit (grid, draft->right - draft->left, MAX (draft->bottom - draft->top - legend, LEAST_CELL));
  grid->legend_y = grid->y0 + (double) ((grid->cells + grid->columns - 1) / grid->columns * grid->cell_height) + 0.4 * draft->em;
}

static void
add_piece (const UllBlockGrid *grid, const UllCellRun *run, guint turn, gint64 from, gint64 to, const char *said)
{
  UllDraft *draft = grid->draft;
  gint64 row = from / grid->columns, rows = MAX (to / grid->columns - row, 1);
  double width = (double) ((to - from > grid->columns ? grid->columns : MIN (to - from, grid->columns)) * grid->cell);
  double left = grid->x0 + (double) (from % grid->columns * grid->cell), y = grid->y0 + (double) (row * grid->cell_height);
  double whole = (double) (grid->columns * grid->cell);
  UllMark *mark;

  if (draft->spec->rtl)
    left = grid->x0 + whole - (left - grid->x0) - width;
  mark = ull_scene_add_rect (draft->scene, ids[run->kind], left, y, width, (double) (rows * grid->cell_height));
  ull_block_legend_style (grid, mark, run->kind, turn, run->owner >= 0 && run->owner == grid->picture->followed);
  ull_scene_add_spot (draft->scene, ids[run->kind], left, y, width, (double) (rows * grid->cell_height), g_strdup (said), -1)->owner
    = run->owner;
}

/* A run in up to three rectangles: what is left of a row, whole rows, the beginning of one. */
static void
add_run (const UllBlockGrid *grid, const UllCellRun *run, guint turn, gint64 from, gint64 to)
{
  g_autofree char *blocks = ull_format_count (run->blocks), *owner = NULL, *said = NULL, *what = ull_block_legend_text (grid->picture, run->kind);

  if (run->kind == ULL_CELL_OWNED)
    {
      owner = ull_format_count (run->owner + 1);
      said = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Request %s: %s block.", "Request %s: %s blocks.", (gulong) run->blocks), owner, blocks);
    }
  else
    said = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s block: %s.", "%s blocks: %s.", (gulong) run->blocks), blocks, what);
  while (from < to)
    {
      gint64 end = (from / grid->columns + 1) * grid->columns;

      if (from % grid->columns == 0 && to - from >= grid->columns)
        end = from + (to - from) / grid->columns * grid->columns;
      add_piece (grid, run, turn, from, MIN (end, to), said);
      from = MIN (end, to);
    }
}

static void
draw_runs (const UllBlockGrid *grid)
{
  gint64 before = 0, from = 0;
  guint turn = 0;

  for (guint i = 0; i < grid->picture->n; i++)
    {
      const UllCellRun *run = &grid->picture->run[i];
      gint64 to = cells_of (&(UllBlockGrid) { .blocks = before + run->blocks }, grid->each);

      if (to > from)
        add_run (grid, run, turn, from, to);
      turn += run->kind == ULL_CELL_OWNED;
      before += run->blocks;
      from = to;
    }
}

/* What parts the cells. */
static void
draw_gaps (const UllBlockGrid *grid)
{
  UllScene *scene = grid->draft->scene;
  guint32 ground = ull_draft_ink (grid->draft, ULL_INK_GROUND);
  gint64 rows = (grid->cells + grid->columns - 1) / grid->columns;
  double width = (double) (grid->columns * grid->cell), height = (double) (rows * grid->cell_height);

  for (int i = 1; i <= grid->columns; i++)
    ull_scene_add_rect (scene, "gap", grid->x0 + i * grid->cell - 1, grid->y0, 1, height)->fill = ground;
  for (gint64 i = 1; i <= rows; i++)
    ull_scene_add_rect (scene, "gap", grid->x0, grid->y0 + (double) (i * grid->cell_height) - 1, width, 1)->fill = ground;
}

static void
draw (UllDraft *draft)
{
  const UllBlockPicture *picture = draft->subject;
  UllBlockGrid grid = { .draft = draft, .picture = picture, .blocks = count_all (picture) };

  if (grid.blocks == 0)
    {
      ull_draft_note (draft, _("No level is played."), (UllBox) { draft->left, draft->top, draft->right, draft->bottom });
      return;
    }
  lay_out (&grid);
  draw_runs (&grid);
  draw_gaps (&grid);
  ull_block_legend_draw (&grid);
}

char *
ull_block_grid_describe (const UllBlockPicture *picture)
{
  GString *out = g_string_new (NULL);
  g_autofree char *all = ull_format_count (count_all (picture));
  gint64 followed = ull_block_legend_count_followed (picture);

  if (picture->n == 0)
    return g_string_free (g_string_append (out, _("No level is played.")), FALSE);
  g_string_append_printf (out, _("A pool of %s blocks:"), all);
  for (guint kind = 0; kind < ULL_N_CELLS; kind++)
    {
      g_autofree char *blocks = ull_format_count (ull_block_grid_count (picture, (UllCellKind) kind));
      g_autofree char *text = ull_block_legend_text (picture, (UllCellKind) kind);

      g_string_append_printf (out, "%s %s %s", kind > 0 ? "," : "", blocks, text);
    }
  g_string_append_c (out, '.');
  if (followed > 0)
    {
      g_autofree char *blocks = ull_format_count (followed), *number = ull_format_count (picture->followed + 1);

      g_string_append_c (out, ' ');
      g_string_append_printf (out, g_dngettext (GETTEXT_PACKAGE, "%s block is of request %s alone.", "%s blocks are of request %s alone.",
                                                (gulong) followed), blocks, number);
    }
  return g_string_free (out, FALSE);
}

/* Spots are whole cells and do not overlap: a place has one at most. */
const UllSpot *
ull_block_grid_find (const UllScene *scene, double x, double y)
{
  guint n;
  const UllSpot *spots = ull_scene_get_spots (scene, &n);

  for (guint i = 0; i < n; i++)
    if (x >= spots[i].x && x < spots[i].x + spots[i].width && y >= spots[i].y && y < spots[i].y + spots[i].height)
      return &spots[i];
  return NULL;
}

UllCellKind
ull_block_grid_kind (const UllSpot *spot)
{
  UllCellKind kind = 0;

  while (kind < ULL_N_CELLS && !g_str_equal (spot->id, ids[kind]))
    kind++;
  return kind;
}

GPtrArray *
ull_block_grid_table (const UllBlockPicture *picture)
{
  GPtrArray *table = ull_rows_new ();

  ull_table_take_row (table, g_strdup (_("Blocks")), g_strdup (_("Kind")), g_strdup (_("Request")), NULL);
  for (guint i = 0; i < picture->n; i++)
    {
      const UllCellRun *run = &picture->run[i];

      ull_table_take_row (table, g_strdup_printf ("%" G_GINT64_FORMAT, run->blocks), ull_block_legend_text (picture, run->kind),
                          run->owner >= 0 ? g_strdup_printf ("%" G_GINT64_FORMAT, run->owner + 1) : g_strdup (""), NULL);
    }
  return table;
}

static char *
describe (gconstpointer subject)
{
  return ull_block_grid_describe (subject);
}

static GPtrArray *
make_table (gconstpointer subject)
{
  return ull_block_grid_table (subject);
}

static UllOwnChart
make_chart (const UllBlockPicture *picture)
{
  return (UllOwnChart) { picture, _("Block pool"), picture->load, LEAST_EM, describe, make_table, draw };
}

UllScene *
ull_block_grid_build (const UllBlockPicture *picture, const UllChartSpec *spec, PangoContext *context)
{
  UllOwnChart chart = make_chart (picture);

  return ull_own_chart_build (&chart, spec, context, FALSE);
}

GBytes *
ull_block_grid_export (const UllBlockPicture *picture, const UllChartSpec *spec, UllExportFormat format, double scale, GError **error)
{
  UllOwnChart chart = make_chart (picture);

  return ull_own_chart_export (&chart, spec, format, scale, error);
}
