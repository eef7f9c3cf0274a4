/* Lengths of requests as bars over their logarithm, and where half, 95 % and 99 % of them end. Lengths are given: the chart
 * is the same whether the answer is withheld or not. Axes of numbers do not mirror. */
#include "ull-chart-private.h"

#include "ull-histogram.h"
#include "ull-scale.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define BAR_WIDTH 7.0
#define BAR_GAP 1.0
#define ROOMY 20 /* em of height from which on the axis is named */

typedef struct
{
  UllDraft *draft;
  UllHistogram histogram;
  UllBox plot;
  UllScale x, y;
  double step; /* per cent between two lines of the grid */
} Plot;

static char *
format_per_cent (double share)
{
  return share >= 0.0995 ? g_strdup_printf ("%.0f" ULL_NBSP "%%", 100 * share)
                         : g_strdup_printf ("%.1f" ULL_NBSP "%%", 100 * share);
}

static char *
format_tick (const Plot *plot, double per_cent)
{
  return g_strdup_printf (plot->step < 1 ? "%.1f" ULL_NBSP "%%" : "%.0f" ULL_NBSP "%%", per_cent);
}

/* Names of the marks stand in as many rows above the bars as they need: one each at most. */
static void
lay_out (Plot *plot)
{
  UllDraft *draft = plot->draft;
  gboolean roomy = draft->bottom - draft->top > ROOMY * draft->em;
  guint n_rows = roomy ? ULL_N_MARKS : draft->bottom - draft->top > 12 * draft->em ? 3 : 2;
  double names = n_rows * ULL_LINE_STEP + 0.5;
  double under = draft->bottom - 1.6 * draft->em - (roomy ? 1.4 * draft->em : 0);
  g_autofree char *widest = NULL;

  plot->plot.y0 = ceil (draft->top + names * draft->em);
  plot->plot.y1 = MAX (floor (under), plot->plot.y0 + 1);
  plot->step = ull_scale_memory_step (100 * plot->histogram.most,
                                      (guint) CLAMP ((plot->plot.y1 - plot->plot.y0) / (2 * draft->em), 1, 8));
  widest = format_tick (plot, 100);
  plot->plot.x0 = floor (draft->left + ull_text_width (draft->context, widest, draft->tick, 400) + 8);
  plot->plot.x1 = MAX (floor (draft->right - 6), plot->plot.x0 + 1);
  plot->x = (UllScale) { (double) plot->histogram.shortest, (double) plot->histogram.longest, plot->plot.x0, plot->plot.x1,
                         TRUE };
  plot->y = (UllScale) { 0, MAX (ceil (100 * plot->histogram.most / plot->step) * plot->step, plot->step), plot->plot.y1,
                         plot->plot.y0, FALSE };
}

static void
draw_grid (Plot *plot)
{
  UllDraft *draft = plot->draft;

  for (double per_cent = 0; per_cent <= plot->y.max + plot->step / 2; per_cent += plot->step)
    {
      double y = floor (ull_scale_map (&plot->y, per_cent)) + 0.5;
      g_autofree char *text = format_tick (plot, per_cent);
      UllMark *mark = ull_scene_add_rect (draft->scene, "grid", plot->plot.x0, y - 0.5, plot->plot.x1 - plot->plot.x0, 1);

      mark->fill = ull_draft_ink (draft, ULL_INK_GRID);
      ull_scene_add_text (draft->scene, "tick", plot->plot.x0 - 7, y + 0.33 * draft->em, text, draft->tick, 400,
                          ULL_ANCHOR_END, ull_draft_ink (draft, ULL_INK_DIM));
    }
}

static void
draw_tokens (Plot *plot)
{
  UllDraft *draft = plot->draft;
  g_autofree char *last = ull_format_tokens_short (plot->histogram.longest);
  double widest = MAX (ull_text_width (draft->context, "512k", draft->tick, 400),
                       ull_text_width (draft->context, last, draft->tick, 400));
  double most = CLAMP ((plot->plot.x1 - plot->plot.x0) / (widest + draft->em), 2, 24);
  double ticks[ULL_MAX_TICKS];
  guint n = ull_scale_token_ticks (plot->histogram.shortest, plot->histogram.longest, (guint) most, ticks);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = ull_format_tokens_short ((gint64) ticks[i]);
      double x = ull_scale_map (&plot->x, ticks[i]);
      double width = ull_text_width (draft->context, text, draft->tick, 400);
      UllMark *mark = ull_scene_add_rect (draft->scene, "tick", floor (x), plot->plot.y1, 1, 4);

      mark->fill = ull_draft_ink_alpha (draft, ULL_INK_DIM, 0xb0);
      ull_scene_add_text (draft->scene, "tick", CLAMP (x, draft->left + width / 2, draft->right - width / 2),
                          plot->plot.y1 + 1.35 * draft->em, text, draft->tick, 400, ULL_ANCHOR_MIDDLE,
                          ull_draft_ink (draft, ULL_INK_DIM));
    }
}

