#include "ull-window-private.h"

#include "ull-command-dialog.h"
#include "ull-engine.h"
#include "ull-launch-dialog.h"
#include "ull-launch-scenario.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A launch command in and out of the window. With a document open it changes the levers, one entry of the history; else it makes a
 * document. */

static void
used_cb (UllWindow *self, UllScenario *scenario)
{
  if (ull_workspace_get_scenario (self->workspace) != NULL)
    ull_workspace_apply (self->workspace, scenario);
  else
    ull_window_open_document (self, scenario, NULL, NULL);
}

void
ull_window_paste_command (UllWindow *self, const char *text)
{
  UllLaunchDialog *dialog = ull_launch_dialog_new (GTK_WINDOW (self), self->workspace);

  if (text != NULL)
    ull_launch_dialog_set_text (dialog, text);
  g_signal_connect_object (dialog, "used", G_CALLBACK (used_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* What is copied is taken at once where it is a command; anything else is none of this dialog's business. */
static void
clipboard_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (UllWindow) self = user_data;
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
  g_autoptr (GPtrArray) launches = text != NULL ? ull_launch_parse (text, strlen (text), NULL, NULL) : NULL;

  if (!self->closing)
    ull_window_paste_command (self, launches != NULL ? text : NULL);
}

void
ull_window_read_clipboard (UllWindow *self)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (self));

  if (!gdk_content_formats_contain_gtype (gdk_clipboard_get_formats (clipboard), G_TYPE_STRING))
    ull_window_paste_command (self, NULL);
  else
    gdk_clipboard_read_text_async (clipboard, NULL, clipboard_cb, g_object_ref (self));
}

void
ull_window_copy_command (UllWindow *self)
{
  UllScenario *scenario = ull_workspace_get_scenario (self->workspace);

  if (!ull_engine_get ((UllEngineId) scenario->value[ULL_FIELD_ENGINE])->starts)
    {
      ull_window_show_toast (self, _("A convention starts no server: choose vLLM as the engine"));
      return;
    }
  gtk_window_present (GTK_WINDOW (ull_command_dialog_new (GTK_WINDOW (self), self->workspace)));
}
