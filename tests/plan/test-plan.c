#include "ull-disclosure.h"
#include "ull-error.h"
#include "ull-units.h"

/* The numbers of the course and the lab that Ullage must give back, each with its derivation beside it. */

typedef struct
{
  const char *option;
  const char *text;
} Setting;

static UllScenario *
make_scenario (gint64 layers, gint64 query_heads, gint64 kv_heads, gint64 dim, const char *memory, const Setting *settings)
{
  g_autoptr (UllModel) model = ull_model_new_dense ("by hand", layers, query_heads, kv_heads, dim, NULL);
  g_autoptr (UllDevice) device = NULL;
  UllScenario *scenario;
  gint64 bytes;

  g_assert_nonnull (model);
  g_assert_true (ull_size_parse (memory, &bytes, NULL));
  device = ull_device_new_custom (bytes);
  scenario = ull_scenario_new (model, device);
  for (; settings->option != NULL; settings++)
    {
      g_autoptr (GError) error = NULL;
      const UllField *field = ull_field_by_option (settings->option);
      UllScenario *next;
      gint64 value;

      g_assert_nonnull (field);
      g_assert_true (ull_field_parse (field, settings->text, &value, &error));
      next = ull_scenario_with (scenario, field->id, value, settings->text, &error);
      g_assert_no_error (error);
      ull_scenario_unref (scenario);
      scenario = next;
    }
  return scenario;
}

static UllScenario *
with (UllScenario *scenario, const char *option, const char *text)
{
  const UllField *field = ull_field_by_option (option);
  g_autoptr (UllScenario) old = scenario;
  g_autoptr (GError) error = NULL;
  UllScenario *next;
  gint64 value;

  g_assert_true (ull_field_parse (field, text, &value, &error));
  next = ull_scenario_with (old, field->id, value, text, &error);
  g_assert_no_error (error);
  return next;
}

static UllPlan *
plan_of (const UllScenario *scenario)
{
  g_autoptr (GError) error = NULL;
  UllPlan *plan = ull_plan_new (scenario, &error);

  g_assert_no_error (error);
  return plan;
}

static gint64
sum_of_terms (const UllBudget *budget)
{
  gint64 sum = 0;

  for (int i = 0; i < ULL_N_TERMS; i++)
    sum += budget->term[i].bytes;
  return sum;
}

static UllScenario *
chapter (void)
{
  static const Setting settings[] = { { "utilization", "0.90" }, { "weights", "16.06GB" }, { "overhead", "1.8GB" }, { NULL, NULL } };

  return make_scenario (32, 32, 8, 128, "24GB", settings);
}

/* 24 × 0.90 = 21.6; 21.6 − 16.06 − 1.8 = 3.74 GB. 2 × 32 × 8 × 128 × 2 B = 131,072 B a token.
 * floor (3,740,000,000 ÷ 131,072) = 28,533; ÷ (16 × 131,072) = 1,783. */
static void
test_chapter (void)
{
  g_autoptr (UllScenario) scenario = chapter ();
  g_autoptr (UllPlan) plan = plan_of (scenario);

  g_assert_cmpint (plan->budget.pool, ==, 3740000000);
  g_assert_cmpint (plan->layout.per_token, ==, 131072);
  g_assert_cmpint (plan->layout.tokens, ==, 28533);
  g_assert_cmpint (plan->layout.blocks, ==, 1783);
  g_assert_cmpint (plan->budget.term[ULL_TERM_NOT_GIVEN].bytes, ==, 2400000000);
  g_assert_cmpint (sum_of_terms (&plan->budget), ==, 24000000000);
  /* Nothing here is a guess, so the range is the figure. */
  g_assert_cmpint (plan->budget.pool_low, ==, 3740000000);
  g_assert_cmpint (plan->budget.pool_high, ==, 3740000000);
}

/* fp8 halves a token to 65,536 B: floor (3,740,000,000 ÷ 65,536) = 57,067 and not 2 × 28,533 = 57,066, since the half
 * token that the first floor dropped is a whole one now. */
