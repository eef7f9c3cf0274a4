/* The chart of a fit's residuals against golden text and what holds for every scene. The figures are made up: what is tested is where
 * they are drawn. A golden file is kept only after its picture, which ULLAGE_SHOT_DIR=DIR paints, was looked at. */
#include "chart-checks.h"

#include "ull-residuals-picture.h"

#include <math.h>
#include <string.h>

#define N_REQUESTS 120
#define N_FITTED 60

/* Simulated ends are 2 % late, first tokens up to a third off; one request is never answered. */
static UllFit *
make_fit (guint fitted)
{
  UllFit *fit = g_new0 (UllFit, 1);

  fit->residuals = g_array_new (FALSE, TRUE, sizeof (UllResidual));
  fit->parts = g_array_new (FALSE, TRUE, sizeof (UllServerPart));
  for (guint i = 0; i < N_REQUESTS; i++)
    {
      double end = 1.5 * pow (1.025, i), first = 0.08 * pow (1.03, (i * 37) % N_REQUESTS);
      UllResidual residual = { first, end, first * (0.75 + 0.005 * ((i * 53) % 100)), end * 1.02, i < fitted };

      if (i == N_REQUESTS - 1)
        residual.simulated_ttft = residual.simulated_e2e = NAN;
      g_array_append_val (fit->residuals, residual);
    }
  return fit;
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
  { .name = "residuals", .width = 528, .height = 420, .text_scale = 1 },
  { .name = "residuals-dark", .width = 528, .height = 420, .text_scale = 1, .look = ULL_LOOK_DARK },
  { .name = "residuals-contrast", .width = 528, .height = 420, .text_scale = 1, .look = ULL_LOOK_CONTRAST },
  { .name = "residuals-narrow", .width = 290, .height = 560, .text_scale = 1, .narrow = TRUE },
  { .name = "residuals-rtl", .width = 528, .height = 420, .text_scale = 1, .rtl = TRUE },
  { .name = "residuals-large-text", .width = 640, .height = 800, .text_scale = 2 },
  { .name = "residuals-print", .width = 960, .height = 600, .text_scale = 1, .look = ULL_LOOK_PRINT, .file = TRUE },
  { .name = "residuals-nothing", .nothing = TRUE, .width = 528, .height = 420, .text_scale = 1 },
};

static void
paint (const UllResidualsPicture *picture, const UllChartSpec *spec, const char *name)
{
  g_autofree char *path = g_strdup_printf ("%s/%s.png", g_getenv ("ULLAGE_SHOT_DIR"), name);
  g_autoptr (GBytes) png = NULL;
  g_autoptr (GError) error = NULL;

  if (g_getenv ("ULLAGE_SHOT_DIR") == NULL)
    return;
  png = ull_residuals_export (picture, spec, ULL_EXPORT_PNG, 1.5, &error);
  g_assert_no_error (error);
  g_file_set_contents (path, g_bytes_get_data (png, NULL), (gssize) g_bytes_get_size (png), &error);
  g_assert_no_error (error);
}

static void
test_golden (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (UllFit) fit = c->nothing ? NULL : make_fit (N_FITTED);
  UllResidualsPicture picture = { fit, "run.json", "Llama-3.1-8B on GeForce RTX 4090." };
  UllChartSpec spec = { .width = c->width, .height = c->height, .look = c->look, .text_scale = c->text_scale, .rtl = c->rtl,
                        .narrow = c->narrow, .title = c->file, .caption = c->file };
  PangoContext *context = ull_chart_context_new ();
  g_autoptr (UllScene) scene = ull_residuals_build (&picture, &spec, context);

  paint (&picture, &spec, c->name);
  chart_check_scene (scene, context, c->name);
  chart_check_golden (scene, c->name);
  g_object_unref (context);
}

/* Any figures at any size: texts inside the picture and apart from each other, no mark beyond it. */
static void
test_random (void)
{
  PangoContext *context = ull_chart_context_new ();

  for (guint i = 0; i < 300; i++)
    {
      g_autoptr (UllFit) fit = make_fit ((guint) g_test_rand_int_range (0, N_REQUESTS));
      UllResidualsPicture picture = { fit, "run.json", NULL };
      double wide = g_test_rand_double_range (-9, 6);
      g_autoptr (UllScene) scene = NULL;
      UllChartSpec spec;

      g_array_set_size (fit->residuals, (guint) g_test_rand_int_range (0, N_REQUESTS));
      for (guint k = 0; k < fit->residuals->len; k++)
        {
          UllResidual *residual = &g_array_index (fit->residuals, UllResidual, k);

          residual->e2e = exp (g_test_rand_double_range (-9, wide + 1e-3));
          residual->simulated_ttft = g_test_rand_bit () ? NAN : exp (g_test_rand_double_range (-9, 9));
        }
      chart_random_spec (&spec);
      scene = ull_residuals_build (&picture, &spec, context);
      chart_check_scene (scene, context, "residuals");
    }
  g_object_unref (context);
}

