#include "ull-present-picture.h"

#include "ull-chart-view.h"
#include "ull-trial-card.h"

/* Made anew at every step, from the talk alone: what a picture showed before goes with it. */

/* Sum and levers are all answer: while that is withheld the card stands in for them, and afterwards the sum is beside it. */
static UllChartKind
kind_of (UllLessonView view, const UllDisclosure *disclosure)
{
  if (view == ULL_LESSON_VIEW_CURVES)
    return ULL_CHART_CURVES;
  if (view == ULL_LESSON_VIEW_LAYERS)
    return ULL_CHART_LAYERS;
  return view == ULL_LESSON_VIEW_LEVERS && !disclosure->withheld ? ULL_CHART_LEVERS : ULL_CHART_MEMORY;
}

/* A file that is asked about stands in the picture's place. */
static GtkWidget *
make_file (const char *text)
{
  GtkWidget *scroller = gtk_scrolled_window_new (), *view = gtk_text_view_new ();

  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), text, -1);
  gtk_text_view_set_editable (GTK_TEXT_VIEW (view), FALSE);
  gtk_text_view_set_cursor_visible (GTK_TEXT_VIEW (view), FALSE);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (view), TRUE);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (view), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (view), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, "config.json", -1);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), view);
  return scroller;
}

static GtkWidget *
make_ramp (const UllCourseRamp *ramp, double enlarge)
{
  GtkWidget *card = ull_trial_card_new_bare (enlarge);

  ull_trial_card_show (ULL_TRIAL_CARD (card), ramp);
  return card;
}

GtkWidget *
ull_present_picture_new (const UllTalk *talk, double enlarge)
{
  const UllCourse *course = ull_talk_get_course (talk);
  const UllQuestion *question = ull_course_get_question (course);
  UllWorkspace *workspace = ull_talk_get_workspace (talk);
  const UllDisclosure *disclosure = workspace != NULL ? ull_workspace_get_disclosure (workspace) : NULL;
  UllLessonView view = ull_course_get_view (course);
  UllCourseRamp ramp;

  if (ull_course_get_ramp (course, &ramp))
    return make_ramp (&ramp, enlarge);
  if (question != NULL && question->config != NULL)
    return make_file (question->config);
  if (disclosure == NULL || view == ULL_LESSON_VIEW_NONE)
    return NULL;
  return g_object_new (ULL_TYPE_CHART_VIEW, "kind", kind_of (view, disclosure), "enlarge", enlarge, "workspace", workspace, NULL);
}
