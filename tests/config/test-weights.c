#include "shard-files.h"
#include "ull-config.h"
#include "ull-error.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Folders of a model: what its weight files come to, which of them are the model's, and what is said where they disagree.
 *
 * The model has 2 layers of 4 heads, 2 of them KV heads, of 16: hidden 64, MLP 128, vocabulary 100. In bf16:
 *   embedding 100 × 64 × 2 = 12,800, and as much for the head
 *   a layer's q and o 64 × 64 × 2 = 8,192 each, k and v 32 × 64 × 2 = 4,096 each; gate, up, down 128 × 64 × 2 = 16,384 each
 *   its norms 64 × 2 = 128 each, two a layer and one at the end */

#define CONFIG(more)                                                                                                              \
  "{\"model_type\":\"llama\",\"num_hidden_layers\":2,\"hidden_size\":64,\"num_attention_heads\":4,\"num_key_value_heads\":2,"         \
  "\"intermediate_size\":128,\"vocab_size\":100,\"max_position_embeddings\":2048,\"dtype\":\"bfloat16\"" more "}"

#define LAYER(n)                                                                                                                  \
  { "model.layers." n ".self_attn.q_proj.weight", "BF16", "[64,64]", 8192 },                                                       \
    { "model.layers." n ".self_attn.k_proj.weight", "BF16", "[32,64]", 4096 },                                                     \
    { "model.layers." n ".self_attn.v_proj.weight", "BF16", "[32,64]", 4096 },                                                     \
    { "model.layers." n ".self_attn.o_proj.weight", "BF16", "[64,64]", 8192 },                                                     \
    { "model.layers." n ".mlp.gate_proj.weight", "BF16", "[128,64]", 16384 },                                                      \
    { "model.layers." n ".mlp.up_proj.weight", "BF16", "[128,64]", 16384 },                                                        \
    { "model.layers." n ".mlp.down_proj.weight", "BF16", "[64,128]", 16384 },                                                      \
    { "model.layers." n ".input_layernorm.weight", "BF16", "[64]", 128 },                                                          \
    { "model.layers." n ".post_attention_layernorm.weight", "BF16", "[64]", 128 }

static const ShardTensor first_shard[] = { { "model.embed_tokens.weight", "BF16", "[100,64]", 12800 }, LAYER ("0") };
/* All layers in one file. */
static const ShardTensor one_file[] = { { "model.embed_tokens.weight", "BF16", "[100,64]", 12800 }, LAYER ("0"), LAYER ("1") };
static const ShardTensor second_shard[] = { LAYER ("1"), { "model.norm.weight", "BF16", "[64]", 128 }, { "lm_head.weight", "BF16", "[100,64]", 12800 } };

#define LAYER_BYTES (2 * 8192 + 2 * 4096 + 3 * 16384 + 2 * 128)
#define WHOLE (2 * 12800 + 2 * LAYER_BYTES + 128)

typedef struct
{
  char *folder;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = shard_make_folder ();
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  shard_remove_folder (fixture->folder);
}

static void
put_index (const char *folder, const char *metadata)
{
  g_autoptr (GString) text = g_string_new ("{\"weight_map\":{");

  for (gsize i = 0; i < G_N_ELEMENTS (first_shard); i++)
    g_string_append_printf (text, "\"%s\":\"model-00001-of-00002.safetensors\",", first_shard[i].name);
  for (gsize i = 0; i < G_N_ELEMENTS (second_shard); i++)
    g_string_append_printf (text, "\"%s\":\"model-00002-of-00002.safetensors\"%s", second_shard[i].name,
                            i + 1 < G_N_ELEMENTS (second_shard) ? "," : "");
  g_string_append_printf (text, "}%s}", metadata);
  shard_put (folder, "model.safetensors.index.json", text->str);
}

static void
put_shards (const char *folder)
{
  shard_write_tensors (folder, "model-00001-of-00002.safetensors", first_shard, G_N_ELEMENTS (first_shard));
  shard_write_tensors (folder, "model-00002-of-00002.safetensors", second_shard, G_N_ELEMENTS (second_shard));
}

