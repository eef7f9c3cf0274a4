/* The three graphs of a ramp: lines, what is marked on them, and their names. A band of times goes from the median to the 99th
 * percentile; an earlier ramp is drawn in the same hue, faded and dashed. */
#include "ull-ramp-plot.h"

#include "ull-text.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define BAND 0x24  /* 14 % */
#define GHOST 0x99 /* 60 % */

static double
read_throughput (const UllRampDot *dot, guint which)
{
  return dot->throughput;
}

static double
read_low (const UllRampDot *dot, guint which)
{
  return dot->low;
}

static double
read_high (const UllRampDot *dot, guint which)
{
  return dot->high;
}

static double
read_use (const UllRampDot *dot, guint which)
{
  return 100 * dot->use;
}

static double
read_hits (const UllRampDot *dot, guint which)
{
  return dot->hit_rate >= 0 ? 100 * dot->hit_rate : NAN;
}

/* Along its line, in short where there is little room; above the plot where there is none. */
static void
name_series (UllRampPanel *panel, const UllLineName entry, const GArray *points)
{
  const double *at = (const double *) (const void *) points->data;
  UllName name = { entry.id, entry.text, NULL, 700, entry.ink };
  guint n = points->len / 2;

  if (n == 0 || ull_line_names_has (&panel->key, entry.id) || ull_crowd_name_line (&panel->crowd, &name, at, n))
    return;
  name.text = entry.brief;
  if (entry.brief == NULL || !ull_crowd_name_line (&panel->crowd, &name, at, n))
    ull_line_names_add (&panel->key, &entry);
}

static void
draw_diamond (UllRampPanel *panel, double x, double y)
{
  UllScene *scene = panel->ramp->draft->scene;
  UllMark *mark = ull_scene_add_path (scene, "peak");
  const double reach = 6.5;

  mark->fill = ull_draft_ink (panel->ramp->draft, ULL_INK_GROUND);
  mark->stroke = ull_draft_ink (panel->ramp->draft, ULL_INK_SERIES_1);
  mark->line_width = 2;
  mark->closed = TRUE;
  ull_scene_add_point (scene, x, y - reach);
  ull_scene_add_point (scene, x + reach, y);
  ull_scene_add_point (scene, x, y + reach);
  ull_scene_add_point (scene, x - reach, y);
}

/* A level that means something: what is kept free about it, and its place. */
static gboolean
mark_level (UllRampPanel *panel, int level, double *x, double *y)
{
  const UllRampPicture *picture = panel->ramp->picture;
  const double reach = 9;

  if (level < 0)
    return FALSE;
  *x = ull_scale_map (&panel->ramp->x, picture->with.dot[level].clients);
  *y = ull_scale_map (&panel->y, picture->with.dot[level].throughput);
  ull_crowd_take (&panel->crowd, (UllBox) { *x - reach, *y - reach, *x + reach, *y + reach });
  return TRUE;
}

static void
name_peak (UllRampPanel *panel, double x, double y)
{
  const UllRampPicture *picture = panel->ramp->picture;
  const UllRampDot *peak = &picture->with.dot[picture->peak];
  g_autofree char *rate = ull_format_rate (peak->throughput);
  g_autofree char *clients = ull_format_count ((gint64) llround (peak->clients));
  g_autofree char *text = g_strdup_printf (picture->plateau  ? _("plateau, %s at %s")
                                                 : picture->rising ? _("still rising, %s at %s")
                                                                   : _("peak %s at %s"),
                                                 rate, clients);
  UllName name = { "peak", text, NULL, 700, ull_draft_ink (panel->ramp->draft, ULL_INK_TEXT) };

  ull_crowd_name_place_across (&panel->crowd, &name, x, y, 10);
}

static void
name_operating (UllRampPanel *panel, double x, double y)
{
  const UllRampPicture *picture = panel->ramp->picture;
  const UllRampDot *dot = &picture->with.dot[picture->operating];
  g_autofree char *rate = ull_format_rate (dot->throughput), *clients = ull_format_count ((gint64) llround (dot->clients));
  g_autofree char *text = g_strdup_printf (_("operate at %s"), clients);
  g_autofree char *detail = g_strdup_printf (_("%s tokens/s"), rate);
  UllName name = { "operating", text, detail, 700, ull_draft_ink (panel->ramp->draft, ULL_INK_GOOD) };

  if (!ull_crowd_name_place (&panel->crowd, &name, x, y, 11))
    {
      name.detail = NULL;
      ull_crowd_name_place_across (&panel->crowd, &name, x, y, 11);
    }
}

