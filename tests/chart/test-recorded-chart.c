/* What a server recorded over what was simulated: figures worked out by hand, golden text, and what holds for every scene. A golden file
 * is kept only after its picture, which ULLAGE_SHOT_DIR=DIR paints, was looked at. */
#include "chart-checks.h"

#include "ull-pool-drawing.h"
#include "ull-recorded-picture.h"
#include "ull-units.h"

#include <math.h>
#include <string.h>

static const UllPoolSample few[] = {
  { 0, 0.2, 0, 0, 2, 0, NAN }, { 1, 0.4, 0, 1, 4, 0, 0.5 }, { 2, 0.6, 0, 0, 6, 3, 0.7 }, { 3, 0.8, 0, 2, 8, 3, 0.9 },
};

static UllTimelinePicture
make_picture (const UllSeriesSample *recorded, guint n)
{
  return (UllTimelinePicture) { few, G_N_ELEMENTS (few), 4, -1, recorded, n, 0, "run.csv", NULL };
}

/* Over the three seconds that both have. Of use, what was simulated is 0.2, 0.4 and 0.6 for a second each, what was recorded 0.1 for two
 * and 0.5 for one; the hit rate of the first second is not known on either side, and 0.5 and 0.7 are two seconds. Preemptions are what
 * they have come to: 1 and 2 in the steps up to there, and 4, which was said a second before. */
static void
test_means (void)
{
  const UllSeriesSample recorded[] = { { 0, 0.1, NAN, 0, NAN, 3 }, { 1, 0.1, 0.8, NAN, NAN, 0 }, { 2, 0.5, 0.8, 4, NAN, 0 }, { 3, 0.9, 0, NAN, NAN, 9 } };
  UllTimelinePicture picture = make_picture (recorded, G_N_ELEMENTS (recorded));
  g_autofree char *said = ull_recorded_chart_describe (&picture);

  g_assert_cmpstr (said, ==,
                   "run.csv over what was simulated. Means over the first 3" ULL_NBSP "s, which both have: KV use: 23" ULL_NBSP
                   "% recorded, 40" ULL_NBSP "% simulated; Prefix hit rate: 80" ULL_NBSP "% recorded, 60" ULL_NBSP
                   "% simulated; Waiting: 1.00 recorded, 1.00 simulated; Preemptions so far: 4 recorded, 3 simulated.");
}

/* What a server recorded before its load came is no part of the comparison: it came after the second row, and preemptions count from
 * there. A series in which nothing ran begins where it begins. */
static void
test_idle (void)
{
  double rows[][ULL_N_RECORDED] = { { 0, 0, NAN, NAN, 0, 0 }, { 15, 0, NAN, 2, 0, 0 }, { 30, 0.2, 0.5, 3, 0, 0 }, { 45, 0.4, 0.5, 7, 2, 0 } };
  double idle;
  g_autoptr (GArray) samples = ull_pool_recorded (rows, G_N_ELEMENTS (rows), &idle), still = NULL;
  const UllSeriesSample *first = &g_array_index (samples, UllSeriesSample, 0), *last;
  UllTimelinePicture picture = make_picture (first, samples->len);
  g_autofree char *said = NULL;

  g_assert_cmpfloat (idle, ==, 15);
  g_assert_cmpuint (samples->len, ==, 3);
  last = first + 2;
  g_assert_cmpfloat (first->time, ==, 0);
  g_assert_cmpfloat (last->time, ==, 30);
  g_assert_cmpfloat (first->preemptions, ==, 0);
  g_assert_cmpfloat (last->preemptions, ==, 5);
  picture.recorded_idle = idle;
  said = ull_recorded_chart_describe (&picture);
  g_assert_nonnull (strstr (said, "Of run.csv the first 15" ULL_NBSP "s, in which nothing ran, are left out."));
  /* 30 s beside 4: the axis ends at twice the simulated time. */
  g_assert_cmpfloat (ull_timeline_find_end (&picture), ==, 8);
  g_assert_nonnull (strstr (said, "run.csv goes on until 30" ULL_NBSP "s; what comes after 8" ULL_NBSP "s is in the table alone."));
  still = ull_pool_recorded (rows, 2, &idle);
  g_assert_cmpfloat (idle, ==, 0);
  g_assert_cmpuint (still->len, ==, 2);
}

