#include "ull-command.h"
#include "ull-files.h"
#include "ull-lesson-options.h"
#include "ull-lesson-report.h"
#include "ull-lists.h"
#include "ull-members.h"
#include "ull-near.h"
#include "ull-settings.h"

#include "ull-chart-slips.h"
#include "ull-drill.h"
#include "ull-sheet.h"

#include <string.h>

/* A lesson is one of the program's own or a file. Showing one tells nothing that it withholds; grading computes the answers of
 * the questions that are answered. */

#define SLIPS_SCALE 2

const UllOption ull_command_lesson_options[] = {
  { .name = "answer",
    .value = "QUESTION=ANSWER[@CONFIDENCE]",
    .help = "an answer to grade, a choice’s id or a number as typed, and how sure in per cent; may be given again",
    .group = "Lesson",
    .many = TRUE },
  { .name = "reveal", .help = "show answers, reasons and usual slips too", .group = "Lesson" },
  { .name = "language", .value = "TAG", .help = "the language of texts that have it, as de (default: English)", .group = "Lesson" },
  { .name = "seed", .value = "N", .help = "where the draws of a sheet begin; the same seed draws the same (default: 1)", .group = "Lesson" },
  { .name = "level", .value = "N", .help = "of a sheet: 1 one step, 2 the budget, 3 levers and cards (default: 1)", .group = "Lesson" },
  { .name = "output", .value = "FILE", .help = "write a sheet as a .pdf, its answers on pages of their own; or where a graded number lies among the usual slips, as .png, .svg, .pdf or .csv", .group = "Lesson", .letter = 'o' },
  { .name = "count", .value = "N", .help = "questions of a sheet, 1 to 200 (default: 10)", .group = "Lesson" },
  { .name = NULL },
};

static UllLesson *
open_lesson (const UllArgs *args, GError **error)
{
  const char *id = ull_args_get_operand (args, 1);
  const char *const languages[] = { ull_args_get (args, "language"), NULL };
  g_autofree char *name = NULL, *text = NULL;
  gsize length;

  if (id == NULL)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "no lesson is named; ‘ullage-cli lesson list’ lists them");
      return NULL;
    }
  if (strchr (id, '/') == NULL && !g_str_has_suffix (id, ".json"))
    return ull_lesson_open_bundled (id, languages, error);
  text = ull_file_read_document (id, &length, error);
  name = g_path_get_basename (id);
  return text != NULL ? ull_lesson_parse (name, text, length, languages, error) : NULL;
}

static UllExit
run_list (const UllArgs *args, GString *out)
{
  const char *const languages[] = { ull_args_get (args, "language"), NULL };
  g_autoptr (UllTable) table = ull_table_new ("ll");
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  ull_member_array (builder, "lessons");
  ull_list_lessons_in (table, builder, languages);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  if (ull_args_has (args, "json"))
    ull_members_append_to (builder, out);
  else
    ull_table_append_to (table, out);
  return ULL_EXIT_DONE;
}

static UllExit
run_show (const UllArgs *args, GString *out, GError **error)
{
  g_autoptr (UllLesson) lesson = open_lesson (args, error);
  gboolean reveal = ull_args_has (args, "reveal"), done;

  if (lesson == NULL)
    return ULL_EXIT_INPUT;
  done = ull_args_has (args, "json") ? ull_lesson_report_json (lesson, reveal, out, error)
                                     : ull_lesson_report_text (lesson, reveal, out, error);
  return done ? ULL_EXIT_DONE : ULL_EXIT_INPUT;
}

/* "tokens=28533@90" */
static gboolean
split_answer (const char *text, char **id, char **answer, int *confidence, GError **error)
{
  const char *equals = strchr (text, '='), *at = strrchr (text, '@');
  guint64 percent = 0;

  *confidence = ULL_NO_CONFIDENCE;
  if (equals == NULL || equals == text || (at != NULL && !g_ascii_string_to_unsigned (at + 1, 10, 0, 100, &percent, NULL)))
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
                   "--answer: “%s” is no answer; QUESTION=ANSWER or QUESTION=ANSWER@CONFIDENCE, from 0 to 100, would be right", text);
      return FALSE;
    }
  if (at != NULL)
    *confidence = (int) percent;
  *id = g_strndup (text, (gsize) (equals - text));
  *answer = at != NULL ? g_strndup (equals + 1, (gsize) (at - equals - 1)) : g_strdup (equals + 1);
  return TRUE;
}

