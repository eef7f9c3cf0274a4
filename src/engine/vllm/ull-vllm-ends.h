#pragma once

#include "ull-scenario.h"

G_BEGIN_DECLS

/* The model with the layers apart whose cache keeps the model's own format, whatever the setting says; NULL where none does.
 * (transfer full) */
UllModel *ull_vllm_spare_ends (const UllScenario *scenario);

G_END_DECLS
