/* The two logarithmic axes: tokens in powers of two, requests at 1-2-5. The grid is of the requests only. Numbers do
 * not mirror: the axes stand as they are in a mirrored layout. */
#include "ull-curves.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* A part may be so small that the round numbers of the whole leave it without a scale: then it has an even one. */
#define FEW 3
#define MANY 9

static guint
y_ticks (const UllCurvePlot *plot, double ticks[ULL_MAX_TICKS])
{
  double height = plot->plot.y1 - plot->plot.y0;
  double decade = height / log10 (plot->curves.most / plot->curves.least);
  double most = CLAMP (height / (1.5 * plot->draft->em), 1, 24);
  /* The nearest two of 1-2-5 are a factor of two apart. */
  gboolean dense = decade * log10 (2) >= 1.25 * plot->draft->em;
  double from = MAX (1, plot->curves.least);
  guint n = ull_scale_log_ticks (from, plot->curves.most, dense ? ULL_MAX_TICKS : (guint) most, ticks);

  return n < FEW && plot->curves.zoomed
           ? ull_scale_even_ticks (from, plot->curves.most, (guint) MIN (most, MANY), FALSE, ticks)
           : n;
}

static double
y_width (UllCurvePlot *plot)
{
  double ticks[ULL_MAX_TICKS];
  double width = 0;
  guint n = y_ticks (plot, ticks);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = ull_format_count ((gint64) ticks[i]);

      width = MAX (width, ull_text_width (plot->draft->context, text, plot->draft->tick, 400));
    }
  return width;
}

void
ull_curve_lay_axes (UllCurvePlot *plot)
{
  const UllDraft *draft = plot->draft;
  double under = draft->bottom - 1.6 * draft->em;

  plot->plot.y0 = ceil (draft->top + 2.1 * draft->em);
  plot->x_title_y = 0;
  /* The axis is named while that leaves as much again for the curves. */
  if (under - 1.5 * draft->em - plot->plot.y0 > 5 * draft->em)
    {
      plot->x_title_y = draft->bottom - 0.4 * draft->em;
      under -= 1.4 * draft->em;
    }
  plot->plot.y1 = MAX (floor (under), plot->plot.y0 + 1);
  /* The width of the ticks' texts depends on how many there are, and that on the height alone. */
  plot->plot.x0 = floor (draft->left + y_width (plot) + 8);
  plot->plot.x1 = MAX (floor (draft->right - 6), plot->plot.x0 + 1);
  plot->x
    = (UllScale){ (double) plot->curves.shortest, (double) plot->curves.longest, plot->plot.x0, plot->plot.x1, TRUE };
  plot->y = (UllScale) { plot->curves.least, plot->curves.most, plot->plot.y1, plot->plot.y0, TRUE };
}

static void
draw_rule (UllCurvePlot *plot, double y)
{
  static const double solid[4] = { 0, 0, 0, 0 };
  const UllCurvePoint ends[2] = { { plot->plot.x0, y }, { plot->plot.x1, y } };
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (UllCurvePoint));

  g_array_append_vals (points, ends, 2);
  ull_curve_draw_line (plot, "grid", points, ull_draft_ink (plot->draft, ULL_INK_GRID), 1, solid);
}

static void
draw_grid (UllCurvePlot *plot)
{
  UllDraft *draft = plot->draft;
  double ticks[ULL_MAX_TICKS];
  guint n = y_ticks (plot, ticks);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = ull_format_count ((gint64) ticks[i]);
      double y = floor (ull_scale_map (&plot->y, ticks[i])) + 0.5;

      draw_rule (plot, y);
      ull_scene_add_text (draft->scene, "tick", plot->plot.x0 - 7, y + 0.33 * draft->em, text, draft->tick, 400,
                          ULL_ANCHOR_END, ull_draft_ink (draft, ULL_INK_DIM));
    }
}

