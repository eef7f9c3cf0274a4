#include "ull-levers.h"
#include "ull-pull-private.h"

#include "plan-cases.h"
#include "ull-units.h"

#include <math.h>

/* Every row against a plan made without the table, and the chapter's four rows against their derivations. */

static const UllPullRow *
find (const UllLevers *levers, const char *id)
{
  const UllPullRow *row = ull_levers_find (levers, id);

  if (row == NULL)
    g_error ("there is no lever %s", id);
  return row;
}

static UllLevers *
levers_of (UllScenario *taken, const UllHost *host)
{
  g_autoptr (UllScenario) scenario = taken;
  g_autoptr (GError) error = NULL;
  UllLevers *levers = ull_levers_new (scenario, host, &error);

  g_assert_no_error (error);
  return levers;
}

/* The pool is 3.74 GB and a token 131,072 B: 28,533 tokens.
 * fp8: 3,740,000,000 ÷ 65,536 = 57,067. The pool is the same: it scales.
 * Weights at 4 bits: 16.06 GB ÷ 4 = 4.015 GB, 12.045 GB more of pool; 15,785,000,000 ÷ 131,072 = 120,429. It adds.
 * Two cards: 21.6 − 8.03 − 1.8 = 11.77 GB on each, 4 heads of 128 are 65,536 B: 179,595. Both.
 * Requests are of 4,096 tokens: 57,067 hold 13, 120,429 hold 29, 179,595 hold 43. */
static void
test_chapter (void)
{
  static const struct
  {
    const char *id;
    gint64 tokens, requests, gain_bytes;
    UllGain gain;
  } rows[] = {
    { "kv_dtype=fp8", 57067, 13, 0, ULL_GAIN_SCALES },
    { "weight_dtype=int4", 120429, 29, 12045000000, ULL_GAIN_ADDS },
    { "tp=2", 179595, 43, 8030000000, ULL_GAIN_BOTH },
  };
  g_autoptr (UllLevers) levers = levers_of (case_chapter (), NULL);

  g_assert_cmpint (levers->plan->layout.tokens, ==, 28533);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const UllPullRow *row = find (levers, rows[i].id);

      g_assert_cmpint (row->tokens, ==, rows[i].tokens);
      g_assert_cmpint (row->requests, ==, rows[i].requests);
      g_assert_cmpint (row->gain_bytes, ==, rows[i].gain_bytes);
      g_assert_cmpint (row->gain, ==, rows[i].gain);
      g_assert_cmpfloat_with_epsilon (row->factor_tokens, (double) rows[i].tokens / 28533, 1e-12);
    }
  g_assert_cmpint (find (levers, "weight_dtype=int4")->scenario->value[ULL_FIELD_WEIGHTS], ==, 4015000000);
}

/* A pulled scenario is where the next table starts: the weights are known to be narrow now. */
static void
test_weights_pulled_twice (void)
{
  g_autoptr (UllLevers) levers = levers_of (case_chapter (), NULL);
  g_autoptr (UllLevers) after = levers_of (ull_scenario_ref (find (levers, "weight_dtype=fp8")->scenario), NULL);

  g_assert_null (ull_levers_find (after, "weight_dtype=q8_0"));
  g_assert_null (ull_levers_find (after, "weight_dtype=int8"));
  /* 8.03 GB in fp8 are 4.015 GB in 4 bits: the same as from the start. */
  g_assert_cmpint (find (after, "weight_dtype=int4")->tokens, ==, 120429);
}

/* Options as a person types them, and the row that says the same. A headroom of 10 % leaves 3.74 − 2.4 = 1.34 GB, in which two
 * requests of 512 MiB fit; the third waits. */
