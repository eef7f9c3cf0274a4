/* One cap's graphs: requests over time, and below them what it takes between two tokens, on a logarithmic axis. A column of a pixel
 * is the mean of its steps, and the most of what must not be hidden: the longest gap, the most requests. Columns are some pixels wide, so
 * that a single long gap is seen. Time does not mirror. */
#include "ull-surge-plot.h"

#include "ull-text.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define BAND 0x24 /* 14 % */
#define EDGE 0x99 /* 60 % */
#define TICK_HEIGHT 0.55 /* em, of a preemption */
#define ABOVE 0.3        /* em, that names of moments may reach above their plot, whose gaps may be long */
#define SPOTS 24
#define COLUMN 3.0 /* pixels */

typedef double (*ReadColumn) (const UllSurgeColumn *column);

static double
read_running (const UllSurgeColumn *column)
{
  return column->running;
}

static double
read_waiting (const UllSurgeColumn *column)
{
  return column->waiting;
}

static double
read_mean (const UllSurgeColumn *column)
{
  return column->mean;
}

static double
read_longest (const UllSurgeColumn *column)
{
  return column->longest;
}

static void
gather (UllSurgeHalf *half)
{
  const GArray *points = half->surge->side[half->cap].points;
  const UllScale *x = &half->requests.x;

  half->columns = g_array_new (FALSE, TRUE, sizeof (UllSurgeColumn));
  for (guint i = 0; i < points->len; i++)
    {
      const UllSurgePoint *point = &g_array_index (points, UllSurgePoint, i);
      double at = x->from + COLUMN * floor ((ull_scale_map (x, CLAMP (point->seconds, x->min, x->max)) - x->from) / COLUMN);
      UllSurgeColumn *last = half->columns->len > 0 ? &g_array_index (half->columns, UllSurgeColumn, half->columns->len - 1) : NULL;
      UllSurgeColumn next = { .x = at };

      if (point->seconds < x->min || point->seconds > x->max)
        continue;
      if (last == NULL || last->x != at)
        {
          g_array_append_val (half->columns, next);
          last = &g_array_index (half->columns, UllSurgeColumn, half->columns->len - 1);
        }
      last->n++;
      last->mean += (point->itl_mean - last->mean) / last->n;
      last->longest = MAX (last->longest, point->itl_max);
      last->running = MAX (last->running, point->running);
      last->waiting = MAX (last->waiting, point->waiting);
      last->preempted += point->preempted;
      last->last = i;
    }
}

static GArray *
trace (const UllSurgeHalf *half, const UllPlane *plane, ReadColumn read)
{
  GArray *path = g_array_sized_new (FALSE, FALSE, sizeof (double), 2 * half->columns->len);

  for (guint i = 0; i < half->columns->len; i++)
    {
      const UllSurgeColumn *column = &g_array_index (half->columns, UllSurgeColumn, i);
      double y = ull_scale_map (&plane->y, CLAMP (read (column), plane->y.min, plane->y.max));

      g_array_append_val (path, column->x);
      g_array_append_val (path, y);
    }
  return path;
}

static const double *
coordinates (const GArray *path)
{
  return (const double *) (const void *) path->data;
}

static void
draw_path (UllScene *scene, UllCrowd *crowd, const char *id, const GArray *path, guint32 ink, double width, const double *dash)
{
  const double *at = coordinates (path);
  UllMark *mark;

  if (path->len < 4)
    return;
  mark = ull_scene_add_path (scene, id);
  mark->stroke = ink;
  mark->line_width = width;
  for (guint i = 0; dash != NULL && i < 4; i++)
    mark->dash[i] = dash[i];
  for (guint i = 0; i < path->len; i += 2)
    ull_scene_add_point (scene, at[i], at[i + 1]);
  for (guint i = 0; i + 2 < path->len; i += 2)
    ull_crowd_take_line (crowd, at[i], at[i + 1], at[i + 2], at[i + 3]);
}

