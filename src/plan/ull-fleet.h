#pragma once

#include "ull-plan.h"

G_BEGIN_DECLS

/* How many cards carry a load: for every card and every split of the model among some of them that holds it, the requests
 * that one replica takes, the replicas, and what is bought with them. A split is tensor-parallel, in as many pipeline stages
 * as the scenario has; all their cards are one replica. Requests that share a prefix are kept together, so that as few replicas as can be hold it. */

/* Where requests are of unlike lengths, a replica takes as many as overflow it with at most this probability: a bound that
 * is warranted, hence a few per cent fewer than a draw would allow. What they use is what they take on average. */
#define ULL_FLEET_OVERFLOW_PPM 10000

typedef struct
{
  gint64 target;      /* requests at once, at least 1 */
  gint64 spare;       /* replicas that may fail and leave the load served */
  gint64 tp;          /* the split; 0: every one of 1, 2, 4, 8 and 16 that divides the model */
  GPtrArray *devices; /* (element-type UllDevice): the cards to choose from */
  const gint64 *prices; /* (nullable): of each of them, in millionths; -1 where none is known */
} UllFleetQuery;

typedef struct
{
  UllDevice *device;
  gint64 tp;                   /* devices that share a layer: cards, or dies of cards that have several */
  gint64 pp;                   /* stages of so many each */
  gint64 devices;              /* of a replica: both together */
  gint64 replicas;             /* with the spare ones */
  gint64 cards;                /* whole ones */
  gint64 requests_per_replica; /* at most; G_MAXINT64 where memory does not bind */
  gint64 requests_high;        /* the same at the high end of a guess */
  gint64 memory_requests;      /* that memory would hold */
  gint64 kv_heads;             /* where there are fewer than cards that share a layer; else 0 */
  gint64 memory;               /* bytes bought, as drivers report them */
  gint64 used;                 /* of them: weights, overhead and the load's cache */
  gint64 price;                /* of all cards, in millionths; -1 unknown */
  UllLimit limit;              /* what binds in a replica */
} UllFleetOption;

typedef struct
{
  UllDevice *device;
  char *reason; /* a translated sentence */
} UllFleetRefusal;

typedef struct
{
  GArray *options;   /* (element-type UllFleetOption): fewest cards first, then least memory; where prices are known those
                      * with a price first, by it */
  GArray *ruled_out; /* (element-type UllFleetRefusal): cards that hold the model in no split */
} UllFleet;

/* ULL_ERROR_INVALID where the pool is typed, which no other card has. */
UllFleet *ull_fleet_new (const UllScenario *scenario, const UllFleetQuery *query, GError **error);
void ull_fleet_free (UllFleet *fleet);

/* Little's law: requests at once = arrivals a second * seconds that one stays, rounded up; both in millionths. FALSE on
 * overflow. */
gboolean ull_fleet_requests_at_once (gint64 rate_ppm, gint64 latency_ppm, gint64 *requests);

/* Why the option is as it is: what binds, and what to know of it. (transfer full), translated. */
char *ull_fleet_option_reason (const UllFleetOption *option);
/* The verdict on the load: whether it is carried, and what of the fleet may be lost. (transfer full), translated. */
char *ull_fleet_headline (const UllFleet *fleet, const UllFleetQuery *query);
char *ull_fleet_detail (const UllFleet *fleet, const UllFleetQuery *query);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllFleet, ull_fleet_free)

G_END_DECLS
