#include "ull-lengths-view.h"

#include "ull-clear.h"
#include "ull-column-picker.h"
#include "ull-error.h"
#include "ull-file-picker.h"
#include "ull-lengths-answers.h"
#include "ull-levers-view.h"
#include "ull-mixer.h"
#include "ull-watch.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Invariants
 *
 * - Lengths are the scenario's: whatever is typed, taken or read becomes a scenario that can be undone, and the view shows
 *   the scenario's. What is no distribution leaves it as it was.
 * - Lengths are given, what a plan makes of them is an answer: while that is withheld the chart stays and the rows are gone.
 * - The rows are of the scenario that is shown; the draws come later, and those of a scenario that was left are cancelled. */

struct _UllLengthsView
{
  GtkWidget parent_instance;

  /* Template */
  GtkEntry *entry;
  GtkLabel *message;
  GtkBox *marks;
  UllChartView *chart;
  GtkLabel *note;
  UllLengthsAnswers *answers;

  /* Owned */
  UllWorkspace *workspace;
  GCancellable *drawing; /* (nullable) */
  GCancellable *reading; /* (nullable) */
  UllScenario *scenario; /* (nullable): what `mix` is of */
  char *log;             /* (nullable): the file whose column is being asked for */

  UllMix mix;
  guint tick;
};

G_DEFINE_FINAL_TYPE (UllLengthsView, ull_lengths_view, GTK_TYPE_WIDGET)

static void
cancel (GCancellable **cancellable)
{
  if (*cancellable != NULL)
    g_cancellable_cancel (*cancellable);
  g_clear_object (cancellable);
}

static void
show_message (UllLengthsView *self, const char *sentence)
{
  gtk_label_set_text (self->message, sentence != NULL ? sentence : "");
  gtk_widget_set_visible (GTK_WIDGET (self->message), sentence != NULL);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_INVALID,
                               sentence != NULL ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

static void
forget (UllLengthsView *self)
{
  cancel (&self->drawing);
  g_clear_pointer (&self->scenario, ull_scenario_unref);
  ull_lengths_answers_set (self->answers, NULL, FALSE);
}

static void
drawn_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (UllLengthsView) self = user_data;
  g_autoptr (GError) error = NULL;
  UllMix mix;
  gboolean done = ull_mixer_draw_finish (result, &mix, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->drawing);
  if (done)
    self->mix = mix;
  ull_lengths_answers_set (self->answers, &self->mix, FALSE);
}

static void
compute (UllLengthsView *self)
{
  UllScenario *scenario = ull_workspace_get_scenario (self->workspace);
  g_autoptr (GError) error = NULL;

  if (scenario == self->scenario)
    return;
  forget (self);
  if (scenario->lengths == NULL)
    return;
  if (!ull_mix_init_normal (&self->mix, scenario, scenario->lengths, &error))
    {
      gtk_label_set_text (self->note, error->message);
      return;
    }
  self->scenario = ull_scenario_ref (scenario);
  self->drawing = g_cancellable_new ();
  ull_lengths_answers_set (self->answers, &self->mix, TRUE);
  ull_mixer_draw_async (scenario, &self->mix, self->drawing, drawn_cb, g_object_ref (self));
}

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  UllLengthsView *self = ULL_LENGTHS_VIEW (widget);

  self->tick = 0;
  compute (self);
  return G_SOURCE_REMOVE;
}

static void
cancel_tick (UllLengthsView *self)
{
  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
}

static const char *
get_note (const UllDisclosure *disclosure)
{
  if (disclosure->scenario->lengths == NULL)
    return _("Requests as they are differ in length, and a maximum is no plan. Type a distribution, choose one, or take it from a "
             "log of your own.");
  if (!ull_levers_view_may_show (disclosure))
    return disclosure->withheld ? _("What these lengths mean is withheld until you commit.") : disclosure->problem;
  return _("Requests are drawn independently, each at its full length, prompt and answer.");
}

static void
disclosure_cb (gpointer data)
{
  UllLengthsView *self = data;
  UllDisclosure *disclosure = ull_workspace_get_disclosure (self->workspace);
  const char *spec = "";

  if (disclosure == NULL)
    return;
  gtk_widget_set_visible (GTK_WIDGET (self->chart), disclosure->scenario->lengths != NULL);
  if (disclosure->scenario->lengths != NULL)
    spec = ull_lengths_get_spec (disclosure->scenario->lengths);
  if (!gtk_widget_has_focus (GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (self->entry)))))
    gtk_editable_set_text (GTK_EDITABLE (self->entry), spec);
  gtk_label_set_text (self->note, get_note (disclosure) != NULL ? get_note (disclosure) : "");
  if (!ull_levers_view_may_show (disclosure) || disclosure->scenario->lengths == NULL)
    {
      cancel_tick (self);
      forget (self);
    }
  else if (gtk_widget_get_mapped (GTK_WIDGET (self)) && self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
}

