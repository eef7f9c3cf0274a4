#pragma once

#include "ull-lesson-player.h"

G_BEGIN_DECLS

#define ULL_TYPE_LEARN_VIEW (ull_learn_view_get_type ())
G_DECLARE_FINAL_TYPE (UllLearnView, ull_learn_view, ULL, LEARN_VIEW, GtkWidget)

/* Lessons and drills. Property: "workspace", what drills are about where it has a scenario. Actions: "learn.lesson" (string: an
 * id), "learn.drill" (int: a level), "learn.sheet", "plan.data-table" of the lesson's own picture. Signals "problem" (string)
 * and "moved": what is shown is another question, or answered. */

void ull_learn_view_open_first (UllLearnView *self);
/* A lesson of one's own. */
void ull_learn_view_play (UllLearnView *self, UllLesson *lesson);
UllLessonPlayer *ull_learn_view_get_player (UllLearnView *self);
/* What a chart of this view shows: (transfer none) (nullable). */
UllWorkspace *ull_learn_view_get_workspace (UllLearnView *self);

G_END_DECLS
