#include "ull-fleet.h"

#include "ull-error.h"
#include "ull-engine.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* A replica takes the requests that the plan of its cards says, and no more than one full replica fewer would carry the
 * load: replicas = ceil (target / requests per replica), plus the spare ones. Where only some requests share a prefix, the
 * replicas that hold it are filled with them first.
 *
 * More cards to a split never hold less: weights, state and cache of one card shrink or stay, its overhead stays. So splits
 * are tried from the widest down, and the first that holds nothing ends the search. */

static const gint64 splits[] = { 16, 8, 4, 2, 1 };

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

static void
refusal_clear (gpointer data)
{
  UllFleetRefusal *refusal = data;

  g_clear_pointer (&refusal->device, ull_device_unref);
  g_clear_pointer (&refusal->reason, g_free);
}

static void
option_clear (gpointer data)
{
  UllFleetOption *option = data;

  g_clear_pointer (&option->device, ull_device_unref);
}

void
ull_fleet_free (UllFleet *fleet)
{
  g_clear_pointer (&fleet->options, g_array_unref);
  g_clear_pointer (&fleet->ruled_out, g_array_unref);
  g_free (fleet);
}

static UllFleet *
fleet_new (void)
{
  UllFleet *fleet = g_new0 (UllFleet, 1);

  fleet->options = g_array_new (FALSE, FALSE, sizeof (UllFleetOption));
  fleet->ruled_out = g_array_new (FALSE, FALSE, sizeof (UllFleetRefusal));
  g_array_set_clear_func (fleet->options, option_clear);
  g_array_set_clear_func (fleet->ruled_out, refusal_clear);
  return fleet;
}

