#include "shard-files.h"
#include "ull-config.h"
#include "ull-error.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* What is wrong with a model's folder, and that it is said: never a part of a model for the whole of it, never an estimate in silence
 * where the weights are there and cannot be read. The model has 3 layers of hidden 8, one matrix of 8 × 8 and two norms each. */

#define CONFIG(type)                                                                                                              \
  "{\"model_type\":\"" type "\",\"num_hidden_layers\":3,\"hidden_size\":8,\"num_attention_heads\":2,\"num_key_value_heads\":2,"      \
  "\"intermediate_size\":16,\"vocab_size\":10,\"max_position_embeddings\":64,\"dtype\":\"bfloat16\"}"

#define LAYER(n) { "model.layers." n ".self_attn.q_proj.weight", "BF16", "[8,8]", 128 }, { "model.layers." n ".input_layernorm.weight", "BF16", "[8]", 16 }
#define INDEX "model.safetensors.index.json"

static const ShardTensor layers[] = { LAYER ("0"), LAYER ("1"), LAYER ("2") };
static const ShardTensor gap[] = { LAYER ("0"), LAYER ("2") };
static const ShardTensor last[] = { LAYER ("2") };
static const ShardTensor encoder[] = { LAYER ("0"), { "encoder.layers.1.self_attn.q_proj.weight", "BF16", "[8,8]", 128 }, LAYER ("2") };
static const ShardTensor no_bytes[] = { { "wte.weight", "BF16", "[0,8]", 0 } };
static const ShardTensor unnumbered[] = { { "wte.weight", "BF16", "[10,8]", 160 } };

typedef struct
{
  char *folder;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = shard_make_folder ();
  shard_put (fixture->folder, "config.json", CONFIG ("llama"));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  shard_remove_folder (fixture->folder);
}