static gboolean
read_answer (const UllLesson *lesson, const char *text, GArray *answers, GError **error)
{
  g_autofree char *id = NULL, *typed = NULL;
  UllQuestion *question;
  UllLessonAnswer *answer;
  int confidence;

  if (!split_answer (text, &id, &typed, &confidence, error))
    return FALSE;
  question = ull_lesson_find (lesson, id);
  if (question == NULL)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--answer: the lesson has no question “%s”; ‘ullage-cli lesson show’ lists them", id);
      return FALSE;
    }
  for (guint i = 0; i < answers->len; i++)
    if (g_array_index (answers, UllLessonAnswer, i).question == question)
      {
        g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--answer: %s: is answered twice; one answer to a question would be right", id);
        return FALSE;
      }
  g_array_set_size (answers, answers->len + 1);
  answer = &g_array_index (answers, UllLessonAnswer, answers->len - 1);
  *answer = (UllLessonAnswer) { .question = question, .answer = g_steal_pointer (&typed), .confidence = confidence };
  return TRUE;
}

static gboolean
is_answered (const GArray *answers, const UllQuestion *question)
{
  for (guint i = 0; i < answers->len; i++)
    if (g_array_index (answers, UllLessonAnswer, i).question == question)
      return TRUE;
  return FALSE;
}

/* Nothing is told of what the lesson asks later and nobody has answered here. */
static gboolean
grade_answer (const UllLesson *lesson, const GArray *answers, UllLessonAnswer *answer, GError **error)
{
  g_autoptr (GPtrArray) questions = ull_lesson_questions (lesson), later = g_ptr_array_new ();
  gboolean passed = FALSE;

  for (guint i = 0; i < questions->len; i++)
    {
      UllQuestion *question = g_ptr_array_index (questions, i);

      if (passed && !is_answered (answers, question))
        g_ptr_array_add (later, question);
      passed |= question == answer->question;
    }
  answer->key = ull_question_solve (answer->question, error);
  if (answer->key != NULL)
    {
      ull_key_withhold (answer->key, answer->question, later);
      answer->grade = ull_question_grade (answer->question, answer->key, answer->answer, answer->confidence, error);
    }
  if (answer->grade == NULL)
    g_prefix_error (error, "--answer: %s: ", answer->question->id);
  return answer->grade != NULL;
}

/* Where the one number that was graded lies among the usual slips. */
static UllExit
write_slips (const char *path, const GArray *answers, GError **error)
{
  const UllLessonAnswer *answer = &g_array_index (answers, UllLessonAnswer, 0);
  UllAnswered answered = { answer->question, answer->key, answer->grade };
  UllChartSpec spec;
  g_autoptr (GBytes) bytes = NULL;
  UllExportFormat format;
  const char *data;
  gsize length;

  if (answers->len != 1 || !ull_slips_chart_may_show (&answered))
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--output: is of one answer that is a number; give one such --answer");
      return ULL_EXIT_USAGE;
    }
  if (!ull_export_format_from_path (path, &format, error))
    {
      g_prefix_error (error, "--output: ");
      return ULL_EXIT_USAGE;
    }
  ull_slips_chart_page (&answered, &spec);
  bytes = ull_slips_chart_export (&answered, &spec, format, SLIPS_SCALE, error);
  if (bytes == NULL)
    return ULL_EXIT_INPUT;
  data = g_bytes_get_data (bytes, &length);
  return ull_file_write (path, data, length, error) ? ULL_EXIT_DONE : ULL_EXIT_INPUT;
}

static UllExit
run_grade (const UllArgs *args, GString *out, GError **error)
{
  g_autoptr (UllLesson) lesson = open_lesson (args, error);
  const char *const *typed = ull_args_get_all (args, "answer");
  g_autoptr (GArray) answers = g_array_new (FALSE, FALSE, sizeof (UllLessonAnswer));
  UllExit written = ULL_EXIT_DONE;

  g_array_set_clear_func (answers, (GDestroyNotify) ull_lesson_answer_clear);
  if (lesson == NULL)
    return ULL_EXIT_INPUT;
  if (typed[0] == NULL)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--answer: is needed; write --answer QUESTION=ANSWER");
      return ULL_EXIT_USAGE;
    }
  for (guint i = 0; typed[i] != NULL; i++)
    if (!read_answer (lesson, typed[i], answers, error))
      return ULL_EXIT_USAGE;
  for (guint i = 0; i < answers->len; i++)
    if (!grade_answer (lesson, answers, &g_array_index (answers, UllLessonAnswer, i), error))
      return ULL_EXIT_USAGE;
  if (ull_args_has (args, "output"))
    written = write_slips (ull_args_get (args, "output"), answers, error);
  if (written != ULL_EXIT_DONE)
    return written;
  if (ull_args_has (args, "json"))
    ull_grade_report_json (lesson, answers, out);
  else
    ull_grade_report_text (lesson, answers, out);
  return ULL_EXIT_DONE;
}

