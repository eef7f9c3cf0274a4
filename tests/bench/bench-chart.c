#include "ull-chart.h"
#include "ull-painter.h"
#include "ull-units.h"

#include <stdlib.h>
#include <time.h>

/* What the two charts cost together, laid out and painted, at the size they have in a window of 1,200 by 800: processor
 * time, the median of many. The context moves each time, so that nothing can be kept from the time before. */

#define N_RUNS 201

static double
cpu_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

static int
compare_cb (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
median (double *values)
{
  qsort (values, N_RUNS, sizeof values[0], compare_cb);
  return values[N_RUNS / 2];
}

static void
measure (const UllScenario *base, const UllChartSpec *specs, PangoContext *context, cairo_t *cr)
{
  static double layout[2][N_RUNS], paint[2][N_RUNS], both[N_RUNS];

  for (int run = 0; run < N_RUNS; run++)
    {
      g_autoptr (UllScenario) scenario
        = ull_scenario_with (base, ULL_FIELD_CONTEXT, 1024 + 64 * (gint64) run, NULL, NULL);
      g_autoptr (UllDisclosure) disclosure = ull_disclosure_new (scenario);

      for (int chart = 0; chart < 2; chart++)
        {
          double begin = cpu_ms (), built;
          g_autoptr (UllScene) scene = ull_chart_build (disclosure, &specs[chart], context);

          built = cpu_ms ();
          ull_painter_paint (scene, cr, context);
          layout[chart][run] = built - begin;
          paint[chart][run] = cpu_ms () - built;
        }
      both[run] = layout[0][run] + paint[0][run] + layout[1][run] + paint[1][run];
    }
  g_print ("memory: laid out %5.2f ms, painted %5.2f ms\n", median (layout[0]), median (paint[0]));
  g_print ("curves: laid out %5.2f ms, painted %5.2f ms\n", median (layout[1]), median (paint[1]));
  g_print ("both:                            %5.2f ms\n", median (both));
}

int
main (int argc, char **argv)
{
  g_autoptr (UllModel) model = ull_model_new_dense ("dense", 32, 32, 8, 128, NULL);
  g_autoptr (UllDevice) device = ull_device_new_custom (24 * ULL_GIB);
  g_autoptr (UllScenario) base = ull_scenario_new (model, device);
  /* Pango 1.50 has no cleanup function for its contexts. */
  PangoContext *context = ull_chart_context_new ();
  const UllChartSpec specs[2] = {
    { .kind = ULL_CHART_MEMORY, .width = 480, .height = 800, .text_scale = 1 },
    { .kind = ULL_CHART_CURVES, .width = 720, .height = 800, .text_scale = 1 },
  };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 1200, 800);
  cairo_t *cr = cairo_create (surface);

  measure (base, specs, context, cr);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  g_object_unref (context);
  return 0;
}
