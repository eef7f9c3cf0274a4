#include "ull-config-private.h"

#include <string.h>

/* One row a family: its rule, and the defaults of its class for what a file may leave out (columns: layers,
 * hidden size, heads, KV heads, head size, positions; 0 where the class has none, where KV heads follow the
 * heads, or where the head size is hidden / heads). Taken from the configuration classes of transformers and,
 * where there is none, from the modelling code that the model was published with.
 */

#define LLAMA_SHAPES (ULL_SHAPE_COUNTED | ULL_SHAPE_ATTENTION_BIAS | ULL_SHAPE_MLP_BIAS)
#define QWEN3_SHAPES (ULL_SHAPE_COUNTED | ULL_SHAPE_ATTENTION_BIAS | ULL_SHAPE_QK_NORM_HEAD)

/* Layer norms with biases, MLPs without a gate, four times as wide as the model. */
#define OLD_SHAPES (ULL_SHAPE_COUNTED | ULL_SHAPE_FOURFOLD | ULL_SHAPE_PLAIN_MLP | ULL_SHAPE_NORM_BIAS)
#define GPT2_SHAPES (OLD_SHAPES | ULL_SHAPE_EVERY_BIAS | ULL_SHAPE_TIED | ULL_SHAPE_POSITION_TABLE | ULL_SHAPE_MAY_REPEAT)
#define GPTJ_SHAPES (OLD_SHAPES | ULL_SHAPE_ONE_NORM | ULL_SHAPE_MLP_HAS_BIAS | ULL_SHAPE_HEAD_BIAS | ULL_SHAPE_MASKS)
#define FALCON_SHAPES (OLD_SHAPES | ULL_SHAPE_TIED | ULL_SHAPE_FALCON | ULL_SHAPE_MAY_REPEAT)

#define MAMBA "conv_kernel state_size"
#define DELTA                                                                                                \
  "linear_conv_kernel_dim linear_key_head_dim linear_num_key_heads linear_num_value_heads linear_value_head_dim"
#define QWEN_DELTA DELTA " full_attention_interval mamba_ssm_dtype"
#define KIMI "kv_lora_rank linear_attn_config qk_rope_head_dim"
#define DECODER "decoder_attention_heads decoder_layers is_encoder_decoder num_decoder_layers"
#define GEMMA2_SHAPES (ULL_SHAPE_COUNTED | ULL_SHAPE_TIED | ULL_SHAPE_ATTENTION_BIAS | ULL_SHAPE_FOUR_NORMS)

/* Markers that a family's rule reads. */
#define PATTERN_MEMBERS "sliding_window_pattern _sliding_window_pattern"
#define LATENT_MEMBERS "kv_lora_rank qk_rope_head_dim use_mla index_head_dim index_topk indexer_types"
#define GEMMA4_MEMBERS "attention_k_eq_v global_head_dim num_global_key_value_heads num_kv_shared_layers"
/* The chunk size in MiMo's files is one that nothing reads. */
#define MIMO_MEMBERS "attention_chunk_size hybrid_layer_pattern swa_* v_head_dim"

