#include "ull-config.h"
#include "ull-plan.h"
#include "ull-sim.h"
#include "ull-sim-layout.h"
#include "ull-units.h"

/* The simulator's pool is the plan's: as many requests run at once as the plan says fit, for every convention and kind of
 * model, and not one more. */

static const UllStore full = { .growth = ULL_GROWTH_TOKEN, .shard = ULL_SHARD_HEADS, .per = 1, .heads = 8, .k_dim = 128,
                               .v_dim = 128, .k_format = ULL_DTYPE_KV, .v_format = ULL_DTYPE_KV };
static const UllStore sliding = { .growth = ULL_GROWTH_CAPPED, .shard = ULL_SHARD_HEADS, .cap = 1024, .per = 1, .heads = 8,
                                  .k_dim = 128, .v_dim = 128, .k_format = ULL_DTYPE_KV, .v_format = ULL_DTYPE_KV };
static const UllStore state = { .growth = ULL_GROWTH_CONSTANT, .shard = ULL_SHARD_REPLICATED, .per = 1, .heads = 1,
                                .k_dim = 1 << 20, .k_format = ULL_DTYPE_STATE, .v_format = ULL_DTYPE_STATE };

/* Layers of the first and second kind, the third where it is another. */
static UllModel *
model_of (const UllStore *one, guint n_one, const UllStore *other, guint n_other)
{
  UllModel facts = { .name = g_strdup ("x"), .n_runs = other != NULL ? 2 : 1, .n_layers = n_one + n_other,
                     .query_heads = 32, .hidden_size = 4096, .parameters = -1, .weight_bytes = -1,
                     .max_positions = one == &state ? 1 << 20 : 32768, /* a block of states is a whole request */
                     .native_dtype = ULL_DTYPE_BF16, .state_dtype = ULL_DTYPE_UNKNOWN };

  facts.runs = g_new0 (UllRun, facts.n_runs);
  facts.layer_run = g_new0 (guint8, facts.n_layers);
  facts.runs[0] = (UllRun) { .count = n_one, .kind = one == &state ? ULL_LAYER_RECURRENT : ULL_LAYER_FULL, .n_stores = 1,
                             .stores = { *one } };
  if (other != NULL)
    facts.runs[1] = (UllRun) { .count = n_other, .kind = other == &state ? ULL_LAYER_RECURRENT : ULL_LAYER_SLIDING,
                               .n_stores = 1, .stores = { *other } };
  for (guint i = n_one; i < facts.n_layers; i++)
    facts.layer_run[i] = 1;
  return ull_model_take (&facts, NULL);
}

static UllScenario *
set (UllScenario *scenario, UllFieldId field, gint64 value)
{
  g_autoptr (UllScenario) old = scenario;
  g_autoptr (GError) error = NULL;
  UllScenario *changed = ull_scenario_with (old, field, value, NULL, &error);

  g_assert_no_error (error);
  return changed;
}

static UllScenario *
scenario_of (const UllStore *one, guint n_one, const UllStore *other, guint n_other, UllEngineId engine, gint64 context)
{
  g_autoptr (UllModel) model = model_of (one, n_one, other, n_other);
  g_autoptr (UllDevice) device = ull_device_new_custom (G_GINT64_CONSTANT (24) << 30);
  UllScenario *scenario = ull_scenario_new (model, device);

  scenario = set (scenario, ULL_FIELD_ENGINE, engine);
  scenario = set (scenario, ULL_FIELD_AVAILABLE, G_GINT64_CONSTANT (6) << 30);
  scenario = set (scenario, ULL_FIELD_CONTEXT, context);
  scenario = set (scenario, ULL_FIELD_MAX_NUM_SEQS, 4096);
  return set (scenario, ULL_FIELD_MAX_BATCHED_TOKENS, 1 << 20);
}

/* Requests of @context tokens, all at once, that run together in a first step: prompts one short of it, since the last
 * token of an answer needs no place. */
static guint
run_at_once (const UllScenario *scenario, gint64 context, gint64 *block)
{
  g_autoptr (UllPlan) plan = ull_plan_new (scenario, NULL);
  g_autoptr (UllScheduler) scheduler = NULL;
  g_autoptr (GPtrArray) sequences = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  UllStepReport report;
  UllSimPool pool;

  g_assert_true (ull_sim_pool_init (&pool, scenario, &plan->layout, ULL_GENERATION_MAIN, &error));
  g_assert_no_error (error);
  *block = pool.scheduler.block_tokens;
  pool.scheduler.max_batched_tokens = 1 << 30;
  pool.scheduler.max_model_len = MAX (pool.scheduler.max_model_len, context + 1); /* of a model without a limit: the context */
  scheduler = ull_scheduler_new (&pool.scheduler, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < 3000; i++)
    {
      UllSequence *sequence = g_new0 (UllSequence, 1);

      sequence->prompt = context;
      sequence->output = 1;
      sequence->content = (UllContent) { .seed = i + 1, .answer_block = G_MAXINT64 };
      g_ptr_array_add (sequences, sequence);
      g_assert_true (ull_scheduler_submit (scheduler, sequence, NULL));
    }
  ull_scheduler_schedule (scheduler, &report);
  ull_scheduler_update (scheduler, &report);
  g_clear_pointer (&scheduler, ull_scheduler_free);
  ull_sim_pool_clear (&pool);
  return report.running;
}

