#include "ull-stream.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* One block is in memory at a time, however long the file is; bytes stand between `next` and `end`. */

#define BLOCK_BYTES 65536

struct _UllStream
{
  const UllFileSource *source;
  gpointer file;
  char *path;
  gsize next;
  gsize end;
  char block[BLOCK_BYTES];
};

static gboolean
fill (UllStream *stream, GError **error)
{
  gssize got = stream->source->read (stream->file, stream->block, BLOCK_BYTES, error);

  stream->next = 0;
  stream->end = (gsize) MAX (got, 0);
  return got >= 0;
}

/* The first block holds the whole mark or there is none: reading a file begins with more than three bytes at once. */
static void
pass_mark (UllStream *stream)
{
  if (stream->end >= 3 && memcmp (stream->block, "\357\273\277", 3) == 0)
    stream->next = 3;
}

UllStream *
ull_stream_open (const UllFileSource *source, const char *path, GError **error)
{
  g_autoptr (UllStream) stream = NULL;
  gpointer file = source->open (path, error);

  if (file == NULL)
    return NULL;
  stream = g_new (UllStream, 1);
  stream->source = source;
  stream->file = file;
  stream->path = g_strdup (path);
  if (!fill (stream, error))
    return NULL;
  pass_mark (stream);
  return g_steal_pointer (&stream);
}

void
ull_stream_close (UllStream *stream)
{
  stream->source->close (stream->file);
  g_clear_pointer (&stream->path, g_free);
  g_free (stream);
}

const char *
ull_stream_get_path (const UllStream *stream)
{
  return stream->path;
}

int
ull_stream_peek (UllStream *stream, GError **error)
{
  if (stream->next == stream->end && !fill (stream, error))
    return ULL_STREAM_FAULT;
  return stream->next < stream->end ? (guchar) stream->block[stream->next] : ULL_STREAM_END;
}

const char *
ull_stream_peek_line (const UllStream *stream, gsize *length)
{
  const char *line = stream->block + stream->next;
  const char *end = memchr (line, '\n', stream->end - stream->next);

  *length = end != NULL ? (gsize) (end - line) : stream->end - stream->next;
  return line;
}

int
ull_stream_next (UllStream *stream, GError **error)
{
  int byte = ull_stream_peek (stream, error);

  if (byte >= 0)
    stream->next++;
  return byte;
}

gboolean
ull_stream_line (UllStream *stream, gsize most, GString *line, guint64 *number, GError **error)
{
  int byte = ull_stream_next (stream, error);

  g_string_truncate (line, 0);
  if (byte < 0)
    return FALSE;
  *number += 1;
  for (; byte >= 0 && byte != '\n'; byte = ull_stream_next (stream, error))
    {
      if (byte == 0 || line->len == most)
        {
          g_set_error (error, ULL_ERROR, ULL_ERROR_SYNTAX,
                       byte == 0 ? _("%s: row %" G_GUINT64_FORMAT ": holds a NUL byte; a text file would be right")
                                 : _("%s: row %" G_GUINT64_FORMAT ": is longer than a row of a trace can be; one request a "
                                     "line would be right"),
                       stream->path, *number);
          return FALSE;
        }
      g_string_append_c (line, (char) byte);
    }
  return byte != ULL_STREAM_FAULT;
}
