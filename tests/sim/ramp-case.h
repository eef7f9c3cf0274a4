#pragma once

#include "ull-playback.h"

#include <gio/gio.h>

/* An 8B model's cache (32 layers, 8 KV heads of 128 at 16 bits: 2 MiB a block of 16 tokens) and 16.06 GB of weights on an RTX 4090,
 * with a pool of so many usable blocks; one more is the engine's. */
static inline UllScenario *
case_scenario (gint64 blocks)
{
  g_autoptr (UllModel) model = ull_model_new_dense ("8B", 32, 32, 8, 128, NULL);
  g_autoptr (UllScenario) plain = ull_scenario_new (model, ull_device_find ("rtx-4090"));
  g_autoptr (UllScenario) engine = ull_scenario_with (plain, ULL_FIELD_ENGINE, ULL_ENGINE_VLLM, NULL, NULL);
  g_autoptr (UllScenario) heavy = ull_scenario_with (engine, ULL_FIELD_WEIGHTS, 16060000000, NULL, NULL);
  g_autoptr (UllScenario) length = ull_scenario_with (heavy, ULL_FIELD_MAX_MODEL_LEN, 16384, NULL, NULL);
  UllScenario *whole
    = ull_scenario_with (length, ULL_FIELD_AVAILABLE, (blocks + 1) * (G_GINT64_CONSTANT (2) << 20), NULL, NULL);

  g_assert_nonnull (whole);
  return whole;
}
