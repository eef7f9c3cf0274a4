#include "ull-fit-private.h"

#include <math.h>
#include <string.h>

/* Were the schedule to stay as it is, every time would be a sum: so many steps, so many tokens in them and so much context between a
 * request's arrival and its token, each at its coefficient. So the coefficients with the least loss on one schedule are found without
 * a simulation. Simulated with them the schedule is another, a little; and so on. Where it comes out as the run's own was, so do the
 * coefficients.
 *
 * When a step began that a request came into hangs on all steps since the server last had nothing to do. Counted from that pause on,
 * times are exact, and only where the schedule is: a thousandth of a step too much is a whole step after a thousand of them. Counted
 * from the arrival on, with the rest of the step that it fell into, they are never far off, and never exact. The search does the one first and then
 * the other.
 *
 * The loss is the one of ull-fit.c: deviations as shares of the measured times, their sizes; first tokens and ends, each divided by
 * their mean size, because their geometric mean falls as the sum of those does. Least absolute deviations are weighted least squares,
 * the weights being one over the deviations of the round before (Lawson, 1961). */

#define N ULL_N_STEP_COEFFICIENTS
#define ROUNDS 40
#define LEAST_SHARE 1e-7
#define N_KINDS 2
/* A coefficient that nothing tells is pulled to where it was, this weakly. */
#define PULL 1e-9
#define LEAST_PULL 1e-30

/* What was counted from the beginning to the end of a step: steps, tokens past the hidden ones, context. */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  guint busy; /* the first step since a pause */
  double sum[N];
} Step;

typedef struct
{
  double share[N]; /* of the measured time, what a microsecond of each coefficient comes to */
  double wanted;
  guint kind;
} Row;

typedef struct
{
  const GArray *line;
  GArray *rows;
  double step_s;
  gboolean from_pause;
} Rows;

GArray *
ull_fit_line_new (void)
{
  return g_array_new (FALSE, FALSE, sizeof (Step));
}

void
ull_fit_line_add (GArray *line, const UllSimStep *step, gint64 hidden)
{
  Step next = { step->start_ns, step->end_ns, line->len, { 1, (double) MAX (step->report.tokens - hidden, 0), (double) step->report.context } };

  if (line->len > 0)
    {
      const Step *last = &g_array_index (line, Step, line->len - 1);

      for (guint i = 0; i < N; i++)
        next.sum[i] += last->sum[i];
      if (last->end_ns == next.start_ns)
        next.busy = last->busy;
    }
  g_array_append_val (line, next);
}