static void
test_rows_are_plans (void)
{
  static const Setting common[] = { { "engine", "paged" }, { "headroom", "10%" }, { "max-num-seqs", "1" }, { NULL, NULL } };
  static const struct
  {
    const char *id;
    Setting settings[3];
  } rows[] = {
    { "kv_dtype=q8_0", { { "k-dtype", "q8_0" }, { "v-dtype", "q8_0" } } },
    { "kv_dtype=int4", { { "k-dtype", "int4" }, { "v-dtype", "int4" } } },
    { "k_dtype=fp8", { { "k-dtype", "fp8" } } },
    { "v_dtype=nvfp4", { { "v-dtype", "nvfp4" } } },
    { "weight_dtype=fp8", { { "weights", "8.03GB" }, { "weight-dtype", "fp8" } } },
    { "kv_heads=4", { { "kv-heads", "4" } } },
    { "kv_heads=1", { { "kv-heads", "1" } } },
    { "context=2048", { { "context", "2048" } } },
    { "utilization=0.95", { { "utilization", "0.95" } } },
    { "utilization=1.00", { { "utilization", "1" } } },
    { "headroom=0.00", { { "headroom", "0" } } },
    { "tp=2", { { "tp", "2" } } },
    { "max_num_seqs=2", { { "max-num-seqs", "2" } } },
  };
  g_autoptr (UllScenario) base = case_with (case_chapter (), common);
  g_autoptr (UllLevers) levers = levers_of (ull_scenario_ref (base), NULL);

  g_assert_cmpint (levers->plan->memory_concurrency, ==, 2);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (UllScenario) scenario = case_with (ull_scenario_ref (base), rows[i].settings);
      g_autoptr (UllPlan) plan = case_plan (scenario);
      const UllPullRow *row = find (levers, rows[i].id);

      g_assert_true (ull_scenario_equal (row->scenario, scenario));
      g_assert_cmpint (row->tokens, ==, plan->layout.tokens);
      g_assert_cmpint (row->requests, ==, plan->max_concurrency);
      g_assert_cmpint (row->gain_bytes, ==, plan->budget.pool - levers->plan->budget.pool);
    }
}

/* Up to three larger cards of the same maker, none of less than half the bandwidth, each at least a quarter larger than the last and the least that is. */
static void
test_bigger_card (void)
{
  g_autoptr (UllScenario) chapter = case_chapter ();
  g_autoptr (UllScenario) scenario = ull_scenario_with_device (chapter, ull_device_find ("rtx-4090"));
  g_autoptr (UllLevers) levers = levers_of (g_steal_pointer (&scenario), NULL);
  GPtrArray *devices = ull_device_catalogue ();
  gint64 last = levers->scenario->device->allocatable;
  const UllDevice *cards[4];
  guint n = 0;

  for (guint i = 0; i < levers->rows->len; i++)
    {
      const UllPullRow *row = &g_array_index (levers->rows, UllPullRow, i);

      if (row->pull[0].id != ULL_PULL_DEVICE)
        continue;
      g_assert_cmpuint (n, <, 3);
      cards[n++] = row->scenario->device;
    }
  g_assert_cmpuint (n, ==, 3);
  /* The rows are sorted by gain: the largest card first. */
  for (guint k = n; k-- > 0;)
    {
      g_assert_cmpstr (cards[k]->vendor, ==, "NVIDIA");
      g_assert_cmpint (4 * cards[k]->allocatable, >=, 5 * last);
      g_assert_true (cards[k]->bandwidth_gb_s < 0 || cards[k]->bandwidth_gb_s >= 504); /* half of 1,008 GB/s */
      for (guint i = 0; i < devices->len; i++)
        {
          const UllDevice *device = g_ptr_array_index (devices, i);

          g_assert_false (device->dies == 1 && (device->bandwidth_gb_s < 0 || device->bandwidth_gb_s >= 504) && g_strcmp0 (device->vendor, "NVIDIA") == 0 &&
                          4 * device->allocatable >= 5 * last && device->allocatable < cards[k]->allocatable);
        }
      last = cards[k]->allocatable;
    }
}

