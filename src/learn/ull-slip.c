#include "ull-slip-private.h"

#include "ull-error.h"
#include "ull-units.h"

#include <math.h>
#include <string.h>

/* A form's replacements become patches of the derivation, which is then evaluated again: integers as exact as the truth's. A
 * form counts where each replacement that is not optional found an operand to change. Two slips at once are not tried: thirty
 * of them make hundreds of pairs, and some pair is near any number at all. */

static gboolean
is_store_of (const UllSlipView *view, const UllStep *step, UllOf of)
{
  const UllOperand *operand = &view->plan->derivation.operand[step->first_operand];
  gint64 growth = operand[ULL_STORE_GROWTH].value;
  gboolean pair = operand[ULL_STORE_V_DIM].value > 0 && operand[ULL_STORE_K_DIM].value > 0;
  guint n_growing = 0;

  switch (of)
    {
    case ULL_OF_ATTENTION:
      return growth != ULL_GROWTH_CONSTANT && pair;
    case ULL_OF_ENTRIES:
      return growth != ULL_GROWTH_CONSTANT;
    case ULL_OF_WINDOW:
      return growth == ULL_GROWTH_CAPPED;
    case ULL_OF_STATE:
      return growth == ULL_GROWTH_CONSTANT;
    case ULL_OF_LATENT:
      return growth != ULL_GROWTH_CONSTANT && step->kind == ULL_LAYER_LATENT && !pair;
    case ULL_OF_GROWTH:
      for (guint i = 0; i < view->plan->layout.n_parts; i++)
        n_growing += view->plan->layout.part[i].store.growth == ULL_GROWTH_TOKEN;
      return growth == ULL_GROWTH_TOKEN && n_growing == 1;
    case ULL_OF_ANY:
    default:
      return TRUE;
    }
}

/* Heads are divided among cards before they are a store's, and layers may be counted in pages: those steps have no store to
 * ask. A store's other facts may stand in sums of something else, and are not meant there. */
static gboolean
is_of (const UllSlipView *view, const UllStep *step, const UllReplacement *replacement)
{
  if (step->op == ULL_OP_STORE_BYTES)
    return is_store_of (view, step, replacement->of);
  if (replacement->ref >= ULL_FACT_PARAMETERS)
    return TRUE;
  if (replacement->ref == ULL_FACT_LAYERS)
    return replacement->of == ULL_OF_ANY && (step->id == ULL_STEP_PAGE || step->id == ULL_STEP_KIND_PAGES);
  return replacement->ref == ULL_FACT_KV_HEADS && replacement->of == ULL_OF_ATTENTION && step->id == ULL_STEP_HEADS;
}

/* A term that an engine's rules make is a step of the sum, named for its term. */
static gboolean
is_term (const UllDerivation *derivation, const UllStep *step, const UllOperand *operand, int term)
{
  const UllStep *made;

  if (operand->kind == ULL_OPERAND_TERM)
    return (int) operand->ref == term;
  if (operand->kind != ULL_OPERAND_STEP || step->id != ULL_STEP_POOL)
    return FALSE;
  made = &derivation->step[operand->ref];
  return made->id >= ULL_STEP_TERM_LOGITS && made->id <= ULL_STEP_TERM_SUM && (int) made->term == term;
}

static gboolean
stands_at (const UllSlipView *view, const UllStep *step, guint nth, const UllReplacement *replacement)
{
  const UllDerivation *derivation = &view->plan->derivation;
  const UllOperand *operand = &derivation->operand[step->first_operand + nth];

  switch (replacement->at)
    {
    case ULL_AT_FACT:
      return operand->kind == ULL_OPERAND_FACT && (int) operand->ref == replacement->ref && is_of (view, step, replacement);
    case ULL_AT_FIELD:
      return operand->kind == ULL_OPERAND_FIELD && (int) operand->ref == replacement->ref;
    case ULL_AT_TERM:
      return is_term (derivation, step, operand, replacement->ref);
    case ULL_AT_STEP:
      return operand->kind == ULL_OPERAND_STEP && (int) derivation->step[operand->ref].id == replacement->ref;
    case ULL_AT_FIRST:
    case ULL_AT_SECOND:
      return nth == (replacement->at == ULL_AT_FIRST ? 0 : 1) && (int) step->id == replacement->ref;
    case ULL_AT_NONE:
    default:
      return FALSE;
    }
}

