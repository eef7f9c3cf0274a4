#pragma once

#include "ull-budget.h"
#include "ull-vllm-memory.h"

G_BEGIN_DECLS

/* One card's share of the model: a stage of the pipeline, and a place in its tensor-parallel group. */
typedef struct
{
  gint64 index;
  gint64 begin; /* its first layer */
  gint64 layers;
  gboolean first;
  gboolean last;
} UllVllmStage;

/* Layers divide evenly; the remainder goes one each to the stages before the last. */
void ull_vllm_stage (const UllScenario *scenario, gint64 index, UllVllmStage *stage);

/* Weights on one card of a stage, with the tables and copies that are made of them. FALSE on overflow. @shares: of each part, where
 * the term is their sum; else all 0. @shared is FALSE where nothing is known of their shapes, and they were divided by the cards
 * alone. */
gboolean ull_vllm_weights (const UllScenario *scenario,
                           const UllVllmStage *stage,
                           UllTerm *term,
                           UllWeightShare *shares,
                           gboolean *shared,
                           GError **error);

/* What padding adds to a layer's experts on one card. */
double ull_vllm_padded_experts (const UllScenario *scenario);

G_END_DECLS
