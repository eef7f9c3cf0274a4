#include "ull-lesson-player-private.h"

#include "ull-beside.h"
#include "ull-clear.h"
#include "ull-record-store.h"
#include "ull-sum-view.h"

#include <glib/gi18n-lib.h>

/* Everything on screen is put there by show(), from the course alone: while a question is open the course has no key, and what
 * stood there of the last one is gone. */

G_DEFINE_FINAL_TYPE (UllLessonPlayer, ull_lesson_player, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_LEFT,
  SIGNAL_MOVED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

gboolean
ull_lesson_player_is_open (UllLessonPlayer *self)
{
  return self->course != NULL && !self->ended && ull_course_get_question (self->course) != NULL
         && ull_course_get_grade (self->course) == NULL;
}

static void
set_enabled (UllLessonPlayer *self, const char *action, gboolean enabled)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), action, enabled);
}

void
ull_lesson_player_update_actions (UllLessonPlayer *self)
{
  gboolean open = ull_lesson_player_is_open (self), any = self->course != NULL;
  gboolean answered = any && !self->ended && ull_course_get_grade (self->course) != NULL;
  gboolean hinted = open && ull_question_panel_has_hint (self->question), running = self->running != NULL;
  gboolean back = any && !running && (self->ended || ull_course_can_go_back (self->course));
  gboolean begun = any && ull_course_get_lesson (self->course) != NULL && ull_course_is_begun (self->course);

  gtk_widget_set_visible (self->commit, open);
  gtk_widget_set_sensitive (GTK_WIDGET (self->question), !running);
  ull_question_panel_set_begun (self->question, begun);
  gtk_widget_set_visible (self->next, any && !open && !self->ended);
  gtk_widget_set_visible (self->again, answered);
  gtk_widget_set_visible (self->hint, hinted);
  gtk_widget_set_visible (self->back, back);
  set_enabled (self, "lesson.begin", begun && !running);
  set_enabled (self, "lesson.commit", open && !running && ull_question_panel_get_ready (self->question));
  set_enabled (self, "lesson.next", any && !open && !self->ended);
  set_enabled (self, "lesson.again", answered);
  set_enabled (self, "lesson.hint", hinted && !running);
  set_enabled (self, "lesson.back", back);
}

static void
ready_cb (UllLessonPlayer *self)
{
  ull_lesson_player_update_actions (self);
}

static void
set_label (GtkLabel *label, const char *text)
{
  gtk_label_set_text (label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL && text[0] != '\0');
}

/* What is withheld while the question is open, and when that opens: a ramp that nothing more is asked about lies beside it already. */
static const char *
describe_withheld (UllLessonPlayer *self)
{
  const UllQuestion *question = ull_course_get_question (self->course);
  UllCourseRamp ramp;

  if (!ull_course_get_ramp (self->course, &ramp))
    return _("The sum, the curves and what exports show of them open once you have committed.");
  if (ramp.trial == NULL)
    return _("The ramp, its table and its files open once nothing more is asked about it.");
  if (question->kind == ULL_QUESTION_RETENTION)
    return _("The ramp is open. What it would be if nothing were kept is added to it once you have committed.");
  return _("The ramp is open: nothing more is asked that could be read off it.");
}

static void
show_verdict (UllLessonPlayer *self)
{
  const UllGrade *grade = ull_course_get_grade (self->course);
  gboolean asked = ull_course_get_question (self->course) != NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->verdict), asked);
  if (grade == NULL && asked)
    ull_verdict_card_show (self->verdict, ULL_VERDICT_WITHHELD, _("Predict first. The answer is withheld."),
                           describe_withheld (self));
  else if (grade != NULL)
    ull_verdict_card_show (self->verdict, grade->right || !grade->counted ? ULL_VERDICT_GOOD : ULL_VERDICT_BAD, grade->headline,
                           grade->detail);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->next), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  grade != NULL ? grade->headline : "", -1);
}

