#include "ull-config.h"

#include <string.h>

/* What an estimate leaves open. The corpus has configurations whose checkpoints' sizes are known from their own indexes, or from
 * the sizes of their files; each must lie between the low and the high. Where all parameters are counted there is no range, and
 * the size must be that, or more by rotary tables that old checkpoints hold: half a head in float32 for each layer at most. */

typedef struct
{
  const char *file;
  const char *source; /* NULL: the column of the table is the size */
  gint64 aside;       /* bytes of it that are no part of the model's weights */
  const char *more;   /* (nullable): members that the checkpoint's own configuration has, and this one of its model has not */
  guint open;         /* percent that the range may be wide; 0: 2 */
} Known;

/* A draft layer of DeepSeek V3 is outside the estimate, since engines load it only where it is asked for; files hold it. H 7168,
 * 128 heads of 128 + 64 and 128, ranks 1536 and 512, 257 experts of 2048, vocabulary 129280, FP8 in blocks of 128 × 128:
 *   attention  7168 × 1536 + 1536 × 24576 + 7168 × 576 + 512 × 32768 + 16384 × 7168 = 187,105,280
 *   experts    257 × 3 × 7168 × 2048 = 11,318,329,344
 *   both, with a scale of 4 bytes each 16,384: (…) × (1 + 4 / 16384) = 11,508,243,456
 *   router 256 × 7168 × 2, a projection 2 × 7168 × 7168 × 2, embedding and head 2 × 129280 × 7168 × 2 = 3,915,907,072 */
#define DRAFT (G_GINT64_CONSTANT (11508243456) + G_GINT64_CONSTANT (3915907072))

/* MiMo's: H 4096, 32 heads of 128 and 8 of them KV, MLP 11008, biases of q, k and v, five norms and a projection of 2 H × H:
 *   2 × 4096 × 4096 + 2 × 4096 × 1024 + 3 × 4096 × 11008 + 6144 + 5 × 4096 + 2 × 4096 × 4096 = 210,790,400, at 2 bytes */
#define MIMO_DRAFT (2 * (2 * 4096 * 4096 + 2 * 4096 * 1024 + 3 * 4096 * 11008 + 6144 + 5 * 4096 + 2 * 4096 * 4096))

static const Known known[] = {
  { "bloom--bloom.json", NULL, 0, NULL, 0 },
  { "falcon--falcon-40b-RefinedWeb.json", NULL, 0, NULL, 2 },
  { "falcon--falcon-7b.json", NULL, 0, NULL, 5 },
  { "gemma3--medgemma-27b-it.json", NULL, 0, NULL, 0 },
  { "gpt_neox--RedPajama-INCITE-7B-Base.json", NULL, 0, NULL, 0 },
  { "granite-code--granite-3b-code-instruct-128k.json", NULL, 0, NULL, 0 },
  { "llama1--llama-7b-hf.json", NULL, 0, NULL, 0 },
  { "llama3--Reflection-Llama-3.1-70B.json", NULL, 0, NULL, 0 },
  { "mistral--Devstral-Small-2507.json", NULL, 0, NULL, 0 },
  { "molmo--Molmo-7B-D_NF4.json", NULL, 0, NULL, 0 },
  { "qwen--Qwen-VL-Chat-Int4.json", NULL, 0, NULL, 0 },
  { "qwen2--cogito-v1-preview-qwen-14B.json", NULL, 0, NULL, 0 },
  { "qwen2_audio--Qwen2-Audio-7B.json", NULL, 0, NULL, 0 },
  { "gpt_oss--gpt-oss-20b.json", "index-foundation-model-stack-gpt_oss.json", 0, NULL, 0 },
  { "internlm2--internlm2-7b.json", "index-S1mpleAgent.json", 0, NULL, 0 },
  { "llama2--TinyLlama-1.1B-Chat-v1.0.json", "index-thereisnohr-TinyLlama.json", 0, NULL, 0 },
  { "mimo--MiMo-7B-Base.json", "index-mimo_kor.json", MIMO_DRAFT, NULL, 0 },
  { "mixtral--Mixtral-8x22B-v0.1.json", "index-WizardLM-2-8x22B.json", 0, NULL, 0 },
  { "phi3--Phi-3.5-mini-instruct.json", "index-executorch-phi3.5-mini-instruct.json", 0, NULL, 0 },
  { "phi3--Phi-4-mini-reasoning.json", "index-executorch-phi-4-mini-reasoning.json", 0, NULL, 0 },
  { "qwen--Qwen-72B-Chat.json", "index-qianwen-72B.json", 0, NULL, 0 },
  { "qwen2--Qwen2.5-3B.json", "index-executorch-Qwen2.5-3B.json", 0, NULL, 0 },
  { "qwen3_moe--Qwen3-Coder-30B-A3B-Instruct.json", "index-fastllm-Qwen3-Coder-30B-A3B-Instruct.json", 0, NULL, 0 },
  { "qwen3--Qwen3-14B.json", "index-qwen3-mlx-Qwen3-14B-MLX-4bit.json", 0, "\"quantization\":{\"group_size\":64,\"bits\":4}", 0 },
  { "granitemoe--granite-3.1-1b-a400m-instruct.json", "jeremieconte/granite-3.1-1b-a400m-instruct", 0, NULL, 0 },
  { "gpt_neox--pythia-410m.json", "Avent-IQ/pythia-410m-chatbot", 0, NULL, 13 },
  { "gpt_bigcode--WizardCoder-15B-V1.0.json", "Decentralised-AI/WizardCoder-15B-1.0-GPTQ", 0,
    "\"quantization_config\":{\"quant_method\":\"gptq\",\"bits\":4,\"group_size\":128}", 8 },
  { "quant-gptq--Genz-70b-GPTQ.json", "itdevwu/Genz-70b-GPTQ", 0, NULL, 0 },
  { "quant-gptq--Wizard-Vicuna-30B-Uncensored-GPTQ.json", "CesarChaMal/Wizard-Vicuna-30B-Uncensored-GPTQ", 0, NULL, 0 },
  { "deepseek_v3--DeepSeek-V3.json", "itounagi0116/DeepSeek-R1", DRAFT, NULL, 0 },
};

