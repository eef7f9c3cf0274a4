#pragma once

#include "ull-anatomy.h"
#include "ull-dtype.h"
#include "ull-weights.h"

G_BEGIN_DECLS

/* A model is layer runs of stores. A layer keeps up to ULL_MAX_STORES stores; a run is a set of layers that keep the
 * same ones. A layer that shares an earlier one's cache, or keeps nothing, belongs to a run without a store.
 * Layer kinds are labels for showing: no arithmetic reads them. */

typedef enum
{
  ULL_GROWTH_TOKEN,    /* one entry per `per` tokens of the sequence */
  ULL_GROWTH_CAPPED,   /* the same, up to `cap` tokens (window, chunk) */
  ULL_GROWTH_CONSTANT, /* one entry per sequence (recurrent state) */
  ULL_GROWTH_SIDE,     /* one entry per `per` encoder or image tokens */
} UllGrowth;

typedef enum
{
  ULL_SHARD_HEADS,      /* tensor parallel divides the heads; below one head they are replicated */
  ULL_SHARD_CHANNELS,   /* divides the dims */
  ULL_SHARD_REPLICATED, /* every rank holds all of it (latent, indexer) */
} UllShard;

typedef enum
{
  ULL_LAYER_FULL,
  ULL_LAYER_SLIDING,
  ULL_LAYER_CHUNKED,
  ULL_LAYER_LATENT,
  ULL_LAYER_RECURRENT,
  ULL_LAYER_CROSS,
  ULL_LAYER_SHARED,
  ULL_LAYER_NONE,
  ULL_N_LAYER_KINDS,
} UllLayerKind;

typedef enum
{
  ULL_ROLE_CACHE,   /* keys and values, or their latent */
  ULL_ROLE_INDEXER, /* sparse attention's own keys: shown beside the growth per token, not in it */
  ULL_ROLE_CONVOLUTION, /* the last inputs, which a recurrent layer keeps beside what it has summed of all */
} UllStoreRole;

typedef struct
{
  UllGrowth growth;
  UllShard shard;
  UllStoreRole role;
  gint64 cap;         /* tokens: of a capped store; of a side store, what its encoder always makes, or 0: by input */
  gint64 per;         /* tokens per entry, at least 1 */
  gint64 heads;       /* at least 1 */
  gint64 k_dim;       /* elements of one head's key; at least 0 */
  gint64 v_dim;       /* elements of one head's value; 0: latent, or K = V */
  gint64 extra_bytes; /* bytes per head and entry besides (scales) */
  UllDtype k_format;  /* a format, or ULL_DTYPE_KV, _STATE, _NATIVE */
  UllDtype v_format;
} UllStore;

#define ULL_MAX_STORES 3

typedef struct
{
  gint64 count; /* layers, at least 1 */
  UllLayerKind kind;
  gboolean draft; /* a speculative (MTP) layer: counted only when asked for */
  guint n_stores;
  UllStore stores[ULL_MAX_STORES];
} UllRun;

/* Which formats the pseudo-formats stand for. */
typedef struct
{
  UllDtype k;
  UllDtype v;
  UllDtype state;
  UllDtype native;
} UllFormats;

/* The format a store's own or pseudo-format stands for; @kv: what ULL_DTYPE_KV means here, formats->k or formats->v. */
UllDtype ull_formats_resolve (const UllFormats *formats, UllDtype format, UllDtype kv);

typedef enum
{
  ULL_WEIGHTS_UNKNOWN,
  ULL_WEIGHTS_HEADERS,
  ULL_WEIGHTS_INDEX,
  ULL_WEIGHTS_ESTIMATE, /* parameters from the shapes, at the native dtype */
  ULL_WEIGHTS_TYPED,
} UllWeightSource;

/**
 * UllModel:
 *
 * A model's facts, immutable and reference-counted (atomically: readers run in a worker). Unknown numbers are -1, unknown text is NULL.
 */
