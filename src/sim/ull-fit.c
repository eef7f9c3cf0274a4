#include "ull-fit-private.h"

#include "ull-error.h"
#include "ull-units.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>

/* Each try is a simulation, of each of the run's parts one: all requests come as they came, and the times of the first of them are compared,
 * the others' are not looked at. An error is a logarithm of simulated over measured, so that twice too slow is as bad as twice too fast, and its size
 * counts and not its square, so that a few odd first tokens at the beginning do not decide.
 *
 * First tokens and ends are two kinds of figure. Where in a step a request comes is chance, and is a tenth of a first token's time and a
 * thousandth of an end's: were both averaged into one, the chance would be fitted to, and what the ends say very exactly (which share
 * of a step is the base and which the context) would drown in it. So the loss is the geometric mean of both mean sizes: that is the
 * greatest likelihood of two kinds of errors, each of a Laplace distribution of its own unknown width, and it weighs each kind by
 * how well it can be told at all. */

#define LEAST_US 1e-7
#define MOST_US 1e9
/* When within a step a request comes decides up to a step of its time, and is chance: it is not to be fitted to. */
#define STEP_S 0.05
/* A time of 0 has no logarithm. */
#define LEAST_S 1e-4
/* No run is known better than that. */
#define LEAST_OFF 1e-4
/* Its loss is that of no error, and a hundredth. */
#define EXACT (1.01 * LEAST_OFF)
/* A client that asks again as soon as it was answered comes at the very end of a step. Were the simulation too fast by the least, each of
 * them would miss the next step; too slow by the least, none does. */
#define HAIR_SLOWER (1 + 1e-6)
/* What card and model say is known to about three times. A run whose pool is always full does not tell the base from the context, and a
 * base without any would answer it as well as both: then the nearer to what was known is taken. It is the likelihood of a normal
 * distribution of the logarithms, as wide as that, beside ten requests, not all: errors of one run's requests are not independent. */
#define WIDTH 1.0986122886681098
#define KNOWN (1 / (4 * ULL_FIT_LEAST_REQUESTS * WIDTH * WIDTH))
#define N ULL_N_STEP_COEFFICIENTS

typedef struct
{
  const UllServerRun *run;
  const UllSchedulerOptions *options;
  guint first;
  gboolean (*go_on) (gint64 tries, gpointer data);
  gpointer data;
  GArray *residuals;
  GPtrArray *lines; /* what the steps of the last simulation counted, of each part */
  guint part;      /* that is simulated, */
  GArray *places;  /* guint: and of the run's requests its own */
  gint64 hidden;   /* tokens of a step */
  double from[N];  /* logarithms of what was known */
  guint waits_for; /* requests of the first that are not yet answered */
  gboolean whole;  /* the others are simulated to their end too */
  guint tries;
  GError *error;
} Search;

static void
request_cb (const UllSimRequest *request, gpointer data)
{
  Search *search = data;
  guint place = g_array_index (search->places, guint, request->number);
  UllResidual *residual = &g_array_index (search->residuals, UllResidual, place);

  search->waits_for -= place < search->first;
  if (request->outcome != ULL_OUTCOME_FINISHED || request->first_token_ns < 0)
    return;
  residual->simulated_ttft = (double) (request->first_token_ns - request->request->arrival_ns) / 1e9;
  residual->simulated_e2e = (double) (request->finish_ns - request->request->arrival_ns) / 1e9;
}

static void
step_cb (const UllSimStep *step, const UllScheduler *scheduler, gpointer data)
{
  Search *search = data;

  ull_fit_line_add (g_ptr_array_index (search->lines, search->part), step, search->hidden);
}

/* What comes after the last of the first is not compared, and need not be simulated. */
static gboolean
go_on_cb (gint64 finished, gpointer data)
{
  const Search *search = data;

  return search->whole || search->waits_for > 0;
}

