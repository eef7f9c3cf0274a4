/* Two plots, end to end and first token: a request is a point at its measured and its simulated time, both on the same logarithmic
 * scale, so that the diagonal is a simulation that is right and a distance from it is a factor, wherever it is. What was fitted is a
 * disc, what was not a ring. Points in one place are one: a run may have a million. Axes of numbers do not mirror. */
#include "ull-residuals-picture.h"

#include "ull-plane.h"
#include "ull-ramp-plot.h"
#include "ull-text.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define LEAST_EM 12
#define BESIDE_EM 32.0 /* of width, from which on the two stand side by side */
#define LEAST_PLOT_EM 8.5
#define GAP_EM 1.6
#define HEAD_EM 1.7
#define FOOT_EM 3.2    /* figures of the axis and its name */
#define GRAIN 2.0      /* pixels: points nearer than that are one */
#define MOST_SPOTS 400
#define DISC 5.0
#define FEW_TICKS 3
#define HEADING_POINTS 11.0

typedef struct
{
  UllDraft *draft;
  const UllFit *fit;
  gboolean first_token;
  UllBox box;
  UllPlane plane;
} Plot;

static gboolean
read_times (const Plot *plot, guint i, double *measured, double *simulated)
{
  const UllResidual *residual = &g_array_index (plot->fit->residuals, UllResidual, i);

  *measured = plot->first_token ? residual->ttft : residual->e2e;
  *simulated = plot->first_token ? residual->simulated_ttft : residual->simulated_e2e;
  return *measured > 0 && *simulated > 0 && isfinite (*simulated);
}

/* Both axes alike. */
static UllScale
find_scale (const Plot *plot)
{
  double least = HUGE_VAL, most = 0, measured, simulated;

  for (guint i = 0; i < plot->fit->residuals->len; i++)
    if (read_times (plot, i, &measured, &simulated))
      {
        least = MIN (least, MIN (measured, simulated));
        most = MAX (most, MAX (measured, simulated));
      }
  if (most <= 0)
    least = 0.1, most = 10;
  /* A run of equal times has a scale, too. */
  return (UllScale) { least / 1.25, MAX (1.25 * most, 3 * least), 0, 0, TRUE };
}

static void
lay_out (Plot *plot)
{
  UllDraft *draft = plot->draft;
  const UllBox *box = &plot->box;
  double em = draft->em, room = ull_text_width (draft->context, "100" ULL_NBSP "ms", draft->tick, 400) + 9;
  UllBox inner = { ceil (box->x0 + room), ceil (box->y0 + HEAD_EM * em + 1.4 * em), floor (box->x1 - em), floor (box->y1 - FOOT_EM * em) };

  inner.x1 = MAX (inner.x1, inner.x0 + 1);
  inner.y1 = MAX (inner.y1, inner.y0 + 1);
  plot->plane = (UllPlane) { draft, inner, find_scale (plot), find_scale (plot) };
  plot->plane.x.from = inner.x0, plot->plane.x.to = inner.x1;
  plot->plane.y.from = inner.y1, plot->plane.y.to = inner.y0;
}

static void
draw_ticks (const Plot *plot)
{
  const UllPlane *plane = &plot->plane;
  UllDraft *draft = plot->draft;
  double ticks[ULL_MAX_TICKS], em = draft->em, end = -HUGE_VAL, last = HUGE_VAL;
  double most = CLAMP (MIN (plane->plot.x1 - plane->plot.x0, plane->plot.y1 - plane->plot.y0) / (2.2 * em), 2, 8);
  guint n = ull_scale_log_ticks (plane->x.min, plane->x.max, (guint) most, ticks);
  guint32 dim = ull_draft_ink (draft, ULL_INK_DIM);

  /* Decades alone may leave an axis one figure, which is no scale; of 1-2-5 those without room are left out below. */
  if (n < FEW_TICKS)
    n = ull_scale_log_ticks (plane->x.min, plane->x.max, ULL_MAX_TICKS, ticks);
  ull_scene_add_rect (draft->scene, "axis", plane->plot.x0, plane->plot.y1, plane->plot.x1 - plane->plot.x0, 1)->fill
    = ull_draft_ink_alpha (draft, ULL_INK_DIM, 0xb0);
  for (guint i = 0; i < n; i++)
    {
      double x = ull_scale_map (&plane->x, ticks[i]), y = floor (ull_scale_map (&plane->y, ticks[i])) + 0.5;
      g_autofree char *text = ull_format_time_tick (ticks[i]);
      double width = ull_text_width (draft->context, text, draft->tick, 400), half = width / 2;

      ull_scene_add_rect (draft->scene, "grid", plane->plot.x0, y - 0.5, plane->plot.x1 - plane->plot.x0, 1)->fill
        = ull_draft_ink (draft, ULL_INK_GRID);
      ull_scene_add_rect (draft->scene, "tick", floor (x), plane->plot.y1, 1, 4)->fill = ull_draft_ink_alpha (draft, ULL_INK_DIM, 0xb0);
      if (last - y > 1.3 * em && width <= plane->plot.x0 - 7.5 - plot->box.x0)
        {
          last = y;
          ull_scene_add_text (draft->scene, "tick", plane->plot.x0 - 7, y + 0.33 * em, text, draft->tick, 400, ULL_ANCHOR_END, dim);
        }
      if (x - half < end || x - half < plot->box.x0 || x + half > plot->box.x1)
        continue;
      end = x + half + 0.5 * em;
      ull_scene_add_text (draft->scene, "tick", x, plane->plot.y1 + 1.4 * em, text, draft->tick, 400, ULL_ANCHOR_MIDDLE, dim);
    }
}

