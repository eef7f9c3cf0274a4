#include "ull-model-parts.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* What a model's object says of its weights besides their size: what they are made of (anatomy), the parts that they are the sum
 * of, and the formats that they are stored in. What is not known is left out, and so is a part of no bytes. */

#define MOST (G_GINT64_CONSTANT (1) << 60)

static void
add_int (JsonBuilder *builder, const char *name, gint64 value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, value);
}

static void
build_anatomy (JsonBuilder *builder, const UllAnatomy *anatomy)
{
  json_builder_set_member_name (builder, "anatomy");
  json_builder_begin_object (builder);
  for (guint i = 0; i < ull_n_anatomy_members; i++)
    if (ULL_ANATOMY_MEMBER (anatomy, i) != 0)
      add_int (builder, ull_anatomy_members[i].name, ULL_ANATOMY_MEMBER (anatomy, i));
  json_builder_end_object (builder);
}

static void
build_parts (JsonBuilder *builder, const char *name, const gint64 *bytes)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
  for (int i = 0; i < ULL_N_WEIGHT_PARTS; i++)
    if (bytes[i] > 0)
      add_int (builder, ull_weight_part_get_id ((UllWeightPart) i), bytes[i]);
  json_builder_end_object (builder);
}

/* Layers one after the other, those alike together. */
static void
build_layers (JsonBuilder *builder, const UllWeights *weights)
{
  guint count;

  json_builder_set_member_name (builder, "weight_layers");
  json_builder_begin_array (builder);
  for (guint i = 0; i < weights->n_layers; i += count)
    {
      const UllLayerWeights *layer = &weights->layer_kind[weights->layer[i]];

      for (count = 1; i + count < weights->n_layers && weights->layer[i + count] == weights->layer[i];)
        count++;
      json_builder_begin_object (builder);
      add_int (builder, "count", count);
      build_parts (builder, "parts", layer->bytes);
      build_parts (builder, "whole", layer->whole);
      if (layer->kv_bytes > 0)
        add_int (builder, "kv_bytes", layer->kv_bytes);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

void
ull_model_build_parts (const UllModel *model, JsonBuilder *builder)
{
  const UllWeights *weights = &model->weights;

  if (model->anatomy.parameters > 0)
    build_anatomy (builder, &model->anatomy);
  if (model->weight_high > 0)
    {
      add_int (builder, "weight_low", model->weight_low);
      add_int (builder, "weight_high", model->weight_high);
    }
  if (!ull_weights_known (weights))
    return;
  build_parts (builder, "weight_parts", weights->bytes);
  build_parts (builder, "weight_whole", weights->whole);
  if (weights->kv_bytes > 0)
    add_int (builder, "weight_kv_bytes", weights->kv_bytes);
  if (weights->elements > 0)
    add_int (builder, "weight_elements", weights->elements);
  if (weights->n_layers > 0)
    build_layers (builder, weights);
  if (weights->n_formats == 0)
    return;
  json_builder_set_member_name (builder, "weight_formats");
  json_builder_begin_object (builder);
  for (guint i = 0; i < weights->n_formats; i++)
    add_int (builder, weights->format[i].name, weights->format[i].bytes);
  json_builder_end_object (builder);
}

static gboolean
read_number (UllJsonRef ref, gint64 min, gint64 *value, GError **error)
{
  if (ull_json_type (ref) == ULL_JSON_NULL)
    return TRUE;
  if (!ull_json_read_int (ref, value, error))
    return FALSE;
  if (*value >= min && *value <= MOST)
    return TRUE;
  g_autofree char *found = ull_format_count (*value);
  g_autofree char *most = ull_format_count (MOST);
  g_autofree char *least = ull_format_count (min);
  ull_json_set_error (ref, error, ULL_ERROR_INVALID, _("is %s; %s to %s would be right"), found, least, most);
  return FALSE;
}

static gboolean
read_member (UllJsonRef object, const char *name, gint64 min, gint64 *value, GError **error)
{
  UllJsonRef ref;

  return !ull_json_get (object, name, &ref) || read_number (ref, min, value, error);
}

static gboolean
read_object (const UllJsonRef *value, GError **error)
{
  if (ull_json_type (*value) == ULL_JSON_OBJECT)
    return TRUE;
  ull_json_set_error (*value, error, ULL_ERROR_INVALID, _("is of the wrong type; %s would be right"), _("an object"));
  return FALSE;
}

static gboolean
read_parts (UllJsonRef object, const char *name, gint64 *bytes, GError **error)
{
  UllJsonRef parts;

  if (!ull_json_get (object, name, &parts))
    return TRUE;
  if (!read_object (&parts, error))
    return FALSE;
  for (int i = 0; i < ULL_N_WEIGHT_PARTS; i++)
    if (!read_member (parts, ull_weight_part_get_id ((UllWeightPart) i), 0, &bytes[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
read_formats (UllJsonRef object, UllWeights *weights, GError **error)
{
  UllJsonRef formats, ref;

  if (!ull_json_get (object, "weight_formats", &formats))
    return TRUE;
  if (!read_object (&formats, error))
    return FALSE;
  for (gboolean ok = ull_json_first (formats, &ref); ok; ok = ull_json_next (&ref))
    {
      g_autofree char *key = ull_json_dup_key (ref);
      g_autofree char *name = ull_format_plain (key);
      gint64 bytes = 0;

      if (!read_number (ref, 0, &bytes, error))
        return FALSE;
      /* One of a longer name than any format has, or too many of them, are of no use to anyone. */
      if (strlen (name) < sizeof weights->format[0].name)
        (void) !ull_weights_add_format (weights, name, bytes);
    }
  return TRUE;
}

static gboolean
read_layer (UllJsonRef object, UllWeights *weights, GError **error)
{
  UllLayerWeights layer = { .kv_bytes = 0 };
  gint64 count = 1;

  if (!read_object (&object, error) || !read_member (object, "count", 1, &count, error)
      || !read_parts (object, "parts", layer.bytes, error) || !read_parts (object, "whole", layer.whole, error)
      || !read_member (object, "kv_bytes", 0, &layer.kv_bytes, error))
    return FALSE;
  while (count-- > 0)
    if (!ull_weights_add_layer (weights, &layer))
      break;
  return TRUE;
}

/* More of them than can be told apart are of no use to anyone. */
static gboolean
read_layers (UllJsonRef object, UllWeights *weights, GError **error)
{
  UllJsonRef list, ref;

  if (!ull_json_get (object, "weight_layers", &list))
    return TRUE;
  if (ull_json_type (list) != ULL_JSON_ARRAY)
    {
      ull_json_set_error (list, error, ULL_ERROR_INVALID, _("is of the wrong type; %s would be right"), _("a list"));
      return FALSE;
    }
  for (gboolean ok = ull_json_first (list, &ref); ok; ok = ull_json_next (&ref))
    {
      if (!read_layer (ref, weights, error))
        return FALSE;
      if (weights->n_layers == 0)
        return TRUE;
    }
  return TRUE;
}

static gboolean
holds_more (const UllLayerWeights *one, const gint64 *bytes, const gint64 *whole, gint64 kv_bytes)
{
  for (int i = 0; i < ULL_N_WEIGHT_PARTS; i++)
    if (one->bytes[i] > bytes[i] || one->whole[i] > whole[i])
      return TRUE;
  return one->kv_bytes > kv_bytes;
}

/* Layers that have more than the whole model, or one that has more whole than it has. */
static gboolean
contradict (const UllWeights *weights)
{
  UllLayerWeights sum;

  if (!ull_weights_sum_layers (weights, 0, weights->n_layers, &sum)
      || holds_more (&sum, weights->bytes, weights->whole, weights->kv_bytes))
    return TRUE;
  for (guint i = 0; i < weights->n_layer_kinds; i++)
    {
      const UllLayerWeights *kind = &weights->layer_kind[i];
      UllLayerWeights whole = { .kv_bytes = 0 };

      memcpy (whole.bytes, kind->whole, sizeof whole.bytes);
      if (holds_more (&whole, kind->bytes, kind->bytes, 0)
          || kind->kv_bytes > kind->bytes[ULL_WEIGHT_ATTENTION] - kind->whole[ULL_WEIGHT_ATTENTION])
        return TRUE;
    }
  return FALSE;
}

/* Parts that are not the weights' sum, nor whole within themselves, would make a plan that contradicts itself. */
static void
check_sum (UllModel *facts)
{
  UllWeights *weights = &facts->weights;
  gint64 sum;
  gboolean ok = ull_weights_sum (weights, &sum) && sum == facts->weight_bytes;

  for (int i = 0; i < ULL_N_WEIGHT_PARTS; i++)
    ok &= weights->whole[i] <= weights->bytes[i];
  if (!ok || weights->kv_bytes > weights->bytes[ULL_WEIGHT_ATTENTION])
    facts->weights = (UllWeights) { .n_formats = 0 };
  if (weights->n_layers > 0 && contradict (weights))
    ull_weights_forget_layers (weights);
  if (facts->weight_low > facts->weight_bytes || facts->weight_high < facts->weight_bytes)
    facts->weight_low = facts->weight_high = 0;
}

gboolean
ull_model_read_parts (UllJsonRef object, UllModel *facts, GError **error)
{
  UllJsonRef anatomy;

  if (ull_json_get (object, "anatomy", &anatomy))
    for (guint i = 0; i < ull_n_anatomy_members; i++)
      if (!read_member (anatomy, ull_anatomy_members[i].name, -1, &ULL_ANATOMY_MEMBER (&facts->anatomy, i), error))
        return FALSE;
  if (!read_member (object, "weight_low", 0, &facts->weight_low, error)
      || !read_member (object, "weight_high", 0, &facts->weight_high, error)
      || !read_parts (object, "weight_parts", facts->weights.bytes, error)
      || !read_parts (object, "weight_whole", facts->weights.whole, error)
      || !read_member (object, "weight_kv_bytes", 0, &facts->weights.kv_bytes, error)
      || !read_member (object, "weight_elements", 0, &facts->weights.elements, error)
      || !read_layers (object, &facts->weights, error) || !read_formats (object, &facts->weights, error))
    return FALSE;
  check_sum (facts);
  return TRUE;
}
