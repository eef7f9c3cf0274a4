#pragma once

#include "ull-disclosure.h"

G_BEGIN_DECLS

/* The layers of a model as a person is shown them: the strip, its words, its spots and its table are made from this one
 * value. Bytes come from the disclosed plan's layout through ull_store_bytes(); without a plan there are none. */

/* Of one layer. */
typedef struct
{
  gint64 per_token;    /* bytes of the stores that grow by token, windows until they are full among them */
  gint64 window;       /* tokens of its widest window; 0: none */
  gint64 window_bytes; /* when it is full */
  gint64 per_sequence; /* state and side caches */
} UllLayerBytes;

typedef struct
{
  guint first, last; /* layers, counted from 0 */
  guint run;
} UllLayerSegment;

#define ULL_MAX_LAYER_KEYS (ULL_N_LAYER_KINDS + 1)

/* One kind of layer that the model has: an entry of the key. */
typedef struct
{
  UllLayerKind kind;
  gboolean draft;
  guint count;
  UllLayerBytes low, high; /* where layers of the kind differ */
} UllLayerKey;

typedef struct
{
  const UllDisclosure *disclosure;
  const UllModel *model;
  gboolean answered; /* bytes may be shown */
  guint n_keys;
  UllLayerKey key[ULL_MAX_LAYER_KEYS]; /* in the order of the kinds, draft layers last */
} UllLayers;

void ull_layers_init (UllLayers *layers, const UllDisclosure *disclosure);
/* Whether both are shown alike: nothing that a store's bytes depend on differs. */
gboolean ull_layers_same (const UllDisclosure *one, const UllDisclosure *other);
/* The stretch of layers of one run that begins at @first and ends before @end. */
UllLayerSegment ull_layers_segment (const UllLayers *layers, guint first, guint end);
/* The store as the plan keeps it; only where answered. */
void ull_layers_store (const UllLayers *layers, const UllStore *store, UllStore *kept);
/* Zeros where not answered. */
void ull_layers_bytes (const UllLayers *layers, const UllRun *run, UllLayerBytes *bytes);
void ull_layers_store_bytes (const UllLayers *layers, const UllStore *store, UllLayerBytes *bytes);
/* The step of the sum in which the run's first store stands, as far as it is shown, else -1. */
int ull_layers_step (const UllLayers *layers, const UllRun *run);

/* (transfer full), translated. */
char *ull_layers_heading (const UllLayers *layers);                          /* "34 layers: 5 full, 29 sliding" */
char *ull_layers_key_text (const UllLayers *layers, const UllLayerKey *key); /* "Full attention, 4,096 B per token each" */
char *ull_layers_describe_segment (const UllLayers *layers, const UllLayerSegment *segment);

G_END_DECLS
