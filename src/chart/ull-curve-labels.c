/* Who stands where in the plot: the present point's label first, then the curves' names, then "Fits" and the limit of
 * sequences. Each takes the first of its places that is free of other texts and of curves; a curve's name stands on its
 * own curve, which leaves a gap for it; else beside it, or where others leave a gap too. A text that finds no place is left out. */
#include "ull-curves.h"

#include "ull-engine.h"
#include "ull-ghost.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define HALO 14.0

static gboolean
overlap (const UllBox *a, const UllBox *b)
{
  return a->x0 < b->x1 && b->x0 < a->x1 && a->y0 < b->y1 && b->y0 < a->y1;
}

static gboolean
is_taken (const UllCurvePlot *plot, const UllBox *box)
{
  for (guint i = 0; i < plot->n_taken; i++)
    if (overlap (&plot->taken[i], box))
      return TRUE;
  return FALSE;
}

gboolean
ull_curve_is_free (const UllCurvePlot *plot, const UllBox *box)
{
  const UllBox *inside = &plot->plot;

  return box->x0 >= inside->x0 + 2 && box->x1 <= inside->x1 && box->y0 >= inside->y0 && box->y1 <= inside->y1 - 1
         && !is_taken (plot, box);
}

gboolean
ull_curve_hits (const UllCurvePlot *plot, const UllBox *box, int except)
{
  for (guint i = 0; i < plot->curves.n; i++)
    if ((int) i != except && ull_curve_crosses (plot, &plot->curves.curve[i].layout, box))
      return TRUE;
  return FALSE;
}

void
ull_curve_take (UllCurvePlot *plot, UllBox box)
{
  if (plot->n_taken < ULL_MAX_BOXES)
    plot->taken[plot->n_taken++] = box;
}

static char *
point_text (const UllPlan *plan)
{
  g_autofree char *asked = ull_format_count (plan->concurrency);
  g_autofree char *most = NULL;

  if (plan->max_concurrency == G_MAXINT64)
    return g_strdup (asked);

  most = ull_format_count (plan->max_concurrency);
  if (plan->concurrency > plan->max_concurrency)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s asked, %s fits", "%s asked, %s fit",
                                         (gulong) plan->max_concurrency), asked, most);
  return g_strdup_printf (_("%s of %s"), asked, most);
}

/* @side: below 0 left of the point, above 0 right of it, 0 centred. */
static void
draw_point_label (UllCurvePlot *plot, const UllBox *box, int side, const char *name, const char *detail)
{
  UllDraft *draft = plot->draft;
  gboolean over = draft->disclosure->plan->concurrency > draft->disclosure->plan->max_concurrency;
  double x = side < 0 ? box->x1 - 3 : side > 0 ? box->x0 + 3 : (box->x0 + box->x1) / 2;
  UllAnchor anchor = side < 0 ? ULL_ANCHOR_END : side > 0 ? ULL_ANCHOR_START : ULL_ANCHOR_MIDDLE;

  ull_scene_add_text (draft->scene, "present", x, box->y0 + 0.95 * draft->em, name, draft->text, 700, anchor,
                      ull_draft_ink (draft, over ? ULL_INK_BAD : ULL_INK_TEXT));
  if (detail != NULL)
    ull_scene_add_text (draft->scene, "present", x, box->y0 + (0.95 + ULL_LINE_STEP) * draft->em, detail, draft->text,
                        400, anchor, ull_draft_ink (draft, ULL_INK_DIM));
}

/* Below or above the point, to its left, its right or centred. */
static gboolean
try_point_label (UllCurvePlot *plot, const char *name, const char *detail, gboolean over_curves)
{
  static const int sides[6] = { -1, 1, 0, -1, 1, 0 };
  const UllDraft *draft = plot->draft;
  const UllPlan *plan = draft->disclosure->plan;
  double width = MAX (ull_text_width (draft->context, name, draft->text, 700),
                      detail != NULL ? ull_text_width (draft->context, detail, draft->text, 400) : 0) + 6;
  double height = (detail != NULL ? 2 : 1) * ULL_LINE_STEP * draft->em + 3;
  double x = ull_scale_map (&plot->x, (double) plan->context);
  double y = ull_curve_y (plot, plan->concurrency);

  for (guint turn = 0; turn < 2 * G_N_ELEMENTS (sides); turn++)
    {
      int side = sides[turn % G_N_ELEMENTS (sides)];
      gboolean above = turn % G_N_ELEMENTS (sides) >= 3;
      /* Then once more beyond the diamond. */
      double by = turn < G_N_ELEMENTS (sides) ? HALO : HALO + 16;
      double x0 = side < 0 ? x - 12 - width : side > 0 ? x + 12 : x - width / 2;
      double y0 = above ? y - by - height : y + by;
      UllBox box = { x0, y0, x0 + width, y0 + height };

      if (!ull_curve_is_free (plot, &box) || (!over_curves && ull_curve_hits (plot, &box, -1)))
        continue;
      ull_curve_take (plot, box);
      draw_point_label (plot, &box, side, name, detail);
      return TRUE;
    }
  return FALSE;
}

