#include "ull-mix.h"

#include "ull-overflow.h"
#include "ull-engine.h"
#include "ull-units.h"

#include <math.h>

/* Every capacity is a plan's or a layout's: here lengths are only put into them. Expected values are of the layout's own
 * bytes, not bytes of the expected length: whole blocks and windows make the two differ. */

static const gint64 ppm_of[ULL_N_MIX_LENGTHS] = { 500000, 950000, 990000, ULL_PPM_ONE };

/* A sum of weights is a hair beside 1: what is a hair above a whole number is that number, not the next. */
static gint64
rounded_up (double value)
{
  return value < 0x1p62 ? (gint64) ceil (value * (1 - 1e-12)) : G_MAXINT64;
}

UllScenario *
ull_mix_scenario (const UllScenario *scenario, const UllLengths *lengths, GError **error)
{
  return ull_scenario_with (scenario, ULL_FIELD_CONTEXT, ull_lengths_mean_tokens (lengths), NULL, error);
}

/* As many as a plan of requests of that length says: the layout does not depend on the length. */
static void
count_each_length (UllMix *mix, const UllLayout *layout, const UllLengths *lengths)
{
  for (int i = 0; i < ULL_N_MIX_LENGTHS; i++)
    {
      mix->tokens[i] = ull_lengths_quantile (lengths, ppm_of[i]);
      mix->concurrency[i] = ull_layout_max_requests (layout, mix->tokens[i]);
      if (mix->max_num_seqs != ULL_UNSET)
        mix->concurrency[i] = MIN (mix->concurrency[i], mix->max_num_seqs);
    }
}

/* What a server would need if all its sequences were of the model length at once. */
static void
count_product (UllMix *mix, const UllLayout *layout, const UllLengths *lengths)
{
  gint64 tokens, bytes;

  mix->model_len = layout->length_limit > 0 ? layout->length_limit : mix->tokens[ULL_MIX_MAX];
  mix->beyond = 1 - ull_lengths_at_most (lengths, mix->model_len);
  mix->product_tokens = mix->product_bytes = -1;
  if (mix->max_num_seqs == ULL_UNSET || !ull_mul (mix->model_len, mix->max_num_seqs, &tokens)
      || !ull_layout_demand_bytes (layout, mix->model_len, mix->max_num_seqs, &bytes))
    return;
  mix->product_tokens = tokens;
  mix->product_bytes = bytes;
}

static void
count_tokens (UllMix *mix, const UllLayout *layout, const UllLengths *lengths)
{
  gsize n_cells;
  g_autofree UllLengthCell *cells = ull_lengths_cells (lengths, layout->granule, &n_cells);
  double mean = 0;

  for (gsize i = 0; i < n_cells; i++)
    mean += cells[i].weight * (double) (ull_div_ceil (cells[i].tokens, layout->granule) * layout->granule);
  mix->expected_tokens = rounded_up (mean);
}

static void
count_overflow (UllMix *mix, const UllOverflow *overflow)
{
  mix->expected_bytes = rounded_up (ull_overflow_get_mean (overflow));
  mix->deviation_bytes = rounded_up (ull_overflow_get_deviation (overflow));
  mix->expected_fit = ull_overflow_expected_fit (overflow);
  mix->normal = ull_overflow_normal (overflow, mix->requests);
  mix->safe_normal = ull_overflow_normal_safe (overflow, ULL_MIX_SAFE_PPM);
  if (mix->max_num_seqs != ULL_UNSET)
    mix->safe_normal = MIN (mix->safe_normal, mix->max_num_seqs);
  mix->safe = mix->safe_normal;
}

gboolean
ull_mix_init_normal (UllMix *mix, const UllScenario *scenario, const UllLengths *lengths, GError **error)
{
  g_autofree UllPlan *plan = g_new (UllPlan, 1);
  g_autoptr (UllScenario) average = ull_mix_scenario (scenario, lengths, error);
  g_autoptr (UllOverflow) overflow = NULL;

  *mix = (UllMix) { .requests = scenario->value[ULL_FIELD_CONCURRENCY],
                    .max_num_seqs = ull_engine_get_setting (scenario, ULL_FIELD_MAX_NUM_SEQS) };
  if (average == NULL || !ull_plan_init (plan, average, error))
    return FALSE;
  overflow = ull_overflow_new (&plan->layout, lengths, error);
  if (overflow == NULL)
    return FALSE;
  mix->mean = ull_lengths_mean (lengths);
  mix->context = plan->context;
  count_each_length (mix, &plan->layout, lengths);
  count_product (mix, &plan->layout, lengths);
  count_tokens (mix, &plan->layout, lengths);
  count_overflow (mix, overflow);
  return TRUE;
}

static void
take_trials (UllMix *mix, const UllTrials *trials, guint64 seed)
{
  gint64 safe = ull_trials_safe (trials, ULL_MIX_SAFE_PPM);

  mix->seed = seed;
  mix->n_trials = trials->n_trials;
  mix->drawn = ull_trials_overflow (trials, mix->requests, &mix->monte_carlo, &mix->standard_error);
  if (safe >= 0)
    mix->safe = mix->max_num_seqs != ULL_UNSET ? MIN (safe, mix->max_num_seqs) : safe;
}

gboolean
ull_mix_draw (UllMix *mix,
              const UllScenario *scenario,
              const UllLengths *lengths,
              guint64 seed,
              GCancellable *cancellable,
              GError **error)
{
  g_autofree UllPlan *plan = g_new (UllPlan, 1);
  g_autoptr (UllScenario) average = ull_mix_scenario (scenario, lengths, error);
  g_autoptr (UllOverflow) overflow = NULL;
  g_autoptr (UllTrials) trials = NULL;

  if (average == NULL || !ull_plan_init (plan, average, error))
    return FALSE;
  overflow = ull_overflow_new (&plan->layout, lengths, error);
  if (overflow == NULL)
    return FALSE;
  trials = ull_overflow_draw (overflow, mix->requests, seed, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  take_trials (mix, trials, seed);
  return TRUE;
}

gboolean
ull_mix_init (UllMix *mix, const UllScenario *scenario, const UllLengths *lengths, guint64 seed, GError **error)
{
  return ull_mix_init_normal (mix, scenario, lengths, error) && ull_mix_draw (mix, scenario, lengths, seed, NULL, error);
}
