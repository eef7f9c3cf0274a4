#include "ull-config.h"
#include "ull-plan.h"
#include "ull-units.h"

#include <string.h>

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

/* Entries of a latent that only packed kernels know, states alone, and what is set. */
static void
test_kv_format (void)
{
  static const struct
  {
    const char *model;
    gint64 engine;
    const char *format;
  } rows[] = { { "llama-3.1-8b", ULL_ENGINE_VLLM, "bf16" },          { "llama-3.1-8b", ULL_ENGINE_PAGED, "bf16" },
               { "deepseek-v4-flash", ULL_ENGINE_VLLM, "packed fp8" }, { "mamba-2.8b", ULL_ENGINE_VLLM, NULL } };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (UllModel) model = ull_config_open_bundled (rows[i].model, NULL);
      g_autoptr (UllDevice) device = ull_device_new_custom (160 * ULL_GIB);
      g_autoptr (UllScenario) plain = ull_scenario_new (model, device);
      g_autoptr (UllScenario) scenario = ull_scenario_with (plain, ULL_FIELD_ENGINE, rows[i].engine, NULL, NULL);
      g_autoptr (UllPlan) plan = ull_plan_new (scenario, NULL);
      g_autofree char *format = ull_plan_kv_format (plan, scenario);

      g_assert_cmpstr (format, ==, rows[i].format);
    }
}

typedef struct
{
  Row row;
  const char *field;
  const char *note;
  gboolean buys_none;
} Note;

