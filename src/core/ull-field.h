#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* One table describes every setting: JSON, validation, command-line options and lever rows are made from it. */

typedef enum
{
  ULL_FIELD_ENGINE,
  ULL_FIELD_CONTEXT,
  ULL_FIELD_CONCURRENCY,
  ULL_FIELD_K_DTYPE,
  ULL_FIELD_V_DTYPE,
  ULL_FIELD_STATE_DTYPE,
  ULL_FIELD_KV_HEADS,
  ULL_FIELD_BLOCK_SIZE,
  ULL_FIELD_PARAMETERS,
  ULL_FIELD_WEIGHTS,
  ULL_FIELD_WEIGHT_DTYPE,
  ULL_FIELD_UTILIZATION,
  ULL_FIELD_OVERHEAD,
  ULL_FIELD_HEADROOM,
  ULL_FIELD_AVAILABLE,
  ULL_FIELD_MAX_MODEL_LEN,
  ULL_FIELD_MAX_NUM_SEQS,
  ULL_FIELD_TP,
  ULL_FIELD_PREFIX_TOKENS,
  ULL_FIELD_PREFIX_REQUESTS,
  ULL_FIELD_RETAIN,
  /* An engine's own. */
  ULL_FIELD_ENGINE_VERSION,
  ULL_FIELD_PP,
  ULL_FIELD_DP,
  ULL_FIELD_DCP,
  ULL_FIELD_MAX_BATCHED_TOKENS,
  ULL_FIELD_NUM_GPU_BLOCKS_OVERRIDE,
  ULL_FIELD_ENFORCE_EAGER,
  ULL_FIELD_ENABLE_PREFIX_CACHING,
  ULL_FIELD_HYBRID_KV_CACHE_MANAGER,
  ULL_FIELD_ASYNC_SCHEDULING,
  ULL_FIELD_FULL_SEQUENCE_ADMISSION,
  ULL_FIELD_MAMBA_CACHE_MODE,
  ULL_FIELD_MAMBA_BLOCK_SIZE,
  ULL_FIELD_SPECULATIVE_METHOD,
  ULL_FIELD_NUM_SPECULATIVE_TOKENS,
  ULL_FIELD_ATTENTION_BACKEND,
  ULL_FIELD_MODEL_RUNNER,
  ULL_FIELD_USAGE_CONTEXT,
  ULL_FIELD_WATERMARK,
  ULL_FIELD_ACTIVATION,
  ULL_FIELD_GRAPHS,
  ULL_FIELD_NON_TORCH,
  ULL_FIELD_CONTEXT_BYTES,
  ULL_FIELD_COMMUNICATION,
  ULL_FIELD_MAX_LORAS,
  ULL_FIELD_MAX_LORA_RANK,
  ULL_FIELD_LORA,
  ULL_FIELD_DRAFT_WEIGHTS,
  ULL_FIELD_DRAFT_KV,
  ULL_FIELD_ENCODER,
  ULL_FIELD_IMAGE_TOKENS,
  ULL_FIELD_OTHER_INSTANCES,
  ULL_FIELD_OTHER_BYTES,
  ULL_N_FIELDS,
} UllFieldId;

typedef enum
{
  ULL_KIND_COUNT,
  ULL_KIND_SIZE,     /* bytes */
  ULL_KIND_FRACTION, /* ppm */
  ULL_KIND_DTYPE,    /* UllDtype */
  ULL_KIND_ENGINE,   /* UllEngineId */
  ULL_KIND_BOOL,     /* 0 or 1; as text "on" and "off" */
  ULL_KIND_CHOICE,   /* index into the field's choices */
  ULL_KIND_VERSION,  /* a release or a day: see ull-version.h */
} UllFieldKind;

/* Conventions that turn model and pool into a layout. */
typedef enum
{
  ULL_ENGINE_IDEAL,
  ULL_ENGINE_PAGED,
  ULL_ENGINE_VLLM,
  ULL_N_ENGINES,
} UllEngineId;

/* The choices of fields of ULL_KIND_CHOICE, in the order of their ids. */
typedef enum
{
  ULL_MAMBA_NONE,  /* one state a request */
  ULL_MAMBA_ALIGN, /* a second one at a block's end, for prefix caching */
  ULL_MAMBA_ALL,   /* one at every block's end */
} UllMambaMode;

typedef enum
{
  ULL_RUNNER_V1,
  ULL_RUNNER_V2,
} UllRunner;

typedef enum
{
  ULL_USAGE_LLM,    /* the library */
  ULL_USAGE_SERVER, /* the API server */
} UllUsage;

typedef enum
{
  ULL_SPECULATIVE_NGRAM, /* without a model */
  ULL_SPECULATIVE_MTP,   /* the model's own draft layers */
  ULL_SPECULATIVE_EAGLE,
  ULL_SPECULATIVE_DRAFT_MODEL,
} UllSpeculative;

typedef enum
{
  ULL_BACKEND_FLASH_ATTN,
  ULL_BACKEND_FLASHINFER,
  ULL_BACKEND_TRITON_ATTN,
  ULL_BACKEND_FLASHMLA,
  ULL_BACKEND_FLASHMLA_SPARSE,
  ULL_BACKEND_CUTLASS_MLA,
  ULL_BACKEND_FLASHINFER_MLA,
  ULL_BACKEND_FLASH_ATTN_MLA,
  ULL_BACKEND_TRITON_MLA,
  ULL_BACKEND_ROCM_AITER,
  ULL_BACKEND_CPU_ATTN,
  ULL_BACKEND_XPU,
} UllBackend;

/* The value of a field that nobody set and that has no default: the model's own, or none. */
#define ULL_UNSET (-1)

typedef struct
{
  UllFieldId id;
  const char *name;   /* JSON member, operand id and key of --set: "kv_heads", "utilization_ppm" */
  const char *option; /* (nullable): command line without dashes: "kv-heads"; NULL: by --set alone */
  const char *label;  /* N_("KV heads"): use ull_field_get_label() */
  const char *unit;   /* N_("tokens") or NULL */
  const char *help;   /* N_() one sentence for --help and tooltips */
  UllFieldKind kind;
  gint64 min;
  gint64 max;
  gint64 initial; /* default value, or ULL_UNSET */
  gint64 fallback; /* what an unset one stands for where the engine says nothing else; ULL_UNSET: nothing, or a rule */
  const char *const *choices; /* of ULL_KIND_CHOICE: ids, NULL-ended */
  guint engines;  /* which engines read it, bits 1 << UllEngineId; 0: all */
} UllField;

const UllField *ull_field_get (UllFieldId id);
const UllField *ull_field_by_option (const char *option); /* (nullable) */
gboolean ull_field_is_read_by (const UllField *field, UllEngineId engine);
const UllField *ull_field_by_name (const char *name);     /* (nullable) */
const char *ull_field_get_label (const UllField *field);  /* translated */
const char *ull_field_get_help (const UllField *field);

/* Text as typed to a value of the field, checked against its range: ULL_ERROR_USAGE with a sentence that names the
 * option and what would be right. */
gboolean ull_field_parse (const UllField *field, const char *text, gint64 *value, GError **error);
/* Range check alone: ULL_ERROR_INVALID. */
gboolean ull_field_check (const UllField *field, gint64 value, GError **error);
/* The value as text that ull_field_parse() reads back to the same value: "4096", "24GiB" or bytes, "0.9", "bf16". */
char *ull_field_format (const UllField *field, gint64 value);

const char *ull_engine_get_id (UllEngineId engine);
const char *ull_engine_get_label (UllEngineId engine);

G_END_DECLS
