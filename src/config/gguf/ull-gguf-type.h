#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How a tensor's elements are packed: `bytes` for every `elements` of a row. */
typedef struct
{
  const char *name; /* "q4_K" */
  guint elements;
  guint bytes;
} UllGgufPacking;

/* NULL for a number that no released format has. */
const UllGgufPacking *ull_gguf_packing (guint64 number);

G_END_DECLS
