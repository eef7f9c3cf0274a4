/* How often answers were right, over how sure they were: the diagonal is somebody who is right as often as they say. A
 * disc's area is its number of answers (2.5 px of radius at least, so that one answer is seen), its bar the 95 % interval.
 * Confidences under 50 % widen the axis to all of it. Axes of numbers do not mirror. */
#include "ull-chart-private.h"

#include "ull-scale.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define ROOMY 12.0 /* em of height from which on the axes are named */
#define LEAST_RADIUS 2.5
#define SAMPLES 12 /* of a line between two points, when texts look for room */

typedef struct
{
  UllDraft *draft;
  const UllCalibration *calibration;
  UllBox plot;
  UllScale x, y;
  double unit_radius; /* of a single answer */
  double step;        /* per cent between two lines of the grid */
  gboolean roomy;
} Plot;

static double
map_x (const Plot *plot, guint i)
{
  return ull_scale_map (&plot->x, plot->calibration->point[i].confidence);
}

static double
map_y (const Plot *plot, guint i)
{
  const UllReliability *point = &plot->calibration->point[i];

  return ull_scale_map (&plot->y, 100.0 * point->right / point->n);
}

static double
radius_of (const Plot *plot, guint i)
{
  return MAX (plot->unit_radius * sqrt (plot->calibration->point[i].n), LEAST_RADIUS);
}

static void
lay_out (Plot *plot)
{
  UllDraft *draft = plot->draft;
  const UllCalibration *calibration = plot->calibration;
  double ticks = ull_text_width (draft->context, "100", draft->tick, 400), largest;
  gboolean all = calibration->n > 0 && calibration->point[0].confidence < 50;
  guint most = 1;

  plot->roomy = draft->bottom - draft->top > ROOMY * draft->em;
  plot->plot = (UllBox) { floor (draft->left + ticks + 9), ceil (draft->top + (plot->roomy ? 2.2 : 0.8) * draft->em),
                          floor (draft->right - MAX (ticks / 2, draft->em)),
                          floor (draft->bottom - (plot->roomy ? 3.2 : 1.7) * draft->em) };
  plot->plot.x1 = MAX (plot->plot.x1, plot->plot.x0 + 1);
  plot->plot.y1 = MAX (plot->plot.y1, plot->plot.y0 + 1);
  /* Discs at either end keep inside. */
  plot->x = (UllScale) { all ? 0 : 50, 100, plot->plot.x0 + draft->em, plot->plot.x1 - 0.5 * draft->em, FALSE };
  plot->y = (UllScale) { 0, 100, plot->plot.y1, plot->plot.y0, FALSE };
  for (guint i = 0; i < calibration->n; i++)
    most = MAX (most, calibration->point[i].n);
  /* No disc touches the next confidence's. */
  largest = MIN (0.9 * draft->em, 4.5 * (plot->x.to - plot->x.from) / (plot->x.max - plot->x.min));
  plot->unit_radius = MIN (0.25 * draft->em, largest / sqrt (most));
  /* A sentence that stands in for the answers is not crossed out. */
  plot->step = calibration->n == 0 ? 100 : plot->plot.y1 - plot->plot.y0 > 8 * draft->em ? 25 : 50;
}

static void
draw_rows (Plot *plot)
{
  UllDraft *draft = plot->draft;

  for (double share = 0; share <= 100; share += plot->step)
    {
      double y = floor (ull_scale_map (&plot->y, share)) + 0.5;
      g_autofree char *text = g_strdup_printf ("%.0f", share);

      ull_scene_add_rect (draft->scene, "grid", plot->plot.x0, y - 0.5, plot->plot.x1 - plot->plot.x0, 1)->fill
        = ull_draft_ink (draft, ULL_INK_GRID);
      ull_scene_add_text (draft->scene, "tick", plot->plot.x0 - 7, y + 0.33 * draft->em, text, draft->tick, 400, ULL_ANCHOR_END,
                          ull_draft_ink (draft, ULL_INK_DIM));
    }
}

