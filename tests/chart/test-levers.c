/* The chart of the levers against the table that it is of. */
#include "chart-fixtures.h"

#include "ull-levers.h"

#include <math.h>
#include <string.h>

static const UllMark *
find_bar (const UllScene *scene, const char *id)
{
  guint n;
  const UllMark *marks = ull_scene_get_marks (scene, &n);

  for (guint i = 0; i < n; i++)
    if (marks[i].kind == ULL_MARK_RECT && g_strcmp0 (marks[i].id, id) == 0)
      return &marks[i];
  return NULL;
}

static UllScene *
draw (const UllDisclosure *disclosure)
{
  UllChartSpec spec = { .kind = ULL_CHART_LEVERS, .width = 1000, .height = 2000, .text_scale = 1 };
  PangoContext *context = ull_chart_context_new ();
  UllScene *scene = ull_chart_build (disclosure, &spec, context);

  g_object_unref (context);
  return scene;
}

/* All bars begin at the base, and their lengths are to each other as the logarithms of the factors of tokens. */
static void
test_lengths (void)
{
  g_autoptr (UllScenario) scenario = chart_fixture ("card");
  g_autoptr (UllDisclosure) disclosure = ull_disclosure_new (scenario);
  g_autoptr (UllLevers) levers = ull_levers_new (scenario, NULL, NULL);
  g_autoptr (UllScene) scene = draw (disclosure);
  const UllMark *half = find_bar (scene, "kv_dtype=fp8"); /* half the bytes: twice the tokens */
  guint n = 0;

  g_assert_nonnull (half);
  for (guint i = 0; i < levers->rows->len; i++)
    {
      const UllPullRow *row = &g_array_index (levers->rows, UllPullRow, i);
      g_autofree char *id = ull_pull_row_dup_id (row);
      const UllMark *bar = find_bar (scene, id);

      if (row->pull[0].id == ULL_PULL_HOST || fabs (row->factor_tokens - 1) < 0.005)
        continue;
      g_assert_nonnull (bar);
      g_assert_cmpfloat_with_epsilon (bar->x, half->x, 0.01);
      g_assert_cmpfloat_with_epsilon (bar->width / half->width, log (row->factor_tokens) / log (2), 0.01);
      n++;
    }
  g_assert_cmpuint (n, >, 10);
}

/* What scales and what adds are told apart without colour. */
static void
test_kinds (void)
{
  g_autoptr (UllScenario) scenario = chart_fixture ("card");
  g_autoptr (UllDisclosure) disclosure = ull_disclosure_new (scenario);
  g_autoptr (UllScene) scene = draw (disclosure);
  const UllMark *scales = find_bar (scene, "kv_dtype=fp8"), *adds = find_bar (scene, "utilization=1.00"),
                *both = find_bar (scene, "tp=2");

  g_assert_cmpint (scales->pattern, ==, ULL_PATTERN_NONE);
  g_assert_cmpint (adds->pattern, ==, ULL_PATTERN_HAIRLINES_RISING);
  g_assert_cmpuint (adds->stroke, !=, 0);
  g_assert_cmpint (both->pattern, ==, ULL_PATTERN_LINES_RISING);
  g_assert_nonnull (find_bar (scene, "base"));
}

/* The table has every lever, in the same order; while the answer is withheld it has none. */
static void
test_table (void)
{
  g_autoptr (UllScenario) scenario = chart_fixture ("card");
  g_autoptr (UllDisclosure) disclosure = ull_disclosure_new (scenario);
  g_autoptr (UllDisclosure) withheld = ull_disclosure_new_withheld (scenario);
  g_autoptr (UllDisclosure) partly = ull_disclosure_with_steps (disclosure, 1);
  g_autoptr (UllLevers) levers = ull_levers_new (scenario, NULL, NULL);
  g_autoptr (GPtrArray) table = ull_chart_table (disclosure, ULL_CHART_LEVERS);
  g_autoptr (GPtrArray) none = ull_chart_table (withheld, ULL_CHART_LEVERS);
  g_autoptr (GPtrArray) not_yet = ull_chart_table (partly, ULL_CHART_LEVERS);

  g_assert_cmpuint (table->len, ==, levers->rows->len + 1);
  for (guint i = 0; i < levers->rows->len; i++)
    {
      g_autofree char *label = ull_pull_row_dup_label (&g_array_index (levers->rows, UllPullRow, i));

      g_assert_cmpstr (((char **) g_ptr_array_index (table, i + 1))[0], ==, label);
    }
  g_assert_cmpuint (none->len, ==, 1);
  g_assert_cmpuint (not_yet->len, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chart/levers/lengths", test_lengths);
  g_test_add_func ("/chart/levers/kinds", test_kinds);
  g_test_add_func ("/chart/levers/table", test_table);
  return g_test_run ();
}
