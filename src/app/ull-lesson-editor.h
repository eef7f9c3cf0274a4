#pragma once

#include "ull-lesson.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define ULL_TYPE_LESSON_EDITOR (ull_lesson_editor_get_type ())
G_DECLARE_FINAL_TYPE (UllLessonEditor, ull_lesson_editor, ULL, LESSON_EDITOR, AdwWindow)

/* The text of a lesson, read while it is written: what is wrong stands below it with its place. Its window belongs to the
 * application alone, so that what is written outlives the window it came from. Actions: "editor.open", "editor.save",
 * "editor.save-as", "editor.try", "editor.go-to-fault". */
UllLessonEditor *ull_lesson_editor_new (GtkApplication *application);
/* A text that is in no file yet. */
void ull_lesson_editor_set_text (UllLessonEditor *self, const char *text);
/* FALSE where it cannot be read, which the window then says; what was there stays. */
gboolean ull_lesson_editor_read (UllLessonEditor *self, const char *path);
/* Atomic; what is wrong in the lesson is no reason not to keep it. FALSE where it could not be written. */
gboolean ull_lesson_editor_write (UllLessonEditor *self, const char *path);
char *ull_lesson_editor_dup_text (UllLessonEditor *self); /* (transfer full) */
gboolean ull_lesson_editor_get_modified (UllLessonEditor *self);
/* The text as it stands now has been read. */
gboolean ull_lesson_editor_is_read (UllLessonEditor *self);
/* (nullable): what can be played, where the text is a lesson. */
UllLesson *ull_lesson_editor_get_lesson (UllLessonEditor *self);
/* FALSE where nothing is wrong. Line and column count from 1; 0 where what is wrong has no place. */
gboolean ull_lesson_editor_get_fault (UllLessonEditor *self, guint *line, guint *column);
const char *ull_lesson_editor_get_status (UllLessonEditor *self);

G_END_DECLS
