#include "config-table.h"
#include "gguf-make.h"
#include "ull-config.h"
#include "ull-error.h"
#include "ull-gguf-reader.h"
#include "ull-json.h"

#include <string.h>

/* A corpus of real files and of the keys of real models, where one lies beside the sources: each file has the figures that
 * its index has for it or is refused for the index's reason; and a model's keys come to what its config.json comes to, layer by
 * layer, where the corpus has both, else to the published figure. */

static char *
in_corpus (const char *folder, const char *name)
{
  return g_build_filename (g_test_get_dir (G_TEST_DIST), "..", "..", "shared", "corpus", folder, name, NULL);
}

/* What is wrong with a file that the index refuses, in our words. */
static const struct
{
  const char *note, *says;
} reasons[] = {
  { "magic", "begins with FUGG" },
  { "type 13", "values of type 13 are not known" },
  { "6-byte", "ends inside its first words" },
  { "49 bytes", "ends inside its metadata" },
};

static void
check_refusal (const char *path, const char *note)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (ull_config_open (path, ULL_CONFIG_DEFAULT, &error));
  for (gsize i = 0; i < G_N_ELEMENTS (reasons); i++)
    if (strstr (note, reasons[i].note))
      {
        if (!strstr (error->message, reasons[i].says))
          g_error ("%s: “%s” should say “%s”", path, error->message, reasons[i].says);
        return;
      }
  g_error ("%s: no reason of the index is known: %s", path, note);
}

/* "llama.block_count=32" of the notes; what is no whole number is not compared. */
static guint
check_notes (const UllGguf *file, const char *notes)
{
  g_auto (GStrv) words = g_strsplit (notes, " ", -1);
  guint compared = 0;

  for (char **word = words; *word; word++)
    {
      g_auto (GStrv) sides = g_strsplit (*word, "=", 2);
      const UllGgufEntry *entry = sides[0] && sides[1] ? ull_gguf_find (file, sides[0]) : NULL;
      gint64 value;

      if (!entry || entry->array || !ull_gguf_get_int (file, entry, 0, &value) || !g_ascii_isdigit (sides[1][0]))
        continue;
      g_assert_cmpint (value, ==, g_ascii_strtoll (sides[1], NULL, 10));
      compared++;
    }
  return compared;
}

static guint
check_figures (const ConfigTable *table, guint row, const char *path)
{
  g_autofree char *bytes = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  g_autoptr (GBytes) all = g_bytes_new_take (g_steal_pointer (&bytes), length);
  g_autoptr (GError) error = NULL;
  g_autoptr (UllGguf) file = ull_gguf_parse ("x.gguf", all, &error);
  g_assert_no_error (error);
  g_assert_cmpint (file->version, ==, config_table_get_int (table, row, "gguf_version"));
  g_assert_cmpint (file->entries->len, ==, config_table_get_int (table, row, "n_kv"));
  g_assert_cmpint (file->tensors->len, ==, config_table_get_int (table, row, "n_tensors"));
  g_assert_cmpint ((gint64) file->header_end, ==, config_table_get_int (table, row, "header_end"));
  g_assert_cmpint ((gint64) file->data_start, ==, config_table_get_int (table, row, "data_start"));
  g_assert_cmpint (file->tensor_bytes, ==, config_table_get_int (table, row, "tensor_bytes"));
  return check_notes (file, config_table_get (table, row, "notes"));
}

/* As a model: the architecture's own, or a sentence that names the key that is missing. */
static gboolean
check_model (const ConfigTable *table, guint row, const char *path)
{
  const char *arch = config_table_get (table, row, "arch");
  g_autoptr (GError) error = NULL;
  g_autoptr (UllModel) model = ull_config_open (path, ULL_CONFIG_DEFAULT, &error);

  if (model)
    {
      g_assert_cmpstr (model->family, ==, arch);
      return TRUE;
    }
  if (arch[0] == '\0')
    g_assert_nonnull (strstr (error->message, "general.architecture: "));
  else if (strcmp (arch, "bert") == 0)
    g_assert_nonnull (strstr (error->message, "bert.attention.causal: "));
  else if (strcmp (arch, "superpoint") == 0)
    g_assert_nonnull (strstr (error->message, "superpoint.block_count: "));
  else
    g_error ("%s: %s", path, error->message);
  return FALSE;
}

