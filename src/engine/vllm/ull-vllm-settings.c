#include "ull-vllm-settings.h"

#include "ull-units.h"
#include "ull-vllm-packed.h"
#include "ull-vllm-version.h"

#include <string.h>

/* vLLM's defaults by version, model and card. Sizes of a step and numbers of sequences go by the card's memory; where only
 * the pool is known, the card has at least that much.
 *
 *   memory               tokens of a step: library / server      sequences
 *   160 GiB and more     16,384 / 8,192, later 16,384            1,024
 *   70 GiB, no A100      16,384 / 8,192                          1,024
 *   less, and A100       8,192 / 2,048                           256
 *
 * A DGX Spark's driver does not tell its memory, so that it counts as less.
 * An image or clip whose tokens see each other in both directions has to fit into a step, which is made so long. A step is
 * never more than all sequences at full length. */

/* Tokens of a block where entries are of several tokens each. */
#define PACKED_BLOCK 256

static gint64
get_memory (const UllScenario *scenario)
{
  return MAX (MAX (scenario->device->reported, scenario->device->allocatable), scenario->value[ULL_FIELD_AVAILABLE]);
}

static gboolean
is_untold (const UllScenario *scenario)
{
  return g_str_has_prefix (scenario->device->id, "dgx-spark");
}

static gboolean
is_large (const UllScenario *scenario)
{
  const char *id = scenario->device->id;

  return get_memory (scenario) >= 70 * ULL_GIB && strstr (id, "a100") == NULL && !is_untold (scenario);
}

static gint64
default_num_seqs (const UllScenario *scenario)
{
  gint64 usual = is_large (scenario) ? 1024 : 256, step = scenario->value[ULL_FIELD_MAX_BATCHED_TOKENS];

  /* Of a step that was set smaller than that, no more sequences than tokens. */
  return step != ULL_UNSET ? MIN (usual, step) : usual;
}

static gint64
default_batched_tokens (const UllScenario *scenario)
{
  gboolean server = scenario->value[ULL_FIELD_USAGE_CONTEXT] == ULL_USAGE_SERVER;
  gint64 seqs = ull_vllm_get (scenario, ULL_FIELD_MAX_NUM_SEQS), tokens, most;

  if (!is_large (scenario))
    tokens = server ? 2048 : 8192;
  else
    tokens = server ? 8192 : 16384;
  if (is_large (scenario) && get_memory (scenario) >= 160 * ULL_GIB && ull_vllm_has (scenario, ULL_VLLM_BATCH_16384))
    tokens = 16384;
  if (ull_vllm_has (scenario, ULL_VLLM_WHOLE_ITEMS))
    tokens = MAX (tokens, scenario->model->anatomy.item_tokens);
  return ull_mul (seqs, ull_scenario_get_model_len (scenario), &most) ? MIN (tokens, most) : tokens;
}

gboolean
ull_vllm_has_state (const UllModel *model)
{
  for (guint i = 0; i < model->n_runs; i++)
    for (guint k = 0; k < model->runs[i].n_stores; k++)
      if (model->runs[i].stores[k].growth == ULL_GROWTH_CONSTANT)
        return TRUE;
  return FALSE;
}

static gboolean
has_kind (const UllModel *model, UllLayerKind kind)
{
  for (guint i = 0; i < model->n_runs; i++)
    if (model->runs[i].kind == kind)
      return TRUE;
  return FALSE;
}

gboolean
ull_vllm_has_latent (const UllModel *model)
{
  return has_kind (model, ULL_LAYER_LATENT);
}

static gboolean
has_indexer (const UllModel *model)
{
  for (guint i = 0; i < model->n_runs; i++)
    for (guint k = 0; k < model->runs[i].n_stores; k++)
      if (model->runs[i].stores[k].role == ULL_ROLE_INDEXER)
        return TRUE;
  return FALSE;
}

/* Families whose states could be kept at every block before the others' could be at all. */
static gboolean
keeps_all_states (const UllModel *model)
{
  static const char *const families[] = { "mamba", "mamba2", "falcon_mamba", "bamba", "falcon_h1", "granitemoehybrid", "jamba",
                                          "nemotron_h", "zamba2" };

  for (gsize i = 0; i < G_N_ELEMENTS (families); i++)
    if (g_strcmp0 (model->family, families[i]) == 0)
      return TRUE;
  return FALSE;
}

