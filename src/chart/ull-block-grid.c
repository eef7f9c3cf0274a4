/* A pool as a grid. Cells are of whole pixels, nearly square, the largest at which all have room, so that the grid takes the height that
 * there is; below LEAST_CELL pixels a cell stands for more blocks, which the legend says. Runs are painted as rectangles and parted by lines in the ground's colour, so that the
 * scene grows with the requests and not with the blocks. Rows are read as text is: right to left they begin at the right. */
#include "ull-block-grid.h"

#include "ull-plane.h"
#include "ull-ramp-plot.h"
#include "ull-text.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define LEAST_EM 8
#define LEAST_CELL 4
#define MOST_CELL 14
#define MOST_ASPECT 1.5 /* of a cell's longer side to the other */
#define LEGEND_LINE 1.5 /* em */

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
} Grid;

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

/* (transfer full) */
static char *
legend_text (const UllBlockPicture *picture, UllCellKind kind)
{
  g_autofree char *sharers = ull_format_count (picture->sharers);

  switch (kind)
    {
    case ULL_CELL_SHARED:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "shared by %s request", "shared by %s requests", (gulong) picture->sharers),
                              sharers);
    case ULL_CELL_OWNED:
      return g_strdup (_("in use, by owner"));
    case ULL_CELL_RETAINED:
      return g_strdup (_("retained"));
    case ULL_CELL_FREE:
    case ULL_N_CELLS:
    default:
      return g_strdup (_("free"));
    }
}

/* Of one entry, with what parts it from the next. */
static double
width_of (const Grid *grid, const char *text)
{
  UllDraft *draft = grid->draft;
  g_autofree char *all = ull_format_count (grid->blocks);

  return ull_text_width (draft->context, text, draft->text, 400) + ull_text_width (draft->context, all, draft->text, 700) + 2.5 * draft->em;
}

static double
entry_width (const Grid *grid, guint kind)
{
  g_autofree char *text = legend_text (grid->picture, (UllCellKind) kind);

  return width_of (grid, text);
}

/* What an entry says in this room: the whole, or one word of it. (transfer full) (nullable): not even that has room. */
static char *
fitting_text (const Grid *grid, UllCellKind kind, double room)
{
  const char *words[ULL_N_CELLS] = { _("shared"), _("in use"), _("retained"), _("free") };
  double most = room + 0.5 * grid->draft->em;

  if (entry_width (grid, kind) <= most)
    return legend_text (grid->picture, kind);
  return width_of (grid, words[kind]) <= most ? g_strdup (words[kind]) : NULL;
}

static double
first_width (const Grid *grid)
{
  return MAX (entry_width (grid, ULL_CELL_SHARED), entry_width (grid, ULL_CELL_RETAINED));
}

/* Where the second column begins, of what room there is: the first has every other entry. */
static double
second_column (const Grid *grid)
{
  double first = first_width (grid), second = MAX (entry_width (grid, ULL_CELL_OWNED), entry_width (grid, ULL_CELL_FREE));

  return first + CLAMP (grid->draft->right - grid->draft->left - first - second, 0, grid->draft->em);
}

static gint64
cells_of (const Grid *grid, gint64 each)
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
fit_cells (Grid *grid, double width, double height)
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
fit (Grid *grid, double width, double height)
{
  for (grid->each = 1; !fit_cells (grid, width, height) && grid->cells > 1; grid->each *= 2)
    ;
  if (grid->cell == 0)
    grid->cell = grid->cell_height = LEAST_CELL;
}

/* Blocks of the request that stands out. */
static gint64
count_followed (const Grid *grid)
{
  gint64 blocks = 0;

  for (guint i = 0; grid->picture->followed >= 0 && i < grid->picture->n; i++)
    if (grid->picture->run[i].owner == grid->picture->followed)
      blocks += grid->picture->run[i].blocks;
  return blocks;
}

/* In the window a line of its own says whose they are; a file stands alone. */
static gboolean
names_followed (const Grid *grid)
{
  return grid->draft->spec->title && count_followed (grid) > 0;
}

static void
lay_out (Grid *grid)
{
  UllDraft *draft = grid->draft;
  double width = draft->right - draft->left;
  double legend;

  grid->two = first_width (grid) + MAX (entry_width (grid, ULL_CELL_OWNED), entry_width (grid, ULL_CELL_FREE)) <= width + 0.5 * draft->em;
  legend = ((grid->two ? 2 : 4) + 1 + names_followed (grid)) * LEGEND_LINE * draft->em;
  grid->x0 = floor (draft->left);
  grid->y0 = ceil (draft->top);
  fit (grid, width, MAX (draft->bottom - draft->top - legend, LEAST_CELL));
  grid->legend_y = grid->y0 + (double) ((grid->cells + grid->columns - 1) / grid->columns * grid->cell_height) + 0.4 * draft->em;
}