/* Steps that began before then. */
static guint
steps_before (const GArray *line, gint64 ns)
{
  guint low = 0, high = line->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (line, Step, middle).start_ns < ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Up to then; of a step that goes on then, its part. */
static void
count_until (const GArray *line, gint64 ns, double sum[N])
{
  guint n = steps_before (line, ns);
  const Step *step;
  double share;

  for (guint i = 0; i < N; i++)
    sum[i] = n > 1 ? g_array_index (line, Step, n - 2).sum[i] : 0;
  if (n == 0)
    return;
  step = &g_array_index (line, Step, n - 1);
  share = step->end_ns > step->start_ns ? MIN ((double) (ns - step->start_ns) / (double) (step->end_ns - step->start_ns), 1) : 1;
  for (guint i = 0; i < N; i++)
    sum[i] += share * (step->sum[i] - sum[i]);
}

/* The pause before the step in which a token came. */
static gint64
pause_before (const GArray *line, gint64 token_ns)
{
  guint n = steps_before (line, token_ns);

  return n > 0 ? g_array_index (line, Step, g_array_index (line, Step, n - 1).busy).start_ns : 0;
}

static void
add_row (Rows *rows, gint64 arrival_ns, double simulated, double measured, guint kind)
{
  gint64 token_ns, from_ns = arrival_ns;
  double from[N], to[N], scale = measured + rows->step_s;
  Row row = { .kind = kind };

  if (!isfinite (simulated))
    return;
  token_ns = arrival_ns + llround (simulated * 1e9);
  if (rows->from_pause)
    from_ns = MIN (pause_before (rows->line, token_ns), arrival_ns);
  count_until (rows->line, from_ns, from);
  count_until (rows->line, token_ns, to);
  row.wanted = (measured + (double) (arrival_ns - from_ns) / 1e9) / scale;
  for (guint i = 0; i < N; i++)
    row.share[i] = (to[i] - from[i]) / 1e6 / scale;
  g_array_append_val (rows->rows, row);
}

static double
off_by (const Row *row, const double us[N])
{
  double off = -row->wanted;

  for (guint i = 0; i < N; i++)
    off += row->share[i] * us[i];
  return off;
}

/* Gauss and Jordan, of the coefficients that are not held at 0. */
static void
solve (double square[N][N + 1], const gboolean held[N], double us[N])
{
  for (guint i = 0; i < N; i++)
    for (guint k = 0; k < N; k++)
      {
        double factor = k == i || held[i] || held[k] || square[i][i] <= 0 ? 0 : square[k][i] / square[i][i];

        for (guint j = 0; j <= N; j++)
          square[k][j] -= factor * square[i][j];
      }
  for (guint i = 0; i < N; i++)
    us[i] = held[i] || square[i][i] <= 0 ? 0 : square[i][N] / square[i][i];
}

/* No coefficient is below 0: one that would be is held there, and the others are found without it. */
static void
solve_above (double square[N][N + 1], double us[N])
{
  gboolean held[N] = { FALSE };

  for (guint tries = 0; tries <= N; tries++)
    {
      double copy[N][N + 1];
      guint least = 0;

      memcpy (copy, square, sizeof copy);
      solve (copy, held, us);
      for (guint i = 1; i < N; i++)
        if (us[i] < us[least])
          least = i;
      if (us[least] >= 0)
        return;
      held[least] = TRUE;
    }
}

static double
weight_of (const Row *row, const double us[N], const double mean[N_KINDS])
{
  return 1 / (mean[row->kind] * MAX (fabs (off_by (row, us)), LEAST_SHARE));
}

static void
take_means (const GArray *rows, const double us[N], double mean[N_KINDS])
{
  guint n[N_KINDS] = { 0 };

  for (guint i = 0; i < N_KINDS; i++)
    mean[i] = 0;
  for (guint i = 0; i < rows->len; i++)
    {
      const Row *row = &g_array_index (rows, Row, i);

      mean[row->kind] += fabs (off_by (row, us));
      n[row->kind]++;
    }
  for (guint i = 0; i < N_KINDS; i++)
    mean[i] = MAX (n[i] > 0 ? mean[i] / n[i] : 0, LEAST_SHARE);
}

/* The sums of squares whose least is looked for; the last column is the right side. */
static void
square_up (const GArray *rows, const double us[N], const double from[N], gboolean evenly, double square[N][N + 1])
{
  double mean[N_KINDS];

  memset (square, 0, N * sizeof *square);
  take_means (rows, us, mean);
  for (guint r = 0; r < rows->len; r++)
    {
      const Row *row = &g_array_index (rows, Row, r);
      double weight = evenly ? 1 : weight_of (row, us, mean);

      for (guint i = 0; i < N; i++)
        {
          for (guint k = 0; k < N; k++)
            square[i][k] += weight * row->share[i] * row->share[k];
          square[i][N] += weight * row->share[i] * row->wanted;
        }
    }
  for (guint i = 0; i < N; i++)
    {
      double pull = PULL * square[i][i] + LEAST_PULL;

      square[i][i] += pull;
      square[i][N] += pull * from[i];
    }
}

void
ull_fit_line_solve (const GPtrArray *lines,
                    const UllServerRun *run,
                    const GArray *residuals,
                    guint first,
                    double step_s,
                    gboolean from_pause,
                    double us[N])
{
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (Row));
  Rows rows = { NULL, list, step_s, from_pause };
  double square[N][N + 1], from[N];

  for (guint i = 0; i < first; i++)
    {
      const UllResidual *residual = &g_array_index (residuals, UllResidual, i);
      const UllServerRequest *request = &g_array_index (run->requests, UllServerRequest, i);
      gint64 arrival_ns = request->arrival_ns;

      rows.line = g_ptr_array_index (lines, request->part);
      add_row (&rows, arrival_ns, residual->simulated_ttft, residual->ttft, 0);
      add_row (&rows, arrival_ns, residual->simulated_e2e, residual->e2e, 1);
    }
  memcpy (from, us, sizeof from);
  for (guint i = 0; i < ROUNDS; i++)
    {
      square_up (list, us, from, i == 0, square);
      solve_above (square, us);
    }
}
