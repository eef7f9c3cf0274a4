#include "ull-gguf-reader.h"

#include "ull-error.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* DeepSeek-V4: attention.compress_ratios gives each layer's ratio. A layer keeps one vector a token, key and value at once,
 * for the tokens of a window, and behind it one for every 4 or 128 tokens; at 4 an indexer's key for the same tokens. */

#define MAX_DIM (1 << 20)
#define INDEXED_RATIO 4
#define SPARSE_RATIO 128

static guint
make_stores (const UllGgufReader *reader, gint64 i, gint64 window, gint64 index, gint64 ratio, UllStore *stores)
{
  guint n = 0;

  stores[n] = ull_config_store_window (1, reader->k_dim[i], 0, window);
  stores[n++].shard = ULL_SHARD_REPLICATED;
  if (ratio == 0)
    return n;
  stores[n] = ull_config_store_latent (reader->k_dim[i]);
  stores[n++].per = ratio;
  if (ratio != INDEXED_RATIO)
    return n;
  stores[n] = ull_config_store_latent (index);
  stores[n].per = ratio;
  stores[n++].role = ULL_ROLE_INDEXER;
  return n;
}

static gboolean
check_ratios (const UllGgufReader *reader, const gint64 *ratios, GError **error)
{
  for (gint64 i = 0; i < reader->layers + reader->drafts; i++)
    if (ratios[i] != 0 && ratios[i] != INDEXED_RATIO && ratios[i] != SPARSE_RATIO)
      {
        ull_gguf_reader_set_error (reader, "attention.compress_ratios", error, ULL_ERROR_UNSUPPORTED,
                                   _("layers of this ratio are not known; 0, 4 or 128 would be right"));
        return FALSE;
      }
  return TRUE;
}

gboolean
ull_gguf_read_compressed (UllGgufReader *reader, UllModel *facts, GError **error)
{
  g_auto (UllConfigLayers) layers = { NULL, NULL };
  const gint64 n = reader->layers + reader->drafts;
  g_autofree gint64 *ratios = g_new0 (gint64, (gsize) n);
  gint64 window = 0, index = 0;

  if (!ull_gguf_reader_read_each (reader, "attention.compress_ratios", 0, G_MAXINT32, ratios, error) ||
      !check_ratios (reader, ratios, error) ||
      !ull_gguf_reader_need (reader, "attention.sliding_window", 1, G_MAXINT32, &window, error) ||
      !ull_gguf_reader_need (reader, "attention.indexer.key_length", 1, MAX_DIM, &index, error))
    return FALSE;
  ull_config_layers_init (&layers);
  for (gint64 i = 0; i < n; i++)
    {
      UllStore stores[ULL_MAX_STORES];

      if (reader->k_dim[i] < 1)
        return ull_gguf_reader_set_missing (reader, "attention.key_length", error);
      if (!ull_config_layers_add (&layers, ULL_LAYER_SLIDING, i >= reader->layers, stores,
                                  make_stores (reader, i, window, index, ratios[i], stores)))
        return ull_gguf_reader_set_missing (reader, "attention.key_length", error);
    }
  ull_config_layers_take (&layers, facts);
  return TRUE;
}
