#pragma once

#include "ull-model.h"

G_BEGIN_DECLS

/* Layers one by one, in the model's own order; layers that keep the same become one run. */
typedef struct
{
  GArray *runs;       /* of UllRun */
  GByteArray *layers; /* the run of each layer */
} UllConfigLayers;

void ull_config_layers_init (UllConfigLayers *layers);
void ull_config_layers_clear (UllConfigLayers *layers);
/* Adds a layer with these stores. FALSE where there are more kinds of layer than a model can have. */
gboolean ull_config_layers_add (UllConfigLayers *layers,
                                UllLayerKind kind,
                                gboolean draft,
                                const UllStore *stores,
                                guint n_stores);
/* Moves the layers into the facts; *layers is empty then. */
void ull_config_layers_take (UllConfigLayers *layers, UllModel *facts);

/* Keys and values of @heads heads, one entry a token, growing with the sequence, at the KV lever's format. */
UllStore ull_config_store_kv (gint64 heads, gint64 k_dim, gint64 v_dim);
/* The same up to @cap tokens: a window or a chunk. */
UllStore ull_config_store_window (gint64 heads, gint64 k_dim, gint64 v_dim, gint64 cap);
/* One vector a token that every rank holds: a latent. */
UllStore ull_config_store_latent (gint64 dim);
/* @elements a sequence, however long it is. @format: ULL_DTYPE_STATE for a recurrent part that follows the state dtype,
 * ULL_DTYPE_NATIVE for a convolution's, or a fixed format. */
UllStore ull_config_store_state (gint64 elements, UllDtype format);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (UllConfigLayers, ull_config_layers_clear)

G_END_DECLS
