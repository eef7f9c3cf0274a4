#include "ull-slip-private.h"

#include "ull-units.h"

/* The table. A form is one thought, as the operands that it replaces; forms of one slip are that thought at other places of
 * the sum. Keys and values of half the width are K alone in another dress: both have a row, and both are named. */

#define BOTH_DIMS(of, instead, argument)                                                                               \
  { ULL_AT_FACT, ULL_FACT_K_DIM, of, instead, argument, FALSE }, { ULL_AT_FACT, ULL_FACT_V_DIM, of, instead, argument, TRUE }
#define BOTH_FORMATS(dtype)                                                                                            \
  { ULL_AT_FACT, ULL_FACT_K_FORMAT, ULL_OF_ENTRIES, ull_instead_dtype, dtype, FALSE },                                 \
  { ULL_AT_FACT, ULL_FACT_V_FORMAT, ULL_OF_ENTRIES, ull_instead_dtype, dtype, FALSE }
#define LEFT_OUT(at, ref) { at, ref, ULL_OF_ANY, ull_instead_value, 0, FALSE }
#define PERHAPS(at, ref) { at, ref, ULL_OF_ANY, ull_instead_value, 0, TRUE }
#define INSTEAD(at, ref, instead) { at, ref, ULL_OF_ANY, instead, 0, FALSE }
#define WIDTH(dtype) { ULL_AT_SECOND, ULL_STEP_WEIGHTS, ULL_OF_ANY, ull_instead_dtype, dtype, FALSE }

