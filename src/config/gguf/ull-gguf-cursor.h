#pragma once

#include "ull-gguf-pages.h"

G_BEGIN_DECLS

/* A place in bytes that come from outside: nothing is read past the end, and a failed read leaves the place where it was. */
typedef struct
{
  UllGgufPages *pages;
  gsize offset;
  gboolean big_endian;
  gboolean narrow; /* counts and lengths are of 32 bits, as the first version of the format has them */
} UllGgufCursor;

/* Text as it stands in the bytes: not terminated, perhaps not UTF-8, borrowed. */
typedef struct
{
  const char *text;
  gsize length;
} UllGgufText;

gsize ull_gguf_cursor_left (const UllGgufCursor *cursor);
gboolean ull_gguf_cursor_skip (UllGgufCursor *cursor, guint64 bytes);
/* An unsigned number of 1, 2, 4 or 8 bytes. */
gboolean ull_gguf_cursor_read (UllGgufCursor *cursor, guint width, guint64 *value);
/* A count or a length: 64 bits, or 32 where the cursor is narrow. */
gboolean ull_gguf_cursor_read_count (UllGgufCursor *cursor, guint64 *count);
gboolean ull_gguf_cursor_read_text (UllGgufCursor *cursor, UllGgufText *text);
/* Past @n texts; FALSE where they do not end before the bytes do. */
gboolean ull_gguf_cursor_skip_texts (UllGgufCursor *cursor, guint64 n);

gboolean ull_gguf_text_equal (UllGgufText text, const char *other);
/* The text as it may be shown: plain, valid, and not longer than a line. (transfer full) */
char *ull_gguf_text_dup_shown (UllGgufText text);

G_END_DECLS