static void
draw_band (UllScene *scene, const GArray *low, const GArray *high, guint32 fill)
{
  const double *lower = coordinates (low), *upper = coordinates (high);
  UllMark *mark;

  if (low->len < 4)
    return;
  mark = ull_scene_add_path (scene, "band");
  mark->fill = fill;
  mark->closed = TRUE;
  for (guint i = 0; i < low->len; i += 2)
    ull_scene_add_point (scene, lower[i], lower[i + 1]);
  for (guint i = high->len; i > 0; i -= 2)
    ull_scene_add_point (scene, upper[i - 2], upper[i - 1]);
}

/* Along its line; above the plot where there is no room. */
static void
name_path (UllCrowd *crowd, UllLineNames *key, const UllLineName entry, const GArray *path)
{
  UllName name = { entry.id, entry.text, NULL, 700, entry.ink };

  if (path->len >= 4 && !ull_line_names_has (key, entry.id)
      && !ull_crowd_name_line (crowd, &name, coordinates (path), path->len / 2))
    ull_line_names_add (key, &entry);
}

/* The longest gaps stand alone: steps, not a line from one to the next. */
static GArray *
make_steps (const GArray *path)
{
  const double *at = coordinates (path);
  GArray *steps = g_array_sized_new (FALSE, FALSE, sizeof (double), 2 * path->len);

  for (guint i = 0; i < path->len; i += 2)
    {
      double end = i + 2 < path->len ? at[i + 2] : at[i];

      g_array_append_vals (steps, &at[i], 2);
      g_array_append_val (steps, end);
      g_array_append_val (steps, at[i + 1]);
    }
  return steps;
}

/* Above all of them: between two long gaps a name would be the mean's. */
static void
name_longest (UllCrowd *crowd, UllLineNames *key, const UllLineName entry, const GArray *path)
{
  const double *at = coordinates (path);
  g_autoptr (GArray) flat = g_array_new (FALSE, FALSE, sizeof (double));
  double top = HUGE_VAL;

  for (guint i = 0; i < path->len; i += 2)
    top = MIN (top, at[i + 1]);
  if (path->len >= 4)
    {
      const double ends[] = { at[0], top, at[path->len - 2], top };

      g_array_append_vals (flat, ends, G_N_ELEMENTS (ends));
    }
  name_path (crowd, key, entry, flat);
}

/* When it came, and when its last answer ended. */
static void
draw_moment (const UllPlane *plane, UllCrowd *crowd, const char *id, double x)
{
  UllDraft *draft = plane->draft;
  UllMark *mark = ull_scene_add_path (draft->scene, id);

  mark->stroke = ull_draft_ink (draft, ULL_INK_TEXT);
  mark->line_width = 1;
  mark->dash[0] = mark->dash[1] = 3;
  ull_scene_add_point (draft->scene, x, plane->plot.y0);
  ull_scene_add_point (draft->scene, x, plane->plot.y1);
  ull_crowd_take_line (crowd, x, plane->plot.y0, x, plane->plot.y1);
}

static void
draw_moments (const UllSurgeHalf *half, const UllPlane *plane, UllCrowd *crowd)
{
  draw_moment (plane, crowd, "burst", ull_scale_map (&plane->x, 0));
  draw_moment (plane, crowd, "done", half->done);
}

static void
name_moments (const UllSurgeHalf *half, const UllPlane *plane, UllCrowd *crowd)
{
  double y = plane->plot.y0 + 0.45 * plane->draft->em;
  guint32 ink = ull_draft_ink (plane->draft, ULL_INK_DIM);

  ull_crowd_name_place_across (crowd, &(UllName) { "burst", _("the burst"), NULL, 400, ink }, ull_scale_map (&plane->x, 0), y, 4);
  ull_crowd_name_place_across (crowd, &(UllName) { "done", _("last answer"), NULL, 400, ink }, half->done, y, 4);
}

/* Two in one pixel are one tick. */
static void
draw_preemptions (const UllSurgeHalf *half)
{
  const UllPlane *plane = &half->requests;
  UllDraft *draft = plane->draft;

  for (guint i = 0; i < half->columns->len; i++)
    {
      const UllSurgeColumn *column = &g_array_index (half->columns, UllSurgeColumn, i);

      if (column->preempted > 0)
        ull_scene_add_rect (draft->scene, "preempted", column->x, plane->plot.y0 - (0.15 + TICK_HEIGHT) * draft->em, 1.5,
                            TICK_HEIGHT * draft->em)->fill = ull_draft_ink (draft, ULL_INK_BAD);
    }
}