/* Half of 4,096 tokens shared by all: 268,435,456 B once and as much for each: (3.74 GB − 268 MB) ÷ 268 MB = 12. */
static void
test_prefix (void)
{
  static const Setting some[] = { { "prefix-tokens", "3000" }, { "prefix-requests", "3" }, { NULL, NULL } };
  g_autoptr (UllLevers) levers = levers_of (case_chapter (), NULL);
  g_autoptr (UllLevers) shared = levers_of (case_with (case_chapter (), some), NULL);
  const UllPullRow *row = find (levers, "prefix_tokens=2048");

  g_assert_cmpint (row->requests, ==, 12);
  g_assert_cmpint (row->tokens, ==, 28533);
  g_assert_cmpint (row->gain, ==, ULL_GAIN_SCALES);
  /* A longer one that only some share is shared by all. */
  g_assert_cmpint (find (shared, "prefix_tokens=3000")->scenario->value[ULL_FIELD_PREFIX_REQUESTS], ==, ULL_UNSET);
}

/* 64 GiB ÷ 131,072 B = 524,288 tokens. 4,096 tokens are 536,870,912 B; at 31,507,692,307 B/s that is 17,040 µs. A drive of
 * 1 TB holds 7,629,394 tokens, at a quarter of the rate. Requests that run stay on the card. */
static void
test_host (void)
{
  g_autoptr (UllLevers) levers = levers_of (case_chapter (), NULL);
  const UllPullRow *ram = find (levers, "host_offload=ram"), *drive = find (levers, "host_offload=nvme");

  g_assert_cmpint (ULL_HOST_RAM_RATE, ==, 31507692307);
  g_assert_cmpint (ram->tokens, ==, 28533 + 524288);
  g_assert_cmpint (ram->requests, ==, levers->plan->max_concurrency);
  g_assert_cmpint (ram->gain_bytes, ==, 64 * ULL_GIB);
  g_assert_cmpint (ram->hit_bytes, ==, 536870912);
  g_assert_cmpint (ram->hit_us, ==, 17040);
  g_assert_cmpint (drive->tokens, ==, 28533 + 7629394);
  g_assert_cmpint (drive->hit_us, ==, 68158);
  g_assert_cmpint (ram->gain, ==, ULL_GAIN_ADDS);
}

static void
test_host_typed (void)
{
  UllHost host;
  g_autoptr (UllLevers) levers = NULL;

  ull_host_init (&host);
  host.bytes[ULL_HOST_NVME] = 0;
  host.bytes[ULL_HOST_RAM] = 10 * 131072 + 1;
  host.rate[ULL_HOST_RAM] = 536870912;
  levers = levers_of (case_chapter (), &host);
  g_assert_null (ull_levers_find (levers, "host_offload=nvme"));
  g_assert_cmpint (find (levers, "host_offload=ram")->tokens, ==, 28533 + 10);
  g_assert_cmpint (find (levers, "host_offload=ram")->hit_us, ==, 1000000);
}

/* A model of states alone: no lever of the cache moves it, and tokens have no factor. */
static void
test_nothing_to_move (void)
{
  static const Setting typed[] = { { "available", "1GB" }, { NULL, NULL } };
  static const char *const absent[] = { "kv_dtype=fp8", "k_dtype=fp8", "kv_heads=1", "context=2048", "host_offload=ram" };
  static const char *const useless[] = { "utilization=1.00", "device=h100-sxm", "weight_dtype=fp8" };
  UllModel facts = { .name = g_strdup ("states"), .query_heads = -1, .hidden_size = -1, .parameters = 1000000000,
                     .weight_bytes = 2000000000, .weight_source = ULL_WEIGHTS_ESTIMATE, .native_dtype = ULL_DTYPE_BF16,
                     .state_dtype = ULL_DTYPE_UNKNOWN, .max_positions = -1, .n_runs = 1, .n_layers = 1 };
  UllRun run = { .count = 1, .kind = ULL_LAYER_RECURRENT, .n_stores = 1,
                 .stores = { { .growth = ULL_GROWTH_CONSTANT, .per = 1, .heads = 1, .k_dim = 4096,
                               .k_format = ULL_DTYPE_STATE, .v_format = ULL_DTYPE_STATE } } };
  g_autoptr (UllDevice) device = ull_device_new_custom (24 * ULL_GB);
  g_autoptr (UllModel) model = NULL;
  g_autoptr (UllLevers) levers = NULL, pool = NULL;

  facts.runs = g_memdup2 (&run, sizeof run);
  facts.layer_run = g_new0 (guint8, 1);
  model = ull_model_take (&facts, NULL);
  levers = levers_of (ull_scenario_new (model, device), NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (absent); i++)
    g_assert_null (ull_levers_find (levers, absent[i]));
  g_assert_true (isnan (find (levers, "weight_dtype=fp8")->factor_tokens));
  /* With the pool typed, the card moves nothing. */
  pool = levers_of (case_with (case_chapter (), typed), NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (useless); i++)
    g_assert_null (ull_levers_find (pool, useless[i]));
  g_assert_nonnull (ull_levers_find (pool, "kv_dtype=fp8"));
}