typedef struct
{
  char *name;     /* as shown: "Llama-3.1-8B" */
  char *family;   /* model_type: "llama" */
  char *source;   /* base name of the file it was read from */
  char *digest;   /* SHA-256 of that file's bytes, hex; of a GGUF file's metadata and tensor infos */
  guint n_runs;   /* at least 1 */
  UllRun *runs;   /* no two alike */
  guint n_layers; /* sum of the runs' counts */
  guint8 *layer_run; /* n_layers run indices, in the model's own order */
  gint64 query_heads;
  gint64 hidden_size;
  gint64 parameters;
  gint64 weight_bytes;
  gint64 weight_low;     /* where weight_bytes is an estimate, what it may be; both 0: it is what it is */
  gint64 weight_high;
  UllWeightSource weight_source;
  UllDtype native_dtype; /* ULL_DTYPE_UNKNOWN where the file does not say: taken as bf16 */
  UllDtype state_dtype;  /* what the file declares for recurrent state; ULL_DTYPE_UNKNOWN: the native one */
  gint64 max_positions;
  UllAnatomy anatomy; /* what its weights are made of; all 0 where that is not known */
  UllWeights weights; /* the parts that weight_bytes is the sum of; all 0 where they are not known */
  gboolean as_plain; /* an unknown type, read as plain attention because the person said so */
  char **warnings;   /* (nullable): sentences of the reader, about what the other members do not tell */
} UllModel;

/* Whether layers that keep the one and layers that keep the other are of one run. */
gboolean ull_store_equal (const UllStore *a, const UllStore *b);

/* Entries that a store holds of so many tokens, and bytes of one of them on one card whose group divides the heads. */
gint64 ull_store_entries (const UllStore *store, gint64 tokens);
gboolean ull_store_rate (const UllStore *store, const UllFormats *formats, gint64 tp, gint64 *bytes);

/* The one product of the two that turns a store and a token count into bytes; everything that needs bytes takes it.
 *
 *   entries = growth constant ? 1 : ceil (min (tokens, cap) / per)
 *   bytes   = entries * heads(tp) * (row (k_format, k_dim) + row (v_format, v_dim) + extra_bytes)
 *
 * heads(tp) = max (1, heads / tp) where ULL_SHARD_HEADS, else all; with ULL_SHARD_CHANNELS the dims are divided.
 * @tokens: of the sequence; of the encoder for a side store. FALSE with ULL_ERROR_INVALID where tp divides neither
 * way, ULL_ERROR_OVERFLOW where the product does not fit. */
gboolean ull_store_bytes (const UllStore *store,
                          const UllFormats *formats,
                          gint64 tokens,
                          gint64 tp,
                          gint64 *bytes,
                          GError **error);

/* Takes a filled struct on the stack and moves its contents (strings, arrays) into a new reference-counted model; *facts
 * is cleared. Checks the invariants above: NULL with ULL_ERROR_INVALID where one is broken (then *facts is freed too). */
UllModel *ull_model_take (UllModel *facts, GError **error);
/* A dense decoder: one run of full attention. kv_heads divides query_heads. */
UllModel *ull_model_new_dense (const char *name,
                               gint64 layers,
                               gint64 query_heads,
                               gint64 kv_heads,
                               gint64 head_dim,
                               GError **error);
/* Everything that a model says, for a model that says some of it otherwise. */
void ull_model_dup_facts (const UllModel *model, UllModel *facts);
UllModel *ull_model_ref (UllModel *model);
void ull_model_unref (UllModel *model);

/* The reader's warnings and those of the members themselves, which a plan has by their ids. (transfer full) */
char **ull_model_dup_warnings (const UllModel *model);

/* Layers, the draft ones left out. */
guint ull_model_get_layers (const UllModel *model);
/* The heads of the growing stores if they all have the same, else -1. */
gint64 ull_model_get_kv_heads (const UllModel *model);
/* The head size of the growing stores if they all have the same, else -1. */
gint64 ull_model_get_head_dim (const UllModel *model);

const char *ull_layer_kind_get_id (UllLayerKind kind);     /* "full" */
const char *ull_layer_kind_get_label (UllLayerKind kind);  /* translated: "full attention" */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllModel, ull_model_unref)

G_END_DECLS
