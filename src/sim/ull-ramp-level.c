#include "ull-ramp-private.h"

#include "ull-error.h"
#include "ull-units.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>

/* One level is one simulation. Warm-up: two requests a client, or a whole session of each, and at least a tenth of all, are not
 * measured, nor are those in flight when the last is sent; rates, use and counts are of the time between, in which every
 * client is busy. One run of one seed, so that levels that share a seed are
 * compared on the same requests. A request that is refused is none: of a load that is drawn so many more are sent that as many are
 * taken up.
 *
 * Of open arrivals the queue grows where more arrives than is served. It is said to where more wait at the last arrival than ran on average,
 * and more than did when measuring began by over 2 % of what came meanwhile: the share that a plateau is wide. */

/* Lengths above the median, as many powers above it. */
#define TAIL 1.25
#define REQUESTS_PER_CLIENT 4
/* Sent for one that is taken up, at most. */
#define MOST_SENT 16
#define S_PER_NS 1e-9
#define GROWN_SHARE 0.02

typedef struct
{
  const UllRampGoOn *go_on;
  GArray *pieces;        /* UllRampPiece: of the measured time, from one answer to the next */
  UllRampPiece piece;
  gint64 finished;       /* requests, as are the next two: when the last piece ended, */
  gint64 first_finished; /* when measuring began, */
  gint64 last_finished;  /* and when it ended */
  gint64 first_answered; /* of those, as is the next */
  gint64 last_answered;
  gint64 last_ns;
  gint64 first_waiting;  /* sequences, when measuring began, */
  gint64 last_waiting;   /* and when it ended */
  gboolean begun;
  UllSchedulerTotals before; /* of the last step that is not measured at the beginning */
  UllSchedulerTotals after;
} Watched;

static void
step_cb (const UllSimStep *step, const UllScheduler *scheduler, gpointer data)
{
  Watched *watched = data;

  if (!step->measured)
    {
      if (!watched->begun)
        {
          watched->before = *ull_scheduler_get_totals (scheduler);
          watched->first_finished = watched->finished = step->finished;
          watched->first_answered = step->answered;
          watched->first_waiting = step->report.waiting;
        }
      watched->last_ns = step->end_ns;
      return;
    }
  watched->piece.ns += step->end_ns - (watched->begun ? watched->last_ns : step->start_ns);
  watched->begun = TRUE;
  watched->piece.tokens += step->served;
  watched->last_ns = step->end_ns;
  watched->after = *ull_scheduler_get_totals (scheduler);
  watched->last_finished = step->finished;
  watched->last_answered = step->answered;
  watched->last_waiting = step->report.waiting;
  if (step->finished == watched->finished)
    return;
  watched->finished = step->finished;
  g_array_append_val (watched->pieces, watched->piece);
  watched->piece = (UllRampPiece) { 0 };
}

static gboolean
go_on_cb (gint64 finished, gpointer data)
{
  Watched *watched = data;

  return watched->go_on == NULL || watched->go_on->go_on (finished, watched->go_on->data);
}

const UllLoad *
ull_ramp_get_load (const UllRampSetting *setting, UllRampLine line)
{
  return line == ULL_LINE_UNIFORM ? setting->uniform : setting->load;
}

