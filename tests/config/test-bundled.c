#include "config-table.h"
#include "ull-config.h"
#include "ull-error.h"
#include "ull-json.h"

#include <string.h>

/* The bundled models are data of the program: the list is in order, its notes are true, and every count is what the
 * shapes come to. */

static void
test_list (void)
{
  guint n;
  const UllBundledModel *models = ull_config_bundled (&n);

  g_assert_cmpuint (n, >=, 40);
  g_assert_null (models[n].id);
  g_assert_true (models == ull_config_bundled (NULL));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (UllModel) model = ull_config_open_bundled (models[i].id, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (model->name, ==, models[i].name);
      g_assert_cmpuint (strlen (model->digest), ==, 64);
      g_assert_cmpint (model->weight_source, ==, model->weight_bytes < 0 ? ULL_WEIGHTS_UNKNOWN : ULL_WEIGHTS_ESTIMATE);
      /* Whose matrices are not known, and whose count was not published, has no size. */
      if (model->anatomy.parameters < 1)
        g_assert_cmpint (model->weight_bytes, ==, -1);
      if (i == 0)
        continue;
      int groups = strcmp (models[i - 1].group, models[i].group);
      g_assert_true (groups < 0 || (groups == 0 && strcmp (models[i - 1].name, models[i].name) < 0));
    }
}

/* What the list says of a model of each kind. */
static void
test_notes (void)
{
  static const struct
  {
    const char *id;
    const char *note;
  } notes[] = {
    { "llama-3.1-8b", "32 layers · 8 KV heads × 128" },
    { "mistral-7b-v0.1", "32 layers · 8 KV heads × 128 · sliding window" },
    { "gemma-2-9b", "42 layers · 8 KV heads × 256 · 21 sliding window" },
    { "deepseek-v3", "61 layers · latent attention" },
    { "gemma-4-31b", "60 layers · 50 sliding window" },
    { "jamba-v0.1", "32 layers · 8 KV heads × 128 · 28 recurrent state" },
    { "mamba-2.8b", "64 layers · recurrent state" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (notes); i++)
    for (const UllBundledModel *model = ull_config_bundled (NULL); model->id; model++)
      if (strcmp (model->id, notes[i].id) == 0)
        g_assert_cmpstr (model->note, ==, notes[i].note);
}

/* Growth, windows: the same figures that are published with the models' own code. */
static void
test_growth (void)
{
  static const struct
  {
    const char *id;
    gint64 tokens;
    gint64 bytes; /* of the layers without the draft ones */
  } growth[] = {
    { "gemma-2-2b", 1, 53248 + 53248 },
    { "gemma-3-27b", 1025, 1025 * 81920 + 1024 * 425984 },
    { "gemma-3n-e4b", 1, 8192 + 32768 },
    { "gemma-4-e4b", 1, 16384 + 40960 },
    { "gpt-oss-120b", 129, 129 * 36864 + 128 * 36864 },
    { "deepseek-v2-lite", 1, 31104 },
    { "deepseek-v3", 1, 70272 },
    { "deepseek-v3.2", 1, 70272 + 15616 },
    { "kimi-k2", 1, 70272 },
    { "glm-4.7-flash", 1, 54144 },
    { "glm-5.1", 1, 89856 + 19968 },
    { "llama-4-scout", 8193, 8193 * 49152 + G_GINT64_CONSTANT (8192) * 147456 },
    { "minimax-m2", 1, 253952 },
    { "command-r7b", 4097, 4097 * 32768 + 4096 * 98304 },
    { "exaone-4-32b", 1, 65536 + 196608 },
    { "olmo-3-32b", 1, 65536 + 196608 },
    { "mimo-v2-flash", 129, 129 * 23040 + 128 * 199680 },
    { "nemotron-super-49b", 1, 200704 },
    { "starcoder2-7b", 1, 65536 },
    { "minicpm3-4b", 1, 35712 },
    { "hunyuan-large", 1, 81920 },
    { "longcat-flash", 1, 64512 },
    { "step-3.5-flash", 1, 49152 + 135168 },
    /* Recurrent parts at 2 bytes where nothing else is fixed. */
    { "bamba-9b", 1, 12288 + 62287360 },
    { "codestral-mamba-7b", 1000, 138149888 },
    { "falcon-h1-7b", 1, 45056 + 70152192 },
    { "falcon-mamba-7b", 1000, 19922944 },
    { "granite-4.0-h-micro", 1, 8192 + 38688768 },
    { "jamba-v0.1", 1, 16384 + 8716288 },
    { "kimi-k3", 1, 27648 + 449372160 },
    { "lfm2-1.2b", 1, 12288 + 81920 },
    { "mamba-2.8b", 1000, 12451840 },
    { "minimax-m1", 1, 40960 + 146800640 },
    { "nemotron-3-nano-30b-a3b", 1, 6144 + 24965120 },
    { "qwen3-next-80b-a3b", 1, 24576 + 39518208 },
    { "recurrentgemma-9b", 2049, 2048 * 12288 + 1064960 },
    { "rwkv-4-7b", 1000, 2097152 },
    { "zamba2-2.7b", 1, 184320 + 37089792 },
    /* A token of the sequence and one of the encoder or the image. */
    { "bart-large", 1, 2 * 49152 },
    { "flan-t5-xxl", 1, 2 * 393216 },
    { "llama-3.2-11b-vision", 1, 131072 + 32768 },
    { "whisper-large-v3", 1, 2 * 163840 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (growth); i++)
    {
      g_autoptr (UllModel) model = ull_config_open_bundled (growth[i].id, NULL);
      g_assert_nonnull (model);
      if (config_bytes (model, growth[i].tokens) != growth[i].bytes)
        g_error ("%s: %" G_GINT64_FORMAT " B, not %" G_GINT64_FORMAT, growth[i].id,
                 config_bytes (model, growth[i].tokens), growth[i].bytes);
    }
}

/* The published count in the file against the one from the shapes, where these tell it. */
static void
test_parameters (void)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "..", "data", "models", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint compared = 0;

  g_assert_nonnull (dir);
  for (const char *name = g_dir_read_name (dir); name; name = g_dir_read_name (dir))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *text = NULL;
      g_autoptr (GError) error = NULL;
      gsize length;

      g_assert_true (g_file_get_contents (path, &text, &length, NULL));
      g_autoptr (UllJson) json = ull_json_parse (name, text, length, ULL_JSON_STRICT, &error);
      g_assert_no_error (error);

      UllJsonRef config, ref;
      gint64 published;
      g_assert_true (ull_json_get (ull_json_root (json), "parameters", &ref));
      published = -1;
      if (ull_json_type (ref) != ULL_JSON_NULL)
        g_assert_true (ull_json_read_int (ref, &published, &error));
      g_assert_true (ull_json_get (ull_json_root (json), "config", &config));
      g_autofree char *raw = ull_json_dup_raw (config);
      g_autoptr (UllModel) model = ull_config_parse (name, NULL, raw, strlen (raw), ULL_CONFIG_DEFAULT, &error);
      g_assert_no_error (error);
      if (model->parameters >= 0)
        g_assert_cmpint (model->parameters, ==, published);
      compared++;

      g_assert_true (ull_json_get (ull_json_root (json), "id", &ref));
      g_autofree char *id = ull_json_read_string (ref, NULL);
      g_autofree char *expected = g_strconcat (id, ".json", NULL);
      g_assert_cmpstr (name, ==, expected);
    }
  guint n;
  ull_config_bundled (&n);
  g_assert_cmpuint (compared, ==, n);
}

