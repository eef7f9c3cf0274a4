#include "ull-export-dialog.h"

#include "ull-export-file.h"
#include "ull-file-picker.h"
#include "ull-mnemonic.h"
#include "ull-notice.h"
#include "ull-recorded-picture.h"
#include "ull-residuals-picture.h"
#include "ull-surge-picture.h"

#include <glib/gi18n-lib.h>

/* The three choices are the states of three actions, and the toggle buttons of the template show them: the code reads
 * states and never asks a button. */

struct _UllExportDialog
{
  AdwWindow parent_instance;

  /* Template */
  UllNotice *notice;
  GtkWidget *save;
  GtkWidget *lengths;
  GtkWidget *load_row;
  GtkWidget *surge;
  GtkWidget *residuals;
  GtkWidget *blocks;
  GtkWidget *pool;
  GtkWidget *recorded;

  /* Owned */
  UllWorkspace *workspace;
  UllPoolCard *card; /* (nullable) */
  GSimpleActionGroup *choices;

  gboolean wants_surge; /* nobody else did */
};

G_DEFINE_FINAL_TYPE (UllExportDialog, ull_export_dialog, ADW_TYPE_WINDOW)

enum
{
  SIGNAL_EXPORTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static const char *const chart_ids[] = { "memory", "curves", "layers", "levers", "lengths", ULL_RAMP_CHART_ID, ULL_LATENCY_CHART_ID,
                                         ULL_SURGE_CHART_ID, ULL_RESIDUALS_CHART_ID, ULL_BLOCKS_CHART_ID, ULL_TIMELINE_CHART_ID,
                                         ULL_RECORDED_CHART_ID, NULL };
static const UllChartKind chart_kinds[] = { ULL_CHART_MEMORY, ULL_CHART_CURVES, ULL_CHART_LAYERS, ULL_CHART_LEVERS,
                                            ULL_CHART_LENGTHS };
static const char *const look_ids[] = { "light", "dark", "print" };
static const UllLook looks[] = { ULL_LOOK_LIGHT, ULL_LOOK_DARK, ULL_LOOK_PRINT };

static const GActionEntry choice_entries[] = {
  { .name = "chart", .parameter_type = "s", .state = "'memory'" },
  { .name = "format", .parameter_type = "s", .state = "'png'" },
  { .name = "look", .parameter_type = "s", .state = "'light'" },
};

static char *
dup_choice (UllExportDialog *self, const char *name)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (self->choices), name);

  return g_variant_dup_string (state, NULL);
}

static guint
choice_index (UllExportDialog *self, const char *name, const char *const *ids, guint n_ids)
{
  g_autofree char *choice = dup_choice (self, name);

  for (guint i = 0; i < n_ids; i++)
    if (g_str_equal (ids[i], choice))
      return i;
  g_return_val_if_reached (0);
}

