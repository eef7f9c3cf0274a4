/* A ramp: throughput, the pool, and times, one below the other over one logarithmic axis of clients. A panel that would be too
 * low for its labels makes way, times first. Axes of numbers do not mirror. */
#include "ull-ramp-plot.h"

#include "ull-text.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define LEAST_EM 9
#define LEAST_PANEL_EM 11.0 /* with its heading */
#define HEAD_EM 2.6         /* heading and unit */
#define ROW_EM 1.3          /* of a unit that has no room beside its heading */
#define CLEAR_EM 0.6        /* of one from the figures of the axis below it */
#define LEAST_PLOT_EM 4.0   /* of height, that a key leaves */
#define TAIL_EM 1.1         /* below a panel that is not the last */
#define TITLE_EM 3.2        /* ticks and the axis's name below the last */
#define ROOM_FOR_NAME 26.0  /* em of height from which on the axis is named */
#define HEADING_POINTS 11.0

static guint
count_panels (UllRampPanels panels, double room, double em)
{
  guint n = 0, most = (guint) MAX (1, room / (LEAST_PANEL_EM * em));

  for (guint i = 0; i < ULL_N_RAMP_PANELS; i++)
    n += (panels >> i & 1);
  return MIN (n, most);
}

static void
widen (const UllRampCurve *line, double *least, double *most)
{
  for (guint i = 0; i < line->n; i++)
    {
      *least = MIN (*least, line->dot[i].clients);
      *most = MAX (*most, line->dot[i].clients);
    }
}

static void
scale_clients (UllRampPlot *plot, double left, double right)
{
  const UllRampPicture *picture = plot->picture;
  double least = HUGE_VAL, most = 0;

  widen (&picture->with, &least, &most);
  widen (&picture->without, &least, &most);
  widen (&picture->before, &least, &most);
  for (guint i = 0; i < ULL_N_BASELINES; i++)
    widen (&picture->baseline[i], &least, &most);
  if (most <= 0)
    least = 1, most = 64;
  if (most < 2 * least)
    least = MAX (least / 2, 0.5), most = 2 * most;
  plot->x = (UllScale) { least, most, left, right, TRUE };
}

/* The room of figures left and right of the axes: no tick is further out than the greatest figure's step. */
static void
measure_ticks (const UllRampPlot *plot, double *left, double *right)
{
  const UllRampCurve *lines[] = { &plot->picture->with, &plot->picture->without, &plot->picture->before };
  PangoContext *context = plot->draft->context;
  double rate = 0, preemptions = 12, late = 0, size = plot->draft->tick;
  g_autofree char *most = NULL, *out = NULL, *longest = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    for (guint k = 0; k < lines[i]->n; k++)
      {
        rate = MAX (rate, MAX (lines[i]->dot[k].throughput, lines[i]->dot[k].high));
        preemptions = MAX (preemptions, lines[i]->dot[k].preemptions);
        for (guint t = 0; t < ULL_N_TIMES; t++)
          late = MAX (late, lines[i]->dot[k].time[t].p99);
      }
  for (guint i = 0; i < ULL_N_BASELINES; i++)
    rate = MAX (rate, ull_ramp_most_throughput (&plot->picture->baseline[i]));
  most = ull_format_rate (MAX (2.5 * rate, 1000));
  out = ull_format_count ((gint64) (preemptions > 12 ? 2.5 * preemptions : preemptions));
  longest = ull_format_time_tick (MAX (10 * late, 1000));
  *left = ull_text_width (context, most, size, 400);
  if ((plot->draft->parts & ULL_RAMP_LATENCY) != 0)
    *left = MAX (*left, ull_text_width (context, longest, size, 400));
  *left += 9;
  *right = ull_text_width (context, out, size, 400) + 9;
}

static double
heading_width (const UllDraft *draft, UllRampPanels id)
{
  return ull_text_width (draft->context, ull_ramp_panel_get_title (id), HEADING_POINTS * draft->spec->text_scale, 700);
}

/* Of one graph in a file the title says what it is. */
static gboolean
has_headings (const UllRampPlot *plot)
{
  const UllDraft *draft = plot->draft;

  return plot->n > 1 || (!draft->spec->title && draft->spec->height > LEAST_EM * 2 * draft->em);
}

