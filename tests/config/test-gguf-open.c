#include "gguf-make.h"
#include "shard-files.h"
#include "ull-config.h"
#include "ull-error.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* GGUF files on a disk: whole, split, named wrongly, cut, and larger than any memory. */

typedef struct
{
  char *folder;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("ullage-XXXXXX", NULL);
  g_assert_nonnull (fixture->folder);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GDir) dir = g_dir_open (fixture->folder, 0, NULL);

  for (const char *name = g_dir_read_name (dir); name; name = g_dir_read_name (dir))
    {
      g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
}

static char *
put (Fixture *fixture, const char *name, GBytes *bytes)
{
  char *path = g_build_filename (fixture->folder, name, NULL);
  g_autoptr (GBytes) owned = bytes;
  gsize length;
  const char *data = g_bytes_get_data (owned, &length);

  g_assert_true (g_file_set_contents (path, data, (gssize) length, NULL));
  return path;
}

static UllModel *
open_model (const char *path)
{
  g_autoptr (GError) error = NULL;
  UllModel *model = ull_config_open (path, ULL_CONFIG_DEFAULT, &error);

  g_assert_no_error (error);
  return model;
}

static void
add (Fixture *fixture, const char *name, GBytes *bytes)
{
  g_autofree char *path = put (fixture, name, bytes);

  g_assert_nonnull (path);
}

static void
assert_refused (const char *path, UllError code, const char *says)
{
  g_autoptr (GError) error = NULL;
  gint64 start = g_get_monotonic_time ();

  g_assert_null (ull_config_open (path, ULL_CONFIG_DEFAULT, &error));
  g_assert_cmpint (g_get_monotonic_time () - start, <, 5 * G_USEC_PER_SEC);
  if (!error || !strstr (error->message, says))
    g_error ("“%s” should say “%s”", error ? error->message : "", says);
  g_assert_error (error, ULL_ERROR, (int) code);
}

#define KEYS "block_count=2 embedding_length=64 attention.head_count=4 context_length=4096"

static GBytes *
make_whole (void)
{
  GgufMake *make = gguf_make_new (3, FALSE);

  gguf_make_keys (make, "llama", KEYS);
  gguf_make_words (make, "tokenizer.ggml.tokens", 100);
  gguf_make_tensor (make, "token_embd.weight", 0, 64, 10, 0);
  return gguf_make_end (make);
}

/* Part @number of @count, from 0, with a tensor in all but the first, as the splitting tool can be told to. */
static GBytes *
make_part (guint number, guint count, guint tensors)
{
  GgufMake *make = gguf_make_new (3, FALSE);
  g_autofree char *name = g_strdup_printf ("blk.%u.ffn_up.weight", number);

  if (number == 0)
    gguf_make_keys (make, "llama", KEYS);
  gguf_make_int (make, "split.no", ULL_GGUF_UINT16, number);
  gguf_make_int (make, "split.tensors.count", ULL_GGUF_INT32, tensors);
  gguf_make_int (make, "split.count", ULL_GGUF_UINT16, count);
  if (number > 0)
    gguf_make_tensor (make, name, 0, 64, 10 * number, 0);
  return gguf_make_end (make);
}

static void
test_whole (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = put (fixture, "Tiny.Q4_0.gguf", make_whole ());
  g_autofree char *other = put (fixture, "renamed.bin", make_whole ());
  g_autoptr (UllModel) model = open_model (path);
  g_autoptr (UllModel) renamed = open_model (other);

  g_assert_cmpstr (model->name, ==, "Tiny.Q4_0");
  g_assert_cmpstr (model->source, ==, "Tiny.Q4_0.gguf");
  g_assert_cmpint (model->weight_bytes, ==, 2560);
  g_assert_cmpint (model->max_positions, ==, 4096);
  g_assert_cmpstr (model->digest, ==, renamed->digest);
}

static void
test_odd_name (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = put (fixture, "two\nlines\033.gguf", make_whole ());
  g_autoptr (UllModel) model = open_model (path);

  g_assert_cmpstr (model->source, ==, "two?lines?.gguf");
  g_assert_cmpstr (model->name, ==, "two?lines?");
}