static void
test_chapter_fp8 (void)
{
  g_autoptr (UllScenario) scenario = chapter ();
  g_autoptr (UllScenario) fp8 = ull_scenario_with_kv_dtype (scenario, ULL_DTYPE_FP8);
  g_autoptr (UllPlan) plan = plan_of (fp8);

  g_assert_cmpint (plan->layout.per_token, ==, 65536);
  g_assert_cmpint (plan->layout.tokens, ==, 57067);
}

static void
test_chapter_model_length (void)
{
  g_autoptr (UllScenario) scenario = with (chapter (), "max-model-len", "32768");
  g_autoptr (UllPlan) plan = plan_of (scenario);

  g_assert_true (plan->fits);
  g_assert_cmpuint (plan->warnings, ==, 1u << ULL_WARNING_MODEL_LEN);
}

/* The chapter's model says of no end; one that ends at 8,192 tokens has an engine refuse one more. */
static void
test_beyond_positions (void)
{
  static const struct
  {
    const char *length;
    gboolean warned;
  } cases[] = { { "8192", FALSE }, { "8193", TRUE } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (UllScenario) base = chapter ();
      UllModel facts = { .name = g_strdup ("m"), .n_runs = 1, .runs = g_memdup2 (base->model->runs, sizeof (UllRun)),
                         .n_layers = base->model->n_layers, .layer_run = g_new0 (guint8, base->model->n_layers),
                         .query_heads = 32, .hidden_size = -1, .parameters = -1, .weight_bytes = 1, .max_positions = 8192,
                         .weight_source = ULL_WEIGHTS_TYPED, .native_dtype = ULL_DTYPE_BF16, .state_dtype = ULL_DTYPE_UNKNOWN };
      g_autoptr (UllModel) model = ull_model_take (&facts, NULL);
      g_autoptr (UllScenario) ending = ull_scenario_new (model, base->device);
      g_autoptr (UllScenario) scenario = with (g_steal_pointer (&ending), "max-model-len", cases[i].length);
      g_autoptr (UllPlan) plan = plan_of (scenario);
      g_autofree char *text = ull_plan_warning_text (plan, scenario, ULL_WARNING_POSITIONS);

      g_assert_cmpint ((plan->warnings & (1u << ULL_WARNING_POSITIONS)) != 0, ==, cases[i].warned);
      g_assert_true (g_str_has_prefix (text, "The model ends at 8,192 tokens: engines refuse a model length of "));
    }
}

static UllScenario *
lab (const char *memory)
{
  static const Setting settings[] = { { "overhead", "2GiB" }, { "params", "7.0e9" }, { "context", "4096" }, { NULL, NULL } };

  return make_scenario (28, 28, 4, 128, memory, settings);
}

/* 2 × 28 × 4 × 128 × 2 B = 57,344 B; × 4,096 = 224 MiB. 48 GiB − 2 GiB − 7.0e9 × 2 B (13.04 GiB) = 32.96 GiB. */
static void
test_lab (void)
{
  static const struct
  {
    const char *context;
    gint64 requests;
  } rows[] = { { "4096", 150 }, { "1024", 602 }, { "2048", 301 }, { "8192", 75 }, { "16384", 37 }, { "32768", 18 } };
  g_autoptr (UllScenario) base = lab ("48GiB");
  g_autoptr (UllPlan) plan = plan_of (base);
  g_autofree char *pool = ull_format_gib (plan->budget.pool);
  g_autofree char *weights = ull_format_gib (plan->budget.term[ULL_TERM_WEIGHTS].bytes);

  g_assert_cmpstr (pool, ==, "32.96" ULL_NBSP "GiB");
  g_assert_cmpstr (weights, ==, "13.04" ULL_NBSP "GiB");
  g_assert_cmpint (plan->layout.per_token, ==, 57344);
  g_assert_cmpint (plan->request_bytes, ==, 224 * ULL_MIB);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (UllScenario) scenario = with (ull_scenario_ref (base), "context", rows[i].context);
      g_autoptr (UllPlan) row = plan_of (scenario);

      g_assert_cmpint (row->max_concurrency, ==, rows[i].requests);
    }
}

