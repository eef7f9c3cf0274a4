#include "ull-step-cost.h"

#include <glib/gi18n-lib.h>

/* What cards reach of their data sheets, by architecture. Value, low, high.
 *
 * compute: of dense 16-bit FLOP/s, matrix products of 256 to 4,096 tokens: .64 to .78 (profiles of Vidur: A100, H100, A40), the
 * best ones .78 to .87 (MAMF). Whole prefills of a server reach .32 to .55 (BLIS), which has in it what the base has here, and is
 * the low end.
 * weights: of memory bandwidth, reading them for few tokens: Vidur's profiles (A100 .66 to .79, H100 .74 to .88, A40 .61 to
 * .77); llama.cpp at batch 1 (RTX 4090 .82, 4080 .85, L40S .75, M3 Max .84, M1 Max .69).
 * cache: attention over it, FlashInfer's profiles on an H800: .80 at 64k tokens, .92 at 256k, .95 past 1M; .63 to .74 on H20.
 * step, layer: BLIS's fit to vLLM on an H100, 126 us and 32 us; captured graphs leave about 8 us of the latter. */

#define STEP_US { 126, 50, 1000 }
#define LAYER_US { 32, 8, 36 }

static const UllEfficiency rows[] = {
  { "Hopper", { .70, .45, .78 }, { .85, .74, .88 }, { .92, .80, .95 }, STEP_US, LAYER_US,
    N_("Vidur’s and FlashInfer’s profiles of H100 and H800, BLIS’s fit") },
  { "Ampere", { .70, .38, .76 }, { .77, .61, .80 }, { .90, .80, .95 }, STEP_US, LAYER_US,
    N_("Vidur’s profiles of A100 and A40, BLIS’s fit") },
  { "Ada", { .70, .32, .85 }, { .82, .75, .85 }, { .90, .63, .95 }, STEP_US, LAYER_US,
    N_("llama.cpp’s tables of RTX 4090, 4080 and L40S; compute as of other cards") },
  { "Blackwell", { .70, .40, .78 }, { .80, .70, .88 }, { .90, .63, .95 }, STEP_US, LAYER_US,
    N_("as of Hopper and Ada; only the best matrix products are published, .78") },
  { "CDNA3", { .55, .30, .60 }, { .75, .60, .85 }, { .85, .60, .95 }, STEP_US, LAYER_US,
    N_("MI300X: best matrix products .51, MI325X .60; the rest as of other cards") },
  { "CDNA4", { .55, .30, .68 }, { .75, .60, .85 }, { .85, .60, .95 }, STEP_US, LAYER_US,
    N_("MI355X: best matrix products .68; the rest as of other cards") },
  { "Apple", { .70, .30, .80 }, { .74, .68, .84 }, { .80, .60, .90 }, STEP_US, LAYER_US,
    N_("llama.cpp’s tables of M1 Max, M2 Ultra and M3 Max; compute as of other cards") },
  { NULL, { .70, .30, .78 }, { .78, .50, .88 }, { .90, .60, .95 }, STEP_US, LAYER_US,
    N_("no profile of this architecture: the middle of the others") },
};

guint
ull_efficiency_get_n (void)
{
  return G_N_ELEMENTS (rows);
}

const UllEfficiency *
ull_efficiency_get (guint index)
{
  g_return_val_if_fail (index < G_N_ELEMENTS (rows), NULL);

  return &rows[index];
}

const UllEfficiency *
ull_efficiency_find (const char *arch)
{
  for (guint i = 0; i + 1 < G_N_ELEMENTS (rows); i++)
    if (g_strcmp0 (arch, rows[i].arch) == 0)
      return &rows[i];
  return &rows[G_N_ELEMENTS (rows) - 1];
}