static void
begin_residuals (Search *search)
{
  search->waits_for = search->first;
  for (guint i = 0; i < search->lines->len; i++)
    g_array_set_size (g_ptr_array_index (search->lines, i), 0);
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
  double end = 0, begin = 0;

  for (guint i = 0; i < search->first; i++)
    {
      const UllResidual *residual = &g_array_index (search->residuals, UllResidual, i);

      end += off_of (residual->simulated_e2e, residual->e2e) / search->first;
      begin += off_of (residual->simulated_ttft, residual->ttft) / search->first;
    }
  return sqrt ((end + LEAST_OFF) * (begin + LEAST_OFF));
}

static void
begin_part (Search *search, guint part, UllSchedulerOptions *scheduler)
{
  gint64 cap = g_array_index (search->run->parts, UllServerPart, part).cap;

  search->part = part;
  g_array_set_size (search->places, 0);
  for (guint i = 0; i < search->run->requests->len; i++)
    if (g_array_index (search->run->requests, UllServerRequest, i).part == part)
      g_array_append_val (search->places, i);
  if (cap > 0)
    scheduler->max_num_seqs = MIN (scheduler->max_num_seqs, cap);
}

static gboolean
simulate_part (Search *search, guint part, UllSimOptions options)
{
  g_autoptr (UllWorkload) source = ull_server_run_open (search->run, part);
  UllSimWatch watch = { .request = request_cb, .step = step_cb, .go_on = go_on_cb, .data = search };
  UllSimResult result;
  gboolean done;

  begin_part (search, part, &options.scheduler);
  done = ull_sim_run (&options, source, &watch, &result, &search->error);
  ull_sim_result_clear (&result);
  return done;
}

static gboolean
simulate (Search *search, const double us[N])
{
  UllSimOptions options = { .scheduler = *search->options, .ahead = search->run->ahead };
  gboolean done = TRUE;

  options.time.base_ns = llround (us[ULL_STEP_BASE] * 1e3);
  options.time.token_ps = llround (us[ULL_STEP_TOKEN] * 1e6);
  options.time.context_fs = llround (us[ULL_STEP_CONTEXT] * 1e9);
  options.time.hidden = search->hidden;
  begin_residuals (search);
  for (guint i = 0; done && i < search->run->parts->len; i++)
    done = simulate_part (search, i, options);
  return done;
}

static void
from_logarithms (const UllFitPoint *point, double us[N])
{
  for (guint i = 0; i < N; i++)
    us[i] = CLAMP (exp (point->at[i]), LEAST_US, MOST_US);
}

/* No error is no error, however far from what was known. */
static double
doubted_loss (const Search *search, const UllFitPoint *point)
{
  double far = 0;

  for (guint i = 0; i < N; i++)
    far += (point->at[i] - search->from[i]) * (point->at[i] - search->from[i]);
  return LEAST_OFF + (loss_of (search) - LEAST_OFF) * exp (KNOWN * far);
}

static gboolean
try_cb (UllFitPoint *point, gpointer data)
{
  Search *search = data;
  double us[N];

  from_logarithms (point, us);
  search->hidden = point->hidden;
  search->tries++;
  if (simulate (search, us))
    point->loss = doubted_loss (search, point);
  else if (g_error_matches (search->error, ULL_ERROR, ULL_ERROR_OVERFLOW))
    /* Times that cannot be counted are as far off as can be: that is no fault of the run. */
    g_clear_error (&search->error);
  else
    return FALSE;
  return search->go_on == NULL || search->go_on (search->tries, search->data);
}

static void
move_cb (UllFitPoint *point, gboolean from_pause, gpointer data)
{
  Search *search = data;
  double us[N];

  from_logarithms (point, us);
  ull_fit_line_solve (search->lines, search->run, search->residuals, search->first, STEP_S, from_pause, us);
  for (guint i = 0; i < N; i++)
    point->at[i] = log (CLAMP (us[i] * (from_pause ? HAIR_SLOWER : 1), LEAST_US, MOST_US));
}

