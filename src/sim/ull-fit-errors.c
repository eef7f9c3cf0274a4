#include "ull-fit.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* What is left, told in several ways, since one hides what another shows: sums hide errors that cancel, a median those of the
 * few. A request that the simulation did not answer is in none of them, and `n` says so. */

/* Of a request's time to its end. The formulas alone are within a quarter: a fit that is worse than this has found little. */
#define DOUBTFUL 0.1
/* A first token waits for a step or a few, so that one step more or less is a large part of it. */
#define DOUBTFUL_FIRST 0.2

static int
compare_cb (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
quantile (GArray *values, double share)
{
  guint place = (guint) ceil (share * values->len);

  g_array_sort (values, compare_cb);
  return values->len > 0 ? g_array_index (values, double, MAX (place, 1) - 1) : NAN;
}

static double
mean (const GArray *values)
{
  double sum = 0;

  for (guint i = 0; i < values->len; i++)
    sum += g_array_index (values, double, i);
  return values->len > 0 ? sum / values->len : NAN;
}

typedef struct
{
  double total;
  double median;
  double mean;
  double p50;
  double p99;
  guint n;
} Errors;

static Errors
errors_of (const UllFit *fit, gboolean fitted, gboolean first_token)
{
  g_autoptr (GArray) measured = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) simulated = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) off = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < fit->residuals->len; i++)
    {
      const UllResidual *residual = &g_array_index (fit->residuals, UllResidual, i);
      double real = first_token ? residual->ttft : residual->e2e;
      double made = first_token ? residual->simulated_ttft : residual->simulated_e2e;
      double error = fabs (made / real - 1);

      if (residual->fitted != fitted || !isfinite (made))
        continue;
      g_array_append_val (measured, real);
      g_array_append_val (simulated, made);
      g_array_append_val (off, error);
    }
  return (Errors) {
    .total = mean (simulated) / mean (measured) - 1,
    .median = quantile (off, 0.5),
    .mean = mean (off),
    .p50 = quantile (simulated, 0.5) / quantile (measured, 0.5) - 1,
    .p99 = quantile (simulated, 0.99) / quantile (measured, 0.99) - 1,
    .n = off->len,
  };
}

void
ull_fit_get_errors (const UllFit *fit, gboolean fitted, UllFitErrors *errors)
{
  Errors e2e = errors_of (fit, fitted, FALSE), ttft = errors_of (fit, fitted, TRUE);

  *errors = (UllFitErrors) {
    .n = e2e.n,
    .total_e2e = e2e.total,
    .total_ttft = ttft.total,
    .median_e2e = e2e.median,
    .median_ttft = ttft.median,
    .mean_e2e = e2e.mean,
    .mean_ttft = ttft.mean,
    .p50_e2e = e2e.p50,
    .p50_ttft = ttft.p50,
    .p99_e2e = e2e.p99,
    .p99_ttft = ttft.p99,
  };
}

/* Of the fitted requests, the middle one's: one that is not answered is off without bounds. */
static double
median_off (const UllFit *fit, gboolean first_token)
{
  g_autoptr (GArray) off = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < fit->residuals->len; i++)
    {
      const UllResidual *residual = &g_array_index (fit->residuals, UllResidual, i);
      double made = first_token ? residual->simulated_ttft : residual->simulated_e2e;
      double error = isfinite (made) ? fabs (made / (first_token ? residual->ttft : residual->e2e) - 1) : INFINITY;

      if (residual->fitted)
        g_array_append_val (off, error);
    }
  return quantile (off, 0.5);
}

char *
ull_fit_dup_doubt (const UllFit *fit)
{
  double off = median_off (fit, FALSE), first = median_off (fit, TRUE);

  if (off <= DOUBTFUL && first <= DOUBTFUL_FIRST)
    return NULL;
  if (off <= DOUBTFUL)
    return g_strdup_printf (_("First tokens were not met: half of them come more than %.0f" ULL_NBSP "%% too early or too late; prefixes that the server had kept "
                              "are not known from such a file. Do not rely on these coefficients."),
                            100 * first);
  if (!isfinite (off))
    return g_strdup (_("The run was not met: half of the requests that it was fitted to are never answered in the simulation. Do not rely on these coefficients."));
  return g_strdup_printf (_("The run was not met: half of the requests that it was fitted to end more than %.0f" ULL_NBSP "%% too early or too late. Do not rely on these "
                            "coefficients."),
                          100 * off);
}

char *
ull_fit_dup_parts (const UllFit *fit)
{
  g_autoptr (GString) list = g_string_new (NULL);

  if (fit->parts->len < 2)
    return NULL;
  for (guint i = 0; i < fit->parts->len; i++)
    {
      g_autofree char *count = ull_format_count (g_array_index (fit->parts, UllServerPart, i).concurrency);

      g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", count);
    }
  return g_strdup_printf (_("The file has a run of each of these concurrencies, and each was simulated by itself: %s."), list->str);
}

guint
ull_fit_usual_first (const UllServerRun *run)
{
  guint left = run->requests->len / 4;

  return left >= ULL_FIT_LEAST_REQUESTS ? run->requests->len - left : run->requests->len;
}
