#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * UllAnatomy:
 *
 * What a model's weights are made of, as far as an engine's memory depends on it: no cache hangs on it. A number that is not
 * known is 0; an anatomy without `parameters` says nothing.
 */
typedef struct
{
  gint64 parameters;        /* exact where they are published or counted, else the sum of the matrices */
  gint64 vocabulary;        /* rows of an embedding */
  gint64 embeddings;        /* matrices of vocabulary x hidden: 1 where input and output are tied, else 2 */
  gint64 mlp_width;         /* of the widest MLP that is not a routed expert */
  gint64 mlp_inputs;        /* matrices into it: 2 with a gate, 1 without */
  gint64 experts;           /* routed, of a layer, as are the next three */
  gint64 experts_used;      /* by one token */
  gint64 expert_width;
  gint64 expert_layers;
  gint64 tower_parameters;  /* of an encoder for images or sound */
  gint64 whole_parameters;  /* that every card of a tensor-parallel group holds: routers, norms, latent projections */
  gint64 kept_parameters;   /* that the quantisation leaves as they were, embeddings and towers with them */
  gint64 latent_parameters; /* of the matrices that expand a latent, which a kernel may want a second time */
  gint64 position_rows;     /* of the tables of rotary positions, together */
  gint64 position_dim;      /* elements of a row */
  gint64 position_bytes;    /* of an element */
  gint64 bits;              /* of a quantised weight, millionths of a bit; 0: not quantised, -1: not understood */
  gint64 only_experts;      /* 1: the quantisation is of routed experts alone */
  gint64 multimodal;        /* 1: it takes images or sound besides text */
  gint64 item_tokens;       /* of its longest image or clip, where all of one has to be in one step */
} UllAnatomy;

/* Its numbers by name, for reading and writing. */
typedef struct
{
  const char *name;
  gsize offset;
} UllAnatomyMember;

extern const UllAnatomyMember ull_anatomy_members[];
extern const guint ull_n_anatomy_members;

#define ULL_ANATOMY_MEMBER(anatomy, i) G_STRUCT_MEMBER (gint64, anatomy, ull_anatomy_members[i].offset)

/* Bytes of all weights: @native_bytes a parameter, and @bits (in the member's unit) where they are quantised. FALSE where
 * that is not known or more than can be counted. */
gboolean ull_anatomy_get_bytes (const UllAnatomy *anatomy, gint64 bits, gint64 native_bytes, gint64 *bytes);

G_END_DECLS
