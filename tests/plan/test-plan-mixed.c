#include "ull-plan.h"
#include "ull-units.h"

#include <string.h>

/* Plans of models whose layers keep different stores: the sum, the verdict and the answers where nothing grows. Sizes are
 * those of public models, derived beside each. */

#define KV .per = 1, .k_format = ULL_DTYPE_KV, .v_format = ULL_DTYPE_KV

static const UllStore full = { .growth = ULL_GROWTH_TOKEN, .heads = 4, .k_dim = 256, .v_dim = 256, KV };
static const UllStore window = { .growth = ULL_GROWTH_CAPPED, .cap = 1024, .heads = 4, .k_dim = 256, .v_dim = 256, KV };
static const UllStore pair = { .growth = ULL_GROWTH_TOKEN, .heads = 2, .k_dim = 128, .v_dim = 128, KV };
static const UllStore state = { .growth = ULL_GROWTH_CONSTANT, .shard = ULL_SHARD_CHANNELS, .per = 1, .heads = 1, .k_dim = 15360,
                                .v_dim = 81920, .k_format = ULL_DTYPE_BF16, .v_format = ULL_DTYPE_F32 };
static const UllStore latent = { .growth = ULL_GROWTH_TOKEN, .shard = ULL_SHARD_REPLICATED, .heads = 1, .k_dim = 576, KV };
static const UllStore indexer = { .growth = ULL_GROWTH_TOKEN, .shard = ULL_SHARD_REPLICATED, .role = ULL_ROLE_INDEXER,
                                  .per = 1, .heads = 1, .k_dim = 128, .extra_bytes = 4, .k_format = ULL_DTYPE_FP8,
                                  .v_format = ULL_DTYPE_FP8 };
static const UllStore packed = { .growth = ULL_GROWTH_TOKEN, .shard = ULL_SHARD_REPLICATED, .per = 4, .heads = 1, .k_dim = 577,
                                 .k_format = ULL_DTYPE_FP8, .v_format = ULL_DTYPE_FP8 };
static const UllStore side = { .growth = ULL_GROWTH_SIDE, .cap = 1500, .heads = 20, .k_dim = 64, .v_dim = 64, KV };

typedef struct
{
  gint64 layers;
  UllLayerKind kind;
  const UllStore *store[2];
} Layers;

static UllScenario *
make_scenario (const Layers *layers, guint n, UllEngineId engine, gint64 context, gint64 concurrency)
{
  UllModel facts = { .name = g_strdup ("Mixed"), .query_heads = 8, .hidden_size = -1, .parameters = -1, .weight_bytes = -1,
                     .max_positions = -1, .native_dtype = ULL_DTYPE_BF16, .state_dtype = ULL_DTYPE_UNKNOWN, .n_runs = n };
  g_autoptr (UllDevice) device = ull_device_new_custom (ULL_GIB);
  g_autoptr (UllModel) model = NULL;
  g_autoptr (UllScenario) base = NULL, with_engine = NULL, with_context = NULL;
  GByteArray *order = g_byte_array_new ();

  facts.runs = g_new0 (UllRun, n);
  for (guint8 i = 0; i < n; i++)
    {
      facts.runs[i].count = layers[i].layers;
      facts.runs[i].kind = layers[i].kind;
      for (guint k = 0; k < 2 && layers[i].store[k] != NULL; k++)
        facts.runs[i].stores[facts.runs[i].n_stores++] = *layers[i].store[k];
      for (gint64 k = 0; k < layers[i].layers; k++)
        g_byte_array_append (order, &i, 1);
    }
  facts.n_layers = order->len;
  facts.layer_run = g_byte_array_free (order, FALSE);
  model = ull_model_take (&facts, NULL);
  g_assert_nonnull (model);
  base = ull_scenario_new (model, device);
  with_engine = ull_scenario_with (base, ULL_FIELD_ENGINE, engine, NULL, NULL);
  with_context = ull_scenario_with (with_engine, ULL_FIELD_CONTEXT, context, NULL, NULL);
  return ull_scenario_with (with_context, ULL_FIELD_CONCURRENCY, concurrency, NULL, NULL);
}

static UllPlan *
plan_of (const UllScenario *scenario)
{
  g_autoptr (GError) error = NULL;
  UllPlan *plan = ull_plan_new (scenario, &error);

  g_assert_no_error (error);
  return plan;
}

typedef struct
{
  const char *label;
  const char *sum;
  const char *value;
} Line;

