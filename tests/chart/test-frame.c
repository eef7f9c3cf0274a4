/* Zooming and panning as arithmetic: of logarithms, about a value that stays where it is, within the whole. */
#include "chart-fixtures.h"

#include "ull-frame.h"

#include <math.h>

static const UllExtent whole = { 1024, 131072, 0.7, 170 };
static const UllExtent none = { 0, 0, 0, 0 };

static double
place (double value, double min, double max)
{
  return log (value / min) / log (max / min);
}

/* In the middle of nowhere the value keeps its place, and each axis shows a factor of two less of its logarithm. */
static void
test_about (void)
{
  UllExtent part = ull_extent_zoom (&none, &whole, 8192, 10, 2);

  g_assert_cmpfloat_with_epsilon (place (8192, part.x_min, part.x_max), place (8192, whole.x_min, whole.x_max), 1e-9);
  g_assert_cmpfloat_with_epsilon (place (10, part.y_min, part.y_max), place (10, whole.y_min, whole.y_max), 1e-9);
  g_assert_cmpfloat_with_epsilon (log (part.x_max / part.x_min), log (128) / 2, 1e-9);
  g_assert_cmpfloat_with_epsilon (log (part.y_max / part.y_min), log (170 / 0.7) / 2, 1e-9);
}

/* In and out again is the whole, which is told by no extent at all. */
static void
test_back (void)
{
  UllExtent part = ull_extent_zoom (&none, &whole, 4096, 6, 1.25);

  part = ull_extent_zoom (&part, &whole, 60000, 100, 1.25);
  g_assert_false (ull_extent_is_whole (&part));
  for (int i = 0; i < 2; i++)
    part = ull_extent_zoom (&part, &whole, 4096, 6, 0.8);
  g_assert_true (ull_extent_is_whole (&part));
}

/* However often: a factor of two is left, and nothing beyond the whole is shown. */
static void
test_bounds (void)
{
  UllExtent part = none;

  for (int i = 0; i < 200; i++)
    {
      double x = whole.x_min * pow (whole.x_max / whole.x_min, g_test_rand_double ());
      double y = whole.y_min * pow (whole.y_max / whole.y_min, g_test_rand_double ());

      part = i % 3 == 0 ? ull_extent_shift (&part, &whole, g_test_rand_double_range (-2, 2), g_test_rand_double_range (-2, 2))
                        : ull_extent_zoom (&part, &whole, x, y, g_test_rand_double_range (0.5, 4));
      if (ull_extent_is_whole (&part))
        continue;
      g_assert_cmpfloat (part.x_max / part.x_min, >=, 2 - 1e-9);
      g_assert_cmpfloat (part.y_max / part.y_min, >=, 2 - 1e-9);
      g_assert_cmpfloat (part.x_min, >=, whole.x_min * (1 - 1e-9));
      g_assert_cmpfloat (part.x_max, <=, whole.x_max * (1 + 1e-9));
      g_assert_cmpfloat (part.y_min, >=, whole.y_min * (1 - 1e-9));
      g_assert_cmpfloat (part.y_max, <=, whole.y_max * (1 + 1e-9));
    }
}

static void
test_reveal (void)
{
  const UllExtent part = { 2048, 8192, 2, 20 };
  UllExtent moved = ull_extent_reveal (&part, &whole, 4096, 6);

  g_assert_cmpfloat (moved.x_min, ==, part.x_min);
  moved = ull_extent_reveal (&part, &whole, 30000, 1);
  g_assert_cmpfloat (moved.x_min, <, 30000);
  g_assert_cmpfloat (moved.x_max, >, 30000);
  g_assert_cmpfloat (moved.y_min, <, 1);
  g_assert_cmpfloat_with_epsilon (moved.x_max / moved.x_min, 4, 1e-6);
}

/* Round at every zoom: multiples of 1-2-5 steps, or of a power of two; whole thousands of 1,024 from 2k on. */
static void
test_even_ticks (void)
{
  double ticks[ULL_MAX_TICKS];

  for (int i = 0; i < 2000; i++)
    {
      double min = exp (g_test_rand_double_range (0, 12)), max = min * g_test_rand_double_range (2, 6);
      gboolean binary = i % 2 == 0;
      guint n = ull_scale_even_ticks (min, max, 9, binary, ticks);
      double step = n > 1 ? ticks[1] - ticks[0] : 1;
      double mantissa = binary ? exp2 (log2 (step) - floor (log2 (step) + 1e-9))
                               : pow (10, log10 (step) - floor (log10 (step) + 1e-9));

      g_assert_cmpuint (n, >=, 1);
      g_assert_cmpuint (n, <=, 9);
      g_assert_true (fabs (mantissa - 1) < 1e-6 || (!binary && (fabs (mantissa - 2) < 1e-6 || fabs (mantissa - 5) < 1e-6)));
      g_assert_true (!binary || min < 2048 || fmod (ticks[0], 1024) == 0);
      for (guint k = 0; k < n; k++)
        {
          g_assert_cmpfloat (ticks[k], >=, min);
          g_assert_cmpfloat (ticks[k], <=, max);
          g_assert_cmpfloat (fmod (ticks[k], step), ==, 0);
        }
    }
}

/* The scales that a scene publishes lead back to what the levers hold. */
static void
test_published (void)
{
  guint n;
  const ChartFixture *fixtures = chart_fixtures (&n);
  PangoContext *context = ull_chart_context_new ();

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (UllScenario) scenario = fixtures[i].make ();
      g_autoptr (UllDisclosure) disclosure = ull_disclosure_new (scenario);
      UllChartSpec spec = { .kind = ULL_CHART_CURVES, .width = 488, .height = 260, .text_scale = 1 };
      g_autoptr (UllScene) curves = ull_chart_build (disclosure, &spec, context);
      const UllFrame *frame = ull_scene_get_frame (curves);

      g_assert_cmpint (frame->grip, ==, ULL_GRIP_POINT);
      g_assert_cmpfloat_with_epsilon (ull_scale_unmap (&frame->x, frame->grip_x),
                                      (double) scenario->value[ULL_FIELD_CONTEXT], 1e-3);
      g_assert_cmpfloat_with_epsilon (ull_scale_unmap (&frame->y, frame->grip_y),
                                      (double) scenario->value[ULL_FIELD_CONCURRENCY], 1e-3);
    }
  g_object_unref (context);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/frame/about", test_about);
  g_test_add_func ("/frame/back", test_back);
  g_test_add_func ("/frame/bounds", test_bounds);
  g_test_add_func ("/frame/reveal", test_reveal);
  g_test_add_func ("/frame/even-ticks", test_even_ticks);
  g_test_add_func ("/frame/published", test_published);
  return g_test_run ();
}
