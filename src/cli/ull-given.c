#include "ull-given.h"

#include "ull-config.h"
#include "ull-document.h"
#include "ull-files.h"
#include "ull-near.h"
#include "ull-settings.h"

#include <string.h>

/* By-hand sizes alone make a dense decoder; beside a model they change it, which has a meaning only where
 * every layer keeps the same full attention. Sizes that change the shapes make the file's weight figure
 * wrong, so it becomes unknown; the plan then says that it counts no weights. */

#define MAX_LAYERS 65536
#define MAX_SIZE 65536

static const char *const hand_options[] = { "layers", "query-heads", "head-dim", NULL };

/* The option's number; @fallback where it was not given. */
static gboolean
read_size (
  const UllArgs *args, const char *option, gint64 max, gint64 fallback, gint64 *value, GError **error)
{
  const char *text = ull_args_get (args, option);

  *value = fallback;
  return text == NULL || ull_settings_parse (option, ULL_KIND_COUNT, 1, max, text, value, error);
}

static gboolean
check_hand (const UllArgs *args, GError **error)
{
  gboolean heads = ull_args_has (args, "kv-heads") || ull_args_has (args, "query-heads");
  const char *lacking = !ull_args_has (args, "layers")     ? "--layers"
                        : !ull_args_has (args, "head-dim") ? "--head-dim"
                                                           : NULL;

  if (heads && lacking == NULL)
    return TRUE;
  if (!heads && lacking != NULL && !ull_args_has (args, "layers") && !ull_args_has (args, "head-dim"))
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
                 "no model is given; name a file or a bundled id (‘ullage-cli list models’), or type "
                 "--layers, --kv-heads, "
                 "--query-heads and --head-dim");
  else
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
                 "%s: is needed for a model by hand; give --layers, --kv-heads, --query-heads and --head-dim",
                 lacking != NULL ? lacking : "--kv-heads");
  return FALSE;
}

UllModel *
ull_given_by_hand (const UllArgs *args, GError **error)
{
  g_autofree char *name = NULL;
  gint64 layers, query_heads, kv_heads, head_dim;
  UllModel *model;

  if (!check_hand (args, error) || !read_size (args, "layers", MAX_LAYERS, 1, &layers, error)
      || !read_size (args, "query-heads", MAX_SIZE, -1, &query_heads, error)
      || !read_size (args, "kv-heads", MAX_SIZE, query_heads, &kv_heads, error)
      || !read_size (args, "head-dim", MAX_SIZE, 1, &head_dim, error))
    return NULL;

  /* The two counts of heads are the same where one is not said, as config.json has it. */
  if (query_heads == -1)
    query_heads = kv_heads;
  name = g_strdup_printf ("%" G_GINT64_FORMAT " layers, %" G_GINT64_FORMAT " KV heads × %" G_GINT64_FORMAT,
                          layers, kv_heads, head_dim);
  model = ull_model_new_dense (name, layers, query_heads, kv_heads, head_dim, error);
  if (model == NULL && error != NULL)
    {
      g_prefix_error (error, "--kv-heads: ");
      (*error)->code = ULL_ERROR_USAGE;
    }
  return model;
}

static gboolean
is_plain (const UllModel *model)
{
  return model->n_runs == 1 && model->runs[0].n_stores == 1 && model->runs[0].kind == ULL_LAYER_FULL
         && model->runs[0].stores[0].growth == ULL_GROWTH_TOKEN
         && model->runs[0].stores[0].k_dim == model->runs[0].stores[0].v_dim;
}

static UllModel *
change_sizes (const UllModel *model, gint64 layers, gint64 query_heads, gint64 head_dim, GError **error)
{
  const UllStore *store = &model->runs[0].stores[0];
  UllModel facts;
  gboolean same_shapes = layers == (gint64) model->n_layers && head_dim == store->k_dim;

  if (query_heads % store->heads != 0)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
                   "--query-heads: the model’s %" G_GINT64_FORMAT " KV heads do not divide %" G_GINT64_FORMAT
                   "; a multiple of them would be right",
                   store->heads, query_heads);
      return NULL;
    }
  ull_model_dup_facts (model, &facts);
  facts.runs[0].count = layers;
  facts.runs[0].stores[0].k_dim = facts.runs[0].stores[0].v_dim = head_dim;
  facts.n_layers = (guint) layers;
  g_free (facts.layer_run);
  facts.layer_run = g_new0 (guint8, layers);
  facts.query_heads = query_heads;
  if (!same_shapes)
    {
      facts.parameters = facts.weight_bytes = -1;
      facts.weight_source = ULL_WEIGHTS_UNKNOWN;
      facts.weight_low = facts.weight_high = 0;
      facts.weights = (UllWeights) { .n_formats = 0 };
      facts.anatomy = (UllAnatomy) { 0 };
    }
  return ull_model_take (&facts, error);
}

