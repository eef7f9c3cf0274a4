#include "ull-model-report.h"

#include "ull-document.h"
#include "ull-members.h"
#include "ull-table.h"
#include "ull-units.h"

/* The model object of a .ullage file with the figures beside it. What only a file needs stays out: the
 * digest, the order of the layers, how it was read. */

static const char *const file_only[] = { "anatomy", "digest", "order", "as_plain", "state_dtype", "weight_whole", "weight_kv_bytes",
                                         "weight_elements", "weight_layers" };

void
ull_model_report_json (const UllModel *model, const UllModelFigures *figures, GString *out)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_auto (GStrv) warnings = ull_model_dup_warnings (model);
  JsonArray *sentences = json_array_new ();
  g_autofree char *text = NULL;
  JsonObject *object;

  ull_model_build_json (model, builder);
  root = json_builder_get_root (builder);
  object = json_node_get_object (root);
  for (gsize i = 0; i < G_N_ELEMENTS (file_only); i++)
    json_object_remove_member (object, file_only[i]);
  json_object_remove_member (object, "warnings");
  json_object_set_int_member (object, "kv_bytes_per_token", figures->per_token);
  json_object_set_int_member (object, "kv_window_bytes", figures->window);
  json_object_set_int_member (object, "kv_state_bytes", figures->state);
  json_object_set_int_member (object, "indexer_bytes_per_token", figures->indexer);
  for (char **warning = warnings; *warning != NULL; warning++)
    json_array_add_string_element (sentences, *warning);
  json_object_set_array_member (object, "warnings", sentences);
  text = json_to_string (root, TRUE);
  g_string_append_printf (out, "%s\n", text);
}

static void
add_count (UllTable *table, const char *label, gint64 value)
{
  g_autofree char *text = value >= 0 ? ull_format_count (value) : g_strdup ("not known");

  ull_table_add (table, (const char *[]){ label, text });
}

static void
add_bytes (UllTable *table, const char *label, gint64 bytes)
{
  g_autofree char *count = ull_format_count (bytes);
  g_autofree char *size = ull_format_size (bytes);
  g_autofree char *text = bytes >= ULL_KIB ? g_strdup_printf ("%s" ULL_NBSP "B (%s)", count, size)
                                           : g_strdup_printf ("%s" ULL_NBSP "B", count);

  ull_table_add (table, (const char *[]){ label, text });
}

/* "2,048 elements at bf16", "8 KV heads × (128 + 128)", "a latent of 576". */
static char *
describe_shape (const UllStore *store, const UllFormats *formats)
{
  g_autofree char *heads = ull_format_count (store->heads);
  g_autofree char *k = ull_format_count (store->k_dim);
  g_autofree char *v = ull_format_count (store->v_dim);
  UllDtype format = ull_formats_resolve (formats, store->k_format, formats->k);

  if (store->growth == ULL_GROWTH_CONSTANT)
    return g_strdup_printf ("%s state of %s elements at %s",
                            store->role == ULL_ROLE_CONVOLUTION ? "convolution" : "recurrent", k, ull_dtype_info (format)->id);
  if (store->role == ULL_ROLE_INDEXER)
    return g_strdup_printf ("indexer’s key of %s", k);
  if (store->v_dim == 0)
    return g_strdup_printf ("one vector of %s", k);
  return g_strdup_printf ("%s KV %s × (%s + %s)", heads, store->heads == 1 ? "head" : "heads", k, v);
}

static char *
describe_growth (const UllStore *store)
{
  g_autofree char *cap = ull_format_count (store->cap);
  g_autofree char *per = ull_format_count (store->per);

  switch (store->growth)
    {
    case ULL_GROWTH_CONSTANT:
      return g_strdup ("a sequence");
    case ULL_GROWTH_CAPPED:
      return g_strdup_printf ("a token, at most %s tokens", cap);
    case ULL_GROWTH_SIDE:
      return store->cap > 0 ? g_strdup_printf ("a token of the encoder’s %s", cap)
                            : g_strdup ("a token of the encoder or the image");
    case ULL_GROWTH_TOKEN:
    default:
      return store->per > 1 ? g_strdup_printf ("every %s tokens", per) : g_strdup ("a token");
    }
}

static char *
describe_store (const UllStore *store, const UllFormats *formats)
{
  g_autofree char *shape = describe_shape (store, formats);
  g_autofree char *growth = describe_growth (store);
  gint64 bytes;

  if (!ull_store_bytes (store, formats, 1, 1, &bytes, NULL))
    return g_strdup (shape);
  g_autofree char *count = ull_format_count (bytes);
  return g_strdup_printf ("%s: %s" ULL_NBSP "B %s", shape, count, growth);
}