/* The first @n steps; no-break spaces are written as plain ones here. */
static void
check_sum (const UllPlan *plan, const Line *lines, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      const char *const wanted[] = { lines[i].label, lines[i].sum, lines[i].value };
      char *made[] = { ull_derivation_step_label (&plan->derivation, i), ull_derivation_step_sum (&plan->derivation, i),
                       ull_derivation_step_value (&plan->derivation, i) };

      for (guint k = 0; k < 3; k++)
        {
          g_auto (GStrv) parts = g_strsplit (made[k], ULL_NBSP, -1);
          g_autofree char *text = g_strjoinv (" ", parts);

          g_assert_cmpstr (text, ==, wanted[k]);
          g_free (made[k]);
        }
    }
}

/* 5 full and 29 sliding layers of 4 heads × 256: 2 × 5 × 4 × 256 × 2 B = 20,480 B a token; a window of 1,024 tokens takes
 * 29 × 4,096 B × 1,024 = 116 MiB. What grows is said per token, then a request's parts, each store once. */
static void
test_windows (void)
{
  static const Layers layers[] = { { 5, ULL_LAYER_FULL, { &full } }, { 29, ULL_LAYER_SLIDING, { &window } } };
  static const Line lines[] = {
    { "Bytes per token", "2 (K, V) × 5 layers × 4 heads × 256 × 2 B", "20,480 B" },
    { "One block", "20,480 B × 16 tokens", "320 KiB" },
    { "Growth with length", "4,096 tokens × 20,480 B", "80 MiB" },
    { "Layers: sliding window", "1,024 tokens × 2 (K, V) × 29 layers × 4 heads × 256 × 2 B", "116 MiB" },
    { "One request", "80 MiB + 116 MiB", "196 MiB" },
    { "Given to the process", "1.00 GiB × 1.00", "1.00 GiB" },
  };
  g_autoptr (UllScenario) scenario = make_scenario (layers, 2, ULL_ENGINE_IDEAL, 4096, 1);
  g_autoptr (UllPlan) plan = plan_of (scenario);

  check_sum (plan, lines, G_N_ELEMENTS (lines));
  g_assert_cmpint (plan->request_bytes, ==, 196 * ULL_MIB);
  g_assert_cmpint (plan->max_concurrency, ==, 5);
  g_assert_cmpint (plan->limit, ==, ULL_LIMIT_KV_POOL);
}

/* Attention and a state in one layer, 6 and 23 of them: the state is the larger part of a request, so it binds.
 * 23 × (15,360 × 2 B + 81,920 × 4 B) = 8,243,200 B; 6 × 2 × 2 × 128 × 2 B × 256 tokens = 1,572,864 B. */
static void
test_state_binds (void)
{
  static const Layers layers[] = { { 6, ULL_LAYER_FULL, { &pair } }, { 23, ULL_LAYER_RECURRENT, { &state } } };
  static const Line lines[] = {
    { "Bytes per token", "2 (K, V) × 6 layers × 2 heads × 128 × 2 B", "6,144 B" },
    { "One block", "6,144 B × 16 tokens", "96 KiB" },
    { "Growth with length", "256 tokens × 6,144 B", "1.50 MiB" },
    { "Recurrent state", "23 layers × (15,360 × 2 B + 81,920 × 4 B)", "7.86 MiB" },
    { "One request", "1.50 MiB + 7.86 MiB", "9.36 MiB" },
  };
  g_autoptr (UllScenario) scenario = make_scenario (layers, 2, ULL_ENGINE_IDEAL, 256, 40);
  g_autoptr (UllPlan) plan = plan_of (scenario);
  g_autofree char *detail = ull_plan_detail (plan);

  check_sum (plan, lines, G_N_ELEMENTS (lines));
  g_assert_cmpint (plan->request_bytes, ==, 8243200 + 1572864);
  /* floor (2^30 ÷ 9,816,064) */
  g_assert_cmpint (plan->max_concurrency, ==, 109);
  g_assert_cmpint (plan->limit, ==, ULL_LIMIT_STATE);
  g_assert_true (g_str_has_prefix (detail, "The fixed state per sequence binds at 109, not context:"));
}

/* 64 layers of state alone: no tokens to count, any length fits, and a request is one step.
 * 64 × (15,360 × 2 B + 81,920 × 4 B) = 22,937,600 B; floor (2^30 ÷ that) = 46. */
