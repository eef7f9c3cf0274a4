#include "ull-config-state.h"

#include <string.h>

/* One row a family with recurrent state: how it says which layers are what, and where the sizes of the state stand.
 * From the configuration classes of transformers, from the published modelling code, and from what vLLM takes. The
 * defaults are the classes'. */

#define SIZE(size, value, ...) [ULL_SIZE_##size] = { .names = { __VA_ARGS__ }, .fallback = value }

static const UllConfigSize mamba_sizes[ULL_N_STATE_SIZES] = {
  SIZE (KERNEL, 4, "conv_kernel"),
  SIZE (INNER, 0, "intermediate_size"),
  SIZE (EXPAND, 2, "expand"),
  SIZE (STATE, 16, "state_size"),
};

/* The package that Mamba came with writes only what is not its default. */
#define OWN(size, value, ...) [ULL_SIZE_##size] = { .names = { __VA_ARGS__ }, .fallback = value, .always = TRUE }

static const UllConfigSize mamba_ssm_sizes[ULL_N_STATE_SIZES] = {
  OWN (KERNEL, 4, "d_conv"),
  OWN (EXPAND, 2, "expand"),
  OWN (STATE, 16, "d_state"),
};

static const UllConfigSize mamba_ssm2_sizes[ULL_N_STATE_SIZES] = {
  OWN (KERNEL, 4, "d_conv"),
  OWN (EXPAND, 2, "expand"),
  OWN (STATE, 128, "d_state"),
  OWN (GROUPS, 1, "ngroups"),
  OWN (HEAD_DIM, 64, "headdim"),
};

static const UllConfigSize jamba_sizes[ULL_N_STATE_SIZES] = {
  SIZE (KERNEL, 4, "mamba_d_conv"),
  SIZE (EXPAND, 2, "mamba_expand"),
  SIZE (STATE, 16, "mamba_d_state"),
};

static const UllConfigSize mamba2_sizes[ULL_N_STATE_SIZES] = {
  SIZE (KERNEL, 4, "conv_kernel"),
  SIZE (INNER, 0, "intermediate_size"),
  SIZE (EXPAND, 2, "expand"),
  SIZE (STATE, 128, "state_size"),
  SIZE (GROUPS, 8, "n_groups"),
  SIZE (HEADS, 128, "num_heads"),
  SIZE (HEAD_DIM, 64, "head_dim"),
};

static const UllConfigSize bamba_sizes[ULL_N_STATE_SIZES] = {
  SIZE (KERNEL, 4, "mamba_d_conv"),
  SIZE (EXPAND, 2, "mamba_expand"),
  SIZE (STATE, 256, "mamba_d_state"),
  SIZE (GROUPS, 1, "mamba_n_groups"),
  SIZE (HEADS, 128, "mamba_n_heads"),
  SIZE (HEAD_DIM, 64, "mamba_d_head"),
};

static const UllConfigSize falcon_h1_sizes[ULL_N_STATE_SIZES] = {
  SIZE (KERNEL, 4, "mamba_d_conv"),
  SIZE (INNER, 1024, "mamba_d_ssm"),
  SIZE (EXPAND, 2, "mamba_expand"),
  SIZE (STATE, 256, "mamba_d_state"),
  SIZE (GROUPS, 1, "mamba_n_groups"),
  SIZE (HEADS, 128, "mamba_n_heads"),
  SIZE (HEAD_DIM, 8, "mamba_d_head"),
};

/* The first files were written before there were groups, and leave out the heads, which are what is left of the inner
 * size. */
static const UllConfigSize zamba2_sizes[ULL_N_STATE_SIZES] = {
  SIZE (KERNEL, 4, "mamba_d_conv", "conv_dimension"),
  SIZE (EXPAND, 2, "mamba_expand", "expansion_factor"),
  SIZE (STATE, 64, "mamba_d_state", "state_size"),
  OWN (GROUPS, 1, "mamba_ngroups"),
  SIZE (HEADS, 0, "n_mamba_heads"),
  SIZE (HEAD_DIM, 0, "mamba_headdim"),
};