/* A unit that has no room beside its heading stands below it, at the other end. */
static gboolean
has_room_beside (const UllRampPlot *plot, UllRampPanels id)
{
  const UllDraft *draft = plot->draft;
  double wide = has_headings (plot) ? heading_width (draft, id) : 0;

  return wide + ull_text_width (draft->context, ull_ramp_panel_get_unit (id), draft->text, 400) + draft->em <= draft->right - draft->left;
}

/* Heading, unit and key above a plot. The row of the cap's handle is free in a panel that is not the first. */
static double
head_height (const UllRampPlot *plot, guint i)
{
  const UllRampPanel *panel = &plot->panel[i];
  const UllDraft *draft = plot->draft;
  double row = has_room_beside (plot, panel->id) ? 0 : (i == 0 ? ROW_EM : CLEAR_EM) * draft->em;

  return HEAD_EM * draft->em + row + ull_line_names_height (&panel->key, draft, draft->left, draft->right);
}

/* Throughput is what the view is for: most of the height where there are others. */
static void
lay_out (UllRampPlot *plot, UllRampPanels panels)
{
  UllDraft *draft = plot->draft;
  double left, right;
  double bottom = draft->bottom - (draft->bottom - draft->top > ROOM_FOR_NAME * draft->em ? TITLE_EM : 1.8) * draft->em;
  double y = draft->top, room = bottom - draft->top;
  guint made = 0;

  measure_ticks (plot, &left, &right);
  left = draft->left + left;
  right = MAX (draft->right - right, left + 1);
  plot->n = count_panels (panels, room, draft->em);
  for (guint i = 0; i < ULL_N_RAMP_PANELS && made < plot->n; i++)
    {
      double share = plot->n == 1 ? 1 : plot->n == 2 ? (made == 0 ? 0.54 : 0.46) : made == 0 ? 0.4 : 0.3, head;
      UllRampPanel *panel = &plot->panel[made];

      if ((panels >> i & 1) == 0)
        continue;
      panel->ramp = plot;
      panel->id = (UllRampPanels) (1 << i);
      panel->top = y;
      y += share * room;
      panel->plot = (UllBox) { floor (left), 0, floor (right), floor (y - (made + 1 < plot->n ? TAIL_EM * draft->em : 0)) };
      head = head_height (plot, made);
      if (panel->plot.y1 - panel->top - head < LEAST_PLOT_EM * draft->em)
        head = HEAD_EM * draft->em;
      panel->plot.y0 = ceil (panel->top + head);
      panel->plot.y1 = MAX (panel->plot.y1, panel->plot.y0 + 1);
      made++;
    }
  scale_clients (plot, floor (left), floor (MAX (right, left + 1)));
}

/* The heading, what is counted at the other end, and below them the key. */
static void
draw_head (const UllRampPlot *plot, guint i)
{
  UllDraft *draft = plot->draft;
  const UllRampPanel *panel = &plot->panel[i];
  double y = panel->top + 1.1 * draft->em, width = draft->right - draft->left;
  double rows = ull_line_names_height (&panel->key, draft, draft->left, draft->right);
  const char *title = ull_ramp_panel_get_title (panel->id), *unit = ull_ramp_panel_get_unit (panel->id);
  gboolean rtl = draft->spec->rtl, beside = has_room_beside (plot, panel->id);
  gboolean high = panel->plot.y0 - panel->top + 0.5 >= head_height (plot, i);

  if (has_headings (plot) && heading_width (draft, panel->id) <= width)
    ull_scene_add_text (draft->scene, "heading", rtl ? draft->right : draft->left, y, title, HEADING_POINTS * draft->spec->text_scale, 700,
                        rtl ? ULL_ANCHOR_END : ULL_ANCHOR_START, ull_draft_ink (draft, ULL_INK_TEXT));
  if (beside || (high && ull_text_width (draft->context, unit, draft->text, 400) <= width))
    ull_scene_add_text (draft->scene, "unit", rtl ? draft->left : draft->right, beside ? y : y + (ROW_EM - 0.1) * draft->em, unit,
                        draft->text, 400, rtl ? ULL_ANCHOR_START : ULL_ANCHOR_END, ull_draft_ink (draft, ULL_INK_DIM));
  if (high && panel->key.n > 0)
    ull_line_names_draw (&panel->key, draft, draft->left, draft->right, panel->plot.y0 - rows - (i == 0 ? 1.25 : 0.6) * draft->em);
}

