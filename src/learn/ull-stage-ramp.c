#include "ull-stage-private.h"

#include <math.h>
#include <string.h>

/* Figures of a load and of a ramp by name. Rates are whole tokens a second, since a simulation means no more; shares are fractions,
 * to be set as {…:pct}. */

gboolean
ull_stage_find_load_figure (const UllLoad *load, const char *name, double *value, UllUnit *unit)
{
  gboolean talks = load != NULL && load->kind == ULL_LOAD_SESSIONS;
  const struct
  {
    const char *name;
    double value;
    UllUnit unit;
  } figures[] = {
    { "load_turns", talks ? (double) load->turns : NAN, ULL_UNIT_COUNT },
    { "load_prefix", load != NULL ? (double) load->prefix_tokens : NAN, ULL_UNIT_TOKENS },
    { "load_share", load != NULL ? load->prefix_fraction : NAN, ULL_UNIT_COUNT },
    { "load_length", load != NULL ? (double) ull_lengths_mean_tokens (load->lengths) : NAN, ULL_UNIT_TOKENS },
    { "load_answer", load != NULL ? (double) ull_lengths_mean_tokens (load->outputs) : NAN, ULL_UNIT_TOKENS },
    { "load_cap", load != NULL && load->cap > 0 ? (double) load->cap : NAN, ULL_UNIT_REQUESTS },
    { "load_requests", load != NULL ? (double) load->requests : NAN, ULL_UNIT_REQUESTS },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (figures); i++)
    if (g_str_equal (figures[i].name, name) && !isnan (figures[i].value))
      {
        *value = figures[i].value;
        *unit = figures[i].unit;
        return TRUE;
      }
  return FALSE;
}

/* The rest of the name after the level's. (nullable) */
static const UllRampLevel *
find_level (const UllTrial *trial, const char *name, const char **figure)
{
  const UllRamp *ramp = trial->ramp;
  const UllRampLevel *levels = ramp->level[ULL_LINE_MAIN];
  const struct
  {
    const char *name;
    const UllRampLevel *level;
  } places[] = {
    { "first", &levels[0] },           { "operating", &levels[ramp->operating] },
    { "peak", &levels[ramp->peak] },   { "worst", &levels[ramp->worst] },
    { "last", &levels[ramp->n_levels - 1] }, { "best", ull_trial_get_best (trial, ULL_LINE_MAIN) },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    if (g_str_has_prefix (name, places[i].name))
      {
        *figure = name + strlen (places[i].name);
        return places[i].level;
      }
  return NULL;
}

gboolean
ull_stage_find_ramp_figure (const UllTrial *trial, const char *name, double *value, UllUnit *unit)
{
  const char *figure = NULL, *rest = name + strlen (ULL_RAMP_FIGURE);
  const UllRampLevel *level = find_level (trial, rest, &figure);

  *unit = ULL_UNIT_COUNT;
  if (g_str_equal (rest, "retention"))
    *value = trial->ramp->retention_gain + 1;
  else if (g_str_equal (rest, "unshared_rate"))
    *value = round (ull_trial_get_best (trial, ULL_LINE_UNSHARED)->output_tokens_per_s);
  else if (level == NULL)
    return FALSE;
  else if (*figure == 0)
    *value = (double) level->concurrency;
  else if (g_str_equal (figure, "_rate"))
    *value = round (level->output_tokens_per_s);
  else if (g_str_equal (figure, "_hits"))
    *value = level->hit_rate;
  else if (g_str_equal (figure, "_use"))
    *value = level->kv_use_mean;
  else if (g_str_equal (figure, "_preempted"))
    *value = level->preemptions_per_100;
  else if (g_str_equal (figure, "_running"))
    *value = level->running_mean;
  else
    return FALSE;
  return isfinite (*value);
}
