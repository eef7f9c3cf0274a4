#include "ull-lesson-editor-private.h"

#include "ull-error.h"
#include "ull-lesson-proof.h"
#include "ull-mnemonic.h"

#include <glib/gi18n-lib.h>

/* A text is read a moment after the last key, on a worker thread; the latest wins. `lesson` and the fault are of the text that
 * was read last: while another is waited for nothing can be tried out. The text itself is only ever the person's. */

#define PAUSE_MS 250
#define FAULT_TAG "fault"

G_DEFINE_FINAL_TYPE (UllLessonEditor, ull_lesson_editor, ADW_TYPE_WINDOW)

static GtkTextBuffer *
get_buffer (UllLessonEditor *self)
{
  return gtk_text_view_get_buffer (self->view);
}

char *
ull_lesson_editor_dup_text (UllLessonEditor *self)
{
  GtkTextIter start, end;

  g_return_val_if_fail (ULL_IS_LESSON_EDITOR (self), NULL);

  gtk_text_buffer_get_bounds (get_buffer (self), &start, &end);
  return gtk_text_buffer_get_text (get_buffer (self), &start, &end, TRUE);
}

char *
ull_lesson_editor_dup_name (UllLessonEditor *self)
{
  return self->path != NULL ? g_path_get_basename (self->path) : g_strdup (_("lesson.json"));
}

void
ull_lesson_editor_update_title (UllLessonEditor *self)
{
  g_autofree char *name = ull_lesson_editor_dup_name (self);
  g_autofree char *shown = g_strconcat (ull_lesson_editor_get_modified (self) ? "• " : "", name, NULL);
  g_autofree char *whole = g_strdup_printf (_("%s – Lesson"), name);

  adw_window_title_set_title (self->title, _("Lesson"));
  adw_window_title_set_subtitle (self->title, shown);
  gtk_window_set_title (GTK_WINDOW (self), whole);
}

void
ull_lesson_editor_say (UllLessonEditor *self, const char *sentence)
{
  if (sentence != NULL)
    ull_notice_set_title (self->notice, sentence);
  ull_notice_set_revealed (self->notice, sentence != NULL);
}

static void
update_try (UllLessonEditor *self)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "editor.try", self->lesson != NULL && ull_lesson_editor_is_read (self));
}

/* From the fault to the end of its line; a place past the end of the text is its end. */
static gboolean
find_fault (UllLessonEditor *self, GtkTextIter *start, GtkTextIter *end)
{
  if (!self->faulty || self->line == 0)
    return FALSE;
  gtk_text_buffer_get_iter_at_line (get_buffer (self), start, (int) self->line - 1);
  for (guint i = 1; i < self->column && !gtk_text_iter_ends_line (start); i++)
    gtk_text_iter_forward_char (start);
  *end = *start;
  if (!gtk_text_iter_ends_line (end))
    gtk_text_iter_forward_to_line_end (end);
  return TRUE;
}

static void
underline (UllLessonEditor *self)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (get_buffer (self), &start, &end);
  gtk_text_buffer_remove_tag_by_name (get_buffer (self), FAULT_TAG, &start, &end);
  if (find_fault (self, &start, &end))
    gtk_text_buffer_apply_tag_by_name (get_buffer (self), FAULT_TAG, &start, &end);
}

static void
name_place (UllLessonEditor *self)
{
  g_autofree char *place = g_strdup_printf (_("Line %u, column %u"), self->line, self->column);
  g_autofree char *spoken = g_strdup_printf (_("Go to line %u, column %u"), self->line, self->column);

  gtk_button_set_label (GTK_BUTTON (self->go_to_fault), place);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->go_to_fault), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
}