/* Three cards' worth of heads divide no further: the lever is not there. */
static void
test_refused (void)
{
  g_autoptr (UllModel) model = ull_model_new_dense ("odd", 32, 9, 3, 128, NULL);
  g_autoptr (UllDevice) device = ull_device_new_custom (24 * ULL_GB);
  g_autoptr (UllLevers) levers = levers_of (ull_scenario_new (model, device), NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (UllScenario) scenario = case_with (ull_scenario_new (model, device), (Setting[]) { { "tp", "2" }, { NULL, NULL } });

  g_assert_null (ull_levers_find (levers, "tp=2"));
  g_assert_nonnull (ull_levers_find (levers, "kv_heads=1"));
  g_assert_null (ull_levers_find (levers, "kv_heads=2"));
  g_assert_null (ull_levers_new (scenario, NULL, &error));
  g_assert_nonnull (error);
}

static void
check_order (const UllLevers *levers)
{
  for (guint i = 1; i < levers->rows->len; i++)
    {
      const UllPullRow *before = &g_array_index (levers->rows, UllPullRow, i - 1);
      const UllPullRow *row = &g_array_index (levers->rows, UllPullRow, i);

      g_assert_true (before->requests > row->requests ||
                     (before->requests == row->requests && before->tokens >= row->tokens));
    }
}

static void
check_row (const UllLevers *levers, const UllPullRow *row)
{
  g_autoptr (UllScenario) pulled = ull_pull_apply (&row->pull[0], levers->scenario, NULL);
  g_autoptr (UllPlan) plan = case_plan (pulled);
  gboolean same_token = plan->layout.per_token == levers->plan->layout.per_token;
  gboolean same_request = plan->request_bytes - plan->shared_bytes == levers->plan->request_bytes - levers->plan->shared_bytes;

  g_assert_true (ull_scenario_equal (pulled, row->scenario));
  g_assert_cmpint (row->requests, ==, plan->max_concurrency);
  g_assert_cmpint (row->gain != ULL_GAIN_ADDS, ==, !same_token || !same_request);
  if (row->pull[0].id == ULL_PULL_HOST)
    return;
  g_assert_cmpint (row->tokens, ==, plan->layout.tokens);
  g_assert_cmpint (row->gain_bytes, ==, plan->budget.pool - levers->plan->budget.pool);
  g_assert_cmpint (row->gain == ULL_GAIN_SCALES, ==, row->gain_bytes == 0 && (!same_token || !same_request));
}

/* Of any model: in order, every id once, and each row what a plan of its own says. */
static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  guint rows = 0;

  for (int i = 0; i < 300; i++)
    {
      g_autoptr (UllLevers) levers = levers_of (case_random (rand), NULL);
      g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

      check_order (levers);
      for (guint k = 0; k < levers->rows->len; k++)
        {
          const UllPullRow *row = &g_array_index (levers->rows, UllPullRow, k);

          g_assert_true (g_hash_table_add (seen, ull_pull_row_dup_id (row)));
          check_row (levers, row);
          rows++;
        }
    }
  g_test_message ("%u rows", rows);
}

