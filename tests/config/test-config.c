#include "config-table.h"
#include "ull-config.h"
#include "ull-error.h"

#include <string.h>

/* What each small file in data/configs must come to: cases.tsv says it, and why. */

static ConfigTable *cases;

static UllModel *
parse (const char *text, UllConfigFlags flags, GError **error)
{
  return ull_config_parse ("config.json", NULL, text, strlen (text), flags, error);
}

static void
check_read (guint row, const UllModel *model)
{
  g_assert_cmpint (model->n_layers, ==, config_table_get_int (cases, row, "layers"));
  g_assert_cmpint (ull_model_get_kv_heads (model), ==, config_table_get_int (cases, row, "kv_heads"));
  g_assert_cmpint (ull_model_get_head_dim (model), ==, config_table_get_int (cases, row, "head_dim"));
  g_assert_cmpint (model->max_positions, ==, config_table_get_int (cases, row, "positions"));
  g_assert_cmpint (model->parameters, ==, config_table_get_int (cases, row, "parameters"));

  /* Keys and values at 2 bytes, written out once more. */
  gint64 per_token = 2 * 2 * config_table_get_int (cases, row, "layers")
                     * config_table_get_int (cases, row, "kv_heads") * config_table_get_int (cases, row, "head_dim");
  g_assert_cmpint (config_bytes (model, 1), ==, per_token);
  g_assert_cmpint (config_bytes (model, 1000000), ==, 1000000 * per_token);

  const char *says = config_table_get (cases, row, "says");
  g_autofree char *warnings = config_dup_warnings (model);
  if (says[0])
    g_assert_nonnull (strstr (warnings, says));
  else
    g_assert_cmpstr (warnings, ==, "");
}

static void
test_case (gconstpointer data)
{
  guint row = GPOINTER_TO_UINT (data);
  const char *file = config_table_get (cases, row, "file");
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "configs", file, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (UllModel) model = ull_config_open (path, ULL_CONFIG_DEFAULT, &error);

  if (strcmp (config_table_get (cases, row, "outcome"), "read") == 0)
    {
      g_assert_no_error (error);
      check_read (row, model);
      return;
    }
  g_assert_null (model);
  g_assert_nonnull (error);
  g_assert_true (g_str_has_prefix (error->message, file));
  g_assert_nonnull (strstr (error->message, config_table_get (cases, row, "says")));
  g_assert_nonnull (strstr (error->message, "; "));
}

/* Wherever a file is cut, there is an error: a part of a model is not a model. */
static void
test_every_prefix (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "configs", "llama-gqa.json", NULL);
  g_autofree char *text = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  for (gsize cut = 0; cut < length - 2; cut++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (ull_config_parse ("config.json", NULL, text, cut, ULL_CONFIG_DEFAULT, &error));
      g_assert_error (error, ULL_ERROR, ULL_ERROR_SYNTAX);
    }
}

