#include "ull-layer-tally.h"

#include "ull-units.h"

/* Stages of a pipeline hold whole layers, and layers are not alike: the first few of a mixture of experts are often dense, and a
 * quantised file keeps some of them wider. So each layer is counted by itself.
 *
 * Names that say no layer can still be of one (an encoder's have numbers of their own). Then layers say less than the whole, and
 * are of no use: a matrix of attention, of an MLP or of experts that stands in no layer makes all of them not known. */

struct _UllLayerTally
{
  gint64 n;
  UllLayerWeights *layer; /* owned */
};

UllLayerTally *
ull_layer_tally_new (gint64 layers)
{
  UllLayerTally *tally;

  if (layers < 1 || layers > ULL_MAX_WEIGHT_LAYERS)
    return NULL;
  tally = g_new0 (UllLayerTally, 1);
  tally->n = layers;
  tally->layer = g_new0 (UllLayerWeights, (gsize) layers);
  return tally;
}

void
ull_layer_tally_free (UllLayerTally *tally)
{
  if (tally == NULL)
    return;
  g_clear_pointer (&tally->layer, g_free);
  g_free (tally);
}

void
ull_layer_tally_clear (UllLayerTally *tally)
{
  for (gint64 i = 0; tally != NULL && i < tally->n; i++)
    tally->layer[i] = (UllLayerWeights) { .kv_bytes = 0 };
}

gboolean
ull_layer_tally_add (UllLayerTally *tally, gint64 layer, UllWeightPart part, gint64 bytes, gboolean whole, gboolean kv)
{
  UllLayerWeights *counted;

  if (tally == NULL || layer < 0 || layer >= tally->n)
    return TRUE;
  counted = &tally->layer[layer];
  return ull_add (counted->bytes[part], bytes, &counted->bytes[part])
         && (!whole || ull_add (counted->whole[part], bytes, &counted->whole[part]))
         && (!kv || ull_add (counted->kv_bytes, bytes, &counted->kv_bytes));
}

static gboolean
are_all (const UllWeights *weights)
{
  static const UllWeightPart within[] = { ULL_WEIGHT_ATTENTION, ULL_WEIGHT_MLP, ULL_WEIGHT_EXPERTS };
  UllLayerWeights sum;

  if (!ull_weights_sum_layers (weights, 0, weights->n_layers, &sum))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (within); i++)
    if (sum.bytes[within[i]] != weights->bytes[within[i]])
      return FALSE;
  return TRUE;
}

void
ull_layer_tally_finish (const UllLayerTally *tally, UllWeights *weights)
{
  ull_weights_forget_layers (weights);
  for (gint64 i = 0; tally != NULL && i < tally->n; i++)
    if (!ull_weights_add_layer (weights, &tally->layer[i]))
      return;
  if (!are_all (weights))
    ull_weights_forget_layers (weights);
}
