/* A surge: two caps side by side, or one below the other where that would squeeze them, on equal axes: what is higher on the one is
 * higher. A half that is too low for both graphs has the gaps alone. Right to left the first stands right; axes of numbers and of time do not mirror. */
#include "ull-surge-plot.h"

#include "ull-ramp-plot.h"
#include "ull-text.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define LEAST_EM 16
#define BESIDE_EM 34.0  /* of width, from which on the two stand side by side */
#define SQUEEZED_EM 17.0 /* the same where one below the other has no room either */
#define BOTH_EM 16.0    /* of a half's height, from which on it has both graphs */
#define ONE_EM 9.5      /* and from which on it has one */
#define GAP_EM 1.6      /* between the two */
#define HEAD_EM 1.5
#define UNIT_EM 1.5     /* a line above a plot: what it counts */
#define BETWEEN_EM 2.6  /* the same between two plots, below the figure of an axis */
#define FOOT_EM 1.7     /* ticks of time */
#define NAME_EM 1.5     /* what they count */
#define LEAST_PLOT_EM 3.0 /* of height, that a key leaves each graph */
#define SHARE 0.4       /* of the height of both plots, the upper one's */
#define BEFORE 0.15     /* of the time after the burst, shown before it at most */
#define AFTER 1.15      /* of the later last answer: what is shown */
#define HEADING_POINTS 11.0

typedef struct
{
  UllDraft *draft;
  const UllSurge *surge;
  UllBox box[ULL_N_SURGES];
  gboolean drawn;         /* there is room */
  double sum_lines;       /* of the words above the plots: in files */
  UllLineNames key[2];    /* of both upper graphs, and of both lower ones */
  gboolean tight;         /* they have no room */
  UllScale x, requests, gaps; /* without their pixels */
} Plot;

static void
widen (Plot *plot, const UllSurgeSide *side, double *least_gap, double *most_gap)
{
  for (guint i = 0; i < side->points->len; i++)
    {
      const UllSurgePoint *point = &g_array_index (side->points, UllSurgePoint, i);

      plot->x.min = MIN (plot->x.min, point->seconds);
      plot->requests.max = MAX (plot->requests.max, MAX (point->running, point->waiting));
      if (point->itl_mean > 0)
        *least_gap = MIN (*least_gap, point->itl_mean);
      *most_gap = MAX (*most_gap, point->itl_max);
    }
  plot->x.max = MAX (plot->x.max, side->done);
}

static void
scale (Plot *plot)
{
  double least = HUGE_VAL, most = 0;

  for (guint i = 0; i < ULL_N_SURGES; i++)
    widen (plot, &plot->surge->side[i], &least, &most);
  if (most <= 0)
    least = 0.01, most = 0.1;
  least = MAX (MIN (least, most), 1e-6);
  plot->x.max = MAX (AFTER * plot->x.max, 1e-3);
  plot->x.min = MAX (plot->x.min, -BEFORE * plot->x.max);
  plot->requests.max = MAX (plot->requests.max, 1);
  plot->gaps.min = pow (10, floor (log10 (least) + 1e-9));
  plot->gaps.max = MAX (pow (10, ceil (log10 (most) - 1e-9)), 10 * plot->gaps.min);
  plot->gaps.log = TRUE;
}

static void
lay_out (Plot *plot)
{
  UllDraft *draft = plot->draft;
  double width = draft->right - draft->left, height = draft->bottom - draft->top, gap = GAP_EM * draft->em;
  gboolean stacks = height >= (2 * ONE_EM + GAP_EM) * draft->em;
  gboolean beside = (!draft->spec->narrow && width > BESIDE_EM * draft->em) || (!stacks && width > SQUEEZED_EM * draft->em);

  plot->drawn = beside ? height >= ONE_EM * draft->em : stacks;

  for (guint i = 0; i < ULL_N_SURGES; i++)
    {
      UllBox *box = &plot->box[draft->spec->rtl && beside ? ULL_N_SURGES - 1 - i : i];

      *box = (UllBox) { draft->left, draft->top, draft->right, draft->bottom };
      if (beside)
        box->x0 += i * (width + gap) / ULL_N_SURGES, box->x1 = box->x0 + (width - gap) / ULL_N_SURGES;
      else
        box->y0 += i * (height + gap) / ULL_N_SURGES, box->y1 = box->y0 + (height - gap) / ULL_N_SURGES;
    }
}

