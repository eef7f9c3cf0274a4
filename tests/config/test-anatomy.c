#include "ull-config.h"

#include <string.h>

/* What the weights are made of. The counts that the matrices are held to are the published ones, of models whose files say
 * nothing of it; the bits of a quantised weight are sums written beside them. */

#define QWEN_MOE                                                                                                         \
  "\"model_type\":\"qwen2_moe\",\"num_hidden_layers\":24,\"hidden_size\":2048,\"num_attention_heads\":16,"                \
  "\"num_key_value_heads\":16,\"intermediate_size\":5632,\"moe_intermediate_size\":1408,"                                 \
  "\"shared_expert_intermediate_size\":5632,\"num_experts\":60,\"num_experts_per_tok\":4,\"vocab_size\":151936,"          \
  "\"tie_word_embeddings\":false,\"max_position_embeddings\":8192"
#define DEEPSEEK                                                                                                         \
  "\"model_type\":\"deepseek_v3\",\"num_hidden_layers\":61,\"hidden_size\":7168,\"num_attention_heads\":128,"             \
  "\"q_lora_rank\":1536,\"kv_lora_rank\":512,\"qk_rope_head_dim\":64,\"qk_nope_head_dim\":128,\"v_head_dim\":128,"        \
  "\"intermediate_size\":18432,\"moe_intermediate_size\":2048,\"n_routed_experts\":256,\"n_shared_experts\":1,"           \
  "\"first_k_dense_replace\":3,\"num_experts_per_tok\":8,\"vocab_size\":129280,\"max_position_embeddings\":163840"
#define PHI                                                                                                              \
  "\"model_type\":\"phi\",\"num_hidden_layers\":32,\"hidden_size\":2560,\"num_attention_heads\":32,"                      \
  "\"intermediate_size\":10240,\"vocab_size\":51200,\"tie_word_embeddings\":false,\"partial_rotary_factor\":0.4,"         \
  "\"max_position_embeddings\":2048"
#define MAVERICK                                                                                                         \
  "\"model_type\":\"llama4_text\",\"num_hidden_layers\":48,\"hidden_size\":5120,\"num_attention_heads\":40,"              \
  "\"num_key_value_heads\":8,\"head_dim\":128,\"intermediate_size\":8192,\"intermediate_size_mlp\":16384,"                \
  "\"interleave_moe_layer_step\":2,\"num_local_experts\":128,\"num_experts_per_tok\":1,\"vocab_size\":202048,"            \
  "\"max_position_embeddings\":1048576"
/* Two layers of 4 heads of 16, an MLP of 128: 2 x (4 x 64 x 64 + 3 x 64 x 128) in the layers' matrices, 320 in norms. */
#define SMALL                                                                                                            \
  "\"model_type\":\"llama\",\"num_hidden_layers\":2,\"hidden_size\":64,\"num_attention_heads\":4,"                        \
  "\"intermediate_size\":128,\"vocab_size\":1000,\"max_position_embeddings\":512,\"tie_word_embeddings\":false"
#define SMALL_MATRICES (2 * (4 * 64 * 64 + 3 * 64 * 128))
#define SMALL_REST (2 * 1000 * 64 + 5 * 64)

static UllModel *
read (const char *members, const char *more)
{
  g_autofree char *text = g_strdup_printf ("{%s,\"torch_dtype\":\"bfloat16\"%s}", members, more);
  g_autoptr (GError) error = NULL;
  UllModel *model = ull_config_parse ("config.json", NULL, text, strlen (text), ULL_CONFIG_DEFAULT, &error);

  g_assert_no_error (error);
  return model;
}

