#include "ull-spread-private.h"

#include "ull-units.h"

/* Where only some requests share a prefix, the replicas that hold it are filled with them first. A replica takes what the
 * plan of its cards says; of unlike lengths as many as overflow it with a probability of at most 1 %, which Chernoff's bound
 * warrants and no approximation has to be trusted for. */

/* Replicas alike: what each serves, and how many of that share the prefix. */
typedef struct
{
  gint64 replicas;
  gint64 requests;
  gint64 sharers;
} Share;

#define MAX_SHARES 4

typedef struct
{
  Share share[MAX_SHARES];
  guint n;
} Spread;

/* The layout of a replica of whose requests at most @sharers share the prefix. */
static void
share_among (const UllPlan *plan, gint64 sharers, UllLayout *layout)
{
  *layout = plan->layout;
  layout->sharers = sharers;
  if (sharers == 0)
    layout->shared_tokens = 0;
}

static gint64
requests_in (const UllCarrier *carrier, const UllLayout *layout)
{
  return carrier->bound != NULL ? ull_bound_safe (carrier->bound, layout, ULL_FLEET_OVERFLOW_PPM)
                                : ull_layout_max_requests (layout, carrier->plan->context);
}

static gint64
requests_with (const UllCarrier *carrier, gint64 sharers)
{
  UllLayout layout;

  share_among (carrier->plan, sharers, &layout);
  return MIN (requests_in (carrier, &layout), carrier->most);
}

gint64
ull_carrier_requests (const UllCarrier *carrier, gint64 pool)
{
  UllLayout layout = carrier->plan->layout;

  return ull_layout_set_pool (&layout, pool) ? requests_in (carrier, &layout) : 0;
}

/* Serves @requests more with replicas that take @each: all but the last are full. */
static void
spread_add (Spread *spread, gint64 each, gint64 requests, gint64 sharers)
{
  gint64 full = requests / each, rest = requests % each;

  if (full > 0)
    spread->share[spread->n++] = (Share) { full, each, MIN (sharers, each) };
  if (rest > 0)
    spread->share[spread->n++] = (Share) { 1, rest, MIN (sharers, rest) };
}

/* Which replicas serve @target. */
static void
spread_load (const UllCarrier *carrier, gint64 target, Spread *spread)
{
  const UllLayout *layout = &carrier->plan->layout;
  gint64 sharers = layout->shared_tokens > 0 ? MIN (layout->sharers, target) : 0, each, mixed;

  spread->n = 0;
  if (sharers == 0 || sharers == target)
    {
      spread_add (spread, requests_with (carrier, sharers == 0 ? 0 : G_MAXINT64), target, sharers);
      return;
    }
  each = requests_with (carrier, G_MAXINT64);
  if (sharers >= each)
    spread_add (spread, each, sharers - sharers % each, each);
  target -= sharers - sharers % each;
  sharers %= each;
  if (sharers > 0)
    {
      mixed = MIN (requests_with (carrier, sharers), target);
      spread_add (spread, mixed, mixed, sharers);
      target -= mixed;
    }
  if (target > 0)
    spread_add (spread, requests_with (carrier, 0), target, 0);
}

static gboolean
cache_of (const UllCarrier *carrier, const Share *share, gint64 *bytes)
{
  UllLayout layout;

  share_among (carrier->plan, share->sharers, &layout);
  return (carrier->bound != NULL
            ? ull_bound_expected_bytes (carrier->bound, &layout, share->requests, bytes)
            : ull_layout_demand_bytes (&layout, carrier->plan->context, share->requests, bytes))
         && ull_mul (*bytes, share->replicas, bytes) && ull_mul (*bytes, layout.tp * layout.stages, bytes);
}

gboolean
ull_carrier_spread (const UllCarrier *carrier, gint64 target, gint64 *replicas, gint64 *cache)
{
  Spread spread;

  spread_load (carrier, target, &spread);
  *replicas = *cache = 0;
  for (guint i = 0; i < spread.n; i++)
    {
      gint64 bytes;

      if (!cache_of (carrier, &spread.share[i], &bytes) || !ull_add (*cache, bytes, cache)
          || !ull_add (*replicas, spread.share[i].replicas, replicas))
        return FALSE;
    }
  return TRUE;
}
