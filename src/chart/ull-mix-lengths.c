/* Two distributions of whole tokens on one logarithmic axis, in bars of equal steps of it; a bar's height is its share, and the two
 * sides have one scale. The handle of the median is a disc on the bars, that of the 95th percentile a diamond: a form besides the
 * colour. The axis does not follow what is dragged beyond its ends; it has room of an octave. */
#include "ull-mix-lengths.h"

#include "ull-plane.h"
#include "ull-text.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define LEAST_EM 5
#define MAX_BINS 120

typedef struct
{
  UllPlane plane;
  const UllLengthsPicture *picture;
  guint n;                      /* bins */
  gint64 edge[MAX_BINS + 1];    /* a bin's lengths: from its edge to before the next */
  double share[ULL_N_SIDES][MAX_BINS];
} Plot;

static guint32
ink_of (const Plot *plot, guint side, guint alpha)
{
  return ull_draft_ink_alpha (plot->plane.draft, side == ULL_SIDE_PROMPT ? ULL_INK_SERIES_1 : ULL_INK_SERIES_2, alpha);
}

static void
find_ends (const UllLengthsPicture *picture, gint64 *least, gint64 *most)
{
  *least = G_MAXINT64;
  *most = 2;
  for (guint side = 0; side < ULL_N_SIDES; side++)
    if (picture->lengths[side] != NULL)
      {
        *least = MIN (*least, ull_lengths_quantile (picture->lengths[side], 5000));
        *most = MAX (*most, ull_lengths_quantile (picture->lengths[side], 998000));
      }
  *least = MAX (ull_scale_pow2_floor (MIN (*least, *most)) / 2, 1);
  *most = MAX (2 * ull_scale_pow2_ceil (*most), 8 * *least);
}

/* Bins a few pixels wide, edges whole tokens: where they would be the same, one is left out. */
static void
fill_bins (Plot *plot, double width)
{
  double octaves = log2 (plot->plane.x.max / plot->plane.x.min);
  guint steps = (guint) CLAMP (width / (7 * octaves), 1, 8), all = MIN ((guint) (octaves * steps), MAX_BINS);
  gint64 from = (gint64) plot->plane.x.min;

  plot->edge[0] = from;
  for (guint i = 1; i <= all; i++)
    {
      gint64 edge = (gint64) llround (plot->plane.x.min * exp2 ((double) i / steps));

      if (edge > from)
        plot->edge[++plot->n] = from = edge;
    }
  for (guint side = 0; side < ULL_N_SIDES; side++)
    for (guint i = 0; i < plot->n && plot->picture->lengths[side] != NULL; i++)
      plot->share[side][i] = ull_lengths_at_most (plot->picture->lengths[side], plot->edge[i + 1] - 1)
                             - ull_lengths_at_most (plot->picture->lengths[side], plot->edge[i] - 1);
}

static void
lay_out (Plot *plot, UllDraft *draft)
{
  UllBox box = { draft->left + 6, ceil (draft->top + 1.9 * draft->em), draft->right - 6, floor (draft->bottom - 1.8 * draft->em) };
  gint64 least, most;
  double highest = 0;

  box.x1 = MAX (box.x1, box.x0 + 1);
  box.y1 = MAX (box.y1, box.y0 + 1);
  find_ends (plot->picture, &least, &most);
  plot->plane = (UllPlane) { draft, box, { (double) least, (double) most, box.x0, box.x1, TRUE }, { 0, 1, box.y1, box.y0, FALSE } };
  fill_bins (plot, box.x1 - box.x0);
  for (guint side = 0; side < ULL_N_SIDES; side++)
    for (guint i = 0; i < plot->n; i++)
      highest = MAX (highest, plot->share[side][i]);
  plot->plane.y.max = highest > 0 ? 1.1 * highest : 1;
}

