/* Paints marks in their order. A pattern is a tile painted once on a recording surface and repeated: the surface
 * behind the cairo_t then decides whether it becomes pixels at its own scale or lines in a PDF. Tiles start at the
 * scene's origin, so that neighbours share one grid of whole pixels. */
#include "ull-painter.h"

#include "ull-text.h"
#include "ull-tile.h"

#define MAX_TILES 16

typedef struct
{
  UllPattern pattern;
  guint32 ink;
  cairo_pattern_t *source;
} Tile;

typedef struct
{
  const UllScene *scene;
  cairo_t *cr;
  PangoContext *context;
  guint n_tiles;
  Tile tiles[MAX_TILES];
} Painter;

static void
set_colour (cairo_t *cr, guint32 colour)
{
  cairo_set_source_rgba (cr, (colour >> 24) / 255.0, (colour >> 16 & 0xff) / 255.0, (colour >> 8 & 0xff) / 255.0,
                         (colour & 0xff) / 255.0);
}

static cairo_pattern_t *
paint_tile (const UllTile *tile, guint32 ink)
{
  const cairo_rectangle_t extents = { 0, 0, tile->width, tile->height };
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &extents);
  cairo_t *cr = cairo_create (surface);
  cairo_pattern_t *source;

  set_colour (cr, ink);
  cairo_set_line_width (cr, tile->line_width);
  for (guint i = 0; i < tile->n_lines; i++)
    {
      cairo_move_to (cr, tile->lines[i].x1, tile->lines[i].y1);
      cairo_line_to (cr, tile->lines[i].x2, tile->lines[i].y2);
    }
  cairo_stroke (cr);
  for (guint i = 0; i < tile->n_dots; i++)
    {
      cairo_new_sub_path (cr);
      cairo_arc (cr, tile->dots[i].x, tile->dots[i].y, tile->dots[i].radius, 0, 2 * G_PI);
    }
  cairo_fill (cr);
  cairo_destroy (cr);
  source = cairo_pattern_create_for_surface (surface);
  cairo_pattern_set_extend (source, CAIRO_EXTEND_REPEAT);
  cairo_surface_destroy (surface);
  return source;
}

static cairo_pattern_t *
tile_source (Painter *painter, const UllMark *mark)
{
  const UllTile *tile = ull_tile_get (mark->pattern);
  Tile *slot;

  for (guint i = 0; i < painter->n_tiles; i++)
    if (painter->tiles[i].pattern == mark->pattern && painter->tiles[i].ink == mark->ink)
      return painter->tiles[i].source;

  if (tile == NULL)
    return NULL;
  if (painter->n_tiles == MAX_TILES)
    g_clear_pointer (&painter->tiles[--painter->n_tiles].source, cairo_pattern_destroy);
  slot = &painter->tiles[painter->n_tiles++];
  slot->pattern = mark->pattern;
  slot->ink = mark->ink;
  slot->source = paint_tile (tile, mark->ink);
  return slot->source;
}

static void
trace_rect (cairo_t *cr, const UllMark *mark)
{
  double r = MIN (mark->radius, MIN (mark->width, mark->height) / 2);
  double x2 = mark->x + mark->width;
  double y2 = mark->y + mark->height;

  if (r <= 0)
    {
      cairo_rectangle (cr, mark->x, mark->y, mark->width, mark->height);
      return;
    }
  cairo_new_sub_path (cr);
  cairo_arc (cr, x2 - r, mark->y + r, r, -G_PI_2, 0);
  cairo_arc (cr, x2 - r, y2 - r, r, 0, G_PI_2);
  cairo_arc (cr, mark->x + r, y2 - r, r, G_PI_2, G_PI);
  cairo_arc (cr, mark->x + r, mark->y + r, r, G_PI, 1.5 * G_PI);
  cairo_close_path (cr);
}

static void
trace (Painter *painter, const UllMark *mark)
{
  const double *point = ull_scene_get_points (painter->scene, mark);

  /* Text leaves a current point behind, which a path must not start from. */
  cairo_new_path (painter->cr);
  if (mark->kind == ULL_MARK_RECT)
    trace_rect (painter->cr, mark);
  else if (mark->kind == ULL_MARK_CIRCLE)
    cairo_arc (painter->cr, mark->x, mark->y, mark->width / 2, 0, 2 * G_PI);
  for (guint i = 0; mark->kind == ULL_MARK_PATH && i < mark->n_points; i++)
    cairo_line_to (painter->cr, point[2 * i], point[2 * i + 1]);
  if (mark->closed)
    cairo_close_path (painter->cr);
}

static void
fill (Painter *painter, const UllMark *mark)
{
  cairo_t *cr = painter->cr;
  cairo_pattern_t *source;

  if ((mark->fill & 0xff) != 0)
    {
      set_colour (cr, mark->fill);
      cairo_fill_preserve (cr);
    }
  if (mark->pattern == ULL_PATTERN_NONE)
    return;

  if (mark->pattern == ULL_PATTERN_LOWER_THIRD)
    {
      cairo_save (cr);
      cairo_clip (cr);
      set_colour (cr, mark->ink);
      cairo_rectangle (cr, mark->x, mark->y + mark->height * 2 / 3, mark->width, mark->height / 3);
      cairo_fill (cr);
      cairo_restore (cr);
      trace (painter, mark);
      return;
    }
  source = tile_source (painter, mark);
  cairo_set_source (cr, source);
  cairo_fill_preserve (cr);
}

static void
stroke (Painter *painter, const UllMark *mark)
{
  cairo_t *cr = painter->cr;
  int n_dashes = 0;

  if (mark->line_width <= 0 || (mark->stroke & 0xff) == 0)
    return;

  while (n_dashes < (int) G_N_ELEMENTS (mark->dash) && mark->dash[n_dashes] > 0)
    n_dashes++;
  set_colour (cr, mark->stroke);
  cairo_set_line_width (cr, mark->line_width);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (cr, ull_mark_has_round_ends (mark) ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
  cairo_set_dash (cr, mark->dash, n_dashes, 0);
  cairo_stroke (cr);
}

void
ull_painter_paint (const UllScene *scene, cairo_t *cr, PangoContext *context)
{
  Painter painter = { .scene = scene, .cr = cr, .context = context };
  guint n;
  const UllMark *marks = ull_scene_get_marks (scene, &n);

  cairo_save (cr);
  for (guint i = 0; i < n; i++)
    {
      if (marks[i].kind == ULL_MARK_TEXT)
        {
          set_colour (cr, marks[i].fill);
          ull_text_show (context, cr, &marks[i]);
          continue;
        }
      trace (&painter, &marks[i]);
      fill (&painter, &marks[i]);
      stroke (&painter, &marks[i]);
      cairo_new_path (cr);
    }
  cairo_restore (cr);
  for (guint i = 0; i < painter.n_tiles; i++)
    g_clear_pointer (&painter.tiles[i].source, cairo_pattern_destroy);
}
