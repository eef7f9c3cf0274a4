#include "ull-gguf-reader.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* An encoder with a decoder: block_count is the encoder's, decoder_block_count the decoder's, whose layers keep the
 * sequence's keys and values, and beside them those of what was encoded. */

#define MAX_LAYERS 65536

gboolean
ull_gguf_read_decoder (UllGgufReader *reader, UllModel *facts, GError **error)
{
  g_auto (UllConfigLayers) layers = { NULL, NULL };
  UllStore stores[2];
  gint64 count = 0;

  if (!ull_gguf_reader_need (reader, "decoder_block_count", 1, MAX_LAYERS, &count, error))
    return FALSE;
  if (reader->kv[0] < 1)
    return ull_gguf_reader_set_missing (reader, "attention.head_count", error);
  if (reader->k_dim[0] < 1)
    return ull_gguf_reader_set_missing (reader, "attention.key_length", error);
  stores[0] = stores[1] = ull_config_store_kv (reader->kv[0], reader->k_dim[0], reader->v_dim[0]);
  stores[1].growth = ULL_GROWTH_SIDE;
  ull_config_layers_init (&layers);
  for (gint64 i = 0; i < count; i++)
    ull_config_layers_add (&layers, ULL_LAYER_FULL, FALSE, stores, G_N_ELEMENTS (stores));
  ull_config_layers_take (&layers, facts);
  ull_gguf_reader_warn (reader, _("the cache of %s tokens grows with the input and is not counted in a request"), _("the encoder’s"));
  return TRUE;
}
