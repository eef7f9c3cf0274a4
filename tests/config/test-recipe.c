#include "shard-files.h"
#include "ull-config.h"
#include "ull-error.h"

#include <string.h>

/* How weights are quantised, wherever it is told, and what they come to by it. The model has 2 layers, hidden 64, 4 heads of 16 and 2 of
 * them KV, MLP 128, vocabulary 100:
 *   matrices     2 × (2 × 64 × 64 + 2 × 64 × 32 + 3 × 64 × 128) = 73,728 elements
 *   as they are  2 × 100 × 64 + 5 × 64 = 13,120 elements at 2 bytes: 26,240 */
#define CONFIG(more)                                                                                                              \
  "{\"model_type\":\"llama\",\"num_hidden_layers\":2,\"hidden_size\":64,\"num_attention_heads\":4,\"num_key_value_heads\":2,"         \
  "\"intermediate_size\":128,\"vocab_size\":100,\"max_position_embeddings\":2048,\"dtype\":\"bfloat16\"" more "}"
#define MATRICES 73728
#define KEPT 26240
#define PLAIN (2 * MATRICES + KEPT)

#define HF "hf_quant_config.json"
#define MODELOPT(more) "{\"producer\":{\"name\":\"modelopt\",\"version\":\"0.29.0\"},\"quantization\":{" more "}}"
#define HEAD ",\"exclude_modules\":[\"lm_head\"]"

typedef struct
{
  const char *config; /* members of config.json */
  const char *side;   /* (nullable): a file beside it */
  const char *text;
  gint64 bytes;       /* -1: not known */
  const char *says;   /* (nullable): a warning */
} Recipe;

