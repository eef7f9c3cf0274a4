#include "ull-lesson-private.h"

#include "ull-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Members by name, texts by language. A member that nobody knows is a slip of the pen, and is refused with its place. */

static gboolean
is_known (const char *key, const char *const *known)
{
  const char *at = strchr (key, '@');

  for (guint i = 0; known[i] != NULL; i++)
    {
      gsize length = strlen (known[i]);
      gboolean words = known[i][length - 1] == '*';

      if (g_str_equal (key, known[i]))
        return TRUE;
      if (words && strncmp (key, known[i], length - 1) == 0 && (key[length - 1] == 0 || (at == key + length - 1 && at[1] != 0)))
        return TRUE;
    }
  return FALSE;
}

gboolean
ull_lesson_check_members (UllJsonRef object, const char *const *known, GError **error)
{
  UllJsonRef child;

  if (ull_json_type (object) != ULL_JSON_OBJECT)
    {
      ull_json_set_error (object, error, ULL_ERROR_INVALID, _("is no object; { … } would be right"));
      return FALSE;
    }
  for (gboolean more = ull_json_first (object, &child); more; more = ull_json_next (&child))
    {
      g_autofree char *key = ull_json_dup_key (child);
      g_autofree char *names = NULL;

      if (is_known (key, known))
        continue;
      names = g_strjoinv (", ", (char **) known);
      ull_json_set_error (child, error, ULL_ERROR_INVALID, _("is no member that is known here; %s are"), names);
      return FALSE;
    }
  return TRUE;
}

static char *
missing (UllJsonRef object, const char *name, GError **error)
{
  ull_json_set_error (object, error, ULL_ERROR_MISSING, _("has no “%s”; a text would be right"), name);
  return NULL;
}

char *
ull_lesson_read_text (UllJsonRef object, const char *name, gboolean needed, GError **error)
{
  UllJsonRef member;

  if (ull_json_get (object, name, &member))
    return ull_json_read_string (member, error);
  return needed ? missing (object, name, error) : NULL;
}

/* "de_AT.UTF-8" is spoken as de_AT, then as de. */
static gboolean
find_language (UllJsonRef object, const char *name, const char *language, UllJsonRef *member)
{
  g_autofree char *tag = g_strndup (language, strcspn (language, ".@"));
  g_autofree char *key = g_strconcat (name, "@", tag, NULL);
  char *under;

  if (ull_json_get (object, key, member))
    return TRUE;
  under = strchr (key, '_');
  if (under == NULL || under < key + strlen (name))
    return FALSE;
  *under = 0;
  return ull_json_get (object, key, member);
}

char *
ull_lesson_read_words (const UllLessonReader *reader,
                       UllJsonRef object,
                       const char *name,
                       gboolean needed,
                       UllJsonRef *where,
                       GError **error)
{
  for (guint i = 0; reader->languages != NULL && reader->languages[i] != NULL; i++)
    {
      /* Plain texts are English: who reads that first needs no other. */
      if (g_str_has_prefix (reader->languages[i], "en") || g_str_equal (reader->languages[i], "C"))
        break;
      if (find_language (object, name, reader->languages[i], where))
        return ull_json_read_string (*where, error);
    }
  if (ull_json_get (object, name, where))
    return ull_json_read_string (*where, error);
  return needed ? missing (object, name, error) : NULL;
}

char *
ull_lesson_read_expanded (const UllLessonReader *reader,
                          UllJsonRef object,
                          const char *name,
                          gboolean needed,
                          UllStageView *view,
                          GError **error)
{
  g_autoptr (GError) fault = NULL;
  UllJsonRef where;
  g_autofree char *text = ull_lesson_read_words (reader, object, name, needed, &where, error);
  char *expanded;

  if (text == NULL)
    return NULL;
  expanded = ull_formula_expand (text, ull_stage_lookup, view, &fault);
  if (expanded == NULL)
    ull_json_set_error (where, error, ULL_ERROR_INVALID, "%s", fault->message);
  return expanded;
}

char *
ull_lesson_dup_place (UllJsonRef ref)
{
  g_autofree char *path = ull_json_dup_path (ref);

  return g_strdup_printf (_("%s: line %u, %s"), ull_json_get_name (ref.json), ull_json_get_line (ref), path);
}
