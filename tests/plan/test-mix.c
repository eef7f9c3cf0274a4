#include "ull-mix.h"
#include "ull-overflow.h"
#include "ull-units.h"

#include <math.h>

/* The lab: 28 layers of 4 heads of 128 at 2 bytes are 57,344 bytes a token, so that a pool of N * 57,344 bytes is one of N
 * tokens. Exact probabilities come from counting every sum of lengths, the way dice are counted. */

#define TOKEN 57344

typedef struct
{
  const char *option;
  const char *text;
} Setting;

static UllScenario *
lab (const Setting *settings)
{
  g_autoptr (UllModel) model = ull_model_new_dense ("Lab", 28, 28, 4, 128, NULL);
  g_autoptr (UllDevice) device = ull_device_new_custom (48 * ULL_GIB);
  UllScenario *scenario = ull_scenario_new (model, device);

  for (; settings->option != NULL; settings++)
    {
      const UllField *field = ull_field_by_option (settings->option);
      g_autoptr (GError) error = NULL;
      UllScenario *changed;
      gint64 value;

      g_assert_true (ull_field_parse (field, settings->text, &value, &error));
      changed = ull_scenario_with (scenario, field->id, value, NULL, &error);
      g_assert_no_error (error);
      ull_scenario_unref (scenario);
      scenario = changed;
    }
  return scenario;
}

/* A pool of @pool tokens. */
static UllScenario *
pool_of (gint64 pool, const Setting *settings)
{
  g_autoptr (UllScenario) scenario = lab (settings);
  g_autoptr (GError) error = NULL;
  UllScenario *changed = ull_scenario_with (scenario, ULL_FIELD_AVAILABLE, pool * TOKEN, NULL, &error);

  g_assert_no_error (error);
  return changed;
}

