#include "ull-disclosure.h"

#include "ull-units.h"

#include <string.h>

/* A withheld disclosure never calls the plan: what is not computed cannot leak. It has no ghost either, since a pinned
 * scenario that is near to the one in question would answer for it. */

GType
ull_disclosure_get_type (void)
{
  static gsize type;

  /* Not G_DEFINE_BOXED_TYPE(): its call through a transparent union is not ISO C. */
  if (g_once_init_enter (&type))
    g_once_init_leave (&type, g_boxed_type_register_static ("UllDisclosure", (GBoxedCopyFunc) ull_disclosure_ref,
                                                            (GBoxedFreeFunc) ull_disclosure_unref));
  return type;
}

static void
disclosure_clear (gpointer data)
{
  UllDisclosure *disclosure = data;

  g_clear_pointer (&disclosure->scenario, ull_scenario_unref);
  g_clear_pointer (&disclosure->plan, ull_plan_free);
  g_clear_pointer (&disclosure->problem, g_free);
  g_clear_pointer (&disclosure->ghost, ull_disclosure_unref);
  g_clear_pointer (&disclosure->ghost_name, g_free);
}

static UllDisclosure *
disclosure_alloc (UllScenario *scenario)
{
  UllDisclosure *disclosure = g_atomic_rc_box_new0 (UllDisclosure);

  disclosure->scenario = ull_scenario_ref (scenario);
  return disclosure;
}

static void
take_problem (UllDisclosure *disclosure, GError *error)
{
  disclosure->problem = g_strdup (error->message);
  g_error_free (error);
}

UllDisclosure *
ull_disclosure_new (UllScenario *scenario)
{
  UllDisclosure *disclosure = disclosure_alloc (scenario);
  GError *error = NULL;

  disclosure->plan = ull_plan_new (scenario, &error);
  if (disclosure->plan == NULL)
    {
      take_problem (disclosure, error);
      return disclosure;
    }
  disclosure->given = disclosure->plan->budget;
  disclosure->n_steps = disclosure->plan->derivation.n_steps;
  return disclosure;
}

UllDisclosure *
ull_disclosure_new_beside (UllScenario *scenario, UllScenario *pinned, const char *name)
{
  UllDisclosure *disclosure = ull_disclosure_new (scenario);
  g_autoptr (UllDisclosure) ghost = NULL;

  if (disclosure->plan == NULL || ull_scenario_equal (scenario, pinned))
    return disclosure;
  ghost = ull_disclosure_new (pinned);
  if (ghost->plan == NULL)
    return disclosure;
  disclosure->ghost = g_steal_pointer (&ghost);
  disclosure->ghost_name = ull_format_plain (name);
  return disclosure;
}

UllDisclosure *
ull_disclosure_new_withheld (UllScenario *scenario)
{
  UllDisclosure *disclosure = disclosure_alloc (scenario);
  GError *error = NULL;

  disclosure->withheld = TRUE;
  if (!ull_budget_terms (scenario, &disclosure->given, &error))
    take_problem (disclosure, error);
  return disclosure;
}

UllDisclosure *
ull_disclosure_new_given (UllScenario *scenario, const UllGiven *given)
{
  UllDisclosure *disclosure = disclosure_alloc (scenario);
  GError *error = NULL;

  disclosure->withheld = TRUE;
  disclosure->drawn = given->drawn;
  if (!ull_given_terms (scenario, given, &disclosure->given, &error) ||
      !ull_figures_init (scenario, given, disclosure->figure, &disclosure->n_figures, &error))
    take_problem (disclosure, error);
  return disclosure;
}

UllDisclosure *
ull_disclosure_with_steps (UllDisclosure *disclosure, guint n_steps)
{
  UllDisclosure *copy = disclosure_alloc (disclosure->scenario);

  copy->given = disclosure->given;
  copy->withheld = disclosure->withheld;
  copy->drawn = disclosure->drawn;
  copy->problem = g_strdup (disclosure->problem);
  copy->n_figures = disclosure->n_figures;
  memcpy (copy->figure, disclosure->figure, sizeof copy->figure);
  if (disclosure->plan == NULL)
    return copy;
  copy->plan = g_memdup2 (disclosure->plan, sizeof *disclosure->plan);
  copy->n_steps = MIN (n_steps, copy->plan->derivation.n_steps);
  if (disclosure->ghost != NULL)
    copy->ghost = ull_disclosure_ref (disclosure->ghost);
  copy->ghost_name = g_strdup (disclosure->ghost_name);
  return copy;
}

gboolean
ull_disclosure_has_ghost (const UllDisclosure *disclosure)
{
  return disclosure != NULL && !disclosure->withheld && disclosure->plan != NULL && disclosure->ghost != NULL;
}

gboolean
ull_disclosure_is_whole (const UllDisclosure *disclosure)
{
  return disclosure != NULL && !disclosure->withheld && disclosure->plan != NULL
         && disclosure->n_steps >= disclosure->plan->derivation.n_steps;
}

UllDisclosure *
ull_disclosure_ref (UllDisclosure *disclosure)
{
  return g_atomic_rc_box_acquire (disclosure);
}

void
ull_disclosure_unref (UllDisclosure *disclosure)
{
  g_atomic_rc_box_release_full (disclosure, disclosure_clear);
}