static void
put_model (const char *folder, const char *config)
{
  g_autofree char *metadata = g_strdup_printf (",\"metadata\":{\"total_size\":%d}", WHOLE);

  shard_put (folder, "config.json", config);
  put_shards (folder);
  put_index (folder, metadata);
}

static UllModel *
open_model (const char *folder, const char *file)
{
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autoptr (GError) error = NULL;
  UllModel *model = ull_config_open (path, ULL_CONFIG_DEFAULT, &error);

  if (model == NULL)
    g_error ("%s: %s", path, error->message);
  return model;
}

static void
assert_refused (const char *folder, const char *file, const char *says)
{
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (ull_config_open (path, ULL_CONFIG_DEFAULT, &error));
  g_assert_true (error->domain == ULL_ERROR);
  if (!strstr (error->message, says))
    g_error ("“%s” should say “%s”", error->message, says);
}

static void
assert_warned (const UllModel *model, const char *says)
{
  for (char **warning = model->warnings; warning != NULL && *warning != NULL; warning++)
    if (strstr (*warning, says))
      return;
  g_error ("nobody is warned: “%s” (%s)", says, model->warnings != NULL ? model->warnings[0] : "nothing is said");
}

static void
assert_silent (const UllModel *model)
{
  if (model->warnings != NULL)
    g_error ("%s", model->warnings[0]);
}

static void
test_headers (Fixture *fixture, gconstpointer data)
{
  static const char *const names[] = { "", "config.json", "model.safetensors.index.json", "model-00002-of-00002.safetensors" };

  put_model (fixture->folder, CONFIG (""));
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (UllModel) model = open_model (fixture->folder, names[i]);
      const gint64 *bytes = model->weights.bytes;

      g_assert_cmpint (model->weight_source, ==, ULL_WEIGHTS_HEADERS);
      g_assert_cmpint (model->weight_bytes, ==, WHOLE);
      g_assert_cmpint (model->parameters, ==, WHOLE / 2);
      assert_silent (model);
      g_assert_cmpint (bytes[ULL_WEIGHT_EMBEDDING], ==, 12800);
      g_assert_cmpint (bytes[ULL_WEIGHT_HEAD], ==, 12800);
      g_assert_cmpint (bytes[ULL_WEIGHT_ATTENTION], ==, 2 * (2 * 8192 + 2 * 4096));
      g_assert_cmpint (bytes[ULL_WEIGHT_MLP], ==, 2 * 3 * 16384);
      g_assert_cmpint (bytes[ULL_WEIGHT_NORMS], ==, 5 * 128);
      g_assert_cmpint (model->weights.whole[ULL_WEIGHT_NORMS], ==, 5 * 128);
      g_assert_cmpint (model->weights.kv_bytes, ==, 2 * 2 * 4096);
      g_assert_cmpuint (model->weights.n_formats, ==, 1);
      g_assert_cmpstr (model->weights.format[0].name, ==, "BF16");
    }
}

/* What the shapes say is what the files hold, part by part. */
static void
test_shapes_agree (Fixture *fixture, gconstpointer data)
{
  shard_put (fixture->folder, "config.json", CONFIG (""));
  g_autoptr (UllModel) shapes = open_model (fixture->folder, "");
  put_model (fixture->folder, CONFIG (""));
  g_autoptr (UllModel) files = open_model (fixture->folder, "");

  g_assert_cmpint (shapes->weight_source, ==, ULL_WEIGHTS_ESTIMATE);
  g_assert_cmpint (shapes->weight_bytes, ==, files->weight_bytes);
  for (int i = 0; i < ULL_N_WEIGHT_PARTS; i++)
    {
      g_assert_cmpint (shapes->weights.bytes[i], ==, files->weights.bytes[i]);
      g_assert_cmpint (shapes->weights.whole[i], ==, files->weights.whole[i]);
    }
}

