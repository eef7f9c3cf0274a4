#include "ull-application.h"

#include "config.h"
#include "ull-log-file.h"
#include "ull-window.h"

#include <glib/gi18n-lib.h>

/* A command line goes to the running program, so that a second `ullage FILE` opens a window of the first one. A file
 * opens in the active window where that one is empty, else in a new one: nothing that is open is replaced from outside. */

#define MOST_TRIES 50
#define TRY_US 100000 /* microseconds */

struct _UllApplication
{
  AdwApplication parent_instance;
};

G_DEFINE_FINAL_TYPE (UllApplication, ull_application, ADW_TYPE_APPLICATION)

static const struct
{
  const char *action;
  const char *accels[3];
} shortcuts[] = {
  { "win.open", { "<Control>o" } },
  { "win.save", { "<Control>s" } },
  { "win.save-as", { "<Control><Shift>s" } },
  { "win.export", { "<Control>e" } },
  { "win.paste-command", { "<Control><Shift>v" } },
  { "win.copy-command", { "<Control><Shift>c" } },
  { "win.undo", { "<Control>z" } },
  { "win.redo", { "<Control><Shift>z" } },
  { "win.reset", { "<Control>r" } },
  { "win.pin", { "<Control>k" } },
  { "win.compare", { "<Control><Shift>k" } },
  { "win.data-table", { "<Control>t" } },
  { "win.commit", { "<Control>Return", "<Control>KP_Enter" } },
  { "win.view::plan", { "<Alt>1" } },
  { "win.view::ramp", { "<Alt>2" } },
  { "win.view::learn", { "<Alt>4" } },
  { "win.show-sidebar", { "F9" } },
  { "win.present", { "F5" } },
  { "win.fullscreen", { "F11" } },
  { "window.close", { "<Control>w" } },
  { "app.shortcuts", { "<Control>question" } },
  { "app.quit", { "<Control>q" } },
};

static UllWindow *
empty_window (UllApplication *self)
{
  GtkWindow *active = gtk_application_get_active_window (GTK_APPLICATION (self));
  UllWindow *window = active != NULL && ULL_IS_WINDOW (active) ? ULL_WINDOW (active) : NULL;

  if (window != NULL && ull_workspace_get_scenario (ull_window_get_workspace (window)) == NULL
      && !ull_window_is_loading (window))
    return window;
  return ull_window_new (GTK_APPLICATION (self));
}

/* A log or a series after a document is that document's. Returns the window that the next would go to. */
static UllWindow *
open_file (UllApplication *self, GFile *file, UllWindow *document)
{
  UllWindow *window;
  const char *path = g_file_peek_path (file);
  g_autofree char *uri = g_file_get_uri (file);
  g_autoptr (GError) error = NULL;

  if (document != NULL && path != NULL && ull_log_file_may_be (path))
    {
      ull_window_open_after (document, path);
      return document;
    }
  window = empty_window (self);
  if (path != NULL)
    {
      ull_window_open_path (window, path);
      return window;
    }
  error = g_error_new (G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, _("%s: not a file of this machine"), uri);
  ull_window_show_error (window, error);
  gtk_window_present (GTK_WINDOW (window));
  return NULL;
}

static void
ull_application_activate (GApplication *application)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));

  if (window == NULL)
    window = GTK_WINDOW (ull_window_new (GTK_APPLICATION (application)));
  gtk_window_present (window);
}

static void
ull_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  UllWindow *window = NULL;

  for (int i = 0; i < n_files; i++)
    window = open_file (ULL_APPLICATION (application), files[i], window);
}

/* A model that is named and not there ends the command with a status, like any other command's bad argument. */
static int
open_bundled (UllApplication *self, GApplicationCommandLine *line, const char *model, const char *device)
{
  UllWindow *window = empty_window (self);
  g_autoptr (GError) error = NULL;

  if (ull_window_open_bundled (window, model, device, &error))
    {
      gtk_window_present (GTK_WINDOW (window));
      return 0;
    }
  g_application_command_line_printerr (line, "ullage: %s\n", error->message);
  if (!gtk_widget_get_visible (GTK_WIDGET (window)))
    gtk_window_destroy (GTK_WINDOW (window));
  return 1;
}