static guint32
mix (guint32 over, guint32 under, double share)
{
  guint32 colour = 0xff;

  for (guint shift = 8; shift < 32; shift += 8)
    colour |= (guint32) lround (share * (over >> shift & 0xff) + (1 - share) * (under >> shift & 0xff)) << shift;
  return colour;
}

/* Two blues alternate by request, so that neighbours are told apart. */
static void
style_mark (const Grid *grid, UllMark *mark, UllCellKind kind, guint turn, gboolean followed)
{
  UllLook look = grid->draft->spec->look;
  UllAreaStyle flight = ull_palette_area (look, ULL_AREA_IN_FLIGHT), kept = ull_palette_area (look, ULL_AREA_RETAINED);
  guint32 ground = ull_palette_ink (look, ULL_INK_GROUND);

  switch (kind)
    {
    case ULL_CELL_SHARED:
      mark->fill = ull_palette_ink (look, ULL_INK_SERIES_3);
      mark->pattern = ULL_PATTERN_LINES_RISING;
      mark->ink = (ground & 0xffffff00) | 0xa0;
      break;
    case ULL_CELL_OWNED:
      mark->fill = turn % 2 == 0 ? flight.fill : mix (flight.fill, ground, 0.6);
      break;
    case ULL_CELL_RETAINED:
      mark->fill = kept.fill;
      mark->pattern = kept.pattern;
      mark->ink = kept.ink;
      break;
    case ULL_CELL_FREE:
    case ULL_N_CELLS:
    default:
      mark->fill = mix (ull_palette_ink (look, ULL_INK_DIM), ground, 0.3);
      break;
    }
  if (followed)
    mark->fill = ull_palette_ink (look, ULL_INK_SERIES_2);
}

static void
add_piece (const Grid *grid, const UllCellRun *run, guint turn, gint64 from, gint64 to, const char *said)
{
  UllDraft *draft = grid->draft;
  gint64 row = from / grid->columns, rows = MAX (to / grid->columns - row, 1);
  double width = (double) ((to - from > grid->columns ? grid->columns : MIN (to - from, grid->columns)) * grid->cell);
  double left = grid->x0 + (double) (from % grid->columns * grid->cell), y = grid->y0 + (double) (row * grid->cell_height);
  double whole = (double) (grid->columns * grid->cell);
  static const char *const ids[ULL_N_CELLS] = { "shared", "owned", "retained", "free" };
  UllMark *mark;

  if (draft->spec->rtl)
    left = grid->x0 + whole - (left - grid->x0) - width;
  mark = ull_scene_add_rect (draft->scene, ids[run->kind], left, y, width, (double) (rows * grid->cell_height));
  style_mark (grid, mark, run->kind, turn, run->owner >= 0 && run->owner == grid->picture->followed);
  ull_scene_add_spot (draft->scene, ids[run->kind], left, y, width, (double) (rows * grid->cell_height), g_strdup (said), -1);
}

