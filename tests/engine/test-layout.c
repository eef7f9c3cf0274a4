#include "ull-budget.h"
#include "ull-error.h"
#include "ull-layout.h"
#include "ull-units.h"

static UllModel *
model_with (const UllStore *store, UllLayerKind kind)
{
  UllModel facts = { .name = g_strdup ("Two kinds"), .parameters = -1, .weight_bytes = -1, .max_positions = -1,
                     .query_heads = 32, .native_dtype = ULL_DTYPE_BF16, .state_dtype = ULL_DTYPE_UNKNOWN, .n_runs = 2,
                     .n_layers = 6 };

  facts.runs = g_new0 (UllRun, 2);
  facts.runs[0] = (UllRun) {
    .count = 2,
    .kind = ULL_LAYER_FULL,
    .n_stores = 1,
    .stores = { { ULL_GROWTH_TOKEN, ULL_SHARD_HEADS, ULL_ROLE_CACHE, 0, 1, 8, 128, 128, 0, ULL_DTYPE_KV, ULL_DTYPE_KV } }
  };
  facts.runs[1] = (UllRun) { .count = 4, .kind = kind, .n_stores = 1, .stores = { *store } };
  facts.layer_run = g_memdup2 ("\0\1\1\0\1\1", 6);
  return ull_model_take (&facts, NULL);
}

static void
layout_of (UllModel *model, UllEngineId engine, gint64 block, gint64 pool, UllLayout *layout)
{
  g_autoptr (UllDevice) device = ull_device_new_custom (ULL_GIB);
  g_autoptr (UllScenario) first = ull_scenario_new (model, device);
  g_autoptr (UllScenario) second = ull_scenario_with (first, ULL_FIELD_ENGINE, engine, NULL, NULL);
  g_autoptr (UllScenario) third = ull_scenario_with (second, ULL_FIELD_BLOCK_SIZE, block, NULL, NULL);

  g_assert_true (ull_layout_init (layout, third, pool, NULL));
}

/* Two full layers of 2 × 8 × 128 × 2 B = 4,096 B a token each; four windows of the same that stop at 500 tokens:
 * T tokens take 8,192 T + 16,384 min (T, 500). */
static void
test_window (void)
{
  static const UllStore window = { ULL_GROWTH_CAPPED, ULL_SHARD_HEADS, ULL_ROLE_CACHE, 500, 1, 8, 128, 128, 0, ULL_DTYPE_KV, ULL_DTYPE_KV };
  g_autoptr (UllModel) model = model_with (&window, ULL_LAYER_SLIDING);
  UllLayout layout;
  gint64 bytes;

  layout_of (model, ULL_ENGINE_IDEAL, 16, ULL_GIB, &layout);
  g_assert_cmpint (layout.per_token, ==, 8192);
  g_assert_false (layout.uniform);
  g_assert_true (ull_layout_request_bytes (&layout, 100, &bytes));
  g_assert_cmpint (bytes, ==, 100 * (8192 + 16384));
  g_assert_true (ull_layout_request_bytes (&layout, 10000, &bytes));
  g_assert_cmpint (bytes, ==, 10000 * 8192 + 500 * 16384);
  /* floor (2^30 ÷ 90,112,000) = 11 */
  g_assert_cmpint (ull_layout_max_requests (&layout, 10000), ==, 11);
  /* (2^30 − 500 × 16,384) ÷ 8,192 = 130,072 */
  g_assert_cmpint (ull_layout_max_tokens (&layout, 1, 1 << 30), ==, 130072);
  g_assert_cmpint (ull_layout_max_tokens (&layout, 1, 4096), ==, 4096);

  /* In blocks of 16 the window is 32 of them: 512 tokens. */
  layout_of (model, ULL_ENGINE_PAGED, 16, ULL_GIB, &layout);
  g_assert_true (ull_layout_request_bytes (&layout, 10000, &bytes));
  g_assert_cmpint (bytes, ==, 10000 * 8192 + 512 * 16384);
  g_assert_true (ull_layout_request_bytes (&layout, 10001, &bytes));
  g_assert_cmpint (bytes, ==, 10016 * 8192 + 512 * 16384);
}

/* Four layers with a state of 4,096 f32 elements: 65,536 B however long the request is. */
static void
test_state (void)
{
  static const UllStore state = { ULL_GROWTH_CONSTANT, ULL_SHARD_CHANNELS, ULL_ROLE_CACHE, 0, 1, 1, 4096, 0, 0, ULL_DTYPE_F32, ULL_DTYPE_F32 };
  g_autoptr (UllModel) model = model_with (&state, ULL_LAYER_RECURRENT);
  UllLayout layout;
  gint64 bytes;

  layout_of (model, ULL_ENGINE_IDEAL, 16, ULL_GIB, &layout);
  g_assert_cmpint (layout.constant, ==, 65536);
  g_assert_true (ull_layout_request_bytes (&layout, 1000, &bytes));
  g_assert_cmpint (bytes, ==, 1000 * 8192 + 65536);
}

