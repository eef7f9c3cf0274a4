#include "ull-config-private.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Names of members, in the order in which a reader of the family's own classes takes them. Where two names of
 * one figure stand in a file, the first in this order wins: n_embed before hidden_size is BLOOM's,
 * num_hidden_layers before n_layer is Mamba's. null counts as absent.
 *
 * The ranges are far outside every model and far inside what products of them may be. */

#define MAX_NAMES 6

static const struct
{
  gint64 max;
  const char *names[MAX_NAMES];
} members[ULL_N_MEMBERS] = {
  [ULL_MEMBER_LAYERS]
  = { 1 << 16, { "num_hidden_layers", "n_layer", "num_layers", "n_layers", "num_transformer_layers" } },
  [ULL_MEMBER_HEADS]
  = { 1 << 16, { "num_attention_heads", "n_head", "n_heads", "num_heads", "attention_heads" } },
  [ULL_MEMBER_HIDDEN] = { 1 << 24, { "n_embed", "hidden_size", "n_embd", "d_model", "model_dim" } },
  [ULL_MEMBER_KV_HEADS]
  = { 1 << 16, { "num_key_value_heads", "num_kv_heads", "n_head_kv", "num_attention_groups", "num_multi_query_heads" } },
  [ULL_MEMBER_HEAD_DIM] = { 1 << 20, { "head_dim", "kv_channels", "hidden_size_per_head", "attention_head_dim" } },
  [ULL_MEMBER_WINDOW] = { 1 << 30, { "sliding_window", "sliding_window_size", "sliding_window_attention_size", "attention_window_size" } },
  [ULL_MEMBER_WINDOW_LAYERS] = { 1 << 16, { "max_window_layers" } },
  [ULL_MEMBER_VOCABULARY] = { 1 << 30, { "vocab_size", "padded_vocab_size" } },
  [ULL_MEMBER_INTERMEDIATE] = { 1 << 30, { "intermediate_size", "ffn_hidden_size", "ffn_dim", "n_inner" } },
  [ULL_MEMBER_EXPERTS] = { 1 << 20, { "num_local_experts", "num_experts", "n_routed_experts" } },
  [ULL_MEMBER_EXPERT_WIDTH] = { 1 << 30, { "moe_intermediate_size" } },
  [ULL_MEMBER_EXPERTS_USED] = { 1 << 20, { "num_experts_per_tok", "experts_per_token", "num_experts_per_token", "moe_topk", "moe_k", "top_k_experts" } },
};

const char *
ull_config_member_get_name (UllMember member)
{
  return members[member].names[member == ULL_MEMBER_HIDDEN ? 1 : 0];
}

static gboolean
find_present (UllJsonRef object, const char *name, UllJsonRef *value)
{
  return ull_json_get (object, name, value) && ull_json_type (*value) != ULL_JSON_NULL;
}

/* Old tools write a head size that the class works out as 0. */
static gboolean
stands_for_absent (UllMember member, UllJsonRef value)
{
  gint64 number;
  return member == ULL_MEMBER_HEAD_DIM && ull_json_read_int (value, &number, NULL) && number == 0;
}

static gboolean
find_in (UllJsonRef object, UllMember member, UllJsonRef *value)
{
  for (guint i = 0; i < MAX_NAMES && members[member].names[i]; i++)
    if (find_present (object, members[member].names[i], value) && !stands_for_absent (member, *value))
      return TRUE;
  return FALSE;
}

gboolean
ull_config_find (const UllConfigReader *reader, UllMember member, UllJsonRef *value)
{
  return find_in (reader->text, member, value);
}

gboolean
ull_config_find_named (const UllConfigReader *reader, const char *name, UllJsonRef *value)
{
  return find_present (reader->text, name, value)
         || (reader->nested && find_present (reader->top, name, value));
}

static gboolean
has_size (UllJsonRef object)
{
  UllJsonRef value;
  return find_in (object, ULL_MEMBER_LAYERS, &value) || find_in (object, ULL_MEMBER_HEADS, &value)
         || find_in (object, ULL_MEMBER_HIDDEN, &value);
}

/* Only these objects are looked into: a vision tower's has the same members. A nested object that says
 * nothing beside a top that does is some other part's. */
void
ull_config_find_text (UllConfigReader *reader)
{
  static const char *const paths[][2] = {
    { "text_config" },
    { "llm_config" },
    { "language_config" },
    { "llm_cfg" },
    { "text_model" },
    { "language_model" },
    { "thinker_config", "text_config" },
  };

  reader->text = reader->top;
  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      UllJsonRef found;
      if (!ull_json_get (reader->top, paths[i][0], &found)
          || (paths[i][1] && !ull_json_get (found, paths[i][1], &found))
          || ull_json_type (found) != ULL_JSON_OBJECT)
        continue;

      UllJsonRef layers;
      if (!has_size (found) && find_in (reader->top, ULL_MEMBER_LAYERS, &layers))
        return;
      reader->text = found;
      reader->nested = TRUE;
      return;
    }
}

static gboolean
take_default (UllConfigReader *reader, UllMember member, gint64 fallback, gint64 *value, GError **error)
{
  const char *name = ull_config_member_get_name (member);

  if (fallback < 1)
    {
      ull_json_set_error (reader->text, error, ULL_ERROR_MISSING,
                          _("%s is missing; without it the model’s size is not known"), name);
      return FALSE;
    }
  g_autofree char *taken = ull_format_count (fallback);
  ull_config_warn (reader, _("%s is not in the file; %s is what the class %s takes"), name, taken,
                   reader->family->id);
  *value = fallback;
  return TRUE;
}

gboolean
ull_config_read_count (
  UllConfigReader *reader, UllMember member, gint64 fallback, gint64 *value, GError **error)
{
  UllJsonRef ref;
  gint64 number;

  if (!ull_config_find (reader, member, &ref))
    return take_default (reader, member, fallback, value, error);
  if (ull_json_type (ref) == ULL_JSON_ARRAY)
    {
      ull_json_set_error (
        ref, error, ULL_ERROR_UNSUPPORTED,
        _("this is a list with a value for each layer, which is not read yet; one number for all "
          "layers would be right"));
      return FALSE;
    }
  if (!ull_json_read_int (ref, &number, error))
    return FALSE;
  if (number < 1 || number > members[member].max)
    {
      g_autofree char *given = ull_format_count (number);
      g_autofree char *most = ull_format_count (members[member].max);
      ull_json_set_error (ref, error, ULL_ERROR_INVALID, _("%s is out of range; 1 to %s would be right"),
                          given, most);
      return FALSE;
    }
  *value = number;
  return TRUE;
}

gint64
ull_config_get_count (const UllConfigReader *reader, UllMember member)
{
  UllJsonRef ref;
  gint64 number;

  if (!ull_config_find (reader, member, &ref) || !ull_json_read_int (ref, &number, NULL) || number < 1
      || number > members[member].max)
    return -1;
  return number;
}

gboolean
ull_config_get_flag (const UllConfigReader *reader, const char *name, gboolean fallback)
{
  UllJsonRef ref;
  gboolean value;
  gint64 number;

  if (!ull_config_find_named (reader, name, &ref))
    return fallback;
  if (ull_json_read_bool (ref, &value, NULL))
    return value;
  return ull_json_read_int (ref, &number, NULL) ? number != 0 : fallback;
}

void
ull_config_warn (UllConfigReader *reader, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_ptr_array_add (reader->warnings, g_strdup_vprintf (format, args));
  va_end (args);
}
