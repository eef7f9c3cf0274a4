#include "ull-slip.h"

#include "ull-config.h"
#include "ull-units.h"

#include <math.h>

/* Slips against arithmetic of the test's own, which knows stores, a card and a floor, and nothing of derivations. */

/* What a person believes. */
typedef struct
{
  gboolean no_v, no_k;
  gint64 heads;     /* 0: the model's */
  gint64 dim;       /* 0: the model's */
  gint64 layers;    /* 0: the model's */
  double width;     /* bytes an element */
  double factor;    /* bits for bytes */
  gboolean latent_pair, latent_heads, latent_over_tp, windows_grow, no_windows, no_states;
  gint64 tp_heads, tp_weights;
  gint64 card, ppm, weights, overhead, headroom_ppm;
  gint64 block;     /* 0: none */
  gint64 context, requests;
  double pool_factor;
} Belief;

static gint64
own_store (const Belief *b, const UllRun *run, const UllStore *store, gint64 query_heads)
{
  gboolean latent = store->v_dim == 0 && run->kind == ULL_LAYER_LATENT;
  gboolean pair = store->v_dim > 0;
  gint64 heads = store->heads, k = store->k_dim, v = store->v_dim, layers = b->layers ? b->layers : run->count;

  if (pair && b->heads)
    heads = b->heads;
  if (store->shard == ULL_SHARD_HEADS)
    heads = (heads + b->tp_heads - 1) / b->tp_heads;
  if (pair && b->dim)
    k = v = b->dim;
  if (pair && b->no_v)
    v = 0;
  if (pair && b->no_k)
    k = 0;
  if (latent && b->latent_pair)
    v = k;
  if (latent && b->latent_heads)
    heads = query_heads;
  if (latent && b->latent_over_tp)
    k /= b->tp_heads;
  return (gint64) ((double) (layers * heads * (k + v)) * b->width * b->factor);
}

static gint64
own_per_token (const Belief *b, const UllModel *model)
{
  gint64 sum = 0;

  for (guint r = 0; r < model->n_runs; r++)
    for (guint s = 0; s < model->runs[r].n_stores; s++)
      if (model->runs[r].stores[s].growth == ULL_GROWTH_TOKEN && !model->runs[r].draft)
        sum += own_store (b, &model->runs[r], &model->runs[r].stores[s], model->query_heads);
  return sum;
}

static gint64
own_request (const Belief *b, const UllModel *model)
{
  gint64 tokens = b->block ? (b->context + b->block - 1) / b->block * b->block : b->context;
  gint64 sum = tokens * own_per_token (b, model);

  for (guint r = 0; r < model->n_runs; r++)
    for (guint s = 0; s < model->runs[r].n_stores; s++)
      {
        const UllStore *store = &model->runs[r].stores[s];
        gint64 cap = b->block ? (store->cap + b->block - 1) / b->block * b->block : store->cap;

        if (store->growth != ULL_GROWTH_CAPPED || model->runs[r].draft || b->no_windows)
          continue;
        sum += own_store (b, &model->runs[r], store, model->query_heads) * (b->windows_grow ? tokens : MIN (tokens, cap));
      }
  return sum;
}

static gint64
own_pool (const Belief *b)
{
  gint64 pool = b->card * b->ppm / 1000000 - (b->weights + b->tp_weights - 1) / b->tp_weights - b->overhead -
                (b->card * b->headroom_ppm + 999999) / 1000000;

  return MAX (pool, 0);
}

static gint64
own_requests (const Belief *b, const UllModel *model)
{
  gint64 pool = (gint64) ((double) own_pool (b) * b->pool_factor), each = own_request (b, model);

  return each > 0 ? pool / each : 0;
}

/* Up where it is down: whole blocks, where requests are counted in them. */
static gint64
own_rounded_up (const Belief *b, const UllModel *model, gboolean windows)
{
  gint64 pool = own_pool (b), each = own_request (b, model), page = b->block * own_per_token (b, model);

  if (b->block && !windows)
    pool -= pool % page;
  return (pool + each - 1) / each;
}

