#include "ull-window-private.h"

#include "ull-chart-view.h"
#include "ull-export-dialog.h"
#include "ull-glossary-window.h"
#include "ull-learn-view.h"
#include "ull-ramp-view.h"

#include <glib/gi18n-lib.h>

/* One table of the window's actions. Which of them make sense is decided in one place, from the workspace alone. */

static void
report (UllWindow *self, gboolean done, const GError *error)
{
  if (done)
    ull_window_hide_notice (self);
  else
    ull_window_show_error (self, error);
}

static void
open_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ull_window_choose_file (user_data);
}

static void
open_series_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ull_window_choose_series (user_data);
}

static void
open_log_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ull_window_choose_log (user_data);
}

static void
fit_run_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ull_window_choose_run (user_data);
}

static void
open_folder_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ull_window_choose_folder (user_data);
}

static void
replace_model_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ull_window_choose_replacement (user_data);
}

static void
open_bundled_then (GtkWindow *owner, gpointer data)
{
  UllWindow *self = ULL_WINDOW (owner);
  g_autoptr (GError) error = NULL;
  gboolean done = ull_window_open_bundled (self, data, NULL, &error);

  report (self, done, error);
}

static void
open_bundled_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ull_window_guard (user_data, open_bundled_then, g_variant_dup_string (parameter, NULL), g_free);
}

static void
open_example_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ull_window_guard (user_data, open_bundled_then, NULL, NULL);
}

static void
set_model_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autoptr (GError) error = NULL;
  gboolean done = ull_window_replace_model (user_data, g_variant_get_string (parameter, NULL), &error);

  report (user_data, done, error);
}

static void
set_device_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ull_window_set_device (user_data, g_variant_get_string (parameter, NULL));
}

static void
add_card_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ull_window_add_card (user_data);
}

static void
edit_card_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ull_window_edit_card (user_data);
}

static void
save_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ull_window_save (user_data);
}

static void
save_as_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ull_window_save_as (user_data);
}

static void
exported_cb (UllWindow *self, const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *text = g_strdup_printf (_("Exported %s"), name);

  ull_window_show_toast (self, text);
}

static void
export_chart (UllWindow *self, const char *id)
{
  UllPoolCard *card = self->ramp_view != NULL ? ull_ramp_view_get_pool (ULL_RAMP_VIEW (self->ramp_view)) : NULL;
  UllExportDialog *dialog = ull_export_dialog_new (GTK_WINDOW (self), ull_window_get_shown (self), card, id);

  g_signal_connect_object (dialog, "exported", G_CALLBACK (exported_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* The chart that the keyboard is at, or the first one. */
static void
export_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (user_data));
  UllChartKind kind = ULL_IS_CHART_VIEW (focus) ? ull_chart_view_get_kind (ULL_CHART_VIEW (focus)) : ULL_CHART_MEMORY;

  if (ull_window_has_ramp (user_data))
    {
      export_chart (user_data, ull_window_get_ramp_chart (user_data));
      return;
    }
  export_chart (user_data, ull_chart_kind_get_id (kind));
}

static void
export_chart_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  export_chart (user_data, g_variant_get_string (parameter, NULL));
}

static void
paste_command_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ull_window_read_clipboard (user_data);
}

static void
copy_command_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ull_window_copy_command (user_data);
}

static void
undo_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ull_workspace_undo (ULL_WINDOW (user_data)->workspace);
}

static void
redo_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ull_workspace_redo (ULL_WINDOW (user_data)->workspace);
}

static void
reset_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ull_workspace_reset (ULL_WINDOW (user_data)->workspace);
}

static void
pin_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ull_window_pin (user_data);
}

static void
compare_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ull_window_compare (user_data);
}

static void
glossary_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  UllWindow *self = user_data;

  if (self->glossary == NULL)
    g_set_weak_pointer (&self->glossary, GTK_WIDGET (ull_glossary_window_new (GTK_WINDOW (self))));
  gtk_window_present (GTK_WINDOW (self->glossary));
}

static void
show_sidebar_action (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  adw_flap_set_reveal_flap (ULL_WINDOW (user_data)->flap, g_variant_get_boolean (value));
}

static void
fullscreen_action (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  g_object_set (user_data, "fullscreened", g_variant_get_boolean (value), NULL);
}

static void
predict_action (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  ull_workspace_set_predict (ULL_WINDOW (user_data)->workspace, g_variant_get_boolean (value));
}

/* Shortcuts are looked up from the window, which does not see the actions of what is inside it. */
static void
data_table_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  gtk_widget_activate_action (ull_window_get_view (user_data), "plan.data-table", NULL);
}

static void
present_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ull_window_present_room (user_data);
}

static void
make_lesson_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ull_window_make_lesson (user_data);
}

