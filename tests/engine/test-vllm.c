#include "ull-engine.h"
#include "ull-error.h"
#include "ull-units.h"
#include "ull-vllm-groups.h"
#include "ull-vllm-version.h"

/* Expected values are those of the engine's own unit tests, or follow from its rules as written beside them. A page of a full
 * layer is p = 2 * 16 tokens * 8 heads * 64 * 2 B = 32,768 B throughout. */

#define PAGE 32768

typedef struct
{
  gint64 count;
  UllLayerKind kind;
  UllGrowth growth;
  gint64 cap;
  gint64 heads;
  gint64 dim;
} Kind;

static UllModel *
model_of (const Kind *kinds, guint n)
{
  g_autoptr (GError) error = NULL;
  UllModel facts = { .name = g_strdup ("Kinds"), .parameters = -1, .weight_bytes = -1, .max_positions = -1, .query_heads = 64,
                     .native_dtype = ULL_DTYPE_BF16, .state_dtype = ULL_DTYPE_UNKNOWN, .n_runs = n };
  UllModel *model;

  facts.runs = g_new0 (UllRun, n);
  for (guint i = 0; i < n; i++)
    {
      facts.runs[i] = (UllRun) { .count = kinds[i].count, .kind = kinds[i].kind, .n_stores = 1 };
      facts.runs[i].stores[0] = (UllStore) { kinds[i].growth, ULL_SHARD_HEADS, ULL_ROLE_CACHE, kinds[i].cap, 1, kinds[i].heads,
                                             kinds[i].dim, kinds[i].dim, 0, ULL_DTYPE_KV, ULL_DTYPE_KV };
      facts.n_layers += (guint) kinds[i].count;
    }
  facts.layer_run = g_new (guint8, facts.n_layers);
  for (guint i = 0, layer = 0; i < n; i++)
    for (gint64 k = 0; k < kinds[i].count; k++)
      facts.layer_run[layer++] = (guint8) i;
  model = ull_model_take (&facts, &error);
  g_assert_no_error (error);
  return model;
}

typedef struct
{
  const char *name;
  const char *text;
} Setting;

static UllScenario *
scenario_of (UllModel *model, const Setting *settings)
{
  g_autoptr (UllDevice) device = ull_device_new_custom (ULL_GIB);
  UllScenario *scenario = ull_scenario_new (model, device);
  const Setting engine = { "engine", "vllm" };

  for (const Setting *setting = &engine; setting != NULL && setting->name != NULL;
       setting = setting == &engine ? settings : setting + 1)
    {
      const UllField *field = ull_field_by_name (setting->name);
      g_autoptr (GError) error = NULL;
      UllScenario *next;
      gint64 value;

      g_assert_true (ull_field_parse (field, setting->text, &value, &error));
      next = ull_scenario_with (scenario, field->id, value, NULL, &error);
      g_assert_no_error (error);
      ull_scenario_unref (scenario);
      scenario = next;
    }
  return scenario;
}

static void
layout_of (UllModel *model, const Setting *settings, gint64 pool, UllLayout *layout)
{
  g_autoptr (UllScenario) scenario = scenario_of (model, settings);
  g_autoptr (GError) error = NULL;

  g_assert_true (ull_layout_init (layout, scenario, pool, &error));
  g_assert_no_error (error);
}

#define FULL(n, dim) { n, ULL_LAYER_FULL, ULL_GROWTH_TOKEN, 0, 8, dim }
#define SLIDING(n, dim) { n, ULL_LAYER_SLIDING, ULL_GROWTH_CAPPED, 128, 8, dim }
static const Setting plain[] = { { "max_model_len", "4096" }, { NULL, NULL } };
static const Setting off[] = { { "max_model_len", "4096" }, { "hybrid_kv_cache_manager", "off" }, { NULL, NULL } };
static const Setting override[] = { { "max_model_len", "4096" }, { "num_gpu_blocks_override", "16" }, { NULL, NULL } };

