#include "ull-lesson-private.h"

#include "ull-error.h"
#include "ull-units.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>

/* A lesson's file, read by the strict scanner. What is read before an answer is expanded at once, with only what is given; what
 * is read after it stays as it is until it is asked for. */

static const char *const views[ULL_N_LESSON_VIEWS] = {
  [ULL_LESSON_VIEW_NONE] = "none", [ULL_LESSON_VIEW_MEMORY] = "memory", [ULL_LESSON_VIEW_CURVES] = "curves",
  [ULL_LESSON_VIEW_SUM] = "sum",   [ULL_LESSON_VIEW_LEVERS] = "levers", [ULL_LESSON_VIEW_LAYERS] = "layers",
  [ULL_LESSON_VIEW_RAMP] = "ramp",
};

static void
step_free (gpointer data)
{
  UllLessonStep *step = data;

  g_clear_pointer (&step->text, g_free);
  g_clear_pointer (&step->reveal, g_free);
  g_clear_pointer (&step->place, g_free);
  g_clear_pointer (&step->scenario, ull_scenario_unref);
  g_clear_pointer (&step->questions, g_ptr_array_unref);
  g_free (step);
}

static void
lesson_clear (gpointer data)
{
  UllLesson *lesson = data;

  g_clear_pointer (&lesson->id, g_free);
  g_clear_pointer (&lesson->title, g_free);
  g_clear_pointer (&lesson->summary, g_free);
  g_clear_pointer (&lesson->stage, ull_stage_unref);
  g_clear_pointer (&lesson->steps, g_ptr_array_unref);
  g_clear_pointer (&lesson->digest, g_free);
}

UllLesson *
ull_lesson_ref (UllLesson *lesson)
{
  return g_atomic_rc_box_acquire (lesson);
}

void
ull_lesson_unref (UllLesson *lesson)
{
  g_atomic_rc_box_release_full (lesson, lesson_clear);
}

static gboolean
refuse (UllJsonRef ref, GError **error, const char *sentence)
{
  ull_json_set_error (ref, error, ULL_ERROR_INVALID, "%s", sentence);
  return FALSE;
}

static gboolean
read_view (UllLessonStep *step, UllJsonRef object, GError **error)
{
  g_autofree char *id = ull_lesson_read_text (object, "view", FALSE, error);
  UllJsonRef member;

  if (id == NULL)
    return *error == NULL;
  for (int i = 0; i < ULL_N_LESSON_VIEWS; i++)
    if (g_str_equal (views[i], id))
      {
        step->view = (UllLessonView) i;
        return TRUE;
      }
  ull_json_get (object, "view", &member);
  return refuse (member, error, _("is no view; memory, curves, sum, levers, layers, ramp or none would be right"));
}

static gboolean
gives (const UllQuestion *question, UllStepId figure)
{
  for (guint i = 0; i < question->given.n_steps; i++)
    if (question->given.step[i] == figure)
      return TRUE;
  return figure == ULL_STEP_HEADROOM && (question->given.terms & 1u << ULL_TERM_HEADROOM) != 0;
}

/* Questions of a step are open together: what one asks, none may give. */
static gboolean
is_given_away (const UllLessonStep *step, const UllQuestion *asked)
{
  for (guint i = 0; i < step->questions->len; i++)
    {
      const UllQuestion *other = g_ptr_array_index (step->questions, i);

      if (asked->kind == ULL_QUESTION_FIGURE && other->scenario == asked->scenario && gives (other, asked->target))
        return TRUE;
    }
  return FALSE;
}

static gboolean
read_questions (const UllLessonReader *reader, UllLessonStep *step, UllJsonRef object, GError **error)
{
  UllJsonRef list, child;

  if (!ull_json_get (object, "questions", &list))
    return TRUE;
  if (ull_json_type (list) != ULL_JSON_ARRAY)
    return refuse (list, error, _("is no list; a list of questions would be right"));
  for (gboolean more = ull_json_first (list, &child); more; more = ull_json_next (&child))
    {
      UllQuestion *question = ull_lesson_read_question (reader, child, step->scenario, error);

      if (question == NULL)
        return FALSE;
      g_ptr_array_add (step->questions, question);
    }
  for (guint i = 0; i < step->questions->len; i++)
    if (is_given_away (step, g_ptr_array_index (step->questions, i)))
      return refuse (list, error, _("gives with one question what another asks; a step for each would be right"));
  return TRUE;
}

/* What a step may say of its scenario while a question about that is open is what the first one gives. */
static UllStageView
text_view (const UllLessonReader *reader, const UllLessonStep *step)
{
  UllStageView view = { reader->stage, step->scenario, NULL, FALSE };

  for (guint i = 0; i < step->questions->len && view.given == NULL; i++)
    {
      const UllQuestion *question = g_ptr_array_index (step->questions, i);

      if (question->scenario == step->scenario && question->kind != ULL_QUESTION_CHOICE && question->kind != ULL_QUESTION_OPEN)
        view.given = &question->given;
    }
  return view;
}

