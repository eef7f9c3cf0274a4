#include "ull-config-private.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The figures that every attention has: layers, query heads, KV heads, head size.
 *
 *   KV heads  absent: one for each query head, unless the family's class says otherwise
 *   head size absent: the class's, else hidden size / query heads, which must divide
 *
 * head_dim x heads need not be the hidden size (Qwen3-0.6B: 128 x 16 beside 1,024). */

static gboolean
set_kv_heads (UllJsonRef ref, gint64 heads, gint64 *kv_heads, GError **error)
{
  gint64 number;

  if (!ull_json_read_int (ref, &number, error))
    return FALSE;
  if (number < 1 || number > heads || heads % number != 0)
    {
      g_autofree char *given = ull_format_count (number);
      g_autofree char *of = ull_format_count (heads);
      ull_json_set_error (ref, error, ULL_ERROR_INVALID,
                          _("%s KV heads do not divide %s query heads; a divisor would be right"), given,
                          of);
      return FALSE;
    }
  *kv_heads = number;
  return TRUE;
}

static gboolean
read_member (UllConfigReader *reader, GError **error)
{
  const UllConfigFamily *family = reader->family;
  UllJsonRef ref;

  if (!ull_config_find (reader, ULL_MEMBER_KV_HEADS, &ref) && family->kv_heads == 0)
    {
      reader->kv_heads = reader->heads;
      return TRUE;
    }
  if (!ull_config_read_count (reader, ULL_MEMBER_KV_HEADS, family->kv_heads, &reader->kv_heads, error))
    return FALSE;
  if (reader->heads % reader->kv_heads == 0)
    return TRUE;

  if (ull_config_find (reader, ULL_MEMBER_KV_HEADS, &ref))
    return set_kv_heads (ref, reader->heads, &reader->kv_heads, error);
  ull_json_set_error (
    reader->text, error, ULL_ERROR_MISSING,
    _("%s is missing, and the class’s %d does not divide %d query heads; write the number of "
      "KV heads"),
    ull_config_member_get_name (ULL_MEMBER_KV_HEADS), (int) reader->kv_heads, (int) reader->heads);
  return FALSE;
}

static gboolean
read_one_or_all (UllConfigReader *reader, gboolean one)
{
  reader->kv_heads = one ? 1 : reader->heads;
  return TRUE;
}

/* The class fills num_kv_heads with the query heads when it saves a multi-query model: then it is not
 * looked at. Files of before new_decoder_architecture say n_head_kv where they have several. */
static gboolean
read_falcon (UllConfigReader *reader, GError **error)
{
  UllJsonRef ref;

  if (ull_config_get_flag (reader, "new_decoder_architecture", FALSE)
      || ull_config_find_named (reader, "n_head_kv", &ref))
    return read_member (reader, error);
  return read_one_or_all (reader, ull_config_get_flag (reader, "multi_query", TRUE));
}

static gboolean
read_chatglm (UllConfigReader *reader, GError **error)
{
  UllJsonRef ref;

  if (!ull_config_get_flag (reader, "multi_query_attention", FALSE))
    return read_one_or_all (reader, FALSE);
  if (!ull_config_find_named (reader, "multi_query_group_num", &ref))
    return read_one_or_all (reader, TRUE);
  return set_kv_heads (ref, reader->heads, &reader->kv_heads, error);
}

static gboolean
read_attn_config (UllConfigReader *reader, GError **error)
{
  UllJsonRef config, ref;

  if (!ull_config_find_named (reader, "attn_config", &config))
    return read_member (reader, error);
  if (ull_json_get (config, "kv_n_heads", &ref) && ull_json_type (ref) != ULL_JSON_NULL)
    return set_kv_heads (ref, reader->heads, &reader->kv_heads, error);

  g_autofree char *type = ull_json_get (config, "attn_type", &ref) ? ull_json_read_string (ref, NULL) : NULL;
  return read_one_or_all (reader,
                          reader->family->kv_heads == 1 || g_strcmp0 (type, "multiquery_attention") == 0);
}

static gboolean
read_olmo (UllConfigReader *reader, GError **error)
{
  UllJsonRef ref;

  if (ull_config_find_named (reader, "n_kv_heads", &ref))
    return set_kv_heads (ref, reader->heads, &reader->kv_heads, error);
  return read_one_or_all (reader, ull_config_get_flag (reader, "multi_query_attention", FALSE));
}

