/* How many requests fit over their length, log-log, one exact staircase per KV dtype. While the answer is withheld
 * there are axes of no model and a sentence. */
#include "ull-curves.h"

#include "ull-ghost.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define HALO 14.0
#define DISC 6.5
#define DIAMOND 6.0
#define ARROW 8.0

/* The outline of a fill, held within the plot where a part of the whole is shown. */
static void
add_points (UllCurvePlot *plot, const GArray *points, gboolean backwards)
{
  for (guint i = 0; i < points->len; i++)
    {
      const UllCurvePoint *point = &g_array_index (points, UllCurvePoint, backwards ? points->len - 1 - i : i);

      ull_scene_add_point (plot->draft->scene, point->x, CLAMP (point->y, plot->plot.y0, plot->plot.y1));
    }
}

/* Down to the axis at both ends. */
static void
draw_region (UllCurvePlot *plot, const GArray *points)
{
  UllScene *scene = plot->draft->scene;
  UllMark *mark;

  if (points->len < 2)
    return;

  mark = ull_scene_add_path (scene, "fits");
  mark->closed = TRUE;
  mark->fill = ull_draft_ink_alpha (plot->draft, ULL_INK_SERIES_1, 0x29); /* 16 % */
  add_points (plot, points, FALSE);
  ull_scene_add_point (scene, g_array_index (points, UllCurvePoint, points->len - 1).x, plot->plot.y1);
  ull_scene_add_point (scene, g_array_index (points, UllCurvePoint, 0).x, plot->plot.y1);
}

/* Between what fits at the worst and at the best of the estimates. */
static void
draw_range (UllCurvePlot *plot)
{
  UllScene *scene = plot->draft->scene;
  g_autoptr (GArray) low = ull_curve_trace (plot, &plot->curves.low);
  g_autoptr (GArray) high = ull_curve_trace (plot, &plot->curves.high);
  UllMark *mark;

  if (high->len < 2)
    return;

  mark = ull_scene_add_path (scene, "range");
  mark->closed = TRUE;
  mark->fill = ull_draft_ink_alpha (plot->draft, ULL_INK_SERIES_1, 0x1f); /* 12 % */
  add_points (plot, high, FALSE);
  ull_scene_add_point (scene, g_array_index (high, UllCurvePoint, high->len - 1).x, plot->plot.y1);
  if (low->len > 0)
    ull_scene_add_point (scene, g_array_index (low, UllCurvePoint, low->len - 1).x, plot->plot.y1);
  else
    ull_scene_add_point (scene, plot->plot.x0, plot->plot.y1);
  add_points (plot, low, TRUE);
}

static void
draw_line (UllCurvePlot *plot, guint i, const GArray *points)
{
  ull_curve_draw_line (plot, plot->curves.curve[i].id, points,
                       ull_draft_ink (plot->draft, (UllInk) (ULL_INK_SERIES_1 + i)), i == 0 ? 2.5 : 2,
                       ull_palette_series_dash (i));
}

/* Fills lie under the texts, the lines leave gaps for them, and the present curve lies on the others. */
static void
draw_answers (UllCurvePlot *plot)
{
  g_autoptr (GArray) present = ull_curve_trace (plot, &plot->curves.curve[0].layout);

  draw_region (plot, present);
  if (plot->curves.ranged)
    draw_range (plot);
  ull_curve_place_labels (plot);
  for (guint i = plot->curves.n; i-- > 1;)
    {
      g_autoptr (GArray) points = ull_curve_trace (plot, &plot->curves.curve[i].layout);

      draw_line (plot, i, points);
    }
  ull_ghost_draw_curve (plot);
  draw_line (plot, 0, present);
  ull_curve_draw_point (plot);
  ull_curve_add_spots (plot);
  ull_ghost_add_spot (plot);
}

static void
draw_guide (UllCurvePlot *plot, double x0, double y0, double x1, double y1)
{
  static const double dash[4] = { 1.5, 3, 0, 0 };
  const UllCurvePoint ends[2] = { { x0, y0 }, { x1, y1 } };
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (UllCurvePoint));

  if (x1 <= x0 && y1 <= y0)
    return;

  g_array_append_vals (points, ends, 2);
  ull_curve_draw_line (plot, "guide", points, ull_draft_ink_alpha (plot->draft, ULL_INK_TEXT, 0xc0), 1, dash);
}

static void
draw_diamond (UllCurvePlot *plot, double x, double y)
{
  UllScene *scene = plot->draft->scene;
  UllMark *mark = ull_scene_add_path (scene, "most");

  mark->closed = TRUE;
  mark->fill = ull_draft_ink (plot->draft, ULL_INK_GROUND);
  mark->stroke = ull_draft_ink (plot->draft, ULL_INK_SERIES_1);
  mark->line_width = 2;
  ull_scene_add_point (scene, x, y - DIAMOND);
  ull_scene_add_point (scene, x + DIAMOND, y);
  ull_scene_add_point (scene, x, y + DIAMOND);
  ull_scene_add_point (scene, x - DIAMOND, y);
}