/* No inner size and no factor for it: it is heads x head size. */
static const UllConfigSize nemotron_h_sizes[ULL_N_STATE_SIZES] = {
  SIZE (KERNEL, 4, "conv_kernel", "mamba_d_conv"),
  SIZE (STATE, 128, "ssm_state_size", "mamba_d_state"),
  SIZE (GROUPS, 8, "n_groups", "mamba_n_groups"),
  SIZE (HEADS, 128, "mamba_num_heads"),
  SIZE (HEAD_DIM, 64, "mamba_head_dim"),
};

static const UllConfigSize delta_sizes[ULL_N_STATE_SIZES] = {
  SIZE (KERNEL, 4, "linear_conv_kernel_dim"),   SIZE (KEY_HEADS, 16, "linear_num_key_heads"),
  SIZE (KEY_DIM, 128, "linear_key_head_dim"),   SIZE (VALUE_HEADS, 32, "linear_num_value_heads"),
  SIZE (VALUE_DIM, 128, "linear_value_head_dim"),
};

static const UllConfigSize olmo_sizes[ULL_N_STATE_SIZES] = {
  SIZE (KERNEL, 4, "linear_conv_kernel_dim"),   SIZE (KEY_HEADS, 30, "linear_num_key_heads"),
  SIZE (KEY_DIM, 96, "linear_key_head_dim"),    SIZE (VALUE_HEADS, 30, "linear_num_value_heads"),
  SIZE (VALUE_DIM, 192, "linear_value_head_dim"),
};

static const UllConfigSize kda_sizes[ULL_N_STATE_SIZES] = {
  SIZE (KERNEL, 0, "short_conv_kernel_size"),
  SIZE (HEADS, 0, "num_heads"),
  SIZE (HEAD_DIM, 0, "head_dim"),
};

static const UllConfigSize lfm2_sizes[ULL_N_STATE_SIZES] = {
  SIZE (KERNEL, 3, "conv_L_cache"),
  SIZE (INNER, 0, "conv_dim"),
};

static const UllConfigSize lru_sizes[ULL_N_STATE_SIZES] = {
  SIZE (KERNEL, 4, "conv1d_width"),
  SIZE (INNER, 0, "lru_width"),
};

/* The fourth version has three numbers a channel; from the fifth on each head has a matrix. */
static const UllConfigSize rwkv_sizes[ULL_N_STATE_SIZES] = {
  SIZE (INNER, 0, "attention_hidden_size"),
  SIZE (HEAD_DIM, 0, "head_size"),
};

static const UllConfigSize rwkv5_sizes[ULL_N_STATE_SIZES] = {
  SIZE (INNER, 0, "attention_hidden_size"),
  SIZE (HEAD_DIM, 64, "head_size"),
};

#define QWEN_ORDER ULL_ORDER_PERIOD, .period = 4, .offset = -1, .period_member = "full_attention_interval"
#define PERIOD_MEMBERS .period_member = "attn_layer_period", .offset_member = "attn_layer_offset"
#define KIMI                                                                                                 \
  ULL_STATE_KDA, ULL_ORDER_KIMI, "linear_attn_config", .attention = ULL_ATTENTION_LATENT,                    \
  .object = "linear_attn_config"

