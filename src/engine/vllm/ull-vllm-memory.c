#include "ull-vllm-memory.h"

#include "ull-units.h"
#include "ull-vllm-version.h"

/* The table. Where its figures come from:
 *
 * 0.19 on: 41 starts of 0.19.0 on H100 with every term told, by tests/engine/fit-vllm.py, which prints them with their
 * residuals. Activation in 39 that the sampler decides: median 0.004 GiB, largest 0.105, and with each model left out 0.117.
 * Graphs as captured: median 0.07, largest 0.54; as estimated: median 0.10, largest 0.67 (what a second capture costs is
 * taken for all others). The sampler sorts nothing since the kernels that select in place:
 * logits at 2 bytes and at 4, probabilities, and the noise that picks one.
 *
 * 0.9 to 0.11: 7 starts of 0.11 on H100, public, each term to 0.02 GiB: fp32 logits, a sorted copy, indices of 8 bytes,
 * sums and masks. Between the two nobody has told its terms: the older rule, with the newer one as its low end.
 *
 * A context of 0.51 GiB and buffers of 1.0, with experts 1.5, are what those starts found gone when they began; on other
 * cards contexts of 0.3 to 0.6 were seen. After 0.19 the rules are carried over. */

#define GIB(x) ((gint64) ((x) * 1073741824.0))
#define RATE(x) ((gint64) ((x) * 1000000.0))
#define RANGE(macro, value, low, high) { macro (value), macro (low), macro (high) }

#define CONTEXT RANGE (GIB, 0.51, 0.30, 0.60)
#define NEWER                                                                                                            \
  .kept_hidden = RATE (2.7), .forward_hidden = RATE (8.5), .encoder = GIB (0.129), .context = CONTEXT,                    \
  .least_non_torch = GIB (0.05),                                                                                         \
  .communication = RANGE (GIB, 1.03, 0.92, 1.05), .exchange = RANGE (GIB, 0.49, 0.0, 0.53),                               \
  .non_torch = RANGE (GIB, 0.25, 0.24, 0.46), .non_torch_two = RANGE (GIB, 2.07, 2.05, 2.12),                             \
  .non_torch_more = RANGE (GIB, 2.17, 2.12, 2.22), .non_torch_stage = RANGE (GIB, 0.07, 0.05, 0.15)
#define OLDER                                                                                                            \
  .kept_hidden = RATE (2.56), .forward_hidden = RATE (8.5), .encoder = GIB (0.129), .context = CONTEXT,                    \
  .least_non_torch = GIB (0.05),                                                                                         \
  .communication = RANGE (GIB, 0.36, 0.33, 0.40), .exchange = RANGE (GIB, 0.0, 0.0, 0.5),                                 \
  .non_torch = RANGE (GIB, 0.135, 0.05, 0.25), .non_torch_two = RANGE (GIB, 0.545, 0.5, 0.6),                             \
  .non_torch_more = RANGE (GIB, 0.545, 0.5, 1.0), .non_torch_stage = RANGE (GIB, 0.135, 0.05, 0.6)

static const UllVllmMemory rows[] = {
  { .release = 0, .fitted = TRUE, OLDER, .logits = RANGE (RATE, 38.2, 14.7, 38.6), .spread = GIB (0.03),
    .graph_base = RANGE (GIB, 0.4, 0.0, 1.2), .mxfp4_width = 64, .mxfp4_hidden = 256 },
  { .release = 12000, .fitted = FALSE, OLDER, .logits = RANGE (RATE, 38.2, 14.7, 38.6),
    .spread = GIB (0.2), .graph_base = RANGE (GIB, 0.4, 0.0, 1.2), .mxfp4_width = 64, .mxfp4_hidden = 256 },
  { .release = 17000, .fitted = FALSE, NEWER, .logits = RANGE (RATE, 14.73, 14.0, 38.2),
    .spread = GIB (0.15), .graph_base = RANGE (GIB, 0.4, 0.2, 0.7), .graph_layer = RANGE (GIB, 0.0145, 0.005, 0.0175),
    .graph_experts = RANGE (GIB, 0.54, 0.0, 0.9), .mxfp4_width = 128, .mxfp4_hidden = 256 },
  { .release = 19000, .fitted = TRUE, NEWER, .logits = RANGE (RATE, 14.73, 14.5, 14.95),
    .spread = GIB (0.10), .graph_base = RANGE (GIB, 0.4, 0.2, 0.7), .graph_layer = RANGE (GIB, 0.0145, 0.01, 0.0175),
    .graph_experts = RANGE (GIB, 0.54, 0.0, 0.9), .mxfp4_width = 128, .mxfp4_hidden = 256 },
  { .release = 21000, .fitted = FALSE, NEWER, .logits = RANGE (RATE, 14.73, 10.0, 16.0),
    .spread = GIB (0.15), .graph_base = RANGE (GIB, 0.22, 0.05, 0.5), .graph_layer = RANGE (GIB, 0.0175, 0.005, 0.0175),
    .graph_experts = RANGE (GIB, 0.36, 0.0, 0.9), .mxfp4_width = 128, .mxfp4_hidden = 256 },
};

const UllVllmMemory *
ull_vllm_memory (const UllScenario *scenario)
{
  gint64 day = ull_vllm_version_day (scenario->value[ULL_FIELD_ENGINE_VERSION]);
  guint i = G_N_ELEMENTS (rows) - 1;

  while (i > 0 && day < ull_vllm_version_day (rows[i].release))
    i--;
  return &rows[i];
}
