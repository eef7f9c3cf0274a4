#include "ull-field.h"

#include "ull-dtype.h"
#include "ull-units.h"
#include "ull-version.h"

#include <glib/gi18n-lib.h>

/* The table. Ranges are what the arithmetic takes, not what is sensible: an engine's own limits are its convention's.
 * Initial values are the plain reading of the sum: the whole card, nothing held back, blocks of 16; where an engine has a
 * rule for what nobody set, the field begins unset and the plain reading is its fallback.
 *
 * The names of an engine's own settings are those of its flags. A version is one number: a release as
 * major * 10^6 + minor * 10^3 + patch, a day of development as yyyymmdd, which no release reaches. */

#define MAX_BYTES (G_GINT64_CONSTANT (1) << 60)
#define MAX_TOKENS (G_GINT64_CONSTANT (1) << 40)
#define MAX_REQUESTS (G_GINT64_CONSTANT (1) << 32)

#define VLLM (1u << ULL_ENGINE_VLLM)

static const char *const mamba_modes[] = { "none", "align", "all", NULL };
static const char *const runners[] = { "v1", "v2", NULL };
static const char *const usages[] = { "llm", "server", NULL };
static const char *const speculative_methods[] = { "ngram", "mtp", "eagle", "draft_model", NULL };
static const char *const backends[] = { "flash_attn",     "flashinfer",     "triton_attn", "flashmla", "flashmla_sparse", "cutlass_mla",
                                        "flashinfer_mla", "flash_attn_mla", "triton_mla",  "rocm_aiter", "cpu_attn", "xpu", NULL };

