#include "ull-ghost.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* The pinned scenario's present curve: the same exact steps, over the axes of the present model, which are widened as
 * far as its own point. Where it runs along the present curve it cannot be told apart, and its name stands at its point. */

#define ALPHA 0x99 /* 60 % */
#define RING 11.0
#define HALF 7.0
#define TRIES 40

static const double dashes[4] = { 6, 4, 0, 0 };

void
ull_ghost_widen (UllCurves *curves, const UllDisclosure *disclosure)
{
  const UllPlan *plan;
  gint64 requests;

  if (!ull_disclosure_has_ghost (disclosure))
    return;
  plan = disclosure->ghost->plan;
  curves->longest = MAX (curves->longest, plan->context);
  curves->shortest = MIN (curves->shortest, ull_scale_pow2_floor (plan->context));
  requests = ull_layout_max_requests (&plan->layout, curves->shortest);
  curves->most = MAX (curves->most, 1.15 * (double) plan->concurrency);
  if (requests != G_MAXINT64)
    curves->most = MAX (curves->most, 1.15 * (double) requests);
}

static const UllPlan *
get_plan (const UllCurvePlot *plot)
{
  return ull_disclosure_has_ghost (plot->draft->disclosure) ? plot->draft->disclosure->ghost->plan : NULL;
}

static void
write_name (UllCurvePlot *plot, const UllBox *box)
{
  UllDraft *draft = plot->draft;

  ull_curve_take (plot, *box);
  ull_scene_add_text (draft->scene, "ghost", (box->x0 + box->x1) / 2, box->y0 + 0.95 * draft->em,
                      draft->disclosure->ghost_name, draft->text, 400, ULL_ANCHOR_MIDDLE,
                      ull_draft_ink (draft, ULL_INK_SERIES_1));
}

/* At the last place of the curve, from its end, where the name is free of everything else; where there is none, other
 * curves make way for it. */
static gboolean
place_at_end (UllCurvePlot *plot, const UllPlan *plan, double width, gboolean over_curves)
{
  double em = plot->draft->em;
  double step = (plot->plot.x1 - plot->plot.x0) / TRIES;

  for (guint i = 0; i < TRIES; i++)
    {
      double x = plot->plot.x1 - width / 2 - i * step;
      gint64 requests = ull_layout_max_requests (&plan->layout, ull_curve_tokens_at (plot, x));
      double y = ull_curve_y (plot, requests);
      UllBox box = { x - width / 2, y - 0.6 * em, x + width / 2, y + 0.6 * em };

      if (requests < 1 || !ull_curve_is_free (plot, &box)
          || (!over_curves && ull_curve_hits (plot, &box, -1)))
        continue;
      write_name (plot, &box);
      return TRUE;
    }
  return FALSE;
}

/* Whether the two cannot be told apart anywhere. */
static gboolean
runs_along (const UllCurvePlot *plot, const UllPlan *plan)
{
  const UllLayout *present = &plot->curves.curve[0].layout;

  for (guint i = 0; i <= TRIES; i++)
    {
      gint64 tokens = ull_curve_tokens_at (plot, plot->plot.x0 + (plot->plot.x1 - plot->plot.x0) * i / TRIES);

      if (ull_layout_max_requests (&plan->layout, tokens) != ull_layout_max_requests (present, tokens))
        return FALSE;
    }
  return TRUE;
}

static void
place_at_point (UllCurvePlot *plot, const UllPlan *plan, double width)
{
  double height = ULL_LINE_STEP * plot->draft->em;
  double x = ull_scale_map (&plot->x, (double) plan->context);
  double y = ull_curve_y (plot, plan->concurrency);

  for (guint i = 0; i < 6; i++)
    {
      double left = i % 3 == 0 ? x + RING : i % 3 == 1 ? x - RING - width : x - width / 2;
      double top = i % 3 == 2 || i >= 3 ? (i >= 3 ? y - RING - height : y + RING) : y - height / 2;
      UllBox box = { left, top, left + width, top + height };

      if (!ull_curve_is_free (plot, &box))
        continue;
      write_name (plot, &box);
      return;
    }
}

void
ull_ghost_place_name (UllCurvePlot *plot)
{
  UllDraft *draft = plot->draft;
  const UllPlan *plan = get_plan (plot);
  double width;

  if (plan == NULL)
    return;
  width = ull_text_width (draft->context, draft->disclosure->ghost_name, draft->text, 400) + 8;
  if (runs_along (plot, plan) || !(place_at_end (plot, plan, width, FALSE) || place_at_end (plot, plan, width, TRUE)))
    place_at_point (plot, plan, width);
}

static gboolean
has_point (const UllCurvePlot *plot, const UllPlan *plan)
{
  const UllPlan *present = plot->draft->disclosure->plan;

  return (plan->context != present->context || plan->concurrency != present->concurrency)
         && ull_curve_shows (plot, plan->context, plan->concurrency);
}

void
ull_ghost_draw_curve (UllCurvePlot *plot)
{
  UllDraft *draft = plot->draft;
  const UllPlan *plan = get_plan (plot);
  g_autoptr (GArray) points = NULL;
  UllMark *mark;

  if (plan == NULL)
    return;
  points = ull_curve_trace (plot, &plan->layout);
  ull_curve_draw_line (plot, "ghost", points, ull_draft_ink_alpha (draft, ULL_INK_SERIES_1, ALPHA), 2.5, dashes);
  if (!has_point (plot, plan))
    return;
  mark = ull_scene_add_circle (draft->scene, "ghost", ull_scale_map (&plot->x, (double) plan->context),
                               ull_curve_y (plot, plan->concurrency), RING);
  mark->fill = ull_draft_ink (draft, ULL_INK_GROUND);
  mark->stroke = ull_draft_ink_alpha (draft, plan->fits ? ULL_INK_SERIES_1 : ULL_INK_BAD, ALPHA);
  mark->line_width = 2;
}

void
ull_ghost_add_spot (UllCurvePlot *plot)
{
  const UllPlan *plan = get_plan (plot);

  if (plan == NULL || !has_point (plot, plan))
    return;
  ull_scene_add_spot (plot->draft->scene, "ghost", ull_scale_map (&plot->x, (double) plan->context) - HALF,
                      ull_curve_y (plot, plan->concurrency) - HALF, 2 * HALF, 2 * HALF,
                      ull_ghost_describe (plot->draft->disclosure), -1);
}