/* Models whose layers are not all alike, or not of one kind, and what their shapes come to, norms and the like left out:
 *   Bamba          29 × (4096 × 16768 + 8192 × 4096 + 8448 × 4) + 3 × 2 × 4096 × (4096 + 1024) + 32 × 3 × 4096 × 14336 + 2 × 128256 × 4096
 *   Falcon-H1      44 × (3072 × 6680 + 3072 × 3072 + 3584 × 4 + 2 × 3072 × (1536 + 256) + 3 × 3072 × 12288) + 2 × 130048 × 3072
 *   Nemotron       28 × (5120 × 22656 + 10240 × 5120 + 12288 × 4) + 6 × 2 × 5120 × (5120 + 1024) + 28 × 2 × 5120 × 20480 + 2 × 131072 × 5120
 *   RecurrentGemma 26 × (3 × 4096 × 4096 + 2 × 16 × 256 × 256) + 12 × 2 × 4096 × (4096 + 256) + 38 × 3 × 4096 × 12288 + 256000 × 4096
 *   Gemma 4 31B    50 × (2 × 5376 × 8192 + 2 × 5376 × 4096) + 10 × (2 × 5376 × 16384 + 5376 × 2048) + 60 × 3 × 5376 × 21504 + 262144 × 5376
 *   Gemma 4 26B    25 × (2 × 2816 × 4096 + 2 × 2816 × 2048) + 5 × (2 × 2816 × 8192 + 2816 × 1024)
 *                  + 30 × (3 × 2816 × 2112 + 128 × 3 × 2816 × 704 + 2816 × 128) + 262144 × 2816
 *     both with    27 × (4 × 1152 × 1152 + 3 × 1152 × 4304) + (1152 + H) × H of their tower
 *   RWKV-4         32 × (5 × 4096 × 4096 + 2 × 4096 × 16384 + 11 × 4096) + 4 × 4096 + 2 × 50277 × 4096, to the last one
 *   MiniCPM3       62 × (2560 × 768 + 768 × 40 × 96 + 2560 × 288 + 256 × 40 × 128 + 40 × 64 × 2560 + 3 × 2560 × 6400) + 73448 × 2560
 *   GLM-5.1        78 × (6144 × 2048 + 2048 × 64 × 256 + 6144 × 576 + 512 × 64 × 448 + 64 × 256 × 6144 + 2048 × 4096 + 6144 × 160)
 *                  + 3 × 3 × 6144 × 12288 + 75 × (257 × 3 × 6144 × 2048 + 6144 × 256) + 2 × 154880 × 6144 */