/* A model that keeps plain pairs or latents, some with windows: what the arithmetic above knows. */
static gboolean
is_plain (const UllModel *model)
{
  for (guint r = 0; r < model->n_runs; r++)
    for (guint s = 0; s < model->runs[r].n_stores; s++)
      {
        const UllStore *store = &model->runs[r].stores[s];

        if (store->growth == ULL_GROWTH_CONSTANT || store->growth == ULL_GROWTH_SIDE || store->per != 1 ||
            store->role != ULL_ROLE_CACHE || store->extra_bytes != 0 || store->k_format != ULL_DTYPE_KV || model->runs[r].draft)
          return FALSE;
      }
  return TRUE;
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

typedef struct
{
  UllModel *model;
  UllEngineId engine;
  gint64 tp;
  Belief truth;
} Case;

static UllScenario *
scenario_of (const Case *c, const char *device_id)
{
  g_autoptr (UllDevice) custom = ull_device_new_custom (c->truth.card);
  UllScenario *s = ull_scenario_new (c->model, device_id != NULL ? ull_device_find (device_id) : custom);

  s = set (s, ULL_FIELD_ENGINE, c->engine);
  s = set (s, ULL_FIELD_K_DTYPE, ULL_DTYPE_BF16);
  s = set (s, ULL_FIELD_V_DTYPE, ULL_DTYPE_BF16);
  s = set (s, ULL_FIELD_WEIGHTS, c->truth.weights);
  s = set (s, ULL_FIELD_OVERHEAD, c->truth.overhead);
  s = set (s, ULL_FIELD_UTILIZATION, c->truth.ppm);
  s = set (s, ULL_FIELD_HEADROOM, c->truth.headroom_ppm);
  s = set (s, ULL_FIELD_CONTEXT, c->truth.context);
  s = set (s, ULL_FIELD_CONCURRENCY, c->truth.requests);
  return c->tp > 1 ? set (s, ULL_FIELD_TP, c->tp) : s;
}

static guint n_checked, n_near_truth;

/* The number of the belief is recognised as that slip, or is the truth after all. */
static void
check (const UllScenario *scenario, UllStepId target, gint64 truth, gint64 number, UllSlipId slip)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (UllSlips) slips = ull_slips_new (scenario, target, 0, &error);
  UllDiagnosis diagnosis;
  gboolean named = FALSE;

  g_assert_no_error (error);
  g_assert_cmpint (slips->truth, ==, truth);
  ull_slips_diagnose (slips, (double) number, &diagnosis);
  if (number == truth)
    {
      g_assert_cmpint (diagnosis.result, ==, ULL_DIAGNOSIS_RIGHT);
      n_near_truth++;
      return;
    }
  /* More may come to the same number than a sentence has room for: a mark it is in any case. */
  for (guint i = 0; i < slips->marks->len; i++)
    {
      const UllSlipMark *mark = &g_array_index (slips->marks, UllSlipMark, i);

      named |= mark->id == slip && mark->value == number;
    }
  if (!named)
    g_error ("%s, %s: %" G_GINT64_FORMAT " is not recognised as %s; the truth is %" G_GINT64_FORMAT,
             scenario->model->name, ull_step_get_id (target), number, ull_slip_get_id (slip), truth);
  g_assert_cmpint (diagnosis.result, ==, ULL_DIAGNOSIS_SLIP);
  n_checked++;
}

static void
check_tokens (const Case *c, const UllScenario *s, const Belief *b, UllSlipId slip)
{
  if (own_per_token (&c->truth, c->model) > 0)
    check (s, ULL_STEP_BYTES_PER_TOKEN, own_per_token (&c->truth, c->model), own_per_token (b, c->model), slip);
  check (s, ULL_STEP_MAX_REQUESTS, own_requests (&c->truth, c->model), own_requests (b, c->model), slip);
}

