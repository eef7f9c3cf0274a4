/* The chart of a surge against golden text and what holds for every scene. The figures are made up: what is tested is where they are
 * drawn. A golden file is kept only after its picture, which ULLAGE_SHOT_DIR=DIR paints, was looked at. */
#include "chart-checks.h"

#include "ull-surge-picture.h"

#include <math.h>
#include <string.h>

#define STEP_S 0.05

/* Sixteen are served, nineteen come at 0: all run at once and push each other out, or the most of them wait. */
static void
fill_peak (UllSurgeSide *side)
{
  *side = (UllSurgeSide) { .cap = 19, .itl_p50 = 0.029, .itl_p99 = 0.8, .itl_max = 4.2, .ttft_p50 = 2.1, .ttft_p99 = 9, .done = 42, .preemptions = 12 };
  side->points = g_array_new (FALSE, TRUE, sizeof (UllSurgePoint));
  for (guint i = 0; i < 1200; i++)
    {
      double at = -12 + STEP_S * i;
      gboolean after = at >= 0 && at < 42;
      UllSurgePoint point = { at, after ? 0.03 : 0.024, after && i % 30 == 0 ? 4.2 : 0.04, after ? 19 : 16, after ? (guint) (16 - at / 3) : 0,
                              after && i % 75 == 0 };

      if (at <= 42)
        g_array_append_val (side->points, point);
    }
}

static void
fill_operating (UllSurgeSide *side)
{
  *side = (UllSurgeSide) { .cap = 16, .itl_p50 = 0.025, .itl_p99 = 0.09, .itl_max = 0.3, .ttft_p50 = 6, .ttft_p99 = 21, .done = 47, .preemptions = 0 };
  side->points = g_array_new (FALSE, TRUE, sizeof (UllSurgePoint));
  for (guint i = 0; i < 1200; i++)
    {
      double at = -12 + STEP_S * i;
      gboolean after = at >= 0 && at < 47;
      UllSurgePoint point = { at, 0.025, after && i % 40 == 0 ? 0.3 : 0.035, 16, after ? (guint) MAX (19 - at / 2.5, 0) : 0, 0 };

      if (at <= 47)
        g_array_append_val (side->points, point);
    }
}

static UllSurge *
make_surge (void)
{
  UllSurge *surge = g_new0 (UllSurge, 1);

  surge->clients = 16;
  surge->burst = 19;
  fill_peak (&surge->side[ULL_SURGE_PEAK]);
  fill_operating (&surge->side[ULL_SURGE_OPERATING]);
  return surge;
}

typedef struct
{
  const char *name;
  gboolean nothing;
  double width, height, text_scale;
  UllLook look;
  gboolean rtl, narrow, file;
} Case;

static const Case cases[] = {
  { .name = "surge", .width = 528, .height = 520, .text_scale = 1 },
  { .name = "surge-dark", .width = 528, .height = 520, .text_scale = 1, .look = ULL_LOOK_DARK },
  { .name = "surge-contrast", .width = 528, .height = 520, .text_scale = 1, .look = ULL_LOOK_CONTRAST },
  { .name = "surge-narrow", .width = 290, .height = 640, .text_scale = 1, .narrow = TRUE },
  { .name = "surge-rtl", .width = 528, .height = 520, .text_scale = 1, .rtl = TRUE },
  { .name = "surge-large-text", .width = 640, .height = 900, .text_scale = 2 },
  { .name = "surge-print", .width = 960, .height = 720, .text_scale = 1, .look = ULL_LOOK_PRINT, .file = TRUE },
  { .name = "surge-nothing", .nothing = TRUE, .width = 528, .height = 520, .text_scale = 1 },
};

static void
paint (const UllSurgePicture *picture, const UllChartSpec *spec, const char *name)
{
  g_autofree char *path = g_strdup_printf ("%s/%s.png", g_getenv ("ULLAGE_SHOT_DIR"), name);
  g_autoptr (GBytes) png = NULL;
  g_autoptr (GError) error = NULL;

  if (g_getenv ("ULLAGE_SHOT_DIR") == NULL)
    return;
  png = ull_surge_chart_export (picture, spec, ULL_EXPORT_PNG, 1.5, &error);
  g_assert_no_error (error);
  g_file_set_contents (path, g_bytes_get_data (png, NULL), (gssize) g_bytes_get_size (png), &error);
  g_assert_no_error (error);
}

static void
test_golden (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (UllSurge) surge = c->nothing ? NULL : make_surge ();
  UllSurgePicture picture = { surge, "Llama-3.1-8B on GeForce RTX 4090. Load: Chat sessions." };
  UllChartSpec spec = { .width = c->width, .height = c->height, .look = c->look, .text_scale = c->text_scale, .rtl = c->rtl,
                        .narrow = c->narrow, .title = c->file, .caption = c->file };
  PangoContext *context = ull_chart_context_new ();
  g_autoptr (UllScene) scene = ull_surge_chart_build (&picture, &spec, context);

  paint (&picture, &spec, c->name);
  chart_check_scene (scene, context, c->name);
  chart_check_golden (scene, c->name);
  g_object_unref (context);
}

