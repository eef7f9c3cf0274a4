#include "config-table.h"
#include "ull-config.h"
#include "ull-error.h"
#include "ull-json.h"

#include <string.h>

/* Where calculators of this kind go wrong, one test a trap, on the shapes of public models. Each has the right figure and
 * the one that the trap leads to, both derived beside it. */

typedef struct
{
  const char *name;
  const char *config;
  gint64 tokens;
  gint64 bytes;
  gint64 wrong;
} Trap;

#define SIZES(layers, hidden, heads, kv_heads)                                                                        \
  "\"num_hidden_layers\":" #layers ",\"hidden_size\":" #hidden ",\"num_attention_heads\":" #heads                      \
  ",\"num_key_value_heads\":" #kv_heads

static const Trap traps[] = {
  /* Qwen3-0.6B: 28 layers x 8 heads x 2 x 2 bytes x 128; 1,024 / 16 is 64. */
  { "head-dim/qwen3", "{\"model_type\":\"qwen3\",\"head_dim\":128," SIZES (28, 1024, 16, 8) "}", 1, 28 * 8 * 4 * 128,
    28 * 8 * 4 * 64 },
  /* Mistral-Nemo: 40 x 8 x 4 x 128; 5,120 / 32 is 160. */
  { "head-dim/mistral-nemo",
    "{\"model_type\":\"mistral\",\"sliding_window\":null,\"head_dim\":128," SIZES (40, 5120, 32, 8) "}", 1,
    40 * 8 * 4 * 128, 40 * 8 * 4 * 160 },
  /* Gemma-7B: 28 x 16 x 4 x 256, which the class has where the file does not; 3,072 / 16 is 192. */
  { "head-dim/gemma", "{\"model_type\":\"gemma\"," SIZES (28, 3072, 16, 16) "}", 1, 28 * 16 * 4 * 256,
    28 * 16 * 4 * 192 },
  /* gpt-oss-20b: 24 x 8 x 4 x 64; 2,880 / 64 is 45. */
  { "head-dim/gpt-oss", "{\"model_type\":\"gpt_oss\",\"sliding_window\":128,\"head_dim\":64," SIZES (24, 2880, 64, 8) "}",
    1, 24 * 8 * 4 * 64, 24 * 8 * 4 * 45 },
  /* DeepSeek-V3: 61 x (512 + 64) x 2; by the decoys 61 x 128 heads x 2 x 64 x 2. */
  { "latent/decoy-heads",
    "{\"model_type\":\"deepseek_v3\",\"kv_lora_rank\":512,\"qk_rope_head_dim\":64,\"v_head_dim\":128,\"head_dim\":64,"
    SIZES (61, 7168, 128, 128) "}",
    1, 61 * 576 * 2, 61 * 128 * 4 * 64 },
  /* Mistral-7B-v0.1 at its limit: 32 x 8 x 4 x 128 for 4,096 tokens, not for 32,768. */
  { "window/counted-as-full",
    "{\"model_type\":\"mistral\",\"sliding_window\":4096,\"max_position_embeddings\":32768," SIZES (32, 4096, 32, 8) "}",
    32768, G_GINT64_CONSTANT (131072) * 4096, G_GINT64_CONSTANT (131072) * 32768 },
  /* Gemma-3-27B: 10 of 62 layers grow, 52 stop at 1,024; all of them would be 62. */
  { "window/gemma3",
    "{\"model_type\":\"gemma3_text\",\"head_dim\":128,\"sliding_window\":1024," SIZES (62, 5376, 32, 16) "}", 131072,
    G_GINT64_CONSTANT (8192) * (10 * 131072 + 52 * 1024), G_GINT64_CONSTANT (8192) * 62 * 131072 },
  /* Qwen2.5: a number that is switched off. */
  { "window/switched-off",
    "{\"model_type\":\"qwen2\",\"use_sliding_window\":false,\"sliding_window\":1024," SIZES (28, 3584, 28, 4) "}", 131072,
    G_GINT64_CONSTANT (57344) * 131072, G_GINT64_CONSTANT (57344) * 1024 },
  /* GLM-4.5-Air: 46 x 8 x 4 x 128, and the draft layer behind them is not counted. */
  { "draft/mtp-layer", "{\"model_type\":\"glm4_moe\",\"head_dim\":128,\"num_nextn_predict_layers\":1,"
                       SIZES (46, 4096, 96, 8) "}",
    1, 46 * 8 * 4 * 128, 47 * 8 * 4 * 128 },
  /* Four layers of which the list names five: the fifth is a draft layer's. */
  { "layer-types/longer",
    "{\"model_type\":\"olmo3\",\"sliding_window\":8,\"layer_types\":[\"sliding_attention\",\"full_attention\","
    "\"sliding_attention\",\"full_attention\",\"full_attention\"]," SIZES (4, 64, 4, 2) "}",
    100, 2 * 128 * 100 + 2 * 128 * 8, 3 * 128 * 100 + 2 * 128 * 8 },
};

