#include "config-table.h"
#include "ull-config.h"
#include "ull-error.h"
#include "ull-json.h"

#include <string.h>

/* What must not matter to a reader, and what must: every file that is read, of data/configs and of the
 * corpus where it lies beside the sources, is changed in one place and read again. */

typedef struct
{
  char *key;
  char *raw;
} Member;

static void
member_free (Member *member)
{
  g_free (member->key);
  g_free (member->raw);
  g_free (member);
}

static GPtrArray *
split (const char *text, gsize length)
{
  g_autoptr (UllJson) json = ull_json_parse ("x", text, length, ULL_JSON_HF, NULL);
  GPtrArray *members = g_ptr_array_new_with_free_func ((GDestroyNotify) member_free);
  UllJsonRef ref;

  for (gboolean ok = ull_json_first (ull_json_root (json), &ref); ok; ok = ull_json_next (&ref))
    {
      Member *member = g_new (Member, 1);
      member->key = ull_json_dup_key (ref);
      member->raw = ull_json_dup_raw (ref);
      g_ptr_array_add (members, member);
    }
  return members;
}

static Member *
find (GPtrArray *members, const char *key)
{
  for (guint i = 0; i < members->len; i++)
    if (strcmp (((Member *) members->pdata[i])->key, key) == 0)
      return members->pdata[i];
  return NULL;
}

/* The object again, in the order given by @step through the members, without @without, @extra before its
 * end. */
static char *
join (GPtrArray *members, gboolean reversed, const char *without, const char *extra)
{
  g_autoptr (GString) text = g_string_new ("{");

  for (guint i = 0; i < members->len; i++)
    {
      const Member *member = members->pdata[reversed ? members->len - 1 - i : i];
      if (g_strcmp0 (member->key, without) != 0)
        g_string_append_printf (text, "%s\"%s\": %s", text->len > 1 ? ", " : "", member->key, member->raw);
    }
  g_string_append_printf (text, "%s%s}", extra ? ", " : "", extra ? extra : "");
  return g_strdup (text->str);
}

static UllModel *
read_text (const char *text, GError **error)
{
  return ull_config_parse ("renamed.json", NULL, text, strlen (text), ULL_CONFIG_DEFAULT, error);
}

static gboolean
same_store (const UllStore *a, const UllStore *b)
{
  return a->growth == b->growth && a->shard == b->shard && a->role == b->role && a->cap == b->cap && a->per == b->per
         && a->heads == b->heads && a->k_dim == b->k_dim && a->v_dim == b->v_dim && a->extra_bytes == b->extra_bytes
         && a->k_format == b->k_format && a->v_format == b->v_format;
}

static gboolean
same_run (const UllRun *a, const UllRun *b)
{
  if (a->count != b->count || a->kind != b->kind || a->draft != b->draft || a->n_stores != b->n_stores)
    return FALSE;
  for (guint i = 0; i < a->n_stores; i++)
    if (!same_store (&a->stores[i], &b->stores[i]))
      return FALSE;
  return TRUE;
}

static gboolean
same_stores (const UllModel *a, const UllModel *b)
{
  if (a->n_layers != b->n_layers || a->n_runs != b->n_runs || memcmp (a->layer_run, b->layer_run, a->n_layers) != 0)
    return FALSE;
  for (guint i = 0; i < a->n_runs; i++)
    if (!same_run (&a->runs[i], &b->runs[i]))
      return FALSE;
  return TRUE;
}

static void
assert_same (const char *file, const UllModel *model, const char *text, const char *change)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (UllModel) other = read_text (text, &error);

  if (!other)
    g_error ("%s, %s: %s", file, change, error->message);
  if (!same_stores (model, other))
    g_error ("%s, %s: other stores", file, change);
}

static void
assert_refused_by (const char *file, GPtrArray *members, const char *key, const char *raw)
{
  g_autofree char *extra = g_strdup_printf ("\"%s\": %s", key, raw);
  g_autofree char *text = join (members, FALSE, key, extra);
  g_autoptr (GError) error = NULL;
  g_autoptr (UllModel) model = read_text (text, &error);

  if (model)
    g_error ("%s: read with %s", file, extra);
  if (!g_error_matches (error, ULL_ERROR, ULL_ERROR_UNSUPPORTED) || !strstr (error->message, key))
    g_error ("%s, with %s: %s", file, extra, error->message);
}