/* A head that is stored though it is the embedding, which engines do not load. */
static void
test_tied (Fixture *fixture, gconstpointer data)
{
  put_model (fixture->folder, CONFIG (",\"tie_word_embeddings\":true"));
  g_autoptr (UllModel) model = open_model (fixture->folder, "");

  g_assert_cmpint (model->weight_bytes, ==, WHOLE - 12800);
  g_assert_cmpint (model->weights.bytes[ULL_WEIGHT_HEAD], ==, 0);
  g_assert_cmpint (model->weights.bytes[ULL_WEIGHT_EMBEDDING], ==, 12800);
}

/* What is not in the index is not the model's: a second copy, the vendor's own file, an adapter. */
static void
test_strays (Fixture *fixture, gconstpointer data)
{
  put_model (fixture->folder, CONFIG (""));
  shard_write_tensors (fixture->folder, "consolidated.safetensors", first_shard, G_N_ELEMENTS (first_shard));
  shard_write_tensors (fixture->folder, "model.safetensors", second_shard, G_N_ELEMENTS (second_shard));
  shard_put (fixture->folder, "broken.safetensors", "nothing of the kind");
  g_autoptr (UllModel) model = open_model (fixture->folder, "");

  g_assert_cmpint (model->weight_bytes, ==, WHOLE);
  assert_silent (model);
}

static void
test_missing (Fixture *fixture, gconstpointer data)
{
  g_autofree char *second = g_build_filename (fixture->folder, "model-00002-of-00002.safetensors", NULL);
  g_autofree char *index = g_build_filename (fixture->folder, "model.safetensors.index.json", NULL);

  put_model (fixture->folder, CONFIG (""));
  g_assert_cmpint (g_unlink (second), ==, 0);
  assert_refused (fixture->folder, "", "the shard model-00002-of-00002.safetensors is missing");
  /* The configuration alone is read all the same. */
  g_autoptr (UllModel) model = open_model (fixture->folder, "config.json");
  g_assert_cmpint (model->weight_source, ==, ULL_WEIGHTS_ESTIMATE);
  assert_warned (model, "model-00002-of-00002.safetensors is missing");
  /* Without an index the numbers in the names tell it. */
  g_assert_cmpint (g_unlink (index), ==, 0);
  assert_refused (fixture->folder, "", "the shard model-00002-of-00002.safetensors is missing");
}

static void
test_without_index (Fixture *fixture, gconstpointer data)
{
  shard_put (fixture->folder, "config.json", CONFIG (""));
  put_shards (fixture->folder);
  g_autoptr (UllModel) numbered = open_model (fixture->folder, "");
  g_assert_cmpint (numbered->weight_bytes, ==, WHOLE);
  /* Of a folder with both, model.safetensors is what engines load. */
  shard_write_tensors (fixture->folder, "model.safetensors", one_file, G_N_ELEMENTS (one_file));
  g_autoptr (UllModel) single = open_model (fixture->folder, "");
  g_assert_cmpint (single->weight_bytes, ==, 12800 + 2 * LAYER_BYTES);
}

/* A quantiser's own name for its one file; and two of them, of which none is known to be the model. */
static void
test_other_names (Fixture *fixture, gconstpointer data)
{
  shard_put (fixture->folder, "config.json", CONFIG (""));
  shard_write_tensors (fixture->folder, "gptq_model-4bit-128g.safetensors", one_file, G_N_ELEMENTS (one_file));
  g_autoptr (UllModel) one = open_model (fixture->folder, "");
  g_assert_cmpint (one->weight_source, ==, ULL_WEIGHTS_HEADERS);
  shard_write_tensors (fixture->folder, "other.safetensors", one_file, G_N_ELEMENTS (one_file));
  g_autoptr (UllModel) two = open_model (fixture->folder, "");
  g_assert_cmpint (two->weight_source, ==, ULL_WEIGHTS_ESTIMATE);
  assert_warned (two, "2 .safetensors files and no index");
}