static UllModel *
parse (const char *text, GError **error)
{
  return ull_config_parse ("config.json", NULL, text, strlen (text), ULL_CONFIG_DEFAULT, error);
}

static void
test_trap (gconstpointer data)
{
  const Trap *trap = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (UllModel) model = parse (trap->config, &error);

  g_assert_no_error (error);
  g_assert_cmpint (config_bytes (model, trap->tokens), ==, trap->bytes);
  g_assert_cmpint (config_bytes (model, trap->tokens), !=, trap->wrong);
}

/* Qwen3-Next: 12 of 48 layers have a cache that grows, 2 heads of 256; all of them would be four times as much. What the
 * others keep is the same however long the sequence is. */
static void
test_hybrid (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "configs", "trap-hybrid.json", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (UllModel) model = ull_config_open (path, ULL_CONFIG_DEFAULT, &error);

  g_assert_no_error (error);
  g_assert_cmpint (config_bytes (model, 1001) - config_bytes (model, 1000), ==, 12 * 2 * 4 * 256);
  g_assert_cmpint (config_bytes (model, 1) - 12 * 2 * 4 * 256, >, 0);
}

static void
test_layer_types_shorter (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (parse ("{\"model_type\":\"olmo3\",\"sliding_window\":8,\"layer_types\":[\"sliding_attention\"],"
                        SIZES (4, 64, 4, 2) "}",
                        &error));
  g_assert_error (error, ULL_ERROR, ULL_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "layer_types"));
}

/* Python writes it; it is let through where no size stands. */
static void
test_infinity (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (UllModel) model = parse ("{\"model_type\":\"llama\",\"time_step_limit\":[0.0,Infinity],"
                                      SIZES (2, 64, 4, 2) "}",
                                      &error);

  g_assert_no_error (error);
  g_assert_cmpint (config_bytes (model, 1), ==, 2 * 2 * 4 * 16);
  g_assert_null (parse ("{\"model_type\":\"llama\",\"head_dim\":Infinity," SIZES (2, 64, 4, 2) "}", &error));
  g_assert_nonnull (strstr (error->message, "head_dim"));
}

/* An index of weight files gives its size as 13731385408.0: a whole number past 32 bits. */
static void
test_total_size (void)
{
  g_autoptr (UllJson) json = ull_json_parse ("index", "13731385408.0", 13, ULL_JSON_HF, NULL);
  gint64 size;

  g_assert_true (ull_json_read_int (ull_json_root (json), &size, NULL));
  g_assert_cmpint (size, ==, G_GINT64_CONSTANT (13731385408));
}

/* The same model whichever way its lines end. */
static void
test_crlf (void)
{
  static const char text[] = "{\r\n\"model_type\": \"llama\",\r\n" SIZES (2, 64, 4, 2) "\r\n}\r\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (UllModel) model = parse (text, &error);

  g_assert_no_error (error);
  g_assert_cmpint (config_bytes (model, 1), ==, 2 * 2 * 4 * 16);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (traps); i++)
    {
      g_autofree char *path = g_strconcat ("/config/trap/", traps[i].name, NULL);
      g_test_add_data_func (path, &traps[i], test_trap);
    }
  g_test_add_func ("/config/trap/hybrid/counted-as-full", test_hybrid);
  g_test_add_func ("/config/trap/layer-types/shorter", test_layer_types_shorter);
  g_test_add_func ("/config/trap/infinity", test_infinity);
  g_test_add_func ("/config/trap/total-size-as-float", test_total_size);
  g_test_add_func ("/config/trap/crlf", test_crlf);
  return g_test_run ();
}