/* One level alone has no shape. */
static void
draw_points (UllRampPanel *panel)
{
  const UllRampPicture *picture = panel->ramp->picture;
  UllDraft *draft = panel->ramp->draft;
  double peak_x, peak_y, x, y;
  gboolean peak = mark_level (panel, picture->peak, &peak_x, &peak_y);
  gboolean operating = mark_level (panel, picture->operating, &x, &y);
  UllMark *ring;

  if (peak && !picture->plateau && !picture->rising)
    draw_diamond (panel, peak_x, peak_y);
  if (operating)
    {
      ring = ull_scene_add_circle (draft->scene, "operating", x, y, 14);
      ring->stroke = ull_draft_ink (draft, ULL_INK_GOOD);
      ring->fill = picture->peak == picture->operating ? 0 : ull_draft_ink (draft, ULL_INK_GROUND);
      ring->line_width = 2.5;
    }
  if (peak && (picture->with.n > 1 || !operating))
    name_peak (panel, peak_x, peak_y);
  if (operating)
    name_operating (panel, x, y);
}

/* Above the plot, beside its handle: left of it where there is room, since the axis may end there. */
static gboolean
write_cap (UllRampPanel *panel, const char *text)
{
  UllRampPlot *plot = panel->ramp;
  UllDraft *draft = plot->draft;
  double em = draft->em, x = ull_scale_map (&plot->x, CLAMP ((double) plot->picture->cap, plot->x.min, plot->x.max));
  double width = ull_text_width (draft->context, text, draft->text, 400);
  gboolean left = x - width - em > panel->plot.x0;

  if (!left && x + width + em > draft->right)
    return FALSE;
  ull_scene_add_text (draft->scene, "cap", left ? x - 0.95 * em : x + 0.95 * em, panel->plot.y0 - 0.35 * em, text, draft->text, 400,
                      left ? ULL_ANCHOR_END : ULL_ANCHOR_START, ull_draft_ink (draft, ULL_INK_TEXT));
  return TRUE;
}

static void
name_cap (UllRampPanel *panel)
{
  g_autofree char *count = NULL, *text = NULL, *brief = NULL;

  if (panel->ramp->picture->cap <= 0)
    return;
  count = ull_format_count (panel->ramp->picture->cap);
  text = g_strdup_printf (_("admission cap %s"), count);
  brief = g_strdup_printf (_("cap %s"), count);
  if (!write_cap (panel, text))
    write_cap (panel, brief);
}

static GArray *
draw_throughput_line (UllRampPanel *panel, const char *id, const UllRampCurve *line, guint32 ink, double width, const double *dash,
                      gboolean dots)
{
  GArray *points = ull_ramp_points (panel, line, read_throughput, 0);

  if (points->len > 0)
    ull_ramp_draw_line (panel, id, points, ink, width, dash, dots);
  return points;
}

/* Beyond the four series a line is of the text's dim ink. */
static const struct
{
  const char *id;
  UllInk ink;
  double dash[4];
} baselines[ULL_N_BASELINES] = { [ULL_BASELINE_UNIFORM] = { "uniform", ULL_INK_SERIES_3, { 2, 3, 0, 0 } },
                                 [ULL_BASELINE_RESERVED] = { "reserved", ULL_INK_SERIES_4, { 9, 3, 2, 3 } },
                                 [ULL_BASELINE_STATIC] = { "static", ULL_INK_DIM, { 12, 4, 0, 0 } } };

static void
draw_baselines (UllRampPanel *panel, GArray *points[ULL_N_BASELINES])
{
  for (guint i = 0; i < ULL_N_BASELINES; i++)
    points[i] = draw_throughput_line (panel, baselines[i].id, &panel->ramp->picture->baseline[i],
                                      ull_draft_ink (panel->ramp->draft, baselines[i].ink), 2, baselines[i].dash, FALSE);
}

static gboolean
has_baseline (const UllRampPicture *picture)
{
  for (guint i = 0; i < ULL_N_BASELINES; i++)
    if (picture->baseline[i].n > 0)
      return TRUE;
  return FALSE;
}