static gint64
default_prefix_caching (const UllScenario *scenario)
{
  if (!ull_vllm_has_state (scenario->model))
    return TRUE;
  /* Who sets a mode wants it. */
  return scenario->value[ULL_FIELD_MAMBA_CACHE_MODE] > ULL_MAMBA_NONE ||
         ull_vllm_has (scenario, ULL_VLLM_STATE_PREFIX_DEFAULT);
}

static gint64
default_mamba_mode (const UllScenario *scenario)
{
  if (!ull_vllm_has (scenario, ULL_VLLM_STATE_PREFIXES) || !ull_vllm_get (scenario, ULL_FIELD_ENABLE_PREFIX_CACHING))
    return ULL_MAMBA_NONE;
  if (!ull_vllm_has (scenario, ULL_VLLM_STATE_PREFIX_DEFAULT) && keeps_all_states (scenario->model))
    return ULL_MAMBA_ALL;
  return ULL_MAMBA_ALIGN;
}

static gboolean
is_hopper (const UllScenario *scenario)
{
  return g_strcmp0 (scenario->device->arch, "Hopper") == 0;
}

/* The data centre's Blackwell, whose kernels the cards for desks do not have. */
gboolean
ull_vllm_is_sm100 (const UllScenario *scenario)
{
  static const char *const ids[] = { "b100", "b200", "b300", "gb200", "gb300" };

  for (gsize i = 0; i < G_N_ELEMENTS (ids); i++)
    if (g_str_has_prefix (scenario->device->id, ids[i]))
      return TRUE;
  return FALSE;
}

static gint64
default_latent_backend (const UllScenario *scenario)
{
  if (has_indexer (scenario->model))
    return ULL_BACKEND_FLASHMLA_SPARSE;
  if (ull_vllm_is_sm100 (scenario))
    return ULL_BACKEND_FLASHINFER_MLA;
  if (is_hopper (scenario) && !ull_vllm_has (scenario, ULL_VLLM_FLASH_ATTN_MLA))
    return ULL_BACKEND_FLASHMLA;
  return is_hopper (scenario) ? ULL_BACKEND_FLASH_ATTN_MLA : ULL_BACKEND_TRITON_MLA;
}

static gint64
default_backend (const UllScenario *scenario)
{
  if (scenario->device->arch != NULL && g_str_has_prefix (scenario->device->arch, "Xe"))
    return ULL_BACKEND_XPU;
  return ull_vllm_has_latent (scenario->model) ? default_latent_backend (scenario) : ULL_BACKEND_FLASH_ATTN;
}

/* The smallest block that the kernels take, where it is not the engine's own 16. */
static gint64
smallest_block (gint64 backend)
{
  static const gint64 blocks[] = {
    [ULL_BACKEND_FLASHMLA] = 64,       [ULL_BACKEND_FLASHMLA_SPARSE] = 64, [ULL_BACKEND_CUTLASS_MLA] = 128,
    [ULL_BACKEND_FLASHINFER_MLA] = 32, [ULL_BACKEND_ROCM_AITER] = 64,      [ULL_BACKEND_CPU_ATTN] = 128,
    [ULL_BACKEND_XPU] = 64,
  };

  return backend < (gint64) G_N_ELEMENTS (blocks) && blocks[backend] > 0 ? blocks[backend] : 16;
}

/* Families with experts that the second generation of the runner takes all the same. */
static gboolean
runs_experts_in_v2 (const UllModel *model)
{
  static const char *const families[] = { "deepseek_v2", "deepseek_v4", "granitemoe", "kimi_k3", "qwen2_moe" };

  for (gsize i = 0; i < G_N_ELEMENTS (families); i++)
    if (g_strcmp0 (model->family, families[i]) == 0)
      return TRUE;
  return FALSE;
}

