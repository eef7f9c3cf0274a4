#pragma once

#include "ull-course.h"

/* What the files of a course share: where it stands (-course), what may be seen there (-picture) and how it is left and gone on with
 * (-bookmark). */

typedef struct
{
  guint step;
  UllQuestion *question; /* (nullable) */
  UllKey *key;           /* (nullable), as the next */
  UllGrade *grade;
  char *answer;          /* as it was typed, where there is a grade */
} UllStop;

struct _UllCourse
{
  UllLesson *lesson; /* NULL of drills and of a question alone */
  UllDrills *drills; /* NULL of a lesson and of a question alone */
  char *title;
  GArray *stops; /* UllStop */
  guint at;
};

UllStop *ull_course_get_stop (const UllCourse *course, guint index);
const UllLessonStep *ull_course_get_step (const UllCourse *course); /* (nullable) */
/* What is said of the answer at that stop, as far as the questions after it allow. */
void ull_course_withhold (UllCourse *course, guint at);