static void
name_baselines (UllRampPanel *panel, GArray *points[ULL_N_BASELINES])
{
  for (guint i = 0; i < ULL_N_BASELINES; i++)
    {
      name_series (panel,
                   ull_line_name (baselines[i].id, ull_baseline_get_name ((UllBaseline) i, FALSE),
                                    ull_baseline_get_name ((UllBaseline) i, TRUE), ull_draft_ink (panel->ramp->draft, baselines[i].ink),
                                    2, baselines[i].dash),
                   points[i]);
      g_array_unref (points[i]);
    }
}

static void
draw_throughput (UllRampPanel *panel)
{
  const UllRampPicture *picture = panel->ramp->picture;
  UllDraft *draft = panel->ramp->draft;
  guint32 first = ull_draft_ink (draft, ULL_INK_SERIES_1), second = ull_draft_ink (draft, ULL_INK_SERIES_2);
  guint32 faded = ull_draft_ink_alpha (draft, ULL_INK_SERIES_1, GHOST);
  const double earlier[] = { 4, 4, 0, 0 }, *unshared = ull_palette_series_dash (1);
  g_autoptr (GArray) low = ull_ramp_points (panel, &picture->with, read_low, 0);
  g_autoptr (GArray) high = ull_ramp_points (panel, &picture->with, read_high, 0);
  g_autoptr (GArray) before = NULL, without = NULL, with = NULL;
  GArray *beside[ULL_N_BASELINES];
  UllLineName past;

  ull_ramp_draw_band (panel, "interval", low, high, ull_draft_ink_alpha (draft, ULL_INK_SERIES_1, BAND));
  before = draw_throughput_line (panel, "before", &picture->before, faded, 2, earlier, FALSE);
  draw_baselines (panel, beside);
  without = draw_throughput_line (panel, "without", &picture->without, second, 2, unshared, FALSE);
  with = draw_throughput_line (panel, "with", &picture->with, first, 2.5, NULL, TRUE);
  name_cap (panel);
  draw_points (panel);
  past = ull_line_name ("before", picture->before.name != NULL ? picture->before.name : _("before"), _("before"), first, 2,
                          earlier);
  past.stroke = faded;
  if (without->len > 0 || before->len > 0 || has_baseline (picture))
    name_series (panel, ull_line_name ("with", without->len > 0 ? _("with sharing") : _("this load"), NULL, first, 2.5, NULL), with);
  name_series (panel, ull_line_name ("without", _("without sharing"), _("unshared"), second, 2, unshared), without);
  name_series (panel, past, before);
  name_baselines (panel, beside);
}

/* Beside the first bar that has room there, and above the plot where none has. */
static void
name_preemptions (UllRampPanel *panel)
{
  const UllRampCurve *line = &panel->ramp->picture->with;
  guint32 ink = ull_draft_ink (panel->ramp->draft, ULL_INK_BAD);
  UllName name = { "preemptions", _("preemptions"), NULL, 700, ink };
  UllLineName bar = { name.id, name.text, NULL, ink, ink, 0, { 0 } };

  if (ull_line_names_has (&panel->key, bar.id))
    return;
  for (guint i = 0; i < line->n; i++)
    if (line->dot[i].preemptions > 0
        && ull_crowd_name_place (&panel->crowd, &name, ull_scale_map (&panel->ramp->x, line->dot[i].clients),
                                 ull_scale_map (&panel->y2, MIN (line->dot[i].preemptions, panel->y2.max)), 6))
      return;
  ull_line_names_add (&panel->key, &bar);
}

static void
draw_preemptions (UllRampPanel *panel)
{
  const UllRampCurve *line = &panel->ramp->picture->with;
  guint32 ink = ull_draft_ink_alpha (panel->ramp->draft, ULL_INK_BAD, 0xd0);
  const double half = 3.5;
  gboolean any = FALSE;

  for (guint i = 0; i < line->n; i++)
    {
      double x = ull_scale_map (&panel->ramp->x, line->dot[i].clients);
      double y = ull_scale_map (&panel->y2, MIN (line->dot[i].preemptions, panel->y2.max));
      double left = MAX (x - half, panel->plot.x0), right = MIN (x + half, panel->plot.x1 + half);

      if (line->dot[i].preemptions <= 0)
        continue;
      y = MIN (y, panel->plot.y1 - 1);
      any = TRUE;
      ull_scene_add_rect (panel->ramp->draft->scene, "preemptions", left, y, right - left, panel->plot.y1 - y)->fill = ink;
      ull_crowd_take (&panel->crowd, (UllBox) { left, y, right, panel->plot.y1 });
    }
  if (any)
    name_preemptions (panel);
}