typedef struct
{
  UllPatch patch[ULL_MAX_OPERANDS];
  guint n_patches;
  guint found[ULL_MAX_REPLACEMENTS]; /* operands that each replacement changed */
} Patches;

static void
patch_operand (const UllSlipView *view, const UllSlipForm *form, const UllStep *step, guint nth, Patches *patches)
{
  const UllOperand *operand = &view->plan->derivation.operand[step->first_operand + nth];

  for (guint i = 0; i < ULL_MAX_REPLACEMENTS; i++)
    {
      const UllReplacement *replacement = &form->replacement[i];
      gint64 value;

      if (!stands_at (view, step, nth, replacement) ||
          !replacement->instead (view, step, operand, replacement->argument, &value) || value == operand->value)
        continue;
      patches->patch[patches->n_patches++] = (UllPatch) { step->first_operand + nth, value };
      patches->found[i]++;
      return;
    }
}

static gboolean
make_patches (const UllSlipView *view, const UllSlipForm *form, Patches *patches)
{
  const UllDerivation *derivation = &view->plan->derivation;

  patches->n_patches = 0;
  memset (patches->found, 0, sizeof patches->found);
  for (guint i = 0; i < derivation->n_steps; i++)
    for (guint nth = 0; nth < derivation->step[i].n_operands; nth++)
      patch_operand (view, form, &derivation->step[i], nth, patches);
  for (guint i = 0; i < ULL_MAX_REPLACEMENTS; i++)
    if (form->replacement[i].at != ULL_AT_NONE && !form->replacement[i].optional && patches->found[i] == 0)
      return FALSE;
  return patches->n_patches > 0;
}

/* The step that a sentence names: the first before the figure itself that differs, of those that a person has a word for. */
static int
changed_step (const UllDerivation *derivation, const gint64 *values, int target)
{
  static const UllStepId named[] = { ULL_STEP_BYTES_PER_TOKEN, ULL_STEP_REQUEST, ULL_STEP_WEIGHTS, ULL_STEP_WEIGHT_PARTS, ULL_STEP_WEIGHTS_EACH,
                                     ULL_STEP_GIVEN, ULL_STEP_POOL, ULL_STEP_BLOCKS };

  for (gsize i = 0; i < G_N_ELEMENTS (named); i++)
    {
      int step = ull_derivation_find_last (derivation, named[i]);

      if (step >= 0 && step < target && values[step] != derivation->step[step].value)
        return step;
    }
  return -1;
}

static gboolean
has_mark (const UllSlips *slips, UllSlipId id, gint64 value)
{
  for (guint i = 0; i < slips->marks->len; i++)
    {
      const UllSlipMark *mark = &g_array_index (slips->marks, UllSlipMark, i);

      if (mark->id == id && mark->value == value)
        return TRUE;
    }
  return FALSE;
}

static void
add_form (UllSlips *slips, const UllSlipView *view, const UllSlipForm *form, Patches *patches)
{
  const UllDerivation *derivation = &slips->plan->derivation;
  int target = ull_derivation_find_last (derivation, slips->target);
  gint64 values[ULL_MAX_STEPS];
  UllSlipMark mark = { .id = form->slip, .name = form->name, .step = -1 };

  if (!make_patches (view, form, patches) ||
      !ull_derivation_evaluate (derivation, patches->patch, patches->n_patches, values))
    return;
  mark.value = values[target];
  if (mark.value < 0 || ull_within ((double) mark.value, (double) slips->truth, slips->tolerance) ||
      has_mark (slips, mark.id, mark.value))
    return;
  mark.step = changed_step (derivation, values, target);
  mark.step_value = mark.step >= 0 ? values[mark.step] : 0;
  g_array_append_val (slips->marks, mark);
}

