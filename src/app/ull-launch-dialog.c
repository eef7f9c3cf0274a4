#include "ull-launch-dialog.h"

#include "ull-config.h"
#include "ull-example.h"
#include "ull-launch-rows.h"
#include "ull-later.h"
#include "ull-mnemonic.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The text is read anew at every key: a command is some microseconds' work, and its rows are made once a frame. The rows of holes follow the text alone, so that a
 * person who fills one keeps the focus in it; everything else follows what is filled too. Nothing of an answer is shown,
 * so that the dialog may be used while a prediction is pending. */

struct _UllLaunchDialog
{
  AdwWindow parent_instance;

  /* Template */
  GtkWidget *use;
  GtkTextView *text;
  GtkLabel *hint;
  GtkWidget *choices;
  AdwComboRow *command;
  AdwComboRow *model;
  AdwBin *holes;
  AdwBin *preview;

  /* Owned */
  UllWorkspace *workspace;
  GHashTable *fills;   /* hole -> value */
  GPtrArray *launches; /* (nullable): of the text as filled */
  UllLater later;      /* the preview */
  gboolean reading;
};

G_DEFINE_FINAL_TYPE (UllLaunchDialog, ull_launch_dialog, ADW_TYPE_WINDOW)

enum
{
  SIGNAL_USED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static char *
dup_text (UllLaunchDialog *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->text);
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  return gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
}

static UllLaunch *
get_launch (UllLaunchDialog *self, GPtrArray *launches)
{
  guint at = adw_combo_row_get_selected (self->command);

  if (launches == NULL)
    return NULL;
  return g_ptr_array_index (launches, at < launches->len ? at : 0);
}

/* The list's first entry is the open document's model, or asks for one; the bundled ones follow. What the command names may be one
 * of these in fewer bits. */
static UllModel *
dup_model (UllLaunchDialog *self)
{
  UllScenario *scenario = ull_workspace_get_scenario (self->workspace);
  UllLaunch *launch = get_launch (self, self->launches);
  guint at = adw_combo_row_get_selected (self->model), n_models;
  const UllBundledModel *models = ull_config_bundled (&n_models);

  if (at == 0 || at > n_models)
    return scenario != NULL ? ull_model_ref (scenario->model) : NULL;
  if (launch != NULL && launch->model != NULL && g_strcmp0 (ull_config_bundled_of (launch->model), models[at - 1].id) == 0)
    return ull_config_open_repository (launch->model, NULL);
  return ull_config_open_bundled (models[at - 1].id, NULL);
}

static void
update_use (UllLaunchDialog *self)
{
  UllLaunch *launch = get_launch (self, self->launches);
  g_autoptr (UllModel) model = launch != NULL ? dup_model (self) : NULL;

  gtk_widget_set_sensitive (self->use, model != NULL && launch->engine == ULL_LAUNCH_VLLM);
}

static void
fill_models (UllLaunchDialog *self)
{
  UllScenario *scenario = ull_workspace_get_scenario (self->workspace);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  g_autofree char *own = NULL;
  guint n_models;
  const UllBundledModel *models = ull_config_bundled (&n_models);

  if (scenario != NULL)
    own = g_strdup_printf (_("%s (open)"), scenario->model->name);
  gtk_string_list_append (names, own != NULL ? own : _("Choose…"));
  for (guint i = 0; i < n_models; i++)
    gtk_string_list_append (names, models[i].name);
  adw_combo_row_set_model (self->model, G_LIST_MODEL (names));
}

/* The model that the command names, where it is a bundled one: else a person says which. */
static void
choose_model (UllLaunchDialog *self, const UllLaunch *launch)
{
  const char *id = launch->model != NULL ? ull_config_bundled_of (launch->model) : NULL;
  g_autofree char *named = NULL, *escaped = NULL;
  guint n_models;
  const UllBundledModel *models = ull_config_bundled (&n_models);

  adw_combo_row_set_selected (self->model, 0);
  for (guint i = 0; id != NULL && i < n_models; i++)
    if (g_str_equal (models[i].id, id))
      adw_combo_row_set_selected (self->model, i + 1);
  if (launch->model != NULL && id == NULL)
    named = g_strdup_printf (_("“%s” is not among the bundled ones"), launch->model);
  else if (launch->model_hole != NULL)
    named = g_strdup_printf (_("The text leaves %s open"), launch->model_hole);
  escaped = g_markup_escape_text (named != NULL ? named : "", -1);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->model), escaped);
}

static void
draw_preview (GtkWidget *widget)
{
  UllLaunchDialog *self = ULL_LAUNCH_DIALOG (widget);
  UllLaunch *launch = get_launch (self, self->launches);

  adw_bin_set_child (self->preview, launch != NULL ? ull_launch_rows_new (launch) : NULL);
}