/* The axis of clients has its figures below the last panel alone; the others have its ticks. */
static void
draw_clients (const UllRampPanel *panel, gboolean last)
{
  UllRampPlot *plot = panel->ramp;
  UllDraft *draft = plot->draft;
  double widest = ull_text_width (draft->context, "1,024", draft->tick, 400) + draft->em, ticks[ULL_MAX_TICKS];
  double most = CLAMP ((panel->plot.x1 - panel->plot.x0) / widest, 2, 16), end = -HUGE_VAL;
  guint n = ull_scale_token_ticks ((gint64) ceil (plot->x.min), (gint64) floor (plot->x.max), (guint) most, ticks);

  ull_scene_add_rect (draft->scene, "axis", panel->plot.x0, panel->plot.y1, panel->plot.x1 - panel->plot.x0, 1)->fill
    = ull_draft_ink_alpha (draft, ULL_INK_DIM, 0xb0);
  for (guint i = 0; i < n; i++)
    {
      double x = ull_scale_map (&plot->x, ticks[i]);
      g_autofree char *text = ull_format_rate (ticks[i]);
      g_autofree char *count = g_strdup_printf ("%.0f", ticks[i]);
      const char *shown = ticks[i] < 1000 ? count : text;
      double width = ull_text_width (draft->context, shown, draft->tick, 400);

      ull_scene_add_rect (draft->scene, "tick", floor (x), panel->plot.y1, 1, 4)->fill = ull_draft_ink_alpha (draft, ULL_INK_DIM, 0xb0);
      if (!last || x - width / 2 < end)
        continue;
      end = x + width / 2 + 0.5 * draft->em;
      ull_scene_add_text (draft->scene, "tick", x, panel->plot.y1 + 1.4 * draft->em, shown, draft->tick, 400, ULL_ANCHOR_MIDDLE,
                          ull_draft_ink (draft, ULL_INK_DIM));
    }
}

static void
draw_clients_name (UllRampPlot *plot)
{
  UllDraft *draft = plot->draft;
  const UllBox *last = &plot->panel[plot->n - 1].plot;
  const char *names[] = { plot->picture->clients, _("Clients") };

  for (gsize i = 0; i < G_N_ELEMENTS (names) && draft->bottom - last->y1 > 2.6 * draft->em; i++)
    {
      double half = names[i] != NULL ? ull_text_width (draft->context, names[i], draft->text, 400) / 2 : 0;

      if (names[i] == NULL || 2 * half > draft->right - draft->left)
        continue;
      ull_scene_add_text (draft->scene, "unit", CLAMP ((last->x0 + last->x1) / 2, draft->left + half, draft->right - half),
                          draft->bottom - 0.4 * draft->em, names[i], draft->text, 400, ULL_ANCHOR_MIDDLE,
                          ull_draft_ink (draft, ULL_INK_DIM));
      return;
    }
}

/* Up to where nothing speaks against it. */
static void
draw_operating_band (const UllRampPanel *panel)
{
  UllRampPlot *plot = panel->ramp;
  const UllRampPicture *picture = plot->picture;
  double x;

  if (picture->operating < 0)
    return;
  x = ull_scale_map (&plot->x, picture->with.dot[picture->operating].clients);
  ull_scene_add_rect (plot->draft->scene, "band", panel->plot.x0, panel->plot.y0, MAX (x - panel->plot.x0, 0),
                      panel->plot.y1 - panel->plot.y0)->fill = ull_draft_ink_alpha (plot->draft, ULL_INK_GOOD, 0x10);
}

