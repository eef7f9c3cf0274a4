/* A curve is a staircase that falls: n requests fit up to and including T(n) tokens. Only where an engine shares prefixes in
 * several blocks at once does it rise again, at the end of a stretch (see ull_layout_get_stretch_end()). From left to right,
 * a step that is wider than a pixel is drawn to its exact end; where steps are narrower than that, the curve is read once a
 * pixel. Nothing is interpolated: every corner lies on an answer of the layout. */
#include "ull-curves.h"

#include <math.h>

double
ull_curve_y (const UllCurvePlot *plot, gint64 requests)
{
  double y;

  if (requests < 1)
    return plot->plot.y1;
  y = ull_scale_map (&plot->y, (double) requests);
  return plot->curves.zoomed ? y : MAX (plot->plot.y0, y);
}

gboolean
ull_curve_shows (const UllCurvePlot *plot, gint64 tokens, gint64 requests)
{
  double x = ull_scale_map (&plot->x, (double) tokens), y = ull_curve_y (plot, requests);

  if (!plot->curves.zoomed)
    return TRUE;
  return x >= plot->plot.x0 - 1 && x <= plot->plot.x1 + 1 && y >= plot->plot.y0 - 1 && y <= plot->plot.y1 + 1;
}

gint64
ull_curve_tokens_at (const UllCurvePlot *plot, double x)
{
  double tokens = floor (ull_scale_unmap (&plot->x, x) + 1e-6);

  return (gint64) CLAMP (tokens, (double) plot->curves.shortest, (double) plot->curves.longest);
}

static void
add_point (GArray *points, double x, double y)
{
  UllCurvePoint point = { x, y };

  g_array_append_val (points, point);
}

static gint64
stretch_end (const UllLayout *layout, gint64 tokens, gint64 end)
{
  return MIN (ull_layout_get_stretch_end (layout, tokens), end);
}

GArray *
ull_curve_trace (const UllCurvePlot *plot, const UllLayout *layout)
{
  GArray *points = g_array_sized_new (FALSE, FALSE, sizeof (UllCurvePoint), 256);
  gint64 end = plot->curves.longest;
  gint64 tokens = plot->curves.shortest;
  gint64 requests = ull_layout_max_requests (layout, tokens);
  double x = ull_scale_map (&plot->x, (double) tokens);

  if (requests > 0)
    add_point (points, x, ull_curve_y (plot, requests));
  while (requests > 0 && tokens < end)
    {
      gint64 next = CLAMP (ull_curve_tokens_at (plot, x + 1), tokens + 1, end);
      gint64 left = ull_layout_max_requests (layout, next);
      /* Few tokens lie further than a pixel apart: then the step ends with the token before. */
      gint64 last = left == requests ? MAX (next, ull_layout_max_tokens (layout, requests, stretch_end (layout, next, end)))
                                     : (next == tokens + 1 ? tokens : next);
      double y = ull_curve_y (plot, requests);

      x = ull_scale_map (&plot->x, (double) last);
      add_point (points, x, y);
      if (last == end && left == requests)
        break;
      tokens = left == requests ? last + 1 : next;
      requests = ull_layout_max_requests (layout, tokens);
      add_point (points, x, ull_curve_y (plot, requests));
    }
  return points;
}

gboolean
ull_curve_crosses (const UllCurvePlot *plot, const UllLayout *layout, const UllBox *box)
{
  gint64 first = ull_layout_max_requests (layout, ull_curve_tokens_at (plot, box->x0));
  gint64 last = ull_layout_max_requests (layout, ull_curve_tokens_at (plot, box->x1));

  /* It falls (but for the teeth of a shared prefix, which a label may cover), so between the ends of the box it is between its values there. Where it has ended it is not. */
  return first > 0 && ull_curve_y (plot, first) <= box->y1 && ull_curve_y (plot, last) >= box->y0;
}

