#include "ull-fit.h"

#include "ull-error.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>

/* Nelder and Mead's simplex (1965) over the logarithms of the three coefficients, so that none goes below 0 and a step is a
 * factor. Each try is a whole simulation: all requests of the run come as they came, and the times of the first of them are
 * compared, the others' are not looked at. The loss is of logarithms, so that a request twice too slow weighs as one twice too
 * fast, and of their size and not its square, so that a few odd first tokens at the beginning do not decide: the mean over first
 * tokens and ends. */

#define MOST_TRIES 200 /* of a round */
#define GAIN 0.002 /* of the loss, for another round */
#define ENOUGH 1e-6 /* difference of losses in the simplex */
#define LEAST_US 1e-7
#define MOST_US 1e9
/* When within a step a request comes decides up to a step of its time, and is chance: it is not to be fitted to. */
#define STEP_S 0.05
/* A time of 0 has no logarithm. */
#define LEAST_S 1e-4
#define N ULL_N_STEP_COEFFICIENTS

/* Sides of the simplex a round begins with. */
static const double sides[] = { 0.3, -0.6, 0.4, -0.2 };

typedef struct
{
  double at[N]; /* logarithms */
  double loss;
} Point;

typedef struct
{
  const UllServerRun *run;
  const UllSchedulerOptions *options;
  guint first;
  gboolean (*go_on) (gint64 tries, gpointer data);
  gpointer data;
  GArray *residuals;
  guint tries;
  gboolean ended;
  GError *error;
} Search;

static void
request_cb (const UllSimRequest *request, gpointer data)
{
  UllResidual *residual = &g_array_index (((Search *) data)->residuals, UllResidual, request->number);

  if (request->cancelled || request->first_token_ns < 0)
    return;
  residual->simulated_ttft = (double) (request->first_token_ns - request->request->arrival_ns) / 1e9;
  residual->simulated_e2e = (double) (request->finish_ns - request->request->arrival_ns) / 1e9;
}

static void
begin_residuals (Search *search)
{
  g_array_set_size (search->residuals, search->run->requests->len);
  for (guint i = 0; i < search->run->requests->len; i++)
    {
      const UllServerRequest *request = &g_array_index (search->run->requests, UllServerRequest, i);

      g_array_index (search->residuals, UllResidual, i) = (UllResidual) {
        .ttft = MAX ((double) (request->first_token_ns - request->arrival_ns) / 1e9, LEAST_S),
        .e2e = MAX ((double) (request->last_token_ns - request->arrival_ns) / 1e9, LEAST_S),
        .simulated_ttft = NAN,
        .simulated_e2e = NAN,
        .fitted = i < search->first,
      };
    }
}

static double
off_of (double simulated, double measured)
{
  return isfinite (simulated) ? fabs (log ((simulated + STEP_S) / (measured + STEP_S))) : log (MOST_US);
}

static double
loss_of (const Search *search)
{
  double sum = 0;

  for (guint i = 0; i < search->first; i++)
    {
      const UllResidual *residual = &g_array_index (search->residuals, UllResidual, i);

      sum += off_of (residual->simulated_e2e, residual->e2e) + off_of (residual->simulated_ttft, residual->ttft);
    }
  return sum / (2.0 * search->first);
}

static gboolean
simulate (Search *search, const double us[N])
{
  g_autoptr (UllWorkload) source = ull_server_run_open (search->run);
  UllSimWatch watch = { .request = request_cb, .data = search };
  UllSimOptions options = { .scheduler = *search->options, .ahead = search->run->ahead };
  UllSimResult result;
  gboolean done;

  options.time.base_ns = llround (us[ULL_STEP_BASE] * 1e3);
  options.time.token_ps = llround (us[ULL_STEP_TOKEN] * 1e6);
  options.time.context_fs = llround (us[ULL_STEP_CONTEXT] * 1e9);
  options.time.hidden = search->run->hidden;
  begin_residuals (search);
  done = ull_sim_run (&options, source, &watch, &result, &search->error);
  ull_sim_result_clear (&result);
  return done;
}

static void
from_logarithms (const Point *point, double us[N])
{
  for (guint i = 0; i < N; i++)
    us[i] = CLAMP (exp (point->at[i]), LEAST_US, MOST_US);
}

static void
try_point (Search *search, Point *point)
{
  double us[N];

  if (search->ended)
    return;
  from_logarithms (point, us);
  search->tries++;
  search->ended = !simulate (search, us) || (search->go_on != NULL && !search->go_on (search->tries, search->data));
  point->loss = search->ended ? INFINITY : loss_of (search);
}

static int
compare_cb (gconstpointer a, gconstpointer b)
{
  double x = ((const Point *) a)->loss, y = ((const Point *) b)->loss;

  return (x > y) - (x < y);
}

