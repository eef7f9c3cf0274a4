/* The weights' own parts in the vessel: each leads to the step that holds it, says how sure it is, and is a row of the table; of a
 * withheld plan there is none. */
#include "chart-checks.h"

#include "ull-stack.h"
#include "ull-units.h"

#include <string.h>

/* Of a card of 48 GiB, by what they are for. */
#define EMBEDDING ULL_GIB
#define ATTENTION (3 * ULL_GIB)
#define MLP (10 * ULL_GIB)
#define WHOLE (EMBEDDING + ATTENTION + MLP)

static UllScenario *
make_scenario (UllWeightSource source, gint64 less, gint64 more)
{
  g_autoptr (UllDevice) device = ull_device_new_custom (48 * ULL_GIB);
  g_autoptr (GError) error = NULL;
  g_autoptr (UllModel) model = ull_model_new_dense ("A model", 32, 32, 8, 128, &error);

  g_assert_no_error (error);
  /* Nobody else holds the model yet. */
  model->weights.bytes[ULL_WEIGHT_EMBEDDING] = EMBEDDING;
  model->weights.bytes[ULL_WEIGHT_ATTENTION] = ATTENTION;
  model->weights.bytes[ULL_WEIGHT_MLP] = MLP;
  model->weight_bytes = WHOLE;
  model->weight_source = source;
  if (less > 0 || more > 0)
    {
      model->weight_low = WHOLE - less;
      model->weight_high = WHOLE + more;
    }
  return ull_scenario_new (model, device);
}

static UllScene *
build (const UllDisclosure *disclosure)
{
  PangoContext *context = ull_chart_context_new ();
  UllChartSpec spec = { .kind = ULL_CHART_MEMORY, .width = 400, .height = 500, .text_scale = 1 };
  UllScene *scene = ull_chart_build (disclosure, &spec, context);

  g_object_unref (context);
  return scene;
}

