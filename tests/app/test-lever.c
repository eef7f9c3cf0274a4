#include "ull-config.h"
#include "ull-error.h"
#include "ull-lever-section.h"
#include "ull-units.h"

#include <math.h>

/* The levers as a table, without a display. */

/* Every stop is allowed, is where its value stands, and is what its position means. */
static void
test_stops (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (UllModel) model = ull_model_new_dense ("Test", 32, 32, 8, 128, &error);
  g_autoptr (UllDevice) device = ull_device_new_custom (24 * ULL_GIB);
  g_autoptr (UllScenario) scenario = ull_scenario_new (model, device);

  g_assert_no_error (error);
  for (int id = 0; id < ULL_N_LEVERS; id++)
    {
      UllLeverScale scale;

      if (ull_lever_get_section ((UllLeverId) id) == ULL_N_SECTIONS)
        continue;

      ull_lever_scale_init (&scale, (UllLeverId) id, scenario);
      /* A version is typed, and so is what no card's size says anything about. */
      if (id != ULL_FIELD_ENGINE_VERSION && id != ULL_FIELD_DRAFT_KV)
        g_assert_cmpuint (scale.n_stops, >, 1);
      for (guint i = 0; i < scale.n_stops; i++)
        {
          const UllLeverStop *stop = &scale.stop[i];
          g_autoptr (UllScenario) set = NULL;

          if (stop->hollow)
            continue;
          set = ull_lever_set ((UllLeverId) id, scenario, stop->value, NULL, &error);

          g_assert_no_error (error);
          g_assert_cmpint (ull_lever_scale_value (&scale, stop->position), ==, stop->value);
          g_assert_cmpfloat_with_epsilon (ull_lever_scale_position (&scale, set), stop->position, 1e-9);
        }
    }
}

static void
test_round_values (void)
{
  g_autoptr (UllModel) model = ull_model_new_dense ("Test", 32, 32, 8, 128, NULL);
  g_autoptr (UllDevice) device = ull_device_new_custom (24 * ULL_GIB);
  g_autoptr (UllScenario) scenario = ull_scenario_new (model, device);
  UllLeverScale scale;

  /* A sixteenth of the octave from 4,096 is 256 tokens: log2 (4352) = 12.0875. */
  ull_lever_scale_init (&scale, ULL_LEVER_CONTEXT, scenario);
  g_assert_cmpint (ull_lever_scale_value (&scale, 12.09), ==, 4352);
  g_assert_cmpint (ull_lever_scale_value (&scale, -100), ==, 1024);
  g_assert_cmpint (ull_lever_scale_value (&scale, 100), ==, 131072);
  ull_lever_scale_init (&scale, ULL_LEVER_CONCURRENCY, scenario);
  g_assert_cmpint (ull_lever_scale_value (&scale, log2 (7)), ==, 7);
  ull_lever_scale_init (&scale, ULL_LEVER_UTILIZATION, scenario);
  g_assert_cmpint (ull_lever_scale_value (&scale, 0.9049), ==, 900000);
  /* 1, 2, 4, 8, 16, 32 divide 32. */
  ull_lever_scale_init (&scale, ULL_LEVER_KV_HEADS, scenario);
  g_assert_cmpuint (scale.n_stops, ==, 6);
  g_assert_cmpstr (scale.stop[0].label, ==, "1" ULL_NBSP "MQA");
  g_assert_cmpstr (scale.stop[3].label, ==, "8" ULL_NBSP "GQA");
  g_assert_cmpstr (scale.stop[5].label, ==, "32" ULL_NBSP "MHA");
}

