#include "ull-config-layers.h"
#include "ull-config-private.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Layers of attention that keep keys and values: full, sliding, chunked, or read from an earlier layer; the draft layers
 * behind them are of the last layer's kind.
 *
 * The members that could say otherwise are checked, not assumed: markers, a value size of its own. */

#define MAX_DRAFTS 64

/* In MiniMax's files an indexer's key is kept beside the cache in the layers that attend sparsely. */
static gboolean
read_indexed (const UllConfigReader *reader, guint8 *indexed, UllStore *key, GError **error)
{
  UllJsonRef config, list, ref;
  gint64 dim = 0;
  guint i = 0;

  if (!ull_config_find_named (reader, "sparse_attention_config", &config)
      || !ull_json_get (config, "sparse_attention_freq", &list) || ull_json_type (list) == ULL_JSON_NULL)
    return TRUE;
  if (ull_json_type (list) != ULL_JSON_ARRAY || ull_json_length (list) < reader->layers)
    {
      ull_json_set_error (list, error, ULL_ERROR_INVALID,
                          _("this does not name every layer; a list of %d values would be right"),
                          (int) reader->layers);
      return FALSE;
    }
  for (gboolean ok = ull_json_first (list, &ref); ok && i < reader->layers; ok = ull_json_next (&ref), i++)
    {
      gint64 number;
      if (!ull_json_read_int (ref, &number, error))
        return FALSE;
      indexed[i] = number != 0;
    }
  memset (indexed + reader->layers, indexed[reader->layers - 1], (gsize) reader->drafts);

  if (!ull_json_get (config, "sparse_index_dim", &ref) && !ull_config_find_named (reader, "index_head_dim", &ref))
    {
      ull_json_set_error (config, error, ULL_ERROR_MISSING,
                          _("sparse_index_dim is missing; without it the size of the indexer’s keys is not known"));
      return FALSE;
    }
  if (!ull_json_read_int (ref, &dim, error))
    return FALSE;
  if (dim < 1 || dim > 1 << 20)
    {
      ull_json_set_error (ref, error, ULL_ERROR_INVALID, _("an indexer’s key of this size is none; 128 is the usual one"));
      return FALSE;
    }
  *key = ull_config_store_latent (dim);
  key->role = ULL_ROLE_INDEXER;
  return TRUE;
}

typedef struct
{
  UllConfigReader *reader;
  guint8 *kinds;   /* layers and drafts */
  guint8 *indexed; /* the same number */
  UllStore stores[ULL_N_LAYER_KINDS];
  UllStore key;
} Attention;

static gboolean
too_many_kinds (const UllConfigReader *reader, GError **error)
{
  ull_json_set_error (reader->text, error, ULL_ERROR_UNSUPPORTED,
                      _("no two layers of this model are alike; up to 255 kinds of layer would be right"));
  return FALSE;
}

static gboolean
make_stores (Attention *attention, const gint64 caps[ULL_N_LAYER_KINDS], GError **error)
{
  UllConfigHeads full, sliding;

  if (!ull_config_read_kind_heads (attention->reader, &full, &sliding, error))
    return FALSE;
  attention->stores[ULL_LAYER_FULL] = ull_config_store_kv (full.heads, full.k_dim, full.v_dim);
  attention->stores[ULL_LAYER_SLIDING]
    = ull_config_store_window (sliding.heads, sliding.k_dim, sliding.v_dim, caps[ULL_LAYER_SLIDING]);
  attention->stores[ULL_LAYER_CHUNKED]
    = ull_config_store_window (full.heads, full.k_dim, full.v_dim, caps[ULL_LAYER_CHUNKED]);
  return TRUE;
}