static void
show_slips (UllLessonPlayer *self)
{
  gboolean any;

  self->answered = (UllAnswered) { ull_course_get_question (self->course), ull_course_get_key (self->course),
                                   ull_course_get_grade (self->course) };
  any = self->answered.grade != NULL && ull_slips_chart_may_show (&self->answered);
  ull_scene_card_show (self->slips, &ull_scene_slips, any ? &self->answered : NULL);
}

static void
show_explanation (UllLessonPlayer *self)
{
  const UllKey *key = ull_course_get_key (self->course);
  const UllGrade *grade = ull_course_get_grade (self->course);
  g_autofree char *reveal = ull_course_dup_reveal (self->course);
  const char *explanation = key != NULL ? key->explanation : NULL;

  /* A model answer is the verdict's own sentence already. */
  if (grade != NULL && (!grade->counted || g_strcmp0 (explanation, grade->detail) == 0))
    explanation = NULL;
  set_label (self->explanation, explanation);
  set_label (self->reveal, reveal);
  gtk_widget_set_visible (self->explanation_card, explanation != NULL || reveal != NULL);
}

/* Where the sum is the picture, it need not stand below it again. */
static void
show_sum (UllLessonPlayer *self, UllLessonView view)
{
  const UllDisclosure *disclosure = self->workspace != NULL ? ull_workspace_get_disclosure (self->workspace) : NULL;
  gboolean any = ull_course_get_grade (self->course) != NULL && view != ULL_LESSON_VIEW_SUM && view != ULL_LESSON_VIEW_RAMP
                 && disclosure != NULL && disclosure->plan != NULL;
  GtkWidget *card = NULL, *sum;

  if (any)
    {
      card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
      sum = ull_sum_view_new ();
      g_object_set (sum, "workspace", self->workspace, NULL);
      gtk_widget_add_css_class (card, "card");
      gtk_box_append (GTK_BOX (card), sum);
    }
  adw_bin_set_child (self->sum_slot, card);
  gtk_widget_set_visible (GTK_WIDGET (self->sum_slot), any);
}

static void
show_end (UllLessonPlayer *self)
{
  guint n, n_counted, n_right;
  g_autofree char *text = NULL;

  ull_course_get_number (self->course, &n);
  ull_course_count (self->course, &n_counted, &n_right);
  if (n_counted == n)
    text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u question answered, %u right.", "%u questions answered, %u right.", n), n,
                            n_right);
  else
    text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u question answered; of %u that are graded, %u right.",
                                         "%u questions answered; of %u that are graded, %u right.", n),
                            n, n_counted, n_right);
  adw_status_page_set_title (self->end, _("End of the lesson"));
  adw_status_page_set_description (self->end, text);
}

static void
show_picture (UllLessonPlayer *self, UllLessonView view)
{
  UllCourseRamp ramp;

  if (ull_course_get_ramp (self->course, &ramp))
    ull_lesson_picture_show_ramp (self->picture, &ramp);
  else
    ull_lesson_picture_show (self->picture, view, self->workspace);
}

void
ull_lesson_player_show (UllLessonPlayer *self)
{
  UllLessonView view = ull_course_get_view (self->course);
  g_autofree char *place = ull_course_dup_place (self->course), *text = ull_course_dup_text (self->course);

  ull_lesson_player_stop_running (self);
  /* What is drawn may point into an answer that is gone. */
  ull_scene_card_show (self->slips, &ull_scene_slips, NULL);
  g_clear_object (&self->workspace);
  self->workspace = ull_course_make_workspace (self->course);
  show_verdict (self);
  ull_question_panel_show (self->question, place, text, ull_course_get_question (self->course), ull_lesson_player_is_open (self));
  show_slips (self);
  show_explanation (self);
  show_sum (self, view);
  show_picture (self, view);
  if (self->ended)
    show_end (self);
  gtk_stack_set_visible_child_name (self->stack, self->ended ? "end" : "question");
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
  ull_lesson_player_update_actions (self);
  g_signal_emit (self, signals[SIGNAL_MOVED], 0);
}

void
ull_lesson_player_move_focus (UllLessonPlayer *self)
{
  if (ull_lesson_player_is_open (self))
    ull_question_panel_focus (self->question);
  else if (gtk_widget_get_visible (self->next))
    gtk_widget_grab_focus (self->next);
  else
    gtk_widget_grab_focus (self->back);
}