/* A cap beyond the axis limits no level that is shown: its handle stands at the end, without a line. */
static void
draw_cap_line (UllRampPanel *panel)
{
  UllRampPlot *plot = panel->ramp;
  double cap = (double) plot->picture->cap, x;
  UllMark *mark;

  if (cap < plot->x.min || cap > plot->x.max)
    return;
  x = ull_scale_map (&plot->x, cap);
  mark = ull_scene_add_path (plot->draft->scene, "cap");
  mark->stroke = ull_draft_ink (plot->draft, ULL_INK_TEXT);
  mark->line_width = 1.5;
  mark->dash[0] = mark->dash[1] = 4;
  ull_scene_add_point (plot->draft->scene, x, panel->plot.y0 - 2);
  ull_scene_add_point (plot->draft->scene, x, panel->plot.y1);
  ull_crowd_take_line (&panel->crowd, x, panel->plot.y0, x, panel->plot.y1);
}

static void
draw_cap_handle (UllRampPlot *plot)
{
  UllDraft *draft = plot->draft;
  const UllBox *first = &plot->panel[0].plot;
  double x = ull_scale_map (&plot->x, CLAMP ((double) plot->picture->cap, plot->x.min, plot->x.max)), em = draft->em;
  UllMark *mark = ull_scene_add_rect (draft->scene, "cap", x - 0.65 * em, first->y0 - 1.1 * em, 1.3 * em, 0.95 * em);

  mark->fill = ull_draft_ink (draft, ULL_INK_TEXT);
  mark->radius = 4;
  for (int i = -1; i <= 1; i++)
    ull_scene_add_rect (draft->scene, "cap", x - 0.5 + i * 0.28 * em, first->y0 - 0.85 * em, 1, 0.45 * em)->fill
      = ull_draft_ink (draft, ULL_INK_GROUND);
}

static void
draw_cap (UllRampPlot *plot)
{
  if (plot->picture->cap <= 0 || plot->panel[0].id != ULL_RAMP_THROUGHPUT)
    return;
  for (guint i = 0; i < plot->n; i++)
    draw_cap_line (&plot->panel[i]);
  draw_cap_handle (plot);
}

/* Last, so that it is found before what lies below it. */
static void
add_cap_spot (UllRampPlot *plot)
{
  const UllRampPicture *picture = plot->picture;
  const UllBox *first = &plot->panel[0].plot;
  double x, em = plot->draft->em;
  g_autofree char *cap = NULL;

  if (picture->cap <= 0 || plot->panel[0].id != ULL_RAMP_THROUGHPUT)
    return;
  x = ull_scale_map (&plot->x, CLAMP ((double) picture->cap, plot->x.min, plot->x.max));
  cap = ull_format_count (picture->cap);
  ull_scene_add_spot (plot->draft->scene, "cap", x - 0.7 * em, first->y0 - 1.2 * em, 1.4 * em, 1.15 * em,
                      g_strdup_printf (_("Admission cap: at most %s requests run at once."), cap), -1);
}

static void
add_spots (const UllRampPanel *panel)
{
  UllRampPlot *plot = panel->ramp;
  const UllRampCurve *line = &plot->picture->with;

  for (guint i = 0; i < line->n; i++)
    {
      double x = ull_scale_map (&plot->x, line->dot[i].clients);
      double y = panel->id == ULL_RAMP_THROUGHPUT ? ull_scale_map (&panel->y, line->dot[i].throughput) - 6 : panel->plot.y0;
      double height = panel->id == ULL_RAMP_THROUGHPUT ? 12 : panel->plot.y1 - panel->plot.y0;
      g_autofree char *id = g_strdup_printf ("level-%u", i);

      ull_scene_add_spot (plot->draft->scene, ull_scene_intern (id), x - 6, y, 12, height,
                          ull_ramp_describe_dot (plot->picture, i, panel->id), -1);
    }
}

static void
set_frame (UllRampPlot *plot)
{
  const UllRampPanel *panel = &plot->panel[0];
  UllFrame frame = { .left = panel->plot.x0, .top = panel->plot.y0, .right = panel->plot.x1,
                     .bottom = plot->panel[plot->n - 1].plot.y1, .x = plot->x, .y = panel->y };

  ull_scene_set_frame (plot->draft->scene, &frame);
}

static void
draw_panels (UllRampPlot *plot)
{
  for (guint i = 0; i < plot->n; i++)
    {
      UllRampPanel *panel = &plot->panel[i];

      ull_crowd_init (&panel->crowd, plot->draft, panel->plot);
      ull_ramp_panel_scale (panel);
      draw_head (plot, i);
      draw_operating_band (panel);
      ull_ramp_panel_draw_axes (panel);
      draw_clients (panel, i + 1 == plot->n);
    }
  draw_clients_name (plot);
}

