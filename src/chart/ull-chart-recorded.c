/* What a server recorded over what was simulated: a graph of each figure that it recorded, one below the other on one axis of time. Of
 * what was simulated a column of three pixels shows the mean and, as a band, the least and the most of its steps; what was recorded is a
 * line over it, broken where it was not said, and level from each time to the next. Time does not mirror. */
#include "ull-recorded-plot.h"

#include "ull-legend.h"
#include "ull-ramp-plot.h"
#include "ull-text.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define LEAST_EM 12
#define HEAD_EM 2.0    /* a graph's name */
#define BETWEEN_EM 0.9 /* below a graph, until the next one's name */
#define FOOT_EM 1.8    /* ticks of time */
#define UNIT_EM 1.5    /* what the means are of */
#define GRAPH_EM 4.4   /* a graph and its name at least: the last ones are left out where they would be lower */
#define COLUMN 3.0     /* pixels */
#define BAND 0x40      /* 25 % */
#define SPOTS 24

typedef struct
{
  UllDraft *draft;
  const UllTimelinePicture *picture;
  UllRecordedTraces trace; /* Owned */
  UllRecordedFigure figure[ULL_N_RECORDED_FIGURES];
  UllPlane plane[ULL_N_RECORDED_FIGURES];
  double step[ULL_N_RECORDED_FIGURES]; /* of its axis */
  guint n;       /* graphs that are drawn */
  guint left_out;
} Plot;

static char *
format_count (double value)
{
  return ull_format_count ((gint64) llround (value));
}

static double
find_most (const Plot *plot, UllRecordedFigure figure)
{
  double most = 1;

  for (guint recorded = 0; recorded < 2; recorded++)
    {
      const GArray *trace = plot->trace[figure][recorded];

      for (guint i = 0; i < trace->len; i++)
        most = fmax (most, g_array_index (trace, UllRecordedPoint, i).value);
    }
  return most;
}

static void
scale (Plot *plot, guint i, double top, double height)
{
  UllPlane *plane = &plot->plane[i];
  double em = plot->draft->em, room = MAX (height - (HEAD_EM + BETWEEN_EM) * em, 1);

  plane->plot.y0 = ceil (top + HEAD_EM * em);
  plane->plot.y1 = MAX (floor (top + HEAD_EM * em + room), plane->plot.y0 + 1);
  if (ull_recorded_is_share (plot->figure[i]))
    {
      plot->step[i] = room < 4 * em ? 100 : 50;
      plane->y = (UllScale) { 0, 100, plane->plot.y1, plane->plot.y0, FALSE };
      return;
    }
  plot->step[i] = MAX (ull_scale_time_step (find_most (plot, plot->figure[i]), (guint) CLAMP (room / (2 * em), 1, 5)), 1);
  plane->y = (UllScale) { 0, plot->step[i] * ceil (find_most (plot, plot->figure[i]) / plot->step[i]), plane->plot.y1, plane->plot.y0, FALSE };
}

/* The figures of all axes have one edge. */
static double
tick_room (const Plot *plot)
{
  double widest = ull_text_width (plot->draft->context, "100" ULL_NBSP "%", plot->draft->tick, 400);

  for (guint i = 0; i < plot->n; i++)
    {
      g_autofree char *most = format_count (plot->plane[i].y.max);

      widest = MAX (widest, ull_text_width (plot->draft->context, most, plot->draft->tick, 400));
    }
  return widest + 9;
}

static void
lay_out (Plot *plot)
{
  UllDraft *draft = plot->draft;
  double em = draft->em, height = draft->bottom - draft->top - (FOOT_EM + UNIT_EM - BETWEEN_EM) * em, left, right;
  guint most = (guint) MAX (height / (GRAPH_EM * em), 1);

  if (plot->n > most)
    {
      plot->left_out = plot->n - most;
      plot->n = most;
    }
  for (guint i = 0; i < plot->n; i++)
    scale (plot, i, draft->top + i * height / plot->n, height / plot->n);
  left = ceil (draft->left + tick_room (plot));
  right = MAX (floor (draft->right - 0.5 * em), left + 1);
  for (guint i = 0; i < plot->n; i++)
    {
      UllPlane *plane = &plot->plane[i];

      plane->draft = draft;
      plane->plot.x0 = left;
      plane->plot.x1 = right;
      plane->x = (UllScale) { 0, ull_timeline_find_end (plot->picture), left, right, FALSE };
    }
}