static void
test_lab_levers (void)
{
  g_autoptr (UllScenario) int8 = with (lab ("48GiB"), "weight-dtype", "int8");
  g_autoptr (UllScenario) mha = with (lab ("48GiB"), "kv-heads", "28");
  g_autoptr (UllScenario) small = lab ("24GiB");
  g_autoptr (UllPlan) int8_plan = plan_of (int8);
  g_autoptr (UllPlan) mha_plan = plan_of (mha);
  g_autoptr (UllPlan) small_plan = plan_of (small);

  g_assert_cmpint (int8_plan->max_concurrency, ==, 180);
  g_assert_cmpint (mha_plan->layout.per_token, ==, 401408);
  g_assert_cmpint (mha_plan->max_concurrency, ==, 21);
  g_assert_cmpint (small_plan->max_concurrency, ==, 40);
}

/* 13.04 + 2 GiB on a card of 10 GiB: the weights alone pass it. */
static void
test_lab_no_room (void)
{
  g_autoptr (UllScenario) scenario = lab ("10GiB");
  g_autoptr (UllPlan) plan = plan_of (scenario);
  g_autofree char *headline = ull_plan_headline (plan);

  g_assert_false (plan->fits);
  g_assert_cmpint (plan->limit, ==, ULL_LIMIT_WEIGHTS);
  g_assert_cmpint (plan->max_concurrency, ==, 0);
  g_assert_cmpint (plan->budget.pool, ==, 0);
  g_assert_cmpint (sum_of_terms (&plan->budget) - plan->budget.deficit, ==, 10 * ULL_GIB);
  g_assert_cmpstr (headline, ==, "The weights alone do not fit: 3.04" ULL_NBSP "GiB over the load line.");
}

/* 300 × 8,192 × 57,344 B = 131.25 GiB. */
static void
test_lab_demand (void)
{
  g_autoptr (UllScenario) scenario = with (with (lab ("48GiB"), "context", "8192"), "concurrency", "300");
  g_autoptr (UllPlan) plan = plan_of (scenario);

  g_assert_cmpint (plan->demand_bytes * 4, ==, 525 * ULL_GIB);
}

static UllScenario *
contract (const char *headroom, const char *overhead, const char *concurrency)
{
  const Setting settings[] = { { "headroom", headroom },
                               { "overhead", overhead },
                               { "context", "2048" },
                               { "concurrency", concurrency },
                               { NULL, NULL } };

  return make_scenario (32, 32, 8, 128, "24GiB", settings);
}

/* 24 GiB − 15 % − 3 GiB = 17.4 GiB; 2,048 × 64 × 128 KiB = 16 GiB, × 70 = 17.5 GiB. With 25 % and 2 GiB the pool is
 * 24 − 6 − 2 = 16 GiB exactly, and exactly full fits. */
static void
test_contract (void)
{
  g_autoptr (UllScenario) fits = contract ("15%", "3GiB", "64");
  g_autoptr (UllScenario) exceeds = contract ("15%", "3GiB", "70");
  g_autoptr (UllScenario) equal = contract ("25%", "2GiB", "64");
  g_autoptr (UllPlan) plan = plan_of (fits);
  g_autofree char *pool = ull_format_gib (plan->budget.pool);
  g_autofree char *headline = NULL;

  g_assert_true (plan->fits);
  g_assert_cmpint (plan->demand_bytes, ==, 16 * ULL_GIB);
  g_assert_cmpstr (pool, ==, "17.40" ULL_NBSP "GiB");
  g_clear_pointer (&plan, ull_plan_free);
  plan = plan_of (exceeds);
  g_assert_false (plan->fits);
  g_clear_pointer (&plan, ull_plan_free);
  plan = plan_of (equal);
  g_assert_cmpint (plan->budget.pool, ==, 16 * ULL_GIB);
  g_assert_cmpint (plan->ullage_bytes, ==, 0);
  g_assert_true (plan->fits);
  headline = ull_plan_headline (plan);
  g_assert_cmpstr (headline, ==, "64 requests of 2,048 tokens fit; not one more.");
}