/* The count matters more than the length, which the axis shows too; a curve that makes way is better than no label. */
static void
place_point_label (UllCurvePlot *plot)
{
  const UllPlan *plan = plot->draft->disclosure->plan;
  g_autofree char *name = NULL;
  g_autofree char *count = ull_format_count (plan->context);
  g_autofree char *detail
    = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s token", "%s tokens", (gulong) plan->context), count);

  if (!ull_curve_shows (plot, plan->context, plan->concurrency))
    return;
  name = point_text (plan);
  (void) (try_point_label (plot, name, detail, FALSE) || try_point_label (plot, name, NULL, FALSE)
          || try_point_label (plot, name, detail, TRUE) || try_point_label (plot, name, NULL, TRUE));
}

/* Where a curve's name may stand, the best first. */
typedef enum
{
  PLACE_ON,     /* its own line, clear of the others */
  PLACE_BESIDE, /* above it, where no line is */
  PLACE_OVER,   /* on its own line, across others */
  N_PLACES,
} Place;

static gboolean
try_curve_name (UllCurvePlot *plot, guint i, double x, Place place)
{
  UllDraft *draft = plot->draft;
  const UllCurve *curve = &plot->curves.curve[i];
  gint64 requests = ull_layout_max_requests (&curve->layout, ull_curve_tokens_at (plot, x));
  double half = ull_text_width (draft->context, curve->name, draft->text, 700) / 2 + 4;
  double middle = place == PLACE_BESIDE ? x + half : x;
  double y = ull_curve_y (plot, requests) - (place == PLACE_BESIDE ? 0.8 * draft->em : 0);
  UllBox box = { middle - half, y - 0.6 * draft->em, middle + half, y + 0.6 * draft->em };

  if (requests < 1 || !ull_curve_is_free (plot, &box) ||
      (place != PLACE_OVER && ull_curve_hits (plot, &box, place == PLACE_ON ? (int) i : -1)))
    return FALSE;

  ull_curve_take (plot, box);
  ull_scene_add_text (draft->scene, curve->id, middle, y + 0.35 * draft->em, curve->name, draft->text, 700,
                      ULL_ANCHOR_MIDDLE, ull_draft_ink (draft, (UllInk) (ULL_INK_SERIES_1 + i)));
  return TRUE;
}

static gboolean
place_curve_name (UllCurvePlot *plot, guint i, Place place)
{
  double width = plot->plot.x1 - plot->plot.x0;

  for (guint k = 0; k < 24; k++)
    if (try_curve_name (plot, i, plot->plot.x0 + width * (0.12 + 0.07 * i + 0.03 * k), place))
      return TRUE;
  return FALSE;
}

static void
place_curve_names (UllCurvePlot *plot)
{
  for (guint i = 0; i < plot->curves.n; i++)
    for (int place = 0; place < N_PLACES; place++)
      if (place_curve_name (plot, i, (Place) place))
        break;
}