/* The shards win over the index, and the index over the shapes unless it cannot be. */
static void
test_disagreement (Fixture *fixture, gconstpointer data)
{
  shard_put (fixture->folder, "config.json", CONFIG (""));
  put_shards (fixture->folder);
  static const struct
  {
    const char *metadata;
    const char *says;
  } cases[] = {
    { "", "does not say what its files come to; the shards do" },
    { ",\"metadata\":{\"total_size\":0}", "says 0 bytes, and the shards hold" },
    { ",\"metadata\":{\"total_size\":3000000000}", "says 3,000,000,000 bytes" },
    { ",\"metadata\":{\"total_size\":\"much\"}", "does not say" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      put_index (fixture->folder, cases[i].metadata);
      g_autoptr (UllModel) model = open_model (fixture->folder, "");
      g_assert_cmpint (model->weight_bytes, ==, WHOLE);
      assert_warned (model, cases[i].says);
    }
  put_index (fixture->folder, ",\"metadata\":{\"total_size\":173440.0}");
  shard_write_tensors (fixture->folder, "model-00002-of-00002.safetensors", second_shard, 3);
  g_autoptr (UllModel) model = open_model (fixture->folder, "");
  assert_warned (model, "the index names 11 tensors of it, and it holds 3");
}

static void
test_index_alone (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    int total;
    gint64 bytes;
    UllWeightSource source;
  } cases[] = {
    { WHOLE, WHOLE, ULL_WEIGHTS_INDEX },
    { WHOLE + 4096, WHOLE + 4096, ULL_WEIGHTS_INDEX }, /* rotary tables are stored */
    { 2 * WHOLE, 2 * WHOLE, ULL_WEIGHTS_INDEX },       /* in float32 */
    { 1000000, WHOLE, ULL_WEIGHTS_ESTIMATE },          /* made up */
    { 0, WHOLE, ULL_WEIGHTS_ESTIMATE },
  };

  shard_put (fixture->folder, "config.json", CONFIG (""));
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *metadata = g_strdup_printf (",\"metadata\":{\"total_size\":%d}", cases[i].total);
      gint64 sum;

      put_index (fixture->folder, metadata);
      g_autoptr (UllModel) model = open_model (fixture->folder, "");
      g_assert_cmpint (model->weight_bytes, ==, cases[i].bytes);
      g_assert_cmpint (model->weight_source, ==, cases[i].source);
      g_assert_true (ull_weights_sum (&model->weights, &sum));
      g_assert_cmpint (sum, ==, model->weight_bytes);
      g_assert_true ((model->warnings != NULL) == (cases[i].source == ULL_WEIGHTS_ESTIMATE));
    }
  /* Its files are not those that are there. */
  shard_write_tensors (fixture->folder, "model.safetensors", one_file, G_N_ELEMENTS (one_file));
  g_autoptr (UllModel) model = open_model (fixture->folder, "");
  g_assert_cmpint (model->weight_source, ==, ULL_WEIGHTS_HEADERS);
  assert_warned (model, "names files that are not there");
}

/* A clone without Git LFS: texts that tell sizes. */
static void
test_pointers (Fixture *fixture, gconstpointer data)
{
  g_autofree char *metadata = g_strdup_printf (",\"metadata\":{\"total_size\":%d}", WHOLE);

  shard_put (fixture->folder, "config.json", CONFIG (""));
  shard_write_pointer (fixture->folder, "model.safetensors", "00", WHOLE + 2400);
  g_autoptr (UllModel) single = open_model (fixture->folder, "model.safetensors");
  g_assert_cmpint (single->weight_bytes, ==, WHOLE + 2400);
  g_assert_cmpint (single->weight_source, ==, ULL_WEIGHTS_INDEX);
  assert_warned (single, "Git LFS pointers");

  shard_write_pointer (fixture->folder, "model-00001-of-00002.safetensors", "01", 100000);
  shard_write_pointer (fixture->folder, "model-00002-of-00002.safetensors", "02", WHOLE - 100000 + 2400);
  put_index (fixture->folder, metadata);
  g_autoptr (UllModel) borne_out = open_model (fixture->folder, "");
  g_assert_cmpint (borne_out->weight_bytes, ==, WHOLE);
  assert_warned (borne_out, "bear out what the index says");

  /* One of them was fetched, and one was not. */
  shard_write_tensors (fixture->folder, "model-00001-of-00002.safetensors", first_shard, G_N_ELEMENTS (first_shard));
  assert_refused (fixture->folder, "", "git lfs pull");
}

