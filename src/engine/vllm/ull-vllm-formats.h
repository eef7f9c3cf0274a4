#pragma once

#include "ull-scenario.h"

G_BEGIN_DECLS

/* Formats that vLLM's cache can be in, those most used first. */
const UllDtype *ull_vllm_formats (guint *n_formats);
/* Whether the scenario's release has the format, and its card the kernels. FALSE with a sentence. */
gboolean ull_vllm_check_format (const UllScenario *scenario, UllDtype dtype, GError **error);

G_END_DECLS
