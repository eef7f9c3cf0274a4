#include "fuzz.h"

/* The harness as an ordinary test: each file in the folders named on the command line goes through it
 * once. */

static guint
replay_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n_files = 0;

  g_assert_nonnull (dir);
  for (const char *name = g_dir_read_name (dir); name; name = g_dir_read_name (dir))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *bytes = NULL;
      gsize length;
      if (!g_file_get_contents (path, &bytes, &length, NULL))
        continue;
      LLVMFuzzerTestOneInput ((const guint8 *) bytes, length);
      n_files++;
    }
  return n_files;
}

int
main (int argc, char *argv[])
{
  g_print ("1..%d\n", argc - 1);
  for (int i = 1; i < argc; i++)
    {
      g_autofree char *name = g_path_get_basename (argv[i]);
      g_print ("ok %d %s: %u files\n", i, name, replay_folder (argv[i]));
    }
  return 0;
}