static void
draw_names (const Plot *plot)
{
  UllDraft *draft = plot->draft;
  const UllBox *box = &plot->box;
  gboolean rtl = draft->spec->rtl;
  double x = rtl ? box->x1 : box->x0, em = draft->em, size = HEADING_POINTS * draft->spec->text_scale;
  UllAnchor anchor = rtl ? ULL_ANCHOR_END : ULL_ANCHOR_START;
  const char *heading = plot->first_token ? _("First token") : _("End to end"), *up = _("simulated"), *across = _("measured");
  double half = ull_text_width (draft->context, across, draft->text, 400) / 2;

  if (ull_text_width (draft->context, heading, size, 700) <= box->x1 - box->x0)
    ull_scene_add_text (draft->scene, "heading", x, box->y0 + 1.1 * em, heading, size, 700, anchor, ull_draft_ink (draft, ULL_INK_TEXT));
  if (ull_text_width (draft->context, up, draft->text, 400) <= box->x1 - box->x0)
    ull_scene_add_text (draft->scene, "unit", x, box->y0 + (HEAD_EM + 0.75) * em, up, draft->text, 400, anchor, ull_draft_ink (draft, ULL_INK_DIM));
  if (2 * half <= box->x1 - box->x0)
    ull_scene_add_text (draft->scene, "unit", CLAMP ((plot->plane.plot.x0 + plot->plane.plot.x1) / 2, box->x0 + half, box->x1 - half),
                        box->y1 - 0.4 * em, across, draft->text, 400, ULL_ANCHOR_MIDDLE, ull_draft_ink (draft, ULL_INK_DIM));
}

static gboolean
has_tests (const UllFit *fit)
{
  for (guint i = 0; i < fit->residuals->len; i++)
    if (!g_array_index (fit->residuals, UllResidual, i).fitted)
      return TRUE;
  return FALSE;
}

/* What the rings are, at the other end of the axis's line. */
static void
draw_key (const Plot *plot)
{
  UllDraft *draft = plot->draft;
  const UllBox *box = &plot->box;
  gboolean rtl = draft->spec->rtl;
  const char *text = _("rings: not fitted to");
  double taken = ull_text_width (draft->context, _("simulated"), draft->text, 400) + draft->em;

  if (has_tests (plot->fit) && taken + ull_text_width (draft->context, text, draft->tick, 700) <= box->x1 - box->x0)
    ull_scene_add_text (draft->scene, "tested", rtl ? box->x0 : box->x1, box->y0 + (HEAD_EM + 0.75) * draft->em, text, draft->tick, 700,
                        rtl ? ULL_ANCHOR_START : ULL_ANCHOR_END, ull_draft_ink (draft, ULL_INK_SERIES_2));
}

static void
draw_diagonal (const Plot *plot)
{
  const UllBox *inner = &plot->plane.plot;
  UllMark *mark = ull_scene_add_path (plot->draft->scene, "diagonal");

  mark->stroke = ull_draft_ink (plot->draft, ULL_INK_DIM);
  mark->line_width = 1.5;
  mark->dash[0] = mark->dash[1] = 4;
  ull_scene_add_point (plot->draft->scene, inner->x0, inner->y1);
  ull_scene_add_point (plot->draft->scene, inner->x1, inner->y0);
}

