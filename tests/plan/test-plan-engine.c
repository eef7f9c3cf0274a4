#include "ull-plan.h"
#include "ull-units.h"

/* What is said where an engine's own rules decide. A block of 16 tokens of 32 layers of 8 KV heads of 128 at 16 bits is 2 MiB; it
 * is 256 KiB on each of eight cards that hold one of 4 heads, two of them the same one; and 576 KiB of 9 layers. */

typedef struct
{
  const char *name;
  const char *text;
} Setting;

typedef struct
{
  gint64 layers;
  gint64 heads;
  gint64 positions;
  Setting settings[6];
  const char *headline;
  const char *detail;
} Row;

static UllScenario *
scenario_of (const Row *row)
{
  g_autoptr (UllModel) model = ull_model_new_dense ("By hand", row->layers, 32, row->heads, 128, NULL);
  g_autoptr (UllDevice) device = ull_device_new_custom (80 * ULL_GIB);
  UllScenario *scenario;
  const Setting engine = { "engine", "vllm" };

  model->max_positions = row->positions;
  scenario = ull_scenario_new (model, device);
  for (const Setting *setting = &engine; setting->name != NULL; setting = setting == &engine ? row->settings : setting + 1)
    {
      const UllField *field = ull_field_by_name (setting->name);
      UllScenario *next;
      gint64 value;

      g_assert_true (ull_field_parse (field, setting->text, &value, NULL));
      next = ull_scenario_with (scenario, field->id, value, NULL, NULL);
      g_assert_nonnull (next);
      ull_scenario_unref (scenario);
      scenario = next;
    }
  return scenario;
}

static UllPlan *
plan_of (const Row *row)
{
  g_autoptr (UllScenario) scenario = scenario_of (row);

  return ull_plan_new (scenario, NULL);
}

static void
test_verdicts (void)
{
  static const Row rows[] = {
    { 32, 8, 8192, { { "context", "16384" }, { "available_bytes", "20GiB" } },
      "The model ends at 8,192 tokens; 16,384 asked.",
      "The model's positions bind: a context of at most 8,192 tokens would be right." },
    /* 10,895 blocks of 2 MiB. */
    { 32, 8, -1, { { "max_model_len", "174320" }, { "available_bytes", "20.9GiB" } },
      "The engine would not start: it asks for 21.28" ULL_NBSP "GiB and 20.90" ULL_NBSP "GiB is free.",
      "That is for one request of the model length, 174,320 tokens; at most 171,200 would be right." },
    /* Two decimals would be the same. */
    { 32, 8, -1, { { "max_model_len", "4097" }, { "available_bytes", "512MiB" } },
      "The engine would not start: it asks for 538,968,064" ULL_NBSP "B and 536,870,912" ULL_NBSP "B is free.",
      "That is for one request of the model length, 4,097 tokens; at most 4,096 would be right." },
    { 32, 8, -1, { { "max_model_len", "4096" }, { "available_bytes", "512MiB" } },
      "The engine starts, yet never admits a full-length request: one block is its own.",
      "The longest that does: 4,080 tokens." },
    /* 12 * 256 blocks and the engine's own. */
    { 32, 4, -1, { { "max_model_len", "4096" }, { "tp", "8" }, { "available_bytes", "805568512" } },
      "12 fit on 8 cards.",
      "KV memory binds; tensor parallel exceeds 4 KV heads: half the cache is copies." },
    { 32, 2, -1, { { "max_model_len", "4096" }, { "tp", "8" }, { "available_bytes", "805568512" } },
      "12 fit on 8 cards.",
      "KV memory binds; tensor parallel exceeds 2 KV heads: 3 of 4 parts of the cache are copies." },
    /* 33 layers on four stages are 8, 8, 9 and 8. */
    { 33, 8, -1, { { "max_model_len", "4096" }, { "pp", "4" }, { "available_bytes", "755564544" } },
      "5 fit.",
      "Pipeline stage 3 binds: it holds 9 layers, the others 8." },
    /* 34 are 8, 9, 9 and 8: of equals the first is named. */
    { 34, 8, -1, { { "max_model_len", "4096" }, { "pp", "4" }, { "available_bytes", "755564544" } },
      "5 fit.",
      "Pipeline stage 2 binds: it holds 9 layers, the last 8." },
    /* Evenly divided, none binds more than another. */
    { 32, 8, -1, { { "max_model_len", "4096" }, { "pp", "4" }, { "available_bytes", "671612928" } },
      "1 request of 4,096 tokens fits, with room for 4 more.",
      "KV memory binds at 5: 1,280 blocks, 256 a request." },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (UllPlan) plan = plan_of (&rows[i]);
      g_autofree char *headline = ull_plan_headline (plan), *detail = ull_plan_detail (plan);

      g_assert_cmpstr (headline, ==, rows[i].headline);
      g_assert_cmpstr (detail, ==, rows[i].detail);
    }
}