static const Recipe recipes[] = {
  /* ModelOpt's own file: 8 bits; 4 and a byte for 16; 4 and 16 bits for 64; 8 and 4 bytes for 128 × 128 (18 of them). */
  { "", HF, MODELOPT ("\"quant_algo\":\"FP8\",\"kv_cache_quant_algo\":\"FP8\"" HEAD), MATRICES + KEPT, NULL },
  { "", HF, MODELOPT ("\"quant_algo\":\"NVFP4\",\"group_size\":16" HEAD), MATRICES * 9 / 16 + KEPT, NULL },
  { "", HF, MODELOPT ("\"quant_algo\":\"NVFP4_AWQ\",\"group_size\":16" HEAD), MATRICES * 9 / 16 + KEPT, NULL },
  { "", HF, MODELOPT ("\"quant_algo\":\"W4A16_AWQ\",\"group_size\":64" HEAD), MATRICES / 2 + MATRICES / 64 * 2 + KEPT, NULL },
  { "", HF, MODELOPT ("\"quant_algo\":\"W4A8_AWQ\"" HEAD), MATRICES / 2 + MATRICES / 128 * 2 + KEPT, NULL },
  { "", HF, MODELOPT ("\"quant_algo\":\"FP8_PB_WO\"" HEAD), MATRICES + 18 + KEPT, NULL },
  { "", HF, MODELOPT ("\"quant_algo\":\"W8A8_SQ_PER_CHANNEL\"" HEAD), MATRICES + KEPT, NULL },
  { "", HF, MODELOPT ("\"quant_algo\":\"MXFP8\"" HEAD), MATRICES + MATRICES / 32 + KEPT, NULL },
  { "", HF, MODELOPT ("\"quant_algo\":null,\"kv_cache_quant_algo\":\"FP8\""), PLAIN, NULL },
  { "", HF, MODELOPT ("\"quant_algo\":\"W3A3_GUESS\""), -1, HF ": quantization.quant_algo: “W3A3_GUESS”" },
  /* One MLP in NVFP4, two matrices of the other in FP8: 3 × 8,192 at 4.5 bits, 2 × 8,192 at 8; all else stays at 16. */
  { "", HF,
    MODELOPT ("\"quant_algo\":\"MIXED_PRECISION\",\"quantized_layers\":{"
              "\"model.layers.0.mlp.gate_proj\":{\"quant_algo\":\"NVFP4\",\"group_size\":16},"
              "\"model.layers.0.mlp.up_proj\":{\"quant_algo\":\"NVFP4\",\"group_size\":16},"
              "\"model.layers.0.mlp.down_proj\":{\"quant_algo\":\"NVFP4\",\"group_size\":16},"
              "\"model.layers.1.mlp.up_proj\":{\"quant_algo\":\"FP8\"},\"model.layers.1.mlp.down_proj\":{\"quant_algo\":\"FP8\"}}"),
    3 * 8192 * 9 / 16 + 2 * 8192 + (PLAIN - 5 * 8192 * 2), NULL },
  { "", HF, MODELOPT ("\"quant_algo\":\"MIXED_PRECISION\",\"quantized_layers\":{\"model.layers.0.mlp.up_proj\":{\"quant_algo\":\"ODD\"}}"), -1,
    "MIXED_PRECISION" },
  /* The configuration itself goes before it. */
  { ",\"quantization_config\":{\"quant_method\":\"fp8\"}", HF, MODELOPT ("\"quant_algo\":\"NVFP4\""), MATRICES + KEPT, NULL },
  /* Files of AutoGPTQ and AWQ, from before a configuration had a place for it: 4 bits, and 16 + 4 for each 64. */
  { "", "quantize_config.json", "{\"bits\":4,\"group_size\":64,\"desc_act\":true,\"sym\":true,\"damp_percent\":0.1}",
    MATRICES / 2 + MATRICES / 64 * 20 / 8 + KEPT, NULL },
  { "", "quant_config.json", "{\"zero_point\":true,\"q_group_size\":64,\"w_bit\":4,\"version\":\"GEMM\"}",
    MATRICES / 2 + MATRICES / 64 * 20 / 8 + KEPT, NULL },
  /* In the configuration, under each name that it may have there. */
  { ",\"quantization_config\":{\"quant_method\":\"awq\",\"bits\":4,\"group_size\":64,\"zero_point\":true}", NULL, NULL,
    MATRICES / 2 + MATRICES / 64 * 20 / 8 + KEPT, NULL },
  { ",\"quantization_config\":{\"quant_method\":\"gptq\",\"bits\":8,\"group_size\":128,\"desc_act\":false}", NULL, NULL,
    MATRICES + MATRICES / 128 * 24 / 8 + KEPT, NULL },
  { ",\"quantization_config\":{\"quant_method\":\"fp8\",\"activation_scheme\":\"static\"}", NULL, NULL, MATRICES + KEPT, NULL },
  { ",\"quantization_config\":{\"quant_method\":\"fp8\",\"weight_block_size\":[128,128]}", NULL, NULL, MATRICES + 18 + KEPT, NULL },
  { ",\"quantization_config\":{\"quant_method\":\"modelopt\",\"quant_algo\":\"NVFP4\",\"ignore\":[\"lm_head\"]}", NULL, NULL,
    MATRICES * 9 / 16 + KEPT, NULL },
  { ",\"quantization_config\":{\"quant_method\":\"bitsandbytes\",\"load_in_4bit\":true,\"bnb_4bit_quant_type\":\"nf4\"}", NULL, NULL,
    MATRICES / 2 + MATRICES / 64 * 4 + KEPT, NULL },
  { ",\"quantization_config\":{\"quant_method\":\"bitsandbytes\",\"load_in_8bit\":true}", NULL, NULL, MATRICES + KEPT, NULL },
  { ",\"quantization_config\":{\"quant_method\":\"compressed-tensors\",\"format\":\"pack-quantized\",\"ignore\":[\"lm_head\"],"
    "\"config_groups\":{\"group_0\":{\"weights\":{\"num_bits\":4,\"type\":\"int\",\"group_size\":64,\"symmetric\":true}}}}",
    NULL, NULL, MATRICES / 2 + MATRICES / 64 * 2 + KEPT, NULL },
  { ",\"compression_config\":{\"quant_method\":\"compressed-tensors\",\"ignore\":[\"lm_head\"],"
    "\"config_groups\":{\"group_0\":{\"weights\":{\"num_bits\":8,\"type\":\"float\",\"strategy\":\"channel\"}}}}",
    NULL, NULL, MATRICES + KEPT, NULL },
  { ",\"quantization_config\":{\"quant_method\":\"compressed-tensors\",\"format\":\"mxfp4-pack-quantized\",\"ignore\":[\"lm_head\"],"
    "\"config_groups\":{\"group_0\":{\"weights\":{\"num_bits\":4,\"type\":\"float\",\"group_size\":32}}}}",
    NULL, NULL, MATRICES / 2 + MATRICES / 32 + KEPT, NULL },
  /* MLX takes embedding and output too, with a scale and a bias of 16 bits for each 64: 4.5 bits, all but 5 norms of 64. */
  { ",\"quantization\":{\"group_size\":64,\"bits\":4}", NULL, NULL, (MATRICES + 2 * 6400) * 9 / 16 + 640, NULL },
  { ",\"quantization_config\":{\"quant_method\":\"quip\",\"bits\":2}", NULL, NULL, -1, "quantization_config.quant_method: “quip”" },
};

static UllModel *
open_folder (const char *folder, const char *file)
{
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autoptr (GError) error = NULL;
  UllModel *model = ull_config_open (path, ULL_CONFIG_DEFAULT, &error);

  g_assert_no_error (error);
  return model;
}

static gboolean
is_warned (const UllModel *model, const char *says)
{
  for (char **warning = model->warnings; warning != NULL && *warning != NULL; warning++)
    if (strstr (*warning, says) != NULL)
      return TRUE;
  return FALSE;
}