/* The parts have 0, 10 and 20 rows of 64 f32: 7,680 bytes, whichever is opened. */
static void
test_split (Fixture *fixture, gconstpointer data)
{
  g_autofree char *first = put (fixture, "m-00001-of-00003.gguf", make_part (0, 3, 2));
  g_autofree char *second = put (fixture, "m-00002-of-00003.gguf", make_part (1, 3, 2));
  g_autofree char *third = put (fixture, "m-00003-of-00003.gguf", make_part (2, 3, 2));
  const char *const paths[] = { first, second, third };

  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (UllModel) model = open_model (paths[i]);

      g_assert_cmpstr (model->name, ==, "m");
      g_assert_cmpstr (model->source, ==, "m-00001-of-00003.gguf");
      g_assert_cmpint (model->weight_bytes, ==, 7680);
      g_assert_cmpint (model->parameters, ==, 1920);
      g_assert_cmpuint (model->n_layers, ==, 2);
    }
}

static void
test_missing_part (Fixture *fixture, gconstpointer data)
{
  g_autofree char *first = put (fixture, "m-00001-of-00003.gguf", make_part (0, 3, 2));
  g_autofree char *third = put (fixture, "m-00003-of-00003.gguf", make_part (2, 3, 2));

  assert_refused (first, ULL_ERROR_MISSING, "m-00002-of-00003.gguf: this part of the model is missing");
  assert_refused (third, ULL_ERROR_MISSING, "m-00002-of-00003.gguf: this part of the model is missing");
  g_remove (first);
  assert_refused (third, ULL_ERROR_MISSING, "m-00001-of-00003.gguf: this part of the model is missing");
}

/* A folder is its model where it has one: a split one counts once, and an encoder for images is none. */
static void
test_folder (Fixture *fixture, gconstpointer data)
{
  add (fixture, "m-00002-of-00002.gguf", make_part (1, 2, 1));
  add (fixture, "mmproj-m.gguf", make_whole ());

  assert_refused (fixture->folder, ULL_ERROR_MISSING, "m-00001-of-00002.gguf: this part of the model is missing");
  add (fixture, "m-00001-of-00002.gguf", make_part (0, 2, 1));
  g_autoptr (UllModel) model = open_model (fixture->folder);
  g_assert_cmpint (model->weight_bytes, ==, 2560);
  add (fixture, "n.gguf", make_whole ());
  assert_refused (fixture->folder, ULL_ERROR_UNSUPPORTED, "several models as GGUF files");
}

static void
test_wrong_parts (Fixture *fixture, gconstpointer data)
{
  g_autofree char *renamed = put (fixture, "model.gguf", make_part (0, 2, 1));
  g_autofree char *first = put (fixture, "a-00001-of-00002.gguf", make_part (0, 2, 1));
  g_autofree char *second = put (fixture, "a-00002-of-00002.gguf", make_part (0, 2, 1));
  g_autofree char *one = put (fixture, "b-00001-of-00002.gguf", make_part (0, 2, 5));
  g_autofree char *two = put (fixture, "b-00002-of-00002.gguf", make_part (1, 2, 5));
  g_autofree char *beyond = put (fixture, "c-00004-of-00002.gguf", make_part (3, 2, 1));

  assert_refused (renamed, ULL_ERROR_INVALID, "model.gguf: split.count: ");
  assert_refused (first, ULL_ERROR_INVALID, "a-00002-of-00002.gguf: split.no: ");
  assert_refused (second, ULL_ERROR_INVALID, "a-00002-of-00002.gguf: split.count: ");
  assert_refused (one, ULL_ERROR_INVALID, "split.tensors.count: the parts have 1 tensors together; 5");
  assert_refused (two, ULL_ERROR_INVALID, "split.tensors.count: the parts have 1 tensors together; 5");
  assert_refused (beyond, ULL_ERROR_INVALID, "split.no: there is no such part");
}