/* On the diagonal, from corner to corner, lies what is right; 2 % too late lies above it by log (1.02) of the axis. */
static void
test_places (void)
{
  g_autoptr (UllFit) fit = make_fit (N_FITTED);
  UllResidualsPicture picture = { fit, "run.json", NULL };
  UllChartSpec spec = { .width = 800, .height = 500, .text_scale = 1 };
  PangoContext *context = ull_chart_context_new ();
  g_autoptr (UllScene) scene = ull_residuals_build (&picture, &spec, context);
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0, span;
  guint n, discs = 0;
  const UllMark *marks = ull_scene_get_marks (scene, &n);

  for (guint i = 0; i < n; i++)
    {
      const double *points = ull_scene_get_points (scene, &marks[i]);

      if (g_strcmp0 (marks[i].id, "diagonal") == 0 && x1 == 0)
        x0 = points[0], y0 = points[1], x1 = points[2], y1 = points[3];
    }
  /* Of all that are answered: from 1.5 s ÷ 1.25 to the last but one's simulated end × 1.25. */
  span = log (1.25 * 1.02 * 1.5 * pow (1.025, N_REQUESTS - 2)) - log (1.5 / 1.25);
  for (guint i = 0; i < n; i++)
    if (marks[i].kind == ULL_MARK_CIRCLE && marks[i].x < x1)
      {
        double along = (marks[i].x - x0) / (x1 - x0), up = (y0 - marks[i].y) / (y0 - y1);

        g_assert_cmpfloat_with_epsilon (up - along, log (1.02) / span, 1e-6);
        discs++;
      }
  g_assert_cmpuint (discs, ==, N_REQUESTS - 1);
  g_object_unref (context);
}

/* 59 of the 60 that are not fitted are answered, 2 % too late each; medians of first tokens are sums by hand of ull_fit_get_errors(). */
static guint
count_figures (const UllScene *scene)
{
  guint n, figures = 0;
  const UllMark *marks = ull_scene_get_marks (scene, &n);

  for (guint i = 0; i < n; i++)
    figures += marks[i].kind == ULL_MARK_TEXT && g_str_equal (marks[i].id, "tick");
  return figures;
}

/* Times within a decade, in which there is at most one power of ten: two figures at least on each of the four axes. */
static void
test_scale_has_figures (void)
{
  PangoContext *context = ull_chart_context_new ();
  UllChartSpec spec = { .width = 284, .height = 448, .text_scale = 1, .narrow = TRUE };

  for (guint from = 1; from < 10; from++)
    {
      g_autoptr (UllFit) fit = make_fit (N_FITTED);
      UllResidualsPicture picture = { fit, "run.json", NULL };
      g_autoptr (UllScene) scene = NULL;

      for (guint i = 0; i < fit->residuals->len; i++)
        {
          UllResidual *residual = &g_array_index (fit->residuals, UllResidual, i);

          residual->e2e = residual->simulated_e2e = 0.1 * from * (1 + 6.0 * i / fit->residuals->len);
          residual->ttft = residual->simulated_ttft = residual->e2e / 10;
        }
      scene = ull_residuals_build (&picture, &spec, context);
      chart_check_scene (scene, context, "residuals");
      g_assert_cmpuint (count_figures (scene), >=, 4 * 2);
    }
  g_object_unref (context);
}

static void
test_words (void)
{
  g_autoptr (UllFit) fit = make_fit (N_FITTED), whole = make_fit (N_REQUESTS);
  UllResidualsPicture picture = { fit, "run.json", NULL }, all = { whole, "run.json", NULL }, none = { NULL, NULL, NULL };
  g_autofree char *text = ull_residuals_describe (&picture), *full = ull_residuals_describe (&all), *nothing = ull_residuals_describe (&none);
  g_autofree char *one = ull_residuals_describe_request (fit, 60, FALSE);
  g_autoptr (GPtrArray) table = ull_residuals_table (&picture);
  char **last = g_ptr_array_index (table, N_REQUESTS);

  g_assert_true (g_str_has_prefix (text, "Fitted to run.json: simulated over measured times, a point a request. Of 60 requests that it was fitted to, "
                                         "end to end is off by 2.0\302\240% (median; their sum by +2.0\302\240%)"));
  g_assert_nonnull (strstr (text, "Of 59 requests that it was not fitted to, end to end is off by 2.0\302\240%"));
  g_assert_true (g_str_has_suffix (text, "1 request is never answered in the simulation."));
  g_assert_null (strstr (text, "left out"));
  g_assert_nonnull (strstr (full, "No request was left out to test it."));
  g_assert_cmpstr (nothing, ==, "No run was fitted yet.");
  g_assert_true (g_str_has_prefix (one, "Request 61, end to end: measured 6.6\302\240s, simulated 6.7\302\240s, +2.0\302\240%."));
  g_assert_cmpuint (table->len, ==, 1 + N_REQUESTS);
  g_assert_cmpstr (last[0], ==, "120");
  g_assert_cmpstr (last[1], ==, "no");
  g_assert_cmpstr (last[3], ==, "");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/residuals-chart/golden/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_golden);
    }
  g_test_add_func ("/residuals-chart/random", test_random);
  g_test_add_func ("/residuals-chart/places", test_places);
  g_test_add_func ("/residuals-chart/scale-has-figures", test_scale_has_figures);
  g_test_add_func ("/residuals-chart/words", test_words);
  return g_test_run ();
}