static void
draw_all (UllRampPlot *plot)
{
  const UllRampPicture *picture = plot->picture;
  gboolean runs = picture->with.n > 0 && picture->nothing == NULL;

  draw_panels (plot);
  if (runs)
    {
      draw_cap (plot);
      ull_ramp_draw_said (plot);
    }
  else
    ull_draft_note (plot->draft, picture->withheld != NULL ? picture->withheld : picture->nothing != NULL ? picture->nothing : _("The load has not been run."),
                    plot->panel[0].plot);
  for (guint i = 0; i < plot->n; i++)
    {
      if (runs)
        {
          ull_ramp_panel_draw (&plot->panel[i]);
          ull_ramp_name_said (&plot->panel[i]);
        }
      add_spots (&plot->panel[i]);
      ull_crowd_clear (&plot->panel[i].crowd);
    }
  if (runs)
    {
      ull_ramp_add_said_spots (plot);
      add_cap_spot (plot);
    }
}

static guint
count_keys (const UllRampPlot *plot)
{
  guint n = 0;

  for (guint i = 0; i < ULL_N_RAMP_PANELS; i++)
    n += plot->panel[i].key.n;
  return n;
}

/* A key takes room from its plot, in which another name may then find none: drawn anew until all that are named in the plots
 * are in them. There are no more turns than lines. */
static void
draw (UllDraft *draft)
{
  g_autofree UllRampPlot *plot = g_new0 (UllRampPlot, 1);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  UllSceneEnd end = ull_scene_get_end (draft->scene);
  guint before;

  plot->texts = texts;
  plot->draft = draft;
  plot->picture = draft->subject;
  do
    {
      before = count_keys (plot);
      ull_scene_cut (draft->scene, end);
      lay_out (plot, (UllRampPanels) draft->parts);
      draw_all (plot);
    }
  while (count_keys (plot) > before);
  set_frame (plot);
}

static UllScene *
build (const UllRampPicture *picture, UllRampPanels panels, const UllChartSpec *spec, PangoContext *context, gboolean ground)
{
  UllDraft draft = ull_draft_start (NULL, spec, context, ull_draft_margin (ground));
  g_autofree char *description = ull_ramp_chart_describe (picture);
  g_autofree char *caption = g_strdup_printf ("%s%s%s", picture->load != NULL ? picture->load : "", picture->load != NULL ? " " : "",
                                              _("Simulated: the vLLM scheduler on this engine’s pool."));
  UllSurround frame = { panels == ULL_RAMP_LATENCY ? _("Latency over concurrency") : _("Throughput over concurrency"), description, caption, LEAST_EM, draw };

  draft.subject = picture;
  draft.parts = panels;
  return ull_draft_build (&draft, &frame, ground);
}

UllScene *
ull_ramp_chart_build (const UllRampPicture *picture, UllRampPanels panels, const UllChartSpec *spec, PangoContext *context)
{
  return build (picture, panels, spec, context, FALSE);
}

gint64
ull_ramp_chart_clients_at (const UllFrame *frame, double x)
{
  double clients = ull_scale_unmap (&frame->x, CLAMP (x, frame->left, frame->right));

  return MAX (llround (clients), 1);
}

GBytes *
ull_ramp_chart_export (const UllRampPicture *picture,
                 UllRampPanels panels,
                 const UllChartSpec *spec,
                 UllExportFormat format,
                 double scale,
                 GError **error)
{
  g_autoptr (GPtrArray) table = NULL;
  g_autoptr (UllScene) scene = NULL;
  PangoContext *context;
  GBytes *bytes;

  if (format == ULL_EXPORT_CSV)
    {
      table = ull_ramp_chart_table (picture);
      return ull_export_table (table);
    }
  if (!ull_export_check_size (spec, format, scale, error))
    return NULL;
  context = ull_chart_context_new ();
  scene = build (picture, panels, spec, context, TRUE);
  bytes = ull_export_scene (scene, context, format, scale, error);
  g_object_unref (context);
  return bytes;
}