static void
draw_request (const Plot *plot, double x, double y, gboolean fitted)
{
  UllDraft *draft = plot->draft;
  UllMark *mark = ull_scene_add_circle (draft->scene, fitted ? "fitted" : "tested", x, y, DISC);

  if (fitted)
    {
      mark->fill = ull_draft_ink_alpha (draft, ULL_INK_SERIES_1, 0xb0);
      return;
    }
  mark->stroke = ull_draft_ink (draft, ULL_INK_SERIES_2);
  mark->line_width = 1.25;
}

/* Those whose place is not taken; both kinds may be in one. */
static void
draw_requests (const Plot *plot)
{
  g_autoptr (GHashTable) taken = g_hash_table_new (NULL, NULL);
  guint spots = 0;

  for (guint i = 0; i < plot->fit->residuals->len; i++)
    {
      gboolean fitted = g_array_index (plot->fit->residuals, UllResidual, i).fitted;
      double measured, simulated, x, y;
      gsize place;

      if (!read_times (plot, i, &measured, &simulated))
        continue;
      x = ull_scale_map (&plot->plane.x, measured);
      y = ull_scale_map (&plot->plane.y, simulated);
      place = ((gsize) MAX (x / GRAIN, 0) << 15 | (gsize) MAX (y / GRAIN, 0)) << 1 | (gsize) fitted;
      if (!g_hash_table_add (taken, GSIZE_TO_POINTER (place)))
        continue;
      draw_request (plot, x, y, fitted);
      if (spots++ < MOST_SPOTS)
        ull_scene_add_spot (plot->draft->scene, plot->first_token ? "first" : "end", x - DISC, y - DISC, 2 * DISC, 2 * DISC,
                            ull_residuals_describe_request (plot->fit, i, plot->first_token), -1);
    }
}

static void
draw_plot (UllDraft *draft, const UllFit *fit, const UllBox *box, gboolean first_token)
{
  Plot plot = { .draft = draft, .fit = fit, .first_token = first_token, .box = *box };

  lay_out (&plot);
  draw_names (&plot);
  draw_key (&plot);
  draw_ticks (&plot);
  draw_diagonal (&plot);
  draw_requests (&plot);
}

static void
draw (UllDraft *draft)
{
  const UllResidualsPicture *picture = draft->subject;
  double width = draft->right - draft->left, height = draft->bottom - draft->top, gap = GAP_EM * draft->em;
  gboolean stacks = height >= (2 * LEAST_PLOT_EM + GAP_EM) * draft->em;
  gboolean beside = !stacks || (!draft->spec->narrow && width > BESIDE_EM * draft->em);

  if (picture->fit == NULL)
    {
      ull_draft_note (draft, _("No run was fitted yet."), (UllBox) { draft->left, draft->top, draft->right, draft->bottom });
      return;
    }
  for (guint i = 0; i < 2; i++)
    {
      guint place = draft->spec->rtl && beside ? 1 - i : i;
      UllBox box = { draft->left, draft->top, draft->right, draft->bottom };

      if (beside)
        box.x0 += place * (width + gap) / 2, box.x1 = box.x0 + (width - gap) / 2;
      else
        box.y0 += place * (height + gap) / 2, box.y1 = box.y0 + (height - gap) / 2;
      draw_plot (draft, picture->fit, &box, i == 1);
    }
}

static char *
describe (gconstpointer subject)
{
  return ull_residuals_describe (subject);
}

static GPtrArray *
make_table (gconstpointer subject)
{
  return ull_residuals_table (subject);
}

UllScene *
ull_residuals_build (const UllResidualsPicture *picture, const UllChartSpec *spec, PangoContext *context)
{
  UllOwnChart chart = { picture, _("What the fit leaves"), NULL, LEAST_EM, describe, make_table, draw };

  return ull_own_chart_build (&chart, spec, context, FALSE);
}

GBytes *
ull_residuals_export (const UllResidualsPicture *picture, const UllChartSpec *spec, UllExportFormat format, double scale, GError **error)
{
  g_autofree char *words = ull_residuals_describe (picture);
  g_autofree char *caption = g_strdup_printf ("%s %s", picture->load != NULL ? picture->load : "", words);
  UllOwnChart chart = { picture, _("What the fit leaves"), caption, LEAST_EM, describe, make_table, draw };

  return ull_own_chart_export (&chart, spec, format, scale, error);
}
