#pragma once

#include "ull-course.h"

G_BEGIN_DECLS

/* A course as it is shown to a room: nobody commits, whoever presents opens a question and goes on. Each question is first
 * locked, then shows its sum a step at a time, then its answer; beside it stands a tally of hands. */
typedef struct _UllTalk UllTalk;

#define ULL_TALK_COUNTERS 4       /* where the question has no answers of its own to count */
#define ULL_TALK_MAX_COUNTERS 9   /* as many as there are keys */

/* @course: (transfer full). */
UllTalk *ull_talk_new (UllCourse *course);
void ull_talk_free (UllTalk *talk);

const UllCourse *ull_talk_get_course (const UllTalk *talk);
/* Nothing of the answer is shown. */
gboolean ull_talk_is_locked (const UllTalk *talk);
/* All that belongs to the present question is. */
gboolean ull_talk_is_whole (const UllTalk *talk);
/* The present question can be opened without waiting for anything: see ull_question_run(). */
gboolean ull_talk_is_run (const UllTalk *talk);
/* Steps of the sum that are shown, from the first; the key has them. */
guint ull_talk_get_n_shown (const UllTalk *talk);
/* (nullable): a sentence, where the question has no one answer to open. */
const char *ull_talk_get_problem (const UllTalk *talk);
/* What the picture may show: nothing of the answer before all of the sum is there. (transfer none) (nullable) */
UllWorkspace *ull_talk_get_workspace (const UllTalk *talk);

/* The next step, or the next question. FALSE at the end. */
gboolean ull_talk_next (UllTalk *talk);
/* FALSE at the beginning. */
gboolean ull_talk_back (UllTalk *talk);
/* All that is left of the present question at once. */
void ull_talk_finish (UllTalk *talk);
/* Locks the present question again, and counts its hands from 0. */
void ull_talk_restart (UllTalk *talk);

/* 0 where there is nothing to raise a hand for. */
guint ull_talk_get_n_counters (const UllTalk *talk);
guint ull_talk_get_count (const UllTalk *talk, guint counter);
void ull_talk_count (UllTalk *talk, guint counter, int by);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllTalk, ull_talk_free)

G_END_DECLS