static void
test_files (void)
{
  g_autofree char *index = in_corpus ("gguf", "INDEX.tsv");
  g_autoptr (ConfigTable) table = config_table_read (index);
  guint files = 0, models = 0, refused = 0, keys = 0;

  for (guint row = 0; table && row < table->rows->len; row++)
    {
      g_autofree char *path = in_corpus ("gguf", config_table_get (table, row, "file"));

      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        continue;
      files++;
      if (config_table_get (table, row, "gguf_version")[0] == '\0')
        {
          check_refusal (path, config_table_get (table, row, "notes"));
          refused++;
          continue;
        }
      keys += check_figures (table, row, path);
      models += check_model (table, row, path);
    }
  g_test_message ("%u files: %u malformed, %u models; %u keys were compared", files, refused, models, keys);
}

/* Models whose keys and whose config.json the corpus both has, or whose bytes a token are published. Blocks of 0: any. */
static const struct
{
  const char *model;
  gint64 blocks;
  const char *config;
  gint64 figure; /* at 2 bytes an element, the windows' with it */
} known[] = {
  { "Qwen2.5 3B Instruct", 0, "qwen2--Qwen2.5-3B.json", 36864 },
  { "Model_Gguf", 36, "qwen2--Qwen2.5-3B.json", 36864 },
  { "LLaMA v2", 32, NULL, 524288 },
  { "LLaMA v2", 40, "llama2--Llama-2-13b-hf.json", 819200 },
  { "LLaMA v2", 80, "llama2--Llama-2-70b-hf.json", 327680 },
  { "models", 32, "llama1--llama-7b-hf.json", 524288 },
  { "Meta-Llama-3-8B", 0, NULL, 131072 },
  { "Meta-Llama-3-8B-Instruct", 0, NULL, 131072 },
  { "Meta-Llama-3-70B", 0, "llama3--Meta-Llama-3-70B.json", 327680 },
  { "Meta Llama 3.1 8B Instruct", 0, "llama3.1--Meta-Llama-3.1-8B-Instruct.json", 131072 },
  { "Meta_Llama_3.1_8b_it", 0, "llama3.1--Meta-Llama-3.1-8B-Instruct.json", 131072 },
  { "Mistral-7B-Instruct-v0.2", 0, NULL, 131072 },
  { "Mixtral-8x7B-Instruct-v0.1", 0, NULL, 131072 },
  { "Gemma 3 27b It Qat", 0, "gemma3--medgemma-27b-it.json", 81920 + 425984 },
  { "Gemma-3-27B-It", 0, "gemma3--medgemma-27b-it.json", 81920 + 425984 },
  { "Gemma-4-E4B-It", 0, "gemma4--gemma-4-E4B-it.json", 16384 + 40960 },
  { "Qwen3 235B A22B", 94, "qwen3_moe--Qwen3-235B-A22B-FP8.json", 192512 },
  { "Qwen3-235B-A22B-128K", 94, "qwen3_moe--Qwen3-235B-A22B-FP8.json", 192512 },
  { "Qwen3-30B-A3B", 48, "qwen3_moe--Qwen3-Coder-30B-A3B-Instruct.json", 98304 },
  { "Qwen3-32B", 0, "qwen3--Qwen3-32B.json", 262144 },
  { "DeepSeek R1T Chimera Bf16", 0, "deepseek_v3--DeepSeek-V3.json", 70272 },
  { "Deepseek-V3-0324", 61, "deepseek_v3--DeepSeek-V3.json", 70272 },
  /* Conversions of before latents were kept: every head's keys and values. */
  { "DeepSeek R1 Bf16", 61, NULL, 4997120 },
  { "DeepSeek-Coder-V2-Lite-Instruct", 0, NULL, 276480 },
  { "Deep 2 Lite", 0, NULL, 276480 },
  { "gpt-oss-120b", 0, NULL, 36864 + 36864 },
  { "MiniMax-M2", 0, "minimax_m2--MiniMax-M2.5.json", 253952 },
  { "lmstudio-ai/gemma-2b-it Q4_K_M", 0, NULL, 18432 },
  { "gemma-2b-it", 0, "gemma--gemma-2b.json", 18432 },
  { "gemma-2-2b-it", 0, NULL, 53248 + 53248 },
  { "Phi-3-mini-128k-instruct", 0, "phi3--Phi-3-mini-128k-instruct.json", 393216 },
  { "c4ai-command-r-v01", 0, "cohere--c4ai-command-r-v01.json", 1310720 },
  { "Qwen2.5-0.5B-Instruct", 0, NULL, 12288 },
};

