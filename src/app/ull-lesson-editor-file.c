#include "ull-lesson-editor-private.h"

#include "ull-loader.h"
#include "ull-saver.h"

#include <glib/gi18n-lib.h>

/* A lesson's file is a few kilobytes, read and written on the main thread, where a failure is told before anything that waits
 * for it goes on. Whatever fails, the text stays as it is, modified. */

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

static const char *
get_path (GtkWindow *owner)
{
  return ULL_LESSON_EDITOR (owner)->path;
}

static char *
dup_name (GtkWindow *owner)
{
  return ull_lesson_editor_dup_name (ULL_LESSON_EDITOR (owner));
}

static gboolean
write_to (GtkWindow *owner, const char *path)
{
  return ull_lesson_editor_write (ULL_LESSON_EDITOR (owner), path);
}

static void
show_error (GtkWindow *owner, const GError *error)
{
  ull_lesson_editor_say (ULL_LESSON_EDITOR (owner), error->message);
}

static const UllSaver saver = {
  .title = N_("Save Lesson"),
  .ending = "json",
  .heading = N_("Save the Lesson?"),
  .body = N_("It was changed since it was opened or saved. What is not saved is lost."),
  .filter = N_("Lessons"),
  .get_path = get_path,
  .dup_name = dup_name,
  .write = write_to,
  .show_error = show_error,
};

void
ull_lesson_editor_save_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ull_saver_save (&saver, GTK_WINDOW (widget));
}

void
ull_lesson_editor_save_as_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ull_saver_save_as (&saver, GTK_WINDOW (widget));
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
choose_file (GtkWindow *owner, gpointer data)
{
  g_autoptr (UllFilePicker) picker = ull_file_picker_new (_("Open a Lesson to Edit"));

  ull_file_picker_add_filter (picker, _(saver.filter), (const char *const[]) { "*.json", NULL });
  ull_file_picker_add_filter (picker, _("All files"), (const char *const[]) { "*", NULL });
  ull_file_picker_open (picker, owner, NULL, open_picked_cb, g_object_ref (owner));
}

void
ull_lesson_editor_open_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  if (ull_lesson_editor_get_modified (ULL_LESSON_EDITOR (widget)))
    ull_saver_ask (&saver, GTK_WINDOW (widget), choose_file, NULL, NULL);
  else
    choose_file (GTK_WINDOW (widget), NULL);
}

static void
close_now (GtkWindow *owner, gpointer data)
{
  ULL_LESSON_EDITOR (owner)->closing = TRUE;
  gtk_window_close (owner);
}

gboolean
ull_lesson_editor_hold_close (UllLessonEditor *self)
{
  if (self->closing || !ull_lesson_editor_get_modified (self))
    return FALSE;
  ull_saver_ask (&saver, GTK_WINDOW (self), close_now, NULL, NULL);
  return TRUE;
}
