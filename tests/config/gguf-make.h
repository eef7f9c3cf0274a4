#pragma once

#include "ull-gguf.h"

G_BEGIN_DECLS

/* Writes small GGUF files: any version, either order of bytes. */
typedef struct
{
  guint version;
  gboolean big_endian;
  gint64 alignment;
  guint64 n_entries;
  guint64 n_tensors;
  guint64 data; /* bytes of tensors so far, padded */
  GByteArray *entries;
  GByteArray *tensors;
} GgufMake;

GgufMake *gguf_make_new (guint version, gboolean big_endian);
void gguf_make_int (GgufMake *make, const char *key, UllGgufType type, gint64 value);
void gguf_make_text (GgufMake *make, const char *key, const char *text);
void gguf_make_list (GgufMake *make, const char *key, UllGgufType type, const gint64 *values, guint n);
/* A vocabulary: @n made-up words. */
void gguf_make_words (GgufMake *make, const char *key, guint n);
/* general.architecture, and under its prefix "block_count=32 attention.head_count_kv=8,8,0 attention.causal=false". A list that
 * ends in "*" and a number is repeated up to it: "8,0*6". */
void gguf_make_keys (GgufMake *make, const char *arch, const char *keys);
/* @type: ggml's number. Up to four dimensions, the first that is 0 ends them. */
void gguf_make_tensor (GgufMake *make, const char *name, guint type, gint64 a, gint64 b, gint64 c);
/* Numbers as they stand in the file, for what is damaged on purpose. */
void gguf_make_number (const GgufMake *make, GByteArray *bytes, guint width, guint64 value);
void gguf_make_put_text (const GgufMake *make, GByteArray *bytes, const char *text);
/* The whole file, with a tensor's bytes all 0; @make is freed. */
GBytes *gguf_make_end (GgufMake *make);

G_END_DECLS