/* A list is cut in the corpus to its first elements; those of Gemma 4 go round. */
static void
add_list (GgufMake *make, const char *key, UllJsonRef object, gint64 n)
{
  UllJsonRef first, item;
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint given;

  g_assert_true (ull_json_get (object, "first", &first));
  for (gboolean ok = ull_json_first (first, &item); ok; ok = ull_json_next (&item))
    {
      g_autofree char *word = ull_json_read_string (item, NULL);
      gint64 value = g_strcmp0 (word, "true") == 0;

      if (!word)
        g_assert_true (ull_json_read_int (item, &value, NULL));
      g_array_append_val (values, value);
    }
  given = values->len;
  for (guint i = given; g_str_has_prefix (key, "gemma4.") && i < n; i++)
    {
      gint64 value = g_array_index (values, gint64, i % given);

      g_array_append_val (values, value);
    }
  gguf_make_list (make, key, ULL_GGUF_INT32, (const gint64 *) (const void *) values->data, values->len);
}

static void
add_value (GgufMake *make, const char *key, UllJsonRef value)
{
  UllJsonRef member;
  gboolean truth = FALSE;
  gint64 number = 0;

  switch (ull_json_type (value))
    {
    case ULL_JSON_STRING:
      {
        g_autofree char *text = ull_json_read_string (value, NULL);

        if (g_str_equal (text, "true") || g_str_equal (text, "false"))
          gguf_make_int (make, key, ULL_GGUF_BOOL, text[0] == 't');
        else
          gguf_make_text (make, key, text);
        break;
      }
    case ULL_JSON_INTEGER:
      g_assert_true (ull_json_read_int (value, &number, NULL));
      gguf_make_int (make, key, ULL_GGUF_UINT32, number);
      break;
    case ULL_JSON_BOOLEAN:
      g_assert_true (ull_json_read_bool (value, &truth, NULL));
      gguf_make_int (make, key, ULL_GGUF_BOOL, truth);
      break;
    case ULL_JSON_OBJECT:
      if (ull_json_get (value, "len", &member) && ull_json_read_int (member, &number, NULL))
        add_list (make, key, value, number);
      break;
    case ULL_JSON_REAL:
      gguf_make_int (make, key, ULL_GGUF_FLOAT32, 0);
      break;
    case ULL_JSON_NULL:
    case ULL_JSON_NONFINITE:
    case ULL_JSON_ARRAY:
    default:
      break;
    }
}

/* Keys that were seen in another place than the file's own print come behind that place in brackets; the parts of a split
 * model are not there. */
