#include "ull-config-layers.h"
#include "ull-config-private.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Multi-head latent attention: one vector of kv_lora_rank + qk_rope_head_dim a token and layer, whatever the heads, on
 * every rank of tensor parallel. num_key_value_heads and head_dim of such a file are decoys and are not read. The vector
 * is the least that the architecture needs; engines without kernels for it keep expanded keys and values.
 *
 * Sparse attention's indexer keeps a key of index_head_dim beside it, in the layers that run one of their own:
 *   indexer_types, index_topk_pattern   layer by layer
 *   else                                max (i - index_skip_topk_offset + 1, 0) % index_topk_freq == 0
 * index_topk limits what is read, never what is kept.
 *
 * LongCat's layers have two attentions each: num_layers counts layers, num_hidden_layers attentions.
 *
 * kv_lora_rank: null or use_mla: false turn such a family to plain attention (DeepSeek-VL2 tiny). */

#define MAX_RANK (1 << 20)

static gboolean
missing (const UllConfigReader *reader, const char *name, GError **error)
{
  ull_json_set_error (reader->text, error, ULL_ERROR_MISSING,
                      _("%s is missing; without it the size of the latent is not known"), name);
  return FALSE;
}

/* An object nested in another leaves out what equals its class's default; a file of its own does not. */
static gboolean
read_size (
  UllConfigReader *reader, const char *name, gint64 min, gint64 fallback, gint64 *value, GError **error)
{
  UllJsonRef ref;

  if (ull_config_find_named (reader, name, &ref))
    return ull_config_read_named (reader, name, min, MAX_RANK, value, error);
  if (!reader->nested || fallback == 0)
    return missing (reader, name, error);

  g_autofree char *taken = ull_format_count (fallback);
  ull_config_warn (reader, _("%s is not in the file; %s is what the class %s takes"), name, taken, reader->family->id);
  *value = fallback;
  return TRUE;
}

static gboolean
is_latent (const UllConfigReader *reader)
{
  UllJsonRef ref;
  gboolean null = ull_json_get (reader->text, "kv_lora_rank", &ref) && ull_json_type (ref) == ULL_JSON_NULL;

  return !null && ull_config_get_flag (reader, "use_mla", TRUE);
}

static gboolean
read_latent_size (UllConfigReader *reader, gint64 *size, GError **error)
{
  gint64 rank, rope;

  if (!read_size (reader, "kv_lora_rank", 1, reader->family->latent, &rank, error)
      || !read_size (reader, "qk_rope_head_dim", 0, reader->family->rope, &rope, error))
    return FALSE;
  *size = rank + rope;
  return TRUE;
}

static gboolean
set_own (UllJsonRef word, const char *text, guint8 *own, GError **error)
{
  gboolean full = strcmp (text, "full") == 0 || strcmp (text, "F") == 0;

  if (!full && strcmp (text, "shared") != 0 && strcmp (text, "S") != 0)
    {
      g_autofree char *shown = ull_json_dup_shown (text);
      ull_json_set_error (word, error, ULL_ERROR_UNSUPPORTED,
                          _("an indexer of the kind “%s” is not known; full or shared would be right"), shown);
      return FALSE;
    }
  *own = full;
  return TRUE;
}

static gboolean
too_short (const UllConfigReader *reader, UllJsonRef ref, GError **error)
{
  ull_json_set_error (ref, error, ULL_ERROR_INVALID,
                      _("this does not name every layer; %d values would be right"), (int) reader->layers);
  return FALSE;
}

