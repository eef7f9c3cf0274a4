/* Which curves are shown and over which range. The present dtype comes first; others that the engine has follow where they
 * would be told apart from those already chosen. The pool is the plan's: it does not depend on the KV dtype. */
#include "ull-curves.h"

#include "ull-engine.h"
#include "ull-ghost.h"
#include "ull-units.h"

#define FIRST_TOKENS 1024
/* Of the bytes of a request, below which two curves would leave no room for their names. */
#define APART 1.35

static double
rate_of (const UllLayout *layout, gint64 tokens)
{
  gint64 bytes;

  return ull_layout_request_bytes (layout, tokens, &bytes) ? (double) bytes : G_MAXDOUBLE;
}

static void
name_curve (UllCurve *curve)
{
  const char *k = ull_dtype_info (curve->layout.formats.k)->id;
  const char *v = ull_dtype_info (curve->layout.formats.v)->id;

  if (g_str_equal (k, v))
    g_strlcpy (curve->name, k, sizeof curve->name);
  else
    g_snprintf (curve->name, sizeof curve->name, "%s/%s", k, v);
  g_snprintf (curve->id, sizeof curve->id, "curve-%s", curve->name);
}

static gboolean
stands_apart (const UllCurves *curves, const UllLayout *layout, gint64 tokens)
{
  double rate = rate_of (layout, tokens);

  for (guint i = 0; i < curves->n; i++)
    {
      double other = rate_of (&curves->curve[i].layout, tokens);

      if (MAX (rate, other) < APART * MIN (rate, other) || rate == other)
        return FALSE;
    }
  return TRUE;
}

static void
add_curve (UllCurves *curves, const UllDisclosure *disclosure, UllDtype dtype)
{
  const UllPlan *plan = disclosure->plan;
  g_autoptr (UllScenario) scenario = ull_scenario_with_kv_dtype (disclosure->scenario, dtype);
  UllCurve *curve = &curves->curve[curves->n];

  if (scenario == NULL || !ull_layout_init (&curve->layout, scenario, plan->budget.pool, NULL)
      || !stands_apart (curves, &curve->layout, plan->context))
    return;

  name_curve (curve);
  curves->n++;
}

static gint64
longest_of (const UllCurves *curves, gint64 limit)
{
  gint64 longest = 0;

  for (guint i = 0; i < curves->n; i++)
    longest = MAX (longest, ull_layout_max_tokens (&curves->curve[i].layout, 1, limit));
  return longest;
}

static void
set_tokens (UllCurves *curves, const UllDisclosure *disclosure)
{
  gint64 positions = disclosure->scenario->model->max_positions;
  gint64 context = disclosure->plan->context;
  gint64 limit = ull_field_get (ULL_FIELD_CONTEXT)->max;
  gint64 longest = longest_of (curves, limit);

  curves->any = longest > 0;
  curves->shortest = MIN (FIRST_TOKENS, ull_scale_pow2_floor (context));
  /* A model that ends at some hundred tokens has its whole curve below those. */
  if (positions > 0)
    curves->shortest = MIN (curves->shortest, MAX (1, ull_scale_pow2_ceil (positions) / 8));
  /* Where only shorter requests fit than the axis would begin with, it begins with them. */
  if (longest > 0 && longest < 2 * curves->shortest)
    curves->shortest = MAX (1, ull_scale_pow2_floor (longest) / 4);
  if (positions > 0)
    curves->longest = MAX (positions, context);
  else
    curves->longest = ull_scale_pow2_ceil (MAX (context * 2, MIN (longest, context * 64)));
  curves->longest = MAX (curves->longest, 8 * curves->shortest);
}

static void
set_requests (UllCurves *curves, const UllDisclosure *disclosure)
{
  gint64 sequences = ull_engine_get_setting (disclosure->scenario, ULL_FIELD_MAX_NUM_SEQS);
  double most = (double) MAX (2, disclosure->plan->concurrency);

  for (guint i = 0; i < curves->n; i++)
    {
      gint64 requests = ull_layout_max_requests (&curves->curve[i].layout, curves->shortest);

      if (requests != G_MAXINT64)
        most = MAX (most, (double) requests);
    }
  /* A limit far beyond what memory holds would squeeze the curves to say what does not bind. */
  if (sequences != ULL_UNSET && (double) sequences <= 8 * most)
    most = MAX (most, (double) sequences);
  curves->most = most * 1.15;
}

static void
set_whole (UllCurves *curves)
{
  curves->least = ULL_CURVES_LEAST;
  curves->whole
    = (UllExtent){ (double) curves->shortest, (double) curves->longest, ULL_CURVES_LEAST, curves->most };
}

void
ull_curves_init (UllCurves *curves, const UllDisclosure *disclosure)
{
  const UllPlan *plan = disclosure->plan;
  guint n_others;
  const UllDtype *others
    = ull_engine_get_formats ((UllEngineId) disclosure->scenario->value[ULL_FIELD_ENGINE], &n_others);

  curves->n = 1;
  curves->zoomed = FALSE;
  curves->curve[0].layout = plan->layout;
  name_curve (&curves->curve[0]);
  for (guint i = 0; i < n_others && curves->n < ULL_MAX_CURVES; i++)
    if (ull_engine_check_format (disclosure->scenario, others[i], NULL))
      add_curve (curves, disclosure, others[i]);
  curves->ranged = plan->budget.pool_low != plan->budget.pool_high
                   && ull_layout_init (&curves->low, disclosure->scenario, plan->budget.pool_low, NULL)
                   && ull_layout_init (&curves->high, disclosure->scenario, plan->budget.pool_high, NULL);
  set_tokens (curves, disclosure);
  set_requests (curves, disclosure);
  ull_ghost_widen (curves, disclosure);
  set_whole (curves);
}

void
ull_curves_zoom (UllCurves *curves, const UllExtent *extent)
{
  if (ull_extent_is_whole (extent))
    return;
  curves->shortest = MAX (1, (gint64) extent->x_min);
  curves->longest = MAX (curves->shortest + 1, (gint64) extent->x_max);
  curves->least = MAX (ULL_CURVES_LEAST, extent->y_min);
  curves->most = MAX (curves->least * 1.1, extent->y_max);
  curves->zoomed = TRUE;
}

void
ull_curves_init_withheld (UllCurves *curves)
{
  curves->n = 0;
  curves->ranged = FALSE;
  curves->any = TRUE;
  curves->shortest = FIRST_TOKENS;
  curves->longest = 128 * FIRST_TOKENS;
  curves->most = 256;
  curves->zoomed = FALSE;
  set_whole (curves);
}