static char *
read_corpus (const char *folder, const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "..", "shared", "corpus", folder, name, NULL);
  char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) ? text : NULL;
}

static gint64
read_column (const char *text, const char *first, guint column)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  gint64 sum = 0;

  for (guint i = 0; lines[i]; i++)
    {
      g_auto (GStrv) row = g_strsplit (lines[i], "\t", -1);

      if (g_strv_length (row) > column && g_str_equal (row[0], first))
        sum += g_ascii_strtoll (row[column], NULL, 10);
    }
  return sum;
}

static gint64
find_size (const Known *row)
{
  g_autofree char *models = read_corpus ("configs", "INDEX.tsv");
  g_autofree char *indexes = read_corpus ("safetensors", "INDEX.tsv");
  g_autofree char *pointers = read_corpus ("safetensors", "lfs_pointers.tsv");

  if (!models || !indexes || !pointers)
    return 0;
  if (!row->source)
    return read_column (models, row->file, 8);
  return g_str_has_suffix (row->source, ".json") ? read_column (indexes, row->source, 3) : read_column (pointers, row->source, 3);
}

static void
check_known (const Known *row, const char *text, gint64 size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (UllModel) model = ull_config_parse (row->file, "known", text, strlen (text), ULL_CONFIG_DEFAULT, &error);
  gint64 low, high;

  g_assert_no_error (error);
  low = model->weight_high > 0 ? model->weight_low : model->weight_bytes;
  high = model->weight_high > 0 ? model->weight_high
                                : model->weight_bytes + (gint64) ull_model_get_layers (model) * model->anatomy.position_dim / 2 * 4;
  g_test_message ("%-52.52s %16" G_GINT64_FORMAT " %+7.3f %%, range %+.2f to %+.2f %%", row->file, size,
                  100 * ((double) model->weight_bytes / (double) size - 1), 100 * ((double) low / (double) size - 1),
                  100 * ((double) high / (double) size - 1));
  if (model->weight_high == 0 && model->parameters < 0)
    g_error ("%s: what is not counted has no range", row->file);
  if (size < low || size > high)
    g_error ("%s: %" G_GINT64_FORMAT " is not between %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT, row->file, size, low, high);
  /* A range that says nothing would hold everything. */
  g_assert_cmpint (high - low, <, size / 100 * (row->open > 0 ? row->open : 2));
}

/* With members that another file of the same model has. */
static char *
with_more (const char *text, const char *more)
{
  const char *end = strrchr (text, '}');

  return more ? g_strdup_printf ("%.*s,%s}", (int) (end - text), text, more) : g_strdup (text);
}

static void
test_known (void)
{
  guint n = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
    {
      g_autofree char *text = read_corpus ("configs", known[i].file);
      gint64 size = find_size (&known[i]);

      if (!text || size == 0)
        continue;
      g_autofree char *whole = with_more (text, known[i].more);
      check_known (&known[i], whole, size - known[i].aside);
      n++;
    }
  g_test_message ("%u estimates against the sizes of their checkpoints", n);
}

/* A model of 2 layers, hidden 64, 4 heads of 16 and 2 of them KV, MLP 128, vocabulary 100, in 4 bits by columns:
 *   matrices     2 × (2 × 64 × 64 + 2 × 64 × 32 + 3 × 64 × 128) = 73,728 elements, half a byte each: 36,864
 *   as they are  2 × 100 × 64 + 5 × 64 = 13,120 elements at 2 bytes: 26,240
 *   rows         2 × (64 + 2 × 32 + 64 + 2 × 128 + 64) = 1,024: a scale of 4, a bias of 2 and a zero of half a byte each: 6,656
 *   columns      2 × (3 × 64 + 64 + 2 × 64 + 128) = 1,024: 4 each: 4,096 */
#define CONFIG(more)                                                                                                              \
  "{\"model_type\":\"llama\",\"num_hidden_layers\":2,\"hidden_size\":64,\"num_attention_heads\":4,\"num_key_value_heads\":2,"         \
  "\"intermediate_size\":128,\"vocab_size\":100,\"max_position_embeddings\":2048,\"dtype\":\"bfloat16\"" more "}"
#define QUANTISED(more) CONFIG (",\"quantization_config\":{" more "}")
#define SUM (36864 + 26240)

typedef struct
{
  const char *text;
  gint64 bytes;
  gint64 less;
  gint64 more;
} Recipe;

static const Recipe recipes[] = {
  { CONFIG (""), 2 * (73728 + 13120), 0, 0 },
  { QUANTISED ("\"quant_method\":\"gptq\",\"bits\":4,\"group_size\":-1"), SUM, 0, 6656 + 4096 },
  /* The output as well, if it says so: 100 × 64 elements at half a byte in place of 2. */
  { QUANTISED ("\"quant_method\":\"gptq\",\"bits\":4,\"group_size\":-1,\"lm_head\":true"), SUM, 100 * 64 * 3 / 2, 6656 + 4096 },
  /* Groups of 64: a scale and a zero of 20 bits each are in the sum. AWQ has no order. */
  { QUANTISED ("\"quant_method\":\"awq\",\"bits\":4,\"group_size\":64"), SUM + 73728 / 64 * 20 / 8, 0, 6 * 1024 },
  /* A layer of the two is named: half the matrices at 2 bytes in place of 1. */
  { QUANTISED ("\"quant_method\":\"fp8\",\"modules_to_not_convert\":[\"lm_head\",\"model.layers.1.mlp.up_proj\","
               "\"model.layers.1.mlp.down_proj\"]"),
    73728 + 26240, 0, 6 * 1024 + 73728 / 2 },
  /* Blocks of 32 × 32: a scale of 4 bytes each; at the edges, one more for each 32 rows and columns. */
  { QUANTISED ("\"quant_method\":\"fp8\",\"weight_block_size\":[32,32]"), 73728 + 73728 / 1024 * 4 + 26240, 0, 4 * 2048 / 32 },
};

static void
test_recipes (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (recipes); i++)
    {
      const Recipe *row = &recipes[i];
      g_autoptr (GError) error = NULL;
      g_autoptr (UllModel) model = ull_config_parse ("config.json", "small", row->text, strlen (row->text), ULL_CONFIG_DEFAULT, &error);
      gboolean open = row->less > 0 || row->more > 0;

      g_assert_no_error (error);
      g_assert_cmpint (model->weight_bytes, ==, row->bytes);
      g_assert_cmpint (model->weight_low, ==, open ? row->bytes - row->less : 0);
      g_assert_cmpint (model->weight_high, ==, open ? row->bytes + row->more : 0);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/config/range/known", test_known);
  g_test_add_func ("/config/range/recipes", test_recipes);
  return g_test_run ();
}