/* Every lever says what it is, what it changes and what it costs; stops go from wide to narrow. */
static void
test_words (void)
{
  g_autoptr (UllScenario) scenario = case_chapter ();
  g_autoptr (UllPlan) plan = case_plan (scenario);
  gint64 stops[ULL_MAX_STOPS];
  guint n = ull_pull_stops (ULL_PULL_KV_DTYPE, scenario, plan, stops, ULL_MAX_STOPS);
  g_autofree char *label = ull_pull_dup_label (&(UllPull) { ULL_PULL_CONTEXT, 2048 });
  g_autofree char *memory = ull_pull_dup_label (&(UllPull) { ULL_PULL_MEMORY, 24000000001 });

  for (int i = 0; i < ULL_N_PULLS; i++)
    {
      g_assert_nonnull (ull_pull_get_name ((UllPullId) i));
      g_assert_nonnull (ull_pull_get_term_id ((UllPullId) i));
      g_assert_nonnull (ull_pull_get_term_label ((UllPullId) i));
      g_assert_cmpuint (strlen (ull_pull_get_cost ((UllPullId) i)), >, 10);
    }
  g_assert_cmpstr (label, ==, "Context" ULL_NBSP "2,048" ULL_NBSP "tokens");
  g_assert_cmpstr (memory, ==, "Card memory" ULL_NBSP "24,000,000,001" ULL_NBSP "B");
  /* Everything below 16 bits. */
  g_assert_cmpuint (n, ==, 10);
  for (guint i = 1; i < n; i++)
    {
      const UllDtypeInfo *wide = ull_dtype_info ((UllDtype) stops[i - 1]), *narrow = ull_dtype_info ((UllDtype) stops[i]);

      g_assert_cmpint (narrow->block_bytes * wide->block_elements, <=, wide->block_bytes * narrow->block_elements);
    }
}

/* vLLM's cache has formats of its own and none of ggml's, and one for keys and values together. The newest release has all but
 * nvfp4 on any card, so that below 16 bits there are eight on an H100 and nine on a B200. */
static void
test_formats_of_engine (void)
{
  static const struct
  {
    const char *card;
    guint n;
  } rows[] = { { "h100-sxm", 8 }, { "b200-sxm", 9 } };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (UllScenario) chapter = case_chapter ();
      g_autoptr (UllScenario) engine = ull_scenario_with (chapter, ULL_FIELD_ENGINE, ULL_ENGINE_VLLM, NULL, NULL);
      g_autoptr (UllScenario) scenario = ull_scenario_with_device (engine, (UllDevice *) ull_device_find (rows[i].card));
      g_autoptr (UllPlan) plan = case_plan (scenario);
      gint64 stops[ULL_MAX_STOPS], last = G_MAXINT64;
      guint n = ull_pull_stops (ULL_PULL_KV_DTYPE, scenario, plan, stops, ULL_MAX_STOPS);

      g_assert_cmpuint (n, ==, rows[i].n);
      for (guint k = 0; k < n; k++)
        {
          gint64 bytes;

          g_assert_true (stops[k] == ULL_DTYPE_FP8 || stops[k] == ULL_DTYPE_NVFP4 || stops[k] >= (gint64) ULL_N_ELEMENT_DTYPES);
          g_assert_true (ull_dtype_entry_bytes ((UllDtype) stops[k], 128, (UllDtype) stops[k], 128, &bytes));
          g_assert_cmpint (bytes, <=, last);
          last = bytes;
        }
      g_assert_cmpuint (ull_pull_stops (ULL_PULL_K_DTYPE, scenario, plan, stops, ULL_MAX_STOPS), ==, 0);
      g_assert_cmpuint (ull_pull_stops (ULL_PULL_V_DTYPE, scenario, plan, stops, ULL_MAX_STOPS), ==, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/levers/chapter", test_chapter);
  g_test_add_func ("/levers/weights-pulled-twice", test_weights_pulled_twice);
  g_test_add_func ("/levers/rows-are-plans", test_rows_are_plans);
  g_test_add_func ("/levers/bigger-card", test_bigger_card);
  g_test_add_func ("/levers/prefix", test_prefix);
  g_test_add_func ("/levers/host", test_host);
  g_test_add_func ("/levers/host-typed", test_host_typed);
  g_test_add_func ("/levers/nothing-to-move", test_nothing_to_move);
  g_test_add_func ("/levers/refused", test_refused);
  g_test_add_func ("/levers/random", test_random);
  g_test_add_func ("/levers/words", test_words);
  g_test_add_func ("/levers/formats-of-engine", test_formats_of_engine);
  return g_test_run ();
}
