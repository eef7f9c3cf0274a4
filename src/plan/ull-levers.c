#include "ull-levers.h"

#include "ull-pull-private.h"
#include "ull-units.h"

/* No row has arithmetic of its own: a lever makes a scenario, the scenario a plan, and the row holds what that says. Host
 * tiers alone have no setting: they keep prefixes that the card has no room for, so that tokens are gained, requests that
 * run are not, and each hit pays for its way back: bytes of a request over the link's rate, rounded up. */

void
ull_host_init (UllHost *host)
{
  host->bytes[ULL_HOST_RAM] = ULL_HOST_RAM_BYTES;
  host->bytes[ULL_HOST_NVME] = ULL_HOST_NVME_BYTES;
  host->rate[ULL_HOST_RAM] = ULL_HOST_RAM_RATE;
  host->rate[ULL_HOST_NVME] = ULL_HOST_NVME_RATE;
}

static void
add_pull (UllLevers *levers, const UllPull *pull, UllPlan *scratch)
{
  g_autoptr (UllScenario) pulled = ull_pull_apply (pull, levers->scenario, NULL);
  UllPullRow row = { .n_pulls = 1, .pull = { *pull } };

  if (pulled == NULL || !ull_plan_init (scratch, pulled, NULL) || !ull_pull_moves (levers->plan, scratch))
    return;
  row.scenario = g_steal_pointer (&pulled);
  ull_pull_row_fill (&row, levers->plan, scratch);
  g_array_append_val (levers->rows, row);
}

/* Whether a person would weigh @card instead of @present: of the same maker (the software stays) and no slow memory for a
 * fast one, where these are known. */
static gboolean
is_alternative (const UllDevice *present, const UllDevice *card)
{
  if (present->vendor != NULL && g_strcmp0 (card->vendor, present->vendor) != 0)
    return FALSE;
  return card->bandwidth_gb_s < 0 || 2 * card->bandwidth_gb_s / (double) card->dies >= present->bandwidth_gb_s / (double) present->dies;
}

gboolean
ull_levers_is_larger_card (const UllDevice *present, const UllDevice *card, gint64 than)
{
  return card->allocatable / 5 * 4 >= than && is_alternative (present, card);
}

/* Of the larger cards, each at least a quarter larger than the one before. Which of all cards is the first to reach a wish
 * is ull_reach's business. */
static guint
keep_classes (const UllScenario *scenario, gint64 *stops, guint n)
{
  gint64 last = scenario->device->allocatable;
  guint kept = 0;

  for (guint i = 0; i < n && kept < ull_pull_get_shown (ULL_PULL_DEVICE); i++)
    {
      const UllDevice *card = g_ptr_array_index (ull_device_catalogue (), stops[i]);

      if (!ull_levers_is_larger_card (scenario->device, card, last))
        continue;
      last = card->allocatable;
      stops[kept++] = stops[i];
    }
  return kept;
}

static void
add_lever (UllLevers *levers, UllPullId id, UllPlan *scratch)
{
  gboolean card = id == ULL_PULL_DEVICE;
  gint64 stops[ULL_MAX_STOPS];
  guint n = ull_pull_stops (id, levers->scenario, levers->plan, stops, card ? ULL_MAX_STOPS : ull_pull_get_shown (id));

  if (card)
    n = keep_classes (levers->scenario, stops, n);
  for (guint i = 0; i < n; i++)
    add_pull (levers, &(UllPull) { id, stops[i] }, scratch);
}

/* The tier is counted as a pool of its own. */
static void
add_host (UllLevers *levers, const UllHost *host, UllHostId tier)
{
  const UllPlan *plan = levers->plan;
  UllPullRow row = { .n_pulls = 1, .pull = { { ULL_PULL_HOST, tier } } };
  UllLayout layout;

  if (host->bytes[tier] <= 0 || host->rate[tier] <= 0 || plan->layout.per_token == 0 ||
      !ull_layout_init (&layout, levers->scenario, host->bytes[tier], NULL))
    return;
  ull_pull_row_fill (&row, plan, plan);
  row.scenario = ull_scenario_ref (levers->scenario);
  row.tokens += layout.tokens;
  row.factor_tokens *= plan->layout.tokens > 0 ? (double) row.tokens / (double) plan->layout.tokens : 1;
  row.gain_bytes = row.host_bytes = host->bytes[tier];
  row.host_rate = host->rate[tier];
  row.hit_bytes = plan->request_bytes;
  if (!ull_mul_div_ceil (row.hit_bytes, G_USEC_PER_SEC, row.host_rate, &row.hit_us))
    row.hit_us = G_MAXINT64;
  g_array_append_val (levers->rows, row);
}

/* What is equal stays in the order of cost, and the least pull first. */
static int
compare_cb (const void *a, const void *b)
{
  const UllPullRow *one = a, *other = b;

  if (one->requests != other->requests)
    return one->requests < other->requests ? 1 : -1;
  if (one->tokens != other->tokens)
    return one->tokens < other->tokens ? 1 : -1;
  return 0;
}

UllLevers *
ull_levers_new (UllScenario *scenario, const UllHost *host, GError **error)
{
  g_autoptr (UllPlan) plan = ull_plan_new (scenario, error);
  g_autoptr (UllPlan) scratch = NULL;
  UllHost defaults;
  UllLevers *levers;

  if (plan == NULL)
    return NULL;
  scratch = g_new (UllPlan, 1);
  ull_host_init (&defaults);
  levers = g_new0 (UllLevers, 1);
  levers->scenario = ull_scenario_ref (scenario);
  levers->plan = g_steal_pointer (&plan);
  levers->rows = g_array_sized_new (FALSE, FALSE, sizeof (UllPullRow), ULL_MAX_STOPS);
  g_array_set_clear_func (levers->rows, ull_pull_row_clear);
  for (int id = 0; id < ULL_N_PULLS; id++)
    add_lever (levers, (UllPullId) id, scratch);
  for (int tier = 0; tier < ULL_N_HOSTS; tier++)
    add_host (levers, host != NULL ? host : &defaults, (UllHostId) tier);
  g_array_sort (levers->rows, compare_cb);
  return levers;
}

void
ull_levers_free (UllLevers *levers)
{
  g_clear_pointer (&levers->scenario, ull_scenario_unref);
  g_clear_pointer (&levers->plan, ull_plan_free);
  g_clear_pointer (&levers->rows, g_array_unref);
  g_free (levers);
}

const UllPullRow *
ull_levers_find (const UllLevers *levers, const char *id)
{
  for (guint i = 0; i < levers->rows->len; i++)
    {
      const UllPullRow *row = &g_array_index (levers->rows, UllPullRow, i);
      g_autofree char *own = ull_pull_row_dup_id (row);

      if (g_str_equal (own, id))
        return row;
    }
  return NULL;
}
