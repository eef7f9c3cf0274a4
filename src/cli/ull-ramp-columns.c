#include "ull-ramp-columns.h"

#include <math.h>

/* In the order of the contract's members; what it does not name stands behind them. */

#define REAL(member) { #member, G_STRUCT_OFFSET (UllRampLevel, member), FALSE }
#define WHOLE(member) { #member, G_STRUCT_OFFSET (UllRampLevel, member), TRUE }

const UllRampColumn ull_ramp_columns[] = {
  WHOLE (concurrency),
  REAL (output_tokens_per_s),
  REAL (requests_per_s),
  REAL (kv_use_mean),
  REAL (kv_use_max),
  REAL (hit_rate),
  WHOLE (preemptions),
  WHOLE (recomputed_tokens),
  REAL (useful_share),
  REAL (waiting_mean),
  REAL (ttft_p50),
  REAL (ttft_p90),
  REAL (ttft_p99),
  REAL (tpot_p50),
  REAL (tpot_p99),
  REAL (itl_p99),
  REAL (itl_max),
  REAL (e2e_p50),
  REAL (e2e_p99),
  REAL (low),
  REAL (high),
  REAL (preemptions_per_100),
  REAL (retained_mean),
  REAL (running_mean),
  REAL (itl_p50),
  WHOLE (requests),
  WHOLE (sent),
  WHOLE (refused),
  WHOLE (left),
  WHOLE (answered),
  WHOLE (unfinished),
  REAL (measured_s),
  REAL (queue_growth_per_s),
};

const guint ull_n_ramp_columns = G_N_ELEMENTS (ull_ramp_columns);

double
ull_ramp_column_get (const UllRampColumn *column, const UllRampLevel *level)
{
  /* Without an upper bound there is no interval, and so no lower one. */
  if (column->offset == G_STRUCT_OFFSET (UllRampLevel, low) && !isfinite (level->high))
    return NAN;
  return G_STRUCT_MEMBER (double, level, column->offset);
}
