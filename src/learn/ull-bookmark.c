#include "ull-bookmark.h"

/* What was answered is kept as it was given and never what came of it: that is graded anew when the lesson is opened, so that a
 * bookmark holds no answer of the lesson's own. */

static void
clear_answer (gpointer data)
{
  UllBookmarkAnswer *answer = data;

  g_clear_pointer (&answer->question, g_free);
  g_clear_pointer (&answer->answer, g_free);
}

UllBookmark *
ull_bookmark_new (const UllLesson *lesson)
{
  UllBookmark *bookmark = g_new0 (UllBookmark, 1);

  bookmark->lesson = g_strdup (lesson->id);
  bookmark->title = g_strdup (lesson->title);
  bookmark->digest = g_strdup (lesson->digest);
  bookmark->answers = g_array_new (FALSE, FALSE, sizeof (UllBookmarkAnswer));
  g_array_set_clear_func (bookmark->answers, clear_answer);
  return bookmark;
}

void
ull_bookmark_free (UllBookmark *bookmark)
{
  g_clear_pointer (&bookmark->lesson, g_free);
  g_clear_pointer (&bookmark->title, g_free);
  g_clear_pointer (&bookmark->digest, g_free);
  g_clear_pointer (&bookmark->answers, g_array_unref);
  g_free (bookmark);
}

void
ull_bookmark_add (UllBookmark *bookmark, const char *question, const char *answer, int confidence, gboolean graded)
{
  UllBookmarkAnswer made = { g_strdup (question), g_strdup (answer), confidence, graded };

  g_array_append_val (bookmark->answers, made);
}

const UllBookmarkAnswer *
ull_bookmark_find (const UllBookmark *bookmark, const char *question)
{
  for (guint i = 0; i < bookmark->answers->len; i++)
    {
      const UllBookmarkAnswer *answer = &g_array_index (bookmark->answers, UllBookmarkAnswer, i);

      if (g_str_equal (answer->question, question))
        return answer;
    }
  return NULL;
}

gboolean
ull_bookmark_is_begun (const UllBookmark *bookmark)
{
  return bookmark->at > 0 || bookmark->answers->len > 0;
}
