#include "ull-question-private.h"

#include "ull-units.h"

#include <math.h>

/* Usual mistakes about a ramp. Those about clients are what somebody reckons who takes one thing for another: the pool's blocks over
 * the blocks of a client of some size, in whole clients, rounded either way; or a figure of the same ramp that is not the one that was
 * asked for. What a client keeps is of the load: of sessions the system prompt and so many questions and answers. */

static void
add_clients (const UllQuestion *question, UllKey *key, UllSlipId slip, double tokens)
{
  const UllRamp *ramp = key->trial->ramp;
  double blocks = ceil (tokens / (double) ramp->block_tokens), clients = floor ((double) ramp->blocks / blocks);

  if (tokens > 0 && clients >= 1)
    ull_key_add_slip (question, key, slip, clients, clients, clients + 1);
}

/* What a client holds at the most. */
static double
whole_tokens (const UllLoad *load)
{
  if (load->kind == ULL_LOAD_SESSIONS)
    return (double) load->prefix_tokens + (double) load->turns * (ull_lengths_mean (load->lengths) + ull_lengths_mean (load->outputs));
  return (double) ull_lengths_quantile (load->lengths, ULL_PPM_ONE)
         + (load->prompts_alone ? (double) ull_lengths_quantile (load->outputs, ULL_PPM_ONE) : 0);
}

/* The one for the other, as far as the ramp resolves that. */
static void
add_other (const UllQuestion *question, UllKey *key)
{
  gboolean peak = question->kind == ULL_QUESTION_PEAK;
  guint level = peak ? key->trial->ramp->operating : key->trial->ramp->peak;
  double least, most;

  if (key->trial->ramp->shape == ULL_SHAPE_RISING)
    return;
  ull_trial_resolve (key->trial, !peak, &least, &most);
  ull_key_add_slip (question, key, peak ? ULL_SLIP_OPERATING : ULL_SLIP_PEAK,
                    (double) key->trial->ramp->level[ULL_LINE_MAIN][level].concurrency, least, most);
}

static void
add_of_clients (const UllQuestion *question, UllKey *key)
{
  const UllRamp *ramp = key->trial->ramp;
  const UllLoad *load = ramp->load;

  add_clients (question, key, ULL_SLIP_WHOLE, whole_tokens (load));
  if (load->kind == ULL_LOAD_SESSIONS)
    add_clients (question, key, ULL_SLIP_ONE_TURN,
                 (double) load->prefix_tokens + ull_lengths_mean (load->lengths) + ull_lengths_mean (load->outputs));
  add_clients (question, key, ULL_SLIP_LOG_LINE, (double) ramp->model_len);
  if ((double) ramp->cap > key->truth)
    ull_key_add_slip (question, key, ULL_SLIP_CAP, (double) ramp->cap, (double) ramp->cap, (double) ramp->cap);
  add_other (question, key);
}

void
ull_key_add_ramp_slips (const UllQuestion *question, UllKey *key)
{
  double hits = ull_trial_get_best (key->trial, ULL_LINE_MAIN)->hit_rate, gain = key->truth - 1;

  if (question->kind != ULL_QUESTION_RETENTION)
    {
      add_of_clients (question, key);
      return;
    }
  if (hits > 0 && hits < 1)
    ull_key_add_slip (question, key, ULL_SLIP_HIT_RATE, 1 / (1 - hits), 0.9 / (1 - hits), 1.1 / (1 - hits));
  if (gain > 0)
    ull_key_add_slip (question, key, ULL_SLIP_GAIN, gain, gain, gain);
}

UllSlipId
ull_slip_of_shape (UllRampShape said, UllRampShape truth)
{
  if (said == truth || truth == ULL_SHAPE_RISING)
    return ULL_N_SLIPS;
  if (said == ULL_SHAPE_RISING)
    return ULL_SLIP_NO_END;
  return said == ULL_SHAPE_CLIFF ? ULL_SLIP_FULL_POOL : ULL_SLIP_NO_LOSS;
}