/* Markers, and the kind of layer or the family of models that they are at home in. */
static const struct
{
  const char *key;
  const char *raw;
  UllLayerKind kind;
  const char *families; /* a regular expression */
} markers[] = {
  { "kv_lora_rank", "512", ULL_LAYER_LATENT, "deepseek_v2|kimi" },
  { "mamba_d_state", "16", ULL_LAYER_RECURRENT, "granitemoehybrid|falcon_h1|zamba" },
  { "linear_attn_config", "{\"kda_layers\": [1]}", ULL_LAYER_RECURRENT, "granitemoehybrid|falcon_h1|zamba" },
  { "layers_block_type", "[\"mamba\"]", ULL_LAYER_RECURRENT, "granitemoehybrid|falcon_h1|zamba" },
  { "attention_chunk_size", "64", ULL_LAYER_CHUNKED, "llama4|mimo_v2" },
  { "compress_ratios", "[4]", ULL_N_LAYER_KINDS, "deepseek_v4" },
  { "cross_attention_layers", "[0]", ULL_LAYER_CROSS, "mllama|whisper|t5|bart" },
  { "num_kv_shared_layers", "1", ULL_LAYER_SHARED, "gemma3n|gemma4" },
  { "use_cla", "true", ULL_LAYER_SHARED, "^hunyuan$" },
  { "block_configs", "[{\"attention\": {\"n_heads_in_group\": 1}}]", ULL_LAYER_NONE, "deci|nemotron-nas" },
  { "interleaved_sliding_window", "[64, null]", ULL_N_LAYER_KINDS, "^$" },
  { "layer_group_size", "8", ULL_N_LAYER_KINDS, "^$" },
  { "sparse_attention_config", "{\"sparse_attention_freq\": [1]}", ULL_N_LAYER_KINDS, "minimax" },
};

static gboolean
has_kind (const UllModel *model, UllLayerKind kind)
{
  for (guint i = 0; i < model->n_runs; i++)
    if (model->runs[i].kind == kind)
      return TRUE;
  return FALSE;
}

static void
check_markers (const char *file, GPtrArray *members, const UllModel *model)
{
  for (gsize i = 0; i < G_N_ELEMENTS (markers); i++)
    if (!has_kind (model, markers[i].kind) && !g_regex_match_simple (markers[i].families, model->family, 0, 0))
      assert_refused_by (file, members, markers[i].key, markers[i].raw);
}

static guint
count_layers (const UllModel *model)
{
  guint layers = 0;

  for (guint i = 0; i < model->n_runs; i++)
    if (!model->runs[i].draft)
      layers += (guint) model->runs[i].count;
  return layers;
}

/* Whether a store has @value where @offset points to. */
static gboolean
has_figure (const UllModel *model, gsize offset, gint64 value)
{
  for (guint i = 0; i < model->n_runs; i++)
    for (guint k = 0; k < model->runs[i].n_stores; k++)
      if (G_STRUCT_MEMBER (gint64, &model->runs[i].stores[k], offset) == value)
        return TRUE;
  return FALSE;
}

/* Sizing members, and where their value stands in the stores if the reader goes by them: a decoy's does not. */
static const struct
{
  const char *key;
  gsize offset;
  gint64 to; /* 0: twice what it was */
} sizes[] = {
  { "head_dim", G_STRUCT_OFFSET (UllStore, k_dim), 0 },
  { "num_key_value_heads", G_STRUCT_OFFSET (UllStore, heads), 1 },
  { "sliding_window", G_STRUCT_OFFSET (UllStore, cap), 0 },
  { "attention_chunk_size", G_STRUCT_OFFSET (UllStore, cap), 0 },
  { "index_head_dim", G_STRUCT_OFFSET (UllStore, k_dim), 0 },
  { "v_head_dim", G_STRUCT_OFFSET (UllStore, v_dim), 0 },
};

static UllModel *
read_changed (GPtrArray *members, const char *key, gint64 value)
{
  g_autofree char *extra = g_strdup_printf ("\"%s\": %" G_GINT64_FORMAT, key, value);
  g_autofree char *text = join (members, FALSE, key, extra);

  return read_text (text, NULL);
}

static void
check_layers (const char *file, GPtrArray *members, const UllModel *model)
{
  static const char *const layers[] = { "num_hidden_layers", "n_layer", "num_layers", "n_layers" };

  for (gsize i = 0; i < G_N_ELEMENTS (layers); i++)
    {
      guint n = count_layers (model);
      Member *member = find (members, layers[i]);
      if (!member || g_ascii_strtoll (member->raw, NULL, 10) != n || n < 3)
        continue;
      g_autoptr (UllModel) other = read_changed (members, layers[i], n - 2);
      /* A list of exactly one value for each layer refuses another number of layers. */
      if (other && count_layers (other) != n - 2)
        g_error ("%s: %s does not change the layers", file, layers[i]);
      return;
    }
}

/* A size that is changed shows in the stores, or is refused. */
static guint
check_sizes (const char *file, GPtrArray *members, const UllModel *model)
{
  guint changed = 0;

  /* Families that count their layers otherwise: a decoder beside an encoder, a pattern of one letter a layer. */
  if (!g_regex_match_simple ("^(t5|mt5|bart|whisper|nemotron_h)$", model->family, 0, 0))
    check_layers (file, members, model);
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      Member *member = find (members, sizes[i].key);
      gint64 value = member ? g_ascii_strtoll (member->raw, NULL, 10) : 0;
      gint64 to = sizes[i].to > 0 ? sizes[i].to : 2 * value;
      if (value == 0 || !has_figure (model, sizes[i].offset, value))
        continue;
      g_autoptr (UllModel) other = read_changed (members, sizes[i].key, to);
      if (other && !has_figure (other, sizes[i].offset, to))
        g_error ("%s: %s does not change the stores", file, sizes[i].key);
      changed++;
    }
  return changed;
}

