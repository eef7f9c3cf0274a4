#include "ull-lesson-player-private.h"

#include "ull-question-runner.h"
#include "ull-record-store.h"

#include <glib/gi18n-lib.h>

/* An answer is graded as soon as it is committed, where its question can be solved at once. What is read off a ramp waits for a thread
 * that runs that: the answer is committed by then and its controls are locked. Who leaves meanwhile finds it committed, and it runs again. */

void
ull_lesson_player_stop_running (UllLessonPlayer *self)
{
  if (self->running != NULL)
    g_cancellable_cancel (self->running);
  g_clear_object (&self->running);
  g_clear_pointer (&self->said, g_free);
  if (self->resuming != NULL)
    g_cancellable_cancel (self->resuming);
  g_clear_object (&self->resuming);
  gtk_spinner_stop (self->spinner);
}

static void
refuse (UllLessonPlayer *self, const GError *error)
{
  ull_lesson_player_keep_place (self);
  ull_verdict_card_show (self->verdict, ULL_VERDICT_WITHHELD, _("This cannot be graded."), error->message);
}

static void
commit (UllLessonPlayer *self, const char *answer, int confidence)
{
  g_autoptr (GError) error = NULL;

  if (!ull_course_commit (self->course, answer, confidence, &error))
    {
      refuse (self, error);
      return;
    }
  ull_lesson_player_keep_place (self);
  if (!self->unrecorded)
    ull_record_store_add (ull_record_store_get_default (), ull_course_get_question (self->course),
                          ull_course_get_grade (self->course), ull_course_get_source (self->course));
  /* In words it is not recorded, and answered all the same. */
  ull_record_store_flush (ull_record_store_get_default ());
  ull_lesson_player_show (self);
  /* Whoever looks at something else meanwhile is not called back. */
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    ull_lesson_player_move_focus (self);
}

static void
ran_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (UllLessonPlayer) self = user_data;
  g_autofree char *said = NULL;
  g_autoptr (GError) error = NULL;

  if (self->running == NULL || ull_question_run_get_cancellable (result) != self->running)
    return;
  said = g_steal_pointer (&self->said);
  g_clear_object (&self->running);
  ull_lesson_player_update_actions (self);
  if (ull_question_run_finish (result, &error))
    commit (self, said, self->sure);
  else
    refuse (self, error);
}

static void
grade (UllLessonPlayer *self, const char *answer, int confidence)
{
  if (ull_question_is_run (ull_course_get_question (self->course)))
    {
      commit (self, answer, confidence);
      return;
    }
  self->said = g_strdup (answer);
  self->sure = confidence;
  self->running = g_cancellable_new ();
  ull_lesson_player_keep_committed (self, answer, confidence);
  ull_verdict_card_show (self->verdict, ULL_VERDICT_WITHHELD, _("Committed. The load is run now…"),
                         _("Simulated: the vLLM scheduler on this engine’s pool."));
  ull_lesson_player_update_actions (self);
  ull_question_run_async (ull_course_get_question (self->course), self->running, ran_cb, g_object_ref (self));
}

void
ull_lesson_player_commit_again (UllLessonPlayer *self, const UllBookmarkAnswer *answer)
{
  /* The bookmark that it is of is written anew. */
  g_autofree char *said = g_strdup (answer->answer);

  grade (self, said, answer->confidence);
}

void
ull_lesson_player_commit_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllLessonPlayer *self = ULL_LESSON_PLAYER (widget);
  g_autofree char *answer = ull_question_panel_dup_answer (self->question);
  int confidence = ull_question_panel_get_confidence (self->question);

  if (!ull_lesson_player_is_open (self) || self->running != NULL || !ull_question_panel_get_ready (self->question))
    return;
  grade (self, answer, confidence);
}
