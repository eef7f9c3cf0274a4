#pragma once

#include "ull-scenario.h"

G_BEGIN_DECLS

#define ULL_EXAMPLE_MODEL "llama-3.1-8b"
#define ULL_EXAMPLE_DEVICE "rtx-4090"

/* The first scenario of a model that was just opened: a starting point to move away from. */
UllScenario *ull_example_new (UllModel *model, UllDevice *device, GError **error);

G_END_DECLS