static gboolean
add_layers (const Attention *attention, UllModel *facts, GError **error)
{
  const UllConfigReader *reader = attention->reader;
  g_auto (UllConfigLayers) layers = { NULL, NULL };

  ull_config_layers_init (&layers);
  for (gint64 i = 0; i < reader->layers + reader->drafts; i++)
    {
      UllLayerKind kind = attention->kinds[i];
      UllStore stores[] = { attention->stores[kind], attention->key };
      guint n_stores = kind == ULL_LAYER_SHARED ? 0 : attention->indexed[i] ? 2 : 1;

      if (!ull_config_layers_add (&layers, kind, i >= reader->layers, stores, n_stores))
        return too_many_kinds (reader, error);
    }
  ull_config_layers_take (&layers, facts);
  return TRUE;
}

gboolean
ull_config_read_attention (UllConfigReader *reader, UllModel *facts, GError **error)
{
  gint64 caps[ULL_N_LAYER_KINDS] = { 0 };

  if (!ull_config_check_markers (reader, error) || !ull_config_read_shape (reader, error)
      || !ull_config_read_drafts (reader, error))
    return FALSE;

  gsize n = (gsize) (reader->layers + reader->drafts);
  g_autofree guint8 *kinds = g_new0 (guint8, n);
  g_autofree guint8 *indexed = g_new0 (guint8, n);
  Attention attention = { .reader = reader, .kinds = kinds, .indexed = indexed };

  return ull_config_read_kinds (reader, kinds, caps, error) && ull_config_share_layers (reader, kinds, error)
         && read_indexed (reader, indexed, &attention.key, error) && make_stores (&attention, caps, error)
         && add_layers (&attention, facts, error);
}

/* Under whichever name the file has it, in its own place or in an object for it. */
static gboolean
find_drafts (const UllConfigReader *reader, UllJsonRef *ref)
{
  static const char *const names[]
    = { "num_nextn_predict_layers", "mtp_num_hidden_layers", "num_mtp_modules", "num_mtp_layers" };
  UllJsonRef config;

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (ull_config_find_named (reader, names[i], ref))
      return TRUE;
  return ull_json_get (reader->top, "mtp_config", &config) && ull_json_get (config, names[0], ref)
         && ull_json_type (*ref) != ULL_JSON_NULL;
}

/* One copy of Step-3.5 counts the draft layers among the layers. There the list of layers with experts, which no draft
 * layer has, ends just before them. */
static void
take_drafts_from_layers (UllConfigReader *reader)
{
  UllJsonRef ref;
  g_autofree char *list = NULL;
  char *end = NULL;

  if (reader->drafts == 0 || !ull_config_find_named (reader, "moe_layers_enum", &ref))
    return;
  list = ull_json_read_string (ref, NULL);
  const char *comma = list ? strrchr (list, ',') : NULL;
  const char *last = comma ? comma + 1 : list;
  gint64 number = last ? g_ascii_strtoll (last, &end, 10) : 0;
  if (end == last || number < 0 || number >= reader->layers || number + 1 + reader->drafts != reader->layers)
    return;
  reader->layers -= reader->drafts;
  ull_config_warn (reader, _("the last %d layers of the file stand behind moe_layers_enum; they are draft layers"),
                   (int) reader->drafts);
}

gboolean
ull_config_read_drafts (UllConfigReader *reader, GError **error)
{
  UllJsonRef ref;
  gint64 each = 1;

  reader->drafts = 0;
  if (!ull_config_get_flag (reader, "use_mtp", TRUE) || !find_drafts (reader, &ref))
    return TRUE;
  if (!ull_json_read_int (ref, &reader->drafts, error)
      || !ull_config_read_named (reader, "mtp_transformer_layers", 1, MAX_DRAFTS, &each, error))
    return FALSE;
  if (reader->drafts < 0 || reader->drafts > MAX_DRAFTS)
    {
      ull_json_set_error (ref, error, ULL_ERROR_INVALID, _("so many draft layers are none; 0 to %d would be right"),
                          MAX_DRAFTS);
      return FALSE;
    }
  reader->drafts *= each;
  take_drafts_from_layers (reader);
  return TRUE;
}
