#include "ull-surge.h"

#include "ull-error.h"
#include "ull-surge-load.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>

/* The clients are given twice their usual time of an answer before the burst comes, and enough requests to outlast it. Gaps between
 * tokens are those of the clients' requests alone: the burst's own begin with a prefill that is theirs. */

#define BEFORE 2.0
#define REQUESTS_PER_CLIENT 64
#define S_PER_NS 1e-9

typedef struct
{
  UllSurgeSide *side;
  GHashTable *last;   /* number + 1 to a boxed gint64: when a client's request had its last token */
  UllQuantiles itl;
  UllQuantiles ttft;
  gint64 at_ns;
  gint64 end_ns;      /* of the burst's last answer so far */
  gint64 left;        /* of the burst's requests */
  gboolean (*go_on) (gint64 finished, gpointer data);
  gpointer data;
  gboolean ended;
} Run;

/* Nanoseconds since its token before; -1: it is its first. */
static gint64
gap_of (Run *run, gint64 number, gint64 now)
{
  gint64 *last = g_hash_table_lookup (run->last, GSIZE_TO_POINTER ((gsize) number + 1));
  gint64 gap;

  if (last == NULL)
    {
      g_hash_table_insert (run->last, GSIZE_TO_POINTER ((gsize) number + 1), g_memdup2 (&now, sizeof now));
      return -1;
    }
  gap = now - *last;
  *last = now;
  return gap;
}

static void
step_cb (const UllSimStep *step, const UllScheduler *scheduler, gpointer data)
{
  Run *run = data;
  UllSurgePoint point = { .seconds = (double) (step->end_ns - run->at_ns) * S_PER_NS,
                          .running = step->report.running,
                          .waiting = step->report.waiting,
                          .preempted = step->report.preempted };
  guint n, gaps = 0;
  UllSequence *const *served = ull_scheduler_get_served (scheduler, &n);

  for (guint i = 0; i < n; i++)
    {
      gint64 number, gap;

      if (ull_sim_get_request (served[i], &number)->session >= ULL_SURGE_FIRST || (gap = gap_of (run, number, step->end_ns)) < 0)
        continue;
      if (step->start_ns >= run->at_ns && run->left > 0)
        ull_quantiles_add (&run->itl, gap, 1);
      point.itl_mean += (double) gap * S_PER_NS;
      point.itl_max = MAX (point.itl_max, (double) gap * S_PER_NS);
      gaps++;
    }
  if (run->left > 0 && step->start_ns >= run->at_ns)
    run->side->preemptions += step->report.preempted;
  if (gaps == 0)
    return;
  point.itl_mean /= gaps;
  g_array_append_val (run->side->points, point);
}

static void
request_cb (const UllSimRequest *request, gpointer data)
{
  Run *run = data;

  g_hash_table_remove (run->last, GSIZE_TO_POINTER ((gsize) request->number + 1));
  if (request->request->session < ULL_SURGE_FIRST)
    return;
  run->left--;
  run->end_ns = request->finish_ns;
  if (request->first_token_ns >= 0)
    ull_quantiles_add (&run->ttft, request->first_token_ns - request->request->arrival_ns, 1);
}

/* Once the burst is answered there is no more to see; the clients' rest is not run. */
static gboolean
go_on_cb (gint64 finished, gpointer data)
{
  Run *run = data;

  run->ended = run->go_on != NULL && !run->go_on (finished, run->data);
  return !run->ended && run->left > 0;
}

static double
seconds (const UllQuantiles *quantiles, gint64 ppm)
{
  return (double) ull_quantiles_quantile (quantiles, ppm) * S_PER_NS;
}

static void
sum_up (const Run *run)
{
  UllSurgeSide *side = run->side;

  side->itl_p50 = seconds (&run->itl, 500000);
  side->itl_p99 = seconds (&run->itl, 990000);
  side->itl_max = run->itl.count > 0 ? (double) run->itl.greatest * S_PER_NS : 0;
  side->ttft_p50 = seconds (&run->ttft, 500000);
  side->ttft_p99 = seconds (&run->ttft, 990000);
  side->done = (double) MAX (run->end_ns - run->at_ns, 0) * S_PER_NS;
}

static gboolean
run_side (const UllRampSetting *setting, const UllSurge *surge, Run *run, GError **error)
{
  UllSimWatch watch = { .request = request_cb, .step = step_cb, .go_on = go_on_cb, .data = run };
  UllSimOptions options = { .scheduler = setting->pool.scheduler, .time = setting->time };
  gint64 requests = surge->clients * REQUESTS_PER_CLIENT;
  g_autoptr (UllWorkload) source
    = ull_surge_open_load (setting, surge->clients, requests, surge->burst, run->at_ns, error);
  UllSimResult result;
  gboolean done;

  if (source == NULL)
    return FALSE;
  options.scheduler.max_num_seqs = run->side->cap;
  done = ull_sim_run (&options, source, &watch, &result, error);
  ull_sim_result_clear (&result);
  if (done && run->ended)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "ended");
  return done && !run->ended;
}

static gboolean
fill_side (
  const UllRampSetting *setting, const UllSurge *surge, UllSurgeSide *side, const Run *how, GError **error)
{
  Run run = *how;
  gboolean done;

  run.side = side;
  run.left = surge->burst;
  run.last = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  side->points = g_array_new (FALSE, FALSE, sizeof (UllSurgePoint));
  ull_quantiles_init (&run.itl);
  ull_quantiles_init (&run.ttft);
  done = run_side (setting, surge, &run, error);
  sum_up (&run);
  ull_quantiles_clear (&run.itl);
  ull_quantiles_clear (&run.ttft);
  g_hash_table_unref (run.last);
  return done;
}

UllSurge *
ull_surge_new (const UllScenario *scenario,
               const UllRamp *ramp,
               const UllRampOptions *options,
               gboolean (*go_on) (gint64 finished, gpointer data),
               gpointer data,
               GError **error)
{
  const UllRampLevel *peak = &ramp->level[ULL_LINE_MAIN][ramp->peak];
  const UllRampLevel *operating = &ramp->level[ULL_LINE_MAIN][ramp->operating];
  g_autoptr (UllSurge) surge = g_new0 (UllSurge, 1);
  Run how = { .at_ns = (gint64) (BEFORE * operating->e2e_p50 / S_PER_NS), .go_on = go_on, .data = data };
  g_autofree char *nothing = ull_ramp_nothing_text (ramp);
  UllRampSetting setting;
  gboolean done;

  if (nothing != NULL)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, _("surge: %s A load that runs would be right"), nothing);
      return NULL;
    }
  surge->clients = operating->concurrency;
  surge->burst = peak->concurrency;
  surge->side[ULL_SURGE_PEAK].cap = peak->concurrency;
  surge->side[ULL_SURGE_OPERATING].cap = operating->concurrency;
  done = ull_ramp_setting_init (&setting, NULL, scenario, ramp->load, options, error);
  for (guint i = 0; done && i < ULL_N_SURGES; i++)
    done = fill_side (&setting, surge, &surge->side[i], &how, error);
  ull_ramp_setting_clear (&setting);
  return done ? g_steal_pointer (&surge) : NULL;
}

void
ull_surge_free (UllSurge *surge)
{
  if (surge == NULL)
    return;
  for (guint i = 0; i < ULL_N_SURGES; i++)
    g_clear_pointer (&surge->side[i].points, g_array_unref);
  g_free (surge);
}
