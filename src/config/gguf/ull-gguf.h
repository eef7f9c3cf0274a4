#pragma once

#include "ull-gguf-cursor.h"
#include "ull-gguf-type.h"

G_BEGIN_DECLS

/* A GGUF file's metadata and tensor infos, by their places in its bytes: nothing of a vocabulary or of a tensor is built or
 * looked at. */

typedef enum
{
  ULL_GGUF_UINT8,
  ULL_GGUF_INT8,
  ULL_GGUF_UINT16,
  ULL_GGUF_INT16,
  ULL_GGUF_UINT32,
  ULL_GGUF_INT32,
  ULL_GGUF_FLOAT32,
  ULL_GGUF_BOOL,
  ULL_GGUF_STRING,
  ULL_GGUF_ARRAY,
  ULL_GGUF_UINT64,
  ULL_GGUF_INT64,
  ULL_GGUF_FLOAT64,
  ULL_N_GGUF_TYPES,
} UllGgufType;

typedef struct
{
  UllGgufText key;
  UllGgufType type; /* of the value, or of an array's elements */
  gboolean array;
  guint64 count;    /* 1, or an array's elements */
  gsize offset;     /* of the value, or of an array's first element */
} UllGgufEntry;

#define ULL_GGUF_MAX_DIMS 4

typedef struct
{
  UllGgufText name;
  guint n_dims;
  gint64 dims[ULL_GGUF_MAX_DIMS]; /* the first varies fastest; 1 behind n_dims */
  const UllGgufPacking *packing;
  gint64 elements;
  gint64 bytes;
  gint64 offset; /* from data_start */
} UllGgufTensor;

typedef struct
{
  char *name; /* of the file, for messages */
  UllGgufPages *pages;
  gsize size;
  guint version;
  gboolean big_endian;
  gint64 alignment;
  gsize header_end;    /* behind the last tensor info */
  gsize data_start;    /* header_end rounded up to the alignment: past the end of a file without tensors */
  gint64 tensor_bytes; /* of all tensors, without what pads them */
  GArray *entries;     /* of UllGgufEntry */
  GArray *tensors;     /* of UllGgufTensor */
} UllGguf;

/* Whether bytes begin like a GGUF file, or like one whose magic was written the other way round. */
gboolean ull_gguf_has_magic (const guint8 *bytes, gsize length);

/* NULL with ULL_ERROR where the bytes are no GGUF file, are cut off, or contradict themselves. */
UllGguf *ull_gguf_parse (const char *name, GBytes *bytes, GError **error);
/* The same of a file. @fd stays the caller's. */
UllGguf *ull_gguf_parse_file (const char *name, int fd, GError **error);
void ull_gguf_free (UllGguf *file);

const UllGgufEntry *ull_gguf_find (const UllGguf *file, const char *key);
/* A whole number or a truth value of the entry, the @i-th of an array's; FALSE where it is neither or beyond gint64. */
gboolean ull_gguf_get_int (const UllGguf *file, const UllGgufEntry *entry, guint64 i, gint64 *value);
gboolean ull_gguf_get_text (const UllGguf *file, const UllGgufEntry *entry, UllGgufText *text);
const UllGgufTensor *ull_gguf_find_tensor (const UllGguf *file, const char *name);

/* The sentence after the file's name and a place in it. */
void ull_gguf_set_error (const UllGguf *file, const char *place, GError **error, int code, const char *format, ...)
  G_GNUC_PRINTF (5, 6);

/* Within ull_gguf_parse(): the tensor infos, @n of them, at the cursor. */
gboolean ull_gguf_read_tensors (UllGguf *file, UllGgufCursor *cursor, guint64 n, GError **error);
gboolean ull_gguf_set_cut_off (const UllGguf *file, const UllGgufCursor *cursor, const char *what, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllGguf, ull_gguf_free)

G_END_DECLS