static void
test_states_only (void)
{
  static const Layers layers[] = { { 64, ULL_LAYER_RECURRENT, { &state } } };
  static const Line lines[] = {
    { "One request", "64 layers × (15,360 × 2 B + 81,920 × 4 B)", "21.88 MiB" },
    { "Given to the process", "1.00 GiB × 1.00", "1.00 GiB" },
    { "KV pool", "1.00 GiB", "1.00 GiB" },
    { "Most requests", "⌊1.00 GiB ÷ 21.88 MiB⌋", "46 requests" },
    { "Asked for", "47 requests × 21.88 MiB", "1.00 GiB" },
  };

  for (int engine = 0; engine <= ULL_ENGINE_PAGED; engine++)
    {
      g_autoptr (UllScenario) scenario = make_scenario (layers, 1, (UllEngineId) engine, 4096, 47);
      g_autoptr (UllPlan) plan = plan_of (scenario);
      g_autofree char *detail = ull_plan_detail (plan);

      check_sum (plan, lines, G_N_ELEMENTS (lines));
      g_assert_cmpint (plan->layout.tokens, ==, -1);
      g_assert_cmpint (plan->blocks_per_request, ==, -1);
      g_assert_cmpint (plan->request_bytes, ==, 22937600);
      g_assert_cmpint (plan->max_concurrency, ==, 46);
      g_assert_cmpint (plan->max_context, ==, 0);
      g_assert_cmpint (plan->longest_request, ==, G_MAXINT64);
      g_assert_cmpint (plan->limit, ==, ULL_LIMIT_STATE);
      g_assert_cmpstr (detail, ==, "The fixed state per sequence binds, not context. 46 requests fit.");
    }
}

/* A state that no pool of 1 GiB holds: 4,096 layers of 358,400 B. */
static void
test_state_too_large (void)
{
  static const Layers layers[] = { { 4096, ULL_LAYER_RECURRENT, { &state } } };
  g_autoptr (UllScenario) scenario = make_scenario (layers, 1, ULL_ENGINE_PAGED, 1, 1);
  g_autoptr (UllPlan) plan = plan_of (scenario);
  g_autofree char *detail = ull_plan_detail (plan);

  g_assert_false (plan->fits);
  g_assert_cmpint (plan->limit, ==, ULL_LIMIT_ONE_REQUEST);
  g_assert_true (g_str_has_prefix (detail, "The fixed state of a sequence takes 1.37"));
}

/* Windows alone: one step, as long as the window is full, in whole blocks where there are blocks. */
static void
test_windows_only (void)
{
  static const Layers layers[] = { { 32, ULL_LAYER_SLIDING, { &window } } };
  static const Line ideal[] = {
    { "One request", "1,024 tokens × 2 (K, V) × 32 layers × 4 heads × 256 × 2 B", "128 MiB" },
    { "Given to the process", "1.00 GiB × 1.00", "1.00 GiB" },
  };
  static const Line short_one[] = {
    { "Blocks of one request", "⌈100 tokens ÷ 16 tokens⌉", "7 blocks" },
    { "Tokens in whole blocks", "7 blocks × 16 tokens", "112 tokens" },
    { "One request", "112 tokens × 2 (K, V) × 32 layers × 4 heads × 256 × 2 B", "14 MiB" },
  };
  g_autoptr (UllScenario) scenario = make_scenario (layers, 1, ULL_ENGINE_IDEAL, 100000, 8);
  g_autoptr (UllScenario) paged = make_scenario (layers, 1, ULL_ENGINE_PAGED, 100, 8);
  g_autoptr (UllPlan) plan = plan_of (scenario);
  g_autoptr (UllPlan) in_blocks = plan_of (paged);
  g_autofree char *headline = ull_plan_headline (plan);

  check_sum (plan, ideal, G_N_ELEMENTS (ideal));
  check_sum (in_blocks, short_one, G_N_ELEMENTS (short_one));
  g_assert_cmpint (plan->layout.tokens, ==, -1);
  g_assert_cmpint (plan->max_concurrency, ==, 8);
  g_assert_cmpint (plan->max_context, ==, G_MAXINT64);
  g_assert_cmpstr (headline, ==, "8 requests of 100,000 tokens fit; not one more.");
}

/* A latent with an indexer of 128 fp8 elements and 4 B of scale, in 61 layers: 61 × 576 × 2 B + 61 × 132 B a token. */
static void
test_indexer (void)
{
  static const Layers layers[] = { { 61, ULL_LAYER_LATENT, { &latent, &indexer } } };
  static const Line lines[] = {
    { "Layers: latent attention", "61 layers × 576 × 2 B", "70,272 B" },
    { "Layers: indexer", "61 layers × (128 × 1 B + 4 B)", "8,052 B" },
    { "Bytes per token", "70,272 B + 8,052 B", "78,324 B" },
  };
  g_autoptr (UllScenario) scenario = make_scenario (layers, 1, ULL_ENGINE_IDEAL, 1000, 1);
  g_autoptr (UllPlan) plan = plan_of (scenario);

  check_sum (plan, lines, G_N_ELEMENTS (lines));
  g_assert_true (plan->layout.uniform);
}

