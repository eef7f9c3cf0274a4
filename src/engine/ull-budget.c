#include "ull-budget.h"

#include "ull-engine.h"
#include "ull-error.h"
#include "ull-units.h"
#include "ull-weight-share.h"

#include <glib/gi18n-lib.h>

/* given = floor (allocatable * utilisation): what is available rounds down. Headroom = ceil (allocatable * headroom):
 * what is held back rounds up, and it comes off after everything else. With a range of the allocatable size, low and high
 * follow from the same formula at its ends. */

void
ull_budget_set (UllBudget *budget, UllTermId id, const UllTerm *term)
{
  budget->term[id] = *term;
}

gboolean
ull_budget_add_part (UllBudget *budget,
                     UllTermId term,
                     UllPartId id,
                     gint64 first,
                     gint64 second,
                     gint64 third,
                     gint64 rate,
                     gint64 *sum)
{
  UllTermPart part = { id, term, { first, second, third }, rate, 0 };
  gint64 product;

  g_return_val_if_fail (budget->n_parts < ULL_MAX_TERM_PARTS, FALSE);

  if (!ull_mul (first, second, &product) || !ull_mul (product, third, &product) ||
      !ull_mul_div_ceil (product, rate, ULL_PPM_ONE, &part.bytes) || !ull_add (*sum, part.bytes, sum))
    return FALSE;
  budget->part[budget->n_parts++] = part;
  return TRUE;
}

static void
set_term (UllBudget *budget, UllTermId id, gint64 bytes, UllSource source, gboolean inside)
{
  budget->term[id] = (UllTerm) {
    .bytes = bytes, .low = bytes, .high = bytes, .source = source, .inside = inside, .present = TRUE
  };
}

/* The most the pool may reach on a card whose allocations see @allocatable. The fractions are at most one, so the
 * products cannot leave 63 bits. An engine may round what it asks for up. */
static gint64
load_line (const UllScenario *scenario, gint64 allocatable, gint64 *given, gint64 *headroom)
{
  gint64 utilization = ull_engine_get_setting (scenario, ULL_FIELD_UTILIZATION);

  *given = *headroom = 0;
  if (ull_engine_get ((UllEngineId) scenario->value[ULL_FIELD_ENGINE])->asks_up)
    (void) !ull_mul_div_ceil (allocatable, utilization, ULL_PPM_ONE, given);
  else
    (void) !ull_mul_div_floor (allocatable, utilization, ULL_PPM_ONE, given);
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
  /* The pool's range begins as the line's: ull_budget_close() takes the fixed terms off. */
  budget->pool_low = load_line (scenario, device->allocatable_low, &given, &kept);
  budget->pool_high = load_line (scenario, device->allocatable_high, &given, &kept);
}

/* Of a term that follows from the model's own figure: its parts, and what an estimate leaves open. */
static void
open_weights (const UllScenario *scenario, UllBudget *budget)
{
  const UllModel *model = scenario->model;
  UllTerm *term = &budget->term[ULL_TERM_WEIGHTS];

  if (!ull_weight_share_is_known (scenario))
    return;
  ull_weight_share_set (budget, model->weights.bytes);
  if (model->weight_high <= 0)
    return;
  term->low = ull_div_ceil (model->weight_low, scenario->value[ULL_FIELD_TP]);
  term->high = ull_div_ceil (model->weight_high, scenario->value[ULL_FIELD_TP]);
}

static gboolean
set_plain_terms (const UllScenario *scenario, UllBudget *budget, GError **error)
{
  gint64 overhead = scenario->value[ULL_FIELD_OVERHEAD], weights;
  UllWeightSource source;

  if (!ull_scenario_get_weights (scenario, &weights, &source, error))
    return FALSE;
  /* Each card of a tensor-parallel group holds its share; what does not divide evenly is padded. */
  weights = ull_div_ceil (weights, scenario->value[ULL_FIELD_TP]);
  if (source != ULL_WEIGHTS_UNKNOWN)
    {
      set_term (budget, ULL_TERM_WEIGHTS, weights, weights_source (source), TRUE);
      open_weights (scenario, budget);
    }
  if (overhead != ULL_UNSET)
    set_term (budget, ULL_TERM_RUNTIME, overhead, ULL_SOURCE_TYPED, TRUE);
  return ull_budget_add_up (budget, error);
}

