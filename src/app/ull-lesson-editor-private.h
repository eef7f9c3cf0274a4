#pragma once

#include "ull-lesson-editor.h"
#include "ull-lesson-player.h"
#include "ull-notice.h"
#include "ull-verdict-mark.h"

G_BEGIN_DECLS

/* What the files of the editor share. */
struct _UllLessonEditor
{
  AdwWindow parent_instance;

  /* Template */
  AdwWindowTitle *title;
  UllNotice *notice;
  GtkStack *stack;
  GtkTextView *view;
  UllVerdictMark *mark;
  GtkLabel *status;
  GtkWidget *go_to_fault;
  UllLessonPlayer *player;
  GtkWidget *try_out;

  /* Owned */
  char *path;        /* (nullable) */
  UllLesson *lesson; /* (nullable): of the text as it was read last */
  GCancellable *proving; /* (nullable) */

  guint prove_source;
  guint line, column; /* of what is wrong */
  gboolean faulty;
  gboolean closing;
};

/* -file */
void ull_lesson_editor_open_action (GtkWidget *widget, const char *name, GVariant *parameter);
void ull_lesson_editor_save_action (GtkWidget *widget, const char *name, GVariant *parameter);
void ull_lesson_editor_save_as_action (GtkWidget *widget, const char *name, GVariant *parameter);
/* Asks before it closes, where something is not saved. TRUE: do not close now. */
gboolean ull_lesson_editor_hold_close (UllLessonEditor *self);

/* The name that messages and the title call it by. (transfer full) */
char *ull_lesson_editor_dup_name (UllLessonEditor *self);
void ull_lesson_editor_update_title (UllLessonEditor *self);
void ull_lesson_editor_say (UllLessonEditor *self, const char *sentence); /* (nullable) */
/* What was read from or written to a file. */
void ull_lesson_editor_load (UllLessonEditor *self, const char *text, const char *path);

G_END_DECLS