static void
test_adapter (Fixture *fixture, gconstpointer data)
{
  shard_put (fixture->folder, "adapter_config.json", "{\"base_model_name_or_path\":\"meta-llama/Llama-3.1-8B\",\"r\":32,\"peft_type\":\"LORA\"}");
  shard_write_tensors (fixture->folder, "adapter_model.safetensors", first_shard, 1);
  assert_refused (fixture->folder, "", "a LoRA adapter of meta-llama/Llama-3.1-8B of rank 32");
  assert_refused (fixture->folder, "", "max_lora_rank=32");
  assert_refused (fixture->folder, "adapter_model.safetensors", "a LoRA adapter of meta-llama/Llama-3.1-8B");
  assert_refused (fixture->folder, "adapter_config.json", "a LoRA adapter of meta-llama/Llama-3.1-8B");
  /* A tuned model that keeps its adapter beside it is a model. */
  shard_put (fixture->folder, "config.json", CONFIG (""));
  shard_write_tensors (fixture->folder, "model.safetensors", one_file, G_N_ELEMENTS (one_file));
  g_autoptr (UllModel) model = open_model (fixture->folder, "");
  g_assert_cmpint (model->weight_bytes, ==, 12800 + 2 * LAYER_BYTES);
}

static void
test_pickles (Fixture *fixture, gconstpointer data)
{
  static const char *const names[] = { "pytorch_model.bin", "model.pt", "consolidated.00.pth", "last.ckpt" };

  shard_put (fixture->folder, "config.json", CONFIG (""));
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (fixture->folder, names[i], NULL);

      g_assert_true (g_file_set_contents (path, i % 2 ? "\200\2}q" : "PK\3\4xxxx", i % 2 ? 4 : 8, NULL));
      assert_refused (fixture->folder, names[i], "a program that makes its tensors when it is run");
    }
  g_autoptr (UllModel) model = open_model (fixture->folder, "");
  g_assert_cmpint (model->weight_source, ==, ULL_WEIGHTS_ESTIMATE);
  assert_warned (model, "pickles of PyTorch");
}

static void
test_alone (Fixture *fixture, gconstpointer data)
{
  shard_write_tensors (fixture->folder, "model.safetensors", first_shard, 1);
  put_index (fixture->folder, "");
  assert_refused (fixture->folder, "model.safetensors", "tensors of 0.01\302\240MiB");
  assert_refused (fixture->folder, "model.safetensors", "config.json beside it");
  assert_refused (fixture->folder, "model.safetensors.index.json", "an index of weight files");
  assert_refused (fixture->folder, "", "no config.json");
}