/* The first wording that the width has room for. */
static void
draw_title (Plot *plot)
{
  UllDraft *draft = plot->draft;
  const char *titles[] = { _("Tokens per request, and the share of the requests"), _("Tokens per request"), _("Tokens") };
  double middle = (plot->plot.x0 + plot->plot.x1) / 2;

  if (draft->bottom - plot->plot.y1 < 2.5 * draft->em)
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (titles); i++)
    {
      double width = ull_text_width (draft->context, titles[i], draft->text, 400);

      if (width > draft->right - draft->left)
        continue;
      ull_scene_add_text (draft->scene, "unit", CLAMP (middle, draft->left + width / 2, draft->right - width / 2),
                          draft->bottom - 0.4 * draft->em, titles[i], draft->text, 400, ULL_ANCHOR_MIDDLE,
                          ull_draft_ink (draft, ULL_INK_DIM));
      return;
    }
}

static void
draw_bar (Plot *plot, const UllBar *bar)
{
  UllScene *scene = plot->draft->scene;
  double x0 = ull_scale_map (&plot->x, (double) bar->from);
  double x1 = ull_scale_map (&plot->x, MIN ((double) bar->to + 1, plot->x.max));
  double y = ull_scale_map (&plot->y, 100 * bar->share);
  g_autofree char *from = ull_format_count (bar->from), *to = ull_format_count (bar->to);
  g_autofree char *share = format_per_cent (bar->share);
  char *said;

  if (bar->share <= 0)
    return;
  if (x1 - x0 > BAR_GAP + 1)
    x1 -= BAR_GAP;
  /* However few they are, they are there. */
  y = MIN (y, plot->plot.y1 - 1);
  ull_scene_add_rect (scene, "bar", x0, y, x1 - x0, plot->plot.y1 - y)->fill = ull_draft_ink (plot->draft, ULL_INK_SERIES_1);
  said = bar->from == bar->to ? g_strdup_printf (_("%s tokens: %s of the requests."), from, share)
                              : g_strdup_printf (_("%s to %s tokens: %s of the requests."), from, to, share);
  ull_scene_add_spot (scene, "bar", x0, plot->plot.y0, x1 - x0, plot->plot.y1 - plot->plot.y0, said, -1);
}

/* Marks that stand at one length are one: "p95, p99 20". @last: of them. (transfer full) */
static char *
join_names (const UllHistogram *histogram, guint i, guint *last)
{
  g_autofree char *count = ull_format_count (histogram->mark[i]);
  g_autoptr (GString) names = g_string_new (ull_histogram_get_short_name (i));

  for (*last = i; *last + 1 < ULL_N_MARKS && histogram->mark[*last + 1] == histogram->mark[i]; ++*last)
    g_string_append_printf (names, ", %s", ull_histogram_get_short_name (*last + 1));
  return g_strconcat (names->str, ULL_NBSP, count, NULL);
}

/* Rows of names above the bars, from the lowest: where the last name of each ends. */
typedef struct
{
  double end[ULL_N_MARKS];
  guint n;
} Rows;

/* Where a name begins at @left and its line stands at @x: a line through another's name is cut. */
static void
draw_mark (Plot *plot, Rows *rows, double x, const char *text, int weight)
{
  UllDraft *draft = plot->draft;
  double width = ull_text_width (draft->context, text, draft->text, weight), top = plot->plot.y0, foot;
  double left = CLAMP (x - width / 2, draft->left, MAX (draft->right - width, draft->left));
  gboolean crosses = FALSE;
  guint row = 0;

  for (; row < rows->n && rows->end[row] > left; row++)
    crosses |= rows->end[row] > x - 2;
  foot = plot->plot.y0 - (0.3 + row * ULL_LINE_STEP) * draft->em;
  if (row < rows->n && width <= draft->right - draft->left)
    {
      rows->end[row] = left + width + 0.8 * draft->em;
      ull_scene_add_text (draft->scene, "mark", left, foot - 0.25 * draft->em, text, draft->text, weight, ULL_ANCHOR_START,
                          ull_draft_ink (draft, ULL_INK_TEXT));
      top = crosses ? top : foot;
    }
  ull_scene_add_rect (draft->scene, "mark", x - 0.75, top, 1.5, plot->plot.y1 - top)->fill
    = ull_draft_ink (draft, ULL_INK_TEXT);
}

