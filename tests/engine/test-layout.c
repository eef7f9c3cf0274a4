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
  g_test_add_func ("/layout/page-boundary", test_page_boundary);
  g_test_add_func ("/budget/available", test_available);
  g_test_add_func ("/budget/driver", test_driver);
  g_test_add_func ("/budget/range", test_range);
  return g_test_run ();
}
