#pragma once

#include "ull-ramp-private.h"

/* The clients of a surge are numbered below this, its burst's requests from here on. */
#define ULL_SURGE_FIRST (1u << 30)

/* @clients of the load's own, and @burst requests of the same load that come at @at_ns, other ones than the clients have.
 * (transfer full) */
UllWorkload *ull_surge_open_load (
  const UllRampSetting *setting, gint64 clients, gint64 requests, gint64 burst, gint64 at_ns, GError **error);
