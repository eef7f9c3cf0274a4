#pragma once

#include "ull-scenario.h"

G_BEGIN_DECLS

/* A coefficient with the range that it is known in. */
typedef struct
{
  gint64 value;
  gint64 low;
  gint64 high;
} UllVllmRange;

/* What vLLM's own start takes besides weights and cache, by release: the coefficients of the rules in
 * ull-vllm-activation.c, ull-vllm-graphs.c and ull-vllm-budget.c. Rates are millionths of a byte. */
typedef struct
{
  gint64 release;             /* from this one on */
  gboolean fitted;            /* to starts of this release; else carried over from the nearest that were */
  UllVllmRange logits;        /* per sequence and entry of the vocabulary */
  gint64 kept_hidden;         /* per token and hidden element, while the sampler runs */
  gint64 forward_hidden;      /* the same in a layer's forward pass */
  gint64 encoder;             /* bytes, of a model that takes images or sound */
  gint64 spread;              /* bytes that a start may differ from the rule by */
  UllVllmRange non_torch;     /* bytes, on one card alone */
  UllVllmRange non_torch_two; /* in a tensor-parallel group of two, */
  UllVllmRange non_torch_more; /* of more, */
  UllVllmRange non_torch_stage; /* and of a pipeline's stage that is no group */
  gint64 least_non_torch;     /* any of these, on a card of another kind than the fitted ones' */
  UllVllmRange context;       /* bytes that are gone before anything is counted: the device's context, */
  UllVllmRange communication; /* and the buffers of cards that work together, */
  UllVllmRange exchange;      /* and of the experts' exchange between them */
  UllVllmRange graph_base;    /* bytes of captured graphs, */
  UllVllmRange graph_layer;   /* and per layer, */
  UllVllmRange graph_experts; /* and of a model with experts */
  gint64 mxfp4_width;         /* multiples that MXFP4 experts are padded to: of their width, */
  gint64 mxfp4_hidden;        /* and of the model's */
} UllVllmMemory;

/* The row of the scenario's engine version; of the newest where it is not set. */
const UllVllmMemory *ull_vllm_memory (const UllScenario *scenario);

G_END_DECLS