/* Layers to groups: how many blocks memory of so many pages gives, into how many groups the layers go, and of what size. */
static void
test_groups (void)
{
  static const struct
  {
    Kind kinds[2];
    const Setting *settings;
    gint64 pages;
    gint64 blocks;
    gint64 groups;
    gint64 size;
  } rows[] = {
    { { FULL (2, 64) }, plain, 2 * 32, 32, 1, 2 },
    { { FULL (1, 64), SLIDING (1, 64) }, plain, 2 * 32, 64, 2, 1 },
    { { FULL (1, 64), SLIDING (1, 64) }, off, 2 * 32, 32, 1, 2 },
    { { FULL (2, 64), SLIDING (4, 64) }, plain, 2 * 32, 32, 3, 2 },
    { { FULL (3, 64), SLIDING (7, 64) }, plain, 3 * 32, 32, 4, 3 },
    { { FULL (6, 64), SLIDING (5, 64) }, plain, 6 * 32, 32, 2, 6 },
    /* Pages of 2 p and p in one group: 3 p a block. */
    { { FULL (1, 128), FULL (1, 64) }, plain, 3 * 32, 32, 1, 1 },
    { { FULL (2, 64) }, override, 2 * 32, 16, 1, 2 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (UllModel) model = model_of (rows[i].kinds, rows[i].kinds[1].count > 0 ? 2 : 1);
      gint64 groups = 0, size = 0;
      UllLayout layout;

      layout_of (model, rows[i].settings, rows[i].pages * PAGE, &layout);
      for (guint k = 0; k < layout.n_groups; k++)
        {
          groups += layout.group[k].groups;
          size = MAX (size, layout.group[k].group_layers);
        }
      g_test_message ("row %u", (guint) i + 1);
      g_assert_cmpint (layout.blocks, ==, rows[i].blocks);
      g_assert_cmpint (layout.usable_blocks, ==, rows[i].blocks - 1);
      g_assert_cmpint (groups, ==, rows[i].groups);
      g_assert_cmpint (size, ==, rows[i].size);
    }
}

/* A page that divides the largest takes so many times the tokens; one that does not is padded. */
static void
test_pages (void)
{
  static const Kind divides[] = { FULL (1, 64), SLIDING (1, 32) }, pads[] = { FULL (1, 64), SLIDING (1, 96) };
  g_autoptr (UllModel) first = model_of (divides, 2), second = model_of (pads, 2);
  UllLayout layout;

  layout_of (first, plain, 32 * PAGE, &layout);
  g_assert_cmpint (layout.blocks, ==, 32);
  g_assert_cmpint (layout.group[1].block_tokens, ==, 32);
  /* 64 p ÷ 1.5 p = 42 */
  layout_of (second, plain, 2 * 32 * PAGE, &layout);
  g_assert_cmpint (layout.blocks, ==, 42);
  g_assert_cmpint (layout.group[0].page_bytes - layout.group[0].filled_bytes, ==, PAGE / 2);
}

/* Blocks that a request holds in a window, at most: ⌈min (w − 1 + tokens in flight, length) ÷ 16⌉ + 1. */
static void
test_window (void)
{
  static const struct
  {
    gint64 window;
    const char *step;
    gint64 blocks;
  } rows[] = { { 1024, "1024", 129 }, { 128, "1024", 73 }, { 64, "128", 13 } };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const Kind kinds[] = { { 2, ULL_LAYER_SLIDING, ULL_GROWTH_CAPPED, rows[i].window, 8, 64 } };
      /* Before steps in flight were counted twice. */
      const Setting settings[] = { { "max_model_len", "16384" }, { "engine_version", "2026-06-01" },
                                   { "max_batched_tokens", rows[i].step }, { NULL, NULL } };
      const Setting later[] = { { "max_model_len", "16384" }, { "engine_version", "2026-07-08" },
                                { "max_batched_tokens", rows[i].step }, { NULL, NULL } };
      g_autoptr (UllModel) model = model_of (kinds, 1);
      UllLayout layout;

      layout_of (model, settings, ULL_GIB, &layout);
      g_assert_cmpint (ull_layout_request_blocks (&layout, 16384), ==, rows[i].blocks);
      g_assert_cmpint (ull_layout_request_blocks (&layout, 1), ==, 2);
      layout_of (model, later, ULL_GIB, &layout);
      g_assert_cmpint (ull_layout_request_blocks (&layout, 16384), >, rows[i].blocks);
    }
}