static double
to_axis (const UllPlane *plane, UllRecordedFigure figure, double value)
{
  return ull_scale_map (&plane->y, CLAMP (ull_recorded_is_share (figure) ? 100 * value : value, plane->y.min, plane->y.max));
}

/* Least, mean and most of the steps of a column; where it has none, what held before. */
typedef struct
{
  double x, least, mean, most;
} Column;

static GArray *
gather (const UllPlane *plane, const GArray *trace, double run_end)
{
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (Column));
  double last = NAN, end = ull_scale_map (&plane->x, MIN (run_end, plane->x.max));
  guint k = 0;

  for (double x = plane->plot.x0; x < end; x += COLUMN)
    {
      double until = ull_scale_unmap (&plane->x, x + COLUMN), sum = 0;
      Column column = { x, last, last, last };
      guint n = 0;

      for (; k < trace->len && g_array_index (trace, UllRecordedPoint, k).time < until; k++)
        {
          last = g_array_index (trace, UllRecordedPoint, k).value;
          if (isnan (last))
            continue;
          column.least = fmin (column.least, last);
          column.most = fmax (column.most, last);
          sum += last;
          n++;
        }
      column.mean = n > 0 ? sum / n : last;
      if (!isnan (column.mean))
        g_array_append_val (columns, column);
    }
  return columns;
}

void
ull_recorded_draw_simulated (const UllPlane *plane, UllRecordedFigure figure, const GArray *trace, double end, const UllStroked *look)
{
  UllDraft *draft = plane->draft;
  UllScene *scene = draft->scene;
  g_autoptr (GArray) columns = gather (plane, trace, end);
  UllMark *mark;

  if (columns->len == 0)
    return;
  mark = ull_scene_add_path (scene, "range");
  mark->fill = ull_draft_ink_alpha (draft, look->ink, BAND);
  mark->closed = TRUE;
  for (guint i = 0; i < columns->len; i++)
    {
      const Column *column = &g_array_index (columns, Column, i);

      ull_scene_add_point (scene, column->x, to_axis (plane, figure, column->most));
    }
  for (guint i = columns->len; i > 0; i--)
    {
      const Column *column = &g_array_index (columns, Column, i - 1);

      ull_scene_add_point (scene, column->x, to_axis (plane, figure, column->least));
    }
  mark = ull_scene_add_path (scene, look->id);
  mark->stroke = ull_draft_ink (draft, look->ink);
  mark->line_width = 1.5;
  for (guint i = 0; look->dash != NULL && i < 4; i++)
    mark->dash[i] = look->dash[i];
  for (guint i = 0; i < columns->len; i++)
    {
      const Column *column = &g_array_index (columns, Column, i);

      ull_scene_add_point (scene, column->x, to_axis (plane, figure, column->mean));
    }
}

/* From @first up to the next place without a figure, or beyond the axis: where that is. */
static guint
find_break (const UllPlane *plane, const GArray *trace, guint first)
{
  while (first < trace->len && !isnan (g_array_index (trace, UllRecordedPoint, first).value)
         && g_array_index (trace, UllRecordedPoint, first).time <= plane->x.max)
    first++;
  return first;
}

/* On a ring of the ground, so that it is seen on any area. Steps, of which the means are taken; the last point, which lasts for no time, is a
 * dot where it stands alone. */
static void
draw_piece (const UllPlane *plane, UllRecordedFigure figure, const GArray *trace, guint first, guint end)
{
  UllDraft *draft = plane->draft;

  for (guint ring = 0; ring < 2; ring++)
    {
      guint32 ink = ull_draft_ink (draft, ring == 0 ? ULL_INK_GROUND : ULL_INK_SERIES_2);
      UllMark *mark = first + 1 < trace->len ? ull_scene_add_path (draft->scene, "recorded") : NULL;

      if (mark != NULL)
        {
          mark->stroke = ink;
          mark->line_width = ring == 0 ? 4 : 2;
        }
      for (guint i = first; i < end; i++)
        {
          const UllRecordedPoint *point = &g_array_index (trace, UllRecordedPoint, i);
          double x = ull_scale_map (&plane->x, MAX (point->time, 0)), y = to_axis (plane, figure, point->value);

          if (mark != NULL)
            ull_scene_add_point (draft->scene, x, y);
          if (mark != NULL && i + 1 < trace->len)
            ull_scene_add_point (draft->scene, ull_scale_map (&plane->x, MIN (point[1].time, plane->x.max)), y);
          if (mark == NULL)
            ull_scene_add_circle (draft->scene, "recorded", x, y, ring == 0 ? 8 : 5)->fill = ink;
        }
    }
}

