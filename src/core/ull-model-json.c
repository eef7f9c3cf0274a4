#include "ull-document.h"

#include "ull-model-parts.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* The model object of a .ullage file and of `ullage-cli model`: the same members, so that one schema describes both.
 * Numbers that are unknown are null. "order" lists the run of each layer as [run, count] pairs, so that a strip of
 * layers survives a file. */

typedef struct
{
  const char *id;
  int value;
} Word;

static const Word growths[] = { { "token", ULL_GROWTH_TOKEN },
                                { "capped", ULL_GROWTH_CAPPED },
                                { "constant", ULL_GROWTH_CONSTANT },
                                { "side", ULL_GROWTH_SIDE } };
static const Word shards[] = { { "heads", ULL_SHARD_HEADS },
                               { "channels", ULL_SHARD_CHANNELS },
                               { "replicated", ULL_SHARD_REPLICATED } };
static const Word roles[] = { { "cache", ULL_ROLE_CACHE }, { "indexer", ULL_ROLE_INDEXER }, { "convolution", ULL_ROLE_CONVOLUTION } };
static const Word pseudo_formats[] = { { "kv", ULL_DTYPE_KV }, { "state", ULL_DTYPE_STATE }, { "native", ULL_DTYPE_NATIVE } };
static const Word weight_sources[] = { { "unknown", ULL_WEIGHTS_UNKNOWN },
                                       { "headers", ULL_WEIGHTS_HEADERS },
                                       { "index", ULL_WEIGHTS_INDEX },
                                       { "estimate", ULL_WEIGHTS_ESTIMATE },
                                       { "typed", ULL_WEIGHTS_TYPED } };

static const char *
word_id (const Word *words, gsize n_words, int value)
{
  for (gsize i = 0; i < n_words; i++)
    if (words[i].value == value)
      return words[i].id;
  g_return_val_if_reached (NULL);
}

static const char *
format_id (UllDtype format)
{
  if (format >= 0)
    return ull_dtype_info (format)->id;
  return word_id (pseudo_formats, G_N_ELEMENTS (pseudo_formats), format);
}

static void
add_string (JsonBuilder *builder, const char *name, const char *value)
{
  json_builder_set_member_name (builder, name);
  if (value != NULL)
    json_builder_add_string_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

static void
add_int (JsonBuilder *builder, const char *name, gint64 value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, value);
}