void
ull_budget_begin (const UllScenario *scenario, UllBudget *budget)
{
  *budget = (UllBudget) { .free = -1, .widest = ULL_TERM_KV_POOL };
  if (scenario->value[ULL_FIELD_AVAILABLE] != ULL_UNSET)
    only_pool (scenario, budget);
  else
    set_card_terms (scenario, budget);
}

gboolean
ull_budget_terms (const UllScenario *scenario, UllBudget *budget, GError **error)
{
  const UllEngine *engine = ull_engine_get ((UllEngineId) scenario->value[ULL_FIELD_ENGINE]);

  ull_budget_begin (scenario, budget);
  if (scenario->value[ULL_FIELD_AVAILABLE] != ULL_UNSET)
    return TRUE;
  return engine->budget != NULL ? engine->budget (scenario, budget, error) : set_plain_terms (scenario, budget, error);
}

/* Of the terms that are the engine's own, which the pool or the rest of the card pays for. */
static gboolean
is_taken (const UllBudget *budget, UllTermId id, gboolean inside)
{
  return id != ULL_TERM_DRIVER && id < ULL_TERM_KV_POOL && budget->term[id].present && budget->term[id].inside == inside;
}

static gboolean
sum_terms (UllBudget *budget)
{
  gint64 widest = budget->pool_high - budget->pool_low;

  budget->fixed = budget->fixed_low = budget->fixed_high = budget->outside = 0;
  budget->widest = ULL_TERM_KV_POOL;
  for (int id = 0; id < ULL_TERM_KV_POOL; id++)
    {
      const UllTerm *term = &budget->term[id];

      if (is_taken (budget, (UllTermId) id, FALSE) && !ull_add (budget->outside, term->bytes, &budget->outside))
        return FALSE;
      if (!is_taken (budget, (UllTermId) id, TRUE))
        continue;
      if (!ull_add (budget->fixed, term->bytes, &budget->fixed) || !ull_add (budget->fixed_low, term->low, &budget->fixed_low) ||
          !ull_add (budget->fixed_high, term->high, &budget->fixed_high))
        return FALSE;
      if (term->high - term->low <= widest)
        continue;
      widest = term->high - term->low;
      budget->widest = (UllTermId) id;
    }
  return TRUE;
}

gboolean
ull_budget_add_up (UllBudget *budget, GError **error)
{
  gint64 rest;

  if (!sum_terms (budget))
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_OVERFLOW,
                   _("weights and overhead are more bytes than can be counted; smaller figures would be right"));
      return FALSE;
    }
  rest = budget->allocatable - budget->given - budget->outside;
  budget->overlap = MAX (-rest, 0);
  if (rest > 0)
    set_term (budget, ULL_TERM_NOT_GIVEN, rest, ULL_SOURCE_TYPED, FALSE);
  return TRUE;
}

void
ull_budget_close (UllBudget *budget)
{
  gint64 left = budget->line - budget->fixed;

  budget->pool = MAX (left, 0);
  budget->deficit = MAX (-left, 0);
  budget->pool_low = MAX (budget->pool_low - budget->fixed_high, 0);
  budget->pool_high = MAX (budget->pool_high - budget->fixed_low, 0);
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
  [ULL_TERM_OTHERS] = { "others", N_("Other processes") },
  [ULL_TERM_CONTEXT] = { "context", N_("Device context") },
  [ULL_TERM_RUNTIME] = { "overhead", N_("Overhead") },
  [ULL_TERM_NON_TORCH] = { "non_torch", N_("Outside the allocator") },
  [ULL_TERM_WEIGHTS] = { "weights", N_("Weights") },
  [ULL_TERM_LORA] = { "lora", N_("LoRA slots") },
  [ULL_TERM_DRAFT] = { "draft_weights", N_("Draft weights") },
  [ULL_TERM_ACTIVATION] = { "activation", N_("Activation peak") },
  [ULL_TERM_ENCODER] = { "encoder", N_("Encoder") },
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