static const UllField fields[ULL_N_FIELDS] = {
  { ULL_FIELD_ENGINE, "engine", "engine", N_("Engine"), NULL,
    N_("What counts the cache: a convention, or an engine’s own rules"), ULL_KIND_ENGINE, 0, ULL_N_ENGINES - 1,
    ULL_ENGINE_IDEAL, ULL_UNSET, NULL, 0 },
  { ULL_FIELD_CONTEXT, "context", "context", N_("Context"), N_("tokens"),
    N_("Tokens of one request, prompt and answer"), ULL_KIND_COUNT, 1, MAX_TOKENS, 4096, ULL_UNSET, NULL, 0 },
  { ULL_FIELD_CONCURRENCY, "concurrency", "concurrency", N_("Concurrency"), N_("requests"), N_("Requests at once"),
    ULL_KIND_COUNT, 1, MAX_REQUESTS, 1, ULL_UNSET, NULL, 0 },
  { ULL_FIELD_K_DTYPE, "k_dtype", "k-dtype", N_("Key dtype"), NULL, N_("Element format of cached keys"),
    ULL_KIND_DTYPE, 0, ULL_N_DTYPES - 1, ULL_UNSET, ULL_UNSET, NULL, 0 },
  { ULL_FIELD_V_DTYPE, "v_dtype", "v-dtype", N_("Value dtype"), NULL, N_("Element format of cached values"),
    ULL_KIND_DTYPE, 0, ULL_N_DTYPES - 1, ULL_UNSET, ULL_UNSET, NULL, 0 },
  { ULL_FIELD_STATE_DTYPE, "state_dtype", "state-dtype", N_("State dtype"), NULL,
    N_("Element format of recurrent state"), ULL_KIND_DTYPE, 0, ULL_N_ELEMENT_DTYPES - 1, ULL_UNSET, ULL_UNSET, NULL, 0 },
  { ULL_FIELD_KV_HEADS, "kv_heads", "kv-heads", N_("KV heads"), NULL,
    N_("Key and value heads of a layer, a divisor of the query heads"), ULL_KIND_COUNT, 1, 65536, ULL_UNSET,
    ULL_UNSET, NULL, 0 },
  { ULL_FIELD_BLOCK_SIZE, "block_size", "block-size", N_("Block size"), N_("tokens"),
    N_("Tokens of one cache block"), ULL_KIND_COUNT, 1, 65536, ULL_UNSET, 16, NULL, 0 },
  { ULL_FIELD_PARAMETERS, "parameters", "params", N_("Parameters"), NULL, N_("Number of parameters of the model"),
    ULL_KIND_COUNT, 0, MAX_BYTES, ULL_UNSET, ULL_UNSET, NULL, 0 },
  { ULL_FIELD_WEIGHTS, "weight_bytes", "weights", N_("Weights"), NULL, N_("Size of the weights in memory"),
    ULL_KIND_SIZE, 0, MAX_BYTES, ULL_UNSET, ULL_UNSET, NULL, 0 },
  { ULL_FIELD_WEIGHT_DTYPE, "weight_dtype", "weight-dtype", N_("Weights dtype"), NULL,
    N_("Element format of the weights: the size becomes parameters times its bytes"), ULL_KIND_DTYPE, 0,
    ULL_N_ELEMENT_DTYPES - 1, ULL_UNSET, ULL_UNSET, NULL, 0 },
  { ULL_FIELD_UTILIZATION, "utilization_ppm", "utilization", N_("Utilisation"), NULL,
    N_("Fraction of the card that is given to the process"), ULL_KIND_FRACTION, 1, ULL_PPM_ONE, ULL_UNSET,
    ULL_PPM_ONE, NULL, 0 },
  { ULL_FIELD_OVERHEAD, "overhead_bytes", "overhead", N_("Overhead"), NULL,
    N_("Memory besides weights and cache: runtime, activations, graphs"), ULL_KIND_SIZE, 0, MAX_BYTES, ULL_UNSET,
    ULL_UNSET, NULL, 0 },
  { ULL_FIELD_HEADROOM, "headroom_ppm", "headroom", N_("Failure headroom"), NULL,
    N_("Fraction of the card that is kept free"), ULL_KIND_FRACTION, 0, ULL_PPM_ONE, 0, ULL_UNSET, NULL, 0 },
  { ULL_FIELD_AVAILABLE, "available_bytes", "available", N_("KV memory"), NULL,
    N_("The KV pool itself, as an engine’s log gives it"), ULL_KIND_SIZE, 0, MAX_BYTES, ULL_UNSET, ULL_UNSET, NULL,
    0 },
  { ULL_FIELD_MAX_MODEL_LEN, "max_model_len", "max-model-len", N_("Model length"), N_("tokens"),
    N_("Longest request that the engine accepts"), ULL_KIND_COUNT, 1, MAX_TOKENS, ULL_UNSET, ULL_UNSET, NULL, 0 },
  { ULL_FIELD_MAX_NUM_SEQS, "max_num_seqs", "max-num-seqs", N_("Max sequences"), N_("requests"),
    N_("Most requests that the engine runs at once"), ULL_KIND_COUNT, 1, MAX_REQUESTS, ULL_UNSET, ULL_UNSET, NULL,
    0 },
  { ULL_FIELD_TP, "tp", "tp", N_("Tensor parallel"), N_("cards"),
    N_("Cards that share each layer: weights and KV heads are divided, everything else is on each"), ULL_KIND_COUNT,
    1, 1024, 1, ULL_UNSET, NULL, 0 },
  { ULL_FIELD_PREFIX_TOKENS, "prefix_tokens", "prefix-tokens", N_("Shared prefix"), N_("tokens"),
    N_("Tokens at the start of requests that are the same in all that share them: stored once"), ULL_KIND_COUNT, 0,
    MAX_TOKENS, 0, ULL_UNSET, NULL, 0 },
  { ULL_FIELD_PREFIX_REQUESTS, "prefix_requests", "prefix-requests", N_("Sharing requests"), N_("requests"),
    N_("Requests that share the prefix, at most; all of them where this is not set"), ULL_KIND_COUNT, 1,
    MAX_REQUESTS, ULL_UNSET, ULL_UNSET, NULL, 0 },
  { ULL_FIELD_RETAIN, "retain", "retain", N_("Retained prefixes"), N_("tokens"),
    N_("Tokens of finished requests’ prefixes that are to stay resident"), ULL_KIND_COUNT, 0, MAX_TOKENS, 0,
    ULL_UNSET, NULL, 0 },
  { ULL_FIELD_ENGINE_VERSION, "engine_version", "engine-version", N_("Engine version"), NULL,
    N_("Release of the engine, or a day of its development (default: the newest release known)"), ULL_KIND_VERSION,
    ULL_VERSION_MIN, ULL_VERSION_MAX, ULL_UNSET, ULL_UNSET, NULL, VLLM },
  { ULL_FIELD_PP, "pp", "pp", N_("Pipeline parallel"), N_("cards"),
    N_("Stages that divide the layers, one after the other"), ULL_KIND_COUNT, 1, 1024, 1, ULL_UNSET, NULL, VLLM },
  { ULL_FIELD_DP, "dp", "dp", N_("Data parallel"), N_("replicas"), N_("Copies of the engine with a pool each"),
    ULL_KIND_COUNT, 1, 1024, 1, ULL_UNSET, NULL, VLLM },
  { ULL_FIELD_DCP, "dcp", "dcp", N_("Decode context parallel"), N_("cards"),
    N_("Cards of a tensor-parallel group that divide the tokens of a request"), ULL_KIND_COUNT, 1, 1024, 1,
    ULL_UNSET, NULL, VLLM },
  { ULL_FIELD_MAX_BATCHED_TOKENS, "max_batched_tokens", "max-batched-tokens", N_("Max batched tokens"),
    N_("tokens"), N_("Most tokens of one step (default: by the card)"), ULL_KIND_COUNT, 1, MAX_TOKENS, ULL_UNSET,
    ULL_UNSET, NULL, VLLM },
  { ULL_FIELD_NUM_GPU_BLOCKS_OVERRIDE, "num_gpu_blocks_override", NULL, N_("Blocks override"), N_("blocks"),
    N_("Number of blocks, in place of what memory holds"), ULL_KIND_COUNT, 1, MAX_TOKENS, ULL_UNSET, ULL_UNSET,
    NULL, VLLM },
  { ULL_FIELD_ENFORCE_EAGER, "enforce_eager", NULL, N_("Eager mode"), NULL, N_("Capture no graphs"), ULL_KIND_BOOL,
    0, 1, 0, ULL_UNSET, NULL, VLLM },
  { ULL_FIELD_ENABLE_PREFIX_CACHING, "enable_prefix_caching", NULL, N_("Prefix caching"), NULL,
    N_("Keep blocks of finished requests (default: by model and version)"), ULL_KIND_BOOL, 0, 1, ULL_UNSET,
    ULL_UNSET, NULL, VLLM },
  { ULL_FIELD_HYBRID_KV_CACHE_MANAGER, "hybrid_kv_cache_manager", NULL, N_("Hybrid cache manager"), NULL,
    N_("Free what is left of a window; off: windows are kept as full attention"), ULL_KIND_BOOL, 0, 1, ULL_UNSET,
    ULL_UNSET, NULL, VLLM },
  { ULL_FIELD_ASYNC_SCHEDULING, "async_scheduling", NULL, N_("Async scheduling"), NULL,
    N_("Schedule a step while the last one runs (default: by version)"), ULL_KIND_BOOL, 0, 1, ULL_UNSET, ULL_UNSET,
    NULL, VLLM },
  { ULL_FIELD_FULL_SEQUENCE_ADMISSION, "scheduler_reserve_full_isl", NULL, N_("Full-sequence admission"), NULL,
    N_("Admit a request only where all of it fits (default: by version)"), ULL_KIND_BOOL, 0, 1, ULL_UNSET,
    ULL_UNSET, NULL, VLLM },
  { ULL_FIELD_MAMBA_CACHE_MODE, "mamba_cache_mode", NULL, N_("State cache mode"), NULL,
    N_("Which recurrent states are kept for prefix caching"), ULL_KIND_CHOICE, 0, 2, ULL_UNSET, ULL_UNSET,
    mamba_modes, VLLM },
  { ULL_FIELD_MAMBA_BLOCK_SIZE, "mamba_block_size", NULL, N_("State block size"), N_("tokens"),
    N_("Tokens of a block of recurrent state"), ULL_KIND_COUNT, 1, MAX_TOKENS, ULL_UNSET, ULL_UNSET, NULL, VLLM },
  { ULL_FIELD_SPECULATIVE_METHOD, "speculative_method", NULL, N_("Speculative method"), NULL,
    N_("What proposes tokens"), ULL_KIND_CHOICE, 0, 3, ULL_UNSET, ULL_UNSET, speculative_methods, VLLM },
  { ULL_FIELD_NUM_SPECULATIVE_TOKENS, "num_speculative_tokens", NULL, N_("Speculative tokens"), N_("tokens"),
    N_("Tokens that a draft proposes at a time"), ULL_KIND_COUNT, 0, 1024, 0, ULL_UNSET, NULL, VLLM },
  { ULL_FIELD_ATTENTION_BACKEND, "attention_backend", NULL, N_("Attention backend"), NULL,
    N_("Kernels, which decide the block size (default: by model and card)"), ULL_KIND_CHOICE, 0, ULL_BACKEND_XPU,
    ULL_UNSET, ULL_UNSET, backends, VLLM },
  { ULL_FIELD_MODEL_RUNNER, "model_runner", NULL, N_("Model runner"), NULL,
    N_("Generation of the part that runs a step (default: by model and version)"), ULL_KIND_CHOICE, 0, 1, ULL_UNSET,
    ULL_UNSET, runners, VLLM },
  { ULL_FIELD_USAGE_CONTEXT, "usage_context", NULL, N_("Started as"), NULL,
    N_("The library or the API server, which differ in what a step takes"), ULL_KIND_CHOICE, 0, 1, ULL_USAGE_SERVER,
    ULL_UNSET, usages, VLLM },
  { ULL_FIELD_WATERMARK, "watermark_ppm", NULL, N_("Watermark"), NULL,
    N_("Fraction of the blocks that stays free when a request is admitted; the ramp keeps to it, a plan does not"),
    ULL_KIND_FRACTION, 0, ULL_PPM_ONE, 0, ULL_UNSET, NULL, VLLM },
  { ULL_FIELD_ACTIVATION, "activation_bytes", NULL, N_("Activation peak"), NULL,
    N_("Most that a step takes besides weights and cache"), ULL_KIND_SIZE, 0, MAX_BYTES, ULL_UNSET, ULL_UNSET, NULL,
    VLLM },
  { ULL_FIELD_GRAPHS, "graphs_bytes", NULL, N_("Captured graphs"), NULL, N_("What captured graphs take"),
    ULL_KIND_SIZE, 0, MAX_BYTES, ULL_UNSET, ULL_UNSET, NULL, VLLM },
  { ULL_FIELD_NON_TORCH, "non_torch_bytes", NULL, N_("Outside the allocator"), NULL,
    N_("What the process takes besides its allocator"), ULL_KIND_SIZE, 0, MAX_BYTES, ULL_UNSET, ULL_UNSET, NULL,
    VLLM },
  { ULL_FIELD_CONTEXT_BYTES, "context_bytes", NULL, N_("Device context"), NULL,
    N_("What the process takes before it begins to count"), ULL_KIND_SIZE, 0, MAX_BYTES, ULL_UNSET, ULL_UNSET, NULL,
    VLLM },
  { ULL_FIELD_COMMUNICATION, "communication_bytes", NULL, N_("Communication"), NULL,
    N_("Buffers of the cards’ exchange"), ULL_KIND_SIZE, 0, MAX_BYTES, ULL_UNSET, ULL_UNSET, NULL, VLLM },
  { ULL_FIELD_MAX_LORAS, "max_loras", NULL, N_("LoRA slots"), NULL, N_("Adapters that a step may use at once"),
    ULL_KIND_COUNT, 0, 4096, 0, ULL_UNSET, NULL, VLLM },
  { ULL_FIELD_MAX_LORA_RANK, "max_lora_rank", NULL, N_("LoRA rank"), NULL, N_("Largest rank of an adapter"),
    ULL_KIND_COUNT, 1, 4096, 16, ULL_UNSET, NULL, VLLM },
  { ULL_FIELD_LORA, "lora_bytes", NULL, N_("LoRA memory"), NULL, N_("What the slots of adapters take"),
    ULL_KIND_SIZE, 0, MAX_BYTES, ULL_UNSET, ULL_UNSET, NULL, VLLM },
  { ULL_FIELD_DRAFT_WEIGHTS, "draft_weight_bytes", NULL, N_("Draft weights"), NULL, N_("Weights of a draft model"),
    ULL_KIND_SIZE, 0, MAX_BYTES, ULL_UNSET, ULL_UNSET, NULL, VLLM },
  { ULL_FIELD_DRAFT_KV, "draft_kv_bytes_per_token", NULL, N_("Draft cache"), NULL,
    N_("What a draft model caches of each token, on one card"), ULL_KIND_SIZE, 0, MAX_BYTES, ULL_UNSET, ULL_UNSET, NULL, VLLM },
  { ULL_FIELD_ENCODER, "encoder_bytes", NULL, N_("Encoder"), NULL,
    N_("Weights and peak of a vision or audio encoder"), ULL_KIND_SIZE, 0, MAX_BYTES, ULL_UNSET, ULL_UNSET, NULL,
    VLLM },
  { ULL_FIELD_IMAGE_TOKENS, "image_tokens", NULL, N_("Image tokens"), N_("tokens"),
    N_("Tokens that the images of a request take besides its context"), ULL_KIND_COUNT, 0, MAX_TOKENS, 0, ULL_UNSET, NULL, VLLM },
  { ULL_FIELD_OTHER_INSTANCES, "other_instances_ppm", NULL, N_("Other processes"), NULL,
    N_("Fraction of the card that other processes take"), ULL_KIND_FRACTION, 0, ULL_PPM_ONE, 0, ULL_UNSET, NULL,
    VLLM },
  { ULL_FIELD_OTHER_BYTES, "other_bytes", NULL, N_("Memory of others"), NULL,
    N_("What other processes take of the card"), ULL_KIND_SIZE, 0, MAX_BYTES, ULL_UNSET, ULL_UNSET, NULL, VLLM },
};