static UllModel *
open_model (const char *folder, const char *file)
{
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autoptr (GError) error = NULL;
  UllModel *model = ull_config_open (path, ULL_CONFIG_DEFAULT, &error);

  g_assert_no_error (error);
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

#define WRITE(file, tensors) shard_write_tensors (fixture->folder, file, tensors, G_N_ELEMENTS (tensors))

/* A layer of which nothing is there, where every layer has tensors. */
static void
test_layers (Fixture *fixture, gconstpointer data)
{
  WRITE ("model.safetensors", gap);
  assert_refused (fixture->folder, "", "no tensor of layer 1 (the first is 0, and the configuration has 3 layers)");
  assert_refused (fixture->folder, "model.safetensors", "no tensor of layer 1");
  g_autoptr (UllModel) alone = open_model (fixture->folder, "config.json");
  g_assert_cmpint (alone->weight_source, ==, ULL_WEIGHTS_ESTIMATE);
  assert_warned (alone, "no tensor of layer 1");

  WRITE ("model.safetensors", last);
  assert_refused (fixture->folder, "", "no tensor of 2 layers, the first of them 0");
  /* An encoder's layer is not the decoder's. */
  WRITE ("model.safetensors", encoder);
  assert_refused (fixture->folder, "", "no tensor of layer 1");
  WRITE ("model.safetensors", layers);
  g_autoptr (UllModel) whole = open_model (fixture->folder, "");
  g_assert_cmpint (whole->weight_bytes, ==, 3 * 144);
  /* Of a layer's parameters, 4 × 64 of attention, 3 × 128 of the MLP and 2 × 8 of norms, the files have 64 + 8; of the 2 × 80 and
   * the 8 at the ends, none. */
  assert_warned (whole, "the weight files hold 216 parameters, and the configuration’s shapes come to 2,136:");
  WRITE ("model.safetensors", no_bytes);
  assert_refused (fixture->folder, "", "have no tensor with bytes");
  /* Names that number no layers tell of none. */
  WRITE ("model.safetensors", unnumbered);
  g_autoptr (UllModel) other = open_model (fixture->folder, "");
  g_assert_cmpint (other->weight_bytes, ==, 160);

  /* A family whose layers are not counted by their shapes may have some without weights: it is said. */
  shard_put (fixture->folder, "config.json", CONFIG ("apertus"));
  WRITE ("model.safetensors", gap);
  g_autoptr (UllModel) said = open_model (fixture->folder, "");
  g_assert_cmpint (said->weight_source, ==, ULL_WEIGHTS_HEADERS);
  assert_warned (said, "no tensor of layer 1");
  for (char **warning = said->warnings; *warning != NULL; warning++)
    g_assert_null (strstr (*warning, "the size of the weights is not known"));
  g_autoptr (UllModel) unsized = open_model (fixture->folder, "config.json");
  g_assert_cmpint (unsized->weight_source, ==, ULL_WEIGHTS_HEADERS);

  /* And one that a search has emptied is counted to the last parameter, as none. */
  shard_put (fixture->folder, "config.json",
             "{\"model_type\":\"nemotron-nas\",\"num_hidden_layers\":3,\"hidden_size\":8,\"num_attention_heads\":2,\"vocab_size\":10,"
             "\"max_position_embeddings\":64,\"dtype\":\"bfloat16\",\"block_configs\":["
             "{\"attention\":{\"n_heads_in_group\":1},\"ffn\":{\"ffn_mult\":2.0}},{\"attention\":{\"no_op\":true},\"ffn\":{\"no_op\":true}},"
             "{\"attention\":{\"n_heads_in_group\":2},\"ffn\":{\"replace_with_linear\":true}}]}");
  g_autoptr (UllModel) emptied = open_model (fixture->folder, "");
  /* 4 × 64 + 8 of attention and 3 × 8 × 256 + 8 behind it; with one KV head of 4, 2 × 64 + 2 × 32 + 8, and a square of 64 and 8 behind;
   * a norm of 8 and 2 × 80. */
  g_assert_cmpint (emptied->parameters, ==, 264 + 6152 + (128 + 64 + 8) + 72 + 8 + 160);
  assert_warned (emptied, "no tensor of layer 1");
}

static void
test_forms (Fixture *fixture, gconstpointer data)
{
  shard_put (fixture->folder, "other-Q4_K_M.gguf", "GGUF");
  g_autoptr (UllModel) only = open_model (fixture->folder, "");
  g_assert_cmpint (only->weight_source, ==, ULL_WEIGHTS_ESTIMATE);
  assert_warned (only, "opening one of them would tell them exactly");

  WRITE ("model.safetensors", layers);
  g_autoptr (UllModel) both = open_model (fixture->folder, "");
  g_assert_cmpint (both->weight_bytes, ==, 3 * 144);
  assert_warned (both, "the folder has GGUF files too");

  /* What engines load of a folder with pickles too is safetensors: nothing to say. */
  g_autofree char *gguf = g_build_filename (fixture->folder, "other-Q4_K_M.gguf", NULL);
  g_assert_cmpint (g_unlink (gguf), ==, 0);
  shard_put (fixture->folder, "pytorch_model.bin", "PK\3\4");
  g_autoptr (UllModel) pickled = open_model (fixture->folder, "");
  g_assert_cmpint (pickled->weight_source, ==, ULL_WEIGHTS_HEADERS);
  /* Of the matrices that these files leave out, and of nothing else. */
  g_assert_cmpuint (g_strv_length (pickled->warnings), ==, 1);
  assert_warned (pickled, "the weight files hold 216 parameters");
}

/* What an index names: files beside it, which are there, and are files. */
static void
test_index (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *map;
    const char *says;
  } rows[] = {
    { "\"a\":\"../outside.safetensors\"", "“../outside.safetensors” is no file’s name" },
    { "\"a\":\"/etc/passwd\"", "“/etc/passwd” is no file’s name" },
    { "\"a\":\"deep/down.safetensors\"", "is no file’s name" },
    { "\"a\":\"..\"", "“..” is no file’s name" },
    { "\"a\":\"\"", "is no file’s name" },
    { "\"a\":4", "a text in quotes" },
    { "\"a\":\"here.safetensors\",\"b\":\"gone.safetensors\"", "the shard gone.safetensors is missing" },
    { "\"a\":\"here.safetensors\",\"b\":\"x.safetensors\",\"c\":\"y.safetensors\"", "the shard x.safetensors and 1 other are missing" },
    { "\"a\":\"here.safetensors\",\"b\":\"folder\"", "folder: this is no regular file" },
    { "\"a\":\"here.safetensors\",\"b\":\"dangling\"", "the shard dangling is missing" },
  };
  g_autofree char *dangling = g_build_filename (fixture->folder, "dangling", NULL);
  g_autofree char *folder = g_build_filename (fixture->folder, "folder", NULL);

  WRITE ("here.safetensors", layers);
  g_assert_cmpint (symlink ("nowhere", dangling) | g_mkdir (folder, 0700), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf ("{\"weight_map\":{%s}}", rows[i].map);

      shard_put (fixture->folder, INDEX, text);
      assert_refused (fixture->folder, "", rows[i].says);
      assert_refused (fixture->folder, INDEX, rows[i].says);
    }
  shard_put (fixture->folder, INDEX, "{\"metadata\":{\"total_size\":0},\"weight_map\":{}}");
  g_autoptr (UllModel) empty = open_model (fixture->folder, "");
  assert_warned (empty, "names no weight file");
}

