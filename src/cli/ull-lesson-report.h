#pragma once

#include "ull-lesson.h"

G_BEGIN_DECLS

/* What somebody answered to one question. */
typedef struct
{
  UllQuestion *question; /* Borrowed from the lesson */
  char *answer;
  int confidence;
  UllKey *key;
  UllGrade *grade;
} UllLessonAnswer;

void ull_lesson_answer_clear (UllLessonAnswer *answer);

/* The question before @question among @questions that has this figure for its answer, which a list of what is given must not tell
 * while that is open: who reads a whole lesson at once has answered none. (transfer none) (nullable)
 * @questions: (nullable): where every answer is told. */
const UllQuestion *ull_given_find_asked (const GPtrArray *questions, const UllQuestion *question, UllUnit unit, gint64 value);

/* @reveal: answers, reasons and what is read after them too. What is withheld is not told without it. */
gboolean ull_lesson_report_text (const UllLesson *lesson, gboolean reveal, GString *out, GError **error);
gboolean ull_lesson_report_json (const UllLesson *lesson, gboolean reveal, GString *out, GError **error);
/* @questions: of a sheet, with their answers after all of them. */
gboolean ull_sheet_report_text (const GPtrArray *questions, const char *title, gboolean reveal, GString *out, GError **error);
gboolean ull_sheet_report_json (const GPtrArray *questions,
                                guint level,
                                guint64 seed,
                                gboolean reveal,
                                GString *out,
                                GError **error);
/* @answers: UllLessonAnswer. */
void ull_grade_report_text (const UllLesson *lesson, const GArray *answers, GString *out);
void ull_grade_report_json (const UllLesson *lesson, const GArray *answers, GString *out);

G_END_DECLS