static void
draw_columns (Plot *plot)
{
  UllDraft *draft = plot->draft;
  double widest = ull_text_width (draft->context, "100", draft->tick, 400) + 0.6 * draft->em;
  double room = (plot->x.to - plot->x.from) / (plot->x.max - plot->x.min); /* pixels of one per cent */
  double step = 10 * room >= widest ? 10 : plot->x.min > 0 ? 25 : 20 * room >= widest ? 20 : 50;

  for (double sure = plot->x.min; sure <= 100; sure += step)
    {
      double x = ull_scale_map (&plot->x, sure);
      g_autofree char *text = g_strdup_printf ("%.0f", sure);

      ull_scene_add_rect (draft->scene, "tick", floor (x), plot->plot.y1, 1, 4)->fill = ull_draft_ink_alpha (draft, ULL_INK_DIM, 0xb0);
      ull_scene_add_text (draft->scene, "tick", x, plot->plot.y1 + 1.4 * draft->em, text, draft->tick, 400, ULL_ANCHOR_MIDDLE,
                          ull_draft_ink (draft, ULL_INK_DIM));
    }
}

/* An axis's name, unless the picture is too narrow for it. */
static void
draw_unit (Plot *plot, const char *text, double x, double y, UllAnchor anchor)
{
  UllDraft *draft = plot->draft;

  if (plot->roomy && ull_text_width (draft->context, text, draft->text, 400) <= draft->right - draft->left)
    ull_scene_add_text (draft->scene, "unit", x, y, text, draft->text, 400, anchor, ull_draft_ink (draft, ULL_INK_DIM));
}

static void
draw_axes (Plot *plot)
{
  UllDraft *draft = plot->draft;
  const char *sure = _("How sure, %");
  double half = ull_text_width (draft->context, sure, draft->text, 400) / 2;
  double middle = CLAMP ((plot->plot.x0 + plot->plot.x1) / 2, draft->left + half, MAX (draft->right - half, draft->left + half));

  draw_rows (plot);
  draw_columns (plot);
  draw_unit (plot, _("Right, %"), draft->left, draft->top + draft->em, ULL_ANCHOR_START);
  draw_unit (plot, sure, middle, draft->bottom - 0.4 * draft->em, ULL_ANCHOR_MIDDLE);
}

static void
draw_diagonal (Plot *plot)
{
  UllScene *scene = plot->draft->scene;
  UllMark *line = ull_scene_add_path (scene, "diagonal");

  line->stroke = ull_draft_ink (plot->draft, ULL_INK_DIM);
  line->line_width = 1.25;
  line->dash[0] = 5;
  line->dash[1] = 4;
  ull_scene_add_point (scene, ull_scale_map (&plot->x, plot->x.min), ull_scale_map (&plot->y, plot->x.min));
  ull_scene_add_point (scene, ull_scale_map (&plot->x, 100), ull_scale_map (&plot->y, 100));
}

static void
draw_intervals (Plot *plot)
{
  guint32 ink = ull_draft_ink_alpha (plot->draft, ULL_INK_SERIES_1, 0x99);
  UllScene *scene = plot->draft->scene;

  for (guint i = 0; i < plot->calibration->n; i++)
    {
      const UllReliability *point = &plot->calibration->point[i];
      double x = map_x (plot, i), high = ull_scale_map (&plot->y, 100 * point->high);

      ull_scene_add_rect (scene, "interval", x - 1, high, 2, ull_scale_map (&plot->y, 100 * point->low) - high)->fill = ink;
    }
}