static int
ull_application_command_line (GApplication *application, GApplicationCommandLine *line)
{
  UllApplication *self = ULL_APPLICATION (application);
  GVariantDict *options = g_application_command_line_get_options_dict (line);
  g_autofree const char **paths = NULL;
  const char *model = NULL;
  const char *device = NULL;
  UllWindow *window = NULL;

  g_variant_dict_lookup (options, "model", "&s", &model);
  g_variant_dict_lookup (options, "device", "&s", &device);
  g_variant_dict_lookup (options, G_OPTION_REMAINING, "^a&ay", &paths);
  if (model != NULL || device != NULL)
    return open_bundled (self, line, model, device);
  if (paths == NULL)
    {
      g_application_activate (application);
      return 0;
    }
  for (guint i = 0; paths[i] != NULL; i++)
    {
      g_autoptr (GFile) file = g_application_command_line_create_file_for_arg (line, paths[i]);

      window = open_file (self, file, window);
    }
  return 0;
}

static void
quit_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (user_data));

  /* Each window asks for itself; the program ends with the last. */
  for (GList *link = windows; link != NULL; link = link->next)
    gtk_window_close (link->data);
}

/* Not at GTK's own path for it: what lies there is built for every window that opens, and few open this one. */
static void
shortcuts_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource ("/org/ullage/Ullage/shortcuts.ui");
  GtkWindow *window = GTK_WINDOW (gtk_builder_get_object (builder, "help_overlay"));

  gtk_window_set_transient_for (window, gtk_application_get_active_window (user_data));
  gtk_window_present (window);
}

static void
about_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  adw_show_about_window (gtk_application_get_active_window (user_data),
                         "application-name", _("Ullage"),
                         "application-icon", APP_ID,
                         "version", PACKAGE_VERSION,
                         "comments", _("How much room is left for the KV cache, and how many requests fit in it."),
                         "license-type", GTK_LICENSE_GPL_3_0,
                         NULL);
}

static const GActionEntry entries[] = {
  { .name = "quit", .activate = quit_action },
  { .name = "shortcuts", .activate = shortcuts_action },
  { .name = "about", .activate = about_action },
};

static void
ull_application_startup (GApplication *application)
{
  G_APPLICATION_CLASS (ull_application_parent_class)->startup (application);
  g_action_map_add_action_entries (G_ACTION_MAP (application), entries, G_N_ELEMENTS (entries), application);
  for (guint i = 0; i < G_N_ELEMENTS (shortcuts); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (application), shortcuts[i].action, shortcuts[i].accels);
}

/* One that is about to end has its name on the bus for a moment longer than what answers to it: who comes in between waits for it to be gone. */
static int
ull_application_handle_local_options (GApplication *application, GVariantDict *options)
{
  for (guint i = 0; i < MOST_TRIES; i++)
    {
      g_autoptr (GError) error = NULL;

      if (g_application_register (application, NULL, &error) || error->domain != G_DBUS_ERROR)
        break;
      g_usleep (TRY_US);
    }
  return G_APPLICATION_CLASS (ull_application_parent_class)->handle_local_options (application, options);
}

static void
ull_application_class_init (UllApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  application_class->activate = ull_application_activate;
  application_class->open = ull_application_open;
  application_class->command_line = ull_application_command_line;
  application_class->startup = ull_application_startup;
  application_class->handle_local_options = ull_application_handle_local_options;
}

static const GOptionEntry options[] = {
  { "model", 0, 0, G_OPTION_ARG_STRING, NULL, N_("Open a bundled model"), N_("ID") },
  { "device", 0, 0, G_OPTION_ARG_STRING, NULL, N_("On this card"), N_("ID") },
  { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, NULL, NULL, N_("[FILE…]") },
  G_OPTION_ENTRY_NULL,
};

static void
ull_application_init (UllApplication *self)
{
  g_application_add_main_option_entries (G_APPLICATION (self), options);
}

UllApplication *
ull_application_new (void)
{
  return g_object_new (ULL_TYPE_APPLICATION,
                       "application-id", APP_ID,
                       "flags", G_APPLICATION_HANDLES_OPEN | G_APPLICATION_HANDLES_COMMAND_LINE,
                       "resource-base-path", "/org/ullage/Ullage",
                       NULL);
}
