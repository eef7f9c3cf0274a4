#pragma once

#include "ull-layout.h"

G_BEGIN_DECLS

/* What vLLM asks each layer for: one kind of cache, its page and the tokens of a block. A layer may keep several. */

typedef enum
{
  ULL_VLLM_FULL,    /* also latent ones */
  ULL_VLLM_SLIDING,
  ULL_VLLM_CHUNKED,
  ULL_VLLM_STATE,   /* recurrent: all parts of one layer's state together */
  ULL_VLLM_CROSS,
} UllVllmKind;

typedef struct
{
  UllVllmKind kind;
  UllLayerKind layer_kind; /* for showing */
  UllStore store;          /* of all kinds but a state */
  gint64 window;           /* tokens of a window, a chunk or an encoder */
  gint64 block;            /* tokens */
  gint64 filled;           /* bytes of a block in one layer, */
  gint64 page;             /* and with padding */
} UllVllmSpec;

/* At most so many kinds of cache; a layer's own are bits of one word. */
#define ULL_VLLM_MAX_SPECS 48

typedef struct
{
  guint n;
  UllVllmSpec spec[ULL_VLLM_MAX_SPECS];
  gint64 layers[ULL_VLLM_MAX_SPECS]; /* that keep it */
  gint64 mamba_mode;                 /* UllMambaMode */
  guint64 *of_run;                   /* model->n_runs words: the kinds that the run's layers keep */
} UllVllmSpecs;

/* A store as vLLM keeps it: an indexer's key in bytes with scales, a latent in the sparse kernels' form, rows of a
 * convolution for speculative tokens. */
void ull_vllm_store (const UllLayout *layout, const UllScenario *scenario, UllStore *kept);
/* Adds layers that keep the spec, and its bit to the word of their run: FALSE where there are too many kinds. */
gboolean ull_vllm_specs_add (UllVllmSpecs *specs, const UllVllmSpec *spec, gint64 layers, guint64 *word);
/* Whether latent entries are kept in bytes with scales and their rotated part in 16 bits. */
gboolean ull_vllm_packs_latent (const UllScenario *scenario);
/* @of_run: room for a word for each of the model's runs. FALSE where a size overflows or there are too many kinds. */
gboolean ull_vllm_specs_init (UllVllmSpecs *specs, guint64 *of_run, const UllLayout *layout, const UllScenario *scenario);
/* Gives the spec, which is no state, blocks of so many tokens: FALSE on overflow. */
gboolean ull_vllm_spec_set_block (UllVllmSpec *spec, const UllLayout *layout, gint64 block);
/* Bytes of one token in one layer, whatever the block. */
gint64 ull_vllm_spec_token_bytes (const UllVllmSpec *spec);

G_END_DECLS