/* Files that are not what their names say. */
static void
test_files (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *text;
    const char *says;
  } rows[] = {
    { "<!doctype html><html><head><title>Sign in</title></head></html>", "this is no safetensors file" },
    { "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1000\n", "git lfs pull" },
    { "../../blobs/0123456789abcdef", "a symbolic link that was checked out as a text" },
    { "GGUF and more of it", "this is a GGUF file" },
    { "\200\2}q\1X", "a pickle of PyTorch" },
    { "", "this is no safetensors file" },
    { "1234", "this is no safetensors file" },
  };

  shard_put (fixture->folder, INDEX, "{\"weight_map\":{\"a\":\"a.safetensors\",\"b\":\"b.safetensors\"}}");
  WRITE ("b.safetensors", layers);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      shard_put (fixture->folder, "a.safetensors", rows[i].text);
      assert_refused (fixture->folder, "", rows[i].says);
      assert_refused (fixture->folder, "", "a.safetensors");
    }
  /* Cut short behind its header, and inside it. */
  shard_write (fixture->folder, "a.safetensors", "{\"a\":{\"dtype\":\"BF16\",\"shape\":[8],\"data_offsets\":[0,16]}}", 15);
  assert_refused (fixture->folder, "", "a.safetensors: the file ends at byte 79, and by its header it goes on to byte 80");
  shard_write_raw (fixture->folder, "a.safetensors", 300, "{\"a\":{\"dtype\"", 20);
  assert_refused (fixture->folder, "", "a.safetensors: the file ends at byte 20, and its header alone goes on to byte 308");
  shard_write (fixture->folder, "a.safetensors", "{}", 0);
  g_autoptr (UllModel) bare = open_model (fixture->folder, "");
  assert_warned (bare, "a.safetensors: the index names 1 tensors of it, and it holds 0");
  /* The same tensors in two shards are one model's. */
  WRITE ("a.safetensors", layers);
  g_autoptr (UllModel) twice = open_model (fixture->folder, "");
  g_assert_cmpint (twice->weight_bytes, ==, 3 * 144);
  assert_warned (twice, "6 tensors stand in two shards; each is counted once");
}

/* Without the right to read: in a process that is nobody's, since nothing is kept from root. Its answer is what it would say. */
static char *
open_as_nobody (const char *path)
{
  char answer[1024] = "";
  int ends[2];
  gssize n;
  pid_t child;

  g_assert_cmpint (pipe (ends), ==, 0);
  child = fork ();
  if (child == 0)
    {
      g_autoptr (GError) error = NULL;
      gboolean dropped = geteuid () != 0 || setreuid (65534, 65534) == 0;
      g_autoptr (UllModel) model = dropped ? ull_config_open (path, ULL_CONFIG_DEFAULT, &error) : NULL;
      const char *text = error != NULL ? error->message : model != NULL && model->warnings != NULL ? model->warnings[0] : "nothing";

      _exit (write (ends[1], text, MIN (strlen (text), sizeof answer - 1)) < 0);
    }
  close (ends[1]);
  n = read (ends[0], answer, sizeof answer - 1);
  close (ends[0]);
  g_assert_cmpint (waitpid (child, NULL, 0), ==, child);
  return g_strndup (answer, (gsize) MAX (n, 0));
}

static void
assert_kept (const char *path, const char *says)
{
  g_autofree char *answer = open_as_nobody (path);

  if (!strstr (answer, says))
    g_error ("“%s” should say “%s”", answer, says);
}