static gboolean
is_nested (GPtrArray *members)
{
  static const char *const names[]
    = { "text_config", "llm_config", "language_config", "llm_cfg", "thinker_config" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (find (members, names[i]))
      return TRUE;
  return FALSE;
}

/* The object again with one member under another name. */
static char *
rename_member (GPtrArray *members, const char *key, const char *alias)
{
  Member *member = find (members, key);
  g_autofree char *extra = g_strdup_printf ("\"%s\": %s", alias, member->raw);

  return join (members, FALSE, key, extra);
}

static void
check_aliases (const char *file, GPtrArray *members, const UllModel *model)
{
  static const char *const aliases[][2] = {
    { "num_hidden_layers", "n_layer" },
    { "num_attention_heads", "n_head" },
    { "num_key_value_heads", "num_kv_heads" },
    { "hidden_size", "d_model" },
    { "sliding_window", "sliding_window_size" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (aliases); i++)
    {
      Member *member = find (members, aliases[i][0]);
      if (!member || strcmp (member->raw, "null") == 0 || find (members, aliases[i][1]))
        continue;
      g_autofree char *text = rename_member (members, aliases[i][0], aliases[i][1]);
      assert_same (file, model, text, aliases[i][1]);
    }
}

/* The members in an order that is the same at every run. */
static char *
shuffle (GPtrArray *members)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (members->len);
  g_autoptr (GPtrArray) order = g_ptr_array_copy (members, NULL, NULL);

  g_ptr_array_set_free_func (order, NULL);
  for (guint i = order->len; i > 1; i--)
    {
      guint k = (guint) g_rand_int_range (rand, 0, (gint32) i);
      gpointer last = order->pdata[i - 1];
      order->pdata[i - 1] = order->pdata[k];
      order->pdata[k] = last;
    }
  return join (order, FALSE, NULL, "\"an_unknown_member\": [1, {\"a\": null}]");
}

/* Files whose class and type name different families; the type decides while it is there. */
static gboolean
class_differs (const char *file)
{
  static const char *const files[] = { "phi3--Phi-4-mini-reasoning.json", NULL };
  return g_strv_contains (files, file);
}

static void
check_top (const char *file, GPtrArray *members, const UllModel *model)
{
  g_autofree char *whole = join (members, FALSE, NULL, NULL);
  g_autofree char *inside = g_strdup_printf ("{\"model_type\": \"a_wrapper\", \"text_config\": %s}", whole);
  g_autofree char *without = join (members, FALSE, "model_type", NULL);

  if (find (members, "model_type"))
    assert_same (file, model, inside, "in text_config");
  if (find (members, "model_type") && find (members, "architectures") && !class_differs (file))
    assert_same (file, model, without, "without model_type");
  check_aliases (file, members, model);
}

static gboolean
check_file (const char *folder, const char *file, guint *changed)
{
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autofree char *text = NULL;
  gsize length;
  g_autoptr (UllModel) model = ull_config_open (path, ULL_CONFIG_DEFAULT, NULL);

  if (!model)
    return FALSE;
  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  g_autoptr (GPtrArray) members = split (text, length);
  g_autofree char *reversed = join (members, TRUE, NULL, "\"an_unknown_member\": [1, {\"a\": null}]");
  g_autofree char *shuffled = shuffle (members);

  /* Of two members of one name the last wins, so their order does matter. */
  if (strstr (file, "duplicate"))
    return TRUE;
  assert_same (file, model, reversed, "reversed");
  assert_same (file, model, shuffled, "shuffled");
  check_markers (file, members, model);
  if (!is_nested (members))
    {
      check_top (file, members, model);
      *changed += check_sizes (file, members, model);
    }
  return TRUE;
}

static void
check_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n_files = 0, changed = 0;

  for (const char *name = dir ? g_dir_read_name (dir) : NULL; name; name = g_dir_read_name (dir))
    n_files += check_file (folder, name, &changed);
  g_test_message ("%u files were changed and read again, %u sizes changed", n_files, changed);
}

static void
test_own (void)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "data", "configs", NULL);
  check_folder (folder);
}

static void
test_corpus (void)
{
  g_autofree char *folder
    = g_build_filename (g_test_get_dir (G_TEST_DIST), "..", "..", "shared", "corpus", "configs", NULL);
  check_folder (folder);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/config/mutation/own", test_own);
  g_test_add_func ("/config/mutation/corpus", test_corpus);
  return g_test_run ();
}
