#define _GNU_SOURCE 1
#include "fuzz.h"

#include "ull-error.h"
#include "ull-shard-index.h"
#include "ull-shard.h"
#include "ull-units.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Any bytes as a .safetensors file, as the header of one with as many bytes behind it as the first two say, and as an index. What
 * is read adds up to the bytes behind the header; what is refused is one sentence that starts with the file. */

typedef struct
{
  gint64 bytes;
} Sum;

static gboolean
add_up (const UllTensor *tensor, gpointer data, GError **error)
{
  Sum *sum = data;
  UllTensorKind kind;

  ull_tensor_kind (tensor->name, tensor->length, &kind);
  g_assert_cmpint (kind.part, <, ULL_N_WEIGHT_PARTS);
  g_assert_cmpint (kind.layer, <, (gssize) tensor->length);
  ull_tensor_pattern (tensor->name, tensor->length);
  g_assert_cmpint (tensor->bytes, >=, 0);
  return ull_add (sum->bytes, tensor->bytes, &sum->bytes);
}

static int
make_file (const guint8 *data, gsize size, gboolean prefixed, gint64 *whole)
{
  int fd = memfd_create ("x", MFD_CLOEXEC);
  guint64 length = GUINT64_TO_LE ((guint64) size);
  gint64 behind = size > 1 ? data[0] + 256 * data[1] : 0;

  g_assert_cmpint (fd, >=, 0);
  if (prefixed)
    g_assert_cmpint (write (fd, &length, sizeof length), ==, sizeof length);
  g_assert_cmpint (write (fd, data, size), ==, (gssize) size);
  *whole = (gint64) size + (prefixed ? 8 + behind : 0);
  g_assert_cmpint (ftruncate (fd, *whole), ==, 0);
  return fd;
}

static void
check_error (const GError *error)
{
  g_assert_true (error->domain == ULL_ERROR);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_assert_true (g_str_has_prefix (error->message, "x: "));
  g_assert_null (strchr (error->message, '\n'));
  g_assert_cmpuint (strlen (error->message), <, 4096);
}

static void
read_shard (const guint8 *data, gsize size, gboolean prefixed)
{
  g_autoptr (GError) error = NULL;
  Sum sum = { 0 };
  gint64 whole;
  int fd = make_file (data, size, prefixed, &whole);

  if (ull_shard_read_fd (fd, whole, "x", add_up, &sum, &error))
    g_assert_cmpint (sum.bytes, <, MAX (whole, 1));
  else
    check_error (error);
  close (fd);
}

static void
read_index (const guint8 *data, gsize size)
{
  g_autoptr (GError) error = NULL;
  gint64 whole;
  int fd = make_file (data, size, FALSE, &whole);
  g_autoptr (UllShardIndex) index = ull_shard_index_read_fd (fd, whole, "x", &error);

  close (fd);
  g_assert_true ((index == NULL) == (error != NULL));
  if (error)
    check_error (error);
  for (guint i = 0; index && i < index->shards->len; i++)
    {
      const UllIndexShard *shard = index->shards->pdata[i];

      g_assert_null (strchr (shard->file, '/'));
      g_assert_cmpint (shard->tensors, >, 0);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  read_shard (data, size, FALSE);
  read_shard (data, size, TRUE);
  read_index (data, size);
  return 0;
}
