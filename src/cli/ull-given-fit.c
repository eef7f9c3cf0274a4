#include "ull-given-fit.h"

#include "ull-files.h"
#include "ull-settings.h"

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
  gboolean known = ull_step_cost_init (&cost, scenario, plan, load, NULL);

  for (guint i = 0; i < ULL_N_STEP_COEFFICIENTS; i++)
    us[i] = known ? MAX (cost.coefficient[i].us, LEAST_US) : usual[i];
}

/* Of card and model whatever else is typed; 0, and a line, where their figures are not known. */
static gint64
corner_of (const UllScenario *scenario, const UllPlan *plan)
{
  g_auto (UllStepCost) cost = { 0 };

  return ull_step_cost_init (&cost, scenario, plan, NULL, NULL) ? ull_step_cost_get_corner (&cost) : 0;
}

static void
set_step (UllLoad *load, const UllServerRun *run, const UllFit *fit)
{
  for (guint i = 0; i < ULL_N_STEP_COEFFICIENTS; i++)
    load->step_us[i] = fit->us[i];
  load->step_fitted = TRUE;
  load->step_hidden = run->hidden;
  ull_load_set_step_source (load, run->name);
}

gboolean
ull_given_fit (const UllArgs *args,
               const UllScenario *scenario,
               UllLoad *load,
               UllGenerationId generation,
               UllFit **fit,
               GError **error)
{
  const char *path = ull_args_get (args, "fit"), *text = ull_args_get (args, "fit-first");
  g_autoptr (UllServerRun) run = NULL;
  g_autoptr (UllPlan) plan = NULL;
  double us[ULL_N_STEP_COEFFICIENTS];
  gint64 first = 0;
  UllSimPool pool;
  gboolean done;

  if (path == NULL && text == NULL)
    return TRUE;
  if (path == NULL)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--fit-first: is of a run; give --fit FILE");
      return FALSE;
    }
  if ((text != NULL && !ull_settings_parse ("fit-first", ULL_KIND_COUNT, ULL_FIT_LEAST_REQUESTS, 1000000, text, &first, error))
      || (run = ull_server_run_read (&ull_file_source, path, error)) == NULL || (plan = ull_plan_new (scenario, error)) == NULL)
    return FALSE;
  set_begin (scenario, plan, load, us);
  run->hidden = corner_of (scenario, plan);
  done = ull_sim_pool_init (&pool, scenario, &plan->layout, generation, error);
  if (done)
    {
      ull_server_run_set_options (run, &pool.scheduler);
      *fit = ull_fit_new (run, &pool.scheduler, us, (guint) first, NULL, NULL, error);
      done = *fit != NULL;
    }
  ull_sim_pool_clear (&pool);
  if (done)
    set_step (load, run, *fit);
  return done;
}