void
ull_ramp_prepare (
  const UllRampSetting *setting, UllRampLine line, gint64 concurrency, UllSimOptions *options, UllLoadView *view)
{
  const UllLoad *load = ull_ramp_get_load (setting, line);
  gboolean closed = load->arrivals == ULL_ARRIVALS_CLOSED;
  gint64 per_client = load->kind == ULL_LOAD_SESSIONS ? MIN (load->turns, 100) : 2;
  gint64 clients = closed ? concurrency : 0;

  *options = (UllSimOptions) { .scheduler = setting->pool.scheduler, .time = setting->time };
  view->clients = MAX (clients, 1);
  view->requests = MAX (load->requests, clients * MAX (REQUESTS_PER_CLIENT, 2 * per_client));
  /* A short log has no more than it has: what is warm-up and what is measured goes by its rows. */
  if (load->kind == ULL_LOAD_TRACE && setting->log != NULL)
    view->requests = MAX (ull_request_log_count (setting->log, view->requests, view->go_on, view->data), 1);
  view->block_tokens = setting->pool.scheduler.block_tokens;
  view->max_tokens = setting->model_len;
  view->tail = line == ULL_LINE_HEAVIER ? TAIL : 1;
  view->log = setting->log;
  options->scheduler.max_num_seqs = closed ? setting->cap : MIN (setting->cap, concurrency);
  if (line == ULL_LINE_UNSHARED || line == ULL_LINE_RESERVED)
    options->scheduler.prefix_caching = FALSE;
  if (line == ULL_LINE_RESERVED)
    options->scheduler.max_num_seqs = MIN (options->scheduler.max_num_seqs, setting->reserved_at_once);
  options->warm_up = MIN (MAX (clients * per_client, view->requests / 10), view->requests / 2);
  options->cool_down = MAX (view->requests - clients, options->warm_up + 1);
  options->measure_until = options->most = view->requests;
  if (load->kind != ULL_LOAD_TRACE)
    view->requests *= MOST_SENT;
}

/* Of nothing that was measured there is no quantile. */
static double
seconds (const UllQuantiles *quantiles, gint64 ppm)
{
  return quantiles->count == 0 ? NAN : (double) ull_quantiles_quantile (quantiles, ppm) * S_PER_NS;
}

static void
set_latencies (UllRampLevel *level, const UllSimResult *result)
{
  level->ttft_p50 = seconds (&result->ttft, 500000);
  level->ttft_p90 = seconds (&result->ttft, 900000);
  level->ttft_p99 = seconds (&result->ttft, 990000);
  level->tpot_p50 = seconds (&result->tpot, 500000);
  level->tpot_p99 = seconds (&result->tpot, 990000);
  level->itl_p50 = seconds (&result->itl, 500000);
  level->itl_p99 = seconds (&result->itl, 990000);
  level->itl_max = result->itl.count > 0 ? (double) result->itl.greatest * S_PER_NS : NAN;
  level->e2e_p50 = seconds (&result->e2e, 500000);
  level->e2e_p99 = seconds (&result->e2e, 990000);
}

static void
set_counts (UllRampLevel *level, const Watched *watched, double elapsed)
{
  const UllSchedulerTotals *a = &watched->before, *b = &watched->after;
  gint64 tokens = b->tokens - a->tokens, queries = b->first_queries - a->first_queries;
  gint64 ended = watched->last_finished - watched->first_finished;

  level->preemptions = b->preemptions - a->preemptions;
  level->recomputed_tokens = b->recomputed - a->recomputed;
  level->useful_share = tokens > 0 ? 1 - (double) level->recomputed_tokens / (double) tokens : 1;
  level->hit_rate = queries > 0 ? (double) (b->first_hit_tokens - a->first_hit_tokens) / (double) queries : 0;
  level->preemptions_per_100 = ended > 0 ? 100 * (double) level->preemptions / (double) ended : 0;
  level->requests_per_s = elapsed > 0 ? (double) (watched->last_answered - watched->first_answered) / elapsed : 0;
}

/* @came: requests while it was measured. */
static void
set_growth (UllRampLevel *level, const Watched *watched, gint64 came)
{
  double grown = (double) (watched->last_waiting - watched->first_waiting);

  level->queue_growth_per_s = level->measured_s > 0 ? grown / level->measured_s : 0;
  level->growing = !level->stuck && grown > GROWN_SHARE * (double) came && (double) watched->last_waiting > level->running_mean;
}

