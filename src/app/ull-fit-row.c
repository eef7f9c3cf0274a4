#include "ull-fit-row.h"

#include "ull-clear.h"
#include "ull-mnemonic.h"
#include "ull-watch.h"

#include <glib/gi18n-lib.h>

/* How many simulations a search takes is known when it ends: the bar pulses, and the label counts them. */

struct _UllFitRow
{
  GtkWidget parent_instance;

  /* Template */
  GtkWidget *choose;
  GtkWidget *busy;
  GtkProgressBar *progress;
  GtkLabel *tries;

  /* Owned */
  UllWorkspace *workspace;
};

G_DEFINE_FINAL_TYPE (UllFitRow, ull_fit_row, GTK_TYPE_WIDGET)

static UllFitRun *
get_run (UllFitRow *self)
{
  return ull_workspace_get_fit_run (self->workspace);
}

static void
progress_cb (UllFitRow *self)
{
  const char *file = ull_fit_run_get_file (get_run (self));
  g_autofree char *text = NULL;
  int tries = ull_fit_run_get_tries (get_run (self));

  if (file == NULL)
    return;
  gtk_progress_bar_pulse (self->progress);
  text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Fitting to %s: %d simulation", "Fitting to %s: %d simulations", (gulong) tries), file, tries);
  gtk_label_set_text (self->tries, text);
}

static void
update (UllFitRow *self)
{
  gboolean busy = self->workspace != NULL && ull_fit_run_get_busy (get_run (self));

  gtk_widget_set_visible (self->choose, !busy);
  gtk_widget_set_visible (self->busy, busy);
  if (busy)
    progress_cb (self);
}

static void
disclosure_cb (gpointer data)
{
  UllFitRow *self = data;

  /* A run is fitted on a pool, and a withheld one is not known. */
  gtk_widget_set_sensitive (self->choose, ull_workspace_get_predict_state (self->workspace) != ULL_PREDICT_PENDING);
  update (self);
}

static void
cancel_cb (UllFitRow *self)
{
  if (self->workspace != NULL)
    ull_fit_run_cancel (get_run (self));
}

static void
ull_fit_row_set_property (GObject *object, guint property_id, const GValue *value, GParamSpec *pspec)
{
  UllFitRow *self = ULL_FIT_ROW (object);

  if (!ull_watch (&self->workspace, g_value_get_object (value), disclosure_cb, self) || self->workspace == NULL)
    return;
  g_signal_connect_object (get_run (self), "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (get_run (self), "progress", G_CALLBACK (progress_cb), self, G_CONNECT_SWAPPED);
}

static void
ull_fit_row_dispose (GObject *object)
{
  UllFitRow *self = ULL_FIT_ROW (object);

  if (self->workspace != NULL)
    g_signal_handlers_disconnect_by_data (get_run (self), self);
  ull_watch (&self->workspace, NULL, disclosure_cb, self);
  ull_clear_children (GTK_WIDGET (object));
  G_OBJECT_CLASS (ull_fit_row_parent_class)->dispose (object);
}

static void
ull_fit_row_class_init (UllFitRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = ull_fit_row_set_property;
  object_class->dispose = ull_fit_row_dispose;
  ull_watch_install_property (object_class);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-fit-row.ui");
  gtk_widget_class_bind_template_child (widget_class, UllFitRow, choose);
  gtk_widget_class_bind_template_child (widget_class, UllFitRow, busy);
  gtk_widget_class_bind_template_child (widget_class, UllFitRow, progress);
  gtk_widget_class_bind_template_child (widget_class, UllFitRow, tries);
  gtk_widget_class_bind_template_callback (widget_class, cancel_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
}

static void
ull_fit_row_init (UllFitRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ull_mnemonic_name_buttons (GTK_WIDGET (self));
}
