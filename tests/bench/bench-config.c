#include "ull-config.h"

#include <locale.h>
#include <stdlib.h>
#include <time.h>

/* What reading one configuration costs, text to model: processor time of this thread, the median of repeats of each file.
 * Over the corpus where one lies beside the sources, else over the tests' own files.
 *
 *   bench-config [FOLDER] */

#define REPEATS 25

typedef struct
{
  char *name;
  double us;
  gsize bytes;
} Sample;

static double
cpu_us (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e6 + (double) now.tv_nsec / 1e3;
}

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static int
compare_samples (const void *a, const void *b)
{
  return compare_doubles (&((const Sample *) a)->us, &((const Sample *) b)->us);
}

static double
measure (const char *text, gsize length)
{
  double us[REPEATS];

  for (guint i = 0; i < REPEATS; i++)
    {
      double begin = cpu_us ();
      UllModel *model = ull_config_parse ("config.json", NULL, text, length, ULL_CONFIG_DEFAULT, NULL);

      us[i] = cpu_us () - begin;
      g_clear_pointer (&model, ull_model_unref);
    }
  qsort (us, REPEATS, sizeof us[0], compare_doubles);
  return us[REPEATS / 2];
}

static void
clear_sample (gpointer data)
{
  g_free (((Sample *) data)->name);
}

static GArray *
measure_folder (const char *folder)
{
  GArray *samples = g_array_new (FALSE, FALSE, sizeof (Sample));
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  g_array_set_clear_func (samples, clear_sample);
  for (const char *name = dir ? g_dir_read_name (dir) : NULL; name; name = g_dir_read_name (dir))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *text = NULL;
      Sample sample = { 0 };

      if (!g_str_has_suffix (name, ".json") || !g_file_get_contents (path, &text, &sample.bytes, NULL))
        continue;
      sample.us = measure (text, sample.bytes);
      sample.name = g_strdup (name);
      g_array_append_val (samples, sample);
    }
  g_array_sort (samples, compare_samples);
  return samples;
}

static const Sample *
find_largest (const GArray *samples)
{
  const Sample *largest = &g_array_index (samples, Sample, 0);

  for (guint i = 1; i < samples->len; i++)
    if (g_array_index (samples, Sample, i).bytes > largest->bytes)
      largest = &g_array_index (samples, Sample, i);
  return largest;
}

int
main (int argc, char **argv)
{
  g_autofree char *corpus = g_build_filename (ULL_SOURCE_DIR, "..", "shared", "corpus", "configs", NULL);
  g_autofree char *own = g_build_filename (ULL_SOURCE_DIR, "tests", "data", "configs", NULL);
  const char *folder = argc > 1 ? argv[1] : g_file_test (corpus, G_FILE_TEST_IS_DIR) ? corpus : own;
  g_autoptr (GArray) samples = measure_folder (folder);

  setlocale (LC_CTYPE, "");
  if (samples->len == 0)
    {
      g_printerr ("%s holds no configuration\n", folder);
      return 1;
    }
  const Sample *largest = find_largest (samples);
  const Sample *slowest = &g_array_index (samples, Sample, samples->len - 1);
  g_print ("read, median of %u files   %8.1f µs\n", samples->len, g_array_index (samples, Sample, samples->len / 2).us);
  g_print ("read, largest (%5.1f kB)  %8.1f µs  %s\n", (double) largest->bytes / 1000, largest->us, largest->name);
  g_print ("read, slowest (%5.1f kB)  %8.1f µs  %s\n", (double) slowest->bytes / 1000, slowest->us, slowest->name);
  return 0;
}