static void
test_as_planned (void)
{
  static const struct
  {
    const UllStore *one;
    guint n_one;
    const UllStore *other;
    guint n_other;
    gboolean modelled;
  } models[] = { { &full, 32, NULL, 0, FALSE },
                 { &full, 8, &sliding, 24, TRUE },
                 { &full, 6, &sliding, 5, TRUE },
                 { &full, 8, &state, 24, TRUE },
                 { &state, 24, NULL, 0, TRUE } };
  guint cases = 0;

  for (gsize m = 0; m < G_N_ELEMENTS (models); m++)
    for (int engine = 0; engine < ULL_N_ENGINES; engine++)
      for (gint64 context = 100; context < 30000; context = context * 3 + 7)
        {
          g_autoptr (UllScenario) scenario
            = scenario_of (models[m].one, models[m].n_one, models[m].other, models[m].n_other, (UllEngineId) engine, context);
          g_autoptr (UllPlan) plan = ull_plan_new (scenario, NULL);
          UllSimPool pool;
          gint64 block, running = run_at_once (scenario, context, &block), planned = MIN (plan->memory_concurrency, 3000);

          g_test_message ("model %u, engine %d, %d tokens: %d planned, %d ran", (guint) m, engine, (int) context, (int) planned,
                          (int) running);
          /* Ideal counts bytes, and what is simulated are blocks: at most what is planned, less what rounding takes. */
          if (engine != ULL_ENGINE_IDEAL && (engine == ULL_ENGINE_VLLM || models[m].other == NULL))
            g_assert_cmpint (running, ==, planned);
          g_assert_cmpint (running, <=, planned);
          g_assert_cmpint (running, >=, planned * 8 / 10 - 1);
          g_assert_true (ull_sim_pool_init (&pool, scenario, &plan->layout, ULL_GENERATION_MAIN, NULL));
          if (engine == ULL_ENGINE_VLLM)
            g_assert_true (pool.modelled == models[m].modelled || m == 4);
          ull_sim_pool_clear (&pool);
          cases++;
        }
  g_test_message ("%u scenarios", cases);
}

/* Whether all but the states of @model are windows that @context or less fills. */
static gboolean
is_bounded (const UllLayout *layout)
{
  for (guint i = 0; i < layout->n_parts; i++)
    if (layout->part[i].store.growth == ULL_GROWTH_TOKEN)
      return FALSE;
  return TRUE;
}

static UllScenario *
bundled_scenario (const char *id, UllEngineId engine, gint64 context)
{
  g_autoptr (UllModel) model = ull_config_open_bundled (id, NULL);
  g_autoptr (UllDevice) device = ull_device_new_custom (G_GINT64_CONSTANT (400) << 30);
  UllScenario *scenario = ull_scenario_new (model, device);

  scenario = set (scenario, ULL_FIELD_ENGINE, engine);
  scenario = set (scenario, ULL_FIELD_AVAILABLE, G_GINT64_CONSTANT (40) << 30);
  scenario = set (scenario, ULL_FIELD_CONTEXT, context);
  scenario = set (scenario, ULL_FIELD_MAX_NUM_SEQS, 2048);
  return set (scenario, ULL_FIELD_MAX_BATCHED_TOKENS, 2048);
}

/* As many run as the plan says. Of groups with blocks of other sizes (one family's: 256 tokens, 64 and 4) a sequence holds those for
 * all tokens of its table's last block: as many run as are planned of that length. Where bytes are counted and what is simulated
 * are blocks it is at most what is planned, less what rounding takes. */
static void
check_bundled (const char *id, UllEngineId engine, gint64 context, guint *cases, guint *bounded)
{
  g_autoptr (UllScenario) scenario = bundled_scenario (id, engine, context);
  g_autoptr (UllPlan) plan = ull_plan_new (scenario, NULL);
  gint64 planned, running, block;

  if (plan == NULL || (plan->layout.length_limit > 0 && context >= plan->layout.length_limit))
    return;
  planned = MIN (plan->memory_concurrency, 2048);
  running = run_at_once (scenario, context, &block);
  g_test_message ("%s, engine %d, %d tokens: %d planned, %d ran", id, engine, (int) context, (int) planned, (int) running);
  if (engine == ULL_ENGINE_VLLM && plan->layout.granule == block)
    g_assert_cmpint (running, ==, planned);
  else if (engine == ULL_ENGINE_VLLM)
    g_assert_cmpint (running, ==, MIN (ull_layout_max_requests (&plan->layout, ull_div_ceil (context, block) * block), 2048));
  else
    g_assert_cmpint (running, >=, planned * 8 / 10 - 1);
  g_assert_cmpint (running, <=, planned);
  *cases += 1;
  *bounded += is_bounded (&plan->layout);
}

