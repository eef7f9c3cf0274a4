#pragma once

#include "ull-scenario.h"

G_BEGIN_DECLS

/* What an earlier ramp is called beside the one of @after: by what it had and that has not, "before: bf16". (transfer full), translated. */
char *ull_ramp_describe_before (const UllScenario *before, const UllScenario *after);

G_END_DECLS