/* @error: (nullable). */
static void
show_proof (UllLessonEditor *self, const GError *error)
{
  g_autofree char *text = NULL;

  self->faulty = error != NULL;
  self->line = self->column = 0;
  if (error != NULL && ull_error_get_place (error, &self->line, &self->column))
    name_place (self);
  if (error != NULL)
    text = g_strdup (error->message);
  else
    {
      g_autoptr (GPtrArray) questions = ull_lesson_questions (self->lesson);

      text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "A lesson of %u question.", "A lesson of %u questions.", questions->len),
                              questions->len);
    }
  gtk_label_set_text (self->status, text);
  ull_verdict_mark_set_state (self->mark, error != NULL ? ULL_VERDICT_BAD : ULL_VERDICT_GOOD);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "editor.go-to-fault", self->line > 0);
  gtk_widget_set_visible (self->go_to_fault, self->line > 0);
  /* Where the cursor is, what is said of the text is said to who does not see it. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  underline (self);
  update_try (self);
}

static void
proof_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (UllLessonEditor) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (UllLesson) lesson = ull_lesson_proof_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->view == NULL)
    return;
  g_clear_object (&self->proving);
  g_clear_pointer (&self->lesson, ull_lesson_unref);
  self->lesson = g_steal_pointer (&lesson);
  show_proof (self, error);
}

static gboolean
prove_cb (gpointer data)
{
  UllLessonEditor *self = data;
  g_autofree char *text = ull_lesson_editor_dup_text (self), *name = ull_lesson_editor_dup_name (self);

  self->prove_source = 0;
  self->proving = g_cancellable_new ();
  ull_lesson_proof_async (name, text, self->proving, proof_cb, g_object_ref (self));
  return G_SOURCE_REMOVE;
}

static void
stop_proving (UllLessonEditor *self)
{
  g_clear_handle_id (&self->prove_source, g_source_remove);
  if (self->proving != NULL)
    g_cancellable_cancel (self->proving);
  g_clear_object (&self->proving);
}

static void
changed_cb (UllLessonEditor *self)
{
  stop_proving (self);
  self->prove_source = g_timeout_add (PAUSE_MS, prove_cb, self);
  update_try (self);
}

void
ull_lesson_editor_load (UllLessonEditor *self, const char *text, const char *path)
{
  g_autofree char *kept = g_strdup (path);
  GtkTextBuffer *buffer = get_buffer (self);
  GtkTextIter start;

  g_free (self->path);
  self->path = g_steal_pointer (&kept);
  gtk_text_buffer_begin_irreversible_action (buffer);
  gtk_text_buffer_set_text (buffer, text, -1);
  gtk_text_buffer_end_irreversible_action (buffer);
  gtk_text_buffer_get_start_iter (buffer, &start);
  gtk_text_buffer_place_cursor (buffer, &start);
  gtk_text_buffer_set_modified (buffer, FALSE);
  ull_lesson_editor_update_title (self);
  /* Also where the text is the one that was there: its name may be another. */
  changed_cb (self);
}

static void
edit (UllLessonEditor *self)
{
  gtk_stack_set_visible_child_name (self->stack, "edit");
  ull_lesson_player_play (self->player, NULL);
  gtk_button_set_label (GTK_BUTTON (self->try_out), _("_Try Out"));
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

static gboolean
is_trying (UllLessonEditor *self)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), "try") == 0;
}

static void
try_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllLessonEditor *self = ULL_LESSON_EDITOR (widget);

  if (is_trying (self))
    {
      edit (self);
      return;
    }
  if (self->lesson == NULL)
    return;
  gtk_stack_set_visible_child_name (self->stack, "try");
  gtk_button_set_label (GTK_BUTTON (self->try_out), _("_Edit"));
  ull_lesson_player_play (self->player, ull_course_new_lesson (self->lesson));
}

static void
go_on_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  if (is_trying (ULL_LESSON_EDITOR (widget)))
    ull_lesson_player_go_on (ULL_LESSON_EDITOR (widget)->player);
}

static void
go_to_fault_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllLessonEditor *self = ULL_LESSON_EDITOR (widget);
  GtkTextIter start, end;

  if (!find_fault (self, &start, &end))
    return;
  gtk_text_buffer_select_range (get_buffer (self), &start, &end);
  gtk_text_view_scroll_to_iter (self->view, &start, 0.1, FALSE, 0, 0);
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

static gboolean
ull_lesson_editor_close_request (GtkWindow *window)
{
  if (ull_lesson_editor_hold_close (ULL_LESSON_EDITOR (window)))
    return GDK_EVENT_STOP;
  return GTK_WINDOW_CLASS (ull_lesson_editor_parent_class)->close_request (window);
}

static void
ull_lesson_editor_dispose (GObject *object)
{
  UllLessonEditor *self = ULL_LESSON_EDITOR (object);

  stop_proving (self);
  gtk_widget_dispose_template (GTK_WIDGET (object), ULL_TYPE_LESSON_EDITOR);
  self->view = NULL;
  G_OBJECT_CLASS (ull_lesson_editor_parent_class)->dispose (object);
}

static void
ull_lesson_editor_finalize (GObject *object)
{
  UllLessonEditor *self = ULL_LESSON_EDITOR (object);

  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->lesson, ull_lesson_unref);
  G_OBJECT_CLASS (ull_lesson_editor_parent_class)->finalize (object);
}