static void
check_budget (const Case *c, const UllScenario *s, const Belief *b, UllSlipId slip)
{
  check (s, ULL_STEP_POOL, own_pool (&c->truth), own_pool (b), slip);
  check (s, ULL_STEP_MAX_REQUESTS, own_requests (&c->truth, c->model), own_requests (b, c->model), slip);
}

static gboolean
has (const UllModel *model, gboolean latent, UllGrowth growth)
{
  for (guint r = 0; r < model->n_runs; r++)
    for (guint s = 0; s < model->runs[r].n_stores; s++)
      if ((model->runs[r].stores[s].v_dim == 0) == latent && model->runs[r].stores[s].growth == growth)
        return TRUE;
  return FALSE;
}

static void
check_attention (const Case *c, const UllScenario *s)
{
  Belief b = c->truth;
  const UllModel *model = c->model;
  gint64 dim = model->hidden_size > 0 && model->query_heads > 0 ? model->hidden_size / model->query_heads : 0;
  gint64 kv = ull_model_get_kv_heads (model);

  b.no_v = TRUE;
  check_tokens (c, s, &b, ULL_SLIP_K_ALONE);
  b = c->truth;
  b.heads = model->query_heads;
  if (kv > 0 && kv < model->query_heads)
    check_tokens (c, s, &b, ULL_SLIP_QUERY_HEADS);
  b.dim = dim;
  if (dim > 0 && dim != ull_model_get_head_dim (model) && kv > 0 && kv < model->query_heads)
    check_tokens (c, s, &b, ULL_SLIP_HIDDEN_SIZE);
  b = c->truth;
  b.dim = dim;
  if (dim > 0 && dim != ull_model_get_head_dim (model))
    check_tokens (c, s, &b, ULL_SLIP_HEAD_DIM);
  if (has (model, FALSE, ULL_GROWTH_CAPPED))
    {
      b = c->truth;
      b.windows_grow = TRUE;
      check (s, ULL_STEP_REQUEST, own_request (&c->truth, model), own_request (&b, model), ULL_SLIP_WINDOW_FULL);
      b = c->truth;
      b.no_windows = TRUE;
      check (s, ULL_STEP_REQUEST, own_request (&c->truth, model), own_request (&b, model), ULL_SLIP_NO_WINDOW);
    }
}

static void
check_latent (const Case *c, const UllScenario *s)
{
  Belief b = c->truth;

  b.latent_pair = TRUE;
  check_tokens (c, s, &b, ULL_SLIP_LATENT_PAIR);
  b = c->truth;
  b.latent_heads = TRUE;
  check_tokens (c, s, &b, ULL_SLIP_LATENT_HEADS);
  b = c->truth;
  b.latent_over_tp = TRUE;
  if (c->tp > 1)
    check_tokens (c, s, &b, ULL_SLIP_LATENT_TP);
}

static void
check_widths (const Case *c, const UllScenario *s)
{
  static const struct
  {
    double width;
    UllSlipId slip;
  } widths[] = { { 4, ULL_SLIP_FOUR_BYTES }, { 1, ULL_SLIP_ONE_BYTE }, { 0.5, ULL_SLIP_HALF_BYTE } };
  Belief b = c->truth;

  for (gsize i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      b.width = widths[i].width;
      check_tokens (c, s, &b, widths[i].slip);
    }
  b = c->truth;
  b.factor = 8;
  check_tokens (c, s, &b, ULL_SLIP_BITS);
  b = c->truth;
  b.layers = 1;
  /* Of several runs it would be one layer of each kind, and which are of one kind is the layout's to say. */
  if (c->model->n_runs == 1 && c->model->runs[0].n_stores == 1)
    check_tokens (c, s, &b, ULL_SLIP_ONE_LAYER);
}

