#include "chart-fixtures.h"

#include "chart-models.h"

#include "ull-units.h"

void
chart_set (UllScenario **scenario, UllFieldId field, gint64 value)
{
  g_autoptr (GError) error = NULL;
  UllScenario *next = ull_scenario_with (*scenario, field, value, NULL, &error);

  g_assert_no_error (error);
  ull_scenario_unref (*scenario);
  *scenario = next;
}

UllScenario *
chart_dense (const char *name, gint64 layers, gint64 query_heads, gint64 kv_heads, gint64 head_dim, gint64 positions,
             UllDevice *device)
{
  g_autoptr (UllDevice) owned = device;
  g_autoptr (GError) error = NULL;
  g_autoptr (UllModel) model = ull_model_new_dense (name, layers, query_heads, kv_heads, head_dim, &error);
  UllScenario *scenario;

  g_assert_no_error (error);
  /* Nobody else holds the model yet. */
  model->max_positions = positions;
  scenario = ull_scenario_new (model, owned);
  chart_set (&scenario, ULL_FIELD_K_DTYPE, ULL_DTYPE_BF16);
  chart_set (&scenario, ULL_FIELD_V_DTYPE, ULL_DTYPE_BF16);
  return scenario;
}

/* The chapter's budget, decimal: 24 GB, 0.90, 16.06 GB of weights, 1.8 GB of overhead. */
static UllScenario *
make_chapter (void)
{
  UllScenario *scenario = chart_dense ("Llama-3.1-8B", 32, 32, 8, 128, -1, ull_device_new_custom (24 * ULL_GB));

  chart_set (&scenario, ULL_FIELD_UTILIZATION, 900000);
  chart_set (&scenario, ULL_FIELD_WEIGHTS, 16060 * ULL_GB / 1000);
  chart_set (&scenario, ULL_FIELD_OVERHEAD, 18 * ULL_GB / 10);
  chart_set (&scenario, ULL_FIELD_CONCURRENCY, 4);
  return scenario;
}

/* The lab's calculator: 48 GiB, 7.0e9 parameters at 16 bits, 2 GiB of overhead. */
static UllScenario *
make_lab (void)
{
  UllScenario *scenario = chart_dense ("Qwen2.5-7B", 28, 28, 4, 128, 32768, ull_device_new_custom (48 * ULL_GIB));

  chart_set (&scenario, ULL_FIELD_WEIGHTS, 14 * ULL_GB);
  chart_set (&scenario, ULL_FIELD_OVERHEAD, 2 * ULL_GIB);
  chart_set (&scenario, ULL_FIELD_CONCURRENCY, 100);
  return scenario;
}

static UllScenario *
make_card (void)
{
  UllScenario *scenario = chart_dense ("Llama-3.1-8B", 32, 32, 8, 128, 131072,
                                       ull_device_new ("rtx-4090", "GeForce RTX 4090", 24, 24564 * ULL_MIB, 24210 * ULL_MIB));

  chart_set (&scenario, ULL_FIELD_ENGINE, ULL_ENGINE_PAGED);
  chart_set (&scenario, ULL_FIELD_UTILIZATION, 900000);
  chart_set (&scenario, ULL_FIELD_WEIGHTS, 16060522496);
  chart_set (&scenario, ULL_FIELD_OVERHEAD, 1720 * ULL_MIB);
  chart_set (&scenario, ULL_FIELD_MAX_NUM_SEQS, 256);
  chart_set (&scenario, ULL_FIELD_CONCURRENCY, 6);
  return scenario;
}

static UllScenario *
make_overflow (void)
{
  UllScenario *scenario = make_card ();

  chart_set (&scenario, ULL_FIELD_CONTEXT, 8192);
  return scenario;
}

/* 300 requests of 8,192 tokens are 131.25 GiB: far past twice the card. */
static UllScenario *
make_torn (void)
{
  UllScenario *scenario = make_lab ();

  chart_set (&scenario, ULL_FIELD_CONCURRENCY, 300);
  chart_set (&scenario, ULL_FIELD_CONTEXT, 8192);
  return scenario;
}

static UllScenario *
make_weights_over (void)
{
  UllScenario *scenario = make_card ();

  chart_set (&scenario, ULL_FIELD_WEIGHTS, 28 * ULL_GIB);
  return scenario;
}

