/* The layer strip: a cell a layer in the model's order, spots and table that hold the plan's own figures, and none of
 * them while the answer is withheld. */
#include "chart-fixtures.h"

#include "ull-layers.h"
#include "ull-units.h"

#include <string.h>

static UllScene *
build (const UllDisclosure *disclosure, double width, double height, double text_scale, gboolean rtl)
{
  PangoContext *context = ull_chart_context_new ();
  UllChartSpec spec = { .kind = ULL_CHART_LAYERS, .width = width, .height = height, .text_scale = text_scale, .rtl = rtl,
                        .narrow = width < 340 * text_scale };
  UllScene *scene;

  if (height < 0)
    spec.height = ull_chart_layers_height (disclosure, &spec, context);
  scene = ull_chart_build (disclosure, &spec, context);
  g_object_unref (context);
  return scene;
}

static gboolean
is_kind (const char *id)
{
  for (int kind = 0; kind < ULL_N_LAYER_KINDS; kind++)
    if (g_strcmp0 (id, ull_layer_kind_get_id ((UllLayerKind) kind)) == 0)
      return TRUE;
  return FALSE;
}

/* Cells are the rectangles of a kind that lie on the ground of a row; a swatch of the key lies beside words. */
static void
check_cells (const UllScene *scene, const UllModel *model)
{
  guint n, layer = 0;
  const UllMark *marks = ull_scene_get_marks (scene, &n);
  const UllMark *ground = NULL;
  double x = 0, y = 0;

  for (guint i = 0; i < n; i++)
    {
      const UllMark *mark = &marks[i];

      if (mark->kind != ULL_MARK_RECT)
        continue;
      if (g_str_equal (mark->id, "ground"))
        ground = mark;
      else if (ground != NULL && is_kind (mark->id))
        {
          g_assert_cmpuint (layer, <, model->n_layers);
          g_assert_cmpstr (mark->id, ==, ull_layer_kind_get_id (model->runs[model->layer_run[layer]].kind));
          g_assert_cmpfloat (mark->x, >=, ground->x);
          g_assert_cmpfloat (mark->x + mark->width, <=, ground->x + ground->width);
          g_assert_true (layer == 0 || mark->y > y + 2 || mark->x > x);
          x = mark->x;
          y = mark->y;
          layer++;
        }
    }
  g_assert_cmpuint (layer, ==, model->n_layers);
}

/* At every width, given the height that it asks for, there is a cell for each layer: from left to right in a mirrored
 * layout too. */
static void
test_cells (void)
{
  static const char *const names[] = { "card", "windows", "states", "latent", "every-kind", "deep", "only-states" };
  static const double widths[] = { 280, 308, 480, 620, 896, 1600 };
  static const double scales[] = { 1, 1.5, 2 };
  guint count = 0;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (guint w = 0; w < G_N_ELEMENTS (widths); w++)
      for (guint s = 0; s < G_N_ELEMENTS (scales); s++)
        {
          g_autoptr (UllScenario) scenario = chart_fixture (names[i]);
          g_autoptr (UllDisclosure) disclosure = ull_disclosure_new (scenario);
          g_autoptr (UllScene) scene = build (disclosure, widths[w], -1, scales[s], (i + w + s) % 2 == 0);

          check_cells (scene, scenario->model);
          count++;
        }
  g_test_message ("%u strips", count);
}

/* Where there is no room for them, a sentence says so. */
static void
test_no_room (void)
{
  g_autoptr (UllScenario) scenario = chart_fixture ("deep");
  g_autoptr (UllDisclosure) disclosure = ull_disclosure_new (scenario);
  g_autoptr (UllScene) scene = build (disclosure, 280, 40, 1, FALSE);
  g_autofree char *text = ull_scene_to_text (scene);

  g_assert_nonnull (strstr (text, "Too many layers"));
  g_assert_null (strstr (text, "\"full\""));
}

