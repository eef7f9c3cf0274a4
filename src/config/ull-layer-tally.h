#pragma once

#include "ull-weights.h"

G_BEGIN_DECLS

/* What each layer has of the weights, while their tensors are met in any order. */
typedef struct _UllLayerTally UllLayerTally;

/* Of @layers layers; NULL where they are not known, or more than are told apart. (nullable) */
UllLayerTally *ull_layer_tally_new (gint64 layers);
void ull_layer_tally_free (UllLayerTally *tally);
/* Back to nothing. */
void ull_layer_tally_clear (UllLayerTally *tally);
/* One tensor of @layer; one of none, and a tally that is NULL, are passed over. FALSE on overflow. */
gboolean ull_layer_tally_add (UllLayerTally *tally, gint64 layer, UllWeightPart part, gint64 bytes, gboolean whole, gboolean kv);
/* Gives the layers to the weights that they are part of, where they are all that these have of a layer's parts. */
void ull_layer_tally_finish (const UllLayerTally *tally, UllWeights *weights);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllLayerTally, ull_layer_tally_free)

G_END_DECLS
