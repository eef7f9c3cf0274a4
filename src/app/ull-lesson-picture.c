#include "ull-lesson-picture.h"

#include "ull-chart-view.h"
#include "ull-layer-card.h"
#include "ull-levers-view.h"
#include "ull-sum-view.h"

#include <glib/gi18n-lib.h>

/* Widgets of the plan over a workspace of the lesson's own; or the ramp of its load. */

struct _UllLessonPicture
{
  AdwBin parent_instance;
};

G_DEFINE_FINAL_TYPE (UllLessonPicture, ull_lesson_picture, ADW_TYPE_BIN)

static void
ull_lesson_picture_class_init (UllLessonPictureClass *klass)
{
}

static void
ull_lesson_picture_init (UllLessonPicture *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

static GtkWidget *
make_heading (const char *title)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *label = gtk_label_new (title);

  gtk_widget_add_css_class (box, "ull-card-heading");
  gtk_widget_add_css_class (label, "heading");
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_box_append (GTK_BOX (box), label);
  return box;
}

static GtkWidget *
make_card (const char *title, GtkWidget *child)
{
  GtkWidget *card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_widget_add_css_class (card, "card");
  gtk_widget_add_css_class (card, "ull-chart-card");
  gtk_box_append (GTK_BOX (card), make_heading (title));
  gtk_box_append (GTK_BOX (card), child);
  return card;
}

static GtkWidget *
make_chart (UllChartKind kind, const char *title, UllWorkspace *workspace)
{
  GtkWidget *chart = ull_chart_view_new (kind);

  gtk_widget_set_vexpand (chart, TRUE);
  g_object_set (chart, "workspace", workspace, NULL);
  return make_card (title, chart);
}

static GtkWidget *
make_layers (UllWorkspace *workspace)
{
  GtkWidget *layers = ull_layer_card_new_alone ();

  gtk_widget_set_valign (layers, GTK_ALIGN_START);
  g_object_set (layers, "workspace", workspace, NULL);
  return layers;
}

static GtkWidget *
make_view (UllLessonView view, UllWorkspace *workspace)
{
  gboolean withheld = ull_workspace_get_disclosure (workspace)->withheld;
  GtkWidget *widget;

  if (view == ULL_LESSON_VIEW_LAYERS)
    return make_layers (workspace);
  if (view == ULL_LESSON_VIEW_CURVES)
    return make_chart (ULL_CHART_CURVES, _("How many fit"), workspace);
  if (view == ULL_LESSON_VIEW_MEMORY || withheld)
    return make_chart (ULL_CHART_MEMORY, _("Memory of one card"), workspace);
  widget = view == ULL_LESSON_VIEW_SUM ? ull_sum_view_new () : ull_levers_view_new ();
  g_object_set (widget, "workspace", workspace, NULL);
  return make_card (view == ULL_LESSON_VIEW_SUM ? _("The sum, step by step") : _("Every lever alone"), widget);
}

void
ull_lesson_picture_show (UllLessonPicture *self, UllLessonView view, UllWorkspace *workspace)
{
  gboolean any = workspace != NULL && view != ULL_LESSON_VIEW_NONE && ull_workspace_get_disclosure (workspace) != NULL;

  g_return_if_fail (ULL_IS_LESSON_PICTURE (self));

  adw_bin_set_child (ADW_BIN (self), any ? make_view (view, workspace) : NULL);
  gtk_widget_set_visible (GTK_WIDGET (self), any);
}

void
ull_lesson_picture_show_ramp (UllLessonPicture *self, const UllCourseRamp *ramp)
{
  GtkWidget *card;

  g_return_if_fail (ULL_IS_LESSON_PICTURE (self));

  card = ull_trial_card_new ();
  ull_trial_card_show (ULL_TRIAL_CARD (card), ramp);
  adw_bin_set_child (ADW_BIN (self), card);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
}

UllTrialCard *
ull_lesson_picture_get_trial (UllLessonPicture *self)
{
  GtkWidget *child = adw_bin_get_child (ADW_BIN (self));

  g_return_val_if_fail (ULL_IS_LESSON_PICTURE (self), NULL);

  return ULL_IS_TRIAL_CARD (child) ? ULL_TRIAL_CARD (child) : NULL;
}