static guint
count_marks (const UllScene *scene, const char *id, UllMarkKind kind)
{
  guint n, found = 0;
  const UllMark *marks = ull_scene_get_marks (scene, &n);

  for (guint i = 0; i < n; i++)
    found += marks[i].kind == kind && g_strcmp0 (marks[i].id, id) == 0;
  return found;
}

/* A graph of each figure that was recorded and of no other; a line ends where a figure was not said and a new one begins; what was said once
 * lasts until the next row, and the last row is a dot. Each line is drawn twice, the first time as its ring. */
static void
test_lines (void)
{
  const UllSeriesSample recorded[] = { { 0, 0.1, NAN, NAN, 1, NAN }, { 1, 0.2, NAN, NAN, NAN, NAN }, { 2, NAN, NAN, NAN, NAN, NAN }, { 3, 0.5, NAN, NAN, NAN, NAN },
                                       { 3.5, 0.6, NAN, NAN, NAN, 2 } };
  UllTimelinePicture picture = make_picture (recorded, G_N_ELEMENTS (recorded));
  UllChartSpec spec = { .width = 560, .height = 420, .text_scale = 1 };
  PangoContext *context = ull_chart_context_new ();
  g_autoptr (UllScene) scene = ull_recorded_chart_build (&picture, &spec, context);

  g_assert_cmpuint (count_marks (scene, "simulated", ULL_MARK_PATH), ==, 3);
  g_assert_cmpuint (count_marks (scene, "title", ULL_MARK_TEXT), ==, 3);
  g_assert_cmpuint (count_marks (scene, "recorded", ULL_MARK_PATH), ==, 2 * 3);
  g_assert_cmpuint (count_marks (scene, "recorded", ULL_MARK_CIRCLE), ==, 2 * 1);
  g_object_unref (context);
}

static const struct
{
  const char *name;
  double width, height, text_scale;
  UllLook look;
  gboolean rtl, file;
} cases[] = {
  { .name = "recorded", .width = 560, .height = 520, .text_scale = 1 },
  { .name = "recorded-dark", .width = 560, .height = 520, .text_scale = 1, .look = ULL_LOOK_DARK },
  { .name = "recorded-contrast", .width = 560, .height = 520, .text_scale = 1, .look = ULL_LOOK_CONTRAST },
  { .name = "recorded-rtl", .width = 560, .height = 520, .text_scale = 1, .rtl = TRUE },
  { .name = "recorded-narrow", .width = 312, .height = 520, .text_scale = 1 },
  { .name = "recorded-large-text", .width = 560, .height = 620, .text_scale = 2 },
  { .name = "recorded-file", .width = 960, .height = 840, .text_scale = 1, .look = ULL_LOOK_PRINT, .file = TRUE },
};

static GArray *
make_samples (void)
{
  GArray *samples = g_array_new (FALSE, FALSE, sizeof (UllPoolSample));

  for (guint i = 0; i < 4000; i++)
    {
      double time = 0.04 * i, used = MIN (time / 30, 0.93 + 0.06 * sin (i * 0.31));
      UllPoolSample sample = { time, used, 0, used > 0.985 && i % 37 == 0, (guint) MIN (2 + i / 60, 20), i % 400 < 90 ? 3 : 0, 0.5 + 0.4 * exp (-time / 50) };

      g_array_append_val (samples, sample);
    }
  return samples;
}

