/* Structure of many scenes: random scenarios in random sizes, text sizes and directions. */
#include "chart-checks.h"

#include "ull-curves.h"
#include "ull-stack.h"
#include "ull-units.h"

#include <math.h>
#include <string.h>

#define N_RANDOM 400

static void
check_one (UllDisclosure *disclosure, const UllChartSpec *spec, PangoContext *context)
{
  g_autoptr (UllScene) scene = ull_chart_build (disclosure, spec, context);
  g_autofree char *caption = ull_chart_caption (disclosure);
  g_autofree char *what = g_strdup_printf ("%s %g x %g text %g%s: %s", ull_chart_kind_get_id (spec->kind), spec->width,
                                           spec->height, spec->text_scale, spec->rtl ? " rtl" : "", caption);

  chart_check_scene (scene, context, what);
  g_assert_cmpstr (ull_scene_get_title (scene), !=, "");
  g_assert_cmpstr (ull_scene_get_description (scene), !=, "");
  if (spec->kind == ULL_CHART_MEMORY && disclosure->plan != NULL)
    chart_check_parts (scene, disclosure, what);
}

/* One in ten withheld; a third beside a pinned one of any other kind and size. */
static UllDisclosure *
disclose (UllScenario *scenario)
{
  g_autoptr (UllScenario) pinned = NULL;

  if (g_test_rand_int_range (0, 10) == 0)
    return ull_disclosure_new_withheld (scenario);
  if (g_test_rand_int_range (0, 3) != 0)
    return ull_disclosure_new (scenario);
  pinned = chart_random_scenario ();
  return ull_disclosure_new_beside (scenario, pinned, pinned->model->name);
}

static void
test_random (void)
{
  PangoContext *context = ull_chart_context_new ();

  for (guint i = 0; i < N_RANDOM; i++)
    {
      g_autoptr (UllScenario) scenario = chart_random_scenario ();
      g_autoptr (UllDisclosure) disclosure = disclose (scenario);
      UllChartSpec spec;

      chart_random_spec (&spec);
      check_one (disclosure, &spec, context);
    }
  g_test_message ("%d scenes", N_RANDOM);
  g_object_unref (context);
}

/* The phone's width at twice the text size, where there is least room. */
static void
test_small (void)
{
  PangoContext *context = ull_chart_context_new ();
  guint n;
  const ChartFixture *fixtures = chart_fixtures (&n);

  for (guint i = 0; i < n; i++)
    for (int kind = 0; kind < ULL_N_CHARTS; kind++)
      for (double width = 280; width <= 360; width += 8)
        for (double height = 160; height <= 640; height += 120)
          {
            g_autoptr (UllScenario) scenario = fixtures[i].make ();
            g_autoptr (UllDisclosure) disclosure = ull_disclosure_new (scenario);
            UllChartSpec spec = { .kind = (UllChartKind) kind, .width = width, .height = height, .text_scale = 2,
                                  .narrow = TRUE };

            check_one (disclosure, &spec, context);
          }
  g_object_unref (context);
}

/* Every fixture beside every other: names, outlines and rings keep inside the picture and apart from the texts. */
static void
test_ghosts (void)
{
  PangoContext *context = ull_chart_context_new ();
  guint n;
  const ChartFixture *fixtures = chart_fixtures (&n);

  for (guint i = 0; i < n * n; i++)
    for (int kind = ULL_CHART_MEMORY; kind <= ULL_CHART_CURVES; kind++)
      {
        g_autoptr (UllScenario) scenario = fixtures[i / n].make ();
        g_autoptr (UllScenario) pinned = fixtures[i % n].make ();
        g_autoptr (UllDisclosure) disclosure = ull_disclosure_new_beside (scenario, pinned, "A pinned plan (2)");
        UllChartSpec spec = { .kind = (UllChartKind) kind, .width = 300 + 20 * (i % 11), .height = 240 + 30 * (i % 7),
                              .text_scale = 1 + 0.5 * (i % 3), .rtl = i % 2 == 0 };

        check_one (disclosure, &spec, context);
      }
  g_object_unref (context);
}

/* Nothing of any size is a crash or a mark out of place. */
static void
test_tiny (void)
{
  PangoContext *context = ull_chart_context_new ();
  g_autoptr (UllScenario) scenario = chart_fixture ("card");
  g_autoptr (UllDisclosure) disclosure = ull_disclosure_new (scenario);

  for (int kind = 0; kind < ULL_N_CHARTS; kind++)
    for (double side = 0; side < 200; side += 7)
      {
        UllChartSpec spec = { .kind = (UllChartKind) kind, .width = side, .height = 200 - side, .text_scale = 1 };
        g_autoptr (UllScene) scene = ull_chart_build (disclosure, &spec, context);

        g_assert_cmpfloat (ull_scene_get_width (scene), ==, side);
      }
  g_object_unref (context);
}