void
ull_recorded_draw (const UllPlane *plane, const UllTimelinePicture *picture, UllRecordedFigure figure)
{
  g_autoptr (GArray) trace = ull_recorded_trace (picture, figure, TRUE);
  guint end;

  for (guint i = 0; i < trace->len; i = end + 1)
    {
      end = find_break (plane, trace, i);
      if (end > i)
        draw_piece (plane, figure, trace, i, end);
    }
}

/* What it is, and both means where there is room for them. */
static void
draw_head (const Plot *plot, guint i)
{
  UllDraft *draft = plot->draft;
  gboolean rtl = draft->spec->rtl;
  const char *title = ull_recorded_get_title (plot->figure[i]);
  g_autofree char *compared = ull_recorded_compare (plot->picture, plot->figure[i]);
  double y = plot->plane[i].plot.y0 - 0.85 * draft->em, width = ull_text_width (draft->context, title, draft->text, 700);

  ull_scene_add_text (draft->scene, "title", rtl ? draft->right : draft->left, y, title, draft->text, 700,
                      rtl ? ULL_ANCHOR_END : ULL_ANCHOR_START, ull_draft_ink (draft, ULL_INK_TEXT));
  if (ull_recorded_find_common (plot->picture) > 0 && width + draft->em + ull_text_width (draft->context, compared, draft->text, 400) <= draft->right - draft->left)
    ull_scene_add_text (draft->scene, "means", rtl ? draft->left : draft->right, y, compared, draft->text, 400,
                        rtl ? ULL_ANCHOR_START : ULL_ANCHOR_END, ull_draft_ink (draft, ULL_INK_DIM));
}

static void
draw_graph (const Plot *plot, guint i)
{
  const UllPlane *plane = &plot->plane[i];
  gboolean share = ull_recorded_is_share (plot->figure[i]);

  draw_head (plot, i);
  ull_plane_draw_rows (plane, plot->step[i], share ? ull_plane_format_per_cent : format_count);
  ull_recorded_draw_simulated (plane, plot->figure[i], plot->trace[plot->figure[i]][FALSE], plot->picture->end,
                               &(UllStroked) { "simulated", ULL_INK_SERIES_1, NULL });
  ull_recorded_draw (plane, plot->picture, plot->figure[i]);
}

static void
draw_playhead (const Plot *plot)
{
  double x = ull_scale_map (&plot->plane[0].x, CLAMP (plot->picture->playhead, 0, plot->plane[0].x.max));

  for (guint i = 0; i < plot->n && plot->picture->playhead >= 0; i++)
    ull_scene_add_rect (plot->draft->scene, "playhead", x - 0.5, plot->plane[i].plot.y0, 1,
                        plot->plane[i].plot.y1 - plot->plane[i].plot.y0)->fill = ull_draft_ink (plot->draft, ULL_INK_TEXT);
}

static void
draw_foot (const Plot *plot)
{
  const UllPlane *last = &plot->plane[plot->n - 1];
  UllDraft *draft = plot->draft;
  double widest = ull_text_width (draft->context, "10,000" ULL_NBSP "s", draft->tick, 400);
  double most = (last->plot.x1 - last->plot.x0) / (1.5 * widest);
  g_autofree char *common = ull_format_seconds (ull_recorded_find_common (plot->picture)), *left_out = ull_format_count (plot->left_out);
  g_autofree char *said = NULL;

  ull_plane_draw_columns (last, ull_scale_time_step (last->x.max, (guint) CLAMP (most, 2, 10)), ull_plane_format_seconds);
  if (plot->left_out > 0)
    said = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s more graph needs more height", "%s more graphs need more height", plot->left_out),
                            left_out);
  else if (ull_recorded_find_common (plot->picture) <= 0)
    said = g_strdup (_("there is no time that both have"));
  else
    said = g_strdup_printf (_("means, and preemptions, over the first %s, which both have"), common);
  ull_plane_draw_unit (last, said, draft->bottom - 0.4 * draft->em);
}