static GArray *
make_recorded (void)
{
  GArray *samples = g_array_new (FALSE, FALSE, sizeof (UllSeriesSample));

  for (guint i = 0; i < 50; i++)
    {
      double time = 4.0 * i, rise = MIN (time / 50, 1);
      UllSeriesSample sample = { time, 0.9 * rise, i > 20 && i < 24 ? NAN : 0.8 - 0.3 * rise, floor (time * time / 900), floor (16 * rise), floor (4 * rise * fabs (sin (i))) };

      g_array_append_val (samples, sample);
    }
  return samples;
}

static void
test_golden (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (GArray) samples = make_samples (), recorded = make_recorded ();
  UllTimelinePicture picture = { (const UllPoolSample *) (const void *) samples->data, samples->len, 160, 60,
                                 (const UllSeriesSample *) (const void *) recorded->data, recorded->len, 30, "run.csv",
                                 cases[i].file ? "Chat sessions. Simulated." : NULL };
  UllChartSpec spec = { .width = cases[i].width, .height = cases[i].height, .look = cases[i].look, .text_scale = cases[i].text_scale,
                        .rtl = cases[i].rtl, .title = cases[i].file, .caption = cases[i].file };
  PangoContext *context = ull_chart_context_new ();
  g_autoptr (UllScene) scene = ull_recorded_chart_build (&picture, &spec, context);

  if (g_getenv ("ULLAGE_SHOT_DIR") != NULL)
    {
      g_autofree char *path = g_strdup_printf ("%s/%s.png", g_getenv ("ULLAGE_SHOT_DIR"), cases[i].name);
      g_autoptr (GBytes) png = ull_recorded_chart_export (&picture, &spec, ULL_EXPORT_PNG, 2, NULL);

      g_file_set_contents (path, g_bytes_get_data (png, NULL), (gssize) g_bytes_get_size (png), NULL);
    }
  chart_check_scene (scene, context, cases[i].name);
  chart_check_golden (scene, cases[i].name);
  g_object_unref (context);
}

static double
maybe (double value)
{
  return g_test_rand_int_range (0, 4) == 0 ? NAN : value;
}

static void
test_random (void)
{
  PangoContext *context = ull_chart_context_new ();

  for (guint i = 0; i < 300; i++)
    {
      UllPoolSample samples[200];
      UllSeriesSample recorded[50];
      UllTimelinePicture picture = { samples, (guint) g_test_rand_int_range (0, 200), 0, 0, recorded, (guint) g_test_rand_int_range (0, 50), 0, NULL, NULL };
      g_autoptr (UllScene) scene = NULL;
      g_autofree char *said = NULL;
      UllChartSpec spec;
      double time = 0;

      for (guint k = 0; k < picture.n; k++, time += exp (g_test_rand_double_range (-9, 4)))
        samples[k] = (UllPoolSample) { time, g_test_rand_double_range (0, 1), 0, (guint) g_test_rand_int_range (0, 2), 5, 1, maybe (0.5) };
      picture.end = time;
      time = 0;
      for (guint k = 0; k < picture.n_recorded; k++, time += exp (g_test_rand_double_range (-9, 4)))
        recorded[k] = (UllSeriesSample) { time, maybe (g_test_rand_double_range (0, 1)), maybe (0.3), maybe (k * 1000.0), maybe (k), maybe (1e6) };
      picture.playhead = g_test_rand_double_range (-1, 2 * time + 1);
      chart_random_spec (&spec);
      scene = ull_recorded_chart_build (&picture, &spec, context);
      chart_check_scene (scene, context, "a recorded series");
      said = ull_recorded_chart_describe (&picture);
      g_assert_nonnull (said);
    }
  g_object_unref (context);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/recorded-chart/means", test_means);
  g_test_add_func ("/recorded-chart/idle", test_idle);
  g_test_add_func ("/recorded-chart/lines", test_lines);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/recorded-chart/golden/", cases[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_golden);
    }
  g_test_add_func ("/recorded-chart/random", test_random);
  return g_test_run ();
}
