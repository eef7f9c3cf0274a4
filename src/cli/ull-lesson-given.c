/* What a question gives is, in a lesson, often what the one before it asks: played step by step it is known by then. Answers are
 * solved here to be left out, and for nothing else. */
#include "ull-lesson-report.h"

const UllQuestion *
ull_given_find_asked (const GPtrArray *questions, const UllQuestion *question, UllUnit unit, gint64 value)
{
  for (guint i = 0; questions != NULL && i < questions->len; i++)
    {
      const UllQuestion *asked = g_ptr_array_index (questions, i);
      g_autoptr (UllKey) key = NULL;

      if (asked == question)
        return NULL;
      if (!ull_question_is_number (asked) || asked->unit != unit)
        continue;
      key = ull_question_solve (asked, NULL);
      if (key != NULL && key->truth == (double) value)
        return asked;
    }
  return NULL;
}