/* Images are a part of what the engine accepts: of 4,096 tokens 1,000 are, and 3,096 are left for the context. */
static void
test_images (void)
{
  static const Row fits = { 32, 8, -1, { { "context", "3096" }, { "max_model_len", "4096" }, { "image_tokens", "1000" },
                                         { "available_bytes", "1GiB" } }, NULL, NULL };
  static const Row ends = { 32, 8, -1, { { "context", "3097" }, { "max_model_len", "4096" }, { "image_tokens", "1000" },
                                         { "available_bytes", "1GiB" } }, NULL, NULL };
  g_autoptr (UllPlan) first = plan_of (&fits), second = plan_of (&ends);
  g_autofree char *headline = ull_plan_headline (second);

  g_assert_true (first->fits);
  g_assert_cmpint (first->max_context, ==, 3096);
  g_assert_cmpint (first->blocks_per_request, ==, 256);
  g_assert_cmpint (ull_derivation_value (&first->derivation, ULL_STEP_REQUEST_BLOCKS), ==, 256);
  g_assert_false (second->fits);
  g_assert_cmpstr (headline, ==, "The engine accepts at most 4,096 tokens; 4,097 asked.");
}

/* A draft's cache is in a token's bytes and in a block's, in the answer as in the sum that it comes from. */
static void
test_draft (void)
{
  static const Row row = { 32, 8, -1, { { "max_model_len", "4096" }, { "draft_kv_bytes_per_token", "4096" },
                                        { "available_bytes", "1GiB" } }, NULL, NULL };
  g_autoptr (UllPlan) plan = plan_of (&row);
  gint64 block = 2 * ULL_MIB + 16 * 4096;

  g_assert_cmpint (plan->layout.per_token, ==, 32 * 2 * 8 * 128 * 2 + 4096);
  g_assert_cmpint (ull_derivation_value (&plan->derivation, ULL_STEP_PAGE), ==, block);
  g_assert_cmpint (plan->layout.blocks, ==, ULL_GIB / block);
  g_assert_cmpint (plan->request_bytes, ==, 256 * block);
  g_assert_cmpint (plan->waste_bytes + plan->in_flight_bytes + plan->ullage_bytes, ==, ULL_GIB);
}

/* 33 layers on four stages: what a token and a request take is the third's, of 9 layers; the parts of the pool are all of it. */
static void
test_stage (void)
{
  static const Row row = { 33, 8, -1, { { "max_model_len", "4096" }, { "pp", "4" }, { "concurrency", "5" },
                                        { "available_bytes", "755564544" } }, NULL, NULL };
  g_autoptr (UllPlan) plan = plan_of (&row);

  g_assert_cmpint (plan->layout.per_token, ==, 9 * 2 * 8 * 128 * 2);
  g_assert_cmpint (plan->in_flight_bytes, ==, 5 * 4096 * 9 * 2 * 8 * 128 * 2);
  g_assert_cmpint (plan->waste_bytes, >=, 0);
  g_assert_cmpint (plan->waste_bytes + plan->in_flight_bytes + plan->ullage_bytes, ==, 755564544);
  g_assert_cmpint (ull_derivation_value (&plan->derivation, ULL_STEP_BYTES_PER_TOKEN), ==, plan->layout.per_token);
}

/* Copies of the engine: of four of them a plan is what it is of one, and says that it is of one. A convention has no copies. */
static void
test_replica (void)
{
  static const Row one = { 32, 8, -1, { { "max_model_len", "4096" }, { "concurrency", "3" }, { "available_bytes", "2GiB" } },
                           NULL, NULL };
  static const Row four = { 32, 8, -1, { { "max_model_len", "4096" }, { "concurrency", "3" }, { "available_bytes", "2GiB" },
                                         { "dp", "4" } }, NULL, NULL };
  static const Row paged = { 32, 8, -1, { { "dp", "4" }, { "engine", "paged" }, { "available_bytes", "2GiB" } }, NULL, NULL };
  g_autoptr (UllScenario) copies = scenario_of (&four), convention = scenario_of (&paged);
  g_autoptr (UllPlan) single = plan_of (&one), replica = ull_plan_new (copies, NULL), without = ull_plan_new (convention, NULL);
  g_autofree char *text = ull_plan_warning_text (replica, copies, ULL_WARNING_REPLICA);
  g_autofree char *headline = ull_plan_headline (single), *same = ull_plan_headline (replica);

  g_assert_cmpuint (replica->warnings, ==, single->warnings | 1u << ULL_WARNING_REPLICA);
  g_assert_cmpuint (without->warnings & 1u << ULL_WARNING_REPLICA, ==, 0);
  g_assert_cmpstr (text, ==, "All figures are of one replica: each of the 4 of data parallel has cards and a pool of its own, and "
                             "nothing is multiplied.");
  g_assert_cmpstr (same, ==, headline);
  g_assert_cmpint (replica->layout.blocks, ==, single->layout.blocks);
  g_assert_cmpint (replica->layout.tokens, ==, single->layout.tokens);
  g_assert_cmpint (replica->max_concurrency, ==, single->max_concurrency);
  g_assert_cmpint (replica->demand_bytes, ==, single->demand_bytes);
  g_assert_cmpint (replica->budget.pool, ==, single->budget.pool);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plan-engine/verdicts", test_verdicts);
  g_test_add_func ("/plan-engine/images", test_images);
  g_test_add_func ("/plan-engine/draft", test_draft);
  g_test_add_func ("/plan-engine/stage", test_stage);
  g_test_add_func ("/plan-engine/replica", test_replica);
  return g_test_run ();
}