static void
add_known (JsonBuilder *builder, const char *name, gint64 value)
{
  json_builder_set_member_name (builder, name);
  if (value >= 0)
    json_builder_add_int_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

static void
build_store (JsonBuilder *builder, const UllStore *store)
{
  json_builder_begin_object (builder);
  add_string (builder, "growth", word_id (growths, G_N_ELEMENTS (growths), store->growth));
  add_int (builder, "cap", store->cap);
  add_int (builder, "per", store->per);
  add_int (builder, "heads", store->heads);
  add_int (builder, "k_dim", store->k_dim);
  add_int (builder, "v_dim", store->v_dim);
  add_int (builder, "extra_bytes", store->extra_bytes);
  add_string (builder, "format", format_id (store->k_format));
  if (store->v_format != store->k_format)
    add_string (builder, "v_format", format_id (store->v_format));
  add_string (builder, "shard", word_id (shards, G_N_ELEMENTS (shards), store->shard));
  if (store->role != ULL_ROLE_CACHE)
    add_string (builder, "role", word_id (roles, G_N_ELEMENTS (roles), store->role));
  json_builder_end_object (builder);
}

static void
build_runs (JsonBuilder *builder, const UllModel *model)
{
  json_builder_set_member_name (builder, "runs");
  json_builder_begin_array (builder);
  for (guint i = 0; i < model->n_runs; i++)
    {
      const UllRun *run = &model->runs[i];

      json_builder_begin_object (builder);
      add_int (builder, "count", run->count);
      add_string (builder, "label", ull_layer_kind_get_id (run->kind));
      json_builder_set_member_name (builder, "draft");
      json_builder_add_boolean_value (builder, run->draft);
      json_builder_set_member_name (builder, "stores");
      json_builder_begin_array (builder);
      for (guint k = 0; k < run->n_stores; k++)
        build_store (builder, &run->stores[k]);
      json_builder_end_array (builder);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
build_order (JsonBuilder *builder, const UllModel *model)
{
  json_builder_set_member_name (builder, "order");
  json_builder_begin_array (builder);
  for (guint i = 0, end; i < model->n_layers; i = end)
    {
      for (end = i; end < model->n_layers && model->layer_run[end] == model->layer_run[i]; end++)
        ;
      json_builder_begin_array (builder);
      json_builder_add_int_value (builder, model->layer_run[i]);
      json_builder_add_int_value (builder, end - i);
      json_builder_end_array (builder);
    }
  json_builder_end_array (builder);
}

void
ull_model_build_json (const UllModel *model, JsonBuilder *builder)
{
  json_builder_begin_object (builder);
  add_string (builder, "name", model->name);
  add_string (builder, "family", model->family);
  add_string (builder, "source", model->source);
  add_string (builder, "digest", model->digest);
  build_runs (builder, model);
  if (model->n_runs > 1)
    build_order (builder, model);
  add_known (builder, "query_heads", model->query_heads > 0 ? model->query_heads : -1);
  add_known (builder, "hidden_size", model->hidden_size);
  add_known (builder, "parameters", model->parameters);
  add_known (builder, "weight_bytes", model->weight_bytes);
  add_string (builder, "weight_source", word_id (weight_sources, G_N_ELEMENTS (weight_sources), model->weight_source));
  add_string (builder, "native_dtype", model->native_dtype >= 0 ? ull_dtype_info (model->native_dtype)->id : NULL);
  if (model->state_dtype >= 0)
    add_string (builder, "state_dtype", ull_dtype_info (model->state_dtype)->id);
  add_known (builder, "max_positions", model->max_positions);
  ull_model_build_parts (model, builder);
  json_builder_set_member_name (builder, "as_plain");
  json_builder_add_boolean_value (builder, model->as_plain);
  json_builder_set_member_name (builder, "warnings");
  json_builder_begin_array (builder);
  for (char **warning = model->warnings; warning != NULL && *warning != NULL; warning++)
    json_builder_add_string_value (builder, *warning);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

/* Readers. Each leaves its target at the value for "absent" where the member is null or not there. */

static gboolean
need (UllJsonRef object, const char *name, UllJsonType type, UllJsonRef *value, GError **error)
{
  if (!ull_json_get (object, name, value))
    {
      ull_json_set_error (object, error, ULL_ERROR_MISSING, _("has no “%s”; a Ullage file has one"), name);
      return FALSE;
    }
  if (ull_json_type (*value) == type)
    return TRUE;
  ull_json_set_error (*value, error, ULL_ERROR_INVALID, _("is of the wrong type; %s would be right"),
                      type == ULL_JSON_ARRAY ? _("a list") : _("an object"));
  return FALSE;
}

/* A member that is lost would be read as some value all the same, and the plan be wrong without a word. */
static gboolean
need_all (UllJsonRef object, const char *const *names, GError **error)
{
  for (; *names != NULL; names++)
    {
      UllJsonRef member;

      if (ull_json_get (object, *names, &member) && ull_json_type (member) != ULL_JSON_NULL)
        continue;
      ull_json_set_error (object, error, ULL_ERROR_MISSING, _("has no “%s”; a Ullage file has one"), *names);
      return FALSE;
    }
  return TRUE;
}

static gboolean
read_bounded (UllJsonRef object, const char *name, gint64 min, gint64 max, gint64 absent, gint64 *value, GError **error)
{
  g_autofree char *found = NULL, *least = NULL, *most = NULL;
  UllJsonRef member;

  *value = absent;
  if (!ull_json_get (object, name, &member) || ull_json_type (member) == ULL_JSON_NULL)
    return TRUE;
  if (!ull_json_read_int (member, value, error))
    return FALSE;
  if (*value >= min && *value <= max)
    return TRUE;
  found = ull_format_count (*value);
  least = ull_format_count (min);
  most = ull_format_count (max);
  ull_json_set_error (member, error, ULL_ERROR_INVALID, _("is %s; %s to %s would be right"), found, least, most);
  return FALSE;
}

static gboolean
read_text (UllJsonRef object, const char *name, char **text, GError **error)
{
  UllJsonRef member;

  if (!ull_json_get (object, name, &member) || ull_json_type (member) == ULL_JSON_NULL)
    return TRUE;
  *text = ull_json_read_string (member, error);
  return *text != NULL;
}

static gboolean
read_flag (UllJsonRef object, const char *name, gboolean *flag, GError **error)
{
  UllJsonRef member;
  return !ull_json_get (object, name, &member) || ull_json_read_bool (member, flag, error);
}

static gboolean
read_word (UllJsonRef object, const char *name, const Word *words, gsize n_words, int absent, int *value, GError **error)
{
  g_autofree char *text = NULL;
  UllJsonRef member = object;

  *value = absent;
  if (!read_text (object, name, &text, error))
    return FALSE;
  if (text == NULL)
    return TRUE;
  for (gsize i = 0; i < n_words; i++)
    if (g_str_equal (words[i].id, text))
      {
        *value = words[i].value;
        return TRUE;
      }
  ull_json_get (object, name, &member);
  ull_json_set_error (member, error, ULL_ERROR_INVALID, _("is “%s”; a word like “%s” would be right"), text,
                      words[0].id);
  return FALSE;
}

static gboolean
read_format (UllJsonRef object, const char *name, UllDtype absent, UllDtype *format, GError **error)
{
  g_autofree char *text = NULL;
  UllJsonRef member = object;

  *format = absent;
  if (!read_text (object, name, &text, error))
    return FALSE;
  if (text == NULL)
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (pseudo_formats); i++)
    if (g_str_equal (pseudo_formats[i].id, text))
      {
        *format = (UllDtype) pseudo_formats[i].value;
        return TRUE;
      }
  *format = ull_dtype_from_text (text);
  if (*format != ULL_DTYPE_UNKNOWN)
    return TRUE;
  ull_json_get (object, name, &member);
  ull_json_set_error (member, error, ULL_ERROR_INVALID, _("is “%s”; an element format like “bf16” would be right"), text);
  return FALSE;
}

static gboolean
read_store (UllJsonRef object, UllStore *store, GError **error)
{
  static const char *const members[] = { "growth", "cap",         "per",    "heads", "k_dim",
                                         "v_dim",  "extra_bytes", "format", "shard", NULL };
  const gint64 most = G_GINT64_CONSTANT (1) << 40;
  int growth, shard, role;

  if (!need_all (object, members, error) ||
      !read_word (object, "growth", growths, G_N_ELEMENTS (growths), ULL_GROWTH_TOKEN, &growth, error) ||
      !read_word (object, "shard", shards, G_N_ELEMENTS (shards), ULL_SHARD_HEADS, &shard, error) ||
      !read_word (object, "role", roles, G_N_ELEMENTS (roles), ULL_ROLE_CACHE, &role, error) ||
      !read_bounded (object, "cap", 0, most, 0, &store->cap, error) ||
      !read_bounded (object, "per", 1, most, 1, &store->per, error) ||
      !read_bounded (object, "heads", 1, most, 1, &store->heads, error) ||
      !read_bounded (object, "k_dim", 0, most, 0, &store->k_dim, error) ||
      !read_bounded (object, "v_dim", 0, most, 0, &store->v_dim, error) ||
      !read_bounded (object, "extra_bytes", 0, most, 0, &store->extra_bytes, error) ||
      !read_format (object, "format", ULL_DTYPE_KV, &store->k_format, error) ||
      !read_format (object, "v_format", store->k_format, &store->v_format, error))
    return FALSE;
  store->growth = (UllGrowth) growth;
  store->shard = (UllShard) shard;
  store->role = (UllStoreRole) role;
  return TRUE;
}

static gboolean
read_run (UllJsonRef object, UllRun *run, GError **error)
{
  static const Word labels[] = { { "full", ULL_LAYER_FULL },         { "sliding", ULL_LAYER_SLIDING },
                                 { "chunked", ULL_LAYER_CHUNKED },   { "latent", ULL_LAYER_LATENT },
                                 { "recurrent", ULL_LAYER_RECURRENT }, { "cross", ULL_LAYER_CROSS },
                                 { "shared", ULL_LAYER_SHARED },     { "none", ULL_LAYER_NONE } };
  static const char *const members[] = { "count", "label", "draft", "stores", NULL };
  UllJsonRef stores, store;
  int kind;

  if (!need_all (object, members, error) || !read_bounded (object, "count", 1, 65536, 1, &run->count, error) ||
      !read_word (object, "label", labels, G_N_ELEMENTS (labels), ULL_LAYER_FULL, &kind, error) ||
      !read_flag (object, "draft", &run->draft, error) || !need (object, "stores", ULL_JSON_ARRAY, &stores, error))
    return FALSE;
  run->kind = (UllLayerKind) kind;
  if (ull_json_length (stores) > ULL_MAX_STORES)
    {
      ull_json_set_error (stores, error, ULL_ERROR_INVALID, _("has %u stores; at most %d would be right"),
                          ull_json_length (stores), ULL_MAX_STORES);
      return FALSE;
    }
  for (gboolean ok = ull_json_first (stores, &store); ok; ok = ull_json_next (&store))
    if (!read_store (store, &run->stores[run->n_stores++], error))
      return FALSE;
  return TRUE;
}

static gboolean
read_runs (UllJsonRef object, UllModel *facts, GError **error)
{
  UllJsonRef runs, run;
  gint64 layers = 0;

  if (!need (object, "runs", ULL_JSON_ARRAY, &runs, error))
    return FALSE;
  if (ull_json_length (runs) < 1 || ull_json_length (runs) > G_MAXUINT8)
    {
      ull_json_set_error (runs, error, ULL_ERROR_INVALID, _("has %u runs; 1 to 255 would be right"), ull_json_length (runs));
      return FALSE;
    }
  facts->runs = g_new0 (UllRun, ull_json_length (runs));
  for (gboolean ok = ull_json_first (runs, &run); ok; ok = ull_json_next (&run))
    {
      if (!read_run (run, &facts->runs[facts->n_runs], error))
        return FALSE;
      layers += facts->runs[facts->n_runs++].count;
    }
  if (layers > 65536)
    {
      g_autofree char *count = ull_format_count (layers);

      ull_json_set_error (runs, error, ULL_ERROR_INVALID, _("has %s layers; at most 65,536 would be right"), count);
      return FALSE;
    }
  facts->n_layers = (guint) layers;
  facts->layer_run = g_new0 (guint8, layers);
  return TRUE;
}

static void
order_by_runs (UllModel *facts)
{
  guint layer = 0;

  for (guint i = 0; i < facts->n_runs; i++)
    for (gint64 k = 0; k < facts->runs[i].count; k++)
      facts->layer_run[layer++] = (guint8) i;
}

static gboolean
read_order (UllJsonRef object, UllModel *facts, GError **error)
{
  UllJsonRef order, pair, number;
  guint layer = 0;

  if (!ull_json_get (object, "order", &order))
    {
      order_by_runs (facts);
      return TRUE;
    }
  for (gboolean ok = ull_json_first (order, &pair); ok; ok = ull_json_next (&pair))
    {
      gint64 run, count;

      if (!ull_json_first (pair, &number) || !ull_json_read_int (number, &run, error) || !ull_json_next (&number) ||
          !ull_json_read_int (number, &count, error) || run < 0 || run >= facts->n_runs || count < 1 ||
          count > facts->n_layers - layer)
        {
          g_clear_error (error);
          ull_json_set_error (pair, error, ULL_ERROR_INVALID, _("is no [run, layers] pair of this model"));
          return FALSE;
        }
      while (count-- > 0)
        facts->layer_run[layer++] = (guint8) run;
    }
  return TRUE;
}

static gboolean
read_warnings (UllJsonRef object, UllModel *facts, GError **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  UllJsonRef list, item;

  if (!ull_json_get (object, "warnings", &list) || ull_json_length (list) == 0)
    return TRUE;
  for (gboolean ok = ull_json_first (list, &item); ok; ok = ull_json_next (&item))
    {
      g_autofree char *text = ull_json_read_string (item, error);

      if (text == NULL)
        return FALSE;
      g_strv_builder_add (builder, text);
    }
  facts->warnings = g_strv_builder_end (builder);
  return TRUE;
}

static gboolean
read_facts (UllJsonRef object, UllModel *facts, GError **error)
{
  const gint64 most = G_GINT64_CONSTANT (1) << 60;
  int source;
  if (!read_text (object, "name", &facts->name, error) || !read_text (object, "family", &facts->family, error) ||
      !read_text (object, "source", &facts->source, error) || !read_text (object, "digest", &facts->digest, error) ||
      !read_runs (object, facts, error) || !read_order (object, facts, error) ||
      !read_bounded (object, "query_heads", 1, most, -1, &facts->query_heads, error) ||
      !read_bounded (object, "hidden_size", 1, most, -1, &facts->hidden_size, error) ||
      !read_bounded (object, "parameters", 0, most, -1, &facts->parameters, error) ||
      !read_bounded (object, "weight_bytes", 0, most, -1, &facts->weight_bytes, error) ||
      !read_bounded (object, "max_positions", 1, most, -1, &facts->max_positions, error) ||
      !read_word (object, "weight_source", weight_sources, G_N_ELEMENTS (weight_sources), ULL_WEIGHTS_UNKNOWN, &source,
                  error) ||
      !read_format (object, "native_dtype", ULL_DTYPE_UNKNOWN, &facts->native_dtype, error) ||
      !read_format (object, "state_dtype", ULL_DTYPE_UNKNOWN, &facts->state_dtype, error) ||
      !ull_model_read_parts (object, facts, error) || !read_flag (object, "as_plain", &facts->as_plain, error) ||
      !read_warnings (object, facts, error))
    return FALSE;
  facts->weight_source = (UllWeightSource) source;
  return TRUE;
}

UllModel *
ull_model_from_json (UllJsonRef object, GError **error)
{
  UllModel facts = { 0 };
  gboolean ok = read_facts (object, &facts, error);
  g_autoptr (GError) fault = NULL;
  UllModel *model = ull_model_take (&facts, &fault);

  /* A half-read model is taken all the same, so that one function frees it. */
  if (!ok)
    {
      g_clear_pointer (&model, ull_model_unref);
      return NULL;
    }
  if (model == NULL)
    ull_json_set_error (object, error, ULL_ERROR_INVALID, "%s", fault->message);
  return model;
}