const UllSlipForm ull_slip_forms[] = {
  { ULL_SLIP_K_ALONE, { { ULL_AT_FACT, ULL_FACT_V_DIM, ULL_OF_ATTENTION, ull_instead_value, 0, FALSE } } },
  { ULL_SLIP_V_ALONE, { { ULL_AT_FACT, ULL_FACT_K_DIM, ULL_OF_ATTENTION, ull_instead_no_key, 0, FALSE } } },
  { ULL_SLIP_QUERY_HEADS, { { ULL_AT_FACT, ULL_FACT_KV_HEADS, ULL_OF_ATTENTION, ull_instead_query_heads, 0, FALSE } } },
  { ULL_SLIP_HEAD_DIM, { BOTH_DIMS (ULL_OF_ATTENTION, ull_instead_head_dim, 0) } },
  { ULL_SLIP_HIDDEN_SIZE,
    { { ULL_AT_FACT, ULL_FACT_KV_HEADS, ULL_OF_ATTENTION, ull_instead_query_heads, 0, FALSE },
      BOTH_DIMS (ULL_OF_ATTENTION, ull_instead_head_dim, 0) } },
  { ULL_SLIP_ONE_HEAD, { { ULL_AT_FACT, ULL_FACT_KV_HEADS, ULL_OF_ATTENTION, ull_instead_value, 1, FALSE } } },
  { ULL_SLIP_ONE_LAYER, { { ULL_AT_FACT, ULL_FACT_LAYERS, ULL_OF_ANY, ull_instead_value, 1, FALSE } } },
  { ULL_SLIP_EVERY_LAYER,
    { { ULL_AT_FACT, ULL_FACT_LAYERS, ULL_OF_GROWTH, ull_instead_all_layers, 0, FALSE },
      { ULL_AT_FACT, ULL_FACT_LAYERS, ULL_OF_WINDOW, ull_instead_value, 0, TRUE },
      { ULL_AT_FACT, ULL_FACT_LAYERS, ULL_OF_STATE, ull_instead_value, 0, TRUE } } },
  { ULL_SLIP_DECIMAL, { INSTEAD (ULL_AT_FACT, ULL_FACT_ALLOCATABLE, ull_instead_decimal) } },
  { ULL_SLIP_DECIMAL, { INSTEAD (ULL_AT_STEP, ULL_STEP_POOL, ull_instead_decimal) } },
  { ULL_SLIP_BINARY, { INSTEAD (ULL_AT_FACT, ULL_FACT_ALLOCATABLE, ull_instead_binary) } },
  { ULL_SLIP_BINARY, { INSTEAD (ULL_AT_STEP, ULL_STEP_POOL, ull_instead_binary) } },
  { ULL_SLIP_LABEL, { { ULL_AT_FACT, ULL_FACT_ALLOCATABLE, ULL_OF_ANY, ull_instead_label, ULL_GB, FALSE } } },
  { ULL_SLIP_LABEL, { { ULL_AT_FACT, ULL_FACT_ALLOCATABLE, ULL_OF_ANY, ull_instead_label, ULL_GIB, FALSE } } },
  { ULL_SLIP_REPORTED, { INSTEAD (ULL_AT_FACT, ULL_FACT_ALLOCATABLE, ull_instead_reported) } },
  { ULL_SLIP_UTILIZATION,
    { { ULL_AT_FIELD, ULL_FIELD_UTILIZATION, ULL_OF_ANY, ull_instead_value, ULL_PPM_ONE, FALSE } } },
  { ULL_SLIP_WEIGHTS, { LEFT_OUT (ULL_AT_TERM, ULL_TERM_WEIGHTS) } },
  { ULL_SLIP_WEIGHTS, { LEFT_OUT (ULL_AT_STEP, ULL_STEP_WEIGHTS_EACH) } },
  { ULL_SLIP_WEIGHTS, { LEFT_OUT (ULL_AT_STEP, ULL_STEP_WEIGHTS) } },
  { ULL_SLIP_WEIGHT_BYTES, { WIDTH (ULL_DTYPE_F32) } },
  { ULL_SLIP_WEIGHT_BYTES, { WIDTH (ULL_DTYPE_BF16) } },
  { ULL_SLIP_WEIGHT_BYTES, { WIDTH (ULL_DTYPE_FP8) } },
  { ULL_SLIP_WEIGHT_BYTES, { WIDTH (ULL_DTYPE_INT4) } },
  { ULL_SLIP_ACTIVATION, { LEFT_OUT (ULL_AT_TERM, ULL_TERM_ACTIVATION) } },
  { ULL_SLIP_ACTIVATION, { LEFT_OUT (ULL_AT_TERM, ULL_TERM_ACTIVATION), PERHAPS (ULL_AT_TERM, ULL_TERM_GRAPHS) } },
  { ULL_SLIP_OVERHEAD, { LEFT_OUT (ULL_AT_TERM, ULL_TERM_RUNTIME) } },
  { ULL_SLIP_OVERHEAD,
    { LEFT_OUT (ULL_AT_TERM, ULL_TERM_RUNTIME), LEFT_OUT (ULL_AT_TERM, ULL_TERM_ACTIVATION),
      PERHAPS (ULL_AT_TERM, ULL_TERM_GRAPHS) } },
  { ULL_SLIP_HEADROOM, { LEFT_OUT (ULL_AT_STEP, ULL_STEP_HEADROOM) } },
  { ULL_SLIP_BITS, { BOTH_DIMS (ULL_OF_ENTRIES, ull_instead_times, 8) } },
  { ULL_SLIP_BITS, { { ULL_AT_FIRST, ULL_STEP_WEIGHTS, ULL_OF_ANY, ull_instead_times, 8, FALSE } } },
  { ULL_SLIP_FOUR_BYTES, { BOTH_FORMATS (ULL_DTYPE_F32) } },
  { ULL_SLIP_TWO_BYTES, { BOTH_FORMATS (ULL_DTYPE_BF16) } },
  { ULL_SLIP_ONE_BYTE, { BOTH_FORMATS (ULL_DTYPE_FP8) } },
  { ULL_SLIP_HALF_BYTE, { BOTH_FORMATS (ULL_DTYPE_INT4) } },
  { ULL_SLIP_ROUNDING,
    { INSTEAD (ULL_AT_FIRST, ULL_STEP_MAX_REQUESTS, ull_instead_exact_tokens),
      INSTEAD (ULL_AT_SECOND, ULL_STEP_MAX_REQUESTS, ull_instead_context) } },
  { ULL_SLIP_ROUNDING,
    { INSTEAD (ULL_AT_FIRST, ULL_STEP_TOKENS, ull_instead_exact_tokens),
      { ULL_AT_SECOND, ULL_STEP_TOKENS, ULL_OF_ANY, ull_instead_value, 1, FALSE } } },
  { ULL_SLIP_ROUNDING,
    { INSTEAD (ULL_AT_FIRST, ULL_STEP_REQUEST, ull_instead_context),
      INSTEAD (ULL_AT_SECOND, ULL_STEP_REQUEST, ull_instead_per_token) } },
  { ULL_SLIP_ROUNDING, { INSTEAD (ULL_AT_STEP, ULL_STEP_REQUEST_TOKENS, ull_instead_context) } },
  { ULL_SLIP_ROUNDING, { INSTEAD (ULL_AT_FIRST, ULL_STEP_REQUEST_BLOCKS, ull_instead_whole_part) } },
  { ULL_SLIP_ROUNDING, { INSTEAD (ULL_AT_FIRST, ULL_STEP_GROUP_BLOCKS, ull_instead_whole_part) } },
  { ULL_SLIP_ROUNDED_UP, { INSTEAD (ULL_AT_FIRST, ULL_STEP_MAX_REQUESTS, ull_instead_next_whole) } },
  { ULL_SLIP_ROUNDED_UP, { INSTEAD (ULL_AT_FIRST, ULL_STEP_TOKENS, ull_instead_next_whole) } },
  { ULL_SLIP_ROUNDED_UP, { INSTEAD (ULL_AT_FIRST, ULL_STEP_BLOCKS, ull_instead_next_whole) } },
  { ULL_SLIP_ONE_FOR_ALL, { { ULL_AT_FIELD, ULL_FIELD_CONCURRENCY, ULL_OF_ANY, ull_instead_value, 1, FALSE } } },
  { ULL_SLIP_ALL_FOR_ONE, { INSTEAD (ULL_AT_FIELD, ULL_FIELD_CONTEXT, ull_instead_contexts) } },
  { ULL_SLIP_MODEL_LEN, { INSTEAD (ULL_AT_FIELD, ULL_FIELD_CONTEXT, ull_instead_model_len) } },
  { ULL_SLIP_WINDOW_FULL, { { ULL_AT_FACT, ULL_FACT_GROWTH, ULL_OF_WINDOW, ull_instead_value, ULL_GROWTH_TOKEN, FALSE } } },
  { ULL_SLIP_WINDOW_FULL, { { ULL_AT_SECOND, ULL_STEP_GROUP_TOKENS, ULL_OF_ANY, ull_instead_value, G_MAXINT64, FALSE } } },
  { ULL_SLIP_NO_WINDOW, { { ULL_AT_FACT, ULL_FACT_LAYERS, ULL_OF_WINDOW, ull_instead_value, 0, FALSE } } },
  { ULL_SLIP_NO_STATE, { { ULL_AT_FACT, ULL_FACT_LAYERS, ULL_OF_STATE, ull_instead_value, 0, FALSE } } },
  { ULL_SLIP_LATENT_PAIR, { { ULL_AT_FACT, ULL_FACT_V_DIM, ULL_OF_LATENT, ull_instead_key_dim, 0, FALSE } } },
  { ULL_SLIP_LATENT_HEADS, { { ULL_AT_FACT, ULL_FACT_KV_HEADS, ULL_OF_LATENT, ull_instead_query_heads, 0, FALSE } } },
  { ULL_SLIP_LATENT_TP,
    { { ULL_AT_FACT, ULL_FACT_K_DIM, ULL_OF_LATENT, ull_instead_over_tp, 0, FALSE },
      { ULL_AT_FACT, ULL_FACT_EXTRA_BYTES, ULL_OF_LATENT, ull_instead_over_tp, 0, TRUE } } },
  { ULL_SLIP_REPLICATED, { BOTH_DIMS (ULL_OF_ATTENTION, ull_instead_head_part, 0) } },
  { ULL_SLIP_TP, { { ULL_AT_FIELD, ULL_FIELD_TP, ULL_OF_ANY, ull_instead_value, 1, FALSE } } },
  { ULL_SLIP_TP, { { ULL_AT_SECOND, ULL_STEP_HEADS, ULL_OF_ANY, ull_instead_value, 1, FALSE } } },
  { ULL_SLIP_TP, { { ULL_AT_SECOND, ULL_STEP_WEIGHTS_EACH, ULL_OF_ANY, ull_instead_value, 1, FALSE } } },
  { ULL_SLIP_CARDS_ADDED, { INSTEAD (ULL_AT_STEP, ULL_STEP_POOL, ull_instead_times_tp) } },
  { ULL_SLIP_PREFIX, { LEFT_OUT (ULL_AT_FIELD, ULL_FIELD_PREFIX_TOKENS) } },
  { ULL_SLIP_RETAINED, { LEFT_OUT (ULL_AT_FIELD, ULL_FIELD_RETAIN) } },
  { ULL_SLIP_RESERVED, { LEFT_OUT (ULL_AT_FACT, ULL_FACT_RESERVED_BLOCKS) } },
  { ULL_SLIP_MAX_SEQS, { { ULL_AT_FIELD, ULL_FIELD_MAX_NUM_SEQS, ULL_OF_ANY, ull_instead_value, G_MAXINT64, FALSE } } },
  { ULL_N_SLIPS, { { ULL_AT_NONE, 0, ULL_OF_ANY, NULL, 0, FALSE } } },
};
