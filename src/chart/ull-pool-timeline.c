/* Use over time as areas, from the bottom: what requests refer to, then what is retained; what is left white is free. Above them, where
 * there is room, the requests that run and those that wait. A column of a pixel shows the most that
 * was in use within it, so that a peak is never drawn over. Time does not mirror. A recorded series is a line over the areas: two
 * figures of two origins, each drawn as what it is. */
#include "ull-pool-timeline.h"

#include "ull-legend.h"
#include "ull-plane.h"
#include "ull-recorded-plot.h"
#include "ull-ramp-plot.h"
#include "ull-text.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define LEAST_EM 6
#define MOST_LONGER 2.0  /* times the simulated run: a day beside a minute would leave the minute no width */
#define TICK_HEIGHT 0.55 /* em, of a preemption */
#define LEGEND_FROM 8    /* em of height from which on there is one */
#define REQUESTS_FROM 14 /* em of height from which on requests have a graph, */
#define REQUESTS_SHARE 0.3 /* and its share of what is left for both */

typedef struct
{
  UllPlane plane;
  UllPlane requests; /* of no height: there is none */
  const UllTimelinePicture *picture;
  UllRecordedTraces trace; /* Owned, of what was simulated: running and waiting */
} Plot;

static char *
format_count (double value)
{
  return ull_format_count ((gint64) llround (value));
}

static gboolean
has_requests (const Plot *plot)
{
  return plot->requests.plot.y1 > plot->requests.plot.y0;
}

static double
most_requests (const UllTimelinePicture *picture)
{
  double most = 1;

  for (guint i = 0; i < picture->n; i++)
    most = MAX (most, MAX (picture->sample[i].running, picture->sample[i].waiting));
  return most;
}

static void
draw_request_names (UllDraft *draft)
{
  const UllLegendEntry entries[] = {
    { _("running"), ull_draft_ink (draft, ULL_INK_SERIES_1), 0.9, 0.15 },
    { _("waiting"), ull_draft_ink (draft, ULL_INK_SERIES_4), 0.4, 0.15 },
  };

  ull_legend_draw (draft, entries, G_N_ELEMENTS (entries));
}

/* Takes its part, and a line for what its lines are, from the top of @box. */
static void
lay_out_requests (Plot *plot, UllDraft *draft, UllBox *box)
{
  double most = most_requests (plot->picture), names = draft->top;
  UllBox part = *box;

  draw_request_names (draft);
  part.y0 = ceil (draft->top + 0.3 * draft->em);
  part.y1 = floor (part.y0 + REQUESTS_SHARE * (box->y1 - draft->top - 2 * draft->em));
  box->y0 = part.y1 + ceil (1.6 * draft->em);
  draft->top = names;
  plot->requests = (UllPlane) { draft, part, { 0, ull_timeline_find_end (plot->picture), part.x0, part.x1, FALSE }, { 0, most, part.y1, part.y0, FALSE } };
  plot->trace[ULL_RECORDED_RUNNING][FALSE] = ull_recorded_trace (plot->picture, ULL_RECORDED_RUNNING, FALSE);
  plot->trace[ULL_RECORDED_WAITING][FALSE] = ull_recorded_trace (plot->picture, ULL_RECORDED_WAITING, FALSE);
}

static void
lay_out (Plot *plot, UllDraft *draft)
{
  g_autofree char *most = format_count (most_requests (plot->picture));
  double left = draft->left + 9
                + MAX (ull_text_width (draft->context, "100" ULL_NBSP "%", draft->tick, 400), ull_text_width (draft->context, most, draft->tick, 400));
  double right = draft->right - 6, height = draft->bottom - draft->top;
  UllBox box = { floor (left), ceil (draft->top + 1.1 * draft->em), floor (MAX (right, left + 1)), floor (draft->bottom - 2.2 * draft->em) };

  if (height > REQUESTS_FROM * draft->em && plot->picture->n > 0)
    lay_out_requests (plot, draft, &box);
  box.y1 = MAX (box.y1, box.y0 + 1);
  plot->plane = (UllPlane) { draft, box, { 0, ull_timeline_find_end (plot->picture), box.x0, box.x1, FALSE }, { 0, 100, box.y1, box.y0, FALSE } };
}