/* What is printed: 1,536 blocks for 16,384 tokens of full attention are 1.5 of them, 387 of a window that takes 129 are 3,
 * 3,459 of both, 1,153 a request, are 3, and 49,152 tokens. */
static void
test_printed (void)
{
  static const struct
  {
    Kind kinds[2];
    const char *blocks;
    double concurrency;
    gint64 tokens;
  } rows[] = {
    { { FULL (2, 64) }, "1536", 1.5, 24576 },
    { { { 2, ULL_LAYER_SLIDING, ULL_GROWTH_CAPPED, 1024, 8, 64 } }, "387", 3, 49152 },
    { { FULL (2, 64), { 2, ULL_LAYER_SLIDING, ULL_GROWTH_CAPPED, 1024, 8, 64 } }, "3459", 3, 49152 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const Setting settings[] = { { "max_model_len", "16384" }, { "engine_version", "2026-06-01" }, { "max_batched_tokens", "1024" },
                                   { "num_gpu_blocks_override", rows[i].blocks }, { NULL, NULL } };
      g_autoptr (UllModel) model = model_of (rows[i].kinds, rows[i].kinds[1].count > 0 ? 2 : 1);
      UllLayout layout;

      layout_of (model, settings, 10 * ULL_GIB, &layout);
      g_assert_cmpfloat (ull_layout_concurrency (&layout), ==, rows[i].concurrency);
      g_assert_cmpint (layout.tokens, ==, rows[i].tokens);
    }
}

/* 32 layers of 32 heads of 128 at 16 bits: 8 GiB are 1,024 blocks of 16. */
static void
test_check (void)
{
  static const struct
  {
    const char *length;
    gboolean starts;
    gboolean admits;
    gint64 estimate;
  } rows[] = { { "16385", FALSE, FALSE, 16384 }, { "16384", TRUE, FALSE, 16384 }, { "16383", TRUE, FALSE, 16383 },
               { "16368", TRUE, TRUE, 16368 } };
  static const Kind kinds[] = { { 32, ULL_LAYER_FULL, ULL_GROWTH_TOKEN, 0, 32, 128 } };
  g_autoptr (UllModel) model = model_of (kinds, 1);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const Setting settings[] = { { "max_model_len", rows[i].length }, { NULL, NULL } };
      UllEngineReport report;
      UllLayout layout;

      layout_of (model, settings, 8 * ULL_GIB, &layout);
      ull_engine_report (&layout, &report);
      g_assert_true (report.known);
      g_assert_true (report.starts == rows[i].starts);
      g_assert_true (report.admits == rows[i].admits);
      g_assert_cmpint (report.estimated_len, ==, rows[i].estimate);
    }
}

/* At a block's first byte there is one more, and before it none. */
static void
test_staircase (void)
{
  static const Kind kinds[] = { FULL (3, 64), SLIDING (7, 64) };
  g_autoptr (UllModel) model = model_of (kinds, 2);
  UllLayout layout;

  layout_of (model, plain, 0, &layout);
  g_assert_cmpint (layout.block_bytes, ==, 3 * PAGE);
  for (gint64 blocks = 1; blocks < 400; blocks++)
    {
      g_assert_true (ull_layout_set_pool (&layout, blocks * 3 * PAGE - 1));
      g_assert_cmpint (layout.blocks, ==, blocks - 1);
      g_assert_true (ull_layout_set_pool (&layout, blocks * 3 * PAGE));
      g_assert_cmpint (layout.blocks, ==, blocks);
      g_assert_true (ull_layout_set_pool (&layout, blocks * 3 * PAGE + 1));
      g_assert_cmpint (layout.blocks, ==, blocks);
    }
}

/* One token more of model length: 1,025 blocks a request in place of 1,024. The older line counts blocks and stays; the newer
 * one is int (4,096 ÷ 1,025 × 16,385) = 65,476 in place of 65,536. */