static void
check_card (const Case *c, const UllScenario *s)
{
  Belief b = c->truth;

  b.ppm = 1000000;
  check_budget (c, s, &b, ULL_SLIP_UTILIZATION);
  b = c->truth;
  b.weights = 0;
  check_budget (c, s, &b, ULL_SLIP_WEIGHTS);
  b = c->truth;
  b.overhead = 0;
  check_budget (c, s, &b, ULL_SLIP_OVERHEAD);
  b = c->truth;
  b.headroom_ppm = 0;
  check_budget (c, s, &b, ULL_SLIP_HEADROOM);
  b = c->truth;
  /* 10^9 ÷ 2^30 = 5^9 ÷ 2^21. */
  b.card = b.card * 1953125 / (1 << 21);
  check_budget (c, s, &b, ULL_SLIP_DECIMAL);
  b = c->truth;
  b.tp_heads = b.tp_weights = 1;
  if (c->tp > 1)
    check (s, ULL_STEP_MAX_REQUESTS, own_requests (&c->truth, c->model), own_requests (&b, c->model), ULL_SLIP_TP);
}

static void
check_load (const Case *c, const UllScenario *s)
{
  Belief b = c->truth;
  gint64 each = own_request (&b, c->model);

  check (s, ULL_STEP_DEMAND, each * b.requests, each, ULL_SLIP_ONE_FOR_ALL);
  check (s, ULL_STEP_MAX_REQUESTS, own_requests (&c->truth, c->model),
         own_rounded_up (&b, c->model, has (c->model, FALSE, ULL_GROWTH_CAPPED)), ULL_SLIP_ROUNDED_UP);
  b.context *= b.requests;
  check (s, ULL_STEP_REQUEST, each, own_request (&b, c->model), ULL_SLIP_ALL_FOR_ONE);
  b = c->truth;
  b.block = 0;
  if (c->truth.block)
    check (s, ULL_STEP_REQUEST, each, own_request (&b, c->model), ULL_SLIP_ROUNDING);
}

/* Divides everything that tensor parallel divides, or the scenario is refused. */
static gboolean
divides (const UllModel *model, gint64 tp)
{
  return model->query_heads > 0 && model->query_heads % tp == 0;
}

static void
check_model (UllModel *model, guint number)
{
  static const gint64 splits[] = { 1, 2, 8 };

  for (guint i = 0; i < G_N_ELEMENTS (splits); i++)
    for (int engine = ULL_ENGINE_IDEAL; engine <= ULL_ENGINE_PAGED; engine++)
      {
        Case c = { model, (UllEngineId) engine, splits[i], { 0 } };
        g_autoptr (UllScenario) scenario = NULL;
        g_autoptr (UllPlan) plan = NULL;

        if (!divides (model, c.tp))
          continue;
        c.truth = (Belief) { .width = 2, .factor = 1, .tp_heads = c.tp, .tp_weights = c.tp, .card = 192 * ULL_GIB, .ppm = 900000,
                             .weights = 30 * ULL_GB, .overhead = 3 * ULL_GIB, .headroom_ppm = 50000,
                             .block = engine == ULL_ENGINE_PAGED ? 16 : 0, .context = 1000 + number * 7 % 900, .requests = 3,
                             .pool_factor = 1 };
        scenario = scenario_of (&c, NULL);
        plan = ull_plan_new (scenario, NULL);
        if (plan == NULL)
          continue;
        if (has (model, FALSE, ULL_GROWTH_TOKEN))
          check_attention (&c, scenario);
        if (has (model, TRUE, ULL_GROWTH_TOKEN) && !has (model, FALSE, ULL_GROWTH_TOKEN))
          check_latent (&c, scenario);
        check_widths (&c, scenario);
        check_card (&c, scenario);
        check_load (&c, scenario);
      }
}

static void
test_models (void)
{
  guint n, n_plain = 0;
  const UllBundledModel *models = ull_config_bundled (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (UllModel) model = ull_config_open_bundled (models[i].id, &error);

      g_assert_no_error (error);
      if (!is_plain (model))
        continue;
      check_model (model, i);
      n_plain++;
    }
  g_test_message ("%u models, %u slips recognised, %u that came to the truth", n_plain, n_checked, n_near_truth);
  g_assert_cmpuint (n_plain, >, 40);
  g_assert_cmpuint (n_checked, >, 4000);
}

