#include "ull-config-layers.h"
#include "ull-config-private.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Heads that are not the same in every layer: by kind of layer, or layer by layer.
 *
 *   swa_num_key_value_heads, swa_head_dim, swa_v_head_dim    the sliding layers' (MiMo-V2)
 *   attention_other_setting                                  the same (Step)
 *   global_head_dim, num_global_key_value_heads              the full layers' (Gemma 4); the heads only where
 *                                                            attention_k_eq_v is true, and K and V are two caches even so
 *   num_key_value_heads_per_layer, num_kv_heads as a list    (DeciLM, OpenELM)
 *   block_configs[].attention                                query heads / n_heads_in_group, or none (Nemotron) */

#define MAX_HEADS (1 << 16)
#define MAX_SIZE (1 << 20)

gboolean
ull_config_read_named (
  const UllConfigReader *reader, const char *name, gint64 min, gint64 max, gint64 *value, GError **error)
{
  UllJsonRef ref;
  gint64 number;

  if (!ull_config_find_named (reader, name, &ref))
    return TRUE;
  if (!ull_json_read_int (ref, &number, error))
    return FALSE;
  if (number < min || number > max)
    {
      g_autofree char *given = ull_format_count (number);
      g_autofree char *least = ull_format_count (min);
      g_autofree char *most = ull_format_count (max);
      ull_json_set_error (ref, error, ULL_ERROR_INVALID, _("%s is out of range; %s to %s would be right"), given, least,
                          most);
      return FALSE;
    }
  *value = number;
  return TRUE;
}