static void
test_lines (void)
{
  static const Kind kinds[] = { FULL (2, 64) };
  static const struct
  {
    const char *version;
    const char *length;
    gint64 tokens;
  } rows[] = { { "0.19.0", "16384", 65536 }, { "0.19.0", "16385", 65536 }, { "0.21.0", "16384", 65536 },
               { "0.21.0", "16385", (gint64) (4096.0 / 1025.0 * 16385.0) } };
  g_autoptr (UllModel) model = model_of (kinds, 1);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const Setting settings[] = { { "engine_version", rows[i].version }, { "max_model_len", rows[i].length }, { NULL, NULL } };
      UllLayout layout;

      layout_of (model, settings, 4096 * 2 * PAGE, &layout);
      g_assert_cmpint (layout.tokens, ==, rows[i].tokens);
    }
  g_assert_cmpint ((gint64) (4096.0 / 1025.0 * 16385.0), ==, 65476);
}

/* A release has what its branch had, a day what was there on it, and none set is the newest. */
static void
test_versions (void)
{
  guint n;
  const UllVllmRelease *releases = ull_vllm_releases (&n);

  for (guint i = 1; i < n; i++)
    {
      g_assert_cmpint (releases[i].version, >, releases[i - 1].version);
      g_assert_cmpint (releases[i].day, >, releases[i - 1].day);
      g_assert_cmpint (releases[i].cut, <=, releases[i].day);
    }
  g_assert_false (ull_vllm_version_has (20000, ULL_VLLM_UTILIZATION_92));
  g_assert_true (ull_vllm_version_has (21000, ULL_VLLM_UTILIZATION_92));
  g_assert_false (ull_vllm_version_has (20002, ULL_VLLM_UTILIZATION_92));
  /* 0.20.2 printed 286,007 tokens and 1.12 of 256,000, which are one figure. */
  g_assert_false (ull_vllm_version_has (20000, ULL_VLLM_TOKENS_BY_CONCURRENCY));
  g_assert_true (ull_vllm_version_has (20002, ULL_VLLM_TOKENS_BY_CONCURRENCY));
  g_assert_false (ull_vllm_version_has (20260420, ULL_VLLM_UTILIZATION_92));
  g_assert_true (ull_vllm_version_has (20260421, ULL_VLLM_UTILIZATION_92));
  for (int i = 0; i < ULL_VLLM_N_SWITCHES; i++)
    {
      g_assert_true (ull_vllm_version_has (ULL_UNSET, (UllVllmSwitch) i));
      g_assert_false (ull_vllm_version_has (0, (UllVllmSwitch) i));
    }
}

/* Ten layers on three stages are 3, 4 and 3: of the same pool on each the second holds the most, and its blocks are the fewest. */
static void
test_stages (void)
{
  static const Kind kinds[] = { FULL (10, 64) };
  static const Setting settings[] = { { "max_model_len", "4096" }, { "pp", "3" }, { "available_bytes", "1GiB" }, { NULL, NULL } };
  g_autoptr (UllModel) model = model_of (kinds, 1);
  UllLayout layout;

  layout_of (model, settings, 12 * PAGE * 100, &layout);
  g_assert_cmpint (layout.block_bytes, ==, 4 * PAGE);
  g_assert_cmpint (layout.stage, ==, 2);
  g_assert_cmpint (layout.stage_layers, ==, 4);
  g_assert_cmpint (layout.blocks, ==, 300);
}

/* Bytes that a token takes in one layer, of one head of 128 for key and value: with a scale of four bytes for each, and in
 * TurboQuant's formats. Those leave the first two and the last two of six layers in 16 bits, as long as no layer has a state. */
static void
test_formats (void)
{
  static const struct
  {
    const char *format;
    gint64 bytes;
    gint64 spared;
  } rows[] = { { "bf16", 512, 0 },  { "fp8", 256, 0 }, { "int8_per_token_head", 264, 0 }, { "fp8_per_token_head", 264, 0 },
               { "int4_per_token_head", 136, 0 }, { "nvfp4", 144, 0 }, { "turboquant_k8v4", 196, 4 },
               { "turboquant_4bit_nc", 134, 4 }, { "turboquant_k3v4_nc", 118, 4 }, { "turboquant_3bit_nc", 102, 4 } };
  static const Kind kinds[] = { { 6, ULL_LAYER_FULL, ULL_GROWTH_TOKEN, 0, 1, 128 } };
  g_autoptr (UllModel) model = model_of (kinds, 1);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const Setting settings[] = { { "max_model_len", "4096" }, { "k_dtype", rows[i].format }, { "v_dtype", rows[i].format },
                                   { NULL, NULL } };
      UllLayout layout;

      layout_of (model, settings, ULL_GIB, &layout);
      g_test_message ("%s", rows[i].format);
      g_assert_cmpint (layout.block_bytes, ==, 16 * ((6 - rows[i].spared) * rows[i].bytes + rows[i].spared * 512));
      g_assert_cmpint (layout.per_token, ==, (6 - rows[i].spared) * rows[i].bytes + rows[i].spared * 512);
    }
}