static void
check_recipe (const Recipe *row, guint i)
{
  static const char *const files[] = { "", "config.json" };
  char *folder = shard_make_folder ();
  g_autofree char *config = g_strdup_printf (CONFIG ("%s"), row->config);

  shard_put (folder, "config.json", config);
  if (row->side != NULL)
    shard_put (folder, row->side, row->text);
  for (gsize k = 0; k < G_N_ELEMENTS (files); k++)
    {
      g_autoptr (UllModel) model = open_folder (folder, files[k]);

      if (model->weight_bytes != row->bytes)
        g_error ("recipe %u: %" G_GINT64_FORMAT " bytes, not %" G_GINT64_FORMAT, i, model->weight_bytes, row->bytes);
      g_assert_cmpint (model->weight_source, ==, row->bytes < 0 ? ULL_WEIGHTS_UNKNOWN : ULL_WEIGHTS_ESTIMATE);
      if (row->says != NULL ? !is_warned (model, row->says) : model->warnings != NULL)
        g_error ("recipe %u: %s", i, model->warnings != NULL ? model->warnings[0] : "nothing is said");
    }
  shard_remove_folder (folder);
}

static void
test_recipes (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (recipes); i++)
    check_recipe (&recipes[i], i);
  g_test_message ("%u recipes", (guint) G_N_ELEMENTS (recipes));
}

/* What is there and cannot be understood is not passed over: a folder is refused, a single file's weights are not known. */
static void
test_damaged (void)
{
  static const struct
  {
    const char *file;
    const char *text;
    const char *says;
  } rows[] = {
    { HF, "{\"quantization\":", HF ": line 1" },
    { HF, "[]", "an object “quantization”" },
    { HF, "{\"producer\":{}}", "an object “quantization”" },
    { HF, "{\"quantization\":{\"exclude_modules\":[]}}", "a quant_algo" },
    { HF, "{\"quantization\":{\"quant_algo\":4}}", "a quant_algo" },
    { HF, "{\"quantization\":[]}", "an object would be right" },
    { HF, "", "" },
    { "quantize_config.json", "{\"group_size\":128}", "a number of bits" },
    { "quantize_config.json", "{\"bits\":\"four\"}", "bits: this does not say" },
    { "quant_config.json", "{\"w_bit\":64}", "1 to 16 bits" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      char *folder = shard_make_folder ();
      g_autoptr (GError) error = NULL;

      shard_put (folder, "config.json", CONFIG (""));
      shard_put (folder, rows[i].file, rows[i].text);
      g_assert_null (ull_config_open (folder, ULL_CONFIG_DEFAULT, &error));
      if (error->domain != ULL_ERROR || !strstr (error->message, rows[i].file) || !strstr (error->message, rows[i].says))
        g_error ("“%s” should say “%s”", error->message, rows[i].says);
      g_autoptr (UllModel) model = open_folder (folder, "config.json");
      g_assert_cmpint (model->weight_bytes, ==, -1);
      g_assert_true (is_warned (model, rows[i].says));
      shard_remove_folder (folder);
    }
}

/* Qwen3-14B as MLX stores it in 4 bits, and its index: 8,307,783,680 bytes. Of its shapes, 40 layers, hidden 5120, 40 heads of 128 and 8 of
 * them KV, MLP 17408, vocabulary 151936:
 *   matrices, embedding and head  40 × (2 × 5120 × 5120 + 2 × 5120 × 1024 + 3 × 5120 × 17408) + 2 × 151936 × 5120 = 14,767,882,240
 *   at 4.5 bits, and norms of 81 × 5120 + 80 × 128 = 424,960 at 16: the index's figure to the byte */
static void
test_mlx (void)
{
  const char *text = "{\"model_type\":\"qwen3\",\"num_hidden_layers\":40,\"hidden_size\":5120,\"num_attention_heads\":40,"
                     "\"num_key_value_heads\":8,\"head_dim\":128,\"intermediate_size\":17408,\"vocab_size\":151936,\"sliding_window\":null,"
                     "\"max_position_embeddings\":40960,\"dtype\":\"bfloat16\",\"quantization\":{\"group_size\":64,\"bits\":4}}";
  g_autoptr (GError) error = NULL;
  g_autoptr (UllModel) model = ull_config_parse ("config.json", "qwen", text, strlen (text), ULL_CONFIG_DEFAULT, &error);
  const gint64 index = G_GINT64_CONSTANT (8307783680);

  g_assert_no_error (error);
  /* The norms over heads, 10,240, are taken for matrices. */
  g_assert_cmpint (model->weight_bytes, ==, index - 10240 * 2 + 10240 * 9 / 16);
  g_assert_cmpint (model->weight_low, <=, index);
  g_assert_cmpint (model->weight_high, >=, index);
  g_assert_cmpint (model->weight_high - model->weight_low, <, index / 100);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/config/recipe/recipes", test_recipes);
  g_test_add_func ("/config/recipe/damaged", test_damaged);
  g_test_add_func ("/config/recipe/mlx", test_mlx);
  return g_test_run ();
}
