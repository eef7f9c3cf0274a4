#include "ull-command-dialog.h"

#include "ull-config.h"
#include "ull-launch-scenario.h"
#include "ull-mnemonic.h"

#include <glib/gi18n-lib.h>

/* It shows one moment: the window behind it is modal's, and nothing changes while it stands. */

struct _UllCommandDialog
{
  AdwWindow parent_instance;

  /* Template */
  GtkWidget *copy;
  GtkLabel *text;
  AdwPreferencesGroup *suggestions;
  GtkSwitch *suggested;
  AdwPreferencesGroup *set;
  GtkLabel *unsaid;

  /* Owned */
  GPtrArray *settings;
  char *model;
};

G_DEFINE_FINAL_TYPE (UllCommandDialog, ull_command_dialog, ADW_TYPE_WINDOW)

static void
show_text (UllCommandDialog *self)
{
  g_autofree char *command = NULL;

  if (self->settings == NULL)
    return;
  command = ull_launch_command (self->settings, self->model, gtk_switch_get_active (self->suggested));
  gtk_label_set_label (self->text, command);
}

static void
copy_cb (UllCommandDialog *self)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), gtk_label_get_label (self->text));
  gtk_window_close (GTK_WINDOW (self));
}

static void
add_row (AdwPreferencesGroup *group, const UllLaunchSetting *setting)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *title = g_strdup_printf ("%s%s%s", setting->flag, setting->value != NULL ? " " : "",
                                            setting->value != NULL ? setting->value : "");

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), setting->why);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  adw_preferences_group_add (group, row);
}

static void
show_settings (UllCommandDialog *self)
{
  guint n_suggested = 0;

  for (guint i = 0; i < self->settings->len; i++)
    {
      const UllLaunchSetting *setting = g_ptr_array_index (self->settings, i);

      n_suggested += setting->suggested;
      add_row (setting->suggested ? self->suggestions : self->set, setting);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->suggestions), n_suggested > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->set), self->settings->len > n_suggested);
}

static void
show_unsaid (UllCommandDialog *self, const UllScenario *scenario)
{
  g_autoptr (GPtrArray) labels = ull_launch_unsaid (scenario);
  g_autoptr (GString) list = g_string_new (NULL);
  g_autofree char *text = NULL;

  for (guint i = 0; i < labels->len; i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", (const char *) g_ptr_array_index (labels, i));
  text = g_strdup_printf (_("No flag says these: %s."), list->str);
  gtk_label_set_label (self->unsaid, text);
  gtk_widget_set_visible (GTK_WIDGET (self->unsaid), labels->len > 0);
}

/* The repository of a bundled model, by the name that the model has. */
static char *
dup_repository (const UllModel *model)
{
  guint n_models;
  const UllBundledModel *models = ull_config_bundled (&n_models);

  for (guint i = 0; i < n_models; i++)
    if (g_str_equal (models[i].name, model->name))
      return g_strdup (ull_config_repository_of (models[i].id));
  return NULL;
}

const char *
ull_command_dialog_get_text (UllCommandDialog *self)
{
  return gtk_label_get_label (self->text);
}

void
ull_command_dialog_set_suggested (UllCommandDialog *self, gboolean suggested)
{
  gtk_switch_set_active (self->suggested, suggested);
}

static void
ull_command_dialog_dispose (GObject *object)
{
  UllCommandDialog *self = ULL_COMMAND_DIALOG (object);

  g_clear_pointer (&self->settings, g_ptr_array_unref);
  gtk_widget_dispose_template (GTK_WIDGET (self), ULL_TYPE_COMMAND_DIALOG);
  g_clear_pointer (&self->model, g_free);
  G_OBJECT_CLASS (ull_command_dialog_parent_class)->dispose (object);
}

static void
ull_command_dialog_class_init (UllCommandDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ull_command_dialog_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-command-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, UllCommandDialog, copy);
  gtk_widget_class_bind_template_child (widget_class, UllCommandDialog, text);
  gtk_widget_class_bind_template_child (widget_class, UllCommandDialog, suggestions);
  gtk_widget_class_bind_template_child (widget_class, UllCommandDialog, suggested);
  gtk_widget_class_bind_template_child (widget_class, UllCommandDialog, set);
  gtk_widget_class_bind_template_child (widget_class, UllCommandDialog, unsaid);
  gtk_widget_class_bind_template_callback (widget_class, copy_cb);
  gtk_widget_class_bind_template_callback (widget_class, show_text);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ull_command_dialog_init (UllCommandDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ull_mnemonic_name_buttons (GTK_WIDGET (self));
}

UllCommandDialog *
ull_command_dialog_new (GtkWindow *parent, UllWorkspace *workspace)
{
  UllCommandDialog *self = g_object_new (ULL_TYPE_COMMAND_DIALOG, "transient-for", parent, "modal", TRUE, NULL);
  UllScenario *scenario = ull_workspace_get_scenario (workspace);
  const UllDisclosure *disclosure = ull_workspace_get_disclosure (workspace);

  self->settings = ull_launch_settings (scenario, disclosure->plan);
  self->model = dup_repository (scenario->model);
  show_settings (self);
  show_unsaid (self, scenario);
  show_text (self);
  gtk_window_set_focus (GTK_WINDOW (self), self->copy);
  return self;
}
