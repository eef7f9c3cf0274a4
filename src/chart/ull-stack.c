/* The division of the card as it is drawn. Levels are bytes from the bottom of the vessel, whose height is what the
 * driver reports:
 *
 *   driver | terms outside the budget | terms inside it | in flight | retained | waste | ullage || headroom | not given
 *                                                       ^ load line = driver + outside terms + the budget's line
 *
 * Outside terms that what is not given has no room for are cut off: the engine would not start, or fail soon after.
 *
 * The parts sum to the card to the byte. Where the terms alone pass the load line they are cut off at it, and what is
 * cut off is the overflow; where the requests do, the pool is full and the overflow is what they still ask for. */
#include "ull-stack.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>

static const struct
{
  UllTermId term;
  UllArea area;
  UllStepId step;
} terms[] = {
  { ULL_TERM_DRIVER, ULL_AREA_DRIVER, ULL_N_STEP_IDS },
  { ULL_TERM_OTHERS, ULL_AREA_NOT_GIVEN, ULL_N_STEP_IDS },
  { ULL_TERM_CONTEXT, ULL_AREA_RUNTIME, ULL_N_STEP_IDS },
  { ULL_TERM_RUNTIME, ULL_AREA_RUNTIME, ULL_STEP_POOL },
  { ULL_TERM_NON_TORCH, ULL_AREA_RUNTIME, ULL_STEP_POOL },
  { ULL_TERM_WEIGHTS, ULL_AREA_WEIGHTS, ULL_STEP_WEIGHTS },
  { ULL_TERM_LORA, ULL_AREA_WEIGHTS, ULL_STEP_TERM_LORA },
  { ULL_TERM_DRAFT, ULL_AREA_WEIGHTS, ULL_STEP_POOL },
  { ULL_TERM_ACTIVATION, ULL_AREA_ACTIVATION, ULL_STEP_POOL },
  { ULL_TERM_ENCODER, ULL_AREA_ACTIVATION, ULL_STEP_POOL },
  { ULL_TERM_GRAPHS, ULL_AREA_GRAPHS, ULL_STEP_POOL },
  { ULL_TERM_COMMUNICATION, ULL_AREA_COMMUNICATION, ULL_STEP_POOL },
};

int
ull_stack_step (const UllDisclosure *disclosure, UllStepId id)
{
  int step;

  if (disclosure->plan == NULL || id >= ULL_N_STEP_IDS)
    return -1;

  step = ull_derivation_find (&disclosure->plan->derivation, id);
  return step >= 0 && (guint) step < disclosure->n_steps ? step : -1;
}

static gint64
top_of (const UllStack *stack)
{
  const UllStackPart *last;

  if (stack->n_parts == 0)
    return 0;

  last = &stack->part[stack->n_parts - 1];
  return last->level + last->bytes;
}

static UllStackPart *
add_part (UllStack *stack, const char *id, const char *name, UllArea area, gint64 bytes)
{
  UllStackPart *part = &stack->part[stack->n_parts];

  if (bytes <= 0)
    return NULL;

  part->id = id;
  part->name = name;
  part->area = area;
  part->level = top_of (stack);
  part->bytes = part->size = part->low = part->high = bytes;
  part->source = part->step = -1;
  stack->n_parts++;
  return part;
}

static void
add_term (UllStack *stack, const UllDisclosure *disclosure, UllTermId id, UllArea area, int step, gint64 room)
{
  const UllTerm *term = &disclosure->given.term[id];
  UllStackPart *part = NULL;

  if (term->present)
    part = add_part (stack, ull_term_get_id (id), ull_term_get_label (id), area, MIN (term->bytes, room));
  if (part == NULL)
    return;

  part->size = term->bytes;
  part->low = term->low;
  part->high = term->high;
  part->source = (int) term->source;
  part->step = step;
}

static void
add_pool (UllStack *stack, const UllDisclosure *disclosure)
{
  const UllPlan *plan = disclosure->plan;
  gint64 pool = plan->budget.pool;
  gint64 retained = CLAMP (plan->retained_bytes, 0, pool);
  gint64 in_flight = CLAMP (plan->in_flight_bytes, 0, pool - retained);
  gint64 waste = CLAMP (plan->waste_bytes, 0, pool - retained - in_flight);
  gint64 left = pool - retained - in_flight - waste;
  int demand = ull_stack_step (disclosure, ULL_STEP_DEMAND);
  UllStackPart *part;

  /* A pool that is over-asked has no ullage: what no whole request can use is rounding. */
  if (plan->ullage_bytes <= 0)
    {
      waste += left;
      left = 0;
    }
  stack->demand_level = top_of (stack);
  part = add_part (stack, "in-flight", _("KV in flight"), ULL_AREA_IN_FLIGHT, in_flight);
  if (part != NULL)
    part->step = demand;
  part = add_part (stack, "retained", _("Retained prefixes"), ULL_AREA_RETAINED, retained);
  if (part != NULL)
    part->step = ull_stack_step (disclosure, ULL_STEP_RETAINED);
  part = add_part (stack, "waste", _("Rounding waste"), ULL_AREA_WASTE, waste);
  if (part != NULL)
    part->step = demand;
  stack->level = top_of (stack);
  part = add_part (stack, "ullage", _("Ullage"), ULL_AREA_ULLAGE, left);
  if (part != NULL)
    part->step = ull_stack_step (disclosure, ULL_STEP_ULLAGE);
}