/* "Llama-3.1-8B" has a dot and no ending. */
static gboolean
has_ending (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  const char *dot = strrchr (name, '.');
  gsize length = dot != NULL ? strlen (dot + 1) : 0;

  return length >= 1 && length <= 4 && strspn (dot + 1, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == length;
}

/* What is played is written as it stands at that moment. */
static gboolean
write_pool (UllExportDialog *self, const char *id, UllLook look, const char *path, GError **error)
{
  UllTimelinePicture over_time;
  UllBlockPicture blocks;

  if (g_str_equal (id, ULL_BLOCKS_CHART_ID))
    {
      ull_pool_card_get_blocks (self->card, &blocks);
      return ull_export_file_write_blocks (&blocks, look, path, error);
    }
  ull_pool_card_get_over_time (self->card, &over_time);
  return ull_export_file_write_over_time (&over_time, id, look, path, error);
}

static gboolean
write_chart (UllExportDialog *self, const char *path, GError **error)
{
  guint chart = choice_index (self, "chart", chart_ids, G_N_ELEMENTS (chart_ids) - 1);
  guint look = choice_index (self, "look", look_ids, G_N_ELEMENTS (look_ids));
  UllDisclosure *disclosure = ull_workspace_get_disclosure (self->workspace);

  if (g_str_equal (chart_ids[chart], ULL_RESIDUALS_CHART_ID))
    return ull_export_file_write_residuals (ull_workspace_get_fit_run (self->workspace), looks[look], path, error);
  if (g_str_equal (chart_ids[chart], ULL_SURGE_CHART_ID))
    return ull_export_file_write_surge (ull_workspace_get_surge_run (self->workspace), looks[look], path, error);
  if (g_str_equal (chart_ids[chart], ULL_RAMP_CHART_ID) || g_str_equal (chart_ids[chart], ULL_LATENCY_CHART_ID))
    return ull_export_file_write_ramp (ull_workspace_get_ramp_run (self->workspace),
                                       g_str_equal (chart_ids[chart], ULL_RAMP_CHART_ID) ? ULL_RAMP_ALL : ULL_RAMP_LATENCY, looks[look],
                                       path, error);
  if (chart >= G_N_ELEMENTS (chart_kinds))
    return write_pool (self, chart_ids[chart], looks[look], path, error);
  return ull_export_file_write (disclosure, chart_kinds[chart], looks[look], path, error);
}

gboolean
ull_export_dialog_write (UllExportDialog *self, const char *path)
{
  g_autofree char *format = dup_choice (self, "format");
  g_autofree char *full = NULL;
  g_autoptr (GError) error = NULL;

  /* A name without an ending gets the format's; one that has an ending means it. */
  full = has_ending (path) ? g_strdup (path) : ull_file_picker_add_ending (path, format, &error);
  if (full == NULL || !write_chart (self, full, &error))
    {
      ull_notice_set_title (self->notice, error->message);
      ull_notice_set_revealed (self->notice, TRUE);
      return FALSE;
    }
  g_signal_emit (self, signals[SIGNAL_EXPORTED], 0, full);
  gtk_window_close (GTK_WINDOW (self));
  return TRUE;
}

static void
picked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (UllExportDialog) self = user_data;
  g_autoptr (GFile) file = ull_file_picker_finish (ULL_FILE_PICKER (source), result, NULL);

  if (file != NULL && g_file_peek_path (file) != NULL)
    ull_export_dialog_write (self, g_file_peek_path (file));
}

static void
export_cb (UllExportDialog *self)
{
  UllScenario *scenario = ull_workspace_get_scenario (self->workspace);
  g_autoptr (UllFilePicker) picker = ull_file_picker_new (_("Export Chart"));
  g_autofree char *chart = dup_choice (self, "chart");
  g_autofree char *format = dup_choice (self, "format");
  g_autofree char *name = g_strdup_printf ("%s-%s.%s", scenario->model->name, chart, format);

  /* A model's name may hold what no file name can. */
  g_strdelimit (name, G_DIR_SEPARATOR_S, '-');
  ull_file_picker_set_initial_name (picker, name);
  ull_file_picker_save (picker, GTK_WINDOW (self), NULL, picked_cb, g_object_ref (self));
}

/* A burst is run for who looks at its page, and for who may want its picture: until it is there the choice says so. */
static void
show_surge (UllExportDialog *self)
{
  UllSurgeRun *run = ull_workspace_get_surge_run (self->workspace);
  gboolean busy = ull_job_runner_get_busy (ULL_JOB_RUNNER (run));
  gboolean ready = ull_surge_run_get_surge (run) != NULL && !ull_surge_run_get_stale (run);

  gtk_widget_set_sensitive (self->surge, ready);
  gtk_button_set_label (GTK_BUTTON (self->surge), !ready && busy ? _("Surge, being run") : _("Surge"));
  gtk_widget_set_tooltip_text (self->surge, ready ? NULL : ull_job_runner_get_problem (ULL_JOB_RUNNER (run)));
}

static void
want_surge (UllExportDialog *self)
{
  UllJobRunner *run = ULL_JOB_RUNNER (ull_workspace_get_surge_run (self->workspace));

  self->wants_surge = !ull_job_runner_get_wanted (run);
  g_signal_connect_object (run, "changed", G_CALLBACK (show_surge), self, G_CONNECT_SWAPPED);
  if (self->wants_surge)
    ull_job_runner_set_wanted (run, TRUE);
  show_surge (self);
}