/* An encoder that always makes 1,500 tokens: 4 × 4,096 B × 1,500 a sequence. */
static void
test_side (void)
{
  static const UllStore side = { ULL_GROWTH_SIDE, ULL_SHARD_HEADS, ULL_ROLE_CACHE, 1500, 1, 8, 128, 128, 0, ULL_DTYPE_KV, ULL_DTYPE_KV };
  g_autoptr (UllModel) model = model_with (&side, ULL_LAYER_CROSS);
  UllLayout layout;
  gint64 bytes;

  layout_of (model, ULL_ENGINE_IDEAL, 16, ULL_GIB, &layout);
  g_assert_cmpint (layout.constant, ==, 4 * 4096 * 1500);
  g_assert_true (ull_layout_request_bytes (&layout, 10, &bytes));
  g_assert_cmpint (bytes, ==, 10 * 8192 + 4 * 4096 * 1500);
}

/* One entry of 576 elements for 4 tokens, in four layers: 4,608 B every 4 tokens, rounded up. */
static void
test_compressed (void)
{
  static const UllStore latent = { ULL_GROWTH_TOKEN, ULL_SHARD_REPLICATED, ULL_ROLE_CACHE, 0, 4, 1, 576, 0, 0, ULL_DTYPE_KV, ULL_DTYPE_KV };
  g_autoptr (UllModel) model = model_with (&latent, ULL_LAYER_LATENT);
  UllLayout layout;
  gint64 bytes;

  layout_of (model, ULL_ENGINE_IDEAL, 16, ULL_GIB, &layout);
  g_assert_cmpint (layout.per_token, ==, 8192 + 4608 / 4);
  g_assert_true (ull_layout_request_bytes (&layout, 9, &bytes));
  g_assert_cmpint (bytes, ==, 9 * 8192 + 3 * 4608);
}

static UllScenario *
limited (UllModel *model, gint64 positions, gint64 model_len)
{
  g_autoptr (UllDevice) device = ull_device_new_custom (ULL_GIB);
  g_autoptr (UllScenario) scenario = NULL;

  /* Nobody else holds the model yet. */
  model->max_positions = positions;
  scenario = ull_scenario_new (model, device);
  return ull_scenario_with (scenario, ULL_FIELD_MAX_MODEL_LEN, model_len, NULL, NULL);
}

/* A window of 262,144 tokens in a model of 131,072 is never full: its four layers grow like the two others, 6 × 4,096 =
 * 24,576 B a token. A typed model length is the limit in place of the model's; a window as long as the limit is not left
 * by any request either. */
