#pragma once

#include "ull-lesson-player.h"

G_BEGIN_DECLS

/* What the files of the player share: the page (-player), how an answer becomes a grade (-commit) and how a lesson that was left goes on
 * (-resume). */

struct _UllLessonPlayer
{
  GtkWidget parent_instance;

  /* Template */
  GtkStack *stack;
  GtkScrolledWindow *scroller;
  AdwStatusPage *end;
  UllVerdictCard *verdict;
  UllQuestionPanel *question;
  UllSceneCard *slips;
  GtkWidget *explanation_card;
  GtkLabel *explanation;
  GtkLabel *reveal;
  AdwBin *sum_slot;
  UllLessonPicture *picture;
  GtkWidget *again;
  GtkWidget *commit;
  GtkWidget *next;
  GtkWidget *hint;
  GtkWidget *back;
  GtkSpinner *spinner;

  /* Owned */
  UllCourse *course;
  UllWorkspace *workspace;

  /* While the load of an answer runs */
  GCancellable *running; /* Owned (nullable) */
  char *said;            /* Owned */
  int sure;

  GCancellable *resuming; /* Owned (nullable): while loads run of what was answered before */

  UllAnswered answered; /* Borrowed from the course */
  gboolean ended;
  gboolean unrecorded;
};

/* -player */
gboolean ull_lesson_player_is_open (UllLessonPlayer *self);
void ull_lesson_player_update_actions (UllLessonPlayer *self);
void ull_lesson_player_show (UllLessonPlayer *self);
void ull_lesson_player_move_focus (UllLessonPlayer *self);

/* -commit */
void ull_lesson_player_commit_action (GtkWidget *widget, const char *name, GVariant *parameter);
/* Commits what was committed before its load had been run. */
void ull_lesson_player_commit_again (UllLessonPlayer *self, const UllBookmarkAnswer *answer);
/* Gives up the run that an answer waits for, where there is one. */
void ull_lesson_player_stop_running (UllLessonPlayer *self);

/* -resume */
/* What is on screen is where the lesson is opened next time. */
void ull_lesson_player_keep_place (UllLessonPlayer *self);
/* The same, of an answer that is committed and not graded yet. */
void ull_lesson_player_keep_committed (UllLessonPlayer *self, const char *answer, int confidence);
void ull_lesson_player_begin_action (GtkWidget *widget, const char *name, GVariant *parameter);

G_END_DECLS
