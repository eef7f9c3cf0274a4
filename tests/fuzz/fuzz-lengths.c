#include "fuzz.h"

#include "ull-lengths.h"
#include "ull-units.h"

#include <string.h>

/* Any bytes as a log, by a column's number and name, and as a trace; and any text as a form. Lengths that come out are in
 * range and in order, cells sum to one; what is refused is one sentence, that of a file with its name. */

typedef struct
{
  const guint8 *data;
  gsize left;
} Bytes;

static _Thread_local Bytes bytes;

static gpointer
open_bytes (const char *path, GError **error)
{
  return g_memdup2 (&bytes, sizeof bytes);
}

static gssize
read_bytes (gpointer file, char *buffer, gsize size, GError **error)
{
  Bytes *rest = file;
  gsize n = MIN (size, rest->left);

  memcpy (buffer, rest->data, n);
  rest->data += n;
  rest->left -= n;
  return (gssize) n;
}

static const UllFileSource source = { open_bytes, read_bytes, g_free };

static void
check_lengths (const UllLengths *lengths)
{
  static const gint64 ppm[] = { 0, 1, 500000, 950000, 990000, ULL_PPM_ONE };
  gsize n;
  g_autofree UllLengthCell *cells = ull_lengths_cells (lengths, 16, &n);
  gint64 before = 1;
  double sum = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (ppm); i++)
    {
      gint64 tokens = ull_lengths_quantile (lengths, ppm[i]);

      g_assert_cmpint (tokens, >=, before);
      g_assert_cmpint (tokens, <=, ULL_LENGTHS_MAX);
      before = tokens;
    }
  for (gsize i = 0; i < n; i++)
    {
      g_assert_true (cells[i].weight >= 0 && cells[i].tokens >= 1);
      sum += cells[i].weight;
    }
  g_assert_true (sum > 0.999999 && sum < 1.000001);
}

static void
try_spec (const char *spec, gboolean is_file)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (UllLengths) lengths = ull_lengths_new (spec, &source, &error);

  g_assert_true ((lengths == NULL) == (error != NULL));
  if (lengths != NULL)
    {
      check_lengths (lengths);
      return;
    }
  g_assert_true (error->domain == ULL_ERROR);
  g_assert_cmpuint (strlen (error->message), <, 4096);
  g_assert_true (!is_file || g_utf8_validate (error->message, -1, NULL));
  g_assert_true (!is_file || g_str_has_prefix (error->message, "x: "));
  g_assert_true (!is_file || strchr (error->message, '\n') == NULL);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);

  bytes = (Bytes) { data, size };
  try_spec ("csv:x:1", TRUE);
  try_spec ("csv:x:tokens", TRUE);
  try_spec ("trace:x", TRUE);
  /* A form, not a file of any name. */
  if (!g_str_has_prefix (text, "csv:") && !g_str_has_prefix (text, "trace:"))
    try_spec (text, FALSE);
  return 0;
}