static void
test_window_past_limit (void)
{
  static const UllStore window = { ULL_GROWTH_CAPPED, ULL_SHARD_HEADS, ULL_ROLE_CACHE, 262144, 1, 8, 128, 128, 0, ULL_DTYPE_KV, ULL_DTYPE_KV };
  static const struct
  {
    gint64 positions, model_len, per_token;
  } cases[] = {
    { 131072, ULL_UNSET, 24576 }, { 262144, ULL_UNSET, 24576 }, { 262145, ULL_UNSET, 8192 }, { -1, ULL_UNSET, 8192 },
    { 131072, 300000, 8192 },     { 1000000, 262144, 24576 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (UllModel) model = model_with (&window, ULL_LAYER_SLIDING);
      g_autoptr (UllScenario) scenario = limited (model, cases[i].positions, cases[i].model_len);
      UllLayout layout;

      g_assert_true (ull_layout_init (&layout, scenario, ULL_GIB, NULL));
      g_assert_cmpint (layout.per_token, ==, cases[i].per_token);
      g_assert_cmpint (layout.tokens, ==, ULL_GIB / cases[i].per_token);
      g_assert_cmpint (layout.blocks, ==, ULL_GIB / (cases[i].per_token * 16));
      g_assert_cmpint (layout.uniform, ==, cases[i].per_token == 24576);
    }
}

/* All that is kept stops at 4,096 tokens: no tokens and no blocks to count, and 512 MiB for any longer request. */
static void
test_nothing_grows (void)
{
  g_autoptr (UllModel) model = ull_model_new_dense ("Windows", 32, 32, 8, 128, NULL);
  UllLayout layout;
  gint64 bytes;

  model->runs[0].stores[0].growth = ULL_GROWTH_CAPPED;
  model->runs[0].stores[0].cap = 4096;
  for (int engine = 0; engine <= ULL_ENGINE_PAGED; engine++)
    {
      layout_of (model, (UllEngineId) engine, 16, ULL_GIB, &layout);
      g_assert_cmpint (layout.per_token, ==, 0);
      g_assert_cmpint (layout.tokens, ==, -1);
      g_assert_cmpint (layout.blocks, ==, -1);
      g_assert_cmpint (layout.usable_blocks, ==, -1);
      g_assert_true (ull_layout_request_bytes (&layout, 1 << 20, &bytes));
      g_assert_cmpint (bytes, ==, 512 * ULL_MIB);
      g_assert_cmpint (ull_layout_max_requests (&layout, 1 << 20), ==, 2);
      /* Two of any length; of three each has 357,913,941 B: 2,730 tokens of 131,072 B, in blocks of 16 2,720. */
      g_assert_cmpint (ull_layout_max_tokens (&layout, 2, 1 << 20), ==, 1 << 20);
      g_assert_cmpint (ull_layout_max_tokens (&layout, 3, 1 << 20), ==, engine == ULL_ENGINE_IDEAL ? 2730 : 2720);
    }
}

/* Bytes of a request by another way than the layout's: 8,192 B a token, and beside them a window, a state or packed
 * entries, by the formulas of the tests above. */
static gint64
by_hand (const UllStore *store, gint64 tokens, gint64 block)
{
  gint64 whole = (tokens + block - 1) / block * block;
  gint64 cap = (store->cap + block - 1) / block * block;

  if (store->growth == ULL_GROWTH_CAPPED)
    return 8192 * whole + 16384 * MIN (whole, cap);
  if (store->growth == ULL_GROWTH_CONSTANT)
    return 8192 * whole + 65536;
  return 8192 * whole + 4608 * ((whole + 3) / 4);
}

/* The longest of n that fit, and the most of T tokens that fit, against counting up. */
static void
test_brute_force (void)
{
  static const UllStore stores[] = {
    { ULL_GROWTH_CAPPED, ULL_SHARD_HEADS, ULL_ROLE_CACHE, 500, 1, 8, 128, 128, 0, ULL_DTYPE_KV, ULL_DTYPE_KV },
    { ULL_GROWTH_CONSTANT, ULL_SHARD_CHANNELS, ULL_ROLE_CACHE, 0, 1, 1, 4096, 0, 0, ULL_DTYPE_F32, ULL_DTYPE_F32 },
    { ULL_GROWTH_TOKEN, ULL_SHARD_REPLICATED, ULL_ROLE_CACHE, 0, 4, 1, 576, 0, 0, ULL_DTYPE_KV, ULL_DTYPE_KV },
  };
  guint n = 0;

  for (guint i = 0; i < 60; i++)
    {
      const UllStore *store = &stores[i % G_N_ELEMENTS (stores)];
      UllEngineId engine = g_test_rand_bit () ? ULL_ENGINE_PAGED : ULL_ENGINE_IDEAL;
      gint64 block = engine == ULL_ENGINE_IDEAL ? 1 : 16;
      gint64 pool = g_test_rand_int_range (1, 64) * ULL_MIB + g_test_rand_int_range (0, 8192);
      g_autoptr (UllModel) model = model_with (store, ULL_LAYER_FULL);
      UllLayout layout;

      layout_of (model, engine, 16, pool, &layout);
      for (gint64 requests = 1; requests <= 9; requests++)
        {
          gint64 longest = 0;

          while (longest < 3000 && requests * by_hand (store, longest + 1, block) <= pool)
            longest++;
          g_assert_cmpint (ull_layout_max_tokens (&layout, requests, 3000), ==, longest);
          n++;
        }
      for (gint64 tokens = 1; tokens < 3000; tokens = tokens * 3 / 2 + 1)
        g_assert_cmpint (ull_layout_max_requests (&layout, tokens), ==, pool / by_hand (store, tokens, block));
    }
  g_test_message ("%u longest requests", n);
}

/* 8 heads in two layers, 4 in four: the lever's 4 halves both, 2 × 2,048 + 4 × 1,024 B = 8,192 B a token. One would leave
 * half a head in four layers; 16 doubles both. */
static void
test_kv_heads (void)
{
  static const UllStore narrow = { ULL_GROWTH_TOKEN, ULL_SHARD_HEADS, ULL_ROLE_CACHE, 0, 1, 4, 128, 128, 0, ULL_DTYPE_KV, ULL_DTYPE_KV };
  static const struct
  {
    gint64 heads, per_token;
  } cases[] = { { 2, 4096 }, { 4, 8192 }, { 8, 16384 }, { 16, 32768 }, { 32, 65536 } };
  g_autoptr (UllModel) model = model_with (&narrow, ULL_LAYER_FULL);
  g_autoptr (UllDevice) device = ull_device_new_custom (ULL_GIB);
  g_autoptr (UllScenario) base = ull_scenario_new (model, device);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (ull_scenario_get_kv_heads (base), ==, -1);
  g_assert_null (ull_scenario_get_kv_heads_reason (base));
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (UllScenario) scenario = ull_scenario_with (base, ULL_FIELD_KV_HEADS, cases[i].heads, NULL, NULL);
      UllLayout layout;

      g_assert_cmpint (ull_scenario_get_kv_heads (scenario), ==, cases[i].heads);
      g_assert_true (ull_layout_init (&layout, scenario, ULL_GIB, NULL));
      g_assert_cmpint (layout.per_token, ==, cases[i].per_token);
    }
  g_assert_null (ull_scenario_with (base, ULL_FIELD_KV_HEADS, 1, NULL, &error));
  g_assert_error (error, ULL_ERROR, ULL_ERROR_INVALID);
  g_assert_cmpstr (error->message, ==,
                   "KV heads: 1 of 8 would leave part of a head where a layer has 4; a ratio that divides them all would "
                   "be right");
}

