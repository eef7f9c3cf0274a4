#include "shard-files.h"
#include "ull-census.h"
#include "ull-error.h"
#include "ull-shard-index.h"
#include "ull-shard.h"
#include "ull-weight-file.h"

#include <string.h>
#include <unistd.h>

/* Real headers, indexes and pointers, where a corpus of them lies beside the sources: each file's row says what it holds. Files
 * that were cut behind their header have no tensors, and are refused for that. */

typedef enum
{
  COLUMN_FILE,
  COLUMN_MODEL,
  COLUMN_SOURCE,
  COLUMN_TOTAL,
  COLUMN_NOTES,
  COLUMN_KEPT,
  N_COLUMNS,
} Column;

static char *
get_path (const char *file)
{
  return g_build_filename (g_test_get_dir (G_TEST_DIST), "..", "..", "shared", "corpus", "safetensors", file, NULL);
}

/* The number behind "tensors=" in a row's notes, or -1. */
static gint64
note_number (const char *notes, const char *name)
{
  const char *at = strstr (notes, name);

  return at && g_ascii_isdigit (at[strlen (name)]) ? g_ascii_strtoll (at + strlen (name), NULL, 10) : -1;
}

typedef struct
{
  gint64 tensors;
  gint64 bytes;
  gint64 of_format[ULL_N_TENSOR_FORMATS];
} Sum;

static gboolean
add_up (const UllTensor *tensor, gpointer data, GError **error)
{
  Sum *sum = data;

  sum->tensors++;
  sum->bytes += tensor->bytes;
  sum->of_format[ull_tensor_format_index (tensor->format)]++;
  return TRUE;
}

/* "dtypes=BF16:2,F32:1" */
static void
check_formats (char **row, const Sum *sum)
{
  const char *list = strstr (row[COLUMN_NOTES], "dtypes=");
  g_auto (GStrv) words = g_strsplit_set (list + strlen ("dtypes="), ", ", -1);
  gint64 named = 0;

  for (char **word = words; *word && strchr (*word, ':') && named < sum->tensors; word++)
    {
      gsize length = (gsize) (strchr (*word, ':') - *word);
      const UllTensorFormat *format = ull_tensor_format (*word, length);

      g_assert_nonnull (format);
      g_assert_cmpint (sum->of_format[ull_tensor_format_index (format)], ==, g_ascii_strtoll (*word + length + 1, NULL, 10));
      named += sum->of_format[ull_tensor_format_index (format)];
    }
  g_assert_cmpint (named, ==, sum->tensors);
}

static void
check_shard (char **row)
{
  g_autofree char *path = get_path (row[COLUMN_FILE]);
  g_autoptr (GError) error = NULL;
  Sum sum = { 0 };
  gboolean ok = ull_shard_read (path, add_up, &sum, &error);

  if (g_str_has_prefix (row[COLUMN_KEPT], "cut to"))
    {
      g_assert_false (ok);
      g_assert_nonnull (strstr (error->message, "the file ends at byte "));
      return;
    }
  g_assert_no_error (error);
  g_assert_cmpint (sum.tensors, ==, note_number (row[COLUMN_NOTES], "tensors="));
  g_assert_cmpint (sum.bytes, ==, g_ascii_strtoll (row[COLUMN_TOTAL], NULL, 10));
  check_formats (row, &sum);
}

/* Rows that were cut keep 50 entries, and excerpts say how many. */
static gint64
kept_entries (char **row)
{
  gint64 kept = note_number (row[COLUMN_KEPT], "cut: metadata + ");

  if (kept < 0)
    kept = note_number (row[COLUMN_KEPT], "excerpt: ");
  return kept >= 0 ? kept : note_number (row[COLUMN_NOTES], "tensors=");
}

static void
check_index (char **row)
{
  g_autofree char *path = get_path (row[COLUMN_FILE]);
  g_autoptr (GError) error = NULL;
  g_autoptr (UllShardIndex) index = ull_shard_index_read (path, &error);
  gint64 shards = note_number (row[COLUMN_NOTES], "shards="), parameters = note_number (row[COLUMN_NOTES], "total_parameters=");

  g_assert_no_error (error);
  if (index->tensors != kept_entries (row))
    g_error ("%s: %" G_GINT64_FORMAT " tensors", row[COLUMN_FILE], index->tensors);
  g_assert_cmpint (index->total_size, ==, row[COLUMN_TOTAL][0] ? g_ascii_strtoll (row[COLUMN_TOTAL], NULL, 10) : -1);
  if (parameters >= 0)
    g_assert_cmpint (index->total_parameters, ==, parameters);
  if (shards >= 0 && !g_str_has_prefix (row[COLUMN_KEPT], "cut"))
    g_assert_cmpint (index->shards->len, ==, shards);
}