gboolean
ull_fleet_requests_at_once (gint64 rate_ppm, gint64 latency_ppm, gint64 *requests)
{
  return ull_mul_div_ceil (rate_ppm, latency_ppm, ULL_PPM_ONE * ULL_PPM_ONE, requests);
}

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
requests_with (const UllPlan *plan, gint64 sharers, gint64 most)
{
  UllLayout layout;

  share_among (plan, sharers, &layout);
  return MIN (ull_layout_max_requests (&layout, plan->context), most);
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

/* Which replicas serve @target. @plan fits one request. */
static void
spread_load (const UllPlan *plan, gint64 most, gint64 target, Spread *spread)
{
  gint64 sharers = plan->layout.shared_tokens > 0 ? MIN (plan->layout.sharers, target) : 0, each, mixed;

  spread->n = 0;
  if (sharers == 0 || sharers == target)
    {
      spread_add (spread, sharers == 0 ? plan->max_concurrency : requests_with (plan, G_MAXINT64, most), target, sharers);
      return;
    }
  each = requests_with (plan, G_MAXINT64, most);
  if (sharers >= each)
    spread_add (spread, each, sharers - sharers % each, each);
  target -= sharers - sharers % each;
  sharers %= each;
  if (sharers > 0)
    {
      mixed = MIN (requests_with (plan, sharers, most), target);
      spread_add (spread, mixed, mixed, sharers);
      target -= mixed;
    }
  if (target > 0)
    spread_add (spread, requests_with (plan, 0, most), target, 0);
}

/* Replicas, and the bytes of their caches on all cards. */
static gboolean
spread_count (const UllPlan *plan, const Spread *spread, gint64 *replicas, gint64 *cache)
{
  *replicas = *cache = 0;
  for (guint i = 0; i < spread->n; i++)
    {
      const Share *share = &spread->share[i];
      UllLayout layout;
      gint64 bytes;

      share_among (plan, share->sharers, &layout);
      if (!ull_layout_demand_bytes (&layout, plan->context, share->requests, &bytes) ||
          !ull_mul (bytes, share->replicas, &bytes) || !ull_mul (bytes, plan->layout.tp, &bytes) ||
          !ull_add (*cache, bytes, cache) || !ull_add (*replicas, share->replicas, replicas))
        return FALSE;
    }
  return TRUE;
}

static gboolean
count_option (const UllPlan *plan, const UllScenario *scenario, const UllFleetQuery *query, gint64 price,
              UllFleetOption *option)
{
  gint64 most = ull_engine_get_setting (scenario, ULL_FIELD_MAX_NUM_SEQS), heads = ull_scenario_get_kv_heads (scenario), fixed, cache;
  Spread spread;

  *option = (UllFleetOption) { .device = scenario->device, .tp = plan->layout.tp, .limit = plan->limit, .price = -1,
                               .requests_per_replica = plan->max_concurrency, .requests_high = plan->max_concurrency_high,
                               .memory_requests = plan->memory_concurrency };
  option->kv_heads = heads > 0 && heads < option->tp ? heads : 0;
  spread_load (plan, most == ULL_UNSET ? G_MAXINT64 : most, query->target, &spread);
  if (!spread_count (plan, &spread, &option->replicas, &cache) ||
      !ull_add (option->replicas, query->spare, &option->replicas) ||
      !ull_mul (option->replicas, option->tp, &option->cards) ||
      !ull_mul (option->cards, scenario->device->reported, &option->memory) ||
      !ull_mul (option->cards, plan->budget.fixed, &fixed) || !ull_add (fixed, cache, &option->used))
    return FALSE;
  return price < 0 || ull_mul (option->cards, price, &option->price);
}

static void
rule_out (UllFleet *fleet, UllDevice *device, char *reason)
{
  UllFleetRefusal refusal = { ull_device_ref (device), reason };

  g_array_append_val (fleet->ruled_out, refusal);
}

static char *
refusal_of (const UllPlan *plan)
{
  g_autofree char *headline = ull_plan_headline (plan);
  g_autofree char *cards = NULL;

  if (plan->layout.tp == 1)
    return g_steal_pointer (&headline);
  cards = ull_format_count (plan->layout.tp);
  /* Translators: a number, then a sentence such as "The weights alone do not fit: 8.64 GiB over the load line." */
  return g_strdup_printf (_("On %s cards together: %s"), cards, headline);
}

static char *
refusal_of_dies (const UllDevice *device)
{
  g_autofree char *dies = ull_format_count (device->dies);
  g_autofree char *size = ull_format_gib (device->allocatable / device->dies);

  return g_strdup_printf (_("Its memory is that of %s devices of %s; a card typed in that size counts one of them."), dies,
                          size);
}

/* The scenario at every split, widest first; NULL where the split divides the model neither way. */
typedef struct
{
  UllScenario *base[G_N_ELEMENTS (splits)];
  UllPlan *plan;
} Search;

/* Whether a split divides the model does not depend on the card. KV heads may be copied, but no engine gives one card more
 * query heads than another. */
static gboolean
check_split (Search *search, const UllScenario *base, GError **error)
{
  gint64 tp = base->value[ULL_FIELD_TP], queries = base->model->query_heads;
  g_autofree char *cards = NULL, *heads = NULL;

  if (queries < 1 || queries % tp == 0)
    return ull_layout_init (&search->plan->layout, base, 0, error);
  cards = ull_format_count (tp);
  heads = ull_format_count (queries);
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
               _("%s: %s does not divide the %s query heads; a divisor of them would be right"),
               ull_field_get_label (ull_field_get (ULL_FIELD_TP)), cards, heads);
  return FALSE;
}