static const UllStateFamily families[] = {
  { .id = "bamba", ULL_STATE_MAMBA2, ULL_ORDER_LISTED, "attn_layer_indices", .absent = ULL_STEP_STATE,
    .sizes = bamba_sizes },
  { .id = "falcon_h1", ULL_STATE_MAMBA2, ULL_ORDER_ALIKE, .both = TRUE, .sizes = falcon_h1_sizes },
  { .id = "falcon_mamba", ULL_STATE_MAMBA1, ULL_ORDER_ALIKE, .sizes = mamba_sizes },
  { .id = "granitemoehybrid", ULL_STATE_MAMBA2, ULL_ORDER_ALIKE, .sizes = bamba_sizes },
  { .id = "jamba", ULL_STATE_MAMBA1, ULL_ORDER_PERIOD, .period = 8, .offset = 4, PERIOD_MEMBERS,
    .sizes = jamba_sizes },
  { .id = "kimi_k3", KIMI, .sizes = kda_sizes },
  { .id = "kimi_linear", KIMI, .sizes = kda_sizes },
  { .id = "lfm2", ULL_STATE_CONV, ULL_ORDER_LISTED, "full_attn_idxs", .absent = ULL_STEP_ATTENTION,
    .sizes = lfm2_sizes },
  { .id = "lfm2_moe", ULL_STATE_CONV, ULL_ORDER_LISTED, "full_attn_idxs", .sizes = lfm2_sizes },
  { .id = "mamba", ULL_STATE_MAMBA1, ULL_ORDER_ALIKE, .sizes = mamba_sizes },
  { .id = "mamba2", ULL_STATE_MAMBA2, ULL_ORDER_ALIKE, .sizes = mamba2_sizes },
  { .id = "mamba_ssm", ULL_STATE_MAMBA1, ULL_ORDER_ALIKE, .object = "ssm_cfg", .sizes = mamba_ssm_sizes },
  { .id = "mamba_ssm2", ULL_STATE_MAMBA2, ULL_ORDER_ALIKE, .object = "ssm_cfg", .sizes = mamba_ssm2_sizes },
  { .id = "minimax", ULL_STATE_LIGHTNING, ULL_ORDER_PERIOD, .period = 2, .offset = 0 },
  { .id = "minimax_m1", ULL_STATE_LIGHTNING, ULL_ORDER_FLAGS, "attn_type_list" },
  { .id = "minimax_text_01", ULL_STATE_LIGHTNING, ULL_ORDER_FLAGS, "attn_type_list" },
  { .id = "nemotron_h", ULL_STATE_MAMBA2, ULL_ORDER_PATTERN, "hybrid_override_pattern", .float_state = TRUE,
    .sizes = nemotron_h_sizes },
  { .id = "olmo_hybrid", ULL_STATE_DELTA, ULL_ORDER_PERIOD, .period = 4, .offset = 3, .sizes = olmo_sizes },
  { .id = "qwen3_5", ULL_STATE_DELTA, QWEN_ORDER, .sizes = delta_sizes },
  { .id = "qwen3_5_moe", ULL_STATE_DELTA, QWEN_ORDER, .sizes = delta_sizes },
  { .id = "qwen3_5_moe_text", ULL_STATE_DELTA, QWEN_ORDER, .sizes = delta_sizes },
  { .id = "qwen3_5_text", ULL_STATE_DELTA, QWEN_ORDER, .sizes = delta_sizes },
  { .id = "qwen3_next", ULL_STATE_DELTA, QWEN_ORDER, .sizes = delta_sizes },
  { .id = "recurrent_gemma", ULL_STATE_LRU, ULL_ORDER_CYCLE, "block_types", .period = 3, .offset = 2,
    .attention = ULL_ATTENTION_WINDOW, .sizes = lru_sizes },
  { .id = "rwkv", ULL_STATE_RWKV, ULL_ORDER_ALIKE, .sizes = rwkv_sizes },
  { .id = "rwkv5", ULL_STATE_RWKV, ULL_ORDER_ALIKE, .sizes = rwkv5_sizes },
  { .id = "zamba", ULL_STATE_MAMBA1, ULL_ORDER_PERIOD, .period = 6, .offset = 4, PERIOD_MEMBERS, .skipped = 3,
    .both = TRUE, .double_heads = TRUE, .sizes = jamba_sizes },
  { .id = "zamba2", ULL_STATE_MAMBA2, ULL_ORDER_LISTED, "hybrid_layer_ids", .both = TRUE, .double_heads = TRUE,
    .sizes = zamba2_sizes },
};

const UllStateFamily *
ull_state_family_by_id (const char *id)
{
  for (gsize i = 0; i < G_N_ELEMENTS (families); i++)
    if (strcmp (families[i].id, id) == 0)
      return &families[i];
  return NULL;
}