static gboolean
has_text (const UllScene *scene, const char *id, const char *text)
{
  guint n;
  const UllMark *marks = ull_scene_get_marks (scene, &n);

  for (guint i = 0; i < n; i++)
    if (marks[i].kind == ULL_MARK_TEXT && g_strcmp0 (marks[i].id, id) == 0 && g_str_equal (marks[i].text, text))
      return TRUE;
  return FALSE;
}

/* Figures of the decision contract and of the lab, as they are given there. */
static void
test_figures (void)
{
  static const struct
  {
    const char *fixture;
    UllChartKind kind;
    const char *id;
    const char *text;
  } cases[] = {
    { "contract", ULL_CHART_MEMORY, "load-line", "20.40\302\240GiB safe" },         /* 24 - 15 % */
    { "contract", ULL_CHART_MEMORY, "in-flight", "16.00\302\240GiB · 64\302\240×\302\240256\302\240MiB" },
    { "contract", ULL_CHART_MEMORY, "headroom", "3.60\302\240GiB · 15\302\240%" },
    { "contract", ULL_CHART_CURVES, "present", "64 of 69" },                        /* 17.4 GiB / 256 MiB = 69.6 */
    { "lab", ULL_CHART_CURVES, "present", "100 of 150" },
    { "lab", ULL_CHART_MEMORY, "weights", "13.04\302\240GiB · as set" },
    { "torn", ULL_CHART_MEMORY, "in-flight", "32.96 of 131.25\302\240GiB asked" },
    { "torn", ULL_CHART_CURVES, "present", "300 asked, 75 fit" },
    { "weights-over", ULL_CHART_MEMORY, "overflow", "8.40\302\240GiB" }, /* 28 + 1720/1024 - floor (24210 * 0.9) / 1024 */
    { "nothing", ULL_CHART_CURVES, "present", "100 asked, 0 fit" },
  };
  PangoContext *context = ull_chart_context_new ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (UllScenario) scenario = chart_fixture (cases[i].fixture);
      g_autoptr (UllDisclosure) disclosure = ull_disclosure_new (scenario);
      UllChartSpec spec = { .kind = cases[i].kind, .width = 500, .height = 500, .text_scale = 1 };
      g_autoptr (UllScene) scene = ull_chart_build (disclosure, &spec, context);

      g_test_message ("%s: %s", cases[i].fixture, cases[i].text);
      g_assert_true (has_text (scene, cases[i].id, cases[i].text));
    }
  g_object_unref (context);
}

/* The text alternatives hold the plan's own figures. */
static void
test_description (void)
{
  PangoContext *context = ull_chart_context_new ();

  for (guint i = 0; i < 100; i++)
    {
      g_autoptr (UllScenario) scenario = chart_random_scenario ();
      g_autoptr (UllDisclosure) disclosure = ull_disclosure_new (scenario);
      const UllPlan *plan = disclosure->plan;

      for (int kind = 0; plan != NULL && kind <= ULL_CHART_CURVES; kind++)
        {
          UllChartSpec spec = { .kind = (UllChartKind) kind, .width = 400, .height = 400, .text_scale = 1 };
          g_autoptr (UllScene) scene = ull_chart_build (disclosure, &spec, context);
          const gint64 figures[] = { plan->budget.pool, plan->context, plan->concurrency, plan->max_concurrency };
          g_autofree char *headline = ull_plan_headline (plan);

          g_assert_nonnull (strstr (ull_scene_get_description (scene), headline));
          for (guint k = 0; k < G_N_ELEMENTS (figures); k++)
            {
              g_autofree char *figure = ull_format_count (figures[k]);

              g_assert_true (figures[k] == G_MAXINT64 || strstr (ull_scene_get_description (scene), figure) != NULL);
            }
        }
    }
  g_object_unref (context);
}

/* Spots name each part in both units, from the bottom up, with its step. */
static void
test_spots (void)
{
  PangoContext *context = ull_chart_context_new ();
  g_autoptr (UllScenario) scenario = chart_fixture ("overflow");
  g_autoptr (UllDisclosure) disclosure = ull_disclosure_new (scenario);
  UllChartSpec spec = { .kind = ULL_CHART_MEMORY, .width = 400, .height = 500, .text_scale = 1 };
  static const char *const order[] = { "driver", "overhead", "weights", "in-flight", "load-line", "overflow", "not_given" };
  g_autoptr (UllScene) scene = ull_chart_build (disclosure, &spec, context);
  guint n;
  const UllSpot *spots = ull_scene_get_spots (scene, &n);

  g_assert_cmpuint (n, ==, G_N_ELEMENTS (order));
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpstr (spots[i].id, ==, order[i]);
      g_assert_nonnull (strstr (spots[i].description, "GiB ("));
      g_assert_nonnull (strstr (spots[i].description, "\302\240GB)"));
      g_assert_cmpint (spots[i].step, <, (int) disclosure->plan->derivation.n_steps);
      g_assert_true (spots[i].step < 0 || strstr (spots[i].description, "Step ") != NULL);
    }
  g_assert_cmpint (spots[3].step, ==, ull_derivation_find (&disclosure->plan->derivation, ULL_STEP_DEMAND));
  g_object_unref (context);
}

