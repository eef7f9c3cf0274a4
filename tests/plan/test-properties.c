#include "plan-cases.h"

#include "ull-error.h"
#include "ull-units.h"

/* What must hold of every model and convention, the overhead held fixed. */

#define CASES 3000

static gint64
pick (GRand *rand, gint64 low, gint64 high)
{
  return low + (gint64) g_rand_int_range (rand, 0, (gint32) (high - low + 1));
}

static UllScenario *
with (const UllScenario *scenario, UllFieldId field, gint64 value)
{
  g_autoptr (GError) error = NULL;
  UllScenario *changed = ull_scenario_with (scenario, field, value, NULL, &error);

  g_assert_no_error (error);
  return changed;
}

/* Two contexts: the longer one never lets more requests in, and fits only where the shorter one does; but for requests that
 * are no longer than their prefix, where the engine shares several blocks at once (see below). */
static void
test_context (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (41);
  guint fewer = 0, changed = 0;

  for (int i = 0; i < CASES; i++)
    {
      g_autoptr (UllScenario) scenario = case_random (rand);
      gint64 context = scenario->value[ULL_FIELD_CONTEXT];
      g_autoptr (UllScenario) longer = with (scenario, ULL_FIELD_CONTEXT, context + pick (rand, 1, g_rand_boolean (rand) ? 3 : 9000));
      g_autoptr (UllPlan) a = case_plan (scenario);
      g_autoptr (UllPlan) b = case_plan (longer);

      if (ull_layout_get_stretch_end (&a->layout, context) < longer->value[ULL_FIELD_CONTEXT])
        continue;
      g_assert_cmpint (b->max_concurrency, <=, a->max_concurrency);
      g_assert_cmpint (b->memory_concurrency, <=, a->memory_concurrency);
      g_assert_cmpint (b->demand_bytes, >=, a->demand_bytes);
      g_assert_true (!b->fits || a->fits);
      fewer += b->max_concurrency < a->max_concurrency;
      changed += a->fits && !b->fits;
    }
  g_test_message ("%u of %d fit fewer, %u no longer fit", fewer, CASES, changed);
  g_assert_cmpuint (fewer, >, CASES / 10);
  g_assert_cmpuint (changed, >, 0);
}

/* With a prefix that is longer than some of the lengths: within a stretch a longer request never takes less, and the longest
 * of which so many fit is the one that trying every length finds. A stretch ends only where the engine shares several blocks
 * at once, and there fewer bytes are taken than of one token less. */
static void
test_shared (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (44);
  guint stretches = 0, drops = 0;

  for (int i = 0; i < 400; i++)
    {
      g_autoptr (UllScenario) any = case_random (rand);
      g_autoptr (UllScenario) scenario = with (any, ULL_FIELD_PREFIX_TOKENS, pick (rand, 1, 1500));
      g_autoptr (UllPlan) plan = case_plan (scenario);
      UllLayout *layout = &plan->layout;
      gint64 requests = pick (rand, 2, 400), longest = 0, before = 0, bytes;

      /* So few bytes that a length of the prefix decides. */
      g_assert_true (ull_layout_demand_bytes (layout, pick (rand, 1, 1600), requests, &layout->capacity));
      for (gint64 tokens = 1; tokens <= 2000; tokens++)
        {
          gboolean begins = tokens > 1 && ull_layout_get_stretch_end (layout, tokens - 1) < tokens;

          g_assert_true (ull_layout_demand_bytes (layout, tokens, requests, &bytes));
          g_assert_true (begins || bytes >= before);
          g_assert_true (bytes > layout->capacity || ull_layout_max_requests (layout, tokens) >= requests);
          g_assert_true (bytes <= layout->capacity || ull_layout_max_requests (layout, tokens) < requests);
          stretches += begins;
          drops += begins && bytes < before;
          longest = bytes <= layout->capacity ? tokens : longest;
          before = bytes;
        }
      g_assert_cmpint (ull_layout_max_tokens (layout, requests, 2000), ==, longest);
    }
  g_test_message ("%u stretches, at the end of %u of them more fit", stretches, drops);
  g_assert_cmpuint (drops, >, 100);
}

/* Fewer bytes an element. The dims are whole blocks of every format: part of a block takes a whole one, so that a format
 * of smaller elements in larger blocks may be the larger one there. */
static gboolean
is_narrower (UllDtype a, UllDtype b)
{
  const UllDtypeInfo *one = ull_dtype_info (a), *other = ull_dtype_info (b);

  return one->block_bytes * other->block_elements < other->block_bytes * one->block_elements;
}

