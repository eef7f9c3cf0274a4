#include "gguf-make.h"
#include "ull-config.h"
#include "ull-error.h"
#include "ull-gguf-reader.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* Models from a GGUF file's keys. One whose config.json says the same keeps the same, layer by layer; that config.json is read
 * by the other reader, which has figures of its own to be held to. */

static UllModel *
try_read (const char *arch, const char *keys, GError **error)
{
  GgufMake *make = gguf_make_new (3, FALSE);

  gguf_make_keys (make, arch, keys);
  g_autoptr (GBytes) bytes = gguf_make_end (make);
  return ull_gguf_read ("x.gguf", bytes, error);
}

static UllModel *
read_keys (const char *arch, const char *keys)
{
  g_autoptr (GError) error = NULL;
  UllModel *model = try_read (arch, keys, &error);

  if (error)
    g_error ("%s: %s", arch, error->message);
  return model;
}

static void
assert_refused (const char *arch, const char *keys, UllError code, const char *says)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (try_read (arch, keys, &error));
  if (!error || !strstr (error->message, says))
    g_error ("%s: “%s” should say “%s”", arch, error ? error->message : "", says);
  g_assert_error (error, ULL_ERROR, (int) code);
}

/* The state's format is the engine's that such files are for; everything else is the model's. */
static UllStore
without_state_format (UllStore store)
{
  if (store.growth == ULL_GROWTH_CONSTANT)
    store.k_format = store.v_format = ULL_DTYPE_STATE;
  return store;
}

static gboolean
same_layer (const UllRun *one, const UllRun *other)
{
  gboolean same = one->kind == other->kind && one->draft == other->draft && one->n_stores == other->n_stores;

  for (guint i = 0; same && i < one->n_stores; i++)
    {
      UllStore a = without_state_format (one->stores[i]), b = without_state_format (other->stores[i]);

      same = ull_store_equal (&a, &b);
    }
  return same;
}