static void
draw_bars (const Plot *plot)
{
  UllDraft *draft = plot->plane.draft;

  for (guint i = 0; i < plot->n; i++)
    {
      double x0 = ull_scale_map (&plot->plane.x, (double) plot->edge[i]), x1 = ull_scale_map (&plot->plane.x, (double) plot->edge[i + 1]);
      double width = MAX ((x1 - x0) / 2 - 0.5, 0.5);

      for (guint side = 0; side < ULL_N_SIDES; side++)
        {
          double y = ull_scale_map (&plot->plane.y, plot->share[side][i]);

          if (plot->share[side][i] <= 0)
            continue;
          y = MIN (y, plot->plane.plot.y1 - 1);
          ull_scene_add_rect (draft->scene, side == ULL_SIDE_PROMPT ? "prompt" : "answer", x0 + side * (x1 - x0) / 2, y, width,
                              plot->plane.plot.y1 - y)->fill = ink_of (plot, side, 0xc0);
        }
    }
}

/* The height of the bars where a handle stands. */
static double
bar_top (const Plot *plot, guint side, double tokens)
{
  for (guint i = 0; i < plot->n; i++)
    if (tokens < (double) plot->edge[i + 1])
      return ull_scale_map (&plot->plane.y, plot->share[side][i]);
  return plot->plane.plot.y1;
}

static void
draw_form (UllScene *scene, const char *id, double x, double y, gboolean tail, guint32 ground, guint32 ink)
{
  UllMark *mark = tail ? ull_scene_add_path (scene, id) : ull_scene_add_circle (scene, id, x, y, 11);
  const double reach = 6.5;

  mark->fill = ground;
  mark->stroke = ink;
  mark->line_width = 2;
  if (!tail)
    return;
  mark->closed = TRUE;
  ull_scene_add_point (scene, x, y - reach);
  ull_scene_add_point (scene, x + reach, y);
  ull_scene_add_point (scene, x, y + reach);
  ull_scene_add_point (scene, x - reach, y);
}

static void
draw_handle (const Plot *plot, guint side, gboolean tail)
{
  static const char *const ids[ULL_N_SIDES][2] = { { "prompt-median", "prompt-tail" }, { "answer-median", "answer-tail" } };
  UllDraft *draft = plot->plane.draft;
  gint64 tokens = ull_lengths_quantile (plot->picture->lengths[side], tail ? ULL_TAIL_PPM : 500000);
  double x = ull_scale_map (&plot->plane.x, CLAMP ((double) tokens, plot->plane.x.min, plot->plane.x.max));
  double y = bar_top (plot, side, (double) tokens);
  g_autofree char *count = ull_format_count (tokens);

  draw_form (draft->scene, ids[side][tail], x, y, tail, ull_draft_ink (draft, ULL_INK_GROUND), ink_of (plot, side, 0xff));
  ull_scene_add_spot (draft->scene, ids[side][tail], x - 8, y - 8, 16, 16,
                      g_strdup_printf (tail ? _("95th percentile of the %s: %s tokens.") : _("Median of the %s: %s tokens."),
                                       plot->picture->name[side], count), -1);
}

/* The names stand at the two ends above the bars, each with its median. */
static void
draw_names (const Plot *plot)
{
  UllDraft *draft = plot->plane.draft;
  double room = draft->right - draft->left, used = 0;

  for (guint side = 0; side < ULL_N_SIDES; side++)
    {
      g_autofree char *count = NULL, *text = NULL;
      gboolean right = (side == ULL_SIDE_ANSWER) != draft->spec->rtl;
      double width;

      if (plot->picture->lengths[side] == NULL)
        continue;
      count = ull_format_count (ull_lengths_quantile (plot->picture->lengths[side], 500000));
      text = g_strdup_printf ("%s" ULL_NBSP "%s", plot->picture->name[side], count);
      width = ull_text_width (draft->context, text, draft->text, 700);
      if (used + width + draft->em > room)
        continue;
      used += width + draft->em;
      ull_scene_add_text (draft->scene, side == ULL_SIDE_PROMPT ? "prompt" : "answer", right ? draft->right : draft->left,
                          draft->top + draft->em, text, draft->text, 700, right ? ULL_ANCHOR_END : ULL_ANCHOR_START, ink_of (plot, side, 0xff));
    }
}