/* Where nothing is kept by heads, or where no other number divides, the lever has a reason not to move. */
static void
test_kv_heads_reason (void)
{
  static const UllStore latent = { ULL_GROWTH_TOKEN, ULL_SHARD_REPLICATED, ULL_ROLE_CACHE, 0, 1, 1, 576, 0, 0, ULL_DTYPE_KV, ULL_DTYPE_KV };
  g_autoptr (UllModel) model = model_with (&latent, ULL_LAYER_LATENT);
  g_autoptr (UllModel) odd = ull_model_new_dense ("Odd", 4, 1, 1, 128, NULL);
  g_autoptr (UllDevice) device = ull_device_new_custom (ULL_GIB);
  g_autoptr (UllScenario) mixed = NULL, only_latent = NULL, one = NULL;

  /* Two of its layers have heads: they are scaled and the latent is left alone. */
  mixed = ull_scenario_new (model, device);
  g_assert_null (ull_scenario_get_kv_heads_reason (mixed));
  model->runs[0].stores[0] = latent;
  only_latent = ull_scenario_new (model, device);
  g_assert_cmpstr (ull_scenario_get_kv_heads_reason (only_latent), ==, "This model keeps no keys and values by heads.");
  one = ull_scenario_new (odd, device);
  g_assert_cmpstr (ull_scenario_get_kv_heads_reason (one), ==,
                   "No other number of KV heads divides in every layer of this model.");
}

/* At fp8 the two full layers halve, 4,096 B a token; the f32 state stays at 65,536 B. */
static void
test_fixed_format (void)
{
  static const UllStore state = { ULL_GROWTH_CONSTANT, ULL_SHARD_CHANNELS, ULL_ROLE_CACHE, 0, 1, 1, 4096, 0, 0, ULL_DTYPE_F32, ULL_DTYPE_F32 };
  g_autoptr (UllModel) model = model_with (&state, ULL_LAYER_RECURRENT);
  g_autoptr (UllDevice) device = ull_device_new_custom (ULL_GIB);
  g_autoptr (UllScenario) base = ull_scenario_new (model, device);
  g_autoptr (UllScenario) fp8 = ull_scenario_with_kv_dtype (base, ULL_DTYPE_FP8);
  UllLayout layout;

  g_assert_true (ull_layout_init (&layout, fp8, ULL_GIB, NULL));
  g_assert_cmpint (layout.per_token, ==, 4096);
  g_assert_cmpint (layout.constant, ==, 65536);
}

/* A pool one byte short of a page has one block fewer, at exactly that byte. */
static void
test_page_boundary (void)
{
  g_autoptr (UllModel) model = ull_model_new_dense ("Dense", 32, 32, 8, 128, NULL);
  UllLayout layout;

  layout_of (model, ULL_ENGINE_PAGED, 16, 10 * 2097152, &layout);
  g_assert_cmpint (layout.page_bytes, ==, 2097152);
  g_assert_cmpint (layout.blocks, ==, 10);
  g_assert_cmpint (ull_layout_max_requests (&layout, 80), ==, 2);
  layout_of (model, ULL_ENGINE_PAGED, 16, 10 * 2097152 - 1, &layout);
  g_assert_cmpint (layout.blocks, ==, 9);
  g_assert_cmpint (ull_layout_max_requests (&layout, 80), ==, 1);
}