static char *
format_requests (double value)
{
  return ull_format_count ((gint64) llround (value));
}

static char *
format_time (double value)
{
  g_autofree char *size = value != 0 ? ull_format_time_tick (fabs (value)) : g_strdup ("0");

  return g_strdup_printf ("%s%s", value < 0 ? ULL_MINUS : "", size);
}

static double
tick_room (const Plot *plot)
{
  const UllDraft *draft = plot->draft;
  g_autofree char *requests = format_requests (plot->requests.max);
  double widest = ull_text_width (draft->context, requests, draft->tick, 400);

  for (double decade = plot->gaps.min; decade <= 1.01 * plot->gaps.max; decade *= 10)
    {
      g_autofree char *gap = format_time (decade);

      widest = MAX (widest, ull_text_width (draft->context, gap, draft->tick, 400));
    }
  return widest + 9;
}

static double
time_step (const UllPlane *plane)
{
  double widest = ull_text_width (plane->draft->context, ULL_MINUS "1,000" ULL_NBSP "s", plane->draft->tick, 400);

  return ull_scale_time_step (plane->x.max - plane->x.min, (guint) CLAMP ((plane->plot.x1 - plane->plot.x0) / (1.5 * widest), 1, 8));
}

/* In the middle of a half's width it would be far from its axis: it stands above it. What is left of the line. */
static double
draw_unit (const Plot *plot, const UllBox *box, double y, const char *text)
{
  UllDraft *draft = plot->draft;
  gboolean rtl = draft->spec->rtl;
  double left = box->x1 - box->x0 - ull_text_width (draft->context, text, draft->text, 400);

  if (left >= 0)
    ull_scene_add_text (draft->scene, "unit", rtl ? box->x1 : box->x0, y, text, draft->text, 400, rtl ? ULL_ANCHOR_END : ULL_ANCHOR_START,
                        ull_draft_ink (draft, ULL_INK_DIM));
  return left;
}

/* What the ticks above the plot are, where there are any. */
static void
name_preemptions (const Plot *plot, UllSurgeCap cap, double y, double room)
{
  UllDraft *draft = plot->draft;
  const UllBox *box = &plot->box[cap];
  gboolean rtl = draft->spec->rtl;
  const char *text = _("preemptions");

  if (plot->surge->side[cap].preemptions > 0 && ull_text_width (draft->context, text, draft->text, 700) + draft->em < room)
    ull_scene_add_text (draft->scene, "preempted", rtl ? box->x0 : box->x1, y, text, draft->text, 700, rtl ? ULL_ANCHOR_START : ULL_ANCHOR_END,
                        ull_draft_ink (draft, ULL_INK_BAD));
}

static char *
dup_heading (const Plot *plot, UllSurgeCap cap)
{
  g_autofree char *most = ull_format_count (plot->surge->side[cap].cap);

  return g_strdup_printf (C_("a cap and how many requests it lets run", "%s: %s"), ull_surge_cap_get_name (cap), most);
}

static char **
dup_sum_lines (const Plot *plot, UllSurgeCap cap)
{
  g_autofree char *sum = ull_surge_dup_sum (plot->surge, cap);

  return ull_text_wrap (plot->draft->context, sum, plot->draft->text, 400, plot->box[cap].x1 - plot->box[cap].x0);
}

/* What a window says below the picture a file says in it. */
static void
measure_sums (Plot *plot)
{
  for (guint i = 0; i < ULL_N_SURGES && plot->draft->spec->title; i++)
    {
      g_auto (GStrv) lines = dup_sum_lines (plot, (UllSurgeCap) i);

      plot->sum_lines = MAX (plot->sum_lines, g_strv_length (lines));
    }
  if (plot->sum_lines * ULL_LINE_STEP * plot->draft->em > 0.3 * (plot->box[0].y1 - plot->box[0].y0))
    plot->sum_lines = 0;
}

