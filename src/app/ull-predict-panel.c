#include "ull-predict-panel.h"

#include "ull-clear.h"
#include "ull-confidence-row.h"
#include "ull-engine.h"
#include "ull-given-box.h"
#include "ull-mnemonic.h"
#include "ull-units.h"
#include "ull-watch.h"

#include <glib/gi18n-lib.h>

/* Reads nothing of a disclosure but its scenario and the given terms: while an answer is withheld there is nothing else
 * in it. No answer is chosen beforehand, so that committing is the person's own doing. */

struct _UllPredictPanel
{
  GtkWidget parent_instance;

  /* Template */
  GtkLabel *explanation;
  GtkFlowBox *given;
  GtkLabel *asked;
  GtkCheckButton *fits;
  GtkCheckButton *exceeds;
  UllConfidenceRow *fits_confidence;
  GtkEntry *number;
  GtkLabel *number_message;
  UllConfidenceRow *number_confidence;

  /* Owned */
  UllWorkspace *workspace;

  gboolean ready;
  gboolean asking;
};

G_DEFINE_FINAL_TYPE (UllPredictPanel, ull_predict_panel, GTK_TYPE_WIDGET)

enum
{
  PROP_WORKSPACE = ULL_WATCH_PROPERTY,
  PROP_READY,
};

static void
show_given (UllPredictPanel *self, const UllDisclosure *disclosure)
{
  const UllScenario *scenario = disclosure->scenario;
  gint64 size;
  g_autofree char *block = NULL;

  ull_given_box_clear (self->given);
  for (int i = 0; i < ULL_N_TERMS; i++)
    {
      const UllTerm *term = &disclosure->given.term[i];
      g_autofree char *text = NULL;

      if (i == ULL_TERM_KV_POOL || !term->present || !term->inside || term->bytes == 0)
        continue;
      text = ull_format_gib (term->bytes);
      ull_given_box_add (self->given, ull_term_get_label ((UllTermId) i), text);
    }
  if (!ull_engine_get ((UllEngineId) scenario->value[ULL_FIELD_ENGINE])->whole_blocks)
    return;
  size = ull_engine_get_setting (scenario, ULL_FIELD_BLOCK_SIZE);
  block = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%d" ULL_NBSP "token", "%d" ULL_NBSP "tokens", (gulong) size),
                           (int) size);
  ull_given_box_add (self->given, _("Block"), block);
}

static void
show_question (UllPredictPanel *self, const UllScenario *scenario)
{
  gint64 concurrency = scenario->value[ULL_FIELD_CONCURRENCY];
  g_autofree char *tokens = ull_format_count (scenario->value[ULL_FIELD_CONTEXT]);
  g_autofree char *requests = ull_format_count (concurrency);
  g_autofree char *share = ull_format_fraction (ull_engine_get_setting (scenario, ULL_FIELD_UTILIZATION));
  g_autofree char *explanation
    = g_strdup_printf (_("The process is given %s of the card. What the parts below leave of it is handed to the KV "
                         "cache. Each request may grow to %s" ULL_NBSP "tokens."),
                       share, tokens);
  g_autofree char *asked
    = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s request of %s" ULL_NBSP "tokens",
                                    "%s requests of %s" ULL_NBSP "tokens at once", (gulong) concurrency),
                       requests, tokens);

  gtk_label_set_text (self->explanation, explanation);
  gtk_label_set_text (self->asked, asked);
  /* Who comes to the answers by keyboard has not read what stands above them. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->fits), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, asked, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->exceeds), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, asked, -1);
}

static gboolean
read_number (UllPredictPanel *self, gint64 *requests, GError **error)
{
  /* None is an answer too. */
  return ull_count_parse_like (gtk_editable_get_text (GTK_EDITABLE (self->number)), "8", requests, error);
}

static void
set_ready (UllPredictPanel *self, gboolean ready)
{
  if (self->ready == ready)
    return;
  self->ready = ready;
  g_object_notify (G_OBJECT (self), "ready");
}

/* An empty entry is not a fault yet. */
static void
show_fault (UllPredictPanel *self, const char *sentence)
{
  gboolean empty = gtk_editable_get_text (GTK_EDITABLE (self->number))[0] == 0;

  if (empty)
    sentence = NULL;
  gtk_label_set_text (self->number_message, sentence != NULL ? sentence : "");
  gtk_widget_set_visible (GTK_WIDGET (self->number_message), sentence != NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->number), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  sentence != NULL ? sentence : _("The most requests that fit at once."), -1);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->number), GTK_ACCESSIBLE_STATE_INVALID,
                               sentence != NULL ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

static void
answered_cb (UllPredictPanel *self)
{
  g_autoptr (GError) error = NULL;
  gint64 requests;
  gboolean has_number = read_number (self, &requests, &error);
  gboolean has_choice = gtk_check_button_get_active (self->fits) || gtk_check_button_get_active (self->exceeds);

  show_fault (self, has_number ? NULL : error->message);
  set_ready (self, has_number && has_choice);
}

