/* Every lever alone, as bars on one logarithmic axis of what it makes of the present tokens; of the present requests where
 * it leaves the tokens as they are. What scales is filled, what only adds is hatched, what does both is both; a lever that
 * cannot move is an outline with its reason. The rows stand in the table's order: those that find no room are counted. */
#include "ull-lever-bars.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define BAR 0.95   /* of an em */
#define PITCH 1.85
#define THIN 0.5   /* of a bar below its words */
#define STACK_GAP 0.7

typedef struct
{
  UllDraft *draft;
  UllLeverBars bars;
  UllScale x;
  double names, figures; /* widths of the columns; 0: words above the bar */
} Plot;

static void
set_columns (Plot *plot)
{
  const UllDraft *draft = plot->draft;
  double whole = draft->right - draft->left;

  for (guint i = 0; i < plot->bars.rows->len; i++)
    {
      const UllLeverBar *bar = &g_array_index (plot->bars.rows, UllLeverBar, i);

      plot->names = MAX (plot->names, ull_text_width (draft->context, bar->name, draft->text, 700));
      plot->figures = MAX (plot->figures, ull_text_width (draft->context, bar->figures, draft->text, 400));
    }
  if (plot->names + plot->figures + 2 * draft->em > 0.7 * whole || whole < 30 * draft->em)
    plot->names = plot->figures = 0;
}

static void
set_scale (Plot *plot)
{
  const UllDraft *draft = plot->draft;
  double gap = plot->names > 0 ? draft->em : 0;
  double from = draft->left + plot->names + gap, to = draft->right - plot->figures - gap;

  if (draft->spec->rtl && plot->names > 0)
    {
      from = draft->left + plot->figures + gap;
      to = draft->right - plot->names - gap;
    }
  plot->x = (UllScale){ plot->bars.least, plot->bars.most, from, MAX (to, from + 1), TRUE };
}

static void
draw_bar (Plot *plot, const UllLeverBar *bar, double y, double height)
{
  UllDraft *draft = plot->draft;
  double now = ull_scale_map (&plot->x, 1), end = isnan (bar->factor) ? now : ull_scale_map (&plot->x, bar->factor);
  UllMark *mark;

  if (bar->reason != NULL)
    end = MIN (now + 3 * draft->em, plot->x.to);
  if (fabs (end - now) < 1)
    return;
  mark = ull_scene_add_rect (draft->scene, bar->id, MIN (now, end), y, fabs (end - now), height);
  if (bar->reason == NULL)
    {
      ull_lever_bar_dress (mark, bar->gain, draft->spec->look);
      return;
    }
  mark->fill = ull_draft_ink (draft, ULL_INK_GROUND);
  mark->stroke = ull_draft_ink (draft, ULL_INK_DIM);
  mark->line_width = 1.5;
  mark->dash[0] = mark->dash[1] = 3;
}

static void
add_text (Plot *plot, const UllLeverBar *bar, double x, double y, const char *text, gboolean name, gboolean end)
{
  UllDraft *draft = plot->draft;

  ull_scene_add_text (draft->scene, bar->id, x, y, text, draft->text, name ? 700 : 400,
                      end ? ULL_ANCHOR_END : ULL_ANCHOR_START,
                      ull_draft_ink (draft, name && bar->reason == NULL ? ULL_INK_TEXT : ULL_INK_DIM));
}

static void
add_spot (Plot *plot, const UllLeverBar *bar, double y, double height)
{
  UllDraft *draft = plot->draft;

  ull_scene_add_spot (draft->scene, bar->id, draft->left, y, draft->right - draft->left, height,
                      g_strdup (bar->description), -1);
}

static void
draw_tick (Plot *plot, double factor, double top, double y, double *taken)
{
  UllDraft *draft = plot->draft;
  g_autofree char *text = factor == 1 ? g_strdup (_("now")) : g_strdup_printf (ULL_TIMES "%g", factor);
  double x = ull_scale_map (&plot->x, factor), half = ull_text_width (draft->context, text, draft->tick, 400) / 2;
  double centre = CLAMP (x, draft->left + half, draft->right - half);
  UllMark *mark;

  if (centre - half < *taken + 0.5 * draft->em || 2 * half > draft->right - draft->left)
    return;
  *taken = centre + half;
  mark = ull_scene_add_rect (draft->scene, factor == 1 ? "base" : "grid", floor (x), top, factor == 1 ? 1.5 : 1,
                             MAX (y - top, 3));
  mark->fill = ull_draft_ink (draft, factor == 1 ? ULL_INK_TEXT : ULL_INK_GRID);
  ull_scene_add_text (draft->scene, "tick", centre, y + 1.2 * draft->em, text, draft->tick, factor == 1 ? 700 : 400,
                      ULL_ANCHOR_MIDDLE, ull_draft_ink (draft, ULL_INK_DIM));
}

static void
draw_axis (Plot *plot, double top, double y)
{
  const UllDraft *draft = plot->draft;
  double ticks[ULL_MAX_TICKS];
  double room = plot->x.to - plot->x.from;
  guint n = ull_scale_log_ticks (plot->x.min, plot->x.max, (guint) CLAMP (room / (3.5 * draft->em), 2, 20), ticks);
  double taken = draft->left - draft->em;

  if (!plot->bars.any)
    return;
  for (guint i = 0; i < n; i++)
    draw_tick (plot, ticks[i], top, y, &taken);
}

