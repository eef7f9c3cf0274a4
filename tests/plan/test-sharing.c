#include "ull-plan.h"

#include "ull-error.h"
#include "ull-units.h"

/* Prefixes that requests share, prefixes that stay resident, and cards that share each layer. */

typedef struct
{
  const char *option;
  const char *text;
} Setting;

static UllScenario *
apply (UllScenario *scenario, const Setting *settings)
{
  for (; settings->option != NULL; settings++)
    {
      const UllField *field = ull_field_by_option (settings->option);
      g_autoptr (GError) error = NULL;
      UllScenario *next;
      gint64 value;

      g_assert_true (ull_field_parse (field, settings->text, &value, &error));
      next = ull_scenario_with (scenario, field->id, value, NULL, &error);
      g_assert_no_error (error);
      ull_scenario_unref (scenario);
      scenario = next;
    }
  return scenario;
}

/* The lab: 28 layers, 4 KV heads of 28, 128, 7.0e9 parameters at 2 B, 48 GiB less 2: pool 32.96 GiB, 224 MiB a request. */
static UllScenario *
lab (const Setting *settings)
{
  static const Setting common[] = { { "overhead", "2GiB" }, { "params", "7.0e9" }, { "context", "4096" }, { NULL, NULL } };
  g_autoptr (UllModel) model = ull_model_new_dense ("Lab", 28, 28, 4, 128, NULL);
  g_autoptr (UllDevice) device = ull_device_new_custom (48 * ULL_GIB);

  return apply (apply (ull_scenario_new (model, device), common), settings);
}

static UllPlan *
plan_of (UllScenario *taken)
{
  g_autoptr (UllScenario) scenario = taken;
  g_autoptr (GError) error = NULL;
  UllPlan *plan = ull_plan_new (scenario, &error);

  g_assert_no_error (error);
  g_assert_cmpint (ull_derivation_value (&plan->derivation, ULL_STEP_ULLAGE), ==, plan->ullage_bytes);
  g_assert_cmpint (plan->in_flight_bytes + plan->retained_bytes + plan->waste_bytes + MAX (plan->ullage_bytes, 0), ==,
                   plan->budget.pool);
  return plan;
}

/* The derivation holds some ids twice (blocks, then tokens of them): the last is the answer. */
static gint64
last_value (const UllPlan *plan, UllStepId id)
{
  gint64 value = -1;

  for (guint i = 0; i < plan->derivation.n_steps; i++)
    if (plan->derivation.step[i].id == id)
      value = plan->derivation.step[i].value;
  return value;
}