static void
draw_points (Plot *plot)
{
  UllDraft *draft = plot->draft;
  guint32 ink = ull_draft_ink (draft, ULL_INK_SERIES_1);
  UllMark *line;

  if (plot->calibration->n > 1)
    {
      line = ull_scene_add_path (draft->scene, "reliability");
      line->stroke = ink;
      line->line_width = 2;
      for (guint i = 0; i < plot->calibration->n; i++)
        ull_scene_add_point (draft->scene, map_x (plot, i), map_y (plot, i));
    }
  for (guint i = 0; i < plot->calibration->n; i++)
    {
      double x = map_x (plot, i), y = map_y (plot, i), radius = radius_of (plot, i);
      g_autofree char *id = g_strdup_printf ("confidence-%d", plot->calibration->point[i].confidence);

      /* In the ground's colour around it, so that a disc is told from its bar and its line. */
      ull_scene_add_circle (draft->scene, "answers", x, y, 2 * radius + 3)->fill = ull_draft_ink (draft, ULL_INK_GROUND);
      ull_scene_add_circle (draft->scene, "answers", x, y, 2 * radius)->fill = ink;
      ull_scene_add_spot (draft->scene, ull_scene_intern (id), x - radius - 4, plot->plot.y0, 2 * radius + 8,
                          plot->plot.y1 - plot->plot.y0,
                          ull_calibration_describe_point (plot->calibration, i), -1);
    }
}

static gboolean
covers (const UllBox *box, double x, double y)
{
  return x > box->x0 && x < box->x1 && y > box->y0 && y < box->y1;
}

/* Whether a text there would cross a bar, a disc, or the line between them; @except: a point whose own bar does not count. */
static gboolean
is_free (const Plot *plot, const UllBox *box, int except)
{
  const UllCalibration *calibration = plot->calibration;

  if (box->x0 < plot->plot.x0 || box->x1 > plot->plot.x1 + plot->draft->em || box->y0 < plot->plot.y0 || box->y1 > plot->plot.y1)
    return FALSE;
  for (guint i = 0; i < calibration->n; i++)
    {
      double x = map_x (plot, i), y = map_y (plot, i), reach = radius_of (plot, i) + 3;
      double high = ull_scale_map (&plot->y, 100 * calibration->point[i].high);
      double low = ull_scale_map (&plot->y, 100 * calibration->point[i].low);

      if (except != (int) i && x + reach > box->x0 && x - reach < box->x1 && low + 2 > box->y0 && high - 2 < box->y1)
        return FALSE;
      for (guint k = 0; i + 1 < calibration->n && k <= SAMPLES; k++)
        if (covers (box, x + (map_x (plot, i + 1) - x) * k / SAMPLES, y + (map_y (plot, i + 1) - y) * k / SAMPLES))
          return FALSE;
    }
  return TRUE;
}

static gboolean
crosses_diagonal (const Plot *plot, const UllBox *box)
{
  for (double sure = plot->x.min; sure <= 100; sure++)
    if (covers (box, ull_scale_map (&plot->x, sure), ull_scale_map (&plot->y, sure)))
      return TRUE;
  return FALSE;
}

static gboolean
crosses_grid (const Plot *plot, const UllBox *box)
{
  for (double share = 0; share <= 100; share += plot->step)
    if (ull_scale_map (&plot->y, share) > box->y0 && ull_scale_map (&plot->y, share) < box->y1)
      return TRUE;
  return FALSE;
}

static UllBox
box_at (const Plot *plot, double left, double baseline, double width)
{
  double em = plot->draft->em;

  return (UllBox) { left - 0.2 * em, baseline - 0.85 * em, left + width + 0.2 * em, baseline + 0.3 * em };
}

