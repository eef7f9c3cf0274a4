#include "fuzz.h"

#include "ull-error.h"
#include "ull-json-pull.h"

#include <string.h>

/* Any bytes as a JSON text that is read through a window, in pieces of one byte to seven, so that each token meets the window's
 * end somewhere. What it takes the scanner takes too, and the reverse: but that only the scanner knows of members that stand
 * twice and of whole numbers of more than 64 bits, and only the window of numbers too long for it. */

typedef struct
{
  const guint8 *data;
  gsize size;
  gsize at;
} Bytes;

static gssize
read_bytes (gpointer user_data, char *buffer, gsize size, GError **error)
{
  Bytes *bytes = user_data;
  gsize n = MIN (MIN (bytes->at % 7 + 1, size), bytes->size - bytes->at);

  memcpy (buffer, bytes->data + bytes->at, n);
  bytes->at += n;
  return (gssize) n;
}

static gboolean
has_long_number (const guint8 *data, gsize size)
{
  gsize run = 0;

  for (gsize i = 0; i < size && run < 60; i++)
    run = g_ascii_isdigit (data[i]) || strchr ("+-.eE", data[i]) ? run + 1 : 0;
  return run >= 60;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  Bytes bytes = { data, size, 0 };
  g_autoptr (UllJsonPull) pull = ull_json_pull_new ("x", read_bytes, &bytes);
  g_autoptr (GError) error = NULL, fault = NULL;
  g_autoptr (UllJson) json = ull_json_parse ("x", (const char *) data, size, ULL_JSON_STRICT, &fault);
  gboolean ok = ull_json_pull_skip (pull, &error) && ull_json_pull_end (pull, &error);

  g_assert_true (ok == (error == NULL));
  if (error)
    {
      g_assert_true (error->domain == ULL_ERROR);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      g_assert_true (g_str_has_prefix (error->message, "x: line "));
    }
  if (json)
    g_assert_true (ok || has_long_number (data, size));
  else if (ok)
    g_assert_true (strstr (fault->message, "twice") || strstr (fault->message, "64 bits"));
  return 0;
}
