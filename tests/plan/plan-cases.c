#include "plan-cases.h"

#include "ull-units.h"

UllScenario *
case_with (UllScenario *taken, const Setting *settings)
{
  for (; settings->option != NULL; settings++)
    {
      const UllField *field = ull_field_by_option (settings->option);
      g_autoptr (GError) error = NULL;
      UllScenario *next;
      gint64 value;

      g_assert_nonnull (field);
      g_assert_true (ull_field_parse (field, settings->text, &value, &error));
      next = ull_scenario_with (taken, field->id, value, NULL, &error);
      g_assert_no_error (error);
      ull_scenario_unref (taken);
      taken = next;
    }
  return taken;
}

UllScenario *
case_chapter (void)
{
  static const Setting settings[] = { { "utilization", "0.90" }, { "weights", "16.06GB" }, { "overhead", "1.8GB" }, { NULL, NULL } };
  g_autoptr (UllModel) model = ull_model_new_dense ("Chapter", 32, 32, 8, 128, NULL);
  g_autoptr (UllDevice) device = ull_device_new_custom (24 * ULL_GB);

  return case_with (ull_scenario_new (model, device), settings);
}

static gint64
between (GRand *rand, gint64 low, gint64 high)
{
  return low + (gint64) g_rand_int_range (rand, 0, (gint32) (high - low + 1));
}

static UllStore
random_store (GRand *rand, UllLayerKind *kind)
{
  UllStore store = { .growth = ULL_GROWTH_TOKEN, .per = 1, .heads = (gint64) 1 << between (rand, 0, 4),
                     .k_dim = 32 * between (rand, 1, 6), .k_format = ULL_DTYPE_KV, .v_format = ULL_DTYPE_KV };

  store.v_dim = store.k_dim;
  *kind = ULL_LAYER_FULL;
  switch (between (rand, 0, 5))
    {
    case 0:
      *kind = ULL_LAYER_SLIDING;
      store.growth = ULL_GROWTH_CAPPED;
      store.cap = between (rand, 1, 5000);
      break;
    case 1:
      *kind = ULL_LAYER_RECURRENT;
      store.growth = ULL_GROWTH_CONSTANT;
      store.k_format = store.v_format = ULL_DTYPE_STATE;
      break;
    case 2:
      *kind = ULL_LAYER_LATENT;
      store.shard = ULL_SHARD_REPLICATED;
      store.heads = 1;
      store.v_dim = 0;
      store.per = between (rand, 0, 3) == 0 ? 4 : 1;
      break;
    default:
      break;
    }
  return store;
}

static UllModel *
random_model (GRand *rand)
{
  UllModel facts = { .name = g_strdup ("any"), .query_heads = 32, .hidden_size = -1, .parameters = -1, .weight_bytes = -1,
                     .native_dtype = ULL_DTYPE_BF16, .state_dtype = ULL_DTYPE_F32,
                     .max_positions = between (rand, 0, 2) == 0 ? between (rand, 1, 20000) : -1,
                     .n_runs = (guint) between (rand, 1, 4) };
  g_autoptr (GError) error = NULL;
  UllModel *model;

  facts.runs = g_new0 (UllRun, facts.n_runs);
  for (guint i = 0; i < facts.n_runs; i++)
    {
      facts.runs[i].count = between (rand, 1, 30) + 31 * (gint64) i;
      facts.runs[i].n_stores = 1;
      facts.runs[i].stores[0] = random_store (rand, &facts.runs[i].kind);
      facts.n_layers += (guint) facts.runs[i].count;
    }
  facts.layer_run = g_new (guint8, facts.n_layers);
  for (guint i = 0, layer = 0; i < facts.n_runs; i++)
    for (gint64 k = 0; k < facts.runs[i].count; k++)
      facts.layer_run[layer++] = (guint8) i;
  model = ull_model_take (&facts, &error);
  g_assert_no_error (error);
  return model;
}

static UllScenario *
set (UllScenario *taken, UllFieldId field, gint64 value)
{
  g_autoptr (UllScenario) scenario = taken;
  g_autoptr (GError) error = NULL;
  UllScenario *next = ull_scenario_with (scenario, field, value, NULL, &error);

  g_assert_no_error (error);
  return next;
}

UllScenario *
case_random (GRand *rand)
{
  g_autoptr (UllModel) model = random_model (rand);
  g_autoptr (UllDevice) device = ull_device_new_custom (between (rand, 8, 96) * ULL_GIB + between (rand, 0, 1000000));
  UllScenario *scenario = ull_scenario_new (model, device);

  scenario = set (scenario, ULL_FIELD_ENGINE, between (rand, 0, ULL_N_ENGINES - 1));
  scenario = set (scenario, ULL_FIELD_BLOCK_SIZE, between (rand, 1, 100));
  scenario = set (scenario, ULL_FIELD_UTILIZATION, between (rand, 500000, ULL_PPM_ONE));
  scenario = set (scenario, ULL_FIELD_HEADROOM, between (rand, 0, 3) == 0 ? between (rand, 0, 200000) : 0);
  scenario = set (scenario, ULL_FIELD_OVERHEAD, between (rand, 0, 2048) * ULL_MIB);
  scenario = set (scenario, ULL_FIELD_WEIGHTS, between (rand, 0, 20) * ULL_GB);
  scenario = set (scenario, ULL_FIELD_CONTEXT, between (rand, 1, 12000));
  scenario = set (scenario, ULL_FIELD_CONCURRENCY, between (rand, 1, 60));
  scenario = set (scenario, ULL_FIELD_TP, (gint64) 1 << between (rand, 0, 3));
  if (between (rand, 0, 2) == 0)
    scenario = set (scenario, ULL_FIELD_PREFIX_TOKENS, between (rand, 0, 6000));
  if (between (rand, 0, 2) == 0)
    scenario = set (scenario, ULL_FIELD_PREFIX_REQUESTS, between (rand, 1, 60));
  if (between (rand, 0, 3) == 0)
    scenario = set (scenario, ULL_FIELD_RETAIN, between (rand, 0, 20000));
  if (between (rand, 0, 3) == 0)
    scenario = set (scenario, ULL_FIELD_MAX_NUM_SEQS, between (rand, 1, 60));
  return scenario;
}

/* What the sum comes to is what the plan answers. Of steps that share an id the last is the answer. */
static void
check_sum (const UllPlan *plan)
{
  gint64 value[ULL_N_STEP_IDS] = { 0 };
  gboolean given[ULL_N_STEP_IDS] = { FALSE };

  for (guint i = 0; i < plan->derivation.n_steps; i++)
    {
      value[plan->derivation.step[i].id] = plan->derivation.step[i].value;
      given[plan->derivation.step[i].id] = TRUE;
    }
  g_assert_cmpint (value[ULL_STEP_ULLAGE], ==, plan->ullage_bytes);
  g_assert_cmpint (value[ULL_STEP_DEMAND], ==, plan->demand_bytes);
  g_assert_true (!given[ULL_STEP_MAX_REQUESTS] || value[ULL_STEP_MAX_REQUESTS] == plan->memory_concurrency);
  g_assert_true (!given[ULL_STEP_RETAINED] || value[ULL_STEP_RETAINED] >= plan->retained_bytes);
  g_assert_true (!given[ULL_STEP_SHARED] || value[ULL_STEP_SHARED] == plan->shared_bytes);
}

UllPlan *
case_plan (const UllScenario *scenario)
{
  g_autoptr (GError) error = NULL;
  UllPlan *plan = ull_plan_new (scenario, &error);

  g_assert_no_error (error);
  check_sum (plan);
  return plan;
}