static void
test_no_gguf (Fixture *fixture, gconstpointer data)
{
  g_autofree char *text = put (fixture, "text.gguf", g_bytes_new_static ("hello", 5));
  g_autofree char *empty = put (fixture, "empty.gguf", g_bytes_new_static ("", 0));
  g_autofree char *early = put (fixture, "early.gguf", g_bytes_new_static ("FUGG\1\0\0\0", 8));

  assert_refused (text, ULL_ERROR_SYNTAX, "text.gguf: this is no GGUF file");
  assert_refused (empty, ULL_ERROR_SYNTAX, "empty.gguf: this is no GGUF file");
  assert_refused (early, ULL_ERROR_UNSUPPORTED, "early.gguf: the file begins with FUGG");
}

/* A terabyte of nothing behind the first bytes: every count is 0, and each claim of them is either cheap or refused. */
static void
test_sparse (Fixture *fixture, gconstpointer data)
{
  const guint64 counts[][2] = {
    { 0, 65536 }, { G_GUINT64_CONSTANT (1) << 18, 0 }, { G_GUINT64_CONSTANT (1) << 32, 0 }, { 0, G_GUINT64_CONSTANT (1) << 63 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      GgufMake make = { .version = 3 };
      GByteArray *bytes = g_byte_array_new ();

      g_byte_array_append (bytes, (const guint8 *) "GGUF", 4);
      gguf_make_number (&make, bytes, 4, 3);
      gguf_make_number (&make, bytes, 8, counts[i][0]);
      gguf_make_number (&make, bytes, 8, counts[i][1]);
      g_autofree char *path = put (fixture, "sparse.gguf", g_byte_array_free_to_bytes (bytes));
      g_autoptr (GError) error = NULL;
      gint64 start = g_get_monotonic_time ();

      if (truncate (path, G_GINT64_CONSTANT (1) << 40) != 0)
        g_error ("this disk holds no sparse file of a terabyte");
      g_assert_null (ull_config_open (path, ULL_CONFIG_DEFAULT, &error));
      g_assert_cmpint (g_get_monotonic_time () - start, <, 5 * G_USEC_PER_SEC);
    }
}

/* A list of texts over the whole of a sparse terabyte, and one text that is all of it. */
static void
test_sparse_lists (Fixture *fixture, gconstpointer data)
{
  for (int list = FALSE; list <= TRUE; list++)
    {
      GgufMake make = { .version = 3 };
      GByteArray *bytes = g_byte_array_new ();
      const guint64 size = G_GUINT64_CONSTANT (1) << 40;

      g_byte_array_append (bytes, (const guint8 *) "GGUF", 4);
      gguf_make_number (&make, bytes, 4, 3);
      gguf_make_number (&make, bytes, 8, 0);
      gguf_make_number (&make, bytes, 8, 1);
      gguf_make_put_text (&make, bytes, "tokenizer.ggml.tokens");
      gguf_make_number (&make, bytes, 4, list ? ULL_GGUF_ARRAY : ULL_GGUF_STRING);
      if (list)
        gguf_make_number (&make, bytes, 4, ULL_GGUF_STRING);
      gguf_make_number (&make, bytes, 8, list ? size / 8 - 100 : size - bytes->len - 8);
      g_autofree char *path = put (fixture, "sparse.gguf", g_byte_array_free_to_bytes (bytes));

      g_assert_cmpint (truncate (path, (off_t) size), ==, 0);
      assert_refused (path, list ? ULL_ERROR_SYNTAX : ULL_ERROR_MISSING,
                      list ? "no vocabulary has so many entries" : "general.architecture: ");
    }
}

/* A name of a gigabyte: of a key, and of a tensor. */
static void
test_sparse_names (Fixture *fixture, gconstpointer data)
{
  for (guint tensors = 0; tensors < 2; tensors++)
    {
      GgufMake make = { .version = 3 };
      GByteArray *bytes = g_byte_array_new ();

      g_byte_array_append (bytes, (const guint8 *) "GGUF", 4);
      gguf_make_number (&make, bytes, 4, 3);
      gguf_make_number (&make, bytes, 8, tensors);
      gguf_make_number (&make, bytes, 8, 1 - tensors);
      gguf_make_number (&make, bytes, 8, 1 << 30);
      g_autofree char *path = put (fixture, "sparse.gguf", g_byte_array_free_to_bytes (bytes));

      g_assert_cmpint (truncate (path, (off_t) G_GINT64_CONSTANT (1) << 40), ==, 0);
      assert_refused (path, ULL_ERROR_UNSUPPORTED, "longer than any model’s; at most 256 MiB are read");
    }
}

/* A file that somebody cuts off behind its reader's back: what was not read yet is not there, and nothing worse. */
static void
test_cut_while_open (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = put (fixture, "cut.gguf", make_whole ());
  g_autoptr (GError) error = NULL;
  int fd = g_open (path, O_RDWR | O_CLOEXEC, 0);
  UllGgufPages *pages = ull_gguf_pages_new_file (fd, "cut.gguf", &error);

  g_assert_no_error (error);
  g_assert_cmpint (ftruncate (fd, 4), ==, 0);
  g_assert_false (ull_gguf_pages_ensure (pages, 0, 24));
  g_assert_false (ull_gguf_pages_ensure (pages, 0, pages->size));
  g_assert_false (ull_gguf_pages_ensure (pages, pages->size, 1));
  g_assert_cmpint (ull_gguf_pages_copy (pages, (guint8[8]) { 0 }, 8, 0), ==, 4);
  ull_gguf_pages_free (pages);
  close (fd);
}

/* A list of numbers is stepped over and read when it is asked for, if it is still there then. */
static void
test_cut_before_use (Fixture *fixture, gconstpointer data)
{
  GgufMake *make = gguf_make_new (3, FALSE);
  g_autofree gint64 *ones = g_new (gint64, 20000);
  g_autoptr (GError) error = NULL;
  gint64 value;

  for (guint i = 0; i < 20000; i++)
    ones[i] = 1;
  gguf_make_keys (make, "llama", KEYS);
  gguf_make_list (make, "x.list", ULL_GGUF_INT32, ones, 20000);
  g_autofree char *path = put (fixture, "cut.gguf", gguf_make_end (make));
  int fd = g_open (path, O_RDWR | O_CLOEXEC, 0);
  g_autoptr (UllGguf) file = ull_gguf_parse_file ("cut.gguf", fd, &error);

  g_assert_no_error (error);
  const UllGgufEntry *list = ull_gguf_find (file, "x.list");
  g_assert_true (ull_gguf_get_int (file, list, 15000, &value) && value == 1);
  g_assert_cmpint (ftruncate (fd, 100), ==, 0);
  g_assert_true (ull_gguf_get_int (file, list, 15000, &value) && value == 1);
  g_assert_false (ull_gguf_get_int (file, list, 7500, &value));
  close (fd);
}

static gpointer
cut_and_mend (gpointer data)
{
  const char *path = data;
  g_autofree char *text = NULL;
  gsize length;
  int fd = g_open (path, O_RDWR | O_CLOEXEC, 0);

  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  for (guint i = 0; i < 2000; i++)
    if (ftruncate (fd, i % 50) != 0 || pwrite (fd, text, length, 0) != (gssize) length)
      g_error ("%s cannot be written", path);
  close (fd);
  return NULL;
}

/* Over and over, while it is read over and over: a model or a sentence, and never the end of the program. */
static void
test_cut_while_read (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = put (fixture, "cut.gguf", make_whole ());
  g_autoptr (GThread) thread = g_thread_new ("cut", cut_and_mend, path);
  guint models = 0;

  for (guint i = 0; i < 2000; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (UllModel) model = ull_config_open (path, ULL_CONFIG_DEFAULT, &error);

      g_assert_true ((model == NULL) == (error != NULL));
      models += model != NULL;
    }
  g_thread_join (g_steal_pointer (&thread));
  g_test_message ("%u of 2000 were whole", models);
  g_autoptr (UllModel) whole = open_model (path);
  g_assert_cmpint (whole->weight_bytes, ==, 2560);
}

/* Behind the header no more than what is read ahead of it, whatever the tensors are; and of a vocabulary no more than once. */
static void
test_bytes_read (Fixture *fixture, gconstpointer data)
{
  GgufMake *make = gguf_make_new (3, FALSE);
  gint64 before, after;
  gsize header;

  gguf_make_keys (make, "llama", KEYS);
  gguf_make_words (make, "tokenizer.ggml.tokens", 50000);
  gguf_make_tensor (make, "token_embd.weight", 0, 64, 1 << 16, 0);
  g_autoptr (GBytes) bytes = gguf_make_end (make);
  header = g_bytes_get_size (bytes) - (gsize) 64 * (1 << 16) * 4;
  g_autofree char *path = put (fixture, "wide.gguf", g_bytes_new_from_bytes (bytes, 0, header));
  g_assert_cmpint (truncate (path, (off_t) g_bytes_get_size (bytes)), ==, 0);
  before = shard_count_read ();
  g_autoptr (UllModel) model = open_model (path);
  after = shard_count_read ();
  g_assert_cmpint (model->weight_bytes, ==, 16 << 20);
  g_test_message ("%" G_GINT64_FORMAT " bytes were read of a header of %" G_GSIZE_FORMAT, after - before, header);
  g_assert_cmpint (after - before, <, (gint64) header + 3 * 65536);
}

/* Memory ends before the file does, whatever is asked for. */
static void
test_bound (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = put (fixture, "wide.gguf", g_bytes_new_static ("GGUF", 4));
  g_autoptr (GError) error = NULL;
  int fd = g_open (path, O_RDWR | O_CLOEXEC, 0);

  g_assert_cmpint (ftruncate (fd, G_GINT64_CONSTANT (1) << 40), ==, 0);
  g_autoptr (UllGgufPages) pages = ull_gguf_pages_new_file (fd, "wide.gguf", &error);
  g_assert_no_error (error);
  close (fd);
  /* One page in two hundred and fifty, and then a stretch that would be all of it. */
  for (gsize at = 0; at < (gsize) 1 << 30; at += 250 * 4096)
    g_assert_true (ull_gguf_pages_ensure (pages, at, 8));
  g_assert_cmpuint (pages->taken, <, (gsize) 8 << 20);
  g_assert_false (ull_gguf_pages_ensure (pages, 0, ULL_GGUF_MOST_TAKEN * 2));
  g_assert_cmpint (pages->fault, ==, EFBIG);
  g_assert_cmpuint (pages->taken, <=, ULL_GGUF_MOST_TAKEN);
}

/* A read that nobody waits for any longer ends at the next piece of the file. */
static void
test_cancelled (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = put (fixture, "whole.gguf", make_whole ());
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_push_current (cancellable);
  g_autoptr (UllModel) model = ull_config_open (path, ULL_CONFIG_DEFAULT, &error);
  g_assert_no_error (error);
  g_assert_nonnull (model);
  g_cancellable_cancel (cancellable);
  g_assert_null (ull_config_open (path, ULL_CONFIG_DEFAULT, &error));
  g_assert_nonnull (strstr (error->message, g_strerror (ECANCELED)));
  g_cancellable_pop_current (cancellable);
}

#define ADD(name, func) g_test_add ("/gguf-open/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("whole", test_whole);
  ADD ("odd-name", test_odd_name);
  ADD ("split", test_split);
  ADD ("missing-part", test_missing_part);
  ADD ("folder", test_folder);
  ADD ("wrong-parts", test_wrong_parts);
  ADD ("no-gguf", test_no_gguf);
  ADD ("sparse", test_sparse);
  ADD ("sparse-lists", test_sparse_lists);
  ADD ("sparse-names", test_sparse_names);
  ADD ("cut-while-open", test_cut_while_open);
  ADD ("cut-before-use", test_cut_before_use);
  ADD ("cut-while-read", test_cut_while_read);
  ADD ("bytes-read", test_bytes_read);
  ADD ("bound", test_bound);
  ADD ("cancelled", test_cancelled);
  return g_test_run ();
}
