/* Who stands where in the plot: the present point's label first, then the curves' names, then "Fits" and the limit of
 * sequences. Each takes the first of its places that is free of other texts and of curves; a curve's name stands on its
 * own curve, which leaves a gap for it. A text that finds no place is left out. */
#include "ull-curves.h"

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
is_free (const UllCurvePlot *plot, const UllBox *box)
{
  const UllBox *inside = &plot->plot;

  if (box->x0 < inside->x0 + 2 || box->x1 > inside->x1 || box->y0 < inside->y0 || box->y1 > inside->y1 - 1)
    return FALSE;
  for (guint i = 0; i < plot->n_taken; i++)
    if (overlap (&plot->taken[i], box))
      return FALSE;
  return TRUE;
}

static gboolean
hits_curve (const UllCurvePlot *plot, const UllBox *box, int except)
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

static void
draw_point_label (UllCurvePlot *plot, const UllBox *box, gboolean left, const char *name, const char *detail)
{
  UllDraft *draft = plot->draft;
  gboolean over = draft->disclosure->plan->concurrency > draft->disclosure->plan->max_concurrency;
  double x = left ? box->x1 - 3 : box->x0 + 3;
  UllAnchor anchor = left ? ULL_ANCHOR_END : ULL_ANCHOR_START;

  ull_scene_add_text (draft->scene, "present", x, box->y0 + 0.95 * draft->em, name, draft->text, 700, anchor,
                      ull_draft_ink (draft, over ? ULL_INK_BAD : ULL_INK_TEXT));
  if (detail != NULL)
    ull_scene_add_text (draft->scene, "present", x, box->y0 + (0.95 + ULL_LINE_STEP) * draft->em, detail, draft->text, 400,
                        anchor, ull_draft_ink (draft, ULL_INK_DIM));
}

/* Left or right of the point, below or above it; first where no curve runs, else where one must make way. */
static gboolean
try_point_label (UllCurvePlot *plot, double x, double y, const char *name, const char *detail)
{
  const UllDraft *draft = plot->draft;
  double width = MAX (ull_text_width (draft->context, name, draft->text, 700),
                      detail != NULL ? ull_text_width (draft->context, detail, draft->text, 400) : 0) + 6;
  double height = (detail != NULL ? 2 : 1) * ULL_LINE_STEP * draft->em + 3;

  for (int turn = 0; turn < 16; turn++)
    {
      gboolean left = (turn & 1) == 0;
      double by = (turn & 4) == 0 ? HALO - 4 : HALO + 2;
      double x0 = left ? x - 10 - width : x + 10;
      double y0 = (turn & 2) == 0 ? y + by : y - by - height;
      UllBox box = { x0, y0, x0 + width, y0 + height };

      if (!is_free (plot, &box) || (turn < 8 && hits_curve (plot, &box, -1)))
        continue;
      ull_curve_take (plot, box);
      draw_point_label (plot, &box, left, name, detail);
      return TRUE;
    }
  return FALSE;
}

static void
place_point_label (UllCurvePlot *plot)
{
  const UllPlan *plan = plot->draft->disclosure->plan;
  g_autofree char *name = point_text (plan);
  g_autofree char *count = ull_format_count (plan->context);
  g_autofree char *detail = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s token", "%s tokens", (gulong) plan->context),
                                             count);
  double x = ull_scale_map (&plot->x, (double) plan->context);
  double y = ull_curve_y (plot, plan->concurrency);

  /* The lines under the point may run through its halo, the names not. */
  if (!try_point_label (plot, x, y, name, detail))
    try_point_label (plot, x, y, name, NULL);
}