static const UllConfigFamily families[] = {
  /* Llama and what took its shape. */
  { .id = "llama", ULL_RULE_DENSE, 32, 4096, 32, 0, 0, 2048, .shapes = LLAMA_SHAPES },
  { .id = "mistral", ULL_RULE_DENSE, 32, 4096, 32, 8, 0, 131072, .window = 4096, .pattern = ULL_PATTERN_ALL,
    .shapes = ULL_SHAPE_COUNTED },
  { .id = "ministral", ULL_RULE_DENSE, 32, 4096, 32, 8, 0, 131072, .window = 4096, .pattern = ULL_PATTERN_ALL },
  { .id = "ministral3", ULL_RULE_DENSE, 34, 4096, 32, 8, 128, 262144, .pattern = ULL_PATTERN_ALL },
  { .id = "mixtral", ULL_RULE_DENSE, 32, 4096, 32, 8, 0, 131072, .pattern = ULL_PATTERN_ALL, .shapes = ULL_SHAPE_COUNTED | ULL_SHAPE_EXPERTS },
  { .id = "qwen2", ULL_RULE_DENSE, 32, 4096, 32, 0, 0, 32768, .window = 4096, .pattern = ULL_PATTERN_FROM, .period = 28, .window_switch = TRUE,
    .shapes = ULL_SHAPE_COUNTED | ULL_SHAPE_QKV_BIAS },
  { .id = "qwen2_moe", ULL_RULE_DENSE, 24, 2048, 16, 0, 0, 32768, .window = 4096, .pattern = ULL_PATTERN_ODD_BELOW, .period = 28, .window_switch = TRUE },
  { .id = "qwen2_vl", ULL_RULE_DENSE, .window = 4096, .pattern = ULL_PATTERN_FROM, .period = 80, .window_switch = TRUE },
  { .id = "qwen2_vl_text", ULL_RULE_DENSE, .window = 4096, .pattern = ULL_PATTERN_FROM, .period = 80, .window_switch = TRUE },
  { .id = "qwen2_5_vl", ULL_RULE_DENSE, .window = 4096, .pattern = ULL_PATTERN_FROM, .period = 80, .window_switch = TRUE },
  { .id = "qwen2_5_vl_text", ULL_RULE_DENSE, .window = 4096, .pattern = ULL_PATTERN_FROM, .period = 80, .window_switch = TRUE },
  { .id = "qwen2_5_omni_text", ULL_RULE_DENSE, .window = 4096, .pattern = ULL_PATTERN_FROM, .period = 28, .window_switch = TRUE },
  { .id = "qwen2_audio", ULL_RULE_DENSE, 32, 4096, 32, 0, 0, 32768, .window = 4096, .pattern = ULL_PATTERN_FROM, .period = 28, .window_switch = TRUE },
  { .id = "qwen3", ULL_RULE_DENSE, 32, 4096, 32, 0, 128, 32768, .window = 4096, .pattern = ULL_PATTERN_FROM, .period = 28, .window_switch = TRUE, .shapes = QWEN3_SHAPES },
  { .id = "qwen3_moe", ULL_RULE_DENSE, 24, 2048, 32, 4, 0, 32768, .window = 4096, .pattern = ULL_PATTERN_ALL, .window_switch = TRUE,
    .shapes = QWEN3_SHAPES | ULL_SHAPE_EXPERTS },
  { .id = "qwen3_vl", ULL_RULE_DENSE, .head_dim = 128, .window_switch = TRUE },
  { .id = "qwen3_vl_text", ULL_RULE_DENSE, .head_dim = 128, .window_switch = TRUE },
  { .id = "qwen3_vl_moe_text", ULL_RULE_DENSE, .window_switch = TRUE },
  { .id = "qwen3_omni_moe_text", ULL_RULE_DENSE, .window_switch = TRUE },
  { .id = "mimo", ULL_RULE_DENSE, .window = 4096, .pattern = ULL_PATTERN_FROM, .period = 28, .window_switch = TRUE,
    .shapes = ULL_SHAPE_COUNTED | ULL_SHAPE_QKV_BIAS },
  { .id = "dots1", ULL_RULE_DENSE, 62, 4608, 32, 0, 0, 2048, .window = 4096, .pattern = ULL_PATTERN_FROM, .period = 62, .window_switch = TRUE },
  { .id = "apertus", ULL_RULE_DENSE, 32, 4096, 32, 0, 0, 65536 },
  { .id = "arcee", ULL_RULE_DENSE, 32, 2560, 32, 0, 0, 4096 },
  { .id = "arctic", ULL_RULE_DENSE },
  { .id = "aria_text", ULL_RULE_DENSE, 32, 4096, 32, 0, 0, 2048 },
  { .id = "bailing_moe", ULL_RULE_DENSE },
  { .id = "bitnet", ULL_RULE_DENSE, 30, 2560, 20, 5, 0, 2048 },
  { .id = "cogvlm", ULL_RULE_DENSE, .understands = "num_multi_query_heads" },
  { .id = "deepseek", ULL_RULE_DENSE },
  { .id = "ernie4_5", ULL_RULE_DENSE, 18, 1024, 16, 2, 128, 131072 },
  { .id = "ernie4_5_moe", ULL_RULE_DENSE, 28, 2560, 20, 4, 0, 131072 },
  { .id = "exaone", ULL_RULE_DENSE },
  { .id = "flex_olmo", ULL_RULE_DENSE, 32, 4096, 32, 0, 0, 4096 },
  { .id = "gemma", ULL_RULE_DENSE, 28, 3072, 16, 0, 256, 8192,
    .shapes = ULL_SHAPE_COUNTED | ULL_SHAPE_TIED | ULL_SHAPE_ATTENTION_BIAS },
  { .id = "glm", ULL_RULE_DENSE, 40, 4096, 32, 2, 128, 131072 },
  { .id = "glm4", ULL_RULE_DENSE, 40, 4096, 32, 2, 128, 131072 },
  { .id = "glm4_moe", ULL_RULE_DENSE, 46, 4096, 96, 8, 0, 131072 },
  { .id = "glm4v", ULL_RULE_DENSE },
  { .id = "glm4v_text", ULL_RULE_DENSE },
  { .id = "glm4v_moe_text", ULL_RULE_DENSE },
  { .id = "granite", ULL_RULE_DENSE, 32, 4096, 32, 0, 0, 2048, .shapes = LLAMA_SHAPES },
  { .id = "granitemoe", ULL_RULE_DENSE, 32, 4096, 32, 0, 0, 2048 },
  { .id = "granitemoeshared", ULL_RULE_DENSE, 32, 4096, 32, 0, 0, 2048 },
  { .id = "grok-1", ULL_RULE_DENSE },
  { .id = "helium", ULL_RULE_DENSE, 24, 2560, 20, 0, 128, 4096 },
  { .id = "hunyuan_v1_dense", ULL_RULE_DENSE, 32, 4096, 32, 0, 0, 2048, .understands = "qk_rope_head_dim" },
  { .id = "hunyuan_v1_moe", ULL_RULE_DENSE, 32, 4096, 32, 0, 0, 2048, .understands = "qk_rope_head_dim" },
  { .id = "hyperclovax", ULL_RULE_DENSE, 32, 4096, 32, 0, 0, 2048 },
  { .id = "hy_v3", ULL_RULE_DENSE, 80, 4096, 64, 8, 128, 131072 },
  { .id = "internlm2", ULL_RULE_DENSE, .shapes = ULL_SHAPE_COUNTED | ULL_SHAPE_BIAS },
  { .id = "jais2", ULL_RULE_DENSE, 32, 3328, 26, 0, 128, 8192 },
  { .id = "llava", ULL_RULE_DENSE, 32, 4096, 32, 0, 0, 2048 },
  { .id = "llava_llama", ULL_RULE_DENSE },
  { .id = "minicpm", ULL_RULE_DENSE },
  { .id = "minicpmo", ULL_RULE_DENSE, .window = 4096, .pattern = ULL_PATTERN_FROM, .period = 28, .window_switch = TRUE },
  { .id = "minicpmv", ULL_RULE_DENSE, .window = 4096, .pattern = ULL_PATTERN_FROM, .period = 28, .window_switch = TRUE },
  { .id = "minimax_m2", ULL_RULE_DENSE, 62, 3072, 48, 8, 128, 196608,
    .understands = "index_head_dim sparse_attention_config" },
  { .id = "molmo", ULL_RULE_DENSE, .shapes = ULL_SHAPE_HALF_WIDTH | ULL_SHAPE_QKV_BIAS },
  { .id = "nanochat", ULL_RULE_DENSE, 12, 768, 6, 6, 0, 2048 },
  { .id = "nemotron", ULL_RULE_DENSE, 32, 6144, 48, 0, 0, 4096 },
  { .id = "olmo", ULL_RULE_DENSE, 32, 4096, 32, 0, 0, 2048 },
  { .id = "olmo2", ULL_RULE_DENSE, 32, 4096, 32, 0, 0, 2048,
    .shapes = ULL_SHAPE_COUNTED | ULL_SHAPE_ATTENTION_BIAS | ULL_SHAPE_QK_NORM_WHOLE },
  { .id = "olmoe", ULL_RULE_DENSE, 16, 2048, 16, 0, 0, 4096 },
  { .id = "paddleocr_vl", ULL_RULE_DENSE },
  { .id = "seed_oss", ULL_RULE_DENSE, 64, 4096, 80, 8, 128, 524288 },
  { .id = "smollm3", ULL_RULE_DENSE, 36, 2048, 16, 4, 0, 32768, .pattern = ULL_PATTERN_NO_ROPE, .period = 4, .window_switch = TRUE,
    .shapes = LLAMA_SHAPES | ULL_SHAPE_TIED },
  { .id = "solar_open", ULL_RULE_DENSE, 48, 4096, 64, 8, 128, 131072 },
  { .id = "stablelm", ULL_RULE_DENSE, 32, 2560, 32, 0, 0, 4096 },
  { .id = "stablelm_epoch", ULL_RULE_DENSE },
  { .id = "starcoder2", ULL_RULE_DENSE, 30, 3072, 24, 2, 0, 4096, .pattern = ULL_PATTERN_ALL,
    .shapes = ULL_SHAPE_COUNTED | ULL_SHAPE_TIED | ULL_SHAPE_USE_BIAS | ULL_SHAPE_PLAIN_MLP | ULL_SHAPE_NORM_BIAS },
  { .id = "step3_text", ULL_RULE_DENSE },
  { .id = "xverse", ULL_RULE_DENSE },

  /* Phi. */
  { .id = "phi", ULL_RULE_DENSE, 24, 2048, 32, 0, 0, 2048 },
  { .id = "phi-msft", ULL_RULE_DENSE },
  { .id = "phi3", ULL_RULE_DENSE, 32, 3072, 32, 0, 0, 4096, .pattern = ULL_PATTERN_ALL, .shapes = ULL_SHAPE_COUNTED },
  { .id = "phi3_v", ULL_RULE_DENSE, 32, 3072, 32, 0, 0, 4096, .pattern = ULL_PATTERN_ALL },
  { .id = "phi3small", ULL_RULE_DENSE },
  { .id = "phi4", ULL_RULE_DENSE, 32, 3072, 32, 0, 0, 4096, .shapes = ULL_SHAPE_COUNTED },
  { .id = "phi4_multimodal", ULL_RULE_DENSE, 32, 3072, 32, 8, 0, 131072, .pattern = ULL_PATTERN_ALL },
  { .id = "phi4mm", ULL_RULE_DENSE, 32, 3072, 32, 8, 0, 131072, .pattern = ULL_PATTERN_ALL },
  { .id = "phimoe", ULL_RULE_DENSE, 32, 4096, 32, 8, 0, 131072, .pattern = ULL_PATTERN_ALL },

  /* As many KV heads as query heads, from the time before they were shared. */
  { .id = "baichuan", ULL_RULE_DENSE, .shapes = ULL_SHAPE_COUNTED },
  { .id = "bloom", ULL_RULE_DENSE, 2, 64, 8, .shapes = OLD_SHAPES | ULL_SHAPE_TIED | ULL_SHAPE_EVERY_BIAS | ULL_SHAPE_EMBEDDING_NORM },
  { .id = "codegen", ULL_RULE_DENSE, 28, 4096, 16, 0, 0, 2048, .shapes = GPTJ_SHAPES },
  { .id = "cohere", ULL_RULE_DENSE, 40, 8192, 64, 0, 0, 8192 },
  { .id = "gpt2", ULL_RULE_DENSE, 12, 768, 12, 0, 0, 1024, .shapes = GPT2_SHAPES | ULL_SHAPE_MASKS },
  { .id = "gpt_neo", ULL_RULE_DENSE, 24, 2048, 16, 0, 0, 2048, .understands = "window_size" },
  { .id = "gpt_neox", ULL_RULE_DENSE, 44, 6144, 64, 0, 0, 2048, .shapes = OLD_SHAPES | ULL_SHAPE_EVERY_BIAS | ULL_SHAPE_MASKS },
  { .id = "gpt_neox_japanese", ULL_RULE_DENSE, 32, 2560, 32, 0, 0, 2048 },
  { .id = "gptj", ULL_RULE_DENSE, 28, 4096, 16, 0, 0, 2048, .shapes = GPTJ_SHAPES },
  { .id = "internlm", ULL_RULE_DENSE, .shapes = ULL_SHAPE_COUNTED | ULL_SHAPE_BIAS },
  { .id = "opt", ULL_RULE_DENSE, 12, 768, 12, 0, 0, 2048 },
  { .id = "orion", ULL_RULE_DENSE },
  { .id = "persimmon", ULL_RULE_DENSE, 36, 4096, 64, 0, 0, 16384 },
  { .id = "qwen", ULL_RULE_DENSE, .shapes = ULL_SHAPE_COUNTED | ULL_SHAPE_QKV_BIAS | ULL_SHAPE_HALF_WIDTH },
  { .id = "xglm", ULL_RULE_DENSE, 24, 1024, 16, 0, 0, 2048 },

  /* KV heads under members of their own. */
  { .id = "chatglm", ULL_RULE_DENSE, .kv_rule = ULL_KV_CHATGLM },
  { .id = "dbrx", ULL_RULE_DENSE, 24, 2048, 16, 1, 0, 2048, .kv_rule = ULL_KV_ATTN_CONFIG },
  { .id = "falcon", ULL_RULE_DENSE, 32, 4544, 71, 0, 0, 2048, .kv_rule = ULL_KV_FALCON, .shapes = FALCON_SHAPES },
  { .id = "RefinedWeb", ULL_RULE_DENSE, .positions = 2048, .kv_rule = ULL_KV_FALCON, .shapes = FALCON_SHAPES },
  { .id = "RefinedWebModel", ULL_RULE_DENSE, .positions = 2048, .kv_rule = ULL_KV_FALCON, .shapes = FALCON_SHAPES },
  { .id = "gpt_bigcode", ULL_RULE_DENSE, 12, 768, 12, 0, 0, 1024, .kv_rule = ULL_KV_MULTI_QUERY, .shapes = GPT2_SHAPES },
  { .id = "hf_olmo", ULL_RULE_DENSE, .kv_rule = ULL_KV_OLMO },
  { .id = "mpt", ULL_RULE_DENSE, 24, 2048, 16, 0, 0, 2048, .kv_rule = ULL_KV_ATTN_CONFIG,
    .shapes = ULL_SHAPE_COUNTED | ULL_SHAPE_TIED | ULL_SHAPE_FOURFOLD | ULL_SHAPE_PLAIN_MLP | ULL_SHAPE_MPT },

  /* Windows or chunks on some layers, full attention on the others. */
  { .id = "afmoe", ULL_RULE_WINDOW, 32, 2048, 16, 0, 128, 16384, .window = 1024, .pattern = ULL_PATTERN_LAST_OF, .period = 4,
    .understands = "global_attn_every_n_layers" },
  { .id = "cohere2", ULL_RULE_WINDOW, 40, 8192, 64, 0, 0, 8192, .window = 4096, .pattern = ULL_PATTERN_LAST_OF, .period = 4,
    .understands = PATTERN_MEMBERS },
  { .id = "cohere2_moe", ULL_RULE_WINDOW, 40, 8192, 64, 0, 0, 8192, .window = 4096, .pattern = ULL_PATTERN_LAST_OF,
    .period = 4, .understands = PATTERN_MEMBERS },
  { .id = "cohere2_vision", ULL_RULE_WINDOW, 40, 8192, 64, 0, 0, 8192, .window = 4096, .pattern = ULL_PATTERN_LAST_OF,
    .period = 4, .understands = PATTERN_MEMBERS },
  { .id = "cohere_compass_text", ULL_RULE_WINDOW, 40, 8192, 64, 0, 0, 8192, .window = 4096, .pattern = ULL_PATTERN_LISTED,
    .understands = PATTERN_MEMBERS },
  { .id = "cwm", ULL_RULE_WINDOW, 64, 6144, 48, 8, 128, 131072, .window = 8192, .pattern = ULL_PATTERN_FIRST_OF,
    .period = 4 },
  { .id = "exaone4", ULL_RULE_WINDOW, 32, 4096, 32, 0, 0, 2048, .window = 4096, .pattern = ULL_PATTERN_LAST_OF, .period = 4,
    .shapes = ULL_SHAPE_COUNTED | ULL_SHAPE_QK_NORM_HEAD, .understands = PATTERN_MEMBERS },
  { .id = "exaone_moe", ULL_RULE_WINDOW, 32, 4096, 32, 0, 0, 2048, .window = 4096, .pattern = ULL_PATTERN_LAST_OF,
    .period = 4, .understands = PATTERN_MEMBERS },
  { .id = "gemma2", ULL_RULE_WINDOW, 26, 2304, 8, 4, 256, 8192, .window = 4096, .pattern = ULL_PATTERN_LAST_OF, .period = 2,
    .shapes = GEMMA2_SHAPES },
  { .id = "gemma3", ULL_RULE_WINDOW, 26, 2304, 8, 4, 256, 131072, .window = 4096, .pattern = ULL_PATTERN_LAST_OF,
    .period = 6, .understands = PATTERN_MEMBERS },
  { .id = "gemma3_text", ULL_RULE_WINDOW, 26, 2304, 8, 4, 256, 131072, .window = 4096, .pattern = ULL_PATTERN_LAST_OF,
    .period = 6, .shapes = GEMMA2_SHAPES | ULL_SHAPE_QK_NORM_HEAD, .understands = PATTERN_MEMBERS },
  { .id = "gpt_oss", ULL_RULE_WINDOW, 36, 2880, 64, 8, 64, 131072, .window = 128, .pattern = ULL_PATTERN_LAST_OF,
    .period = 2 },
  { .id = "granite_swa", ULL_RULE_WINDOW, 24, 2560, 20, 4, 0, 8192, .window = 128, .pattern = ULL_PATTERN_FIRST_OF,
    .period = 4 },
  { .id = "granitemoe_swa", ULL_RULE_WINDOW, 32, 4096, 32, 0, 0, 2048, .window = 128, .pattern = ULL_PATTERN_FIRST_OF,
    .period = 4 },
  { .id = "laguna", ULL_RULE_WINDOW, 40, 2048, 48, 8, 128, 131072, .window = 512, .pattern = ULL_PATTERN_LISTED,
    .understands = "num_attention_heads_per_layer" },
  { .id = "llama4", ULL_RULE_WINDOW, 48, 5120, 40, 8, 0, 131072, .window = 8192, .pattern = ULL_PATTERN_CHUNK, .period = 4,
    .understands = "attention_chunk_size" },
  { .id = "llama4_text", ULL_RULE_WINDOW, 48, 5120, 40, 8, 0, 131072, .window = 8192, .pattern = ULL_PATTERN_CHUNK,
    .period = 4, .understands = "attention_chunk_size" },
  { .id = "mellum", ULL_RULE_WINDOW, 28, 2304, 32, 4, 128, 131072, .window = 1024, .pattern = ULL_PATTERN_LISTED },
  { .id = "mimo_v2", ULL_RULE_WINDOW, 48, 4096, 64, 4, 192, 131072, .window = 128,
    .pattern = ULL_PATTERN_LAST_OF_AND_FIRST, .period = 6, .v_head_dim = 128, .understands = MIMO_MEMBERS },
  { .id = "mimo_v2_flash", ULL_RULE_WINDOW, 48, 4096, 64, 4, 192, 131072, .window = 128,
    .pattern = ULL_PATTERN_LAST_OF_AND_FIRST, .period = 6, .v_head_dim = 128, .understands = MIMO_MEMBERS },
  { .id = "modernbert-decoder", ULL_RULE_WINDOW, 22, 768, 12, 0, 0, 8192, .window = 64, .pattern = ULL_PATTERN_FIRST_OF,
    .period = 3, .understands = "global_attn_every_n_layers" },
  { .id = "muse_glimmer_text", ULL_RULE_WINDOW, .window = 2048, .pattern = ULL_PATTERN_LAST_OF_BACK, .period = 4 },
  { .id = "olmo3", ULL_RULE_WINDOW, 32, 4096, 32, 0, 0, 2048, .window = 4096, .pattern = ULL_PATTERN_LAST_OF, .period = 4,
    .shapes = ULL_SHAPE_COUNTED | ULL_SHAPE_ATTENTION_BIAS | ULL_SHAPE_QK_NORM_WHOLE },
  { .id = "step3p5", ULL_RULE_WINDOW, .pattern = ULL_PATTERN_LISTED, .understands = "attention_other_setting" },
  { .id = "step3p7", ULL_RULE_WINDOW, .pattern = ULL_PATTERN_LISTED, .understands = "attention_other_setting" },
  { .id = "vaultgemma", ULL_RULE_WINDOW, 26, 2304, 8, 4, 256, 8192, .window = 4096, .pattern = ULL_PATTERN_LAST_OF,
    .period = 2 },

  /* A latent in place of keys and values. */
  { .id = "axk1", ULL_RULE_LATENT, 61, 7168, 64, .positions = 32768, .latent = 512, .rope = 64,
    .understands = LATENT_MEMBERS },
  { .id = "axk2", ULL_RULE_LATENT, 48, 2048, 32, .positions = 131072, .latent = 128, .rope = 32, .indexer = 128,
    .understands = LATENT_MEMBERS },
  { .id = "deepseek_v2", ULL_RULE_LATENT, 32, 4096, 32, .positions = 2048, .latent = 512, .rope = 64,
    .understands = LATENT_MEMBERS },
  { .id = "deepseek_v3", ULL_RULE_LATENT, 61, 7168, 128, .positions = 4096, .latent = 512, .rope = 64,
    .understands = LATENT_MEMBERS },
  { .id = "deepseek_v32", ULL_RULE_LATENT, 61, 7168, 128, .positions = 163840, .latent = 512, .rope = 64, .indexer = 128,
    .understands = LATENT_MEMBERS },
  { .id = "glm4_moe_lite", ULL_RULE_LATENT, 47, 2048, 20, .positions = 202752, .latent = 512, .rope = 64,
    .understands = LATENT_MEMBERS },
  { .id = "glm_moe_dsa", ULL_RULE_LATENT, 78, 6144, 64, .positions = 202752, .latent = 512, .rope = 64, .indexer = 128,
    .understands = LATENT_MEMBERS },
  { .id = "kimi_k2", ULL_RULE_LATENT, 61, 7168, 64, .positions = 131072, .latent = 512, .rope = 64,
    .understands = LATENT_MEMBERS },
  { .id = "kimi_k25", ULL_RULE_LATENT, 61, 7168, 64, .positions = 262144, .latent = 512, .rope = 64,
    .understands = LATENT_MEMBERS },
  { .id = "longcat_flash", ULL_RULE_LATENT, 56, 6144, 64, .positions = 131072, .latent = 512, .rope = 64, .attentions = 2,
    .understands = LATENT_MEMBERS },
  { .id = "longcat_flash_ngram", ULL_RULE_LATENT, .attentions = 2, .understands = LATENT_MEMBERS },
  { .id = "minicpm3", ULL_RULE_LATENT, 62, 2560, 40, .positions = 32768, .latent = 256, .rope = 32, .shapes = ULL_SHAPE_TIED,
    .understands = LATENT_MEMBERS },
  { .id = "mistral4", ULL_RULE_LATENT, .understands = LATENT_MEMBERS },
  { .id = "pangu_ultra_moe", ULL_RULE_LATENT, .understands = LATENT_MEMBERS },
  { .id = "youtu", ULL_RULE_LATENT, 32, 2048, 16, .positions = 131072, .latent = 512, .rope = 64,
    .understands = LATENT_MEMBERS },

  { .id = "bamba", ULL_RULE_STATE, 32, 4096, 32, 8, 0, 262144, .understands = "attn_layer_indices layers_block_type mamba_*" },
  { .id = "falcon_h1", ULL_RULE_STATE, 32, 4096, 32, 8, 0, 8192, .understands = "layers_block_type mamba_* ssm_*" },
  { .id = "falcon_mamba", ULL_RULE_STATE, 32, 768, .understands = MAMBA },
  { .id = "granitemoehybrid", ULL_RULE_STATE, 32, 4096, 32, 0, 0, 2048, .understands = "layers_block_type mamba_*" },
  { .id = "inkling_text", ULL_RULE_STATE },
  { .id = "jamba", ULL_RULE_STATE, 32, 4096, 32, 8, 0, 262144,
    .understands = "attn_layer_offset attn_layer_period layers_block_type mamba_*" },
  { .id = "kimi_k3", ULL_RULE_STATE, .understands = KIMI },
  { .id = "kimi_linear", ULL_RULE_STATE, .understands = KIMI },
  { .id = "lfm2", ULL_RULE_STATE, 32, 2560, 32, 8, 0, 128000, .understands = "conv_L_cache full_attn_idxs" },
  { .id = "lfm2_moe", ULL_RULE_STATE, 32, 2048, 32, 8, 0, 128000, .understands = "conv_L_cache full_attn_idxs" },
  { .id = "mamba", ULL_RULE_STATE, 32, 768, .understands = MAMBA },
  { .id = "mamba2", ULL_RULE_STATE, 64, 4096, .understands = MAMBA },
  { .id = "mamba_ssm", ULL_RULE_STATE, .understands = "ssm_cfg" },
  { .id = "mamba_ssm2", ULL_RULE_STATE, .understands = "ssm_cfg" },
  { .id = "minimax", ULL_RULE_STATE, 32, 4096, 32, 8, 0, 131072 },
  { .id = "minimax_m1", ULL_RULE_STATE, .kv_heads = 8, .understands = "attn_type_list" },
  { .id = "minimax_text_01", ULL_RULE_STATE, .kv_heads = 8, .understands = "attn_type_list" },
  { .id = "nemotron_h", ULL_RULE_STATE, 0, 4096, 32, 8, 128, 4096,
    .understands = "conv_kernel hybrid_override_pattern layers_block_type mamba_* ssm_state_size" },
  { .id = "olmo_hybrid", ULL_RULE_STATE, 32, 3840, 30, 0, 0, 65536, .understands = DELTA },
  { .id = "qwen3_5", ULL_RULE_STATE, 32, 4096, 16, 4, 256, 32768, .understands = QWEN_DELTA },
  { .id = "qwen3_5_moe", ULL_RULE_STATE, 40, 2048, 16, 2, 256, 32768, .understands = QWEN_DELTA },
  { .id = "qwen3_5_moe_text", ULL_RULE_STATE, 40, 2048, 16, 2, 256, 32768, .understands = QWEN_DELTA },
  { .id = "qwen3_5_text", ULL_RULE_STATE, 32, 4096, 16, 4, 256, 32768, .understands = QWEN_DELTA },
  { .id = "qwen3_next", ULL_RULE_STATE, 48, 2048, 16, 2, 256, 32768, .understands = QWEN_DELTA },
  { .id = "recurrent_gemma", ULL_RULE_STATE, 26, 2560, 10, .window = 2048,
    .understands = "_block_types block_types lru_width" },
  { .id = "rwkv", ULL_RULE_STATE, 32, 4096, .positions = 1024 },
  { .id = "rwkv5", ULL_RULE_STATE },
  { .id = "xlstm", ULL_RULE_STATE },
  { .id = "zamba", ULL_RULE_STATE, 76, 3712, 16, 0, 0, 4096,
    .understands = "attn_layer_offset attn_layer_period layers_block_type mamba_*" },
  { .id = "zamba2", ULL_RULE_STATE, 54, 2560, 32, 0, 0, 4096, .understands = "layers_block_type mamba_* state_size" },
  { .id = "zaya", ULL_RULE_STATE },

  /* Layers that share an earlier one's cache. */
  { .id = "gemma3n", ULL_RULE_SHARED, 35, 2048, 8, 2, 256, 32768, .window = 512, .pattern = ULL_PATTERN_LAST_OF,
    .period = 5, .shared = 15, .understands = "num_kv_shared_layers" },
  { .id = "gemma3n_text", ULL_RULE_SHARED, 35, 2048, 8, 2, 256, 32768, .window = 512, .pattern = ULL_PATTERN_LAST_OF,
    .period = 5, .shared = 15, .understands = "num_kv_shared_layers" },
  { .id = "gemma4", ULL_RULE_SHARED, 30, 2304, 8, 4, 256, 131072, .window = 512, .pattern = ULL_PATTERN_LAST_OF_AND_END,
    .period = 6, .global_head_dim = 512, .understands = GEMMA4_MEMBERS },
  { .id = "gemma4_text", ULL_RULE_SHARED, 30, 2304, 8, 4, 256, 131072, .window = 512,
    .pattern = ULL_PATTERN_LAST_OF_AND_END, .period = 6, .global_head_dim = 512, .understands = GEMMA4_MEMBERS },
  { .id = "gemma4_unified_text", ULL_RULE_SHARED, 30, 2304, 8, 4, 256, 262144, .window = 1024,
    .pattern = ULL_PATTERN_LAST_OF_AND_END, .period = 6, .global_head_dim = 512, .understands = GEMMA4_MEMBERS },
  { .id = "hunyuan", ULL_RULE_SHARED, .understands = "qk_rope_head_dim use_cla" },

  /* Heads that differ from layer to layer. */
  { .id = "deci", ULL_RULE_PER_LAYER, .understands = "block_configs num_key_value_heads_per_layer" },
  { .id = "jetmoe", ULL_RULE_PER_LAYER, 12, 2048, 32, 16, 128, 4096 },
  { .id = "nemotron-nas", ULL_RULE_PER_LAYER, .understands = "block_configs num_key_value_heads_per_layer" },
  { .id = "openelm", ULL_RULE_PER_LAYER },

  { .id = "bart", ULL_RULE_SIDE, 12, 1024, 16, 0, 0, 1024, .understands = DECODER },
  { .id = "bigbird_pegasus", ULL_RULE_SIDE, 16, 1024, 16, 0, 0, 4096, .understands = DECODER },
  { .id = "blenderbot", ULL_RULE_SIDE, 24, 2560, 32, 0, 0, 128, .understands = DECODER },
  { .id = "blenderbot-small", ULL_RULE_SIDE, 8, 512, 16, 0, 0, 512, .understands = DECODER },
  { .id = "longt5", ULL_RULE_SIDE, .understands = DECODER },
  { .id = "m2m_100", ULL_RULE_SIDE, .understands = DECODER },
  { .id = "marian", ULL_RULE_SIDE, 12, 1024, 16, 0, 0, 1024, .understands = DECODER },
  { .id = "mbart", ULL_RULE_SIDE, 12, 1024, 16, 0, 0, 1024, .understands = DECODER },
  { .id = "mllama", ULL_RULE_SIDE, 40, 4096, 32, 8, 0, 131072, .understands = "cross_attention_layers" },
  { .id = "mllama_text_model", ULL_RULE_SIDE, 40, 4096, 32, 8, 0, 131072, .understands = "cross_attention_layers" },
  { .id = "mt5", ULL_RULE_SIDE, .understands = DECODER },
  { .id = "mvp", ULL_RULE_SIDE, 12, 1024, 16, 0, 0, 1024, .understands = DECODER },
  { .id = "pegasus", ULL_RULE_SIDE, 12, 1024, 16, 0, 0, 1024, .understands = DECODER },
  { .id = "plbart", ULL_RULE_SIDE, 6, 768, 12, 0, 0, 1024, .understands = DECODER },
  { .id = "t5", ULL_RULE_SIDE, 6, 512, 8, 0, 64, .understands = DECODER },
  { .id = "umt5", ULL_RULE_SIDE, .understands = DECODER },
  { .id = "whisper", ULL_RULE_SIDE, 4, 384, 6, .understands = DECODER },

  /* Compressed entries behind a window; an indexer's keys beside full attention. */
  { .id = "deepseek_v4", ULL_RULE_COMPRESSED, 43, 4096, 64, 1, 512, 1048576, .window = 128, .indexer = 128,
    .understands = "compress_ratios index_head_dim index_topk qk_rope_head_dim" },
  { .id = "minimax_m3", ULL_RULE_INDEXED, 60, 6144, 64, 4, 128, 524288,
    .understands = "index_head_dim sparse_attention_config" },
  { .id = "minimax_m3_vl", ULL_RULE_INDEXED, 60, 6144, 64, 4, 128, 524288,
    .understands = "index_head_dim sparse_attention_config" },
  { .id = "minimax_m3_vl_text", ULL_RULE_INDEXED, 60, 6144, 64, 4, 128, 524288,
    .understands = "index_head_dim sparse_attention_config" },
};

