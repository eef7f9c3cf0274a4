#include "ull-window-private.h"

#include "ull-config.h"
#include "ull-example.h"
#include "ull-learn-view.h"
#include "ull-lesson-editor.h"
#include "ull-present-window.h"

#include <glib/gi18n-lib.h>

/* What whoever teaches does with the window. In a room the lesson that is played, from where it is, or the plan. The room has a course of its own: what was answered here is
 * neither shown there nor changed by it. */

static const UllCourse *
get_course (UllWindow *self)
{
  if (!ull_window_is_learning (self) || self->learn_view == NULL)
    return NULL;
  return ull_lesson_player_get_course (ull_learn_view_get_player (ULL_LEARN_VIEW (self->learn_view)));
}

static UllCourse *
copy_course (const UllCourse *played)
{
  UllLesson *lesson = ull_course_get_lesson (played);
  UllQuestion *question = ull_course_get_question (played);
  g_autofree char *place = ull_course_dup_place (played);
  UllCourse *course;
  guint n;

  if (lesson == NULL)
    return question != NULL ? ull_course_new_question (question, place) : NULL;
  course = ull_course_new_lesson (lesson);
  for (guint i = ull_course_get_position (played, &n); i > 0; i--)
    ull_course_next (course);
  return course;
}

gboolean
ull_window_can_present (UllWindow *self)
{
  if (ull_window_is_learning (self))
    return get_course (self) != NULL;
  return ull_workspace_get_scenario (self->workspace) != NULL;
}

void
ull_window_present_room (UllWindow *self)
{
  UllScenario *scenario = ull_workspace_get_scenario (self->workspace);
  const UllCourse *played = get_course (self);
  UllCourse *course = NULL;

  if (self->room != NULL || !ull_window_can_present (self))
    return;
  if (ull_window_is_learning (self))
    course = copy_course (played);
  else
    course = ull_present_plan (scenario);
  if (course == NULL)
    return;
  g_set_weak_pointer (&self->room, GTK_WIDGET (ull_present_window_new (GTK_WINDOW (self), course)));
  gtk_window_present (GTK_WINDOW (self->room));
}

/* (transfer full) */
static UllScenario *
dup_scenario (UllWindow *self, GError **error)
{
  UllScenario *open = ull_workspace_get_scenario (self->workspace);
  g_autoptr (UllModel) model = NULL;

  if (open != NULL)
    return ull_scenario_ref (open);
  model = ull_config_open_bundled (ULL_EXAMPLE_MODEL, error);
  return model != NULL ? ull_example_new (model, ull_device_find (ULL_EXAMPLE_DEVICE), error) : NULL;
}

typedef struct
{
  UllScenario *scenario;
  char *title;
} Draft;

static void
draft_free (gpointer data)
{
  Draft *draft = data;

  g_clear_pointer (&draft->scenario, ull_scenario_unref);
  g_clear_pointer (&draft->title, g_free);
  g_free (draft);
}

/* What a load comes to takes a while. */
static void
draft_worker (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const Draft *draft = task_data;

  g_task_return_pointer (task, ull_lesson_draft (draft->scenario, draft->title), g_free);
}

static void
edit_lesson (UllWindow *self, const char *text)
{
  UllLessonEditor *editor = ull_lesson_editor_new (gtk_window_get_application (GTK_WINDOW (self)));

  ull_lesson_editor_set_text (editor, text);
  gtk_window_present (GTK_WINDOW (editor));
}

static void
drafted_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree char *text = g_task_propagate_pointer (G_TASK (result), NULL);

  /* Nobody writes lessons in a window that was closed. */
  if (gtk_window_get_application (GTK_WINDOW (source)) != NULL)
    edit_lesson (ULL_WINDOW (source), text);
}

static void
draft_later (UllWindow *self, UllScenario *scenario, const char *title)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, drafted_cb, NULL);
  Draft *draft = g_new0 (Draft, 1);

  draft->scenario = ull_scenario_ref (scenario);
  draft->title = g_strdup (title);
  g_task_set_task_data (task, draft, draft_free);
  g_task_run_in_thread (task, draft_worker);
}

void
ull_window_make_lesson (UllWindow *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (UllScenario) scenario = dup_scenario (self, &error);
  g_autofree char *title = NULL, *text = NULL;

  if (scenario == NULL)
    {
      ull_window_show_error (self, error);
      return;
    }
  title = g_strdup_printf (_("%s on %s"), scenario->model->name, scenario->device->name);
  if (scenario->load != NULL)
    {
      draft_later (self, scenario, title);
      return;
    }
  text = ull_lesson_draft (scenario, title);
  edit_lesson (self, text);
}
