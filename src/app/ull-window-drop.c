#include "ull-window-private.h"

#include <glib/gi18n-lib.h>

/* The whole window takes files, and text as a launch command, and a frame over it says so while one hovers. */

gboolean
ull_window_drop_files (UllWindow *self, GSList *files)
{
  g_return_val_if_fail (ULL_IS_WINDOW (self), FALSE);

  for (GSList *link = files; link != NULL; link = link->next)
    {
      const char *path = g_file_peek_path (link->data);

      if (path == NULL)
        continue;
      ull_window_open_path (self, path);
      if (files->next != NULL)
        ull_window_show_toast (self, _("One file opens at a time: the first was taken"));
      return TRUE;
    }
  return FALSE;
}

static gboolean
drop_cb (UllWindow *self, const GValue *value)
{
  gtk_widget_set_visible (self->drop_highlight, FALSE);
  if (!G_VALUE_HOLDS_STRING (value))
    return ull_window_drop_files (self, g_value_get_boxed (value));
  ull_window_paste_command (self, g_value_get_string (value));
  return TRUE;
}

static GdkDragAction
enter_cb (UllWindow *self)
{
  gtk_widget_set_visible (self->drop_highlight, TRUE);
  return GDK_ACTION_COPY;
}

static void
leave_cb (UllWindow *self)
{
  gtk_widget_set_visible (self->drop_highlight, FALSE);
}

void
ull_window_add_drop_target (UllWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_INVALID, GDK_ACTION_COPY);
  GType types[] = { GDK_TYPE_FILE_LIST, G_TYPE_STRING };

  gtk_drop_target_set_gtypes (target, types, G_N_ELEMENTS (types));

  g_signal_connect_object (target, "drop", G_CALLBACK (drop_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (target, "enter", G_CALLBACK (enter_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (target, "leave", G_CALLBACK (leave_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}