/* Where a logarithm begins with nothing: the stop before the least, which keys come to and leave as any other. */
static void
test_none (void)
{
  g_autoptr (UllModel) model = ull_model_new_dense ("Test", 32, 32, 8, 128, NULL);
  g_autoptr (UllDevice) device = ull_device_new_custom (24 * ULL_GIB);
  g_autoptr (UllScenario) none = ull_scenario_new (model, device);
  g_autoptr (UllScenario) some = ull_scenario_with (none, ULL_FIELD_RETAIN, 1024, NULL, NULL);
  g_autoptr (UllScenario) few = ull_scenario_with (none, ULL_FIELD_RETAIN, 256, NULL, NULL);
  UllLeverScale scale;

  ull_lever_scale_init (&scale, ULL_LEVER_RETAIN, none);
  g_assert_cmpfloat (ull_lever_scale_position (&scale, none), ==, scale.lower);
  g_assert_cmpfloat (ull_lever_scale_position (&scale, few), ==, scale.lower + 0.25);
  g_assert_cmpint (ull_lever_scale_step (&scale, none, ULL_STEP_MORE), ==, 1024);
  g_assert_cmpint (ull_lever_scale_step (&scale, none, ULL_STEP_LESS), ==, 0);
  g_assert_cmpint (ull_lever_scale_step (&scale, some, ULL_STEP_LESS), ==, 0);
  g_assert_cmpint (ull_lever_scale_step (&scale, few, ULL_STEP_MORE), ==, 1024);
  g_assert_cmpint (ull_lever_scale_step (&scale, some, ULL_STEP_MORE), ==, 1088);
  g_assert_cmpint (ull_lever_scale_value (&scale, 9.4), ==, 0);
  g_assert_cmpint (ull_lever_scale_value (&scale, 9.6), ==, 1024);
}

/* Each lever stands in one place, and the ones that stand nowhere are not offered. */
static void
test_sections (void)
{
  guint total = 0;

  for (int section = 0; section < ULL_N_SECTIONS; section++)
    {
      UllLeverId levers[ULL_N_LEVERS];
      guint n = ull_section_list ((UllSection) section, NULL, levers);

      g_assert_cmpuint (n, >, 0);
      total += n;
      for (guint i = 0; i < n; i++)
        g_assert_cmpint (ull_lever_get_section (levers[i]), ==, section);
    }
  for (int id = 0; id < ULL_N_LEVERS; id++)
    total -= ull_lever_get_section ((UllLeverId) id) != ULL_N_SECTIONS;
  g_assert_cmpuint (total, ==, 0);
  g_assert_cmpint (ull_lever_get_section ((UllLeverId) ULL_FIELD_ENGINE), ==, ULL_N_SECTIONS);
}