/* The second generation runs dense models without recurrent states, and some with experts. */
static gint64
default_runner (const UllScenario *scenario)
{
  const UllModel *model = scenario->model;

  if (!ull_vllm_has (scenario, ULL_VLLM_IN_FLIGHT) || ull_vllm_has_state (model))
    return ULL_RUNNER_V1;
  return model->anatomy.experts == 0 || runs_experts_in_v2 (model) ? ULL_RUNNER_V2 : ULL_RUNNER_V1;
}

gint64
ull_vllm_get_default (const UllScenario *scenario, UllFieldId field)
{
  guint n;

  switch (field)
    {
    case ULL_FIELD_ENGINE_VERSION:
      return ull_vllm_releases (&n)[n - 1].version;
    case ULL_FIELD_BLOCK_SIZE:
      if (ull_vllm_is_packed (scenario->model))
        return PACKED_BLOCK;
      return smallest_block (ull_vllm_get (scenario, ULL_FIELD_ATTENTION_BACKEND));
    case ULL_FIELD_UTILIZATION:
      return ull_vllm_has (scenario, ULL_VLLM_UTILIZATION_92) ? 920000 : 900000;
    case ULL_FIELD_MAX_NUM_SEQS:
      return default_num_seqs (scenario);
    case ULL_FIELD_MAX_BATCHED_TOKENS:
      return default_batched_tokens (scenario);
    case ULL_FIELD_ENABLE_PREFIX_CACHING:
      return default_prefix_caching (scenario);
    case ULL_FIELD_HYBRID_KV_CACHE_MANAGER:
      return ull_vllm_has (scenario, ULL_VLLM_HYBRID_MANAGER);
    case ULL_FIELD_ASYNC_SCHEDULING:
      return ull_vllm_has (scenario, ULL_VLLM_ASYNC_SCHEDULING);
    case ULL_FIELD_FULL_SEQUENCE_ADMISSION:
      return ull_vllm_has (scenario, ULL_VLLM_FULL_SEQUENCE_ADMISSION);
    case ULL_FIELD_MAMBA_CACHE_MODE:
      return default_mamba_mode (scenario);
    case ULL_FIELD_ATTENTION_BACKEND:
      return default_backend (scenario);
    case ULL_FIELD_MODEL_RUNNER:
      return default_runner (scenario);
    default:
      return ULL_UNSET;
    }
}

gint64
ull_vllm_get (const UllScenario *scenario, UllFieldId field)
{
  gint64 value = scenario->value[field];

  if (value == ULL_UNSET)
    value = ull_vllm_get_default (scenario, field);
  return value != ULL_UNSET ? value : ull_scenario_get (scenario, field);
}

gboolean
ull_vllm_has_draft (const UllScenario *scenario)
{
  gint64 method = scenario->value[ULL_FIELD_SPECULATIVE_METHOD];

  return scenario->value[ULL_FIELD_NUM_SPECULATIVE_TOKENS] > 0 && (method == ULL_UNSET || method == ULL_SPECULATIVE_MTP);
}

/* Steps that are under way at once: one a stage, and with async scheduling one more, which the first generation of the
 * runner does not have with several stages. */
static gint64
concurrent_steps (const UllScenario *scenario)
{
  gint64 stages = scenario->value[ULL_FIELD_PP];

  if (!ull_vllm_get (scenario, ULL_FIELD_ASYNC_SCHEDULING))
    return stages;
  return stages == 1 || ull_vllm_get (scenario, ULL_FIELD_MODEL_RUNNER) == ULL_RUNNER_V2 ? stages + 1 : stages;
}

gint64
ull_vllm_get_in_flight (const UllScenario *scenario)
{
  gint64 step = ull_vllm_get (scenario, ULL_FIELD_MAX_BATCHED_TOKENS), tokens;

  if (!ull_vllm_has (scenario, ULL_VLLM_IN_FLIGHT))
    return step;
  return ull_mul (step, concurrent_steps (scenario), &tokens) ? tokens : step;
}

gint64
ull_vllm_get_kernel_block (const UllScenario *scenario)
{
  gint64 smallest = smallest_block (ull_vllm_get (scenario, ULL_FIELD_ATTENTION_BACKEND));

  return ull_vllm_has_latent (scenario->model) ? MAX (smallest, 128) : smallest;
}