static double
time_step (const Plot *plot)
{
  double widest = ull_text_width (plot->plane.draft->context, "10,000" ULL_NBSP "s", plot->plane.draft->tick, 400);
  double most = MAX ((plot->plane.plot.x1 - plot->plane.plot.x0) / (1.5 * widest), 1);

  return ull_scale_time_step (plot->plane.x.max, (guint) CLAMP (most, 2, 10));
}

static void
draw_requests (Plot *plot)
{
  const UllStroked waiting = { "waiting", ULL_INK_SERIES_4, ull_palette_series_dash (1) }, running = { "running", ULL_INK_SERIES_1, NULL };

  if (!has_requests (plot))
    return;
  ull_plane_draw_rows (&plot->requests, plot->requests.y.max, format_count);
  ull_recorded_draw_simulated (&plot->requests, ULL_RECORDED_WAITING, plot->trace[ULL_RECORDED_WAITING][FALSE], plot->picture->end, &waiting);
  ull_recorded_draw_simulated (&plot->requests, ULL_RECORDED_RUNNING, plot->trace[ULL_RECORDED_RUNNING][FALSE], plot->picture->end, &running);
  g_clear_pointer (&plot->trace[ULL_RECORDED_RUNNING][FALSE], g_array_unref);
  g_clear_pointer (&plot->trace[ULL_RECORDED_WAITING][FALSE], g_array_unref);
}

static double
find_top (const Plot *plot)
{
  return has_requests (plot) ? plot->requests.plot.y0 : plot->plane.plot.y0;
}

/* The upper edge of each column: the most of its samples, or what held before where it has none. */
static void
gather (const Plot *plot, gboolean retained, double *column, guint n)
{
  const UllTimelinePicture *picture = plot->picture;
  double last = 0;
  guint k = 0;

  for (guint i = 0; i < n; i++)
    {
      double until = ull_scale_unmap (&plot->plane.x, plot->plane.plot.x0 + i + 1);

      column[i] = last;
      for (; k < picture->n && picture->sample[k].time <= until; k++)
        {
          last = picture->sample[k].used + (retained ? picture->sample[k].retained : 0);
          column[i] = MAX (column[i], last);
        }
      if (picture->end < ull_scale_unmap (&plot->plane.x, plot->plane.plot.x0 + i))
        column[i] = 0;
    }
}

static void
draw_area (const Plot *plot, const char *id, gboolean retained, guint32 fill)
{
  UllScene *scene = plot->plane.draft->scene;
  const UllBox *box = &plot->plane.plot;
  guint n = (guint) MAX (box->x1 - box->x0, 1);
  g_autofree double *column = g_new0 (double, n);
  UllMark *mark;

  gather (plot, retained, column, n);
  mark = ull_scene_add_path (scene, id);
  mark->fill = fill;
  mark->closed = TRUE;
  ull_scene_add_point (scene, box->x0, box->y1);
  for (guint i = 0; i < n; i++)
    {
      double y = ull_scale_map (&plot->plane.y, 100 * MIN (column[i], 1));

      /* Steps: only where the height changes is there a corner. */
      if (i > 0 && column[i] == column[i - 1])
        continue;
      if (i > 0)
        ull_scene_add_point (scene, box->x0 + i, ull_scale_map (&plot->plane.y, 100 * MIN (column[i - 1], 1)));
      ull_scene_add_point (scene, box->x0 + i, y);
    }
  ull_scene_add_point (scene, box->x1, ull_scale_map (&plot->plane.y, 100 * MIN (column[n - 1], 1)));
  ull_scene_add_point (scene, box->x1, box->y1);
}

