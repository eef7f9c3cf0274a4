#include "ull-ramp-private.h"

#include "ull-units.h"

#include <math.h>

/* How servers did it before continuous batching: as many of the next requests as there are clients, or as the pool holds at the
 * longest length among them, are computed together; the batch ends with its longest answer, and every row is computed to its
 * end. Time is the same step's, prompts in steps of the engine's tokens; nothing is cached. Figures that such a server has no
 * meaning for are NAN. */

#define S_PER_NS 1e-9

typedef struct
{
  gint64 rows;
  gint64 prompts; /* tokens, as are the next three */
  gint64 longest_prompt;
  gint64 longest_output;
  gint64 outputs;
} Batch;

static gint64
blocks_of (const UllRampSetting *setting, const Batch *batch)
{
  gint64 tokens = MIN (batch->longest_prompt + batch->longest_output, setting->model_len);

  return ull_sim_pool_get_blocks (&setting->pool, tokens) * batch->rows;
}

static Batch
with_request (const Batch *batch, const UllRequest *request)
{
  return (Batch) {
    .rows = batch->rows + 1,
    .prompts = batch->prompts + request->prompt,
    .longest_prompt = MAX (batch->longest_prompt, request->prompt),
    .longest_output = MAX (batch->longest_output, request->output),
    .outputs = batch->outputs + request->output,
  };
}

static double
step_ns (const UllStepTime *time, double tokens, double context)
{
  double past = MAX (tokens - (double) time->hidden, 0);
  gint64 n = llround (tokens), saved = n > 0 && n <= time->n_saved ? time->saved_ns[n - 1] : 0;

  return (double) (time->base_ns - saved) + (double) time->token_ps * past * 1e-3 + (double) time->context_fs * context * 1e-6;
}

/* Prompts fill steps one after the other: on average half of what they come to is resident. Then each step adds a token to
 * every row. */
static double
batch_ns (const UllRampSetting *setting, const Batch *batch)
{
  double steps = ceil ((double) batch->prompts / (double) setting->pool.scheduler.max_batched_tokens);
  double rows = (double) batch->rows, further = (double) batch->longest_output - 1, prompts = (double) batch->prompts;
  double ns = steps * step_ns (&setting->time, prompts / steps, prompts / 2);

  return ns + further * step_ns (&setting->time, rows, prompts + rows * (further + 1) / 2);
}

typedef struct
{
  double ns;
  double tokens;
  double requests;
  double used;    /* blocks over time */
} Sum;

static void
add_batch (const UllRampSetting *setting, const Batch *batch, Sum *sum)
{
  double ns;

  if (batch->rows == 0)
    return;
  ns = batch_ns (setting, batch);
  sum->ns += ns;
  sum->tokens += (double) batch->outputs;
  sum->requests += (double) batch->rows;
  sum->used += ns * (double) blocks_of (setting, batch);
}

static void
set_static (const UllRampSetting *setting, const Sum *sum, UllRampLevel *level)
{
  double usable = (double) (setting->pool.scheduler.blocks - 1);

  level->requests = (gint64) sum->requests;
  level->answered = level->sent - level->refused;
  level->ttft_p50 = level->ttft_p90 = level->ttft_p99 = level->tpot_p50 = level->tpot_p99 = NAN;
  level->itl_p50 = level->itl_p99 = level->itl_max = level->e2e_p50 = level->e2e_p99 = level->waiting_mean = NAN;
  level->running_mean = NAN;
  level->high = INFINITY;
  level->useful_share = 1;
  level->measured = sum->ns > 0;
  if (sum->ns <= 0)
    return;
  level->measured_s = sum->ns * S_PER_NS;
  level->output_tokens_per_s = sum->tokens / (sum->ns * S_PER_NS);
  level->requests_per_s = sum->requests / (sum->ns * S_PER_NS);
  level->kv_use_mean = usable > 0 ? sum->used / sum->ns / usable : 0;
}

/* A request that the pool does not hold by itself is refused, as is one past the model length. */
static gboolean
is_refused (const UllRampSetting *setting, const UllRequest *request)
{
  Batch alone = with_request (&(Batch) { 0 }, request);

  return request->prompt >= setting->model_len || blocks_of (setting, &alone) > setting->pool.scheduler.blocks - 1;
}

gboolean
ull_ramp_run_static (const UllRampSetting *setting, gint64 concurrency, UllRampLevel *level, GError **error)
{
  const UllLoad *load = ull_ramp_get_load (setting, ULL_LINE_STATIC);
  g_autoptr (UllWorkload) source = NULL;
  gint64 most = MIN (concurrency, setting->cap), usable = setting->pool.scheduler.blocks - 1;
  UllSimOptions options;
  UllLoadView view = { 0 };
  Batch batch = { 0 };
  Sum sum = { 0 };

  ull_ramp_prepare (setting, ULL_LINE_STATIC, concurrency, &options, &view);
  source = ull_load_open (load, &view, error);
  if (source == NULL)
    return FALSE;
  for (level->sent = 0; level->sent - level->refused < options.most; level->sent++)
    {
      gint64 arrival = ull_workload_peek (source, error);
      UllRequest request;
      Batch larger;

      if (arrival < 0)
        return FALSE;
      if (arrival == G_MAXINT64)
        break;
      ull_workload_take (source, &request);
      ull_workload_done (source, &request, arrival);
      if (is_refused (setting, &request))
        {
          level->refused++;
          continue;
        }
      larger = with_request (&batch, &request);
      if (batch.rows == most || blocks_of (setting, &larger) > usable)
        {
          add_batch (setting, &batch, &sum);
          larger = with_request (&(Batch) { 0 }, &request);
        }
      batch = larger;
    }
  add_batch (setting, &batch, &sum);
  set_static (setting, &sum, level);
  return TRUE;
}