static void
next_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllLessonPlayer *self = ULL_LESSON_PLAYER (widget);

  if (self->course == NULL || self->ended || ull_lesson_player_is_open (self))
    return;
  self->ended = !ull_course_next (self->course);
  ull_lesson_player_keep_place (self);
  ull_lesson_player_show (self);
  ull_lesson_player_move_focus (self);
}

static void
back_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllLessonPlayer *self = ULL_LESSON_PLAYER (widget);

  if (self->course == NULL || self->running != NULL)
    return;
  if (!self->ended)
    ull_course_back (self->course);
  self->ended = FALSE;
  ull_lesson_player_keep_place (self);
  ull_lesson_player_show (self);
  ull_lesson_player_move_focus (self);
}

static void
again_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllLessonPlayer *self = ULL_LESSON_PLAYER (widget);

  if (self->course == NULL)
    return;
  ull_course_again (self->course);
  ull_lesson_player_keep_place (self);
  ull_lesson_player_show (self);
  ull_lesson_player_move_focus (self);
}

static void
hint_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllLessonPlayer *self = ULL_LESSON_PLAYER (widget);

  ull_question_panel_show_hint (self->question);
  ull_lesson_player_update_actions (self);
  ull_question_panel_focus (self->question);
}

static void
leave_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ull_record_store_flush (ull_record_store_get_default ());
  g_signal_emit (widget, signals[SIGNAL_LEFT], 0);
}

/* The window may be going. */
static void
ull_lesson_player_unmap (GtkWidget *widget)
{
  ull_record_store_flush (ull_record_store_get_default ());
  GTK_WIDGET_CLASS (ull_lesson_player_parent_class)->unmap (widget);
}