/* 4 KV heads are divided by four cards at most; a stage of 10 and two of 11 layers; replicas. */
static void
test_cards_notes (void)
{
  static const Note rows[] = {
    { { 32, 4, 8192, { { NULL, NULL } }, NULL, NULL }, "tp", NULL, FALSE },
    { { 32, 4, 8192, { { "tp", "4" } }, NULL, NULL }, "tp", "More than 4 cards would hold copies of KV heads, and buy no cache.",
      FALSE },
    { { 32, 4, 8192, { { "tp", "8" } }, NULL, NULL }, "tp",
      "Tensor parallel exceeds 4 KV heads: 2 cards hold the same cache each, so that more buy none.", TRUE },
    { { 32, 1, 8192, { { "tp", "2" } }, NULL, NULL }, "tp",
      "Tensor parallel exceeds 1 KV head: 2 cards hold the same cache each, so that more buy none.", TRUE },
    /* A convention divides the same way. */
    { { 32, 4, 8192, { { "engine", "paged" }, { "tp", "8" } }, NULL, NULL }, "tp",
      "Tensor parallel exceeds 4 KV heads: 2 cards hold the same cache each, so that more buy none.", TRUE },
    { { 32, 8, 8192, { { "pp", "3" }, { "available_bytes", "9GiB" } }, NULL, NULL }, "pp",
      "Pipeline stage 1 binds: it holds 11 layers, the last 10.", FALSE },
    { { 32, 8, 8192, { { "pp", "2" }, { "available_bytes", "9GiB" } }, NULL, NULL }, "pp", NULL, FALSE },
    { { 32, 8, 8192, { { NULL, NULL } }, NULL, NULL }, "dp", NULL, FALSE },
    { { 32, 8, 8192, { { "dp", "2" } }, NULL, NULL }, "dp",
      "Each of 2 replicas has a pool of its own: no request is longer for it. The figures are of one.", FALSE },
    { { 32, 8, 8192, { { NULL, NULL } }, NULL, NULL }, "context", NULL, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (UllScenario) scenario = scenario_of (&rows[i].row);
      g_autoptr (UllPlan) plan = ull_plan_new (scenario, NULL);
      gboolean buys_none;
      g_autofree char *note
          = ull_plan_cards_note (plan, scenario, ull_field_by_name (rows[i].field)->id, &buys_none);

      g_assert_cmpstr (note, ==, rows[i].note);
      g_assert_cmpint (buys_none, ==, rows[i].buys_none);
    }
}

static void
test_verdicts (void)
{
  static const Row rows[] = {
    { 32, 8, 8192, { { "context", "16384" }, { "available_bytes", "20GiB" } },
      "The model ends at 8,192 tokens; 16,384 asked.",
      "The model’s positions bind: a context of at most 8,192 tokens would be right." },
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

/* Six layers of full attention, then six with a window of 1,024: they make two groups of six, and of two stages each has one of
 * them. A page of 16 tokens of 8 heads of 128 at 16 bits is 64 KiB. */
static UllModel *
two_kinds (void)
{
  UllModel facts = { .name = g_strdup ("Two kinds"), .parameters = -1, .weight_bytes = -1, .max_positions = -1, .query_heads = 32,
                     .native_dtype = ULL_DTYPE_BF16, .state_dtype = ULL_DTYPE_UNKNOWN, .n_runs = 2, .n_layers = 12 };
  UllStore store = { ULL_GROWTH_TOKEN, ULL_SHARD_HEADS, ULL_ROLE_CACHE, 0, 1, 8, 128, 128, 0, ULL_DTYPE_KV, ULL_DTYPE_KV };

  facts.runs = g_new0 (UllRun, 2);
  facts.runs[0] = (UllRun) { .count = 6, .kind = ULL_LAYER_FULL, .n_stores = 1, .stores = { store } };
  store.growth = ULL_GROWTH_CAPPED;
  store.cap = 1024;
  facts.runs[1] = (UllRun) { .count = 6, .kind = ULL_LAYER_SLIDING, .n_stores = 1, .stores = { store } };
  facts.layer_run = g_new0 (guint8, 12);
  memset (facts.layer_run + 6, 1, 6);
  return ull_model_take (&facts, NULL);
}

/* One request of 4,096 tokens takes 4096 / 16 = 256 blocks of the full group and, with 1,024 tokens of the one step in flight that
 * 0.17 counts, (1024 - 1 + 1024) / 16, up, + 1 = 129 of the window's. The check takes 385 blocks of six pages on each stage; the first
 * would fill 256 of them and the second 129. Between the two numbers of bytes, the check is what refuses. */
static void
test_strict_check (void)
{
  const gint64 block = 6 * 65536, asked = (256 + 129) * block, own = 256 * block;
  static const struct
  {
    const char *version;
    const char *stages;
    gint64 off; /* of the bytes that the check asks for, or that the first stage's layers fill */
    gboolean of_own;
    gboolean starts;
    gboolean strict;
  } rows[] = {
    { "0.17", "2", 0, FALSE, TRUE, FALSE },  { "0.17", "2", -1, FALSE, FALSE, TRUE }, { "0.17", "2", 0, TRUE, FALSE, TRUE },
    { "0.17", "2", -1, TRUE, FALSE, FALSE },
    /* On one card both kinds are there, and nothing is left empty. */
    { "0.17", "1", -1, FALSE, FALSE, FALSE },
    /* Older releases added up bytes of layers. */
    { "0.16", "2", -1, FALSE, FALSE, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *bytes = g_strdup_printf ("%" G_GINT64_FORMAT, (rows[i].of_own ? own : asked) + rows[i].off);
      const Row row = { 1, 8, -1, { { "max_model_len", "4096" }, { "engine_version", rows[i].version }, { "pp", rows[i].stages },
                                    { "max_batched_tokens", "1024" }, { "available_bytes", bytes } }, NULL, NULL };
      g_autoptr (UllModel) model = two_kinds ();
      g_autoptr (UllScenario) one = scenario_of (&row), scenario = ull_scenario_with_model (one, model);
      g_autoptr (UllPlan) plan = ull_plan_new (scenario, NULL);
      g_autofree char *text = ull_plan_warning_text (plan, scenario, ULL_WARNING_STRICT_CHECK);

      g_assert_cmpint (plan->report.needed_bytes, ==, asked);
      g_assert_cmpint (plan->report.starts, ==, rows[i].starts);
      g_assert_cmpint (plan->report.strict, ==, rows[i].strict);
      g_assert_cmpint ((plan->warnings >> ULL_WARNING_STRICT_CHECK) & 1, ==, rows[i].strict);
      /* 151,388,160 B and 100,663,296 B. */
      if (rows[i].strict)
        g_assert_cmpstr (text, ==, "The engine’s check is too strict for a pipeline: of stage 1 it asks 0.14" ULL_NBSP "GiB, blocks of "
                                   "every group of layers, where the stage’s own layers would fill 0.09" ULL_NBSP
                                   "GiB. Each stage’s memory would hold its part.");
    }
}

/* { max sequences, tokens of a step, whether the engine refuses to start, sequences then }: of two that are set neither is lowered, the default is. */
static void
test_step_tokens (void)
{
  static const struct
  {
    const char *sequences;
    const char *tokens;
    gboolean refuses;
    gint64 most;
  } rows[] = { { "256", "64", TRUE, 256 }, { "65", "64", TRUE, 65 }, { "64", "64", FALSE, 64 }, { NULL, "64", FALSE, 64 }, { NULL, "2048", FALSE, 1024 } };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const Row row = { 1, 8, -1, { { "max_model_len", "4096" }, { "max_batched_tokens", rows[i].tokens }, { "available_bytes", "8589934592" },
                                    { rows[i].sequences != NULL ? "max_num_seqs" : NULL, rows[i].sequences } }, NULL, NULL };
      g_autoptr (UllScenario) scenario = scenario_of (&row);
      g_autoptr (UllPlan) plan = ull_plan_new (scenario, NULL);
      g_autofree char *refusal = ull_plan_refusal (plan), *text = ull_plan_warning_text (plan, scenario, ULL_WARNING_STEP_TOKENS);

      g_assert_cmpint ((plan->warnings >> ULL_WARNING_STEP_TOKENS) & 1, ==, rows[i].refuses);
      g_assert_cmpstr (refusal, ==, rows[i].refuses ? text : NULL);
      g_assert_true (g_str_has_prefix (text, "The engine would not start"));
      g_assert_cmpint (ull_engine_get_setting (scenario, ULL_FIELD_MAX_NUM_SEQS), ==, rows[i].most);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plan-engine/verdicts", test_verdicts);
  g_test_add_func ("/plan-engine/cards-notes", test_cards_notes);
  g_test_add_func ("/plan-engine/kv-format", test_kv_format);
  g_test_add_func ("/plan-engine/images", test_images);
  g_test_add_func ("/plan-engine/draft", test_draft);
  g_test_add_func ("/plan-engine/stage", test_stage);
  g_test_add_func ("/plan-engine/replica", test_replica);
  g_test_add_func ("/plan-engine/strict-check", test_strict_check);
  g_test_add_func ("/plan-engine/step-tokens", test_step_tokens);
  return g_test_run ();
}