static double
draw_head (const Plot *plot, UllSurgeCap cap)
{
  UllDraft *draft = plot->draft;
  const UllBox *box = &plot->box[cap];
  gboolean rtl = draft->spec->rtl;
  double x = rtl ? box->x1 : box->x0, y = box->y0 + 1.1 * draft->em, size = HEADING_POINTS * draft->spec->text_scale;
  UllAnchor anchor = rtl ? ULL_ANCHOR_END : ULL_ANCHOR_START;
  g_autofree char *heading = dup_heading (plot, cap);
  g_auto (GStrv) lines = plot->sum_lines > 0 ? dup_sum_lines (plot, cap) : NULL;

  if (ull_text_width (draft->context, heading, size, 700) > box->x1 - box->x0)
    size = draft->text;
  if (ull_text_width (draft->context, heading, size, 700) <= box->x1 - box->x0)
    ull_scene_add_text (draft->scene, "heading", x, y, heading, size, 700, anchor, ull_draft_ink (draft, ULL_INK_TEXT));
  for (guint i = 0; lines != NULL && lines[i] != NULL; i++)
    ull_scene_add_text (draft->scene, "sum", x, y + (i + 1) * ULL_LINE_STEP * draft->em + 0.2 * draft->em, lines[i], draft->text, 400, anchor,
                        ull_draft_ink (draft, ULL_INK_DIM));
  return box->y0 + (HEAD_EM + ULL_LINE_STEP * plot->sum_lines) * draft->em;
}

static double
requests_step (const Plot *plot, double height)
{
  return MAX (ull_scale_memory_step (plot->requests.max, (guint) CLAMP (height / (2.4 * plot->draft->em), 1, 5)), 1);
}

/* Equal above both halves, as the axes are; none where it would leave no graph. */
static double
key_height (const Plot *plot, guint which)
{
  if (plot->tight)
    return 0;
  return ull_line_names_height (&plot->key[which], plot->draft, plot->box[0].x0, plot->box[0].x1);
}

static gboolean
is_tight (const Plot *plot)
{
  double em = plot->draft->em, height = plot->box[0].y1 - plot->box[0].y0 - (HEAD_EM + ULL_LINE_STEP * plot->sum_lines) * em;
  gboolean both = height > (BOTH_EM - HEAD_EM) * em;
  double taken = (UNIT_EM + 0.7 + FOOT_EM + NAME_EM + (both ? BETWEEN_EM : 0)) * em;

  return height - taken - key_height (plot, 0) - key_height (plot, 1) < (both ? 2 : 1) * LEAST_PLOT_EM * em;
}

static void
begin_half (Plot *plot, UllSurgeCap cap, double top, UllSurgeHalf *half)
{
  UllDraft *draft = plot->draft;
  const UllBox *box = &plot->box[cap];
  double em = draft->em, left = ceil (box->x0 + tick_room (plot)), right = floor (box->x1 - 0.5 * em);
  gboolean both = box->y1 - top > (BOTH_EM - HEAD_EM) * em;
  double bottom = box->y1 - (FOOT_EM + NAME_EM) * em, upper = top + (UNIT_EM + 0.7) * em + key_height (plot, both ? 0 : 1);
  double room = bottom - upper - (both ? BETWEEN_EM * em + key_height (plot, 1) : 0), share = both ? SHARE : 0;
  UllBox requests = { left, ceil (upper), MAX (right, left + 1), floor (upper + share * room) };
  UllBox gaps = { left, ceil (bottom - (1 - share) * room), requests.x1, floor (bottom) };

  gaps.y1 = MAX (gaps.y1, gaps.y0 + 1);
  *half = (UllSurgeHalf) { .surge = plot->surge, .cap = cap, .both = both, .key = { &plot->key[0], &plot->key[1] } };
  half->requests = (UllPlane) { draft, requests, plot->x, plot->requests };
  half->gaps = (UllPlane) { draft, gaps, plot->x, plot->gaps };
  half->requests.x.from = half->gaps.x.from = left;
  half->requests.x.to = half->gaps.x.to = requests.x1;
  half->requests.y.max = requests_step (plot, requests.y1 - requests.y0);
  half->requests.y.max *= ceil (plot->requests.max / half->requests.y.max);
  half->requests.y.from = requests.y1, half->requests.y.to = requests.y0;
  half->gaps.y.from = gaps.y1, half->gaps.y.to = gaps.y0;
  half->done = ull_scale_map (&half->requests.x, plot->surge->side[cap].done);
}