static void
add_runs (UllTable *table, const UllModel *model, const UllFormats *formats)
{
  for (guint i = 0; i < model->n_runs; i++)
    {
      const UllRun *run = &model->runs[i];
      g_autofree char *count = ull_format_count (run->count);
      g_autofree char *text
        = g_strdup_printf ("%s, %s%s", count, ull_layer_kind_get_label (run->kind), run->draft ? ", draft" : "");

      ull_table_add (table, (const char *[]){ i == 0 ? "Layers" : "", text });
      for (guint k = 0; k < run->n_stores; k++)
        {
          g_autofree char *store = describe_store (&run->stores[k], formats);
          g_autofree char *line = g_strconcat ("  ", store, NULL);

          ull_table_add (table, (const char *[]){ "", line });
        }
    }
}

static void
add_share (UllTable *table, const char *name, gint64 bytes)
{
  g_autofree char *both = ull_format_both (bytes);
  g_autofree char *line = g_strdup_printf ("  %s: %s", name, both);

  ull_table_add (table, (const char *[]){ "", line });
}

static void
add_parts (UllTable *table, const UllWeights *weights)
{
  for (int i = 0; i < ULL_N_WEIGHT_PARTS; i++)
    if (weights->bytes[i] > 0)
      add_share (table, ull_weight_part_get_label ((UllWeightPart) i), weights->bytes[i]);
  for (guint i = 0; i < weights->n_formats; i++)
    add_share (table, weights->format[i].name, weights->format[i].bytes);
}

static void
add_weights (UllTable *table, const UllModel *model)
{
  static const char *const sources[] = { [ULL_WEIGHTS_UNKNOWN] = "",
                                         [ULL_WEIGHTS_HEADERS] = ", from the files’ headers",
                                         [ULL_WEIGHTS_INDEX] = ", from the index",
                                         [ULL_WEIGHTS_ESTIMATE] = ", estimated from the shapes",
                                         [ULL_WEIGHTS_TYPED] = ", as typed" };
  g_autofree char *both
    = model->weight_bytes >= 0 ? ull_format_both (model->weight_bytes) : g_strdup ("not known");
  g_autofree char *text
    = g_strconcat (both, model->weight_bytes >= 0 ? sources[model->weight_source] : "", NULL);

  ull_table_add (table, (const char *[]){ "Weights", text });
  if (model->weight_high > model->weight_low)
    {
      g_autofree char *low = ull_format_both (model->weight_low);
      g_autofree char *high = ull_format_both (model->weight_high);
      g_autofree char *range = g_strdup_printf ("  between %s and %s", low, high);

      ull_table_add (table, (const char *[]){ "", range });
    }
  add_parts (table, &model->weights);
}

void
ull_model_report_text (const UllModel *model,
                       const UllFormats *formats,
                       const UllModelFigures *figures,
                       GString *out)
{
  g_autoptr (UllTable) table = ull_table_new ("ll");
  g_auto (GStrv) warnings = ull_model_dup_warnings (model);

  ull_table_add (table, (const char *[]){ "Model", model->name });
  ull_table_add (table, (const char *[]){ "Type", model->family != NULL ? model->family : "not known" });
  if (model->source != NULL)
    ull_table_add (table, (const char *[]){ "Read from", model->source });
  add_runs (table, model, formats);
  /* A model without attention has none. */
  if (model->query_heads != 0)
    add_count (table, "Query heads", model->query_heads);
  add_count (table, "Hidden size", model->hidden_size);
  add_count (table, "Positions", model->max_positions);
  add_count (table, "Parameters", model->parameters);
  add_weights (table, model);
  ull_table_add (table, (const char *[]){ "Native dtype", model->native_dtype >= 0
                                                            ? ull_dtype_info (model->native_dtype)->id
                                                            : "not known, taken as bf16" });
  add_bytes (table, "Cache per token", figures->per_token);
  if (figures->window > 0)
    add_bytes (table, "Windows, full", figures->window);
  if (figures->state > 0)
    add_bytes (table, "State per sequence", figures->state);
  if (figures->side > 0)
    add_bytes (table, "Per encoder or image token", figures->side);
  if (figures->indexer > 0)
    add_bytes (table, "Indexer per token", figures->indexer);
  ull_table_append_to (table, out);
  for (char **warning = warnings; *warning != NULL; warning++)
    g_string_append_printf (out, "\nWarning: %s\n", *warning);
}
