#include "ull-config-folder.h"

#include "ull-error.h"
#include "ull-gguf-reader.h"
#include "ull-shard.h"
#include "ull-units.h"
#include "ull-weight-folder.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* A model is a folder: a config.json and its weight files. It is opened by the folder, by any of its weight files or their index,
 * or by the config.json itself. In the cache of Hugging Face's hub it is a folder models--ORGANISATION--NAME, with the files of
 * each revision, links mostly, under snapshots/REVISION, and the present revision's name in refs/main. */

#define SNAPSHOTS "snapshots"
#define CACHED "models--"

void
ull_config_place_clear (UllConfigPlace *place)
{
  g_clear_pointer (&place->config, g_free);
  g_clear_pointer (&place->title, g_free);
  g_clear_pointer (&place->weights, g_free);
}

static gboolean G_GNUC_PRINTF (3, 4)
refuse (const char *path, GError **error, const char *format, ...)
{
  g_autofree char *shown = g_filename_display_name (path);
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (error, ULL_ERROR, ULL_ERROR_UNSUPPORTED, "%s: %s", shown, message);
  return FALSE;
}

/* The revision that refs/main names, as a folder that is there, or NULL. */
static char *
find_main (const char *path, const char *snapshots)
{
  g_autofree char *main = g_build_filename (path, "refs", "main", NULL);
  g_autofree char *revision = NULL;
  gsize length;

  if (!g_file_test (main, G_FILE_TEST_IS_REGULAR) || !g_file_get_contents (main, &revision, &length, NULL) || length >= 256)
    return NULL;
  g_autofree char *folder = g_build_filename (snapshots, g_strstrip (revision), NULL);
  return revision[0] != '\0' && !strchr (revision, '/') && g_file_test (folder, G_FILE_TEST_IS_DIR) ? g_steal_pointer (&folder) : NULL;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Several revisions, none of which is the one to take. */
static gboolean
refuse_revisions (const char *path, GPtrArray *names, GError **error)
{
  const guint most = 3;
  g_autoptr (GString) list = g_string_new (NULL);

  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len && i < most; i++)
    {
      g_autofree char *shown = g_filename_display_name (names->pdata[i]);
      g_autofree char *plain = ull_format_plain (shown);

      g_string_append_printf (list, "%s" SNAPSHOTS "/%s", i > 0 ? ", " : "", plain);
    }
  if (names->len > most)
    g_string_append (list, ", …");
  return refuse (path, error, _("the cache has %u revisions of the model and its refs/main names none of them; one of %s would be right"),
                 names->len, list->str);
}

/* Sets *folder to the revision's of a model in the hub's cache: the one that is checked out, else the only one; to NULL where the
 * path is no cache's. */
