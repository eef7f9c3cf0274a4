#pragma once

#include "ull-bookmark.h"
#include "ull-drill.h"
#include "ull-lesson.h"
#include "ull-ramp-picture.h"
#include "ull-workspace.h"

G_BEGIN_DECLS

/* Where somebody is in a lesson or in drills: one question at a time, and a key only for one that was answered. */
typedef struct _UllCourse UllCourse;

UllCourse *ull_course_new_lesson (UllLesson *lesson);
/* @drills: (transfer full). */
UllCourse *ull_course_new_drills (UllDrills *drills, const char *title);
/* One question, which belongs to no lesson. @place: what stands above it. */
UllCourse *ull_course_new_question (UllQuestion *question, const char *place);
void ull_course_free (UllCourse *course);

UllLesson *ull_course_get_lesson (const UllCourse *course); /* (transfer none) (nullable) */
/* Which question it is, or which step that asks nothing, and of how many. */
guint ull_course_get_position (const UllCourse *course, guint *n);
/* Which question it is, from 1 on, and of how many; of a step that asks nothing, the next. */
guint ull_course_get_number (const UllCourse *course, guint *n);
const char *ull_course_get_source (const UllCourse *course); /* a lesson's id, or "drill" */
char *ull_course_dup_place (const UllCourse *course);        /* "Lesson 3 · The budget · question 2 of 6" */
char *ull_course_dup_text (const UllCourse *course);         /* (nullable): what is read before the question */
char *ull_course_dup_reveal (const UllCourse *course);       /* (nullable): what is read after it */
UllQuestion *ull_course_get_question (const UllCourse *course); /* (nullable) */
UllLessonView ull_course_get_view (const UllCourse *course);
/* Both NULL while it is open; the grade also where the answer was revealed. */
const UllKey *ull_course_get_key (const UllCourse *course);
const UllGrade *ull_course_get_grade (const UllCourse *course);

/* What may be shown of the scenario now: while a question is open what that gives; after it what a later question about the same
 * scenario gives, and all of it only when nothing more is asked. (transfer full) (nullable) */
UllWorkspace *ull_course_make_workspace (const UllCourse *course);
/* The same for a question that a room looks at, of whose sum @n_shown steps were shown: what is given stands in the picture, and so does
 * the pool once its step was. (transfer full) (nullable) */
UllWorkspace *ull_course_make_room (const UllCourse *course, guint n_shown);

#define ULL_MAX_SAID 2

/* What may be seen of the ramp that the present step is about. Borrows. */
typedef struct
{
  UllTrial *trial;    /* (nullable): none while a question asks for it */
  gboolean unshared;  /* and what it would be if nothing were kept: no question asks for that */
  guint n_said;
  UllRampSaid said[ULL_MAX_SAID]; /* what was answered about it */
} UllCourseRamp;

/* FALSE where the step is about none. */
gboolean ull_course_get_ramp (const UllCourse *course, UllCourseRamp *ramp);

/* FALSE with a sentence where the answer cannot be read. */
gboolean ull_course_commit (UllCourse *course, const char *answer, int confidence, GError **error);
/* Opens the answer though nobody gave one: there is a key then, and no grade. */
gboolean ull_course_reveal (UllCourse *course, GError **error);
/* Forgets the answer to the present question. */
void ull_course_again (UllCourse *course);
/* FALSE where that is the end, or the beginning. */
gboolean ull_course_next (UllCourse *course);
gboolean ull_course_can_go_back (const UllCourse *course);
void ull_course_back (UllCourse *course);
/* Of drills: what was missed so far, else NULL. (transfer none) */
const UllDrillBoxes *ull_course_get_boxes (const UllCourse *course);
/* Of the questions that count. */
void ull_course_count (const UllCourse *course, guint *n_answered, guint *n_right);
/* Whether anything was answered, or is past. */
gboolean ull_course_is_begun (const UllCourse *course);

/* Of a lesson: where it stands, to go on from there. @ended: past the last. (transfer full) */
UllBookmark *ull_course_dup_bookmark (const UllCourse *course, gboolean ended);
/* Questions that were answered by then and have a load that is to be run before they can be graded again: see ull_question_run().
 * (transfer full) (element-type UllQuestion) */
GPtrArray *ull_course_find_waiting (const UllCourse *course, const UllBookmark *bookmark);
/* Goes on at @bookmark, which is of this lesson, where nothing was answered yet. TRUE: that is past the last. */
gboolean ull_course_resume (UllCourse *course, const UllBookmark *bookmark);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllCourse, ull_course_free)

G_END_DECLS