static void
ull_export_dialog_dispose (GObject *object)
{
  UllExportDialog *self = ULL_EXPORT_DIALOG (object);

  if (self->workspace != NULL)
    g_signal_handlers_disconnect_by_data (ull_workspace_get_surge_run (self->workspace), self);
  if (self->wants_surge)
    ull_job_runner_set_wanted (ULL_JOB_RUNNER (ull_workspace_get_surge_run (self->workspace)), FALSE);
  self->wants_surge = FALSE;
  gtk_widget_dispose_template (GTK_WIDGET (self), ULL_TYPE_EXPORT_DIALOG);
  g_clear_object (&self->workspace);
  g_clear_object (&self->choices);
  g_clear_object (&self->card);
  G_OBJECT_CLASS (ull_export_dialog_parent_class)->dispose (object);
}

static void
ull_export_dialog_class_init (UllExportDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ull_export_dialog_dispose;
  g_type_ensure (ULL_TYPE_NOTICE);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-export-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, UllExportDialog, notice);
  gtk_widget_class_bind_template_child (widget_class, UllExportDialog, save);
  gtk_widget_class_bind_template_child (widget_class, UllExportDialog, lengths);
  gtk_widget_class_bind_template_child (widget_class, UllExportDialog, load_row);
  gtk_widget_class_bind_template_child (widget_class, UllExportDialog, surge);
  gtk_widget_class_bind_template_child (widget_class, UllExportDialog, residuals);
  gtk_widget_class_bind_template_child (widget_class, UllExportDialog, blocks);
  gtk_widget_class_bind_template_child (widget_class, UllExportDialog, pool);
  gtk_widget_class_bind_template_child (widget_class, UllExportDialog, recorded);
  gtk_widget_class_bind_template_callback (widget_class, export_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  signals[SIGNAL_EXPORTED] = g_signal_new ("exported", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                           NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
ull_export_dialog_init (UllExportDialog *self)
{
  self->choices = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->choices), choice_entries, G_N_ELEMENTS (choice_entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "export", G_ACTION_GROUP (self->choices));
  gtk_widget_init_template (GTK_WIDGET (self));
  ull_mnemonic_name_buttons (GTK_WIDGET (self));
}

UllExportDialog *
ull_export_dialog_new (GtkWindow *parent, UllWorkspace *workspace, UllPoolCard *card, const char *chart)
{
  gboolean played = card != NULL && ull_pool_player_get_picture (ull_pool_card_get_player (card)) != NULL;
  UllExportDialog *self = g_object_new (ULL_TYPE_EXPORT_DIALOG, "transient-for", parent, "modal", TRUE, NULL);

  self->workspace = g_object_ref (workspace);
  g_set_object (&self->card, card);
  gtk_widget_set_visible (self->blocks, played);
  gtk_widget_set_visible (self->pool, played);
  gtk_widget_set_visible (self->recorded, played && ull_pool_card_has_series (card));
  /* Of requests that are all alike there is no such chart. */
  gtk_widget_set_visible (self->lengths, ull_workspace_get_scenario (workspace) != NULL
                                           && ull_workspace_get_scenario (workspace)->lengths != NULL);
  /* Nor of a load that nobody has run, or whose pool is withheld. */
  gtk_widget_set_visible (self->load_row, ull_ramp_run_get_result (ull_workspace_get_ramp_run (workspace)) != NULL);
  if (ull_ramp_run_get_result (ull_workspace_get_ramp_run (workspace)) != NULL)
    want_surge (self);
  gtk_widget_set_visible (self->residuals, ull_fit_run_is_of (ull_workspace_get_fit_run (workspace), ull_workspace_get_load (workspace)));
  if (g_strv_contains (chart_ids, chart))
    g_action_group_change_action_state (G_ACTION_GROUP (self->choices), "chart", g_variant_new_string (chart));
  gtk_window_set_focus (GTK_WINDOW (self), self->save);
  return self;
}

GActionGroup *
ull_export_dialog_get_choices (UllExportDialog *self)
{
  g_return_val_if_fail (ULL_IS_EXPORT_DIALOG (self), NULL);

  return G_ACTION_GROUP (self->choices);
}