static gboolean
read_kv_heads (UllConfigReader *reader, GError **error)
{
  switch (reader->family->kv_rule)
    {
    case ULL_KV_FALCON:
      return read_falcon (reader, error);
    case ULL_KV_MULTI_QUERY:
      return read_one_or_all (reader, ull_config_get_flag (reader, "multi_query", TRUE));
    case ULL_KV_CHATGLM:
      return read_chatglm (reader, error);
    case ULL_KV_ATTN_CONFIG:
      return read_attn_config (reader, error);
    case ULL_KV_OLMO:
      return read_olmo (reader, error);
    case ULL_KV_MEMBER:
    default:
      return read_member (reader, error);
    }
}

/* What classes leave out of an object nested in another is what equals their default; a file of its own
 * that lacks its size is broken. */
static gint64
if_nested (const UllConfigReader *reader, gint64 fallback)
{
  return reader->nested ? fallback : 0;
}

gboolean
ull_config_read_layers (UllConfigReader *reader, GError **error)
{
  return ull_config_read_count (reader, ULL_MEMBER_LAYERS, if_nested (reader, reader->family->layers), &reader->layers,
                                error);
}

gboolean
ull_config_read_heads (UllConfigReader *reader, GError **error)
{
  return ull_config_read_count (reader, ULL_MEMBER_HEADS, if_nested (reader, reader->family->heads), &reader->heads,
                                error)
         && read_kv_heads (reader, error);
}

gboolean
ull_config_read_hidden (UllConfigReader *reader, GError **error)
{
  return ull_config_read_count (reader, ULL_MEMBER_HIDDEN, if_nested (reader, reader->family->hidden), &reader->hidden,
                                error);
}

/* What tokenisers' repositories hold as a model has no room for one element a head; the class's default would make a
 * model of it. */
static gboolean
check_room (const UllConfigReader *reader, GError **error)
{
  gint64 hidden = ull_config_get_count (reader, ULL_MEMBER_HIDDEN);
  UllJsonRef ref;

  if (hidden < 0 || hidden >= reader->heads || !ull_config_find (reader, ULL_MEMBER_HIDDEN, &ref))
    return TRUE;
  ull_json_set_error (ref, error, ULL_ERROR_INVALID, _("%d is too small for %d heads; at least 1 for each would be right"),
                      (int) hidden, (int) reader->heads);
  return FALSE;
}

gboolean
ull_config_read_head_dim (UllConfigReader *reader, GError **error)
{
  const UllConfigFamily *family = reader->family;
  UllJsonRef ref;

  if (ull_config_find (reader, ULL_MEMBER_HEAD_DIM, &ref))
    return ull_config_read_count (reader, ULL_MEMBER_HEAD_DIM, 0, &reader->head_dim, error);
  if (family->head_dim > 0)
    {
      reader->head_dim = family->head_dim;
      return check_room (reader, error);
    }
  if (!ull_config_read_hidden (reader, error))
    return FALSE;
  if (reader->hidden % reader->heads != 0)
    {
      UllJsonRef place = ull_config_find (reader, ULL_MEMBER_HIDDEN, &ref) ? ref : reader->text;
      ull_json_set_error (place, error, ULL_ERROR_INVALID,
                          _("%d is no multiple of %d heads, so the head size is not known; write head_dim"),
                          (int) reader->hidden, (int) reader->heads);
      return FALSE;
    }
  reader->head_dim = reader->hidden / reader->heads;
  return TRUE;
}

gboolean
ull_config_read_shape (UllConfigReader *reader, GError **error)
{
  UllJsonRef ref;

  if (!ull_config_read_layers (reader, error) || !ull_config_read_heads (reader, error))
    return FALSE;

  /* Where the head size is explicit the hidden size decides nothing here, but a wrong one is wrong all the
   * same. */
  reader->hidden = -1;
  if (ull_config_find (reader, ULL_MEMBER_HIDDEN, &ref)
      && !ull_config_read_count (reader, ULL_MEMBER_HIDDEN, 0, &reader->hidden, error))
    return FALSE;
  return ull_config_read_head_dim (reader, error);
}
