#include "ull-reach.h"

#include "ull-error.h"
#include "ull-pull-private.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* A search over plans, with no formula of its own: what is tried is what a person could set, and a plan says whether it is
 * enough. Ranges are halved, which takes for granted that pulling further never fits less (a property that tests hold); the
 * value that is found was tried, so that it is enough whatever happens in between.
 *
 * In a pair the cheaper lever goes as far as it must for the dearer one to do the rest, then the dearer one goes no further
 * than that, then the cheaper one is let back as far as it may. */

typedef struct
{
  UllPullId id;
  gint64 stop[ULL_MAX_STOPS]; /* of a range its two ends */
  guint n_stops;
  guint n_short;              /* stops before the first that is enough alone; of a range 2 or 0 */
} Lever;

typedef struct
{
  UllReach *reach;
  UllPlan *scratch; /* of the scenario tried last */
  Lever lever[ULL_N_PULLS];
} Search;

static gboolean
is_enough (const UllReach *reach, const UllPlan *plan)
{
  if (reach->want != ULL_WANT_TOKENS)
    return plan->fits;
  /* Where nothing grows, tokens have no end but that one request must fit. */
  return plan->layout.tokens < 0 ? plan->max_concurrency > 0 : plan->layout.tokens >= reach->amount;
}

/* How far what is wanted has come. */
static gint64
measure (const UllReach *reach, const UllPlan *plan)
{
  switch (reach->want)
    {
    case ULL_WANT_TOKENS:
      return plan->layout.tokens;
    case ULL_WANT_CONTEXT:
      return plan->max_context;
    case ULL_WANT_REQUESTS:
    case ULL_N_WANTS:
    default:
      return plan->max_concurrency;
    }
}

/* Plans a pull into the scratch plan: FALSE where there is no such scenario. */
static gboolean
plan_pull (Search *search, const UllScenario *from, UllPullId id, gint64 value)
{
  g_autoptr (UllScenario) pulled = ull_pull_apply (&(UllPull) { id, value }, from, NULL);

  return pulled != NULL && ull_plan_init (search->scratch, pulled, NULL);
}

static gboolean
reaches (Search *search, const UllScenario *from, UllPullId id, gint64 value)
{
  return plan_pull (search, from, id, value) && is_enough (search->reach, search->scratch);
}

/* The least pull of a range whose end is enough. */
static gint64
least_of_range (Search *search, const UllScenario *from, const Lever *lever)
{
  gint64 sign = lever->stop[0] < lever->stop[1] ? 1 : -1, low = 0, high = (lever->stop[1] - lever->stop[0]) * sign;

  while (low < high)
    {
      gint64 middle = low + (high - low) / 2;

      if (reaches (search, from, lever->id, lever->stop[0] + sign * middle))
        high = middle;
      else
        low = middle + 1;
    }
  return lever->stop[0] + sign * high;
}

/* The least of the first @n stops that is enough: its place, or @n. */
static guint
first_stop (Search *search, const UllScenario *from, const Lever *lever, guint n)
{
  guint i = 0;

  while (i < n && !reaches (search, from, lever->id, lever->stop[i]))
    i++;
  return i;
}

/* The stop that comes nearest; of equal ones the least pull. */
static gboolean
nearest_stop (Search *search, const Lever *lever, gint64 *value)
{
  gint64 most = G_MININT64;

  for (guint i = 0; i < lever->n_stops; i++)
    {
      if (!plan_pull (search, search->reach->scenario, lever->id, lever->stop[i]) ||
          measure (search->reach, search->scratch) <= most)
        continue;
      most = measure (search->reach, search->scratch);
      *value = lever->stop[i];
    }
  return most > G_MININT64;
}

static void
append (Search *search, GArray *rows, const UllPull *pulls, guint n_pulls)
{
  UllPullRow row = { .n_pulls = n_pulls, .pull = { pulls[0], pulls[n_pulls - 1] } };
  g_autoptr (UllScenario) scenario = ull_scenario_ref (search->reach->scenario);

  for (guint i = 0; i < n_pulls; i++)
    {
      UllScenario *pulled = ull_pull_apply (&pulls[i], scenario, NULL);

      if (pulled == NULL)
        return;
      ull_scenario_unref (scenario);
      scenario = pulled;
    }
  if (!ull_plan_init (search->scratch, scenario, NULL) || !ull_pull_moves (search->reach->plan, search->scratch))
    return;
  row.scenario = g_steal_pointer (&scenario);
  row.reached = is_enough (search->reach, search->scratch);
  ull_pull_row_fill (&row, search->reach->plan, search->scratch);
  g_array_append_val (rows, row);
}

static void
append_single (Search *search, UllPullId id, gint64 value)
{
  append (search, search->reach->single, &(UllPull) { id, value }, 1);
}

static void
search_range (Search *search, Lever *lever)
{
  const UllScenario *scenario = search->reach->scenario;

  if (!ull_pull_range (lever->id, scenario, &lever->stop[0], &lever->stop[1]))
    return;
  lever->n_stops = 2;
  if (reaches (search, scenario, lever->id, lever->stop[1]))
    {
      append_single (search, lever->id, least_of_range (search, scenario, lever));
      return;
    }
  lever->n_short = 2;
  append_single (search, lever->id, lever->stop[1]);
}

static void
search_stops (Search *search, Lever *lever)
{
  const UllScenario *scenario = search->reach->scenario;
  gint64 value;

  lever->n_stops = ull_pull_stops (lever->id, scenario, search->reach->plan, lever->stop, ULL_MAX_STOPS);
  lever->n_short = first_stop (search, scenario, lever, lever->n_stops);
  if (lever->n_short < lever->n_stops)
    append_single (search, lever->id, lever->stop[lever->n_short]);
  else if (nearest_stop (search, lever, &value))
    append_single (search, lever->id, value);
}