static void
ull_lesson_player_dispose (GObject *object)
{
  UllLessonPlayer *self = ULL_LESSON_PLAYER (object);

  if (self->slips != NULL)
    ull_scene_card_show (self->slips, &ull_scene_slips, NULL);
  self->slips = NULL;
  ull_lesson_player_stop_running (self);
  ull_clear_children (GTK_WIDGET (object));
  g_clear_object (&self->workspace);
  g_clear_pointer (&self->course, ull_course_free);
  G_OBJECT_CLASS (ull_lesson_player_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  g_type_ensure (ULL_TYPE_BESIDE);
  g_type_ensure (ULL_TYPE_VERDICT_CARD);
  g_type_ensure (ULL_TYPE_QUESTION_PANEL);
  g_type_ensure (ULL_TYPE_SCENE_CARD);
  g_type_ensure (ULL_TYPE_LESSON_PICTURE);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-lesson-player.ui");
  gtk_widget_class_bind_template_child (widget_class, UllLessonPlayer, stack);
  gtk_widget_class_bind_template_child (widget_class, UllLessonPlayer, scroller);
  gtk_widget_class_bind_template_child (widget_class, UllLessonPlayer, end);
  gtk_widget_class_bind_template_child (widget_class, UllLessonPlayer, verdict);
  gtk_widget_class_bind_template_child (widget_class, UllLessonPlayer, question);
  gtk_widget_class_bind_template_child (widget_class, UllLessonPlayer, slips);
  gtk_widget_class_bind_template_child (widget_class, UllLessonPlayer, explanation_card);
  gtk_widget_class_bind_template_child (widget_class, UllLessonPlayer, explanation);
  gtk_widget_class_bind_template_child (widget_class, UllLessonPlayer, reveal);
  gtk_widget_class_bind_template_child (widget_class, UllLessonPlayer, sum_slot);
  gtk_widget_class_bind_template_child (widget_class, UllLessonPlayer, picture);
  gtk_widget_class_bind_template_child (widget_class, UllLessonPlayer, again);
  gtk_widget_class_bind_template_child (widget_class, UllLessonPlayer, commit);
  gtk_widget_class_bind_template_child (widget_class, UllLessonPlayer, next);
  gtk_widget_class_bind_template_child (widget_class, UllLessonPlayer, hint);
  gtk_widget_class_bind_template_child (widget_class, UllLessonPlayer, back);
  gtk_widget_class_bind_template_child (widget_class, UllLessonPlayer, spinner);
  gtk_widget_class_bind_template_callback (widget_class, ready_cb);
}

static void
ull_lesson_player_class_init (UllLessonPlayerClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ull_lesson_player_dispose;
  widget_class->unmap = ull_lesson_player_unmap;
  signals[SIGNAL_LEFT] = g_signal_new ("left", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_MOVED] = g_signal_new ("moved", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  bind_template (widget_class);
  gtk_widget_class_install_action (widget_class, "lesson.commit", NULL, ull_lesson_player_commit_action);
  gtk_widget_class_install_action (widget_class, "lesson.next", NULL, next_action);
  gtk_widget_class_install_action (widget_class, "lesson.back", NULL, back_action);
  gtk_widget_class_install_action (widget_class, "lesson.again", NULL, again_action);
  gtk_widget_class_install_action (widget_class, "lesson.begin", NULL, ull_lesson_player_begin_action);
  gtk_widget_class_install_action (widget_class, "lesson.hint", NULL, hint_action);
  gtk_widget_class_install_action (widget_class, "lesson.leave", NULL, leave_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Right, GDK_ALT_MASK, "lesson.next", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Left, GDK_ALT_MASK, "lesson.back", NULL);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
}

static void
ull_lesson_player_init (UllLessonPlayer *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
  ull_lesson_player_update_actions (self);
}

void
ull_lesson_player_play (UllLessonPlayer *self, UllCourse *course)
{
  g_return_if_fail (ULL_IS_LESSON_PLAYER (self));

  ull_lesson_player_stop_running (self);
  /* What is drawn points into the course that goes. */
  ull_scene_card_show (self->slips, &ull_scene_slips, NULL);
  g_clear_pointer (&self->course, ull_course_free);
  self->course = course;
  self->ended = FALSE;
  if (course == NULL)
    {
      g_clear_object (&self->workspace);
      ull_lesson_picture_show (self->picture, ULL_LESSON_VIEW_NONE, NULL);
      adw_bin_set_child (self->sum_slot, NULL);
      ull_lesson_player_update_actions (self);
      return;
    }
  ull_lesson_player_show (self);
  ull_lesson_player_move_focus (self);
}

void
ull_lesson_player_set_recorded (UllLessonPlayer *self, gboolean recorded)
{
  g_return_if_fail (ULL_IS_LESSON_PLAYER (self));

  self->unrecorded = !recorded;
}

void
ull_lesson_player_go_on (UllLessonPlayer *self)
{
  g_return_if_fail (ULL_IS_LESSON_PLAYER (self));

  gtk_widget_activate_action (GTK_WIDGET (self), ull_lesson_player_is_open (self) ? "lesson.commit" : "lesson.next", NULL);
}

UllWorkspace *
ull_lesson_player_get_workspace (UllLessonPlayer *self)
{
  g_return_val_if_fail (ULL_IS_LESSON_PLAYER (self), NULL);

  return self->workspace;
}

const UllCourse *
ull_lesson_player_get_course (UllLessonPlayer *self)
{
  g_return_val_if_fail (ULL_IS_LESSON_PLAYER (self), NULL);

  return self->course;
}

UllVerdictCard *
ull_lesson_player_get_verdict (UllLessonPlayer *self)
{
  g_return_val_if_fail (ULL_IS_LESSON_PLAYER (self), NULL);

  return self->verdict;
}

UllQuestionPanel *
ull_lesson_player_get_question (UllLessonPlayer *self)
{
  g_return_val_if_fail (ULL_IS_LESSON_PLAYER (self), NULL);

  return self->question;
}

UllLessonPicture *
ull_lesson_player_get_picture (UllLessonPlayer *self)
{
  g_return_val_if_fail (ULL_IS_LESSON_PLAYER (self), NULL);

  return self->picture;
}

UllSceneCard *
ull_lesson_player_get_slips (UllLessonPlayer *self)
{
  g_return_val_if_fail (ULL_IS_LESSON_PLAYER (self), NULL);

  return self->slips;
}