static void
test_saved (void)
{
  static const struct
  {
    const char *requests;
    const char *tokens;
    gint64 saved;
    const char *gib;
  } rows[] = {
    /* 49 × 1,024 × 57,344 B and 199 × 2,048 × 57,344 B: the first holder pays. */
    { "50", "1024", G_GINT64_CONSTANT (49) * 1024 * 57344, "2.68" ULL_NBSP "GiB" },
    { "200", "2048", G_GINT64_CONSTANT (199) * 2048 * 57344, "21.77" ULL_NBSP "GiB" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const Setting settings[] = { { "concurrency", rows[i].requests }, { "prefix-tokens", rows[i].tokens }, { NULL, NULL } };
      g_autoptr (UllPlan) plan = plan_of (lab (settings));
      g_autofree char *text = ull_format_gib (plan->saved_bytes);

      g_assert_cmpint (plan->saved_bytes, ==, rows[i].saved);
      g_assert_cmpstr (text, ==, rows[i].gib);
    }
}

/* 200 share 2,048 of 4,096 tokens: 112 MiB once and 112 MiB each, then (32.96 GiB − 201 × 112 MiB) ÷ 224 MiB = 50 more.
 * If every request shares: (32.96 GiB − 112 MiB) ÷ 112 MiB = 300. */
static void
test_joint (void)
{
  static const Setting some[] = { { "prefix-tokens", "2048" }, { "prefix-requests", "200" }, { "concurrency", "250" }, { NULL, NULL } };
  static const Setting all[] = { { "prefix-tokens", "2048" }, { "concurrency", "300" }, { NULL, NULL } };
  g_autoptr (UllPlan) a = plan_of (lab (some));
  g_autoptr (UllPlan) b = plan_of (lab (all));

  g_assert_cmpint (a->max_concurrency, ==, 250);
  g_assert_true (a->fits);
  g_assert_cmpint (last_value (a, ULL_STEP_MAX_REQUESTS), ==, 250);
  g_assert_cmpint (b->max_concurrency, ==, 300);
  g_assert_true (b->fits);
  g_assert_cmpint (last_value (b, ULL_STEP_MAX_REQUESTS), ==, 300);
}

/* Blocks of 16 share ⌊1,000 ÷ 16⌋ = 62 blocks of a prefix of 1,000 tokens; a request that is all prefix keeps its last
 * block: ⌊4,095 ÷ 16⌋ = 255 of 256 are shared. */
static void
test_whole_blocks (void)
{
  static const Setting part[] = { { "engine", "paged" }, { "prefix-tokens", "1000" }, { "concurrency", "2" }, { NULL, NULL } };
  static const Setting whole[] = { { "engine", "paged" }, { "prefix-tokens", "4096" }, { "concurrency", "2" }, { NULL, NULL } };
  g_autoptr (UllPlan) a = plan_of (lab (part));
  g_autoptr (UllPlan) b = plan_of (lab (whole));

  g_assert_cmpint (a->shared_bytes, ==, 62 * 16 * 57344);
  g_assert_cmpint (b->shared_bytes, ==, 255 * 16 * 57344);
}

/* A prefix that is no shorter than the requests is more likely a slip of the finger than a load: the plan says so. */
static void
test_long_prefix (void)
{
  static const struct
  {
    Setting settings[4];
    gboolean warns;
  } rows[] = {
    { { { "prefix-tokens", "4095" } }, FALSE },
    { { { "prefix-tokens", "4096" } }, TRUE },
    { { { "prefix-tokens", "8192" } }, TRUE },
    { { { "prefix-tokens", "8192" }, { "prefix-requests", "1" } }, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (UllPlan) plan = plan_of (lab (rows[i].settings));

      g_assert_cmpint ((plan->warnings >> ULL_WARNING_PREFIX) & 1, ==, rows[i].warns);
    }
}

/* 16,384 resident tokens are 896 MiB: (32.96 GiB − 0.875 GiB) ÷ 224 MiB = 146. */
static void
test_retained (void)
{
  static const Setting settings[] = { { "retain", "16384" }, { "concurrency", "146" }, { NULL, NULL } };
  static const Setting everything[] = { { "retain", "100000000" }, { NULL, NULL } };
  g_autoptr (UllPlan) plan = plan_of (lab (settings));
  g_autoptr (UllPlan) full = plan_of (lab (everything));

  g_assert_cmpint (plan->retained_bytes, ==, 896 * ULL_MIB);
  g_assert_cmpint (plan->max_concurrency, ==, 146);
  g_assert_true (plan->fits);
  g_assert_cmpint (full->retained_bytes, ==, full->budget.pool);
  g_assert_cmpint (full->max_concurrency, ==, 0);
}

/* The chapter on two cards: 21.6 − 16.06 ÷ 2 − 1.8 = 11.77 GB on each, 4 heads are 65,536 B a token: 179,595 tokens. */
static void
test_two_cards (void)
{
  static const Setting settings[] = { { "utilization", "0.90" }, { "weights", "16.06GB" }, { "overhead", "1.8GB" }, { "tp", "2" }, { NULL, NULL } };
  g_autoptr (UllModel) model = ull_model_new_dense ("Chapter", 32, 32, 8, 128, NULL);
  g_autoptr (UllDevice) device = ull_device_new_custom (24 * ULL_GB);
  g_autoptr (UllPlan) plan = plan_of (apply (ull_scenario_new (model, device), settings));

  g_assert_cmpint (plan->budget.pool, ==, 11770000000);
  g_assert_cmpint (plan->layout.per_token, ==, 65536);
  g_assert_cmpint (plan->layout.tokens, ==, 179595);
  g_assert_cmpint (last_value (plan, ULL_STEP_BYTES_PER_TOKEN), ==, 65536);
  g_assert_cmpint (last_value (plan, ULL_STEP_POOL), ==, 11770000000);
}

/* 16 cards for 8 heads hold one head each: no smaller than 8 cards; 3 cards divide 8 heads no way. */
static void
test_replicated (void)
{
  static const Setting eight[] = { { "tp", "8" }, { NULL, NULL } };
  static const Setting sixteen[] = { { "tp", "16" }, { NULL, NULL } };
  static const Setting three[] = { { "tp", "3" }, { NULL, NULL } };
  g_autoptr (UllModel) model = ull_model_new_dense ("Dense", 32, 32, 8, 128, NULL);
  g_autoptr (UllDevice) device = ull_device_new_custom (24 * ULL_GB);
  g_autoptr (UllPlan) a = plan_of (apply (ull_scenario_new (model, device), eight));
  g_autoptr (UllPlan) b = plan_of (apply (ull_scenario_new (model, device), sixteen));
  g_autoptr (UllScenario) bad = apply (ull_scenario_new (model, device), three);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (a->layout.per_token, ==, 16384);
  g_assert_cmpint (b->layout.per_token, ==, 16384);
  g_assert_null (ull_plan_new (bad, &error));
  g_assert_error (error, ULL_ERROR, ULL_ERROR_INVALID);
}

static UllScenario *
random_scenario (GRand *rand)
{
  g_autofree char *context = g_strdup_printf ("%d", g_rand_int_range (rand, 1, 9000));
  g_autofree char *prefix = g_strdup_printf ("%d", g_rand_int_range (rand, 0, 9000));
  g_autofree char *sharers = g_strdup_printf ("%d", g_rand_int_range (rand, 1, 400));
  g_autofree char *retain = g_strdup_printf ("%d", g_rand_int_range (rand, 0, 3) == 0 ? g_rand_int_range (rand, 0, 90000) : 0);
  g_autofree char *block = g_strdup_printf ("%d", g_rand_int_range (rand, 1, 100));
  g_autofree char *concurrency = g_strdup_printf ("%d", g_rand_int_range (rand, 1, 500));
  g_autofree char *tp = g_strdup_printf ("%d", 1 << g_rand_int_range (rand, 0, 4));
  const Setting settings[] = { { "engine", g_rand_boolean (rand) ? "ideal" : "paged" },
                               { "context", context },
                               { "concurrency", concurrency },
                               { "prefix-tokens", prefix },
                               { "retain", retain },
                               { "block-size", block },
                               { "tp", tp },
                               { g_rand_boolean (rand) ? "prefix-requests" : NULL, sharers },
                               { NULL, NULL } };

  return lab (settings);
}

/* The most that fit do fit, one more does not, by the demand itself; and the sum says the same. */
static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (77);

  for (int i = 0; i < 2000; i++)
    {
      g_autoptr (UllPlan) plan = plan_of (random_scenario (rand));
      gint64 bytes, most = plan->memory_concurrency;

      g_assert_true (ull_layout_demand_bytes (&plan->layout, plan->context, most + 1, &bytes));
      g_assert_cmpint (bytes, >, plan->layout.capacity);
      g_assert_cmpint (last_value (plan, ULL_STEP_MAX_REQUESTS), ==, most);
      g_assert_cmpint (plan->fits, ==, plan->ullage_bytes >= 0);
      if (most == 0)
        continue;
      g_assert_true (ull_layout_demand_bytes (&plan->layout, plan->context, most, &bytes));
      g_assert_cmpint (bytes, <=, plan->layout.capacity);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sharing/saved", test_saved);
  g_test_add_func ("/sharing/joint", test_joint);
  g_test_add_func ("/sharing/whole-blocks", test_whole_blocks);
  g_test_add_func ("/sharing/long-prefix", test_long_prefix);
  g_test_add_func ("/sharing/retained", test_retained);
  g_test_add_func ("/sharing/two-cards", test_two_cards);
  g_test_add_func ("/sharing/replicated", test_replicated);
  g_test_add_func ("/sharing/random", test_random);
  return g_test_run ();
}