static const struct
{
  const char *arch;
  const char *keys;
  const char *config;
} pairs[] = {
  { "llama", "block_count=4 embedding_length=512 attention.head_count=8 attention.head_count_kv=2 context_length=4096",
    "{'model_type':'llama','num_hidden_layers':4,'hidden_size':512,'num_attention_heads':8,'num_key_value_heads':2}" },
  { "gpt2", "block_count=3 embedding_length=96 attention.head_count=3 context_length=64",
    "{'model_type':'gpt2','n_layer':3,'n_embd':96,'n_head':3,'n_positions':64}" },
  { "qwen3", "block_count=2 embedding_length=64 attention.head_count=4 attention.head_count_kv=1 attention.key_length=128 "
             "attention.value_length=128",
    "{'model_type':'qwen3','num_hidden_layers':2,'hidden_size':64,'num_attention_heads':4,'num_key_value_heads':1,'head_dim':128}" },
  /* Windows: the period stands in the architecture, in a number, or in a list. */
  { "gemma2", "block_count=5 embedding_length=64 attention.head_count=4 attention.head_count_kv=2 attention.key_length=32 "
              "attention.value_length=32 context_length=8192",
    "{'model_type':'gemma2','num_hidden_layers':5,'hidden_size':64,'num_attention_heads':4,'num_key_value_heads':2,'head_dim':32,"
    "'sliding_window':4096,'max_position_embeddings':8192}" },
  { "gemma3", "block_count=14 embedding_length=64 attention.head_count=4 attention.head_count_kv=2 attention.key_length=32 "
              "attention.value_length=32 attention.sliding_window=1024 context_length=131072",
    "{'model_type':'gemma3_text','num_hidden_layers':14,'hidden_size':64,'num_attention_heads':4,'num_key_value_heads':2,"
    "'head_dim':32,'sliding_window':1024,'max_position_embeddings':131072}" },
  { "gemma3", "block_count=7 embedding_length=64 attention.head_count=4 attention.head_count_kv=2 attention.key_length=32 "
              "attention.value_length=32 attention.sliding_window=1024 attention.sliding_window_pattern=3",
    "{'model_type':'gemma3_text','num_hidden_layers':7,'hidden_size':64,'num_attention_heads':4,'num_key_value_heads':2,"
    "'head_dim':32,'sliding_window':1024,'sliding_window_pattern':3}" },
  { "gpt-oss", "block_count=4 embedding_length=64 attention.head_count=8 attention.head_count_kv=2 attention.key_length=64 "
               "attention.value_length=64 attention.sliding_window=128 context_length=131072",
    "{'model_type':'gpt_oss','num_hidden_layers':4,'hidden_size':64,'num_attention_heads':8,'num_key_value_heads':2,'head_dim':64,"
    "'sliding_window':128,'max_position_embeddings':131072}" },
  { "cohere2", "block_count=8 embedding_length=256 attention.head_count=8 attention.head_count_kv=2 attention.sliding_window=4096 "
               "context_length=8192",
    "{'model_type':'cohere2','num_hidden_layers':8,'hidden_size':256,'num_attention_heads':8,'num_key_value_heads':2,"
    "'sliding_window':4096,'max_position_embeddings':8192}" },
  { "llama4", "block_count=8 embedding_length=256 attention.head_count=8 attention.head_count_kv=2 attention.key_length=32 "
              "attention.value_length=32 context_length=1048576",
    "{'model_type':'llama4_text','num_hidden_layers':8,'hidden_size':256,'num_attention_heads':8,'num_key_value_heads':2,"
    "'head_dim':32,'max_position_embeddings':1048576,'attention_chunk_size':8192}" },
  { "phi3", "block_count=3 embedding_length=192 attention.head_count=2 attention.sliding_window=2047 context_length=4096",
    "{'model_type':'phi3','num_hidden_layers':3,'hidden_size':192,'num_attention_heads':2,'sliding_window':2047,"
    "'max_position_embeddings':4096}" },
  /* Heads, sizes and windows by the layer, and layers that share. */
  { "gemma4", "block_count=6 embedding_length=64 attention.head_count=8 attention.head_count_kv=4,4,4,4,4,1 "
              "attention.key_length=64 attention.value_length=64 attention.key_length_swa=32 attention.value_length_swa=32 "
              "attention.sliding_window=512 attention.sliding_window_pattern=1,1,1,1,1,0 attention.shared_kv_layers=0 "
              "context_length=131072",
    "{'model_type':'gemma4_text','num_hidden_layers':6,'hidden_size':64,'num_attention_heads':8,'num_key_value_heads':4,"
    "'num_global_key_value_heads':1,'attention_k_eq_v':true,'head_dim':32,'global_head_dim':64,'sliding_window':512,"
    "'max_position_embeddings':131072,'layer_types':['sliding_attention','sliding_attention','sliding_attention',"
    "'sliding_attention','sliding_attention','full_attention'],'num_kv_shared_layers':0}" },
  { "gemma4", "block_count=10 embedding_length=64 attention.head_count=4 attention.head_count_kv=2 attention.key_length=64 "
              "attention.value_length=64 attention.key_length_swa=32 attention.value_length_swa=32 attention.sliding_window=512 "
              "attention.sliding_window_pattern=1,1,1,1,0*10 attention.shared_kv_layers=5 context_length=131072",
    "{'model_type':'gemma4_text','num_hidden_layers':10,'hidden_size':64,'num_attention_heads':4,'num_key_value_heads':2,"
    "'head_dim':32,'global_head_dim':64,'sliding_window':512,'max_position_embeddings':131072,'num_kv_shared_layers':5,"
    "'layer_types':['sliding_attention','sliding_attention','sliding_attention','sliding_attention','full_attention',"
    "'sliding_attention','sliding_attention','sliding_attention','sliding_attention','full_attention']}" },
  { "openelm", "block_count=3 embedding_length=64 attention.head_count=8,8,4 attention.head_count_kv=4,2,2 attention.key_length=16 "
               "attention.value_length=16",
    "{'model_type':'openelm','num_transformer_layers':3,'model_dim':64,'num_query_heads':[8,8,4],'num_kv_heads':[4,2,2],"
    "'head_dim':16}" },
  { "mimo2", "block_count=3 embedding_length=64 attention.head_count=8 attention.head_count_kv=1,2,2 attention.key_length=48 "
             "attention.value_length=32 attention.sliding_window=128 attention.sliding_window_pattern=0,1,1 context_length=4096",
    "{'model_type':'mimo_v2_flash','num_hidden_layers':3,'hidden_size':64,'num_attention_heads':8,'num_key_value_heads':1,"
    "'head_dim':48,'v_head_dim':32,'swa_num_attention_heads':8,'swa_num_key_value_heads':2,'swa_head_dim':48,'swa_v_head_dim':32,"
    "'sliding_window':128,'hybrid_layer_pattern':[0,1,1],'max_position_embeddings':4096}" },
  /* Latents. */
  { "deepseek2", "block_count=3 embedding_length=64 attention.head_count=16 attention.head_count_kv=1 attention.key_length=576 "
                 "attention.value_length=512 attention.key_length_mla=192 attention.value_length_mla=128 attention.kv_lora_rank=512 "
                 "rope.dimension_count=64",
    "{'model_type':'deepseek_v3','num_hidden_layers':3,'hidden_size':64,'num_attention_heads':16,'num_key_value_heads':16,"
    "'kv_lora_rank':512,'qk_rope_head_dim':64,'qk_nope_head_dim':128,'v_head_dim':128}" },
  { "deepseek32", "block_count=2 embedding_length=64 attention.head_count=16 attention.head_count_kv=1 attention.key_length=576 "
                  "attention.value_length=512 attention.key_length_mla=192 attention.value_length_mla=128 "
                  "attention.kv_lora_rank=512 attention.indexer.head_count=64 attention.indexer.key_length=128 "
                  "attention.indexer.top_k=2048",
    "{'model_type':'deepseek_v32','num_hidden_layers':2,'hidden_size':64,'num_attention_heads':16,'num_key_value_heads':16,"
    "'kv_lora_rank':512,'qk_rope_head_dim':64,'qk_nope_head_dim':128,'v_head_dim':128,'index_head_dim':128,'index_topk':2048}" },
  { "deepseek4", "block_count=4 embedding_length=64 attention.head_count=8 attention.head_count_kv=1 attention.key_length=512 "
                 "attention.sliding_window=128 attention.indexer.key_length=128 attention.compress_ratios=0,4,128,4,0",
    "{'model_type':'deepseek_v4','num_hidden_layers':4,'hidden_size':64,'num_attention_heads':8,'num_key_value_heads':1,"
    "'head_dim':512,'sliding_window':128,'index_head_dim':128,'compress_ratios':[0,4,128,4,0]}" },
  /* States, and drafts. */
  { "mamba", "block_count=2 embedding_length=64 attention.head_count=0 ssm.conv_kernel=4 ssm.inner_size=128 ssm.state_size=16 "
             "ssm.time_step_rank=4",
    "{'model_type':'mamba','num_hidden_layers':2,'hidden_size':64,'intermediate_size':128,'state_size':16,'conv_kernel':4}" },
  { "jamba", "block_count=8 embedding_length=64 attention.head_count=4 attention.head_count_kv=0,0,0,0,2,0,0,0 ssm.conv_kernel=4 "
             "ssm.inner_size=128 ssm.state_size=16 ssm.time_step_rank=4",
    "{'model_type':'jamba','num_hidden_layers':8,'hidden_size':64,'num_attention_heads':4,'num_key_value_heads':2,"
    "'attn_layer_period':8,'attn_layer_offset':4,'mamba_d_conv':4,'mamba_d_state':16,'mamba_expand':2}" },
  { "lfm2", "block_count=4 embedding_length=64 attention.head_count=4 attention.head_count_kv=0,0,2,0 shortconv.l_cache=3",
    "{'model_type':'lfm2','num_hidden_layers':4,'hidden_size':64,'num_attention_heads':4,'num_key_value_heads':2,"
    "'conv_L_cache':3,'full_attn_idxs':[2]}" },
  { "falcon-h1", "block_count=2 embedding_length=64 attention.head_count=4 attention.head_count_kv=2 attention.key_length=16 "
                 "attention.value_length=16 ssm.conv_kernel=4 ssm.inner_size=128 ssm.state_size=8 ssm.group_count=1 "
                 "ssm.time_step_rank=8",
    "{'model_type':'falcon_h1','num_hidden_layers':2,'hidden_size':64,'num_attention_heads':4,'num_key_value_heads':2,"
    "'head_dim':16,'mamba_d_ssm':128,'mamba_d_state':8,'mamba_n_groups':1,'mamba_n_heads':8,'mamba_d_head':16,'mamba_d_conv':4}" },
  { "qwen35", "block_count=9 embedding_length=64 attention.head_count=4 attention.head_count_kv=2 attention.key_length=32 "
              "attention.value_length=32 ssm.conv_kernel=4 ssm.state_size=16 ssm.group_count=2 ssm.time_step_rank=4 "
              "ssm.inner_size=64 full_attention_interval=4 nextn_predict_layers=1",
    "{'model_type':'qwen3_5_text','num_hidden_layers':8,'hidden_size':64,'num_attention_heads':4,'num_key_value_heads':2,"
    "'head_dim':32,'linear_conv_kernel_dim':4,'linear_key_head_dim':16,'linear_value_head_dim':16,'linear_num_key_heads':2,"
    "'linear_num_value_heads':4,'mtp_num_hidden_layers':1}" },
  { "nemotron_h", "block_count=5 embedding_length=64 attention.head_count=4 attention.head_count_kv=0,0,2,0,0 "
                  "feed_forward_length=0,128,0,0,128 attention.key_length=16 attention.value_length=16 ssm.conv_kernel=4 "
                  "ssm.inner_size=128 ssm.state_size=8 ssm.group_count=2 ssm.time_step_rank=8",
    "{'model_type':'nemotron_h','hybrid_override_pattern':'M-*M-','hidden_size':64,'num_attention_heads':4,"
    "'num_key_value_heads':2,'head_dim':16,'mamba_num_heads':8,'mamba_head_dim':16,'ssm_state_size':8,'n_groups':2,"
    "'conv_kernel':4}" },
  { "glm4moe", "block_count=3 embedding_length=64 attention.head_count=4 attention.head_count_kv=2 attention.key_length=32 "
               "attention.value_length=32 nextn_predict_layers=1",
    "{'model_type':'glm4_moe','num_hidden_layers':2,'hidden_size':64,'num_attention_heads':4,'num_key_value_heads':2,"
    "'head_dim':32,'num_nextn_predict_layers':1}" },
  { "t5", "block_count=2 decoder_block_count=3 embedding_length=64 attention.head_count=4 attention.key_length=16 "
          "attention.value_length=16",
    "{'model_type':'t5','num_layers':2,'num_decoder_layers':3,'d_model':64,'num_heads':4,'d_kv':16}" },
};