static const struct
{
  const char *id;
  const char *label;
} engines[ULL_N_ENGINES] = {
  [ULL_ENGINE_IDEAL] = { "ideal", N_("Ideal") },
  [ULL_ENGINE_PAGED] = { "paged", N_("Paged blocks") },
  [ULL_ENGINE_VLLM] = { "vllm", N_("vLLM") },
};

const UllField *
ull_field_get (UllFieldId id)
{
  g_return_val_if_fail ((guint) id < ULL_N_FIELDS, NULL);

  return &fields[id];
}

const UllField *
ull_field_by_option (const char *option)
{
  for (int i = 0; i < ULL_N_FIELDS; i++)
    if (fields[i].option != NULL && g_str_equal (fields[i].option, option))
      return &fields[i];
  return NULL;
}

const UllField *
ull_field_by_name (const char *name)
{
  for (int i = 0; i < ULL_N_FIELDS; i++)
    if (g_str_equal (fields[i].name, name))
      return &fields[i];
  return NULL;
}

gboolean
ull_field_is_read_by (const UllField *field, UllEngineId engine)
{
  return field->engines == 0 || (field->engines & (1u << engine)) != 0;
}

const char *
ull_field_get_label (const UllField *field)
{
  return _(field->label);
}

const char *
ull_field_get_help (const UllField *field)
{
  return _(field->help);
}

const char *
ull_engine_get_id (UllEngineId engine)
{
  g_return_val_if_fail ((guint) engine < ULL_N_ENGINES, NULL);

  return engines[engine].id;
}

const char *
ull_engine_get_label (UllEngineId engine)
{
  g_return_val_if_fail ((guint) engine < ULL_N_ENGINES, NULL);

  return _(engines[engine].label);
}
