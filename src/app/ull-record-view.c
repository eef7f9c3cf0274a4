#include "ull-record-view.h"

#include "ull-calibration.h"
#include "ull-clear.h"
#include "ull-file-picker.h"
#include "ull-notice.h"
#include "ull-prompt.h"
#include "ull-scene-card.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* The view reads a record and never changes it: erasing is its owner's, who shows it again. Figures are the summary's; one
 * that does not exist yet is a dash. */

struct _UllRecordView
{
  GtkWidget parent_instance;

  /* Template */
  UllNotice *notice;
  UllSceneCard *chart;
  GtkListBox *figures;

  /* Borrowed */
  const UllRecord *record;

  UllCalibration calibration;
};

G_DEFINE_FINAL_TYPE (UllRecordView, ull_record_view, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_ERASE,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

#define NOTHING "\342\200\223"
#define LEFT_TO_RIGHT "\342\201\246"
#define END_ISOLATE "\342\201\251"

static void
show_problem (UllRecordView *self, const char *problem)
{
  if (problem != NULL)
    ull_notice_set_title (self->notice, problem);
  ull_notice_set_revealed (self->notice, problem != NULL);
}

/* Figures and their signs run left to right in every language. */
static void
add_row (UllRecordView *self, const char *name, const char *figure, const char *detail)
{
  g_autofree char *isolated = g_strconcat (LEFT_TO_RIGHT, figure, END_ISOLATE, NULL);
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *label = gtk_label_new (name), *value = gtk_label_new (isolated);
  GtkWidget *below = detail != NULL ? gtk_label_new (detail) : NULL;
  g_autofree char *spoken = g_strconcat (name, *figure != 0 ? ": " : NULL, figure, NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_box_append (GTK_BOX (texts), label);
  if (below != NULL)
    {
      gtk_label_set_xalign (GTK_LABEL (below), 0);
      gtk_label_set_wrap (GTK_LABEL (below), TRUE);
      gtk_widget_add_css_class (below, "caption");
      gtk_widget_add_css_class (below, "dim-label");
      gtk_box_append (GTK_BOX (texts), below);
    }
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_widget_set_valign (texts, GTK_ALIGN_CENTER);
  gtk_label_set_wrap (GTK_LABEL (value), TRUE);
  gtk_label_set_xalign (GTK_LABEL (value), 1);
  gtk_widget_add_css_class (value, "heading");
  gtk_widget_add_css_class (value, "numeric");
  gtk_box_append (GTK_BOX (box), texts);
  gtk_box_append (GTK_BOX (box), value);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  detail != NULL ? detail : "", -1);
  gtk_list_box_append (self->figures, row);
}

/* What was asked, in the sum's words where it is a step of it. */
static const char *
name_term (const char *term)
{
  static const struct
  {
    const char *id;
    const char *name;
  } kinds[] = {
    { "fits", N_("Whether it fits") },
    { "lever", N_("Which lever gains most") },
    { "factor", N_("What a lever multiplies by") },
    { "limit", N_("Which limit binds") },
    { "shape", N_("Cliff or plateau") },
    { "peak", N_("The peak of a ramp") },
    { "operating", N_("The operating point of a ramp") },
    { "retention", N_("What keeping prefixes is worth") },
    { "config", N_("Reading a config.json") },
    { "number", N_("Numbers") },
    { "choice", N_("Choices") },
  };
  UllStepId step = ull_step_from_id (term);

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (term, kinds[i].id))
      return _(kinds[i].name);
  return step != ULL_N_STEP_IDS ? ull_step_get_label (step) : term;
}

static char *
format_share (double share)
{
  return g_strdup_printf ("%.0f" ULL_NBSP "%%", 100 * share);
}

static void
add_missed (UllRecordView *self, const UllRecordSummary *summary)
{
  g_autofree char *often = NULL, *slip = NULL;

  if (summary->missed_term != NULL)
    often = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u wrong answer", "%u wrong answers", summary->n_missed),
                             summary->n_missed);
  add_row (self, _("Most missed"), summary->missed_term != NULL ? name_term (summary->missed_term) : NOTHING, often);
  if (summary->missed_slip == ULL_N_SLIPS)
    return;
  /* Its name is too long to stand among the figures. */
  slip = g_strdup_printf ("%s. %s", ull_slip_get_name (summary->missed_slip), ull_slip_get_why (summary->missed_slip));
  add_row (self, _("Most usual slip"), "", slip);
}

