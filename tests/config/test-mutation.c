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

static void
assert_same_store (const UllStore *a, const UllStore *b)
{
  g_assert_cmpint (a->growth, ==, b->growth);
  g_assert_cmpint (a->shard, ==, b->shard);
  g_assert_cmpint (a->role, ==, b->role);
  g_assert_cmpint (a->cap, ==, b->cap);
  g_assert_cmpint (a->per, ==, b->per);
  g_assert_cmpint (a->heads, ==, b->heads);
  g_assert_cmpint (a->k_dim, ==, b->k_dim);
  g_assert_cmpint (a->v_dim, ==, b->v_dim);
  g_assert_cmpint (a->extra_bytes, ==, b->extra_bytes);
  g_assert_cmpint (a->k_format, ==, b->k_format);
  g_assert_cmpint (a->v_format, ==, b->v_format);
}

static void
assert_same_run (const UllRun *a, const UllRun *b)
{
  g_assert_cmpint (a->count, ==, b->count);
  g_assert_cmpint (a->kind, ==, b->kind);
  g_assert_cmpint (a->draft, ==, b->draft);
  g_assert_cmpuint (a->n_stores, ==, b->n_stores);
  for (guint i = 0; i < a->n_stores; i++)
    assert_same_store (&a->stores[i], &b->stores[i]);
}

static void
assert_same (const char *file, const UllModel *model, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (UllModel) other = read_text (text, &error);

  if (!other)
    g_error ("%s: %s", file, error->message);
  g_assert_cmpuint (other->n_layers, ==, model->n_layers);
  g_assert_cmpuint (other->n_runs, ==, model->n_runs);
  for (guint i = 0; i < model->n_runs; i++)
    assert_same_run (&other->runs[i], &model->runs[i]);
  g_assert_cmpmem (other->layer_run, other->n_layers, model->layer_run, model->n_layers);
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
  g_assert_error (error, ULL_ERROR, ULL_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, key));
}

static void
check_markers (const char *file, GPtrArray *members)
{
  static const char *const markers[][2] = {
    { "kv_lora_rank", "512" },
    { "mamba_d_state", "16" },
    { "linear_attn_config", "{\"kda_layers\": [1]}" },
    { "layers_block_type", "[\"mamba\"]" },
    { "attention_chunk_size", "64" },
    { "compress_ratios", "[4]" },
    { "cross_attention_layers", "[0]" },
    { "num_kv_shared_layers", "1" },
    { "use_cla", "true" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (markers); i++)
    assert_refused_by (file, members, markers[i][0], markers[i][1]);
}

static void
check_sizes (const char *file, GPtrArray *members, const UllModel *model)
{
  static const char *const layers[] = { "num_hidden_layers", "n_layer", "num_layers", "n_layers" };

  for (gsize i = 0; i < G_N_ELEMENTS (layers); i++)
    {
      if (!find (members, layers[i]))
        continue;
      g_autofree char *extra = g_strdup_printf ("\"%s\": %u", layers[i], model->n_layers - 1);
      g_autofree char *text = join (members, FALSE, layers[i], extra);
      g_autoptr (UllModel) other = read_text (text, NULL);
      g_assert_nonnull (other);
      g_assert_cmpuint (other->n_layers, ==, model->n_layers - 1);
      break;
    }
  if (find (members, "head_dim") && ull_model_get_head_dim (model) > 1)
    {
      g_autofree char *text = join (members, FALSE, "head_dim", "\"head_dim\": 1");
      g_autoptr (UllModel) other = read_text (text, NULL);
      g_assert_nonnull (other);
      g_assert_cmpint (ull_model_get_head_dim (other), ==, 1);
    }
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

static gboolean
check_file (const char *folder, const char *file)
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
  g_autofree char *whole = join (members, FALSE, NULL, NULL);
  g_autofree char *inside = g_strdup_printf ("{\"model_type\": \"a_wrapper\", \"text_config\": %s}", whole);

  /* Of two members of one name the last wins, so their order does matter. */
  if (!strstr (file, "duplicate"))
    assert_same (file, model, reversed);
  check_markers (file, members);
  if (is_nested (members))
    return TRUE;
  if (find (members, "model_type"))
    assert_same (file, model, inside);
  check_sizes (file, members, model);
  return TRUE;
}

static void
check_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n_files = 0;

  for (const char *name = dir ? g_dir_read_name (dir) : NULL; name; name = g_dir_read_name (dir))
    n_files += check_file (folder, name);
  g_test_message ("%u files were changed and read again", n_files);
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