static void
view_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ull_window_show_view (user_data, g_variant_get_string (parameter, NULL));
}

static void
first_lesson_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ull_window_first_lesson (user_data);
}

static void
commit_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  UllWindow *self = user_data;

  if (ull_window_is_learning (self))
    ull_lesson_player_go_on (ull_learn_view_get_player (ULL_LEARN_VIEW (self->learn_view)));
  else
    gtk_widget_activate_action (self->plan_view, "plan.commit", NULL);
}

static const GActionEntry entries[] = {
  { .name = "open", .activate = open_action },
  { .name = "open-series", .activate = open_series_action },
  { .name = "open-log", .activate = open_log_action },
  { .name = "fit-run", .activate = fit_run_action },
  { .name = "open-folder", .activate = open_folder_action },
  { .name = "open-bundled", .activate = open_bundled_action, .parameter_type = "s" },
  { .name = "open-example", .activate = open_example_action },
  { .name = "replace-model", .activate = replace_model_action },
  { .name = "set-model", .activate = set_model_action, .parameter_type = "s" },
  { .name = "add-card", .activate = add_card_action },
  { .name = "edit-card", .activate = edit_card_action },
  { .name = "set-device", .activate = set_device_action, .parameter_type = "s" },
  { .name = "save", .activate = save_action },
  { .name = "save-as", .activate = save_as_action },
  { .name = "export", .activate = export_action },
  { .name = "export-chart", .activate = export_chart_action, .parameter_type = "s" },
  { .name = "paste-command", .activate = paste_command_action },
  { .name = "copy-command", .activate = copy_command_action },
  { .name = "undo", .activate = undo_action },
  { .name = "redo", .activate = redo_action },
  { .name = "reset", .activate = reset_action },
  { .name = "pin", .activate = pin_action },
  { .name = "compare", .activate = compare_action },
  { .name = "glossary", .activate = glossary_action },
  { .name = "predict", .state = "false", .change_state = predict_action },
  { .name = "show-sidebar", .state = "false", .change_state = show_sidebar_action },
  { .name = "fullscreen", .state = "false", .change_state = fullscreen_action },
  { .name = "data-table", .activate = data_table_action },
  { .name = "commit", .activate = commit_action },
  { .name = "present", .activate = present_action },
  { .name = "make-lesson", .activate = make_lesson_action },
  { .name = "view", .activate = view_action, .parameter_type = "s" },
  { .name = "first-lesson", .activate = first_lesson_action },
};

/* Those that need a document. Of what is beside or in the plan, only while the plan is seen. */
static const char *const document_actions[] = {
  "replace-model", "set-model", "set-device", "add-card", "edit-card", "save", "save-as", "compare", "copy-command",
};

static const char *const plan_actions[] = { "predict", "show-sidebar", "pin" };

static void
set_enabled (UllWindow *self, const char *name, gboolean enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

/* States follow what they stand for, wherever it was changed. */
static void
set_state (UllWindow *self, const char *name, gboolean state)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);

  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_boolean (state));
}

void
ull_window_update_actions (UllWindow *self)
{
  UllPredictState predict = ull_workspace_get_predict_state (self->workspace);
  gboolean any = ull_workspace_get_scenario (self->workspace) != NULL;
  gboolean learning = ull_window_is_learning (self), shown = ull_window_get_shown (self) != NULL;
  gboolean can_undo, can_redo;

  g_object_get (self->workspace, "can-undo", &can_undo, "can-redo", &can_redo, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (document_actions); i++)
    set_enabled (self, document_actions[i], any);
  for (guint i = 0; i < G_N_ELEMENTS (plan_actions); i++)
    set_enabled (self, plan_actions[i], any && !learning);
  set_enabled (self, "present", ull_window_can_present (self));
  set_enabled (self, "export", shown);
  set_enabled (self, "export-chart", shown);
  set_enabled (self, "data-table", shown);
  set_enabled (self, "undo", can_undo && !learning);
  set_enabled (self, "redo", can_redo && !learning);
  set_enabled (self, "reset", any && !learning);
  set_enabled (self, "commit", learning || (any && predict != ULL_PREDICT_OFF));
  set_state (self, "predict", predict != ULL_PREDICT_OFF);
  set_state (self, "show-sidebar", adw_flap_get_reveal_flap (self->flap));
  set_state (self, "fullscreen", gtk_window_is_fullscreen (GTK_WINDOW (self)));
}

/* No GPropertyAction for the window's own property: it would hold the window that holds it. */
void
ull_window_add_actions (UllWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_object (self->flap, "notify::reveal-flap", G_CALLBACK (ull_window_update_actions), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::fullscreened", G_CALLBACK (ull_window_update_actions), NULL);
  ull_window_update_actions (self);
}