/* vLLM hands out blocks of 16 of a pool that its log gave, and keeps one for itself: the arithmetic of it, once more by hand. */
#define VLLM_POOL (40 * ULL_GIB)
#define VLLM_EACH ((1000 + 15) / 16)

static gint64
own_vllm_requests (gint64 pool, const Belief *b, const UllModel *model)
{
  return (pool / (16 * own_per_token (b, model)) - 1) / VLLM_EACH;
}

static void
check_vllm_tokens (UllScenario *s, const UllModel *model, const Belief *wrong, UllSlipId slip)
{
  const Belief b = { .width = 2, .factor = 1, .tp_heads = 1, .tp_weights = 1, .pool_factor = 1 };

  check (s, ULL_STEP_BYTES_PER_TOKEN, own_per_token (&b, model), own_per_token (wrong, model), slip);
  check (s, ULL_STEP_MAX_REQUESTS, own_vllm_requests (VLLM_POOL, &b, model), own_vllm_requests (VLLM_POOL, wrong, model), slip);
}

static void
check_vllm_shapes (UllScenario *s, const UllModel *model)
{
  static const struct
  {
    double width;
    UllSlipId slip;
  } widths[] = { { 4, ULL_SLIP_FOUR_BYTES }, { 1, ULL_SLIP_ONE_BYTE }, { 0.5, ULL_SLIP_HALF_BYTE } };
  const Belief truth = { .width = 2, .factor = 1, .tp_heads = 1, .tp_weights = 1, .pool_factor = 1 };
  gint64 dim = model->hidden_size > 0 ? model->hidden_size / model->query_heads : 0;
  Belief b = truth;

  b.no_v = TRUE;
  check_vllm_tokens (s, model, &b, ULL_SLIP_K_ALONE);
  for (gsize i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      b = truth;
      b.width = widths[i].width;
      check_vllm_tokens (s, model, &b, widths[i].slip);
    }
  b = truth;
  b.factor = 8;
  check_vllm_tokens (s, model, &b, ULL_SLIP_BITS);
  b = truth;
  b.layers = 1;
  check_vllm_tokens (s, model, &b, ULL_SLIP_ONE_LAYER);
  b = truth;
  b.heads = model->query_heads;
  if (ull_model_get_kv_heads (model) < model->query_heads)
    check_vllm_tokens (s, model, &b, ULL_SLIP_QUERY_HEADS);
  b = truth;
  b.dim = dim;
  if (dim > 0 && dim != ull_model_get_head_dim (model))
    check_vllm_tokens (s, model, &b, ULL_SLIP_HEAD_DIM);
}

/* What is held of the pool, and of how many. */
static void
check_vllm_blocks (UllScenario *s, gint64 page)
{
  const gint64 blocks = VLLM_POOL / page - 1, most = blocks / VLLM_EACH;
  g_autoptr (UllScenario) three = ull_scenario_with (s, ULL_FIELD_CONCURRENCY, 3, NULL, NULL);
  g_autoptr (UllScenario) longer = ull_scenario_with (s, ULL_FIELD_MAX_MODEL_LEN, 4000, NULL, NULL);
  g_autoptr (UllScenario) two = ull_scenario_with (s, ULL_FIELD_MAX_NUM_SEQS, 2, NULL, NULL);

  check (s, ULL_STEP_MAX_REQUESTS, most, (blocks + 1) / VLLM_EACH, ULL_SLIP_RESERVED);
  check (s, ULL_STEP_MAX_REQUESTS, most, (blocks + VLLM_EACH - 1) / VLLM_EACH, ULL_SLIP_ROUNDED_UP);
  /* 10^9 ÷ 2^30 = 5^9 ÷ 2^21. */
  check (s, ULL_STEP_MAX_REQUESTS, most, (VLLM_POOL / (1 << 21) * 1953125 / page - 1) / VLLM_EACH, ULL_SLIP_DECIMAL);
  check (s, ULL_STEP_REQUEST_BLOCKS, VLLM_EACH, 1000 / 16, ULL_SLIP_ROUNDING);
  check (three, ULL_STEP_DEMAND, 3 * VLLM_EACH * page, VLLM_EACH * page, ULL_SLIP_ONE_FOR_ALL);
  check (three, ULL_STEP_REQUEST, VLLM_EACH * page, (3000 + 15) / 16 * page, ULL_SLIP_ALL_FOR_ONE);
  check (longer, ULL_STEP_REQUEST, VLLM_EACH * page, 4000 / 16 * page, ULL_SLIP_MODEL_LEN);
  if (most > 2)
    check (two, ULL_STEP_RUNNING, 2, most, ULL_SLIP_MAX_SEQS);
}