static void
test_bundled (void)
{
  static const gint64 contexts[] = { 100, 2000, 3000, 10000, 30000 };
  guint cases = 0, bounded = 0;

  for (const UllBundledModel *model = ull_config_bundled (NULL); model->id != NULL; model++)
    for (int engine = 0; engine < ULL_N_ENGINES; engine++)
      for (gsize i = 0; i < G_N_ELEMENTS (contexts); i++)
        check_bundled (model->id, (UllEngineId) engine, contexts[i], &cases, &bounded);
  g_test_message ("%u scenarios, %u of models of windows and states alone", cases, bounded);
  g_assert_cmpuint (cases, >, 600);
  g_assert_cmpuint (bounded, >, 60);
}

/* Windows of 4,096 tokens in steps of at most 2,048 twice in flight: 4096 - 1 + 4096 = 8,191 tokens are 512 blocks of 16 of the
 * table, and one more since a window need not begin where a block does. 4,095 tokens before a place are 256 blocks. */
static void
test_windows_alone (void)
{
  g_autoptr (UllScenario) scenario = bundled_scenario ("mistral-7b-v0.1", ULL_ENGINE_VLLM, 30000);
  g_autoptr (UllPlan) plan = ull_plan_new (scenario, NULL);
  UllSimPool pool;

  g_assert_true (ull_sim_pool_init (&pool, scenario, &plan->layout, ULL_GENERATION_MAIN, NULL));
  g_assert_cmpint (pool.scheduler.block_tokens, ==, 16);
  g_assert_cmpint (pool.scheduler.table_most, ==, 512);
  g_assert_cmpint (pool.scheduler.window_blocks, ==, 256);
  g_assert_cmpint (ull_sim_pool_get_blocks (&pool, 30000), ==, 513);
  g_assert_cmpint (ull_sim_pool_get_blocks (&pool, 33), ==, 4);
  g_assert_cmpint (ull_sim_pool_get_room (&pool, 33), ==, 33 + 16);
  g_assert_true (pool.scheduler.prefix_caching && !pool.uncached);
  ull_sim_pool_clear (&pool);
}

/* What is kept of states is not simulated, and says so; a request has one of them, and a second at a block's end. */
static void
test_states_alone (void)
{
  static const char *const ids[] = { "mamba-2.8b", "falcon-mamba-7b", "recurrentgemma-9b" };

  for (gsize i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autoptr (UllScenario) scenario = bundled_scenario (ids[i], ULL_ENGINE_VLLM, 2000);
      g_autoptr (UllPlan) plan = ull_plan_new (scenario, NULL);
      UllSimPool pool;

      g_assert_true (ull_sim_pool_init (&pool, scenario, &plan->layout, ULL_GENERATION_MAIN, NULL));
      g_assert_true (pool.uncached && !pool.scheduler.prefix_caching && pool.modelled);
      g_assert_cmpint (pool.state_blocks, ==, i < 2 ? 2 : 0);
      ull_sim_pool_clear (&pool);
    }
}

/* A watermark of 0.05 keeps int (0.05 * blocks) of all blocks, the null block among them, out of admissions. */
static void
test_watermark (void)
{
  g_autoptr (UllScenario) plain = scenario_of (&full, 32, NULL, 0, ULL_ENGINE_VLLM, 4096);
  g_autoptr (UllScenario) marked = set (ull_scenario_ref (plain), ULL_FIELD_WATERMARK, 50000);
  g_autoptr (UllPlan) plan = ull_plan_new (plain, NULL);
  UllSimPool pool;

  g_assert_true (ull_sim_pool_init (&pool, plain, &plan->layout, ULL_GENERATION_MAIN, NULL));
  /* 6 GiB of 2 MiB blocks: 16 tokens x 32 layers x 8 heads x 256 x 2 B. */
  g_assert_cmpint (pool.scheduler.blocks, ==, 3072);
  g_assert_cmpint (pool.scheduler.watermark, ==, 0);
  ull_sim_pool_clear (&pool);
  g_assert_true (ull_sim_pool_init (&pool, marked, &plan->layout, ULL_GENERATION_MAIN, NULL));
  g_assert_cmpint (pool.scheduler.watermark, ==, 153);
  ull_sim_pool_clear (&pool);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim-layout/as-planned", test_as_planned);
  g_test_add_func ("/sim-layout/bundled", test_bundled);
  g_test_add_func ("/sim-layout/windows-alone", test_windows_alone);
  g_test_add_func ("/sim-layout/states-alone", test_states_alone);
  g_test_add_func ("/sim-layout/watermark", test_watermark);
  return g_test_run ();
}