/* Two in one pixel are one tick. */
static void
draw_preemptions (const Plot *plot)
{
  const UllTimelinePicture *picture = plot->picture;
  UllDraft *draft = plot->plane.draft;
  double last = -1;

  for (guint i = 0; i < picture->n; i++)
    {
      double x = floor (ull_scale_map (&plot->plane.x, picture->sample[i].time));

      if (picture->sample[i].preempted == 0 || x == last)
        continue;
      last = x;
      ull_scene_add_rect (draft->scene, "preempted", x, plot->plane.plot.y0 - (0.3 + TICK_HEIGHT) * draft->em, 1.5,
                          TICK_HEIGHT * draft->em)->fill = ull_draft_ink (draft, ULL_INK_BAD);
    }
}

static void
draw_recorded (const Plot *plot)
{
  if (ull_recorded_has (plot->picture, ULL_RECORDED_USE))
    ull_recorded_draw (&plot->plane, plot->picture, ULL_RECORDED_USE);
}

static double
playhead_x (const Plot *plot)
{
  return ull_scale_map (&plot->plane.x, CLAMP (plot->picture->playhead, 0, plot->plane.x.max));
}

static void
draw_playhead (const Plot *plot)
{
  UllDraft *draft = plot->plane.draft;
  const UllBox *box = &plot->plane.plot;
  double x = playhead_x (plot), top = find_top (plot) - 0.3 * draft->em;
  UllMark *ring;

  if (plot->picture->playhead < 0)
    return;
  ull_scene_add_rect (draft->scene, "playhead", x - 2, top, 4, box->y1 - top)->fill = ull_draft_ink (draft, ULL_INK_GROUND);
  ull_scene_add_rect (draft->scene, "playhead", x - 0.75, top, 1.5, box->y1 - top)->fill = ull_draft_ink (draft, ULL_INK_TEXT);
  ring = ull_scene_add_circle (draft->scene, "playhead", x, box->y1, 10);
  ring->fill = ull_draft_ink (draft, ULL_INK_GROUND);
  ring->stroke = ull_draft_ink (draft, ULL_INK_TEXT);
  ring->line_width = 2;
}

char *
ull_format_moment (double seconds)
{
  return g_strdup_printf ("%.3f" ULL_NBSP "s", MAX (ceil (seconds * 1000 - 1e-6), 0) / 1000);
}

/* What was so at one moment. (transfer full) */
static char *
describe_sample (const UllPoolSample *sample)
{
  g_autofree char *time = ull_format_seconds (sample->time), *used = ull_format_share (sample->used);
  g_autofree char *retained = ull_format_share (sample->retained), *preempted = ull_format_count (sample->preempted);
  g_autofree char *unused = ull_format_share (MAX (1 - sample->used - sample->retained, 0));
  g_autofree char *running = ull_format_count (sample->running), *waiting = ull_format_count (sample->waiting);
  g_autofree char *text = g_strdup_printf (_("%s: %s running, %s waiting; %s in use, %s retained, %s free."), time, running, waiting, used,
                                           retained, unused);

  if (sample->preempted == 0)
    return g_steal_pointer (&text);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s %s request preempted.", "%s %s requests preempted.", (gulong) sample->preempted),
                          text, preempted);
}

/* Steps last some hundredths of a second: what is said changes with each of them. (transfer full) */
static char *
describe_playhead (const UllTimelinePicture *picture)
{
  g_autofree char *time = ull_format_moment (picture->playhead), *all = ull_format_count (picture->n), *at = NULL;
  guint step = 0;

  while (step + 1 < picture->n && picture->sample[step + 1].time <= picture->playhead)
    step++;
  at = ull_format_count ((gint64) step + 1);
  return g_strdup_printf (_("The playback stands at %s, step %s of %s."), time, at, all);
}