/* At the edge of a part of the plane that the point is not in: the way to it. */
static void
draw_way (UllCurvePlot *plot, double x, double y, UllInk ink)
{
  double at_x = CLAMP (x, plot->plot.x0 + ARROW, plot->plot.x1 - ARROW);
  double at_y = CLAMP (y, plot->plot.y0 + ARROW, plot->plot.y1 - ARROW);
  double length = hypot (x - at_x, y - at_y);
  double across = (x - at_x) / length, down = (y - at_y) / length;
  UllMark *mark = ull_scene_add_path (plot->draft->scene, "present");

  mark->closed = TRUE;
  mark->fill = ull_draft_ink (plot->draft, ink);
  mark->stroke = ull_draft_ink (plot->draft, ULL_INK_GROUND);
  mark->line_width = 1.5;
  ull_scene_add_point (plot->draft->scene, at_x + ARROW * across, at_y + ARROW * down);
  ull_scene_add_point (plot->draft->scene, at_x - ARROW * (across + 0.7 * down), at_y - ARROW * (down - 0.7 * across));
  ull_scene_add_point (plot->draft->scene, at_x - ARROW * (across - 0.7 * down), at_y - ARROW * (down + 0.7 * across));
}

void
ull_curve_draw_point (UllCurvePlot *plot)
{
  UllDraft *draft = plot->draft;
  const UllPlan *plan = draft->disclosure->plan;
  UllInk ink = plan->fits ? ULL_INK_SERIES_1 : ULL_INK_BAD;
  double x = ull_scale_map (&plot->x, (double) plan->context);
  double y = ull_curve_y (plot, plan->concurrency);

  if (!ull_curve_shows (plot, plan->context, plan->concurrency))
    {
      draw_way (plot, x, y, ink);
      return;
    }
  draw_guide (plot, plot->plot.x0, y, x - HALO, y);
  draw_guide (plot, x, y + HALO, x, plot->plot.y1);
  ull_scene_add_circle (draft->scene, "present", x, y, 2 * HALO)->fill
    = ull_draft_ink_alpha (draft, ink, 0x3d); /* 24 % */
  if (plan->max_concurrency > 0 && plan->max_concurrency != G_MAXINT64 && plan->max_concurrency != plan->concurrency
      && ull_curve_shows (plot, plan->context, plan->max_concurrency))
    draw_diamond (plot, x, ull_curve_y (plot, plan->max_concurrency));
  ull_scene_add_circle (draft->scene, "present", x, y, 2 * DISC + 4)->fill = ull_draft_ink (draft, ULL_INK_GROUND);
  ull_scene_add_circle (draft->scene, "present", x, y, 2 * DISC)->fill = ull_draft_ink (draft, ink);
}

static const char *
note_of (const UllDisclosure *disclosure, const UllCurves *curves)
{
  if (disclosure->withheld)
    return _("Withheld until you commit.");
  if (disclosure->plan == NULL)
    return disclosure->problem;
  return curves->any ? NULL : _("Not one request fits, however short.");
}

/* While the answer is withheld the axes are of no model, and there is no point to take hold of. */
static void
set_frame (const UllCurvePlot *plot)
{
  const UllDisclosure *disclosure = plot->draft->disclosure;
  UllFrame frame = { .left = plot->plot.x0, .top = plot->plot.y0, .right = plot->plot.x1, .bottom = plot->plot.y1,
                     .x = plot->x, .y = plot->y };

  if (!disclosure->withheld && disclosure->plan != NULL)
    {
      frame.whole = plot->curves.whole;
      frame.grip = ULL_GRIP_POINT;
      frame.grip_x = ull_scale_map (&plot->x, (double) disclosure->plan->context);
      frame.grip_y = ull_scale_map (&plot->y, (double) disclosure->plan->concurrency);
    }
  ull_scene_set_frame (plot->draft->scene, &frame);
}

void
ull_chart_draw_curves (UllDraft *draft)
{
  UllCurvePlot plot = { .draft = draft };
  const UllDisclosure *disclosure = draft->disclosure;
  const char *note;

  if (disclosure->withheld || disclosure->plan == NULL)
    ull_curves_init_withheld (&plot.curves);
  else
    ull_curves_init (&plot.curves, disclosure);
  ull_curves_zoom (&plot.curves, &draft->spec->extent);
  ull_curve_lay_axes (&plot);
  set_frame (&plot);
  note = note_of (disclosure, &plot.curves);
  if (note != NULL)
    ull_curve_take (&plot, ull_draft_note (draft, note, plot.plot));
  ull_curve_draw_axes (&plot);
  if (!disclosure->withheld && disclosure->plan != NULL)
    draw_answers (&plot);
}