static gboolean
find_snapshot (const char *path, char **folder, GError **error)
{
  g_autofree char *snapshots = g_build_filename (path, SNAPSHOTS, NULL);
  g_autoptr (GDir) dir = g_dir_open (snapshots, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  *folder = dir ? find_main (path, snapshots) : NULL;
  if (!dir || *folder)
    return TRUE;
  for (const char *name = g_dir_read_name (dir); name; name = g_dir_read_name (dir))
    g_ptr_array_add (names, g_strdup (name));
  if (names->len > 1)
    return refuse_revisions (path, names, error);
  if (names->len == 1)
    *folder = g_build_filename (snapshots, names->pdata[0], NULL);
  return TRUE;
}

/* A folder is what a model is kept in, so its name is the model's; a revision's is not, but its model's is above it. */
static char *
dup_title (const char *path)
{
  g_autofree char *whole = g_canonicalize_filename (path, NULL);
  g_autofree char *folder = g_path_get_dirname (whole);
  g_autofree char *base = g_path_get_basename (whole);
  g_autofree char *above = g_path_get_dirname (folder);
  g_autofree char *above_base = g_path_get_basename (above);

  if (strcmp (base, "config.json") != 0 || strcmp (folder, "/") == 0)
    return NULL;
  if (strcmp (above_base, SNAPSHOTS) == 0)
    {
      g_autofree char *model = g_path_get_dirname (above);
      g_autofree char *name = g_filename_display_basename (model);

      if (g_str_has_prefix (name, CACHED))
        return g_strdup (g_strrstr (name, "--") + 2);
    }
  return g_filename_display_basename (folder);
}

static gboolean
find_in_folder (UllConfigPlace *place, const char *path, GError **error)
{
  g_autofree char *snapshot = NULL, *adapter = NULL;
  g_autoptr (GError) fault = NULL;
  const char *folder;

  if (!find_snapshot (path, &snapshot, error))
    return FALSE;
  folder = snapshot ? snapshot : path;
  place->config = g_build_filename (folder, "config.json", NULL);
  place->beside = place->strict = TRUE;
  if (g_file_test (place->config, G_FILE_TEST_EXISTS) || g_access (folder, R_OK | X_OK) != 0)
    return TRUE;
  adapter = ull_weight_folder_describe_adapter (folder);
  if (adapter)
    return refuse (path, error, "%s", adapter);
  g_free (place->config);
  place->config = ull_gguf_find_in_folder (folder, &fault);
  place->beside = place->strict = FALSE;
  if (fault)
    g_propagate_error (error, g_steal_pointer (&fault));
  else if (!place->config && ull_weight_folder_has_pickles (folder))
    refuse (path, error, _("the folder has pickles of PyTorch, programs that make tensors when they are run and are not opened, and no "
                           "config.json; a folder with one would be right"));
  else if (!place->config)
    refuse (path, error, _("the folder has no config.json; a folder with one would be right"));
  return place->config != NULL;
}

static gboolean
add_bytes (const UllTensor *tensor, gpointer data, GError **error)
{
  gint64 *sum = data;

  (void) !ull_add (*sum, tensor->bytes, sum);
  return TRUE;
}

/* What is wrong with the file itself is said before what it lacks. */
static gboolean
refuse_alone (const char *path, const char *folder, GError **error)
{
  g_autofree char *adapter = ull_weight_folder_describe_adapter (folder);
  gint64 sum = 0;

  if (adapter)
    return refuse (path, error, "%s", adapter);
  if (g_str_has_suffix (path, ".json"))
    return refuse (path, error, _("this is an index of weight files; the config.json beside it would be right"));
  if (!ull_shard_read (path, add_bytes, &sum, error))
    return FALSE;
  g_autofree char *both = ull_format_both (sum);
  return refuse (path, error, _("this is a safetensors file, tensors of %s; with its model’s config.json beside it, it would be right"), both);
}

static gboolean
find_beside (UllConfigPlace *place, const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);

  place->config = g_build_filename (folder, "config.json", NULL);
  place->weights = g_path_get_basename (path);
  place->beside = place->strict = TRUE;
  return g_file_test (place->config, G_FILE_TEST_EXISTS) || refuse_alone (path, folder, error);
}

static gboolean
is_weights (const char *path)
{
  return (g_str_has_suffix (path, ".safetensors") || g_str_has_suffix (path, ".safetensors.index.json")
          || g_str_has_suffix (path, ".bin.index.json"))
         && g_file_test (path, G_FILE_TEST_IS_REGULAR);
}

/* An adapter's own configuration names no layers: it says what the folder beside it is. */
static gboolean
refuse_adapter (const char *path, const char *base, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *adapter = strcmp (base, "adapter_config.json") == 0 ? ull_weight_folder_describe_adapter (folder) : NULL;

  return !adapter || refuse (path, error, "%s", adapter);
}

gboolean
ull_config_find_place (UllConfigPlace *place, const char *path, GError **error)
{
  gboolean ok = TRUE;

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    ok = find_in_folder (place, path, error);
  else if (is_weights (path))
    ok = find_beside (place, path, error);
  else
    {
      g_autofree char *base = g_path_get_basename (path);

      place->config = g_strdup (path);
      place->beside = strcmp (base, "config.json") == 0;
      ok = refuse_adapter (path, base, error);
    }
  if (ok)
    place->title = dup_title (place->config);
  return ok;
}