/* Places to step through: a moment of each round time, and the playhead. */
static void
add_spots (const Plot *plot)
{
  const UllTimelinePicture *picture = plot->picture;
  const UllBox *box = &plot->plane.plot;
  double every = MAX ((box->x1 - box->x0) / 24, 4), x = box->x0;
  guint k = 0;

  for (; x + every <= box->x1 + 0.5 && picture->n > 0; x += every)
    {
      double until = ull_scale_unmap (&plot->plane.x, x + every / 2);

      if (ull_scale_unmap (&plot->plane.x, x) > picture->end)
        break;
      while (k + 1 < picture->n && picture->sample[k + 1].time <= until)
        k++;
      ull_scene_add_spot (plot->plane.draft->scene, "moment", x, find_top (plot), every, box->y1 - find_top (plot), describe_sample (&picture->sample[k]), -1);
    }
  if (picture->playhead >= 0)
    {
      g_autofree char *said = describe_playhead (picture);

      ull_scene_add_spot (plot->plane.draft->scene, "playhead", playhead_x (plot) - 8, box->y1 - 8, 16, 16,
                          g_steal_pointer (&said), -1);
    }
}

static gboolean
has_preemptions (const UllTimelinePicture *picture)
{
  for (guint i = 0; i < picture->n; i++)
    if (picture->sample[i].preempted > 0)
      return TRUE;
  return FALSE;
}

/* In the window the grid above it has the same colours and says what they are, but not what a recorded line is of; a file stands
 * alone. */
static void
draw_legend (UllDraft *draft, const UllTimelinePicture *picture)
{
  UllLook look = draft->spec->look;
  gboolean file = draft->spec->title;
  const UllLegendEntry entries[] = {
    { file ? _("in use") : NULL, ull_palette_area (look, ULL_AREA_IN_FLIGHT).fill, 0.9, 0.9 },
    { file ? _("retained") : NULL, ull_palette_area (look, ULL_AREA_RETAINED).fill, 0.9, 0.9 },
    { file && has_preemptions (picture) ? _("a preemption") : NULL, ull_draft_ink (draft, ULL_INK_BAD), 0.15, 0.7 },
    { ull_recorded_has (picture, ULL_RECORDED_USE) ? picture->recorded_name : NULL, ull_draft_ink (draft, ULL_INK_SERIES_2), 0.9, 0.17 },
  };

  ull_legend_draw (draft, entries, G_N_ELEMENTS (entries));
}

static void
draw (UllDraft *draft)
{
  const UllTimelinePicture *picture = draft->subject;
  UllFrame frame = { 0, };
  Plot plot = { .picture = picture };

  if ((draft->spec->title || ull_recorded_has (picture, ULL_RECORDED_USE)) && picture->n > 0 && draft->bottom - draft->top > LEGEND_FROM * draft->em)
    draw_legend (draft, picture);
  lay_out (&plot, draft);
  ull_plane_draw_rows (&plot.plane, plot.plane.plot.y1 - plot.plane.plot.y0 < 5 * draft->em ? 100 : 50, ull_plane_format_per_cent);
  if (picture->n > 0)
    {
      draw_area (&plot, "retained", TRUE, ull_palette_area (draft->spec->look, ULL_AREA_RETAINED).fill);
      draw_area (&plot, "used", FALSE, ull_palette_area (draft->spec->look, ULL_AREA_IN_FLIGHT).fill);
      draw_preemptions (&plot);
    }
  draw_recorded (&plot);
  draw_requests (&plot);
  ull_plane_draw_columns (&plot.plane, time_step (&plot), ull_plane_format_seconds);
  if (picture->n == 0)
    {
      ull_draft_note (draft, _("No level is played."), plot.plane.plot);
      return;
    }
  draw_playhead (&plot);
  add_spots (&plot);
  frame = (UllFrame) { .left = plot.plane.plot.x0, .top = find_top (&plot), .right = plot.plane.plot.x1, .bottom = plot.plane.plot.y1,
                       .x = plot.plane.x, .y = plot.plane.y };
  ull_scene_set_frame (draft->scene, &frame);
}