/* The decision contract: 24 GiB, 15 % headroom, 3 GiB of overhead, no weights, 64 requests of 2,048 tokens. */
static UllScenario *
make_contract (void)
{
  UllScenario *scenario = chart_dense ("32 layers", 32, 32, 8, 128, 8192, ull_device_new_custom (24 * ULL_GIB));

  chart_set (&scenario, ULL_FIELD_HEADROOM, 150000);
  chart_set (&scenario, ULL_FIELD_OVERHEAD, 3 * ULL_GIB);
  chart_set (&scenario, ULL_FIELD_CONTEXT, 2048);
  chart_set (&scenario, ULL_FIELD_CONCURRENCY, 64);
  return scenario;
}

/* A card whose allocatable size nobody has reported. */
static UllScenario *
make_guess (void)
{
  UllDevice *device = ull_device_new ("guess", "A card", 32, 32607 * ULL_MIB, 32000 * ULL_MIB);
  UllScenario *scenario;

  device->allocatable_low = 31200 * ULL_MIB;
  device->allocatable_high = 32500 * ULL_MIB;
  device->guess = TRUE;
  scenario = chart_dense ("Llama-3.1-8B", 32, 32, 8, 128, 131072, device);
  chart_set (&scenario, ULL_FIELD_UTILIZATION, 920000);
  chart_set (&scenario, ULL_FIELD_WEIGHTS, 16060522496);
  chart_set (&scenario, ULL_FIELD_OVERHEAD, 2 * ULL_GIB);
  chart_set (&scenario, ULL_FIELD_CONTEXT, 10000);
  chart_set (&scenario, ULL_FIELD_CONCURRENCY, 5);
  return scenario;
}

/* What vLLM 0.21 makes of Llama-3.1-8B on a card of 24,210 of 24,564 MiB: estimates with their ranges, and a context that is
 * gone before it counts. */
static UllScenario *
make_vllm (void)
{
  UllDevice *device = ull_device_new ("vllm", "A card", 24, 24564 * ULL_MIB, 24210 * ULL_MIB);
  UllScenario *scenario = chart_dense ("Llama-3.1-8B", 32, 32, 8, 128, 131072, device);
  UllModel *model = scenario->model;

  model->hidden_size = 4096;
  model->parameters = 8030261248;
  model->weight_bytes = 2 * model->parameters;
  model->weight_source = ULL_WEIGHTS_ESTIMATE;
  model->anatomy = (UllAnatomy) { .parameters = model->parameters, .vocabulary = 128256, .embeddings = 2,
                                  .mlp_width = 14336, .mlp_inputs = 2, .whole_parameters = 65 * 4096,
                                  .position_rows = 131072, .position_dim = 128, .position_bytes = 2 };
  chart_set (&scenario, ULL_FIELD_ENGINE, ULL_ENGINE_VLLM);
  chart_set (&scenario, ULL_FIELD_ENGINE_VERSION, 21000);
  chart_set (&scenario, ULL_FIELD_MAX_MODEL_LEN, 8192);
  chart_set (&scenario, ULL_FIELD_CONTEXT, 4096);
  chart_set (&scenario, ULL_FIELD_CONCURRENCY, 10);
  return scenario;
}

/* The same with all that a person can add, on one of two cards that another process takes some of. */
static UllScenario *
make_vllm_terms (void)
{
  UllScenario *scenario = make_vllm ();

  chart_set (&scenario, ULL_FIELD_TP, 2);
  chart_set (&scenario, ULL_FIELD_UTILIZATION, 850000);
  chart_set (&scenario, ULL_FIELD_MAX_LORAS, 4);
  chart_set (&scenario, ULL_FIELD_DRAFT_WEIGHTS, ULL_GIB);
  chart_set (&scenario, ULL_FIELD_ENCODER, ULL_GIB / 2);
  chart_set (&scenario, ULL_FIELD_OTHER_BYTES, ULL_GIB);
  return scenario;
}

