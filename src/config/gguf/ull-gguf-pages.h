#pragma once

#include "ull-error.h"

G_BEGIN_DECLS

/* A file's bytes at places that do not move, of which only those are read that are asked for. A file that is cut off, or whose disk
 * fails, in the midst of it is an answer of FALSE; a mapped one would be the end of the program. */

typedef struct
{
  const guint8 *bytes; /* to be looked at only where ull_gguf_pages_ensure() said so */
  gsize size;
  gsize from, to; /* what was asked for last, and is there */
  GBytes *whole;  /* (nullable): all of it, in memory */
  int fd;
  guint8 *room;    /* as large as the file; nothing of it is memory before it is read into */
  guint8 *present; /* a bit a page */
  gsize taken;     /* bytes that were read into it */
  int fault;       /* why they could not be read, as errno has it; 0: they could, or the file ended */
} UllGgufPages;

/* What is read into memory of one file at most: no model's metadata and list of tensors are longer. */
#define ULL_GGUF_MOST_TAKEN ((gsize) 256 << 20)

UllGgufPages *ull_gguf_pages_new (GBytes *whole);
/* @fd stays the caller's. @name: for messages. */
UllGgufPages *ull_gguf_pages_new_file (int fd, const char *name, GError **error);
void ull_gguf_pages_free (UllGgufPages *pages);

/* Whether the bytes are there now; slower than the one below where they were not. */
gboolean ull_gguf_pages_fetch (UllGgufPages *pages, gsize offset, gsize n);
/* At most @n bytes, copied and not kept; fewer at the end of the file, -1 where it cannot be read. */
gssize ull_gguf_pages_copy (UllGgufPages *pages, guint8 *buffer, gsize n, gsize offset);

static inline gboolean
ull_gguf_pages_ensure (UllGgufPages *pages, gsize offset, gsize n)
{
  return (offset >= pages->from && n <= pages->to - pages->from && offset - pages->from <= pages->to - pages->from - n)
         || ull_gguf_pages_fetch (pages, offset, n);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllGgufPages, ull_gguf_pages_free)

G_END_DECLS