/* One entry of 577 B for four tokens in three layers: 1,731 B every four tokens, which is 433 B a token rounded up. A
 * request of ten tokens has three entries, not ten times the rate. */
static void
test_packed (void)
{
  static const Layers layers[] = { { 2, ULL_LAYER_FULL, { &full } }, { 3, ULL_LAYER_LATENT, { &packed } } };
  static const Line lines[] = {
    { "Layers: full attention", "2 (K, V) × 2 layers × 4 heads × 256 × 2 B", "8,192 B" },
    { "Layers: latent attention", "⌈4 tokens ÷ 4⌉ × 3 layers × 577 × 1 B", "1,731 B" },
    { "The same per token", "⌈1,731 B ÷ 4⌉", "433 B" },
    { "Bytes per token", "8,192 B + 433 B", "8,625 B" },
    { "One block", "8,625 B × 16 tokens", "134.77 KiB" },
    { "Layers: full attention", "10 tokens × 2 (K, V) × 2 layers × 4 heads × 256 × 2 B", "81,920 B" },
    { "Layers: latent attention", "⌈10 tokens ÷ 4⌉ × 3 layers × 577 × 1 B", "5,193 B" },
  };
  g_autoptr (UllScenario) scenario = make_scenario (layers, 2, ULL_ENGINE_IDEAL, 10, 1);
  g_autoptr (UllPlan) plan = plan_of (scenario);

  check_sum (plan, lines, G_N_ELEMENTS (lines));
  g_assert_cmpint (plan->layout.per_token, ==, 8625);
  g_assert_cmpint (plan->request_bytes, ==, 81920 + 5193);
}

/* An encoder's 1,500 tokens beside a decoder's own: 2 × 32 × 20 × 64 × 2 B × 1,500 = 245,760,000 B a sequence. */
static void
test_side (void)
{
  static const Layers layers[] = { { 32, ULL_LAYER_CROSS, { &pair, &side } } };
  static const Line lines[] = {
    { "Bytes per token", "2 (K, V) × 32 layers × 2 heads × 128 × 2 B", "32,768 B" },
    { "One block", "32,768 B × 16 tokens", "512 KiB" },
    { "Growth with length", "448 tokens × 32,768 B", "14 MiB" },
    { "Side cache of a sequence", "1,500 tokens × 2 (K, V) × 32 layers × 20 heads × 64 × 2 B", "234.38 MiB" },
  };
  g_autoptr (UllScenario) scenario = make_scenario (layers, 1, ULL_ENGINE_IDEAL, 448, 1);
  g_autoptr (UllPlan) plan = plan_of (scenario);

  check_sum (plan, lines, G_N_ELEMENTS (lines));
  g_assert_cmpint (plan->layout.constant, ==, 245760000);
}

/* No layer keeps anything: no sum to divide by, no end to how many fit. */
static void
test_no_cache (void)
{
  static const Layers layers[] = { { 12, ULL_LAYER_NONE, { NULL } } };
  g_autoptr (UllScenario) scenario = make_scenario (layers, 1, ULL_ENGINE_PAGED, 4096, 3);
  g_autoptr (UllPlan) plan = plan_of (scenario);

  g_assert_true (plan->fits);
  g_assert_cmpint (plan->request_bytes, ==, 0);
  g_assert_cmpint (plan->max_concurrency, ==, G_MAXINT64);
}

static gboolean
same_store_step (const UllDerivation *derivation, const UllStep *a, const UllStep *b)
{
  for (guint i = 0; i < a->n_operands; i++)
    if (derivation->operand[a->first_operand + i].value != derivation->operand[b->first_operand + i].value)
      return FALSE;
  return TRUE;
}

