/* What somebody said about a ramp before it was shown: a line across the graphs where their number of clients lies, and its name. A
 * number beyond the axis stands at its end, with a head that points on, and its name says it all the same. */
#include "ull-ramp-plot.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define HEAD 5.0 /* of an arrow: half its height, and its length */

static const double dash[4] = { 6, 3 };

static double
place_of (const UllRampPlot *plot, const UllRampSaid *said)
{
  return floor (ull_scale_map (&plot->x, CLAMP (said->clients, plot->x.min, plot->x.max))) + 0.5;
}

/* Past which end of the axis it lies: -1, 0 where it is on it, or 1. */
static int
beyond (const UllRampPlot *plot, const UllRampSaid *said)
{
  return said->clients > plot->x.max ? 1 : said->clients < plot->x.min ? -1 : 0;
}

static guint32
ink_of (const UllRampPlot *plot, const UllRampSaid *said)
{
  return ull_draft_ink (plot->draft, said->right ? ULL_INK_GOOD : ULL_INK_BAD);
}

static void
draw_line (UllRampPanel *panel, const UllRampSaid *said)
{
  UllRampPlot *plot = panel->ramp;
  double x = place_of (plot, said);
  UllMark *mark = ull_scene_add_path (plot->draft->scene, "said");

  mark->stroke = ink_of (plot, said);
  mark->line_width = 1.5;
  mark->dash[0] = dash[0];
  mark->dash[1] = dash[1];
  ull_scene_add_point (plot->draft->scene, x, panel->plot.y0);
  ull_scene_add_point (plot->draft->scene, x, panel->plot.y1);
  ull_crowd_take_line (&panel->crowd, x, panel->plot.y0, x, panel->plot.y1);
}

/* Of all graphs in the first alone, as the name. */
static void
draw_head (UllRampPanel *panel, const UllRampSaid *said)
{
  UllRampPlot *plot = panel->ramp;
  int side = beyond (plot, said);
  double x = place_of (plot, said), y = panel->plot.y0 + 2 * HEAD;
  UllMark *mark;

  if (side == 0)
    return;
  mark = ull_scene_add_path (plot->draft->scene, "said-beyond");
  mark->fill = ink_of (plot, said);
  mark->closed = TRUE;
  ull_scene_add_point (plot->draft->scene, x, y - HEAD);
  ull_scene_add_point (plot->draft->scene, x + 1.6 * HEAD * side, y);
  ull_scene_add_point (plot->draft->scene, x, y + HEAD);
}

/* As low as there is room, since a throughput that is worth a graph leaves some below it; above the plot where there is none. */
static void
name_said (UllRampPanel *panel, const UllRampSaid *said, guint k)
{
  UllRampPlot *plot = panel->ramp;
  double em = plot->draft->em, x = place_of (plot, said);
  g_autofree char *own = g_strdup_printf ("said-%u", k);
  char *count = ull_format_count ((gint64) llround (said->clients)), *text = g_strdup_printf (_("%s: %s"), said->name, count);
  UllName name = { "said", text, NULL, 700, ink_of (plot, said) };
  UllLineName entry = ull_line_name (ull_scene_intern (own), text, count, name.ink, 1.5, dash);

  g_ptr_array_add (plot->texts, text);
  g_ptr_array_add (plot->texts, count);
  if (ull_line_names_has (&panel->key, entry.id))
    return;
  for (double y = panel->plot.y1 - 0.9 * em; y > panel->plot.y0 + 0.9 * em; y -= 1.5 * em)
    if (ull_crowd_name_place (&panel->crowd, &name, x, y, 5))
      return;
  ull_line_names_add (&panel->key, &entry);
}

void
ull_ramp_draw_said (UllRampPlot *plot)
{
  const UllRampPicture *picture = plot->picture;

  for (guint k = 0; k < picture->n_said; k++)
    {
      for (guint i = 0; i < plot->n; i++)
        draw_line (&plot->panel[i], &picture->said[k]);
      draw_head (&plot->panel[0], &picture->said[k]);
    }
}

void
ull_ramp_name_said (UllRampPanel *panel)
{
  const UllRampPicture *picture = panel->ramp->picture;

  for (guint k = 0; panel == &panel->ramp->panel[0] && k < picture->n_said; k++)
    name_said (panel, &picture->said[k], k);
}

void
ull_ramp_add_said_spots (UllRampPlot *plot)
{
  const UllRampPicture *picture = plot->picture;

  for (guint k = 0; k < picture->n_said; k++)
    {
      const UllBox *box = &plot->panel[0].plot;
      double x = place_of (plot, &picture->said[k]);
      g_autofree char *id = g_strdup_printf ("said-%u", k), *text = ull_ramp_describe_said (&picture->said[k]);

      ull_scene_add_spot (plot->draft->scene, ull_scene_intern (id), x - 4, box->y0, 8, box->y1 - box->y0,
                          beyond (plot, &picture->said[k]) == 0 ? g_steal_pointer (&text)
                                                                : g_strdup_printf (_("%s It lies beyond this axis."), text),
                          -1);
    }
}

char *
ull_ramp_describe_said (const UllRampSaid *said)
{
  g_autofree char *count = ull_format_count ((gint64) llround (said->clients));

  return g_strdup_printf (said->right ? _("%s: %s, which is right.") : _("%s: %s, which is not right."), said->name, count);
}