/* What is said of a part, and of all in the sum. Half of a hundredth of a GiB is 5.12 MiB: a range within it has both ends alike. */
static void
test_sureness (void)
{
  static const struct
  {
    UllWeightSource source;
    gint64 less, more;
    const char *part;
    const char *sum;
  } cases[] = {
    { ULL_WEIGHTS_HEADERS, 0, 0, "Exact, from the files’ headers.", "(exact, from the files’ headers)" },
    { ULL_WEIGHTS_INDEX, 0, 0, "what the index says", "" },
    { ULL_WEIGHTS_ESTIMATE, 0, 0, "An estimate from the shapes.", "" },
    { ULL_WEIGHTS_ESTIMATE, 0, ULL_GIB, "between 14.00" ULL_NBSP "GiB and 15.00" ULL_NBSP "GiB",
      "(an estimate, 14.00" ULL_NBSP "GiB to 15.00" ULL_NBSP "GiB)" },
    { ULL_WEIGHTS_ESTIMATE, ULL_MIB, 3 * ULL_MIB, "14.00" ULL_NBSP "GiB, ±" ULL_NBSP "3" ULL_NBSP "MiB",
      "(an estimate, ±" ULL_NBSP "3" ULL_NBSP "MiB)" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (UllScenario) scenario = make_scenario (cases[i].source, cases[i].less, cases[i].more);
      g_autoptr (UllDisclosure) disclosure = ull_disclosure_new (scenario);
      g_autoptr (UllScene) scene = build (disclosure);
      const UllSpot *spot = chart_find_spot (scene, "weights-attention");
      int step = ull_derivation_find (&disclosure->plan->derivation, ULL_STEP_WEIGHT_PARTS);
      g_autofree char *sum = NULL;

      g_assert_nonnull (spot);
      g_assert_cmpint (step, >=, 0);
      g_assert_cmpint (spot->step, ==, step);
      sum = ull_derivation_step_sum (&disclosure->plan->derivation, (guint) step);
      if (!strstr (spot->description, cases[i].part) || !strstr (spot->description, "Step ") || !g_str_has_suffix (sum, cases[i].sum))
        g_error ("%" G_GSIZE_FORMAT ": %s | %s", i, spot->description, sum);
    }
}

/* The label beside the vessel: a range that two decimals would hide is said all the same. */
static void
test_labels (void)
{
  static const struct
  {
    gint64 more;
    const char *label;
  } cases[] = {
    { ULL_GIB, "14.00" ULL_NBSP "GiB · 14.00" ULL_NBSP ULL_EN_DASH " 15.00" },
    { 2 * ULL_MIB, "14.00" ULL_NBSP "GiB · ±" ULL_NBSP "2" ULL_NBSP "MiB" },
    { 0, "14.00" ULL_NBSP "GiB · by formula" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (UllScenario) scenario = make_scenario (ULL_WEIGHTS_ESTIMATE, 0, cases[i].more);
      g_autoptr (UllDisclosure) disclosure = ull_disclosure_new (scenario);
      UllStack stack;

      g_assert_true (ull_stack_init (&stack, disclosure));
      for (guint k = 0; k < stack.n_parts; k++)
        if (g_str_equal (stack.part[k].id, "weights"))
          {
            g_autofree char *detail = ull_stack_detail (&stack, disclosure, &stack.part[k], FALSE);

            g_assert_cmpstr (detail, ==, cases[i].label);
          }
    }
}

/* Where an engine divides each part in its way, a part leads to its own step. */
static void
test_shares (void)
{
  g_autoptr (UllScenario) scenario = make_scenario (ULL_WEIGHTS_HEADERS, 0, 0);
  g_autoptr (UllDisclosure) disclosure = NULL;
  g_autoptr (UllScene) scene = NULL;
  const UllSpot *spot;

  chart_set (&scenario, ULL_FIELD_ENGINE, ULL_ENGINE_VLLM);
  chart_set (&scenario, ULL_FIELD_TP, 2);
  disclosure = ull_disclosure_new (scenario);
  scene = build (disclosure);
  spot = chart_find_spot (scene, "weights-mlp");
  g_assert_nonnull (spot);
  g_assert_cmpint (spot->step, >=, 0);
  g_assert_cmpint (disclosure->plan->derivation.step[spot->step].id, ==, ULL_STEP_WEIGHT_SHARE);
  g_assert_cmpint (disclosure->plan->derivation.step[spot->step].part, ==, ULL_WEIGHT_MLP);
  g_assert_cmpint (disclosure->plan->derivation.step[spot->step].value, ==, MLP / 2);
}

/* What a step that is not shown yet comes to is not pointed at either. */
static void
test_withheld (void)
{
  g_autoptr (UllScenario) scenario = make_scenario (ULL_WEIGHTS_HEADERS, 0, 0);
  g_autoptr (UllDisclosure) withheld = ull_disclosure_new_withheld (scenario);
  g_autoptr (UllScene) scene = build (withheld);

  g_assert_null (chart_find_spot (scene, "weights-mlp"));
}

/* The figure in a table's row of that name and the column, in text; NULL where there is none. */
static const char *
find_cell (const GPtrArray *table, const char *name, guint column)
{
  for (guint i = 0; i < table->len; i++)
    {
      const char *const *row = table->pdata[i];

      if (strcmp (row[0], name) == 0)
        return row[column];
    }
  return NULL;
}

/* Of an estimate the range is that of the whole. */
static void
test_table_of_estimate (void)
{
  g_autoptr (UllScenario) scenario = make_scenario (ULL_WEIGHTS_ESTIMATE, 0, ULL_GIB);
  g_autoptr (UllDisclosure) disclosure = ull_disclosure_new (scenario);
  g_autoptr (GPtrArray) table = ull_chart_table (disclosure, ULL_CHART_MEMORY);

  /* 15 × 2^30 */
  g_assert_cmpstr (find_cell (table, "Weights", 5), ==, "16106127360");
  g_assert_cmpstr (find_cell (table, "Weights: MLP", 1), ==, "10737418240");
  g_assert_cmpstr (find_cell (table, "Weights: MLP", 5), ==, "");
}

/* Table and CSV have a row for each part, beside a pinned plan what that has of it; a part that only the pinned plan has is none of this one. */
static void
test_table (void)
{
  g_autoptr (UllScenario) scenario = make_scenario (ULL_WEIGHTS_HEADERS, 0, 0);
  g_autoptr (UllScenario) pinned = make_scenario (ULL_WEIGHTS_HEADERS, 0, 0);
  g_autoptr (UllDisclosure) disclosure = NULL, withheld = ull_disclosure_new_withheld (scenario);
  g_autoptr (GPtrArray) table = NULL, nothing = ull_chart_table (withheld, ULL_CHART_MEMORY);

  pinned->model->weights.bytes[ULL_WEIGHT_MLP] = MLP - ULL_GIB;
  pinned->model->weights.bytes[ULL_WEIGHT_HEAD] = ULL_GIB;
  disclosure = ull_disclosure_new_beside (scenario, pinned, "Pinned");
  table = ull_chart_table (disclosure, ULL_CHART_MEMORY);
  /* 10 and 9 × 2^30 */
  g_assert_cmpstr (find_cell (table, "Weights: MLP", 1), ==, "10737418240");
  g_assert_cmpstr (find_cell (table, "Weights: MLP", 4), ==, "10737418240");
  g_assert_cmpstr (find_cell (table, "Weights: MLP", 7), ==, "9663676416");
  g_assert_cmpstr (find_cell (table, "Weights: Output head", 1), ==, "0");
  g_assert_cmpstr (find_cell (table, "Weights: Output head", 7), ==, "1073741824");
  g_assert_null (find_cell (table, "Weights: Experts", 0));
  g_assert_null (find_cell (nothing, "Weights: MLP", 0));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chart/weights/sureness", test_sureness);
  g_test_add_func ("/chart/weights/labels", test_labels);
  g_test_add_func ("/chart/weights/shares", test_shares);
  g_test_add_func ("/chart/weights/withheld", test_withheld);
  g_test_add_func ("/chart/weights/table", test_table);
  g_test_add_func ("/chart/weights/table-of-estimate", test_table_of_estimate);
  return g_test_run ();
}