/* ⌈120 ÷ 16⌉ = 8, ⌈7,900 ÷ 16⌉ = 494. */
static void
test_blocks (void)
{
  g_autoptr (UllScenario) paged = with (chapter (), "engine", "paged");
  g_autoptr (UllScenario) shorter = with (ull_scenario_ref (paged), "context", "120");
  g_autoptr (UllScenario) longer = with (ull_scenario_ref (paged), "context", "7900");
  g_autoptr (UllPlan) a = plan_of (shorter);
  g_autoptr (UllPlan) b = plan_of (longer);

  g_assert_cmpint (a->blocks_per_request, ==, 8);
  g_assert_cmpint (b->blocks_per_request, ==, 494);
  g_assert_cmpint (b->layout.tokens, ==, 1783 * 16);
  g_assert_cmpint (a->waste_bytes, ==, 8 * 131072 + 3740000000 - G_GINT64_CONSTANT (1783) * 16 * 131072);
}

/* In every random scenario the answers and the last steps of the sum are the same numbers, the pool's parts sum to the
 * pool, the terms to the card, and one more request than the most does not fit. */
static void
check_random (GRand *rand)
{
  static const char *const engines[] = { "ideal", "paged" };
  gint64 heads = 1 << g_rand_int_range (rand, 0, 4);
  g_autofree char *memory = g_strdup_printf ("%dMiB", g_rand_int_range (rand, 2000, 90000));
  g_autofree char *context = g_strdup_printf ("%d", g_rand_int_range (rand, 1, 60000));
  g_autofree char *concurrency = g_strdup_printf ("%d", g_rand_int_range (rand, 1, 400));
  g_autofree char *weights = g_strdup_printf ("%dMiB", g_rand_int_range (rand, 0, 20000));
  g_autofree char *utilization = g_strdup_printf ("0.%06d", g_rand_int_range (rand, 300000, 999999));
  g_autofree char *headroom = g_strdup_printf ("0.%06d", g_rand_int_range (rand, 0, 200000));
  g_autofree char *block = g_strdup_printf ("%d", g_rand_int_range (rand, 1, 300));
  const Setting settings[] = { { "engine", engines[g_rand_int_range (rand, 0, 2)] },
                               { "context", context },
                               { "concurrency", concurrency },
                               { "weights", weights },
                               { "utilization", utilization },
                               { "headroom", headroom },
                               { "block-size", block },
                               { NULL, NULL } };
  g_autoptr (UllScenario) scenario = make_scenario (g_rand_int_range (rand, 1, 90), 32, heads, 128, memory, settings);
  g_autoptr (UllPlan) plan = plan_of (scenario);
  const UllDerivation *sum = &plan->derivation;
  gint64 bytes;

  g_assert_cmpint (sum_of_terms (&plan->budget) - plan->budget.deficit, ==, plan->budget.card);
  g_assert_cmpint (ull_derivation_value (sum, ULL_STEP_POOL), ==, plan->budget.pool);
  g_assert_cmpint (ull_derivation_value (sum, ULL_STEP_BYTES_PER_TOKEN), ==, plan->layout.per_token);
  g_assert_cmpint (ull_derivation_value (sum, ULL_STEP_REQUEST), ==, plan->request_bytes);
  g_assert_cmpint (ull_derivation_value (sum, ULL_STEP_BLOCKS), ==, plan->layout.blocks);
  g_assert_cmpint (ull_derivation_value (sum, ULL_STEP_TOKENS), ==, plan->layout.tokens);
  g_assert_cmpint (ull_derivation_value (sum, ULL_STEP_MAX_REQUESTS), ==, plan->memory_concurrency);
  g_assert_cmpint (ull_derivation_value (sum, ULL_STEP_ULLAGE), ==, plan->ullage_bytes);
  g_assert_cmpint (plan->in_flight_bytes + plan->waste_bytes + MAX (plan->ullage_bytes, 0), ==, plan->budget.pool);
  g_assert_cmpint (plan->fits, ==, plan->concurrency <= plan->memory_concurrency);
  g_assert_cmpint (plan->fits, ==, plan->ullage_bytes >= 0);
  g_assert_true (ull_layout_request_bytes (&plan->layout, plan->max_context + 1, &bytes));
  g_assert_cmpint (bytes * plan->concurrency, >, plan->layout.capacity);
  if (plan->max_context > 0)
    {
      g_assert_true (ull_layout_request_bytes (&plan->layout, plan->max_context, &bytes));
      g_assert_cmpint (bytes * plan->concurrency, <=, plan->layout.capacity);
    }
}

