#pragma once

#include "ull-weights.h"

G_BEGIN_DECLS

/* Names of tensors, as the checkpoints of Hugging Face have them. */

typedef struct
{
  UllWeightPart part;
  gboolean whole; /* tensor parallel does not divide it */
  gboolean kv;    /* a projection to keys or values alone */
  gboolean fold;  /* the output's matrix: none of its own where it is tied to the embedding */
  gssize layer;   /* where in the name a layer's number stands, or -1 */
} UllTensorKind;

/* By the parts of the name between its points; @length bytes that no NUL needs to end. */
void ull_tensor_kind (const char *name, gsize length, UllTensorKind *kind);
/* The number at @at, or -1. */
gint64 ull_tensor_number (const char *name, gsize length, gsize at);

/* Hashes of 64 bits: of a name, and of a name but for its digits, which tensors of all layers share. */
guint64 ull_tensor_hash (const char *name, gsize length);
guint64 ull_tensor_pattern (const char *name, gsize length);

/* Formats of safetensors, by their names there. */
typedef struct
{
  const char *name;
  guint bits;
  gboolean plain; /* floating point of 16 bits or more: an element is a parameter */
} UllTensorFormat;

/* NULL where there is none of that name. */
const UllTensorFormat *ull_tensor_format (const char *name, gsize length);
guint ull_tensor_format_index (const UllTensorFormat *format);
extern const UllTensorFormat ull_tensor_formats[];
#define ULL_N_TENSOR_FORMATS 22

G_END_DECLS