static void
draw_key (const Plot *plot, const UllSurgeHalf *half, guint which, double bottom)
{
  const UllBox *box = &plot->box[half->cap];

  if (plot->tight)
    return;
  ull_line_names_draw (&plot->key[which], plot->draft, box->x0, box->x1, bottom - key_height (plot, which) - 0.6 * plot->draft->em);
}

static void
draw_axes (const Plot *plot, const UllSurgeHalf *half)
{
  const UllPlane *requests = &half->requests, *gaps = &half->gaps;
  double em = plot->draft->em;
  double step = requests_step (plot, requests->plot.y1 - requests->plot.y0), y = requests->plot.y0 - 1.1 * em - key_height (plot, 0);

  draw_unit (plot, &plot->box[half->cap], gaps->plot.y0 - 0.9 * em - key_height (plot, 1), _("between the clients’ tokens"));
  draw_key (plot, half, 1, gaps->plot.y0);
  ull_plane_draw_rows (gaps, 10, format_time);
  if (half->both)
    {
      draw_key (plot, half, 0, requests->plot.y0);
      name_preemptions (plot, half->cap, y, draw_unit (plot, &plot->box[half->cap], y, _("requests")));
      ull_plane_draw_rows (requests, step, format_requests);
      ull_scene_add_rect (plot->draft->scene, "axis", requests->plot.x0, requests->plot.y1, requests->plot.x1 - requests->plot.x0, 1)->fill
        = ull_draft_ink_alpha (plot->draft, ULL_INK_DIM, 0xb0);
    }
  ull_plane_draw_columns (gaps, time_step (gaps), format_time);
  ull_plane_draw_unit (gaps, _("since the burst"), plot->box[half->cap].y1 - 0.3 * em);
}

static void
draw_halves (Plot *plot)
{
  plot->tight = is_tight (plot);
  for (guint i = 0; i < ULL_N_SURGES && plot->drawn; i++)
    {
      UllSurgeHalf half;

      begin_half (plot, (UllSurgeCap) i, draw_head (plot, (UllSurgeCap) i), &half);
      draw_axes (plot, &half);
      ull_surge_half_draw (&half);
    }
}

/* Anew where a name found no place: its key takes room from the graphs. */
static void
draw (UllDraft *draft)
{
  const UllSurgePicture *picture = draft->subject;
  Plot plot = { .draft = draft, .surge = picture->surge };
  UllSceneEnd end = ull_scene_get_end (draft->scene);
  guint before;

  if (picture->surge == NULL)
    {
      ull_draft_note (draft, _("No surge was run yet."), (UllBox) { draft->left, draft->top, draft->right, draft->bottom });
      return;
    }
  scale (&plot);
  lay_out (&plot);
  measure_sums (&plot);
  do
    {
      before = plot.key[0].n + plot.key[1].n;
      ull_scene_cut (draft->scene, end);
      plot.tight = FALSE;
      draw_halves (&plot);
    }
  while (plot.key[0].n + plot.key[1].n > before);
}

static char *
describe (gconstpointer subject)
{
  return ull_surge_chart_describe (subject);
}

static GPtrArray *
make_table (gconstpointer subject)
{
  return ull_surge_chart_table (subject);
}

/* What came stands with what it came to. (transfer full) */
static char *
dup_caption (const UllSurgePicture *picture)
{
  g_autofree char *what = picture->surge != NULL ? ull_surge_dup_what (picture->surge) : g_strdup ("");

  return g_strdup_printf ("%s %s %s", what, picture->load != NULL ? picture->load : "", _("Simulated: the vLLM scheduler on this engine’s pool."));
}

UllScene *
ull_surge_chart_build (const UllSurgePicture *picture, const UllChartSpec *spec, PangoContext *context)
{
  UllOwnChart chart = { picture, _("A burst, with two caps"), NULL, LEAST_EM, describe, make_table, draw };

  return ull_own_chart_build (&chart, spec, context, FALSE);
}

GBytes *
ull_surge_chart_export (const UllSurgePicture *picture, const UllChartSpec *spec, UllExportFormat format, double scale_factor, GError **error)
{
  g_autofree char *caption = dup_caption (picture);
  UllOwnChart chart = { picture, _("A burst, with two caps"), caption, LEAST_EM, describe, make_table, draw };

  return ull_own_chart_export (&chart, spec, format, scale_factor, error);
}
