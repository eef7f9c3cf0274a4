#pragma once

#include "ull-args.h"

#include "ull-ramp.h"

G_BEGIN_DECLS

/* The load that the options describe: a preset, the scenario's own, or the first preset; then what each option says.
 * (transfer full) */
UllLoad *ull_given_load (const UllArgs *args, const UllScenario *scenario, GError **error);
/* Generation and levels: @levels is what @options borrows. (element-type gint64) */
gboolean ull_given_ramp (const UllArgs *args, UllRampOptions *options, GArray *levels, GError **error);

G_END_DECLS