static void
test_format (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (42);
  guint more = 0, changed = 0;

  for (int i = 0; i < CASES; i++)
    {
      g_autoptr (UllScenario) scenario = case_random (rand);
      UllDtype wide = (UllDtype) pick (rand, 0, ULL_N_ELEMENT_DTYPES - 1);
      UllDtype narrow = (UllDtype) pick (rand, 0, ULL_N_ELEMENT_DTYPES - 1);
      g_autoptr (UllScenario) before = NULL, after = NULL;
      g_autoptr (UllPlan) a = NULL, b = NULL;

      /* An engine that makes all layers' pages one size may lose by it: another layer's page is then padded, or a block of
       * more tokens is part-filled. */
      if (!is_narrower (narrow, wide) || scenario->value[ULL_FIELD_ENGINE] > ULL_ENGINE_PAGED)
        continue;
      before = ull_scenario_with_kv_dtype (scenario, wide);
      after = g_rand_boolean (rand)
                  ? ull_scenario_with_kv_dtype (before, narrow)
                  : with (before, g_rand_boolean (rand) ? ULL_FIELD_K_DTYPE : ULL_FIELD_V_DTYPE, narrow);
      a = case_plan (before);
      b = case_plan (after);
      g_assert_cmpint (b->max_concurrency, >=, a->max_concurrency);
      g_assert_cmpint (b->max_context, >=, a->max_context);
      g_assert_cmpint (b->demand_bytes, <=, a->demand_bytes);
      g_assert_true (!a->fits || b->fits);
      more += b->max_concurrency > a->max_concurrency;
      changed += b->fits && !a->fits;
    }
  g_test_message ("%u fit more, %u now fit", more, changed);
  g_assert_cmpuint (more, >, CASES / 10);
  g_assert_cmpuint (changed, >, 0);
}

/* Whole blocks in place of bytes, a context rounded up to its next block, a request more. */
static void
test_rounding (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (43);
  guint refused = 0;

  for (int i = 0; i < CASES; i++)
    {
      g_autoptr (UllScenario) scenario = case_random (rand);
      gint64 context = scenario->value[ULL_FIELD_CONTEXT], block = scenario->value[ULL_FIELD_BLOCK_SIZE];
      g_autoptr (UllScenario) exact = with (scenario, ULL_FIELD_ENGINE, ULL_ENGINE_IDEAL);
      g_autoptr (UllScenario) blocks = with (scenario, ULL_FIELD_ENGINE, ULL_ENGINE_PAGED);
      g_autoptr (UllScenario) longer = with (exact, ULL_FIELD_CONTEXT, ull_div_ceil (context, block) * block);
      g_autoptr (UllScenario) more = with (exact, ULL_FIELD_CONCURRENCY, scenario->value[ULL_FIELD_CONCURRENCY] + 1);
      const UllScenario *rounded[] = { blocks, longer, more };
      g_autoptr (UllPlan) plan = case_plan (exact);

      for (gsize k = 0; k < G_N_ELEMENTS (rounded); k++)
        {
          g_autoptr (UllPlan) up = case_plan (rounded[k]);

          g_assert_cmpint (up->demand_bytes, >=, plan->demand_bytes);
          g_assert_cmpint (up->max_concurrency, <=, plan->max_concurrency);
          g_assert_true (!up->fits || plan->fits);
          refused += plan->fits && !up->fits;
        }
    }
  g_test_message ("%u fit until they were rounded up", refused);
  g_assert_cmpuint (refused, >, 0);
}

/* As many stores as a layout has room for, each of other heads, eight of several tokens an entry, a prefix that is shared
 * and one that is retained: every step has its place. One more store is refused with a sentence. */
static UllScenario *
widest (guint n_runs)
{
  static const Setting settings[] = { { "engine", "paged" }, { "context", "10001" }, { "concurrency", "3" }, { "prefix-tokens", "5001" },
                                      { "prefix-requests", "2" }, { "retain", "1001" }, { "max-num-seqs", "9" }, { "headroom", "5%" },
                                      { "overhead", "1GiB" }, { "params", "1e9" }, { "tp", "2" }, { NULL, NULL } };
  UllModel facts = { .name = g_strdup ("wide"), .query_heads = -1, .hidden_size = -1, .parameters = -1, .weight_bytes = -1,
                     .native_dtype = ULL_DTYPE_BF16, .state_dtype = ULL_DTYPE_UNKNOWN, .max_positions = -1,
                     .n_runs = n_runs, .n_layers = n_runs };
  g_autoptr (UllDevice) device = ull_device_new_custom (96 * ULL_GIB);
  g_autoptr (UllModel) model = NULL;

  facts.runs = g_new0 (UllRun, n_runs);
  facts.layer_run = g_new (guint8, n_runs);
  for (guint i = 0; i < n_runs; i++)
    {
      facts.layer_run[i] = (guint8) i;
      facts.runs[i] = (UllRun) { .count = 1, .n_stores = 1,
                                 .stores = { { .per = i < 8 ? 4 : 1, .heads = 2 + 2 * (gint64) i, .k_dim = 64, .v_dim = 64,
                                               .k_format = ULL_DTYPE_KV, .v_format = ULL_DTYPE_KV } } };
    }
  model = ull_model_take (&facts, NULL);
  return case_with (ull_scenario_new (model, device), settings);
}

static void
test_widest (void)
{
  g_autoptr (UllScenario) scenario = widest (ULL_MAX_PARTS);
  g_autoptr (UllScenario) wider = widest (ULL_MAX_PARTS + 1);
  g_autoptr (UllPlan) plan = case_plan (scenario);
  g_autoptr (GError) error = NULL;

  g_test_message ("%u steps, %u operands", plan->derivation.n_steps, plan->derivation.n_operands);
  g_assert_cmpint (plan->layout.n_parts, ==, ULL_MAX_PARTS);
  g_assert_null (ull_plan_new (wider, &error));
  g_assert_error (error, ULL_ERROR, ULL_ERROR_INVALID);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/properties/context", test_context);
  g_test_add_func ("/properties/shared", test_shared);
  g_test_add_func ("/properties/format", test_format);
  g_test_add_func ("/properties/rounding", test_rounding);
  g_test_add_func ("/properties/widest", test_widest);
  return g_test_run ();
}