static void
test_brackets (void)
{
  g_autofree char *brackets = g_strnfill (100000, '[');
  g_autofree char *inside = g_strconcat ("{\"model_type\":\"llama\",\"x\":", brackets, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (parse (brackets, ULL_CONFIG_DEFAULT, &error));
  g_assert_error (error, ULL_ERROR, ULL_ERROR_SYNTAX);
  g_clear_error (&error);
  g_assert_null (parse (inside, ULL_CONFIG_DEFAULT, &error));
  g_assert_error (error, ULL_ERROR, ULL_ERROR_SYNTAX);
}

/* The sizes whose products would not fit are refused one by one, so none can wrap. */
static void
test_largest_sizes (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (UllModel) model
    = parse ("{\"model_type\":\"llama\",\"num_hidden_layers\":65536,\"hidden_size\":16777216,"
             "\"num_attention_heads\":65536,\"head_dim\":1048576,\"intermediate_size\":1073741824,"
             "\"vocab_size\":1073741824}",
             ULL_CONFIG_DEFAULT, &error);

  g_assert_no_error (error);
  /* 2^16 layers x 2^16 heads x 2 x 2^20 x 2 bytes = 2^54; the parameters pass 2^63, so they are not known. */
  g_assert_cmpint (config_bytes (model, 1), ==, G_GINT64_CONSTANT (1) << 54);
  g_assert_cmpint (model->parameters, ==, -1);
  g_assert_cmpint (model->weight_bytes, ==, -1);
  for (guint i = 0; i < ULL_N_WEIGHT_PARTS; i++)
    g_assert_cmpint (model->weights.bytes[i], ==, 0);
}

#define ORDINARY "\"num_hidden_layers\":2,\"hidden_size\":64,\"num_attention_heads\":4"

static void
test_as_plain (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (UllModel) plain = parse ("{\"model_type\":\"zebra\"," ORDINARY "}", ULL_CONFIG_AS_PLAIN, &error);

  g_assert_no_error (error);
  g_assert_true (plain->as_plain);
  g_assert_cmpstr (plain->family, ==, "zebra");
  g_assert_cmpint (config_bytes (plain, 1), ==, 2 * 2 * 2 * 64);
  g_auto (GStrv) list = ull_model_dup_warnings (plain);
  g_autofree char *warnings = g_strjoinv ("\n", list);
  g_assert_nonnull (strstr (warnings, "treated as plain attention"));

  /* A family that is known stays what it is, and a marker or a missing size is no plain attention. */
  g_autoptr (UllModel) llama = parse ("{\"model_type\":\"llama\"," ORDINARY "}", ULL_CONFIG_AS_PLAIN, &error);
  g_assert_no_error (error);
  g_assert_false (llama->as_plain);
  g_assert_null (parse ("{\"model_type\":\"zebra\",\"ssm_cfg\":{\"a\":1}," ORDINARY "}", ULL_CONFIG_AS_PLAIN, &error));
  g_assert_error (error, ULL_ERROR, ULL_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, "ssm_cfg"));
  g_clear_error (&error);
  g_assert_null (parse ("{\"model_type\":\"zebra\",\"sliding_window\":8," ORDINARY "}", ULL_CONFIG_AS_PLAIN, &error));
  g_assert_error (error, ULL_ERROR, ULL_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, "sliding_window"));
  g_clear_error (&error);
  g_assert_null (parse ("{\"model_type\":\"zebra\",\"sliding_window\":8,\"layer_types\":[\"full_attention\","
                        "\"sliding_attention\"]," ORDINARY "}",
                        ULL_CONFIG_AS_PLAIN, &error));
  g_assert_error (error, ULL_ERROR, ULL_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, "layer_types[1]"));
  g_clear_error (&error);
  g_assert_null (parse ("{\"model_type\":\"zebra\"}", ULL_CONFIG_AS_PLAIN, &error));
  g_assert_error (error, ULL_ERROR, ULL_ERROR_MISSING);
}

/* The limit is the file's, in the nested object or at the top; a number like 1e30 says that there is none; only a file
 * that says nothing has its class's (2,048 for Llama), and that with a warning. */