static void
start_over (UllPredictPanel *self)
{
  gtk_check_button_set_active (self->fits, FALSE);
  gtk_check_button_set_active (self->exceeds, FALSE);
  gtk_editable_set_text (GTK_EDITABLE (self->number), "");
  ull_confidence_row_set_value (self->fits_confidence, 75);
  ull_confidence_row_set_value (self->number_confidence, 50);
  answered_cb (self);
}

static void
disclosure_cb (gpointer data)
{
  UllPredictPanel *self = data;
  const UllDisclosure *disclosure = ull_workspace_get_disclosure (self->workspace);
  gboolean asking = disclosure != NULL && disclosure->withheld;

  if (asking && !self->asking)
    start_over (self);
  self->asking = asking;
  if (!asking)
    return;
  show_question (self, disclosure->scenario);
  show_given (self, disclosure);
}

static void
number_activate_cb (UllPredictPanel *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "plan.commit", NULL);
}

static void
ull_predict_panel_set_property (GObject *object, guint property_id, const GValue *value, GParamSpec *pspec)
{
  UllPredictPanel *self = ULL_PREDICT_PANEL (object);

  if (property_id == PROP_WORKSPACE)
    ull_watch (&self->workspace, g_value_get_object (value), disclosure_cb, self);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
}

static void
ull_predict_panel_get_property (GObject *object, guint property_id, GValue *value, GParamSpec *pspec)
{
  if (property_id == PROP_READY)
    g_value_set_boolean (value, ULL_PREDICT_PANEL (object)->ready);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
}

static void
ull_predict_panel_dispose (GObject *object)
{
  UllPredictPanel *self = ULL_PREDICT_PANEL (object);

  ull_watch (&self->workspace, NULL, disclosure_cb, self);
  ull_clear_children (GTK_WIDGET (object));
  G_OBJECT_CLASS (ull_predict_panel_parent_class)->dispose (object);
}

static void
ull_predict_panel_class_init (UllPredictPanelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ull_predict_panel_get_property;
  object_class->set_property = ull_predict_panel_set_property;
  object_class->dispose = ull_predict_panel_dispose;
  ull_watch_install_property (object_class);
  g_object_class_install_property (object_class, PROP_READY,
                                   g_param_spec_boolean ("ready", NULL, NULL, FALSE,
                                                         G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));

  g_type_ensure (ULL_TYPE_CONFIDENCE_ROW);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-predict-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, UllPredictPanel, explanation);
  gtk_widget_class_bind_template_child (widget_class, UllPredictPanel, given);
  gtk_widget_class_bind_template_child (widget_class, UllPredictPanel, asked);
  gtk_widget_class_bind_template_child (widget_class, UllPredictPanel, fits);
  gtk_widget_class_bind_template_child (widget_class, UllPredictPanel, exceeds);
  gtk_widget_class_bind_template_child (widget_class, UllPredictPanel, fits_confidence);
  gtk_widget_class_bind_template_child (widget_class, UllPredictPanel, number);
  gtk_widget_class_bind_template_child (widget_class, UllPredictPanel, number_message);
  gtk_widget_class_bind_template_child (widget_class, UllPredictPanel, number_confidence);
  gtk_widget_class_bind_template_callback (widget_class, answered_cb);
  gtk_widget_class_bind_template_callback (widget_class, number_activate_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
}

static void
ull_predict_panel_init (UllPredictPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ull_mnemonic_name_buttons (GTK_WIDGET (self));
  /* Its name is a property; the label with the mnemonic would say it again. */
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (self->number), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
}

GtkWidget *
ull_predict_panel_new (void)
{
  return g_object_new (ULL_TYPE_PREDICT_PANEL, NULL);
}

gboolean
ull_predict_panel_get_ready (UllPredictPanel *self)
{
  g_return_val_if_fail (ULL_IS_PREDICT_PANEL (self), FALSE);

  return self->ready;
}

void
ull_predict_panel_focus (UllPredictPanel *self)
{
  g_return_if_fail (ULL_IS_PREDICT_PANEL (self));

  gtk_widget_grab_focus (GTK_WIDGET (self->fits));
}

void
ull_predict_panel_commit (UllPredictPanel *self)
{
  UllPrediction prediction = { 0 };

  g_return_if_fail (ULL_IS_PREDICT_PANEL (self));

  if (!self->ready || !read_number (self, &prediction.requests, NULL))
    return;
  prediction.fits = gtk_check_button_get_active (self->fits);
  prediction.fits_confidence = ull_confidence_row_get_value (self->fits_confidence);
  prediction.requests_confidence = ull_confidence_row_get_value (self->number_confidence);
  ull_workspace_commit (self->workspace, &prediction);
}