static gboolean
read_number (const UllArgs *args, const char *option, gint64 min, gint64 max, gint64 fallback, gint64 *value, GError **error)
{
  *value = fallback;
  return !ull_args_has (args, option) ||
         ull_settings_parse (option, ULL_KIND_COUNT, min, max, ull_args_get (args, option), value, error);
}

static UllExit
write_sheet (const UllArgs *args, const GPtrArray *questions, guint level, gint64 seed, GError **error)
{
  g_autofree char *title = g_strdup_printf ("Sheet %" G_GINT64_FORMAT ", level %u", seed, level);
  const char *path = ull_args_get (args, "output");
  g_autoptr (GBytes) bytes = NULL;
  const char *data;
  gsize length;

  if (!g_str_has_suffix (path, ".pdf"))
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--output: %s: a sheet is a .pdf; that ending would be right", path);
      return ULL_EXIT_USAGE;
    }
  bytes = ull_sheet_export (questions, title, error);
  if (bytes == NULL)
    return ULL_EXIT_INPUT;
  data = g_bytes_get_data (bytes, &length);
  return ull_file_write (path, data, length, error) ? ULL_EXIT_DONE : ULL_EXIT_INPUT;
}

/* The model is the operand after "sheet", or an option, as everywhere. */
static UllExit
run_sheet (const UllArgs *args, GString *out, GError **error)
{
  g_autoptr (UllScenario) scenario = NULL;
  g_autoptr (GPtrArray) questions = NULL;
  g_autofree char *title = NULL;
  gboolean reveal = ull_args_has (args, "reveal"), done;
  UllExit written = ULL_EXIT_DONE;
  gint64 seed, level, count;

  if (!read_number (args, "seed", 0, G_MAXINT64, 1, &seed, error) ||
      !read_number (args, "level", 1, ULL_DRILL_LEVELS, 1, &level, error) || !read_number (args, "count", 1, 200, 10, &count, error))
    return ULL_EXIT_USAGE;
  scenario = ull_settings_scenario (args, 1, NULL, error);
  questions = scenario != NULL ? ull_drills_sheet (scenario, (guint) level, (guint64) seed, (guint) count, error) : NULL;
  if (questions == NULL)
    return ULL_EXIT_INPUT;
  if (ull_args_has (args, "output"))
    written = write_sheet (args, questions, (guint) level, seed, error);
  if (written != ULL_EXIT_DONE || (ull_args_has (args, "output") && !ull_args_has (args, "json")))
    return written;
  title = g_strdup_printf ("Sheet %" G_GINT64_FORMAT ", level %" G_GINT64_FORMAT, seed, level);
  done = ull_args_has (args, "json") ? ull_sheet_report_json (questions, (guint) level, (guint64) seed, reveal, out, error)
                                     : ull_sheet_report_text (questions, title, reveal, out, error);
  return done ? ULL_EXIT_DONE : ULL_EXIT_INPUT;
}

UllExit
ull_command_lesson (const UllArgs *args, GString *out, GError **error)
{
  static const char *const actions[] = { "list", "show", "grade", "sheet", NULL };
  const char *action = ull_args_get_operand (args, 0);
  const char *near = action != NULL ? ull_near_find (action, actions) : NULL;

  if (!ull_lesson_options_check (args, action, error))
    return ULL_EXIT_USAGE;
  if (g_strcmp0 (action, "list") == 0)
    return run_list (args, out);
  if (g_strcmp0 (action, "show") == 0)
    return run_show (args, out, error);
  if (g_strcmp0 (action, "grade") == 0)
    return run_grade (args, out, error);
  if (g_strcmp0 (action, "sheet") == 0)
    return run_sheet (args, out, error);
  if (near != NULL)
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "%s: is nothing to do with a lesson; did you mean %s?", action, near);
  else
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "what is to be done is not said; write list, show ID, grade ID or sheet");
  return ULL_EXIT_USAGE;
}