static void
test_unlike (void)
{
  static const struct
  {
    const char *id;
    gint64 parameters;
    guint bytes; /* of one */
    gboolean open;
  } rows[] = {
    { "bamba-9b", G_GINT64_CONSTANT (9779475456), 2, TRUE },
    { "falcon-h1-7b", G_GINT64_CONSTANT (7585079296), 2, TRUE },
    { "nemotron-nano-12b-v2", G_GINT64_CONSTANT (12309037056), 2, TRUE },
    { "recurrentgemma-9b", G_GINT64_CONSTANT (8577351680), 2, TRUE },
    { "gemma-4-31b", G_GINT64_CONSTANT (31276050432), 2, TRUE },
    { "gemma-4-26b-a4b", G_GINT64_CONSTANT (25788557312), 2, TRUE },
    { "rwkv-4-7b", G_GINT64_CONSTANT (7392649216), 4, FALSE },
    { "minicpm3-4b", G_GINT64_CONSTANT (4073492480), 2, TRUE },
    { "glm-5.1", G_GINT64_CONSTANT (743910014976), 2, TRUE },
    { "nemotron-super-49b", G_GINT64_CONSTANT (49867145216), 2, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (UllModel) model = ull_config_open_bundled (rows[i].id, &error);

      g_assert_no_error (error);
      g_assert_cmpint (model->weight_bytes, ==, rows[i].parameters * rows[i].bytes);
      g_assert_true ((model->weight_high > 0) == rows[i].open);
      g_assert_cmpint (model->weight_high - model->weight_low, <, model->weight_bytes / 100);
    }
}

/* Of these the bundled file does not say enough, or the family's matrices are not known: no size is better than a part of one. */
static void
test_without_size (void)
{
  static const char *const ids[] = { "deepseek-v4-flash", "gemma-3n-e4b", "gemma-4-e4b", "hunyuan-large",
                                     "kimi-k3", "longcat-flash", "mimo-v2-flash", "step-3.5-flash", "zamba2-2.7b", NULL };
  guint n = 0;

  for (const UllBundledModel *row = ull_config_bundled (NULL); row->id; row++)
    {
      g_autoptr (UllModel) model = ull_config_open_bundled (row->id, NULL);

      if (model->weight_bytes >= 0)
        continue;
      if (!g_strv_contains (ids, row->id))
        g_error ("%s has no size", row->id);
      n++;
    }
  g_test_message ("%u bundled models without a size", n);
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (ids) - 1);
}

/* 8,030,261,248 parameters at 2 bytes; 32 layers x 2 x 8 x 128 x 2 bytes. */
static void
test_llama (void)
{
  g_autoptr (UllModel) model = ull_config_open_bundled ("llama-3.1-8b", NULL);

  g_assert_cmpint (model->parameters, ==, G_GINT64_CONSTANT (8030261248));
  g_assert_cmpint (model->weight_bytes, ==, G_GINT64_CONSTANT (16060522496));
  g_assert_cmpint (config_bytes (model, 1), ==, 131072);
  g_assert_cmpint (model->max_positions, ==, 131072);
}

static void
test_unknown_id (void)
{
  static const struct
  {
    const char *id;
    const char *near;
  } cases[] = {
    { "llama-3.1-9b", "llama-3.1" },
    { "QWEN3-8", "qwen3-8b" },
    { "", "" },
    { "../devices/devices", "" },
    { "nothing like it", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (ull_config_open_bundled (cases[i].id, &error));
      g_assert_error (error, ULL_ERROR, ULL_ERROR_MISSING);
      g_assert_nonnull (strstr (error->message, cases[i].near));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/config/bundled/list", test_list);
  g_test_add_func ("/config/bundled/notes", test_notes);
  g_test_add_func ("/config/bundled/growth", test_growth);
  g_test_add_func ("/config/bundled/parameters", test_parameters);
  g_test_add_func ("/config/bundled/unlike", test_unlike);
  g_test_add_func ("/config/bundled/without-size", test_without_size);
  g_test_add_func ("/config/bundled/llama", test_llama);
  g_test_add_func ("/config/bundled/unknown-id", test_unknown_id);
  return g_test_run ();
}