static void
mix_of (UllMix *mix, UllScenario *scenario, const char *spec, guint64 seed)
{
  g_autoptr (UllScenario) owned = scenario;
  g_autoptr (GError) error = NULL;
  g_autoptr (UllLengths) lengths = ull_lengths_new (spec, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (ull_mix_init (mix, owned, lengths, seed, &error));
  g_assert_no_error (error);
}

static const Setting card[] = { { "params", "7.0e9" }, { "weight-dtype", "f16" }, { "overhead", "2GiB" }, { NULL, NULL } };

/* Requests of one length: 150 of 4,096 tokens fit as in a plan, and nothing is left to chance. */
static void
test_fixed (void)
{
  static const Setting fits[] = { { "params", "7.0e9" }, { "overhead", "2GiB" }, { "concurrency", "150" }, { NULL, NULL } };
  static const Setting exceeds[] = { { "params", "7.0e9" }, { "overhead", "2GiB" }, { "concurrency", "151" }, { NULL, NULL } };
  UllMix mix;

  mix_of (&mix, lab (fits), "fixed:4096", 1);
  for (int i = 0; i < ULL_N_MIX_LENGTHS; i++)
    {
      g_assert_cmpint (mix.tokens[i], ==, 4096);
      g_assert_cmpint (mix.concurrency[i], ==, 150);
    }
  g_assert_cmpint (mix.context, ==, 4096);
  g_assert_cmpint (mix.expected_bytes, ==, 224 * ULL_MIB);
  g_assert_cmpint (mix.deviation_bytes, ==, 0);
  g_assert_cmpint (mix.expected_fit, ==, 150);
  g_assert_true (mix.normal == 0 && mix.drawn && mix.monte_carlo == 0 && mix.standard_error == 0);
  g_assert_cmpint (mix.safe, ==, 150);
  g_assert_cmpint (mix.safe_normal, ==, 150);
  mix_of (&mix, lab (exceeds), "fixed:4096", 1);
  g_assert_true (mix.normal == 1 && mix.drawn && mix.monte_carlo == 1 && mix.standard_error == 0);
}

/* The lab's requests as the course has them. At each length as many as a plan of that length says. */
static void
test_side_by_side (void)
{
  static const gint64 wanted[] = { 839, 191, 103, 75 };
  g_autoptr (UllScenario) scenario = lab (card);
  UllMix mix;

  mix_of (&mix, ull_scenario_ref (scenario), "lognormal:6.6,0.9,64,8192", 1);
  for (int i = 0; i < ULL_N_MIX_LENGTHS; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (UllScenario) one = ull_scenario_with (scenario, ULL_FIELD_CONTEXT, mix.tokens[i], NULL, &error);
      g_autoptr (UllPlan) plan = ull_plan_new (one, &error);

      g_assert_no_error (error);
      g_assert_cmpint (mix.concurrency[i], ==, plan->max_concurrency);
      /* 35,392,123,904 bytes of 57,344 are 617,189 tokens. */
      g_assert_cmpint (mix.concurrency[i], ==, 617189 / mix.tokens[i]);
      g_assert_cmpint (mix.concurrency[i], ==, wanted[i]);
    }
}

/* Whole blocks: of 1 to 20 tokens, 16 lengths take one block of 16 and 4 take two: 19.2 tokens on average, the mean length
 * being 10.5. */
static void
test_blocks (void)
{
  static const Setting paged[] = { { "engine", "paged" }, { NULL, NULL } };
  UllMix mix;

  mix_of (&mix, pool_of (16 * 100, paged), "uniform:1,20", 1);
  g_assert_cmpint (mix.context, ==, 11);
  g_assert_cmpint (mix.expected_tokens, ==, 20);
  g_assert_cmpint (mix.expected_bytes, ==, (gint64) ceil (19.2 * TOKEN));
  g_assert_cmpint (mix.expected_fit, ==, 83);
}

/* The probability that @k lengths, uniform from @low to @high, sum to more than @pool. */
static double
exact_overflow (gint64 low, gint64 high, gint64 k, gint64 pool)
{
  g_autofree double *sums = g_new0 (double, pool + 1);
  double kept = 0;

  sums[0] = 1;
  for (gint64 i = 0; i < k; i++)
    for (gint64 sum = pool; sum >= 0; sum--)
      {
        double all = 0;

        for (gint64 length = low; length <= high && length <= sum; length++)
          all += sums[sum - length];
        sums[sum] = all / (double) (high - low + 1);
      }
  for (gint64 sum = 0; sum <= pool; sum++)
    kept += sums[sum];
  return 1 - kept;
}

typedef struct
{
  gint64 low, high, pool;
  const char *requests;
} Dice;

/* What is drawn is the exact probability within 5 standard errors, and the safe number is safe and one more is not, within
 * as many of 1 %. The normal one knows nothing of whole tokens, which of such short lengths is up to 6 %. */
static void
test_exact (void)
{
  static const Dice rows[] = { { 1, 20, 120, "10" }, { 1, 20, 120, "9" }, { 1, 6, 40, "10" }, { 5, 50, 1000, "33" },
                               { 1, 2, 100, "65" },  { 1, 1000, 900, "1" } };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const Setting settings[] = { { "concurrency", rows[i].requests }, { NULL, NULL } };
      gint64 k = g_ascii_strtoll (rows[i].requests, NULL, 10);
      double p = exact_overflow (rows[i].low, rows[i].high, k, rows[i].pool), slack = 5 * sqrt (0.01 * 0.99 / 20000);
      g_autofree char *spec = g_strdup_printf ("uniform:%d,%d", (int) rows[i].low, (int) rows[i].high);
      UllMix mix;

      mix_of (&mix, pool_of (rows[i].pool, settings), spec, 5);
      g_test_message ("%s, %d: exact %.5f, drawn %.5f ± %.5f, normal %.5f", spec, (int) k, p, mix.monte_carlo,
                      mix.standard_error, mix.normal);
      g_assert_true (mix.drawn && mix.n_trials == 20000);
      g_assert_cmpfloat_with_epsilon (mix.monte_carlo, p, 5 * mix.standard_error);
      g_assert_cmpfloat_with_epsilon (mix.normal, p, 0.06);
      g_assert_cmpfloat (exact_overflow (rows[i].low, rows[i].high, mix.safe, rows[i].pool), <, 0.01 + slack);
      g_assert_cmpfloat (exact_overflow (rows[i].low, rows[i].high, mix.safe + 1, rows[i].pool), >, 0.01 - slack);
    }
}