/* The pool alone, as a log gives it: nothing else of the card counts. */
static void
test_available (void)
{
  g_autoptr (UllModel) model = ull_model_new_dense ("Dense", 32, 32, 8, 128, NULL);
  g_autoptr (UllDevice) device = ull_device_new_custom (24 * ULL_GIB);
  g_autoptr (UllScenario) first = ull_scenario_new (model, device);
  g_autoptr (UllScenario) scenario = ull_scenario_with (first, ULL_FIELD_AVAILABLE, 4600 * ULL_MIB, NULL, NULL);
  UllBudget budget;

  g_assert_true (ull_budget_terms (scenario, &budget, NULL));
  g_assert_false (budget.term[ULL_TERM_KV_POOL].present);
  ull_budget_close (&budget);
  g_assert_cmpint (budget.pool, ==, 4600 * ULL_MIB);
  g_assert_cmpint (budget.card, ==, 4600 * ULL_MIB);
}

/* 24,564 MiB reported, 24,210 allocatable: the driver keeps 354 MiB below what utilisation divides. */
static void
test_driver (void)
{
  g_autoptr (UllModel) model = ull_model_new_dense ("Dense", 32, 32, 8, 128, NULL);
  g_autoptr (UllScenario) first = ull_scenario_new (model, ull_device_find ("rtx-4090"));
  g_autoptr (UllScenario) scenario = ull_scenario_with (first, ULL_FIELD_UTILIZATION, 900000, NULL, NULL);
  UllBudget budget;

  g_assert_true (ull_budget_terms (scenario, &budget, NULL));
  ull_budget_close (&budget);
  g_assert_cmpint (budget.term[ULL_TERM_DRIVER].bytes, ==, 354 * ULL_MIB);
  g_assert_cmpint (budget.given, ==, 24210 * ULL_MIB * 9 / 10);
  g_assert_false (budget.term[ULL_TERM_WEIGHTS].present);
}

/* A card whose allocatable size is a guess of 20 to 22 GiB: at 0.5 the pool is 10 to 11 GiB. */
static void
test_range (void)
{
  g_autoptr (UllModel) model = ull_model_new_dense ("Dense", 32, 32, 8, 128, NULL);
  g_autoptr (UllDevice) device = ull_device_new ("guess", "Guess", 24, 24 * ULL_GIB, 21 * ULL_GIB);
  g_autoptr (UllScenario) first = NULL;
  g_autoptr (UllScenario) scenario = NULL;
  UllBudget budget;

  device->allocatable_low = 20 * ULL_GIB;
  device->allocatable_high = 22 * ULL_GIB;
  device->guess = TRUE;
  first = ull_scenario_new (model, device);
  scenario = ull_scenario_with (first, ULL_FIELD_UTILIZATION, 500000, NULL, NULL);
  g_assert_true (ull_budget_terms (scenario, &budget, NULL));
  ull_budget_close (&budget);
  g_assert_cmpint (budget.pool, ==, 21 * ULL_GIB / 2);
  g_assert_cmpint (budget.pool_low, ==, 10 * ULL_GIB);
  g_assert_cmpint (budget.pool_high, ==, 11 * ULL_GIB);
  g_assert_cmpint (budget.term[ULL_TERM_DRIVER].low, ==, 2 * ULL_GIB);
  g_assert_cmpint (budget.term[ULL_TERM_DRIVER].source, ==, ULL_SOURCE_GUESS);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/layout/window", test_window);
  g_test_add_func ("/layout/state", test_state);
  g_test_add_func ("/layout/side", test_side);
  g_test_add_func ("/layout/compressed", test_compressed);
  g_test_add_func ("/layout/window-past-limit", test_window_past_limit);
  g_test_add_func ("/layout/nothing-grows", test_nothing_grows);
  g_test_add_func ("/layout/brute-force", test_brute_force);
  g_test_add_func ("/layout/kv-heads", test_kv_heads);
  g_test_add_func ("/layout/kv-heads-reason", test_kv_heads_reason);
  g_test_add_func ("/layout/fixed-format", test_fixed_format);
  g_test_add_func ("/layout/page-boundary", test_page_boundary);
  g_test_add_func ("/budget/available", test_available);
  g_test_add_func ("/budget/driver", test_driver);
  g_test_add_func ("/budget/range", test_range);
  return g_test_run ();
}