static void
test_vllm (void)
{
  guint n, n_dense = 0, before = n_checked;
  const UllBundledModel *models = ull_config_bundled (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (UllModel) model = ull_config_open_bundled (models[i].id, NULL);
      g_autoptr (UllDevice) device = ull_device_new_custom (80 * ULL_GIB);
      g_autoptr (UllScenario) s = NULL;
      Belief b = { .width = 2, .factor = 1, .tp_heads = 1, .tp_weights = 1, .pool_factor = 1 };

      if (!is_plain (model) || model->n_runs != 1 || model->runs[0].n_stores != 1 || !has (model, FALSE, ULL_GROWTH_TOKEN))
        continue;
      s = set (set (set (ull_scenario_new (model, device), ULL_FIELD_ENGINE, ULL_ENGINE_VLLM), ULL_FIELD_AVAILABLE, VLLM_POOL),
               ULL_FIELD_CONTEXT, 1000);
      s = set (set (s, ULL_FIELD_K_DTYPE, ULL_DTYPE_BF16), ULL_FIELD_V_DTYPE, ULL_DTYPE_BF16);
      s = set (set (s, ULL_FIELD_BLOCK_SIZE, 16), ULL_FIELD_MAX_NUM_SEQS, 1000000);
      check_vllm_shapes (s, model);
      check_vllm_blocks (s, 16 * own_per_token (&b, model));
      n_dense++;
    }
  g_test_message ("%u models, %u slips recognised", n_dense, n_checked - before);
  g_assert_cmpuint (n_dense, >, 20);
  g_assert_cmpuint (n_checked - before, >, 15 * n_dense);
}

/* The labels of cards. */
static void
test_label (void)
{
  Case c = { ull_model_new_dense ("Dense", 32, 32, 8, 128, NULL), ULL_ENGINE_IDEAL, 1, { 0 } };
  const UllDevice *device = ull_device_find ("rtx-4090");
  g_autoptr (UllScenario) scenario = NULL;
  Belief b;

  g_assert_cmpint (device->label_gb, ==, 24);
  c.truth = (Belief) { .width = 2, .factor = 1, .tp_heads = 1, .tp_weights = 1, .card = device->allocatable, .ppm = 900000,
                       .weights = 16060 * (ULL_GB / 1000), .overhead = ULL_GIB, .context = 4096, .requests = 2, .pool_factor = 1 };
  scenario = scenario_of (&c, "rtx-4090");
  b = c.truth;
  b.card = 24 * ULL_GB;
  check_budget (&c, scenario, &b, ULL_SLIP_LABEL);
  b.card = 24 * ULL_GIB;
  check_budget (&c, scenario, &b, ULL_SLIP_LABEL);
  b.card = 24564 * ULL_MIB;
  check_budget (&c, scenario, &b, ULL_SLIP_REPORTED);
  ull_model_unref (c.model);
}

