#include "ull-config.h"
#include "ull-error.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whatever lies on a disk: a sentence, never a hang. */

#define MODEL                                                                                                \
  "{\"model_type\":\"llama\",\"num_hidden_layers\":2,\"hidden_size\":64,\"num_attention_heads\":4,"          \
  "\"dtype\":\"bfloat16\"}"

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
remove_tree (const char *path)
{
  if (g_file_test (path, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
    {
      g_chmod (path, 0700);
      g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
      for (const char *name = g_dir_read_name (dir); name; name = g_dir_read_name (dir))
        {
          g_autofree char *child = g_build_filename (path, name, NULL);
          remove_tree (child);
        }
    }
  g_remove (path);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  remove_tree (fixture->folder);
  g_free (fixture->folder);
}

static char *
put (Fixture *fixture, const char *name, const char *bytes, gssize length)
{
  char *path = g_build_filename (fixture->folder, name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);
  g_mkdir_with_parents (folder, 0700);
  g_assert_true (g_file_set_contents (path, bytes, length, NULL));
  return path;
}

static void
assert_refused (const char *path, UllError code, const char *says)
{
  g_autoptr (GError) error = NULL;
  gint64 start = g_get_monotonic_time ();

  g_assert_null (ull_config_open (path, ULL_CONFIG_DEFAULT, &error));
  g_assert_cmpint (g_get_monotonic_time () - start, <, 5 * G_USEC_PER_SEC);
  g_assert_error (error, ULL_ERROR, (int) code);
  if (!strstr (error->message, says))
    g_error ("“%s” should say “%s”", error->message, says);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

static void
test_file_and_folder (Fixture *fixture, gconstpointer data)
{
  g_autofree char *file = put (fixture, "Tiny-Llama/config.json", MODEL, -1);
  g_autofree char *folder = g_path_get_dirname (file);
  g_autofree char *slash = g_strconcat (folder, "/", NULL);
  g_autofree char *other = put (fixture, "other.json", MODEL, -1);
  const struct
  {
    const char *path;
    const char *name;
    const char *source;
  } cases[] = {
    { file, "Tiny-Llama", "config.json" },
    { folder, "Tiny-Llama", "config.json" },
    { slash, "Tiny-Llama", "config.json" },
    { other, "other", "other.json" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (UllModel) model = ull_config_open (cases[i].path, ULL_CONFIG_DEFAULT, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (model->name, ==, cases[i].name);
      g_assert_cmpstr (model->source, ==, cases[i].source);
      g_assert_cmpuint (model->n_layers, ==, 2);
    }
}

static void
test_symbolic_link (Fixture *fixture, gconstpointer data)
{
  g_autofree char *file = put (fixture, "model.json", MODEL, -1);
  g_autofree char *link = g_build_filename (fixture->folder, "link.json", NULL);
  g_autofree char *dangling = g_build_filename (fixture->folder, "dangling.json", NULL);

  g_assert_cmpint (symlink (file, link), ==, 0);
  g_assert_cmpint (symlink ("/nonexistent/x", dangling), ==, 0);
  g_autoptr (UllModel) model = ull_config_open (link, ULL_CONFIG_DEFAULT, NULL);
  g_assert_nonnull (model);
  assert_refused (dangling, ULL_ERROR_IO, "dangling.json");
}

static void
test_pipe (Fixture *fixture, gconstpointer data)
{
  g_autofree char *pipe_path = g_build_filename (fixture->folder, "pipe", NULL);
  g_autofree char *inside = g_build_filename (fixture->folder, "config.json", NULL);

  g_assert_cmpint (mkfifo (pipe_path, 0600), ==, 0);
  assert_refused (pipe_path, ULL_ERROR_UNSUPPORTED, "no regular file");
  g_assert_cmpint (mkfifo (inside, 0600), ==, 0);
  assert_refused (fixture->folder, ULL_ERROR_UNSUPPORTED, "no regular file");
}

static void
test_no_regular_file (Fixture *fixture, gconstpointer data)
{
  g_autofree char *nested = g_build_filename (fixture->folder, "a", "config.json", "config.json", NULL);
  g_autofree char *folder = g_build_filename (fixture->folder, "a", NULL);

  assert_refused ("/dev/null", ULL_ERROR_UNSUPPORTED, "no regular file");
  assert_refused ("/dev/zero", ULL_ERROR_UNSUPPORTED, "no regular file");
  g_assert_cmpint (g_mkdir_with_parents (nested, 0700), ==, 0);
  assert_refused (folder, ULL_ERROR_UNSUPPORTED, "no regular file");
}

static void
test_absent (Fixture *fixture, gconstpointer data)
{
  g_autofree char *absent = g_build_filename (fixture->folder, "absent.json", NULL);
  g_autofree char *odd = g_build_filename (fixture->folder, "\377\376.json", NULL);

  assert_refused (absent, ULL_ERROR_IO, "absent.json: ");
  assert_refused (odd, ULL_ERROR_IO, "config.json");
  assert_refused ("", ULL_ERROR_IO, "config.json");
  assert_refused (fixture->folder, ULL_ERROR_UNSUPPORTED, "no config.json");
}

/* Rights do not hold root back; then the file opens, which is right too. */
static void
test_no_rights (Fixture *fixture, gconstpointer data)
{
  g_autofree char *file = put (fixture, "locked/config.json", MODEL, -1);
  g_autofree char *folder = g_path_get_dirname (file);

  g_assert_cmpint (g_chmod (file, 0), ==, 0);
  if (g_access (file, R_OK) != 0)
    assert_refused (file, ULL_ERROR_IO, "cannot be read");
  g_assert_cmpint (g_chmod (folder, 0), ==, 0);
  if (g_access (folder, R_OK) != 0)
    assert_refused (folder, ULL_ERROR_IO, "cannot be read");
  g_assert_cmpint (g_chmod (folder, 0700), ==, 0);
}

static void
test_sizes (Fixture *fixture, gconstpointer data)
{
  g_autofree char *empty = put (fixture, "empty.json", "", 0);
  g_autofree char *large = put (fixture, "large.json", "{", 1);
  g_autofree char *padded = g_build_filename (fixture->folder, "padded.json", NULL);

  assert_refused (empty, ULL_ERROR_UNSUPPORTED, "empty");
  g_assert_cmpint (truncate (large, ULL_CONFIG_MAX_BYTES + 1), ==, 0);
  assert_refused (large, ULL_ERROR_UNSUPPORTED, "too large");

  /* The largest that is read, to the byte. */
  g_autofree char *text = g_strnfill (ULL_CONFIG_MAX_BYTES, ' ');
  memcpy (text, MODEL, strlen (MODEL));
  g_assert_true (g_file_set_contents (padded, text, ULL_CONFIG_MAX_BYTES, NULL));
  g_autoptr (UllModel) model = ull_config_open (padded, ULL_CONFIG_DEFAULT, NULL);
  g_assert_nonnull (model);
}

static void
test_weights (Fixture *fixture, gconstpointer data)
{
  g_autofree char *gguf = put (fixture, "a.gguf", "GGUF\3\0\0\0\0\0\0\0", 12);
  g_autofree char *safetensors = put (fixture, "a.safetensors", "\20\0\0\0\0\0\0\0{}              ", 24);
  g_autofree char *zip = put (fixture, "pytorch_model.bin", "PK\3\4\0\0\10\10", 8);
  g_autofree char *pickle = put (fixture, "old.bin", "\200\2}q\0.", 6);

  assert_refused (gguf, ULL_ERROR_SYNTAX, "ends inside its first words");
  assert_refused (safetensors, ULL_ERROR_UNSUPPORTED, "safetensors");
  assert_refused (zip, ULL_ERROR_UNSUPPORTED, "pickle");
  assert_refused (pickle, ULL_ERROR_UNSUPPORTED, "pickle");
}

int
main (int argc, char *argv[])
{
  static const struct
  {
    const char *path;
    void (*run) (Fixture *, gconstpointer);
  } tests[] = {
    { "/config/open/file-and-folder", test_file_and_folder },
    { "/config/open/symbolic-link", test_symbolic_link },
    { "/config/open/pipe", test_pipe },
    { "/config/open/no-regular-file", test_no_regular_file },
    { "/config/open/absent", test_absent },
    { "/config/open/no-rights", test_no_rights },
    { "/config/open/sizes", test_sizes },
    { "/config/open/weights", test_weights },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].run, tear_down);
  return g_test_run ();
}