/* In the region, above the line of one request where there is room, so that no line runs through it. */
static void
place_fits (UllCurvePlot *plot)
{
  UllDraft *draft = plot->draft;
  const UllLayout *layout = &plot->curves.curve[0].layout;
  const char *text = _("Fits");
  double width = ull_text_width (draft->context, text, draft->text, 700) + 6;
  double height = 1.2 * draft->em;

  for (guint k = 0; k < 12; k++)
    {
      double x = plot->plot.x0 + (k < 2 ? 7 : 3 + (k / 2 - 1) * width / 2);
      double bottom = k % 2 == 0 ? ull_curve_y (plot, 1) - 1 : plot->plot.y1 - 2;
      UllBox box = { x, bottom - height, x + width, bottom };
      gint64 requests = ull_layout_max_requests (layout, ull_curve_tokens_at (plot, box.x1));

      if (requests < 1 || ull_curve_y (plot, requests) > box.y0 - 2 || !ull_curve_is_free (plot, &box))
        continue;
      ull_curve_take (plot, box);
      ull_scene_add_text (draft->scene, "fits", x + 3, box.y0 + 0.95 * draft->em, text, draft->text, 700,
                          ULL_ANCHOR_START, ull_draft_ink (draft, ULL_INK_SERIES_1));
      return;
    }
}

/* Above the line or below it, at its end, its middle or its start. Above may be above the plot. */
static void
place_limit_name (UllCurvePlot *plot, const char *text, double y)
{
  UllDraft *draft = plot->draft;
  double width = ull_text_width (draft->context, text, draft->text, 400) + 6;
  double height = 1.3 * draft->em;
  double slack = plot->plot.x1 - plot->plot.x0 - width - 4;

  for (guint k = 0; slack >= 0 && k < 6; k++)
    {
      double top = k % 2 == 0 ? y - height - 2 : y + 2;
      double right = plot->plot.x1 - (k / 2) * slack / 2;
      UllBox box = { right - width, top, right, top + height };

      if (top < draft->top || box.y1 > plot->plot.y1 || is_taken (plot, &box) || ull_curve_hits (plot, &box, -1))
        continue;
      ull_curve_take (plot, box);
      ull_scene_add_text (draft->scene, "limit", right - 3, top + 0.98 * draft->em, text, draft->text, 400,
                          ULL_ANCHOR_END, ull_draft_ink (draft, ULL_INK_TEXT));
      return;
    }
}

/* The line of the limit is drawn even where its name finds no room. */
static void
place_limit (UllCurvePlot *plot)
{
  UllDraft *draft = plot->draft;
  gint64 sequences = ull_engine_get_setting (draft->disclosure->scenario, ULL_FIELD_MAX_NUM_SEQS);
  g_autofree char *count = ull_format_count (sequences);
  g_autofree char *text = g_strdup_printf (_("max sequences %s"), count);
  double y;
  UllMark *mark;

  if (sequences == ULL_UNSET || (double) sequences > plot->curves.most || (double) sequences < plot->curves.least)
    return;

  y = ull_scale_map (&plot->y, (double) sequences);
  mark = ull_scene_add_path (draft->scene, "limit");
  mark->stroke = ull_draft_ink (draft, ULL_INK_TEXT);
  mark->line_width = 1.5;
  mark->dash[0] = 2;
  mark->dash[1] = 3;
  ull_scene_add_point (draft->scene, plot->plot.x0, y);
  ull_scene_add_point (draft->scene, plot->plot.x1, y);
  place_limit_name (plot, text, y);
}

void
ull_curve_place_labels (UllCurvePlot *plot)
{
  const UllPlan *plan = plot->draft->disclosure->plan;
  double x = ull_scale_map (&plot->x, (double) plan->context);
  double y = ull_curve_y (plot, plan->concurrency);
  UllBox halo = { x - HALO, y - HALO, x + HALO, y + HALO };
  UllBox diamond = { x - 8, 0, x + 8, 0 };
  guint points = 0;

  place_limit (plot);
  /* Texts keep clear of the point and the diamond, lines do not: their boxes are taken back at the end. */
  points = plot->n_taken;
  ull_curve_take (plot, halo);
  if (plan->max_concurrency > 0 && plan->max_concurrency != G_MAXINT64)
    {
      diamond.y0 = ull_curve_y (plot, plan->max_concurrency) - 8;
      diamond.y1 = diamond.y0 + 16;
      ull_curve_take (plot, diamond);
    }
  points = plot->n_taken - points;
  place_point_label (plot);
  ull_ghost_place_name (plot);
  place_curve_names (plot);
  place_fits (plot);
  for (guint i = 0; i < plot->n_taken; i++)
    if (memcmp (&plot->taken[i], &halo, sizeof halo) == 0)
      {
        memmove (&plot->taken[i], &plot->taken[i + points], sizeof (UllBox) * (plot->n_taken - i - points));
        plot->n_taken -= points;
        break;
      }
}
