#pragma once

#include "ull-args.h"

#include "ull-scenario.h"

G_BEGIN_DECLS

/* The scenario with the lengths that --lengths describes, in place of the old one; as it is where that is not given. FALSE
 * with an error. */
gboolean ull_given_lengths (const UllArgs *args, UllScenario **scenario, GError **error);
/* Where the draws of the scenario's lengths begin. */
gboolean ull_given_seed (const UllArgs *args, const UllScenario *scenario, gint64 *seed, GError **error);

G_END_DECLS