gboolean
ull_config_read_list (UllJsonRef list, gint64 n, gint64 min, gint64 max, gint64 *values, GError **error)
{
  UllJsonRef ref;
  gint64 i = 0;

  if (ull_json_type (list) != ULL_JSON_ARRAY || ull_json_length (list) != n)
    {
      ull_json_set_error (list, error, ULL_ERROR_INVALID,
                          _("this is not one value for each layer; a list of %d values would be right"), (int) n);
      return FALSE;
    }
  for (gboolean ok = ull_json_first (list, &ref); ok; ok = ull_json_next (&ref), i++)
    {
      if (!ull_json_read_int (ref, &values[i], error))
        return FALSE;
      if (values[i] < min || values[i] > max)
        {
          g_autofree char *given = ull_format_count (values[i]);
          ull_json_set_error (ref, error, ULL_ERROR_INVALID, _("%s is out of range; a count of heads would be right"),
                              given);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
read_member (UllJsonRef object, const char *name, gint64 max, gint64 *value, GError **error)
{
  UllJsonRef ref;

  if (!ull_json_get (object, name, &ref) || ull_json_type (ref) == ULL_JSON_NULL)
    return TRUE;
  if (!ull_json_read_int (ref, value, error))
    return FALSE;
  if (*value >= 1 && *value <= max)
    return TRUE;
  g_autofree char *given = ull_format_count (*value);
  ull_json_set_error (ref, error, ULL_ERROR_INVALID, _("%s is out of range; a positive number would be right"), given);
  return FALSE;
}

static gboolean
is_true (UllJsonRef object, const char *name)
{
  UllJsonRef ref;
  gboolean value;

  return ull_json_get (object, name, &ref) && ull_json_read_bool (ref, &value, NULL) && value;
}

static gboolean
read_other_setting (const UllConfigReader *reader, UllConfigHeads *sliding, GError **error)
{
  UllJsonRef setting;

  if (!ull_config_find_named (reader, "attention_other_setting", &setting))
    return TRUE;
  if (!read_member (setting, "num_attention_groups", MAX_HEADS, &sliding->heads, error)
      || !read_member (setting, "head_dim", MAX_SIZE, &sliding->k_dim, error))
    return FALSE;
  sliding->v_dim = sliding->k_dim;
  return TRUE;
}

static gboolean
read_global (const UllConfigReader *reader, UllConfigHeads *full, GError **error)
{
  gint64 dim = reader->family->global_head_dim;

  if (dim == 0)
    return TRUE;
  if (!ull_config_read_named (reader, "global_head_dim", 1, MAX_SIZE, &dim, error)
      || (ull_config_get_flag (reader, "attention_k_eq_v", FALSE)
          && !ull_config_read_named (reader, "num_global_key_value_heads", 1, MAX_HEADS, &full->heads, error)))
    return FALSE;
  full->k_dim = full->v_dim = dim;
  return TRUE;
}

/* Values of another size than the keys: only where the family's rule reads them. */
static gboolean
read_value_size (const UllConfigReader *reader, UllConfigHeads *full, GError **error)
{
  gint64 size = 0;
  UllJsonRef ref;

  if (!ull_config_read_named (reader, "v_head_dim", 0, MAX_SIZE, &size, error))
    return FALSE;
  if (size == 0 && ull_config_understands (reader, "v_head_dim"))
    size = reader->family->v_head_dim;
  if (size == 0 || size == full->k_dim)
    return TRUE;
  if (ull_config_understands (reader, "v_head_dim") || !ull_config_find_named (reader, "v_head_dim", &ref))
    {
      full->v_dim = size;
      return TRUE;
    }
  g_autofree char *values = ull_format_count (size);
  g_autofree char *keys = ull_format_count (full->k_dim);
  ull_json_set_error (ref, error, ULL_ERROR_UNSUPPORTED,
                      _("values of %s beside keys of %s are not known in this family; one size for both would be right"),
                      values, keys);
  return FALSE;
}

gboolean
ull_config_read_kind_heads (UllConfigReader *reader, UllConfigHeads *full, UllConfigHeads *sliding, GError **error)
{
  *full = (UllConfigHeads) { reader->kv_heads, reader->head_dim, reader->head_dim };
  if (!read_value_size (reader, full, error))
    return FALSE;
  *sliding = *full;
  return ull_config_read_named (reader, "swa_num_key_value_heads", 1, MAX_HEADS, &sliding->heads, error)
         && ull_config_read_named (reader, "swa_head_dim", 1, MAX_SIZE, &sliding->k_dim, error)
         && ull_config_read_named (reader, "swa_v_head_dim", 1, MAX_SIZE, &sliding->v_dim, error)
         && read_other_setting (reader, sliding, error) && read_global (reader, full, error);
}

/* What a block of a searched architecture keeps: 0 heads for none. */
static gboolean
read_block (const UllConfigReader *reader, UllJsonRef block, gint64 *heads, GError **error)
{
  UllJsonRef attention, ref;
  gint64 group = 0;

  if (!ull_json_get (block, "attention", &attention) || ull_json_type (attention) != ULL_JSON_OBJECT)
    {
      ull_json_set_error (block, error, ULL_ERROR_UNSUPPORTED,
                          _("this block says nothing of attention; an object “attention” would be right"));
      return FALSE;
    }
  *heads = 0;
  if (is_true (attention, "no_op") || is_true (attention, "replace_with_linear"))
    return TRUE;
  if (ull_json_get (attention, "window_length", &ref) && ull_json_type (ref) != ULL_JSON_NULL)
    {
      ull_json_set_error (ref, error, ULL_ERROR_UNSUPPORTED,
                          _("a block with a window is not known; null would be right where it has none"));
      return FALSE;
    }
  if (!read_member (attention, "n_heads_in_group", MAX_HEADS, &group, error))
    return FALSE;
  if (group == 0 || reader->heads % group != 0)
    {
      ull_json_set_error (attention, error, ULL_ERROR_INVALID,
                          _("n_heads_in_group does not divide %d query heads; a divisor would be right"),
                          (int) reader->heads);
      return FALSE;
    }
  *heads = reader->heads / group;
  return TRUE;
}

static gboolean
read_blocks (const UllConfigReader *reader, UllJsonRef list, gint64 *heads, GError **error)
{
  UllJsonRef block;
  gint64 i = 0;

  if (ull_json_type (list) != ULL_JSON_ARRAY || ull_json_length (list) != reader->layers)
    {
      ull_json_set_error (list, error, ULL_ERROR_INVALID,
                          _("this is not one block for each layer; a list of %d blocks would be right"),
                          (int) reader->layers);
      return FALSE;
    }
  for (gboolean ok = ull_json_first (list, &block); ok; ok = ull_json_next (&block), i++)
    if (!read_block (reader, block, &heads[i], error))
      return FALSE;
  return TRUE;
}

/* OpenELM's query heads are a list too: the most of them stands for the model. */
static gboolean
read_query_heads (UllConfigReader *reader, GError **error)
{
  UllJsonRef list;

  if (!ull_config_find_named (reader, "num_query_heads", &list))
    return ull_config_read_count (reader, ULL_MEMBER_HEADS, 0, &reader->heads, error);

  g_autofree gint64 *heads = g_new0 (gint64, (gsize) reader->layers);
  if (!ull_config_read_list (list, reader->layers, 1, MAX_HEADS, heads, error))
    return FALSE;
  for (gint64 i = 0; i < reader->layers; i++)
    reader->heads = MAX (reader->heads, heads[i]);
  return TRUE;
}

static gboolean
read_kv_lists (UllConfigReader *reader, gint64 *heads, GError **error)
{
  UllJsonRef list;

  if (ull_config_find_named (reader, "block_configs", &list))
    return read_blocks (reader, list, heads, error);
  if (ull_config_find_named (reader, "num_key_value_heads_per_layer", &list)
      || (ull_config_find (reader, ULL_MEMBER_KV_HEADS, &list) && ull_json_type (list) == ULL_JSON_ARRAY))
    return ull_config_read_list (list, reader->layers, 1, MAX_HEADS, heads, error);

  gint64 all = 0;
  if (reader->family->kv_heads == 0)
    {
      ull_json_set_error (reader->text, error, ULL_ERROR_MISSING,
                          _("no list says how many KV heads each layer has; block_configs or num_key_value_heads_per_layer "
                            "would be right"));
      return FALSE;
    }
  if (!ull_config_read_count (reader, ULL_MEMBER_KV_HEADS, reader->family->kv_heads, &all, error))
    return FALSE;
  for (gint64 i = 0; i < reader->layers; i++)
    heads[i] = all;
  return TRUE;
}

gboolean
ull_config_read_per_layer (UllConfigReader *reader, UllModel *facts, GError **error)
{
  g_auto (UllConfigLayers) layers = { NULL, NULL };

  reader->hidden = ull_config_get_count (reader, ULL_MEMBER_HIDDEN);
  if (!ull_config_check_markers (reader, error) || !ull_config_read_layers (reader, error)
      || !read_query_heads (reader, error) || !ull_config_read_head_dim (reader, error))
    return FALSE;

  g_autofree gint64 *heads = g_new0 (gint64, (gsize) reader->layers);
  if (!read_kv_lists (reader, heads, error))
    return FALSE;
  ull_config_layers_init (&layers);
  for (gint64 i = 0; i < reader->layers; i++)
    {
      UllStore store = ull_config_store_kv (MAX (heads[i], 1), reader->head_dim, reader->head_dim);
      if (!ull_config_layers_add (&layers, heads[i] > 0 ? ULL_LAYER_FULL : ULL_LAYER_NONE, FALSE, &store, heads[i] > 0))
        {
          ull_json_set_error (reader->text, error, ULL_ERROR_UNSUPPORTED,
                              _("no two layers of this model are alike; up to 255 kinds of layer would be right"));
          return FALSE;
        }
    }
  ull_config_layers_take (&layers, facts);
  return TRUE;
}