static void
draw_pool (UllRampPanel *panel)
{
  const UllRampPicture *picture = panel->ramp->picture;
  UllDraft *draft = panel->ramp->draft;
  guint32 blue = ull_draft_ink (draft, ULL_INK_SERIES_1), green = ull_draft_ink (draft, ULL_INK_SERIES_4);
  g_autoptr (GArray) use = ull_ramp_points (panel, &picture->with, read_use, 0);
  g_autoptr (GArray) hits = ull_ramp_points (panel, &picture->with, read_hits, 0);

  ull_ramp_draw_line (panel, "use", use, blue, 2.5, NULL, TRUE);
  if (hits->len > 0)
    ull_ramp_draw_line (panel, "hits", hits, green, 2, ull_palette_series_dash (3), TRUE);
  draw_preemptions (panel);
  name_series (panel, ull_line_name ("use", _("KV use"), NULL, blue, 2.5, NULL), use);
  name_series (panel, ull_line_name ("hits", _("prefix hit rate"), _("hit rate"), green, 2, ull_palette_series_dash (3)), hits);
}

/* Where throughput does not say what the band of the operating point is, times do. */
static void
name_operating_band (UllRampPanel *panel)
{
  UllRampPlot *plot = panel->ramp;
  UllDraft *draft = plot->draft;
  double em = draft->em, y = panel->plot.y0 + 1.2 * em, x, width, left;
  g_autofree char *clients = NULL, *text = NULL;

  if (plot->picture->operating < 0 || panel != &plot->panel[0])
    return;
  clients = ull_format_count ((gint64) llround (plot->picture->with.dot[plot->picture->operating].clients));
  text = g_strdup_printf (_("operate at %s"), clients);
  x = ull_scale_map (&plot->x, plot->picture->with.dot[plot->picture->operating].clients);
  width = ull_text_width (draft->context, text, draft->text, 700);
  left = x - width - 0.5 * em >= panel->plot.x0 ? x - width - 0.5 * em : x + 0.5 * em;
  if (left + width > draft->right)
    return;
  ull_scene_add_text (draft->scene, "operating", left, y, text, draft->text, 700, ULL_ANCHOR_START, ull_draft_ink (draft, ULL_INK_GOOD));
  ull_crowd_take (&panel->crowd, (UllBox) { left, y - em, left + width, y + 0.4 * em });
}

static void
draw_times (UllRampPanel *panel)
{
  static const struct
  {
    const char *id, *name, *brief;
  } times[ULL_N_TIMES] = { { "ttft", N_("time to first token"), N_("first token") },
                           { "tpot", N_("time per token"), N_("per token") },
                           { "itl", N_("between tokens"), N_("gaps") } };
  UllDraft *draft = panel->ramp->draft;
  GArray *median[ULL_N_TIMES], *late;

  name_operating_band (panel);
  for (guint i = 0; i < ULL_N_TIMES; i++)
    {
      guint32 ink = ull_draft_ink (draft, (UllInk) (ULL_INK_SERIES_1 + i));

      median[i] = ull_ramp_points (panel, &panel->ramp->picture->with, ull_ramp_read_median, i);
      late = ull_ramp_points (panel, &panel->ramp->picture->with, ull_ramp_read_late, i);
      ull_ramp_draw_band (panel, times[i].id, median[i], late, ull_draft_ink_alpha (draft, (UllInk) (ULL_INK_SERIES_1 + i), BAND));
      if (median[i]->len > 0)
        ull_ramp_draw_line (panel, times[i].id, median[i], ink, 2, ull_palette_series_dash (i), TRUE);
      g_array_unref (late);
    }
  /* The lowest line first: below it is room that no other line parts from it. */
  for (guint i = ULL_N_TIMES; i-- > 0;)
    {
      name_series (panel,
                   ull_line_name (times[i].id, _(times[i].name), _(times[i].brief), ull_draft_ink (draft, (UllInk) (ULL_INK_SERIES_1 + i)),
                                    2, ull_palette_series_dash (i)),
                   median[i]);
      g_array_unref (median[i]);
    }
}

void
ull_ramp_panel_draw (UllRampPanel *panel)
{
  if (panel->id == ULL_RAMP_THROUGHPUT)
    draw_throughput (panel);
  else if (panel->id == ULL_RAMP_POOL)
    draw_pool (panel);
  else
    draw_times (panel);
}