/* The model with the by-hand sizes that were given beside it; the same model where none was. */
static UllModel *
apply_hand (const UllArgs *args, UllModel *model, GError **error)
{
  gint64 layers, query_heads, head_dim;
  const char *given = NULL;

  for (guint i = 0; hand_options[i] != NULL; i++)
    if (ull_args_has (args, hand_options[i]))
      given = hand_options[i];
  if (given == NULL)
    return ull_model_ref (model);
  if (!is_plain (model))
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
                   "--%s: %s does not keep the same full attention in every layer; leave it out, or describe "
                   "a model by hand",
                   given, model->name);
      return NULL;
    }
  if (!read_size (args, "layers", MAX_LAYERS, model->n_layers, &layers, error)
      || !read_size (args, "query-heads", MAX_SIZE, model->query_heads, &query_heads, error)
      || !read_size (args, "head-dim", MAX_SIZE, model->runs[0].stores[0].k_dim, &head_dim, error))
    return NULL;
  return change_sizes (model, layers, query_heads, head_dim, error);
}

static gboolean
file_exists (const char *path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static UllModel *
open_document (const UllArgs *args, const char *path, UllScenario **scenario, GError **error)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *text = NULL;
  g_autoptr (UllScenario) parsed = NULL, read = NULL;
  g_autoptr (UllModel) model = NULL;
  gsize length;

  text = ull_file_read_document (path, &length, error);
  if (text == NULL)
    return NULL;
  parsed = ull_document_parse (name, text, length, error);
  if (parsed == NULL)
    return NULL;
  read = ull_document_find_log (parsed, path, file_exists);
  model = apply_hand (args, read->model, error);
  if (model == NULL)
    return NULL;
  *scenario = model == read->model ? g_steal_pointer (&read) : ull_scenario_with_model (read, model);
  return g_steal_pointer (&model);
}

/* A name without a folder or an ending that is no file is meant as a bundled model's. */
static gboolean
looks_like_path (const char *path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS) || strchr (path, G_DIR_SEPARATOR) != NULL
         || g_str_has_suffix (path, ".json") || g_str_has_suffix (path, ".gguf");
}

/* The list is asked for only where there is no such model: reading all of them costs more than the plan. */
static UllModel *
open_bundled (const char *id, GError **error)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();
  g_autofree char *folded = g_ascii_strdown (id, -1);
  UllModel *model = ull_config_open_bundled (folded, NULL);
  const UllBundledModel *models;
  const char *near;
  guint n_models;

  if (model != NULL)
    return model;
  models = ull_config_bundled (&n_models);
  for (guint i = 0; i < n_models; i++)
    g_ptr_array_add (ids, (gpointer) models[i].id);
  g_ptr_array_add (ids, NULL);
  near = ull_near_find (folded, (const char *const *) ids->pdata);
  if (near != NULL)
    g_set_error (error, ULL_ERROR, ULL_ERROR_MISSING, "%s: is no file and no bundled model; did you mean %s?",
                 id, near);
  else
    g_set_error (error, ULL_ERROR, ULL_ERROR_MISSING,
                 "%s: is no file and no bundled model; ‘ullage-cli list models’ lists them", id);
  return NULL;
}

UllModel *
ull_given_open (const UllArgs *args, const char *path, UllScenario **scenario, GError **error)
{
  UllConfigFlags flags = ull_args_has (args, "as-plain") ? ULL_CONFIG_AS_PLAIN : ULL_CONFIG_DEFAULT;
  g_autoptr (UllModel) model = NULL;

  if (ull_file_is_document (path))
    return open_document (args, path, scenario, error);
  if (!g_file_test (path, G_FILE_TEST_EXISTS) && ull_config_bundled_of (path) != NULL)
    model = ull_config_open_repository (path, error);
  else if (looks_like_path (path))
    model = ull_config_open (path, flags, error);
  else
    model = open_bundled (path, error);
  return model != NULL ? apply_hand (args, model, error) : NULL;
}