static void
test_pair (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (UllModel) model = read_keys (pairs[i].arch, pairs[i].keys);
  g_autofree char *text = g_strdelimit (g_strdup (pairs[i].config), "'", '"');
  g_autoptr (GError) error = NULL;
  g_autoptr (UllModel) other
    = ull_config_parse ("config.json", NULL, text, strlen (text), ULL_CONFIG_DEFAULT, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (model->n_layers, ==, other->n_layers);
  for (guint k = 0; k < model->n_layers; k++)
    if (!same_layer (&model->runs[model->layer_run[k]], &other->runs[other->layer_run[k]]))
      g_error ("%s: layer %u keeps something else than config.json has it", pairs[i].arch, k);
  g_assert_cmpuint (model->n_runs, ==, other->n_runs);
  g_assert_cmpint (model->state_dtype, ==, ULL_DTYPE_F32);
}

/* No architecture has to be known: its keys are those that begin with its name. */
static void
test_unknown_architecture (void)
{
  g_autoptr (UllModel) model = read_keys ("nobody.knows-it", "block_count=4 embedding_length=512 attention.head_count=8 "
                                                             "attention.head_count_kv=8,0,2,2");

  g_assert_cmpstr (model->family, ==, "nobody.knows-it");
  g_assert_cmpuint (model->n_layers, ==, 4);
  g_assert_cmpint (model->runs[model->layer_run[1]].kind, ==, ULL_LAYER_NONE);
  g_assert_cmpint (model->runs[model->layer_run[0]].stores[0].heads, ==, 8);
  g_assert_cmpint (model->runs[model->layer_run[3]].stores[0].heads, ==, 2);
  g_assert_cmpint (model->runs[model->layer_run[3]].stores[0].k_dim, ==, 64);
}

/* Written before latents were kept: keys and values of 16 heads, and a word of it. */
static void
test_old_latent (void)
{
  g_autoptr (UllModel) model
    = read_keys ("deepseek2", "block_count=2 embedding_length=64 attention.head_count=16 attention.head_count_kv=16 "
                              "attention.key_length=192 attention.value_length=128 attention.kv_lora_rank=512");

  g_assert_cmpint (model->runs[0].kind, ==, ULL_LAYER_FULL);
  g_assert_cmpint (model->runs[0].stores[0].heads, ==, 16);
  g_assert_cmpint (model->runs[0].stores[0].k_dim, ==, 192);
  g_assert_cmpint (model->runs[0].stores[0].v_dim, ==, 128);
  g_assert_nonnull (model->warnings);
  g_assert_nonnull (strstr (model->warnings[0], "deepseek2.attention.key_length_mla"));
}

/* Kimi-Linear's shape: recurrent layers of D = 8 in 4 heads have 3 × 3 × 32 and 4 × 8 × 8 elements, the others a latent. */
static void
test_delta_attention (void)
{
  g_autoptr (UllModel) model
    = read_keys ("kimi-linear", "block_count=4 embedding_length=64 attention.head_count=4 attention.head_count_kv=0,0,0,1 "
                                "attention.key_length=80 attention.value_length=64 attention.key_length_mla=24 "
                                "attention.value_length_mla=16 kda.head_dim=8 ssm.conv_kernel=4");
  const UllRun *recurrent = &model->runs[model->layer_run[0]], *latent = &model->runs[model->layer_run[3]];

  g_assert_cmpint (recurrent->count, ==, 3);
  g_assert_cmpint (recurrent->stores[0].role, ==, ULL_ROLE_CONVOLUTION);
  g_assert_cmpint (recurrent->stores[0].k_dim, ==, 288);
  g_assert_cmpint (recurrent->stores[1].k_dim, ==, 256);
  g_assert_cmpint (latent->kind, ==, ULL_LAYER_LATENT);
  g_assert_cmpint (latent->stores[0].k_dim, ==, 80);
}

/* RWKV: two rows of token shift, and 64 columns for each element of the hidden size. */
static void
test_rwkv (void)
{
  g_autoptr (UllModel) model = read_keys ("rwkv7", "block_count=3 embedding_length=128 attention.head_count=0 wkv.head_size=64");

  g_assert_cmpint (model->runs[0].count, ==, 3);
  g_assert_cmpint (model->runs[0].kind, ==, ULL_LAYER_RECURRENT);
  g_assert_cmpint (model->runs[0].stores[0].k_dim, ==, 256);
  g_assert_cmpint (model->runs[0].stores[1].k_dim, ==, 8192);
}

/* A log of Qwen3.5's 27B with these keys has 149.62 MiB for one sequence's state: 144 in 48 layers of 128 × 6,144 f32, and 5.62
 * of 3 × (6,144 + 2 × 16 × 128). */
static void
test_logged_state (void)
{
  const UllFormats formats = { ULL_DTYPE_F16, ULL_DTYPE_F16, ULL_DTYPE_F32, ULL_DTYPE_F16 };
  g_autoptr (UllModel) model
    = read_keys ("qwen35", "block_count=64 embedding_length=5120 attention.head_count=24 attention.head_count_kv=4 "
                           "attention.key_length=256 attention.value_length=256 full_attention_interval=4 ssm.conv_kernel=4 "
                           "ssm.state_size=128 ssm.group_count=16 ssm.time_step_rank=48 ssm.inner_size=6144");
  gint64 sum = 0, grown = 0;

  for (guint i = 0; i < model->n_runs; i++)
    for (guint k = 0; k < model->runs[i].n_stores; k++)
      {
        const UllStore *store = &model->runs[i].stores[k];
        gint64 bytes;

        g_assert_true (ull_store_bytes (store, &formats, 24576, 1, &bytes, NULL));
        *(store->growth == ULL_GROWTH_CONSTANT ? &sum : &grown) += bytes * model->runs[i].count;
      }
  g_assert_cmpint (sum, ==, G_GINT64_CONSTANT (150994944) + 5898240);
  /* The same log: 1,536 MiB for 24,576 tokens in 16 layers. */
  g_assert_cmpint (grown, ==, G_GINT64_CONSTANT (1536) << 20);
}

#define PLAIN "block_count=4 embedding_length=512 attention.head_count=8 "

static void
test_windows_by_layer (void)
{
  g_autoptr (UllModel) model = read_keys ("any", PLAIN "attention.sliding_window=0,128,256,128");

  g_assert_cmpint (model->runs[model->layer_run[0]].kind, ==, ULL_LAYER_FULL);
  g_assert_cmpint (model->runs[model->layer_run[1]].stores[0].cap, ==, 128);
  g_assert_cmpint (model->runs[model->layer_run[2]].stores[0].cap, ==, 256);
  g_assert_cmpuint (model->layer_run[3], ==, model->layer_run[1]);
}

static void
test_first_of_a_period (void)
{
  g_autoptr (UllModel) model = read_keys ("smallthinker", PLAIN "attention.sliding_window=128");

  g_assert_cmpint (model->runs[model->layer_run[0]].kind, ==, ULL_LAYER_FULL);
  for (guint i = 1; i < 4; i++)
    g_assert_cmpint (model->runs[model->layer_run[i]].kind, ==, ULL_LAYER_SLIDING);
}

/* The list beats the interval; a draft layer has attention whatever either says. */
static void
test_listed_states (void)
{
  g_autoptr (UllModel) model
    = read_keys ("qwen35", "block_count=5 embedding_length=64 attention.head_count=4 ssm.conv_kernel=4 ssm.inner_size=8 "
                           "ssm.state_size=4 full_attention_interval=4 attention.recurrent_layers=0,1,0,1,1 nextn_predict_layers=1");
  static const UllLayerKind kinds[]
    = { ULL_LAYER_FULL, ULL_LAYER_RECURRENT, ULL_LAYER_FULL, ULL_LAYER_RECURRENT, ULL_LAYER_FULL };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    g_assert_cmpint (model->runs[model->layer_run[i]].kind, ==, kinds[i]);
  g_assert_true (model->runs[model->layer_run[4]].draft);
}

static void
test_indexers_of_some (void)
{
  g_autoptr (UllModel) model
    = read_keys ("glm-dsa", "block_count=3 embedding_length=64 attention.head_count=4 attention.head_count_kv=1 "
                            "attention.key_length=80 attention.key_length_mla=24 attention.value_length_mla=16 "
                            "attention.indexer.key_length=8 attention.indexer.types=1,0,1");

  g_assert_cmpuint (model->runs[model->layer_run[0]].n_stores, ==, 2);
  g_assert_cmpuint (model->runs[model->layer_run[1]].n_stores, ==, 1);
  g_assert_cmpuint (model->layer_run[2], ==, model->layer_run[0]);
}

static void
test_unread_key (void)
{
  g_autoptr (UllModel) model = read_keys ("foo", PLAIN "attention.tricks=3 attention.scale=1");

  g_assert_cmpuint (g_strv_length (model->warnings), ==, 1);
  g_assert_nonnull (strstr (model->warnings[0], "foo.attention.tricks is not read"));
}

static void
test_refused (void)
{
  static const struct
  {
    const char *arch, *keys;
    UllError code;
    const char *says;
  } cases[] = {
    { "llama", "embedding_length=512 attention.head_count=8", ULL_ERROR_MISSING, "x.gguf: llama.block_count: " },
    { "foo", "block_count=2 embedding_length=512", ULL_ERROR_MISSING, "foo.attention.head_count: " },
    { "foo", "block_count=2 attention.head_count=8", ULL_ERROR_MISSING, "foo.embedding_length: " },
    { "foo", "block_count=2 embedding_length=100 attention.head_count=8", ULL_ERROR_INVALID, "foo.embedding_length: 100 is no multiple" },
    { "foo", PLAIN "attention.head_count_kv=3", ULL_ERROR_INVALID, "foo.attention.head_count_kv: 3 KV heads do not divide 8" },
    { "foo", PLAIN "attention.head_count_kv=8,8", ULL_ERROR_INVALID, "foo.attention.head_count_kv: a list of 2" },
    { "foo", PLAIN "attention.head_count_kv=8,8,8,-1", ULL_ERROR_INVALID, "foo.attention.head_count_kv: this is out of range" },
    { "foo", PLAIN "attention.key_length=0", ULL_ERROR_MISSING, "foo.attention.key_length: " },
    { "foo", PLAIN "attention.sliding_window=128", ULL_ERROR_UNSUPPORTED, "foo.attention.sliding_window_pattern would tell it" },
    { "foo", PLAIN "attention.sliding_window_pattern=4", ULL_ERROR_MISSING, "foo.attention.sliding_window: " },
    { "gpt-oss", PLAIN, ULL_ERROR_MISSING, "gpt-oss.attention.sliding_window: " },
    { "foo", PLAIN "attention.shared_kv_layers=4", ULL_ERROR_INVALID, "foo.attention.shared_kv_layers: " },
    { "foo", PLAIN "nextn_predict_layers=4", ULL_ERROR_INVALID, "foo.nextn_predict_layers: " },
    { "foo", PLAIN "ssm.conv_kernel=4 ssm.inner_size=8", ULL_ERROR_MISSING, "foo.ssm.state_size: " },
    { "foo", PLAIN "ssm.conv_kernel=4 ssm.inner_size=8 ssm.state_size=8", ULL_ERROR_UNSUPPORTED,
      "foo.full_attention_interval, or 0 heads" },
    { "foo", PLAIN "attention.indexer.key_length=128", ULL_ERROR_UNSUPPORTED, "foo.attention.indexer.key_length: " },
    { "foo", PLAIN "attention.key_length_mla=24 attention.value_length_mla=16", ULL_ERROR_INVALID,
      "foo.attention.head_count_kv: a latent" },
    { "foo", PLAIN "attention.compress_ratios=0,4,128,8 attention.sliding_window=128 attention.indexer.key_length=8",
      ULL_ERROR_UNSUPPORTED, "foo.attention.compress_ratios: " },
    { "foo", PLAIN "attention.causal=false", ULL_ERROR_UNSUPPORTED, "this is an encoder" },
    { "t5encoder", PLAIN, ULL_ERROR_UNSUPPORTED, "this is an encoder" },
    { "clip", PLAIN, ULL_ERROR_UNSUPPORTED, "this is an encoder for images" },
    { "foo", PLAIN "attention.recurrent_layers=1,0,1,0", ULL_ERROR_MISSING, "foo.ssm.conv_kernel: " },
    { "foo", PLAIN "num_loops=2", ULL_ERROR_UNSUPPORTED, "foo.num_loops: " },
    { "foo", "block_count=2 attention.head_count=0 embedding_length=8", ULL_ERROR_MISSING, "foo.attention.head_count: " },
    { "foo", "block_count=65537 embedding_length=512 attention.head_count=8", ULL_ERROR_INVALID, "foo.block_count: " },
    { "", PLAIN, ULL_ERROR_INVALID, "general.architecture: this is no name" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_refused (cases[i].arch, cases[i].keys, cases[i].code, cases[i].says);
}

static void
test_other_files (void)
{
  static const char *const types[] = { "adapter", "mmproj", "imatrix" };

  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    {
      GgufMake *make = gguf_make_new (3, FALSE);
      g_autoptr (GError) error = NULL;

      gguf_make_text (make, "general.type", types[i]);
      gguf_make_keys (make, "llama", PLAIN);
      g_autoptr (GBytes) bytes = gguf_make_end (make);
      g_assert_null (ull_gguf_read ("x.gguf", bytes, &error));
      g_assert_error (error, ULL_ERROR, ULL_ERROR_UNSUPPORTED);
    }
}

/* Weights of a small model, by hand: an embedding of 10 × 64 in q8_0 (20 blocks of 34), a norm of 64 in f32, two experts of
 * 64 × 32 in f16, and a table of 8 factors that no checkpoint counts. */
static UllModel *
read_with_tensors (gboolean output)
{
  GgufMake *make = gguf_make_new (3, FALSE);
  g_autoptr (GError) error = NULL;

  gguf_make_text (make, "general.name", "Small One");
  gguf_make_keys (make, "foo", "block_count=2 embedding_length=64 attention.head_count=2 nextn_predict_layers=1 expert_count=2 "
                               "expert_used_count=1 expert_feed_forward_length=32 context_length=512");
  gguf_make_tensor (make, "token_embd.weight", 8, 64, 10, 0);
  gguf_make_tensor (make, "output_norm.weight", 0, 64, 0, 0);
  gguf_make_tensor (make, "blk.0.ffn_up_exps.weight", 1, 64, 32, 2);
  gguf_make_tensor (make, "rope_freqs.weight", 0, 8, 0, 0);
  if (output)
    gguf_make_tensor (make, "output.weight", 1, 64, 10, 0);
  g_autoptr (GBytes) bytes = gguf_make_end (make);
  UllModel *model = ull_gguf_read ("x.gguf", bytes, &error);
  g_assert_no_error (error);
  return model;
}

static void
test_weights (void)
{
  g_autoptr (UllModel) tied = read_with_tensors (FALSE);
  g_autoptr (UllModel) model = read_with_tensors (TRUE);

  g_assert_cmpstr (tied->name, ==, "Small One");
  g_assert_cmpstr (tied->source, ==, "x.gguf");
  g_assert_cmpint (tied->weight_source, ==, ULL_WEIGHTS_HEADERS);
  g_assert_cmpint (tied->weight_bytes, ==, 680 + 256 + 8192 + 32);
  g_assert_cmpint (tied->parameters, ==, 640 + 64 + 4096);
  g_assert_cmpint (tied->anatomy.embeddings, ==, 1);
  g_assert_cmpint (tied->anatomy.vocabulary, ==, 10);
  g_assert_cmpint (tied->anatomy.expert_layers, ==, 1);
  g_assert_cmpint (tied->anatomy.experts, ==, 2);
  g_assert_cmpint (model->weight_bytes, ==, tied->weight_bytes + 1280);
  g_assert_cmpint (model->anatomy.embeddings, ==, 2);
  g_assert_cmpstr (tied->digest, !=, model->digest);
  g_assert_cmpint (tied->max_positions, ==, 512);
  /* The file counts a draft layer and has none of its tensors, so both layers are the model's. */
  g_assert_cmpuint (ull_model_get_layers (tied), ==, 2);
  g_assert_nonnull (tied->warnings);
  g_assert_true (g_str_has_prefix (tied->warnings[g_strv_length (tied->warnings) - 1], "the file has no tensor of layer 1 (the first is 0)"));
}

/* Which layers keep a state, where the keys do not say and the tensors' names do. */
static void
test_layers_by_tensors (void)
{
  GgufMake *make = gguf_make_new (3, FALSE);
  g_autoptr (GError) error = NULL;

  gguf_make_keys (make, "foo", "block_count=4 embedding_length=64 attention.head_count=2 ssm.conv_kernel=4 ssm.inner_size=8 "
                               "ssm.state_size=4 nextn_predict_layers=1");
  gguf_make_tensor (make, "blk.0.ssm_conv1d.weight", 0, 4, 8, 0);
  gguf_make_tensor (make, "blk.1.attn_k.weight", 0, 64, 64, 0);
  gguf_make_tensor (make, "blk.2.attn_k.weight", 0, 64, 64, 0);
  gguf_make_tensor (make, "blk.2.ssm_conv1d.weight", 0, 4, 8, 0);
  gguf_make_tensor (make, "blk.3.attn_k.weight", 0, 64, 64, 0);
  gguf_make_tensor (make, "blk.3.nextn.eh_proj.weight", 0, 128, 64, 0);
  g_autoptr (GBytes) bytes = gguf_make_end (make);
  g_autoptr (UllModel) model = ull_gguf_read ("x.gguf", bytes, &error);
  g_assert_no_error (error);
  g_assert_cmpint (model->runs[model->layer_run[0]].kind, ==, ULL_LAYER_RECURRENT);
  g_assert_cmpuint (model->runs[model->layer_run[1]].n_stores, ==, 1);
  g_assert_cmpuint (model->runs[model->layer_run[2]].n_stores, ==, 3);
  g_assert_true (model->runs[model->layer_run[3]].draft);
  g_assert_cmpuint (ull_model_get_layers (model), ==, 3);
}

/* Each tensor where it belongs, and layers behind the model's own with the drafts. */
static void
test_parts (void)
{
  static const struct
  {
    const char *name;
    UllWeightPart part;
    gboolean whole, kv;
  } cases[] = {
    { "token_embd.weight", ULL_WEIGHT_EMBEDDING, FALSE, FALSE },
    { "token_embd_norm.weight", ULL_WEIGHT_NORMS, TRUE, FALSE },
    { "output.weight", ULL_WEIGHT_HEAD, FALSE, FALSE },
    { "output_norm.weight", ULL_WEIGHT_NORMS, TRUE, FALSE },
    { "rope_freqs.weight", ULL_WEIGHT_OTHER, TRUE, FALSE },
    { "blk.0.attn_norm.weight", ULL_WEIGHT_NORMS, TRUE, FALSE },
    { "blk.11.attn_k.weight", ULL_WEIGHT_ATTENTION, FALSE, TRUE },
    { "blk.11.attn_v.bias", ULL_WEIGHT_ATTENTION, FALSE, TRUE },
    { "blk.1.attn_k_norm.weight", ULL_WEIGHT_NORMS, TRUE, FALSE },
    { "blk.1.attn_qkv.weight", ULL_WEIGHT_ATTENTION, FALSE, FALSE },
    { "blk.1.attn_kv_a_mqa.weight", ULL_WEIGHT_ATTENTION, TRUE, FALSE },
    { "blk.1.attn_k_b.weight", ULL_WEIGHT_ATTENTION, FALSE, FALSE },
    { "blk.1.ssm_conv1d.weight", ULL_WEIGHT_ATTENTION, FALSE, FALSE },
    { "blk.1.ffn_down.weight", ULL_WEIGHT_MLP, FALSE, FALSE },
    { "blk.1.ffn_gate_inp.weight", ULL_WEIGHT_EXPERTS, TRUE, FALSE },
    { "blk.1.ffn_down_exps.weight", ULL_WEIGHT_EXPERTS, FALSE, FALSE },
    { "blk.1.ffn_down_shexp.weight", ULL_WEIGHT_MLP, FALSE, FALSE },
    { "blk.12.attn_k.weight", ULL_WEIGHT_DRAFT, FALSE, FALSE },
    { "blk.3.nextn.eh_proj.weight", ULL_WEIGHT_DRAFT, FALSE, FALSE },
    { "dec.blk.3.cross_attn_q.weight", ULL_WEIGHT_ATTENTION, FALSE, FALSE },
    { "enc.output_norm.weight", ULL_WEIGHT_NORMS, TRUE, FALSE },
    { "v.blk.0.attn_q.weight", ULL_WEIGHT_VISION, FALSE, FALSE },
    { "blk.x.attn_q.weight", ULL_WEIGHT_OTHER, TRUE, FALSE },
    { "anything", ULL_WEIGHT_OTHER, TRUE, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gboolean whole, kv;
      UllWeightPart part = ull_gguf_part ((UllGgufText) { cases[i].name, strlen (cases[i].name) }, 12, &whole, &kv);

      if (part != cases[i].part || whole != cases[i].whole || kv != cases[i].kv)
        g_error ("%s: %s", cases[i].name, ull_weight_part_get_id (part));
    }
}

static void
add_layer_tensor (GgufMake *make, guint layer, const char *name, guint type, gint64 columns, gint64 rows)
{
  g_autofree char *whole = g_strdup_printf ("blk.%u.%s.weight", layer, name);

  gguf_make_tensor (make, whole, type, columns, rows, 0);
}

/* Llama 3's 8B as q4_K_M mixes it: q6_K for the output, and for attn_v and ffn_down in the first and the last eighth of the layers
 * and every third between; the norms in f32; the rest q4_K. Logs print 4.58 GiB for it, and 8.03 B parameters. */
static void
test_a_known_mix (void)
{
  GgufMake *make = gguf_make_new (3, FALSE);
  const guint q4 = 12, q6 = 14, f32 = 0, layers = 32;
  gint64 sum = 0;
  g_autoptr (GError) error = NULL;

  gguf_make_keys (make, "llama", "block_count=32 embedding_length=4096 attention.head_count=32 attention.head_count_kv=8");
  gguf_make_tensor (make, "token_embd.weight", q4, 4096, 128256, 0);
  gguf_make_tensor (make, "output.weight", q6, 4096, 128256, 0);
  gguf_make_tensor (make, "output_norm.weight", f32, 4096, 0, 0);
  for (guint i = 0; i < layers; i++)
    {
      gboolean more = i < layers / 8 || i >= 7 * layers / 8 || (i - layers / 8) % 3 == 2;

      add_layer_tensor (make, i, "attn_norm", f32, 4096, 0);
      add_layer_tensor (make, i, "ffn_norm", f32, 4096, 0);
      add_layer_tensor (make, i, "attn_q", q4, 4096, 4096);
      add_layer_tensor (make, i, "attn_k", q4, 4096, 1024);
      add_layer_tensor (make, i, "attn_v", more ? q6 : q4, 4096, 1024);
      add_layer_tensor (make, i, "attn_output", q4, 4096, 4096);
      add_layer_tensor (make, i, "ffn_gate", q4, 4096, 14336);
      add_layer_tensor (make, i, "ffn_up", q4, 4096, 14336);
      add_layer_tensor (make, i, "ffn_down", more ? q6 : q4, 14336, 4096);
    }
  /* Of the header alone: the data would be as large as the model. */
  make->data = 0;
  g_autoptr (GBytes) header = gguf_make_end (make);
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp ("ullage-XXXXXX.gguf", &path, &error);
  gsize length;
  const char *bytes = g_bytes_get_data (header, &length);
  g_assert_no_error (error);
  g_assert_cmpint (write (fd, bytes, length), ==, (gssize) length);
  g_assert_cmpint (ftruncate (fd, G_GINT64_CONSTANT (5) << 30), ==, 0);
  close (fd);
  g_autoptr (UllModel) model = ull_config_open (path, ULL_CONFIG_DEFAULT, &error);
  g_assert_no_error (error);
  g_remove (path);
  /* 288 bytes of q4_K for 512 elements, 210 of q6_K for 256. */
  g_assert_cmpint (model->weights.bytes[ULL_WEIGHT_EMBEDDING], ==, G_GINT64_CONSTANT (128256) * 4096 * 288 / 512);
  g_assert_cmpint (model->weights.bytes[ULL_WEIGHT_HEAD], ==, G_GINT64_CONSTANT (128256) * 4096 / 256 * 210);
  g_assert_cmpint (model->weights.bytes[ULL_WEIGHT_NORMS], ==, 65 * 4096 * 4);
  g_assert_cmpint (model->weights.whole[ULL_WEIGHT_NORMS], ==, 65 * 4096 * 4);
  g_assert_cmpint (model->weights.kv_bytes, ==, G_GINT64_CONSTANT (16384) * (48 * 144 + 16 * 210));
  g_assert_cmpint (model->weights.bytes[ULL_WEIGHT_OTHER], ==, 0);
  g_assert_true (ull_weights_sum (&model->weights, &sum));
  g_assert_cmpint (sum, ==, model->weight_bytes);
  g_assert_cmpuint (model->weights.n_formats, ==, 3);
  g_assert_cmpint (model->parameters, ==, G_GINT64_CONSTANT (8030261248));
  g_assert_cmpint ((model->weight_bytes * 100 + (1 << 29)) >> 30, ==, 458);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autofree char *path = g_strdup_printf ("/gguf-model/pair/%u-%s", i, pairs[i].arch);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_pair);
    }
  g_test_add_func ("/gguf-model/unknown-architecture", test_unknown_architecture);
  g_test_add_func ("/gguf-model/old-latent", test_old_latent);
  g_test_add_func ("/gguf-model/delta-attention", test_delta_attention);
  g_test_add_func ("/gguf-model/rwkv", test_rwkv);
  g_test_add_func ("/gguf-model/logged-state", test_logged_state);
  g_test_add_func ("/gguf-model/windows-by-layer", test_windows_by_layer);
  g_test_add_func ("/gguf-model/first-of-a-period", test_first_of_a_period);
  g_test_add_func ("/gguf-model/listed-states", test_listed_states);
  g_test_add_func ("/gguf-model/indexers-of-some", test_indexers_of_some);
  g_test_add_func ("/gguf-model/unread-key", test_unread_key);
  g_test_add_func ("/gguf-model/refused", test_refused);
  g_test_add_func ("/gguf-model/other-files", test_other_files);
  g_test_add_func ("/gguf-model/weights", test_weights);
  g_test_add_func ("/gguf-model/parts", test_parts);
  g_test_add_func ("/gguf-model/a-known-mix", test_a_known_mix);
  g_test_add_func ("/gguf-model/layers-by-tensors", test_layers_by_tensors);
  return g_test_run ();
}
