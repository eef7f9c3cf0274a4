#pragma once

#include "ull-args.h"

#include "ull-fleet.h"

G_BEGIN_DECLS

/* Whether the options describe a fleet: ULL_ERROR_USAGE. */
gboolean ull_given_check_fleet (const UllArgs *args, GError **error);
/* Requests at once; @load: the sentence that says so. */
gboolean ull_given_target (const UllArgs *args, UllFleetQuery *query, char **load, GError **error);
/* The cards to compare: (transfer full) (element-type UllDevice). */
GPtrArray *ull_given_devices (const UllArgs *args, const UllScenario *scenario, GError **error);
/* The price of each of @devices in millionths, -1 where none is given. (transfer full) */
gint64 *ull_given_prices (const UllArgs *args, GPtrArray *devices, GError **error);

G_END_DECLS
