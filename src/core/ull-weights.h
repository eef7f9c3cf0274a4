#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a model's weights are for: the parts that sum to their bytes. */
typedef enum
{
  ULL_WEIGHT_EMBEDDING,
  ULL_WEIGHT_ATTENTION, /* and what mixes tokens in its place: recurrent layers, convolutions */
  ULL_WEIGHT_MLP,       /* that every token takes, shared experts with it */
  ULL_WEIGHT_EXPERTS,   /* routed ones, and their routers */
  ULL_WEIGHT_NORMS,
  ULL_WEIGHT_HEAD,      /* the output's matrix, where it is not the embedding itself */
  ULL_WEIGHT_DRAFT,     /* layers for speculation */
  ULL_WEIGHT_VISION,    /* towers for images and sound */
  ULL_WEIGHT_OTHER,
  ULL_N_WEIGHT_PARTS,
} UllWeightPart;

/* Bytes that are stored in a format, by the name that the files have for it. */
typedef struct
{
  char name[16];
  gint64 bytes;
} UllWeightFormat;

#define ULL_MAX_WEIGHT_FORMATS 32

/* One layer's own. */
typedef struct
{
  gint64 bytes[ULL_N_WEIGHT_PARTS];
  gint64 whole[ULL_N_WEIGHT_PARTS];
  gint64 kv_bytes;
} UllLayerWeights;

#define ULL_MAX_LAYER_KINDS 24
#define ULL_MAX_WEIGHT_LAYERS 512

/**
 * UllWeights:
 *
 * What is known of a model's weights besides their size. All 0 where nothing is. The parts sum to the model's weight_bytes.
 */
typedef struct
{
  gint64 bytes[ULL_N_WEIGHT_PARTS];
  gint64 whole[ULL_N_WEIGHT_PARTS]; /* of them, what every card of a tensor-parallel group holds */
  gint64 kv_bytes;                  /* of attention's, projections to KV heads: a card holds one head at least; 0: not known apart */
  gint64 elements;                  /* of what is stored in floating point of 16 bits or more; 0: not counted */
  guint n_formats;
  UllWeightFormat format[ULL_MAX_WEIGHT_FORMATS];
  guint n_layers;                   /* whose own weights are known: all of the model's, or 0 */
  guint n_layer_kinds;
  guint8 layer[ULL_MAX_WEIGHT_LAYERS]; /* of each, which of the kinds */
  UllLayerWeights layer_kind[ULL_MAX_LAYER_KINDS];
} UllWeights;

/* Whether the parts are known. */
gboolean ull_weights_known (const UllWeights *weights);
/* Their sum: FALSE where it does not fit. */
gboolean ull_weights_sum (const UllWeights *weights, gint64 *bytes);
/* FALSE on overflow, and where there are more formats than can be told apart. */
gboolean ull_weights_add (UllWeights *weights, UllWeightPart part, gint64 bytes, gint64 whole);
gboolean ull_weights_add_format (UllWeights *weights, const char *name, gint64 bytes);
/* The parts in their proportions, summing to @bytes exactly. What single layers have is then not known. */
void ull_weights_scale (UllWeights *weights, gint64 bytes);
/* The same of parts alone. */
void ull_weight_parts_scale (gint64 *parts, gint64 bytes);

/* One more layer behind those before. Where there is no room for another, or another kind, no layer's are known, and FALSE. */
gboolean ull_weights_add_layer (UllWeights *weights, const UllLayerWeights *layer);
void ull_weights_forget_layers (UllWeights *weights);
/* Of layers @first to @first + @n − 1, what they have together. FALSE where that is not known, or more than can be counted. */
gboolean ull_weights_sum_layers (const UllWeights *weights, gint64 first, gint64 n, UllLayerWeights *sum);

const char *ull_weight_part_get_id (UllWeightPart part);    /* "embedding" */
const char *ull_weight_part_get_label (UllWeightPart part); /* translated: "Embedding" */

G_END_DECLS
