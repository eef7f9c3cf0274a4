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

void
ull_window_make_lesson (UllWindow *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (UllScenario) scenario = dup_scenario (self, &error);
  g_autofree char *title = NULL, *text = NULL;
  UllLessonEditor *editor;

  if (scenario == NULL)
    {
      ull_window_show_error (self, error);
      return;
    }
  title = g_strdup_printf (_("%s on %s"), scenario->model->name, scenario->device->name);
  text = ull_lesson_draft (scenario, title);
  editor = ull_lesson_editor_new (gtk_window_get_application (GTK_WINDOW (self)));
  ull_lesson_editor_set_text (editor, text);
  gtk_window_present (GTK_WINDOW (editor));
}