static void
set_answers (UllStack *stack, const UllDisclosure *disclosure)
{
  const UllPlan *plan = disclosure->plan;

  stack->request = plan->request_bytes;
  stack->asked = plan->demand_bytes;
  stack->weights_over = plan->budget.deficit > 0;
  stack->overflow = stack->weights_over ? plan->budget.deficit : MAX (0, -plan->ullage_bytes);
  stack->refused = plan->budget.refused > 0;
  if (stack->refused)
    stack->overflow = plan->budget.refused;
  stack->level_low = stack->level - (plan->budget.pool_high - plan->budget.pool);
  stack->level_high = stack->level + (plan->budget.pool - plan->budget.pool_low);
}

static gint64
get_driver (const UllBudget *given)
{
  return given->term[ULL_TERM_DRIVER].present ? given->term[ULL_TERM_DRIVER].bytes : 0;
}

/* The term's own step where it has one, else the pool's, of which it is an operand. */
static int
step_of (const UllDisclosure *disclosure, UllTermId id, UllStepId step)
{
  const UllDerivation *derivation = disclosure->plan ? &disclosure->plan->derivation : NULL;

  for (guint i = 0; derivation != NULL && i < disclosure->n_steps && i < derivation->n_steps; i++)
    if (derivation->step[i].id == ULL_STEP_TERM_SUM && derivation->step[i].term == id)
      return (int) i;
  if (id == ULL_TERM_WEIGHTS && ull_stack_step (disclosure, ULL_STEP_WEIGHT_PARTS) >= 0)
    return ull_stack_step (disclosure, ULL_STEP_WEIGHT_PARTS);
  return ull_stack_step (disclosure, step);
}

int
ull_stack_weights_step (const UllDisclosure *disclosure, UllWeightPart part)
{
  const UllDerivation *derivation = disclosure->plan ? &disclosure->plan->derivation : NULL;

  for (guint i = 0; derivation != NULL && i < disclosure->n_steps && i < derivation->n_steps; i++)
    if (derivation->step[i].id == ULL_STEP_WEIGHT_SHARE && derivation->step[i].part == part)
      return (int) i;
  return step_of (disclosure, ULL_TERM_WEIGHTS, ULL_STEP_WEIGHTS);
}

static void
add_terms (UllStack *stack, const UllDisclosure *disclosure, gboolean inside, gint64 limit)
{
  for (guint i = 0; i < G_N_ELEMENTS (terms); i++)
    if (disclosure->given.term[terms[i].term].inside == inside)
      add_term (stack, disclosure, terms[i].term, terms[i].area, step_of (disclosure, terms[i].term, terms[i].step),
                limit - top_of (stack));
}

/* The pool is known once it is given, as a step of the sum that was shown, and nothing else is left out. */
static gboolean
is_pool_given (const UllDisclosure *disclosure, gint64 bytes)
{
  for (guint i = 0; i < disclosure->n_figures; i++)
    if (disclosure->figure[i].id == ULL_STEP_POOL && disclosure->figure[i].value == bytes)
      return TRUE;
  return FALSE;
}

/* What a question gives, and what is left of it to the load line. That has no size to be told: what it comes to is asked. */
static void
add_given (UllStack *stack, const UllDisclosure *disclosure)
{
  UllStackPart *part;

  add_terms (stack, disclosure, FALSE, stack->line - stack->given);
  add_terms (stack, disclosure, TRUE, stack->line);
  if (stack->n_parts == 0)
    return;
  part = add_part (stack, "withheld", _("Withheld"), ULL_AREA_NOT_GIVEN, stack->line - top_of (stack));
  if (part != NULL && is_pool_given (disclosure, part->bytes))
    {
      part->id = "pool";
      part->name = _("KV pool");
      part->area = ULL_AREA_ULLAGE;
    }
  else if (part != NULL)
    {
      part->withheld = TRUE;
      part->size = part->low = part->high = 0;
    }
  add_term (stack, disclosure, ULL_TERM_HEADROOM, ULL_AREA_HEADROOM, -1, stack->card - top_of (stack));
  add_term (stack, disclosure, ULL_TERM_NOT_GIVEN, ULL_AREA_NOT_GIVEN, -1, stack->card - top_of (stack));
}

gboolean
ull_stack_init (UllStack *stack, const UllDisclosure *disclosure)
{
  const UllBudget *given = &disclosure->given;

  *stack = (UllStack) { 0 };
  stack->card = MAX (1, given->card);
  stack->given = given->line;
  stack->line = get_driver (given) + given->outside - given->overlap + given->line;
  if (disclosure->withheld && disclosure->drawn)
    add_given (stack, disclosure);
  if (disclosure->withheld || disclosure->plan == NULL)
    return FALSE;

  add_terms (stack, disclosure, FALSE, stack->line - given->line);
  add_terms (stack, disclosure, TRUE, stack->line);
  add_pool (stack, disclosure);
  add_term (stack, disclosure, ULL_TERM_HEADROOM, ULL_AREA_HEADROOM,
            ull_stack_step (disclosure, ULL_STEP_HEADROOM), stack->card);
  add_term (stack, disclosure, ULL_TERM_NOT_GIVEN, ULL_AREA_NOT_GIVEN,
            ull_stack_step (disclosure, ULL_STEP_GIVEN), stack->card);
  set_answers (stack, disclosure);
  return TRUE;
}
