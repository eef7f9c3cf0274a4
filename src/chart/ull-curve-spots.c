/* What answers to the pointer and the arrow keys: the present point, the most that fit there, and the corners of the
 * present curve, of which a long staircase has too many: at most MAX_CORNERS, no two nearer than a fingertip needs. */
#include "ull-curves.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>

#define MAX_CORNERS 48
#define APART 6.0
#define HALF 7.0

static int
step_of (const UllDisclosure *disclosure, UllStepId id)
{
  int step = ull_derivation_find (&disclosure->plan->derivation, id);

  return step >= 0 && (guint) step < disclosure->n_steps ? step : -1;
}

/* "9 requests of 4,096 tokens, 512 MiB each (0.54 GB)" */
static char *
load_text (const UllLayout *layout, gint64 requests, gint64 tokens)
{
  g_autofree char *count = ull_format_count (requests);
  g_autofree char *length = ull_format_count (tokens);
  g_autofree char *each = NULL, *decimal = NULL;
  gint64 bytes;

  if (!ull_layout_request_bytes (layout, tokens, &bytes))
    bytes = 0;
  each = ull_format_size (bytes);
  decimal = ull_format_gb (bytes);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s request of %s tokens, %s (%s) each",
                                       "%s requests of %s tokens, %s (%s) each", (gulong) requests),
                          count, length, each, decimal);
}

static void
add_spot (UllCurvePlot *plot, const char *id, gint64 tokens, gint64 requests, char *description, int step)
{
  /* What lies beyond the part that is shown is found where it would come in. */
  double x = CLAMP (ull_scale_map (&plot->x, (double) tokens), plot->plot.x0, plot->plot.x1);
  double y = CLAMP (ull_curve_y (plot, requests), plot->plot.y0, plot->plot.y1);

  ull_scene_add_spot (plot->draft->scene, id, x - HALF, y - HALF, 2 * HALF, 2 * HALF, description, step);
}

static void
add_corner (UllCurvePlot *plot, gint64 tokens, gint64 requests)
{
  const UllCurve *curve = &plot->curves.curve[0];
  g_autofree char *load = load_text (&curve->layout, requests, tokens);

  add_spot (plot, "corner", tokens, requests, g_strdup_printf (_("%s: %s at most."), curve->name, load),
            step_of (plot->draft->disclosure, ULL_STEP_MAX_REQUESTS));
}

static void
add_corners (UllCurvePlot *plot)
{
  const UllLayout *layout = &plot->curves.curve[0].layout;
  gint64 end = plot->curves.longest;
  gint64 tokens = plot->curves.shortest;
  double last = plot->plot.x0 - APART;

  for (guint n = 0; n < MAX_CORNERS && tokens <= end;)
    {
      gint64 requests = ull_layout_max_requests (layout, tokens);
      gint64 corner;
      double x;

      if (requests < 1 || requests == G_MAXINT64)
        return;
      corner = MIN (ull_layout_get_stretch_end (layout, tokens), end);
      corner = MAX (tokens, ull_layout_max_tokens (layout, requests, corner));
      x = ull_scale_map (&plot->x, (double) corner);
      tokens = MAX (corner, ull_curve_tokens_at (plot, last + APART)) + 1;
      if (x < last + APART || !ull_curve_shows (plot, corner, requests))
        continue;
      add_corner (plot, corner, requests);
      last = x;
      n++;
    }
}

void
ull_curve_add_spots (UllCurvePlot *plot)
{
  const UllDisclosure *disclosure = plot->draft->disclosure;
  const UllPlan *plan = disclosure->plan;
  g_autofree char *asked = load_text (&plan->layout, plan->concurrency, plan->context);

  add_spot (plot, "present", plan->context, plan->concurrency,
            g_strdup_printf (plan->fits ? _("Now: %s. Fits.") : _("Now: %s. Does not fit."), asked),
            step_of (disclosure, ULL_STEP_DEMAND));
  if (plan->max_concurrency > 0 && plan->max_concurrency != G_MAXINT64
      && ull_curve_shows (plot, plan->context, plan->max_concurrency))
    {
      g_autofree char *most = load_text (&plan->layout, plan->max_concurrency, plan->context);

      add_spot (plot, "most", plan->context, plan->max_concurrency, g_strdup_printf (_("Most that fit: %s."), most),
                step_of (disclosure, ULL_STEP_MAX_REQUESTS));
    }
  add_corners (plot);
}