/* Coefficients of a run of which nothing is simulated would be those that the search began with. */
static gboolean
answers_some (const Search *search, GError **error)
{
  g_autofree char *length = ull_format_count (search->options->max_model_len);

  for (guint i = 0; i < search->residuals->len; i++)
    if (isfinite (g_array_index (search->residuals, UllResidual, i).simulated_e2e))
      return TRUE;
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
               _("%s: none of its requests can be served with a model length of %s tokens and this plan’s pool; the length and card that the run had would be right"),
               search->run->name, length);
  return FALSE;
}

static UllFit *
finish (Search *search, const double us[N], GError **error)
{
  g_autoptr (UllFit) fit = g_new0 (UllFit, 1);

  fit->residuals = g_array_ref (search->residuals);
  fit->parts = g_array_ref (search->run->parts);
  search->whole = TRUE;
  if (!simulate (search, us))
    {
      g_propagate_error (error, g_steal_pointer (&search->error));
      return NULL;
    }
  for (guint i = 0; i < N; i++)
    fit->us[i] = us[i];
  fit->hidden = search->hidden;
  if (!answers_some (search, error))
    return NULL;
  fit->loss = loss_of (search);
  fit->tries = search->tries + 1;
  return g_steal_pointer (&fit);
}

static void
begin (Search *search, const UllServerRun *run, const UllSchedulerOptions *options, guint first)
{
  *search = (Search) { .run = run, .options = options };
  search->first = first == 0 ? run->requests->len : MIN (first, run->requests->len);
  search->hidden = run->hidden;
  search->residuals = g_array_new (FALSE, TRUE, sizeof (UllResidual));
  search->places = g_array_new (FALSE, FALSE, sizeof (guint));
  search->lines = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (guint i = 0; i < run->parts->len; i++)
    g_ptr_array_add (search->lines, ull_fit_line_new ());
}

static void
end (Search *search)
{
  g_array_unref (search->residuals);
  g_array_unref (search->places);
  g_ptr_array_unref (search->lines);
}

UllFit *
ull_fit_try (const UllServerRun *run, const UllSchedulerOptions *options, const double us[N], guint first, GError **error)
{
  Search search;
  UllFit *fit;

  begin (&search, run, options, first);
  fit = finish (&search, us, error);
  end (&search);
  return fit;
}

static gboolean
check_first (const Search *search, GError **error)
{
  if (search->first >= ULL_FIT_LEAST_REQUESTS)
    return TRUE;
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
               g_dngettext (GETTEXT_PACKAGE, "fit: %u request does not tell three coefficients; at least %u would be right",
                            "fit: %u requests do not tell three coefficients; at least %u would be right", search->first),
               search->first, ULL_FIT_LEAST_REQUESTS);
  return FALSE;
}

static UllFit *
search_and_finish (Search *search, const double us[N], GError **error)
{
  UllFitSpace space = { try_cb, move_cb, search, search->run->hidden, EXACT };
  double best_us[N];
  UllFitPoint best;

  for (guint i = 0; i < N; i++)
    search->from[i] = log (CLAMP (us[i], LEAST_US, MOST_US));
  if (ull_fit_search (search->from, &space, &best))
    {
      search->hidden = best.hidden;
      from_logarithms (&best, best_us);
      return finish (search, best_us, error);
    }
  if (search->error != NULL)
    g_propagate_error (error, g_steal_pointer (&search->error));
  else
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "ended");
  return NULL;
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
  Search search;

  begin (&search, run, options, first);
  search.go_on = go_on;
  search.data = data;
  if (check_first (&search, error))
    fit = search_and_finish (&search, us, error);
  end (&search);
  return fit;
}

void
ull_fit_free (UllFit *fit)
{
  if (fit == NULL)
    return;
  g_array_unref (fit->residuals);
  g_array_unref (fit->parts);
  g_free (fit);
}