/* The first model on two cards of each of three stages: 32 layers are 11, 11 and 10, and the last has the sampler. */
static UllScenario *
make_vllm_stages (void)
{
  UllScenario *scenario = make_vllm ();

  chart_set (&scenario, ULL_FIELD_TP, 2);
  chart_set (&scenario, ULL_FIELD_PP, 3);
  chart_set (&scenario, ULL_FIELD_CONCURRENCY, 40);
  return scenario;
}

/* The same card asked for whole: the start would be refused, and what is gone has no room beside. */
static UllScenario *
make_vllm_refused (void)
{
  UllScenario *scenario = make_vllm ();

  chart_set (&scenario, ULL_FIELD_UTILIZATION, 1000000);
  return scenario;
}

/* Not one request of any length. */
static UllScenario *
make_nothing (void)
{
  UllScenario *scenario = make_lab ();

  chart_set (&scenario, ULL_FIELD_WEIGHTS, 48 * ULL_GIB);
  return scenario;
}

/* A card of 24 GiB with 8 GiB of weights, at 0.90. */
static UllScenario *
with_model (UllModel *model, gint64 context, gint64 concurrency)
{
  g_autoptr (UllModel) owned = model;
  g_autoptr (UllDevice) device = ull_device_new_custom (24 * ULL_GIB);
  UllScenario *scenario = ull_scenario_new (owned, device);

  chart_set (&scenario, ULL_FIELD_UTILIZATION, 900000);
  chart_set (&scenario, ULL_FIELD_WEIGHTS, 8 * ULL_GIB);
  chart_set (&scenario, ULL_FIELD_CONTEXT, context);
  chart_set (&scenario, ULL_FIELD_CONCURRENCY, concurrency);
  return scenario;
}

static UllScenario *
make_windows (void)
{
  return with_model (chart_model_windows (), 8192, 16);
}

static UllScenario *
make_only_windows (void)
{
  return with_model (chart_model_only_windows (), 16384, 8);
}

static UllScenario *
make_states (void)
{
  return with_model (chart_model_states (), 4096, 40);
}

static UllScenario *
make_only_states (void)
{
  return with_model (chart_model_only_states (), 4096, 40);
}

static UllScenario *
make_latent (void)
{
  return with_model (chart_model_latent (), 8192, 8);
}

static UllScenario *
make_every_kind (void)
{
  return with_model (chart_model_every_kind (), 4096, 8);
}

static UllScenario *
make_deep (void)
{
  return with_model (chart_model_deep (), 4096, 2);
}

static UllScenario *
make_with_lengths (const char *spec)
{
  g_autoptr (UllScenario) scenario = make_lab ();
  g_autoptr (UllLengths) lengths = ull_lengths_new (spec, NULL, NULL);

  return ull_scenario_with_lengths (scenario, lengths);
}

static UllScenario *
make_lengths (void)
{
  return make_with_lengths ("lognormal:6.6,0.9,64,8192");
}

static UllScenario *
make_few_lengths (void)
{
  return make_with_lengths ("uniform:10,20");
}

static UllScenario *
make_long_lengths (void)
{
  return make_with_lengths ("lognormal:8,2.5,1,1000000000");
}

static const ChartFixture fixtures[] = {
  { "chapter", make_chapter },       { "lab", make_lab },           { "card", make_card },
  { "overflow", make_overflow },     { "torn", make_torn },         { "weights-over", make_weights_over },
  { "contract", make_contract },     { "guess", make_guess },       { "nothing", make_nothing },
  { "windows", make_windows },       { "states", make_states },     { "latent", make_latent },
  { "only-windows", make_only_windows }, { "only-states", make_only_states },
  { "every-kind", make_every_kind }, { "deep", make_deep },         { "vllm", make_vllm },
  { "vllm-terms", make_vllm_terms }, { "vllm-stages", make_vllm_stages }, { "vllm-refused", make_vllm_refused },
  { "lengths", make_lengths },       { "few-lengths", make_few_lengths }, { "long-lengths", make_long_lengths },
};

const ChartFixture *
chart_fixtures (guint *n)
{
  *n = G_N_ELEMENTS (fixtures);
  return fixtures;
}

UllScenario *
chart_fixture (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (fixtures); i++)
    if (g_str_equal (fixtures[i].name, name))
      return fixtures[i].make ();
  g_error ("no fixture %s", name);
}
