#include "ull-plan.h"
#include "ull-units.h"

/* A card whose allocatable size is a guess. The model keeps 2 × 32 layers × 8 heads × 128 × 2 B = 131,072 B a token, so
 * that a request of 8,192 tokens takes 1 GiB: the requests that fit are the whole GiB of the pool. */

static UllPlan *
plan_between (gint64 low_mib, gint64 high_mib, const char *const *settings)
{
  g_autoptr (UllModel) model = ull_model_new_dense ("by hand", 32, 32, 8, 128, NULL);
  UllDevice facts = { .id = (char *) "guess", .name = (char *) "Guess", .label_gb = 16, .reported = 16 * ULL_GIB,
                      .allocatable = low_mib * ULL_MIB, .allocatable_low = low_mib * ULL_MIB,
                      .allocatable_high = high_mib * ULL_MIB, .guess = low_mib != high_mib, .dies = 1 };
  g_autoptr (UllDevice) device = ull_device_new_with (&facts);
  g_autoptr (UllScenario) scenario = ull_scenario_new (model, device);
  g_autoptr (GError) error = NULL;
  UllPlan *plan;

  for (; *settings != NULL; settings += 2)
    {
      const UllField *field = ull_field_by_option (settings[0]);
      UllScenario *next;
      gint64 value;

      g_assert_true (ull_field_parse (field, settings[1], &value, &error));
      next = ull_scenario_with (scenario, field->id, value, NULL, &error);
      g_assert_no_error (error);
      ull_scenario_unref (scenario);
      scenario = next;
    }
  plan = ull_plan_new (scenario, &error);
  g_assert_no_error (error);
  return plan;
}

static void
test_sentences (void)
{
  static const struct
  {
    gint64 low_mib, high_mib;
    const char *settings[9];
    gint64 low, high;
    gboolean undecided;
    const char *headline;
  } rows[] = {
    /* 8.5 and 9.5 GiB hold 8 and 9. */
    { 8704, 9728, { "context", "8192", "concurrency", "9" }, 8, 9, TRUE, "Between 8 and 9 fit." },
    { 8704, 9728, { "context", "8192", "concurrency", "8" }, 8, 9, FALSE,
      "8 requests of 8,192 tokens fit, with room for at most 1 more." },
    { 8704, 9728, { "context", "8192", "concurrency", "5" }, 8, 9, FALSE,
      "5 requests of 8,192 tokens fit, with room for at least 3 more." },
    { 8704, 9728, { "context", "8192", "concurrency", "10" }, 8, 9, FALSE,
      "10 requests of 8,192 tokens do not fit: 1.50" ULL_NBSP "GiB too much." },
    { 8704, 9728, { "context", "8192", "concurrency", "9", "engine", "paged" }, 8, 9, TRUE, "Between 8 and 9 fit." },
    /* A range within which nothing changes is none for the verdict. */
    { 8704, 9000, { "context", "8192", "concurrency", "8" }, 8, 8, FALSE, "8 requests of 8,192 tokens fit; not one more." },
    { 8704, 8704, { "context", "8192", "concurrency", "8" }, 8, 8, FALSE, "8 requests of 8,192 tokens fit; not one more." },
    /* 9 GiB of weights go into the high end alone. */
    { 8704, 12288, { "context", "8192", "concurrency", "2", "weights", "9GiB" }, 0, 3, TRUE, "Between 0 and 3 fit." },
    /* At the high end the engine runs no more than at the low. */
    { 8704, 9728, { "context", "8192", "concurrency", "9", "max-num-seqs", "8" }, 8, 8, FALSE,
      "9 requests of 8,192 tokens do not fit: 0.50" ULL_NBSP "GiB too much." },
    /* The engine takes no request that long, whatever the card. */
    { 8704, 9728, { "context", "8192", "concurrency", "9", "max-model-len", "4096" }, 8, 9, FALSE,
      "The engine accepts at most 4,096 tokens; 8,192 asked." },
    /* 4,096 tokens kept resident take 0.5 GiB off both ends. */
    { 8704, 9728, { "context", "8192", "concurrency", "9", "retain", "4096" }, 8, 9, TRUE, "Between 8 and 9 fit." },
    { 8704, 9728, { "context", "8192", "concurrency", "9", "retain", "8192" }, 7, 8, FALSE,
      "9 requests of 8,192 tokens do not fit: 1.50" ULL_NBSP "GiB too much." },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (UllPlan) plan = plan_between (rows[i].low_mib, rows[i].high_mib, rows[i].settings);
      g_autofree char *headline = ull_plan_headline (plan);
      g_autofree char *detail = ull_plan_detail (plan);

      g_test_message ("%s %s", headline, detail);
      g_assert_cmpstr (headline, ==, rows[i].headline);
      g_assert_cmpint (plan->max_concurrency_low, ==, rows[i].low);
      g_assert_cmpint (plan->max_concurrency_high, ==, rows[i].high);
      g_assert_true (ull_plan_is_undecided (plan) == rows[i].undecided);
      g_assert_true (g_str_has_suffix (detail, "a start-up log would settle it.") == rows[i].undecided);
      /* What is available rounds down: the plan counts on the low end. */
      g_assert_cmpint (plan->max_concurrency, ==, plan->max_concurrency_low);
    }
}

/* At each end the plan is that of a card measured so. */
static void
test_ends (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (20);
  guint differ = 0;

  for (guint i = 0; i < 500; i++)
    {
      gint64 low = g_rand_int_range (random, 200, 16000), high = g_rand_int_range (random, (gint32) low, 16385);
      g_autofree char *context = g_strdup_printf ("%d", g_rand_int_range (random, 1, 20000));
      const char *settings[] = { "context", context, "weights", "2GB", "engine", i % 2 ? "paged" : "ideal", "retain",
                                 i % 3 ? "0" : "1000", "prefix-tokens", i % 5 ? "0" : "300", NULL };
      g_autoptr (UllPlan) plan = plan_between (low, high, settings);
      g_autoptr (UllPlan) at_low = plan_between (low, low, settings);
      g_autoptr (UllPlan) at_high = plan_between (high, high, settings);

      g_assert_cmpint (plan->max_concurrency_low, ==, at_low->max_concurrency);
      g_assert_cmpint (plan->max_concurrency_high, ==, at_high->max_concurrency);
      g_assert_cmpint (plan->budget.pool_low, ==, at_low->budget.pool);
      g_assert_cmpint (plan->budget.pool_high, ==, at_high->budget.pool);
      differ += plan->max_concurrency_low != plan->max_concurrency_high;
    }
  g_assert_cmpuint (differ, >, 100);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/range/sentences", test_sentences);
  g_test_add_func ("/range/ends", test_ends);
  return g_test_run ();
}
