#include "gguf-make.h"
#include "ull-config.h"

#include <glib/gstdio.h>
#include <locale.h>
#include <malloc.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* What opening a large GGUF file costs, path to model, with its pages in memory: processor time of this thread, the median of
 * repeats; and the heap that it takes beyond the mapped pages. The file has a vocabulary of 250,000 words with as many merges,
 * scores and types, and 1,000 tensors. */

#define REPEATS 25
#define WORDS 250000
#define TENSORS 1000

static double
cpu_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static char *
write_file (gsize *size)
{
  GgufMake *make = gguf_make_new (3, FALSE);
  g_autofree gint64 *zeros = g_new0 (gint64, WORDS);
  g_autoptr (GError) error = NULL;
  char *path = NULL;
  int fd = g_file_open_tmp ("ullage-XXXXXX.gguf", &path, &error);

  g_assert_no_error (error);
  close (fd);
  gguf_make_keys (make, "llama", "block_count=100 embedding_length=512 attention.head_count=8 attention.head_count_kv=8*100");
  gguf_make_words (make, "tokenizer.ggml.tokens", WORDS);
  gguf_make_words (make, "tokenizer.ggml.merges", WORDS);
  gguf_make_list (make, "tokenizer.ggml.scores", ULL_GGUF_FLOAT32, zeros, WORDS);
  gguf_make_list (make, "tokenizer.ggml.token_type", ULL_GGUF_INT32, zeros, WORDS);
  for (guint i = 0; i < TENSORS; i++)
    {
      g_autofree char *name = g_strdup_printf ("blk.%u.part_%u.weight", i / 10, i % 10);

      gguf_make_tensor (make, name, 12, 256, 2, 0);
    }
  g_autoptr (GBytes) bytes = gguf_make_end (make);
  const char *data = g_bytes_get_data (bytes, size);
  g_assert_true (g_file_set_contents (path, data, (gssize) *size, NULL));
  return path;
}

/* Bytes that malloc() has taken from the system, which it seldom gives back: its high water. */
static gsize
heap (void)
{
  struct mallinfo2 info = mallinfo2 ();

  return info.arena + info.hblkhd;
}

int
main (void)
{
  gsize size, before, after;
  g_autofree char *path = write_file (&size);
  double ms[REPEATS];

  setlocale (LC_CTYPE, "");
  malloc_trim (0);
  before = heap ();
  for (guint i = 0; i < REPEATS; i++)
    {
      double begin = cpu_ms ();
      g_autoptr (UllModel) model = ull_config_open (path, ULL_CONFIG_DEFAULT, NULL);

      g_assert_nonnull (model);
      ms[i] = cpu_ms () - begin;
    }
  after = heap ();
  g_remove (path);
  qsort (ms, REPEATS, sizeof ms[0], compare_doubles);
  g_print ("open, %.1f MB of header  %6.2f ms, at most %.2f\n", (double) size / 1e6, ms[REPEATS / 2], ms[REPEATS - 1]);
  g_print ("heap beyond the pages    %6.2f MiB\n", after > before ? (double) (after - before) / 1048576 : 0.0);
  return 0;
}
