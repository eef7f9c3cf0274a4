/* Non-interference: while the answer is withheld, two models that look the same and answer differently make the same
 * pictures, words, spots, tables and files. */
#include "chart-checks.h"

#include "ull-chart-private.h"
#include "ull-units.h"

#include <string.h>

/* The same to see: name, layers, heads, keys. What differs is what no input shows. */
static UllScenario *
variant (gint64 v_dim, gint64 extra_bytes, gint64 positions)
{
  UllScenario *scenario = chart_dense ("A model", 32, 32, 8, 128, positions, ull_device_new_custom (24 * ULL_GIB));

  scenario->model->runs[0].stores[0].v_dim = v_dim;
  scenario->model->runs[0].stores[0].extra_bytes = extra_bytes;
  chart_set (&scenario, ULL_FIELD_UTILIZATION, 900000);
  chart_set (&scenario, ULL_FIELD_HEADROOM, 50000);
  chart_set (&scenario, ULL_FIELD_WEIGHTS, 15 * ULL_GIB);
  chart_set (&scenario, ULL_FIELD_CONCURRENCY, 6);
  return scenario;
}

static GBytes *
everything (UllScenario *scenario, UllDisclosure *disclosure)
{
  GString *all = g_string_new (NULL);
  PangoContext *context = ull_chart_context_new ();

  for (int kind = 0; kind < ULL_N_CHARTS; kind++)
    {
      UllChartSpec spec = { .kind = (UllChartKind) kind, .width = 480, .height = 400, .text_scale = 1, .title = TRUE,
                            .caption = TRUE };
      g_autoptr (UllScene) scene = ull_chart_build (disclosure, &spec, context);
      g_autofree char *text = ull_scene_to_text (scene);

      chart_check_scene (scene, context, "withheld");
      g_string_append (all, text);
      for (int format = 0; format < ULL_N_EXPORTS; format++)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (GBytes) bytes = ull_chart_export (disclosure, &spec, (UllExportFormat) format, 1, &error);

          g_assert_no_error (error);
          g_string_append_len (all, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes));
        }
    }
  g_object_unref (context);
  return g_string_free_to_bytes (all);
}

static void
test_same (void)
{
  g_autoptr (UllScenario) one = variant (128, 0, 131072);
  g_autoptr (UllScenario) other = variant (64, 8, 8192);
  g_autoptr (UllDisclosure) one_withheld = ull_disclosure_new_withheld (one);
  g_autoptr (UllDisclosure) other_withheld = ull_disclosure_new_withheld (other);
  g_autoptr (UllDisclosure) one_open = ull_disclosure_new (one);
  g_autoptr (UllDisclosure) other_open = ull_disclosure_new (other);
  g_autoptr (GBytes) a = everything (one, one_withheld);
  g_autoptr (GBytes) b = everything (other, other_withheld);
  g_autoptr (GBytes) c = everything (one, one_open);
  g_autoptr (GBytes) d = everything (other, other_open);

  g_assert_true (g_bytes_equal (a, b));
  /* And the two do answer differently. */
  g_assert_false (g_bytes_equal (c, d));
}

/* What a room draws is what is given: the same where only the answers differ, and without the size of what is left. */
static void
test_drawn (void)
{
  /* 24 GiB: floor (0.9 of them), less 5 % of them, less 15 GiB of weights. */
  const gint64 pool = 24 * ULL_GIB * 9 / 10 - 24 * ULL_GIB / 20 - 15 * ULL_GIB;
  g_autofree char *bytes = g_strdup_printf ("%" G_GINT64_FORMAT, pool), *gib = ull_format_gib (pool);
  g_autoptr (UllScenario) one = variant (128, 0, 131072);
  g_autoptr (UllScenario) other = variant (64, 8, 8192);
  const UllGiven given = { .terms = G_MAXUINT, .drawn = TRUE };
  const UllGiven shown = { .terms = G_MAXUINT, .n_steps = 1, .step = { ULL_STEP_POOL }, .drawn = TRUE };
  g_autoptr (UllDisclosure) one_given = ull_disclosure_new_given (one, &given);
  g_autoptr (UllDisclosure) other_given = ull_disclosure_new_given (other, &given);
  g_autoptr (UllDisclosure) one_shown = ull_disclosure_new_given (one, &shown);
  g_autoptr (GBytes) a = everything (one, one_given);
  g_autoptr (GBytes) b = everything (other, other_given);
  g_autofree char *said = ull_chart_describe_memory (one_given), *told = ull_chart_describe_memory (one_shown);
  const char *text = g_bytes_get_data (a, NULL);
  gsize size = g_bytes_get_size (a);

  g_assert_true (g_bytes_equal (a, b));
  g_assert_nonnull (g_strstr_len (text, (gssize) size, "weights"));
  g_assert_null (g_strstr_len (text, (gssize) size, bytes));
  g_assert_null (strstr (said, gib));
  g_assert_nonnull (strstr (told, gib));
}

/* Nothing that the load line is less than the card by, and nothing below it, is said. */
static void
test_silent (void)
{
  static const char *const answers[] = { "in-flight", "ullage", "overflow", "weights", "curve-", "present", "spot " };
  g_autoptr (UllScenario) scenario = variant (128, 0, 131072);
  g_autoptr (UllDisclosure) disclosure = ull_disclosure_new_withheld (scenario);
  PangoContext *context = ull_chart_context_new ();

  for (int kind = 0; kind < ULL_N_CHARTS; kind++)
    {
      UllChartSpec spec = { .kind = (UllChartKind) kind, .width = 480, .height = 400, .text_scale = 1 };
      g_autoptr (UllScene) scene = ull_chart_build (disclosure, &spec, context);
      g_autofree char *text = ull_scene_to_text (scene);

      /* The kinds of the layers are given, and their spots say no more than that. */
      for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
        g_assert_true (strstr (text, answers[i]) == NULL
                       || (kind == ULL_CHART_LAYERS && g_str_equal (answers[i], "spot ")));
    }
  g_object_unref (context);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chart/withheld/same", test_same);
  g_test_add_func ("/chart/withheld/drawn", test_drawn);
  g_test_add_func ("/chart/withheld/silent", test_silent);
  return g_test_run ();
}