static int
compare_cb (const void *a, const void *b)
{
  const UllSlipMark *one = a, *other = b;

  if (one->value != other->value)
    return one->value < other->value ? -1 : 1;
  return (int) one->id - (int) other->id;
}

UllSlips *
ull_slips_new (const UllScenario *scenario, UllStepId target, gint64 tolerance, GError **error)
{
  g_autoptr (UllPlan) plan = ull_plan_new (scenario, error);
  g_autofree Patches *patches = NULL;
  UllSlipView view = { scenario, plan };
  UllSlips *slips;
  int step;

  if (plan == NULL)
    return NULL;
  step = ull_derivation_find_last (&plan->derivation, target);
  if (step < 0)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, "%s: is no figure of this plan", ull_step_get_id (target));
      return NULL;
    }
  slips = g_new0 (UllSlips, 1);
  slips->target = target;
  slips->unit = plan->derivation.step[step].unit;
  slips->truth = plan->derivation.step[step].value;
  slips->tolerance = tolerance;
  slips->marks = g_array_new (FALSE, FALSE, sizeof (UllSlipMark));
  slips->plan = g_steal_pointer (&plan);
  patches = g_new (Patches, 1);
  for (const UllSlipForm *form = ull_slip_forms; form->slip != ULL_N_SLIPS; form++)
    add_form (slips, &view, form, patches);
  g_array_sort (slips->marks, compare_cb);
  return slips;
}

void
ull_slips_free (UllSlips *slips)
{
  g_clear_pointer (&slips->plan, ull_plan_free);
  g_clear_pointer (&slips->marks, g_array_unref);
  g_free (slips);
}

UllStepId
ull_slips_requests_step (const UllPlan *plan)
{
  return ull_derivation_find (&plan->derivation, ULL_STEP_RUNNING) >= 0 ? ULL_STEP_RUNNING : ULL_STEP_MAX_REQUESTS;
}

gboolean
ull_within (double number, double value, gint64 tolerance)
{
  return fabs (number - value) <= fabs (value) * (double) tolerance / (double) ULL_PPM_ONE;
}

static double
distance (double number, const UllSlipMark *mark)
{
  return fabs (number - (double) mark->value);
}

/* Nearest first; of equals, the order of the marks. */
static void
name_mark (UllDiagnosis *diagnosis, double number, const UllSlipMark *mark)
{
  guint place = diagnosis->n_named;

  for (guint i = 0; i < diagnosis->n_named; i++)
    if (diagnosis->named[i].id == mark->id)
      return;
  while (place > 0 && distance (number, mark) < distance (number, &diagnosis->named[place - 1]))
    place--;
  if (place == ULL_MAX_NAMED)
    return;
  diagnosis->n_named = MIN (diagnosis->n_named + 1, ULL_MAX_NAMED);
  memmove (&diagnosis->named[place + 1], &diagnosis->named[place],
           (diagnosis->n_named - place - 1) * sizeof *diagnosis->named);
  diagnosis->named[place] = *mark;
}

void
ull_slips_diagnose (const UllSlips *slips, double number, UllDiagnosis *diagnosis)
{
  memset (diagnosis, 0, sizeof *diagnosis);
  if (ull_within (number, (double) slips->truth, slips->tolerance))
    {
      diagnosis->result = ULL_DIAGNOSIS_RIGHT;
      return;
    }
  for (guint i = 0; i < slips->marks->len; i++)
    {
      const UllSlipMark *mark = &g_array_index (slips->marks, UllSlipMark, i);

      if (ull_within (number, (double) mark->value, slips->tolerance))
        name_mark (diagnosis, number, mark);
    }
  diagnosis->result = diagnosis->n_named > 0 ? ULL_DIAGNOSIS_SLIP : ULL_DIAGNOSIS_UNKNOWN;
}
