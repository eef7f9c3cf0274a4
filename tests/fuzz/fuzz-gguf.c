#include "fuzz.h"

#include "ull-error.h"
#include "ull-gguf-reader.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* Any bytes as a GGUF file. A model that comes out is whole: counts agree, bytes can be counted, weights are within the file;
 * what is refused is one sentence that starts with the file. The same bytes as a file on a disk, page by page, are the same answer. */

static void
check_model (const UllModel *model, gsize size)
{
  const UllFormats formats = { ULL_DTYPE_F16, ULL_DTYPE_F16, ULL_DTYPE_F32, ULL_DTYPE_F16 };
  gint64 layers = 0;

  g_assert_cmpuint (model->n_layers, >=, 1);
  g_assert_true (g_utf8_validate (model->name, -1, NULL));
  g_assert_true (g_utf8_validate (model->family, -1, NULL));
  g_assert_cmpint (model->parameters, >=, -1);
  g_assert_cmpint (model->weight_bytes, >=, -1);
  g_assert_cmpint (model->weight_bytes, <=, (gint64) size);
  g_assert_true (model->max_positions == -1 || model->max_positions >= 1);
  for (guint i = 0; i < model->n_runs; i++)
    {
      layers += model->runs[i].count;
      for (guint k = 0; k < model->runs[i].n_stores; k++)
        {
          gint64 bytes;

          g_assert_true (ull_store_bytes (&model->runs[i].stores[k], &formats, 1, 1, &bytes, NULL));
          g_assert_cmpint (bytes, >, 0);
        }
    }
  g_assert_cmpint (layers, ==, model->n_layers);
}

static int
open_scratch (void)
{
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp ("fuzz-XXXXXX", &path, NULL);

  g_assert_cmpint (fd, >=, 0);
  g_unlink (path);
  return fd;
}

static void
compare_with_file (const guint8 *data, gsize size)
{
  static int fd = -1;
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr (GError) error = NULL, other_error = NULL;

  fd = fd < 0 ? open_scratch () : fd;
  g_assert_cmpint (ftruncate (fd, 0), ==, 0);
  g_assert_cmpint (pwrite (fd, data, size, 0), ==, (gssize) size);
  g_autoptr (UllGguf) file = ull_gguf_parse ("x", bytes, &error);
  g_autoptr (UllGguf) other = ull_gguf_parse_file ("x", fd, &other_error);
  g_assert_cmpstr (error ? error->message : NULL, ==, other_error ? other_error->message : NULL);
  if (!file)
    return;
  g_assert_cmpuint (file->header_end, ==, other->header_end);
  g_assert_cmpuint (file->entries->len, ==, other->entries->len);
  for (guint i = 0; i < file->entries->len; i++)
    {
      gint64 one = 0, two = 0;
      const UllGgufEntry *entry = &g_array_index (file->entries, UllGgufEntry, i);

      g_assert_true (ull_gguf_get_int (file, entry, entry->count - 1, &one)
                     == ull_gguf_get_int (other, &g_array_index (other->entries, UllGgufEntry, i), entry->count - 1, &two));
      g_assert_cmpint (one, ==, two);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (UllModel) model = ull_gguf_read ("x", bytes, &error);

  compare_with_file (data, size);
  g_assert_true ((model == NULL) == (error != NULL));
  if (model)
    {
      check_model (model, size);
      return 0;
    }
  g_assert_true (error->domain == ULL_ERROR);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_assert_true (g_str_has_prefix (error->message, "x: "));
  g_assert_null (strchr (error->message, '\n'));
  g_assert_cmpuint (strlen (error->message), <, 4096);
  return 0;
}
