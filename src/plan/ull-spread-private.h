#pragma once

#include "ull-bound.h"
#include "ull-fleet.h"

G_BEGIN_DECLS

/* How a load is divided among replicas that are alike. */

typedef struct
{
  const UllPlan *plan;   /* of one replica; fits one request */
  const UllBound *bound; /* (nullable): where requests are of unlike lengths */
  gint64 most;           /* the max sequences; G_MAXINT64 where there are none */
} UllCarrier;

/* Requests that one replica takes by its memory, as the scenario shares the prefix; @pool: as if it had that much. */
gint64 ull_carrier_requests (const UllCarrier *carrier, gint64 pool);
/* Replicas that @target requests take, and the bytes of their caches on all cards. FALSE on overflow. */
gboolean ull_carrier_spread (const UllCarrier *carrier, gint64 target, gint64 *replicas, gint64 *cache);

G_END_DECLS
