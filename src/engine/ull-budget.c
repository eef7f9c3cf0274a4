#include "ull-budget.h"

#include "ull-engine.h"
#include "ull-error.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* given = floor (allocatable * utilisation): what is available rounds down. Headroom = ceil (allocatable * headroom):
 * what is held back rounds up, and it comes off after everything else. With a range of the allocatable size, low and high
 * follow from the same formula at its ends. */

static void
set_term (UllBudget *budget, UllTermId id, gint64 bytes, UllSource source, gboolean inside)
{
  budget->term[id] = (UllTerm) {
    .bytes = bytes, .low = bytes, .high = bytes, .source = source, .inside = inside, .present = TRUE
  };
}

/* The most the pool may reach on a card whose allocations see @allocatable. The fractions are at most one, so the
 * products cannot leave 63 bits. */
static gint64
load_line (const UllScenario *scenario, gint64 allocatable, gint64 *given, gint64 *headroom)
{
  *given = *headroom = 0;
  (void) !ull_mul_div_floor (allocatable, ull_engine_get_setting (scenario, ULL_FIELD_UTILIZATION), ULL_PPM_ONE, given);
  (void) !ull_mul_div_ceil (allocatable, scenario->value[ULL_FIELD_HEADROOM], ULL_PPM_ONE, headroom);
  *headroom = MIN (*headroom, *given);
  return *given - *headroom;
}

static UllSource
weights_source (UllWeightSource source)
{
  switch (source)
    {
    case ULL_WEIGHTS_HEADERS:
    case ULL_WEIGHTS_INDEX:
      return ULL_SOURCE_FILE;
    case ULL_WEIGHTS_TYPED:
      return ULL_SOURCE_TYPED;
    case ULL_WEIGHTS_ESTIMATE:
      return ULL_SOURCE_FORMULA;
    case ULL_WEIGHTS_UNKNOWN:
    default:
      return ULL_SOURCE_GUESS;
    }
}

/* With the KV memory given, nothing else of the card matters: the pool is the vessel. */
static void
only_pool (const UllScenario *scenario, UllBudget *budget)
{
  gint64 pool = scenario->value[ULL_FIELD_AVAILABLE];

  budget->card = budget->allocatable = budget->given = budget->line = pool;
  budget->pool_low = budget->pool_high = pool;
}

static void
set_card_terms (const UllScenario *scenario, UllBudget *budget)
{
  const UllDevice *device = scenario->device;
  gint64 headroom, given, kept;

  budget->card = device->reported;
  budget->allocatable = device->allocatable;
  budget->line = load_line (scenario, device->allocatable, &budget->given, &headroom);
  if (device->reported > device->allocatable)
    {
      UllTerm *driver = &budget->term[ULL_TERM_DRIVER];

      set_term (budget, ULL_TERM_DRIVER, device->reported - device->allocatable,
                device->guess ? ULL_SOURCE_GUESS : ULL_SOURCE_MEASURED, FALSE);
      driver->low = device->reported - device->allocatable_high;
      driver->high = device->reported - device->allocatable_low;
    }
  if (headroom > 0)
    set_term (budget, ULL_TERM_HEADROOM, headroom, ULL_SOURCE_TYPED, FALSE);
  if (budget->allocatable > budget->given)
    set_term (budget, ULL_TERM_NOT_GIVEN, budget->allocatable - budget->given, ULL_SOURCE_TYPED, FALSE);
  /* The pool's range begins as the line's: ull_budget_close() takes the fixed terms off. */
  budget->pool_low = load_line (scenario, device->allocatable_low, &given, &kept);
  budget->pool_high = load_line (scenario, device->allocatable_high, &given, &kept);
}

