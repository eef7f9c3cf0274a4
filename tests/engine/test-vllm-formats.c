#include "ull-engine.h"
#include "ull-error.h"
#include "ull-units.h"

#include <string.h>

/* Which formats vLLM's cache has: by the days on which they came, and for nvfp4 by the card. */

static UllScenario *
scenario_of (UllModel *model, const char *card, const char *version, gint64 k, gint64 v, gint64 heads)
{
  g_autoptr (UllDevice) custom = ull_device_new_custom (80 * ULL_GIB);
  const UllDevice *device = card != NULL ? ull_device_find (card) : custom;
  UllScenario *scenario = ull_scenario_new (model, (UllDevice *) device);
  gint64 release = ULL_UNSET;
  const struct
  {
    UllFieldId field;
    gint64 value;
  } settings[] = { { ULL_FIELD_ENGINE, ULL_ENGINE_VLLM }, { ULL_FIELD_ENGINE_VERSION, ULL_UNSET },
                   { ULL_FIELD_K_DTYPE, k }, { ULL_FIELD_V_DTYPE, v }, { ULL_FIELD_KV_HEADS, heads } };

  if (version != NULL)
    g_assert_true (ull_field_parse (ull_field_get (ULL_FIELD_ENGINE_VERSION), version, &release, NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      g_autoptr (UllScenario) before = scenario;
      gint64 value = settings[i].field == ULL_FIELD_ENGINE_VERSION ? release : settings[i].value;

      scenario = ull_scenario_with (before, settings[i].field, value, NULL, NULL);
      g_assert_nonnull (scenario);
    }
  return scenario;
}

static void
test_releases (void)
{
  static const struct
  {
    const char *card, *version;
    UllDtype dtype;
    const char *said; /* NULL: it has the format */
  } rows[] = {
    { "h100-sxm", "0.19.0", ULL_DTYPE_BF16, NULL },
    { "h100-sxm", "0.19.0", ULL_DTYPE_FP8, NULL },
    { "h100-sxm", NULL, ULL_DTYPE_INT4, "vLLM keeps no cache in int4" },
    { "h100-sxm", NULL, ULL_DTYPE_Q4_0, "vLLM keeps no cache in q4_0" },
    /* The branch of 0.19.0 was cut on 27 March 2026, of 0.20.0 on 20 April, of 0.24.0 on 23 June, of 0.25.0 on 4 July. */
    { "h100-sxm", "0.19.0", ULL_DTYPE_INT8_PER_TOKEN_HEAD, "came to vLLM’s cache with 0.20.0" },
    { "h100-sxm", "0.20.0", ULL_DTYPE_INT8_PER_TOKEN_HEAD, NULL },
    { "h100-sxm", "0.20.0", ULL_DTYPE_TURBOQUANT_3BIT_NC, NULL },
    { "h100-sxm", "2026-04-13", ULL_DTYPE_TURBOQUANT_K8V4, "came to vLLM’s cache with 0.20.0" },
    { "h100-sxm", "2026-04-14", ULL_DTYPE_TURBOQUANT_K8V4, NULL },
    { "h100-sxm", "0.24.0", ULL_DTYPE_INT4_PER_TOKEN_HEAD, "came to vLLM’s cache with 0.25.0" },
    { "h100-sxm", "0.25.0", ULL_DTYPE_INT4_PER_TOKEN_HEAD, NULL },
    { "b200-sxm", "0.20.0", ULL_DTYPE_NVFP4, NULL },
    { "b200-sxm", "0.19.0", ULL_DTYPE_NVFP4, "came to vLLM’s cache with 0.20.0" },
    { "h100-sxm", "0.20.0", ULL_DTYPE_NVFP4, "Blackwell" },
    { "rtx-5090", "0.20.0", ULL_DTYPE_NVFP4, "Blackwell" },
    /* Of a size alone it is not known. */
    { NULL, "0.20.0", ULL_DTYPE_NVFP4, NULL },
  };
  g_autoptr (UllModel) model = ull_model_new_dense ("By hand", 4, 32, 8, 128, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (UllScenario) scenario
          = scenario_of (model, rows[i].card, rows[i].version, ULL_UNSET, ULL_UNSET, ULL_UNSET);
      g_autoptr (GError) error = NULL;

      g_assert_true (ull_engine_check_format (scenario, rows[i].dtype, &error) == (rows[i].said == NULL));
      if (rows[i].said == NULL)
        continue;
      g_assert_error (error, ULL_ERROR, ULL_ERROR_USAGE);
      g_assert_nonnull (strstr (error->message, rows[i].said));
      g_assert_nonnull (strstr (error->message, "would be right"));
    }
}

/* A format that came to keys alone is half of what the engine has not. */
static void
test_one_for_both (void)
{
  static const struct
  {
    gint64 k, v;
    gboolean right;
  } rows[] = { { ULL_UNSET, ULL_UNSET, TRUE },         { ULL_DTYPE_FP8, ULL_DTYPE_FP8, TRUE },
               { ULL_DTYPE_FP8, ULL_UNSET, FALSE },    { ULL_DTYPE_BF16, ULL_UNSET, TRUE },
               { ULL_UNSET, ULL_DTYPE_INT4, FALSE },   { ULL_DTYPE_INT4, ULL_DTYPE_INT4, FALSE } };
  g_autoptr (UllModel) model = ull_model_new_dense ("By hand", 4, 32, 8, 128, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (UllScenario) scenario = scenario_of (model, "h100-sxm", NULL, rows[i].k, rows[i].v, ULL_UNSET);

      g_assert_true (ull_engine_check_formats (scenario, NULL) == rows[i].right);
    }
}

static void
set_layers (UllModel *facts, guint run, gint64 count, gint64 heads)
{
  facts->runs[run] = (UllRun) { .count = count, .kind = ULL_LAYER_FULL, .n_stores = 1 };
  facts->runs[run].stores[0] = (UllStore) { ULL_GROWTH_TOKEN, ULL_SHARD_HEADS, ULL_ROLE_CACHE, 0, 1, heads, 128, 128, 0,
                                            ULL_DTYPE_KV, ULL_DTYPE_KV };
}

/* Two layers of 8 KV heads, then four of 4, at half the heads: 4 and 2. TurboQuant leaves the first two and the last two in
 * bf16, 512 B a head; of the two between a head takes 102 B: 2 * 4 * 512 + 2 * 2 * 512 + 2 * 2 * 102 = 6,552 B a token. */
static void
test_heads_of_spared_layers (void)
{
  UllModel facts = { .name = g_strdup ("Kinds"), .parameters = -1, .weight_bytes = -1, .max_positions = -1, .query_heads = 32,
                     .native_dtype = ULL_DTYPE_BF16, .state_dtype = ULL_DTYPE_UNKNOWN, .n_runs = 2, .n_layers = 6 };
  g_autoptr (UllModel) model = NULL;
  g_autoptr (UllScenario) scenario = NULL;
  UllLayout layout;

  facts.runs = g_new0 (UllRun, 2);
  set_layers (&facts, 0, 2, 8);
  set_layers (&facts, 1, 4, 4);
  facts.layer_run = g_memdup2 ("\0\0\1\1\1\1", 6);
  model = ull_model_take (&facts, NULL);
  scenario = scenario_of (model, "h100-sxm", NULL, ULL_DTYPE_TURBOQUANT_3BIT_NC, ULL_DTYPE_TURBOQUANT_3BIT_NC, 4);
  g_assert_true (ull_layout_init (&layout, scenario, ULL_GIB, NULL));
  g_assert_cmpint (layout.per_token, ==, 6552);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vllm-formats/releases", test_releases);
  g_test_add_func ("/vllm-formats/one-for-both", test_one_for_both);
  g_test_add_func ("/vllm-formats/heads-of-spared-layers", test_heads_of_spared_layers);
  return g_test_run ();
}
