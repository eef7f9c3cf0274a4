#include "ull-trial.h"

#include "ull-error.h"

#include <glib/gi18n-lib.h>

/* A trial is a function of its scenario, the seed among it: whoever runs it, on whatever machine, reads the same answers off it.
 * A recorded log is a file of its own, which a lesson does not bring along.
 *
 * What a ramp resolves. Between two levels nothing was run, and of two levels whose 95 % intervals touch neither is known to do more.
 * So a number cannot be told from the peak
 *   where throughput turns back: if it lies between the nearest levels on either side whose whole interval is below the peak's;
 *   where it does not: if it lies above the nearest level below whose whole interval is below that of the plateau's first level, and
 *   before the level after that one, at which the plateau has begun;
 * and not from the operating point, which is one of the levels, if it lies between the levels beside it. */

/* The result does not depend on how many there are. */
#define THREADS 2

gboolean
ull_trial_has_load (const UllScenario *scenario, GError **error)
{
  if (scenario->load == NULL)
    g_set_error (error, ULL_ERROR, ULL_ERROR_MISSING,
                 _("asks what a load comes to, and the scenario has none; “load”: \"chat\" or another preset in that would be right"));
  else if (scenario->load->kind == ULL_LOAD_TRACE || scenario->load->arrivals == ULL_ARRIVALS_TRACE)
    g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
                 _("asks about a recorded log, which no lesson brings along; a load that is drawn would be right"));
  else
    return TRUE;
  return FALSE;
}

static void
clear_trial (gpointer data)
{
  UllTrial *trial = data;

  g_clear_pointer (&trial->scenario, ull_scenario_unref);
  g_clear_pointer (&trial->ramp, ull_ramp_free);
}

UllTrial *
ull_trial_new (UllScenario *scenario, UllRampWatch watch, gpointer data, GError **error)
{
  g_autoptr (UllTrial) trial = g_atomic_rc_box_new0 (UllTrial);
  g_autofree char *nothing = NULL;
  UllRampOptions options;

  if (!ull_trial_has_load (scenario, error))
    return NULL;
  ull_ramp_options_init (&options);
  options.threads = THREADS;
  trial->scenario = ull_scenario_ref (scenario);
  trial->ramp = ull_ramp_new (scenario, scenario->load, &options, watch, data, error);
  if (trial->ramp == NULL)
    return NULL;
  nothing = trial->ramp->refusal != NULL ? g_strdup (trial->ramp->refusal) : ull_ramp_nothing_text (trial->ramp);
  if (nothing == NULL)
    return g_steal_pointer (&trial);
  g_set_error_literal (error, ULL_ERROR, ULL_ERROR_INVALID, nothing);
  return NULL;
}

UllTrial *
ull_trial_ref (UllTrial *trial)
{
  return g_atomic_rc_box_acquire (trial);
}

void
ull_trial_unref (UllTrial *trial)
{
  g_atomic_rc_box_release_full (trial, clear_trial);
}

const UllRampLevel *
ull_trial_get_best (const UllTrial *trial, UllRampLine line)
{
  const UllRampLevel *levels = trial->ramp->level[line], *best = levels;

  for (guint i = 1; i < trial->ramp->n_levels; i++)
    if (levels[i].output_tokens_per_s > best->output_tokens_per_s)
      best = &levels[i];
  return best;
}

static gint64
clients_at (const UllTrial *trial, guint i)
{
  return trial->ramp->level[ULL_LINE_MAIN][i].concurrency;
}

/* The nearest levels that can be told from the peak: -1 and the number of levels where there are none. */
static void
find_beside_peak (const UllRamp *ramp, int *below, guint *above)
{
  const UllRampLevel *levels = ramp->level[ULL_LINE_MAIN], *peak = &levels[ramp->peak];

  *below = (int) ramp->peak - 1;
  while (*below >= 0 && levels[*below].high >= peak->low)
    --*below;
  *above = ramp->peak + 1;
  while (ramp->shape == ULL_SHAPE_CLIFF && *above < ramp->n_levels && levels[*above].high >= peak->low)
    ++*above;
}

/* An end of the ramp is the level itself. */
gboolean
ull_trial_resolve (const UllTrial *trial, gboolean peak, double *least, double *most)
{
  const UllRamp *ramp = trial->ramp;
  guint level = peak ? ramp->peak : ramp->operating, above = level + 1;
  int below = (int) level - 1;

  if (peak)
    find_beside_peak (ramp, &below, &above);
  *least = below >= 0 ? (double) clients_at (trial, (guint) below) + 1 : 1;
  *most = (double) (above < ramp->n_levels ? clients_at (trial, above) - 1 : clients_at (trial, level));
  return below >= 0 || above < ramp->n_levels;
}