static void
ull_lesson_editor_class_init (UllLessonEditorClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = ull_lesson_editor_dispose;
  object_class->finalize = ull_lesson_editor_finalize;
  GTK_WINDOW_CLASS (klass)->close_request = ull_lesson_editor_close_request;
  g_type_ensure (ULL_TYPE_NOTICE);
  g_type_ensure (ULL_TYPE_LESSON_PLAYER);
  g_type_ensure (ULL_TYPE_VERDICT_MARK);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-lesson-editor.ui");
  gtk_widget_class_bind_template_child (widget_class, UllLessonEditor, title);
  gtk_widget_class_bind_template_child (widget_class, UllLessonEditor, notice);
  gtk_widget_class_bind_template_child (widget_class, UllLessonEditor, stack);
  gtk_widget_class_bind_template_child (widget_class, UllLessonEditor, view);
  gtk_widget_class_bind_template_child (widget_class, UllLessonEditor, mark);
  gtk_widget_class_bind_template_child (widget_class, UllLessonEditor, status);
  gtk_widget_class_bind_template_child (widget_class, UllLessonEditor, go_to_fault);
  gtk_widget_class_bind_template_child (widget_class, UllLessonEditor, player);
  gtk_widget_class_bind_template_child (widget_class, UllLessonEditor, try_out);
  gtk_widget_class_bind_template_callback (widget_class, edit);
  gtk_widget_class_install_action (widget_class, "editor.open", NULL, ull_lesson_editor_open_action);
  gtk_widget_class_install_action (widget_class, "editor.save", NULL, ull_lesson_editor_save_action);
  gtk_widget_class_install_action (widget_class, "editor.save-as", NULL, ull_lesson_editor_save_as_action);
  gtk_widget_class_install_action (widget_class, "editor.try", NULL, try_action);
  gtk_widget_class_install_action (widget_class, "editor.go-on", NULL, go_on_action);
  gtk_widget_class_install_action (widget_class, "editor.go-to-fault", NULL, go_to_fault_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_o, GDK_CONTROL_MASK, "editor.open", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_s, GDK_CONTROL_MASK, "editor.save", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_s, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "editor.save-as", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F5, 0, "editor.try", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F8, 0, "editor.go-to-fault", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, GDK_CONTROL_MASK, "editor.go-on", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_KP_Enter, GDK_CONTROL_MASK, "editor.go-on", NULL);
}

static void
ull_lesson_editor_init (UllLessonEditor *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ull_mnemonic_name_buttons (GTK_WIDGET (self));
  ull_lesson_player_set_recorded (self->player, FALSE);
  gtk_text_buffer_create_tag (get_buffer (self), FAULT_TAG, "underline", PANGO_UNDERLINE_ERROR, NULL);
  g_signal_connect_object (get_buffer (self), "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (get_buffer (self), "modified-changed", G_CALLBACK (ull_lesson_editor_update_title), self,
                           G_CONNECT_SWAPPED);
  ull_lesson_editor_update_title (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "editor.go-to-fault", FALSE);
  update_try (self);
  gtk_window_set_focus (GTK_WINDOW (self), GTK_WIDGET (self->view));
}

UllLessonEditor *
ull_lesson_editor_new (GtkApplication *application)
{
  return g_object_new (ULL_TYPE_LESSON_EDITOR, "application", application, NULL);
}

gboolean
ull_lesson_editor_get_modified (UllLessonEditor *self)
{
  g_return_val_if_fail (ULL_IS_LESSON_EDITOR (self), FALSE);

  return gtk_text_buffer_get_modified (get_buffer (self));
}

gboolean
ull_lesson_editor_is_read (UllLessonEditor *self)
{
  g_return_val_if_fail (ULL_IS_LESSON_EDITOR (self), FALSE);

  return self->prove_source == 0 && self->proving == NULL;
}

UllLesson *
ull_lesson_editor_get_lesson (UllLessonEditor *self)
{
  g_return_val_if_fail (ULL_IS_LESSON_EDITOR (self), NULL);

  return self->lesson;
}

gboolean
ull_lesson_editor_get_fault (UllLessonEditor *self, guint *line, guint *column)
{
  g_return_val_if_fail (ULL_IS_LESSON_EDITOR (self), FALSE);

  *line = self->line;
  *column = self->column;
  return self->faulty;
}

const char *
ull_lesson_editor_get_status (UllLessonEditor *self)
{
  g_return_val_if_fail (ULL_IS_LESSON_EDITOR (self), NULL);

  return gtk_label_get_text (self->status);
}