/* A prefix of 64 tokens that all share is held once: of requests of 65 to 84 tokens 1 to 20 are their own, and 64 of the
 * pool are gone. With 5 sharers the others hold all of theirs. */
static void
test_shared (void)
{
  static const Setting all[] = { { "prefix-tokens", "64" }, { "concurrency", "10" }, { NULL, NULL } };
  static const Setting five[] = { { "prefix-tokens", "64" }, { "prefix-requests", "5" }, { "concurrency", "10" }, { NULL, NULL } };
  static const Setting alike[] = { { "prefix-tokens", "64" }, { "prefix-requests", "5" }, { NULL, NULL } };
  UllMix mix;

  mix_of (&mix, pool_of (120 + 64, all), "uniform:65,84", 5);
  g_assert_cmpfloat_with_epsilon (mix.monte_carlo, exact_overflow (1, 20, 10, 120), 5 * mix.standard_error);
  g_assert_cmpint (mix.expected_fit, ==, (gint64) (120 / 10.5));
  mix_of (&mix, pool_of (120 + 6 * 64, five), "uniform:65,84", 5);
  g_assert_cmpfloat_with_epsilon (mix.monte_carlo, exact_overflow (1, 20, 10, 120), 5 * mix.standard_error);
  g_assert_cmpint (mix.expected_fit, ==, 5 + (gint64) ((120 + 5 * 64 - 5 * 10.5) / 74.5));
  /* 64 + 5 * 6 = 94 of 1,000 tokens for the sharers, 906 / 70 = 12 more. */
  mix_of (&mix, pool_of (1000, alike), "fixed:70", 5);
  g_assert_cmpint (mix.safe, ==, 17);
  g_assert_cmpint (mix.expected_fit, ==, 17);
}

/* The sum of hundreds is nearly normal: the two agree within 2 % all along. */
static void
test_normal (void)
{
  static const char *const requests[] = { "480", "520", "560", "600", "640" };
  double before = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (requests); i++)
    {
      const Setting settings[] = { { "params", "7.0e9" }, { "overhead", "2GiB" }, { "concurrency", requests[i] }, { NULL, NULL } };
      UllMix mix;

      mix_of (&mix, lab (settings), "lognormal:6.6,0.9,64,8192", 3);
      g_assert_cmpfloat_with_epsilon (mix.monte_carlo, mix.normal, 0.02);
      g_assert_cmpfloat (mix.monte_carlo, >=, before);
      g_assert_cmpint (ABS (mix.safe - mix.safe_normal), <=, 5);
      before = mix.monte_carlo;
    }
}

/* One seed gives one answer, another another. */
static void
test_seed (void)
{
  static const Setting settings[] = { { "concurrency", "10" }, { NULL, NULL } };
  UllMix a, b, c;

  mix_of (&a, pool_of (100, settings), "uniform:1,20", 1);
  mix_of (&b, pool_of (100, settings), "uniform:1,20", 1);
  mix_of (&c, pool_of (100, settings), "uniform:1,20", 2);
  g_assert_true (a.monte_carlo == b.monte_carlo && a.safe == b.safe);
  g_assert_true (a.monte_carlo != c.monte_carlo);
  g_assert_cmpfloat_with_epsilon (a.monte_carlo, c.monte_carlo, 8 * a.standard_error);
}

