#pragma once

#include "ull-course.h"
#include "ull-lesson-picture.h"
#include "ull-question-panel.h"
#include "ull-scene-card.h"
#include "ull-verdict-card.h"

G_BEGIN_DECLS

#define ULL_TYPE_LESSON_PLAYER (ull_lesson_player_get_type ())
G_DECLARE_FINAL_TYPE (UllLessonPlayer, ull_lesson_player, ULL, LESSON_PLAYER, GtkWidget)

/* Plays a course, a question at a time. Actions: "lesson.commit", "lesson.next", "lesson.back", "lesson.again", "lesson.hint",
 * "lesson.begin", which asks all of a lesson anew, and "lesson.leave", which emits the signal "left". Signal "moved": what is shown is another question, or answered. */

/* @course: (transfer full) (nullable). */
void ull_lesson_player_play (UllLessonPlayer *self, UllCourse *course);
/* Plays a lesson from where it was left. FALSE: it was left and asks something else by now, so it begins. */
gboolean ull_lesson_player_open (UllLessonPlayer *self, UllLesson *lesson);
/* Whether answers go into the record: they do, unless a lesson is only tried out. */
void ull_lesson_player_set_recorded (UllLessonPlayer *self, gboolean recorded);
/* Commits where there is an answer to commit, else goes on. */
void ull_lesson_player_go_on (UllLessonPlayer *self);
/* What the picture is of: (transfer none) (nullable). */
UllWorkspace *ull_lesson_player_get_workspace (UllLessonPlayer *self);
const UllCourse *ull_lesson_player_get_course (UllLessonPlayer *self); /* (nullable) */
UllVerdictCard *ull_lesson_player_get_verdict (UllLessonPlayer *self);
UllQuestionPanel *ull_lesson_player_get_question (UllLessonPlayer *self);
UllSceneCard *ull_lesson_player_get_slips (UllLessonPlayer *self);
UllLessonPicture *ull_lesson_player_get_picture (UllLessonPlayer *self);

G_END_DECLS
