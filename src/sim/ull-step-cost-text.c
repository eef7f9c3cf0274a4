#include "ull-step-cost.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The sum of a coefficient as a sentence. */

static char *
dup_time (double us)
{
  g_autofree char *ms = ull_format_decimal (us / 1000, 1), *micro = ull_format_decimal (us, 1), *ns = ull_format_decimal (us * 1000, 0);

  if (us >= 1000)
    return g_strdup_printf (_("%s" ULL_NBSP "ms"), ms);
  return us >= 1 ? g_strdup_printf (_("%s" ULL_NBSP "µs"), micro) : g_strdup_printf (_("%s" ULL_NBSP "ns"), ns);
}

static char *
base_text (const UllStepCost *cost)
{
  g_autofree char *size = ull_format_gib (cost->read_bytes);
  g_autofree char *weights = dup_time (cost->weights_us);
  g_autofree char *overhead = dup_time (cost->overhead_us);
  g_autofree char *collectives = dup_time (cost->collectives_us);
  double share = cost->efficiency->weights[0] * 100;

  if (cost->cards > 1)
    return g_strdup_printf (_("weights of %s read at %.0f" ULL_NBSP "%% of the bandwidth: %s; scheduling and launches: %s; waiting for the "
                              "other cards: %s"),
                            size, share, weights, overhead, collectives);
  return g_strdup_printf (_("weights of %s read at %.0f" ULL_NBSP "%% of the bandwidth: %s; scheduling and launches: %s"), size, share,
                          weights, overhead);
}

/* @text: (transfer full) */
static char *
with_experts (const UllStepCost *cost, char *text)
{
  g_autofree char *base = text, *used = ull_format_count (cost->experts_used), *all = ull_format_count (cost->experts);
  g_autofree char *saved = dup_time (ull_step_cost_get_saved (cost));

  if (cost->experts == 0)
    return g_steal_pointer (&base);
  return g_strdup_printf (_("%s; a step of few tokens reads fewer experts, one of a single token %s of %s, and takes %s less"), base, used, all, saved);
}

static char *
token_text (const UllStepCost *cost)
{
  g_autofree char *parameters = ull_format_count (cost->active_parameters);
  g_autofree char *compute = dup_time (cost->compute_us);
  g_autofree char *link = dup_time (cost->link_us);
  double share = cost->efficiency->compute[0] * 100;

  if (cost->cards > 1)
    return g_strdup_printf (_("2 × %s parameters at %.0f" ULL_NBSP "%% of the arithmetic, less what hides behind the weights: %s; to other cards: %s"), parameters, share, compute,
                            link);
  return g_strdup_printf (_("2 × %s parameters at %.0f" ULL_NBSP "%% of the arithmetic, less what hides behind the weights: %s"), parameters, share, compute);
}

char *
ull_step_cost_text (const UllStepCost *cost, UllStepCoefficient coefficient)
{
  g_autofree char *time = NULL, *bytes = NULL;

  g_return_val_if_fail ((guint) coefficient < ULL_N_STEP_COEFFICIENTS, NULL);

  if (cost->coefficient[coefficient].source != ULL_COST_FORMULA)
    {
      if (cost->coefficient[coefficient].source == ULL_COST_FITTED && coefficient == ULL_STEP_TOKEN && cost->hidden > 0)
        {
          g_autofree char *hidden = ull_format_count (cost->hidden);

          return g_strdup_printf (_("fitted: %s; the first %s tokens of a step hide behind the weights"),
                                  cost->step_source != NULL ? cost->step_source : "", hidden);
        }
      if (cost->coefficient[coefficient].source == ULL_COST_FITTED)
        return g_strdup_printf (_("fitted: %s"), cost->step_source != NULL ? cost->step_source : "");
      if (cost->step_source != NULL)
        return g_strdup_printf (_("typed: %s"), _(cost->step_source));
      return g_strdup (_("typed"));
    }
  if (coefficient == ULL_STEP_BASE)
    return with_experts (cost, base_text (cost));
  if (coefficient == ULL_STEP_TOKEN)
    return token_text (cost);
  time = dup_time (cost->coefficient[coefficient].us);
  bytes = ull_format_decimal (cost->cache_bytes, 0);
  if (cost->cache_tokens > 0)
    {
      g_autofree char *tokens = ull_format_count (cost->cache_tokens);

      return g_strdup_printf (_("%s" ULL_NBSP "B of cache, windows and states shared out among the %s tokens of a sequence, read at %.0f" ULL_NBSP "%% of the bandwidth: %s"),
                              bytes, tokens, cost->efficiency->cache[0] * 100, time);
    }
  return g_strdup_printf (_("%s" ULL_NBSP "B of cache read at %.0f" ULL_NBSP "%% of the bandwidth: %s"), bytes, cost->efficiency->cache[0] * 100, time);
}

/* Of a run that all were fitted to, the one sentence that says the most is enough. */
static gboolean
is_said (char *const texts[ULL_N_STEP_COEFFICIENTS], guint i)
{
  for (guint k = 0; k < ULL_N_STEP_COEFFICIENTS; k++)
    if (k != i && g_str_has_prefix (texts[k], texts[i]) && (k < i || strlen (texts[k]) > strlen (texts[i])))
      return TRUE;
  return FALSE;
}

char *
ull_step_cost_texts (const UllStepCost *cost)
{
  GString *out = g_string_new (NULL);
  char *texts[ULL_N_STEP_COEFFICIENTS];

  for (guint i = 0; i < ULL_N_STEP_COEFFICIENTS; i++)
    texts[i] = ull_step_cost_text (cost, (UllStepCoefficient) i);
  for (guint i = 0; i < ULL_N_STEP_COEFFICIENTS; i++)
    if (!is_said (texts, i))
      g_string_append_printf (out, "%s%s", out->len > 0 ? "\n" : "", texts[i]);
  for (guint i = 0; i < ULL_N_STEP_COEFFICIENTS; i++)
    g_free (texts[i]);
  return g_string_free (out, FALSE);
}