static void
search_alone (Search *search, UllPullId id)
{
  Lever *lever = &search->lever[id];

  lever->id = id;
  if (!ull_pull_helps (id, search->reach->want))
    return;
  if (ull_pull_is_continuous (id))
    search_range (search, lever);
  else
    search_stops (search, lever);
}

/* The cheaper lever's least stop with which the dearer one, pulled as far as it goes, is enough; of a range its end. */
static gboolean
find_cheaper (Search *search, const Lever *cheaper, const Lever *dearer, UllPull *pull)
{
  guint first = ull_pull_is_continuous (cheaper->id) ? 1 : 0;

  for (guint i = first; i < cheaper->n_short; i++)
    {
      g_autoptr (UllScenario) pulled = NULL;

      *pull = (UllPull) { cheaper->id, cheaper->stop[i] };
      pulled = ull_pull_apply (pull, search->reach->scenario, NULL);
      if (pulled != NULL && reaches (search, pulled, dearer->id, dearer->stop[dearer->n_short - 1]))
        return TRUE;
    }
  return FALSE;
}

/* The least pull with which it is enough, of a lever that is at its last short stop. */
static gint64
find_least (Search *search, const UllScenario *from, const Lever *lever)
{
  if (ull_pull_is_continuous (lever->id))
    return least_of_range (search, from, lever);
  return lever->stop[first_stop (search, from, lever, lever->n_short - 1)];
}

static void
search_pair (Search *search, const Lever *cheaper, const Lever *dearer)
{
  g_autoptr (UllScenario) with_cheaper = NULL, with_dearer = NULL;
  UllPull pulls[2] = { { cheaper->id, 0 }, { dearer->id, 0 } };

  if (cheaper->n_short == 0 || dearer->n_short == 0 || !ull_pull_goes_with (cheaper->id, dearer->id) ||
      !find_cheaper (search, cheaper, dearer, &pulls[0]))
    return;
  with_cheaper = ull_pull_apply (&pulls[0], search->reach->scenario, NULL);
  pulls[1].value = find_least (search, with_cheaper, dearer);
  with_dearer = ull_pull_apply (&pulls[1], search->reach->scenario, NULL);
  if (with_dearer != NULL)
    pulls[0].value = find_least (search, with_dearer, cheaper);
  append (search, search->reach->pairs, pulls, 2);
}

static void
search_all (UllReach *reach)
{
  g_autoptr (UllPlan) scratch = g_new (UllPlan, 1);
  g_autofree Search *search = g_new0 (Search, 1);

  search->reach = reach;
  search->scratch = scratch;
  for (int id = 0; id < ULL_N_PULLS; id++)
    search_alone (search, (UllPullId) id);
  for (int dearer = 1; dearer < ULL_N_PULLS; dearer++)
    for (int cheaper = 0; cheaper < dearer; cheaper++)
      search_pair (search, &search->lever[cheaper], &search->lever[dearer]);
}

static const struct
{
  const char *id;
  UllFieldId field;
} wants[ULL_N_WANTS] = {
  [ULL_WANT_TOKENS] = { "tokens", ULL_N_FIELDS },
  [ULL_WANT_REQUESTS] = { "requests", ULL_FIELD_CONCURRENCY },
  [ULL_WANT_CONTEXT] = { "context", ULL_FIELD_CONTEXT },
};

const char *
ull_want_get_id (UllWant want)
{
  g_return_val_if_fail ((guint) want < ULL_N_WANTS, NULL);

  return wants[want].id;
}

const UllField *
ull_want_get_field (UllWant want)
{
  g_return_val_if_fail ((guint) want < ULL_N_WANTS, NULL);

  return wants[want].field == ULL_N_FIELDS ? NULL : ull_field_get (wants[want].field);
}

static UllScenario *
with_load (const UllScenario *scenario, UllWant want, gint64 amount, GError **error)
{
  const UllField *field = ull_want_get_field (want);

  if (field != NULL)
    return ull_scenario_with (scenario, field->id, amount, NULL, error);
  if (amount >= 1)
    return ull_scenario_ref ((UllScenario *) scenario);
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, _("Tokens: less than one is wanted; at least 1 would be right"));
  return NULL;
}

UllReach *
ull_reach_new (const UllScenario *scenario, UllWant want, gint64 amount, GError **error)
{
  g_autoptr (UllScenario) loaded = with_load (scenario, want, amount, error);
  g_autoptr (UllPlan) plan = loaded != NULL ? ull_plan_new (loaded, error) : NULL;
  UllReach *reach;

  if (plan == NULL)
    return NULL;
  reach = g_new0 (UllReach, 1);
  reach->want = want;
  reach->amount = amount;
  reach->scenario = g_steal_pointer (&loaded);
  reach->plan = g_steal_pointer (&plan);
  reach->reached = is_enough (reach, reach->plan);
  reach->single = g_array_new (FALSE, FALSE, sizeof (UllPullRow));
  reach->pairs = g_array_new (FALSE, FALSE, sizeof (UllPullRow));
  g_array_set_clear_func (reach->single, ull_pull_row_clear);
  g_array_set_clear_func (reach->pairs, ull_pull_row_clear);
  if (!reach->reached)
    search_all (reach);
  return reach;
}

void
ull_reach_free (UllReach *reach)
{
  g_clear_pointer (&reach->scenario, ull_scenario_unref);
  g_clear_pointer (&reach->plan, ull_plan_free);
  g_clear_pointer (&reach->single, g_array_unref);
  g_clear_pointer (&reach->pairs, g_array_unref);
  g_free (reach);
}