static void
draw (UllDraft *draft)
{
  g_autofree Plot *plot = g_new0 (Plot, 1);
  double widest = ull_text_width (draft->context, "512k", draft->tick, 400) + draft->em, ticks;
  UllFrame frame;

  plot->picture = draft->subject;
  if (plot->picture->lengths[ULL_SIDE_PROMPT] == NULL && plot->picture->lengths[ULL_SIDE_ANSWER] == NULL)
    {
      ull_draft_note (draft, _("The log has the lengths."), (UllBox) { draft->left, draft->top, draft->right, draft->bottom });
      return;
    }
  lay_out (plot, draft);
  draw_bars (plot);
  ticks = MAX (ceil (log2 (plot->plane.x.max / plot->plane.x.min) * widest / (plot->plane.plot.x1 - plot->plane.plot.x0)), 1);
  ull_plane_draw_columns (&plot->plane, exp2 (ticks), ull_plane_format_tokens);
  draw_names (plot);
  for (guint side = 0; side < ULL_N_SIDES; side++)
    for (guint tail = 0; tail < 2 && plot->picture->lengths[side] != NULL && plot->picture->movable[side]; tail++)
      draw_handle (plot, side, tail == 1);
  frame = (UllFrame) { .left = plot->plane.plot.x0, .top = plot->plane.plot.y0, .right = plot->plane.plot.x1, .bottom = plot->plane.plot.y1,
                       .x = plot->plane.x, .y = plot->plane.y };
  ull_scene_set_frame (draft->scene, &frame);
}

gint64
ull_mix_lengths_tokens_at (const UllFrame *frame, double x)
{
  return MAX (llround (ull_scale_unmap (&frame->x, CLAMP (x, frame->left, frame->right))), 1);
}

char *
ull_mix_lengths_describe (const UllLengthsPicture *picture)
{
  GString *out = g_string_new (NULL);

  for (guint side = 0; side < ULL_N_SIDES; side++)
    if (picture->lengths[side] != NULL)
      {
        g_autofree char *median = ull_format_count (ull_lengths_quantile (picture->lengths[side], 500000));
        g_autofree char *tail = ull_format_count (ull_lengths_quantile (picture->lengths[side], ULL_TAIL_PPM));

        g_string_append_printf (out, _("%s%s: median %s tokens, 95th percentile %s."), out->len > 0 ? " " : "", picture->name[side], median, tail);
      }
  if (out->len == 0)
    g_string_append (out, _("The log has the lengths."));
  return g_string_free (out, FALSE);
}

static char *
describe (gconstpointer subject)
{
  return ull_mix_lengths_describe (subject);
}

static char *
plain (gint64 tokens)
{
  return g_strdup_printf ("%" G_GINT64_FORMAT, tokens);
}

static GPtrArray *
make_table (gconstpointer subject)
{
  const UllLengthsPicture *picture = subject;
  GPtrArray *table = ull_rows_new ();

  ull_table_take_row (table, g_strdup (_("Part")), g_strdup (_("Median (tokens)")), g_strdup (_("95th percentile (tokens)")),
                      g_strdup (_("Longest (tokens)")), NULL);
  for (guint side = 0; side < ULL_N_SIDES; side++)
    if (picture->lengths[side] != NULL)
      ull_table_take_row (table, g_strdup (picture->name[side]), plain (ull_lengths_quantile (picture->lengths[side], 500000)),
                          plain (ull_lengths_quantile (picture->lengths[side], ULL_TAIL_PPM)),
                          plain (ull_lengths_quantile (picture->lengths[side], ULL_PPM_ONE)), NULL);
  return table;
}

static UllOwnChart
make_chart (const UllLengthsPicture *picture)
{
  return (UllOwnChart) { picture, _("Lengths, tokens"), NULL, LEAST_EM, describe, make_table, draw };
}

UllScene *
ull_mix_lengths_build (const UllLengthsPicture *picture, const UllChartSpec *spec, PangoContext *context)
{
  UllOwnChart chart = make_chart (picture);

  return ull_own_chart_build (&chart, spec, context, FALSE);
}

GBytes *
ull_mix_lengths_export (const UllLengthsPicture *picture, const UllChartSpec *spec, UllExportFormat format, double scale, GError **error)
{
  UllOwnChart chart = make_chart (picture);

  return ull_own_chart_export (&chart, spec, format, scale, error);
}