/* What the sum comes to is what the plan answers, and no step says what another has said. */
static void
check_agreement (const UllPlan *plan)
{
  const UllDerivation *derivation = &plan->derivation;
  const struct
  {
    UllStepId id;
    gint64 value;
  } answers[] = {
    { ULL_STEP_BYTES_PER_TOKEN, plan->layout.per_token }, { ULL_STEP_REQUEST, plan->request_bytes },
    { ULL_STEP_POOL, plan->budget.pool },                 { ULL_STEP_TOKENS, plan->layout.tokens },
    { ULL_STEP_BLOCKS, plan->layout.blocks },             { ULL_STEP_MAX_REQUESTS, plan->memory_concurrency },
    { ULL_STEP_DEMAND, plan->demand_bytes },              { ULL_STEP_ULLAGE, plan->ullage_bytes },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (answers); i++)
    if (ull_derivation_find (derivation, answers[i].id) >= 0)
      g_assert_cmpint (ull_derivation_value (derivation, answers[i].id), ==, answers[i].value);
    else
      g_assert_true (answers[i].id != ULL_STEP_REQUEST && answers[i].id != ULL_STEP_ULLAGE);
  for (guint i = 0; i < derivation->n_steps; i++)
    for (guint k = 0; k < i; k++)
      {
        const UllStep *a = &derivation->step[i], *b = &derivation->step[k];

        g_assert_false (a->op == ULL_OP_STORE_BYTES && b->op == ULL_OP_STORE_BYTES && a->kind == b->kind &&
                        a->role == b->role && same_store_step (derivation, a, b));
      }
}

static void
test_random (void)
{
  static const UllStore *const stores[] = { &full, &window, &pair, &state, &latent, &indexer, &packed, &side };

  for (guint i = 0; i < 2000; i++)
    {
      Layers layers[4] = { { 0 } };
      guint n = (guint) g_test_rand_int_range (1, 5);
      g_autoptr (UllScenario) scenario = NULL;
      g_autoptr (UllPlan) plan = NULL;

      for (guint k = 0; k < n; k++)
        {
          layers[k] = (Layers) { g_test_rand_int_range (1, 40), (UllLayerKind) g_test_rand_int_range (0, ULL_N_LAYER_KINDS),
                                 { stores[g_test_rand_int_range (0, G_N_ELEMENTS (stores))], NULL } };
          if (g_test_rand_bit ())
            layers[k].store[1] = stores[g_test_rand_int_range (0, G_N_ELEMENTS (stores))];
        }
      scenario = make_scenario (layers, n, (UllEngineId) g_test_rand_int_range (0, ULL_N_ENGINES),
                                g_test_rand_int_range (5, 100000), g_test_rand_int_range (1, 500));
      plan = plan_of (scenario);
      check_agreement (plan);
      /* The verdict has words for every case. */
      for (guint k = 0; k < plan->derivation.n_steps; k++)
        g_free (ull_derivation_step_sum (&plan->derivation, k));
      g_free (ull_plan_headline (plan));
      g_free (ull_plan_detail (plan));
    }
}

/* 56 stores of one token an entry and 8 of four are the most that a derivation holds; one more is refused in words. */
static void
test_most_stores (void)
{
  static UllStore stores[65];
  Layers layers[65] = { { 0 } };
  g_autoptr (UllScenario) scenario = NULL, too_many = NULL;
  g_autoptr (UllPlan) plan = NULL;
  g_autoptr (GError) error = NULL;

  for (gint i = 0; i < 65; i++)
    {
      stores[i] = i < 8 ? packed : full;
      stores[i].k_dim = 64 + i;
      layers[i] = (Layers) { 1, ULL_LAYER_FULL, { &stores[i], NULL } };
    }
  scenario = make_scenario (layers, 64, ULL_ENGINE_PAGED, 100, 2);
  plan = plan_of (scenario);
  check_agreement (plan);
  too_many = make_scenario (layers, 65, ULL_ENGINE_PAGED, 100, 2);
  g_assert_null (ull_plan_new (too_many, &error));
  g_assert_nonnull (strstr (error->message, "has too many different stores; at most 64"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plan/mixed/windows", test_windows);
  g_test_add_func ("/plan/mixed/state-binds", test_state_binds);
  g_test_add_func ("/plan/mixed/states-only", test_states_only);
  g_test_add_func ("/plan/mixed/state-too-large", test_state_too_large);
  g_test_add_func ("/plan/mixed/windows-only", test_windows_only);
  g_test_add_func ("/plan/mixed/indexer", test_indexer);
  g_test_add_func ("/plan/mixed/packed", test_packed);
  g_test_add_func ("/plan/mixed/side", test_side);
  g_test_add_func ("/plan/mixed/no-cache", test_no_cache);
  g_test_add_func ("/plan/mixed/random", test_random);
  g_test_add_func ("/plan/mixed/most-stores", test_most_stores);
  return g_test_run ();
}