static void
take (UllLengthsView *self, UllLengths *lengths)
{
  UllScenario *scenario = ull_workspace_get_scenario (self->workspace);
  g_autoptr (UllScenario) changed = ull_scenario_with_lengths (scenario, lengths);

  show_message (self, NULL);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), lengths != NULL ? ull_lengths_get_spec (lengths) : "");
  ull_workspace_apply (self->workspace, changed);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (UllLengthsView) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (UllLengths) lengths = ull_mixer_read_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->reading);
  gtk_widget_set_sensitive (GTK_WIDGET (self->entry), TRUE);
  if (lengths == NULL)
    show_message (self, error->message);
  else if (self->workspace != NULL && ull_workspace_get_scenario (self->workspace) != NULL)
    take (self, lengths);
}

static void
read_file (UllLengthsView *self, const char *spec)
{
  cancel (&self->reading);
  self->reading = g_cancellable_new ();
  gtk_widget_set_sensitive (GTK_WIDGET (self->entry), FALSE);
  ull_mixer_read_async (spec, self->reading, read_cb, g_object_ref (self));
}

void
ull_lengths_view_enter (UllLengthsView *self, const char *text)
{
  g_autofree char *spec = g_strstrip (g_strdup (text));
  g_autoptr (UllLengths) lengths = NULL;
  g_autoptr (GError) error = NULL;
  UllScenario *scenario;

  g_return_if_fail (ULL_IS_LENGTHS_VIEW (self));

  scenario = ull_workspace_get_scenario (self->workspace);
  if (scenario == NULL)
    return;
  if (scenario->lengths != NULL && g_str_equal (ull_lengths_get_spec (scenario->lengths), spec))
    show_message (self, NULL);
  else if (spec[0] == '\0')
    take (self, NULL);
  else if (g_str_has_prefix (spec, "csv:") || g_str_has_prefix (spec, "trace:"))
    read_file (self, spec);
  else if ((lengths = ull_lengths_new (spec, NULL, &error)) != NULL)
    take (self, lengths);
  else
    show_message (self, error->message);
}

static void
entered_cb (UllLengthsView *self)
{
  ull_lengths_view_enter (self, gtk_editable_get_text (GTK_EDITABLE (self->entry)));
}

/* Escape puts the scenario's lengths back. */
static gboolean
key_cb (UllLengthsView *self, guint keyval)
{
  UllScenario *scenario = ull_workspace_get_scenario (self->workspace);
  const char *spec = scenario != NULL && scenario->lengths != NULL ? ull_lengths_get_spec (scenario->lengths) : "";

  if (keyval != GDK_KEY_Escape || g_str_equal (gtk_editable_get_text (GTK_EDITABLE (self->entry)), spec))
    return GDK_EVENT_PROPAGATE;
  show_message (self, NULL);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), spec);
  return GDK_EVENT_STOP;
}

static void
take_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ull_lengths_view_enter (ULL_LENGTHS_VIEW (widget), g_variant_get_string (parameter, NULL));
}

static void
column_cb (UllLengthsView *self, const char *column)
{
  g_autofree char *spec = column[0] != '\0' ? g_strdup_printf ("csv:%s:%s", self->log, column) : g_strdup_printf ("trace:%s", self->log);

  read_file (self, spec);
}

static void
columns_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (UllLengthsView) self = user_data;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) columns = ull_mixer_columns_finish (result, &error);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWindow *picker;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || root == NULL)
    return;
  g_clear_object (&self->reading);
  if (columns == NULL)
    {
      show_message (self, error->message);
      return;
    }
  /* JSON lines have no columns to choose from. */
  if (columns[0] == NULL)
    {
      column_cb (self, "");
      return;
    }
  picker = ull_column_picker_new (GTK_WINDOW (root), self->log, (const char *const *) columns);
  g_signal_connect_object (picker, "picked", G_CALLBACK (column_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (picker);
}

void
ull_lengths_view_open_log (UllLengthsView *self, const char *path)
{
  g_return_if_fail (ULL_IS_LENGTHS_VIEW (self));

  show_message (self, NULL);
  cancel (&self->reading);
  g_clear_pointer (&self->log, g_free);
  self->log = g_strdup (path);
  self->reading = g_cancellable_new ();
  ull_mixer_columns_async (path, self->reading, columns_cb, g_object_ref (self));
}

static void
picked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (UllLengthsView) self = user_data;
  g_autoptr (GFile) file = ull_file_picker_finish (ULL_FILE_PICKER (source), result, NULL);

  if (file != NULL && g_file_peek_path (file) != NULL)
    ull_lengths_view_open_log (self, g_file_peek_path (file));
}