/* A draft's cache lies in every block beside the pages: 2 p and 16 tokens of 1,000 B; three groups of two layers keep it once,
 * and of two stages the last does. */
static void
test_draft (void)
{
  static const Kind plain_kinds[] = { FULL (2, 64) }, mixed_kinds[] = { FULL (2, 64), SLIDING (4, 64) };
  static const Setting settings[] = { { "max_model_len", "4096" }, { "draft_kv_bytes_per_token", "1000" }, { NULL, NULL } };
  static const Setting stages[] = { { "max_model_len", "4096" }, { "draft_kv_bytes_per_token", "1000" }, { "pp", "2" },
                                    { "available_bytes", "1GiB" }, { NULL, NULL } };
  static const Setting cards[] = { { "max_model_len", "4096" }, { "draft_kv_bytes_per_token", "1000" }, { "tp", "2" }, { NULL, NULL } };
  g_autoptr (UllModel) dense = model_of (plain_kinds, 1), mixed = model_of (mixed_kinds, 2);
  UllLayout layout;

  layout_of (dense, settings, ULL_GIB, &layout);
  g_assert_cmpint (layout.block_bytes, ==, 2 * PAGE + 16 * 1000);
  g_assert_cmpint (layout.per_token, ==, 2 * PAGE / 16 + 1000);
  g_assert_cmpint (layout.blocks, ==, ULL_GIB / (2 * PAGE + 16000));
  layout_of (mixed, settings, ULL_GIB, &layout);
  g_assert_cmpint (layout.block_bytes, ==, 2 * PAGE + 16 * 1000);
  layout_of (dense, stages, ULL_GIB, &layout);
  g_assert_cmpint (layout.stage, ==, 2);
  g_assert_cmpint (layout.block_bytes, ==, PAGE + 16 * 1000);
  /* It is typed for one card. */
  layout_of (dense, cards, ULL_GIB, &layout);
  g_assert_cmpint (layout.block_bytes, ==, PAGE + 16 * 1000);
  g_assert_cmpint (layout.kv_copies, ==, 1);
}

/* A request of 1,000 tokens and 600 of images takes 100 blocks of 16; the model length counts both already. */
static void
test_images (void)
{
  static const Kind kinds[] = { FULL (2, 64) };
  static const Setting settings[] = { { "max_model_len", "4096" }, { "image_tokens", "600" }, { NULL, NULL } };
  g_autoptr (UllModel) model = model_of (kinds, 1);
  UllEngineReport report;
  UllLayout layout;

  layout_of (model, settings, 257 * 2 * PAGE, &layout);
  g_assert_cmpint (ull_layout_request_blocks (&layout, 1000), ==, 100);
  g_assert_cmpint (layout.model_len_blocks, ==, 256);
  g_assert_cmpint (ull_layout_max_requests (&layout, 1000), ==, 2);
  /* 128 blocks each are 2,048 tokens. */
  g_assert_cmpint (ull_layout_max_tokens (&layout, 2, 3496), ==, 2048 - 600);
  g_assert_cmpint (ull_layout_max_tokens (&layout, 1, 3496), ==, 3496);
  g_assert_cmpint (ull_layout_max_tokens (&layout, 10, 3496), ==, 0);
  ull_engine_report (&layout, &report);
  g_assert_true (report.starts);
  g_assert_cmpint (report.estimated_len, ==, 4096);
}