/* The matrices alone are within a per cent of everything; published counts. */
static void
test_matrices (void)
{
  static const struct
  {
    const char *members;
    gint64 published;
  } models[] = {
    { QWEN_MOE, 14315784192 }, { DEEPSEEK, 671026419200 }, { PHI, 2779683840 }, { MAVERICK, 400711352320 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (models); i++)
    {
      g_autoptr (UllModel) model = read (models[i].members, "");
      double ratio = (double) model->anatomy.parameters / (double) models[i].published;

      g_test_message ("%" G_GINT64_FORMAT " counted, %.4f of what is published", model->anatomy.parameters, ratio);
      g_assert_cmpfloat (ABS (ratio - 1), <, 0.01);
      g_assert_cmpint (model->weight_source, ==, ULL_WEIGHTS_ESTIMATE);
      g_assert_cmpint (model->weight_bytes, ==, 2 * model->anatomy.parameters);
    }
}

static void
test_quantised (void)
{
  static const struct
  {
    const char *config;
    gint64 bits;
  } recipes[] = {
    { "\"quant_method\":\"fp8\"", 8000000 },
    /* 32 bits for each 128 x 128. */
    { "\"quant_method\":\"fp8\",\"weight_block_size\":[128,128]", 8001953 },
    /* 16 / 128 + 4 / 128 beside the 4. */
    { "\"quant_method\":\"gptq\",\"bits\":4,\"group_size\":128", 4156250 },
    { "\"quant_method\":\"awq\",\"bits\":4,\"group_size\":128", 4156250 },
    { "\"quant_method\":\"awq\",\"bits\":4,\"group_size\":64", 4312500 },
    { "\"quant_method\":\"gptq\",\"bits\":3,\"group_size\":-1", 3000000 },
    { "\"quant_method\":\"compressed-tensors\",\"config_groups\":{\"group_0\":{\"weights\":{\"num_bits\":8,\"type\":\"int\","
      "\"group_size\":null}}}", 8000000 },
    { "\"quant_method\":\"compressed-tensors\",\"config_groups\":{\"group_0\":{\"weights\":{\"num_bits\":4,\"type\":\"int\","
      "\"group_size\":128,\"symmetric\":true}}}", 4125000 },
    { "\"quant_method\":\"compressed-tensors\",\"config_groups\":{\"group_0\":{\"weights\":{\"num_bits\":4,\"type\":\"float\","
      "\"group_size\":16}}}", 4500000 },
    { "\"quant_method\":\"modelopt\",\"quant_algo\":\"NVFP4\"", 4500000 },
    { "\"quant_method\":\"bitsandbytes\",\"load_in_4bit\":true", 4500000 },
    /* 8 / 64 + 32 / 16,384. */
    { "\"quant_method\":\"bitsandbytes\",\"load_in_4bit\":true,\"bnb_4bit_use_double_quant\":true", 4126953 },
    { "\"quant_method\":\"somebody's own\"", -1 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (recipes); i++)
    {
      g_autofree char *more = g_strdup_printf (",\"quantization_config\":{%s}", recipes[i].config);
      g_autoptr (UllModel) model = read (SMALL, more);
      gint64 packed = (SMALL_MATRICES * recipes[i].bits + 7999999) / 8000000;

      g_assert_cmpint (model->anatomy.bits, ==, recipes[i].bits);
      g_assert_cmpint (model->anatomy.parameters, ==, SMALL_MATRICES + SMALL_REST);
      g_assert_cmpint (model->weight_bytes, ==, recipes[i].bits < 0 ? -1 : packed + 2 * SMALL_REST);
    }
}

/* What a recipe leaves alone: by a pattern, or a line for every layer; one layer's line is not all of them. */
static void
test_kept (void)
{
  const gint64 attention = 2 * 4 * 64 * 64;
  g_autoptr (UllModel) pattern = read (SMALL, ",\"quantization_config\":{\"quant_method\":\"fp8\",\"modules_to_not_convert\":"
                                              "[\"lm_head\",\"re:.*self_attn.*\"]}");
  g_autoptr (UllModel) each = read (SMALL, ",\"quantization_config\":{\"quant_method\":\"fp8\",\"ignored_layers\":"
                                           "[\"model.layers.0.self_attn\",\"model.layers.1.self_attn\"]}");
  g_autoptr (UllModel) one = read (SMALL, ",\"quantization_config\":{\"quant_method\":\"fp8\",\"ignored_layers\":"
                                          "[\"model.layers.0.self_attn\"]}");

  g_assert_cmpint (pattern->anatomy.kept_parameters, ==, SMALL_REST + attention);
  g_assert_cmpint (each->anatomy.kept_parameters, ==, SMALL_REST + attention);
  g_assert_cmpint (one->anatomy.kept_parameters, ==, SMALL_REST);
}

/* A linear factor stretches the table and yarn the original length; llama3 comes with its length written. */
static void
test_positions (void)
{
  g_autoptr (UllModel) plain = read (SMALL, "");
  g_autoptr (UllModel) linear = read (SMALL, ",\"rope_scaling\":{\"rope_type\":\"linear\",\"factor\":8.0}");
  g_autoptr (UllModel) llama3 = read (SMALL, ",\"rope_scaling\":{\"rope_type\":\"llama3\",\"factor\":8.0}");
  g_autoptr (UllModel) yarn = read (SMALL, ",\"rope_scaling\":{\"rope_type\":\"yarn\",\"factor\":8.0,"
                                           "\"original_max_position_embeddings\":256}");
  g_autoptr (UllModel) part = read (PHI, "");

  g_assert_cmpint (plain->anatomy.position_rows, ==, 512);
  g_assert_cmpint (linear->anatomy.position_rows, ==, 4096);
  g_assert_cmpint (llama3->anatomy.position_rows, ==, 512);
  g_assert_cmpint (yarn->anatomy.position_rows, ==, 2048);
  g_assert_cmpint (plain->anatomy.position_dim, ==, 16);
  g_assert_cmpint (part->anatomy.position_dim, ==, 32);
}

/* 32 pictures of 70 tokens, 2 around each and 6 of its time, where the file says that they see each other both ways. */
static void
test_items (void)
{
  static const struct
  {
    const char *id;
    gint64 tokens;
  } rows[] = { { "gemma-4-31b", 2496 }, { "gemma-4-26b-a4b", 2496 }, { "gemma-4-e4b", 0 }, { "gemma-3-27b", 0 } };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (UllModel) model = ull_config_open_bundled (rows[i].id, NULL);

      g_assert_cmpint (model->anatomy.item_tokens, ==, rows[i].tokens);
    }
}

/* The first three layers are dense, the other 58 have experts, a router in 16 bits and a shared expert: by the shapes, in fp8 a byte
 * an element. */
static void
test_layers (void)
{
  const gint64 attention = 7168 * 1536 + 1536 * 128 * 192 + 7168 * 576 + 512 * 128 * 256 + 128 * 128 * 7168;
  g_autoptr (UllModel) model = ull_config_open_bundled ("deepseek-v3", NULL), plain = read (SMALL, "");
  const UllWeights *weights = &model->weights;
  UllLayerWeights dense, experts, all;

  g_assert_cmpuint (weights->n_layers, ==, 61);
  g_assert_cmpuint (weights->n_layer_kinds, ==, 2);
  g_assert_true (ull_weights_sum_layers (weights, 2, 1, &dense));
  g_assert_true (ull_weights_sum_layers (weights, 3, 1, &experts));
  g_assert_true (ull_weights_sum_layers (weights, 0, 61, &all));
  g_assert_cmpint (dense.bytes[ULL_WEIGHT_MLP], ==, 3 * 7168 * 18432);
  g_assert_cmpint (dense.bytes[ULL_WEIGHT_EXPERTS], ==, 0);
  g_assert_cmpint (dense.bytes[ULL_WEIGHT_ATTENTION], ==, attention);
  g_assert_cmpint (experts.bytes[ULL_WEIGHT_MLP], ==, 3 * 7168 * 2048);
  g_assert_cmpint (experts.bytes[ULL_WEIGHT_EXPERTS], ==, G_GINT64_CONSTANT (256) * (3 * 7168 * 2048 + 2 * 7168));
  g_assert_cmpint (experts.whole[ULL_WEIGHT_EXPERTS], ==, 2 * 256 * 7168);
  g_assert_cmpint (experts.bytes[ULL_WEIGHT_ATTENTION], ==, attention);
  g_assert_cmpint (all.bytes[ULL_WEIGHT_ATTENTION], ==, weights->bytes[ULL_WEIGHT_ATTENTION]);
  g_assert_cmpint (all.bytes[ULL_WEIGHT_MLP], ==, weights->bytes[ULL_WEIGHT_MLP]);
  g_assert_cmpint (all.bytes[ULL_WEIGHT_EXPERTS], ==, weights->bytes[ULL_WEIGHT_EXPERTS]);
  /* Where all layers are alike each is its part of the whole, and none needs to be told apart. */
  g_assert_cmpuint (plain->weights.n_layers, ==, 0);
}

/* NULL: that nothing is said of it. */
static gboolean
find_lack (const UllModel *model, const char *says)
{
  const char *sentence = says != NULL ? says : "the size of the weights is not known";
  gboolean found = FALSE;

  for (char **warning = model->warnings; warning != NULL && *warning != NULL; warning++)
    found |= strstr (*warning, sentence) != NULL;
  return found == (says != NULL);
}

/* Weights whose size does not follow say which member it lacks, or that the family's matrices are not all known; the bundled ones, too. */
static void
test_lack (void)
{
  static const struct
  {
    const char *members;
    const char *says;
  } cases[] = {
    { SMALL, NULL },
    { "\"model_type\":\"llama\",\"num_hidden_layers\":2,\"hidden_size\":64,\"num_attention_heads\":4,\"intermediate_size\":128",
      "vocab_size is not in the file" },
    { "\"model_type\":\"llama\",\"num_hidden_layers\":2,\"hidden_size\":64,\"num_attention_heads\":4,\"vocab_size\":1000",
      "intermediate_size is not in the file" },
    { "\"model_type\":\"llama\",\"num_hidden_layers\":2,\"head_dim\":64,\"num_attention_heads\":4,\"vocab_size\":1000,\"intermediate_size\":128",
      "hidden_size is not in the file" },
    { "\"model_type\":\"apertus\",\"num_hidden_layers\":2,\"hidden_size\":64,\"num_attention_heads\":4,\"intermediate_size\":128,\"vocab_size\":1000",
      "not every matrix of the family “apertus” is known here" },
  };
  guint n, lacking = 0;
  const UllBundledModel *bundled = ull_config_bundled (&n);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (UllModel) model = read (cases[i].members, "");

      g_assert_true (find_lack (model, cases[i].says));
      g_assert_true ((model->weight_bytes < 0) == (cases[i].says != NULL));
    }
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (UllModel) model = ull_config_open_bundled (bundled[i].id, NULL);

      g_assert_true (model->weight_bytes >= 0 || model->anatomy.bits < 0 || find_lack (model, "the size of the weights is not known: "));
      lacking += model->weight_bytes < 0;
    }
  g_test_message ("%u bundled models, %u without a size", n, lacking);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/anatomy/matrices", test_matrices);
  g_test_add_func ("/anatomy/layers", test_layers);
  g_test_add_func ("/anatomy/quantised", test_quantised);
  g_test_add_func ("/anatomy/kept", test_kept);
  g_test_add_func ("/anatomy/positions", test_positions);
  g_test_add_func ("/anatomy/items", test_items);
  g_test_add_func ("/anatomy/lack", test_lack);
  return g_test_run ();
}