/* y of a traced curve, where it is level, at @x. */
static double
traced_y (const GArray *points, double x)
{
  double y = G_MAXDOUBLE;

  for (guint i = 0; i < points->len; i++)
    {
      const UllCurvePoint *point = &g_array_index (points, UllCurvePoint, i);

      if (i == 0 || point->x <= x)
        y = point->y;
      else
        break;
    }
  return y;
}

static gboolean
has_corner (const GArray *points, double x, double y)
{
  for (guint i = 0; i < points->len; i++)
    {
      const UllCurvePoint *point = &g_array_index (points, UllCurvePoint, i);

      if (fabs (point->x - x) < 1e-6 && fabs (point->y - y) < 1e-6)
        return TRUE;
    }
  return FALSE;
}

static void
lay_plot (UllCurvePlot *plot, const UllDisclosure *disclosure)
{
  ull_curves_init (&plot->curves, disclosure);
  plot->plot = (UllBox) { 0, 0, 900, 400 };
  plot->x = (UllScale) { (double) plot->curves.shortest, (double) plot->curves.longest, 0, 900, TRUE };
  plot->y = (UllScale) { ULL_CURVES_LEAST, plot->curves.most, 400, 0, TRUE };
}

/* Whether the curve does not rise within three pixels of @x. */
static gboolean
is_falling (const UllCurvePlot *plot, const UllLayout *layout, double x)
{
  return ull_layout_get_stretch_end (layout, ull_curve_tokens_at (plot, x - 3)) >= ull_curve_tokens_at (plot, x + 3);
}

/* Within a pixel the traced curve has the layout's own answer, and a step that is wider than that ends at the very last
 * token of which so many fit. */
static void
test_trace (void)
{
  guint n_corners = 0, n_lengths = 0;

  for (guint i = 0; i < 100; i++)
    {
      g_autoptr (UllScenario) scenario = chart_random_scenario ();
      g_autoptr (UllDisclosure) disclosure = ull_disclosure_new (scenario);
      g_autoptr (GArray) points = NULL;
      const UllLayout *layout;
      UllCurvePlot plot = { 0 };

      if (disclosure->plan == NULL)
        continue;
      lay_plot (&plot, disclosure);
      layout = &plot.curves.curve[0].layout;
      points = ull_curve_trace (&plot, layout);
      for (double x = 2; x < 898; x += 7.3)
        {
          gint64 tokens = ull_curve_tokens_at (&plot, x);
          gint64 requests = ull_layout_max_requests (layout, tokens);
          double at = ull_scale_map (&plot.x, (double) tokens);

          if (requests < 1 || tokens <= plot.curves.shortest || !is_falling (&plot, layout, at))
            continue;
          g_assert_cmpfloat (traced_y (points, at - 1.5), <=, ull_curve_y (&plot, requests) + 1e-6);
          g_assert_cmpfloat (traced_y (points, at + 1.5), >=, ull_curve_y (&plot, requests) - 1e-6);
          n_lengths++;
        }
      for (gint64 requests = 1; requests < 12; requests++)
        {
          gint64 last = ull_layout_max_tokens (layout, requests, plot.curves.longest);
          gint64 before = ull_layout_max_tokens (layout, requests + 1, plot.curves.longest);
          double x = ull_scale_map (&plot.x, (double) last);

          if (before <= plot.curves.shortest || ull_layout_get_stretch_end (layout, before) < last || x - ull_scale_map (&plot.x, (double) before) < 3)
            continue;
          g_assert_true (has_corner (points, x, ull_curve_y (&plot, requests)));
          n_corners++;
        }
    }
  g_test_message ("%u lengths, %u corners", n_lengths, n_corners);
  g_assert_cmpuint (n_corners, >, 50);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chart/layout/random", test_random);
  g_test_add_func ("/chart/layout/small", test_small);
  g_test_add_func ("/chart/layout/ghosts", test_ghosts);
  g_test_add_func ("/chart/layout/tiny", test_tiny);
  g_test_add_func ("/chart/layout/figures", test_figures);
  g_test_add_func ("/chart/layout/description", test_description);
  g_test_add_func ("/chart/layout/spots", test_spots);
  g_test_add_func ("/chart/layout/trace", test_trace);
  return g_test_run ();
}