/* The second generation of the runner takes dense models without states, and some with experts, since it is there. */
static void
test_runner (void)
{
  static const struct
  {
    const char *family;
    gint64 experts;
    const char *version;
    gint64 runner;
  } rows[] = { { "llama", 0, "0.29.0", ULL_RUNNER_V2 },      { "llama", 0, "0.19.0", ULL_RUNNER_V1 },
               { "qwen3_moe", 128, "0.29.0", ULL_RUNNER_V1 }, { "qwen2_moe", 60, "0.29.0", ULL_RUNNER_V2 },
               { "deepseek_v2", 64, "0.29.0", ULL_RUNNER_V2 }, { "gpt_oss", 32, "0.29.0", ULL_RUNNER_V1 },
               { "qwen2_moe", 60, "0.19.0", ULL_RUNNER_V1 } };
  static const Kind kinds[] = { FULL (2, 64) };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const Setting settings[] = { { "engine_version", rows[i].version }, { NULL, NULL } };
      g_autoptr (UllModel) model = model_of (kinds, 1);
      g_autoptr (UllScenario) scenario = NULL;

      model->family = g_strdup (rows[i].family);
      model->anatomy.experts = rows[i].experts;
      scenario = scenario_of (model, settings);
      g_test_message ("%s %s", rows[i].family, rows[i].version);
      g_assert_cmpint (ull_engine_get_setting (scenario, ULL_FIELD_MODEL_RUNNER), ==, rows[i].runner);
    }
}

/* Past 8 KV heads cards hold copies; dividing the tokens among those puts them to use: a block is 16 tokens on each. */
static void
test_copies (void)
{
  static const Kind kinds[] = { FULL (2, 64) };
  static const Setting copies[] = { { "max_model_len", "4096" }, { "tp", "16" }, { NULL, NULL } };
  static const Setting divided[] = { { "max_model_len", "4096" }, { "tp", "16" }, { "dcp", "2" }, { NULL, NULL } };
  g_autoptr (UllModel) model = model_of (kinds, 1);
  UllLayout layout;

  layout_of (model, copies, ULL_GIB, &layout);
  g_assert_cmpint (layout.kv_copies, ==, 2);
  g_assert_cmpint (ull_layout_request_blocks (&layout, 4096), ==, 256);
  layout_of (model, divided, ULL_GIB, &layout);
  g_assert_cmpint (layout.kv_copies, ==, 1);
  g_assert_cmpint (ull_layout_request_blocks (&layout, 4096), ==, 128);
}

/* 43 layers of DeepSeek-V4-Flash: 2 of a window alone, 21 of ratio 4 with an indexer, 20 of ratio 128. */
static UllModel *
packed_model (void)
{
  static const gint64 layers[] = { 2, 21, 20 }, ratios[] = { 0, 4, 128 };
  g_autoptr (GError) error = NULL;
  UllModel facts = { .name = g_strdup ("Packed"), .parameters = -1, .weight_bytes = -1, .max_positions = -1, .query_heads = 64,
                     .native_dtype = ULL_DTYPE_BF16, .state_dtype = ULL_DTYPE_UNKNOWN, .n_runs = 3, .n_layers = 43 };
  UllModel *model;

  facts.runs = g_new0 (UllRun, 3);
  facts.layer_run = g_new (guint8, 43);
  for (guint i = 0, layer = 0; i < 3; i++)
    {
      UllRun *run = &facts.runs[i];

      *run = (UllRun) { .count = layers[i], .kind = ULL_LAYER_SLIDING, .n_stores = i == 0 ? 1 : i == 1 ? 3 : 2 };
      run->stores[0] = (UllStore) { ULL_GROWTH_CAPPED, ULL_SHARD_REPLICATED, ULL_ROLE_CACHE, 128, 1, 1, 512, 0, 0,
                                    ULL_DTYPE_KV, ULL_DTYPE_KV };
      run->stores[1] = (UllStore) { ULL_GROWTH_TOKEN, ULL_SHARD_REPLICATED, ULL_ROLE_CACHE, 0, ratios[i], 1, 512, 0, 0,
                                    ULL_DTYPE_KV, ULL_DTYPE_KV };
      run->stores[2] = (UllStore) { ULL_GROWTH_TOKEN, ULL_SHARD_REPLICATED, ULL_ROLE_INDEXER, 0, ratios[i], 1, 128, 0, 0,
                                    ULL_DTYPE_KV, ULL_DTYPE_KV };
      for (gint64 k = 0; k < layers[i]; k++)
        facts.layer_run[layer++] = (guint8) i;
    }
  model = ull_model_take (&facts, &error);
  g_assert_no_error (error);
  return model;
}

