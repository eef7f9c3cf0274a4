#include "fuzz-bytes.h"

#include <string.h>

static const guint8 *bytes;
static gsize n_bytes;

void
fuzz_bytes_set (const guint8 *data, gsize size)
{
  bytes = data;
  n_bytes = size;
}

static gpointer
open_cb (const char *path, GError **error)
{
  return g_new0 (gsize, 1);
}

static gssize
read_cb (gpointer file, char *buffer, gsize size, GError **error)
{
  gsize *at = file, n = MIN (size, n_bytes - *at);

  if (n > 0)
    memcpy (buffer, bytes + *at, n);
  *at += n;
  return (gssize) n;
}

const UllFileSource fuzz_bytes_source = { open_cb, read_cb, g_free };
