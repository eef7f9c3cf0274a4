#include "ull-slip-private.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* The table. A form is one thought, as the operands that it replaces; forms of one slip are that thought at other places of
 * the sum. Keys and values of half the width are K alone in another dress: both have a row, and both are named.
 * Forms that come to different numbers of one figure have a name each, since a mark on the axis is told by nothing else. */

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
  { ULL_SLIP_K_ALONE, NULL, { { ULL_AT_FACT, ULL_FACT_V_DIM, ULL_OF_ATTENTION, ull_instead_value, 0, FALSE } } },
  { ULL_SLIP_V_ALONE, NULL, { { ULL_AT_FACT, ULL_FACT_K_DIM, ULL_OF_ATTENTION, ull_instead_no_key, 0, FALSE } } },
  { ULL_SLIP_QUERY_HEADS, NULL, { { ULL_AT_FACT, ULL_FACT_KV_HEADS, ULL_OF_ATTENTION, ull_instead_query_heads, 0, FALSE } } },
  { ULL_SLIP_HEAD_DIM, NULL, { BOTH_DIMS (ULL_OF_ATTENTION, ull_instead_head_dim, 0) } },
  { ULL_SLIP_HIDDEN_SIZE, NULL,
    { { ULL_AT_FACT, ULL_FACT_KV_HEADS, ULL_OF_ATTENTION, ull_instead_query_heads, 0, FALSE },
      BOTH_DIMS (ULL_OF_ATTENTION, ull_instead_head_dim, 0) } },
  { ULL_SLIP_ONE_HEAD, NULL, { { ULL_AT_FACT, ULL_FACT_KV_HEADS, ULL_OF_ATTENTION, ull_instead_value, 1, FALSE } } },
  { ULL_SLIP_ONE_LAYER, NULL, { { ULL_AT_FACT, ULL_FACT_LAYERS, ULL_OF_ANY, ull_instead_value, 1, FALSE } } },
  { ULL_SLIP_EVERY_LAYER, NULL,
    { { ULL_AT_FACT, ULL_FACT_LAYERS, ULL_OF_GROWTH, ull_instead_all_layers, 0, FALSE },
      { ULL_AT_FACT, ULL_FACT_LAYERS, ULL_OF_WINDOW, ull_instead_value, 0, TRUE },
      { ULL_AT_FACT, ULL_FACT_LAYERS, ULL_OF_STATE, ull_instead_value, 0, TRUE } } },
  { ULL_SLIP_DECIMAL, N_("10⁹ for 2³⁰ in the card"), { INSTEAD (ULL_AT_FACT, ULL_FACT_ALLOCATABLE, ull_instead_decimal) } },
  { ULL_SLIP_DECIMAL, N_("10⁹ for 2³⁰ in the pool"), { INSTEAD (ULL_AT_STEP, ULL_STEP_POOL, ull_instead_decimal) } },
  { ULL_SLIP_BINARY, N_("2³⁰ for 10⁹ in the card"), { INSTEAD (ULL_AT_FACT, ULL_FACT_ALLOCATABLE, ull_instead_binary) } },
  { ULL_SLIP_BINARY, N_("2³⁰ for 10⁹ in the pool"), { INSTEAD (ULL_AT_STEP, ULL_STEP_POOL, ull_instead_binary) } },
  { ULL_SLIP_LABEL, N_("the card’s label in GB for its size"), { { ULL_AT_FACT, ULL_FACT_ALLOCATABLE, ULL_OF_ANY, ull_instead_label, ULL_GB, FALSE } } },
  { ULL_SLIP_LABEL, N_("the card’s label in GiB for its size"), { { ULL_AT_FACT, ULL_FACT_ALLOCATABLE, ULL_OF_ANY, ull_instead_label, ULL_GIB, FALSE } } },
  { ULL_SLIP_REPORTED, NULL, { INSTEAD (ULL_AT_FACT, ULL_FACT_ALLOCATABLE, ull_instead_reported) } },
  { ULL_SLIP_UTILIZATION, NULL,
    { { ULL_AT_FIELD, ULL_FIELD_UTILIZATION, ULL_OF_ANY, ull_instead_value, ULL_PPM_ONE, FALSE } } },
  { ULL_SLIP_WEIGHTS, NULL, { LEFT_OUT (ULL_AT_TERM, ULL_TERM_WEIGHTS) } },
  { ULL_SLIP_WEIGHTS, NULL, { LEFT_OUT (ULL_AT_STEP, ULL_STEP_WEIGHTS_EACH) } },
  { ULL_SLIP_WEIGHTS, NULL, { LEFT_OUT (ULL_AT_STEP, ULL_STEP_WEIGHTS) } },
  { ULL_SLIP_WEIGHTS, NULL, { LEFT_OUT (ULL_AT_STEP, ULL_STEP_WEIGHT_PARTS) } },
  { ULL_SLIP_WEIGHT_BYTES, N_("weights of 4 bytes"), { WIDTH (ULL_DTYPE_F32) } },
  { ULL_SLIP_WEIGHT_BYTES, N_("weights of 2 bytes"), { WIDTH (ULL_DTYPE_BF16) } },
  { ULL_SLIP_WEIGHT_BYTES, N_("weights of 1 byte"), { WIDTH (ULL_DTYPE_FP8) } },
  { ULL_SLIP_WEIGHT_BYTES, N_("weights of half a byte"), { WIDTH (ULL_DTYPE_INT4) } },
  { ULL_SLIP_ACTIVATION, N_("no activations"), { LEFT_OUT (ULL_AT_TERM, ULL_TERM_ACTIVATION) } },
  { ULL_SLIP_ACTIVATION, N_("no activations, no graphs"), { LEFT_OUT (ULL_AT_TERM, ULL_TERM_ACTIVATION), PERHAPS (ULL_AT_TERM, ULL_TERM_GRAPHS) } },
  { ULL_SLIP_OVERHEAD, N_("no overhead"), { LEFT_OUT (ULL_AT_TERM, ULL_TERM_RUNTIME) } },
  { ULL_SLIP_OVERHEAD, N_("no overhead of any kind"),
    { LEFT_OUT (ULL_AT_TERM, ULL_TERM_RUNTIME), LEFT_OUT (ULL_AT_TERM, ULL_TERM_ACTIVATION),
      PERHAPS (ULL_AT_TERM, ULL_TERM_GRAPHS) } },
  { ULL_SLIP_HEADROOM, NULL, { LEFT_OUT (ULL_AT_STEP, ULL_STEP_HEADROOM) } },
  { ULL_SLIP_BITS, N_("bits for bytes in the cache"), { BOTH_DIMS (ULL_OF_ENTRIES, ull_instead_times, 8) } },
  { ULL_SLIP_BITS, N_("bits for bytes in the weights"), { { ULL_AT_FIRST, ULL_STEP_WEIGHTS, ULL_OF_ANY, ull_instead_times, 8, FALSE } } },
  { ULL_SLIP_FOUR_BYTES, NULL, { BOTH_FORMATS (ULL_DTYPE_F32) } },
  { ULL_SLIP_TWO_BYTES, NULL, { BOTH_FORMATS (ULL_DTYPE_BF16) } },
  { ULL_SLIP_ONE_BYTE, NULL, { BOTH_FORMATS (ULL_DTYPE_FP8) } },
  { ULL_SLIP_HALF_BYTE, NULL, { BOTH_FORMATS (ULL_DTYPE_INT4) } },
  { ULL_SLIP_ROUNDING, N_("no rounding to blocks"),
    { INSTEAD (ULL_AT_FIRST, ULL_STEP_MAX_REQUESTS, ull_instead_exact_tokens),
      INSTEAD (ULL_AT_SECOND, ULL_STEP_MAX_REQUESTS, ull_instead_context) } },
  { ULL_SLIP_ROUNDING, N_("no rounding of the pool to blocks"),
    { INSTEAD (ULL_AT_FIRST, ULL_STEP_TOKENS, ull_instead_exact_tokens),
      { ULL_AT_SECOND, ULL_STEP_TOKENS, ULL_OF_ANY, ull_instead_value, 1, FALSE } } },
  { ULL_SLIP_ROUNDING, N_("no rounding of a request to blocks"),
    { INSTEAD (ULL_AT_FIRST, ULL_STEP_REQUEST, ull_instead_context),
      INSTEAD (ULL_AT_SECOND, ULL_STEP_REQUEST, ull_instead_per_token) } },
  { ULL_SLIP_ROUNDING, N_("a request’s own tokens, not its blocks’"), { INSTEAD (ULL_AT_STEP, ULL_STEP_REQUEST_TOKENS, ull_instead_context) } },
  { ULL_SLIP_ROUNDING, N_("a request’s blocks rounded down"), { INSTEAD (ULL_AT_FIRST, ULL_STEP_REQUEST_BLOCKS, ull_instead_whole_part) } },
  { ULL_SLIP_ROUNDING, N_("blocks of a kind of layer rounded down"), { INSTEAD (ULL_AT_FIRST, ULL_STEP_GROUP_BLOCKS, ull_instead_whole_part) } },
  { ULL_SLIP_ROUNDED_UP, NULL, { INSTEAD (ULL_AT_FIRST, ULL_STEP_MAX_REQUESTS, ull_instead_next_whole) } },
  { ULL_SLIP_ROUNDED_UP, NULL, { INSTEAD (ULL_AT_FIRST, ULL_STEP_TOKENS, ull_instead_next_whole) } },
  { ULL_SLIP_ROUNDED_UP, NULL, { INSTEAD (ULL_AT_FIRST, ULL_STEP_BLOCKS, ull_instead_next_whole) } },
  { ULL_SLIP_ONE_FOR_ALL, NULL, { { ULL_AT_FIELD, ULL_FIELD_CONCURRENCY, ULL_OF_ANY, ull_instead_value, 1, FALSE } } },
  { ULL_SLIP_ALL_FOR_ONE, NULL, { INSTEAD (ULL_AT_FIELD, ULL_FIELD_CONTEXT, ull_instead_contexts) } },
  { ULL_SLIP_MODEL_LEN, NULL, { INSTEAD (ULL_AT_FIELD, ULL_FIELD_CONTEXT, ull_instead_model_len) } },
  { ULL_SLIP_WINDOW_FULL, NULL, { { ULL_AT_FACT, ULL_FACT_GROWTH, ULL_OF_WINDOW, ull_instead_value, ULL_GROWTH_TOKEN, FALSE } } },
  { ULL_SLIP_WINDOW_FULL, NULL, { { ULL_AT_SECOND, ULL_STEP_GROUP_TOKENS, ULL_OF_ANY, ull_instead_value, G_MAXINT64, FALSE } } },
  { ULL_SLIP_NO_WINDOW, NULL, { { ULL_AT_FACT, ULL_FACT_LAYERS, ULL_OF_WINDOW, ull_instead_value, 0, FALSE } } },
  { ULL_SLIP_NO_STATE, NULL, { { ULL_AT_FACT, ULL_FACT_LAYERS, ULL_OF_STATE, ull_instead_value, 0, FALSE } } },
  { ULL_SLIP_LATENT_PAIR, NULL, { { ULL_AT_FACT, ULL_FACT_V_DIM, ULL_OF_LATENT, ull_instead_key_dim, 0, FALSE } } },
  { ULL_SLIP_LATENT_HEADS, NULL, { { ULL_AT_FACT, ULL_FACT_KV_HEADS, ULL_OF_LATENT, ull_instead_query_heads, 0, FALSE } } },
  { ULL_SLIP_LATENT_TP, NULL,
    { { ULL_AT_FACT, ULL_FACT_K_DIM, ULL_OF_LATENT, ull_instead_over_tp, 0, FALSE },
      { ULL_AT_FACT, ULL_FACT_EXTRA_BYTES, ULL_OF_LATENT, ull_instead_over_tp, 0, TRUE } } },
  { ULL_SLIP_REPLICATED, NULL, { BOTH_DIMS (ULL_OF_ATTENTION, ull_instead_head_part, 0) } },
  { ULL_SLIP_TP, N_("one card for several"), { { ULL_AT_FIELD, ULL_FIELD_TP, ULL_OF_ANY, ull_instead_value, 1, FALSE } } },
  { ULL_SLIP_TP, N_("KV heads not divided among the cards"), { { ULL_AT_SECOND, ULL_STEP_HEADS, ULL_OF_ANY, ull_instead_value, 1, FALSE } } },
  { ULL_SLIP_TP, N_("weights not divided among the cards"), { { ULL_AT_SECOND, ULL_STEP_WEIGHTS_EACH, ULL_OF_ANY, ull_instead_value, 1, FALSE } } },
  { ULL_SLIP_CARDS_ADDED, NULL, { INSTEAD (ULL_AT_STEP, ULL_STEP_POOL, ull_instead_times_tp) } },
  { ULL_SLIP_PREFIX, NULL, { LEFT_OUT (ULL_AT_FIELD, ULL_FIELD_PREFIX_TOKENS) } },
  { ULL_SLIP_RETAINED, NULL, { LEFT_OUT (ULL_AT_FIELD, ULL_FIELD_RETAIN) } },
  { ULL_SLIP_RESERVED, NULL, { LEFT_OUT (ULL_AT_FACT, ULL_FACT_RESERVED_BLOCKS) } },
  { ULL_SLIP_MAX_SEQS, NULL, { { ULL_AT_FIELD, ULL_FIELD_MAX_NUM_SEQS, ULL_OF_ANY, ull_instead_value, G_MAXINT64, FALSE } } },
  { ULL_N_SLIPS, NULL, { { ULL_AT_NONE, 0, ULL_OF_ANY, NULL, 0, FALSE } } },
};
