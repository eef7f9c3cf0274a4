#include "ull-fleet.h"

#include "ull-error.h"
#include "ull-engine.h"
#include "ull-spread-private.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* A replica takes the requests that the plan of its cards says, and no more than one full replica fewer would carry the
 * load: replicas = ceil (target / requests per replica), plus the spare ones. How some that share a prefix, and requests of
 * unlike lengths, are divided is in ull-spread.c.
 *
 * A split is among devices as an engine sees them: of a card of two dies it takes each by itself, and what is bought are
 * whole cards. Every stage of a pipeline has such a split of its own, and is taken to be as full as the fullest.
 *
 * More cards to a split never hold less: weights, state and cache of one card shrink or stay, its overhead stays. So splits
 * are tried from the widest down, and the first that holds nothing ends the search. */

static const gint64 splits[] = { 16, 8, 4, 2, 1 };

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

/* What binds in a replica: the max sequences, else what the memory is short of. */
static UllLimit
limit_of (const UllCarrier *carrier, gint64 held)
{
  if (carrier->most < held)
    return ULL_LIMIT_MAX_NUM_SEQS;
  return carrier->plan->limit == ULL_LIMIT_MAX_NUM_SEQS ? ULL_LIMIT_KV_POOL : carrier->plan->limit;
}

/* FALSE where the sums cannot be counted. A replica that takes none has no replicas. */
static gboolean
count_option (const UllCarrier *carrier,
              const UllScenario *scenario,
              const UllFleetQuery *query,
              gint64 price,
              UllFleetOption *option)
{
  const UllPlan *plan = carrier->plan;
  gint64 heads = ull_scenario_get_kv_heads (scenario), dies = scenario->device->dies, devices, fixed, cache;
  gint64 held = ull_carrier_requests (carrier, plan->budget.pool);

  *option = (UllFleetOption) { .device = scenario->device, .tp = plan->layout.tp, .pp = plan->layout.stages, .limit = limit_of (carrier, held),
                               .price = -1, .requests_per_replica = MIN (held, carrier->most), .memory_requests = held };
  option->requests_high = MIN (ull_carrier_requests (carrier, plan->budget.pool_high), carrier->most);
  option->devices = option->tp * option->pp;
  option->kv_heads = heads > 0 && heads < option->tp ? heads : 0;
  if (held == 0)
    return TRUE;
  if (!ull_carrier_spread (carrier, query->target, &option->replicas, &cache) ||
      !ull_add (option->replicas, query->spare, &option->replicas) ||
      !ull_mul (option->replicas, option->devices, &devices) ||
      !ull_mul (ull_div_ceil (devices, dies) * dies, scenario->device->reported, &option->memory) ||
      !ull_mul (devices, plan->budget.fixed, &fixed) || !ull_add (fixed, cache, &option->used))
    return FALSE;
  option->cards = ull_div_ceil (devices, dies);
  return price < 0 || ull_mul (option->cards, price, &option->price);
}

static void
rule_out (UllFleet *fleet, UllDevice *device, char *reason)
{
  UllFleetRefusal refusal = { ull_device_ref (device), reason };

  g_array_append_val (fleet->ruled_out, refusal);
}

/* "4 cards", "4 dies". */
static char *
devices_text (const UllDevice *device, gint64 n)
{
  g_autofree char *count = ull_format_count (n);

  return g_strdup_printf (device->dies > 1 ? g_dngettext (GETTEXT_PACKAGE, "%s die", "%s dies", (gulong) n)
                                           : g_dngettext (GETTEXT_PACKAGE, "%s card", "%s cards", (gulong) n),
                          count);
}

static char *
refusal_of (const UllPlan *plan, const UllDevice *device)
{
  g_autofree char *headline = ull_plan_headline (plan);
  g_autofree char *cards = NULL;

  if (plan->layout.tp * plan->layout.stages == 1)
    return g_steal_pointer (&headline);
  cards = devices_text (device, plan->layout.tp * plan->layout.stages);
  /* Translators: "4 cards", then a sentence such as "The weights alone do not fit: 8.64 GiB over the load line." */
  return g_strdup_printf (_("On %s together: %s"), cards, headline);
}

/* The scenario at every split, widest first; NULL where the split divides the model neither way. */
typedef struct
{
  UllScenario *base[G_N_ELEMENTS (splits)];
  UllBound *bound[G_N_ELEMENTS (splits)]; /* (nullable): made with the first plan, for what a request takes is alike on all */
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
    {
      g_clear_pointer (&search->base[i], ull_scenario_unref);
      g_clear_pointer (&search->bound[i], ull_bound_free);
    }
  g_clear_pointer (&search->plan, ull_plan_free);
}

static char *
refusal_of_lengths (const UllPlan *plan, const UllDevice *device)
{
  g_autofree char *cards = devices_text (device, plan->layout.tp * plan->layout.stages);

  if (plan->layout.tp * plan->layout.stages == 1)
    return g_strdup (_("Even one request of these lengths overflows it with a probability of more than 1 %."));
  return g_strdup_printf (
    _("On %s together: even one request of these lengths overflows them with a probability of more than 1 %%."),
    cards);
}

/* The option of a card at a split; FALSE with the reason where there is none. */
static gboolean
search_split (Search *search,
              gsize split,
              const UllScenario *scenario,
              const UllFleetQuery *query,
              guint index,
              UllFleetOption *option,
              char **reason)
{
  gint64 most = ull_engine_get_setting (scenario, ULL_FIELD_MAX_NUM_SEQS);
  gint64 price = query->prices != NULL ? query->prices[index] : -1;
  UllCarrier carrier = { search->plan, NULL, most == ULL_UNSET ? G_MAXINT64 : most };
  g_autoptr (GError) error = NULL;
  gboolean right = ull_plan_init (search->plan, scenario, &error);

  if (right && !search->plan->fits)
    {
      *reason = refusal_of (search->plan, scenario->device);
      return FALSE;
    }
  if (right && scenario->lengths != NULL && search->bound[split] == NULL)
    right = (search->bound[split] = ull_bound_new (&search->plan->layout, scenario->lengths, &error)) != NULL;
  carrier.bound = search->bound[split];
  if (!right)
    *reason = g_strdup (error->message);
  else if (!count_option (&carrier, scenario, query, price, option))
    *reason = g_strdup (_("So many of them are more memory than can be counted."));
  else if (option->requests_per_replica == 0)
    *reason = refusal_of_lengths (search->plan, scenario->device);
  return *reason == NULL;
}

static void
search_device (Search *search, const UllFleetQuery *query, guint index, UllFleet *fleet)
{
  UllDevice *device = g_ptr_array_index (query->devices, index);
  g_autofree char *reason = NULL;
  gboolean holds = FALSE;

  for (gsize i = 0; i < G_N_ELEMENTS (splits); i++)
    {
      g_autoptr (UllScenario) scenario = NULL;
      UllFleetOption option;

      if (search->base[i] == NULL)
        continue;
      scenario = ull_scenario_with_device (search->base[i], device);
      if (!search_split (search, i, scenario, query, index, &option, &reason))
        break;
      ull_device_ref (option.device);
      g_array_append_val (fleet->options, option);
      holds = TRUE;
    }
  if (!holds)
    rule_out (fleet, device, g_steal_pointer (&reason));
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