static GBytes *
make_file (UllJsonRef dump)
{
  GgufMake *make = gguf_make_new (3, FALSE);
  UllJsonRef kv, value;

  g_assert_true (ull_json_get (dump, "kv", &kv));
  for (gboolean ok = ull_json_first (kv, &value); ok; ok = ull_json_next (&value))
    {
      g_autofree char *key = ull_json_dup_key (value);
      const char *bracket = strstr (key, ") ");

      if (!g_str_has_prefix (key, "split.") && !g_str_has_prefix (key, "(log)") && !g_str_has_prefix (key, "(test)"))
        add_value (make, bracket ? bracket + 2 : key, value);
    }
  return gguf_make_end (make);
}

static gboolean
same_layers (const UllModel *model, const UllModel *other)
{
  if (model->n_layers != other->n_layers)
    return FALSE;
  for (guint i = 0; i < model->n_layers; i++)
    {
      const UllRun *one = &model->runs[model->layer_run[i]], *two = &other->runs[other->layer_run[i]];

      if (one->kind != two->kind || one->draft != two->draft || one->n_stores != two->n_stores)
        return FALSE;
      for (guint k = 0; k < one->n_stores; k++)
        if (!ull_store_equal (&one->stores[k], &two->stores[k]))
          return FALSE;
    }
  return TRUE;
}

/* Draft layers are counted only when they are asked for, and a file may have been saved without them. */
static gboolean
check_config (const char *file, const UllModel *model)
{
  g_autofree char *path = in_corpus ("configs", file);
  g_autoptr (UllModel) other = NULL;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return FALSE;
  other = ull_config_open (path, ULL_CONFIG_DEFAULT, NULL);
  g_assert_nonnull (other);
  if (model->n_layers == other->n_layers)
    g_assert_true (same_layers (model, other));
  g_assert_cmpuint (ull_model_get_layers (model), ==, ull_model_get_layers (other));
  g_assert_cmpint (config_bytes (model, 1), ==, config_bytes (other, 1));
  g_assert_cmpint (config_bytes (model, 100000), ==, config_bytes (other, 100000));
  return TRUE;
}

typedef struct
{
  guint dumps, read, figures, configs;
} Counts;

/* A refusal is true: the key that it says is missing is, and the list that it calls too short is shorter than the layers. */
static void
check_reason (GBytes *bytes, const char *message)
{
  g_autoptr (UllGguf) file = ull_gguf_parse ("x.gguf", bytes, NULL);
  const char *start = message + strlen ("x.gguf: "), *end = strstr (start, ": ");
  g_autofree char *key = g_strndup (start, (gsize) (end - start));
  const UllGgufEntry *entry = ull_gguf_find (file, key);
  guint64 said = 0;

  if (strstr (end, "does not have it"))
    g_assert_null (entry);
  else if (g_str_has_prefix (end, ": a list of "))
    {
      said = g_ascii_strtoull (end + strlen (": a list of "), NULL, 10);
      g_assert_true (entry != NULL && entry->array && entry->count == said);
    }
  else if (!strstr (end, "this is an encoder"))
    g_error ("%s: a reason that nobody has looked at", message);
}

static void
check_dump (UllJsonRef dump, Counts *counts)
{
  g_autoptr (GBytes) bytes = make_file (dump);
  g_autoptr (GError) error = NULL;
  g_autoptr (UllModel) model = ull_gguf_read ("x.gguf", bytes, &error);
  UllJsonRef ref;
  g_autofree char *name = ull_json_get (dump, "model", &ref) ? ull_json_read_string (ref, NULL) : NULL;
  g_autofree char *arch = ull_json_get (dump, "arch", &ref) ? ull_json_read_string (ref, NULL) : NULL;

  counts->dumps++;
  if (!model)
    {
      /* What an excerpt leaves out is named with the architecture's own prefix. */
      g_autofree char *place = g_strdup_printf ("x.gguf: %s.", arch);

      g_test_message ("%s: %s", name, error->message);
      g_assert_true (g_str_has_prefix (error->message, place));
      check_reason (bytes, error->message);
      return;
    }
  counts->read++;
  for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
    {
      if (strcmp (known[i].model, name) != 0 || (known[i].blocks > 0 && known[i].blocks != model->n_layers))
        continue;
      if (config_bytes (model, 1) != known[i].figure)
        g_error ("%s: %" G_GINT64_FORMAT " bytes a token, not %" G_GINT64_FORMAT, name, config_bytes (model, 1), known[i].figure);
      counts->figures++;
      if (known[i].config)
        counts->configs += check_config (known[i].config, model);
    }
}

