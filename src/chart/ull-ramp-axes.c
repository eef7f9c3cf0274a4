/* What the graphs of a ramp stand on. Shares stand on the left axis in per cent, preemptions on the right one, whose ticks meet
 * the same grid: both have four intervals. Times are logarithmic, in whole decades. */
#include "ull-ramp-plot.h"

#include "ull-text.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define INTERVALS 4

const char *
ull_ramp_panel_get_title (UllRampPanels id)
{
  if (id == ULL_RAMP_THROUGHPUT)
    return _("Throughput");
  return id == ULL_RAMP_POOL ? _("KV use, hit rate, preemptions") : _("Latency");
}

const char *
ull_ramp_panel_get_unit (UllRampPanels id)
{
  if (id == ULL_RAMP_THROUGHPUT)
    return _("output tokens per second");
  return id == ULL_RAMP_POOL ? _("% and per 100 requests") : _("median to 99th percentile");
}

double
ull_ramp_most_throughput (const UllRampCurve *line)
{
  double most = 0;

  for (guint i = 0; i < line->n; i++)
    most = MAX (most, MAX (line->dot[i].throughput, line->dot[i].high));
  return most;
}

static void
scale_throughput (UllRampPanel *panel)
{
  const UllRampPicture *picture = panel->ramp->picture;
  double most = ull_ramp_most_throughput (&picture->with), step;

  most = MAX (most, MAX (ull_ramp_most_throughput (&picture->without), ull_ramp_most_throughput (&picture->before)));
  for (guint i = 0; i < ULL_N_BASELINES; i++)
    most = MAX (most, ull_ramp_most_throughput (&picture->baseline[i]));

  /* Some air above the peak, for its name. */
  most = most > 0 ? 1.08 * most : 1000;
  step = ull_scale_memory_step (most, (guint) CLAMP ((panel->plot.y1 - panel->plot.y0) / (2.6 * panel->ramp->draft->em), 2, 6));
  panel->y = (UllScale) { 0, step * ceil (most / step), panel->plot.y1, panel->plot.y0, FALSE };
}

/* Twelve at least, so that a few preemptions are few. */
static void
scale_pool (UllRampPanel *panel)
{
  const UllRampCurve *line = &panel->ramp->picture->with;
  double most = 0, step = 3;

  for (guint i = 0; i < line->n; i++)
    most = MAX (most, line->dot[i].preemptions);
  for (guint i = 0; INTERVALS * step < most; i++)
    step = i == 0 ? 5 : i % 3 == 2 ? 2.5 * step : 2 * step;
  panel->y = (UllScale) { 0, 100, panel->plot.y1, panel->plot.y0, FALSE };
  panel->y2 = (UllScale) { 0, INTERVALS * step, panel->plot.y1, panel->plot.y0, FALSE };
}

static void
scale_times (UllRampPanel *panel)
{
  const UllRampCurve *line = &panel->ramp->picture->with;
  double least = HUGE_VAL, most = 0;

  for (guint i = 0; i < line->n; i++)
    for (guint k = 0; k < ULL_N_TIMES; k++)
      if (line->dot[i].time[k].p99 > 0)
        {
          least = MIN (least, ull_ramp_read_median (&line->dot[i], k));
          most = MAX (most, line->dot[i].time[k].p99);
        }
  if (most <= 0)
    least = 0.01, most = 10;
  least = pow (10, floor (log10 (MIN (least, most))));
  most = pow (10, ceil (log10 (most) - 1e-9));
  panel->y = (UllScale) { least, MAX (most, 10 * least), panel->plot.y1, panel->plot.y0, TRUE };
}

void
ull_ramp_panel_scale (UllRampPanel *panel)
{
  if (panel->id == ULL_RAMP_THROUGHPUT)
    scale_throughput (panel);
  else if (panel->id == ULL_RAMP_POOL)
    scale_pool (panel);
  else
    scale_times (panel);
}

static void
draw_row (UllRampPanel *panel, double value, const char *text)
{
  UllDraft *draft = panel->ramp->draft;
  double y = floor (ull_scale_map (&panel->y, value)) + 0.5;

  ull_scene_add_rect (draft->scene, "grid", panel->plot.x0, y - 0.5, panel->plot.x1 - panel->plot.x0, 1)->fill
    = ull_draft_ink (draft, ULL_INK_GRID);
  ull_crowd_take_row (&panel->crowd, y);
  if (text != NULL)
    ull_scene_add_text (draft->scene, "tick", panel->plot.x0 - 7, y + 0.33 * draft->em, text, draft->tick, 400, ULL_ANCHOR_END,
                        ull_draft_ink (draft, ULL_INK_DIM));
}

static void
draw_even_rows (UllRampPanel *panel, double step)
{
  for (double value = 0; value <= panel->y.max + step / 2; value += step)
    {
      g_autofree char *rate = ull_format_rate (value), *whole = g_strdup_printf ("%.0f", value);
      gboolean fine = step < 1 && value > 0;

      draw_row (panel, value, value >= 1000 || fine ? rate : whole);
    }
}

static void
draw_pool_rows (UllRampPanel *panel)
{
  UllDraft *draft = panel->ramp->draft;
  gboolean low = panel->plot.y1 - panel->plot.y0 < 6.5 * draft->em;

  for (guint i = 0; i <= INTERVALS; i += low ? INTERVALS : 1)
    {
      double y = floor (ull_scale_map (&panel->y, 25 * i)) + 0.5;
      g_autofree char *left = g_strdup_printf ("%u", 25 * i);
      g_autofree char *right = ull_format_count ((gint64) llround (panel->y2.max * i / INTERVALS));

      draw_row (panel, 25 * i, left);
      ull_scene_add_text (draft->scene, "tick", panel->plot.x1 + 7, y + 0.33 * draft->em, right, draft->tick, 400,
                          ULL_ANCHOR_START, ull_draft_ink (draft, ULL_INK_DIM));
    }
}

static void
draw_time_rows (UllRampPanel *panel)
{
  double room = (panel->plot.y1 - panel->plot.y0) / (1.6 * panel->ramp->draft->em), decades = log10 (panel->y.max / panel->y.min);
  int every = MAX (1, (int) ceil ((decades + 1) / MAX (room, 1)));

  for (int i = 0; i <= (int) lround (decades); i++)
    {
      double value = panel->y.min * pow (10, i);
      g_autofree char *text = ull_format_time_tick (value);

      draw_row (panel, value, i % every == 0 ? text : NULL);
    }
}

void
ull_ramp_panel_draw_axes (UllRampPanel *panel)
{
  double intervals = CLAMP ((panel->plot.y1 - panel->plot.y0) / (2.6 * panel->ramp->draft->em), 2, 6);

  if (panel->id == ULL_RAMP_THROUGHPUT)
    draw_even_rows (panel, ull_scale_memory_step (panel->y.max, (guint) intervals));
  else if (panel->id == ULL_RAMP_POOL)
    draw_pool_rows (panel);
  else
    draw_time_rows (panel);
}