static void
test_files (void)
{
  g_autofree char *path = get_path ("INDEX.tsv");
  g_autofree char *text = NULL;
  guint n_shards = 0, n_indexes = 0, n_absent = 0;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    {
      g_test_message ("no corpus beside the sources: 0 files");
      return;
    }
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (guint i = 1; lines[i]; i++)
    {
      g_auto (GStrv) row = g_strsplit (lines[i], "\t", -1);

      if (g_strv_length (row) < N_COLUMNS)
        continue;
      g_autofree char *file = get_path (row[COLUMN_FILE]);
      if (!g_file_test (file, G_FILE_TEST_EXISTS))
        n_absent++;
      else if (g_str_has_suffix (row[COLUMN_FILE], ".safetensors"))
        check_shard (row), n_shards++;
      else if (g_str_has_prefix (row[COLUMN_FILE], "index-"))
        check_index (row), n_indexes++;
    }
  g_test_message ("%u headers and %u indexes read, %u rows without a file", n_shards, n_indexes, n_absent);
  g_assert_cmpuint (n_shards, >, 10);
  g_assert_cmpuint (n_indexes, >, 50);
}

/* Pointers as Git LFS writes them: made again from their table, each to its byte. */
static void
test_pointers (void)
{
  g_autofree char *path = get_path ("lfs_pointers.tsv");
  g_autofree char *text = NULL;
  char *folder;
  guint n = 0;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return;
  folder = shard_make_folder ();
  g_autofree char *file = g_build_filename (folder, "p.safetensors", NULL);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (guint i = 1; lines[i]; i++)
    {
      g_auto (GStrv) row = g_strsplit (lines[i], "\t", -1);
      g_autoptr (GError) error = NULL;
      gint64 size, bytes = -1;
      Sum sum = { 0 };

      if (g_strv_length (row) < 5)
        continue;
      shard_write_pointer (folder, "p.safetensors", row[4], g_ascii_strtoll (row[3], NULL, 10));
      int fd = ull_weight_file_open (file, &size, &error);
      g_assert_no_error (error);
      g_assert_true (ull_weight_file_read_pointer (fd, size, &bytes));
      close (fd);
      g_assert_cmpint (bytes, ==, g_ascii_strtoll (row[3], NULL, 10));
      g_assert_cmpint (size, ==, g_ascii_strtoll (row[2], NULL, 10));
      g_assert_false (ull_shard_read (file, add_up, &sum, &error));
      g_assert_nonnull (strstr (error->message, "Git LFS pointer"));
      n++;
    }
  g_test_message ("%u pointers", n);
  shard_remove_folder (folder);
}

/* Two shards of a real model that are the same file: what stands twice is counted once. */
static void
test_same_twice (void)
{
  g_autofree char *one = get_path ("ome-tiny-random-PhiModel-model-1-of-2.safetensors");
  g_autofree char *two = get_path ("ome-tiny-random-PhiModel-model-2-of-2.safetensors");
  g_autoptr (UllCensus) census = ull_census_new (-1, FALSE);
  g_autoptr (GError) error = NULL;
  gint64 tensors, copies = 0, sum;
  UllWeights weights;
  guint64 names;

  if (!g_file_test (one, G_FILE_TEST_EXISTS))
    return;
  g_assert_true (ull_census_add (census, one, &tensors, &names, &error) && ull_census_add (census, two, &tensors, &names, &error)
                 && ull_census_finish (census, &weights, &copies, &error));
  g_assert_cmpint (copies, ==, 31);
  g_assert_true (ull_weights_sum (&weights, &sum));
  g_assert_cmpint (sum, ==, 185128);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/shard-corpus/files", test_files);
  g_test_add_func ("/shard-corpus/pointers", test_pointers);
  g_test_add_func ("/shard-corpus/same-twice", test_same_twice);
  return g_test_run ();
}