static void
test_dumps (void)
{
  g_autofree char *path = in_corpus ("gguf", "dumps.jsonl");
  g_autofree char *text = NULL;
  Counts counts = { 0 };

  if (!g_file_get_contents (path, &text, NULL, NULL))
    {
      g_test_message ("no corpus beside the sources: 0 of 0 dumps were compared");
      return;
    }
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (char **line = lines; *line; line++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (UllJson) json = **line ? ull_json_parse ("dump", *line, strlen (*line), ULL_JSON_HF, &error) : NULL;

      g_assert_no_error (error);
      if (json)
        check_dump (ull_json_root (json), &counts);
    }
  g_test_message ("%u dumps: %u are whole, %u have a known figure, %u of them a config.json that was compared", counts.dumps,
                  counts.read, counts.figures, counts.configs);
  g_assert_cmpuint (counts.figures, >, 30);
}

/* A whole small model's infos as another reader printed them: ours, written again, stand at the same places and come to the
 * index's bytes. */
static void
add_printed_tensor (GgufMake *make, UllJsonRef tensor)
{
  gint64 dims[3] = { 0 }, type = -1;
  UllJsonRef item, dim;
  guint n = 0;

  g_assert_true (ull_json_first (tensor, &item));
  g_autofree char *name = ull_json_read_string (item, NULL);
  g_assert_true (ull_json_next (&item));
  for (gboolean ok = ull_json_first (item, &dim); ok; ok = ull_json_next (&dim))
    {
      g_assert_true (n < G_N_ELEMENTS (dims) && ull_json_read_int (dim, &dims[n], NULL));
      n++;
    }
  g_assert_true (ull_json_next (&item) && ull_json_read_int (item, &type, NULL));
  gguf_make_tensor (make, name, (guint) type, dims[0], dims[1], dims[2]);
}

static void
test_printed (void)
{
  g_autofree char *path = in_corpus ("gguf", "llama-2-tiny-random.parsed.json");
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  GgufMake *make = gguf_make_new (3, FALSE);
  gint64 offsets[16] = { 0 };
  UllJsonRef tensors, tensor, item;
  guint n = 0;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, NULL))
    {
      g_bytes_unref (gguf_make_end (make));
      return;
    }
  g_autoptr (UllJson) json = ull_json_parse ("printed", text, length, ULL_JSON_HF, &error);
  g_assert_no_error (error);
  g_assert_true (ull_json_get (ull_json_root (json), "tensors", &tensors));
  for (gboolean ok = ull_json_first (tensors, &tensor); ok; ok = ull_json_next (&tensor))
    {
      add_printed_tensor (make, tensor);
      g_assert_true (ull_json_first (tensor, &item) && ull_json_next (&item) && ull_json_next (&item) && ull_json_next (&item));
      g_assert_true (n < G_N_ELEMENTS (offsets) && ull_json_read_int (item, &offsets[n], NULL));
      n++;
    }
  g_autoptr (GBytes) bytes = gguf_make_end (make);
  g_autoptr (UllGguf) file = ull_gguf_parse ("x.gguf", bytes, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (file->tensors->len, ==, n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpint (g_array_index (file->tensors, UllGgufTensor, i).offset, ==, offsets[i]);
  g_assert_cmpint (file->tensor_bytes, ==, 1026144);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gguf-corpus/files", test_files);
  g_test_add_func ("/gguf-corpus/dumps", test_dumps);
  g_test_add_func ("/gguf-corpus/printed", test_printed);
  return g_test_run ();
}
