#include "ull-record-private.h"

#include "ull-error.h"

#include <glib/gi18n-lib.h>

/* "bookmarks": [{"lesson": …, "title": …, "digest": …, "at": …, "answers": [{"question": …, "answer": …, "confidence": …, "graded":
 * …}, …]}, …]. There is one for each lesson that was left, at its end too, since its answers are read again from there. Lessons of
 * one's own may all have the same id: what tells them apart is what they ask, and one that asks something else by now has its title still. */

static gboolean
read_answer (UllBookmark *bookmark, UllJsonRef object, GError **error)
{
  g_autofree char *question = NULL, *answer = NULL;
  gboolean graded;
  UllJsonRef member;
  int confidence;

  if (!ull_record_read_text (object, "question", &question, error) || !ull_record_read_text (object, "answer", &answer, error) ||
      !ull_record_read_confidence (object, &confidence, error) || !ull_record_read_member (object, "graded", &member, error) ||
      !ull_json_read_bool (member, &graded, error))
    return FALSE;
  ull_bookmark_add (bookmark, question, answer, confidence, graded);
  return TRUE;
}

static gboolean
read_list (UllJsonRef object, const char *name, UllJsonRef *list, GError **error)
{
  if (!ull_record_read_member (object, name, list, error))
    return FALSE;
  if (ull_json_type (*list) == ULL_JSON_ARRAY)
    return TRUE;
  ull_json_set_error (*list, error, ULL_ERROR_INVALID, _("is no list; the answers in […] would be right"));
  return FALSE;
}

static gboolean
read_at (UllJsonRef object, UllBookmark *bookmark, GError **error)
{
  UllJsonRef member;
  gint64 at;

  if (!ull_record_read_member (object, "at", &member, error) || !ull_json_read_int (member, &at, error))
    return FALSE;
  if (at >= 0 && at <= G_MAXINT)
    {
      bookmark->at = (guint) at;
      return TRUE;
    }
  ull_json_set_error (member, error, ULL_ERROR_INVALID, _("is no place in a lesson; a number from 0 on would be right"));
  return FALSE;
}

static gboolean
read_bookmark (UllRecord *record, UllJsonRef object, GError **error)
{
  const UllLesson nothing = { .number = -1 };
  g_autoptr (UllBookmark) bookmark = ull_bookmark_new (&nothing);
  UllJsonRef list, child;

  if (ull_json_type (object) != ULL_JSON_OBJECT)
    {
      ull_json_set_error (object, error, ULL_ERROR_INVALID, _("is no bookmark; an object would be right"));
      return FALSE;
    }
  if (!ull_record_read_text (object, "lesson", &bookmark->lesson, error) ||
      !ull_record_read_text (object, "title", &bookmark->title, error) ||
      !ull_record_read_text (object, "digest", &bookmark->digest, error) || !read_at (object, bookmark, error) ||
      !read_list (object, "answers", &list, error))
    return FALSE;
  for (gboolean more = ull_json_first (list, &child); more; more = ull_json_next (&child))
    if (!read_answer (bookmark, child, error))
      return FALSE;
  g_ptr_array_add (record->bookmarks, g_steal_pointer (&bookmark));
  return TRUE;
}

gboolean
ull_record_read_bookmarks (UllRecord *record, UllJsonRef root, GError **error)
{
  UllJsonRef list, child;

  if (!ull_json_get (root, "bookmarks", &list))
    return TRUE;
  if (!read_list (root, "bookmarks", &list, error))
    return FALSE;
  for (gboolean more = ull_json_first (list, &child); more; more = ull_json_next (&child))
    if (!read_bookmark (record, child, error))
      return FALSE;
  return TRUE;
}

static void
add_bookmark (JsonBuilder *builder, const UllBookmark *bookmark)
{
  json_builder_begin_object (builder);
  ull_record_add_text (builder, "lesson", bookmark->lesson);
  ull_record_add_text (builder, "title", bookmark->title);
  ull_record_add_text (builder, "digest", bookmark->digest);
  json_builder_set_member_name (builder, "at");
  json_builder_add_int_value (builder, bookmark->at);
  json_builder_set_member_name (builder, "answers");
  json_builder_begin_array (builder);
  for (guint i = 0; i < bookmark->answers->len; i++)
    {
      const UllBookmarkAnswer *answer = &g_array_index (bookmark->answers, UllBookmarkAnswer, i);

      json_builder_begin_object (builder);
      ull_record_add_text (builder, "question", answer->question);
      ull_record_add_text (builder, "answer", answer->answer);
      ull_record_add_confidence (builder, answer->confidence);
      json_builder_set_member_name (builder, "graded");
      json_builder_add_boolean_value (builder, answer->graded);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

void
ull_record_add_bookmarks (JsonBuilder *builder, const UllRecord *record)
{
  json_builder_set_member_name (builder, "bookmarks");
  json_builder_begin_array (builder);
  for (guint i = 0; i < record->bookmarks->len; i++)
    add_bookmark (builder, g_ptr_array_index (record->bookmarks, i));
  json_builder_end_array (builder);
}

const UllBookmark *
ull_record_find_bookmark (const UllRecord *record, const UllLesson *lesson)
{
  for (guint i = 0; i < record->bookmarks->len; i++)
    {
      const UllBookmark *bookmark = g_ptr_array_index (record->bookmarks, i);

      if (g_str_equal (bookmark->lesson, lesson->id) && g_str_equal (bookmark->digest, lesson->digest))
        return bookmark;
    }
  return NULL;
}

gboolean
ull_record_has_changed (const UllRecord *record, const UllLesson *lesson)
{
  for (guint i = 0; i < record->bookmarks->len; i++)
    {
      const UllBookmark *bookmark = g_ptr_array_index (record->bookmarks, i);

      if (g_str_equal (bookmark->lesson, lesson->id) && g_str_equal (bookmark->title, lesson->title))
        return !g_str_equal (bookmark->digest, lesson->digest);
    }
  return FALSE;
}

/* The last one stands last; what it was before, and what its lesson asked before, goes. */
void
ull_record_keep_bookmark (UllRecord *record, UllBookmark *bookmark)
{
  for (guint i = record->bookmarks->len; i > 0; i--)
    {
      const UllBookmark *old = g_ptr_array_index (record->bookmarks, i - 1);

      if (g_str_equal (old->lesson, bookmark->lesson)
          && (g_str_equal (old->digest, bookmark->digest) || g_str_equal (old->title, bookmark->title)))
        g_ptr_array_remove_index (record->bookmarks, i - 1);
    }
  if (ull_bookmark_is_begun (bookmark))
    g_ptr_array_add (record->bookmarks, bookmark);
  else
    ull_bookmark_free (bookmark);
}