static void
draw_legend (UllDraft *draft, const UllTimelinePicture *picture)
{
  const UllLegendEntry entries[] = {
    { _("simulated, and its range"), ull_draft_ink (draft, ULL_INK_SERIES_1), 0.9, 0.12 },
    { picture->recorded_name != NULL ? picture->recorded_name : _("recorded"), ull_draft_ink (draft, ULL_INK_SERIES_2), 0.9, 0.17 },
  };

  ull_legend_draw (draft, entries, G_N_ELEMENTS (entries));
}

static void
add_spots (Plot *plot)
{
  const UllBox *first = &plot->plane[0].plot, *last = &plot->plane[plot->n - 1].plot;
  double every = MAX ((first->x1 - first->x0) / SPOTS, 4);

  for (double x = first->x0; x + every <= first->x1 + 0.5; x += every)
    ull_scene_add_spot (plot->draft->scene, "moment", x, first->y0, every, last->y1 - first->y0,
                        ull_recorded_describe_moment (plot->picture, plot->trace, ull_scale_unmap (&plot->plane[0].x, x + every / 2)), -1);
}

static void
choose_figures (Plot *plot)
{
  for (guint i = 0; i < ULL_N_RECORDED_FIGURES && plot->picture->n > 0; i++)
    {
      UllRecordedFigure figure = (UllRecordedFigure) i;

      if (!ull_recorded_has (plot->picture, figure))
        continue;
      plot->figure[plot->n++] = figure;
      plot->trace[i][FALSE] = ull_recorded_trace (plot->picture, figure, FALSE);
      plot->trace[i][TRUE] = ull_recorded_trace (plot->picture, figure, TRUE);
    }
}

static void
clear_traces (Plot *plot)
{
  for (guint i = 0; i < 2 * ULL_N_RECORDED_FIGURES; i++)
    g_clear_pointer (&plot->trace[i / 2][i % 2], g_array_unref);
}

static void
draw (UllDraft *draft)
{
  Plot plot = { .draft = draft, .picture = draft->subject };
  UllBox whole = { draft->left, draft->top, draft->right, draft->bottom };

  choose_figures (&plot);
  if (plot.n == 0 || plot.picture->n == 0)
    {
      ull_draft_note (draft, plot.picture->n == 0 ? _("No level is played.") : _("No series is open."), whole);
      return;
    }
  draw_legend (draft, plot.picture);
  lay_out (&plot);
  for (guint i = 0; i < plot.n; i++)
    draw_graph (&plot, i);
  draw_playhead (&plot);
  draw_foot (&plot);
  add_spots (&plot);
  clear_traces (&plot);
}

static char *
describe (gconstpointer subject)
{
  return ull_recorded_chart_describe (subject);
}

static GPtrArray *
make_table (gconstpointer subject)
{
  return ull_timeline_table (subject);
}

/* What of the series is not in the picture stands below it. (transfer full) */
static char *
dup_caption (const UllTimelinePicture *picture)
{
  g_autofree char *rest = ull_recorded_describe_rest (picture);

  return g_strjoin (" ", picture->load != NULL ? picture->load : "", rest, NULL);
}

UllScene *
ull_recorded_chart_build (const UllTimelinePicture *picture, const UllChartSpec *spec, PangoContext *context)
{
  UllOwnChart chart = { picture, _("Recorded and simulated"), NULL, LEAST_EM, describe, make_table, draw };

  return ull_own_chart_build (&chart, spec, context, FALSE);
}

GBytes *
ull_recorded_chart_export (const UllTimelinePicture *picture, const UllChartSpec *spec, UllExportFormat format, double scale_factor, GError **error)
{
  g_autofree char *caption = dup_caption (picture);
  UllOwnChart chart = { picture, _("Recorded and simulated"), caption, LEAST_EM, describe, make_table, draw };

  return ull_own_chart_export (&chart, spec, format, scale_factor, error);
}