static void
draw_requests (UllSurgeHalf *half)
{
  const UllPlane *plane = &half->requests;
  UllDraft *draft = plane->draft;
  guint32 blue = ull_draft_ink (draft, ULL_INK_SERIES_1), orange = ull_draft_ink (draft, ULL_INK_SERIES_2);
  g_autoptr (GArray) running = trace (half, plane, read_running), waiting = trace (half, plane, read_waiting);
  UllCrowd crowd;

  ull_crowd_init (&crowd, draft, plane->plot);
  draw_path (draft->scene, &crowd, "waiting", waiting, orange, 2, ull_palette_series_dash (1));
  draw_path (draft->scene, &crowd, "running", running, blue, 2, NULL);
  draw_preemptions (half);
  draw_moments (half, plane, &crowd);
  name_path (&crowd, half->key[0], ull_line_name ("running", _("running"), NULL, blue, 2, NULL), running);
  name_path (&crowd, half->key[0], ull_line_name ("waiting", _("waiting"), NULL, orange, 2, ull_palette_series_dash (1)), waiting);
  ull_crowd_clear (&crowd);
}

static void
draw_gaps (UllSurgeHalf *half)
{
  const UllPlane *plane = &half->gaps;
  UllDraft *draft = plane->draft;
  guint32 ink = ull_draft_ink (draft, ULL_INK_SERIES_3);
  g_autoptr (GArray) mean = trace (half, plane, read_mean), most = trace (half, plane, read_longest), longest = make_steps (most);
  g_autoptr (GArray) least = make_steps (mean);
  UllLineName edge = ull_line_name ("longest", _("longest"), NULL, ink, 1, NULL);
  UllCrowd crowd;

  ull_crowd_init (&crowd, draft, (UllBox) { plane->plot.x0, plane->plot.y0 - ABOVE * draft->em, plane->plot.x1, plane->plot.y1 });
  draw_band (draft->scene, least, longest, ull_draft_ink_alpha (draft, ULL_INK_SERIES_3, BAND));
  draw_path (draft->scene, &crowd, "longest", longest, ull_draft_ink_alpha (draft, ULL_INK_SERIES_3, EDGE), 1, NULL);
  draw_path (draft->scene, &crowd, "mean", mean, ink, 2, NULL);
  draw_moments (half, plane, &crowd);
  name_moments (half, plane, &crowd);
  edge.stroke = ull_draft_ink_alpha (draft, ULL_INK_SERIES_3, EDGE);
  name_longest (&crowd, half->key[1], edge, longest);
  name_path (&crowd, half->key[1], ull_line_name ("mean", _("mean"), NULL, ink, 2, NULL), mean);
  ull_crowd_clear (&crowd);
}

static void
add_spots (const UllSurgeHalf *half)
{
  const GArray *points = half->surge->side[half->cap].points;
  const UllBox *lower = &half->gaps.plot, *upper = half->both ? &half->requests.plot : lower;
  double every = MAX ((upper->x1 - upper->x0) / SPOTS, 4), next = -HUGE_VAL;

  for (guint i = 0; i < half->columns->len; i++)
    {
      const UllSurgeColumn *column = &g_array_index (half->columns, UllSurgeColumn, i);
      double left = MIN (column->x, upper->x1 - every);

      if (column->x < next)
        continue;
      next = column->x + every;
      ull_scene_add_spot (half->requests.draft->scene, half->cap == ULL_SURGE_PEAK ? "peak" : "operating", left, upper->y0, every,
                          lower->y1 - upper->y0, ull_surge_describe_point (&g_array_index (points, UllSurgePoint, column->last)), -1);
    }
}

void
ull_surge_half_draw (UllSurgeHalf *half)
{
  gather (half);
  if (half->both)
    draw_requests (half);
  draw_gaps (half);
  add_spots (half);
  g_clear_pointer (&half->columns, g_array_unref);
}