/* Names on one side of the bar, figures on the other, on a grid; returns how many rows there was room for. */
static guint
draw_beside (Plot *plot, double bottom)
{
  UllDraft *draft = plot->draft;
  gboolean rtl = draft->spec->rtl;
  double pitch = PITCH * draft->em;
  guint n = MIN (plot->bars.rows->len, (guint) MAX (0, (bottom - draft->top) / pitch));

  draw_axis (plot, draft->top, draft->top + n * pitch);
  for (guint i = 0; i < n; i++)
    {
      const UllLeverBar *bar = &g_array_index (plot->bars.rows, UllLeverBar, i);
      double y = draft->top + i * pitch;
      double baseline = y + 0.5 * pitch + 0.33 * draft->em;

      draw_bar (plot, bar, y + (pitch - BAR * draft->em) / 2, BAR * draft->em);
      add_text (plot, bar, rtl ? draft->right : draft->left, baseline, bar->name, TRUE, rtl);
      add_text (plot, bar, rtl ? draft->left : draft->right, baseline, bar->figures, FALSE, !rtl);
      add_spot (plot, bar, y, pitch);
    }
  draft->top += n * pitch;
  return n;
}

static double
draw_words (Plot *plot, const UllLeverBar *bar, char **lines, double y, gboolean name)
{
  UllDraft *draft = plot->draft;
  gboolean rtl = draft->spec->rtl;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (ull_text_width (draft->context, lines[i], draft->text, name ? 700 : 400) <= draft->right - draft->left)
        add_text (plot, bar, rtl ? draft->right : draft->left, y + 0.95 * draft->em, lines[i], name, rtl);
      y += ULL_LINE_STEP * draft->em;
    }
  return y;
}

/* Words above each bar: no grid runs through them. */
static guint
draw_stacked (Plot *plot, double bottom)
{
  UllDraft *draft = plot->draft;
  double room = draft->right - draft->left;
  guint i;

  for (i = 0; i < plot->bars.rows->len; i++)
    {
      const UllLeverBar *bar = &g_array_index (plot->bars.rows, UllLeverBar, i);
      g_auto (GStrv) name = ull_text_wrap (draft->context, bar->name, draft->text, 700, room);
      g_auto (GStrv) figures = ull_text_wrap (draft->context, bar->figures, draft->text, 400, room);
      double words = (g_strv_length (name) + g_strv_length (figures)) * ULL_LINE_STEP * draft->em;
      double top = draft->top, y;

      if (top + words + (THIN + STACK_GAP) * draft->em > bottom)
        break;
      y = draw_words (plot, bar, name, top, TRUE);
      y = draw_words (plot, bar, figures, y, FALSE);
      draw_bar (plot, bar, y + 2, THIN * draft->em);
      draft->top = y + (THIN + STACK_GAP) * draft->em;
      add_spot (plot, bar, top, draft->top - top);
    }
  draw_axis (plot, draft->top, draft->top);
  return i;
}

/* Lines of a sentence over the whole width; returns the y below them. */
static double
draw_sentence (Plot *plot, const char *id, const char *text, double y)
{
  UllDraft *draft = plot->draft;
  gboolean rtl = draft->spec->rtl;
  g_auto (GStrv) lines = ull_text_wrap (draft->context, text, draft->text, 400, draft->right - draft->left);

  for (guint i = 0; lines[i] != NULL && y + ULL_LINE_STEP * draft->em <= draft->bottom; i++)
    {
      if (ull_text_width (draft->context, lines[i], draft->text, 400) <= draft->right - draft->left)
        ull_scene_add_text (draft->scene, id, rtl ? draft->right : draft->left, y + 0.95 * draft->em, lines[i],
                            draft->text, 400, rtl ? ULL_ANCHOR_END : ULL_ANCHOR_START,
                            ull_draft_ink (draft, ULL_INK_DIM));
      y += ULL_LINE_STEP * draft->em;
    }
  return y;
}

static double
sentence_height (const UllDraft *draft, const char *text)
{
  g_auto (GStrv) lines = ull_text_wrap (draft->context, text, draft->text, 400, draft->right - draft->left);

  return g_strv_length (lines) * ULL_LINE_STEP * draft->em;
}

static char *
more_text (guint left)
{
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u lever more: the table has it.",
                                       "%u levers more: the table has them.", left),
                          left);
}

/* The room for the sentence that counts what is left out is kept free from the start. */
static void
draw_rows (Plot *plot)
{
  UllDraft *draft = plot->draft;
  guint all = plot->bars.rows->len + plot->bars.n_left, n;
  g_autofree char *longest = more_text (all);
  double axis = 1.6 * draft->em, more = sentence_height (draft, longest);

  draft->top = draw_sentence (plot, "unit", plot->bars.title, draft->top) + 0.4 * draft->em;
  if (draft->bottom - axis - more - draft->top < 2 * draft->em)
    return;
  n = plot->names > 0 ? draw_beside (plot, draft->bottom - axis - more) : draw_stacked (plot, draft->bottom - axis - more);
  if (n < all)
    {
      g_autofree char *text = more_text (all - n);

      draw_sentence (plot, "more", text, draft->top + axis);
    }
}

void
ull_chart_draw_levers (UllDraft *draft)
{
  Plot plot = { .draft = draft };
  g_autofree char *note = NULL;

  if (!ull_lever_bars_init (&plot.bars, draft->disclosure, &note))
    {
      ull_draft_note (draft, note, (UllBox) { draft->left, draft->top, draft->right, draft->bottom });
      return;
    }
  set_columns (&plot);
  set_scale (&plot);
  draw_rows (&plot);
  ull_lever_bars_clear (&plot.bars);
}