/* Entries of several tokens. Pages in whole units of 576 B: 64 entries of 584 B are 37,440, 64 of an indexer's 132 B are
 * 8,640, two of 584 B are 1,728; states of 4 * 2,048 and 8 * 1,024 floats are 32,832. A block has been
 *   22 tuples of 37,440 + 8,640 + 1,728                    = 1,051,776 B: what the start-up check still takes
 *   22 * 37,440 + 21 * 8,640 + 20 * 1,728                  = 1,039,680 B
 *   the entries' table, 21 * (37,440 + 8,640) + 20 * 1,728 = 1,002,240 B
 * and at 98,304 tokens with steps of 8,192 twice in flight a request holds 384 blocks of entries, 2 * (258 + 1) of windows,
 * ceil (16,391 / 4) + 1 = 4,099 and ceil (16,511 / 8) + 1 = 2,065 of states: 7,066. */
static void
test_packed (void)
{
  static const struct
  {
    const char *version;
    gint64 bytes;
  } rows[] = { { "2026-05-20", 1051776 }, { "2026-07-01", 1039680 }, { "2026-09-01", 1002240 } };
  g_autoptr (UllModel) model = packed_model ();

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const Setting settings[] = { { "max_model_len", "98304" }, { "max_batched_tokens", "8192" },
                                   { "engine_version", rows[i].version }, { NULL, NULL } };
      UllLayout layout;
      UllEngineReport said;

      layout_of (model, settings, 54117 * G_GINT64_CONSTANT (1002240), &layout);
      g_assert_cmpint (layout.block_bytes, ==, rows[i].bytes);
      g_assert_cmpint (layout.check_bytes, ==, 1051776);
      if (i < 2)
        continue;
      g_assert_cmpint (layout.model_len_blocks, ==, 7066);
      g_assert_cmpint (layout.tokens, ==, 752889);
      ull_engine_report (&layout, &said);
      g_assert_cmpint (said.needed_bytes, ==, 7066 * G_GINT64_CONSTANT (1051776));
    }
}

/* Concurrency once counted bytes in blocks of the first table: at 256,000 tokens with 8,192 in flight 1,000 blocks of entries,
 * 131 each of 22 and 21 windows of 37,440, 2,051 of 21 * (37,440 + 8,640) and 1,041 of 20 * 37,440 bytes of states come to
 * 3,968.5 times 1,002,240 B: 3,969 blocks, and 38,724 of them print 2,497,693 tokens. */
static void
test_packed_concurrency (void)
{
  static const Setting settings[] = { { "max_model_len", "256000" }, { "max_batched_tokens", "8192" },
                                      { "engine_version", "2026-05-20" }, { NULL, NULL } };
  g_autoptr (UllModel) model = packed_model ();
  UllLayout layout;

  layout_of (model, settings, 38724 * G_GINT64_CONSTANT (1051776), &layout);
  g_assert_cmpint (layout.concurrency_blocks, ==, 3969);
  g_assert_cmpint (layout.tokens, ==, 2497693);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vllm/groups", test_groups);
  g_test_add_func ("/vllm/pages", test_pages);
  g_test_add_func ("/vllm/window", test_window);
  g_test_add_func ("/vllm/printed", test_printed);
  g_test_add_func ("/vllm/check", test_check);
  g_test_add_func ("/vllm/staircase", test_staircase);
  g_test_add_func ("/vllm/lines", test_lines);
  g_test_add_func ("/vllm/versions", test_versions);
  g_test_add_func ("/vllm/stages", test_stages);
  g_test_add_func ("/vllm/copies", test_copies);
  g_test_add_func ("/vllm/packed", test_packed);
  g_test_add_func ("/vllm/packed-concurrency", test_packed_concurrency);
  g_test_add_func ("/vllm/formats", test_formats);
  g_test_add_func ("/vllm/draft", test_draft);
  g_test_add_func ("/vllm/images", test_images);
  g_test_add_func ("/vllm/runner", test_runner);
  return g_test_run ();
}
