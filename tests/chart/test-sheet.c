#include "ull-sheet.h"

#include "ull-chart.h"
#include "ull-drill.h"
#include "ull-text.h"

#include <string.h>

/* A sheet on paper: nothing beyond its page, the answers behind the questions, each on pages of their own. */

static GPtrArray *
questions_of (guint level, guint n)
{
  g_autoptr (UllModel) model = ull_model_new_dense ("A model with a name that is rather long, so that lines are wrapped", 32, 32, 8, 128, NULL);
  g_autoptr (UllScenario) plain = ull_scenario_new (model, ull_device_find ("rtx-4090"));
  g_autoptr (UllScenario) scenario = ull_scenario_with (plain, ULL_FIELD_WEIGHTS, G_GINT64_CONSTANT (9000000000), NULL, NULL);
  g_autoptr (GError) error = NULL;
  GPtrArray *questions = ull_drills_sheet (scenario, level, 3, n, &error);

  g_assert_no_error (error);
  return questions;
}

static void
check_page (const UllScene *page, PangoContext *context)
{
  guint n;
  const UllMark *marks = ull_scene_get_marks (page, &n);

  for (guint i = 0; i < n; i++)
    {
      double width = marks[i].kind == ULL_MARK_TEXT ? ull_text_width (context, marks[i].text, marks[i].size, marks[i].weight) : 0;
      double left = marks[i].kind == ULL_MARK_TEXT ? ull_text_left (&marks[i], width) : marks[i].x;

      g_assert_cmpfloat (left, >=, 0);
      g_assert_cmpfloat (left + MAX (width, marks[i].width), <=, ull_scene_get_width (page) + 0.5);
      g_assert_cmpfloat (marks[i].y, <=, ull_scene_get_height (page) + 0.5);
    }
}

static gboolean
says (const UllScene *page, const char *text)
{
  g_autofree char *all = ull_scene_to_text (page);

  return strstr (all, text) != NULL;
}

static void
test_pages (void)
{
  for (guint level = 1; level <= 3; level++)
    {
      PangoContext *context = ull_chart_context_new ();
      g_autoptr (GPtrArray) questions = questions_of (level, 40);
      g_autoptr (GError) error = NULL;
      guint n_question_pages;
      g_autoptr (GPtrArray) pages = ull_sheet_build (questions, "Sheet 3", context, &n_question_pages, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (n_question_pages, >=, 2);
      g_assert_cmpuint (pages->len, >, n_question_pages);
      for (guint i = 0; i < pages->len; i++)
        {
          check_page (g_ptr_array_index (pages, i), context);
          g_assert_true (says (g_ptr_array_index (pages, i), "Answers: Sheet 3") == (i >= n_question_pages));
        }
      g_object_unref (context);
    }
}

/* Equal questions make equal bytes. */
static void
test_bytes (void)
{
  g_autoptr (GPtrArray) questions = questions_of (1, 12);
  g_autoptr (GBytes) one = ull_sheet_export (questions, "Sheet 3", NULL);
  g_autoptr (GBytes) same = ull_sheet_export (questions, "Sheet 3", NULL);

  g_assert_nonnull (one);
  g_assert_true (g_bytes_equal (one, same));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/sheet/pages", test_pages);
  g_test_add_func ("/sheet/bytes", test_bytes);

  return g_test_run ();
}