/* What an entry shows is read back to the same scenario. */
static void
test_text_round_trip (void)
{
  static const struct
  {
    UllLeverId lever;
    const char *typed;
    gint64 value;
    const char *shown;
  } cases[] = {
    { ULL_LEVER_CONTEXT, "8192", 8192, "8,192" },
    { ULL_LEVER_CONTEXT, "8Ki", 8192, "8,192" },
    { ULL_LEVER_CONTEXT, "37,680", 37680, "37,680" },
    { ULL_LEVER_CONCURRENCY, "150", 150, "150" },
    { ULL_LEVER_KV_DTYPE, "q8_0", ULL_DTYPE_Q8_0, "q8_0" },
    { ULL_LEVER_KV_DTYPE, "f16/q4_0", ULL_DTYPE_F16, "f16/q4_0" },
    { ULL_LEVER_KV_DTYPE, "", ULL_DTYPE_BF16, "bf16" },
    { ULL_LEVER_KV_HEADS, "32", 32, "32" },
    { ULL_LEVER_MEMORY, "24GB", 24 * ULL_GB, "24" ULL_NBSP "GB" },
    { ULL_LEVER_MEMORY, "24564MiB", 24564 * ULL_MIB, "24,564" ULL_NBSP "MiB" },
    { ULL_LEVER_MEMORY, "25769803777", 24 * ULL_GIB + 1, "25,769,803,777" ULL_NBSP "B" },
    { ULL_LEVER_UTILIZATION, "92%", 920000, "92%" },
    { ULL_LEVER_UTILIZATION, "0.875", 875000, "0.875" },
    { ULL_LEVER_WEIGHT_DTYPE, "int8", ULL_DTYPE_INT8, "int8" },
    { ULL_LEVER_OVERHEAD, "1.8 GB", 1800000000, "1.8 GB" },
    { ULL_LEVER_OVERHEAD, "12", 12, "12" ULL_NBSP "B" },
    { ULL_LEVER_OVERHEAD, "1.8e9", 1800000000, "1,800" ULL_NBSP "MB" },
    { ULL_LEVER_OVERHEAD, "", 0, "" },
    { ULL_LEVER_HEADROOM, "15%", 150000, "15%" },
    { ULL_LEVER_BLOCK_SIZE, "24", 24, "24" },
    { ULL_LEVER_MAX_MODEL_LEN, "32768", 32768, "32,768" },
    { ULL_LEVER_TP, "2", 2, "2" },
    { ULL_LEVER_PREFIX_TOKENS, "1k", 1000, "1,000" },
    { ULL_LEVER_PREFIX_REQUESTS, "", G_MAXINT64, "" },
    { ULL_LEVER_RETAIN, "0", 0, "0" },
    { ULL_LEVER_WEIGHTS, "14.5 GiB", 29 * ULL_GIB / 2, "14.5 GiB" },
    { ULL_LEVER_AVAILABLE, "4.2 GB", 4200000000, "4.2 GB" },
    { ULL_LEVER_V_DTYPE, "fp8", ULL_DTYPE_FP8, "fp8" },
    { ULL_LEVER_STATE_DTYPE, "f32", ULL_DTYPE_F32, "f32" },
  };
  g_autoptr (UllModel) model = ull_model_new_dense ("Test", 32, 32, 8, 128, NULL);
  g_autoptr (UllDevice) device = ull_device_new_custom (24 * ULL_GIB);
  g_autoptr (UllScenario) scenario = ull_scenario_new (model, device);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (UllScenario) first = ull_lever_enter (cases[i].lever, scenario, cases[i].typed, &error);
      g_autoptr (UllScenario) second = NULL;
      g_autofree char *text = NULL;

      g_assert_no_error (error);
      text = ull_lever_dup_text (cases[i].lever, first, NULL);
      g_assert_cmpstr (text, ==, cases[i].shown);
      g_assert_cmpint (ull_lever_get_value (cases[i].lever, first), ==, cases[i].value);
      second = ull_lever_enter (cases[i].lever, first, text, &error);
      g_assert_no_error (error);
      g_assert_cmpint (ull_lever_get_value (cases[i].lever, second), ==, cases[i].value);
    }
}

/* A sentence that names the lever as it is named beside the entry, and does not repeat what would fill the sidebar. */
static void
test_refused_text (void)
{
  static const struct
  {
    UllLeverId lever;
    const char *start;
  } cases[] = {
    { ULL_LEVER_CONTEXT, "Context: " },         { ULL_LEVER_CONCURRENCY, "Concurrency: " },
    { ULL_LEVER_KV_DTYPE, "KV dtype: " },       { ULL_LEVER_KV_HEADS, "KV heads: " },
    { ULL_LEVER_MEMORY, "Card memory: " },      { ULL_LEVER_UTILIZATION, "Utilisation: " },
    { ULL_LEVER_WEIGHT_DTYPE, "Weights dtype: " }, { ULL_LEVER_OVERHEAD, "Overhead: " },
    { ULL_LEVER_HEADROOM, "Failure headroom: " }, { ULL_LEVER_BLOCK_SIZE, "Block size: " },
    { ULL_LEVER_MAX_NUM_SEQS, "Max sequences: " }, { ULL_LEVER_MAX_MODEL_LEN, "Model length: " },
    { ULL_LEVER_TP, "Tensor parallel: " },      { ULL_LEVER_PREFIX_TOKENS, "Shared prefix: " },
    { ULL_LEVER_AVAILABLE, "KV memory: " },     { ULL_LEVER_RETAIN, "Retained prefixes: " },
  };
  g_autoptr (UllModel) model = ull_model_new_dense ("Test", 32, 32, 8, 128, NULL);
  g_autoptr (UllDevice) device = ull_device_new_custom (24 * ULL_GIB);
  g_autoptr (UllScenario) scenario = ull_scenario_new (model, device);
  g_autofree char *endless = g_strnfill (400, 'x');
  const char *const texts[] = { "-5", "abc", "1e400", "nan", "99999999999999999999", "/", endless };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (texts); k++)
      {
        g_autoptr (GError) error = NULL;

        g_assert_null (ull_lever_enter (cases[i].lever, scenario, texts[k], &error));
        g_assert_error (error, ULL_ERROR, ULL_ERROR_USAGE);
        if (!g_str_equal (texts[k], "/"))
          g_assert_true (g_str_has_prefix (error->message, cases[i].start));
        g_assert_cmpuint (strlen (error->message), <, 250);
        g_assert_nonnull (strstr (error->message, "; "));
      }
}