static gboolean
read_step (const UllLessonReader *reader, UllLessonStep *step, UllJsonRef object, GError **error)
{
  static const char *const members[] = { "text*", "view", "scenario", "questions", "reveal*", NULL };
  UllScenario *scenario;
  UllStageView view;
  UllJsonRef where;

  if (!ull_lesson_check_members (object, members, error))
    return FALSE;
  step->place = ull_lesson_dup_place (object);
  step->line = ull_json_get_line (object);
  step->column = ull_json_get_column (object);
  scenario = ull_lesson_read_scenario_name (reader, object, error);
  if (*error != NULL)
    return FALSE;
  step->scenario = scenario != NULL ? ull_scenario_ref (scenario) : NULL;
  if (!read_view (step, object, error) || !read_questions (reader, step, object, error))
    return FALSE;
  view = text_view (reader, step);
  step->text = ull_lesson_read_expanded (reader, object, "text", TRUE, &view, error);
  if (step->text != NULL)
    step->reveal = ull_lesson_read_words (reader, object, "reveal", FALSE, &where, error);
  return *error == NULL;
}

static gboolean
read_steps (const UllLessonReader *reader, UllLesson *lesson, UllJsonRef root, GError **error)
{
  UllJsonRef list, child;

  if (!ull_json_get (root, "steps", &list) || ull_json_type (list) != ULL_JSON_ARRAY || ull_json_length (list) == 0)
    return refuse (root, error, _("has no “steps”; a list of one or more would be right"));
  for (gboolean more = ull_json_first (list, &child); more; more = ull_json_next (&child))
    {
      UllLessonStep *step = g_new0 (UllLessonStep, 1);

      step->questions = g_ptr_array_new_with_free_func ((GDestroyNotify) ull_question_unref);
      g_ptr_array_add (lesson->steps, step);
      if (!read_step (reader, step, child, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_scenarios (const UllLessonReader *reader, UllJsonRef root, GError **error)
{
  UllJsonRef list, child;

  if (!ull_json_get (root, "scenarios", &list))
    return TRUE;
  if (ull_json_type (list) != ULL_JSON_OBJECT)
    return refuse (list, error, _("is no object; scenarios by name would be right"));
  for (gboolean more = ull_json_first (list, &child); more; more = ull_json_next (&child))
    {
      g_autofree char *name = ull_json_dup_key (child);
      g_autoptr (UllScenario) scenario = ull_lesson_read_scenario (reader, child, error);

      if (scenario == NULL)
        return FALSE;
      ull_stage_add (reader->stage, name, scenario);
    }
  return TRUE;
}

static gboolean
read_version (UllJsonRef root, GError **error)
{
  UllJsonRef member;
  gint64 version;

  if (!ull_json_get (root, "ullage_lesson", &member))
    return refuse (root, error, _("has no member “ullage_lesson”; a lesson begins with its version"));
  if (!ull_json_read_int (member, &version, error))
    return FALSE;
  return version == ULL_LESSON_VERSION || refuse (member, error, _("is a version that this program does not read; 1 would be right"));
}

static gboolean
read_lesson (const UllLessonReader *reader, UllLesson *lesson, UllJsonRef root, GError **error)
{
  static const char *const members[] = { "ullage_lesson", "id", "number", "title*", "summary*", "scenarios", "steps", NULL };
  UllJsonRef member, where;

  if (!ull_lesson_check_members (root, members, error) || !read_version (root, error) ||
      (lesson->id = ull_lesson_read_text (root, "id", TRUE, error)) == NULL ||
      (lesson->title = ull_lesson_read_words (reader, root, "title", TRUE, &where, error)) == NULL ||
      (lesson->summary = ull_lesson_read_words (reader, root, "summary", TRUE, &where, error)) == NULL)
    return FALSE;
  lesson->number = -1;
  if (ull_json_get (root, "number", &member) && !ull_json_read_int (member, &lesson->number, error))
    return FALSE;
  return read_scenarios (reader, root, error) && read_steps (reader, lesson, root, error);
}

static gboolean
ids_differ (const UllLesson *lesson, UllJsonRef root, GError **error)
{
  g_autoptr (GPtrArray) questions = ull_lesson_questions (lesson);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < questions->len; i++)
    {
      const UllQuestion *question = g_ptr_array_index (questions, i);

      if (!g_hash_table_add (seen, question->id))
        {
          ull_json_set_error (root, error, ULL_ERROR_INVALID, _("has two questions “%s”; an id of its own for each would be right"),
                              question->id);
          return FALSE;
        }
    }
  return TRUE;
}

UllLesson *
ull_lesson_parse (const char *name, const char *text, gsize length, const char *const *languages, GError **error)
{
  g_autoptr (UllJson) json = NULL;
  g_autoptr (UllLesson) lesson = g_atomic_rc_box_new0 (UllLesson);
  GError *fault = NULL;
  UllLessonReader reader = { languages, NULL };

  lesson->stage = reader.stage = ull_stage_new ();
  lesson->steps = g_ptr_array_new_with_free_func (step_free);
  if ((gint64) length > ULL_LESSON_MAX_BYTES)
    g_set_error (&fault, ULL_ERROR, ULL_ERROR_INVALID, _("%s: is larger than a lesson; at most 1 MiB would be right"), name);
  else
    json = ull_json_parse (name, text, length, ULL_JSON_STRICT, &fault);
  if (json != NULL && read_lesson (&reader, lesson, ull_json_root (json), &fault) && ids_differ (lesson, ull_json_root (json), &fault))
    {
      lesson->digest = ull_lesson_dup_digest (lesson);
      return g_steal_pointer (&lesson);
    }
  g_propagate_error (error, fault);
  return NULL;
}

GPtrArray *
ull_lesson_questions (const UllLesson *lesson)
{
  GPtrArray *questions = g_ptr_array_new ();

  for (guint i = 0; i < lesson->steps->len; i++)
    {
      const UllLessonStep *step = g_ptr_array_index (lesson->steps, i);

      for (guint k = 0; k < step->questions->len; k++)
        g_ptr_array_add (questions, g_ptr_array_index (step->questions, k));
    }
  return questions;
}

UllQuestion *
ull_lesson_find (const UllLesson *lesson, const char *id)
{
  g_autoptr (GPtrArray) questions = ull_lesson_questions (lesson);

  for (guint i = 0; i < questions->len; i++)
    if (g_str_equal (((UllQuestion *) g_ptr_array_index (questions, i))->id, id))
      return g_ptr_array_index (questions, i);
  return NULL;
}

char *
ull_lesson_dup_reveal (const UllLesson *lesson, guint step, GError **error)
{
  const UllLessonStep *s;
  UllStageView view = { lesson->stage, NULL, NULL, TRUE };

  g_return_val_if_fail (step < lesson->steps->len, NULL);

  s = g_ptr_array_index (lesson->steps, step);
  view.scenario = s->scenario;
  return s->reveal != NULL ? ull_formula_expand (s->reveal, ull_stage_lookup, &view, error) : NULL;
}

static void
set_place (GError **error, guint line, guint column)
{
  if (error != NULL)
    ull_error_set_place (*error, line, column);
}

static gboolean
check_question (const UllQuestion *question, UllRampWatch watch, gpointer data, GError **error)
{
  g_autoptr (GError) fault = NULL;
  g_autoptr (UllKey) key = ull_question_run (question, watch, data, &fault) ? ull_question_solve (question, &fault) : NULL;

  if (key != NULL)
    return TRUE;
  if (g_error_matches (fault, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&fault));
      return FALSE;
    }
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, "%s: %s", question->place, fault->message);
  set_place (error, question->line, question->column);
  return FALSE;
}

static gboolean
check_reveal (const UllLesson *lesson, guint index, GError **error)
{
  const UllLessonStep *step = g_ptr_array_index (lesson->steps, index);
  g_autoptr (GError) fault = NULL;
  g_autofree char *reveal = ull_lesson_dup_reveal (lesson, index, &fault);

  if (reveal != NULL || fault == NULL)
    return TRUE;
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, "%s: %s", step->place, fault->message);
  set_place (error, step->line, step->column);
  return FALSE;
}

/* In the order in which it is played: what a reveal names of a ramp must have been asked by then. */
static gboolean
check_steps (const UllLesson *lesson, UllRampWatch watch, gpointer data, GError **error)
{
  for (guint i = 0; i < lesson->steps->len; i++)
    {
      const UllLessonStep *step = g_ptr_array_index (lesson->steps, i);

      for (guint k = 0; k < step->questions->len; k++)
        if (!check_question (g_ptr_array_index (step->questions, k), watch, data, error))
          return FALSE;
      if (!check_reveal (lesson, i, error))
        return FALSE;
    }
  return TRUE;
}

/* A lesson that is about to be played knows no answers. */
gboolean
ull_lesson_check (const UllLesson *lesson, UllRampWatch watch, gpointer data, GError **error)
{
  gboolean right;

  ull_stage_forget_trials (lesson->stage);
  right = check_steps (lesson, watch, data, error);
  ull_stage_forget_trials (lesson->stage);
  return right;
}

const char *
ull_lesson_view_get_id (UllLessonView view)
{
  g_return_val_if_fail ((guint) view < ULL_N_LESSON_VIEWS, NULL);

  return views[view];
}