typedef struct
{
  const UllCurvePlot *plot;
  const char *id;
  guint32 colour;
  double width;
  const double *dash;
  gboolean open; /* the last point is the start of the next piece */
  UllCurvePoint at;
} Line;

static void
go_to (Line *line, double x, double y)
{
  UllScene *scene = line->plot->draft->scene;

  if (!line->open)
    {
      UllMark *mark = ull_scene_add_path (scene, line->id);

      mark->stroke = line->colour;
      mark->line_width = line->width;
      for (guint i = 0; i < G_N_ELEMENTS (mark->dash); i++)
        mark->dash[i] = line->dash[i];
      ull_scene_add_point (scene, line->at.x, line->at.y);
      line->open = TRUE;
    }
  ull_scene_add_point (scene, x, y);
  line->at = (UllCurvePoint) { x, y };
}

static void
lift_to (Line *line, double x, double y)
{
  line->open = FALSE;
  line->at = (UllCurvePoint) { x, y };
}

/* The nearest box ahead on the way to @to, or NULL. Every segment is level or upright, and nearly all go right or down. */
static const UllBox *
next_box (const Line *line, const UllCurvePoint *to)
{
  const UllCurvePlot *plot = line->plot;
  const UllBox *nearest = NULL;

  for (guint i = 0; i < plot->n_taken; i++)
    {
      const UllBox *box = &plot->taken[i];

      if (to->x <= box->x0 || line->at.x >= box->x1 || to->y <= box->y0 || line->at.y >= box->y1)
        continue;
      if (nearest == NULL || box->x0 + box->y0 < nearest->x0 + nearest->y0)
        nearest = box;
    }
  return nearest;
}

static void
draw_segment (Line *line, const UllCurvePoint *to)
{
  const UllBox *box;

  while ((box = next_box (line, to)) != NULL)
    {
      gboolean level = to->y == line->at.y;
      UllCurvePoint enter = { level ? MAX (line->at.x, box->x0) : to->x, level ? to->y : MAX (line->at.y, box->y0) };
      UllCurvePoint leave = { level ? MIN (to->x, box->x1) : to->x, level ? to->y : MIN (to->y, box->y1) };

      if (enter.x > line->at.x || enter.y > line->at.y)
        go_to (line, enter.x, enter.y);
      lift_to (line, leave.x, leave.y);
      if (leave.x == to->x && leave.y == to->y)
        return;
    }
  go_to (line, to->x, to->y);
}

/* The piece of a segment that lies in the plot; FALSE where none does. It cannot leave the plot sideways: a trace begins
 * and ends with the axis. */
static gboolean
clip (const UllCurvePlot *plot, UllCurvePoint *from, UllCurvePoint *to)
{
  if (!plot->curves.zoomed)
    return TRUE;
  if (to->y < plot->plot.y0 || from->y > plot->plot.y1)
    return FALSE;
  from->y = MAX (from->y, plot->plot.y0);
  to->y = MIN (to->y, plot->plot.y1);
  return TRUE;
}

static void
draw_clipped (Line *line, const UllCurvePoint *to)
{
  UllCurvePoint from = line->at, end = *to;

  if (!clip (line->plot, &from, &end))
    {
      lift_to (line, to->x, to->y);
      return;
    }
  if (from.y > line->at.y)
    lift_to (line, from.x, from.y);
  draw_segment (line, &end);
  if (to->y > end.y)
    lift_to (line, to->x, to->y);
}

void
ull_curve_draw_line (const UllCurvePlot *plot, const char *id, const GArray *points, guint32 colour, double width,
                     const double *dash)
{
  Line line = { .plot = plot, .id = id, .colour = colour, .width = width, .dash = dash };

  if (points->len < 2)
    return;

  line.at = g_array_index (points, UllCurvePoint, 0);
  for (guint i = 1; i < points->len; i++)
    draw_clipped (&line, &g_array_index (points, UllCurvePoint, i));
}