static void
show_preview (UllLaunchDialog *self)
{
  UllLaunch *launch = get_launch (self, self->launches);

  gtk_widget_set_visible (self->choices, launch != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->hint), launch == NULL || launch->engine != ULL_LAUNCH_VLLM);
  ull_later_ask (&self->later);
  if (launch != NULL && launch->engine != ULL_LAUNCH_VLLM)
    {
      g_autofree char *text = g_strdup_printf (_("This starts %s, whose settings are not read yet."),
                                               ull_launch_engine_get_label (launch->engine));

      gtk_label_set_label (self->hint, text);
    }
  update_use (self);
}

static void
read_again (UllLaunchDialog *self)
{
  g_autofree char *text = dup_text (self);
  g_autoptr (GError) error = NULL;
  gboolean empty = *g_strstrip (text) == 0;

  g_clear_pointer (&self->launches, g_ptr_array_unref);
  self->launches = ull_launch_parse (text, strlen (text), self->fills, &error);
  if (self->launches == NULL)
    gtk_label_set_label (self->hint, empty ? _("Paste what starts the server: vllm serve, python -m vllm, docker run, or a list of arguments. "
                                               "What it leaves open is asked for, and what is not counted is listed.")
                                           : g_error_matches (error, ULL_ERROR, ULL_ERROR_SYNTAX) ? error->message
                                           : _("No launch command is in this text yet."));
  show_preview (self);
}

static void
hole_changed_cb (GtkEditable *entry, UllLaunchDialog *self)
{
  const char *hole = g_object_get_data (G_OBJECT (entry), "hole");

  g_hash_table_insert (self->fills, g_strdup (hole), g_strdup (gtk_editable_get_text (entry)));
  read_again (self);
}

static void
add_hole (UllLaunchDialog *self, AdwPreferencesGroup *group, const UllLaunchItem *item)
{
  GtkWidget *row = adw_entry_row_new ();
  g_autofree char *title = NULL;

  if (item->fallback != NULL)
    title = g_strdup_printf (_("%s for %s (%s unless it is set)"), item->hole, item->flag, item->fallback);
  else
    title = g_strdup_printf (_("%s for %s"), item->hole, item->flag);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), *item->flag != 0 ? title : item->hole);
  g_object_set_data_full (G_OBJECT (row), "hole", g_strdup (item->hole), g_free);
  g_signal_connect (row, "changed", G_CALLBACK (hole_changed_cb), self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_editable_get_delegate (GTK_EDITABLE (row))), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), -1);
  adw_preferences_group_add (group, row);
}

/* A row for each name that the text leaves open, once; that of the model is asked for above. */
static void
show_holes (UllLaunchDialog *self, const UllLaunch *launch)
{
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  adw_preferences_group_set_title (group, _("Not in the text"));
  adw_preferences_group_set_description (group, _("What stays empty is not counted."));
  for (guint i = 0; launch != NULL && i < launch->items->len; i++)
    {
      const UllLaunchItem *item = g_ptr_array_index (launch->items, i);

      if (item->state == ULL_LAUNCH_HOLE && g_strcmp0 (item->hole, launch->model_hole) != 0 && g_hash_table_add (seen, item->hole))
        add_hole (self, group, item);
    }
  g_object_ref_sink (group);
  adw_bin_set_child (self->holes, g_hash_table_size (seen) > 0 ? GTK_WIDGET (group) : NULL);
  g_object_unref (group);
}

static void
show_commands (UllLaunchDialog *self)
{
  g_autoptr (GtkStringList) texts = gtk_string_list_new (NULL);

  for (guint i = 0; self->launches != NULL && i < self->launches->len; i++)
    {
      const UllLaunch *launch = g_ptr_array_index (self->launches, i);
      g_autofree char *text = g_strdup_printf ("%u: %s %s", i + 1, ull_launch_engine_get_label (launch->engine),
                                               launch->model != NULL ? launch->model : "");

      gtk_string_list_append (texts, text);
    }
  adw_combo_row_set_model (self->command, G_LIST_MODEL (texts));
  gtk_widget_set_visible (GTK_WIDGET (self->command), g_list_model_get_n_items (G_LIST_MODEL (texts)) > 1);
}

/* What was filled belonged to the text before; of several commands the first of vLLM is meant. */
static void
text_changed_cb (UllLaunchDialog *self)
{
  guint first = 0;

  self->reading = TRUE;
  g_hash_table_remove_all (self->fills);
  read_again (self);
  show_commands (self);
  while (self->launches != NULL && first + 1 < self->launches->len
         && ((UllLaunch *) g_ptr_array_index (self->launches, first))->engine != ULL_LAUNCH_VLLM)
    first++;
  adw_combo_row_set_selected (self->command, first);
  if (self->launches != NULL)
    choose_model (self, get_launch (self, self->launches));
  show_holes (self, get_launch (self, self->launches));
  show_preview (self);
  self->reading = FALSE;
}

