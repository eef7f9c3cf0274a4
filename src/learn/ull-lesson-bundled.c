#include "ull-lesson.h"

#include "ull-data.h"
#include "ull-error.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>

/* The lessons that come with the program, one file each in its resources, in the order in which they are read. */

#define FOLDER "/org/ullage/Ullage/data/lessons/"

static const char *const ids[] = { "cache", "formula", "config", "budget", "levers", "heads", "blocks", "contract", "fleet", "sessions",
                                   "check", "failure", "cliff", NULL };

const char *const *
ull_lesson_bundled (void)
{
  return ids;
}

GBytes *
ull_lesson_bundled_text (const char *id, GError **error)
{
  g_autofree char *path = g_strconcat (FOLDER, id, ".json", NULL);
  g_autofree char *names = NULL;

  if (g_strv_contains (ids, id))
    return g_resource_lookup_data (ull_data_get_resource (), path, 0, error);
  names = g_strjoinv (", ", (char **) ids);
  g_set_error (error, ULL_ERROR, ULL_ERROR_MISSING, _("%s: is no lesson; one of %s would be right"), id, names);
  return NULL;
}

UllLesson *
ull_lesson_open_bundled (const char *id, const char *const *languages, GError **error)
{
  g_autoptr (GBytes) bytes = ull_lesson_bundled_text (id, error);
  g_autofree char *name = g_strconcat (id, ".json", NULL);
  const char *text;
  gsize length;

  if (bytes == NULL)
    return NULL;
  text = g_bytes_get_data (bytes, &length);
  return ull_lesson_parse (name, text, length, languages, error);
}
