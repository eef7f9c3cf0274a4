#include "ull-gguf-reader.h"

#include "ull-error.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* What each layer keeps. Its keys and values, of the sizes for windows where it has one; or one latent vector where the file
 * was written for it, which attention.key_length_mla tells: then key_length is the latent with its rope part, of one head.
 * Older files of the same models hold keys and values of every head, and an engine keeps them so. The last
 * attention.shared_kv_layers keep nothing of their own. */

#define MAX_DIM (1 << 20)

typedef struct
{
  UllGgufReader *reader;
  UllGgufState state;
  gboolean *attends;
  gboolean *keeps_state;
  gint64 *caps;
  gint64 *k_swa;
  gint64 *v_swa;
  gboolean latent;
  gint64 indexer;  /* elements of its key; 0: none */
  gint64 *indexed; /* 1 for each layer that has one of its own */
  gint64 shared;  /* layers at the end */
} Layers;

static void
layers_clear (Layers *layers)
{
  g_free (layers->attends);
  g_free (layers->keeps_state);
  g_free (layers->caps);
  g_free (layers->k_swa);
  g_free (layers->v_swa);
  g_free (layers->indexed);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Layers, layers_clear)

static void
layers_init (Layers *layers, UllGgufReader *reader)
{
  const gsize n = (gsize) (reader->layers + reader->drafts);

  layers->reader = reader;
  layers->attends = g_new0 (gboolean, n);
  layers->keeps_state = g_new0 (gboolean, n);
  layers->caps = g_new0 (gint64, n);
  layers->k_swa = g_memdup2 (reader->k_dim, n * sizeof (gint64));
  layers->v_swa = g_memdup2 (reader->v_dim, n * sizeof (gint64));
  layers->indexed = g_new0 (gint64, n);
  for (gsize i = 0; i < n; i++)
    layers->indexed[i] = 1;
}

static gboolean
read_latent (Layers *layers, GError **error)
{
  UllGgufReader *reader = layers->reader;
  gint64 k = 0, v = 0, rank = 0;

  if (!ull_gguf_reader_read (reader, "attention.key_length_mla", 0, MAX_DIM, &k, error) ||
      !ull_gguf_reader_read (reader, "attention.value_length_mla", 0, MAX_DIM, &v, error) ||
      !ull_gguf_reader_read (reader, "attention.kv_lora_rank", 0, MAX_DIM, &rank, error))
    return FALSE;
  layers->latent = k > 0 && v > 0;
  if (!layers->latent && rank > 0 && !(reader->family && reader->family->expanded))
    ull_gguf_reader_warn (reader,
                          _("%s.attention.key_length_mla is not in the file: it was written before latents were kept, so keys and "
                            "values of every head are counted; a newer conversion of the same model keeps far less"),
                          reader->arch);
  return TRUE;
}

static gboolean
read_indexer (Layers *layers, GError **error)
{
  static const char key[] = "attention.indexer.key_length";

  if (!ull_gguf_reader_read (layers->reader, key, 1, MAX_DIM, &layers->indexer, error) ||
      !ull_gguf_reader_read_each (layers->reader, "attention.indexer.types", 0, 1, layers->indexed, error))
    return FALSE;
  if (layers->indexer == 0 || layers->latent)
    return TRUE;
  ull_gguf_reader_set_error (layers->reader, key, error, ULL_ERROR_UNSUPPORTED,
                             _("an indexer beside keys and values is not known; one beside a latent would be right"));
  return FALSE;
}

static gboolean
read_shared (Layers *layers, GError **error)
{
  const UllGgufReader *reader = layers->reader;
  gint64 own = reader->family ? reader->family->own_caches : 0;

  layers->shared = own > 0 ? MAX (reader->layers - own, 0) : 0;
  if (!ull_gguf_reader_read (reader, "attention.shared_kv_layers", 0, reader->layers, &layers->shared, error))
    return FALSE;
  if (layers->shared < reader->layers)
    return TRUE;
  ull_gguf_reader_set_error (reader, "attention.shared_kv_layers", error, ULL_ERROR_INVALID,
                             _("no layer would be left to share the cache of; fewer than all layers would be right"));
  return FALSE;
}