/* What would be right is a value of that lever, in its range and of its unit. */
static void
test_examples (void)
{
  static const struct
  {
    UllLeverId lever;
    const char *end;
  } cases[] = {
    { ULL_LEVER_CONTEXT, "; 4096 or 4Ki (tokens) would be right" },
    { ULL_LEVER_CONCURRENCY, "; 8 (requests) would be right" },
    { ULL_LEVER_KV_HEADS, "; 8 (1 to 32) would be right" },
    { ULL_LEVER_TP, "; 8 (cards, 1 to 1,024) would be right" },
    { ULL_LEVER_BLOCK_SIZE, "; 16 (tokens, 1 to 65,536) would be right" },
    { ULL_LEVER_UTILIZATION, "; 0.9 or 90% would be right" },
    { ULL_LEVER_HEADROOM, "; 0.05 or 5% would be right" },
    { ULL_LEVER_OVERHEAD, "; 2GiB would be right" },
    { ULL_LEVER_MEMORY, "; 24GiB would be right" },
  };
  g_autoptr (UllModel) model = ull_model_new_dense ("Test", 32, 32, 8, 128, NULL);
  g_autoptr (UllDevice) device = ull_device_new_custom (24 * ULL_GIB);
  g_autoptr (UllScenario) scenario = ull_scenario_new (model, device);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (ull_lever_enter (cases[i].lever, scenario, "abc", &error));
      if (!g_str_has_suffix (error->message, cases[i].end))
        g_error ("%s", error->message);
    }
}

/* Of every count that can be typed the example is read, and is in range: nobody is told to type what is refused. */
static void
test_examples_are_right (void)
{
  guint n = 0;

  for (int id = 0; id < ULL_N_FIELDS; id++)
    {
      const UllField *field = ull_field_get ((UllFieldId) id);
      g_autoptr (GError) error = NULL;
      g_autofree char *example = NULL;
      const char *start;
      gint64 value;

      if (field->kind != ULL_KIND_COUNT && field->kind != ULL_KIND_SIZE && field->kind != ULL_KIND_FRACTION)
        continue;
      g_assert_false (ull_field_parse (field, "abc", &value, &error));
      start = strrchr (error->message, ';');
      g_assert_nonnull (start);
      example = g_strndup (start + 2, strcspn (start + 2, " "));
      g_assert_true (ull_field_parse (field, example, &value, NULL));
      n++;
    }
  g_assert_cmpuint (n, >, 30);
  g_test_message ("%u examples", n);
}