/* The hub's cache: names of revisions, links into blobs. */
static void
test_cache (Fixture *fixture, gconstpointer data)
{
  g_autofree char *cached = g_build_filename (fixture->folder, "models--some--Tiny-1B", NULL);
  g_autofree char *blobs = g_build_filename (cached, "blobs", NULL);
  g_autofree char *snapshot = g_build_filename (cached, "snapshots", "abc", NULL);
  g_autofree char *refs = g_build_filename (cached, "refs", NULL);
  static const char *const files[] = { "config.json", "model.safetensors" };

  g_assert_cmpint (g_mkdir_with_parents (snapshot, 0700) | g_mkdir_with_parents (refs, 0700), ==, 0);
  shard_put (blobs, "config.json", CONFIG (""));
  shard_write_tensors (blobs, "model.safetensors", one_file, G_N_ELEMENTS (one_file));
  shard_put (refs, "main", "abc");
  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *target = g_build_filename ("..", "..", "blobs", files[i], NULL);
      g_autofree char *link = g_build_filename (snapshot, files[i], NULL);

      g_assert_cmpint (symlink (target, link), ==, 0);
    }
  g_autoptr (UllModel) by_name = open_model (cached, "");
  g_autoptr (UllModel) by_revision = open_model (snapshot, "");
  g_autoptr (UllModel) by_file = open_model (snapshot, "model.safetensors");
  g_assert_cmpstr (by_name->name, ==, "Tiny-1B");
  g_assert_cmpstr (by_revision->name, ==, "Tiny-1B");
  g_assert_cmpint (by_name->weight_bytes, ==, 12800 + 2 * LAYER_BYTES);
  g_assert_cmpint (by_revision->weight_bytes, ==, 12800 + 2 * LAYER_BYTES);
  g_assert_cmpint (by_file->weight_bytes, ==, 12800 + 2 * LAYER_BYTES);
  /* A second revision, and the reference says which. */
  g_autofree char *other = g_build_filename (cached, "snapshots", "def", NULL);
  shard_put (other, "config.json", CONFIG (""));
  g_autoptr (UllModel) main = open_model (cached, "");
  g_assert_cmpint (main->weight_source, ==, ULL_WEIGHTS_HEADERS);
}

/* Four bits packed eight to a word, their scales, zeros and order beside them; the draft's layer behind the others. */
static void
test_packed (Fixture *fixture, gconstpointer data)
{
  static const ShardTensor tensors[] = {
    { "model.embed_tokens.weight", "F16", "[100,64]", 12800 },
    { "model.layers.0.mlp.up_proj.qweight", "I32", "[8,128]", 4096 },
    { "model.layers.0.mlp.up_proj.qzeros", "I32", "[1,16]", 64 },
    { "model.layers.0.mlp.up_proj.scales", "F16", "[1,128]", 256 },
    { "model.layers.0.mlp.up_proj.g_idx", "I32", "[64]", 256 },
    { "model.layers.1.self_attn.q_proj.weight", "F8_E4M3", "[64,64]", 4096 },
    { "model.layers.1.self_attn.q_proj.weight_scale_inv", "F32", "[1,1]", 4 },
    { "model.layers.2.mlp.up_proj.weight", "F8_E4M3", "[128,64]", 8192 },
  };

  shard_put (fixture->folder, "config.json", CONFIG (",\"quantization_config\":{\"quant_method\":\"gptq\",\"bits\":4,\"group_size\":64}"));
  shard_write_tensors (fixture->folder, "model.safetensors", tensors, G_N_ELEMENTS (tensors));
  g_autoptr (UllModel) model = open_model (fixture->folder, "");

  g_assert_cmpint (model->weights.bytes[ULL_WEIGHT_MLP], ==, 4096 + 64 + 256 + 256);
  g_assert_cmpint (model->weights.bytes[ULL_WEIGHT_ATTENTION], ==, 4100);
  g_assert_cmpint (model->weights.bytes[ULL_WEIGHT_DRAFT], ==, 8192);
  g_assert_cmpuint (model->weights.n_formats, ==, 4);
}

int
main (int argc, char *argv[])
{
  static const struct
  {
    const char *path;
    void (*run) (Fixture *, gconstpointer);
  } tests[] = {
    { "/weights/headers", test_headers },
    { "/weights/shapes-agree", test_shapes_agree },
    { "/weights/tied", test_tied },
    { "/weights/strays", test_strays },
    { "/weights/missing", test_missing },
    { "/weights/without-index", test_without_index },
    { "/weights/other-names", test_other_names },
    { "/weights/disagreement", test_disagreement },
    { "/weights/index-alone", test_index_alone },
    { "/weights/pointers", test_pointers },
    { "/weights/adapter", test_adapter },
    { "/weights/pickles", test_pickles },
    { "/weights/alone", test_alone },
    { "/weights/cache", test_cache },
    { "/weights/packed", test_packed },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].run, tear_down);
  return g_test_run ();
}
