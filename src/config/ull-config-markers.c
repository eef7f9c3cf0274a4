#include "ull-config-private.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

/* Members that tell of a cache other than plain attention's. A file that has one of them, and is read by a
 * rule that does not know it, would come out wrong by a factor; so it is refused by that member's name,
 * whatever its model_type says. null, false, 0 and what is empty switch a marker off. */

typedef enum
{
  LATENT,
  WINDOW,
  STATE,
  PER_LAYER,
  SHARED,
  SIDE,
  INDEXED,
  COMPRESSED,
} Marker;

static const char *const meanings[] = {
  [LATENT] = N_("a latent in place of keys and values"),
  [WINDOW] = N_("windows or chunks on some layers"),
  [STATE] = N_("a recurrent state"),
  [PER_LAYER] = N_("layers that differ from one another"),
  [SHARED] = N_("layers that share a cache"),
  [SIDE] = N_("a second cache for an encoder or for images"),
  [INDEXED] = N_("an indexer’s keys beside the cache"),
  [COMPRESSED] = N_("compressed entries"),
};

typedef struct
{
  const char *name;
  Marker marker;
} MarkerName;

/* Sorted, for bsearch(). */
static const MarkerName names[] = {
  { "_block_types", STATE },
  { "_sliding_window_pattern", WINDOW },
  { "attention_chunk_size", WINDOW },
  { "attention_k_eq_v", PER_LAYER },
  { "attention_other_setting", PER_LAYER },
  { "attn_layer_idx", STATE },
  { "attn_layer_idxs", STATE },
  { "attn_layer_indices", STATE },
  { "attn_layer_offset", STATE },
  { "attn_layer_period", STATE },
  { "attn_type_list", STATE },
  { "block_configs", PER_LAYER },
  { "block_types", STATE },
  { "compress_ratios", COMPRESSED },
  { "conv_L_cache", STATE },
  { "conv_kernel", STATE },
  { "cross_attention_layers", SIDE },
  { "decoder_attention_heads", SIDE },
  { "decoder_layers", SIDE },
  { "expand_k", STATE },
  { "expand_v", STATE },
  { "full_attention_interval", STATE },
  { "full_attn_idxs", STATE },
  { "global_attn_every_n_layers", WINDOW },
  { "global_head_dim", PER_LAYER },
  { "hybrid_layer_pattern", WINDOW },
  { "hybrid_override_pattern", STATE },
  { "hyena_layer_idxs", STATE },
  { "index_head_dim", INDEXED },
  { "index_topk", INDEXED },
  { "indexer_types", INDEXED },
  { "interleaved_sliding_window", WINDOW },
  { "is_encoder_decoder", SIDE },
  { "kv_lora_rank", LATENT },
  { "kv_source_layer_ids", SHARED },
  { "layer_group_size", STATE },
  { "layers_block_type", STATE },
  { "linear_attn_config", STATE },
  { "linear_conv_kernel_dim", STATE },
  { "linear_key_head_dim", STATE },
  { "linear_num_key_heads", STATE },
  { "linear_num_value_heads", STATE },
  { "linear_value_head_dim", STATE },
  { "local_layer_ids", WINDOW },
  { "lru_width", STATE },
  { "mixer_types", STATE },
  { "num_attention_heads_per_layer", PER_LAYER },
  { "num_decoder_layers", SIDE },
  { "num_global_key_value_heads", PER_LAYER },
  { "num_key_value_heads_per_layer", PER_LAYER },
  { "num_kv_shared_layers", SHARED },
  { "num_multi_query_heads", PER_LAYER },
  { "per_layer_config", PER_LAYER },
  { "qk_rope_head_dim", LATENT },
  { "sliding_window_pattern", WINDOW },
  { "sparse_attention_config", INDEXED },
  { "ssm_cfg", STATE },
  { "state_size", STATE },
  { "use_cla", SHARED },
  { "use_mla", LATENT },
  { "window_size", WINDOW },
};

static const MarkerName prefixes[] = {
  { "mamba_", STATE },
  { "rwkv_", STATE },
  { "ssm_", STATE },
  { "swa_", WINDOW },
};

static int
compare_names (const void *key, const void *entry)
{
  return strcmp (key, ((const MarkerName *) entry)->name);
}

static const MarkerName *
find_marker (const char *key)
{
  const MarkerName *found = bsearch (key, names, G_N_ELEMENTS (names), sizeof names[0], compare_names);

  for (gsize i = 0; !found && i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (key, prefixes[i].name))
      found = &prefixes[i];
  return found;
}

static gboolean
is_off (UllJsonRef value)
{
  gint64 number;
  gboolean flag;

  switch (ull_json_type (value))
    {
    case ULL_JSON_NULL:
      return TRUE;
    case ULL_JSON_BOOLEAN:
      return ull_json_read_bool (value, &flag, NULL) && !flag;
    case ULL_JSON_INTEGER:
    case ULL_JSON_REAL:
      return ull_json_read_int (value, &number, NULL) && number == 0;
    case ULL_JSON_ARRAY:
    case ULL_JSON_OBJECT:
      return ull_json_length (value) == 0;
    case ULL_JSON_STRING:
    case ULL_JSON_NONFINITE:
    default:
      return FALSE;
    }
}

gboolean
ull_config_understands (const UllConfigReader *reader, const char *key)
{
  const char *rest = reader->family ? reader->family->understands : NULL;

  while (rest && *rest)
    {
      gsize length = strcspn (rest, " ");
      gboolean prefix = length > 0 && rest[length - 1] == '*';

      if (strncmp (rest, key, prefix ? length - 1 : length) == 0 && (prefix || key[length] == '\0'))
        return TRUE;
      rest += length + (rest[length] == ' ');
    }
  return FALSE;
}

static gboolean
check_members (const UllConfigReader *reader, UllJsonRef object, GError **error)
{
  UllJsonRef member;

  for (gboolean ok = ull_json_first (object, &member); ok; ok = ull_json_next (&member))
    {
      g_autofree char *key = ull_json_dup_key (member);
      const MarkerName *found = find_marker (key);
      if (!found || is_off (member) || ull_config_understands (reader, key))
        continue;

      ull_json_set_error (
        member, error, ULL_ERROR_UNSUPPORTED,
        _("this tells of %s, which is not known of this family; a family of which it is would be right"),
        _(meanings[found->marker]));
      return FALSE;
    }
  return TRUE;
}

gboolean
ull_config_check_markers (const UllConfigReader *reader, GError **error)
{
  return check_members (reader, reader->text, error)
         && (!reader->nested || check_members (reader, reader->top, error));
}
