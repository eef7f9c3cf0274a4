#pragma once

#include "ull-error.h"

G_BEGIN_DECLS

/* How a reader below the programs comes by a file's bytes: as an argument, so that it opens nothing itself. */
typedef struct
{
  gpointer (*open) (const char *path, GError **error); /* NULL: an error */
  gssize (*read) (gpointer file, char *buffer, gsize size, GError **error); /* 0: the end; -1: an error */
  void (*close) (gpointer file);
} UllFileSource;

#define ULL_STREAM_END (-1)
#define ULL_STREAM_FAULT (-2)

typedef struct _UllStream UllStream;

/* A file read byte by byte, a block of it in memory. A byte order mark at its beginning is passed over. */
UllStream *ull_stream_open (const UllFileSource *source, const char *path, GError **error);
void ull_stream_close (UllStream *stream);
const char *ull_stream_get_path (const UllStream *stream);
/* The next byte, ULL_STREAM_END, or ULL_STREAM_FAULT with an error. */
int ull_stream_next (UllStream *stream, GError **error);
/* The same, and it is next again. */
int ull_stream_peek (UllStream *stream, GError **error);
/* What is at hand of the line that is next, up to its end: at the file's beginning all of it, unless it is longer than a
 * block. Valid until more is read. */
const char *ull_stream_peek_line (const UllStream *stream, gsize *length);
/* The next line without its end: FALSE at the end of the file or with an error. NUL bytes, and more than @most bytes, are
 * an error. @number: counts lines, from 1. */
gboolean ull_stream_line (UllStream *stream, gsize most, GString *line, guint64 *number, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllStream, ull_stream_close)

G_END_DECLS
