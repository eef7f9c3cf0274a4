/* Axes of plain figures, and the frame of charts that show neither a plan nor a record. Figures that find no room are left out;
 * axes of numbers and of time do not mirror. */
#include "ull-plane.h"

#include "ull-ramp-plot.h"
#include "ull-text.h"
#include "ull-units.h"

#include <math.h>

char *
ull_plane_format_per_cent (double value)
{
  g_autofree char *plain = g_strdup_printf (fabs (value - round (value)) < 1e-9 ? "%.0f" : "%.1f", fabs (value));

  return g_strdup_printf ("%s%s" ULL_NBSP "%%", value < 0 ? ULL_MINUS : "", plain);
}

char *
ull_plane_format_seconds (double value)
{
  return value == 0 ? g_strdup ("0") : ull_format_time_tick (value);
}

char *
ull_plane_format_tokens (double value)
{
  return ull_format_tokens_short ((gint64) llround (value));
}

/* The next place of a figure: 0 begins. */
static double
next_tick (const UllScale *scale, double step, double value)
{
  if (!scale->log)
    return value + step;
  return value * step;
}

static double
first_tick (const UllScale *scale, double step)
{
  if (!scale->log)
    return ceil (scale->min / step - 1e-9) * step;
  return pow (step, ceil (log (scale->min) / log (step) - 1e-9));
}

void
ull_plane_draw_rows (const UllPlane *plane, double step, UllPlaneFormat format)
{
  UllDraft *draft = plane->draft;
  double last = HUGE_VAL;

  for (double value = first_tick (&plane->y, step); value <= plane->y.max * (1 + 1e-9) + 1e-12;
       value = next_tick (&plane->y, step, value))
    {
      double y = floor (ull_scale_map (&plane->y, value)) + 0.5, base = y + 0.33 * draft->em;
      g_autofree char *text = format (fabs (value) < 1e-9 * step ? 0 : value);

      ull_scene_add_rect (draft->scene, "grid", plane->plot.x0, y - 0.5, plane->plot.x1 - plane->plot.x0, 1)->fill
        = ull_draft_ink (draft, ULL_INK_GRID);
      if (last - base < 1.1 * draft->em || ull_text_width (draft->context, text, draft->tick, 400) > plane->plot.x0 - 7 - draft->left + 1)
        continue;
      last = base;
      ull_scene_add_text (draft->scene, "tick", plane->plot.x0 - 7, base, text, draft->tick, 400, ULL_ANCHOR_END,
                          ull_draft_ink (draft, ULL_INK_DIM));
    }
}

void
ull_plane_draw_columns (const UllPlane *plane, double step, UllPlaneFormat format)
{
  UllDraft *draft = plane->draft;
  double end = -HUGE_VAL;

  ull_scene_add_rect (draft->scene, "axis", plane->plot.x0, plane->plot.y1, plane->plot.x1 - plane->plot.x0, 1)->fill
    = ull_draft_ink_alpha (draft, ULL_INK_DIM, 0xb0);
  for (double value = first_tick (&plane->x, step); value <= plane->x.max * (1 + 1e-9) + 1e-12;
       value = next_tick (&plane->x, step, value))
    {
      double x = ull_scale_map (&plane->x, value);
      g_autofree char *text = format (fabs (value) < 1e-9 * step ? 0 : value);
      double half = ull_text_width (draft->context, text, draft->tick, 400) / 2;
      double middle = CLAMP (x, draft->left + half, MAX (draft->right - half, draft->left + half));

      ull_scene_add_rect (draft->scene, "tick", floor (x), plane->plot.y1, 1, 4)->fill = ull_draft_ink_alpha (draft, ULL_INK_DIM, 0xb0);
      if (middle - half < end || 2 * half > draft->right - draft->left)
        continue;
      end = middle + half + 0.5 * draft->em;
      ull_scene_add_text (draft->scene, "tick", middle, plane->plot.y1 + 1.4 * draft->em, text, draft->tick, 400, ULL_ANCHOR_MIDDLE,
                          ull_draft_ink (draft, ULL_INK_DIM));
    }
}

void
ull_plane_draw_unit (const UllPlane *plane, const char *text, double y)
{
  UllDraft *draft = plane->draft;
  double half = ull_text_width (draft->context, text, draft->text, 400) / 2;

  if (2 * half <= draft->right - draft->left)
    ull_scene_add_text (draft->scene, "unit", CLAMP ((plane->plot.x0 + plane->plot.x1) / 2, draft->left + half, draft->right - half), y,
                        text, draft->text, 400, ULL_ANCHOR_MIDDLE, ull_draft_ink (draft, ULL_INK_DIM));
}

UllScene *
ull_own_chart_build (const UllOwnChart *chart, const UllChartSpec *spec, PangoContext *context, gboolean ground)
{
  UllDraft draft = ull_draft_start (NULL, spec, context, ull_draft_margin (ground));
  g_autofree char *description = chart->describe (chart->subject);
  UllSurround frame = { chart->title, description, chart->caption != NULL ? chart->caption : "", chart->least, chart->draw };

  draft.subject = chart->subject;
  return ull_draft_build (&draft, &frame, ground);
}

GBytes *
ull_own_chart_export (const UllOwnChart *chart, const UllChartSpec *spec, UllExportFormat format, double scale, GError **error)
{
  g_autoptr (GPtrArray) table = NULL;
  g_autoptr (UllScene) scene = NULL;
  PangoContext *context;
  GBytes *bytes;

  if (format == ULL_EXPORT_CSV)
    {
      table = chart->table (chart->subject);
      return ull_export_table (table);
    }
  if (!ull_export_check_size (spec, format, scale, error))
    return NULL;
  context = ull_chart_context_new ();
  scene = ull_own_chart_build (chart, spec, context, TRUE);
  bytes = ull_export_scene (scene, context, format, scale, error);
  g_object_unref (context);
  return bytes;
}