static void
command_cb (UllLaunchDialog *self)
{
  if (self->reading || self->launches == NULL)
    return;
  choose_model (self, get_launch (self, self->launches));
  show_holes (self, get_launch (self, self->launches));
  show_preview (self);
}

static void
model_cb (UllLaunchDialog *self)
{
  if (!self->reading)
    update_use (self);
}

/* The card and the load are the open document's; a new one has the example's card. */
static UllScenario *
make_base (UllLaunchDialog *self, UllModel *model)
{
  UllScenario *scenario = ull_workspace_get_scenario (self->workspace);

  if (scenario == NULL)
    return ull_scenario_new (model, ull_device_find (ULL_EXAMPLE_DEVICE));
  return scenario->model == model ? ull_scenario_ref (scenario) : ull_scenario_with_model (scenario, model);
}

gboolean
ull_launch_dialog_use (UllLaunchDialog *self)
{
  UllLaunch *launch = get_launch (self, self->launches);
  g_autoptr (UllModel) model = launch != NULL ? dup_model (self) : NULL;
  g_autoptr (UllScenario) base = NULL, scenario = NULL;

  if (model == NULL || launch->engine != ULL_LAUNCH_VLLM)
    return FALSE;
  base = make_base (self, model);
  scenario = ull_launch_apply (launch, base);
  g_signal_emit (self, signals[SIGNAL_USED], 0, scenario);
  gtk_window_close (GTK_WINDOW (self));
  return TRUE;
}

static void
use_cb (UllLaunchDialog *self)
{
  ull_launch_dialog_use (self);
}

void
ull_launch_dialog_set_text (UllLaunchDialog *self, const char *text)
{
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (self->text), text, -1);
}

void
ull_launch_dialog_fill (UllLaunchDialog *self, const char *hole, const char *value)
{
  g_hash_table_insert (self->fills, g_strdup (hole), g_strdup (value));
  read_again (self);
}

static void
ull_launch_dialog_dispose (GObject *object)
{
  UllLaunchDialog *self = ULL_LAUNCH_DIALOG (object);

  if (self->text != NULL)
    g_signal_handlers_disconnect_by_data (gtk_text_view_get_buffer (self->text), self);
  ull_later_cancel (&self->later);
  gtk_widget_dispose_template (GTK_WIDGET (self), ULL_TYPE_LAUNCH_DIALOG);
  g_clear_object (&self->workspace);
  g_clear_pointer (&self->fills, g_hash_table_unref);
  g_clear_pointer (&self->launches, g_ptr_array_unref);
  G_OBJECT_CLASS (ull_launch_dialog_parent_class)->dispose (object);
}

static void
ull_launch_dialog_class_init (UllLaunchDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ull_launch_dialog_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-launch-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, UllLaunchDialog, use);
  gtk_widget_class_bind_template_child (widget_class, UllLaunchDialog, text);
  gtk_widget_class_bind_template_child (widget_class, UllLaunchDialog, hint);
  gtk_widget_class_bind_template_child (widget_class, UllLaunchDialog, choices);
  gtk_widget_class_bind_template_child (widget_class, UllLaunchDialog, command);
  gtk_widget_class_bind_template_child (widget_class, UllLaunchDialog, model);
  gtk_widget_class_bind_template_child (widget_class, UllLaunchDialog, holes);
  gtk_widget_class_bind_template_child (widget_class, UllLaunchDialog, preview);
  gtk_widget_class_bind_template_callback (widget_class, use_cb);
  gtk_widget_class_bind_template_callback (widget_class, command_cb);
  gtk_widget_class_bind_template_callback (widget_class, model_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  signals[SIGNAL_USED] = g_signal_new ("used", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static void
ull_launch_dialog_init (UllLaunchDialog *self)
{
  self->fills = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->reading = TRUE;
  ull_later_init (&self->later, GTK_WIDGET (self), draw_preview);
  gtk_widget_init_template (GTK_WIDGET (self));
  ull_mnemonic_name_buttons (GTK_WIDGET (self));
  g_signal_connect_swapped (gtk_text_view_get_buffer (self->text), "changed", G_CALLBACK (text_changed_cb), self);
}

UllLaunchDialog *
ull_launch_dialog_new (GtkWindow *parent, UllWorkspace *workspace)
{
  UllLaunchDialog *self = g_object_new (ULL_TYPE_LAUNCH_DIALOG, "transient-for", parent, "modal", TRUE, NULL);

  self->workspace = g_object_ref (workspace);
  fill_models (self);
  text_changed_cb (self);
  gtk_window_set_focus (GTK_WINDOW (self), GTK_WIDGET (self->text));
  return self;
}