/* A number that is far from each is none; truth and slips are told apart at the edge of the tolerance. */
static void
test_unknown (void)
{
  g_autoptr (UllModel) model = ull_model_new_dense ("Dense", 32, 32, 8, 128, NULL);
  g_autoptr (UllDevice) device = ull_device_new_custom (24 * ULL_GB);
  g_autoptr (UllScenario) scenario = ull_scenario_new (model, device);
  g_autoptr (UllSlips) slips = ull_slips_new (scenario, ULL_STEP_BYTES_PER_TOKEN, 10000, NULL);
  g_autofree char *sentence = NULL;
  UllDiagnosis diagnosis;

  /* 131,072 and one in a hundred. */
  ull_slips_diagnose (slips, 131072 + 1310, &diagnosis);
  g_assert_cmpint (diagnosis.result, ==, ULL_DIAGNOSIS_RIGHT);
  ull_slips_diagnose (slips, 131072 + 1311, &diagnosis);
  g_assert_cmpint (diagnosis.result, ==, ULL_DIAGNOSIS_UNKNOWN);
  for (gint64 number = 1; number < 10000000; number += 9973)
    {
      gboolean near_one = ull_within ((double) number, 131072, 10000);

      for (guint i = 0; i < slips->marks->len; i++)
        near_one |= ull_within ((double) number, (double) g_array_index (slips->marks, UllSlipMark, i).value, 10000);
      ull_slips_diagnose (slips, (double) number, &diagnosis);
      g_assert_true (near_one == (diagnosis.result != ULL_DIAGNOSIS_UNKNOWN));
    }
  ull_slips_diagnose (slips, 99999, &diagnosis);
  sentence = ull_slips_sentence (slips, 99999, &diagnosis);
  g_assert_cmpstr (sentence, ==,
                   "99,999" ULL_NBSP "B is none of the usual slips. Follow the sum to see where yours goes another way.");
}

/* 2 × 32 × 8 × 128 × 2 = 131,072 B a token; K alone is 65,536, and so is one byte an element: both are said. */
static void
test_sentence (void)
{
  g_autoptr (UllModel) model = ull_model_new_dense ("Dense", 32, 32, 8, 128, NULL);
  g_autoptr (UllDevice) device = ull_device_new_custom (24 * ULL_GB);
  g_autoptr (UllScenario) scenario = set (set (ull_scenario_new (model, device), ULL_FIELD_CONTEXT, 4096), ULL_FIELD_AVAILABLE, 5 * ULL_GIB);
  g_autoptr (UllSlips) slips = ull_slips_new (scenario, ULL_STEP_MAX_REQUESTS, 0, NULL);
  g_autofree char *sentence = NULL;
  UllDiagnosis diagnosis;

  /* 5 GiB hold 10 requests of 512 MiB, and 20 of 256. */
  ull_slips_diagnose (slips, 20, &diagnosis);
  g_assert_cmpint (diagnosis.result, ==, ULL_DIAGNOSIS_SLIP);
  g_assert_cmpuint (diagnosis.n_named, ==, 2);
  g_assert_cmpint (diagnosis.named[0].id, ==, ULL_SLIP_K_ALONE);
  g_assert_cmpint (diagnosis.named[1].id, ==, ULL_SLIP_ONE_BYTE);
  sentence = ull_slips_sentence (slips, 20, &diagnosis);
  g_assert_cmpstr (sentence, ==,
                   "20 is what you get with K alone, not K and V, or with 1 byte an element. Bytes per token: 65,536" ULL_NBSP
                   "B instead of 131,072" ULL_NBSP "B. The cache holds a key and a value for every token.");
}

/* Ids are distinct and read back; every figure's unit is known before its sum is made. */
static void
test_ids (void)
{
  guint n;
  const UllBundledModel *models = ull_config_bundled (&n);

  for (int i = 0; i < ULL_N_SLIPS; i++)
    {
      g_assert_cmpint (ull_slip_from_id (ull_slip_get_id ((UllSlipId) i)), ==, i);
      g_assert_true (g_str_has_suffix (ull_slip_get_why ((UllSlipId) i), "."));
    }
  g_assert_cmpint (ull_slip_from_id ("xyzzy"), ==, ULL_N_SLIPS);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (UllModel) model = ull_config_open_bundled (models[i].id, NULL);
      g_autoptr (UllDevice) device = ull_device_new_custom (192 * ULL_GIB);
      g_autoptr (UllScenario) scenario = set (set (set (ull_scenario_new (model, device), ULL_FIELD_ENGINE, ULL_ENGINE_PAGED),
                                                   ULL_FIELD_PREFIX_TOKENS, 500), ULL_FIELD_RETAIN, 500);
      g_autoptr (UllPlan) plan = ull_plan_new (scenario, NULL);

      for (guint k = 0; plan != NULL && k < plan->derivation.n_steps; k++)
        {
          UllStepId id = plan->derivation.step[k].id;
          int last = ull_derivation_find_last (&plan->derivation, id);

          g_assert_cmpint (plan->derivation.step[last].unit, ==, ull_step_get_unit (id));
          g_assert_cmpint (ull_step_from_id (ull_step_get_id (id)), ==, id);
        }
    }
}