static gboolean
read_own_letters (const UllConfigReader *reader, UllJsonRef ref, guint8 *own, GError **error)
{
  g_autofree char *letters = ull_json_read_string (ref, error);

  if (!letters)
    return FALSE;
  if ((gint64) strlen (letters) < reader->layers)
    return too_short (reader, ref, error);
  for (gint64 i = 0; i < reader->layers; i++)
    {
      const char letter[] = { letters[i], '\0' };
      if (!set_own (ref, letter, &own[i], error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_own_words (const UllConfigReader *reader, UllJsonRef list, guint8 *own, GError **error)
{
  UllJsonRef word;
  gint64 i = 0;

  if (ull_json_type (list) != ULL_JSON_ARRAY || ull_json_length (list) < reader->layers)
    return too_short (reader, list, error);
  for (gboolean ok = ull_json_first (list, &word); ok && i < reader->layers; ok = ull_json_next (&word), i++)
    {
      g_autofree char *text = ull_json_read_string (word, error);
      if (!text || !set_own (word, text, &own[i], error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_own_schedule (const UllConfigReader *reader, guint8 *own, GError **error)
{
  gint64 period = 1, offset = 2;

  if (!ull_config_read_named (reader, "index_topk_freq", 0, G_MAXUINT16, &period, error)
      || !ull_config_read_named (reader, "index_skip_topk_offset", 0, G_MAXUINT16, &offset, error))
    return FALSE;
  for (gint64 i = 0; i < reader->layers; i++)
    own[i] = MAX (i - offset + 1, 0) % MAX (period, 1) == 0;
  return TRUE;
}

/* Words of layer_types: sparse or full latent attention. Nothing else keeps a latent. */
static gboolean
check_words (const UllConfigReader *reader, guint8 *own, GError **error)
{
  UllJsonRef list, word;
  gint64 i = 0;

  if (!ull_config_find_named (reader, "layer_types", &list))
    return TRUE;
  if (ull_json_type (list) != ULL_JSON_ARRAY || ull_json_length (list) < reader->layers)
    return too_short (reader, list, error);
  for (gboolean ok = ull_json_first (list, &word); ok && i < reader->layers; ok = ull_json_next (&word), i++)
    {
      g_autofree char *text = ull_json_read_string (word, error);
      if (!text)
        return FALSE;
      if (strcmp (text, "deepseek_sparse_attention") == 0)
        continue;
      if (strcmp (text, "full_attention") == 0)
        {
          own[i] = FALSE;
          continue;
        }
      g_autofree char *shown = ull_json_dup_shown (text);
      ull_json_set_error (word, error, ULL_ERROR_UNSUPPORTED,
                          _("layers of “%s” are not known here; full_attention or deepseek_sparse_attention would be right"),
                          shown);
      return FALSE;
    }
  return TRUE;
}

/* *key is no store, of no bytes, where no layer has an indexer. */
static gboolean
read_indexer (UllConfigReader *reader, guint8 *own, UllStore *key, GError **error)
{
  UllJsonRef ref;
  gint64 dim = 0;

  if (reader->family->indexer == 0 && !ull_config_find_named (reader, "index_topk", &ref)
      && !ull_config_find_named (reader, "index_head_dim", &ref))
    return check_words (reader, own, error);
  if (!read_size (reader, "index_head_dim", 1, reader->family->indexer, &dim, error))
    return FALSE;
  *key = ull_config_store_latent (dim);
  key->role = ULL_ROLE_INDEXER;

  if (ull_config_find_named (reader, "indexer_types", &ref)
      || (ull_config_find_named (reader, "index_topk_pattern", &ref) && ull_json_type (ref) != ULL_JSON_STRING))
    return read_own_words (reader, ref, own, error) && check_words (reader, own, error);
  if (ull_config_find_named (reader, "index_topk_pattern", &ref))
    return read_own_letters (reader, ref, own, error) && check_words (reader, own, error);
  return read_own_schedule (reader, own, error) && check_words (reader, own, error);
}

static gboolean
read_layers (UllConfigReader *reader, gint64 *attentions, GError **error)
{
  UllJsonRef ref;
  gint64 layers = 0;

  *attentions = reader->family->attentions > 0 ? reader->family->attentions : 1;
  if (!ull_config_read_layers (reader, error)
      || !ull_config_read_count (reader, ULL_MEMBER_HEADS, reader->nested ? reader->family->heads : 0, &reader->heads,
                                 error))
    return FALSE;
  reader->kv_heads = 1;
  reader->hidden = ull_config_get_count (reader, ULL_MEMBER_HIDDEN);
  if (*attentions == 1)
    return TRUE;

  if (!ull_config_read_named (reader, "num_layers", 1, G_MAXUINT16, &layers, error))
    return FALSE;
  if (layers == 0 && reader->layers % *attentions != 0)
    {
      ull_json_set_error (ull_config_find (reader, ULL_MEMBER_LAYERS, &ref) ? ref : reader->text, error,
                          ULL_ERROR_INVALID, _("layers of two attentions each cannot be %d; an even number would be right"),
                          (int) reader->layers);
      return FALSE;
    }
  reader->layers = layers > 0 ? layers : reader->layers / *attentions;
  return TRUE;
}

static gboolean
add_layers (
  const UllConfigReader *reader, const UllStore *latent, gint64 attentions, const guint8 *own, const UllStore *key, UllModel *facts)
{
  g_auto (UllConfigLayers) layers = { NULL, NULL };

  ull_config_layers_init (&layers);
  for (gint64 i = 0; i < reader->layers + reader->drafts; i++)
    {
      UllStore stores[ULL_MAX_STORES];
      guint n = 0;

      while (n < attentions)
        stores[n++] = *latent;
      if (own[MIN (i, reader->layers - 1)])
        stores[n++] = *key;
      ull_config_layers_add (&layers, ULL_LAYER_LATENT, i >= reader->layers, stores, n);
    }
  ull_config_layers_take (&layers, facts);
  return TRUE;
}

gboolean
ull_config_read_latent (UllConfigReader *reader, UllModel *facts, GError **error)
{
  UllStore key = { 0 };
  gint64 size = 0, attentions = 1;

  if (!is_latent (reader))
    return ull_config_read_attention (reader, facts, error);
  if (!ull_config_check_markers (reader, error) || !read_layers (reader, &attentions, error)
      || !ull_config_read_drafts (reader, error) || !read_latent_size (reader, &size, error))
    return FALSE;
  reader->head_dim = size;

  g_autofree guint8 *own = g_new0 (guint8, (gsize) reader->layers);
  const UllStore latent = ull_config_store_latent (size);
  return read_indexer (reader, own, &key, error) && add_layers (reader, &latent, attentions, own, &key, facts);
}