/* Beside the diagonal wherever there is room, above it first; else over its end. */
static void
draw_diagonal_label (Plot *plot, const UllBox *taken)
{
  UllDraft *draft = plot->draft;
  const char *text = _("as sure as right");
  double width = ull_text_width (draft->context, text, draft->text, 400);
  double unit = ull_text_width (draft->context, _("Right, %"), draft->text, 400);

  for (guint i = 0; i < 18; i++)
    {
      double sure = 96 - (96 - plot->x.min) * (i % 9) / 9, x = ull_scale_map (&plot->x, sure);
      double left = i < 9 ? x - width - 0.6 * draft->em : x + 0.6 * draft->em;
      double baseline = ull_scale_map (&plot->y, sure) + (i < 9 ? 0.3 : 0.6) * draft->em;
      UllBox box = box_at (plot, left, baseline, width);

      if (!is_free (plot, &box, -1) || crosses_diagonal (plot, &box) || crosses_grid (plot, &box)
          || (taken->x1 > box.x0 && taken->x0 < box.x1 && taken->y1 > box.y0 && taken->y0 < box.y1))
        continue;
      ull_scene_add_text (draft->scene, "diagonal", left, baseline, text, draft->text, 400, ULL_ANCHOR_START,
                          ull_draft_ink (draft, ULL_INK_DIM));
      return;
    }
  if (plot->roomy && unit + width + draft->em <= plot->x.to - draft->left)
    ull_scene_add_text (draft->scene, "diagonal", plot->x.to, draft->top + draft->em, text, draft->text, 400, ULL_ANCHOR_END,
                        ull_draft_ink (draft, ULL_INK_DIM));
}

#define N_PLACES 5

/* Where the name of the latest may stand: below its bar, above it, beside its disc. */
static void
find_places (const Plot *plot, guint i, double width, UllBox place[N_PLACES])
{
  double em = plot->draft->em, x = map_x (plot, i), y = map_y (plot, i), reach = radius_of (plot, i) + 0.6 * em;
  double low = ull_scale_map (&plot->y, 100 * plot->calibration->point[i].low);
  double high = ull_scale_map (&plot->y, 100 * plot->calibration->point[i].high);
  double left = MAX (MIN (x - width / 2, plot->plot.x1 + 0.7 * em - width), plot->plot.x0 + 0.2 * em);

  place[0] = box_at (plot, left, low + 1.5 * em, width);
  place[1] = box_at (plot, left, low + 2.4 * em, width);
  place[2] = box_at (plot, left, high - 0.7 * em, width);
  place[3] = box_at (plot, x + reach, y - 0.5 * em, width);
  place[4] = box_at (plot, x - reach - width, y - 0.5 * em, width);
}

/* Where nothing has room, the ring around the disc says it alone. Returns the room it took. */
static UllBox
draw_latest (Plot *plot)
{
  UllDraft *draft = plot->draft;
  guint i = (guint) plot->calibration->latest;
  const char *text = _("this one");
  UllMark *ring = ull_scene_add_circle (draft->scene, "latest", map_x (plot, i), map_y (plot, i), 2 * radius_of (plot, i) + 7);
  UllBox place[N_PLACES];

  ring->stroke = ull_draft_ink (draft, ULL_INK_SERIES_2);
  ring->line_width = 2;
  find_places (plot, i, ull_text_width (draft->context, text, draft->text, 700), place);
  for (guint k = 0; k < 2 * N_PLACES; k++)
    {
      UllBox box = place[k % N_PLACES];

      /* Through a line of the grid only where nothing else is left. */
      if (!is_free (plot, &box, k % N_PLACES < 3 ? (int) i : -1) || crosses_diagonal (plot, &box)
          || (k < N_PLACES && crosses_grid (plot, &box)))
        continue;
      ull_scene_add_text (draft->scene, "latest", box.x0 + 0.2 * draft->em, box.y1 - 0.3 * draft->em, text, draft->text, 700,
                          ULL_ANCHOR_START, ull_draft_ink (draft, ULL_INK_TEXT));
      return box;
    }
  return (UllBox) { 0, 0, 0, 0 };
}

void
ull_chart_draw_calibration (UllDraft *draft)
{
  Plot plot = { .draft = draft, .calibration = draft->calibration };
  UllBox taken = { 0, 0, 0, 0 };
  g_autofree char *note = NULL;

  lay_out (&plot);
  draw_axes (&plot);
  if (plot.calibration->n == 0)
    {
      note = ull_calibration_describe (plot.calibration);
      ull_draft_note (draft, note, plot.plot);
      return;
    }
  draw_diagonal (&plot);
  draw_intervals (&plot);
  draw_points (&plot);
  if (plot.calibration->latest >= 0)
    taken = draw_latest (&plot);
  draw_diagonal_label (&plot, &taken);
}
