#include "ull-census.h"
#include "ull-config.h"

#include <glib/gstdio.h>
#include <locale.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* What opening weight files costs, headers warm in the system's cache: processor time of a process of its own, the least of
 * repeats, and how much more memory it had at its most than before. The files are made here; their tensors are holes.
 *
 *   a folder of 200 shards with 100,000 tensors in all, by its config.json
 *   one file whose header is as long as the format allows, 100 MB */

#define REPEATS 5
#define N_SHARDS 200u
#define PER_SHARD 500u
#define LONGEST 100000000

#define CONFIG                                                                                                                    \
  "{\"model_type\":\"llama\",\"num_hidden_layers\":32,\"hidden_size\":4096,\"num_attention_heads\":32,\"num_key_value_heads\":8,"      \
  "\"intermediate_size\":14336,\"vocab_size\":128256,\"max_position_embeddings\":8192,\"dtype\":\"bfloat16\"}"

static double
cpu_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

static double
peak_mb (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double) usage.ru_maxrss / 1024;
}

static void
append_tensor (GString *header, guint number)
{
  g_string_append_printf (header,
                          "%s\"model.layers.%u.mlp.experts.%u.gate_proj.weight\":{\"dtype\":\"BF16\",\"shape\":[64,64],"
                          "\"data_offsets\":[%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT "]}",
                          header->len > 1 ? "," : "", number / 256, number % 256, (gint64) number * 8192,
                          (gint64) (number + 1) * 8192);
}

static void
write_shard (const char *path, const char *header, gsize length, gint64 tensors)
{
  guint64 little = GUINT64_TO_LE ((guint64) length);
  FILE *file = g_fopen (path, "w");

  if (file == NULL || fwrite (&little, sizeof little, 1, file) != 1 || fwrite (header, 1, length, file) != length || fflush (file) != 0
      || ftruncate (fileno (file), 8 + (gint64) length + tensors * 8192) != 0)
    g_error ("%s cannot be written", path);
  fclose (file);
}

/* Tensors of a shard are numbered from 0 in each, and told apart by its layers. */
static void
make_folder (const char *folder)
{
  g_autofree char *config = g_build_filename (folder, "config.json", NULL);
  g_autofree char *index = g_build_filename (folder, "model.safetensors.index.json", NULL);
  g_autoptr (GString) map = g_string_new ("{\"weight_map\":{");

  for (guint i = 0; i < N_SHARDS; i++)
    {
      g_autofree char *name = g_strdup_printf ("model-%05u-of-%05u.safetensors", i + 1, N_SHARDS);
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr (GString) header = g_string_new ("{");

      for (guint k = 0; k < PER_SHARD; k++)
        {
          g_string_append_printf (header, "%s\"model.layers.%u.mlp.experts.%u.up_proj.weight\":{\"dtype\":\"BF16\",\"shape\":[64,64],"
                                  "\"data_offsets\":[%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT "]}",
                                  k > 0 ? "," : "", i % 32, i / 32 * PER_SHARD + k, (gint64) k * 8192, (gint64) (k + 1) * 8192);
          g_string_append_printf (map, "%s\"model.layers.%u.mlp.experts.%u.up_proj.weight\":\"%s\"", i + k > 0 ? "," : "", i % 32,
                                  i / 32 * PER_SHARD + k, name);
        }
      g_string_append_c (header, '}');
      write_shard (path, header->str, header->len, PER_SHARD);
    }
  g_string_append (map, "}}");
  g_file_set_contents (config, CONFIG, -1, NULL);
  g_file_set_contents (index, map->str, (gssize) map->len, NULL);
}

static void
make_longest (const char *path)
{
  g_autoptr (GString) header = g_string_sized_new (LONGEST + 1024);
  guint n = 0;

  g_string_append_c (header, '{');
  while (header->len < LONGEST - 256)
    append_tensor (header, n++);
  g_string_append_c (header, '}');
  while (header->len < LONGEST)
    g_string_append_c (header, ' ');
  write_shard (path, header->str, header->len, n);
}

static void
open_folder (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (UllModel) model = ull_config_open (path, ULL_CONFIG_DEFAULT, &error);

  if (model == NULL || model->weight_source != ULL_WEIGHTS_HEADERS)
    g_error ("%s", error != NULL ? error->message : "no headers");
}

static void
open_file (const char *path)
{
  g_autoptr (UllCensus) census = ull_census_new (-1, FALSE);
  g_autoptr (GError) error = NULL;
  UllWeights weights;
  gint64 tensors, copies;
  guint64 names;

  if (!ull_census_add (census, path, &tensors, &names, &error) || !ull_census_finish (census, &weights, &copies, &error))
    g_error ("%s", error->message);
}

typedef struct
{
  double ms;
  double mb;
} Cost;

/* In a child, so that what was in memory before does not hide what is taken. */
static Cost
measure (void (*open) (const char *path), const char *path)
{
  Cost least = { G_MAXDOUBLE, G_MAXDOUBLE };

  for (guint i = 0; i < REPEATS; i++)
    {
      Cost cost = { 0, 0 };
      int ends[2];

      if (pipe (ends) != 0)
        g_error ("no pipe");
      if (fork () == 0)
        {
          double before = peak_mb (), begin = cpu_ms ();

          open (path);
          cost = (Cost) { cpu_ms () - begin, peak_mb () - before };
          _exit (write (ends[1], &cost, sizeof cost) != sizeof cost);
        }
      close (ends[1]);
      if (read (ends[0], &cost, sizeof cost) != sizeof cost)
        g_error ("%s was not read", path);
      close (ends[0]);
      wait (NULL);
      least.ms = MIN (least.ms, cost.ms);
      least.mb = MIN (least.mb, cost.mb);
    }
  return least;
}

/* The folder's own files, one level deep. */
static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  for (const char *name = g_dir_read_name (dir); name != NULL; name = g_dir_read_name (dir))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = g_dir_make_tmp ("ullage-bench-XXXXXX", NULL), *other = g_dir_make_tmp ("ullage-bench-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (other, "long.safetensors", NULL);
  Cost cost;
  pid_t maker;

  setlocale (LC_CTYPE, "");
  /* Made in another process: what it takes is not this one's. */
  maker = fork ();
  if (maker == 0)
    {
      make_folder (folder);
      make_longest (file);
      _exit (0);
    }
  waitpid (maker, NULL, 0);
  cost = measure (open_folder, folder);
  g_print ("%u shards, %u tensors      %8.1f ms of CPU  %6.1f MB\n", N_SHARDS, N_SHARDS * PER_SHARD, cost.ms, cost.mb);
  cost = measure (open_file, file);
  g_print ("one header of 100 MB         %8.1f ms of CPU  %6.1f MB\n", cost.ms, cost.mb);
  remove_folder (folder);
  remove_folder (other);
  return 0;
}