/* Spots follow one another through all layers; the one of a dense model names the step that its bytes come from. */
static void
test_spots (void)
{
  static const struct
  {
    const char *fixture;
    guint spots;
    const char *first;
    UllStepId step;
  } cases[] = {
    /* 2 × 8 × 128 × 2 B */
    { "card", 1, "Layers 0–31: Full attention, 8 KV heads × 128, 4,096 B per token each.", ULL_STEP_BYTES_PER_TOKEN },
    /* Every sixth of 34 is full: five and their six neighbours. */
    { "windows", 11, "Layers 0–4: Sliding window of 1,024 tokens, 4 KV heads × 256, 4,096 B per token each.",
      ULL_STEP_STORE },
    /* 24,576 × 2 B + 524,288 × 2 B = 1.05 MiB */
    { "states", 24, "Layers 0–2: Recurrent state, 24,576 + 524,288 elements, 1.05 MiB per sequence each.", ULL_STEP_STORE },
    /* 576 × 2 B + 128 + 4 B; the draft layer after them has a spot of its own. */
    { "latent", 2, "Layers 0–60: Latent attention, 576 elements, 128 elements, 1,284 B per token each.", ULL_STEP_STORE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (UllScenario) scenario = chart_fixture (cases[i].fixture);
      g_autoptr (UllDisclosure) disclosure = ull_disclosure_new (scenario);
      g_autoptr (UllScene) scene = build (disclosure, 896, -1, 1, FALSE);
      g_autofree char *said = NULL;
      g_auto (GStrv) parts = NULL;
      guint n;
      const UllSpot *spots = ull_scene_get_spots (scene, &n);

      g_assert_cmpuint (n, ==, cases[i].spots);
      parts = g_strsplit (spots[0].description, ULL_NBSP, -1);
      said = g_strjoinv (" ", parts);
      g_assert_cmpstr (said, ==, cases[i].first);
      g_assert_cmpint (spots[0].step, >=, 0);
      g_assert_cmpint (disclosure->plan->derivation.step[spots[0].step].id, ==, cases[i].step);
    }
}

static gint64
column_sum (const GPtrArray *table, guint column, const char *growth)
{
  gint64 sum = 0;

  for (guint i = 1; i < table->len; i++)
    {
      char **row = g_ptr_array_index (table, i);

      if (growth == NULL || g_str_equal (row[4], growth))
        sum += g_ascii_strtoll (row[column], NULL, 10);
    }
  return sum;
}

/* The table's columns sum to what the plan counts. */
static void
test_table (void)
{
  guint n;
  const ChartFixture *fixtures = chart_fixtures (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (UllScenario) scenario = fixtures[i].make ();
      g_autoptr (UllDisclosure) disclosure = ull_disclosure_new (scenario);
      g_autoptr (GPtrArray) table = ull_chart_table (disclosure, ULL_CHART_LAYERS);
      const UllLayout *layout = &disclosure->plan->layout;

      g_test_message ("%s: %u rows", fixtures[i].name, table->len - 1);
      for (guint k = 0; k < table->len; k++)
        g_assert_cmpuint (g_strv_length (g_ptr_array_index (table, k)), ==, 12);
      /* The table is of the whole model, the layout of one card: its heads divide evenly in these, and the stages' layers
       * are alike. */
      if (layout->stages > 1)
        g_assert_cmpint (column_sum (table, 9, "by token") * layout->stage_layers, ==, layout->per_token * layout->tp * layout->layers);
      else
        g_assert_cmpint (column_sum (table, 9, "by token"), ==, layout->per_token * layout->tp);
      g_assert_cmpint (column_sum (table, 11, NULL), ==, layout->constant);
    }
}

/* gemma-3-4b: 29 windows of 1,024 tokens × 4,096 B = 121,634,816 B; five full layers 20,480 B a token. */
static void
test_table_of_windows (void)
{
  g_autoptr (UllScenario) scenario = chart_fixture ("windows");
  g_autoptr (UllDisclosure) disclosure = ull_disclosure_new (scenario);
  g_autoptr (GPtrArray) table = ull_chart_table (disclosure, ULL_CHART_LAYERS);
  g_autofree char *windows = g_strjoinv (",", g_ptr_array_index (table, 1));
  g_autofree char *full = g_strjoinv (",", g_ptr_array_index (table, 2));

  g_assert_cmpuint (table->len, ==, 3);
  g_assert_cmpstr (windows, ==, "0-4; 6-10; 12-16; 18-22; 24-28; 30-33,29,sliding window,,by token, to the window,4,256,256,"
                                "1024,118784,121634816,");
  g_assert_cmpstr (full, ==, "5; 11; 17; 23; 29,5,full attention,,by token,4,256,256,,20480,,");
}

/* Kinds alone: no head, no size, no window. */
static void
test_withheld (void)
{
  g_autoptr (UllScenario) scenario = chart_fixture ("every-kind");
  g_autoptr (UllDisclosure) disclosure = ull_disclosure_new_withheld (scenario);
  g_autoptr (GPtrArray) table = ull_chart_table (disclosure, ULL_CHART_LAYERS);
  g_autoptr (UllScene) scene = build (disclosure, 896, -1, 1, FALSE);
  static const char *const figures[] = { "per token", "per sequence", "1,024", "8,192", "256", "576", "KV head", "MiB" };
  guint n;
  const UllSpot *spots = ull_scene_get_spots (scene, &n);

  check_cells (scene, scenario->model);
  for (guint k = 0; k < G_N_ELEMENTS (figures); k++)
    {
      g_assert_null (strstr (ull_scene_get_description (scene), figures[k]));
      for (guint i = 0; i < n; i++)
        g_assert_null (strstr (spots[i].description, figures[k]));
    }
  for (guint i = 0; i < n; i++)
    g_assert_cmpint (spots[i].step, ==, -1);
  for (guint i = 0; i < table->len; i++)
    g_assert_cmpuint (g_strv_length (g_ptr_array_index (table, i)), ==, 4);
}

/* What is called the same is the same to the last mark and word; the levers of the load always are. */
static void
test_same (void)
{
  static const struct
  {
    UllFieldId field;
    gint64 value;
    gboolean same;
  } cases[] = {
    { ULL_FIELD_CONTEXT, 777, TRUE },         { ULL_FIELD_CONCURRENCY, 3, TRUE },
    { ULL_FIELD_UTILIZATION, 500000, TRUE },  { ULL_FIELD_OVERHEAD, ULL_GIB, TRUE },
    { ULL_FIELD_K_DTYPE, ULL_DTYPE_FP8, FALSE }, { ULL_FIELD_KV_HEADS, 2, FALSE },
    { ULL_FIELD_MAX_MODEL_LEN, 1000, FALSE }, { ULL_FIELD_ENGINE, ULL_ENGINE_PAGED, FALSE },
  };
  static const char *const names[] = { "windows", "every-kind" };

  for (guint i = 0; i < G_N_ELEMENTS (cases) * G_N_ELEMENTS (names); i++)
    {
      const char *name = names[i / G_N_ELEMENTS (cases)];
      guint k = i % G_N_ELEMENTS (cases);
      g_autoptr (UllScenario) before = chart_fixture (name);
      g_autoptr (UllScenario) after = ull_scenario_with (before, cases[k].field, cases[k].value, NULL, NULL);
      g_autoptr (UllDisclosure) one = ull_disclosure_new (before);
      g_autoptr (UllDisclosure) other = ull_disclosure_new (after);
      g_autoptr (UllDisclosure) withheld = ull_disclosure_new_withheld (before);
      g_autoptr (UllScene) a = build (one, 896, 150, 1, FALSE);
      g_autoptr (UllScene) b = build (other, 896, 150, 1, FALSE);
      g_autofree char *a_text = ull_scene_to_text (a);
      g_autofree char *b_text = ull_scene_to_text (b);

      g_assert_cmpint (ull_chart_same (ULL_CHART_LAYERS, one, other), ==, cases[k].same);
      if (cases[k].same)
        g_assert_cmpstr (a_text, ==, b_text);
      g_assert_false (ull_chart_same (ULL_CHART_LAYERS, one, withheld));
      g_assert_false (ull_chart_same (ULL_CHART_MEMORY, one, other));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chart/layers/cells", test_cells);
  g_test_add_func ("/chart/layers/no-room", test_no_room);
  g_test_add_func ("/chart/layers/spots", test_spots);
  g_test_add_func ("/chart/layers/table", test_table);
  g_test_add_func ("/chart/layers/table-of-windows", test_table_of_windows);
  g_test_add_func ("/chart/layers/withheld", test_withheld);
  g_test_add_func ("/chart/layers/same", test_same);
  return g_test_run ();
}