static void
draw_marks (Plot *plot)
{
  Rows rows = { .end = { -1, -1, -1, -1 } };
  guint last;

  rows.n = (guint) ((plot->plot.y0 - plot->draft->top) / (ULL_LINE_STEP * plot->draft->em));
  for (guint i = 0; i < ULL_N_MARKS; i = last + 1)
    {
      g_autofree char *text = join_names (&plot->histogram, i, &last);

      draw_mark (plot, &rows, ull_scale_map (&plot->x, (double) plot->histogram.mark[i]), text, i == ULL_MARK_P50 ? 700 : 400);
    }
}

void
ull_chart_draw_lengths (UllDraft *draft)
{
  const UllScenario *scenario = draft->disclosure->scenario;
  Plot plot = { .draft = draft };
  g_autofree char *note = NULL;

  if (scenario->lengths == NULL)
    {
      note = ull_chart_describe_lengths (draft->disclosure);
      ull_draft_note (draft, note, (UllBox) { draft->left, draft->top, draft->right, draft->bottom });
      return;
    }
  ull_histogram_init (&plot.histogram, scenario->lengths, (guint) MAX ((draft->right - draft->left) / BAR_WIDTH, 1));
  lay_out (&plot);
  draw_grid (&plot);
  draw_tokens (&plot);
  draw_title (&plot);
  /* Behind the bars: the lines say where, the bars how many. */
  draw_marks (&plot);
  for (guint i = 0; i < plot.histogram.n_bars; i++)
    draw_bar (&plot, &plot.histogram.bar[i]);
}

char *
ull_chart_describe_lengths (const UllDisclosure *disclosure)
{
  const UllScenario *scenario = disclosure->scenario;
  g_autofree char *context = ull_format_count (scenario->value[ULL_FIELD_CONTEXT]);
  g_autofree char *mean = NULL;
  GString *out;

  if (scenario->lengths == NULL)
    return g_strdup_printf (_("Every request has %s tokens."), context);
  out = g_string_new (NULL);
  g_string_append_printf (out, _("Lengths of requests, %s."), ull_lengths_get_spec (scenario->lengths));
  for (guint i = 0; i < ULL_N_MARKS; i++)
    {
      g_autofree char *tokens = ull_format_count (ull_histogram_find_mark (scenario->lengths, i));

      g_string_append_printf (out, _(" %s: %s tokens."), ull_histogram_get_name (i), tokens);
    }
  mean = g_strdup_printf ("%.1f", ull_lengths_mean (scenario->lengths));
  g_string_append_printf (out, _(" Mean: %s tokens."), mean);
  return g_string_free (out, FALSE);
}

static void
take_mark (GPtrArray *table, const char *name, gint64 tokens)
{
  ull_table_take_row (table, g_strdup (name), g_strdup_printf ("%" G_GINT64_FORMAT, tokens),
                      g_strdup_printf ("%" G_GINT64_FORMAT, tokens), g_strdup (""), NULL);
}

GPtrArray *
ull_chart_lengths_table (const UllDisclosure *disclosure)
{
  const UllScenario *scenario = disclosure->scenario;
  GPtrArray *table = ull_rows_new ();
  UllHistogram histogram;

  ull_table_take_row (table, g_strdup (_("Part")), g_strdup (_("From (tokens)")), g_strdup (_("To (tokens)")),
                      g_strdup (_("Share of the requests")), NULL);
  if (scenario->lengths == NULL)
    {
      take_mark (table, _("Every request"), scenario->value[ULL_FIELD_CONTEXT]);
      return table;
    }
  ull_histogram_init (&histogram, scenario->lengths, ULL_MAX_BARS);
  for (guint i = 0; i < ULL_N_MARKS; i++)
    take_mark (table, ull_histogram_get_name (i), histogram.mark[i]);
  for (guint i = 0; i < histogram.n_bars; i++)
    {
      char share[G_ASCII_DTOSTR_BUF_SIZE];

      g_ascii_formatd (share, sizeof share, "%.6f", histogram.bar[i].share);
      ull_table_take_row (table, g_strdup (_("Requests")), g_strdup_printf ("%" G_GINT64_FORMAT, histogram.bar[i].from),
                          g_strdup_printf ("%" G_GINT64_FORMAT, histogram.bar[i].to), g_strdup (share), NULL);
    }
  return table;
}