static const UllConfigFamily plain = { .id = "plain attention", .rule = ULL_RULE_DENSE };

/* Classes whose names do not come from a model_type's. */
static const struct
{
  const char *architecture;
  const char *type;
} architectures[] = {
  { "CogVLMVideoForCausalLM", "cogvlm" },
  { "OLMoForCausalLM", "hf_olmo" },
  { "RWForCausalLM", "RefinedWeb" },
  { "DeciLMForCausalLM", "nemotron-nas" },
  { "Step3p7FlashForCausalLM", "step3p7" },
  { "HunYuanMoEV1ForCausalLM", "hunyuan_v1_moe" },
  { "HunYuanDenseV1ForCausalLM", "hunyuan_v1_dense" },
};

const UllConfigFamily *
ull_config_family_by_type (const char *type)
{
  for (gsize i = 0; i < G_N_ELEMENTS (families); i++)
    if (strcmp (families[i].id, type) == 0)
      return &families[i];
  return NULL;
}

const UllConfigFamily *
ull_config_family_plain (void)
{
  return &plain;
}

gboolean
ull_config_is_plain (const UllConfigReader *reader)
{
  return reader->family == &plain;
}

/* Case and punctuation set aside: "Qwen3MoeForCausalLM" and "qwen3_moe" are the same name. */
static gboolean
same_name (const char *type, const char *architecture, gsize length)
{
  const char *end = architecture + length;

  for (;; type++, architecture++)
    {
      while (*type && !g_ascii_isalnum (*type))
        type++;
      while (architecture < end && !g_ascii_isalnum (*architecture))
        architecture++;
      if (*type == '\0' || architecture == end)
        return *type == '\0' && architecture == end;
      if (g_ascii_tolower (*type) != g_ascii_tolower (*architecture))
        return FALSE;
    }
}

const UllConfigFamily *
ull_config_family_by_architecture (const char *architecture)
{
  static const char *const tails[] = { "ForCausalLM", "ForConditionalGeneration", "LMHeadModel", "Model" };
  gsize length = strlen (architecture);

  for (gsize i = 0; i < G_N_ELEMENTS (architectures); i++)
    if (strcmp (architectures[i].architecture, architecture) == 0)
      return ull_config_family_by_type (architectures[i].type);

  for (gsize i = 0; i < G_N_ELEMENTS (tails); i++)
    {
      gsize tail = strlen (tails[i]);
      if (length > tail && strncmp (architecture + length - tail, tails[i], tail) == 0)
        length -= tail;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (families); i++)
    if (same_name (families[i].id, architecture, length))
      return &families[i];
  return NULL;
}