/* A run in up to three rectangles: what is left of a row, whole rows, the beginning of one. */
static void
add_run (const Grid *grid, const UllCellRun *run, guint turn, gint64 from, gint64 to)
{
  g_autofree char *blocks = ull_format_count (run->blocks), *owner = NULL, *said = NULL, *what = legend_text (grid->picture, run->kind);

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
draw_runs (const Grid *grid)
{
  gint64 before = 0, from = 0;
  guint turn = 0;

  for (guint i = 0; i < grid->picture->n; i++)
    {
      const UllCellRun *run = &grid->picture->run[i];
      gint64 to = cells_of (&(Grid) { .blocks = before + run->blocks }, grid->each);

      if (to > from)
        add_run (grid, run, turn, from, to);
      turn += run->kind == ULL_CELL_OWNED;
      before += run->blocks;
      from = to;
    }
}

/* What parts the cells. */
static void
draw_gaps (const Grid *grid)
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

/* The text of an entry, and where its swatch begins. */
static double
draw_entry_text (const Grid *grid, gint64 count, const char *text, double x, double y, double width)
{
  UllDraft *draft = grid->draft;
  g_autofree char *blocks = ull_format_count (count), *all = ull_format_count (grid->blocks);
  double figures = ull_text_width (draft->context, all, draft->text, 700), em = draft->em;
  gboolean rtl = draft->spec->rtl;
  double end = rtl ? x + width - 1.5 * em : x + 1.5 * em + figures, label = rtl ? end - figures - 0.5 * em : end + 0.5 * em;

  ull_scene_add_text (draft->scene, "legend", end, y, blocks, draft->text, 700, ULL_ANCHOR_END, ull_draft_ink (draft, ULL_INK_TEXT));
  ull_scene_add_text (draft->scene, "legend", label, y, text, draft->text, 400, rtl ? ULL_ANCHOR_END : ULL_ANCHOR_START,
                      ull_draft_ink (draft, ULL_INK_DIM));
  return rtl ? x + width - 0.9 * em : x;
}

static void
draw_entry (const Grid *grid, UllCellKind kind, const char *text, double x, double y, double width)
{
  UllDraft *draft = grid->draft;
  double em = draft->em, swatch = draw_entry_text (grid, ull_block_grid_count (grid->picture, kind), text, x, y, width);
  UllMark *mark = ull_scene_add_rect (draft->scene, "legend", swatch, y - 0.8 * em, 0.9 * em, 0.9 * em);

  style_mark (grid, mark, kind, 0, FALSE);
  if (kind != ULL_CELL_OWNED)
    return;
  mark->width = 0.45 * em;
  mark = ull_scene_add_rect (draft->scene, "legend", swatch + 0.45 * em, y - 0.8 * em, 0.45 * em, 0.9 * em);
  style_mark (grid, mark, kind, 1, FALSE);
}

static void
draw_followed (const Grid *grid, double y)
{
  UllDraft *draft = grid->draft;
  g_autofree char *number = ull_format_count (grid->picture->followed + 1);
  g_autofree char *text = g_strdup_printf (_("of request %s"), number);
  double em = draft->em, swatch;

  if (y > draft->bottom || width_of (grid, text) > draft->right - draft->left)
    return;
  swatch = draw_entry_text (grid, count_followed (grid), text, draft->left, y, draft->right - draft->left);
  style_mark (grid, ull_scene_add_rect (draft->scene, "legend", swatch, y - 0.8 * em, 0.9 * em, 0.9 * em), ULL_CELL_OWNED, 0, TRUE);
}

static void
draw_each (const Grid *grid, double y)
{
  UllDraft *draft = grid->draft;
  gboolean rtl = draft->spec->rtl;
  g_autofree char *each = ull_format_count (grid->each);
  g_autofree char *text = g_strdup_printf (_("a cell is %s blocks"), each);

  if (grid->each > 1 && y <= draft->bottom && ull_text_width (draft->context, text, draft->text, 400) <= draft->right - draft->left)
    ull_scene_add_text (draft->scene, "legend", rtl ? draft->right : draft->left, y, text, draft->text, 400,
                        rtl ? ULL_ANCHOR_END : ULL_ANCHOR_START, ull_draft_ink (draft, ULL_INK_DIM));
}

static void
draw_legend (const Grid *grid)
{
  UllDraft *draft = grid->draft;
  double width = draft->right - draft->left, step = LEGEND_LINE * draft->em, second = second_column (grid);
  double y = grid->legend_y + draft->em;

  for (guint kind = 0; kind < ULL_N_CELLS; kind++)
    {
      guint row = grid->two ? kind / 2 : kind;
      gboolean right = grid->two && kind % 2 == 1;
      double room = right ? width - second : grid->two ? second : width;
      double x = right ? draft->left + second : draft->left;
      g_autofree char *text = fitting_text (grid, (UllCellKind) kind, room);

      if (text == NULL || y + row * step > draft->bottom)
        continue;
      if (draft->spec->rtl)
        x = draft->left + draft->right - x - room;
      draw_entry (grid, (UllCellKind) kind, text, x, y + row * step, room);
    }
  y += (grid->two ? 2 : 4) * step;
  if (names_followed (grid))
    {
      draw_followed (grid, y);
      y += step;
    }
  draw_each (grid, y);
}

static void
draw (UllDraft *draft)
{
  const UllBlockPicture *picture = draft->subject;
  Grid grid = { .draft = draft, .picture = picture, .blocks = count_all (picture) };

  if (grid.blocks == 0)
    {
      ull_draft_note (draft, _("No level is played."), (UllBox) { draft->left, draft->top, draft->right, draft->bottom });
      return;
    }
  lay_out (&grid);
  draw_runs (&grid);
  draw_gaps (&grid);
  draw_legend (&grid);
}

char *
ull_block_grid_describe (const UllBlockPicture *picture)
{
  GString *out = g_string_new (NULL);
  g_autofree char *all = ull_format_count (count_all (picture));

  if (picture->n == 0)
    return g_string_free (g_string_append (out, _("No level is played.")), FALSE);
  g_string_append_printf (out, _("A pool of %s blocks:"), all);
  for (guint kind = 0; kind < ULL_N_CELLS; kind++)
    {
      g_autofree char *blocks = ull_format_count (ull_block_grid_count (picture, (UllCellKind) kind));
      g_autofree char *text = legend_text (picture, (UllCellKind) kind);

      g_string_append_printf (out, "%s %s %s", kind > 0 ? "," : "", blocks, text);
    }
  return g_string_free (g_string_append_c (out, '.'), FALSE);
}

GPtrArray *
ull_block_grid_table (const UllBlockPicture *picture)
{
  GPtrArray *table = ull_rows_new ();

  ull_table_take_row (table, g_strdup (_("Blocks")), g_strdup (_("Kind")), g_strdup (_("Request")), NULL);
  for (guint i = 0; i < picture->n; i++)
    {
      const UllCellRun *run = &picture->run[i];

      ull_table_take_row (table, g_strdup_printf ("%" G_GINT64_FORMAT, run->blocks), legend_text (picture, run->kind),
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