static void
test_length (void)
{
  static const struct
  {
    const char *text;
    gint64 positions;
    gboolean warns;
  } rows[] = {
    { "{\"model_type\":\"llama\"," ORDINARY "}", 2048, TRUE },
    { "{\"model_type\":\"llama\",\"max_position_embeddings\":null," ORDINARY "}", 2048, TRUE },
    { "{\"model_type\":\"llama\",\"max_position_embeddings\":1e30," ORDINARY "}", -1, FALSE },
    { "{\"model_type\":\"llama\",\"max_position_embeddings\":4096," ORDINARY "}", 4096, FALSE },
    { "{\"max_position_embeddings\":8192,\"text_config\":{\"model_type\":\"llama\"," ORDINARY "}}", 8192, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (UllModel) model = parse (rows[i].text, ULL_CONFIG_DEFAULT, &error);
      g_autofree char *warnings = NULL;

      g_assert_no_error (error);
      g_assert_cmpint (model->max_positions, ==, rows[i].positions);
      warnings = model->warnings ? g_strjoinv ("\n", model->warnings) : g_strdup ("");
      g_assert_cmpint (strstr (warnings, "max_position_embeddings") != NULL, ==, rows[i].warns);
    }
}

static void
test_names (void)
{
  static const struct
  {
    const char *member;
    const char *title;
    const char *name;
  } names[] = {
    { "", NULL, "config" },
    { "", "folder", "folder" },
    { "\"_name_or_path\":\"org/Model-7B\",", "folder", "Model-7B" },
    { "\"_name_or_path\":\"/home/a/model\",", "folder", "folder" },
    { "\"_name_or_path\":\"./model/x\",", "folder", "folder" },
    { "\"_name_or_path\":\"org/\",", "folder", "folder" },
    { "\"_name_or_path\":\"\",", NULL, "config" },
    { "\"_name_or_path\":7,", NULL, "config" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *text = g_strdup_printf ("{%s\"model_type\":\"llama\"," ORDINARY "}", names[i].member);
      g_autoptr (UllModel) model
        = ull_config_parse ("config.json", names[i].title, text, strlen (text), ULL_CONFIG_DEFAULT, NULL);
      g_assert_cmpstr (model->name, ==, names[i].name);
      g_assert_cmpstr (model->source, ==, "config.json");
    }
}

static void
test_facts (void)
{
  static const char text[] = "{\"model_type\":\"llama\",\"dtype\":\"torch.float32\",\"vocab_size\":10,"
                             "\"intermediate_size\":1," ORDINARY "}";
  g_autoptr (UllModel) model = parse (text, ULL_CONFIG_DEFAULT, NULL);
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);

  g_assert_cmpstr (model->digest, ==, digest);
  g_assert_cmpstr (model->family, ==, "llama");
  g_assert_cmpint (model->native_dtype, ==, ULL_DTYPE_F32);
  g_assert_cmpint (model->query_heads, ==, 4);
  g_assert_cmpint (model->hidden_size, ==, 64);
  /* Embeddings 2x10x64; two layers of 4x64x64 + 3x64 + 2x64; 64. */
  g_assert_cmpint (model->parameters, ==, 1280 + 2 * (16384 + 192 + 128) + 64);
  g_assert_cmpint (model->weight_bytes, ==, 4 * model->parameters);
  g_assert_cmpint (model->weight_source, ==, ULL_WEIGHTS_ESTIMATE);
}

/* Gemma 3 writes the limit that its scaled positions reach (1,024 here): a factor of 8 does not stretch it again. */
static void
test_positions (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "configs", "positions-gemma3-linear.json", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (UllModel) model = ull_config_open (path, ULL_CONFIG_DEFAULT, &error);

  g_assert_no_error (error);
  g_assert_cmpint (model->max_positions, ==, 1024);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "configs", "cases.tsv", NULL);
  cases = config_table_read (path);
  g_assert_nonnull (cases);
  for (guint row = 0; row < cases->rows->len; row++)
    {
      g_autofree char *name = g_strconcat ("/config/case/", config_table_get (cases, row, "file"), NULL);
      g_test_add_data_func (name, GUINT_TO_POINTER (row), test_case);
    }
  g_test_add_func ("/config/every-prefix", test_every_prefix);
  g_test_add_func ("/config/brackets", test_brackets);
  g_test_add_func ("/config/largest-sizes", test_largest_sizes);
  g_test_add_func ("/config/as-plain", test_as_plain);
  g_test_add_func ("/config/length", test_length);
  g_test_add_func ("/config/names", test_names);
  g_test_add_func ("/config/facts", test_facts);
  g_test_add_func ("/config/positions", test_positions);
  int status = g_test_run ();
  config_table_free (cases);
  return status;
}