/* A latent is kept as one head and a state as none: neither is a number of KV heads, and the entry claims none. */
static void
test_no_heads (void)
{
  const UllStore latent = { ULL_GROWTH_TOKEN, ULL_SHARD_REPLICATED, ULL_ROLE_CACHE, 0, 1, 1, 576, 0, 0, ULL_DTYPE_KV, ULL_DTYPE_KV };
  const UllStore state = { ULL_GROWTH_CONSTANT, ULL_SHARD_CHANNELS, ULL_ROLE_CACHE, 0, 1, 1, 4096, 0, 0, ULL_DTYPE_F32, ULL_DTYPE_F32 };
  const UllStore *const stores[] = { &latent, &state };

  for (gsize i = 0; i < G_N_ELEMENTS (stores); i++)
    {
      UllModel facts = { .name = g_strdup ("m"), .n_runs = 1, .runs = g_new0 (UllRun, 1), .n_layers = 2, .layer_run = g_new0 (guint8, 2),
                         .query_heads = 128, .hidden_size = -1, .parameters = -1, .weight_bytes = -1, .max_positions = -1,
                         .native_dtype = ULL_DTYPE_BF16, .state_dtype = ULL_DTYPE_UNKNOWN };
      g_autoptr (UllDevice) device = ull_device_new_custom (24 * ULL_GIB);
      g_autoptr (UllModel) model = NULL;
      g_autoptr (UllScenario) scenario = NULL;
      g_autofree char *text = NULL, *unit = NULL, *spoken = NULL;

      facts.runs[0] = (UllRun) { .count = 2, .kind = ULL_LAYER_LATENT, .n_stores = 1 };
      facts.runs[0].stores[0] = *stores[i];
      model = ull_model_take (&facts, NULL);
      g_assert_nonnull (model);
      scenario = ull_scenario_new (model, device);
      text = ull_lever_dup_text (ULL_LEVER_KV_HEADS, scenario, NULL);
      unit = ull_lever_dup_unit (ULL_LEVER_KV_HEADS, scenario);
      spoken = ull_lever_dup_description (ULL_LEVER_KV_HEADS, scenario);
      g_assert_cmpstr (text, ==, "");
      g_assert_cmpstr (unit, ==, "");
      g_assert_cmpstr (ull_lever_get_placeholder (ULL_LEVER_KV_HEADS, model), ==, "none");
      g_assert_cmpstr (spoken, ==, "none. This model keeps no keys and values by heads.");
    }
}

/* Whisper ends at 448 tokens: the slider must come to what it can do. */
static void
test_short_lengths (void)
{
  g_autoptr (UllModel) model = ull_model_new_dense ("Test", 32, 20, 20, 64, NULL);
  g_autoptr (UllDevice) device = ull_device_new_custom (24 * ULL_GIB);
  g_autoptr (UllScenario) scenario = ull_scenario_new (model, device);
  UllLeverScale scale;

  model->max_positions = 448;
  ull_lever_scale_init (&scale, ULL_LEVER_CONTEXT, scenario);
  g_assert_cmpint (scale.stop[0].value, ==, 64);
  g_assert_cmpint (scale.stop[scale.n_stops - 1].value, ==, 512);
  model->max_positions = 8192;
  ull_lever_scale_init (&scale, ULL_LEVER_CONTEXT, scenario);
  g_assert_cmpint (scale.stop[0].value, ==, 1024);
  g_assert_cmpint (scale.stop[scale.n_stops - 1].value, ==, 8192);
}

/* One is not "1 requests". */
static void
test_units (void)
{
  g_autoptr (UllModel) model = ull_model_new_dense ("Test", 32, 32, 8, 128, NULL);
  g_autoptr (UllDevice) device = ull_device_new_custom (24 * ULL_GIB);
  g_autoptr (UllScenario) scenario = ull_scenario_new (model, device);
  g_autoptr (UllScenario) one = ull_lever_enter (ULL_LEVER_CONCURRENCY, scenario, "1", NULL);
  g_autoptr (UllScenario) two = ull_lever_enter (ULL_LEVER_CONCURRENCY, scenario, "2", NULL);
  g_autofree char *singular = ull_lever_dup_value_text (ULL_LEVER_CONCURRENCY, one);
  g_autofree char *plural = ull_lever_dup_value_text (ULL_LEVER_CONCURRENCY, two);

  g_assert_cmpstr (singular, ==, "1" ULL_NBSP "request");
  g_assert_cmpstr (plural, ==, "2" ULL_NBSP "requests");
}

/* vLLM 0.20 on an H100 lacks int4, nvfp4 and what came later: their stops stay, hollow, and say why when they are set. Nothing of a
 * B200 is missing but int4. */