gboolean
ull_budget_terms (const UllScenario *scenario, UllBudget *budget, GError **error)
{
  gint64 overhead = scenario->value[ULL_FIELD_OVERHEAD], weights;
  UllWeightSource source;

  *budget = (UllBudget) { 0 };
  if (scenario->value[ULL_FIELD_AVAILABLE] != ULL_UNSET)
    {
      only_pool (scenario, budget);
      return TRUE;
    }
  if (!ull_scenario_get_weights (scenario, &weights, &source, error))
    return FALSE;
  set_card_terms (scenario, budget);
  /* Each card of a tensor-parallel group holds its share; what does not divide evenly is padded. */
  weights = ull_div_ceil (weights, scenario->value[ULL_FIELD_TP]);
  if (source != ULL_WEIGHTS_UNKNOWN)
    set_term (budget, ULL_TERM_WEIGHTS, weights, weights_source (source), TRUE);
  if (overhead != ULL_UNSET)
    set_term (budget, ULL_TERM_RUNTIME, overhead, ULL_SOURCE_TYPED, TRUE);
  if (ull_add (weights, MAX (overhead, 0), &budget->fixed))
    return TRUE;
  g_set_error (error, ULL_ERROR, ULL_ERROR_OVERFLOW,
               _("weights and overhead are more bytes than can be counted; smaller figures would be right"));
  return FALSE;
}

void
ull_budget_close (UllBudget *budget)
{
  gint64 left = budget->line - budget->fixed;

  budget->pool = MAX (left, 0);
  budget->deficit = MAX (-left, 0);
  budget->pool_low = MAX (budget->pool_low - budget->fixed, 0);
  budget->pool_high = MAX (budget->pool_high - budget->fixed, 0);
  set_term (budget, ULL_TERM_KV_POOL, budget->pool, ULL_SOURCE_FORMULA, TRUE);
  budget->term[ULL_TERM_KV_POOL].low = budget->pool_low;
  budget->term[ULL_TERM_KV_POOL].high = budget->pool_high;
}

static const struct
{
  const char *id;
  const char *label;
} terms[ULL_N_TERMS] = {
  [ULL_TERM_DRIVER] = { "driver", N_("Driver keeps") },
  [ULL_TERM_RUNTIME] = { "overhead", N_("Overhead") },
  [ULL_TERM_WEIGHTS] = { "weights", N_("Weights") },
  [ULL_TERM_ACTIVATION] = { "activation", N_("Activation peak") },
  [ULL_TERM_GRAPHS] = { "graphs", N_("Captured graphs") },
  [ULL_TERM_COMMUNICATION] = { "communication", N_("Communication") },
  [ULL_TERM_KV_POOL] = { "kv_pool", N_("KV pool") },
  [ULL_TERM_HEADROOM] = { "headroom", N_("Failure headroom") },
  [ULL_TERM_NOT_GIVEN] = { "not_given", N_("Not given") },
};

static const struct
{
  const char *id;
  const char *label;
} sources[] = {
  [ULL_SOURCE_MEASURED] = { "measured", N_("measured") },
  [ULL_SOURCE_FILE] = { "file", N_("from the file") },
  [ULL_SOURCE_FORMULA] = { "formula", N_("by formula") },
  [ULL_SOURCE_TYPED] = { "typed", N_("as set") },
  [ULL_SOURCE_GUESS] = { "guess", N_("a guess") },
};

const char *
ull_term_get_id (UllTermId term)
{
  g_return_val_if_fail ((guint) term < ULL_N_TERMS, NULL);

  return terms[term].id;
}

const char *
ull_term_get_label (UllTermId term)
{
  g_return_val_if_fail ((guint) term < ULL_N_TERMS, NULL);

  return _(terms[term].label);
}

const char *
ull_source_get_id (UllSource source)
{
  g_return_val_if_fail ((guint) source < G_N_ELEMENTS (sources), NULL);

  return sources[source].id;
}

const char *
ull_source_get_label (UllSource source)
{
  g_return_val_if_fail ((guint) source < G_N_ELEMENTS (sources), NULL);

  return _(sources[source].label);
}
