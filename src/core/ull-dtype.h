#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * UllDtype:
 *
 * Element formats. A format packs `block_elements` elements into `block_bytes` bytes, exactly: nvfp4 is 9 bytes per
 * 16, q8_0 34 per 32, q4_0 18 per 32. A row, one head's key or value of one token, has `row_bytes` more in formats that are
 * made for a cache: its scale. Some of these pack a value otherwise than a key.
 */
typedef enum
{
  ULL_DTYPE_F32,
  ULL_DTYPE_F16,
  ULL_DTYPE_BF16,
  ULL_DTYPE_FP8,
  ULL_DTYPE_INT8,
  ULL_DTYPE_INT4,
  ULL_DTYPE_NVFP4,
  ULL_DTYPE_Q8_0,
  ULL_DTYPE_Q5_1,
  ULL_DTYPE_Q5_0,
  ULL_DTYPE_Q4_1,
  ULL_DTYPE_Q4_0,
  ULL_DTYPE_IQ4_NL,
  /* Formats of a cache alone, from here on. */
  ULL_DTYPE_INT8_PER_TOKEN_HEAD,
  ULL_DTYPE_FP8_PER_TOKEN_HEAD,
  ULL_DTYPE_INT4_PER_TOKEN_HEAD,
  ULL_DTYPE_TURBOQUANT_K8V4,
  ULL_DTYPE_TURBOQUANT_4BIT_NC,
  ULL_DTYPE_TURBOQUANT_K3V4_NC,
  ULL_DTYPE_TURBOQUANT_3BIT_NC,
  ULL_N_DTYPES,
  ULL_N_ELEMENT_DTYPES = ULL_DTYPE_INT8_PER_TOKEN_HEAD, /* those that weights and states may be in too */
  /* Below zero: not a format but which one to take (see UllFormats in ull-model.h). */
  ULL_DTYPE_UNKNOWN = -1,
  ULL_DTYPE_KV = -2,     /* what the KV dtype lever says */
  ULL_DTYPE_STATE = -3,  /* what the state dtype says */
  ULL_DTYPE_NATIVE = -4, /* the model's own */
} UllDtype;

typedef struct
{
  const char *id;    /* in JSON, on the command line and on screen: "bf16" */
  const char *alias; /* a second name that is read: "bfloat16", or NULL */
  gint64 block_elements;
  gint64 block_bytes;
  gint64 row_bytes;
  gint64 value_elements; /* of a value, where it is packed otherwise; 0: as a key */
  gint64 value_bytes;
  gint64 value_row_bytes;
} UllDtypeInfo;

const UllDtypeInfo *ull_dtype_info (UllDtype dtype);

/* Case is ignored, a "torch." prefix too. ULL_DTYPE_UNKNOWN where the text names none. */
UllDtype ull_dtype_from_text (const char *text);

/* Bytes of a row of @elements, whole blocks and no scale of the row: FALSE on overflow. */
gboolean ull_dtype_row_bytes (UllDtype dtype, gint64 elements, gint64 *bytes);
/* Bytes of a cached key of @k elements and a value of @v, with the scales of both. */
gboolean ull_dtype_entry_bytes (UllDtype k_dtype, gint64 k, UllDtype v_dtype, gint64 v, gint64 *bytes);
/* Whether a cache in this format has the first two and the last two layers of a model in the model's own. */
gboolean ull_dtype_spares_ends (UllDtype dtype);

G_END_DECLS