static void
log_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (UllFilePicker) picker = ull_file_picker_new (_("Open a Log of Requests"));
  GtkRoot *root = gtk_widget_get_root (widget);

  ull_file_picker_add_filter (picker, _("Logs and traces"), (const char *const[]) { "*.csv", "*.jsonl", NULL });
  ull_file_picker_add_filter (picker, _("All files"), (const char *const[]) { "*", NULL });
  ull_file_picker_open (picker, GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, NULL, picked_cb, g_object_ref (widget));
}

static void
ull_lengths_view_map (GtkWidget *widget)
{
  UllLengthsView *self = ULL_LENGTHS_VIEW (widget);

  if (self->workspace != NULL && ull_levers_view_may_show (ull_workspace_get_disclosure (self->workspace)))
    compute (self);
  GTK_WIDGET_CLASS (ull_lengths_view_parent_class)->map (widget);
}

static void
ull_lengths_view_unmap (GtkWidget *widget)
{
  cancel_tick (ULL_LENGTHS_VIEW (widget));
  forget (ULL_LENGTHS_VIEW (widget));
  GTK_WIDGET_CLASS (ull_lengths_view_parent_class)->unmap (widget);
}

static void
ull_lengths_view_set_property (GObject *object, guint property_id, const GValue *value, GParamSpec *pspec)
{
  UllLengthsView *self = ULL_LENGTHS_VIEW (object);
  UllWorkspace *workspace = g_value_get_object (value);

  if (property_id != ULL_WATCH_PROPERTY)
    {
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
      return;
    }
  if (ull_watch (&self->workspace, workspace, disclosure_cb, self))
    g_object_set (self->chart, "workspace", workspace, NULL);
}

static void
ull_lengths_view_dispose (GObject *object)
{
  UllLengthsView *self = ULL_LENGTHS_VIEW (object);

  ull_watch (&self->workspace, NULL, disclosure_cb, self);
  cancel_tick (self);
  cancel (&self->drawing);
  cancel (&self->reading);
  g_clear_pointer (&self->scenario, ull_scenario_unref);
  g_clear_pointer (&self->log, g_free);
  ull_clear_children (GTK_WIDGET (object));
  G_OBJECT_CLASS (ull_lengths_view_parent_class)->dispose (object);
}

static void
ull_lengths_view_class_init (UllLengthsViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = ull_lengths_view_set_property;
  object_class->dispose = ull_lengths_view_dispose;
  widget_class->map = ull_lengths_view_map;
  widget_class->unmap = ull_lengths_view_unmap;
  ull_watch_install_property (object_class);

  g_type_ensure (ULL_TYPE_CHART_VIEW);
  g_type_ensure (ULL_TYPE_LENGTHS_ANSWERS);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-lengths-view.ui");
  gtk_widget_class_bind_template_child (widget_class, UllLengthsView, entry);
  gtk_widget_class_bind_template_child (widget_class, UllLengthsView, message);
  gtk_widget_class_bind_template_child (widget_class, UllLengthsView, marks);
  gtk_widget_class_bind_template_child (widget_class, UllLengthsView, chart);
  gtk_widget_class_bind_template_child (widget_class, UllLengthsView, note);
  gtk_widget_class_bind_template_child (widget_class, UllLengthsView, answers);
  gtk_widget_class_bind_template_callback (widget_class, entered_cb);
  gtk_widget_class_bind_template_callback (widget_class, key_cb);
  gtk_widget_class_install_action (widget_class, "lengths.take", "s", take_action);
  gtk_widget_class_install_action (widget_class, "lengths.log", NULL, log_action);
}

static void
ull_lengths_view_init (UllLengthsView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_box_append (self->marks, ull_lengths_answers_get_marks (self->answers));
}

UllChartView *
ull_lengths_view_get_chart (UllLengthsView *self)
{
  g_return_val_if_fail (ULL_IS_LENGTHS_VIEW (self), NULL);

  return self->chart;
}

UllLengthsAnswers *
ull_lengths_view_get_answers (UllLengthsView *self)
{
  g_return_val_if_fail (ULL_IS_LENGTHS_VIEW (self), NULL);

  return self->answers;
}

const char *
ull_lengths_view_get_message (UllLengthsView *self)
{
  g_return_val_if_fail (ULL_IS_LENGTHS_VIEW (self), NULL);

  return gtk_widget_get_visible (GTK_WIDGET (self->message)) ? gtk_label_get_text (self->message) : NULL;
}

const UllMix *
ull_lengths_view_get_mix (UllLengthsView *self)
{
  g_return_val_if_fail (ULL_IS_LENGTHS_VIEW (self), NULL);

  return self->scenario != NULL ? &self->mix : NULL;
}

gboolean
ull_lengths_view_is_drawing (UllLengthsView *self)
{
  g_return_val_if_fail (ULL_IS_LENGTHS_VIEW (self), FALSE);

  return self->drawing != NULL;
}