static void
test_engine_stops (void)
{
  static const struct
  {
    const char *card;
    gint64 version;
    guint hollow;
  } rows[] = { { "h100-sxm", 20000, 3 }, { "b200-sxm", ULL_UNSET, 1 } };
  g_autoptr (UllModel) model = ull_model_new_dense ("Test", 32, 32, 8, 128, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (UllScenario) plain = ull_scenario_new (model, (UllDevice *) ull_device_find (rows[i].card));
      g_autoptr (UllScenario) engine = ull_scenario_with (plain, ULL_FIELD_ENGINE, ULL_ENGINE_VLLM, NULL, NULL);
      g_autoptr (UllScenario) scenario
        = ull_scenario_with (engine, ULL_FIELD_ENGINE_VERSION, rows[i].version, NULL, NULL);
      UllLeverScale scale;
      guint hollow = 0;

      ull_lever_scale_init (&scale, ULL_LEVER_KV_DTYPE, scenario);
      /* The model's own, int4, and nine of the engine. */
      g_assert_cmpuint (scale.n_stops, ==, 11);
      for (guint k = 0; k < scale.n_stops; k++)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (UllScenario) set = ull_lever_set (ULL_LEVER_KV_DTYPE, scenario, scale.stop[k].value, NULL, &error);

          hollow += scale.stop[k].hollow;
          g_assert_true ((set == NULL) == scale.stop[k].hollow);
          g_assert_true ((error != NULL) == scale.stop[k].hollow);
        }
      g_assert_cmpuint (hollow, ==, rows[i].hollow);
      g_assert_nonnull (ull_lever_get_reason (ULL_LEVER_V_DTYPE, scenario));
      g_assert_null (ull_lever_get_reason (ULL_LEVER_KV_DTYPE, scenario));
      g_assert_null (ull_lever_enter (ULL_LEVER_KV_DTYPE, scenario, "int4", NULL));
      g_assert_null (ull_lever_enter (ULL_LEVER_KV_DTYPE, scenario, "bf16/fp8", NULL));
    }
}

/* vLLM keeps latent entries of this model packed, 584 bytes each, whatever its own dtype is; a convention keeps its own; and what a
 * person has set is shown as it is. */
static void
test_packed_format (void)
{
  static const struct
  {
    const char *model;
    gint64 engine;
    gint64 set;
    const char *text;
  } rows[] = {
    { "deepseek-v4-flash", ULL_ENGINE_VLLM, ULL_UNSET, "fp8" },
    { "deepseek-v4-flash", ULL_ENGINE_VLLM, ULL_DTYPE_BF16, "bf16" },
    { "deepseek-v4-flash", ULL_ENGINE_IDEAL, ULL_UNSET, "bf16" },
    { "deepseek-v3", ULL_ENGINE_VLLM, ULL_UNSET, "bf16" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (UllModel) model = ull_config_open_bundled (rows[i].model, &error);
      g_autoptr (UllScenario) plain = ull_scenario_new (model, ull_device_find ("h200-sxm"));
      g_autoptr (UllScenario) engine = ull_scenario_with (plain, ULL_FIELD_ENGINE, rows[i].engine, NULL, NULL);
      g_autoptr (UllScenario) scenario = ull_scenario_with (engine, ULL_FIELD_K_DTYPE, rows[i].set, NULL, NULL);
      g_autofree char *text = ull_lever_dup_text (ULL_LEVER_KV_DTYPE, scenario, NULL);

      g_assert_no_error (error);
      g_assert_cmpstr (text, ==, rows[i].text);
      g_assert_cmpstr (ull_dtype_info ((UllDtype) ull_lever_get_value (ULL_LEVER_V_DTYPE, scenario))->id, ==,
                       rows[i].set == ULL_UNSET ? rows[i].text : "bf16");
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lever/stops", test_stops);
  g_test_add_func ("/lever/round-values", test_round_values);
  g_test_add_func ("/lever/short-lengths", test_short_lengths);
  g_test_add_func ("/lever/text-round-trip", test_text_round_trip);
  g_test_add_func ("/lever/refused-text", test_refused_text);
  g_test_add_func ("/lever/examples", test_examples);
  g_test_add_func ("/lever/examples-are-right", test_examples_are_right);
  g_test_add_func ("/lever/no-heads", test_no_heads);
  g_test_add_func ("/lever/units", test_units);
  g_test_add_func ("/lever/none", test_none);
  g_test_add_func ("/lever/sections", test_sections);
  g_test_add_func ("/lever/engine-stops", test_engine_stops);
  g_test_add_func ("/lever/packed-format", test_packed_format);
  return g_test_run ();
}
