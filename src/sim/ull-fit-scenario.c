#include "ull-fit-scenario.h"

#include "ull-sim-layout.h"
#include "ull-step-cost.h"

/* The search begins at what card and model come to, so that a card without figures is fitted to by typing where to begin. */

/* A coefficient that is 0 has no logarithm to begin at. */
#define LEAST_US 1e-4
/* Where nothing is known of the card: of no card in particular. */
#define USUAL_US { 20000, 100, 0.1 }

static void
set_begin (const UllScenario *scenario, const UllPlan *plan, const UllLoad *load, double us[ULL_N_STEP_COEFFICIENTS])
{
  const double usual[ULL_N_STEP_COEFFICIENTS] = USUAL_US;
  g_auto (UllStepCost) cost = { 0 };
  gboolean known = ull_step_cost_init (&cost, scenario, plan, load, 0, NULL);

  for (guint i = 0; i < ULL_N_STEP_COEFFICIENTS; i++)
    us[i] = known ? MAX (cost.coefficient[i].us, LEAST_US) : usual[i];
}

/* Of card and model whatever else is typed; 0, and a line, where their figures are not known. */
static gint64
corner_of (const UllScenario *scenario, const UllPlan *plan)
{
  g_auto (UllStepCost) cost = { 0 };

  return ull_step_cost_init (&cost, scenario, plan, NULL, 0, NULL) ? ull_step_cost_get_corner (&cost) : 0;
}

UllFit *
ull_fit_scenario (const UllScenario *scenario,
                  const UllLoad *load,
                  UllServerRun *run,
                  UllGenerationId generation,
                  guint first,
                  gboolean (*go_on) (gint64 tries, gpointer data),
                  gpointer data,
                  GError **error)
{
  g_autoptr (UllPlan) plan = NULL;
  double us[ULL_N_STEP_COEFFICIENTS];
  UllFit *fit = NULL;
  UllSimPool pool;

  plan = ull_plan_new (scenario, error);
  if (plan == NULL)
    return NULL;
  set_begin (scenario, plan, load, us);
  run->hidden = corner_of (scenario, plan);
  if (ull_sim_pool_init (&pool, scenario, &plan->layout, generation, error))
    {
      ull_server_run_set_options (run, &pool.scheduler);
      fit = ull_fit_new (run, &pool.scheduler, us, first, go_on, data, error);
    }
  ull_sim_pool_clear (&pool);
  return fit;
}

void
ull_fit_set_load (const UllFit *fit, const UllServerRun *run, UllLoad *load)
{
  for (guint i = 0; i < ULL_N_STEP_COEFFICIENTS; i++)
    load->step_us[i] = fit->us[i];
  load->step_fitted = TRUE;
  load->step_hidden = fit->hidden;
  ull_load_set_step_source (load, run->name);
}