double
ull_timeline_find_end (const UllTimelinePicture *picture)
{
  double end = picture->end;

  if (picture->n_recorded > 0)
    end = CLAMP (picture->recorded[picture->n_recorded - 1].time, end, MOST_LONGER * end);
  return MAX (end, 1e-3);
}

double
ull_timeline_time_at (const UllFrame *frame, double x)
{
  return ull_scale_unmap (&frame->x, CLAMP (x, frame->left, frame->right));
}

char *
ull_timeline_describe (const UllTimelinePicture *picture)
{
  g_autofree char *end = ull_format_seconds (picture->end), *preempted = NULL;
  gint64 n = 0;
  GString *out;

  if (picture->n == 0)
    return g_strdup (_("No level is played."));
  for (guint i = 0; i < picture->n; i++)
    n += picture->sample[i].preempted;
  preempted = ull_format_count (n);
  out = g_string_new (NULL);
  g_string_append_printf (out, _("Blocks in use and retained over %s; %s preemptions."), end, preempted);
  if (picture->n_recorded > 0)
    g_string_append_printf (out, _(" Recorded beside it: %s."), picture->recorded_name != NULL ? picture->recorded_name : "");
  return g_string_free (out, FALSE);
}

static char *
plain (double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  return isnan (value) ? g_strdup ("") : g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.6f", value));
}

/* What a server recorded stands below what was simulated, under its own name. */
GPtrArray *
ull_timeline_table (const UllTimelinePicture *picture)
{
  GPtrArray *table = ull_rows_new ();

  ull_table_take_row (table, g_strdup (_("Series")), g_strdup (_("Time (s)")), g_strdup (_("In use (share)")), g_strdup (_("Retained (share)")),
                      g_strdup (_("Preempted")), g_strdup (_("Running")), g_strdup (_("Waiting")), g_strdup (_("Hit rate (share)")), NULL);
  for (guint i = 0; i < picture->n; i++)
    {
      const UllPoolSample *sample = &picture->sample[i];

      ull_table_take_row (table, g_strdup (_("Simulated")), plain (sample->time), plain (sample->used), plain (sample->retained),
                          g_strdup_printf ("%u", sample->preempted), g_strdup_printf ("%u", sample->running),
                          g_strdup_printf ("%u", sample->waiting), plain (sample->hit_rate), NULL);
    }
  for (guint i = 0; i < picture->n_recorded; i++)
    {
      const UllSeriesSample *sample = &picture->recorded[i];
      double before = i > 0 ? picture->recorded[i - 1].preemptions : 0;

      ull_table_take_row (table, g_strdup (picture->recorded_name != NULL ? picture->recorded_name : _("Recorded")), plain (sample->time),
                          plain (sample->use), g_strdup (""), plain (sample->preemptions - before), plain (sample->running),
                          plain (sample->waiting), plain (sample->hit_rate), NULL);
    }
  return table;
}

static char *
describe (gconstpointer subject)
{
  return ull_timeline_describe (subject);
}

static GPtrArray *
make_table (gconstpointer subject)
{
  return ull_timeline_table (subject);
}

static UllOwnChart
make_chart (const UllTimelinePicture *picture)
{
  return (UllOwnChart) { picture, _("Block pool over time"), picture->load, LEAST_EM, describe, make_table, draw };
}

UllScene *
ull_timeline_build (const UllTimelinePicture *picture, const UllChartSpec *spec, PangoContext *context)
{
  UllOwnChart chart = make_chart (picture);

  return ull_own_chart_build (&chart, spec, context, FALSE);
}

GBytes *
ull_timeline_export (const UllTimelinePicture *picture, const UllChartSpec *spec, UllExportFormat format, double scale, GError **error)
{
  UllOwnChart chart = make_chart (picture);

  return ull_own_chart_export (&chart, spec, format, scale, error);
}
