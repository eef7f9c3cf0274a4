#include "ull-gguf-reader.h"

#include "ull-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A folder as it is downloaded: one model, in one file or in the parts of a split one, with an encoder for images beside it
 * perhaps, which is called mmproj by all who publish one. Several quantisations of a model are several models. */

#define PART "-00001-of-00001"
#define ENDING ".gguf"

/* "name" of "name.gguf" and of "name-00002-of-00003.gguf"; NULL for what is no model. */
static char *
dup_stem (const char *name)
{
  g_autofree char *stem = NULL;
  gsize length;

  if (!g_str_has_suffix (name, ENDING) || g_str_has_prefix (name, "mmproj"))
    return NULL;
  stem = g_strndup (name, strlen (name) - strlen (ENDING));
  length = strlen (stem);
  if (length > strlen (PART))
    {
      const char *part = stem + length - strlen (PART);
      gboolean fits = TRUE;

      for (gsize i = 0; fits && i < strlen (PART); i++)
        fits = g_ascii_isdigit (PART[i]) ? g_ascii_isdigit (part[i]) : part[i] == PART[i];
      if (fits)
        stem[length - strlen (PART)] = '\0';
    }
  return g_steal_pointer (&stem);
}

char *
ull_gguf_find_in_folder (const char *folder, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autofree char *first = NULL, *stem = NULL, *shown = NULL;

  for (const char *name = dir ? g_dir_read_name (dir) : NULL; name; name = g_dir_read_name (dir))
    {
      g_autofree char *own = dup_stem (name);

      if (!own)
        continue;
      if (stem && strcmp (stem, own) != 0)
        {
          shown = g_filename_display_name (folder);
          g_set_error (error, ULL_ERROR, ULL_ERROR_UNSUPPORTED,
                       _("%s: the folder holds several models as GGUF files; one of the files would be right"), shown);
          return NULL;
        }
      if (!first || strcmp (name, first) < 0)
        {
          g_free (first);
          first = g_strdup (name);
        }
      if (!stem)
        stem = g_steal_pointer (&own);
    }
  return first ? g_build_filename (folder, first, NULL) : NULL;
}
