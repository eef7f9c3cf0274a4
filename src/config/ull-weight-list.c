#include "ull-weight-folder-private.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The model's files are those that its index names, and no others: a second copy in one file beside them, or the vendor's own
 * consolidated.safetensors, is not counted. Without an index it is model.safetensors; or shards whose names number them,
 * model-00001-of-00003.safetensors, of which none may be missing; or the only one there is, whatever it is called. */

#define ENDING ".safetensors"
#define INDEX_ENDING ".safetensors.index.json"

void
ull_weight_list_clear (UllWeightList *list)
{
  g_clear_pointer (&list->index, ull_shard_index_free);
  g_clear_pointer (&list->files, g_ptr_array_unref);
}

static gboolean
is_there (const char *folder, const char *file)
{
  g_autofree char *path = g_build_filename (folder, file, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static GPtrArray *
list_folder (const char *folder, const char *ending)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  for (const char *name = dir ? g_dir_read_name (dir) : NULL; name; name = g_dir_read_name (dir))
    if (g_str_has_suffix (name, ending) && name[0] != '.')
      g_ptr_array_add (files, g_strdup (name));
  g_ptr_array_sort (files, compare_names);
  return files;
}

/* The index of that name, else the only one; the one of PyTorch's own files is as good for their sum. */
static char *
find_index (const char *folder, const char *file)
{
  static const char *const names[] = { "model" INDEX_ENDING, NULL };
  g_autoptr (GPtrArray) others = NULL;

  if (file && g_str_has_suffix (file, ".index.json"))
    return g_strdup (file);
  for (guint i = 0; names[i]; i++)
    if (is_there (folder, names[i]))
      return g_strdup (names[i]);
  others = list_folder (folder, INDEX_ENDING);
  if (others->len == 1)
    return g_strdup (others->pdata[0]);
  return is_there (folder, "pytorch_model.bin.index.json") ? g_strdup ("pytorch_model.bin.index.json") : NULL;
}

static gboolean
refuse_missing (const char *folder, const char *file, guint more, GError **error)
{
  g_autofree char *name = g_filename_display_name (folder);

  if (more == 0)
    g_set_error (error, ULL_ERROR, ULL_ERROR_MISSING, _("%s: the shard %s is missing; all of the model’s files would be right"), name, file);
  else
    g_set_error (error, ULL_ERROR, ULL_ERROR_MISSING,
                 g_dngettext (GETTEXT_PACKAGE, "%s: the shard %s and %u other are missing; all of the model’s files would be right",
                              "%s: the shard %s and %u others are missing; all of the model’s files would be right", more),
                 name, file, more);
  return FALSE;
}

/* All of them or none: an index alone still tells the sum. */
static gboolean
take_listed (UllWeightList *list, const char *folder, GError **error)
{
  const GPtrArray *shards = list->index->shards;
  const char *missing = NULL;
  guint n_missing = 0;

  for (guint i = 0; i < shards->len; i++)
    {
      const UllIndexShard *shard = shards->pdata[i];

      if (is_there (folder, shard->file))
        g_ptr_array_add (list->files, g_strdup (shard->file));
      else if (n_missing++ == 0)
        missing = shard->file;
    }
  return list->files->len == 0 || n_missing == 0 || refuse_missing (folder, missing, n_missing - 1, error);
}

/* "model-00002-of-00005.safetensors": what is before the numbers, and the numbers. */
static gboolean
parse_number (const char *name, char **stem, guint *number, guint *of)
{
  const char *at = g_strrstr (name, "-of-");
  const char *dash = at;
  char *end;

  if (!at)
    return FALSE;
  while (dash > name && g_ascii_isdigit (dash[-1]))
    dash--;
  if (dash == name || dash == at || dash[-1] != '-' || at - dash > 9)
    return FALSE;
  *number = (guint) g_ascii_strtoull (dash, NULL, 10);
  *of = (guint) g_ascii_strtoull (at + 4, &end, 10);
  if (strcmp (end, ENDING) != 0 || *of == 0 || end - at - 4 > 9)
    return FALSE;
  *stem = g_strndup (name, (gsize) (dash - name));
  return TRUE;
}

/* Shards that are numbered, all of one set. FALSE, without an error, where there are none. */
static gboolean
take_numbered (UllWeightList *list, const GPtrArray *all, const char *folder, GError **error)
{
  g_autofree char *first = NULL;
  guint of_all = 0, expected = 1;

  for (guint i = 0; i < all->len; i++)
    {
      g_autofree char *stem = NULL;
      guint number, of;

      if (!parse_number (all->pdata[i], &stem, &number, &of))
        continue;
      if (!first)
        {
          first = g_steal_pointer (&stem);
          of_all = of;
        }
      else if (strcmp (stem, first) != 0 || of != of_all)
        continue;
      if (number != expected)
        break;
      expected++;
      g_ptr_array_add (list->files, g_strdup (all->pdata[i]));
    }
  if (!first || expected == of_all + 1)
    return first != NULL;
  g_autofree char *missing = g_strdup_printf ("%s%05u-of-%05u" ENDING, first, expected, of_all);
  return refuse_missing (folder, missing, 0, error);
}

/* One that may be entered and not listed, so that what is in it is not known. */
static gboolean
refuse_folder (const char *folder, GError **error)
{
  g_autofree char *name = g_filename_display_name (folder);

  g_set_error (error, ULL_ERROR, ULL_ERROR_IO,
               _("%s: the folder cannot be listed, so which weight files it has is not known; the right to read it would be right"), name);
  return FALSE;
}

static gboolean
take_unlisted (UllWeightList *list, UllWeightFolder *result, const char *folder, const char *file, GError **error)
{
  g_autoptr (GPtrArray) all = list_folder (folder, ENDING);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  GError *fault = NULL;

  if (!dir)
    return refuse_folder (folder, error);
  if (is_there (folder, "model" ENDING) || (file && g_str_has_suffix (file, ENDING) && all->len == 1))
    {
      g_ptr_array_add (list->files, g_strdup (all->len == 1 ? all->pdata[0] : "model" ENDING));
      return TRUE;
    }
  if (take_numbered (list, all, folder, &fault))
    return TRUE;
  if (fault)
    {
      g_propagate_error (error, fault);
      return FALSE;
    }
  if (all->len == 1)
    g_ptr_array_add (list->files, g_strdup (all->pdata[0]));
  else if (all->len > 1)
    ull_weight_folder_warn (result, _("the folder has %u .safetensors files and no index, so which of them are the model’s is not known; "
                                      "its model.safetensors.index.json would tell"),
                            all->len);
  return TRUE;
}

gboolean
ull_weight_list_init (
  UllWeightList *list, UllWeightFolder *result, const char *folder, const char *file, GError **error)
{
  g_autofree char *name = find_index (folder, file);

  *list = (UllWeightList) { NULL, g_ptr_array_new_with_free_func (g_free) };
  if (name)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      list->index = ull_shard_index_read (path, error);
      if (!list->index || !take_listed (list, folder, error))
        return FALSE;
      if (list->files->len > 0 || !is_there (folder, "model" ENDING))
        return TRUE;
      ull_weight_folder_warn (result, _("%s names files that are not there, and is not believed: model.safetensors is taken"), name);
      g_clear_pointer (&list->index, ull_shard_index_free);
    }
  return take_unlisted (list, result, folder, file, error);
}
