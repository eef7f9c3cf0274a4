#include "ull-lesson-player-private.h"

#include "ull-record-store.h"

/* A lesson is left as it stands on screen and goes on there. What was answered is graded again from what was said, which takes a ramp for
 * some questions: those run in a thread behind a page of their own, and whoever leaves meanwhile has lost nothing, since the bookmark
 * stays. What was committed stays committed: nobody is asked again but by trying again, or by beginning again. */

static gboolean
is_kept (UllLessonPlayer *self)
{
  return !self->unrecorded && self->course != NULL && ull_course_get_lesson (self->course) != NULL;
}

void
ull_lesson_player_keep_place (UllLessonPlayer *self)
{
  if (is_kept (self))
    ull_record_store_keep_bookmark (ull_record_store_get_default (), ull_course_dup_bookmark (self->course, self->ended));
}

void
ull_lesson_player_keep_committed (UllLessonPlayer *self, const char *answer, int confidence)
{
  UllBookmark *bookmark;

  if (!is_kept (self))
    return;
  bookmark = ull_course_dup_bookmark (self->course, FALSE);
  ull_bookmark_add (bookmark, ull_course_get_question (self->course)->id, answer, confidence, FALSE);
  ull_record_store_keep_bookmark (ull_record_store_get_default (), bookmark);
  ull_record_store_flush (ull_record_store_get_default ());
}

void
ull_lesson_player_begin_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllLessonPlayer *self = ULL_LESSON_PLAYER (widget);

  if (self->course == NULL || self->running != NULL || ull_course_get_lesson (self->course) == NULL)
    return;
  ull_lesson_player_play (self, ull_course_new_lesson (ull_course_get_lesson (self->course)));
  ull_lesson_player_keep_place (self);
}

static void
resume (UllLessonPlayer *self, UllLesson *lesson)
{
  const UllBookmark *bookmark = ull_record_find_bookmark (ull_record_store_get_record (ull_record_store_get_default ()), lesson);
  UllCourse *course = ull_course_new_lesson (lesson);
  gboolean ended = bookmark != NULL && ull_course_resume (course, bookmark);
  const UllQuestion *question = ull_course_get_question (course);
  const UllBookmarkAnswer *answer = bookmark != NULL && question != NULL ? ull_bookmark_find (bookmark, question->id) : NULL;

  ull_lesson_player_play (self, course);
  if (ended)
    {
      self->ended = TRUE;
      ull_lesson_player_show (self);
      ull_lesson_player_move_focus (self);
    }
  else if (answer != NULL && !answer->graded)
    ull_lesson_player_commit_again (self, answer);
}

typedef struct
{
  UllLesson *lesson;
  GPtrArray *questions; /* UllQuestion */
} Loads;

static void
loads_free (gpointer data)
{
  Loads *loads = data;

  g_clear_pointer (&loads->questions, g_ptr_array_unref);
  g_clear_pointer (&loads->lesson, ull_lesson_unref);
  g_free (loads);
}

static gboolean
watch (guint done, guint all, gpointer data)
{
  return !g_cancellable_is_cancelled (data);
}

/* One that cannot be run stays open. */
static void
run_worker (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const Loads *loads = task_data;

  for (guint i = 0; i < loads->questions->len && !g_cancellable_is_cancelled (cancellable); i++)
    ull_question_run (g_ptr_array_index (loads->questions, i), watch, cancellable, NULL);
  g_task_return_boolean (task, TRUE);
}

static void
ran_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  UllLessonPlayer *self = ULL_LESSON_PLAYER (source);
  const Loads *loads = g_task_get_task_data (G_TASK (result));

  if (self->resuming == NULL || g_task_get_cancellable (G_TASK (result)) != self->resuming)
    return;
  g_clear_object (&self->resuming);
  gtk_spinner_stop (self->spinner);
  resume (self, loads->lesson);
}

static void
run (UllLessonPlayer *self, UllLesson *lesson, GPtrArray *questions)
{
  Loads *loads = g_new0 (Loads, 1);
  g_autoptr (GTask) task = NULL;

  loads->lesson = ull_lesson_ref (lesson);
  loads->questions = g_ptr_array_ref (questions);
  self->resuming = g_cancellable_new ();
  task = g_task_new (self, self->resuming, ran_cb, NULL);
  g_task_set_task_data (task, loads, loads_free);
  gtk_spinner_start (self->spinner);
  gtk_stack_set_visible_child_name (self->stack, "resuming");
  g_task_run_in_thread (task, run_worker);
}

gboolean
ull_lesson_player_open (UllLessonPlayer *self, UllLesson *lesson)
{
  const UllRecord *record = ull_record_store_get_record (ull_record_store_get_default ());
  const UllBookmark *bookmark = ull_record_find_bookmark (record, lesson);
  UllCourse *course = ull_course_new_lesson (lesson);
  g_autoptr (GPtrArray) waiting = bookmark != NULL ? ull_course_find_waiting (course, bookmark) : NULL;

  ull_course_free (course);
  ull_lesson_player_play (self, NULL);
  if (waiting != NULL && waiting->len > 0)
    run (self, lesson, waiting);
  else
    resume (self, lesson);
  return bookmark != NULL || !ull_record_has_changed (record, lesson);
}