/* The figures that a question may ask for. */
static const UllStepId asked[] = { ULL_STEP_BYTES_PER_TOKEN, ULL_STEP_REQUEST, ULL_STEP_REQUEST_BLOCKS, ULL_STEP_DEMAND, ULL_STEP_POOL,
                                   ULL_STEP_BLOCKS, ULL_STEP_TOKENS, ULL_STEP_MAX_REQUESTS, ULL_STEP_RUNNING };

/* Two marks of one axis that stand at different places have different names. */
static void
check_names (const UllScenario *scenario, guint *n_marks)
{
  for (gsize t = 0; t < G_N_ELEMENTS (asked); t++)
    {
      g_autoptr (UllSlips) slips = ull_slips_new (scenario, asked[t], 0, NULL);
      g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

      for (guint i = 0; slips != NULL && i < slips->marks->len; i++)
        {
          const UllSlipMark *mark = &g_array_index (slips->marks, UllSlipMark, i);
          const char *name = ull_slip_mark_get_name (mark);

          if (!g_hash_table_add (names, (gpointer) name))
            g_error ("%s, engine %d, %s: two marks are “%s”", scenario->model->name, (int) scenario->value[ULL_FIELD_ENGINE],
                     ull_step_get_id (asked[t]), name);
          ++*n_marks;
        }
    }
}

static void
test_names (void)
{
  static const char *const cards[] = { "rtx-4090", "mi300x", NULL };
  guint n, n_marks = 0;
  const UllBundledModel *models = ull_config_bundled (&n);

  for (guint i = 0; i < n; i++)
    for (int engine = 0; engine < ULL_N_ENGINES; engine++)
      for (gsize card = 0; card < G_N_ELEMENTS (cards); card++)
        for (gint64 tp = 1; tp <= 8; tp *= 8)
          {
            g_autoptr (UllModel) model = ull_config_open_bundled (models[i].id, NULL);
            g_autoptr (UllDevice) custom = ull_device_new_custom (80 * ULL_GB);
            g_autoptr (UllScenario) plain
              = ull_scenario_new (model, cards[card] != NULL ? ull_device_find (cards[card]) : custom);
            g_autoptr (UllScenario) chosen = ull_scenario_with (plain, ULL_FIELD_ENGINE, engine, NULL, NULL);
            g_autoptr (UllScenario) several = chosen != NULL ? ull_scenario_with (chosen, ULL_FIELD_TP, tp, NULL, NULL) : NULL;
            g_autoptr (UllScenario) loaded = several != NULL ? ull_scenario_with (several, ULL_FIELD_CONCURRENCY, 3, NULL, NULL) : NULL;

            if (loaded != NULL)
              check_names (loaded, &n_marks);
          }
  g_test_message ("%u marks", n_marks);
  g_assert_cmpuint (n_marks, >, 10000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/slips/names", test_names);

  g_test_add_func ("/slips/models", test_models);
  g_test_add_func ("/slips/vllm", test_vllm);
  g_test_add_func ("/slips/label", test_label);
  g_test_add_func ("/slips/unknown", test_unknown);
  g_test_add_func ("/slips/sentence", test_sentence);
  g_test_add_func ("/slips/ids", test_ids);

  return g_test_run ();
}