static gboolean
search_init (Search *search, const UllScenario *scenario, gint64 tp, GError **error)
{
  /* One request is asked, so that what fits does not hang on the scenario's own load. */
  g_autoptr (UllScenario) one = ull_scenario_with (scenario, ULL_FIELD_CONCURRENCY, 1, NULL, error);

  if (one == NULL)
    return FALSE;
  if (tp > 0)
    {
      search->base[0] = ull_scenario_with (one, ULL_FIELD_TP, tp, NULL, error);
      return search->base[0] != NULL && check_split (search, search->base[0], error);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (splits); i++)
    {
      search->base[i] = ull_scenario_with (one, ULL_FIELD_TP, splits[i], NULL, error);
      if (search->base[i] == NULL)
        return FALSE;
      /* What a model lacks in one piece too is every card's reason, and no split's. */
      if (splits[i] > 1 && !check_split (search, search->base[i], NULL))
        g_clear_pointer (&search->base[i], ull_scenario_unref);
    }
  return TRUE;
}

static void
search_clear (Search *search)
{
  for (gsize i = 0; i < G_N_ELEMENTS (search->base); i++)
    g_clear_pointer (&search->base[i], ull_scenario_unref);
  g_clear_pointer (&search->plan, ull_plan_free);
}

static void
search_device (Search *search, const UllFleetQuery *query, guint index, UllFleet *fleet)
{
  UllDevice *device = g_ptr_array_index (query->devices, index);
  g_autofree char *reason = NULL;
  gboolean holds = FALSE;

  for (gsize i = 0; i < G_N_ELEMENTS (splits) && device->dies == 1; i++)
    {
      g_autoptr (UllScenario) scenario = NULL;
      g_autoptr (GError) error = NULL;
      UllFleetOption option;

      if (search->base[i] == NULL)
        continue;
      scenario = ull_scenario_with_device (search->base[i], device);
      if (!ull_plan_init (search->plan, scenario, &error))
        reason = g_strdup (error->message);
      else if (!search->plan->fits)
        reason = refusal_of (search->plan);
      else if (!count_option (search->plan, scenario, query, query->prices != NULL ? query->prices[index] : -1, &option))
        reason = g_strdup (_("So many of them are more memory than can be counted."));
      if (reason != NULL)
        break;
      ull_device_ref (option.device);
      g_array_append_val (fleet->options, option);
      holds = TRUE;
    }
  if (!holds)
    rule_out (fleet, device, device->dies > 1 ? refusal_of_dies (device) : g_steal_pointer (&reason));
}

static int
compare (gint64 a, gint64 b)
{
  return (a > b) - (a < b);
}

/* Cards of equal rank keep the order of their ids, so that the same question has the same answer. */
static int
compare_options_cb (gconstpointer a, gconstpointer b)
{
  const UllFleetOption *x = a, *y = b;
  int order = compare (x->price < 0, y->price < 0);

  order = order != 0 ? order : compare (x->price, y->price);
  order = order != 0 ? order : compare (x->cards, y->cards);
  order = order != 0 ? order : compare (x->memory, y->memory);
  order = order != 0 ? order : compare (x->tp, y->tp);
  return order != 0 ? order : g_strcmp0 (x->device->id, y->device->id);
}

UllFleet *
ull_fleet_new (const UllScenario *scenario, const UllFleetQuery *query, GError **error)
{
  g_autoptr (UllFleet) fleet = fleet_new ();
  Search search = { .plan = g_new (UllPlan, 1) };
  gboolean ready;

  g_return_val_if_fail (query->target > 0 && query->spare >= 0, NULL);

  if (scenario->value[ULL_FIELD_AVAILABLE] != ULL_UNSET)
    g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
                 _("%s: is the pool of one card, and a fleet compares cards; leaving it out would be right"),
                 ull_field_get_label (ull_field_get (ULL_FIELD_AVAILABLE)));
  ready = scenario->value[ULL_FIELD_AVAILABLE] == ULL_UNSET && search_init (&search, scenario, query->tp, error);
  for (guint i = 0; ready && i < query->devices->len; i++)
    search_device (&search, query, i, fleet);
  search_clear (&search);
  if (!ready)
    return NULL;
  g_array_sort (fleet->options, compare_options_cb);
  return g_steal_pointer (&fleet);
}
