#pragma once

#include "ull-lesson.h"
#include "ull-trial-card.h"
#include "ull-workspace.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define ULL_TYPE_LESSON_PICTURE (ull_lesson_picture_get_type ())
G_DECLARE_FINAL_TYPE (UllLessonPicture, ull_lesson_picture, ULL, LESSON_PICTURE, AdwBin)

/* The picture beside a question. It shows what the workspace discloses; with no workspace it is hidden. What a picture showed
 * before goes with it: each is a new one. */

/* @workspace: (nullable). Sum and levers are all answer: while that is withheld, the card stands in for them. */
void ull_lesson_picture_show (UllLessonPicture *self, UllLessonView view, UllWorkspace *workspace);

/* The ramp that a step is about, in its place. */
void ull_lesson_picture_show_ramp (UllLessonPicture *self, const UllCourseRamp *ramp);
/* (nullable): what shows it. */
UllTrialCard *ull_lesson_picture_get_trial (UllLessonPicture *self);

G_END_DECLS
