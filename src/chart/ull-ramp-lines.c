/* A figure of each level as places in a panel, and what is drawn through them. */
#include "ull-ramp-plot.h"

#include <math.h>

#define SHORTEST 1e-4 /* seconds: what a time axis begins with at least */

double
ull_ramp_read_median (const UllRampDot *dot, guint which)
{
  return dot->time[which].p99 > 0 ? MAX (dot->time[which].median, SHORTEST) : NAN;
}

double
ull_ramp_read_late (const UllRampDot *dot, guint which)
{
  return dot->time[which].p99 > 0 ? dot->time[which].p99 : NAN;
}

GArray *
ull_ramp_points (const UllRampPanel *panel, const UllRampCurve *line, UllRampRead read, guint which)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < line->n; i++)
    {
      double value = read (&line->dot[i], which), x = ull_scale_map (&panel->ramp->x, line->dot[i].clients), y;

      if (isnan (value))
        continue;
      y = ull_scale_map (&panel->y, CLAMP (value, panel->y.min, panel->y.max));
      g_array_append_val (points, x);
      g_array_append_val (points, y);
    }
  return points;
}

void
ull_ramp_draw_line (UllRampPanel *panel, const char *id, const GArray *points, guint32 ink, double width, const double *dash,
                    gboolean dots)
{
  UllScene *scene = panel->ramp->draft->scene;
  const double *point = (const double *) (const void *) points->data;
  UllMark *mark = ull_scene_add_path (scene, id);
  guint n = points->len / 2;

  mark->stroke = ink;
  mark->line_width = width;
  for (guint i = 0; dash != NULL && i < 4; i++)
    mark->dash[i] = dash[i];
  for (guint i = 0; i < n; i++)
    ull_scene_add_point (scene, point[2 * i], point[2 * i + 1]);
  for (guint i = 0; i + 1 < n; i++)
    ull_crowd_take_line (&panel->crowd, point[2 * i], point[2 * i + 1], point[2 * i + 2], point[2 * i + 3]);
  /* A single level is no line. */
  for (guint i = 0; (dots || n == 1) && i < n; i++)
    ull_scene_add_circle (scene, id, point[2 * i], point[2 * i + 1], 5)->fill = ink;
}

void
ull_ramp_draw_band (UllRampPanel *panel, const char *id, const GArray *low, const GArray *high, guint32 fill)
{
  UllScene *scene = panel->ramp->draft->scene;
  const double *lower = (const double *) (const void *) low->data, *upper = (const double *) (const void *) high->data;
  UllMark *mark;

  if (low->len != high->len || low->len < 4)
    return;
  mark = ull_scene_add_path (scene, id);
  mark->fill = fill;
  mark->closed = TRUE;
  for (guint i = 0; i < low->len / 2; i++)
    ull_scene_add_point (scene, lower[2 * i], lower[2 * i + 1]);
  for (guint i = high->len / 2; i > 0; i--)
    ull_scene_add_point (scene, upper[2 * i - 2], upper[2 * i - 1]);
}