static void
test_rights (Fixture *fixture, gconstpointer data)
{
  g_autofree char *config = g_build_filename (fixture->folder, "config.json", NULL);
  g_autofree char *shard = g_build_filename (fixture->folder, "model.safetensors", NULL);

  WRITE ("other.safetensors", layers);
  g_assert_cmpint (g_chmod (config, 0644) | g_chmod (fixture->folder, 0711), ==, 0);
  /* It can be entered and not listed. */
  if (geteuid () != 0)
    g_assert_cmpint (g_chmod (fixture->folder, 0311), ==, 0);
  assert_kept (fixture->folder, "the folder cannot be listed");
  g_assert_cmpint (g_chmod (fixture->folder, 0755), ==, 0);
  WRITE ("model.safetensors", layers);
  g_assert_cmpint (g_chmod (shard, 0), ==, 0);
  assert_kept (fixture->folder, "model.safetensors: it cannot be read (");
  g_assert_cmpint (g_chmod (config, 0), ==, 0);
  assert_kept (fixture->folder, "config.json: it cannot be read (");
  g_assert_cmpint (g_chmod (fixture->folder, 0), ==, 0);
  assert_kept (fixture->folder, "it cannot be read (");
  g_assert_cmpint (g_chmod (fixture->folder, 0700), ==, 0);
}

/* Of tensors of a gigabyte, nothing: the configuration, and each header to its last byte. */
static void
test_bytes_read (Fixture *fixture, gconstpointer data)
{
  const gint64 giga = G_GINT64_CONSTANT (1) << 30;
  const ShardTensor tensors[] = { LAYER ("0"), LAYER ("1"), LAYER ("2"), { "model.embed_tokens.weight", "U8", "[1073741824]", giga } };
  gint64 before, after;

  WRITE ("model-00001-of-00002.safetensors", tensors);
  WRITE ("model-00002-of-00002.safetensors", last);
  before = shard_count_read ();
  g_autoptr (UllModel) model = open_model (fixture->folder, "");
  after = shard_count_read ();
  g_assert_cmpint (model->weight_bytes, ==, giga + 3 * 144);
  g_test_message ("%" G_GINT64_FORMAT " bytes were read", after - before);
  g_assert_cmpint (after - before, <, 4096);
}

/* Whoever waits no longer: the read ends at the next piece of a file, of whichever kind. */
static void
test_cancelled (Fixture *fixture, gconstpointer data)
{
  static const char *const files[] = { "", "config.json", "model.safetensors", "broken.gguf" };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  WRITE ("model.safetensors", layers);
  shard_put (fixture->folder, "broken.gguf", "GGUF\3\1\1\1");
  g_cancellable_push_current (cancellable);
  g_autoptr (UllModel) before = open_model (fixture->folder, "");
  g_assert_cmpint (before->weight_source, ==, ULL_WEIGHTS_HEADERS);
  g_cancellable_cancel (cancellable);
  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (fixture->folder, files[i], NULL);
      g_autoptr (GError) error = NULL;

      g_assert_null (ull_config_open (path, ULL_CONFIG_DEFAULT, &error));
      g_assert_true (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || strstr (error->message, g_strerror (ECANCELED)));
    }
  g_cancellable_pop_current (cancellable);
}

/* The hub's cache with several revisions. */
static void
test_revisions (Fixture *fixture, gconstpointer data)
{
  static const char *const names[] = { "bbb", "aaa", "ccc", "ddd" };
  g_autofree char *cached = g_build_filename (fixture->folder, "models--some--Tiny", NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *folder = g_build_filename (cached, "snapshots", names[i], NULL);

      shard_put (folder, "config.json", CONFIG ("llama"));
      if (i == 1)
        assert_refused (cached, "", "the cache has 2 revisions of the model and its refs/main names none of them; one of snapshots/aaa, "
                                    "snapshots/bbb would be right");
    }
  assert_refused (cached, "", "4 revisions");
  assert_refused (cached, "", "snapshots/aaa, snapshots/bbb, snapshots/ccc, … would be right");
  /* A reference to a revision that is not there, or to a place outside, is none. */
  shard_put (cached, "refs/main", "eee");
  assert_refused (cached, "", "names none of them");
  shard_put (cached, "refs/main", "../../..");
  assert_refused (cached, "", "names none of them");
  shard_put (cached, "refs/main", "ccc\n");
  g_autoptr (UllModel) model = open_model (cached, "");
  g_assert_cmpstr (model->name, ==, "Tiny");
}

int
main (int argc, char *argv[])
{
  static const struct
  {
    const char *path;
    void (*run) (Fixture *, gconstpointer);
  } tests[] = {
    { "/folder/layers", test_layers }, { "/folder/forms", test_forms },   { "/folder/index", test_index },
    { "/folder/files", test_files },   { "/folder/rights", test_rights }, { "/folder/revisions", test_revisions },
    { "/folder/bytes-read", test_bytes_read },
    { "/folder/cancelled", test_cancelled },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].run, tear_down);
  return g_test_run ();
}