static void
draw_token_tick (UllCurvePlot *plot, double tokens, double half)
{
  UllDraft *draft = plot->draft;
  g_autofree char *text = ull_format_tokens_short ((gint64) tokens);
  double x = ull_scale_map (&plot->x, tokens);
  double width = ull_text_width (draft->context, text, draft->tick, 400);
  double centre = CLAMP (x, draft->left + width / 2, draft->right - width / 2);
  UllMark *mark = ull_scene_add_rect (draft->scene, "tick", floor (x), plot->plot.y1, 1, half);

  mark->fill = ull_draft_ink_alpha (draft, ULL_INK_DIM, 0xb0);
  ull_scene_add_text (draft->scene, "tick", centre, plot->plot.y1 + 1.35 * draft->em, text, draft->tick, 400,
                      ULL_ANCHOR_MIDDLE, ull_draft_ink (draft, ULL_INK_DIM));
}

static guint
token_ticks (const UllCurvePlot *plot, guint most, double ticks[ULL_MAX_TICKS])
{
  gint64 from = plot->curves.shortest, to = plot->curves.longest;
  guint n = ull_scale_token_ticks (from, to, most, ticks);

  return n < FEW && plot->curves.zoomed
           ? ull_scale_even_ticks ((double) from, (double) to, MIN (most, MANY), TRUE, ticks)
           : n;
}

static void
draw_tokens (UllCurvePlot *plot)
{
  UllDraft *draft = plot->draft;
  double widest = MAX (ull_text_width (draft->context, "128k", draft->tick, 400),
                       ull_text_width (draft->context, "512", draft->tick, 400));
  double most = CLAMP ((plot->plot.x1 - plot->plot.x0) / (widest + draft->em), 2, 24);
  double ticks[ULL_MAX_TICKS];
  guint n = token_ticks (plot, (guint) most, ticks);
  UllMark *mark
    = ull_scene_add_rect (draft->scene, "axis", plot->plot.x0, plot->plot.y1, plot->plot.x1 - plot->plot.x0, 1);

  mark->fill = ull_draft_ink_alpha (draft, ULL_INK_DIM, 0x80);
  for (guint i = 0; i < n; i++)
    draw_token_tick (plot, ticks[i], 4);
}

static void
draw_y_title (UllCurvePlot *plot)
{
  UllDraft *draft = plot->draft;
  const char *title = _("Requests at once");
  double width = ull_text_width (draft->context, title, draft->text, 400);

  if (width > draft->right - draft->left)
    return;

  ull_scene_add_text (draft->scene, "unit", draft->left, draft->top + 0.9 * draft->em, title, draft->text, 400,
                      ULL_ANCHOR_START, ull_draft_ink (draft, ULL_INK_DIM));
  ull_curve_take (plot, (UllBox) { draft->left, draft->top, draft->left + width + 4, draft->top + 1.2 * draft->em });
}

static void
draw_x_title (UllCurvePlot *plot)
{
  UllDraft *draft = plot->draft;
  const char *title = _("Context, tokens per request");
  double width = ull_text_width (draft->context, title, draft->text, 400);
  double middle = (plot->plot.x0 + plot->plot.x1) / 2;

  if (width > draft->right - draft->left)
    {
      title = _("Tokens");
      width = ull_text_width (draft->context, title, draft->text, 400);
    }
  if (plot->x_title_y > 0 && width <= draft->right - draft->left)
    ull_scene_add_text (draft->scene, "unit", CLAMP (middle, draft->left + width / 2, draft->right - width / 2),
                        plot->x_title_y, title, draft->text, 400, ULL_ANCHOR_MIDDLE,
                        ull_draft_ink (draft, ULL_INK_DIM));
}

void
ull_curve_draw_axes (UllCurvePlot *plot)
{
  draw_grid (plot);
  draw_tokens (plot);
  draw_y_title (plot);
  draw_x_title (plot);
}