static gboolean
try_curve_name (UllCurvePlot *plot, guint i, double x)
{
  UllDraft *draft = plot->draft;
  const UllCurve *curve = &plot->curves.curve[i];
  gint64 requests = ull_layout_max_requests (&curve->layout, ull_curve_tokens_at (plot, x));
  double half = ull_text_width (draft->context, curve->name, draft->text, 700) / 2 + 4;
  double y = ull_curve_y (plot, requests);
  UllBox box = { x - half, y - 0.6 * draft->em, x + half, y + 0.6 * draft->em };

  if (requests < 1 || !is_free (plot, &box) || hits_curve (plot, &box, (int) i))
    return FALSE;

  ull_curve_take (plot, box);
  ull_scene_add_text (draft->scene, curve->id, x, y + 0.35 * draft->em, curve->name, draft->text, 700, ULL_ANCHOR_MIDDLE,
                      ull_draft_ink (draft, (UllInk) (ULL_INK_SERIES_1 + i)));
  return TRUE;
}

static void
place_curve_names (UllCurvePlot *plot)
{
  double width = plot->plot.x1 - plot->plot.x0;

  for (guint i = 0; i < plot->curves.n; i++)
    for (guint k = 0; k < 24; k++)
      if (try_curve_name (plot, i, plot->plot.x0 + width * (0.12 + 0.07 * i + 0.03 * k)))
        break;
}

static void
place_fits (UllCurvePlot *plot)
{
  UllDraft *draft = plot->draft;
  const UllLayout *layout = &plot->curves.curve[0].layout;
  const char *text = _("Fits");
  double width = ull_text_width (draft->context, text, draft->text, 700) + 6;
  double height = 1.2 * draft->em;

  for (guint k = 0; k < 8; k++)
    {
      double x = plot->plot.x0 + 7 + k * width / 2;
      double y = plot->plot.y1 - height - 0.35 * draft->em;
      UllBox box = { x, y, x + width, y + height };
      gint64 requests = ull_layout_max_requests (layout, ull_curve_tokens_at (plot, box.x1));

      if (requests < 1 || ull_curve_y (plot, requests) > y - 2 || !is_free (plot, &box))
        continue;
      ull_curve_take (plot, box);
      ull_scene_add_text (draft->scene, "fits", x + 3, y + 0.95 * draft->em, text, draft->text, 700, ULL_ANCHOR_START,
                          ull_draft_ink (draft, ULL_INK_SERIES_1));
      return;
    }
}

/* The line of the limit is drawn even where its name finds no room. */
static void
place_limit (UllCurvePlot *plot)
{
  UllDraft *draft = plot->draft;
  gint64 sequences = draft->disclosure->scenario->value[ULL_FIELD_MAX_NUM_SEQS];
  g_autofree char *count = ull_format_count (sequences);
  g_autofree char *text = g_strdup_printf (_("max sequences %s"), count);
  double width = ull_text_width (draft->context, text, draft->text, 400) + 6;
  double y = ull_scale_map (&plot->y, (double) sequences);
  double x = plot->plot.x1;
  UllMark *mark;

  if (sequences == ULL_UNSET || (double) sequences > plot->curves.most)
    return;

  mark = ull_scene_add_path (draft->scene, "limit");
  mark->stroke = ull_draft_ink (draft, ULL_INK_TEXT);
  mark->line_width = 1.5;
  mark->dash[0] = 2;
  mark->dash[1] = 3;
  ull_scene_add_point (draft->scene, plot->plot.x0, y);
  ull_scene_add_point (draft->scene, x, y);
  for (guint k = 0; k < 6; k++)
    {
      double top = k % 2 == 0 ? y - 1.3 * draft->em - 2 : y + 2;
      double right = x - (k / 2) * (x - plot->plot.x0 - width - 4) / 2;
      UllBox box = { right - width, top, right, top + 1.3 * draft->em };
      UllBox inside = { box.x0, MAX (box.y0, plot->plot.y0), box.x1, MAX (box.y1, plot->plot.y0 + 1) };

      /* Above the plot there is only the axis' name, which is a line higher. */
      if (!is_free (plot, &inside) || hits_curve (plot, &box, -1))
        continue;
      ull_curve_take (plot, box);
      ull_scene_add_text (draft->scene, "limit", right - 3, top + 0.98 * draft->em, text, draft->text, 400, ULL_ANCHOR_END,
                          ull_draft_ink (draft, ULL_INK_TEXT));
      return;
    }
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