static void
fill_randomly (UllSurgeSide *side)
{
  guint n = (guint) g_test_rand_int_range (0, 400);
  double at = g_test_rand_double_range (-50, 0);

  *side = (UllSurgeSide) { .cap = g_test_rand_int_range (1, 2000), .itl_p50 = g_test_rand_double_range (0, 1), .done = g_test_rand_double_range (0, 400) };
  side->points = g_array_new (FALSE, TRUE, sizeof (UllSurgePoint));
  for (guint i = 0; i < n; i++, at += g_test_rand_double_range (1e-4, 1))
    {
      double mean = exp (g_test_rand_double_range (-12, 5));
      UllSurgePoint point = { at, mean, mean * g_test_rand_double_range (1, 100), (guint) g_test_rand_int_range (0, 2000),
                              (guint) g_test_rand_int_range (0, 2000), (guint) g_test_rand_int_range (0, 3) };

      g_array_append_val (side->points, point);
    }
}

/* Any figures at any size: texts inside the picture and apart from each other, no mark beyond it. */
static void
test_random (void)
{
  PangoContext *context = ull_chart_context_new ();

  for (guint i = 0; i < 300; i++)
    {
      g_autoptr (UllSurge) surge = g_new0 (UllSurge, 1);
      UllSurgePicture picture = { surge, NULL };
      g_autoptr (UllScene) scene = NULL;
      UllChartSpec spec;

      surge->clients = g_test_rand_int_range (1, 1000);
      surge->burst = g_test_rand_int_range (1, 1000);
      fill_randomly (&surge->side[ULL_SURGE_PEAK]);
      fill_randomly (&surge->side[ULL_SURGE_OPERATING]);
      chart_random_spec (&spec);
      scene = ull_surge_chart_build (&picture, &spec, context);
      chart_check_scene (scene, context, "a surge");
    }
  g_object_unref (context);
}

/* Equal axes: the same moment is as far from the left of either half, and the same gap as high. The longest gap of the peak, 4.2 s,
 * stands above that of the operating point, 0.3 s, by log10 (4.2 ÷ 0.3) = 1.146 of the decades that are drawn, 10 ms to 10 s. */
static void
test_equal_axes (void)
{
  g_autoptr (UllSurge) surge = make_surge ();
  UllSurgePicture picture = { surge, NULL };
  UllChartSpec spec = { .width = 800, .height = 600, .text_scale = 1 };
  PangoContext *context = ull_chart_context_new ();
  g_autoptr (UllScene) scene = ull_surge_chart_build (&picture, &spec, context);
  double highest[ULL_N_SURGES] = { HUGE_VAL, HUGE_VAL }, lowest = 0, grid[4] = { 0 };
  guint n, k = 0;
  const UllMark *marks = ull_scene_get_marks (scene, &n);

  for (guint i = 0; i < n; i++)
    {
      const double *points = ull_scene_get_points (scene, &marks[i]);

      if (g_strcmp0 (marks[i].id, "band") != 0)
        continue;
      for (guint p = 0; p < marks[i].n_points; p++)
        highest[k] = MIN (highest[k], points[2 * p + 1]), lowest = MAX (lowest, points[2 * p + 1]);
      k++;
    }
  g_assert_cmpuint (k, ==, ULL_N_SURGES);
  k = 0;
  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (marks[i].id, "grid") == 0 && marks[i].y > 0.5 * spec.height && k < 4)
      grid[k++] = marks[i].y;
  /* Below the half are the lines of one half's gaps, or more: the first two are a decade apart. */
  g_assert_cmpuint (k, >=, 2);
  g_assert_cmpfloat_with_epsilon (highest[1] - highest[0], fabs (grid[1] - grid[0]) * log10 (4.2 / 0.3), 2);
  g_object_unref (context);
}

static void
test_words (void)
{
  g_autoptr (UllSurge) surge = make_surge ();
  UllSurgePicture picture = { surge, NULL }, none = { NULL, NULL };
  g_autofree char *text = ull_surge_chart_describe (&picture), *nothing = ull_surge_chart_describe (&none);
  g_autoptr (GPtrArray) table = ull_surge_chart_table (&picture);
  char **row = g_ptr_array_index (table, 1);

  g_assert_cmpstr (text, ==,
                   "19 requests come at once, while 16 clients are served. Cap at the peak, at most 19 running: between the clients’ tokens "
                   "29\302\240ms, 99th percentile 800\302\240ms, longest 4.2\302\240s. The burst’s first tokens come after 2.1\302\240s, 99th "
                   "percentile 9\302\240s; its last answer ends after 42\302\240s, with 12 preemptions. Cap at the operating point, at most 16 "
                   "running: between the clients’ tokens 25\302\240ms, 99th percentile 90\302\240ms, longest 300\302\240ms. The burst’s first tokens "
                   "come after 6\302\240s, 99th percentile 21\302\240s; its last answer ends after 47\302\240s, with 0 preemptions.");
  g_assert_cmpstr (nothing, ==, "No surge was run yet.");
  g_assert_cmpuint (table->len, ==, 1 + surge->side[0].points->len + surge->side[1].points->len);
  g_assert_cmpstr (row[0], ==, "the peak");
  g_assert_cmpstr (row[1], ==, "19");
  g_assert_cmpstr (row[2], ==, "-12.000000");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/surge-chart/golden/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_golden);
    }
  g_test_add_func ("/surge-chart/random", test_random);
  g_test_add_func ("/surge-chart/equal-axes", test_equal_axes);
  g_test_add_func ("/surge-chart/words", test_words);
  return g_test_run ();
}
