#include "ull-lesson-editor-private.h"

#include "ull-file-picker.h"
#include "ull-loader.h"
#include "ull-prompt.h"

#include <glib/gi18n-lib.h>

/* A lesson's file is a few kilobytes, read and written on the main thread, where a failure is told before anything that waits
 * for it goes on. Whatever fails, the text stays as it is, modified. */

typedef void (*Then) (UllLessonEditor *self);

typedef struct
{
  UllLessonEditor *editor; /* reference */
  Then then;               /* (nullable) */
} Guard;

static void
guard_free (Guard *guard)
{
  g_clear_object (&guard->editor);
  g_free (guard);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Guard, guard_free)

static Guard *
guard_new (UllLessonEditor *self, Then then)
{
  Guard *guard = g_new0 (Guard, 1);

  guard->editor = g_object_ref (self);
  guard->then = then;
  return guard;
}

static void
guard_pass (Guard *guard)
{
  if (guard->then != NULL)
    guard->then (guard->editor);
}

void
ull_lesson_editor_set_text (UllLessonEditor *self, const char *text)
{
  g_return_if_fail (ULL_IS_LESSON_EDITOR (self));

  ull_lesson_editor_load (self, text, NULL);
}

gboolean
ull_lesson_editor_read (UllLessonEditor *self, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  g_return_val_if_fail (ULL_IS_LESSON_EDITOR (self), FALSE);

  text = ull_loader_read_text (path, &error);
  ull_lesson_editor_say (self, error != NULL ? error->message : NULL);
  if (text == NULL)
    return FALSE;
  ull_lesson_editor_load (self, text, path);
  return TRUE;
}

gboolean
ull_lesson_editor_write (UllLessonEditor *self, const char *path)
{
  g_autofree char *text = NULL, *kept = g_strdup (path);
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (ULL_IS_LESSON_EDITOR (self), FALSE);

  text = ull_lesson_editor_dup_text (self);
  g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0666, &error);
  ull_lesson_editor_say (self, error != NULL ? error->message : NULL);
  if (error != NULL)
    return FALSE;
  g_free (self->path);
  self->path = g_steal_pointer (&kept);
  gtk_text_buffer_set_modified (gtk_text_view_get_buffer (self->view), FALSE);
  ull_lesson_editor_update_title (self);
  return TRUE;
}

static UllFilePicker *
make_picker (const char *title)
{
  UllFilePicker *picker = ull_file_picker_new (title);

  ull_file_picker_add_filter (picker, _("Lessons"), (const char *const[]) { "*.json", NULL });
  ull_file_picker_add_filter (picker, _("All files"), (const char *const[]) { "*", NULL });
  return picker;
}

static void
save_picked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Guard) guard = user_data;
  g_autoptr (GFile) file = ull_file_picker_finish (ULL_FILE_PICKER (source), result, NULL);
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;
  g_autofree char *full = NULL;
  g_autoptr (GError) error = NULL;

  if (path == NULL)
    return;
  full = g_str_has_suffix (path, ".json") ? g_strdup (path) : ull_file_picker_add_ending (path, "json", &error);
  if (full == NULL)
    ull_lesson_editor_say (guard->editor, error->message);
  else if (ull_lesson_editor_write (guard->editor, full))
    guard_pass (guard);
}

static void
choose_and_save (Guard *guard)
{
  g_autoptr (UllFilePicker) picker = make_picker (_("Save Lesson"));
  g_autofree char *name = ull_lesson_editor_dup_name (guard->editor);

  ull_file_picker_set_initial_name (picker, name);
  ull_file_picker_save (picker, GTK_WINDOW (guard->editor), NULL, save_picked_cb, guard);
}

static void
save (Guard *guard)
{
  g_autoptr (Guard) owned = guard;

  if (guard->editor->path == NULL)
    choose_and_save (g_steal_pointer (&owned));
  else
    {
      g_autofree char *path = g_strdup (guard->editor->path);

      if (ull_lesson_editor_write (guard->editor, path))
        guard_pass (guard);
    }
}

void
ull_lesson_editor_save_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  save (guard_new (ULL_LESSON_EDITOR (widget), NULL));
}

void
ull_lesson_editor_save_as_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  choose_and_save (guard_new (ULL_LESSON_EDITOR (widget), NULL));
}

static void
guard_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Guard) guard = user_data;
  const char *response = ull_prompt_choose_finish (ULL_PROMPT (source), result);

  if (g_strcmp0 (response, "save") == 0)
    save (g_steal_pointer (&guard));
  else if (g_strcmp0 (response, "discard") == 0)
    guard_pass (guard);
}

static void
ask (UllLessonEditor *self, Then then)
{
  g_autoptr (UllPrompt) prompt
    = ull_prompt_new (_("Save the Lesson?"), _("It was changed since it was opened or saved. What is not saved is lost."));

  ull_prompt_add_response (prompt, "cancel", _("_Cancel"), ADW_RESPONSE_DEFAULT);
  ull_prompt_add_response (prompt, "discard", _("_Discard"), ADW_RESPONSE_DESTRUCTIVE);
  ull_prompt_add_response (prompt, "save", _("_Save"), ADW_RESPONSE_SUGGESTED);
  ull_prompt_choose (prompt, GTK_WINDOW (self), NULL, guard_cb, guard_new (self, then));
}

static void
open_picked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (UllLessonEditor) self = user_data;
  g_autoptr (GFile) file = ull_file_picker_finish (ULL_FILE_PICKER (source), result, NULL);

  if (file != NULL && g_file_peek_path (file) != NULL)
    ull_lesson_editor_read (self, g_file_peek_path (file));
}

static void
choose_file (UllLessonEditor *self)
{
  g_autoptr (UllFilePicker) picker = make_picker (_("Open a Lesson to Edit"));

  ull_file_picker_open (picker, GTK_WINDOW (self), NULL, open_picked_cb, g_object_ref (self));
}

void
ull_lesson_editor_open_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllLessonEditor *self = ULL_LESSON_EDITOR (widget);

  if (ull_lesson_editor_get_modified (self))
    ask (self, choose_file);
  else
    choose_file (self);
}

static void
close_now (UllLessonEditor *self)
{
  self->closing = TRUE;
  gtk_window_close (GTK_WINDOW (self));
}

gboolean
ull_lesson_editor_hold_close (UllLessonEditor *self)
{
  if (self->closing || !ull_lesson_editor_get_modified (self))
    return FALSE;
  ask (self, close_now);
  return TRUE;
}