/* Nothing fits, and more than a million do. */
static void
test_ends (void)
{
  static const Setting none[] = { { NULL, NULL } };
  static const Setting most[] = { { "max-num-seqs", "256" }, { "max-model-len", "2048" }, { "concurrency", "4Gi" }, { NULL, NULL } };
  UllMix mix;

  mix_of (&mix, pool_of (0, none), "uniform:1,20", 1);
  g_assert_cmpint (mix.expected_fit, ==, 0);
  g_assert_cmpint (mix.safe, ==, 0);
  g_assert_cmpfloat (mix.monte_carlo, ==, 1);
  mix_of (&mix, pool_of (100000000, none), "uniform:1,20", 1);
  g_assert_false (mix.drawn);
  g_assert_cmpint (mix.expected_fit, ==, (gint64) (100000000 / 10.5));
  g_assert_cmpint (mix.safe, ==, mix.safe_normal);
  mix_of (&mix, pool_of (617189, most), "lognormal:6.6,0.9,64,8192", 1);
  g_assert_cmpint (mix.safe, ==, 256);
  g_assert_cmpint (mix.concurrency[ULL_MIX_P50], ==, 256);
  g_assert_cmpint (mix.product_tokens, ==, 2048 * 256);
  g_assert_cmpint (mix.product_bytes, ==, G_GINT64_CONSTANT (2048) * 256 * TOKEN);
  /* 1 − Phi ((ln 2048.5 − 6.6) / 0.9) = 1 − Phi (1.1386) */
  g_assert_cmpfloat_with_epsilon (mix.beyond, 0.12743, 1e-4);
  g_assert_true (mix.normal == 1 && mix.monte_carlo == 1);
}

/* One layer with a window of 64 tokens of 2 × 4 × 128 × 2 B = 2,048 B: longer requests are all alike, and of 1 to 127
 * tokens a request keeps (1 + … + 64 + 63 × 64) ÷ 127 = 6,112 ÷ 127 on average. */
static void
test_window (void)
{
  UllModel facts = { .name = g_strdup ("Window"), .query_heads = 4, .hidden_size = -1, .parameters = -1, .weight_bytes = -1,
                     .max_positions = -1, .native_dtype = ULL_DTYPE_BF16, .state_dtype = ULL_DTYPE_UNKNOWN, .n_runs = 1 };
  g_autoptr (UllDevice) device = ull_device_new_custom (10 * 64 * 2048);
  g_autoptr (UllModel) model = NULL;
  g_autoptr (UllScenario) scenario = NULL;
  UllMix mix;

  facts.runs = g_new0 (UllRun, 1);
  facts.runs[0] = (UllRun) { .count = 1, .kind = ULL_LAYER_SLIDING, .n_stores = 1 };
  facts.runs[0].stores[0] = (UllStore) { .growth = ULL_GROWTH_CAPPED, .cap = 64, .per = 1, .heads = 4, .k_dim = 128,
                                         .v_dim = 128, .k_format = ULL_DTYPE_KV, .v_format = ULL_DTYPE_KV };
  facts.n_layers = 1;
  facts.layer_run = g_new0 (guint8, 1);
  model = ull_model_take (&facts, NULL);
  g_assert_nonnull (model);
  scenario = ull_scenario_new (model, device);
  mix_of (&mix, ull_scenario_ref (scenario), "uniform:64,8192", 1);
  g_assert_cmpint (mix.safe, ==, 10);
  g_assert_cmpint (mix.concurrency[ULL_MIX_MAX], ==, 10);
  g_assert_cmpint (mix.deviation_bytes, ==, 0);
  mix_of (&mix, ull_scenario_ref (scenario), "uniform:1,127", 1);
  g_assert_cmpint (mix.expected_bytes, ==, (gint64) ceil (6112.0 / 127 * 2048));
  g_assert_cmpint (mix.expected_fit, ==, (gint64) (640 / (6112.0 / 127)));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mix/fixed", test_fixed);
  g_test_add_func ("/mix/side-by-side", test_side_by_side);
  g_test_add_func ("/mix/blocks", test_blocks);
  g_test_add_func ("/mix/exact", test_exact);
  g_test_add_func ("/mix/shared", test_shared);
  g_test_add_func ("/mix/normal", test_normal);
  g_test_add_func ("/mix/seed", test_seed);
  g_test_add_func ("/mix/ends", test_ends);
  g_test_add_func ("/mix/window", test_window);
  return g_test_run ();
}