static void
set_level (UllRampLevel *level, const UllSimResult *result, const Watched *watched)
{
  double elapsed = (double) result->measured_ns * S_PER_NS;

  level->measured_s = elapsed;
  level->measured = result->measured_ns > 0 || result->stuck;
  level->requests = result->measured;
  level->sent = result->arrived;
  level->answered = result->answered;
  level->refused = result->refused;
  level->left = result->cancelled;
  level->unfinished = level->sent - level->answered - level->refused - level->left;
  level->stuck = result->stuck;
  level->kv_use_mean = result->use_mean;
  level->kv_use_max = result->use_max;
  level->retained_mean = result->retained_mean;
  level->running_mean = result->running_mean;
  level->waiting_mean = result->waiting_mean;
  level->output_tokens_per_s = elapsed > 0 ? (double) result->served / elapsed : 0;
  if (watched->begun)
    set_counts (level, watched, elapsed);
  else
    level->useful_share = 1;
  ull_ramp_set_interval (level, watched->pieces);
  set_latencies (level, result);
}

/* Where all clients send their first request and none a second, no time is between them that could be measured. */
static gboolean
check_log (const UllRampSetting *setting, const UllLoad *load, gint64 concurrency, const UllLoadView *view, GError **error)
{
  g_autofree char *clients = NULL, *rows = NULL, *needed = NULL;

  if (load->kind != ULL_LOAD_TRACE || load->arrivals != ULL_ARRIVALS_CLOSED || setting->log == NULL || view->requests >= 2 * concurrency)
    return TRUE;
  /* Reading that was ended has counted fewer than there are. */
  if (view->go_on != NULL && !view->go_on (0, view->data))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "ended");
      return FALSE;
    }
  clients = ull_format_count (concurrency);
  rows = ull_format_count (view->requests);
  needed = ull_format_count (2 * concurrency);
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
               _("levels: %s clients cannot be measured with %s requests; a log, and requests, of at least %s, or fewer clients, would be right"), clients, rows, needed);
  return FALSE;
}

gboolean
ull_ramp_run_level (const UllRampSetting *setting,
                    UllRampLine line,
                    gint64 concurrency,
                    const UllRampGoOn *go_on,
                    UllRampLevel *level,
                    GError **error)
{
  g_autoptr (GArray) pieces = g_array_new (FALSE, FALSE, sizeof (UllRampPiece));
  g_autoptr (UllWorkload) source = NULL;
  Watched watched = { .go_on = go_on, .pieces = pieces };
  UllSimWatch watch = { .step = step_cb, .go_on = go_on_cb, .data = &watched };
  UllSimOptions options;
  UllSimResult result;
  UllLoadView view = { .go_on = go_on != NULL ? go_on->go_on : NULL, .data = go_on != NULL ? go_on->data : NULL };
  g_autoptr (GError) fault = NULL;
  gboolean done;

  *level = (UllRampLevel) { .concurrency = concurrency };
  if (line == ULL_LINE_STATIC)
    return ull_ramp_run_static (setting, concurrency, level, error);
  /* A server that reserves what it does not have runs nothing. */
  if (line == ULL_LINE_RESERVED && setting->reserved_at_once < 1)
    {
      level->useful_share = 1;
      level->measured = TRUE;
      return TRUE;
    }
  ull_ramp_prepare (setting, line, concurrency, &options, &view);
  source = check_log (setting, ull_ramp_get_load (setting, line), concurrency, &view, &fault)
             ? ull_load_open (ull_ramp_get_load (setting, line), &view, &fault)
             : NULL;
  if (source == NULL)
    {
      if (!g_error_matches (fault, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        g_propagate_error (error, g_steal_pointer (&fault));
      return FALSE;
    }
  done = ull_sim_run (&options, source, &watch, &result, error);
  if (done)
    set_level (level, &result, &watched);
  if (done && ull_ramp_get_load (setting, line)->arrivals != ULL_ARRIVALS_CLOSED)
    set_growth (level, &watched, options.most - options.warm_up);
  done = done && !result.ended_early;
  ull_sim_result_clear (&result);
  return done;
}