static void
fill (UllRecordView *self)
{
  UllRecordSummary summary;
  GtkWidget *row;
  g_autofree char *answers = NULL, *right = NULL, *sure = NULL, *brier = NULL, *factor = NULL;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->figures))) != NULL)
    gtk_list_box_remove (self->figures, row);
  ull_record_summarize (self->record, &summary);
  answers = ull_format_count (summary.n_answers);
  right = summary.n_answers > 0 ? format_share ((double) summary.n_right / summary.n_answers) : g_strdup (NOTHING);
  sure = isnan (summary.mean_confidence) ? g_strdup (NOTHING) : format_share (summary.mean_confidence / 100);
  brier = isnan (summary.brier) ? g_strdup (NOTHING) : g_strdup_printf ("%.2f", summary.brier);
  factor = isnan (summary.median_factor) ? g_strdup (NOTHING) : g_strdup_printf ("×" ULL_NBSP "%.1f", summary.median_factor);
  add_row (self, _("Answers"), answers, _("Of lessons and drills, each time one was given; those in words are not graded"));
  add_row (self, _("Right"), right, NULL);
  add_row (self, _("Mean confidence"), sure, NULL);
  add_row (self, _("Brier score"), brier, _("0 is best; 0.25 is a coin that is called at 50 %"));
  add_row (self, _("Median error"), factor, _("Of numbers, as a factor; × 1 is exact"));
  add_missed (self, &summary);
}

void
ull_record_view_show (UllRecordView *self, const UllRecord *record, const char *problem)
{
  gboolean any, left;

  g_return_if_fail (ULL_IS_RECORD_VIEW (self));

  self->record = record;
  any = record->entries->len > 0;
  left = record->bookmarks->len > 0;
  ull_calibration_init (&self->calibration, record);
  ull_scene_card_show (self->chart, &ull_scene_calibration, &self->calibration);
  fill (self);
  show_problem (self, problem);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "record.export", any);
  /* A file that could not be read is erased too. */
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "record.erase", any || left || problem != NULL);
}

gboolean
ull_record_view_write (UllRecordView *self, const char *path)
{
  g_autofree char *csv = NULL, *full = NULL;
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (ULL_IS_RECORD_VIEW (self) && self->record != NULL, FALSE);

  csv = ull_record_csv (self->record);
  full = g_str_has_suffix (path, ".csv") ? g_strdup (path) : ull_file_picker_add_ending (path, "csv", &error);
  if (full != NULL)
    g_file_set_contents (full, csv, -1, &error);
  show_problem (self, error != NULL ? error->message : NULL);
  return error == NULL;
}

const char *
ull_record_view_get_notice (UllRecordView *self)
{
  g_return_val_if_fail (ULL_IS_RECORD_VIEW (self), NULL);

  return ull_notice_get_revealed (self->notice) ? ull_notice_get_title (self->notice) : NULL;
}

static void
picked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (UllRecordView) self = user_data;
  g_autoptr (GFile) file = ull_file_picker_finish (ULL_FILE_PICKER (source), result, NULL);

  if (file != NULL && g_file_peek_path (file) != NULL)
    ull_record_view_write (self, g_file_peek_path (file));
}

static GtkWindow *
find_window (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);

  return GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL;
}

static void
export_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (UllFilePicker) picker = ull_file_picker_new (_("Export Record"));

  ull_file_picker_set_initial_name (picker, "record.csv");
  ull_file_picker_save (picker, find_window (widget), NULL, picked_cb, g_object_ref (widget));
}

static void
chosen_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (UllRecordView) self = user_data;

  if (g_str_equal (ull_prompt_choose_finish (ULL_PROMPT (source), result), "erase"))
    g_signal_emit (self, signals[SIGNAL_ERASE], 0);
}

static void
erase_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (UllPrompt) prompt = ull_prompt_new (_("Erase the Record?"),
                                                  _("All answers are forgotten, where lessons were left, and files that were put aside. "
                                                    "It cannot be undone."));

  ull_prompt_add_response (prompt, "cancel", _("_Cancel"), ADW_RESPONSE_DEFAULT);
  ull_prompt_add_response (prompt, "erase", _("_Erase"), ADW_RESPONSE_DESTRUCTIVE);
  ull_prompt_choose (prompt, find_window (widget), NULL, chosen_cb, g_object_ref (widget));
}

static void
ull_record_view_dispose (GObject *object)
{
  ull_clear_children (GTK_WIDGET (object));
  G_OBJECT_CLASS (ull_record_view_parent_class)->dispose (object);
}

static void
ull_record_view_class_init (UllRecordViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ull_record_view_dispose;
  signals[SIGNAL_ERASE] = g_signal_new ("erase", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_type_ensure (ULL_TYPE_NOTICE);
  g_type_ensure (ULL_TYPE_SCENE_CARD);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-record-view.ui");
  gtk_widget_class_bind_template_child (widget_class, UllRecordView, notice);
  gtk_widget_class_bind_template_child (widget_class, UllRecordView, chart);
  gtk_widget_class_bind_template_child (widget_class, UllRecordView, figures);
  gtk_widget_class_install_action (widget_class, "record.export", NULL, export_action);
  gtk_widget_class_install_action (widget_class, "record.erase", NULL, erase_action);
}

static void
ull_record_view_init (UllRecordView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "record.export", FALSE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "record.erase", FALSE);
}

GtkWidget *
ull_record_view_new (void)
{
  return g_object_new (ULL_TYPE_RECORD_VIEW, NULL);
}