static gboolean
read_parts (Layers *layers, GError **error)
{
  UllGgufReader *reader = layers->reader;

  return ull_gguf_read_state (reader, &layers->state, layers->attends, layers->keeps_state, error) &&
         ull_gguf_read_windows (reader, layers->caps, error) &&
         ull_gguf_reader_read_each (reader, "attention.key_length_swa", 1, MAX_DIM, layers->k_swa, error) &&
         ull_gguf_reader_read_each (reader, "attention.value_length_swa", 0, MAX_DIM, layers->v_swa, error) &&
         read_latent (layers, error) && read_indexer (layers, error) && read_shared (layers, error);
}

static gboolean
check_attention (const Layers *layers, gint64 i, GError **error)
{
  const UllGgufReader *reader = layers->reader;

  if (layers->latent && reader->kv[i] != 1)
    {
      ull_gguf_reader_set_error (reader, "attention.head_count_kv", error, ULL_ERROR_INVALID,
                                 _("a latent is one vector for all heads; 1 would be right"));
      return FALSE;
    }
  if (reader->k_dim[i] > 0 && reader->kv[i] > 0)
    return TRUE;
  return ull_gguf_reader_set_missing (reader, reader->kv[i] > 0 ? "attention.key_length" : "attention.head_count_kv", error);
}

static guint
add_attention (const Layers *layers, gint64 i, UllLayerKind *kind, UllStore *stores)
{
  const UllGgufReader *reader = layers->reader;
  guint n = 0;

  if (layers->latent)
    {
      *kind = ULL_LAYER_LATENT;
      stores[n] = ull_config_store_latent (reader->k_dim[i]);
      if (layers->caps[i] > 0)
        {
          stores[n].growth = ULL_GROWTH_CAPPED;
          stores[n].cap = layers->caps[i];
        }
      n++;
      if (layers->indexer > 0 && layers->indexed[i])
        {
          stores[n] = ull_config_store_latent (layers->indexer);
          stores[n++].role = ULL_ROLE_INDEXER;
        }
      return n;
    }
  if (layers->caps[i] == 0)
    {
      *kind = ULL_LAYER_FULL;
      stores[n++] = ull_config_store_kv (reader->kv[i], reader->k_dim[i], reader->v_dim[i]);
      return n;
    }
  *kind = reader->family && reader->family->chunked ? ULL_LAYER_CHUNKED : ULL_LAYER_SLIDING;
  stores[n++] = ull_config_store_window (reader->kv[i], layers->k_swa[i], layers->v_swa[i], layers->caps[i]);
  return n;
}

static guint
add_state (const UllGgufState *state, UllStore *stores)
{
  guint n = 0;

  if (state->convolution > 0)
    {
      stores[n] = ull_config_store_state (state->convolution, ULL_DTYPE_STATE);
      stores[n++].role = ULL_ROLE_CONVOLUTION;
    }
  if (state->recurrent > 0)
    stores[n++] = ull_config_store_state (state->recurrent, ULL_DTYPE_STATE);
  return n;
}

static gboolean
add_layer (const Layers *layers, gint64 i, UllConfigLayers *all, GError **error)
{
  const UllGgufReader *reader = layers->reader;
  UllStore stores[2 + 2];
  UllLayerKind kind = layers->keeps_state[i] ? ULL_LAYER_RECURRENT : ULL_LAYER_NONE;
  guint n = 0;

  if (i < reader->layers && i >= reader->layers - layers->shared && layers->attends[i])
    kind = ULL_LAYER_SHARED;
  else if (layers->attends[i])
    {
      if (!check_attention (layers, i, error))
        return FALSE;
      n = add_attention (layers, i, &kind, stores);
    }
  if (layers->keeps_state[i])
    n += add_state (&layers->state, stores + n);
  if (n <= ULL_MAX_STORES && ull_config_layers_add (all, kind, i >= reader->layers, stores, n))
    return TRUE;
  ull_gguf_reader_set_error (reader, "block_count", error, ULL_ERROR_UNSUPPORTED,
                             _("its layers are of too many kinds, or keep too much each; up to 255 kinds would be right"));
  return FALSE;
}

gboolean
ull_gguf_read_layers (UllGgufReader *reader, UllModel *facts, GError **error)
{
  g_auto (UllConfigLayers) all = { NULL, NULL };
  g_auto (Layers) layers = { 0 };

  layers_init (&layers, reader);
  if (!read_parts (&layers, error))
    return FALSE;
  ull_config_layers_init (&all);
  for (gint64 i = 0; i < reader->layers + reader->drafts; i++)
    if (!add_layer (&layers, i, &all, error))
      return FALSE;
  ull_config_layers_take (&all, facts);
  return TRUE;
}