/* The worst point moved through the middle of the others, so many times as far. */
static Point
move_worst (Search *search, const Point *simplex, double factor)
{
  Point moved = { { 0 }, 0 };

  for (guint i = 0; i < N; i++)
    {
      double middle = 0;

      for (guint k = 0; k < N; k++)
        middle += simplex[k].at[i] / N;
      moved.at[i] = middle + factor * (simplex[N].at[i] - middle);
    }
  try_point (search, &moved);
  return moved;
}

static void
shrink (Search *search, Point *simplex)
{
  for (guint k = 1; k <= N; k++)
    {
      for (guint i = 0; i < N; i++)
        simplex[k].at[i] = (simplex[0].at[i] + simplex[k].at[i]) / 2;
      try_point (search, &simplex[k]);
    }
}

static void
step_simplex (Search *search, Point *simplex)
{
  Point mirrored = move_worst (search, simplex, -1), further;

  if (mirrored.loss < simplex[0].loss)
    {
      further = move_worst (search, simplex, -2);
      simplex[N] = further.loss < mirrored.loss ? further : mirrored;
      return;
    }
  if (mirrored.loss < simplex[N - 1].loss)
    {
      simplex[N] = mirrored;
      return;
    }
  further = move_worst (search, simplex, mirrored.loss < simplex[N].loss ? -0.5 : 0.5);
  if (further.loss < MIN (mirrored.loss, simplex[N].loss))
    simplex[N] = further;
  else
    shrink (search, simplex);
}

static void
search_round (Search *search, const double us[N], double side, Point *best)
{
  guint most = search->tries + MOST_TRIES;
  Point simplex[N + 1];

  for (guint k = 0; k <= N; k++)
    {
      for (guint i = 0; i < N; i++)
        simplex[k].at[i] = log (CLAMP (us[i], LEAST_US, MOST_US)) + (k == i + 1 ? side : 0);
      try_point (search, &simplex[k]);
    }
  qsort (simplex, N + 1, sizeof (Point), compare_cb);
  while (!search->ended && search->tries < most && simplex[N].loss - simplex[0].loss > ENOUGH)
    {
      step_simplex (search, simplex);
      qsort (simplex, N + 1, sizeof (Point), compare_cb);
    }
  *best = simplex[0];
}

/* A simplex that has become thin along a valley, or that lies in a dent, is made anew where it ended, to the other side. */
static void
search_from (Search *search, const double us[N], Point *best)
{
  double at[N];

  search_round (search, us, sides[0], best);
  for (guint i = 1; i < G_N_ELEMENTS (sides) && !search->ended; i++)
    {
      double before = best->loss;
      Point next;

      from_logarithms (best, at);
      search_round (search, at, sides[i], &next);
      if (next.loss < best->loss)
        *best = next;
      if (best->loss > before * (1 - GAIN))
        return;
    }
}

static UllFit *
finish (Search *search, const double us[N], GError **error)
{
  g_autoptr (UllFit) fit = g_new0 (UllFit, 1);

  fit->residuals = g_array_ref (search->residuals);
  if (!simulate (search, us))
    {
      g_propagate_error (error, g_steal_pointer (&search->error));
      return NULL;
    }
  for (guint i = 0; i < N; i++)
    fit->us[i] = us[i];
  fit->loss = loss_of (search);
  fit->tries = search->tries + 1;
  return g_steal_pointer (&fit);
}

static void
begin (Search *search, const UllServerRun *run, const UllSchedulerOptions *options, guint first)
{
  *search = (Search) { .run = run, .options = options };
  search->first = first == 0 ? run->requests->len : MIN (first, run->requests->len);
  search->residuals = g_array_new (FALSE, TRUE, sizeof (UllResidual));
}

UllFit *
ull_fit_try (const UllServerRun *run, const UllSchedulerOptions *options, const double us[N], guint first, GError **error)
{
  Search search;
  UllFit *fit;

  begin (&search, run, options, first);
  fit = finish (&search, us, error);
  g_array_unref (search.residuals);
  return fit;
}

UllFit *
ull_fit_new (const UllServerRun *run,
             const UllSchedulerOptions *options,
             const double us[N],
             guint first,
             gboolean (*go_on) (gint64 tries, gpointer data),
             gpointer data,
             GError **error)
{
  UllFit *fit = NULL;
  double best_us[N];
  Search search;
  Point best;

  begin (&search, run, options, first);
  search.go_on = go_on;
  search.data = data;
  search_from (&search, us, &best);
  from_logarithms (&best, best_us);
  if (search.error != NULL)
    g_propagate_error (error, g_steal_pointer (&search.error));
  else if (search.ended)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "ended");
  else
    fit = finish (&search, best_us, error);
  g_array_unref (search.residuals);
  return fit;
}

void
ull_fit_free (UllFit *fit)
{
  if (fit == NULL)
    return;
  g_array_unref (fit->residuals);
  g_free (fit);
}