static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (20240611);

  for (int i = 0; i < 2000; i++)
    check_random (rand);
}

/* K alone is the sum with the value's size replaced by 0: half the bytes per token, so floor (3.74e9 ÷ 65,536). */
static void
test_patched (void)
{
  g_autoptr (UllScenario) scenario = chapter ();
  g_autoptr (UllPlan) plan = plan_of (scenario);
  int step = ull_derivation_find (&plan->derivation, ULL_STEP_BYTES_PER_TOKEN);
  guint v_dim = plan->derivation.step[step].first_operand + ULL_STORE_V_DIM;
  gint64 tokens;

  g_assert_true (ull_derivation_patched (&plan->derivation, v_dim, 0, ULL_STEP_TOKENS, &tokens));
  g_assert_cmpint (tokens, ==, 57067);
  g_assert_true (ull_derivation_patched (&plan->derivation, v_dim, 128, ULL_STEP_TOKENS, &tokens));
  g_assert_cmpint (tokens, ==, 28533);
}

static void
test_sum_text (void)
{
  g_autoptr (UllScenario) scenario = chapter ();
  g_autoptr (UllPlan) plan = plan_of (scenario);
  guint step = (guint) ull_derivation_find (&plan->derivation, ULL_STEP_BYTES_PER_TOKEN);
  g_autofree char *sum = ull_derivation_step_sum (&plan->derivation, step);
  g_autofree char *value = ull_derivation_step_value (&plan->derivation, step);

  g_assert_cmpstr (sum, ==, "2" ULL_NBSP "(K, V) × 32" ULL_NBSP "layers × 8" ULL_NBSP "heads × 128 × 2" ULL_NBSP "B");
  g_assert_cmpstr (value, ==, "131,072" ULL_NBSP "B");
}

/* 2^40 tokens × 2^32 requests × 131,072 B passes 2^63. */
static void
test_overflow (void)
{
  g_autoptr (UllScenario) scenario = with (with (chapter (), "context", "1099511627776"), "concurrency", "4294967296");
  g_autoptr (GError) error = NULL;

  g_assert_null (ull_plan_new (scenario, &error));
  g_assert_error (error, ULL_ERROR, ULL_ERROR_OVERFLOW);
}

static void
test_withheld (void)
{
  g_autoptr (UllScenario) scenario = chapter ();
  g_autoptr (UllDisclosure) withheld = ull_disclosure_new_withheld (scenario);
  g_autoptr (UllDisclosure) open = ull_disclosure_new (scenario);
  g_autoptr (UllDisclosure) three = ull_disclosure_with_steps (open, 3);

  g_assert_null (withheld->plan);
  g_assert_false (withheld->given.term[ULL_TERM_KV_POOL].present);
  g_assert_cmpint (withheld->given.pool, ==, 0);
  g_assert_cmpint (withheld->given.term[ULL_TERM_WEIGHTS].bytes, ==, 16060000000);
  g_assert_nonnull (open->plan);
  g_assert_cmpuint (three->n_steps, ==, 3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plan/chapter/28533-tokens", test_chapter);
  g_test_add_func ("/plan/chapter/57067-tokens-at-fp8", test_chapter_fp8);
  g_test_add_func ("/plan/chapter/model-length-is-accepted-and-warned-of", test_chapter_model_length);
  g_test_add_func ("/plan/lab/150-requests", test_lab);
  g_test_add_func ("/plan/lab/levers", test_lab_levers);
  g_test_add_func ("/plan/lab/no-room", test_lab_no_room);
  g_test_add_func ("/plan/lab/131-25-gib", test_lab_demand);
  g_test_add_func ("/plan/contract/equality-fits", test_contract);
  g_test_add_func ("/plan/blocks", test_blocks);
  g_test_add_func ("/plan/random", test_random);
  g_test_add_func ("/plan/patched", test_patched);
  g_test_add_func ("/plan/sum-text", test_sum_text);
  g_test_add_func ("/plan/overflow", test_overflow);
  g_test_add_func ("/plan/withheld", test_withheld);
  g_test_add_func ("/plan/beyond-positions", test_beyond_positions);
  return g_test_run ();
}
